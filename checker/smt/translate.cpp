#include "checker/smt/translate.h"

#include <algorithm>
#include <bit>

#include "src/term/float_eval.h"

namespace warpproof {

namespace {

bool known_aligned(TermGraph& graph, Term offset, int bytes) {
  const Term low = graph.extract(offset, std::bit_width(static_cast<unsigned>(bytes)) - 2, 0);
  return graph.is_const(low) && graph.value(low) == 0;
}

// Encoded as a bit-vector formula, whatever the encoding of arithmetic.
bool exact_in_bits(const FloatOp& op) {
  return op.is_comparison() || op.code == FloatCode::Min || op.code == FloatCode::Max ||
         op.code == FloatCode::Neg || op.code == FloatCode::Abs || op.code == FloatCode::Copysign;
}

}  // namespace

// Reads of one allocation stay words while all of them have one size and are aligned to it; constants while
// no offset is symbolic. Returns whether a mode that expressions were built with has changed.
bool Translator::merge_modes(std::span<const Term> terms) {
  bool changed = false;
  for (Term t : terms) {
    if (graph_.kind(t) != Kind::Read) continue;
    const auto allocation = static_cast<std::uint32_t>(graph_.aux(t));
    const int bytes = graph_.width(t) / 8;
    const Term offset = graph_.operands(t)[0];
    const bool aligned = bytes == 1 || known_aligned(graph_, offset, bytes);
    const auto it = modes_.try_emplace(allocation, MemoryMode{bytes, true}).first;
    MemoryMode merged = it->second;
    if (!aligned || merged.uniform_bytes != bytes) merged.uniform_bytes = 0;
    merged.constant_offsets = merged.constant_offsets && graph_.is_const(offset);
    changed = changed || !(merged == it->second);
    it->second = merged;
  }
  return changed;
}

// Operations whose results stay open in the exact encoding as well: the approximate ones, and arithmetic in
// double precision on what they give, of which little can be proved and which takes Z3 long.
void Translator::find_open(std::span<const Term> terms) {
  for (Term t : terms) {
    const auto operands = graph_.operands(t);
    const bool depends =
        std::any_of(operands.begin(), operands.end(), [&](Term x) { return on_approximate_.contains(x.id); });
    if (depends || (graph_.kind(t) == Kind::Float && float_is_approximate(graph_.aux(t))))
      on_approximate_.insert(t.id);
  }
}

bool Translator::is_open(Term t) const {
  if (float_is_approximate(graph_.aux(t))) return true;
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  const bool is_arithmetic = op.code <= FloatCode::Sqrt || op.code == FloatCode::Rcp;
  return is_arithmetic && op.result == FloatFormat::F64 && on_approximate_.contains(t.id);
}

void Translator::prepare(std::span<const Term> terms) {
  find_open(terms);
  if (merge_modes(terms)) {
    position_.clear();
    expressions_ = z3::expr_vector(context_);
    counts_.clear();
  }
  counts_.prepare(terms);
  uses_functions_ = false;
  uses_float_theory_ = false;
  for (Term t : terms) {
    if (graph_.kind(t) == Kind::Read) {
      uses_functions_ =
          uses_functions_ || !modes_.at(static_cast<std::uint32_t>(graph_.aux(t))).constant_offsets;
    } else if (graph_.kind(t) == Kind::Float && !exact_in_bits(FloatOp::unpack(graph_.aux(t)))) {
      const bool theory = floats_ == FloatEncoding::Exact && !is_open(t);
      (theory ? uses_float_theory_ : uses_functions_) = true;
    }
  }
}

z3::expr Translator::operator()(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (position_.contains(t.id)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (Term x : graph_.operands(t)) {
      if (!position_.contains(x.id)) {
        stack.push_back(x);
        ready = false;
      }
    }
    if (!ready) continue;
    stack.pop_back();
    const z3::expr e = build(t);
    position_[t.id] = expressions_.size();
    expressions_.push_back(e);
  }
  return known(root);
}

z3::expr Translator::build(Term t) {
  const int width = graph_.width(t);
  Exprs in;
  for (Term x : graph_.operands(t)) in.push_back(known(x));
  if (const auto e = counts_.comparison(t)) return *e;
  switch (graph_.kind(t)) {
    case Kind::Const:
      return width == 1 ? context_.bool_val(graph_.value(t) != 0) : number(graph_.value(t), width);
    case Kind::Var: {
      const std::string name = "v" + std::to_string(t.id);
      return width == 1 ? context_.bool_const(name.c_str())
                        : context_.bv_const(name.c_str(), static_cast<unsigned>(width));
    }
    case Kind::Read:
      return build_read(t, in);
    case Kind::Float:
      return float_(graph_.aux(t), in, floats_ == FloatEncoding::Uninterpreted || is_open(t));
    case Kind::Eq:
      return in[0] == in[1];
    case Kind::Ult:
      return z3::ult(in[0], in[1]);
    case Kind::Ule:
      return z3::ule(in[0], in[1]);
    case Kind::Slt:
      return z3::slt(in[0], in[1]);
    case Kind::Sle:
      return z3::sle(in[0], in[1]);
    case Kind::Ite:
      return z3::ite(in[0], in[1], in[2]);
    case Kind::Concat:
    case Kind::Extract:
    case Kind::ZExt:
    case Kind::SExt:
    case Kind::Popc:
    case Kind::Clz:
    case Kind::Brev:
      return build_slice(t, in);
    default:
      return width == 1 ? build_logic(t, in) : build_word(t, in);
  }
}

z3::expr Translator::build_logic(Term t, const Exprs& in) {
  z3::expr_vector all(context_);
  for (const z3::expr& e : in) all.push_back(e);
  switch (graph_.kind(t)) {
    case Kind::And:
      return z3::mk_and(all);
    case Kind::Or:
      return z3::mk_or(all);
    case Kind::Not:
      return !in[0];
    case Kind::Xor: {
      z3::expr out = in[0];
      for (std::size_t i = 1; i < in.size(); ++i) out = out != in[i];
      return out;
    }
    default:
      throw z3::exception("translate: not a predicate operation");
  }
}

z3::expr Translator::build_word(Term t, const Exprs& in) {
  auto chain = [&](auto f) {
    z3::expr out = in[0];
    for (std::size_t i = 1; i < in.size(); ++i) out = f(out, in[i]);
    return out;
  };
  const auto width = static_cast<unsigned>(graph_.width(t));
  auto high_product = [&](bool is_signed) {
    const z3::expr a = is_signed ? z3::sext(in[0], width) : z3::zext(in[0], width);
    const z3::expr b = is_signed ? z3::sext(in[1], width) : z3::zext(in[1], width);
    return (a * b).extract(2 * width - 1, width);
  };
  // By a constant, divided as compilers do it, which Z3 is quicker at than at divisions: with 2^l >= d, m = 2^(n+l) / d + 1 and
  // e = m * d - 2^(n+l), which is 1 to d, floor(a * m / 2^(n+l)) is floor(a / d) for a < 2^n, as a * e < 2^(n+l). Of a signed
  // word n is one less, and negative numbers are rounded up (signed_divisor in src/term/rewrite_quotients.cpp).
  const auto operands = graph_.operands(t);
  const bool by_constant = operands.size() == 2 && graph_.is_const(operands[1]) && width <= 64 &&
                           graph_.value(operands[1]) > 1 && graph_.value(operands[1]) >> (width - 1) == 0;
  auto quotient = [&](bool is_signed) {
    const std::uint64_t d = graph_.value(operands[1]);
    const auto length = static_cast<unsigned>(std::bit_width(d - 1));
    const unsigned shift = (is_signed ? width - 1 : width) + length, wide = 2 * width + 1;
    const unsigned __int128 factor = (static_cast<unsigned __int128>(1) << shift) / d + 1;
    const z3::expr m = z3::concat(context_.bv_val(static_cast<std::uint64_t>(factor >> 64), 64),
                                  context_.bv_val(static_cast<std::uint64_t>(factor), 64)).extract(width, 0);
    const z3::expr a = is_signed ? z3::sext(in[0], wide - width) : z3::zext(in[0], wide - width);
    const z3::expr product = a * z3::zext(m, wide - (width + 1)), places = context_.bv_val(shift, wide);
    const z3::expr out = (is_signed ? z3::ashr(product, places) : z3::lshr(product, places)).extract(width - 1, 0);
    return is_signed ? out + z3::zext(in[0].extract(width - 1, width - 1), width - 1) : out;
  };
  using E = const z3::expr&;
  switch (graph_.kind(t)) {
    case Kind::And:
      return chain([](E a, E b) { return a & b; });
    case Kind::Or:
      return chain([](E a, E b) { return a | b; });
    case Kind::Xor:
      return chain([](E a, E b) { return a ^ b; });
    case Kind::Not:
      return ~in[0];
    case Kind::Add:
      return chain([](E a, E b) { return a + b; });
    case Kind::Mul:
      return chain([](E a, E b) { return a * b; });
    case Kind::UDiv:
      return by_constant ? quotient(false) : z3::udiv(in[0], in[1]);
    case Kind::SDiv:
      return by_constant ? quotient(true) : in[0] / in[1];
    case Kind::URem:
      return by_constant ? in[0] - quotient(false) * in[1] : z3::urem(in[0], in[1]);
    case Kind::SRem:
      return by_constant ? in[0] - quotient(true) * in[1] : z3::srem(in[0], in[1]);
    case Kind::UMin:
      return chain([](E a, E b) { return z3::ite(z3::ult(a, b), a, b); });
    case Kind::UMax:
      return chain([](E a, E b) { return z3::ite(z3::ult(a, b), b, a); });
    case Kind::SMin:
      return chain([](E a, E b) { return z3::ite(z3::slt(a, b), a, b); });
    case Kind::SMax:
      return chain([](E a, E b) { return z3::ite(z3::slt(a, b), b, a); });
    case Kind::Shl:
      return z3::shl(in[0], in[1]);
    case Kind::LShr:
      return z3::lshr(in[0], in[1]);
    case Kind::AShr:
      return z3::ashr(in[0], in[1]);
    case Kind::MulHiU:
      return high_product(false);
    case Kind::MulHiS:
      return high_product(true);
    default:
      throw z3::exception("translate: not a word operation");
  }
}

z3::expr Translator::build_slice(Term t, const Exprs& in) {
  const int width = graph_.width(t);
  switch (graph_.kind(t)) {
    case Kind::Concat: {
      z3::expr_vector parts(context_);
      for (const z3::expr& e : in) parts.push_back(as_word(e));
      return z3::concat(parts);
    }
    case Kind::Extract: {
      const auto low = static_cast<unsigned>(graph_.aux(t));
      const z3::expr bits = in[0].extract(low + static_cast<unsigned>(width) - 1, low);
      return width == 1 ? as_predicate(bits) : bits;
    }
    case Kind::ZExt: {
      const z3::expr word = as_word(in[0]);
      return z3::zext(word, static_cast<unsigned>(width) - word.get_sort().bv_size());
    }
    case Kind::SExt: {
      const z3::expr word = as_word(in[0]);
      return z3::sext(word, static_cast<unsigned>(width) - word.get_sort().bv_size());
    }
    case Kind::Popc:
      return popcount(in[0], width);
    case Kind::Clz:
      return leading_zeros(in[0], width);
    default: {
      z3::expr_vector bits(context_);
      for (int i = 0; i < width; ++i)
        bits.push_back(in[0].extract(static_cast<unsigned>(i), static_cast<unsigned>(i)));
      return z3::concat(bits);
    }
  }
}

// A tree of adders that are only as wide as their counts.
z3::expr Translator::popcount(const z3::expr& word, int width) {
  std::vector<z3::expr> level;
  for (int i = 0; i < width; ++i)
    level.push_back(word.extract(static_cast<unsigned>(i), static_cast<unsigned>(i)));
  while (level.size() > 1) {
    std::vector<z3::expr> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      const z3::expr wide = z3::zext(level[i], 1);
      next.push_back(i + 1 < level.size() ? wide + z3::zext(level[i + 1], 1) : wide);
    }
    level = next;
  }
  const unsigned have = level[0].get_sort().bv_size(), want = static_cast<unsigned>(width);
  return have < want   ? z3::zext(level[0], want - have)
         : have > want ? level[0].extract(want - 1, 0)
                       : level[0];
}

