#include "checker/symbolic/read_only_loads.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/base/effort.h"
#include "src/term/term_forms.h"

namespace warpproof::symbolic {

namespace {

constexpr std::uint64_t kMostComparisons = 600'000;  // of addresses as terms
constexpr std::uint64_t kWidestAccess = 16;          // bytes

}  // namespace

ReadOnlyLoads::ReadOnlyLoads(const Context& context, bool enabled, Surroundings surroundings)
    : context_(context),
      g(context.graph),
      enabled_(enabled),
      surroundings_(std::move(surroundings)),
      other_iteration_(context, surroundings_.names) {}

void ReadOnlyLoads::access(BlockMemory::Key key, bool stores, const Lanes& guard, const Lanes& offset, int bytes,
                           std::uint32_t place, std::optional<LoopEntry> loop) {
  if (!enabled_ || key.space != Space::Global) return;
  records_[key].push_back({stores, guard, offset, bytes, place, std::move(loop), context_.scope()});
}

std::vector<ReadOnlyLoads::Use1> ReadOnlyLoads::uses(const std::vector<Record>& records, std::size_t number,
                                                     bool in_other_iteration) {
  const Record& record = records[number];
  const auto named = [&](Term t) {
    return in_other_iteration && record.loop ? other_iteration_(*record.loop, t) : t;
  };
  std::vector<Use1> out;
  for (int t = 0; t < context_.threads(); ++t) {
    if (g.is_false(record.guard.at(t))) continue;
    Use1 use{number, t, named(record.guard.at(t)), named(record.offset.at(t)), 0, 0};
    const auto [rest, at] = split_constant(g, use.offset);
    use.rest = g.is_const(use.offset) ? 0 : rest.id;
    use.at = g.is_const(use.offset) ? g.value(use.offset) : at;
    out.push_back(use);
  }
  return out;
}

void ReadOnlyLoads::judge() {
  const Term scope = context_.scope();
  for (const auto& [key, records] : std::exchange(records_, {})) {
    const auto stores = [](const Record& r) { return r.stores; };
    if (std::all_of(records.begin(), records.end(), stores) || std::none_of(records.begin(), records.end(), stores))
      continue;
    needs_blocks_apart_ = true;
    compare(key, records);
  }
  surroundings_.set_scope(scope);
}

// Of two accesses in a loop, the one that was recorded first is taken to be of another iteration: that of the later one
// may be the same, and is under the scope of the later one.
void ReadOnlyLoads::compare(BlockMemory::Key key, const std::vector<Record>& records) {
  Stores as_followed, in_other_iteration;
  std::vector<std::size_t> loads;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i].stores) {
      loads.push_back(i);
      continue;
    }
    for (const Use1& use : uses(records, i, false)) as_followed[use.rest][use.at].push_back(use);
    for (const Use1& use : uses(records, i, true)) in_other_iteration[use.rest][use.at].push_back(use);
  }
  for (const std::size_t i : loads) {
    for (const Use1& use : uses(records, i, false)) look_up(key, records, in_other_iteration, use, true);
    for (const Use1& use : uses(records, i, true)) look_up(key, records, as_followed, use, false);
    if (undecided_) return;
  }
}

bool ReadOnlyLoads::gives_up() {
  const auto& out_of_time = context_.options.out_of_time;
  undecided_ = undecided_ || ++comparisons_ > kMostComparisons || (out_of_time && out_of_time());
  return undecided_;
}

// A load against the stores that were recorded before it, or after it.
void ReadOnlyLoads::look_up(BlockMemory::Key key, const std::vector<Record>& records, const Stores& stores,
                            const Use1& load, bool earlier) {
  const auto width = static_cast<std::uint64_t>(records[load.record].bytes);
  const auto counts = [&](const Use1& store) {
    return (store.record < load.record) == earlier &&
           (within_warps_ || store.thread / context_.warp_size() != load.thread / context_.warp_size());
  };
  for (const auto& [rest, places] : stores) {
    if (rest == load.rest) {
      // Numbers tell; around 0 too.
      for (std::uint64_t at = load.at - (kWidestAccess - 1); at != load.at + width; ++at) {
        const auto found = places.find(at);
        if (found == places.end()) continue;
        effort::spend(effort::Work::Pair, found->second.size());
        for (const Use1& store : found->second) {
          const std::uint64_t distance = load.at - at;  // wraps around where the store begins later
          const bool overlap =
              distance < static_cast<std::uint64_t>(records[store.record].bytes) || at - load.at < width;
          if (overlap && counts(store)) pair(key, records, load, store, g.truth(true));
        }
      }
      continue;
    }
    for (const auto& [at, list] : places) {
      effort::spend(effort::Work::Pair, list.size());
      for (const Use1& store : list) {
        if (!counts(store) || g.is_false(g.land(load.guard, store.guard))) continue;
        if (gives_up()) return;
        pair(key, records, load, store,
             overlap(g, load.offset, records[load.record].bytes, store.offset, records[store.record].bytes));
      }
    }
  }
}

void ReadOnlyLoads::pair(BlockMemory::Key key, const std::vector<Record>& records, const Use1& load,
                         const Use1& store, Term overlap) {
  const Record &a = records[load.record], &b = records[store.record];
  const Term both = g.conj(std::array{load.guard, store.guard, overlap});
  if (g.is_false(both)) return;
  const Term facts = g.is_true(overlap) ? overlap
                                        : surroundings_.facts(key, {load.guard, load.offset, a.bytes},
                                                              {store.guard, store.offset, b.bytes});
  surroundings_.set_scope(load.record < store.record ? b.scope : a.scope);
  surroundings_.report(a.place, b.place, g.land(both, facts));
}

}  // namespace warpproof::symbolic
