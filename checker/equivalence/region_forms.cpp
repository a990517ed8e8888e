#include "checker/equivalence/region_forms.h"

#include <algorithm>
#include <map>
#include <vector>

#include "checker/equivalence/product_form.h"

namespace warpproof::equivalence {

FormId RegionForms::operator()(Term root, Region region) {
  switch (region) {
    case Region::Linear:
      return linear(root);
    case Region::Product:
      return product(root);
    case Region::Bits:
      return bits(root);
    case Region::UnsignedOrder:
    case Region::SignedOrder:
      return order(root, region);
    case Region::FloatOrder:
    case Region::None:
      break;
  }
  return flat(root, region, graph_.aux(root));
}

FormId RegionForms::linear(Term root) {
  const std::vector<Term> order = regions_.interior(Region::Linear, root, nullptr);
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
      if (regions_.inside(Region::Linear, root, x)) {
        coefficients[x.id] += coefficient;
      } else {
        forms_.add(sum, known_.of(x), coefficient);
      }
    }
  }
  const FormId plain = forms_.linear(sum, graph_.width(root));
  const auto one = affine(root);
  if (!one) return plain;
  return contests_.mapped_result(known_.of(one->x), plain,
                                 [&](std::uint64_t n) { return n * one->factor + one->constant; });
}

// factor * x + constant, of which the factor is no sum itself.
std::optional<RegionForms::Affine> RegionForms::affine(Term t) const {
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
  if (regions_.inside(Region::Linear, t, out.x)) return {};
  return out;
}

FormId RegionForms::product(Term root) {
  const int width = graph_.width(root);
  const std::vector<Term> order = regions_.interior(Region::Product, root, nullptr);
  std::unordered_map<std::uint32_t, std::uint64_t> exponents{{root.id, 1}};
  std::map<FormId, std::uint64_t> leaves;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const std::uint64_t exponent = exponents.at(it->id);
    for (const Term x : graph_.operands(*it)) {
      if (regions_.inside(Region::Product, root, x)) {
        raise(exponents[x.id], exponent);
      } else {
        raise(leaves[known_.of(x)], exponent);
      }
    }
  }
  return product_of(forms_, leaves, width);
}

FormId RegionForms::bits(Term root) {
  if (const auto x = with_top_turned(root)) {  // the same as adding it
    LinearSum sum;
    forms_.add(sum, known_.of(*x), 1);
    sum.constant += 1ull << (graph_.width(root) - 1);
    return forms_.linear(sum, graph_.width(root));
  }
  diagrams_.allow(kDiagramNodes);
  for (const Term t : regions_.interior(Region::Bits, root, nullptr)) {
    if (bits_.contains(t.id)) continue;
    std::vector<Diagram> in;
    for (const Term x : graph_.operands(t))
      in.push_back(regions_.inside(Region::Bits, root, x) ? bits_.at(x.id) : store_.diagram_of(known_.of(x)));
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
  return store_.of_diagram(bits_.at(root.id), graph_.width(root));
}

// x of x ^ 2^(width - 1), if that is no combination of bits itself.
std::optional<Term> RegionForms::with_top_turned(Term t) const {
  const auto operands = graph_.operands(t);
  const int width = graph_.width(t);
  if (graph_.kind(t) != Kind::Xor || width == 1 || operands.size() != 2 || !graph_.is_const(operands[1]))
    return {};
  if (graph_.value(operands[1]) != 1ull << (width - 1) || regions_.inside(Region::Bits, t, operands[0]))
    return {};
  return operands[0];
}

FormId RegionForms::order(Term root, Region region) {
  const bool is_signed = region == Region::SignedOrder;
  const Tag tag = is_signed ? Tag::SignedLattice : Tag::UnsignedLattice;
  auto& memo = is_signed ? signed_ : unsigned_;
  diagrams_.allow(kDiagramNodes);
  for (const Term t : regions_.interior(region, root, nullptr)) {
    if (memo.contains(t.id)) continue;
    const Kind kind = graph_.kind(t);
    const bool minimum = kind == Kind::UMin || kind == Kind::SMin;
    Diagram out = minimum ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
    for (const Term x : graph_.operands(t)) {
      const Diagram d =
          regions_.inside(region, root, x) ? memo.at(x.id) : store_.lattice_leaf(known_.of(x), tag);
      out = minimum ? diagrams_.conj(out, d) : diagrams_.disj(out, d);
    }
    memo[t.id] = out;
  }
  return extremes_.of_lattice(memo.at(root.id), tag, graph_.width(root));
}

// A set of operands. One of them alone is no number of itself: fmin(x, x) makes a NaN canonical.
FormId RegionForms::flat(Term root, Region region, std::uint64_t what) {
  std::vector<Term> leaves;
  regions_.interior(region, root, &leaves);
  std::vector<FormId> parts;
  for (const Term x : leaves) parts.push_back(known_.of(x));
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return forms_.intern({Tag::FloatSet, graph_.width(root), what, std::move(parts), {}, {}});
}

}  // namespace warpproof::equivalence
