// What is taken for granted of sizes (see without_products.h).
#include <algorithm>
#include <iterator>
#include <utility>

#include "checker/smt/product_sums.h"
#include "checker/smt/without_products.h"

namespace warpproof {

namespace {

// The sizes that x is compared with.
std::set<Term> sizes_of(const TermGraph& g, const std::map<Term, std::set<Term>>& compared, Term x) {
  if (const auto it = compared.find(x); it != compared.end()) return it->second;
  // A part of what is compared, as y of first + y < rows, where what two sides of an equality share has been taken away.
  std::set<Term> of_whole;
  for (const auto& [whole, sizes] : compared) {
    const auto operands = g.kind(whole) == Kind::Add ? g.operands(whole) : std::span<const Term>();
    if (std::find(operands.begin(), operands.end(), x) != operands.end()) of_whole.insert(sizes.begin(), sizes.end());
  }
  return of_whole;
}

}  // namespace

void WithoutProducts::assume_sizes(const std::vector<Term>& sizes, bool multiples) {
  sizes_.insert(sizes.begin(), sizes.end());
  takes_multiples_ = multiples;
}

// Of rows, which multiply unknowns, what is asked about them says more.
void WithoutProducts::note_address(Term address) {
  const Term roots[] = {address};
  if (!takes_multiples_ || !noted_.insert(address.id).second || has_products(g, roots)) return;
  for (const Term part : topological_order(g, roots)) note_multiples(part);
}

bool WithoutProducts::has_multiples(Term predicate) {
  if (!takes_multiples_) return false;
  replace_products(predicate);
  if (multiplied_.contains(predicate.id)) return true;
  if (multiples_.empty()) return false;
  const Term roots[] = {predicate};
  const std::vector<Term> parts = topological_order(g, roots);
  return std::any_of(parts.begin(), parts.end(), [&](Term t) {
    return sizes_.contains(t) && std::any_of(multiples_.begin(), multiples_.end(), [&](const auto& multiple) {
             return std::find(multiple.first.begin(), multiple.first.end(), t) != multiple.first.end();
           });
  });
}

// y < h, also where one of them is taken into 64 bits or has a number added.
void WithoutProducts::note_comparison(Term part, bool is_asked) {
  if (sizes_.empty() || (g.kind(part) != Kind::Slt && g.kind(part) != Kind::Ult)) return;
  const auto bare = [&](Term t) {
    while ((g.kind(t) == Kind::SExt || g.kind(t) == Kind::ZExt)) t = g.operands(t)[0];
    return t;
  };
  const auto is_sum = [&](Term t) { return g.kind(bare(t)) == Kind::Add; };
  const auto size_in = [&](Term t) { return is_sum(t) ? g.operands(bare(t))[0] : bare(t); };
  const auto operands = g.operands(part);
  for (const auto& [x, y] : {Pair(operands[0], operands[1]), Pair(operands[1], operands[0])}) {
    const Term size = size_in(y);
    if (!is_size(size)) continue;
    compared_[bare(x)].insert(size);
    const bool is_unsigned = g.kind(y) == Kind::ZExt || (g.kind(y) != Kind::SExt && g.kind(part) == Kind::Ult);
    // 0 < n of unsigned numbers is n != 0, which signed ones are asked, too.
    if (!is_asked || (is_unsigned && g.is_const(x))) continue;
    const auto note = [&](std::set<Term>& kind) {
      if (g.kind(size) == Kind::Mul) {
        kind.insert(g.operands(size).begin(), g.operands(size).end());
      } else {
        kind.insert(size);
      }
    };
    note(is_unsigned ? below_unsigned_ : below_signed_);
    if (!is_unsigned && is_sum(y)) note(lessened_);
  }
}

// In indexes: sums that are extended to 64 bits, or compared for equality. Of others, as in n + 15 < 16 * t, more would be assumed
// than is of use.
void WithoutProducts::note_multiples(Term part) {
  const bool is_extension = (g.kind(part) == Kind::SExt || g.kind(part) == Kind::ZExt) && g.width(part) == 64;
  if (!takes_multiples_ || (!is_extension && g.kind(part) != Kind::Eq)) return;
  for (const Term sum : g.operands(part)) {
    for (const products::Multiple& m : products::multiples_in(g, sum, sizes_)) {
      std::uint64_t& most = m.is_of_sizes ? multiples_[m.factors]
                                          : times_of_products_[std::minmax(put_(m.factors[0]), put_(m.factors[1]))];
      most = std::max(most, m.times);
      multiplied_.insert(sum.id);
    }
  }
}

// Of y * n with y <= 15: no more than 15 * n.
void WithoutProducts::bound_by_small_factor(Term a, Term b, Term whole) {
  for (const auto& [x, y] : {Pair(a, b), Pair(b, a)}) {
    const std::uint64_t most = g.unsigned_range(x).second;
    if (most <= products::kMostValues) know(g.ule(whole, g.mul(g.constant(64, most), g.zext(y, 64))));
  }
}

// x = 16 * blockIdx.x + threadIdx.x, also where more is added to it, as in y * w + x. What is no part of the tile is left out:
// side condition of x < size is that the rest is less than the tile's length, which its terms' ranges say.
void WithoutProducts::note_tiles(Term sum) {
  if (!tiles_ || g.kind(sum) != Kind::Add || g.width(sum) != 32) return;
  for (const Term part : g.operands(sum)) {
    const auto scaled = products::monomial(g, part);
    if (scaled.factors.size() != 1 || scaled.constant < 2) continue;
    const std::uint64_t length = scaled.constant;
    Term x = part;
    std::uint64_t most = 0;  // that the others add
    for (const Term other : g.operands(sum)) {
      const std::uint64_t high = g.unsigned_range(other).second;
      if (other == part || high >= length) continue;
      x = g.add(x, other);
      most += high;
    }
    if (most >= length || !in_tiles_.insert(x.id).second) continue;
    for (const Term size : tiles_(scaled.factors.front(), length)) {
      facts_of_tiles_.push_back(g.ult(x, size));
      facts_of_tiles_.push_back(g.sle(g.constant(32, 0), size));
      if (is_size(size)) compared_[x].insert(size);
    }
  }
}

// Or a product of two, as in row < matrices * rows.
bool WithoutProducts::is_size(Term t) const {
  const auto factors = g.operands(t);
  return sizes_.contains(t) || (g.kind(t) == Kind::Mul && factors.size() == 2 && sizes_.contains(factors[0]) &&
                                sizes_.contains(factors[1]));
}

// A size is unsigned where it is compared as an unsigned number, and as no signed one. Of x < w - 1 a negative w is excluded, as
// -2147483648 - 1 is the largest number.
SizeLimit WithoutProducts::limit_of(std::uint64_t times, std::vector<Term> sizes) const {
  SizeLimit out{times, std::move(sizes), {}, false};
  for (const Term size : out.sizes) {
    if (below_unsigned_.contains(size) && !below_signed_.contains(size)) {
      out.are_unsigned.push_back(size);
    } else if (out.sizes.size() == 3 || lessened_.contains(size)) {
      out.excludes_negative = true;
    }
  }
  return out;
}

std::set<SizeLimit> WithoutProducts::wanted_limits() const {
  std::set<SizeLimit> out;
  const auto want_product = [&](std::uint64_t times, Term a, Term b) {
    const auto [first, second] = std::minmax(a, b);
    out.insert(limit_of(times, {first, second}));
  };
  const auto want = [&](std::uint64_t times, Term size, Term w) {
    if (g.kind(size) != Kind::Mul) return want_product(times, size, w);
    const auto factors = g.operands(size);
    out.insert(limit_of(times, {factors[0], factors[1], w}));
  };
  for (const Pair& factors : may_wrap_) {
    const auto multiple = times_of_products_.find(factors);
    const std::uint64_t times = multiple == times_of_products_.end() ? 1 : multiple->second;
    for (const auto& [x, w] : {factors, Pair(factors.second, factors.first)}) {
      if (!sizes_.contains(w)) continue;
      for (const Term size : sizes_of(g, compared_, x)) want(times, size, w);
      // (z * rows + y) * w: z < layers bounds the row by layers * rows.
      for (const Term addend : g.kind(x) == Kind::Add ? g.operands(x) : std::span<const Term>()) {
        const auto inner = stand_ins_.find(addend);
        if (inner == stand_ins_.end()) continue;
        for (const auto& [z, rows] : {inner->second.factors, Pair(inner->second.factors.second, inner->second.factors.first)}) {
          if (!sizes_.contains(rows)) continue;
          for (const Term layers : sizes_of(g, compared_, z))
            if (sizes_.contains(layers)) want(times, g.mul(layers, rows), w);
        }
      }
    }
  }
  for (const auto& [sizes, times] : multiples_) {
    if (sizes.size() == 1) {
      out.insert(limit_of(times, sizes));
    } else {
      want_product(times, sizes[0], sizes[1]);
    }
  }
  return out;
}

void WithoutProducts::take_limits() {
  if (sizes_.empty()) return;
  for (const SizeLimit& limit : wanted_limits()) {
    if (!size_limits_.insert(limit).second) continue;
    const Term fact = fact_of(g, limit);
    replace_products(fact, false);
    know(put_(fact));
    // Its fact says this, too.
    if (limit.sizes.size() == 3) size_limits_.insert(limit_of(1, {limit.sizes[0], limit.sizes[1]}));
  }
}

}  // namespace warpproof
