#include "checker/symbolic/access_records.h"

#include "checker/symbolic/element.h"
#include "src/term/term_forms.h"

namespace warpproof::symbolic {

AccessRecords::Slot AccessRecords::slot_of(Term offset, int bytes) const {
  if (g.is_const(offset)) return {Group{}, g.value(offset)};
  const auto element = element_at(g, offset);
  if (element && element->scale >= static_cast<std::uint64_t>(bytes)) {
    const auto [common, at] = split_constant(g, element->index);
    return {Group{element->base, element->scale, common.id, element->extension}, at};
  }
  const auto [rest, at] = split_constant(g, offset);
  return {Group{0, 1, rest.id, std::nullopt}, at};
}

void AccessRecords::forget_all_but_copies() {
  if (pending_ == 0) return regions_.clear();
  for_each_list([](BlockMemory::Key, std::vector<Access>& list) {
    std::erase_if(list, [](const Access& a) { return !a.group; });
  });
}

Term AccessRecords::pending(const Lanes& threads, std::uint64_t from, std::uint64_t until) {
  std::vector<Term> any;
  for_each_list([&](BlockMemory::Key, const std::vector<Access>& list) {
    for (const Access& a : list) {
      if (a.group && a.event.time > from && a.event.time <= until)
        any.push_back(g.land(threads.at(a.event.thread), a.guard));
    }
  });
  return g.disj(any);
}

void AccessRecords::leave_out_copies(const Lanes& threads, std::uint64_t after) {
  for_each_list([&](BlockMemory::Key, std::vector<Access>& list) {
    for (Access& a : list) {
      if (!a.group || a.event.time <= after) continue;
      const Term here = threads.at(a.event.thread);
      a.guard = g.entails(a.guard, here) ? g.truth(false) : g.land(a.guard, g.lnot(here));
    }
    forget_excluded_copies(list);
  });
}

std::vector<Term> AccessRecords::terms_since(std::uint64_t time) {
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
