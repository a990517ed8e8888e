#include "checker/smt/without_products.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

constexpr unsigned kTimeout = 20'000;

struct Fixture {
  Term word(std::uint64_t value) { return g.constant(32, value); }
  Term wide(std::uint64_t value) { return g.constant(64, value); }
  Term variable(const char* name) { return g.var(32, name); }
  bool excludes(Term t) { return products.excludes(t, kTimeout); }
  bool excludes_all(std::vector<Term> terms) { return excludes(g.conj(terms)); }

  TermGraph g;
  WithoutProducts products{g, {}};
};

// Is r * cols + c, elements of four bytes, inside rows * cols of them?
struct Rows : Fixture {
  Term rows = variable("rows"), cols = variable("cols"), r = variable("r"), c = variable("c");
  Term in_row = g.land(g.sle(word(0), c), g.slt(c, cols));
  Term size = g.mul(g.mul(wide(4), g.sext(rows, 64)), g.sext(cols, 64));
  Term is_size = g.ule(size, wide(1ull << 39));
  Term offset = g.mul(wide(4), g.add(g.mul(g.sext(r, 64), g.sext(cols, 64)), g.sext(c, 64)));
  Term outside = g.lor(g.ult(size, wide(4)), g.ult(g.sub(size, wide(4)), offset));
};

}  // namespace

TEST_CASE_METHOD(Rows, "products: an element of a row lies inside the matrix") {
  products.assume(is_size);
  const Term row = g.land(g.sle(word(0), r), g.slt(r, rows));
  CHECK(excludes_all({row, in_row, outside}));
  CHECK_FALSE(excludes_all({row, g.sle(word(0), c), g.sle(c, cols), outside}));
  CHECK_FALSE(excludes_all({g.land(g.sle(word(0), r), g.sle(r, rows)), in_row, outside}));
}

}  // namespace warpproof
