#include "checker/equivalence/term_regions.h"

#include "checker/equivalence/region.h"
#include "src/term/float_op.h"

namespace warpproof::equivalence {

Region TermRegions::of(Term t) const {
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
bool TermRegions::inside(Region region, Term root, Term t) const {
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
std::vector<Term> TermRegions::interior(Region region, Term root, std::vector<Term>* leaves) const {
  const auto operands = [&](Term t, const auto& visit) {
    const auto all = graph_.operands(t);
    for (std::size_t i = all.size(); i-- > 0;) visit(all[i], inside(region, root, all[i]));
  };
  return collect_region(root, operands, leaves);
}

// The words that a word is put together from; zeros in front are left out.
std::vector<Term> TermRegions::parts_of_word(Term word) const {
  std::vector<Term> out, stack{word};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    const Kind kind = graph_.kind(t);
    if (kind == Kind::Concat || kind == Kind::ZExt) {
      const auto operands = graph_.operands(t);
      stack.insert(stack.end(), operands.begin(), operands.end());
    } else {
      out.push_back(t);
    }
  }
  return out;
}

// A count of w bits fits w bits, so it may as well be computed in more.
bool TermRegions::is_wide_popcount(Term t) const {
  return graph_.kind(t) == Kind::ZExt && graph_.kind(graph_.operands(t)[0]) == Kind::Popc &&
         graph_.width(graph_.operands(t)[0]) > 1;
}

}  // namespace warpproof::equivalence
