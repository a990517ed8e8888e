// Whether two accesses of a thread, of which the second may follow the first, have one address, by the text of a function.
//
// Both addresses are computed in the same way, operation by operation, from registers and memory, and nothing that they depend on
// is written on any way from the first to the second, nor between the computation of an address and its access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "src/program/flow.h"
#include "src/program/program.h"

namespace warpproof {

class SameAddress {
 public:
  SameAddress(const Flow& flow, const Function& function);

  // The second one is an atomic. False also where it takes too long to say.
  bool holds(const Instruction& first, const Instruction& second);

  // May the instruction write bytes of this private word?
  bool may_write(const Instruction& in, const Source& slot, int bytes) const;
  bool is_reachable(const Instruction& in) const { return block_of_.contains(index(in)); }
  // Instructions that were looked at so far, and whether these are too many.
  void count(std::size_t instructions) { walked_ += instructions; }
  bool is_too_much() const;

 private:
  struct Sum {
    std::uint32_t base = 0;    // register
    std::int64_t offset = 0;
    bool is_generic = false;
  };

  std::uint32_t index(const Instruction& in) const { return static_cast<std::uint32_t>(&in - f_.code.data()); }
  std::set<std::uint32_t> between(std::uint32_t from, std::uint32_t to);
  std::vector<std::uint32_t> after(std::uint32_t at) const;
  void add_firsts(const std::vector<std::uint32_t>& blocks, std::vector<std::uint32_t>& out) const;
  const std::vector<std::uint32_t>& before(std::uint32_t at);
  std::optional<Sum> sum_of(const Instruction& access);
  bool is_same_value(std::uint32_t a, std::uint32_t b, int steps);
  bool is_same_result(std::uint32_t a, std::uint32_t b, int steps);
  bool is_same_operand(const Operand& a, const Operand& b, int steps);
  std::optional<std::uint32_t> copied_from(std::uint32_t reg, const Instruction& access);
  const Instruction* only_store(const Source& slot, const Instruction& load);
  const Instruction* definition(std::uint32_t reg) const;
  bool add_from(const Instruction& computed, const Instruction& access);
  bool is_kept(std::uint32_t reg) const;
  bool is_kept(const Source& slot, int bytes) const;
  bool is_memory_kept() const;
  void find_exposed();

  const Flow& flow_;
  const Function& f_;
  std::map<std::uint32_t, std::uint32_t> block_of_;  // by instruction
  std::map<std::uint32_t, std::vector<std::uint32_t>> before_;
  std::set<std::uint32_t> exposed_;  // variables of which addresses are used for more than loads and stores that name them
  std::size_t walked_ = 0;
  // Of the pair that is looked at.
  const Instruction *first_ = nullptr, *second_ = nullptr;
  std::set<std::uint32_t> between_;  // what may run while what they depend on must not change
  std::set<std::pair<std::uint32_t, std::uint32_t>> different_;
};

}  // namespace warpproof
