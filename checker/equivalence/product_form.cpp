#include "checker/equivalence/product_form.h"

#include <algorithm>
#include <utility>
#include <vector>

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

void add_factor(const Forms& forms, std::map<FormId, std::uint64_t>& factors, FormId atom,
                std::uint64_t exponent) {
  const Form& f = forms.at(atom);
  if (f.tag != Tag::Product) return raise(factors[atom], exponent);
  for (std::size_t i = 0; i < f.parts.size(); ++i) raise(factors[f.parts[i]], f.numbers[i] * exponent);
}

}  // namespace

void raise(std::uint64_t& exponent, std::uint64_t by) {
  constexpr std::uint64_t kMost = 1u << 30;
  exponent += by;
  if (by > kMost || exponent > kMost) throw FormLimit();
}

FormId multiply(Forms& forms, FormId a, FormId b, int width) {
  LinearSum left, right, out;
  forms.add(left, a, 1);
  forms.add(right, b, 1);
  out.constant = left.constant * right.constant;
  for (const auto& [x, c] : left.parts) forms.add(out, x, c * right.constant);
  for (const auto& [y, d] : right.parts) forms.add(out, y, d * left.constant);
  for (const auto& [x, c] : left.parts) {
    for (const auto& [y, d] : right.parts) {
      std::map<FormId, std::uint64_t> factors;
      add_factor(forms, factors, x, 1);
      add_factor(forms, factors, y, 1);
      out.parts[power_product(forms, std::move(factors), width)] += c * d;
    }
  }
  return forms.linear(out, width);
}

FormId product_of(Forms& forms, const std::map<FormId, std::uint64_t>& all, int width) {
  std::map<FormId, std::uint64_t> factors;
  std::uint64_t coefficient = 1;
  std::vector<FormId> sums;
  for (const auto& [leaf, exponent] : all) {
    const Form f = forms.at(leaf);
    const bool scaled = f.tag == Tag::Linear && f.parts.size() == 1 && f.numbers.back() == 0;
    if (f.tag == Tag::Constant || scaled) {
      const std::uint64_t factor = scaled ? f.numbers.front() : f.aux;
      for (std::uint64_t i = 0, base = factor, e = exponent; i < 64 && e != 0; ++i, e >>= 1, base *= base) {
        if (e & 1) coefficient *= base;
      }
      if (scaled) add_factor(forms, factors, f.parts.front(), exponent);
    } else if (f.tag == Tag::Linear && exponent == 1 && f.parts.size() < kExpandedTerms) {
      sums.push_back(leaf);
    } else {
      add_factor(forms, factors, leaf, exponent);
    }
  }
  std::size_t size = 1;
  for (const FormId s : sums) size *= std::min(forms.at(s).parts.size() + 1, kExpandedTerms + 1);
  if (size > kExpandedTerms) {
    for (const FormId s : sums) add_factor(forms, factors, s, 1);
    sums.clear();
  }
  LinearSum monomial;
  if (factors.empty()) {
    monomial.constant = coefficient;
  } else {
    monomial.parts[power_product(forms, std::move(factors), width)] = coefficient;
  }
  FormId out = forms.linear(monomial, width);
  for (const FormId s : sums) out = multiply(forms, out, s, width);
  return out;
}

}  // namespace warpproof::equivalence
