#include "checker/equivalence/extremes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checker/equivalence/normal_form.h"
#include "checker/report/add_once.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostValues = 64, kMostTerms = 20'000;
constexpr int kPasses = 2;  // compares that rewriting made are looked at again

// Which order the values are in, and which end of it counts.
struct Direction {
  bool is_signed, greatest;
  Kind extreme() const {
    return is_signed ? (greatest ? Kind::SMax : Kind::SMin) : (greatest ? Kind::UMax : Kind::UMin);
  }
  Kind less() const { return is_signed ? Kind::Slt : Kind::Ult; }
};

bool compares(Kind kind) {
  return kind == Kind::Slt || kind == Kind::Ult || kind == Kind::Eq || kind == Kind::Ite ||
         (kind >= Kind::UMin && kind <= Kind::SMax);
}

class Cases {
 public:
  Cases(TermGraph& graph, Term a, Term b, Direction direction)
      : g(graph), a_(a), b_(b), direction_(direction) {
    const Term roots[] = {a, b};
    order_ = topological_order(graph, roots);
    if (order_.size() <= kMostTerms) find_values();
  }

  bool equal() {
    if (values_.size() < 2 || values_.size() > kMostValues) return false;
    std::sort(values_.begin(), values_.end(), [this](Term x, Term y) { return place(x) < place(y); });
    for (int turn = 0; turn < 2; ++turn, std::reverse(values_.begin(), values_.end())) {
      std::size_t k = 0;
      while (k < values_.size() && equal_if_first(k)) ++k;
      if (k == values_.size()) return true;
    }
    return false;
  }

 private:
  // A word whose high bits are a value and whose low bits are constant.
  struct Packed {
    Term value;
    std::uint64_t low = 0;
  };

  void find_values() {
    std::unordered_map<std::uint32_t, bool> plain;  // no compare below
    for (const Term t : order_) {
      const auto operands = g.operands(t);
      plain[t.id] = !compares(g.kind(t)) &&
                    std::all_of(operands.begin(), operands.end(), [&](Term x) { return plain.at(x.id); });
      const bool extreme = is_extreme(t);
      if (!extreme && g.kind(t) != direction_.less()) continue;
      for (const Term x : operands) {
        if (!plain.at(x.id) || g.is_const(x)) continue;
        const auto packed = extreme ? packed_value(t, x) : packed_value(x, false);
        report::add_once(values_, packed ? packed->value : x);
      }
    }
    std::map<int, int> widths;
    for (const Term v : values_) ++widths[g.width(v)];
    const auto usual = std::max_element(widths.begin(), widths.end(),
                                        [](const auto& x, const auto& y) { return x.second < y.second; });
    std::erase_if(values_, [&](Term v) { return g.width(v) != usual->first; });
  }

  // Numbers with a sign are packed with its bit turned over, to be compared without.
  bool is_extreme(Term t) const {
    const Kind turned = direction_.greatest ? Kind::UMax : Kind::UMin;
    if (g.kind(t) == direction_.extreme()) return true;
    const auto operands = g.operands(t);
    return g.kind(t) == turned && direction_.is_signed && packed_value(t, operands[0]).has_value();
  }

  // A value above constant bits, as a concatenation or a sum.
  std::optional<Packed> above_constant(Term word) const {
    const auto parts = g.operands(word);
    if (g.kind(word) == Kind::Concat && parts.size() == 2 && g.is_const(parts[1]))
      return Packed{parts[0], g.value(parts[1])};
    const bool sum = g.kind(word) == Kind::Add && parts.size() == 2 && g.is_const(parts[1]);
    const Term scaled = sum ? parts[0] : word;
    if (g.kind(scaled) != Kind::Mul || g.operands(scaled).size() != 2) return {};
    const Term wide = g.operands(scaled)[0], factor = g.operands(scaled)[1];
    if (!g.is_const(factor) || g.kind(wide) != Kind::ZExt) return {};
    const Term value = g.operands(wide)[0];
    const int shift = g.width(word) - g.width(value);
    const std::uint64_t low = sum ? g.value(parts[1]) : 0;
    if (g.value(factor) != 1ull << shift || low >= 1ull << shift) return {};
    return Packed{value, low};
  }

