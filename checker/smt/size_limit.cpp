#include "checker/smt/size_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpproof {

namespace {

constexpr std::uint64_t kMostElements = 0x7fffffff;

bool is_unsigned(const SizeLimit& limit, Term size) {
  return std::find(limit.are_unsigned.begin(), limit.are_unsigned.end(), size) != limit.are_unsigned.end();
}

}  // namespace

// Each product of the fact is of two words of 32 bits, of which the first is a product that fits, so that none wraps around.
Term fact_of(TermGraph& graph, const SizeLimit& limit) {
  const Term most = graph.constant(64, kMostElements);
  const auto wide = [&](Term size) { return is_unsigned(limit, size) ? graph.zext(size, 64) : graph.sext(size, 64); };
  std::vector<Term> no_negative, fits;
  for (const Term size : limit.sizes)
    if (!is_unsigned(limit, size)) no_negative.push_back(graph.sle(graph.constant(32, 0), size));
  Term narrow = limit.sizes.front(), product = wide(narrow);
  for (std::size_t i = 1; i < limit.sizes.size(); ++i) {
    product = graph.mul(i == 1 ? product : graph.sext(narrow, 64), wide(limit.sizes[i]));
    narrow = graph.mul(narrow, limit.sizes[i]);
    fits.push_back(graph.ule(product, most));
  }
  if (limit.times > 1 || limit.sizes.size() == 1) {
    if (limit.sizes.size() > 1) product = graph.zext(narrow, 64);
    fits.push_back(graph.ule(graph.mul(graph.constant(64, limit.times), product), most));
  }
  if (!limit.excludes_negative) return graph.implies(graph.conj(no_negative), graph.conj(fits));
  no_negative.insert(no_negative.end(), fits.begin(), fits.end());
  return graph.conj(no_negative);
}

// A signed limit may say that no size is negative, which an unsigned one does not.
bool implies(const SizeLimit& one, const SizeLimit& other) {
  if (one.sizes != other.sizes || one.times < other.times) return false;
  if (one.are_unsigned == other.are_unsigned) return one.excludes_negative || !other.excludes_negative;
  return !other.excludes_negative &&
         std::all_of(other.are_unsigned.begin(), other.are_unsigned.end(), [&](Term t) { return is_unsigned(one, t); });
}

std::string text_of(const SizeLimit& limit, const std::vector<std::string>& names) {
  std::string product = limit.times > 1 ? fmt::format("{}", limit.times) : "";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!product.empty()) product += " * ";
    product += (is_unsigned(limit, limit.sizes[i]) ? "(unsigned) " : "") + names[i];
  }
  return fmt::format("{} is no more than 2147483647{}, as the number of elements of a buffer that an int counts", product,
                     limit.excludes_negative ? ", and no factor of it negative" : "");
}

}  // namespace warpproof
