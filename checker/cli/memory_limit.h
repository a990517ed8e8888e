// `--memory MB`: how much memory the tool may take.
#pragma once

#include <cstdint>

namespace warpproof::cli {

// Three quarters of the machine's memory, in MB (2^20 bytes); 0 where that is not known.
std::uint64_t default_memory_mb();

// Past this, memory runs out for this process and for each compiler that it starts (which may take 2 GiB at least);
// std::bad_alloc then ends the kernel's check as unknown. 0: no limit. Builds with AddressSanitizer, which reserves address space, set none.
void limit_memory(std::uint64_t mb);

// One of `processes` (1 or more) that share what this one may take.
void limit_memory_to_share(unsigned processes);

}  // namespace warpproof::cli
