// How many recorded programs cover each row of the opcode table, and what the README says about it.
//
// WARPPROOF_UPDATE=PATH writes src/concrete/recorded_programs.inc anew instead of comparing.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "src/concrete/coverage.h"
#include "src/program/lower.h"
#include "tests/hardware/recordings.h"
#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {
namespace {

constexpr const char* kReadMe = "README.md";

struct Counted {
  std::map<std::int32_t, std::uint32_t> rows;  // row of the opcode table to programs
  std::set<Opcode> opcodes;
  std::size_t programs = 0, agreeing = 0;
};

// A program counts where the evaluator's outcome is the recorded one, bit for bit (conformance_test).
Counted count_programs() {
  Counted out;
  const Records records = read_recording();
  const auto differing = read_differing();
  for (const ProgramId id : program_list(kRandomPrograms)) {
    if (id.kind == Kind::Approximation || !records.digests.contains(name(id))) continue;
    ++out.programs;
    if (differing.contains(name(id))) continue;
    ++out.agreeing;
    std::set<std::int32_t> rows;
    const Program program = load_ptx(make_program(id).ptx, name(id));
    for (const Function& function : program.functions) {
      for (const Instruction& in : function.code) {
        if (in.form < 0) continue;
        rows.insert(in.form);
        out.opcodes.insert(in.op);
      }
    }
    for (const std::int32_t row : rows) ++out.rows[row];
  }
  return out;
}

std::string with_commas(std::size_t number) {
  std::string out = std::to_string(number);
  for (int at = static_cast<int>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

TEST_CASE("the counts of recorded programs are those of the recording", "[hardware]") {
  const Counted counted = count_programs();
  const char* path = std::getenv("WARPPROOF_UPDATE");
  std::ofstream update;
  if (path != nullptr) update.open(path);
  std::size_t opcodes = 0;
  for (std::size_t i = 0; i < std::size(kOpcodeTable); ++i) {
    const auto op = static_cast<Opcode>(i);
    if (!forms_of(op).empty()) ++opcodes;
    for (const Form& form : forms_of(op)) {
      const auto it = counted.rows.find(form_index(form));
      const std::uint32_t programs = it == counted.rows.end() ? 0 : it->second;
      if (path != nullptr) {
        if (programs != 0) update << "{\"" << row_key(form) << "\", " << programs << "},\n";
        continue;
      }
      INFO(row_key(form) << ": WARPPROOF_UPDATE=$PWD/src/concrete/recorded_programs.inc writes the counts");
      CHECK(recorded_programs(form) == programs);
    }
  }
  std::ifstream in(kReadMe);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const std::string& fact :
       {with_commas(counted.programs) + " generated PTX programs", with_commas(counted.agreeing) + " agree",
        std::to_string(counted.opcodes.size()) + " of " + std::to_string(opcodes) + " opcodes"}) {
    INFO(kReadMe << " does not say: " << fact);
    CHECK(text.find(fact) != std::string::npos);
  }
}

}  // namespace
}  // namespace warpproof::conformance
