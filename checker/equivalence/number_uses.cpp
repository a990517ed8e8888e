#include "checker/equivalence/number_uses.h"

#include "checker/equivalence/float_words.h"

namespace warpproof::equivalence {

namespace {

int number_in(FloatFormat f) { return static_cast<int>(f) + 1; }

std::optional<FloatFormat> made_by(const TermGraph& g, Term t) {
  return g.kind(t) == Kind::Float ? made_format(FloatOp::unpack(g.aux(t))) : std::nullopt;
}

// x of -x, |x| and -|x|.
std::optional<Term> with_other_sign(const TermGraph& g, Term t) {
  if (is_negation(g, t)) return g.operands(t)[0];
  const auto x = magnitude_of(g, t);
  return x ? x : negative_magnitude_of(g, t);
}

}  // namespace

NumberUses::Place NumberUses::root(Place p) const {
  for (auto it = parent_.find(p); it != parent_.end(); it = parent_.find(p)) p = it->second;
  return p;
}

void NumberUses::unite(Place a, Place b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  parent_[a] = b;
  const auto of_a = formats_.find(a);
  if (of_a == formats_.end()) return;
  const std::set<FloatFormat> moved = std::move(of_a->second);
  formats_.erase(of_a);
  formats_[b].insert(moved.begin(), moved.end());
}

void NumberUses::join(const Contents& a, const Contents& b) {
  if (a.places.empty()) return;
  const Place one = a.places.front();
  for (const Contents* c : {&a, &b}) {
    for (const Place p : c->places) unite(p, one);
    for (const FloatFormat f : c->formats) number(one, f);
  }
}

void NumberUses::flow(Term to, Term value) { join(content(to), content(value)); }
void NumberUses::flow(Place to, Term value) { join({{to}, {}}, content(value)); }

bool NumberUses::note_place(Term t, int as) {
  const auto place = place_of_(t);
  if (!place) return false;
  if (as == kBits) bits_.insert(*place);
  if (as != kBits) number(*place, static_cast<FloatFormat>(as - 1));
  if (g.kind(t) == Kind::Read) look(g.operands(t)[0], kBits);
  return true;
}

// What a word is moved or chosen from, and the formats of what is computed for it.
NumberUses::Contents NumberUses::content(Term root) {
  Contents out;
  std::unordered_set<std::uint32_t> met;
  std::vector<Term> open{root};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (!met.insert(t.id).second) continue;
    const auto operands = g.operands(t);
    const Kind kind = g.kind(t);
    const bool part = kind == Kind::Extract && g.aux(t) % 8 == 0 && g.width(t) % 8 == 0;
    if (const auto place = place_of_(t)) {
      out.places.push_back(*place);
      if (kind == Kind::Read) look(operands[0], kBits);
    } else if (kind == Kind::Ite) {
      look(operands[0], kBits);
      open.insert(open.end(), operands.begin() + 1, operands.end());
    } else if (kind == Kind::Concat || part) {
      open.insert(open.end(), operands.begin(), operands.end());
    } else if (const auto made = made_by(g, t)) {
      out.formats.insert(*made);
      look(t, number_in(*made));
    } else if (const auto x = with_other_sign(g, t)) {
      open.push_back(*x);
    } else {
      look(t, kBits);
    }
  }
  return out;
}

// The term, as bits or as a number of a format. What is rounded has bits that depend on those of its operands.
void NumberUses::look(Term root, int as) {
  struct Use {
    Term term;
    int as;
  };
  std::vector<Use> open{{root, as}};
  while (!open.empty()) {
    const auto [t, as_now] = open.back();
    open.pop_back();
    if (!seen_.insert(static_cast<std::uint64_t>(t.id) << 4 | static_cast<unsigned>(as_now)).second) continue;
    if (g.is_const(t) || note_place(t, as_now)) continue;
    const auto operands = g.operands(t);
    const auto all = [&](int use) {
      for (const Term x : operands) open.push_back({x, use});
    };
    const bool number = as_now != kBits;
    const auto made = made_by(g, t);
    if (g.kind(t) == Kind::Float && (!number || (made && number_in(*made) == as_now))) {
      const FloatFormat format = FloatOp::unpack(g.aux(t)).operand;
      if (is_float_format(format)) all(number_in(format));
      if (!is_float_format(format) || (!number && made)) all(kBits);
      continue;
    }
    if (!number) {
      std::uint64_t infinity = 0;
      const auto x = compared_with_infinity(g, t, infinity);
      bool is_test = false;
      for (const FloatFormat f : {FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64}) {
        FloatOp op;
        op.operand = f;
        if (!x || format_width(f) != g.width(*x) || op.infinity_bits() != infinity) continue;
        open.push_back({*x, number_in(f)});
        is_test = true;
      }
      if (!is_test) all(kBits);
    } else if (g.kind(t) == Kind::Ite) {
      open.push_back({operands[0], kBits});
      open.push_back({operands[1], as_now});
      open.push_back({operands[2], as_now});
    } else if (const auto x = with_other_sign(g, t)) {
      open.push_back({*x, as_now});
    } else if (g.kind(t) == Kind::Extract && place_of_(operands[0])) {
      note_place(operands[0], as_now);
    } else {
      open.push_back({t, kBits});
    }
  }
}

bool NumberUses::mixed() const {
  for (const auto& [place, formats] : formats_) {
    if (root(place) == place && formats.size() > 1) return true;
  }
  for (const Place p : bits_) {
    const auto formats = formats_.find(root(p));
    if (formats != formats_.end() && !formats->second.empty()) return true;
  }
  return false;
}

}  // namespace warpproof::equivalence
