// Sparse byte-addressed memory whose bytes may be undefined.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace warpproof {

// Why a value is undefined: 0 means it is defined, otherwise an index into the run's table of origins.
using OriginId = std::uint32_t;

// A byte never written reads as 0. `read` also says which kind it was: `defined_by_default` memory (global)
// treats it as defined, other memory (shared, local) as not.
class CellMemory {
 public:
  explicit CellMemory(bool defined_by_default = true) : defined_by_default_(defined_by_default) {}

  struct Value {
    std::uint64_t bits = 0;  // little endian
    OriginId origin = 0;     // of the first undefined byte that was written as such
    bool unwritten = false;  // some byte was never written and the memory has no default
  };
  // `size` bytes, 1 to 8.
  Value read(std::uint64_t address, int size) const;
  void write(std::uint64_t address, int size, std::uint64_t bits, OriginId origin = 0);
  void write_bytes(std::uint64_t address, const std::vector<std::uint8_t>& bytes);
  std::vector<std::uint8_t> read_bytes(std::uint64_t address, std::size_t count) const;

  // The bytes count as never written again.
  void forget(std::uint64_t address, std::uint64_t size);

  // Start addresses of the pages that were written, and their size in bytes.
  static constexpr std::uint64_t kPageSize = 256;
  std::vector<std::uint64_t> pages() const;

 private:
  struct Page {
    std::array<std::uint8_t, kPageSize> bytes{};
    std::array<std::uint64_t, kPageSize / 64> written{};
    std::unique_ptr<std::array<OriginId, kPageSize>> origins;  // made when first needed

    Page() = default;
    Page(const Page& other);
    Page& operator=(const Page&) = delete;
    bool is_written(std::uint64_t i) const { return (written[i / 64] >> (i % 64)) & 1; }
  };
  const Page* find(std::uint64_t address) const;
  Page& make(std::uint64_t address);

  bool defined_by_default_;
  std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace warpproof
