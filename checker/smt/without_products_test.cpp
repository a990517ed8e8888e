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

// Two elements of a matrix at one index of 32 bits.
struct TwoElements : Fixture {
  Term rows = variable("rows"), cols = variable("cols"), pitch = variable("pitch");
  Term r1 = variable("r1"), r2 = variable("r2"), c1 = variable("c1"), c2 = variable("c2");
  Term within(Term x, Term end) { return g.land(g.sle(word(0), x), g.slt(x, end)); }
  Term in_rows = g.land(within(r1, rows), within(r2, rows));
  Term in_cols = g.land(within(c1, cols), within(c2, cols));
  Term differ = g.lnot(g.land(g.eq(r1, r2), g.eq(c1, c2)));
  Term meet(Term width) { return g.eq(g.add(g.mul(r1, width), c1), g.add(g.mul(r2, width), c2)); }
};

TEST_CASE_METHOD(TwoElements, "products: elements are apart where the matrix's size is taken to fit an int") {
  CHECK_FALSE(excludes_all({in_rows, in_cols, differ, meet(cols)}));
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows, cols, pitch});
  const auto sized_excludes = [&](std::vector<Term> all) { return sized.excludes(g.conj(all), kTimeout); };
  CHECK(sized_excludes({in_rows, in_cols, differ, meet(cols)}));
  CHECK(sized.size_limits() == std::set<SizeLimit>{{1, {std::min(rows, cols), std::max(rows, cols)}, {}}});
  // Without a bound of the column, or of the row, or with rows that are another length apart, they meet.
  CHECK_FALSE(sized_excludes({in_rows, differ, meet(cols)}));
  CHECK_FALSE(sized_excludes({in_cols, differ, meet(cols)}));
  CHECK_FALSE(sized_excludes({in_rows, in_cols, differ, meet(pitch)}));
  CHECK(sized_excludes({in_rows, in_cols, g.sle(cols, pitch), differ, meet(pitch)}));
}

TEST_CASE_METHOD(TwoElements, "products: of the size in x < size - 1 a negative one is taken to be none") {
  const Term one_less = g.sub(cols, word(1));
  const Term in_short_rows = g.land(g.land(g.slt(word(0), c1), g.slt(c1, one_less)), g.land(g.slt(word(0), c2), g.slt(c2, one_less)));
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows, cols});
  CHECK(sized.excludes(g.conj(std::vector<Term>{in_rows, in_short_rows, differ, meet(cols)}), kTimeout));
  CHECK(sized.size_limits() == std::set<SizeLimit>{{1, {std::min(rows, cols), std::max(rows, cols)}, {}, true}});
  CHECK_FALSE(sized.excludes(g.conj(std::vector<Term>{in_rows, in_short_rows, differ, meet(g.sub(cols, word(3)))}), kTimeout));
}

TEST_CASE_METHOD(TwoElements, "products: of a product of 64 bits nothing is assumed, as it does not wrap around") {
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows, cols});
  const auto is = [&](Term product) { return g.conj(std::vector<Term>{g.ult(word(1), rows), g.ult(rows, cols), product}); };
  CHECK_FALSE(sized.excludes(is(g.eq(g.mul(g.zext(rows, 64), g.zext(cols, 64)), wide(4611685975477714963ull))), kTimeout));
  CHECK(sized.size_limits().empty());
  sized.excludes(is(g.eq(g.mul(rows, cols), word(7))), kTimeout);
  CHECK_FALSE(sized.size_limits().empty());
}

