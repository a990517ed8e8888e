#include "checker/equivalence/forms.h"

#include <algorithm>

#include "src/base/effort.h"

namespace warpproof::equivalence {

namespace {

std::size_t hash(const Form& f) {
  std::uint64_t h = static_cast<std::uint64_t>(f.tag) * 131 + static_cast<std::uint64_t>(f.width);
  const auto mix = [&](std::uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 31;
  };
  mix(f.aux);
  for (const FormId p : f.parts) mix(p);
  for (const std::uint64_t n : f.numbers) mix(n);
  mix(std::hash<std::string>{}(f.text));
  return h;
}

}  // namespace

FormId Forms::intern(Form form) {
  effort::spend(effort::Work::Form, 2 + form.parts.size() + form.numbers.size() + form.text.size() / 16);
  const std::size_t h = hash(form);
  for (auto [it, end] = index_.equal_range(h); it != end; ++it) {
    if (forms_[it->second] == form) return it->second;
  }
  const auto id = static_cast<FormId>(forms_.size());
  forms_.push_back(std::move(form));
  index_.emplace(h, id);
  return id;
}

void Forms::add(LinearSum& sum, FormId id, std::uint64_t coefficient) const {
  const Form& f = forms_[id];
  if (f.tag == Tag::Constant) {
    sum.constant += coefficient * f.aux;
  } else if (f.tag == Tag::Linear) {
    for (std::size_t i = 0; i < f.parts.size(); ++i) sum.parts[f.parts[i]] += coefficient * f.numbers[i];
    sum.constant += coefficient * f.numbers.back();
  } else {
    sum.parts[id] += coefficient;
  }
}

FormId Forms::linear(const LinearSum& sum, int width) {
  std::vector<std::pair<FormId, std::uint64_t>> parts;
  for (const auto& [atom, coefficient] : sum.parts) {
    if ((coefficient & mask(width)) != 0) parts.emplace_back(atom, coefficient & mask(width));
  }
  const std::uint64_t constant_part = sum.constant & mask(width);
  if (parts.empty()) return constant(width, constant_part);
  if (parts.size() == 1 && parts.front().second == 1 && constant_part == 0) return parts.front().first;
  std::sort(parts.begin(), parts.end());
  Form form{Tag::Linear, width, 0, {}, {}, {}};
  for (const auto& [atom, coefficient] : parts) {
    form.parts.push_back(atom);
    form.numbers.push_back(coefficient);
  }
  form.numbers.push_back(constant_part);
  return intern(std::move(form));
}

FormId Forms::real(Polynomial polynomial, int width) {
  std::erase_if(polynomial, [](const auto& entry) { return entry.second == 0; });
  effort::spend(effort::Work::Form, 4 * polynomial.size());
  Form form{Tag::Real, width, 0, {}, {}, {}};
  for (const auto& [monomial, coefficient] : polynomial) {
    form.text += coefficient.str() + ":";
    for (const auto& [atom, exponent] : monomial)
      form.text += std::to_string(atom) + "^" + std::to_string(exponent) + ".";
    form.text += ";";
  }
  const FormId id = intern(std::move(form));
  polynomials_.try_emplace(id, std::move(polynomial));
  return id;
}

}  // namespace warpproof::equivalence
