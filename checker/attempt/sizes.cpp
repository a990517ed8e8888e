#include "checker/attempt/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "checker/attempt/put_size.h"

namespace warpproof {

using symbolic::Obligation;

namespace {

constexpr std::uint32_t kMostUndecidedSizes = 3;  // after that many the search ends

}  // namespace

void Sizes::decide() {
  auto open = errors_.open();
  std::vector<Term> all;
  for (const Obligation* o : open) all.push_back(f_.graph.disj(o->violated));
  const Term query[] = {f_.graph.disj(all)};
  if (open.empty() || f_.questions.check(query, nullptr, true) == Answer::Unsat) return;
  const std::uint32_t step = f_.executor.shape().multiple, largest = f_.executor.shape().block[0];
  std::uint32_t undecided = 0;
  for (std::uint32_t n = step; n <= largest && smallest_bad_ == 0; n += step) {
    const AtSize verdict = at_size(n);
    if (verdict == AtSize::Unknown && undecided++ == 0) first_undecided_ = n;
    if (verdict == AtSize::Bad) decide_at(n);
    if (undecided > kMostUndecidedSizes) break;
  }
  for (std::uint32_t n = 32; n <= largest && smallest_bad_ != 0 && smallest_bad_ % 32 != 0; n += 32) {
    if (n % step != 0 || at_size(n) != AtSize::Bad) continue;
    decide_at(n);
    break;
  }
  if (undecided > 0 && smallest_bad_ == 0) {
    f_.outcome.unknown(
        fmt::format("block size {} could not be decided: {}", first_undecided_, f_.questions.why_undecided()),
        open.front()->place);
  }
}

Sizes::AtSize Sizes::at_size(std::uint32_t n) {
  const auto known = at_size_.find(n);
  if (known != at_size_.end()) return known->second;
  return at_size_[n] = judge(n);
}

Sizes::AtSize Sizes::judge(std::uint32_t n) {
  if (f_.limits.over()) return AtSize::Unknown;
  if (f_.options.progress)
    f_.options.progress(fmt::format("{}: block size {}", f_.program.functions[f_.root].name, n));
  PutSize put(f_.graph, f_.executor, n);
  std::vector<Term> bad;
  for (const Obligation* o : errors_.open()) bad.push_back(put(f_.graph.disj(o->violated)));
  for (const auto& u : f_.executor.record().unknowns) bad.push_back(put(u.condition));
  std::vector<Term> query{f_.graph.disj(bad)};
  if (f_.graph.is_false(query.front())) return AtSize::Clean;
  put.add_assumptions(query);
  const Answer answer = f_.questions.check(query, nullptr);
  return answer == Answer::Unsat ? AtSize::Clean : answer == Answer::Sat ? AtSize::Bad : AtSize::Unknown;
}

bool Sizes::clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
  const std::uint32_t first = std::max(1u, (low + multiple - 1) / multiple) * multiple;
  for (std::uint32_t n = first; n <= high; n += multiple) {
    if (at_size(n) != AtSize::Clean) return false;
  }
  return first <= high;  // nothing is said of no sizes
}

void Sizes::decide_at(std::uint32_t n) {
  PutSize put(f_.graph, f_.executor, n);
  const int before = f_.outcome.errors();
  errors_.decide(errors_.open(), &put);
  if (f_.outcome.errors() > before) found_bad(n);
}

}  // namespace warpproof
