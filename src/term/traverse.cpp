#include "src/term/traverse.h"

#include <stdexcept>

namespace warpproof {

std::vector<Term> topological_order(const TermGraph& graph, std::span<const Term> roots) {
  std::vector<Term> order;
  std::unordered_map<std::uint32_t, bool> state;  // false: on the way, true: emitted
  std::vector<Term> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Term t = stack.back();
    auto [it, fresh] = state.try_emplace(t.id, false);
    if (!fresh) {
      stack.pop_back();
      if (!it->second) {
        it->second = true;
        order.push_back(t);
      }
      continue;
    }
    auto ops = graph.operands(t);
    for (std::size_t i = ops.size(); i-- > 0;) {
      if (!state.contains(ops[i].id)) stack.push_back(ops[i]);
    }
  }
  return order;
}

Leaves collect_leaves(const TermGraph& graph, std::span<const Term> roots) {
  Leaves out;
  for (Term t : topological_order(graph, roots)) {
    if (graph.kind(t) == Kind::Var) out.variables.push_back(t);
    if (graph.kind(t) == Kind::Read) out.reads.push_back(t);
  }
  return out;
}

namespace {

template <class F>
Term chain(std::span<const Term> ops, F f) {
  Term out = ops[0];
  for (Term t : ops.subspan(1)) out = f(out, t);
  return out;
}

Term rebuild_arithmetic(TermGraph& g, Term t, std::span<const Term> o) {
  switch (g.kind(t)) {
    case Kind::Add:
      return chain(o, [&](Term a, Term b) { return g.add(a, b); });
    case Kind::Mul:
      return chain(o, [&](Term a, Term b) { return g.mul(a, b); });
    case Kind::UMin:
      return chain(o, [&](Term a, Term b) { return g.umin(a, b); });
    case Kind::UMax:
      return chain(o, [&](Term a, Term b) { return g.umax(a, b); });
    case Kind::SMin:
      return chain(o, [&](Term a, Term b) { return g.smin(a, b); });
    case Kind::SMax:
      return chain(o, [&](Term a, Term b) { return g.smax(a, b); });
    case Kind::UDiv:
      return g.udiv(o[0], o[1]);
    case Kind::SDiv:
      return g.sdiv(o[0], o[1]);
    case Kind::URem:
      return g.urem(o[0], o[1]);
    case Kind::SRem:
      return g.srem(o[0], o[1]);
    case Kind::MulHiU:
      return g.mulhi_u(o[0], o[1]);
    case Kind::MulHiS:
      return g.mulhi_s(o[0], o[1]);
    case Kind::Eq:
      return g.eq(o[0], o[1]);
    case Kind::Ult:
      return g.ult(o[0], o[1]);
    case Kind::Ule:
      return g.ule(o[0], o[1]);
    case Kind::Slt:
      return g.slt(o[0], o[1]);
    case Kind::Sle:
      return g.sle(o[0], o[1]);
    default:
      throw std::invalid_argument("rebuild: a leaf");
  }
}

}  // namespace

Term rebuild(TermGraph& g, Term t, std::span<const Term> o) {
  const int width = g.width(t);
  const auto low = static_cast<int>(g.aux(t));
  switch (g.kind(t)) {
    case Kind::And:
      if (width == 1) return g.conj(o);
      return chain(o, [&](Term a, Term b) { return g.bit_and(a, b); });
    case Kind::Or:
      return chain(o, [&](Term a, Term b) { return g.bit_or(a, b); });
    case Kind::Xor:
      return chain(o, [&](Term a, Term b) { return g.bit_xor(a, b); });
    case Kind::Not:
      return g.bit_not(o[0]);
    case Kind::Shl:
      return g.shl(o[0], o[1]);
    case Kind::LShr:
      return g.lshr(o[0], o[1]);
    case Kind::AShr:
      return g.ashr(o[0], o[1]);
    case Kind::Ite:
      return g.ite(o[0], o[1], o[2]);
    case Kind::Concat:
      return g.concat(o);
    case Kind::Extract:
      return g.extract(o[0], low + width - 1, low);
    case Kind::ZExt:
      return g.zext(o[0], width);
    case Kind::SExt:
      return g.sext(o[0], width);
    case Kind::Popc:
      return g.popc(o[0]);
    case Kind::Clz:
      return g.clz(o[0]);
    case Kind::Brev:
      return g.brev(o[0]);
    case Kind::Float:
      return g.float_op(g.aux(t), width, o);
    case Kind::Read:
      return g.read(width, static_cast<std::uint32_t>(g.aux(t)), o[0]);
    default:
      return rebuild_arithmetic(g, t, o);
  }
}

void Substitute::map(Term from, Term to) {
  if (graph_.width(from) != graph_.width(to)) throw std::invalid_argument("substitution changes the width");
  done_[from.id] = to;
}

Term Substitute::operator()(Term root) {
  std::vector<Term> stack{root};
  std::vector<Term> operands;
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done_.contains(t.id)) {
      stack.pop_back();
      continue;
    }
    auto ops = graph_.operands(t);
    bool ready = true, changed = false;
    operands.clear();
    for (Term x : ops) {
      auto it = done_.find(x.id);
      if (it == done_.end()) {
        stack.push_back(x);
        ready = false;
      } else {
        operands.push_back(it->second);
        changed = changed || it->second != x;
      }
    }
    if (!ready) continue;
    done_[t.id] = changed ? rebuild(graph_, t, operands) : t;
    stack.pop_back();
  }
  return done_.at(root.id);
}

}  // namespace warpproof
