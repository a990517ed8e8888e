#include "checker/equivalence/observation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace warpproof::equivalence {

namespace {

using symbolic::BlockMemory;
using symbolic::Executor;
using symbolic::Lanes;

constexpr std::size_t kMostOffsets =
    1200;  // computed addresses of one allocation that are told apart in pairs

// One thread's store, or a cell of the memory before the first store to a computed address.
struct Entry {
  Term offset, guard, value;
  int bytes = 0;
  int writer = -1;
};

class Observer {
 public:
  Observer(TermGraph& graph, Executor& a, Executor& b, const ObservationOptions& options)
      : g(graph), a_(a), b_(b), options_(options) {}

  Observations run() {
    for (const std::uint32_t number : stored_to()) allocation(number);
    returned();
    Observation trap;
    trap.kind = Observation::Kind::Trap;
    trap.a = a_.trapped();
    trap.b = b_.trapped();
    if (!g.is_false(trap.a) || !g.is_false(trap.b)) out_.list.push_back(trap);
    for (const bool in_b : {false, true}) {
      if ((in_b ? b_ : a_).final_memory().everything_lost(Space::Global)) {
        out_.gaps.push_back(
            {"a store through a pointer that was loaded from memory may change any memory", in_b, kNoPlace});
      }
    }
    return std::move(out_);
  }

 private:
  Executor& side(bool in_b) { return in_b ? b_ : a_; }
  BlockMemory::Key key(std::uint32_t number, bool in_b) const {
    return {Space::Global, in_b ? options_.allocation_in_b(number) : number};
  }
  const BlockMemory::Allocation* find(std::uint32_t number, bool in_b) {
    const auto& all = side(in_b).final_memory().allocations();
    const auto it = all.find(key(number, in_b));
    return it == all.end() ? nullptr : &it->second;
  }
  std::uint32_t place_of(int writer, bool in_b) {
    const auto& events = side(in_b).events();
    return writer >= 0 && static_cast<std::size_t>(writer) < events.size()
               ? events[static_cast<std::size_t>(writer)].place
               : kNoPlace;
  }

  std::set<std::uint32_t> stored_to() {
    std::set<std::uint32_t> out;
    for (const bool in_b : {false, true}) {
      for (const auto& [k, allocation] : side(in_b).final_memory().allocations()) {
        const bool touched = !allocation.cells.empty() || !allocation.log.empty() || allocation.unknown;
        if (k.space != Space::Global || k.allocation == kNoAllocation || !touched) continue;
        out.insert(in_b ? options_.number_of_b(k.allocation) : k.allocation);
      }
    }
    return out;
  }

  void allocation(std::uint32_t number) {
    bool lost = false, logged = false;
    for (const bool in_b : {false, true}) {
      if (side(in_b).final_memory().lost(key(number, in_b))) {
        out_.gaps.push_back(
            {fmt::format(
                 "what is left in {} is not followed: atomics on floating point or at computed addresses",
                 options_.name(number)),
             in_b, kNoPlace});
        lost = true;
      }
      const auto* found = find(number, in_b);
      logged = logged || (found != nullptr && !found->log.empty());
    }
    if (lost) return;
    logged ? computed_addresses(number) : known_addresses(number);
  }

  BlockMemory::Loaded load(std::uint32_t number, bool in_b, Term offset, int bytes) {
    return side(in_b).final_memory().load(key(number, in_b), Lanes(g.truth(true)), Lanes(offset), bytes, 0);
  }

  // All stores went to known offsets: every cell that either side wrote.
  void known_addresses(std::uint32_t number) {
    std::map<std::pair<std::uint64_t, int>, std::pair<int, int>> places;  // (offset, bytes) -> writers
    for (const bool in_b : {false, true}) {
      const auto* found = find(number, in_b);
      if (found == nullptr) continue;
      for (const auto& [offset, cell] : found->cells) {
        auto& writers = places.try_emplace({offset, cell.bytes}, -1, -1).first->second;
        (in_b ? writers.second : writers.first) = cell.writer;
      }
    }
    for (const auto& [at, writers] : places) {
      Observation o;
      o.allocation = number;
      o.offset = at.first;
      o.bytes = at.second;
      o.place_a = place_of(writers.first, false);
      o.place_b = place_of(writers.second, true);
      const auto offset = g.constant(64, at.first);
      const auto left = load(number, false, offset, at.second), right = load(number, true, offset, at.second);
      o.a = left.value.bits.at(0);
      o.b = right.value.bits.at(0);
      for (const bool in_b : {false, true}) {
        const auto& loaded = in_b ? right : left;
        if (!loaded.exact || loaded.order_open) {
          out_.gaps.push_back(
              {fmt::format("what is left in {} depends on the order of atomics", options_.name(number)), in_b,
               in_b ? o.place_b : o.place_a});
          return;
        }
      }
      out_.list.push_back(o);
    }
  }

  // Cells and stores of one side, oldest first; of one instruction's lanes the lowest comes last, as memory
  // has it.
  std::optional<std::vector<Entry>> entries(std::uint32_t number, bool in_b) {
    std::vector<Entry> out;
    const auto* found = find(number, in_b);
    if (found == nullptr) return out;
    for (const auto& [offset, cell] : found->cells) {
      if (cell.order_open) return std::nullopt;
      out.push_back({g.constant(64, offset), g.truth(true), cell.value, cell.bytes, cell.writer});
    }
    const int threads = side(in_b).shape().threads();
    for (const auto& store : found->log) {
      for (int t = threads - 1; t >= 0; --t) {
        if (g.is_false(store.guard.at(t))) continue;
        out.push_back({store.offset.at(t), store.guard.at(t), store.value.bits.at(t), store.value.width / 8,
                       store.writer});
      }
    }
    return out;
  }

