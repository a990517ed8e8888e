#include "checker/smt/counts.h"

#include <algorithm>

namespace warpproof {

namespace {

constexpr std::size_t kMostBits = 256;  // the Bools of one set are the square of this at most
constexpr std::uint64_t kMostNumber = 1ull << 31;

}  // namespace

// Sums of bits, counts and numbers, bits with one factor, in which nothing wraps around.
bool Counts::add(Term t, std::uint64_t factor, Sum& sum) const {
  while (graph_.kind(t) == Kind::ZExt || is_whole(t)) t = graph_.operands(t)[0];
  const int w = graph_.width(t);
  if (graph_.is_const(t)) {
    sum.number += factor * graph_.value(t);
    return graph_.value(t) <= kMostNumber && sum.number <= kMostNumber;
  }
  if (w == 1) {
    if (sum.bits.empty()) sum.factor = factor;
    sum.bits.push_back(t);
    return sum.factor == factor && sum.bits.size() <= kMostBits;
  }
  const std::span<const Term> operands = graph_.operands(t);
  switch (graph_.kind(t)) {
    case Kind::Popc: {
      const bool one_part = graph_.kind(operands[0]) != Kind::Concat;
      return std::ranges::all_of(one_part ? operands : graph_.operands(operands[0]), [&](Term part) {
        return graph_.width(part) == 1 && !graph_.is_const(part) && add(part, factor, sum);
      });
    }
    case Kind::Mul: {
      const std::size_t number = graph_.is_const(operands[0]) ? 0 : 1;
      if (operands.size() != 2 || !graph_.is_const(operands[number])) return false;
      const std::uint64_t by = graph_.value(operands[number]);
      return by <= kMostNumber / factor && add(operands[1 - number], factor * by, sum) && fits(t, factor);
    }
    case Kind::Add:
      return std::ranges::all_of(operands, [&](Term x) { return add(x, factor, sum); }) && fits(t, factor);
    default:
      return false;
  }
}

// The low bits of a number, where the others are 0.
bool Counts::is_whole(Term t) const {
  if (graph_.kind(t) != Kind::Extract || graph_.aux(t) != 0) return false;
  const int w = graph_.width(t);
  return w == 64 || graph_.unsigned_range(graph_.operands(t)[0]).second < 1ull << w;
}

// No wrap-around: the largest operands give a word.
bool Counts::fits(Term t, std::uint64_t factor) const {
  const int w = graph_.width(t);
  unsigned __int128 most = graph_.kind(t) == Kind::Mul ? 1 : 0;
  for (const Term x : graph_.operands(t)) {
    const std::uint64_t high = graph_.unsigned_range(x).second;
    most = graph_.kind(t) == Kind::Mul ? most * high : most + high;
  }
  return factor * most < (static_cast<unsigned __int128>(1) << std::min(w, 32));
}

std::optional<Counts::Compared> Counts::compared(Term t) const {
  const Kind kind = graph_.kind(t);
  if (kind != Kind::Eq && kind != Kind::Ult && kind != Kind::Ule) return std::nullopt;
  const Term x = graph_.operands(t)[0], y = graph_.operands(t)[1];
  if (graph_.width(x) == 1 || graph_.is_const(x) == graph_.is_const(y)) return std::nullopt;
  Compared out;
  out.sum_is_left = graph_.is_const(y);
  out.with = graph_.value(out.sum_is_left ? y : x);
  if (!add(out.sum_is_left ? x : y, 1, out.sum) || out.sum.bits.size() < 2 || out.with > kMostNumber)
    return std::nullopt;
  std::sort(out.sum.bits.begin(), out.sum.bits.end());
  return out;
}

void Counts::prepare(std::span<const Term> terms) {
  std::vector<std::vector<Term>> all;
  for (const Term t : terms) {
    if (auto c = compared(t)) all.push_back(std::move(c->sum.bits));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (const auto& bits : all) set_of(bits);
}

void Counts::clear() {
  sets_.resize(1);
  known_.clear();
  place_.clear();
  made_ = z3::expr_vector(context_);
}

// What is not known yet grows out of the largest known part of it.
std::size_t Counts::set_of(const std::vector<Term>& bits) {
  const auto ids = [](const std::vector<Term>& terms) {
    std::vector<std::uint32_t> out;
    for (const Term t : terms) out.push_back(t.id);
    return out;
  };
  if (const auto it = known_.find(ids(bits)); it != known_.end()) return it->second;
  std::size_t at = 0;
  for (std::size_t i = 1; i < sets_.size(); ++i) {
    const std::vector<Term>& part = sets_[i].bits;
    if (part.size() > sets_[at].bits.size() && part.size() < bits.size() &&
        std::includes(bits.begin(), bits.end(), part.begin(), part.end()))
      at = i;
  }
  std::vector<Term> more;
  std::set_difference(bits.begin(), bits.end(), sets_[at].bits.begin(), sets_[at].bits.end(),
                      std::back_inserter(more));
  for (const Term bit : more) {
    std::vector<Term> larger = sets_[at].bits;
    larger.insert(std::upper_bound(larger.begin(), larger.end(), bit), bit);
    const auto [it, fresh] = known_.try_emplace(ids(larger), sets_.size());
    if (fresh) sets_.push_back(Set{std::move(larger), at, bit});
    at = it->second;
  }
  return at;
}

z3::expr Counts::at_least(std::size_t set, std::uint64_t k) {
  if (k == 0) return context_.bool_val(true);
  if (k > sets_[set].bits.size()) return context_.bool_val(false);
  const std::pair key{set, k};
  if (const auto it = place_.find(key); it != place_.end()) return made_[static_cast<int>(it->second)];
  const std::size_t rest = sets_[set].rest;
  const z3::expr last = bit_(sets_[set].last);
  const z3::expr e = z3::ite(last, at_least(rest, k - 1), at_least(rest, k));
  place_[key] = made_.size();
  made_.push_back(e);
  return e;
}

z3::expr Counts::sum_at_least(const Sum& sum, std::uint64_t k) {
  if (k <= sum.number) return context_.bool_val(true);
  return at_least(set_of(sum.bits), (k - sum.number + sum.factor - 1) / sum.factor);
}

std::optional<z3::expr> Counts::comparison(Term t) {
  const std::optional<Compared> c = compared(t);
  if (!c) return std::nullopt;
  switch (graph_.kind(t)) {
    case Kind::Eq:
      return sum_at_least(c->sum, c->with) && !sum_at_least(c->sum, c->with + 1);
    case Kind::Ult:
      return c->sum_is_left ? !sum_at_least(c->sum, c->with) : sum_at_least(c->sum, c->with + 1);
    default:
      return c->sum_is_left ? !sum_at_least(c->sum, c->with + 1) : sum_at_least(c->sum, c->with);
  }
}

}  // namespace warpproof
