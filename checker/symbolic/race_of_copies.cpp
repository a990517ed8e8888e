// Accesses of asynchronous copies that nobody has waited for.
#include "checker/symbolic/race.h"

#include <utility>

namespace warpproof::symbolic {

Term RaceDetector::pending(const Lanes& threads, std::uint64_t from, std::uint64_t until) {
  std::vector<Term> any;
  for_each_list([&](BlockMemory::Key, const std::vector<Access>& list) {
    for (const Access& a : list) {
      if (a.group && a.event.time > from && a.event.time <= until)
        any.push_back(g.land(threads.at(a.event.thread), a.guard));
    }
  });
  return g.disj(any);
}

void RaceDetector::leave_out_copies(const Lanes& threads, std::uint64_t after) {
  for_each_list([&](BlockMemory::Key, std::vector<Access>& list) {
    for (Access& a : list) {
      if (!a.group || a.event.time <= after) continue;
      const Term here = threads.at(a.event.thread);
      a.guard = g.entails(a.guard, here) ? g.truth(false) : g.land(a.guard, g.lnot(here));
    }
    pending_ -= std::erase_if(list, [&](const Access& a) { return a.group && g.is_false(a.guard); });
  });
}

std::vector<Term> RaceDetector::terms_since(std::uint64_t time) {
  std::vector<Term> out;
  for_each_list([&](BlockMemory::Key, const std::vector<Access>& list) {
    for (const Access& a : list) {
      if (a.event.time <= time) continue;
      out.push_back(a.guard);
      out.push_back(a.offset);
    }
  });
  return out;
}

}  // namespace warpproof::symbolic
