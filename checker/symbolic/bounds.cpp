// memory.out-of-bounds: accesses to memory whose size is known stay inside it (--bounds).
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

// Bytes of what a target is in, from where its offsets count; nothing: not known, or not judged.
std::optional<Term> Executor::room_of(const Strand& s, const Target& target) {
  const auto number = [&](std::uint64_t bytes) { return g.constant(64, bytes); };
  switch (target.space) {
    case Space::Shared:
      return number(shared_size(layout_, options_.shape.dynamic_shared));
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

}  // namespace warpproof::symbolic
