// Contests in normal forms: which of several candidates has the greatest (or the least) value, told by a
// number that the candidate carries along. An arg max is one, whether it moves value and number by two
// shuffles, or both in one word with the number below the value.
//
// A contest is a list of candidates, each with a value and a number. Its winner is, of those whose value is
// the extreme one, the first in the list; its result is the number of the winner. Why two contests can be
// made one:
//
//   Let x and y be the extreme values of lists A and B, and c a condition that holds where x beats y and does
//   not where y beats x. (1) Where c does not depend on anything else when x = y, c ? result(A) : result(B)
//   is the result of A followed by B (c holds then) or of B followed by A (it does not): an extreme value of
//   both lists is one of A unless y beats x, and the first of the whole list that has it is then the first of
//   the list that comes first. (2) Where c, when x = y, holds just if the winner of A has the lesser key, and
//   both lists ascend by keys, the result is that of the two lists merged by their keys: the winner of either
//   list has the least key of those in it with the extreme value, so the first of the merged list is the one
//   of them with the lesser key. Likewise with greater keys and lists that descend.
//
//   A candidate after another one of the same value never wins, and may be dropped.
//
// Conditions are looked at as functions of comparisons: each is evaluated for all outcomes that comparisons
// of two numbers can have together.
#include <algorithm>
#include <bit>
#include <set>

#include "checker/equivalence/normal_form.h"
#include "src/term/fold.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostComparisons = 8;  // of one condition
constexpr std::size_t kMostCandidates = 2'000;

std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) { return static_cast<std::uint64_t>(kind) | aux << 8; }

std::uint64_t top_bit(int width) { return 1ull << (width - 1); }

Tag lattice_of(bool is_signed) { return is_signed ? Tag::SignedLattice : Tag::UnsignedLattice; }

enum Relation { Less, Equal, Greater };

bool is_less(bool is_signed, int width, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t flip = is_signed ? top_bit(width) : 0;
  return (a ^ flip) < (b ^ flip);
}

}  // namespace

// Comparisons of two numbers, as the variables of a condition spell them.
NormalForms::Comparisons NormalForms::comparisons(FormId x, FormId y, bool is_signed) {
  const std::uint64_t less = tagged(is_signed ? Kind::Slt : Kind::Ult);
  return {is_signed,     x, y, forms_.operation(less, 1, {x, y}), forms_.operation(less, 1, {y, x}),
          equality(x, y)};
}

