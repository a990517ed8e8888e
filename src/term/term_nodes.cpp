#include "src/term/term_nodes.h"

#include <iterator>
#include <vector>

#include "src/term/facts.h"
#include "src/term/float_op.h"
#include "src/term/node_store.h"

namespace warpproof {
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

TermNodes::TermNodes(std::size_t max_nodes) : store_(std::make_unique<rewrite::NodeStore>(max_nodes)) {}
TermNodes::~TermNodes() = default;

Term TermNodes::constant(int width, std::uint64_t value) { return store_->constant(width, value); }

Term TermNodes::var(int width, const std::string& name) {
  if (width < 1 || width > 64) throw std::invalid_argument("term width must be 1..64");
  return store_->new_variable(width, name);
}

Term TermNodes::read(int width, std::uint32_t allocation, Term offset) {
  if (width % 8 != 0 || width < 8 || width > 64) throw std::invalid_argument("a read is 1..8 whole bytes");
  if (store_->width(offset) != 64) throw std::invalid_argument("a read offset has 64 bits");
  return store_->intern(Kind::Read, width, allocation, {offset});
}

Kind TermNodes::kind(Term t) const { return store_->kind(t); }
int TermNodes::width(Term t) const { return store_->width(t); }
std::span<const Term> TermNodes::operands(Term t) const { return store_->operands(t); }
std::uint64_t TermNodes::aux(Term t) const { return store_->node(t).aux; }
bool TermNodes::is_const(Term t) const { return store_->is_const(t); }
std::uint64_t TermNodes::value(Term t) const { return store_->value(t); }
const std::string& TermNodes::name(Term var) const { return store_->name(var); }
std::size_t TermNodes::size() const { return store_->size(); }

std::pair<std::uint64_t, std::uint64_t> TermNodes::unsigned_range(Term t) const {
  const rewrite::Facts f = store_->facts(t);
  return {f.low, f.high};
}

void TermNodes::set_range(Term var, std::uint64_t low, std::uint64_t high) {
  rewrite::set_range(*store_, var, low, high);
}

void TermNodes::set_zero_bits(Term var, std::uint64_t mask) { rewrite::set_zero_bits(*store_, var, mask); }

std::uint64_t TermNodes::zero_bits(Term t) const { return store_->facts(t).zero; }

std::string TermNodes::str(Term t, std::size_t max_chars) const {
  const rewrite::NodeStore& g = *store_;
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
    const rewrite::Node& n = g.node(term);
    if (n.kind == Kind::Const) {
      out += n.width == 1 ? (n.aux ? "true" : "false") : std::to_string(n.aux);
    } else if (n.kind == Kind::Var) {
      out += '%' + g.name(term);
    } else {
      out += '(';
      out += n.kind == Kind::Float ? FloatOp::unpack(n.aux).str() : kind_name(n.kind);
      if (n.kind == Kind::Extract)
        out += ":" + std::to_string(n.aux + n.width - 1) + ":" + std::to_string(n.aux);
      if (n.kind == Kind::ZExt || n.kind == Kind::SExt) out += ":" + std::to_string(n.width);
      if (n.kind == Kind::Read) out += ":" + std::to_string(n.aux) + ":" + std::to_string(n.width);
      stack.push_back({term, true});
      auto ops = g.operands(n);
      for (std::size_t i = ops.size(); i-- > 0;) stack.push_back({ops[i], false});
    }
  }
  return out;
}

}  // namespace warpproof
