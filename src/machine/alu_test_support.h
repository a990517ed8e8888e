// Test support: runs scalar instructions on both word builders and compares with a reference, row by row.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "src/concrete/vector_domain.h"
#include "src/machine/alu.h"
#include "src/term/term.h"

namespace warpproof::testing {

using u64 = std::uint64_t;
using i64 = std::int64_t;
using Values = std::vector<u64>;

inline u64 keep(u64 v, int n) { return n >= 64 ? v : v & ((1ull << n) - 1); }
inline i64 sx(u64 v, int n) { return static_cast<i64>(v << (64 - n)) >> (64 - n); }

inline Instruction make(Opcode op, Type type, std::size_t sources, std::size_t destinations = 1) {
  Instruction in;
  in.op = op;
  in.type = type;
  in.sources.resize(sources);
  for (Operand& o : in.sources) o.kind = Operand::Kind::Register;
  in.destinations.resize(destinations);
  for (Operand& o : in.destinations) o.kind = Operand::Kind::Register;
  return in;
}

inline Instruction with(Instruction in, const std::function<void(Instruction&)>& change) {
  change(in);
  return in;
}

// Interesting values first, then random ones.
class Source {
 public:
  u64 next(int width) {
    static const u64 kEdges[] = {0,
                                 1,
                                 2,
                                 31,
                                 32,
                                 33,
                                 63,
                                 64,
                                 0x7f,
                                 0x80,
                                 0xff,
                                 0x7fff,
                                 0x8000,
                                 0xffff,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 ~0ull,
                                 ~0ull - 1};
    const u64 r = random_();
    if (r % 3 == 0) return keep(kEdges[(r >> 8) % std::size(kEdges)], width);
    return keep(r % 3 == 1 ? random_() >> (random_() % 64) : random_(), width);
  }

 private:
  std::mt19937_64 random_{20240607};
};

// Runs the instruction on 32 rows of operands at once and, row by row, on constant terms.
inline std::vector<Values> run_both(const Instruction& in, const std::vector<Values>& rows) {
  const std::size_t count = rows[0].size();
  VectorDomain domain;
  std::vector<LaneVector> words;
  for (std::size_t i = 0; i < count; ++i) {
    LaneVector word(alu_operand_bits(in, i));
    if (word.width > 1) word.lane.fill(0);
    for (int lane = 0; lane < kLanes; ++lane) word.set(lane, rows[lane][i]);
    words.push_back(word);
  }
  std::vector<LaneVector> results;
  execute_alu(domain, in, std::span<const LaneVector>(words), results);
  std::vector<Values> out(kLanes);
  for (int lane = 0; lane < kLanes; ++lane) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      CHECK(results[k].width == alu_result_bits(in, k));
      out[lane].push_back(results[k].at(lane));
    }
  }
  TermGraph graph;
  for (int lane = 0; lane < kLanes; lane += 5) {
    std::vector<Term> terms, folded;
    for (std::size_t i = 0; i < count; ++i)
      terms.push_back(graph.constant(alu_operand_bits(in, i), rows[lane][i]));
    execute_alu(graph, in, std::span<const Term>(terms), folded);
    REQUIRE(folded.size() == results.size());
    for (std::size_t k = 0; k < folded.size(); ++k) {
      INFO("operands " << rows[lane][0] << " " << (count > 1 ? rows[lane][1] : 0));
      REQUIRE(graph.is_const(folded[k]));
      CHECK(graph.width(folded[k]) == alu_result_bits(in, k));
      CHECK(graph.value(folded[k]) == out[lane][k]);
    }
  }
  return out;
}

using Reference = std::function<Values(const Values&)>;

inline void check(const std::string& name, const Instruction& in, const Reference& reference,
                  int rounds = 12) {
  INFO(name);
  std::string why;
  INFO(why);
  REQUIRE(alu_supported(in, &why));
  Source source;
  const std::size_t count = in.sources.size() + (reads_carry(in) ? 1 : 0);
  for (int round = 0; round < rounds; ++round) {
    std::vector<Values> rows(kLanes);
    for (Values& row : rows) {
      for (std::size_t i = 0; i < count; ++i) row.push_back(source.next(alu_operand_bits(in, i)));
    }
    const std::vector<Values> got = run_both(in, rows);
    for (int lane = 0; lane < kLanes; ++lane) {
      std::string operands;
      for (u64 v : rows[lane]) operands += std::to_string(v) + " ";
      INFO("operands " << operands);
      const Values expected = reference(rows[lane]);
      if (got[lane] != expected) {
        REQUIRE(got[lane] == expected);
      }
    }
  }
}

inline constexpr Type kSigned[] = {Type::S16, Type::S32, Type::S64};
inline constexpr Type kWords[] = {Type::U16, Type::U32, Type::U64, Type::S16, Type::S32, Type::S64};

inline std::string name_of(const std::string& op, Type t) {
  return op + (is_signed(t) ? ".s" : ".u") + std::to_string(bits_of(t));
}

}  // namespace warpproof::testing
