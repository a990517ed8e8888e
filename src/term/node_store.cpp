#include "src/term/node_store.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/effort.h"

namespace warpproof::rewrite {
namespace {

using u64 = std::uint64_t;

u64 hash_of(Kind kind, int width, u64 aux, std::span<const Term> operands) {
  u64 h = (static_cast<u64>(kind) << 8 | static_cast<u64>(width)) * 0x9e3779b97f4a7c15ull;
  auto mix = [&h](u64 v) {
    h ^= v;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 32;
  };
  mix(aux);
  for (Term t : operands) mix(t.id);
  return h;
}

}  // namespace

NodeStore::NodeStore(std::size_t max_nodes) : max_nodes_(std::min<std::size_t>(max_nodes, 0xfffffff0u)) {
  table_.resize(1u << 12);
  facts_.emplace_back();             // index 0: nothing known
  append(Kind::Const, 0, 0, {}, 0);  // id 0 is no term: a default Term is recognisable
  intern(Kind::Const, 1, 0, std::span<const Term>{});
  intern(Kind::Const, 1, 1, std::span<const Term>{});
  link_complements(Term{1}, Term{2});
}

Term NodeStore::append(Kind kind, int width, u64 aux, std::span<const Term> operands, u32 link) {
  u32 id = count_++;
  if ((id & kChunkMask) == 0) node_chunks_.push_back(std::make_unique<Node[]>(1u << kChunkBits));
  const auto arity = static_cast<u32>(operands.size());
  // An operand list never straddles chunks, so a span of it stays valid for the life of the graph.
  if (operand_chunks_.empty() || (pool_used_ & kPoolMask) + arity > kPoolMask) {
    pool_used_ = static_cast<u32>(operand_chunks_.size()) << kPoolBits;
    operand_chunks_.push_back(std::make_unique<Term[]>(1u << kPoolBits));
  }
  std::copy(operands.begin(), operands.end(),
            &operand_chunks_[pool_used_ >> kPoolBits][pool_used_ & kPoolMask]);
  Term t{id};
  mutable_node(t) = Node{kind, static_cast<std::uint8_t>(width), pool_used_, arity, link, aux};
  pool_used_ += arity;
  return t;
}

Term NodeStore::find(Kind kind, int width, u64 aux, std::span<const Term> ops) const {
  const u64 h = hash_of(kind, width, aux, ops);
  const std::size_t size_mask = table_.size() - 1;
  for (std::size_t i = h & size_mask; table_[i] != 0; i = (i + 1) & size_mask) {
    if ((table_[i] >> 32) != (h >> 32)) continue;
    Term t{static_cast<u32>(table_[i])};
    const Node& n = node(t);
    if (n.kind == kind && n.width == width && n.aux == aux && n.arity == ops.size() &&
        std::equal(ops.begin(), ops.end(), operands(n).begin())) {
      return t;
    }
  }
  return Term{};
}

Term NodeStore::intern(Kind kind, int width, u64 aux, std::span<const Term> ops) {
  effort::spend(effort::Work::Intern);
  if (Term known = find(kind, width, aux, ops); known.id != 0) return known;
  u32 link = 0;
  if (width > 1 && kind != Kind::Const) {
    Facts f = compute_facts(*this, kind, width, aux, ops);
    if (f.low == f.high) return constant(width, f.low);
    if (f.low != 0 || f.high != mask_of(width) || f.zero != 0) {
      link = static_cast<u32>(facts_.size());
      facts_.push_back(f);
    }
  }
  if (count_ >= max_nodes_) throw TermLimit("term limit of " + std::to_string(max_nodes_) + " nodes reached");
  if (count_ * 2 > table_.size()) grow_table();
  effort::spend(effort::Work::Node);
  Term t = append(kind, width, aux, ops, link);
  const u64 h = hash_of(kind, width, aux, operands(t));
  const std::size_t size_mask = table_.size() - 1;
  std::size_t i = h & size_mask;
  while (table_[i] != 0) i = (i + 1) & size_mask;
  table_[i] = (h >> 32) << 32 | t.id;
  return t;
}

void NodeStore::grow_table() {
  std::vector<u64> bigger(table_.size() * 2);
  const std::size_t size_mask = bigger.size() - 1;
  for (u32 id = 1; id < count_; ++id) {
    const Node& n = node(Term{id});
    const u64 h = hash_of(n.kind, n.width, n.aux, operands(n));
    std::size_t i = h & size_mask;
    while (bigger[i] != 0) i = (i + 1) & size_mask;
    bigger[i] = (h >> 32) << 32 | id;
  }
  table_.swap(bigger);
  results.grow_for(table_.size());
}

Term NodeStore::constant(int width, u64 v) {
  if (width < 1 || width > 64) throw std::invalid_argument("term width must be 1..64");
  v &= mask_of(width);
  if (width == 1) return truth(v != 0);
  return intern(Kind::Const, width, v, std::span<const Term>{});
}

void NodeStore::same_width(Term a, Term b) const {
  if (width(a) != width(b) || width(a) == 0) throw std::invalid_argument("operands differ in width");
}

Term NodeStore::new_variable(int width, const std::string& name) {
  names_.push_back(name);
  return intern(Kind::Var, width, names_.size() - 1, std::span<const Term>{});
}

void NodeStore::link_complements(Term a, Term b) {
  mutable_node(a).link = b.id;
  mutable_node(b).link = a.id;
}

Facts NodeStore::facts(Term t) const {
  const Node& n = node(t);
  if (n.kind == Kind::Const) return {n.aux, n.aux, ~n.aux & mask_of(n.width)};
  if (n.width == 1 || n.link == 0) return nothing_known(n.width);
  return facts_[n.link];
}

void NodeStore::set_facts(Term var, const Facts& f) {
  Node& n = mutable_node(var);
  if (n.link == 0) {
    n.link = static_cast<u32>(facts_.size());
    facts_.push_back(f);
  } else {
    facts_[n.link] = f;
  }
}

}  // namespace warpproof::rewrite
