// Storage and hash-consing, and the public face of TermGraph.
#include <algorithm>

#include "src/base/effort.h"
#include "src/term/float_op.h"
#include "src/term/fold.h"
#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;

Impl::Impl(std::size_t max_nodes) : max_nodes_(std::min<std::size_t>(max_nodes, 0xfffffff0u)) {
  table_.resize(1u << 12);
  cache_.resize(1u << 16);
  facts_.emplace_back();             // index 0: nothing known
  append(Kind::Const, 0, 0, {}, 0);  // id 0 is no term: a default Term is recognisable
  intern(Kind::Const, 1, 0, std::span<const Term>{});
  intern(Kind::Const, 1, 1, std::span<const Term>{});
  node(Term{1}).link = 2;
  node(Term{2}).link = 1;
}

std::uint64_t Impl::hash(Kind kind, int width, u64 aux, std::span<const Term> operands) {
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

Term Impl::append(Kind kind, int width, u64 aux, std::span<const Term> operands, u32 link) {
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
  node(t) = Node{kind, static_cast<std::uint8_t>(width), pool_used_, arity, link, aux};
  pool_used_ += arity;
  return t;
}

Term Impl::find(Kind kind, int width, u64 aux, std::span<const Term> ops) const {
  const u64 h = hash(kind, width, aux, ops);
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

Term Impl::intern(Kind kind, int width, u64 aux, std::span<const Term> ops) {
  effort::spend(effort::Work::Intern);
  if (Term known = find(kind, width, aux, ops); known.id != 0) return known;
  u32 link = 0;
  if (width > 1 && kind != Kind::Const) {
    Facts f = compute_facts(kind, width, aux, ops);
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
  const u64 h = hash(kind, width, aux, operands(t));
  const std::size_t size_mask = table_.size() - 1;
  std::size_t i = h & size_mask;
  while (table_[i] != 0) i = (i + 1) & size_mask;
  table_[i] = (h >> 32) << 32 | t.id;
  return t;
}

void Impl::grow_table() {
  std::vector<u64> bigger(table_.size() * 2);
  const std::size_t size_mask = bigger.size() - 1;
  for (u32 id = 1; id < count_; ++id) {
    const Node& n = node(Term{id});
    const u64 h = hash(n.kind, n.width, n.aux, operands(n));
    std::size_t i = h & size_mask;
    while (bigger[i] != 0) i = (i + 1) & size_mask;
    bigger[i] = (h >> 32) << 32 | id;
  }
  table_.swap(bigger);
  if (cache_.size() < table_.size() / 2 && cache_.size() < (1u << 22)) {
    cache_.assign(cache_.size() * 2, CacheEntry{});
  }
}

Impl::CacheEntry& Impl::cache_slot(u32 key, Term a, Term b, Term c) {
  u64 h = (key * 0x9e3779b97f4a7c15ull) ^ (a.id * 0xc2b2ae3d27d4eb4full) ^ (b.id * 0x165667b19e3779f9ull) ^
          (c.id * 0xd6e8feb86659fd93ull);
  h ^= h >> 29;
  return cache_[(h * 0x9e3779b97f4a7c15ull >> 32) & (cache_.size() - 1)];
}

Term Impl::cached(u32 key, Term a, Term b, Term c) {
  const CacheEntry& e = cache_slot(key, a, b, c);
  if (e.key == key && e.a == a.id && e.b == b.id && e.c == c.id) return Term{e.result};
  return Term{};
}

Term Impl::remember(u32 key, Term a, Term b, Term c, Term result) {
  // A result found near the depth limit may be less simple than another attempt would make it.
  if (depth_ < kMaxDepth) cache_slot(key, a, b, c) = CacheEntry{key, a.id, b.id, c.id, result.id};
  return result;
}

Term Impl::constant(int width, u64 v) {
  if (width < 1 || width > 64) throw std::invalid_argument("term width must be 1..64");
  v &= mask_of(width);
  if (width == 1) return truth(v != 0);
  return intern(Kind::Const, width, v, std::span<const Term>{});
}

void Impl::same_width(Term a, Term b) const {
  if (width(a) != width(b) || width(a) == 0) throw std::invalid_argument("operands differ in width");
}

namespace {

const char* kind_name(Kind kind) {
  static constexpr const char* kNames[] = {
      "const", "var",  "and",  "or",   "not",  "xor",     "add",     "mul",    "udiv",
      "sdiv",  "urem", "srem", "umin", "umax", "smin",    "smax",    "shl",    "lshr",
      "ashr",  "eq",   "ult",  "ule",  "slt",  "sle",     "ite",     "concat", "extract",
      "zext",  "sext", "popc", "clz",  "brev", "mulhi_u", "mulhi_s", "float",  "read"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(Kind::Read) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string Impl::str(Term t, std::size_t max_chars) const {
  std::string out;
  struct Step {
    Term term;
    bool close;
  };
  std::vector<Step> stack{{t, false}};
  while (!stack.empty()) {
    if (out.size() > max_chars) return out.substr(0, max_chars) + "...";
    auto [term, close] = stack.back();
    stack.pop_back();
    if (close) {
      out += ')';
      continue;
    }
    if (!out.empty()) out += ' ';
    const Node& n = node(term);
    if (n.kind == Kind::Const) {
      out += n.width == 1 ? (n.aux ? "true" : "false") : std::to_string(n.aux);
    } else if (n.kind == Kind::Var) {
      out += '%' + names_[n.aux];
    } else {
      out += '(';
      out += n.kind == Kind::Float ? FloatOp::unpack(n.aux).str() : kind_name(n.kind);
      if (n.kind == Kind::Extract)
        out += ":" + std::to_string(n.aux + n.width - 1) + ":" + std::to_string(n.aux);
      if (n.kind == Kind::ZExt || n.kind == Kind::SExt) out += ":" + std::to_string(n.width);
      if (n.kind == Kind::Read) out += ":" + std::to_string(n.aux) + ":" + std::to_string(n.width);
      stack.push_back({term, true});
      auto ops = operands(n);
      for (std::size_t i = ops.size(); i-- > 0;) stack.push_back({ops[i], false});
    }
  }
  return out;
}

TermGraph::TermGraph(std::size_t max_nodes) : impl_(std::make_unique<Impl>(max_nodes)), true_{2}, false_{1} {}
TermGraph::~TermGraph() = default;

Term TermGraph::constant(int width, std::uint64_t value) { return impl_->constant(width, value); }

Term TermGraph::var(int width, const std::string& name) {
  if (width < 1 || width > 64) throw std::invalid_argument("term width must be 1..64");
  impl_->names_.push_back(name);
  return impl_->intern(Kind::Var, width, impl_->names_.size() - 1, std::span<const Term>{});
}

Term TermGraph::read(int width, std::uint32_t allocation, Term offset) {
  if (width % 8 != 0 || width < 8 || width > 64) throw std::invalid_argument("a read is 1..8 whole bytes");
  if (impl_->width(offset) != 64) throw std::invalid_argument("a read offset has 64 bits");
  return impl_->intern(Kind::Read, width, allocation, {offset});
}

Kind TermGraph::kind(Term t) const { return impl_->kind(t); }
int TermGraph::width(Term t) const { return impl_->width(t); }
std::span<const Term> TermGraph::operands(Term t) const { return impl_->operands(t); }
std::uint64_t TermGraph::aux(Term t) const { return impl_->node(t).aux; }
bool TermGraph::is_const(Term t) const { return impl_->is_const(t); }
std::uint64_t TermGraph::value(Term t) const { return impl_->value(t); }
const std::string& TermGraph::name(Term var) const { return impl_->names_.at(impl_->node(var).aux); }
std::size_t TermGraph::size() const { return impl_->count_; }

Term TermGraph::add(Term a, Term b) { return impl_->add(a, b); }
Term TermGraph::sub(Term a, Term b) { return impl_->sub(a, b); }
Term TermGraph::neg(Term a) { return impl_->scale(a, ~0ull); }
Term TermGraph::mul(Term a, Term b) { return impl_->mul(a, b); }
Term TermGraph::udiv(Term a, Term b) { return impl_->udiv(a, b); }
Term TermGraph::sdiv(Term a, Term b) { return impl_->sdiv(a, b); }
Term TermGraph::urem(Term a, Term b) { return impl_->urem(a, b); }
Term TermGraph::srem(Term a, Term b) { return impl_->srem(a, b); }
Term TermGraph::mulhi_u(Term a, Term b) { return impl_->mulhi(Kind::MulHiU, a, b); }
Term TermGraph::mulhi_s(Term a, Term b) { return impl_->mulhi(Kind::MulHiS, a, b); }
Term TermGraph::umin(Term a, Term b) { return impl_->minmax(Kind::UMin, a, b); }
Term TermGraph::umax(Term a, Term b) { return impl_->minmax(Kind::UMax, a, b); }
Term TermGraph::smin(Term a, Term b) { return impl_->minmax(Kind::SMin, a, b); }
Term TermGraph::smax(Term a, Term b) { return impl_->minmax(Kind::SMax, a, b); }
Term TermGraph::bit_and(Term a, Term b) { return impl_->bit_and(a, b); }
Term TermGraph::bit_or(Term a, Term b) { return impl_->bit_or(a, b); }
Term TermGraph::bit_xor(Term a, Term b) { return impl_->bit_xor(a, b); }
Term TermGraph::bit_not(Term a) { return impl_->bit_not(a); }
Term TermGraph::shl(Term a, Term amount) { return impl_->shl(a, amount); }
Term TermGraph::lshr(Term a, Term amount) { return impl_->lshr(a, amount); }
Term TermGraph::ashr(Term a, Term amount) { return impl_->ashr(a, amount); }
Term TermGraph::popc(Term a) { return impl_->popc(a); }
Term TermGraph::clz(Term a) { return impl_->clz(a); }
Term TermGraph::brev(Term a) { return impl_->brev(a); }
Term TermGraph::extract(Term a, int high, int low) { return impl_->extract(a, high, low); }
Term TermGraph::zext(Term a, int width) { return impl_->zext(a, width); }
Term TermGraph::sext(Term a, int width) { return impl_->sext(a, width); }
Term TermGraph::concat(std::span<const Term> parts) { return impl_->concat(parts); }
Term TermGraph::eq(Term a, Term b) { return impl_->eq(a, b); }
Term TermGraph::ult(Term a, Term b) { return impl_->ult(a, b); }
Term TermGraph::ule(Term a, Term b) { return impl_->lnot(impl_->ult(b, a)); }
Term TermGraph::slt(Term a, Term b) { return impl_->slt(a, b); }
Term TermGraph::sle(Term a, Term b) { return impl_->lnot(impl_->slt(b, a)); }
Term TermGraph::ite(Term c, Term a, Term b) { return impl_->ite(c, a, b); }
Term TermGraph::float_op(std::uint64_t packed_op, int result_width, std::span<const Term> operands) {
  return impl_->float_op(packed_op, result_width, operands);
}

Term TermGraph::land(Term a, Term b) { return impl_->land(a, b); }
Term TermGraph::lor(Term a, Term b) { return impl_->lor(a, b); }
Term TermGraph::lnot(Term a) { return impl_->lnot(a); }
Term TermGraph::conj(std::span<const Term> terms) { return impl_->conj(terms); }
Term TermGraph::disj(std::span<const Term> terms) { return impl_->disj(terms); }
Term TermGraph::select_bit(Term word, Term index) { return impl_->select_bit(word, index); }
bool TermGraph::entails(Term a, Term b) { return is_false(impl_->land(a, impl_->lnot(b))); }

std::vector<Term> TermGraph::conjuncts(Term t) {
  if (kind(t) != Kind::And || width(t) != 1) return {t};
  auto ops = operands(t);
  return {ops.begin(), ops.end()};
}

std::vector<Term> TermGraph::disjuncts(Term t) {
  if (kind(t) != Kind::Not || width(t) != 1 || kind(operands(t)[0]) != Kind::And) return {t};
  std::vector<Term> out;
  for (Term x : operands(operands(t)[0])) out.push_back(lnot(x));
  return out;
}

std::optional<TermGraph::FirstSet> TermGraph::first_set(Term t) {
  Terms bits;
  SmallVector<std::uint64_t, 33> values;
  if (!impl_->first_set(t, bits, values)) return std::nullopt;
  return FirstSet{{bits.begin(), bits.end()}, {values.begin(), values.end()}};
}
std::pair<Term, std::uint64_t> TermGraph::split_constant(Term t) {
  const int w = width(t);
  if (is_const(t)) return {constant(w, 0), value(t)};
  Linear form = impl_->linear(t);
  const std::uint64_t offset = form.constant;
  if (offset == 0) return {t, 0};
  form.constant = 0;
  return {impl_->build(form, w), offset};
}

std::pair<std::uint64_t, std::uint64_t> TermGraph::unsigned_range(Term t) {
  Facts f = impl_->facts(t);
  return {f.low, f.high};
}

void TermGraph::set_zero_bits(Term var, std::uint64_t mask) { impl_->set_zero_bits(var, mask); }

std::uint64_t TermGraph::zero_bits(Term t) { return impl_->facts(t).zero; }

void TermGraph::set_range(Term var, std::uint64_t low, std::uint64_t high) {
  impl_->set_range(var, low, high);
}

std::string TermGraph::str(Term t, std::size_t max_chars) const { return impl_->str(t, max_chars); }

}  // namespace warpproof
