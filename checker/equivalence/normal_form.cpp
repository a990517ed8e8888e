#include "checker/equivalence/normal_form.h"

#include <algorithm>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/region.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kDiagramNodes = 400'000;  // that one region may add

std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) { return static_cast<std::uint64_t>(kind) | aux << 8; }

}  // namespace

NormalForms::Region NormalForms::region_of(Term t) const {
  const int width = graph_.width(t);
  switch (graph_.kind(t)) {
    case Kind::Add:
      return Region::Linear;
    case Kind::Mul:
      return inside(Region::Linear, t, t) ? Region::Linear : Region::Product;
    case Kind::Not:
      return width == 1 ? Region::Bits : Region::Linear;
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
      return Region::Bits;
    case Kind::Ite:
      return width == 1 ? Region::Bits : Region::None;
    case Kind::UMin:
    case Kind::UMax:
      return Region::UnsignedOrder;
    case Kind::SMin:
    case Kind::SMax:
      return Region::SignedOrder;
    case Kind::Float:
      break;
    default:
      return Region::None;
  }
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  if (op.saturate) return Region::None;
  return op.code == FloatCode::Min || op.code == FloatCode::Max ? Region::FloatOrder : Region::None;
}

// Does `t` belong to the region that starts at `root`, rather than being a leaf of it?
bool NormalForms::inside(Region region, Term root, Term t) const {
  const Kind kind = graph_.kind(t);
  if (graph_.width(t) != graph_.width(root)) return false;
  const auto two_with_constant = [&] {
    return graph_.operands(t).size() == 2 && graph_.is_const(graph_.operands(t)[1]);
  };
  switch (region) {
    case Region::Linear:
      return kind == Kind::Add || (kind == Kind::Not && graph_.width(t) > 1) ||
             (kind == Kind::Mul && two_with_constant());
    case Region::Bits:
      return kind == Kind::And || kind == Kind::Or || kind == Kind::Xor || kind == Kind::Not ||
             (kind == Kind::Ite && graph_.width(t) == 1);
    case Region::UnsignedOrder:
      return kind == Kind::UMin || kind == Kind::UMax;
    case Region::SignedOrder:
      return kind == Kind::SMin || kind == Kind::SMax;
    case Region::Product:
      return kind == Kind::Mul;
    case Region::FloatOrder:
      return kind == Kind::Float && graph_.aux(t) == graph_.aux(root);
    case Region::None:
      break;
  }
  return false;
}

// The nodes of a region, operands before users, the root last; its leaves once each.
std::vector<Term> NormalForms::interior(Region region, Term root, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, const auto& visit) {
    const auto all = graph_.operands(t);
    for (std::size_t i = all.size(); i-- > 0;) visit(all[i], inside(region, root, all[i]));
  };
  return collect_region(root, operands, leaves);
}

// What must have a form before that can get one.
std::vector<NormalForms::Look> NormalForms::dependencies(Look l) {
  if (l.side != kBits) return dependencies_of_number(l.term, static_cast<FloatFormat>(l.side - 1));
  const Term t = l.term;
  std::vector<Look> out;
  const auto add = [&](std::span<const Term> terms, int side = kBits) {
    for (const Term x : terms) out.push_back({x, side});
  };
  const auto operands = graph_.operands(t);
  if (floats_ == FloatMeaning::Real) {
    if (outcome_of_nan_test(t)) return out;
    if (graph_.kind(t) == Kind::Float && !made_format(FloatOp::unpack(graph_.aux(t)))) {
      add(operands, number_in(FloatOp::unpack(graph_.aux(t)).operand));
      return out;
    }
  }
  if (const Region region = region_of(t); region != Region::None) {
    std::vector<Term> leaves;
    interior(region, t, &leaves);
    add(leaves);
  } else if (graph_.kind(t) == Kind::Popc) {
    add(parts_of(operands[0]));
  } else if (is_wide_popcount(t)) {
    add(parts_of(graph_.operands(operands[0])[0]));
  } else {
    if (const auto first = graph_.kind(t) == Kind::Clz ? graph_.first_set(t) : std::nullopt) add(first->bits);
    add(operands);
  }
  return out;
}

