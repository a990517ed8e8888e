#include "checker/equivalence/observation.h"

#include <algorithm>
#include <set>

#include "checker/equivalence/contents_observer.h"

namespace warpproof::equivalence {

namespace {

using symbolic::BlockMemory;
using symbolic::Executor;

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
    if (!g.is_false(trap.a) || !g.is_false(trap.b)) {
      leave_out_where(trap.a);
      out_.list.push_back(trap);
    }
    for (const bool in_b : {false, true}) {
      if ((in_b ? b_ : a_).record().stores_behind_loaded ||
          (in_b ? b_ : a_).final_memory().everything_lost(Space::Global)) {
        out_.gaps.push_back(
            {"after a store through a loaded pointer, all memory is treated as unknown", in_b, kNoPlace});
      }
    }
    return std::move(out_);
  }

 private:
  // A launch in which a thread traps or fails an assertion leaves nothing that a program may look at: its context is
  // lost (CUDA Runtime API, cudaErrorAssert, cudaErrorLaunchFailure). Side condition: the other kernel traps then, too,
  // which is an observation of its own.
  void leave_out_where(Term trapped) {
    for (Observation& o : out_.list) {
      const Term none = g.constant(g.width(o.a), 0);
      o.a = g.ite(trapped, none, o.a);
      o.b = g.ite(trapped, none, o.b);
    }
    for (Undefinedness& u : out_.undefined) u.condition = g.land(g.lnot(trapped), u.condition);
  }

  Executor& side(bool in_b) { return in_b ? b_ : a_; }
  BlockMemory::Key key(std::uint32_t number, bool in_b) const {
    return {Space::Global, in_b ? options_.allocation_in_b(number) : number};
  }
  std::uint32_t place_of(int writer, bool in_b) {
    const auto& events = side(in_b).record().events;
    return writer >= 0 && static_cast<std::size_t>(writer) < events.size()
               ? events[static_cast<std::size_t>(writer)].place
               : kNoPlace;
  }

  std::set<std::uint32_t> stored_to() {
    std::set<std::uint32_t> out;
    for (const bool in_b : {false, true}) {
      for (const auto& [k, allocation] : side(in_b).final_memory().allocations()) {
        const bool touched = !allocation.cells.empty() || !allocation.log.empty() || allocation.unknown ||
                             allocation.forgotten != 0;
        if (k.space != Space::Global || k.allocation == kNoAllocation || !touched) continue;
        out.insert(in_b ? options_.number_of_b(k.allocation) : k.allocation);
      }
    }
    return out;
  }

  void allocation(std::uint32_t number) {
    if (options_.same.contains(number)) {
      Observation o;
      o.a = o.b = g.truth(true);
      o.allocation = number;
      out_.list.push_back(o);
      return;
    }
    ContentsObserver contents(g, a_.shape().threads(), {&a_.final_memory(), &b_.final_memory()},
                              {key(number, false), key(number, true)}, options_.name(number),
                              options_.proofs);
    contents.run();
    for (const auto& gap : contents.gaps)
      out_.gaps.push_back({gap.reason, gap.in_b, place_of(gap.writer, gap.in_b)});
    if (!contents.gaps.empty()) return;
    for (auto& p : contents.pairs) {
      p.what.allocation = number;
      p.what.place_a = place_of(p.writer_a, false);
      p.what.place_b = place_of(p.writer_b, true);
      out_.list.push_back(p.what);
    }
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

std::optional<std::vector<std::pair<Term, Term>>> compare_contents(TermGraph& graph, int threads,
                                                                   const BlockMemory& a,
                                                                   BlockMemory::Key key_a,
                                                                   const BlockMemory& b,
                                                                   BlockMemory::Key key_b,
                                                                   const StateProofs& proofs) {
  BlockMemory left = a, right = b;  // loads note what was read
  ContentsObserver contents(graph, threads, {&left, &right}, {key_a, key_b}, "", proofs);
  contents.run();
  if (!contents.gaps.empty()) return std::nullopt;
  std::vector<std::pair<Term, Term>> out;
  for (const auto& p : contents.pairs) out.emplace_back(p.what.a, p.what.b);
  return out;
}

std::set<std::uint32_t> not_followed(Executor& a, Executor& b, const ObservationOptions& options) {
  std::set<std::uint32_t> out;
  for (const bool in_b : {false, true}) {
    const BlockMemory& memory = (in_b ? b : a).final_memory();
    for (const auto& [key, allocation] : memory.allocations()) {
      const bool open = std::any_of(allocation.cells.begin(), allocation.cells.end(),
                                    [](const auto& cell) { return cell.second.order_open; });
      if (key.space == Space::Global && key.allocation != kNoAllocation && (open || allocation.unknown))
        out.insert(in_b ? options.number_of_b(key.allocation) : key.allocation);
    }
  }
  return out;
}

Observations observe(TermGraph& graph, Executor& a, Executor& b, const ObservationOptions& options) {
  return Observer(graph, a, b, options).run();
}

}  // namespace warpproof::equivalence
