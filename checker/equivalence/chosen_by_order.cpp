#include "checker/equivalence/chosen_by_order.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostComparisons = 8;  // of one condition

}  // namespace

// Comparisons of two numbers, as the variables of a condition spell them.
Contests::Comparisons ChosenByOrder::comparisons(FormId x, FormId y, bool is_signed) {
  const std::uint64_t less = tagged(is_signed ? Kind::Slt : Kind::Ult);
  return {is_signed,
          x,
          y,
          forms_.operation(less, 1, {x, y}),
          forms_.operation(less, 1, {y, x}),
          parts_.equality(x, y)};
}

// What the condition is for each outcome of the comparison of values and of that of keys, if it depends on
// nothing else.
std::optional<Contests::Outcomes> ChosenByOrder::outcomes(Diagram condition,
                                                          const std::vector<std::uint32_t>& atoms,
                                                          const Comparisons& values,
                                                          const std::optional<Comparisons>& keys) const {
  const auto is_of = [](const Comparisons& c, std::uint32_t atom) {
    return atom == c.less || atom == c.greater || atom == c.equal;
  };
  for (const std::uint32_t atom : atoms) {
    if (!is_of(values, atom) && !(keys && is_of(*keys, atom))) return {};
  }
  const auto holds = [](const Comparisons& c, int relation, std::uint32_t atom) {
    return atom == c.less      ? relation == Contests::Less
           : atom == c.greater ? relation == Contests::Greater
                               : relation == Contests::Equal;
  };
  Outcomes out{};
  for (int v = 0; v < 3; ++v) {
    for (int k = 0; k < 3; ++k) {
      out[v][k] = diagrams_.value(condition, [&](std::uint32_t atom) {
        return is_of(values, atom) ? holds(values, v, atom) : holds(*keys, k, atom);
      });
    }
  }
  return out;
}

std::optional<Contests::Contest> ChosenByOrder::winner(const Comparisons& values,
                                                       const std::optional<Comparisons>& keys,
                                                       const Outcomes& condition, bool maximum, FormId a,
                                                       FormId b) const {
  auto of_a = contests_.contest_about(values.x, a, values.is_signed, maximum);
  auto of_b = contests_.contest_about(values.y, b, values.is_signed, maximum);
  if (!of_a || !of_b || of_a->candidates.size() + of_b->candidates.size() > Contests::kMostCandidates) return {};
  // A number that is the same for all of a list has no order of its own: it takes that of the keys.
  const auto take_order = [&](Contest& contest, FormId value, FormId number, FormId key) {
    if (forms_.at(number).tag != Tag::Constant || forms_.at(key).tag == Tag::Constant) return;
    auto ordered = contests_.contest_about(value, key, values.is_signed, maximum);
    if (!ordered) return;
    for (Candidate& c : ordered->candidates) c.number = forms_.at(number).aux;
    contest = std::move(*ordered);
  };
  if (keys) {
    take_order(*of_a, values.x, a, keys->x);
    take_order(*of_b, values.y, b, keys->y);
  }
  return contests_.united(std::move(*of_a), std::move(*of_b), condition, keys);
}

// condition ? a : b as the extreme of both, or as the result of a contest: of a maximum or a minimum, or of
// both, where it is not known yet what it will be used for.
std::optional<FormId> ChosenByOrder::operator()(Diagram condition, FormId a, FormId b, int width) {
  const auto atoms = diagrams_.support(condition, kMostComparisons);
  if (!atoms) return {};
  std::vector<Comparisons> all;  // each in both directions
  for (const std::uint32_t atom : *atoms) {
    const Form f = forms_.at(atom);
    const bool is_signed = f.aux == tagged(Kind::Slt);
    if (f.tag != Tag::Operation || (!is_signed && f.aux != tagged(Kind::Ult))) continue;
    if (std::any_of(all.begin(), all.end(), [&](const Comparisons& c) { return atom == c.less; })) continue;
    all.push_back(comparisons(f.parts[0], f.parts[1], is_signed));
    all.push_back(comparisons(f.parts[1], f.parts[0], is_signed));
  }
  std::vector<Contest> contests;
  for (const Comparisons& values : all) {
    std::vector<std::optional<Comparisons>> others{std::nullopt};
    for (const Comparisons& other : all) {
      if (other.less != values.less && other.less != values.greater) others.push_back(other);
    }
    for (const auto& keys : others) {
      const auto found = outcomes(condition, *atoms, values, keys);
      if (!found) continue;
      const auto always = [&](Relation r, bool holds) {
        return (*found)[r] == std::array{holds, holds, holds};
      };
      const bool maximum = always(Contests::Greater, true) && always(Contests::Less, false);
      if (!maximum && !(always(Contests::Less, true) && always(Contests::Greater, false))) continue;
      if (const auto extreme = extremes_.of_two(values, maximum, a, b, width)) return extreme;
      if (const auto extreme = extremes_.of_keys(values, *found, maximum, a, b, width)) return extreme;
      if (auto contest = winner(values, keys, *found, maximum, a, b)) contests.push_back(std::move(*contest));
    }
  }
  if (contests.empty()) return {};
  FormId out = gated_.choose(condition, a, b, width);
  for (Contest& contest : contests) {
    contests_.drop_beaten(contest);
    out = contests_.result_of(contest, width, out);
  }
  for (const Contest& contest : contests) contests_.note(out, contest);
  return out;
}

}  // namespace warpproof::equivalence
