// Of single accesses: memory.out-of-bounds, those to memory whose size is known stay inside it (--bounds);
// memory.misaligned (alignment.h).
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

// Bytes of what a target is in, from where its offsets count; nothing: not known, or not judged.
std::optional<Term> Executor::room_of(const Strand& s, const Target& target) {
  const auto number = [&](std::uint64_t bytes) { return g.constant(64, bytes); };
  switch (target.space) {
    case Space::Shared:
      // Where nothing says how much there is, what no launch can have is outside; schedule.cpp lists the rest.
      return number(shared_size(layout_, options_.shape.dynamic_shared_is_open ? kMostSharedBytes
                                                                               : options_.shape.dynamic_shared));
    case Space::Local:
      return number(local_base(s) + layout_.local_size[s.top().function]);
    case Space::Global:
    case Space::Const: {
      const auto given = options_.bounds->sizes.find(target.allocation);
      if (given == options_.bounds->sizes.end()) {
        const auto size = variable_size(program_, layout_, target.allocation);
        return size ? std::optional(number(*size)) : std::nullopt;
      }
      auto& [parameter, size] = *given;
      return size.size(g, [&](const launch::Quantity& q) { return quantity(q, 0); });
    }
    default:
      return std::nullopt;
  }
}

void Executor::judge_bounds(const Strand& s, const Target& target, int bytes, std::uint32_t place) {
  if (!options_.bounds) return;
  const auto room = room_of(s, target);
  if (!room) return;
  const Term size = g.constant(64, static_cast<std::uint64_t>(bytes));
  const Term too_small = g.ult(*room, size), last = g.sub(*room, size);
  for (int t = 0; t < threads_; ++t) {
    const Term guard = target.guard.at(t);
    if (g.is_false(guard)) continue;
    const Term offset = target.offset.at(t);
    const Term is_outside = g.land(guard, g.lor(too_small, g.ult(last, offset)));
    obligations_.require_not(spec::Rule::MemoryOutOfBounds, level(spec::Rule::MemoryOutOfBounds), place, "",
                             is_outside);
    if (g.is_false(is_outside)) continue;
    const Term near = g.ult(g.add(offset, g.constant(64, kWindowSize / 2)), g.constant(64, kWindowSize));
    if (!g.is_true(near)) within_reach_.push_back(g.implies(guard, near));
  }
}

// Shared memory ends where its variables end, and may be accessed beyond that by what cannot be seen here.
void Executor::note_reach(const Target& target, int bytes) {
  const auto size = static_cast<std::uint64_t>(bytes);
  const std::uint64_t end = shared_size(layout_, options_.shape.dynamic_shared);
  for (int t = 0; t < threads_; ++t) {
    const Term guard = target.guard.at(t), offset = target.offset.at(t);
    if (g.is_false(guard)) continue;
    const std::uint64_t high = g.unsigned_range(offset).second;
    if (size <= end && high <= end - size) continue;
    beyond_shared_.push_back(size <= end ? g.land(guard, g.ult(g.constant(64, end - size), offset)) : guard);
  }
}

// Kept for counterexamples that reach beyond what a buffer may be.
void Executor::note_far(const Target& target) {
  constexpr std::size_t kMost = 512;
  if (far_accesses_.size() >= kMost) return;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t)) || g.unsigned_range(target.offset.at(t)).second < kNearBytes) continue;
    far_accesses_.push_back({target.guard, target.offset});
    return;
  }
}

void Executor::judge_alignment(const Target& target, int bytes, std::uint32_t place) {
  if (bytes < 2) return;
  std::vector<Term> misaligned;
  for (int t = 0; t < threads_; ++t) {
    const Term guard = target.guard.at(t);
    if (g.is_false(guard)) continue;
    const Alignment::Answer answer = alignment_.judge(target.offset.at(t), bytes);
    if (answer.assumed) assumed_.insert("the addresses of accesses are multiples of their size");
    if (!g.is_false(answer.misaligned)) misaligned.push_back(g.land(guard, answer.misaligned));
    if (target.guard.is_uniform() && target.offset.is_uniform()) break;
  }
  obligations_.require_not(spec::Rule::MemoryMisaligned, level(spec::Rule::MemoryMisaligned), place, "",
                           g.disj(misaligned));
}

}  // namespace warpproof::symbolic
