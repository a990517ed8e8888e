// The rewrites that the checker relies on for speed, each by name. Their soundness is rewrite_property_test's business.
#include <catch2/catch.hpp>
#include <random>

#include "src/term/float_op.h"
#include "src/term/term.h"
#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;

struct Words {
  TermGraph g;
  Term x = g.var(32, "x"), y = g.var(32, "y"), z = g.var(32, "z");
  Term k(u64 v, int width = 32) { return g.constant(width, v); }
};

struct Guards {
  TermGraph g;
  Term a = g.var(1, "a"), b = g.var(1, "b"), c = g.var(1, "c"), p = g.var(1, "p"), q = g.var(1, "q");
};

// A ballot: predicate i at bit i.
Term mask_of_predicates(TermGraph& g, std::vector<Term>& bits, int n = 32) {
  bits.clear();
  for (int i = 0; i < n; ++i) bits.push_back(g.var(1, "lane" + std::to_string(i)));
  std::vector<Term> msb_first(bits.rbegin(), bits.rend());
  return g.concat(msb_first);
}

TEST_CASE("one less than a count of some bits is less than the count of all, unless there are none") {
  TermGraph g;
  std::vector<Term> bits;
  for (int i = 0; i < 4; ++i) bits.push_back(g.var(1, "b" + std::to_string(i)));
  const auto count = [&](std::size_t n) {
    std::vector<Term> parts;
    for (std::size_t i = 4; i-- > 0;) parts.push_back(i < n ? bits[i] : g.truth(false));
    return g.popc(g.concat(std::vector<Term>{g.constant(28, 0), g.concat(parts)}));
  };
  const Term all = count(4), less_one = g.constant(32, 0xffffffff);
  for (std::size_t n = 1; n <= 4; ++n) {
    std::vector<Term> some(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(n));
    const Term a = g.add(count(n), less_one);
    CHECK(g.ult(a, all) == g.disj(some));
  }
}

}  // namespace

TEST_CASE("bool: complements, duplicates and constants") {
  Guards s;
  auto& g = s.g;
  CHECK(g.is_false(g.land(s.a, g.lnot(s.a))));
  CHECK(g.is_true(g.lor(s.a, g.lnot(s.a))));
  CHECK(g.land(s.a, s.a) == s.a);
  CHECK(g.lnot(g.lnot(s.a)) == s.a);
  CHECK(g.land(s.a, s.b) == g.land(s.b, s.a));
  CHECK(g.land(s.a, g.land(s.b, s.c)) == g.land(g.land(s.c, s.a), s.b));
  CHECK(g.is_false(g.land(g.land(s.a, s.b), g.lnot(s.b))));
}

TEST_CASE("bool: absorption") {
  Guards s;
  auto& g = s.g;
  CHECK(g.lor(s.a, g.land(s.a, s.b)) == s.a);
  CHECK(g.land(s.a, g.lor(s.a, s.b)) == s.a);
  CHECK(g.lor(g.lnot(s.a), g.land(s.a, s.b)) == g.lor(g.lnot(s.a), s.b));
  CHECK(g.land(s.a, g.lor(g.lnot(s.a), s.b)) == g.land(s.a, s.b));
}

TEST_CASE("bool: a branch merge restores the parent guard") {
  Guards s;
  auto& g = s.g;
  auto merge = [&](Term guard, Term branch) {
    return g.lor(g.land(guard, branch), g.land(guard, g.lnot(branch)));
  };
  CHECK(merge(s.a, s.p) == s.a);
  const Term ab = g.land(s.a, s.b);
  CHECK(merge(ab, s.p) == ab);
  CHECK(merge(ab, g.land(s.p, s.q)) == ab);
  CHECK(merge(ab, g.lor(s.p, s.q)) == ab);
  CHECK(merge(g.lor(s.a, s.b), g.land(s.p, g.lor(s.c, s.q))) == g.lor(s.a, s.b));
  // Nested: the inner merge first.
  const Term inner = merge(g.land(ab, s.p), s.q);
  CHECK(g.lor(inner, g.land(ab, g.lnot(s.p))) == ab);
  // Three ways out of a switch.
  const Term one = g.land(s.a, s.p), two = g.land(s.a, g.land(g.lnot(s.p), s.q));
  const Term rest = g.land(s.a, g.land(g.lnot(s.p), g.lnot(s.q)));
  CHECK(g.lor(one, g.lor(two, rest)) == s.a);
  CHECK(g.lor(g.lor(one, two), rest) == s.a);
}

