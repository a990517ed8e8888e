#include "checker/smt/smt_meanings.h"

namespace warpproof {

z3::expr word_of(const z3::expr& e) {
  z3::context& c = e.ctx();
  return e.is_bool() ? z3::ite(e, c.bv_val(1, 1), c.bv_val(0, 1)) : e;
}

int width_of(const z3::expr& word) { return static_cast<int>(word.get_sort().bv_size()); }

static z3::expr from_bool(const z3::expr& e) { return word_of(e); }

static z3::expr high_half(const z3::expr& a, const z3::expr& b, bool is_signed) {
  const auto w = static_cast<unsigned>(width_of(a));
  const auto wide = [&](const z3::expr& e) { return is_signed ? z3::sext(e, w) : z3::zext(e, w); };
  return (wide(a) * wide(b)).extract(2 * w - 1, w);
}

z3::expr selected(const z3::expr& a, const z3::expr& b) { return z3::lshr(a, b).extract(0, 0); }

const std::map<std::string, Meaning>& meanings() {
  using E = z3::expr;
  static const std::map<std::string, Meaning> all = {
      {"add", [](const E& a, const E& b) { return a + b; }},
      {"sub", [](const E& a, const E& b) { return a - b; }},
      {"mul", [](const E& a, const E& b) { return a * b; }},
      {"udiv", [](const E& a, const E& b) { return z3::udiv(a, b); }},
      {"sdiv", [](const E& a, const E& b) { return a / b; }},
      {"urem", [](const E& a, const E& b) { return z3::urem(a, b); }},
      {"srem", [](const E& a, const E& b) { return z3::srem(a, b); }},
      {"mulhi_u", [](const E& a, const E& b) { return high_half(a, b, false); }},
      {"mulhi_s", [](const E& a, const E& b) { return high_half(a, b, true); }},
      {"umin", [](const E& a, const E& b) { return z3::ite(z3::ult(a, b), a, b); }},
      {"umax", [](const E& a, const E& b) { return z3::ite(z3::ult(a, b), b, a); }},
      {"smin", [](const E& a, const E& b) { return z3::ite(z3::slt(a, b), a, b); }},
      {"smax", [](const E& a, const E& b) { return z3::ite(z3::slt(a, b), b, a); }},
      {"and", [](const E& a, const E& b) { return a & b; }},
      {"or", [](const E& a, const E& b) { return a | b; }},
      {"xor", [](const E& a, const E& b) { return a ^ b; }},
      {"shl", [](const E& a, const E& b) { return z3::shl(a, b); }},
      {"lshr", [](const E& a, const E& b) { return z3::lshr(a, b); }},
      {"ashr", [](const E& a, const E& b) { return z3::ashr(a, b); }},
      {"eq", [](const E& a, const E& b) { return from_bool(a == b); }},
      {"ult", [](const E& a, const E& b) { return from_bool(z3::ult(a, b)); }},
      {"ule", [](const E& a, const E& b) { return from_bool(z3::ule(a, b)); }},
      {"slt", [](const E& a, const E& b) { return from_bool(z3::slt(a, b)); }},
      {"sle", [](const E& a, const E& b) { return from_bool(z3::sle(a, b)); }},
      {"select_bit", selected},
  };
  return all;
}

z3::expr meaning_of_unary(const std::string& name, const z3::expr& a) {
  z3::context& c = a.ctx();
  const int w = width_of(a);
  const auto bits = static_cast<unsigned>(w);
  if (name == "neg") return -a;
  if (name == "not") return ~a;
  z3::expr out = c.bv_val(name == "clz" ? w : 0, bits);
  for (unsigned i = 0; i < bits; ++i) {
    const z3::expr bit = a.extract(i, i);
    if (name == "popc") out = out + (bits == 1 ? bit : z3::zext(bit, bits - 1));
    if (name == "clz") out = z3::ite(bit == c.bv_val(1, 1), c.bv_val(w - 1 - static_cast<int>(i), bits), out);
    if (name == "brev") out = i == 0 ? bit : z3::concat(out, bit);
  }
  return out;
}

}  // namespace warpproof
