#include "checker/equivalence/number_uses.h"

#include <algorithm>

#include "checker/equivalence/float_words.h"

namespace warpproof::equivalence {

namespace {

int number_in(FloatFormat f) { return static_cast<int>(f) + 1; }

std::optional<FloatFormat> made_by(const TermGraph& g, Term t) {
  return g.kind(t) == Kind::Float ? made_format(FloatOp::unpack(g.aux(t))) : std::nullopt;
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

Term NumberUses::leaf(Term t) const {
  return g.kind(t) == Kind::Var || g.kind(t) == Kind::Read ? words_.stand_in(t) : t;
}

bool NumberUses::note_place(Term t, int as) {
  const auto place = words_.place_of(t);
  if (!place) return false;
  if (as == kBits) bits_.insert(*place);
  if (as != kBits) number(*place, static_cast<FloatFormat>(as - 1));
  if (g.kind(t) == Kind::Read) look(g.operands(t)[0], kBits);
  return true;
}

// What a word is moved or chosen from, and the formats of what is computed for it. A part of a word is a number
// where it is as wide as one; of a narrower one the bits are used.
NumberUses::Contents NumberUses::content(Term root) {
  struct Part {
    Term of;
    int width;
    bool is_float;  // as far as the graph tells, what it is chosen for
  };
  Contents out;
  std::set<std::pair<std::uint32_t, int>> met;
  std::vector<Part> open{{root, g.width(root), false}};
  while (!open.empty()) {
    const auto [met_term, width, is_chosen_for_float] = open.back();
    open.pop_back();
    const Term t = leaf(met_term);
    if (!met.insert({t.id, width}).second) continue;
    const auto operands = g.operands(t);
    const Kind kind = g.kind(t);
    const bool is_float = is_chosen_for_float || words_.is_float(met_term);
    const bool part = kind == Kind::Extract && g.aux(t) % 8 == 0 && g.width(t) % 8 == 0;
    if (const auto place = words_.place_of(t)) {
      out.places.push_back(*place);
      const auto [known, fresh] = narrowest_part_.try_emplace(*place, width);
      if (!fresh) known->second = std::min(known->second, width);
      if (kind == Kind::Read) look(operands[0], kBits);
    } else if (kind == Kind::Ite) {
      look(operands[0], kBits);
      for (const Term x : operands.subspan(1)) open.push_back({x, width, is_float});
    } else if (const auto narrow = is_float ? widened_bfloat(g, t) : std::nullopt; narrow && width == 32) {
      out.formats.insert(FloatFormat::F32);
      look(*narrow, number_in(FloatFormat::BF16));
    } else if (kind == Kind::Concat || part) {
      for (const Term x : operands) open.push_back({x, std::min(width, part ? g.width(t) : g.width(x)), false});
    } else if (const auto made = made_by(g, t)) {
      if (format_width(*made) > width) {
        look(t, kBits);
        continue;
      }
      out.formats.insert(*made);
      look(t, number_in(*made));
    } else if (const auto x = is_float ? with_other_sign(g, t) : std::nullopt) {
      open.push_back({*x, width, true});
    } else if (is_float && kind == Kind::ZExt && g.width(operands[0]) == g.width(t) - 1) {
      open.push_back({operands[0], width, true});  // a magnitude that is chosen
    } else if (const auto whole = is_float ? whole_of_magnitude(g, t) : std::nullopt) {
      open.push_back({*whole, width, true});
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
    const auto [met_term, as_now] = open.back();
    open.pop_back();
    const Term t = leaf(met_term);
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
      const auto test = compared_with_infinity(g, t);
      bool is_test = false;
      for (const FloatFormat f : {FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64}) {
        FloatOp op;
        op.operand = f;
        if (!test || format_width(f) != g.width(test->x) || op.infinity_bits() != test->infinity) continue;
        open.push_back({test->x, number_in(f)});
        is_test = true;
      }
      if (!is_test) all(kBits);
    } else if (g.kind(t) == Kind::Ite) {
      open.push_back({operands[0], kBits});
      open.push_back({operands[1], as_now});
      open.push_back({operands[2], as_now});
    } else if (const auto x = with_other_sign(g, t)) {
      open.push_back({*x, as_now});  // it is used as a number
    } else if (const auto narrow = widened_bfloat(g, t); narrow && as_now == number_in(FloatFormat::F32)) {
      open.push_back({*narrow, number_in(FloatFormat::BF16)});
    } else if (g.kind(t) == Kind::Extract && words_.place_of(leaf(operands[0]))) {
      note_place(leaf(operands[0]), as_now);
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
  for (const auto& [p, width] : narrowest_part_) {
    const auto formats = formats_.find(root(p));
    if (formats == formats_.end()) continue;
    for (const FloatFormat f : formats->second) {
      if (format_width(f) > width) return true;
    }
  }
  return false;
}

}  // namespace warpproof::equivalence