FormId NormalForms::form(Look root) {
  look_for_floats();
  std::vector<Look> stack{root};
  while (!stack.empty()) {
    const Look l = stack.back();
    if (done_.contains(key(l))) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Look x : dependencies(l)) {
      if (!done_.contains(key(x))) stack.push_back(x);
    }
    if (stack.size() > before) continue;
    const FormId form = compute(l);
    done_[key(l)] = form;
    stack.pop_back();
  }
  return done_.at(key(root));
}

FormId NormalForms::compute(Look l) {
  const Term t = l.term;
  const auto format = static_cast<FloatFormat>(l.side - 1);
  const auto leaf = [&](int width) { return forms_.intern({Tag::Leaf, width, t.id, {}, {}, {}}); };
  try {
    return l.side == kBits ? compute_plainly(t) : number(t, format);
  } catch (const FormLimit&) {  // equal to itself only
    if (l.side == kBits) return leaf(graph_.width(t));
    return of_atom(forms_.intern({Tag::RealValue, 0, static_cast<std::uint64_t>(format), {leaf(0)}, {}, {}}));
  }
}

FormId NormalForms::compute_plainly(Term t) {
  const int width = graph_.width(t);
  if (floats_ == FloatMeaning::Real) {
    if (const auto outcome = outcome_of_nan_test(t)) return forms_.constant(1, *outcome ? 1 : 0);
  }
  switch (const Region region = region_of(t); region) {
    case Region::Linear:
      return compute_linear(t);
    case Region::Product:
      return compute_product(t);
    case Region::Bits:
      return compute_bits(t);
    case Region::UnsignedOrder:
    case Region::SignedOrder:
      return compute_order(t, region);
    case Region::FloatOrder:
      return flat(t, region, graph_.aux(t));
    case Region::None:
      break;
  }
  switch (graph_.kind(t)) {
    case Kind::Const:
      return forms_.constant(width, graph_.value(t));
    case Kind::Ite:
      return compute_choice(t);
    case Kind::Extract:
      return compute_extract(t);
    case Kind::Concat:
      return compute_concat(t);
    case Kind::ZExt:
    case Kind::SExt:
      return compute_extension(t);
    case Kind::Popc:
      return popcount(graph_.operands(t)[0], width);
    case Kind::Eq:
      return compute_equality(t);
    case Kind::Ult:
    case Kind::Slt:
      return compute_less(t);
    case Kind::Clz:
      return compute_first_set(t);
    case Kind::URem:
    case Kind::SRem:
      return compute_remainder(t);
    case Kind::Float: {
      const FloatOp op = FloatOp::unpack(graph_.aux(t));
      const bool of_numbers = floats_ == FloatMeaning::Real && !made_format(op);
      return of_numbers ? compute_of_numbers(t, op) : compute_exact_float(t, op);
    }
    default:
      return compute_plain(t);
  }
}

// a - a / b * b, for b = 0 too, of which the remainder is a.
FormId NormalForms::compute_remainder(Term t) {
  const int width = graph_.width(t);
  const FormId a = known(graph_.operands(t)[0]), b = known(graph_.operands(t)[1]);
  const Kind division = graph_.kind(t) == Kind::URem ? Kind::UDiv : Kind::SDiv;
  const FormId quotient = forms_.operation(tagged(division, 0), width, {a, b});
  LinearSum sum;
  forms_.add(sum, a, 1);
  forms_.add(sum, multiply(quotient, b, width), ~0ull);
  return forms_.linear(sum, width);
}

FormId NormalForms::compute_plain(Term t) {
  const Kind kind = graph_.kind(t);
  const int width = graph_.width(t);
  if (kind == Kind::Var) return forms_.intern({Tag::Leaf, width, t.id, {}, {}, {}});
  std::vector<FormId> parts;
  for (const Term x : graph_.operands(t)) parts.push_back(known(x));
  if (kind == Kind::MulHiU || kind == Kind::MulHiS) std::sort(parts.begin(), parts.end());
  return result_with_constants(t, forms_.operation(tagged(kind, graph_.aux(t)), width, std::move(parts)));
}

