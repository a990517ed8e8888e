#include "checker/equivalence/contests.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace warpproof::equivalence {

// The values whose extreme one the form is: in a maximum (minimum) each of its operands.
std::vector<FormId> Contests::contestants(FormId value, bool is_signed, bool maximum) const {
  const Form& f = forms_.at(value);
  if (f.tag != lattice_of(is_signed)) return {value};
  const auto all = diagrams_.all_of(static_cast<DecisionDiagrams::Diagram>(f.aux), maximum);
  return all.value_or(std::vector<FormId>{value});
}

const Contests::Contest* Contests::contest_of(FormId number, bool is_signed, bool maximum) const {
  const auto known = contests_.find(number);
  if (known == contests_.end()) return nullptr;
  for (const Contest& c : known->second) {
    if (c.is_signed == is_signed && c.maximum == maximum) return &c;
  }
  return nullptr;
}

// The contest among those values in which the number is the result.
std::optional<Contests::Contest> Contests::contest_about(FormId value, FormId number, bool is_signed,
                                                         bool maximum) const {
  const auto values = contestants(value, is_signed, maximum);
  if (forms_.at(number).tag == Tag::Constant) {
    Contest out{is_signed, maximum, {}};
    for (const FormId v : values) out.candidates.push_back({v, forms_.at(number).aux});
    return out;
  }
  const Contest* known = contest_of(number, is_signed, maximum);
  if (known == nullptr) return {};
  // The least (greatest) value of all is no operand of a maximum (minimum), and changes nothing there.
  const int width = forms_.at(value).width;
  const std::uint64_t flip = is_signed ? top_bit(width) : 0;
  const std::uint64_t neutral = (maximum ? 0 : Forms::mask(width)) ^ flip;
  std::set<FormId> here(values.begin(), values.end()), there;
  for (const Candidate& c : known->candidates) there.insert(c.value);
  for (std::set<FormId>* all : {&here, &there}) {
    std::erase_if(*all, [&](FormId v) {
      return forms_.at(v).tag == Tag::Constant && forms_.at(v).aux == neutral && all->size() > 1;
    });
  }
  if (here != there) return {};
  return *known;
}

// (1) above, or (2).
std::optional<Contests::Contest> Contests::united(Contest a, Contest b, const Outcomes& condition,
                                                  const std::optional<Comparisons>& keys) const {
  const auto& at_tie = condition[Equal];
  Contest out{a.is_signed, a.maximum, {}};
  if (at_tie[Less] == at_tie[Equal] && at_tie[Equal] == at_tie[Greater]) {
    if (!at_tie[Equal]) std::swap(a, b);
    out.candidates = std::move(a.candidates);
    out.candidates.insert(out.candidates.end(), b.candidates.begin(), b.candidates.end());
    return out;
  }
  if (!keys || at_tie[Less] == at_tie[Greater]) return {};
  const bool lesser_wins = at_tie[Less], a_first = at_tie[Equal];
  const int width = forms_.at(keys->x).width;
  struct Keyed {
    Candidate candidate;
    std::uint64_t key;
  };
  const auto before = [&](const Keyed& x, const Keyed& y) {
    return lesser_wins ? is_less(keys->is_signed, width, x.key, y.key)
                       : is_less(keys->is_signed, width, y.key, x.key);
  };
  const auto with_keys = [&](const Contest& c, FormId key) -> std::optional<std::vector<Keyed>> {
    std::vector<Keyed> list;
    const Form& f = forms_.at(key);
    const Contest* known = f.tag == Tag::Constant ? nullptr : contest_of(key, c.is_signed, c.maximum);
    const bool same = known != nullptr && known->candidates.size() == c.candidates.size();
    if (f.tag != Tag::Constant && !same) return {};
    for (std::size_t i = 0; i < c.candidates.size(); ++i) {
      if (f.tag == Tag::Constant) {
        list.push_back({c.candidates[i], f.aux});
      } else {
        const Candidate& other = known->candidates[i];
        if (other.value != c.candidates[i].value) return {};
        list.push_back({c.candidates[i], other.number});
      }
    }
    if (!std::is_sorted(list.begin(), list.end(), before)) return {};
    return list;
  };
  const auto x = with_keys(a, keys->x), y = with_keys(b, keys->y);
  if (!x || !y) return {};
  std::vector<Keyed> all;
  const auto &first = a_first ? *x : *y, &second = a_first ? *y : *x;
  std::merge(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(all), before);
  for (const Keyed& k : all) out.candidates.push_back(k.candidate);
  return out;
}

// After another one of the same value.
void Contests::drop_beaten(Contest& contest) {
  std::set<FormId> seen;
  std::erase_if(contest.candidates, [&](const Candidate& c) { return !seen.insert(c.value).second; });
}

void Contests::note(FormId result, const Contest& contest) {
  if (contest_of(result, contest.is_signed, contest.maximum) == nullptr) contests_[result].push_back(contest);
}

// Contests that differ only in that their numbers are those of the other one plus or minus a constant, or the
// negatives of these, go by one form. `plain`: the form that the result has otherwise; the first of one
// contest stands for all.
FormId Contests::result_of(Contest contest, int width, FormId plain) {
  drop_beaten(contest);
  const auto& list = contest.candidates;
  const std::uint64_t first = list.front().number, all = Forms::mask(width);
  bool negative = false;
  for (const Candidate& c : list) {
    const std::uint64_t more = (c.number - first) & all;
    if (more == 0) continue;
    negative = (more & top_bit(width)) != 0;
    break;
  }
  Form spelled{Tag::Winner, width, (contest.is_signed ? 1u : 0u) | (contest.maximum ? 2u : 0u), {}, {}, {}};
  for (const Candidate& c : list) {
    spelled.parts.push_back(c.value);
    spelled.numbers.push_back((negative ? first - c.number : c.number - first) & all);
  }
  const std::uint64_t sign = negative ? ~0ull : 1;
  const auto [known, fresh] = winners_.try_emplace(forms_.intern(std::move(spelled)), 0);
  if (fresh) {
    LinearSum rest;
    forms_.add(rest, plain, sign);
    rest.constant -= sign * first;
    known->second = forms_.linear(rest, width);
  }
  LinearSum sum;
  forms_.add(sum, known->second, sign);
  sum.constant += first;
  const FormId out = forms_.linear(sum, width);
  note(plain, contest);
  note(out, contest);
  return out;
}

// What is computed from a result and constants is the result of a contest with other numbers.
FormId Contests::mapped_result(FormId from, FormId plain,
                               const std::function<std::uint64_t(std::uint64_t)>& map) {
  const auto known = contests_.find(from);
  const int width = forms_.at(plain).width;
  if (known == contests_.end() || width == 1 || contests_.contains(plain)) return plain;
  FormId out = plain;
  for (Contest contest : std::vector<Contest>(known->second)) {
    for (Candidate& c : contest.candidates) c.number = map(c.number) & Forms::mask(width);
    out = result_of(std::move(contest), width, out);
  }
  return out;
}

}  // namespace warpproof::equivalence