TEST_CASE("bool: implications between conjunctions fold") {
  Guards s;
  auto& g = s.g;
  const Term abc = g.land(s.a, g.land(s.b, s.c));
  CHECK(g.is_true(g.implies(abc, g.land(s.a, s.c))));
  CHECK(g.entails(abc, s.b));
  CHECK_FALSE(g.entails(s.b, abc));
  CHECK(g.entails(g.land(s.a, s.p), g.lor(s.q, s.a)));
  // Both sides of a branch entail the guard of the branch.
  const Term either = g.lor(g.land(s.a, s.p), g.land(s.a, s.q));
  CHECK(g.entails(either, s.a));
}

TEST_CASE("bool: choices") {
  Guards s;
  auto& g = s.g;
  CHECK(g.ite(s.c, g.truth(true), s.a) == g.lor(s.c, s.a));
  CHECK(g.ite(s.c, g.truth(false), s.a) == g.land(g.lnot(s.c), s.a));
  CHECK(g.ite(g.lnot(s.c), s.a, s.b) == g.ite(s.c, s.b, s.a));
  CHECK(g.ite(s.c, s.a, s.a) == s.a);
  CHECK(g.ite(s.c, g.ite(s.c, s.a, s.b), s.p) == g.ite(s.c, s.a, s.p));
  CHECK(g.ite(s.c, s.a, g.ite(s.c, s.b, s.p)) == g.ite(s.c, s.a, s.p));
  CHECK(g.ite(s.c, g.lnot(s.a), g.lnot(s.b)) == g.lnot(g.ite(s.c, s.a, s.b)));
  CHECK(g.land(s.c, g.ite(s.c, s.a, s.b)) == g.land(s.c, s.a));
  Words w;
  const Term c = w.g.var(1, "c"), d = w.g.var(1, "d");
  CHECK(w.g.ite(c, w.x, w.g.ite(d, w.x, w.y)) == w.g.ite(w.g.lor(c, d), w.x, w.y));
  CHECK(w.g.ite(c, w.g.ite(d, w.x, w.y), w.y) == w.g.ite(w.g.land(c, d), w.x, w.y));
}

TEST_CASE("choices of what differs by a part are made of that part") {
  Words w;
  TermGraph& g = w.g;
  const Term c = g.var(1, "c"), zero = g.constant(32, 0), k = g.constant(32, 77), first = g.ite(g.var(1, "d"), w.x, w.y);
  const Term added = g.bit_xor(first, g.ite(c, k, zero));
  CHECK(g.ite(c, g.bit_xor(first, k), first) == added);
  CHECK(g.ite(g.lnot(c), first, g.bit_xor(first, k)) == added);
  const Term e = g.var(1, "e");
  CHECK(g.ite(e, added, g.bit_xor(added, w.y)) == g.bit_xor(added, g.ite(e, zero, w.y)));
  // Of a chain each choice is there once.
  Term state = first;
  for (std::uint64_t i = 1; i <= 64; ++i) {
    const Term flips = g.bit(w.y, static_cast<int>(i % 32));
    state = g.ite(flips, g.bit_xor(state, g.constant(32, i * 0x9e3779b9ull & 0xffffffff)), state);
  }
  const Term roots[] = {state};
  CHECK(topological_order(g, roots).size() < 300);
  CHECK(g.kind(state) == Kind::Xor);
  // A number stays apart from what it is chosen with.
  CHECK(g.kind(g.ite(c, w.x, g.bit_xor(w.x, k))) == Kind::Ite);
}