FormId NormalForms::compute_linear(Term root) {
  const std::vector<Term> order = interior(Region::Linear, root, nullptr);
  std::unordered_map<std::uint32_t, std::uint64_t> coefficients{{root.id, 1}};
  LinearSum sum;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Kind kind = graph_.kind(*it);
    std::uint64_t coefficient = coefficients.at(it->id);
    auto operands = graph_.operands(*it);
    if (kind == Kind::Mul) {
      coefficient *= graph_.value(operands[1]);
      operands = operands.first(1);
    } else if (kind == Kind::Not) {  // -1 - x
      sum.constant -= coefficient;
      coefficient = 0 - coefficient;
    }
    for (const Term x : operands) {
      if (inside(Region::Linear, root, x)) {
        coefficients[x.id] += coefficient;
      } else {
        forms_.add(sum, known(x), coefficient);
      }
    }
  }
  const FormId plain = forms_.linear(sum, graph_.width(root));
  const auto one = affine(root);
  if (!one) return plain;
  return mapped_result(known(one->x), plain,
                       [&](std::uint64_t n) { return n * one->factor + one->constant; });
}

// factor * x + constant, of which the factor is no sum itself.
std::optional<NormalForms::Affine> NormalForms::affine(Term t) const {
  Affine out{t, 1, 0};
  if (graph_.kind(out.x) == Kind::Add) {
    const auto parts = graph_.operands(out.x);
    if (parts.size() != 2 || !graph_.is_const(parts[1])) return {};
    out = {parts[0], 1, graph_.value(parts[1])};
  }
  if (graph_.kind(out.x) == Kind::Not) {  // -1 - x
    out.factor = ~0ull;
    out.constant -= 1;
    out.x = graph_.operands(out.x)[0];
  }
  if (graph_.kind(out.x) == Kind::Mul) {
    const auto parts = graph_.operands(out.x);
    if (parts.size() != 2 || !graph_.is_const(parts[1])) return {};
    out.factor *= graph_.value(parts[1]);
    out.x = parts[0];
  }
  if (inside(Region::Linear, t, out.x)) return {};
  return out;
}

NormalForms::Diagram NormalForms::diagram_of(FormId id) {
  const Form& f = forms_.at(id);
  const std::uint64_t ones = Forms::mask(f.width);
  switch (f.tag) {
    case Tag::Constant: {
      if (f.aux == 0) return DecisionDiagrams::kFalse;
      if (f.aux == ones) return DecisionDiagrams::kTrue;
      if ((f.aux & 1) == 0) return diagrams_.variable(id);
      const FormId complement = forms_.constant(f.width, ~f.aux);
      return diagrams_.negate(diagrams_.variable(complement));
    }
    case Tag::Boolean:
      return static_cast<Diagram>(f.aux);
    case Tag::Linear:
      if (f.parts.size() == 1 && f.numbers[0] == ones && f.numbers[1] == ones) {  // -1 - x
        return diagrams_.negate(diagram_of(f.parts[0]));
      }
      break;
    default:
      break;
  }
  return diagrams_.variable(id);
}

// Words are kept with the value 0 where all atoms are 0, their complements as -1 - x, so that sums see them.
FormId NormalForms::of_diagram(Diagram d, int width) {
  if (d <= DecisionDiagrams::kTrue) return forms_.constant(width, d == DecisionDiagrams::kTrue ? ~0ull : 0);
  std::uint32_t atom = 0;
  if (diagrams_.is_variable(d, atom)) return atom;
  const auto form = [&](Diagram x) { return forms_.intern({Tag::Boolean, width, x, {}, {}, {}}); };
  if (width == 1 || !diagrams_.at_zero(d)) return form(d);
  const Diagram complement = diagrams_.negate(d);
  LinearSum sum;
  sum.constant = ~0ull;
  sum.parts[diagrams_.is_variable(complement, atom) ? atom : form(complement)] = ~0ull;
  return forms_.linear(sum, width);
}

// x of x ^ 2^(width - 1), if that is no combination of bits itself.
std::optional<Term> NormalForms::with_top_turned(Term t) const {
  const auto operands = graph_.operands(t);
  const int width = graph_.width(t);
  if (graph_.kind(t) != Kind::Xor || width == 1 || operands.size() != 2 || !graph_.is_const(operands[1]))
    return {};
  if (graph_.value(operands[1]) != 1ull << (width - 1) || inside(Region::Bits, t, operands[0])) return {};
  return operands[0];
}