  void computed_addresses(std::uint32_t number) {
    std::vector<Entry> all[2];
    for (const bool in_b : {false, true}) {
      auto found = entries(number, in_b);
      if (!found) {
        out_.gaps.push_back(
            {fmt::format("what is left in {} depends on the order of atomics", options_.name(number)), in_b,
             kNoPlace});
        return;
      }
      all[in_b] = std::move(*found);
    }
    std::set<std::uint32_t> offsets;
    std::set<int> sizes;
    for (const auto& list : all) {
      for (const Entry& e : list) {
        offsets.insert(e.offset.id);
        sizes.insert(e.bytes);
      }
    }
    if (sizes.size() != 1) {
      const bool in_b = all[0].empty();
      out_.gaps.push_back({fmt::format("{} is stored to at computed addresses in accesses of different sizes",
                                       options_.name(number)),
                           in_b, kNoPlace});
      return;
    }
    if (distinct(offsets)) return by_offset(number, all[0], all[1], *sizes.begin());
    by_any_address(number, *sizes.begin());
  }

  // No two of these terms can be equal. Accesses of one size are naturally aligned (block_memory.h), so they
  // do not overlap then.
  bool distinct(const std::set<std::uint32_t>& offsets) {
    if (offsets.size() > kMostOffsets) return false;
    for (auto i = offsets.begin(); i != offsets.end(); ++i) {
      for (auto j = std::next(i); j != offsets.end(); ++j) {
        if (!g.is_false(g.eq(Term{*i}, Term{*j}))) return false;
      }
    }
    return true;
  }

  void by_offset(std::uint32_t number, const std::vector<Entry>& a, const std::vector<Entry>& b, int bytes) {
    struct Final {
      Term a, b;
      int writer_a = -1, writer_b = -1;
    };
    std::map<std::uint32_t, Final> finals;
    for (const bool in_b : {false, true}) {
      for (const Entry& e : in_b ? b : a) {
        auto [it, fresh] = finals.try_emplace(e.offset.id);
        if (fresh) it->second.a = it->second.b = g.read(8 * bytes, number, e.offset);
        Term& value = in_b ? it->second.b : it->second.a;
        value = g.ite(e.guard, e.value, value);
        (in_b ? it->second.writer_b : it->second.writer_a) = e.writer;
      }
    }
    for (const auto& [offset, final] : finals) {
      Observation o;
      o.allocation = number;
      if (g.is_const(Term{offset})) o.offset = g.value(Term{offset});
      o.bytes = bytes;
      o.a = final.a;
      o.b = final.b;
      o.place_a = place_of(final.writer_a, false);
      o.place_b = place_of(final.writer_b, true);
      out_.list.push_back(o);
    }
  }

  // Stores may overlap: the contents at any one address, which is a variable.
  void by_any_address(std::uint32_t number, int bytes) {
    int low = 0;
    while (1 << low < bytes) ++low;
    Term address = g.var(64 - low, "address");
    if (low > 0) {
      const Term parts[] = {address, g.constant(low, 0)};
      address = g.concat(parts);
    }
    const auto left = load(number, false, address, bytes), right = load(number, true, address, bytes);
    for (const bool in_b : {false, true}) {
      if ((in_b ? right : left).exact) continue;
      out_.gaps.push_back({fmt::format("too many stores to computed addresses of {}", options_.name(number)),
                           in_b, kNoPlace});
      return;
    }
    Observation o;
    o.allocation = number;
    o.bytes = bytes;
    o.a = left.value.bits.at(0);
    o.b = right.value.bits.at(0);
    out_.list.push_back(o);
  }

  void returned() {
    const auto& left = a_.returned();
    const auto& right = b_.returned();
    const bool alike = left.size() == right.size() &&
                       std::equal(left.begin(), left.end(), right.begin(), [](const auto& x, const auto& y) {
                         return x.first == y.first && x.second.width == y.second.width;
                       });
    if (!alike || a_.returned_unevenly() || b_.returned_unevenly()) {
      const bool in_b = a_.returned_unevenly() || b_.returned_unevenly() ? b_.returned_unevenly()
                                                                         : right.size() < left.size();
      out_.gaps.push_back(
          {"no value is returned, or not in all of its parts: it is undefined", in_b, kNoPlace});
      return;
    }
    for (const auto& [offset, value] : left) {
      const auto& other = right.at(offset);
      for (int t = 0; t < a_.shape().threads(); ++t) {
        if (!options_.lanes.contains(t % a_.shape().warp_size)) continue;
        Observation o;
        o.kind = Observation::Kind::Returned;
        o.offset = offset;
        o.bytes = value.width / 8;
        o.thread = t;
        o.a = value.bits.at(t);
        o.b = other.bits.at(t);
        out_.list.push_back(o);
        for (const bool in_b : {false, true}) {
          const Term taint = (in_b ? other : value).taint.at(t);
          if (!g.is_false(taint)) out_.undefined.push_back({in_b, taint, t});
        }
      }
    }
  }

  TermGraph& g;
  Executor &a_, &b_;
  const ObservationOptions& options_;
  Observations out_;
};

}  // namespace

Observations observe(TermGraph& graph, Executor& a, Executor& b, const ObservationOptions& options) {
  return Observer(graph, a, b, options).run();
}

}  // namespace warpproof::equivalence