// What the condition is for each outcome of the comparison of values and of that of keys, if it depends on
// nothing else.
std::optional<NormalForms::Outcomes> NormalForms::outcomes(Diagram condition,
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
    return atom == c.less ? relation == Less : atom == c.greater ? relation == Greater : relation == Equal;
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

// The values whose extreme one the form is: in a maximum (minimum) each of its operands.
std::vector<FormId> NormalForms::contestants(FormId value, bool is_signed, bool maximum) const {
  const Form& f = forms_.at(value);
  if (f.tag != lattice_of(is_signed)) return {value};
  const auto all = diagrams_.all_of(static_cast<Diagram>(f.aux), maximum);
  return all.value_or(std::vector<FormId>{value});
}

const NormalForms::Contest* NormalForms::contest_of(FormId number, bool is_signed, bool maximum) const {
  const auto known = contests_.find(number);
  if (known == contests_.end()) return nullptr;
  for (const Contest& c : known->second) {
    if (c.is_signed == is_signed && c.maximum == maximum) return &c;
  }
  return nullptr;
}

// The contest among those values in which the number is the result.
std::optional<NormalForms::Contest> NormalForms::contest_about(FormId value, FormId number, bool is_signed,
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
std::optional<NormalForms::Contest> NormalForms::united(Contest a, Contest b, const Outcomes& condition,
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

std::optional<FormId> NormalForms::extreme_of_two(const Comparisons& values, bool maximum, FormId a, FormId b,
                                                  int width) {
  if (a != values.x || b != values.y) return {};
  const Tag tag = lattice_of(values.is_signed);
  const Diagram left = order_leaf(a, tag), right = order_leaf(b, tag);
  return of_order(maximum ? diagrams_.disj(left, right) : diagrams_.conj(left, right), tag, width);
}

// Words that have the values that are compared above constants: the greater word is the one with the greater
// value, and where these are the same the one with the greater constant.
std::optional<FormId> NormalForms::extreme_of_keys(const Comparisons& values, const Outcomes& condition,
                                                   bool maximum, FormId a, FormId b, int width) {
  const int low_width = std::max(key_width(a), key_width(b)), value_width = forms_.at(values.x).width;
  if (low_width == 0 || low_width + value_width != width) return {};
  const auto x = key_of(a, low_width), y = key_of(b, low_width);
  if (!x || !y || x->high != values.x || y->high != values.y) return {};
  const auto& at_tie = condition[Equal];
  const bool a_is_better = maximum ? y->low <= x->low : x->low <= y->low;
  const bool b_is_better = maximum ? x->low <= y->low : y->low <= x->low;
  const bool takes_a = at_tie[Less] && at_tie[Equal] && at_tie[Greater];
  const bool takes_b = !at_tie[Less] && !at_tie[Equal] && !at_tie[Greater];
  if (!(takes_a && a_is_better) && !(takes_b && b_is_better)) return {};
  Comparisons words = values;
  words.x = a;
  words.y = b;
  return extreme_of_two(words, maximum, a, b, width);
}

// Two such words compare as their upper bits do, or as these are less or equal, by what stands below.
FormId NormalForms::compute_less(Term t) {
  const Kind kind = graph_.kind(t);
  const FormId a = known(graph_.operands(t)[0]), b = known(graph_.operands(t)[1]);
  const int width = forms_.at(a).width, low_width = std::min(std::max(key_width(a), key_width(b)), width - 1);
  if (low_width <= 0) return compute_plain(t);
  const auto x = key_of(a, low_width), y = key_of(b, low_width);
  if (!x || !y) return compute_plain(t);
  const bool or_equal = x->low < y->low;
  const FormId less = or_equal ? forms_.operation(tagged(kind), 1, {y->high, x->high})
                               : forms_.operation(tagged(kind), 1, {x->high, y->high});
  return or_equal ? of_diagram(diagrams_.negate(diagram_of(less)), 1) : less;
}

std::optional<NormalForms::Contest> NormalForms::chosen_winner(const Comparisons& values,
                                                               const std::optional<Comparisons>& keys,
                                                               const Outcomes& condition, bool maximum,
                                                               FormId a, FormId b) const {
  auto of_a = contest_about(values.x, a, values.is_signed, maximum);
  auto of_b = contest_about(values.y, b, values.is_signed, maximum);
  if (!of_a || !of_b || of_a->candidates.size() + of_b->candidates.size() > kMostCandidates) return {};
  // A number that is the same for all of a list has no order of its own: it takes that of the keys.
  const auto take_order = [&](Contest& contest, FormId value, FormId number, FormId key) {
    if (forms_.at(number).tag != Tag::Constant || forms_.at(key).tag == Tag::Constant) return;
    auto ordered = contest_about(value, key, values.is_signed, maximum);
    if (!ordered) return;
    for (Candidate& c : ordered->candidates) c.number = forms_.at(number).aux;
    contest = std::move(*ordered);
  };
  if (keys) {
    take_order(*of_a, values.x, a, keys->x);
    take_order(*of_b, values.y, b, keys->y);
  }
  return united(std::move(*of_a), std::move(*of_b), condition, keys);
}

// condition ? a : b as the extreme of both, or as the result of a contest: of a maximum or a minimum, or of
// both, where it is not known yet what it will be used for.
std::optional<FormId> NormalForms::chosen_by_order(Diagram condition, FormId a, FormId b, int width) {
  const auto atoms = diagrams_.support(condition, kMostComparisons);
  if (!atoms) return {};
  std::vector<Comparisons> all;  // both ways iteration
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
      const bool maximum = always(Greater, true) && always(Less, false);
      if (!maximum && !(always(Less, true) && always(Greater, false))) continue;
      if (const auto extreme = extreme_of_two(values, maximum, a, b, width)) return extreme;
      if (const auto extreme = extreme_of_keys(values, *found, maximum, a, b, width)) return extreme;
      if (auto contest = chosen_winner(values, keys, *found, maximum, a, b))
        contests.push_back(std::move(*contest));
    }
  }
  if (contests.empty()) return {};
  FormId out = choose(condition, a, b, width);
  for (Contest& contest : contests) {
    drop_beaten(contest);
    out = result_of(contest, width, out);
  }
  for (const Contest& contest : contests) note(out, contest);
  return out;
}

// After another one of the same value.
void NormalForms::drop_beaten(Contest& contest) {
  std::set<FormId> seen;
  std::erase_if(contest.candidates, [&](const Candidate& c) { return !seen.insert(c.value).second; });
}

void NormalForms::note(FormId result, const Contest& contest) {
  if (contest_of(result, contest.is_signed, contest.maximum) == nullptr) contests_[result].push_back(contest);
}

// Contests that differ only in that their numbers are those of the other one plus or minus a constant, or the
// negatives of these, go by one form. `plain`: the form that the result has otherwise; the first of one
// contest stands for all.
FormId NormalForms::result_of(Contest contest, int width, FormId plain) {
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
FormId NormalForms::mapped_result(FormId from, FormId plain,
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

// How many lower bits of the word are a constant that stands there by itself; 0: none.
int NormalForms::key_width(FormId word) const {
  const Form& w = forms_.at(word);
  if (w.tag == Tag::Operation && w.aux == tagged(Kind::Concat) && w.parts.size() == 2)
    return forms_.at(w.parts[1]).tag == Tag::Constant ? forms_.at(w.parts[1]).width : 0;
  if (w.tag != Tag::Linear || w.parts.size() != 1) return 0;
  const Form& x = forms_.at(w.parts[0]);
  const bool extended =
      x.tag == Tag::Operation && (x.aux == tagged(Kind::ZExt) || x.aux == tagged(Kind::SExt));
  const int shift = std::countr_zero(w.numbers[0]);
  return extended && w.numbers[0] == 1ull << shift && forms_.at(x.parts[0]).width == w.width - shift ? shift
                                                                                                     : 0;
}

// Of a term with one operand that is no constant.
FormId NormalForms::result_with_constants(Term t, FormId plain) {
  const auto operands = graph_.operands(t);
  const Kind kind = graph_.kind(t);
  if (kind == Kind::Read || kind == Kind::Float || operands.empty()) return plain;
  std::size_t open = operands.size();
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> widths;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool is_constant = graph_.is_const(operands[i]);
    if (!is_constant && open != operands.size()) return plain;
    if (!is_constant) open = i;
    values.push_back(is_constant ? graph_.value(operands[i]) : 0);
    widths.push_back(static_cast<std::uint8_t>(graph_.width(operands[i])));
  }
  if (open == operands.size()) return plain;
  return mapped_result(known(operands[open]), plain, [&](std::uint64_t n) {
    values[open] = n;
    return fold(kind, graph_.width(t), graph_.aux(t), values, widths);
  });
}

// The upper bits of a word, and its lower ones, which are a constant.
std::optional<NormalForms::Key> NormalForms::key_of(FormId word, int low_width) {
  const Form f = forms_.at(word);
  if (f.tag == Tag::Constant)
    return Key{forms_.constant(f.width - low_width, f.aux >> low_width), f.aux & Forms::mask(low_width)};
  if (f.tag == Tag::Linear) {  // 2^low_width * x + constant
    if (f.parts.size() != 1 || f.numbers[0] != 1ull << low_width) return {};
    LinearSum high;
    forms_.add(high, truncated(f.parts[0], f.width - low_width), 1);
    high.constant += f.numbers[1] >> low_width;
    return Key{forms_.linear(high, f.width - low_width), f.numbers[1] & Forms::mask(low_width)};
  }
  if (f.tag != Tag::Operation || f.aux != tagged(Kind::Concat) || f.parts.size() != 2) return {};
  const Form low = forms_.at(f.parts[1]);
  if (low.tag != Tag::Constant || low.width != low_width) return {};
  return Key{f.parts[0], low.aux};
}

// Words that are compared as their upper bits are, and where these are the same as their lower ones.
std::optional<NormalForms::Keys> NormalForms::keys_of(FormId extreme) {
  const Form f = forms_.at(extreme);
  if (f.tag != Tag::SignedLattice && f.tag != Tag::UnsignedLattice) return {};
  for (const bool maximum : {true, false}) {
    const auto words = diagrams_.all_of(static_cast<Diagram>(f.aux), maximum);
    if (!words || words->size() > kMostCandidates) continue;
    Keys out{f.tag == Tag::SignedLattice, maximum, 0, {}};
    for (const FormId word : *words) out.low_width = std::max(out.low_width, key_width(word));
    if (out.low_width == 0) continue;
    for (const FormId word : *words) {
      const auto key = key_of(word, out.low_width);
      if (!key) return {};
      out.list.push_back(*key);
    }
    return out;
  }
  return {};
}

// The greatest word has the greatest upper bits, and of the words with these the greatest lower bits: so
// these are the result of a contest among the upper ones, in the order of the lower ones.
FormId NormalForms::lower_of_extreme(FormId extreme, int width, FormId plain) {
  const auto keys = keys_of(extreme);
  if (!keys || width > keys->low_width) return plain;
  std::vector<Key> list = keys->list;
  std::stable_sort(list.begin(), list.end(),
                   [&](const Key& a, const Key& b) { return keys->maximum ? b.low < a.low : a.low < b.low; });
  Contest contest{keys->is_signed, keys->maximum, {}};
  for (const Key& k : list) contest.candidates.push_back({k.high, k.low & Forms::mask(width)});
  make_signed(contest);
  return result_of(std::move(contest), width, plain);
}

FormId NormalForms::upper_of_extreme(FormId extreme, int low_width, FormId plain) {
  const auto keys = keys_of(extreme);
  if (!keys || low_width != keys->low_width) return plain;
  const Tag tag = lattice_of(keys->is_signed);
  Diagram all = keys->maximum ? DecisionDiagrams::kFalse : DecisionDiagrams::kTrue;
  for (const Key& k : keys->list) {
    const Diagram one = order_leaf(k.high, tag);
    all = keys->maximum ? diagrams_.disj(all, one) : diagrams_.conj(all, one);
  }
  return of_order(all, tag, forms_.at(plain).width);
}

// Unsigned numbers that are signed ones plus 2^(width - 1) compare as these.
void NormalForms::make_signed(Contest& contest) {
  if (contest.is_signed) return;
  std::vector<Candidate> moved = contest.candidates;
  for (Candidate& c : moved) {
    const Form f = forms_.at(c.value);
    const std::uint64_t top = top_bit(f.width);
    const bool has_top = f.tag == Tag::Constant || (f.tag == Tag::Linear && f.numbers.back() == top);
    if (!has_top) return;
    LinearSum sum;
    forms_.add(sum, c.value, 1);
    sum.constant += top;
    c.value = forms_.linear(sum, f.width);
  }
  contest.is_signed = true;
  contest.candidates = std::move(moved);
}

// The first of these conditions that holds tells the number; with none, another one. Where the conditions are
// that a value is the extreme one of all of these values, one of them holds.
FormId NormalForms::first_extreme(const std::vector<std::pair<FormId, std::uint64_t>>& conditions, int width,
                                  FormId plain) {
  const auto all = extreme_in(conditions.front().first);
  if (!all) return plain;
  std::map<FormId, FormId> value_of;  // by the condition that it is the extreme
  for (const FormId v : all->second.values) value_of.emplace(equality(v, all->first), v);
  Contest contest{all->second.is_signed, all->second.maximum, {}};
  std::set<FormId> met;
  for (const auto& [condition, number] : conditions) {
    const auto value = value_of.find(condition);
    if (value == value_of.end()) break;
    contest.candidates.push_back({value->second, number & Forms::mask(width)});
    met.insert(value->second);
    if (met.size() == all->second.values.size()) return result_of(std::move(contest), width, plain);
  }
  return plain;
}

// The maximum or minimum that the condition says something to be equal to.
std::optional<std::pair<FormId, NormalForms::Extreme>> NormalForms::extreme_in(FormId condition) const {
  const Form& f = forms_.at(condition);
  if (f.tag != Tag::Operation || f.aux != tagged(Kind::Eq)) return {};
  for (const FormId part : forms_.at(f.parts[0]).parts) {
    if (const auto known = extremes_.find(part); known != extremes_.end()) return *known;
  }
  return {};
}

// The least of numbers that are n where a condition holds, and where it does not one that is greater than all
// of these: the first n, in ascending order, whose condition holds. Likewise the greatest.
FormId NormalForms::extreme_of_indicators(const Extreme& all, int width, FormId plain) {
  std::vector<std::pair<FormId, std::uint64_t>> conditions;
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
  return first_extreme(conditions, width, plain);
}

}  // namespace warpproof::equivalence
