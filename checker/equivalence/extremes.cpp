#include "checker/equivalence/extremes.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpproof::equivalence {

FormId Extremes::of_lattice(Diagram d, Tag tag, int width) {
  std::uint32_t atom = 0;
  if (d == DecisionDiagrams::kFalse) return forms_.constant(width, least_of(tag, width));
  if (d == DecisionDiagrams::kTrue) return forms_.constant(width, most_of(tag, width));
  if (diagrams_.is_variable(d, atom)) return atom;
  const FormId out = forms_.intern({tag, width, d, {}, {}, {}});
  if (known_.contains(out)) return out;
  for (const bool maximum : {true, false}) {
    auto values = diagrams_.all_of(d, maximum);
    if (!values) continue;
    const Extreme all{tag == Tag::SignedLattice, maximum, std::move(*values)};
    known_.emplace(out, all);
    return of_indicators(all, width, out);
  }
  return out;
}

std::optional<FormId> Extremes::of_two(const Comparisons& values, bool maximum, FormId a, FormId b,
                                       int width) {
  if (a != values.x || b != values.y) return {};
  const Tag tag = lattice_of(values.is_signed);
  const Diagram left = store_.lattice_leaf(a, tag), right = store_.lattice_leaf(b, tag);
  return of_lattice(maximum ? diagrams_.disj(left, right) : diagrams_.conj(left, right), tag, width);
}

// Words that have the values that are compared above constants: the greater word is the one with the greater
// value, and where these are the same the one with the greater constant.
std::optional<FormId> Extremes::of_keys(const Comparisons& values, const Outcomes& condition, bool maximum,
                                        FormId a, FormId b, int width) {
  const int low_width = std::max(parts_.key_width(a), parts_.key_width(b)),
            value_width = forms_.at(values.x).width;
  if (low_width == 0 || low_width + value_width != width) return {};
  const auto x = parts_.key_of(a, low_width), y = parts_.key_of(b, low_width);
  if (!x || !y || x->high != values.x || y->high != values.y) return {};
  const auto& at_tie = condition[Contests::Equal];
  const bool a_is_better = maximum ? y->low <= x->low : x->low <= y->low;
  const bool b_is_better = maximum ? x->low <= y->low : y->low <= x->low;
  const bool takes_a = at_tie[Contests::Less] && at_tie[Contests::Equal] && at_tie[Contests::Greater];
  const bool takes_b = !at_tie[Contests::Less] && !at_tie[Contests::Equal] && !at_tie[Contests::Greater];
  if (!(takes_a && a_is_better) && !(takes_b && b_is_better)) return {};
  Comparisons words = values;
  words.x = a;
  words.y = b;
  return of_two(words, maximum, a, b, width);
}

FormId Extremes::upper_bits(FormId extreme, int low_width, FormId plain) {
  const auto keys = parts_.keys_of(extreme);
  if (!keys || low_width != keys->low_width) return plain;
  const Tag tag = lattice_of(keys->is_signed);
  Diagram all = keys->maximum ? DecisionDiagrams::kFalse : DecisionDiagrams::kTrue;
  for (const Key& k : keys->list) {
    const Diagram one = store_.lattice_leaf(k.high, tag);
    all = keys->maximum ? diagrams_.disj(all, one) : diagrams_.conj(all, one);
  }
  return of_lattice(all, tag, forms_.at(plain).width);
}

// The first of these conditions that holds tells the number; with none, another one. Where the conditions are
// that a value is the extreme one of all of these values, one of them holds.
FormId Extremes::first_of(const Conditions& conditions, int width,
                          FormId plain) {
  const auto all = extreme_in(conditions.front().first);
  if (!all) return plain;
  std::map<FormId, FormId> value_of;  // by the condition that it is the extreme
  for (const FormId v : all->second.values) value_of.emplace(parts_.equality(v, all->first), v);
  Contest contest{all->second.is_signed, all->second.maximum, {}};
  std::set<FormId> met;
  for (const auto& [condition, number] : conditions) {
    const auto value = value_of.find(condition);
    if (value == value_of.end()) break;
    contest.candidates.push_back({value->second, number & Forms::mask(width)});
    met.insert(value->second);
    if (met.size() == all->second.values.size()) return contests_.result_of(std::move(contest), width, plain);
  }
  return plain;
}

// The maximum or minimum that the condition says something to be equal to.
std::optional<std::pair<FormId, Extremes::Extreme>> Extremes::extreme_in(FormId condition) const {
  const Form& f = forms_.at(condition);
  if (f.tag != Tag::Operation || f.aux != tagged(Kind::Eq)) return {};
  for (const FormId part : forms_.at(f.parts[0]).parts) {
    if (const auto known = known_.find(part); known != known_.end()) return *known;
  }
  return {};
}

// The least of numbers that are n where a condition holds, and where it does not one that is greater than all
// of these: the first n, in ascending order, whose condition holds. Likewise the greatest.
FormId Extremes::of_indicators(const Extreme& all, int width, FormId plain) {
  Conditions conditions;
  std::optional<std::uint64_t> otherwise;
  const auto better = [&](std::uint64_t x, std::uint64_t y) {
    return all.maximum ? is_less(all.is_signed, width, y, x) : is_less(all.is_signed, width, x, y);
  };
  for (const FormId value : all.values) {
    const Form& f = forms_.at(value);
    if (f.tag != Tag::Linear || f.parts.size() != 1 || forms_.at(f.parts[0]).tag != Tag::Gate) return plain;
    const Form& gated = forms_.at(f.parts[0]);
    const Form& one = forms_.at(gated.parts[1]);
    if (one.tag != Tag::Constant || one.aux != 1) return plain;
    const std::uint64_t number = (f.numbers[0] + f.numbers[1]) & Forms::mask(width);
    if (otherwise.value_or(f.numbers[1]) != f.numbers[1] || !better(number, f.numbers[1])) return plain;
    otherwise = f.numbers[1];
    conditions.emplace_back(gated.parts[0], number);
  }
  std::stable_sort(conditions.begin(), conditions.end(),
                   [&](const auto& x, const auto& y) { return better(x.second, y.second); });
  return first_of(conditions, width, plain);
}

}  // namespace warpproof::equivalence
