// Lanes of one instruction against those of another, all at once.
//
// Where addresses are terms, two instructions of a warp make up to 1,024 pairs of accesses, and iterations of
// a loop many more, which differ in the numbers of lanes and iterations only. One question covers them: may
// any thread of the one meet another thread of the other? What orders them is left out of it, so an exclusion
// holds of each pair, and where there is none they are judged one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/symbolic/access_order.h"
#include "checker/symbolic/access_records.h"
#include "checker/symbolic/race_surroundings.h"

namespace warpproof::symbolic {

class RaceInBulk {
 public:
  using Access = RecordedAccess;
  using Region = AccessRecords::Region;
  using Batch = AccessRecords::Batch;
  RaceInBulk(TermGraph& graph, int warp_size, const RaceSurroundings& surroundings, const AccessOrder& order)
      : g(graph), warp_size_(warp_size), surroundings_(surroundings), order_(order) {}

  // The number of all accesses of that place, kind and size.
  std::uint32_t site_of(std::uint32_t place, AccessKind kind, int bytes);
  // With what all lanes of an instruction never meet: earlier accesses of these sites, and each other.
  struct Apart {
    std::vector<bool> sites;
    bool own = false;
    bool all = false;  // nothing is left to compare
    bool covers(const Access& earlier, std::uint64_t now) const {
      return earlier.event.time == now ? own : earlier.site < sites.size() && sites[earlier.site];
    }
  };
  // Of a batch of which no access is on record. `within_warps`: what lanes of a warp do to each other counts.
  Apart apart_from(BlockMemory::Key key, const Region& region, const Batch& batch, bool within_warps);

 private:
  // Accesses of which one formula tells the thread, the offset and the guard.
  struct Family {
    Term thread, offset, guard;
    Term of_member;  // the offset of one of them; loaded pointers in it are those of all
  };
  struct Families {
    std::vector<Family> all;
    int bytes = 0;
    bool complete = false;  // else there are too many
  };
  // Accesses of a site, and how many pairs with a batch, and within it, would be compared as terms.
  struct Earlier {
    std::vector<const Access*> members;
    std::size_t pairs = 0, own_pairs = 0;
  };
  Families families(BlockMemory::Key key, const std::vector<const Access*>& members);
  enum class Who : std::uint8_t { OtherWarps, OtherThreads, Anyone };
  Term meet(BlockMemory::Key key, const Families& some, const Families& others, Who who);
  bool never_meet(BlockMemory::Key key, const Families& some, const Families& others, Who who);
  bool ordered_within_warps(const std::vector<const Access*>& earlier, const Batch& batch) const;
  std::map<std::uint32_t, Earlier> earlier_sites(const Region& region, const Batch& batch) const;

  TermGraph& g;
  const int warp_size_;
  const RaceSurroundings& surroundings_;
  const AccessOrder& order_;
  std::map<std::tuple<std::uint32_t, AccessKind, int>, std::uint32_t> sites_;
  // By sites: pairs that were met so far, or kNotInBulk where they are to be judged one by one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs_of_;
  static constexpr std::size_t kNotInBulk = ~std::size_t{0};
  std::size_t covered_ = 0;  // accesses, by families
};

}  // namespace warpproof::symbolic