FormId NormalForms::compute_bits(Term root) {
  if (const auto x = with_top_turned(root)) {  // the same as adding it
    LinearSum sum;
    forms_.add(sum, known(*x), 1);
    sum.constant += 1ull << (graph_.width(root) - 1);
    return forms_.linear(sum, graph_.width(root));
  }
  diagrams_.allow(kDiagramNodes);
  for (const Term t : interior(Region::Bits, root, nullptr)) {
    if (bits_.contains(t.id)) continue;
    std::vector<Diagram> in;
    for (const Term x : graph_.operands(t))
      in.push_back(inside(Region::Bits, root, x) ? bits_.at(x.id) : diagram_of(known(x)));
    Diagram out = in.front();
    switch (graph_.kind(t)) {
      case Kind::Not:
        out = diagrams_.negate(out);
        break;
      case Kind::Ite:
        out = diagrams_.choose(in[0], in[1], in[2]);
        break;
      case Kind::And:
        for (const Diagram d : in) out = diagrams_.conj(out, d);
        break;
      case Kind::Or:
        for (const Diagram d : in) out = diagrams_.disj(out, d);
        break;
      default:
        for (std::size_t i = 1; i < in.size(); ++i) out = diagrams_.parity(out, in[i]);
    }
    bits_[t.id] = out;
  }
  return of_diagram(bits_.at(root.id), graph_.width(root));
}

namespace {

std::uint64_t least_of(Tag tag, int width) { return tag == Tag::SignedLattice ? 1ull << (width - 1) : 0; }
std::uint64_t most_of(Tag tag, int width) {
  return tag == Tag::SignedLattice ? Forms::mask(width - 1) : Forms::mask(width);
}

}  // namespace

// The least and the greatest integer are the bounds of their lattices.
NormalForms::Diagram NormalForms::order_leaf(FormId id, Tag tag) {
  const Form& f = forms_.at(id);
  if (f.tag == tag) return static_cast<Diagram>(f.aux);
  if (f.tag == Tag::Constant) {
    if (f.aux == least_of(tag, f.width)) return DecisionDiagrams::kFalse;
    if (f.aux == most_of(tag, f.width)) return DecisionDiagrams::kTrue;
  }
  return diagrams_.variable(id);
}

FormId NormalForms::of_order(Diagram d, Tag tag, int width) {
  std::uint32_t atom = 0;
  if (d == DecisionDiagrams::kFalse) return forms_.constant(width, least_of(tag, width));
  if (d == DecisionDiagrams::kTrue) return forms_.constant(width, most_of(tag, width));
  if (diagrams_.is_variable(d, atom)) return atom;
  const FormId out = forms_.intern({tag, width, d, {}, {}, {}});
  if (extremes_.contains(out)) return out;
  for (const bool maximum : {true, false}) {
    auto values = diagrams_.all_of(d, maximum);
    if (!values) continue;
    const Extreme all{tag == Tag::SignedLattice, maximum, std::move(*values)};
    extremes_.emplace(out, all);
    return extreme_of_indicators(all, width, out);
  }
  return out;
}

FormId NormalForms::compute_order(Term root, Region region) {
  const bool is_signed = region == Region::SignedOrder;
  const Tag tag = is_signed ? Tag::SignedLattice : Tag::UnsignedLattice;
  auto& memo = is_signed ? signed_ : unsigned_;
  diagrams_.allow(kDiagramNodes);
  for (const Term t : interior(region, root, nullptr)) {
    if (memo.contains(t.id)) continue;
    const Kind kind = graph_.kind(t);
    const bool minimum = kind == Kind::UMin || kind == Kind::SMin;
    Diagram out = minimum ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
    for (const Term x : graph_.operands(t)) {
      const Diagram d = inside(region, root, x) ? memo.at(x.id) : order_leaf(known(x), tag);
      out = minimum ? diagrams_.conj(out, d) : diagrams_.disj(out, d);
    }
    memo[t.id] = out;
  }
  return of_order(memo.at(root.id), tag, graph_.width(root));
}

// A set of operands. One of them alone is no number of itself: fmin(x, x) makes a NaN canonical.
FormId NormalForms::flat(Term root, Region region, std::uint64_t what) {
  std::vector<Term> leaves;
  interior(region, root, &leaves);
  std::vector<FormId> parts;
  for (const Term x : leaves) parts.push_back(known(x));
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return forms_.intern({Tag::FloatSet, graph_.width(root), what, std::move(parts), {}, {}});
}

}  // namespace warpproof::equivalence