TEST_CASE("bool: long conjunctions stay linear in size") {
  TermGraph g;
  Term all = g.truth(true);
  for (int i = 0; i < 3000; ++i) all = g.land(all, g.var(1, "p"));
  CHECK(g.size() < 10000);
  CHECK(g.kind(all) == Kind::And);
}

TEST_CASE("compare: intervals of one term") {
  Words s;
  auto& g = s.g;
  auto below = [&](u64 v) { return g.ult(s.x, s.k(v)); };
  CHECK(g.entails(below(5), below(9)));
  CHECK_FALSE(g.entails(below(9), below(5)));
  CHECK(g.land(below(5), below(9)) == below(5));
  CHECK(g.lor(below(5), below(9)) == below(9));
  CHECK(g.is_true(g.lor(below(5), g.lnot(below(5)))));
  CHECK(g.is_true(g.lor(below(9), g.ule(s.k(5), s.x))));
  CHECK(g.is_false(g.land(g.ule(s.k(16), s.x), below(16))));
  CHECK(g.land(g.ule(s.k(7), s.x), below(8)) == g.eq(s.x, s.k(7)));
  CHECK(g.lnot(g.ult(s.x, s.y)) == g.ule(s.y, s.x));
  CHECK(g.ult(s.x, s.k(1)) == g.eq(s.x, s.k(0)));
  CHECK(g.is_false(g.land(g.eq(s.x, s.k(3)), g.eq(s.x, s.k(4)))));
  CHECK(g.land(g.eq(s.x, s.k(3)), below(9)) == g.eq(s.x, s.k(3)));
  CHECK(g.is_false(g.land(g.ult(s.x, s.y), g.ult(s.y, s.x))));
  CHECK(g.land(g.ule(s.x, s.y), g.ule(s.y, s.x)) == g.eq(s.x, s.y));
  // Signed tests of an index that is also tested unsigned.
  CHECK(g.entails(below(100), g.sle(s.k(0), s.x)));
  CHECK(g.is_false(g.land(below(100), g.slt(s.x, s.k(0)))));
  CHECK(g.land(g.sle(s.k(0), s.x), g.slt(s.x, s.k(9))) == below(9));
}

TEST_CASE("compare: presence in a block of symbolic size") {
  TermGraph g;
  const Term n = g.var(32, "n");
  g.set_range(n, 1, 1024);
  auto present = [&](u64 t) { return g.ult(g.constant(32, t), n); };
  CHECK(g.is_true(present(0)));
  CHECK(g.is_false(present(1024)));
  CHECK(g.entails(present(31), present(4)));
  CHECK(g.land(present(3), present(31)) == present(31));
  CHECK(g.lor(g.land(g.var(1, "c"), present(3)), present(2)) == present(2));
}

