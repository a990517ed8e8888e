// Seeds of random choices. What a check draws at random comes from generators whose seeds are numbers of places and trials
// in the source, moved by `--seed`: the same input with the same `--seed` draws the same on every machine.
#pragma once

#include <cstdint>

namespace warpproof::random_seed {

namespace detail {
inline std::uint64_t base = 0;
}

// `--seed`. Set before the first check, by a process's only thread. 0 where it is not set.
inline void set_base(std::uint64_t base) { detail::base = base; }
inline std::uint64_t base() { return detail::base; }

// The seed of the place, or trial, of that number. With base 0 the number itself.
inline std::uint64_t of(std::uint64_t number) { return number + detail::base * 0x9e3779b97f4a7c15ull; }

}  // namespace warpproof::random_seed
