// Rule memory.read-only for one launch: bytes of global memory that a read-only load (ld.global.nc, ldu) reads and
// that a thread of the launch stores to, in whichever order and whoever orders them (PTX ISA 9.x, 9.7.9.8 and
// 9.7.9.9).
//
// By byte, since a word may have bytes of both kinds. Of each byte the first load and the first store are kept, so
// that a pair of them is found when the second one comes; later ones of a byte add other places only through other
// bytes. One thread at a time may call.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpproof::concrete {

class ReadOnlyMonitor {
 public:
  struct Access {
    std::uint32_t block = 0;    // its number in the grid
    std::uint32_t thread = 0;   // in the block
    std::uint64_t address = 0;  // generic
    int bytes = 0;
    std::uint32_t place = 0;     // index into Program::places
    std::uint32_t position = 0;  // PositionId, of the block's own machine
  };

  // Each gives an earlier access of the other kind to one of these bytes, one of the same block where there is one.
  std::optional<Access> load(const Access& access) { return note(access, false); }
  std::optional<Access> store(const Access& access) { return note(access, true); }

 private:
  static constexpr std::uint64_t kPageBytes = 256;
  using Numbers = std::array<std::uint32_t, kPageBytes>;  // by byte: in accesses_, from 1; 0: none
  struct Page {
    std::array<Numbers, 2> first{};  // loads, stores
  };
  std::optional<Access> note(const Access& access, bool stores);
  Page& page_at(std::uint64_t address);

  std::vector<Access> accesses_;
  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint64_t recent_number_ = ~0ull;
  Page* recent_ = nullptr;
};

}  // namespace warpproof::concrete