TEST_CASE("compare: common terms cancel") {
  Words s;
  auto& g = s.g;
  CHECK(g.is_false(g.eq(g.add(s.x, s.k(4)), g.add(s.x, s.k(8)))));
  CHECK(g.eq(g.add(s.x, s.k(4)), s.k(7)) == g.eq(s.x, s.k(3)));
  CHECK(g.eq(g.add(s.x, s.y), g.add(s.y, s.z)) == g.eq(s.x, s.z));
  CHECK(g.is_false(g.eq(g.mul(s.x, s.k(4)), g.add(g.mul(s.y, s.k(8)), s.k(2)))));
  // What is added three times on both sides is added once.
  const Term triple = g.mul(s.k(3), g.add(g.mul(s.x, s.y), s.z));
  CHECK(g.eq(triple, g.mul(s.k(3), s.x)) == g.eq(g.add(g.mul(s.x, s.y), s.z), s.x));
  CHECK(g.eq(g.add(triple, s.k(6)), g.mul(s.k(9), s.x)) == g.eq(g.add(g.add(g.mul(s.x, s.y), s.z), s.k(2)), g.mul(s.k(3), s.x)));
  CHECK_FALSE(g.eq(g.add(triple, s.k(1)), g.mul(s.k(3), s.x)) == g.eq(g.add(g.mul(s.x, s.y), s.z), s.x));
  CHECK(g.eq(g.zext(s.x, 64), g.zext(s.y, 64)) == g.eq(s.x, s.y));
  CHECK(g.eq(g.zext(s.x, 64), s.k(5, 64)) == g.eq(s.x, s.k(5)));
  CHECK(g.slt(g.sext(s.x, 64), g.sext(s.y, 64)) == g.slt(s.x, s.y));
  const Term t = g.var(32, "t");
  g.set_range(t, 0, 1023);
  CHECK(g.is_true(g.ult(g.add(t, s.k(4)), g.add(t, s.k(8)))));
  CHECK(g.slt(t, s.k(5)) == g.ult(t, s.k(5)));
  CHECK(g.ult(g.mul(t, s.k(4)), s.k(64)) == g.ult(t, s.k(16)));
  CHECK(g.ult(g.add(t, s.k(10)), s.k(15)) == g.ult(t, s.k(5)));
}

TEST_CASE("linear: sums keep their constant last and cancel") {
  Words s;
  auto& g = s.g;
  CHECK(g.add(g.add(s.x, s.k(4)), s.k(8)) == g.add(s.x, s.k(12)));
  CHECK(g.sub(g.add(s.x, s.k(8)), s.x) == s.k(8));
  CHECK(g.sub(g.add(s.x, s.y), s.y) == s.x);
  CHECK(g.shl(g.add(s.x, s.k(3)), s.k(2)) == g.add(g.mul(s.x, s.k(4)), s.k(12)));
  CHECK(g.neg(g.sub(s.x, s.y)) == g.sub(s.y, s.x));
  CHECK(g.add(s.x, s.x) == g.mul(s.x, s.k(2)));
  CHECK(g.add(g.bit_not(s.x), s.k(1)) == g.neg(s.x));
  CHECK(g.mul(g.add(s.x, s.k(1)), s.y) == g.add(g.mul(s.x, s.y), s.y));
  const auto [rest, offset] = split_constant(g, g.add(g.add(s.y, s.k(0xfffffff0)), s.x));
  CHECK(rest == g.add(s.x, s.y));
  CHECK(offset == 0xfffffff0);
  CHECK(split_constant(g, s.k(9)).second == 9);
  CHECK(g.bit_or(g.mul(s.x, s.k(4)), s.k(1)) == g.add(g.mul(s.x, s.k(4)), s.k(1)));
}

TEST_CASE("linear: extension moves into sums that do not wrap") {
  Words s;
  auto& g = s.g;
  const Term t = g.var(32, "tid");
  g.set_range(t, 0, 1023);
  CHECK(g.zext(g.add(t, s.k(5)), 64) == g.add(g.zext(t, 64), s.k(5, 64)));
  CHECK(g.sext(g.sub(t, s.k(1)), 64) == g.sub(g.zext(t, 64), s.k(1, 64)));
  CHECK(g.zext(g.mul(t, s.k(4)), 64) == g.mul(g.zext(t, 64), s.k(4, 64)));
  CHECK(g.extract(g.zext(s.x, 64), 31, 0) == s.x);
  CHECK(g.kind(g.zext(g.add(s.x, s.k(1)), 64)) == Kind::ZExt);
}

