#include "checker/equivalence/matching.h"

#include <fmt/format.h>

#include <set>

#include "checker/attempt/parameters.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint32_t kUnmatched =
    1u << 24;  // number of a fixed parameter without a counterpart, plus its index

const Function& function_of(const Side& s) { return s.program->functions[s.function]; }

[[noreturn]] void fail(const std::string& message) { throw InputError({}, message); }

std::string name_of(const Side& s, std::uint32_t index) {
  if (index < s.parameter_names.size() && !s.parameter_names[index].empty())
    return "'" + s.parameter_names[index] + "'";
  return fmt::format("{}", index);
}

std::uint64_t size_of(const Side& s, std::uint32_t index) {
  return s.program->variables[function_of(s).parameters[index]].size;
}

std::uint32_t find(const Side& s, const std::string& name) {
  const auto index = find_parameter(*s.program, s.function, s.parameter_names, name);
  if (!index) fail(fmt::format("--map: {} has no parameter '{}'", s.name, name));
  return *index;
}

std::uint64_t result_size(const Side& s) {
  std::uint64_t size = 0;
  for (const std::uint32_t v : function_of(s).results) size += s.program->variables[v].size;
  return size;
}

void check_kinds(const Side& a, const Side& b) {
  if (function_of(a).is_entry != function_of(b).is_entry) {
    fail(fmt::format("{} and {} cannot be compared: one is a kernel, the other a device function", a.name,
                     b.name));
  }
  if (!function_of(a).is_entry && result_size(a) != result_size(b)) {
    fail(fmt::format("{} returns {} bytes, {} returns {}", a.name, result_size(a), b.name, result_size(b)));
  }
}

}  // namespace

std::array<std::uint32_t, 3> block_shape(const Side& a, const std::optional<BlockRequest>& asked) {
  if (asked && asked->any) fail("what it is to compute depends on the block: --block N");
  if (asked) return asked->shape;
  return function_of(a).required_block.value_or(std::array<std::uint32_t, 3>{32, 1, 1});
}

Matching match(const Side& a, const Side& b, const EquivalenceOptions& options) {
  check_kinds(a, b);
  Matching out;
  const auto count_a = static_cast<std::uint32_t>(function_of(a).parameters.size());
  const auto count_b = static_cast<std::uint32_t>(function_of(b).parameters.size());
  out.same_count = count_a == count_b;
  for (const auto& [name, value] : options.check.parameters) {
    if (const auto i = find_parameter(*a.program, a.function, a.parameter_names, name))
      out.fixed_a[*i] = value;
    if (const auto i = find_parameter(*b.program, b.function, b.parameter_names, name))
      out.fixed_b[*i] = value;
  }
  std::set<std::uint32_t> taken;
  for (const auto& [in_a, in_b] : options.map) {
    const std::uint32_t i = find(a, in_a), j = find(b, in_b);
    if (!taken.insert(i).second || !out.numbers.try_emplace(j, i).second)
      fail("--map names a parameter twice");
  }
  // The others by position: at their own place if that is free, else at the next free one.
  for (std::uint32_t j = 0; j < count_b; ++j) {
    if (!out.numbers.contains(j) && j < count_a && !taken.contains(j)) {
      out.numbers[j] = j;
      taken.insert(j);
    }
  }
  for (std::uint32_t j = 0; j < count_b; ++j) {
    if (out.numbers.contains(j)) continue;
    std::uint32_t i = 0;
    while (i < count_a && taken.contains(i)) ++i;
    if (i == count_a && !out.fixed_b.contains(j)) {
      fail(fmt::format("parameter {} of {} has no counterpart in {}; fix it with --param", name_of(b, j),
                       b.name, a.name));
    }
    out.numbers[j] = i == count_a ? kUnmatched + j : i;
    taken.insert(i);
  }
  for (std::uint32_t i = 0; i < count_a; ++i) {
    if (!taken.contains(i) && !out.fixed_a.contains(i)) {
      fail(fmt::format("parameter {} of {} has no counterpart in {}; fix it with --param", name_of(a, i),
                       a.name, b.name));
    }
  }
  for (const auto& [j, i] : out.numbers) {
    out.identity = out.identity && i == j;
    if (i >= kUnmatched) continue;
    if (size_of(a, i) != size_of(b, j)) {
      fail(fmt::format(
          "parameter {} of {} has {} bytes, its counterpart {} of {} has {}; --map says which go together",
          name_of(a, i), a.name, size_of(a, i), name_of(b, j), b.name, size_of(b, j)));
    }
    if (out.fixed_a.contains(i)) out.fixed_b.try_emplace(j, out.fixed_a.at(i));
    if (out.fixed_b.contains(j)) out.fixed_a.try_emplace(i, out.fixed_b.at(j));
    if (out.fixed_a.contains(i) && out.fixed_a.at(i) != out.fixed_b.at(j)) {
      fail(fmt::format("--param gives parameter {} of {} and its counterpart different values", name_of(a, i),
                       a.name));
    }
  }
  const bool by_b = !options.check.block && !function_of(a).required_block;
  out.block = block_shape(by_b ? b : a, options.check.block);
  return out;
}

std::vector<launch::Condition> conditions_of_bools(const Side& a, const Side& b, const EquivalenceOptions& options) {
  std::vector<launch::Condition> out;
  const Matching matching = match(a, b, options);
  const auto is_bool = [](const Side& s, std::uint32_t i) { return i < s.parameter_types.size() && s.parameter_types[i] == "bool"; };
  for (const auto& [j, i] : matching.numbers) {
    if (i >= kUnmatched || matching.fixed_a.contains(i) || size_of(a, i) > 8 || (!is_bool(a, i) && !is_bool(b, j))) continue;
    launch::Quantity quantity;
    quantity.index = i;
    quantity.bits = static_cast<int>(8 * size_of(a, i));
    quantity.is_signed = false;
    const bool is_named = i < a.parameter_names.size() && !a.parameter_names[i].empty();
    const std::string name = is_named ? a.parameter_names[i] : fmt::format("parameter{}", i);
    out.push_back(launch::Condition::parse(name + " <= 1", [&](const std::string&) { return quantity; }));
    out.back().set_origin("of a bool");
  }
  return out;
}

namespace {

launch::LaunchSpace space_of(const Matching& matching, const EquivalenceOptions& options) {
  return {matching.block, 1, 1024, options.check.grid};
}

}  // namespace

void take_conditions(Matching& matching, const EquivalenceOptions& options) {
  matching.conditions = std::make_shared<launch::Assumptions>(options.check.assumptions, matching.fixed_a,
                                                              options.check.warp_size);
  if (matching.conditions->empty()) return;
  matching.facts = matching.conditions->facts(space_of(matching, options));
  for (const auto& [q, f] : matching.facts) {
    if (f.low != f.high || q.member) continue;
    matching.fixed_a.try_emplace(q.index, f.low);
    matching.fixed_b.try_emplace(matching.allocation_in_b(q.index), f.low);
  }
}

bool anything_satisfies(const Matching& matching, const EquivalenceOptions& options) {
  return matching.conditions->empty() ||
         matching.conditions->find(space_of(matching, options)) == launch::Assumptions::Answer::Satisfied;
}

}  // namespace warpproof::equivalence
