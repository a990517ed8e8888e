#include "checker/smt/over_integers.h"

#include <z3++.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <new>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/smt/certificates.h"
#include "checker/smt/z3_limits.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {

namespace {

// Nanoseconds for one of Z3's, as in ask_z3.cpp; measured on rows of matrices.
constexpr std::uint64_t kUnitsOfResource = 3'000;
constexpr std::size_t kMostTerms = 20'000;

class Integers {
 public:
  Integers(TermGraph& graph, z3::context& context) : g(graph), c(context), expressions_(c), facts_(c) {}

  void add(std::span<const Term> predicates) {
    const std::vector<Term> order = topological_order(g, predicates);
    find_parted(order);
    for (const Term t : order) {
      const z3::expr e = g.width(t) == 1 ? predicate(t) : word(t);
      position_[t.id] = expressions_.size();
      expressions_.push_back(e);
    }
    for (const Term t : predicates) facts_.push_back(of(t));
  }
  // Each assignment of the integers is one of the words, too.
  bool exact() const { return exact_; }
  const z3::expr_vector& facts() const { return facts_; }

 private:
  // Variables of which nothing but parts without a common bit occur, such as the members of a structure that are loaded by 8
  // bytes: each part is a number of its own, and nothing needs to be said of how they make up the whole.
  void find_parted(std::span<const Term> order) {
    std::map<Term, std::set<std::pair<int, int>>> parts;  // lowest bit, width
    for (const Term t : order) {
      const auto operands = g.operands(t);
      for (const Term o : operands) {
        if (g.kind(o) != Kind::Var || g.width(o) == 1) continue;
        const bool is_any = g.zero_bits(o) == 0 && g.unsigned_range(o) == std::pair(std::uint64_t{0}, ones(g.width(o)));
        std::set<std::pair<int, int>>& of_it = parts[o];
        if (is_any && g.kind(t) == Kind::Extract) of_it.emplace(g.aux(t), g.width(t));
        else if (is_any && compares_upper_half(t)) of_it.emplace(g.width(o) / 2, g.width(o) / 2);
        else of_it.emplace(0, g.width(o));
      }
    }
    for (const auto& [whole, of_it] : parts) {
      int next = 0;
      const bool are_apart = std::all_of(of_it.begin(), of_it.end(), [&](const auto& part) {
        return part.first >= std::exchange(next, part.first + part.second);
      });
      if (are_apart && !of_it.contains({0, g.width(whole)})) parted_.insert(whole.id);
    }
  }
  // x < 2^32 of 64 bits, which says that its upper half is 0.
  bool compares_upper_half(Term t) const {
    const auto operands = g.operands(t);
    return g.kind(t) == Kind::Ult && g.is_const(operands[1]) && g.value(operands[1]) != 0 &&
           std::countr_zero(g.value(operands[1])) >= g.width(operands[0]) / 2;
  }
  z3::expr part(Term t) {
    const auto it = parts_.find(t);
    return it != parts_.end() ? it->second : parts_.emplace(t, any(t)).first->second;
  }
  static std::uint64_t ones(int width) { return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

  z3::expr of(Term t) const { return expressions_[static_cast<int>(position_.at(t.id))]; }
  z3::expr number(std::uint64_t n) { return c.int_val(n); }
  z3::expr size(int width) {  // 2^width
    return width < 64 ? c.int_val(std::uint64_t{1} << width) : c.int_val("18446744073709551616");
  }
  z3::expr half(int width) { return c.int_val(std::uint64_t{1} << (width - 1)); }
  z3::expr as_number(Term t) {  // also of a truth
    const z3::expr e = of(t);
    return g.width(t) == 1 ? z3::ite(e, number(1), number(0)) : e;
  }
  z3::expr fresh() { return c.constant(("w" + std::to_string(fresh_++)).c_str(), c.int_sort()); }

  // Any number that the word may be.
  z3::expr any(Term t) {
    const z3::expr e = fresh();
    const auto [low, high] = g.unsigned_range(t);
    facts_.push_back(e >= number(low));
    facts_.push_back(e <= number(high));
    return e;
  }
  z3::expr variable(Term t) {
    const z3::expr e = any(t);
    const std::uint64_t zeros = g.zero_bits(t);
    if (const int low = std::countr_one(zeros); low > 0 && low < g.width(t))
      facts_.push_back(e == size(low) * fresh());
    return e;
  }
  // Of an operation that is none of integers.
  z3::expr unlike(Term t) {
    exact_ = false;
    return any(t);
  }
  // The number from 0 to 2^width - 1 that the sum is but for a multiple of 2^width.
  z3::expr wrapped(Term t, const z3::expr& sum) {
    const z3::expr e = any(t);
    facts_.push_back(e == sum - size(g.width(t)) * fresh());
    return e;
  }
  z3::expr with_sign(const z3::expr& e, Term t) {
    return g.unsigned_range(t).second >> (g.width(t) - 1) == 0
               ? e
               : z3::ite(e >= half(g.width(t)), e - size(g.width(t)), e);
  }
  z3::expr coefficient(int width, std::uint64_t value) {
    const bool negative = value >> (width - 1) != 0;
    if (!negative) return number(value);
    const std::uint64_t less = width < 64 ? (std::uint64_t{1} << width) - value : 0 - value;
    return -number(less);
  }

  // Of a sum: its part without wrapping around, so that only the whole may.
  z3::expr addend(Term t) {
    if (g.is_const(t)) return coefficient(g.width(t), g.value(t));
    const auto operands = g.operands(t);
    if (g.kind(t) == Kind::Mul && operands.size() == 2 && g.is_const(operands[1]))
      return coefficient(g.width(t), g.value(operands[1])) * of(operands[0]);
    return of(t);
  }

  z3::expr word(Term t) {
    const auto operands = g.operands(t);
    const int width = g.width(t);
    switch (g.kind(t)) {
      case Kind::Const:
        return number(g.value(t));
      case Kind::Add: {
        z3::expr sum = addend(operands[0]);
        for (const Term o : operands.subspan(1)) sum = sum + addend(o);
        return wrapped(t, sum);
      }
      case Kind::Mul:
        if (operands.size() == 2 && g.is_const(operands[1])) return wrapped(t, addend(t));
        return unlike(t);
      case Kind::ZExt:
        return as_number(operands[0]);
      case Kind::SExt:
        if (g.width(operands[0]) == 1) return unlike(t);
        return z3::ite(of(operands[0]) >= half(g.width(operands[0])),
                       of(operands[0]) + size(width) - size(g.width(operands[0])), of(operands[0]));
      case Kind::Ite:
        return z3::ite(of(operands[0]), of(operands[1]), of(operands[2]));
      case Kind::Not:
        return size(width) - number(1) - of(operands[0]);
      case Kind::Concat: {
        z3::expr sum = number(0);
        int at = width;
        for (const Term o : operands) {
          at -= g.width(o);
          sum = sum + size(at) * as_number(o);
        }
        return sum;
      }
      case Kind::Extract: {  // x = (more * 2^width + word) * 2^low + less
        if (g.width(operands[0]) == 1) return unlike(t);
        if (parted_.contains(operands[0].id)) return part(t);
        const int low = static_cast<int>(g.aux(t));
        const z3::expr e = any(t), more = fresh(), less = fresh();
        facts_.push_back(more >= number(0));
        facts_.push_back(less >= number(0) && less < size(low));
        facts_.push_back(of(operands[0]) == (more * size(width) + e) * size(low) + less);
        return e;
      }
      case Kind::UDiv:
      case Kind::URem:
        if (g.is_const(operands[1]) && g.value(operands[1]) != 0) return divided(t, operands[0], operands[1]);
        return unlike(t);
      case Kind::SDiv:
      case Kind::SRem:
        if (g.is_const(operands[1]) && g.value(operands[1]) > 0 && g.value(operands[1]) >> (width - 1) == 0)
          return divided_with_sign(t, operands[0], operands[1]);
        return unlike(t);
      case Kind::And: {
        const z3::expr e = unlike(t);
        for (const Term o : operands) facts_.push_back(e <= of(o));
        return e;
      }
      case Kind::Or: {
        const z3::expr e = unlike(t);
        for (const Term o : operands) facts_.push_back(e >= of(o));
        return e;
      }
      case Kind::Var:
        return variable(t);
      default:
        return unlike(t);
    }
  }

  z3::expr divided(Term t, Term a, Term b) {
    const z3::expr quotient = fresh(), remainder = fresh();
    facts_.push_back(quotient >= number(0));
    facts_.push_back(remainder >= number(0) && remainder < of(b));
    facts_.push_back(of(a) == number(g.value(b)) * quotient + remainder);
    return g.kind(t) == Kind::UDiv ? quotient : remainder;
  }

  // Rounded towards 0: the remainder has the sign of a.
  z3::expr divided_with_sign(Term t, Term a, Term b) {
    const z3::expr quotient = fresh(), remainder = fresh(), divisor = number(g.value(b)), of_a = with_sign(of(a), a);
    facts_.push_back(of_a == divisor * quotient + remainder);
    facts_.push_back(z3::ite(of_a >= number(0), remainder >= number(0) && remainder < divisor,
                             remainder <= number(0) && remainder > -divisor));
    const z3::expr& e = g.kind(t) == Kind::SDiv ? quotient : remainder;
    return z3::ite(e >= number(0), e, e + size(g.width(t)));
  }

  z3::expr predicate(Term t) {
    const auto operands = g.operands(t);
    const auto words = [&] { return g.width(operands[0]) > 1; };
    switch (g.kind(t)) {
      case Kind::Const:
        return c.bool_val(g.value(t) != 0);
      case Kind::And: {
        z3::expr_vector all(c);
        for (const Term o : operands) all.push_back(of(o));
        return z3::mk_and(all);
      }
      case Kind::Not:
        return !of(operands[0]);
      case Kind::Xor: {
        z3::expr out = of(operands[0]);
        for (const Term o : operands.subspan(1)) out = out != of(o);
        return out;
      }
      case Kind::Ite:
        return z3::ite(of(operands[0]), of(operands[1]), of(operands[2]));
      case Kind::Eq:
        return of(operands[0]) == of(operands[1]);
      case Kind::Ult:
        if (parted_.contains(operands[0].id)) {
          const int half_width = g.width(operands[0]) / 2;
          return part(g.extract(operands[0], g.width(operands[0]) - 1, half_width)) < number(g.value(operands[1]) >> half_width);
        }
        if (words()) return of(operands[0]) < of(operands[1]);
        break;
      case Kind::Slt:
        if (words()) return with_sign(of(operands[0]), operands[0]) < with_sign(of(operands[1]), operands[1]);
        break;
      default:
        break;
    }
    exact_ = exact_ && g.kind(t) == Kind::Var;
    return c.constant(("p" + std::to_string(fresh_++)).c_str(), c.bool_sort());
  }

  TermGraph& g;
  z3::context& c;
  std::unordered_map<std::uint32_t, unsigned> position_;
  z3::expr_vector expressions_, facts_;
  std::unordered_set<std::uint32_t> parted_;
  std::map<Term, z3::expr> parts_;
  std::uint64_t fresh_ = 0;
  bool exact_ = true;
};

}  // namespace

OverIntegers ask_over_integers(TermGraph& graph, std::span<const Term> predicates, unsigned budget_ms) {
  const std::size_t terms = topological_order(graph, predicates).size();
  if (terms > kMostTerms) return OverIntegers::Unknown;
  effort::spend(effort::Work::Backend);
  effort::spend(effort::Work::Translation, terms);
  try {
    z3::context context;
    Integers integers(graph, context);
    integers.add(predicates);
    // The plain one: the strategy for linear arithmetic takes long over what it does not count.
    z3::solver solver(context, z3::solver::simple());
    z3::params p(context);
    const Z3Limit most = limit(solver, p, std::uint64_t{budget_ms} * 1'000'000, kUnitsOfResource);
    for (unsigned i = 0; i < integers.facts().size(); ++i) solver.add(integers.facts()[static_cast<int>(i)]);
    const z3::check_result result = check_within(solver, most).result;
    if (result == z3::unsat && certifies()) certify(Z3_solver_to_string(context, solver), false);
    if (result == z3::unsat) return OverIntegers::Excluded;
    return result == z3::sat && integers.exact() ? OverIntegers::Possible : OverIntegers::Unknown;
  } catch (const z3::exception&) {
    return OverIntegers::Unknown;
  } catch (const std::bad_alloc&) {
    return OverIntegers::Unknown;
  }
}

}  // namespace warpproof