TEST_CASE("linear: index arithmetic of warps") {
  Words s;
  auto& g = s.g;
  const Term t = g.var(32, "tid");
  g.set_range(t, 0, 1023);
  const Term lane = g.urem(t, s.k(32)), warp = g.udiv(t, s.k(32));
  CHECK(lane == g.bit_and(t, s.k(31)));
  CHECK(g.add(g.mul(warp, s.k(32)), lane) == t);
  CHECK(g.add(g.bit_and(t, s.k(~31u)), lane) == t);
  CHECK(g.sub(t, g.mul(warp, s.k(32))) == lane);
  CHECK(g.is_true(g.ult(lane, s.k(32))));
  const Term w = g.var(32, "w"), l = g.var(32, "l");
  g.set_range(w, 0, 31);
  g.set_range(l, 0, 31);
  const Term id = g.add(g.mul(w, s.k(32)), l);
  CHECK(g.lshr(id, s.k(5)) == w);
  CHECK(g.bit_and(id, s.k(31)) == l);
  CHECK(g.udiv(g.add(g.mul(w, s.k(24)), g.urem(l, s.k(24))), s.k(24)) == w);
  CHECK(g.urem(s.x, s.k(1)) == s.k(0));
}

TEST_CASE("bits: slices and joins") {
  Words s;
  auto& g = s.g;
  const Term high = g.extract(s.x, 31, 16), low = g.extract(s.x, 15, 0);
  const Term whole[] = {high, low};
  CHECK(g.concat(whole) == s.x);
  const Term pair[] = {s.x, s.y};
  const Term wide = g.concat(pair);
  CHECK(g.extract(wide, 63, 32) == s.x);
  CHECK(g.extract(wide, 31, 0) == s.y);
  CHECK(g.lshr(wide, s.k(32, 64)) == g.zext(s.x, 64));
  CHECK(g.bit_or(g.shl(g.zext(s.x, 64), s.k(32, 64)), g.zext(s.y, 64)) == wide);
  CHECK(g.extract(g.add(s.x, s.y), 7, 0) == g.add(g.extract(s.x, 7, 0), g.extract(s.y, 7, 0)));
  CHECK(g.eq(wide, g.constant(64, 5)) == g.land(g.eq(s.x, s.k(0)), g.eq(s.y, s.k(5))));
  CHECK(g.eq(g.lshr(s.x, s.k(5)), s.k(0)) == g.ult(s.x, s.k(32)));
  CHECK(g.brev(g.brev(s.x)) == s.x);
  // A word stored as bytes and loaded again, for sums and choices too.
  const Term c = g.var(1, "c");
  for (Term v : {s.x, g.add(s.x, s.y), g.ite(c, s.x, s.y), g.mul(s.x, s.y)}) {
    const Term bytes[] = {g.extract(v, 31, 24), g.extract(v, 23, 16), g.extract(v, 15, 8),
                          g.extract(v, 7, 0)};
    CHECK(g.concat(bytes) == v);
  }
}

TEST_CASE("masks: bits of a ballot are looked up") {
  TermGraph g;
  std::vector<Term> bits;
  const Term ballot = mask_of_predicates(g, bits);
  CHECK(g.kind(ballot) == Kind::Concat);
  CHECK(g.bit(ballot, 7) == bits[7]);
  auto k = [&](u64 v) { return g.constant(32, v); };
  CHECK(g.bit(g.bit_and(ballot, k(0xff)), 3) == bits[3]);
  CHECK(g.is_false(g.bit(g.bit_and(ballot, k(0xff)), 8)));
  CHECK(g.bit(g.bit_not(ballot), 8) == g.lnot(bits[8]));
  CHECK(g.ult(k(0), g.bit_and(g.lshr(ballot, k(9)), k(1))) == bits[9]);
  CHECK(g.eq(ballot, k(0xffffffff)) == g.conj(bits));
  CHECK(g.lnot(g.eq(ballot, k(0))) == g.disj(bits));
  CHECK(g.eq(g.popc(g.bit_and(ballot, k(1u << 4))), k(1)) == bits[4]);
  CHECK(g.ule(k(0), g.popc(ballot)) == g.truth(true));
  const Term c = g.var(1, "c");
  CHECK(g.bit(g.ite(c, ballot, k(0)), 5) == g.land(c, bits[5]));
  CHECK(g.bit(g.bit_or(ballot, k(1)), 0) == g.truth(true));
}

