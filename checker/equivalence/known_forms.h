// The forms of terms that are known so far. A term may be looked at by its bits, or by the number that it holds in a format.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "checker/equivalence/forms.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

struct Look {
  static constexpr int kBits = 0;
  Term term;
  int side = kBits;  // kBits, or number_in() of a format

  static constexpr int number_in(FloatFormat f) { return static_cast<int>(f) + 1; }
  FloatFormat format() const { return static_cast<FloatFormat>(side - 1); }
  std::uint64_t key() const { return static_cast<std::uint64_t>(term.id) << 4 | static_cast<unsigned>(side); }
};

class KnownForms {
 public:
  bool contains(Look l) const { return forms_.contains(l.key()); }
  FormId at(Look l) const { return forms_.at(l.key()); }
  void put(Look l, FormId form) { forms_[l.key()] = form; }
  FormId of(Term t) const { return at({t, Look::kBits}); }
  FormId number(Term t, FloatFormat f) const { return at({t, Look::number_in(f)}); }

 private:
  std::unordered_map<std::uint64_t, FormId> forms_;  // by Look::key()
};

}  // namespace warpproof::equivalence
