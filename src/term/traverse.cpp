#include "src/term/traverse.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "src/base/effort.h"

namespace warpproof {

namespace {

// Which terms a walk has met: marks of earlier walks are below its own, so that nothing needs to be cleared.
class Marks {
 public:
  enum class State : std::uint8_t { Unseen, Open, Done };
  Marks() {
    if (last_ > std::numeric_limits<std::uint32_t>::max() - 2) {
      marks_.clear();
      last_ = 0;
    }
    open_ = last_ + 1;
    last_ += 2;
  }
  State operator[](Term t) const {
    const std::uint32_t mark = t.id < marks_.size() ? marks_[t.id] : 0;
    return mark < open_ ? State::Unseen : mark == open_ ? State::Open : State::Done;
  }
  void open(Term t) { at(t) = open_; }
  void close(Term t) { at(t) = open_ + 1; }

 private:
  std::uint32_t& at(Term t) {
    if (t.id >= marks_.size()) marks_.resize(t.id + std::size_t{t.id} / 2 + 1, 0);
    return marks_[t.id];
  }
  static thread_local std::vector<std::uint32_t> marks_;  // by term
  static thread_local std::uint32_t last_;
  std::uint32_t open_;
};
thread_local std::vector<std::uint32_t> Marks::marks_;
thread_local std::uint32_t Marks::last_ = 0;

}  // namespace

std::vector<Term> topological_order(const TermGraph& graph, std::span<const Term> roots) {
  std::vector<Term> order;
  Marks marks;
  std::vector<Term> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Term t = stack.back();
    const Marks::State state = marks[t];
    if (state != Marks::State::Unseen) {
      stack.pop_back();
      if (state == Marks::State::Open) {
        marks.close(t);
        order.push_back(t);
      }
      continue;
    }
    marks.open(t);
    auto ops = graph.operands(t);
    for (std::size_t i = ops.size(); i-- > 0;) {
      if (marks[ops[i]] == Marks::State::Unseen) stack.push_back(ops[i]);
    }
  }
  effort::spend(effort::Work::Visit, order.size());
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

bool is_product(const TermGraph& graph, Term t) {
  const auto operands = graph.operands(t);
  switch (graph.kind(t)) {
    case Kind::Mul:
    case Kind::MulHiU:
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      return !graph.is_const(operands[0]) && !graph.is_const(operands[1]);
    default:
      return false;
  }
}

bool has_products(const TermGraph& graph, std::span<const Term> roots) {
  const auto order = topological_order(graph, roots);
  return std::any_of(order.begin(), order.end(), [&](Term t) { return is_product(graph, t); });
}

Term Substitute::operator()(Term root) {
  std::vector<Term> stack{root};
  std::vector<Term> operands;
  while (!stack.empty()) {
    const Term t = stack.back();
    effort::spend(effort::Work::Copy);
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