TEST_CASE_METHOD(TwoElements, "products: a size that is compared as an unsigned number is one") {
  const auto sized_excludes = [&](std::vector<Term> all, const std::vector<Term>& are_unsigned) {
    WithoutProducts sized{g, {}};
    sized.assume_sizes({rows, cols});
    all.push_back(differ);
    all.push_back(meet(cols));
    const bool out = sized.excludes(g.conj(all), kTimeout);
    CHECK(sized.size_limits().contains({1, {std::min(rows, cols), std::max(rows, cols)}, are_unsigned}));
    return out;
  };
  const Term below_rows = g.land(g.ult(r1, rows), g.ult(r2, rows)), below_cols = g.land(g.ult(c1, cols), g.ult(c2, cols));
  CHECK(sized_excludes({below_rows, below_cols}, {std::min(rows, cols), std::max(rows, cols)}));
  CHECK(sized_excludes({below_rows, in_cols}, {rows}));
  CHECK_FALSE(sized_excludes({below_rows, g.ult(c1, cols), g.ule(c2, cols)}, {std::min(rows, cols), std::max(rows, cols)}));
  // Where it is compared as both, the weaker assumption is made.
  CHECK_FALSE(sized_excludes({below_rows, below_cols, g.slt(word(0), rows), g.slt(cols, word(5))}, {}));
}

struct Multiples : TwoElements {
  Term n = variable("n"), i = variable("i"), j = variable("j");