TEST_CASE("masks: a predicate minus one chooses between a ballot and its complement") {
  Words s;
  auto& g = s.g;
  std::vector<Term> lane;
  const Term ballot = mask_of_predicates(g, lane);
  const auto group_of = [&](int i) {
    return g.bit_xor(ballot, g.sub(g.zext(lane[static_cast<std::size_t>(i)], 32), s.k(1)));
  };
  CHECK(g.bit(group_of(3), 7) == g.eq(lane[3], lane[7]));
  CHECK(g.is_false(g.conj(std::vector<Term>{g.bit(group_of(3), 7), g.lnot(g.eq(group_of(3), group_of(7)))})));
  // Either form cancels in sums.
  const Term p = g.zext(lane[0], 32);
  CHECK(g.add(g.sub(p, s.k(1)), s.k(1)) == p);
  CHECK(g.sub(s.k(0), g.sub(s.k(0), p)) == p);
  CHECK(g.add(g.sub(s.x, p), p) == s.x);
}

TEST_CASE("popc: a word whose parts fold although the word does not") {
  TermGraph g;
  const Term v = g.var(4, "v");
  g.set_range(v, 4, 5);  // 010x
  CHECK(g.popc(g.mul(g.brev(v), g.constant(4, 2))) == g.constant(4, 1));
}

TEST_CASE("masks: a bit at a computed position is a choice over the bits of the position") {
  TermGraph g;
  std::vector<Term> bits;
  const Term ballot = mask_of_predicates(g, bits);
  const Term j = g.var(32, "j"), one = g.constant(32, 1);
  g.set_range(j, 0, 31);
  const Term selected = g.extract(g.lshr(ballot, j), 0, 0);
  CHECK(g.kind(selected) == Kind::Ite);
  CHECK(g.lnot(g.eq(g.bit_and(g.lshr(ballot, j), one), g.constant(32, 0))) == selected);
  CHECK(g.lnot(g.eq(g.bit_and(ballot, g.shl(one, j)), g.constant(32, 0))) == selected);
  CHECK(g.select_bit(ballot, j) == selected);
  CHECK(g.bit(g.shl(one, j), 4) == g.eq(j, g.constant(32, 4)));
  CHECK(g.bit(g.sub(g.shl(one, j), one), 4) == g.ult(g.constant(32, 4), j));
  // Outside the mask there is nothing.
  const Term wide = g.var(32, "i");
  CHECK(g.entails(g.select_bit(ballot, wide), g.ult(wide, g.constant(32, 32))));
}

TEST_CASE("reductions in any order share one form") {
  TermGraph g;
  std::mt19937 rng(7);
  std::vector<Term> in;
  for (int i = 0; i < 32; ++i) in.push_back(g.var(32, "v" + std::to_string(i)));
  using Op = Term (TermGraph::*)(Term, Term);
  for (Op op : {Op(&TermGraph::add), Op(&TermGraph::mul), Op(&TermGraph::bit_and), Op(&TermGraph::bit_or),
                Op(&TermGraph::bit_xor), Op(&TermGraph::umin), Op(&TermGraph::umax), Op(&TermGraph::smin),
                Op(&TermGraph::smax)}) {
    Term chain = in[0];
    for (int i = 1; i < 32; ++i) chain = (g.*op)(chain, in[i]);
    std::vector<Term> tree = in;
    std::shuffle(tree.begin(), tree.end(), rng);
    while (tree.size() > 1) {
      for (std::size_t i = 0; i < tree.size() / 2; ++i) tree[i] = (g.*op)(tree[i], tree[tree.size() - 1 - i]);
      tree.resize(tree.size() / 2);
    }
    CHECK(chain == tree[0]);
  }
}

