#include "checker/symbolic/copy_groups.h"

#include "checker/soundness_switches.h"
#include "spec/async_copy.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

constexpr std::uint64_t kCommitted = 1ull << 60, kDone = kCommitted + 4, kSettled = kCommitted + 8;

}  // namespace

void CopyGroups::begin(LocalMemory& storage) const {
  for (const std::uint64_t which : {kCommitted, kDone, kSettled}) {
    if (used_) storage.store(ops_, which, ops_.defined(ops_.constant(32, 0), 32));
  }
}

Lanes CopyGroups::number(const LocalMemory& storage, std::uint64_t which) const {
  return storage.load(ops_, which, 4, undefined_()).bits;
}

void CopyGroups::set(LocalMemory& storage, std::uint64_t which, const Lanes& guard, const Lanes& active,
                     const Lanes& now) const {
  const Lanes value = ops_.covers(active, guard) ? now : ops_.select(active, now, number(storage, which));
  storage.store(ops_, which, ops_.defined(value, 32));
}

Lanes CopyGroups::committed(const LocalMemory& storage) const { return number(storage, kCommitted); }

void CopyGroups::commit(LocalMemory& storage, const Lanes& guard, const Lanes& active) const {
  const auto next = [&](Term n) { return g.add(n, g.constant(32, 1)); };
  set(storage, kCommitted, guard, active, ops_.map(next, number(storage, kCommitted)));
}

std::set<BlockMemory::Key> CopyGroups::wait(LocalMemory& storage, const Lanes& guard, const Lanes& active,
                                            std::optional<std::uint32_t> may_be_pending) const {
  TermDomain d{g};
  const bool waits_for_all = !may_be_pending;
  const Lanes own = number(storage, kCommitted);
  const std::uint32_t leaves = may_be_pending.value_or(0);
  const auto is_covered = [&](Term group, Term commits) {
    return spec::async_wait_covers<TermDomain>(d, {group}, {commits}, spec::literal<32>(d, leaves)).t;
  };
  const auto done = pending_.complete(active, [&](int thread, Term group) {
    return waits_for_all || is_off(SideCondition::CopyDone) ? g.truth(true)
                                                            : is_covered(group, own.at(thread));
  });
  const auto known = [&](Term before, Term commits) {
    const Term now = g.sub(commits, g.constant(32, leaves));
    return waits_for_all ? now : g.ite(is_covered(before, commits), now, before);
  };
  set(storage, kDone, guard, active, ops_.map(known, number(storage, kDone), own));
  return done;
}

void CopyGroups::settle(LocalMemory& storage, const Lanes& guard) const {
  if (used_) set(storage, kSettled, guard, guard, number(storage, kDone));
}

void CopyGroups::pass_over_done(const LocalMemory& storage, const Lanes& guard) const {
  if (!used_) return;
  const Lanes done = number(storage, kDone), settled = number(storage, kSettled);
  pending_.leave_out(guard, [&](int t, Term group) { return g.ult(group, settled.at(t)); });
  pending_.complete(guard, [&](int t, Term group) { return g.ult(group, done.at(t)); });
}

}  // namespace warpproof::symbolic
