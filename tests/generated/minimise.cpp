#include "tests/generated/minimise.h"

#include <utility>
#include <vector>

namespace warpproof::generated {

namespace {

using Statements = std::vector<Statement>;

// Every list that one edit makes of this one, the largest cuts first.
std::vector<Statements> smaller(const Statements& all) {
  std::vector<Statements> out;
  const auto with = [&](std::size_t i, const Statements& instead) {
    Statements copy(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i));
    copy.insert(copy.end(), instead.begin(), instead.end());
    copy.insert(copy.end(), all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
    out.push_back(std::move(copy));
  };
  for (std::size_t i = 0; i < all.size(); ++i) with(i, {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Statement& s = all[i];
    if (s.kind != Statement::Kind::Lines) {
      with(i, s.body);
      if (!s.otherwise.empty()) with(i, s.otherwise);
    }
    if (!s.otherwise.empty() || !s.otherwise_lines.empty()) {
      Statement one_sided = s;
      one_sided.otherwise.clear();
      one_sided.otherwise_lines.clear();
      with(i, {one_sided});
    }
    // A loop keeps the start, the test and the step of its counter: without them it need not end.
    const bool loops = s.kind == Statement::Kind::While || s.kind == Statement::Kind::Until;
    for (auto part : {&Statement::setup, &Statement::lines, &Statement::otherwise_lines, &Statement::step}) {
      const std::size_t kept = !loops ? 0 : part == &Statement::setup ? 1 : 2;
      for (std::size_t l = kept; l < (s.*part).size(); ++l) {
        Statement shorter = s;
        (shorter.*part).erase((shorter.*part).begin() + static_cast<std::ptrdiff_t>(l));
        with(i, {shorter});
      }
    }
    for (auto part : {&Statement::body, &Statement::otherwise}) {
      for (auto& inner : smaller(s.*part)) {
        Statement copy = s;
        copy.*part = std::move(inner);
        with(i, {copy});
      }
    }
  }
  return out;
}

}  // namespace

Kernel minimise(Kernel kernel, const std::function<bool(const Kernel&)>& shows) {
  bool shrunk = true;
  while (shrunk) {
    shrunk = false;
    Kernel candidate = kernel;
    if (candidate.result != "%x") {
      candidate.result = "%x";
      if (shows(candidate)) kernel = candidate;
    }
    candidate = kernel;
    if (!candidate.settings.unwritten.empty()) {
      candidate.settings.unwritten.clear();
      if (shows(candidate)) kernel = candidate;
    }
    for (auto part : {&Frame::prologue, &Frame::epilogue}) {
      for (std::size_t l = (kernel.frame.*part).size(); l-- > 0;) {
        candidate = kernel;
        (candidate.frame.*part).erase((candidate.frame.*part).begin() + static_cast<std::ptrdiff_t>(l));
        if (shows(candidate)) kernel = std::move(candidate);
      }
    }
    for (auto& statements : smaller(kernel.statements)) {
      candidate = kernel;
      candidate.statements = std::move(statements);
      if (!shows(candidate)) continue;
      kernel = std::move(candidate);
      shrunk = true;
      break;
    }
  }
  return kernel;
}

}  // namespace warpproof::generated
