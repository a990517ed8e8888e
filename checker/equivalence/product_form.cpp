// Products of sums.
#include "checker/equivalence/normal_form.h"

#include <algorithm>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/region.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kExpandedTerms = 64;  // of a product of sums

// x^a * y^b .. as one atom.
FormId power_product(Forms& forms, std::map<FormId, std::uint64_t> factors, int width) {
  if (factors.size() == 1 && factors.begin()->second == 1) return factors.begin()->first;
  Form form{Tag::Product, width, 0, {}, {}, {}};
  for (const auto& [atom, exponent] : factors) {
    form.parts.push_back(atom);
    form.numbers.push_back(exponent);
  }
  return forms.intern(std::move(form));
}

// Exponents are numbers, not residues: what is squared too often is given up.
void raise(std::uint64_t& exponent, std::uint64_t by) {
  constexpr std::uint64_t kMost = 1u << 30;
  exponent += by;
  if (by > kMost || exponent > kMost) throw FormLimit();
}

void add_factor(const Forms& forms, std::map<FormId, std::uint64_t>& factors, FormId atom,
                std::uint64_t exponent) {
  const Form& f = forms.at(atom);
  if (f.tag != Tag::Product) return raise(factors[atom], exponent);
  for (std::size_t i = 0; i < f.parts.size(); ++i) raise(factors[f.parts[i]], f.numbers[i] * exponent);
}

}  // namespace

// Sums are multiplied out.
FormId NormalForms::multiply(FormId a, FormId b, int width) {
  LinearSum left, right, out;
  forms_.add(left, a, 1);
  forms_.add(right, b, 1);
  out.constant = left.constant * right.constant;
  for (const auto& [x, c] : left.parts) forms_.add(out, x, c * right.constant);
  for (const auto& [y, d] : right.parts) forms_.add(out, y, d * left.constant);
  for (const auto& [x, c] : left.parts) {
    for (const auto& [y, d] : right.parts) {
      std::map<FormId, std::uint64_t> factors;
      add_factor(forms_, factors, x, 1);
      add_factor(forms_, factors, y, 1);
      out.parts[power_product(forms_, std::move(factors), width)] += c * d;
    }
  }
  return forms_.linear(out, width);
}

FormId NormalForms::compute_product(Term root) {
  const int width = graph_.width(root);
  const std::vector<Term> order = interior(Region::Product, root, nullptr);
  std::unordered_map<std::uint32_t, std::uint64_t> exponents{{root.id, 1}};
  std::map<FormId, std::uint64_t> leaves, factors;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const std::uint64_t exponent = exponents.at(it->id);
    for (const Term x : graph_.operands(*it)) {
      if (inside(Region::Product, root, x)) {
        raise(exponents[x.id], exponent);
      } else {
        raise(leaves[known(x)], exponent);
      }
    }
  }
  std::uint64_t coefficient = 1;
  std::vector<FormId> sums;
  for (const auto& [leaf, exponent] : leaves) {
    const Form f = forms_.at(leaf);
    const bool scaled = f.tag == Tag::Linear && f.parts.size() == 1 && f.numbers.back() == 0;
    if (f.tag == Tag::Constant || scaled) {
      const std::uint64_t factor = scaled ? f.numbers.front() : f.aux;
      for (std::uint64_t i = 0, base = factor, e = exponent; i < 64 && e != 0; ++i, e >>= 1, base *= base) {
        if (e & 1) coefficient *= base;
      }
      if (scaled) add_factor(forms_, factors, f.parts.front(), exponent);
    } else if (f.tag == Tag::Linear && exponent == 1 && f.parts.size() < kExpandedTerms) {
      sums.push_back(leaf);
    } else {
      add_factor(forms_, factors, leaf, exponent);
    }
  }
  std::size_t size = 1;
  for (const FormId s : sums) size *= std::min(forms_.at(s).parts.size() + 1, kExpandedTerms + 1);
  if (size > kExpandedTerms) {
    for (const FormId s : sums) add_factor(forms_, factors, s, 1);
    sums.clear();
  }
  LinearSum monomial;
  if (factors.empty()) {
    monomial.constant = coefficient;
  } else {
    monomial.parts[power_product(forms_, std::move(factors), width)] = coefficient;
  }
  FormId out = forms_.linear(monomial, width);
  for (const FormId s : sums) out = multiply(out, s, width);
  return out;
}

}  // namespace warpproof::equivalence