TEST_CASE("choices that are minima and maxima become them") {
  Words s;
  auto& g = s.g;
  CHECK(g.ite(g.ult(s.x, s.y), s.x, s.y) == g.umin(s.x, s.y));
  CHECK(g.ite(g.ult(s.x, s.y), s.y, s.x) == g.umax(s.x, s.y));
  CHECK(g.ite(g.slt(s.y, s.x), s.x, s.y) == g.smax(s.x, s.y));
  CHECK(g.ite(g.sle(s.x, s.y), s.x, s.y) == g.smin(s.x, s.y));
  CHECK(g.ite(g.ule(s.x, s.k(7)), s.x, s.k(7)) == g.umin(s.x, s.k(7)));
  // Where one condition chooses both values, the comparison is rewritten with it.
  const Term c = g.var(1, "c"), least = s.k(0x80000000u);
  const Term x = g.ite(c, least, s.x), y = g.ite(c, least, s.y);
  CHECK(g.kind(g.slt(x, y)) == Kind::And);
  CHECK(g.ite(g.slt(x, y), y, x) == g.smax(x, y));
  CHECK(g.ite(g.slt(x, y), x, y) == g.smin(x, y));
  CHECK(g.ite(g.ult(x, y), x, y) == g.umin(x, y));
  CHECK(g.ite(g.land(g.lnot(c), g.slt(s.y, s.k(5))), x, y) != g.smin(x, y));
}

TEST_CASE("division by powers of two and of small values") {
  Words s;
  auto& g = s.g;
  CHECK(g.udiv(s.x, s.k(8)) == g.lshr(s.x, s.k(3)));
  CHECK(g.urem(s.x, s.k(8)) == g.bit_and(s.x, s.k(7)));
  const Term t = g.var(32, "t");
  g.set_range(t, 0, 9);
  CHECK(g.udiv(t, s.k(10)) == s.k(0));
  CHECK(g.urem(t, s.k(10)) == t);
  CHECK(g.sdiv(t, s.k(4)) == g.lshr(t, s.k(2)));
  CHECK(g.udiv(s.x, s.k(0)) == s.k(0xffffffff));
}

TEST_CASE("float: constants fold, comparisons share forms, commutative operands are sorted") {
  Words s;
  auto& g = s.g;
  const FloatOp add{FloatCode::Add}, sub{FloatCode::Sub};
  const Term xy[] = {s.x, s.y}, yx[] = {s.y, s.x}, ones[] = {s.k(0x3f800000), s.k(0x3f800000)};
  CHECK(g.float_op(add.pack(), 32, ones) == s.k(0x40000000));
  CHECK(g.float_op(add.pack(), 32, xy) == g.float_op(add.pack(), 32, yx));
  CHECK(g.float_op(sub.pack(), 32, xy) != g.float_op(sub.pack(), 32, yx));
  auto compare = [&](FloatCode code, std::span<const Term> in) {
    return g.float_op(FloatOp{code, FloatFormat::F32, FloatFormat::Pred}.pack(), 1, in);
  };
  CHECK(compare(FloatCode::Lt, xy) == compare(FloatCode::Gt, yx));
  CHECK(compare(FloatCode::Geu, xy) == g.lnot(compare(FloatCode::Lt, xy)));
  const Term one_operand[] = {s.x};
  CHECK(g.float_op(FloatOp{FloatCode::Abs}.pack(), 32, one_operand) == g.bit_and(s.x, s.k(0x7fffffff)));
  CHECK_THROWS_AS(g.float_op(add.pack(), 16, xy), std::invalid_argument);
  CHECK_THROWS_AS(g.float_op(add.pack(), 32, one_operand), std::invalid_argument);
}

TEST_CASE("graph: equal structure is one node, variables are fresh") {
  Words s;
  auto& g = s.g;
  CHECK(g.mul(s.x, s.y) == g.mul(s.y, s.x));
  CHECK(g.var(32, "x") != s.x);
  CHECK(g.read(32, 1, s.k(4, 64)) == g.read(32, 1, s.k(4, 64)));
  CHECK(g.read(32, 1, s.k(4, 64)) != g.read(32, 2, s.k(4, 64)));
  CHECK(g.str(g.add(s.x, s.k(4))) == "(add %x 4)");
  CHECK(g.str(g.add(s.x, s.k(4)), 3).ends_with("..."));
}

