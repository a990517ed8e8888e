#include "checker/equivalence/same_code.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

// All fields, by name: one that is added to the struct does not compile here until it is compared.
auto fields(const PartSelection& p) {
  const auto& [unit, count, digits] = p;
  return std::tie(unit, count, digits);
}

bool same(const VideoModifiers& a, const VideoModifiers& b) {
  const auto& [second_source, destination, first, second, plus_one, scale] = a;
  return std::tie(second_source, plus_one, scale) == std::tie(b.second_source, b.plus_one, b.scale) &&
         fields(destination) == fields(b.destination) && fields(first) == fields(b.first) &&
         fields(second) == fields(b.second);
}

bool same(const Modifiers& a, const Modifiers& b) {
  const auto all = [](const Modifiers& m) {
    const auto& [compare, combine, rounding, ftz, sat, approx, full, nan, xorsign, abs, relu, hi, lo, wide, to, wrap,
                 clamp, left, right, shiftamt, carry_in, carry_out, permute, shuffle, vote, match, reduce, test,
                 barrier, sync, aligned, space, vector, is_volatile, checked_by_swap, publishes, read_only,
                 names_variable, sets_field, ordering, uniform, chosen, certain, lut, copied, may_be_pending, video,
                 matrix, of_fragment] = m;
    static_cast<void>(video);  // compared by itself
    return std::tie(compare, combine, rounding, ftz, sat, approx, full, nan, xorsign, abs, relu, hi, lo, wide, to,
                    wrap, clamp, left, right, shiftamt, carry_in, carry_out, permute, shuffle, vote, match, reduce,
                    test, barrier, sync, aligned, space, vector, is_volatile, checked_by_swap, publishes, read_only,
                    names_variable, sets_field, ordering, uniform, chosen, certain, lut, copied, may_be_pending,
                    matrix, of_fragment);
  };
  return all(a) == all(b) && same(a.video, b.video);
}

class SameCode {
 public:
  SameCode(const Side& a, const Side& b)
      : a_(*a.program), b_(*b.program), layout_a_(layout(a_, a.function)), layout_b_(layout(b_, b.function)) {}

  bool same_functions(std::uint32_t a, std::uint32_t b) {
    open_.emplace_back(a, b);
    functions_.emplace(a, b);
    while (!open_.empty()) {
      const auto [x, y] = open_.back();
      open_.pop_back();
      if (!same(a_.functions[x], b_.functions[y])) return false;
    }
    return layout_a_.static_shared == layout_b_.static_shared &&
           layout_a_.dynamic_shared_offset == layout_b_.dynamic_shared_offset;
  }

  // Of memory that outlives the launch; after that.
  std::set<std::string> variables_of_module() && { return std::move(of_module_); }

 private:
  template <class T, class Equal>
  static bool each(const std::vector<T>& a, const std::vector<T>& b, Equal equal) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
  }

  bool same(const Function& a, const Function& b) {
    const auto block = [](const Block& x, const Block& y) {
      return x.first == y.first && x.last == y.last && x.successors == y.successors;
    };
    const auto reg = [](const Register& x, const Register& y) { return x.type == y.type; };
    const auto variable = [&](std::uint32_t x, std::uint32_t y) { return same_variables(x, y); };
    const auto code = [&](const Instruction& x, const Instruction& y) { return same(x, y); };
    return a.is_entry == b.is_entry && a.has_body == b.has_body && a.required_block == b.required_block &&
           a.maximum_block == b.maximum_block && a.cluster == b.cluster &&
           each(a.registers, b.registers, reg) && each(a.parameters, b.parameters, variable) &&
           each(a.results, b.results, variable) && each(a.blocks, b.blocks, block) && each(a.code, b.code, code);
  }

  bool same(const Instruction& a, const Instruction& b) {
    const auto operand = [&](const Operand& x, const Operand& y) { return same(x, y); };
    const auto variable = [&](std::uint32_t x, std::uint32_t y) { return same_variables(x, y); };
    return a.op == b.op && a.type == b.type && a.source_type == b.source_type &&
           equivalence::same(a.mod, b.mod) && a.guard.reg == b.guard.reg && a.guard.negated == b.guard.negated &&
           each(a.destinations, b.destinations, operand) && each(a.sources, b.sources, operand) &&
           same(a.address, b.address) && same(a.copied_from, b.copied_from) && same_callees(a, b) &&
           each(a.call_arguments, b.call_arguments, variable) && each(a.call_results, b.call_results, variable) &&
           a.targets == b.targets;
  }

  bool same(const Operand& a, const Operand& b) {
    if (a.kind != b.kind || a.negated != b.negated || a.special != b.special || a.bits != b.bits) return false;
    return a.kind == Operand::Kind::Variable ? same_variables(a.index, b.index) : a.index == b.index;
  }

  bool same(const Address& a, const Address& b) {
    if (a.base != b.base || a.offset != b.offset) return false;
    return a.base == Address::Base::Variable ? same_variables(a.index, b.index) : a.index == b.index;
  }

  bool same_callees(const Instruction& a, const Instruction& b) {
    if (a.callee < 0 || b.callee < 0) return a.callee == b.callee && a.name == b.name;
    const auto x = static_cast<std::uint32_t>(a.callee), y = static_cast<std::uint32_t>(b.callee);
    const auto [known, fresh] = functions_.emplace(x, y);
    if (fresh) open_.emplace_back(x, y);
    return known->second == y;
  }

  // Is it the same bytes to both, under one address and, of memory that outlives the launch, one number?
  bool same_variables(std::uint32_t a, std::uint32_t b) {
    const Variable &x = a_.variables[a], &y = b_.variables[b];
    const bool alike = x.space == y.space && x.size == y.size && x.align == y.align && x.element == y.element &&
                       x.is_extern == y.is_extern && x.holds == y.holds && x.is_restrict == y.is_restrict &&
                       x.initial == y.initial && (!x.has_pointers || &x == &y) && x.has_pointers == y.has_pointers;
    if (!alike || layout_a_.address[a] != layout_b_.address[b] || layout_a_.allocation[a] != layout_b_.allocation[b])
      return false;
    if (layout_a_.allocation[a] != kNoAllocation) of_module_.insert(x.name);
    return true;
  }

  const Program &a_, &b_;
  const Layout layout_a_, layout_b_;
  std::map<std::uint32_t, std::uint32_t> functions_;  // those of a, and what they go with
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open_;
  std::set<std::string> of_module_;
};

}  // namespace

std::optional<std::set<std::string>> same_code(const Side& a, const Side& b, const Matching& matching) {
  if (!matching.identity || !matching.same_count || matching.fixed_a != matching.fixed_b) return std::nullopt;
  if (a.program->target_sm != b.program->target_sm || a.program->address_bits != b.program->address_bits ||
      a.cuda_source != b.cuda_source)
    return std::nullopt;
  SameCode compared(a, b);
  if (!compared.same_functions(a.function, b.function)) return std::nullopt;
  return std::move(compared).variables_of_module();
}

}  // namespace warpproof::equivalence