  std::optional<Packed> packed_value(Term extreme, Term word) const {
    return packed_value(word, g.kind(extreme) != direction_.extreme());
  }
  std::optional<Packed> packed_value(Term word, bool turned) const {
    const std::uint64_t top = 1ull << (g.width(word) - 1);
    if (turned && g.kind(word) == Kind::Xor && g.operands(word).size() == 2 &&
        g.is_const(g.operands(word)[1]) && g.value(g.operands(word)[1]) == top)
      return above_constant(g.operands(word)[0]);
    auto out = above_constant(word);
    if (!out || !turned) return out;
    const auto parts = g.operands(out->value);
    const std::uint64_t sign = 1ull << (g.width(out->value) - 1);
    if (g.kind(out->value) != Kind::Xor || parts.size() != 2 || !g.is_const(parts[1]) ||
        g.value(parts[1]) != sign)
      return {};
    out->value = parts[0];
    return out;
  }

  // Values are tried in the order in which they stand in memory, or were brought.
  std::tuple<std::uint64_t, std::uint64_t> place(Term v) {
    if (g.kind(v) != Kind::Read) return {0, v.id};
    return {1, g.split_constant(g.operands(v)[0]).second};
  }

  std::optional<std::size_t> position(Term v) const {
    const auto found = std::find(values_.begin(), values_.end(), v);
    if (found == values_.end()) return {};
    return static_cast<std::size_t>(found - values_.begin());
  }