  bool excluded(std::vector<Term> all, const std::set<SizeLimit>& limits) {
    WithoutProducts multiples{g, {}}, sized{g, {}};
    multiples.assume_sizes({n, rows, cols}, true);
    sized.assume_sizes({n, rows, cols});
    const Term query = g.conj(all);
    CHECK_FALSE(sized.excludes(query, 5'000));
    const bool out = multiples.excludes(query, 5'000);
    if (out) CHECK(multiples.size_limits() == limits);
    return out;
  }
  // The address of an element of one byte.
  Term at(Term index) { return g.add(base(), g.zext(index, 64)); }
  Term base() {
    g.set_range(start, 0, 1ull << 40);
    return start;
  }
  Term plane(std::uint64_t number, Term x) { return at(g.add(g.mul(word(number), n), x)); }
  Term start = g.var(64, "base");
};

TEST_CASE_METHOD(Multiples, "products: elements of planes are apart where the number of all elements is taken to fit an int") {
  const Term in = g.land(within(i, n), within(j, n));
  CHECK(excluded({in, g.eq(plane(4, i), plane(3, j))}, {{5, {n}, {}}}));
  CHECK(excluded({in, g.ule(plane(4, i), plane(3, j))}, {{5, {n}, {}}}));
  CHECK_FALSE(excluded({within(i, n), g.sle(word(0), j), g.sle(j, n), g.eq(plane(4, i), plane(3, j))}, {}));
  CHECK_FALSE(excluded({in, g.ule(plane(3, j), plane(4, i))}, {}));
}

TEST_CASE_METHOD(Multiples, "products: threads with numbers are in planes that are apart, as their addresses tell") {
  const auto excludes_as = [&](const Term* address) {
    WithoutProducts multiples{g, {}};
    multiples.assume_sizes({n}, true);
    if (address != nullptr) multiples.note_address(*address);
    // Of element i the next plane's is element i - 31 of this one, as i + n wraps around.
    return multiples.excludes(g.conj(std::vector<Term>{g.ult(i, n), g.eq(n, word(-31ull & 0xffffffff))}), 5'000);
  };
  const Term address = plane(1, word(1)), other = plane(1, g.var(32, "k"));
  CHECK_FALSE(excludes_as(nullptr));
  CHECK(excludes_as(&address));
  CHECK(excludes_as(&other));
  const Term of_no_size = at(g.add(g.mul(i, word(2)), word(1)));
  CHECK_FALSE(excludes_as(&of_no_size));
}

TEST_CASE_METHOD(Multiples, "products: rows of a tile are apart where the tile's elements are taken to fit an int") {
  for (const Term r : {r1, r2}) g.set_range(r, 0, 15);
  const auto element = [&](Term r, Term c) { return at(g.add(g.mul(r, cols), c)); };
  const Term less = g.ult(element(r2, c2), element(r1, c1));
  CHECK(excluded({in_cols, g.ult(r1, r2), less}, {{16, {cols}, {}}}));
  CHECK_FALSE(excluded({in_cols, g.ule(r1, r2), less}, {}));
  CHECK_FALSE(excluded({within(c1, cols), g.ult(r1, r2), less}, {}));
}

TEST_CASE_METHOD(Multiples, "products: elements with several members each are apart where their number is taken to fit an int") {
  const auto element = [&](Term r, Term c, std::uint64_t member) { return at(g.add(g.mul(word(3), g.add(g.mul(r, cols), c)), word(member))); };
  const Term in = g.land(in_rows, in_cols);
  const std::set<SizeLimit> limits{{3, {std::min(rows, cols), std::max(rows, cols)}, {}}};
  CHECK(excluded({in, g.ult(r1, r2), g.ule(element(r2, c2, 0), element(r1, c1, 2))}, limits));
  CHECK_FALSE(excluded({in, g.ult(r1, r2), g.ule(element(r2, c2, 0), element(r1, c1, 3))}, limits));
}

// As a transposition asks: elements of one tile, of which the tile's first column has been taken away on both sides.
TEST_CASE_METHOD(TwoElements, "products: elements of one tile are apart, for little effort") {
  const Term tile = variable("tile");
  g.set_range(tile, 0, 1 << 20);
  g.set_range(c1, 0, 31);
  g.set_range(c2, 0, 31);
  const Term in_tile = g.land(g.slt(g.add(tile, c1), cols), g.slt(g.add(tile, c2), cols));
  const auto sized_excludes = [&](std::vector<Term> all) {
    WithoutProducts sized{g, {}};
    sized.assume_sizes({rows, cols});
    return sized.excludes(g.conj(all), 1'000);
  };
  CHECK(sized_excludes({in_rows, in_tile, differ, meet(cols)}));
  CHECK_FALSE(sized_excludes({in_rows, g.slt(g.add(tile, c1), cols), differ, meet(cols)}));
  CHECK_FALSE(sized_excludes({in_rows, g.slt(g.add(tile, c2), cols), differ, meet(cols)}));
  CHECK_FALSE(sized_excludes({within(r1, rows), in_tile, differ, meet(cols)}));
}

TEST_CASE_METHOD(TwoElements, "products: rows of 32 bits that are no longer than a difference of columns overlap") {
  const Term apart = g.sub(c2, c1);
  const Term fits = g.conj(std::vector<Term>{g.ult(cols, word(1 << 15)), g.ult(r1, word(1 << 15)), g.ult(r2, word(1 << 15))});
  CHECK(excludes_all({fits, differ, meet(cols), g.slt(apart, cols), g.slt(g.neg(cols), apart)}));
  CHECK_FALSE(excludes_all({fits, differ, meet(cols), g.sle(apart, cols), g.slt(g.neg(cols), apart)}));
  CHECK_FALSE(excludes_all({fits, differ, meet(cols), g.slt(apart, cols), g.sle(g.neg(cols), apart)}));
  CHECK_FALSE(excludes_all({differ, meet(cols), g.slt(apart, cols), g.slt(g.neg(cols), apart)}));
}

TEST_CASE_METHOD(TwoElements, "products: elements at indexes of 64 bits are apart without an assumption") {
  const auto index = [&](Term r, Term c) { return g.add(g.mul(g.sext(r, 64), g.sext(cols, 64)), g.sext(c, 64)); };
  const Term meet = g.eq(index(r1, c1), index(r2, c2));
  CHECK(excludes_all({in_rows, in_cols, differ, meet}));
  CHECK_FALSE(excludes_all({in_rows, within(c1, cols), differ, meet}));
  CHECK_FALSE(excludes_all({in_rows, within(c2, cols), differ, meet}));
}

TEST_CASE_METHOD(TwoElements, "products: rows that begin at a number which may be anything") {
  const Term first = variable("first");
  const auto row = [&](Term r) { return g.add(first, r); };
  const auto meet_at = [&](Term width) { return g.eq(g.add(g.mul(row(r1), width), c1), g.add(g.mul(row(r2), width), c2)); };
  const Term in = g.conj(std::vector<Term>{within(row(r1), rows), within(row(r2), rows), in_cols});
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows, cols, pitch});
  const auto sized_excludes = [&](std::vector<Term> all) { return sized.excludes(g.conj(all), kTimeout); };
  CHECK(sized_excludes({in, differ, meet_at(cols)}));
  CHECK_FALSE(sized_excludes({within(row(r1), rows), in_cols, differ, meet_at(cols)}));
  CHECK_FALSE(sized_excludes({in, differ, meet_at(pitch)}));
}

TEST_CASE_METHOD(TwoElements, "products: what lies in a tile of a size is less than it") {
  const Term tile_row = variable("tile row"), tile_col = variable("tile col"), other_row = variable("other row"), other_col = variable("other col");
  for (const Term in_tile : {r1, r2, c1, c2}) g.set_range(in_tile, 0, 15);
  for (const Term size : {rows, cols}) g.set_range(size, 0, 0x7fffffff);
  const auto in = [&](Term tile, Term x) { return g.add(g.mul(word(16), tile), x); };
  const Term first = g.add(g.mul(in(tile_row, r1), cols), in(tile_col, c1)), second = g.add(g.mul(in(other_row, r2), cols), in(other_col, c2));
  const auto excludes = [&](Term of_row, Term of_col, std::uint64_t length) {
    WithoutProducts tiled{g, {}};
    tiled.assume_sizes({rows, cols});
    tiled.take_tiles([&, length](Term i, std::uint64_t l) {
      if (l != length) return std::vector<Term>{};
      return std::vector<Term>{i == tile_row || i == other_row ? of_row : of_col};
    });
    const Term all[] = {g.lnot(g.land(g.eq(in(tile_row, r1), in(other_row, r2)), g.eq(in(tile_col, c1), in(other_col, c2)))), g.eq(first, second)};
    return tiled.excludes(g.conj(all), kTimeout);
  };
  CHECK(excludes(rows, cols, 16));
  CHECK_FALSE(excludes(rows, rows, 16));
  CHECK_FALSE(excludes(rows, cols, 15));
  g.set_range(r1, 0, 15);
  // A number that is not less than the tile's length is no part of it.
  const Term far = variable("far");
  g.set_range(far, 0, 16);
  WithoutProducts tiled{g, {}};
  tiled.take_tiles([&](Term, std::uint64_t) { return std::vector<Term>{rows}; });
  CHECK_FALSE(tiled.excludes(g.conj(std::vector<Term>{g.ule(rows, in(tile_row, far)), g.eq(g.mul(rows, cols), word(7))}), kTimeout));
}

TEST_CASE_METHOD(TwoElements, "products: of a square matrix its side is both sizes") {
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows});
  const Term in_square = g.conj(std::vector<Term>{within(r1, rows), within(r2, rows), within(c1, rows), within(c2, rows)});
  CHECK(sized.excludes(g.conj(std::vector<Term>{in_square, differ, meet(rows)}), kTimeout));
  CHECK(sized.size_limits() == std::set<SizeLimit>{{1, {rows, rows}, {}}});
}

TEST_CASE_METHOD(TwoElements, "products: without sizes that are compared nothing is assumed, and nothing excluded so") {
  WithoutProducts sized{g, {}};
  sized.assume_sizes({pitch});
  CHECK_FALSE(sized.excludes(g.conj(std::vector<Term>{g.eq(r1, r2), g.lnot(g.eq(c1, c2)), meet(cols)}), kTimeout));
  CHECK(sized.size_limits().empty());
}

// Elements of a volume, at an index in either of its usual forms.
struct Volume : TwoElements {
  Term layers = variable("layers"), z1 = variable("z1"), z2 = variable("z2");
  Term in_layers = g.land(within(z1, layers), within(z2, layers));
  Term other = g.lnot(g.conj(std::vector<Term>{g.eq(z1, z2), g.eq(r1, r2), g.eq(c1, c2)}));