TEST_CASE("graph: misuse is reported") {
  Words s;
  auto& g = s.g;
  CHECK_THROWS_AS(g.add(s.x, g.constant(16, 1)), std::invalid_argument);
  CHECK_THROWS_AS(g.add(Term{}, Term{}), std::invalid_argument);
  CHECK_THROWS_AS(g.extract(s.x, 32, 0), std::invalid_argument);
  CHECK_THROWS_AS(g.ite(s.x, s.x, s.y), std::invalid_argument);
  CHECK_THROWS_AS(g.land(s.x, s.y), std::invalid_argument);
  CHECK_THROWS_AS(g.read(12, 0, s.k(0, 64)), std::invalid_argument);
  CHECK_THROWS_AS(g.set_range(g.add(s.x, s.y), 0, 1), std::invalid_argument);
}

TEST_CASE("facts: low bits of a variable that are known to be 0") {
  TermGraph g;
  const Term n = g.var(32, "n"), m = g.var(32, "m");
  g.set_zero_bits(n, 3);
  const auto number = [&](std::uint64_t v) { return g.constant(32, v); };
  CHECK(g.is_true(g.eq(g.urem(n, number(4)), number(0))));
  CHECK_FALSE(g.is_true(g.eq(g.urem(n, number(8)), number(0))));
  CHECK_FALSE(g.is_true(g.eq(g.urem(m, number(4)), number(0))));
  g.set_range(m, 5, 1001);
  g.set_zero_bits(m, 7);
  CHECK(g.unsigned_range(m) == std::pair<std::uint64_t, std::uint64_t>(8, 1000));
  const Term k = g.var(32, "k");
  g.set_range(k, 5, 6);
  CHECK_THROWS_AS(g.set_zero_bits(k, 7), std::invalid_argument);
}

TEST_CASE("compare: what lies between multiples of a power of two does not matter") {
  TermGraph g;
  const Term n = g.var(32, "n"), m = g.var(32, "m");
  g.set_zero_bits(n, 31);
  const auto number = [&](std::uint64_t v) { return g.constant(32, v); };
  const Term base = g.mul(g.var(32, "warp"), number(32));
  CHECK(g.slt(g.add(base, number(5)), n) == g.slt(base, n));
  CHECK(g.ult(g.add(base, number(31)), n) == g.ult(base, n));
  CHECK(g.slt(n, g.add(base, number(5))) == g.lnot(g.slt(base, n)));
  CHECK(g.slt(g.add(base, number(37)), n) == g.slt(g.add(base, number(32)), n));
  CHECK_FALSE(g.slt(g.add(base, number(32)), n) == g.slt(base, n));
  CHECK_FALSE(g.slt(g.add(base, number(5)), m) == g.slt(base, m));
}

TEST_CASE("graph: the node limit throws") {
  TermGraph g(1000);
  auto fill = [&] {
    for (int i = 0; i < 2000; ++i) g.var(32, "x");
  };
  CHECK_THROWS_AS(fill(), TermLimit);
}

TEST_CASE("graph: deep terms need no deep stack") {
  TermGraph g;
  Term t = g.var(32, "x");
  for (int i = 0; i < 200000; ++i) {
    const Term c = g.var(1, "c");
    t = g.ite(c, g.bit_xor(g.mul(t, g.constant(32, 3)), g.constant(32, 17)), t);
  }
  CHECK(g.width(g.bit(t, 31)) == 1);
  CHECK(g.width(g.extract(t, 7, 0)) == 8);
  CHECK(g.width(g.eq(t, g.constant(32, 5))) == 1);
  CHECK(g.width(g.ult(t, g.constant(32, 5))) == 1);
  CHECK(g.width(g.zext(t, 64)) == 64);
  CHECK(g.str(t).size() < 500);
}

}  // namespace warpproof