  // What a term is beside value k: that, or one of the others, whichever.
  enum class Beside { Itself, Beyond, NotBeyond, Unknown };
  Beside beside(Term t, std::size_t k) const {
    if (t == values_[k]) return Beside::Itself;
    bool beyond = true;
    std::vector<Term> open{t};
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open.size() > 4 * kMostValues) return Beside::Unknown;
      const Term x = open[i];
      const auto operands = g.operands(x);
      if (const auto at = position(x)) {
        if (*at == k) return Beside::Unknown;
        beyond = beyond && *at < k;
      } else if (g.kind(x) == direction_.extreme()) {
        open.insert(open.end(), operands.begin(), operands.end());
      } else if (g.kind(x) == Kind::Ite) {
        open.insert(open.end(), operands.begin() + 1, operands.end());
      } else {
        return Beside::Unknown;
      }
    }
    return beyond ? Beside::Beyond : Beside::NotBeyond;
  }

  // Value k is among them, and all of them are values.
  bool is_extreme_of_all(Term t, std::size_t k) const {
    bool own = false;
    for (const Term x : g.operands(t)) {
      const Beside b = beside(x, k);
      if (b == Beside::Unknown) return false;
      own = own || b == Beside::Itself;
    }
    return own;
  }

  // The words among which an extreme of packed words chooses; nothing where one is no such word. The first
  // are its operands, those behind `sure` may be missing.
  std::optional<std::vector<Packed>> words_of(Term t, std::size_t& sure) const {
    std::vector<Term> open(g.operands(t).begin(), g.operands(t).end()), chosen;
    std::vector<Packed> out;
    for (const bool direct : {true, false}) {
      for (std::size_t i = 0; i < open.size() && out.size() <= kMostValues; ++i) {
        const auto packed = packed_value(t, open[i]);
        if (packed && position(packed->value)) {
          out.push_back(*packed);
        } else if (g.kind(open[i]) == Kind::Ite) {
          auto& to = direct ? chosen : open;
          to.insert(to.end(), g.operands(open[i]).begin() + 1, g.operands(open[i]).end());
        } else {
          return {};
        }
      }
      if (direct) sure = out.size();
      open = chosen;
    }
    return out;
  }

  // The greatest of packed words is that of value k, where those that may be equal have smaller low bits.
  std::optional<Term> greatest_word(Term t, std::size_t k) {
    std::size_t sure = 0;
    const auto words = words_of(t, sure);
    if (!words) return {};
    const auto own =
        std::find_if(words->begin(), words->end(), [&](const Packed& w) { return w.value == values_[k]; });
    if (static_cast<std::size_t>(own - words->begin()) >= sure) return {};
    for (const Packed& word : *words) {
      const bool may_tie = *position(word.value) >= k;
      if (may_tie && (direction_.greatest ? word.low > own->low : word.low < own->low)) return {};
    }
    const std::uint64_t low = own->low;
    const int width = g.width(values_[k]);
    const bool turned = g.kind(t) != direction_.extreme();
    const Term sign = g.constant(width, turned ? 1ull << (width - 1) : 0);
    const Term parts[] = {g.bit_xor(values_[k], sign), g.constant(g.width(t) - width, low)};
    return g.concat(parts);
  }

  // A compare of packed words as one of their values.
  Term by_values(Term t) {
    const Kind kind = g.kind(t);
    const bool turned = kind == Kind::Ult && direction_.is_signed;
    if (kind != direction_.less() && !turned) return t;
    const auto x = packed_value(g.operands(t)[0], turned), y = packed_value(g.operands(t)[1], turned);
    if (!x || !y || g.width(x->value) != g.width(y->value)) return t;
    const auto less = [&](Term a, Term b) { return direction_.is_signed ? g.slt(a, b) : g.ult(a, b); };
    return x->low < y->low ? g.lnot(less(y->value, x->value)) : less(x->value, y->value);
  }

  // What t is if value k is the first of the extremes; nothing: what it is anyway.
  std::optional<Term> known(Term t, std::size_t k) {
    if (const Term compare = by_values(t); compare != t) {
      const bool negated = g.kind(compare) == Kind::Not;
      const Term plain = negated ? g.operands(compare)[0] : compare;
      const Term now = known_plainly(plain, k).value_or(plain);
      return negated ? g.lnot(now) : now;
    }
    return known_plainly(t, k);
  }

  std::optional<Term> known_plainly(Term t, std::size_t k) {
    const Kind kind = g.kind(t);
    if (kind == Kind::Ite) {  // one of two values, where only equal ones are chosen between
      const Term x = g.operands(t)[1], y = g.operands(t)[2];
      const auto parts = g.conjuncts(g.operands(t)[0]);
      const bool same = std::find(parts.begin(), parts.end(), g.eq(x, y)) != parts.end();
      return same ? std::optional(y) : std::nullopt;
    }
    if (is_extreme(t)) {
      if (kind == direction_.extreme() && is_extreme_of_all(t, k)) return values_[k];
      return greatest_word(t, k);
    }
    if (kind != direction_.less() && kind != Kind::Eq) return {};
    const Beside left = beside(g.operands(t)[0], k), right = beside(g.operands(t)[1], k);
    const bool one = (left == Beside::Itself) != (right == Beside::Itself);
    if (!one) return {};
    const Beside other = left == Beside::Itself ? right : left;
    if (other == Beside::Unknown) return {};
    if (kind == Kind::Eq) return other == Beside::Beyond ? std::optional(g.truth(false)) : std::nullopt;
    // value k < other is false for the greatest, other < value k for the least.
    const bool own_first = left == Beside::Itself;
    if (own_first == direction_.greatest) return g.truth(false);
    return other == Beside::Beyond ? std::optional(g.truth(true)) : std::nullopt;
  }

  // From below, so that what is known of parts decides the whole.
  std::pair<Term, Term> if_first(std::size_t k, Term a, Term b) {
    const Term roots[] = {a, b};
    std::unordered_map<std::uint32_t, Term> now;
    for (const Term t : topological_order(g, roots)) {
      std::vector<Term> operands;
      for (const Term x : g.operands(t)) operands.push_back(now.at(x.id));
      const bool same = std::equal(operands.begin(), operands.end(), g.operands(t).begin());
      const Term built = same ? t : rebuild(g, t, operands);
      now[t.id] = known(built, k).value_or(built);
    }
    return {now.at(a.id), now.at(b.id)};
  }

  bool equal_if_first(std::size_t k) {
    std::pair<Term, Term> now{a_, b_};
    for (int pass = 0; pass < kPasses && now.first != now.second; ++pass)
      now = if_first(k, now.first, now.second);
    if (now.first == now.second) return true;
    NormalForms forms(g, FloatMeaning::Exact);
    return forms(now.first) == forms(now.second);
  }

  TermGraph& g;
  const Term a_, b_;
  const Direction direction_;
  std::vector<Term> order_, values_;
};

}  // namespace

bool equal_by_extremes(TermGraph& graph, Term a, Term b) {
  for (const bool is_signed : {true, false}) {
    for (const bool greatest : {true, false}) {
      if (Cases(graph, a, b, {is_signed, greatest}).equal()) return true;
    }
  }
  return false;
}

}  // namespace warpproof::equivalence