z3::expr Translator::leading_zeros(const z3::expr& word, int width) {
  z3::expr out = number(static_cast<std::uint64_t>(width), width);
  for (int i = 0; i < width; ++i) {
    const z3::expr bit = word.extract(static_cast<unsigned>(i), static_cast<unsigned>(i));
    out = z3::ite(as_predicate(bit), number(static_cast<std::uint64_t>(width - 1 - i), width), out);
  }
  return out;
}

z3::expr Translator::build_read(Term t, const Exprs& in) {
  const auto allocation = static_cast<std::uint32_t>(graph_.aux(t));
  const int bytes = graph_.width(t) / 8;
  const Term offset = graph_.operands(t)[0];
  const MemoryMode mode = modes_.at(allocation);
  if (mode.uniform_bytes == bytes) return read_word(allocation, bytes, offset, in[0], mode.constant_offsets);
  z3::expr_vector parts(context_);
  for (int i = bytes; i-- > 0;) {
    const auto step = static_cast<std::uint64_t>(i);
    const Term at = graph_.add(offset, graph_.constant(64, step));
    parts.push_back(read_word(allocation, 1, at, in[0] + number(step, 64), mode.constant_offsets));
  }
  return bytes == 1 ? parts[0] : z3::concat(parts);
}

z3::expr Translator::read_word(std::uint32_t allocation, int bytes, Term offset, const z3::expr& at,
                               bool constant_offsets) {
  const std::string name = "m" + std::to_string(allocation) + "_" + std::to_string(bytes);
  const auto bits = static_cast<unsigned>(8 * bytes);
  if (constant_offsets) {
    return context_.bv_const((name + "_" + std::to_string(graph_.value(offset))).c_str(), bits);
  }
  const z3::func_decl f = context_.function(name.c_str(), context_.bv_sort(64), context_.bv_sort(bits));
  return f(at);
}

}  // namespace warpproof
