// Normal forms as hash-consed values: equal numbers mean equal values for all inputs.
//
// A form is built from the forms of its parts, so that two terms that were computed in different orders meet:
//   Linear    constant + sum of coefficient * atom, modulo 2^width
//   Product   atoms with exponents
//   Gate      atom where a predicate holds, else 0
//   Boolean   a function of words, bit by bit (or of predicates), as a decision diagram over atoms
//   Lattice   minima and maxima as a monotone decision diagram: an identity between them holds for all ordered values
//             when it holds for 0 and 1 (the 0-1 principle; distributive lattices)
//   FloatSet  fmin or fmax of a set of values. PTX's are associative, commutative and, past the first operation,
//             idempotent, NaN and signed zeros included, but the two together are no lattice
//   Real      a polynomial with rational coefficients: a real number, of no format
//   Winner    the number of the first candidate of a list that has the extreme value of all
//   Operation anything else, by its kind and the forms of its operands
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpproof::equivalence {

using FormId = std::uint32_t;
using Rational = boost::multiprecision::cpp_rational;

enum class Tag : std::uint8_t {
  Constant,
  Leaf,
  Linear,
  Product,
  Gate,
  Boolean,
  UnsignedLattice,
  SignedLattice,
  RealLattice,
  FloatSet,
  Real,
  Number,     // a word that holds the real number parts[0] in a format (aux)
  RealValue,  // the real number that a pattern of a format (aux) stands for
  RealInverse,
  RealBelowZero,
  RealIsZero,
  Winner,  // result of a contest (contests.h): values, their numbers; aux: signed, maximum
  Operation,
};

struct Form {
  Tag tag = Tag::Constant;
  int width = 0;
  std::uint64_t aux = 0;               // constant; term id; diagram; kind of operation
  std::vector<FormId> parts;           // operands; atoms in ascending order
  std::vector<std::uint64_t> numbers;  // Linear: coefficients, then the constant; Product: exponents
  std::string text;                    // Real: the polynomial, spelled
  bool operator==(const Form&) const = default;
};

// constant + sum of coefficient * atom.
struct LinearSum {
  std::unordered_map<FormId, std::uint64_t> parts;
  std::uint64_t constant = 0;
};

// Monomials (atoms with exponents, ascending) with their coefficients.
using Monomial = std::vector<std::pair<FormId, std::uint32_t>>;
using Polynomial = std::map<Monomial, Rational>;

class Forms {
 public:
  FormId intern(Form form);
  const Form& at(FormId id) const { return forms_[id]; }
  std::size_t size() const { return forms_.size(); }

  FormId constant(int width, std::uint64_t value) {
    return intern({Tag::Constant, width, value & mask(width), {}, {}, {}});
  }
  FormId operation(std::uint64_t what, int width, std::vector<FormId> parts) {
    return intern({Tag::Operation, width, what, std::move(parts), {}, {}});
  }

  // sum += coefficient * form, looking into linear forms and constants.
  void add(LinearSum& sum, FormId form, std::uint64_t coefficient) const;
  FormId linear(const LinearSum& sum, int width);

  // The polynomial of a Real form (by its number).
  const Polynomial& polynomial(FormId real) const { return polynomials_.at(real); }
  FormId real(Polynomial polynomial, int width);

  static std::uint64_t mask(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

 private:
  std::vector<Form> forms_;
  std::unordered_multimap<std::size_t, FormId> index_;
  std::unordered_map<FormId, Polynomial> polynomials_;
};

}  // namespace warpproof::equivalence