  Term nested(Term z, Term r, Term c) { return g.add(g.mul(g.add(g.mul(z, rows), r), cols), c); }
  Term flat(Term z, Term r, Term c) { return g.add(g.add(g.mul(g.mul(z, cols), rows), g.mul(r, cols)), c); }
  Term meet_nested() { return g.eq(nested(z1, r1, c1), nested(z2, r2, c2)); }
  Term meet_flat() { return g.eq(flat(z1, r1, c1), flat(z2, r2, c2)); }

  // By the question as a whole, or by rows.
  bool excluded(std::vector<Term> all, bool by_rows, std::vector<Term> sizes) {
    WithoutProducts sized{g, {}};
    sized.assume_sizes(sizes);
    all.push_back(other);
    const bool out = by_rows ? sized.excludes_by_rows(g.conj(all), 3'000) : sized.excludes(g.conj(all), 5'000);
    if (out) CHECK(sized.size_limits().contains({1, {std::min(layers, rows), std::max(layers, rows), cols}, {}, true}));
    return out;
  }
};

TEST_CASE_METHOD(Volume, "products: elements of a volume are apart where its size is taken to fit an int") {
  for (const bool by_rows : {false, true}) {
    for (const Term meet : {meet_nested(), meet_flat()}) {
      const std::vector<Term> sizes{layers, rows, cols};
      CHECK(excluded({in_layers, in_rows, in_cols, meet}, by_rows, sizes));
      CHECK_FALSE(excluded({in_layers, in_rows, within(c1, cols), meet}, by_rows, sizes));
      CHECK_FALSE(excluded({in_layers, within(r1, rows), in_cols, meet}, by_rows, sizes));
      CHECK_FALSE(excluded({in_rows, in_cols, meet}, by_rows, sizes));
    }
    CHECK_FALSE(excluded({in_layers, in_rows, in_cols, meet_nested()}, by_rows, {}));
  }
}

TEST_CASE_METHOD(Volume, "products: what rows say of a volume needs each of its premises") {
  const std::vector<Term> sizes{layers, rows, cols};
  const Term c_less = g.slt(g.sub(c1, c2), cols), c_more = g.slt(g.neg(cols), g.sub(c1, c2));
  CHECK(excluded({in_layers, in_rows, c_less, c_more, g.slt(word(0), cols), meet_nested()}, true, sizes));
  CHECK_FALSE(excluded({in_layers, in_rows, c_more, g.slt(word(0), cols), meet_nested()}, true, sizes));
  CHECK_FALSE(excluded({in_layers, in_rows, c_less, g.slt(word(0), cols), meet_nested()}, true, sizes));
}

TEST_CASE_METHOD(TwoElements, "products: a matrix has no layers, and is not asked by rows") {
  WithoutProducts sized{g, {}};
  sized.assume_sizes({rows, cols});
  CHECK_FALSE(sized.excludes_by_rows(g.conj(std::vector<Term>{in_rows, in_cols, differ, meet(cols)}), kTimeout));
  CHECK(sized.excludes(g.conj(std::vector<Term>{in_rows, in_cols, differ, meet(cols)}), kTimeout));
}

// Rows of a constant length that is no power of two need no product of two unknowns.
TEST_CASE_METHOD(TwoElements, "products: elements of rows of 50257 are apart") {
  const auto index = [&](Term r, Term c) { return g.add(g.mul(g.sext(r, 64), wide(50257)), g.sext(c, 64)); };
  const Term meet = g.eq(index(r1, c1), index(r2, c2)), length = word(50257);
  CHECK(excludes_all({within(c1, length), within(c2, length), g.slt(r1, r2), meet}));
  CHECK(excludes_all({within(c1, length), within(c2, length), g.lnot(g.eq(r1, r2)), meet}));
  CHECK_FALSE(excludes_all({within(c1, word(50258)), within(c2, length), g.slt(r1, r2), meet}));
  CHECK_FALSE(excludes_all({within(c1, length), g.slt(c2, length), g.slt(r1, r2), meet}));
  // In 32 bits a row may wrap around to another one.
  const auto narrow = [&](Term r, Term c) { return g.add(g.mul(r, length), c); };
  CHECK_FALSE(excludes_all({within(c1, length), within(c2, length), differ, g.eq(narrow(r1, c1), narrow(r2, c2))}));
}

}  // namespace warpproof
