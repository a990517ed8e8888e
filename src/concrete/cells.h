// Sparse byte-addressed memory whose bytes may be undefined.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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

  // A view of `base`, which must outlive it and stay as it is: writes stay here, and what is read and written
  // is remembered byte by byte. Several threads may have views of one memory.
  explicit CellMemory(const CellMemory* base) : base_(base) {}

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

  // `defined`: 1 for each byte that was written, and not as an undefined one. Of memory without a default, no view.
  void copy_bytes(std::uint64_t address, std::size_t count, std::uint8_t* bytes, std::uint8_t* defined) const;

  // The bytes count as never written again.
  void forget(std::uint64_t address, std::uint64_t size);

  // 32 values of 4 or 8 bytes, lane i's at `start` + i * size, `start` a multiple of the size: read into an
  // array of words of that size, written from one. A read leaves `out` alone and gives false when some byte
  // is undefined.
  bool read_row(std::uint64_t start, std::size_t size, void* out) const;
  void write_row(std::uint64_t start, std::size_t size, const void* from);

  // Bytes of one page that a view read before it wrote them, and that it wrote; a bit each.
  static constexpr std::uint64_t kPageSize = 256;
  struct Touched {
    std::array<std::uint64_t, kPageSize / 64> read{}, written{};
  };
  // Calls f(number of the page, touched) for each page of a view.
  template <class F>
  void for_each_touched(F f) const {
    for (const auto& [number, page] : pages_) f(number, *page.touched);
  }
  // Makes the writes of a view.
  void absorb(const CellMemory& view);

  // From here on, differs() says whether some byte is not what it is now. What was written meanwhile is
  // remembered up to kMostWatched bytes; beyond that it differs.
  static constexpr std::size_t kMostWatched = 4096;
  void watch() { watched_.emplace(); }
  void stop_watching() { watched_.reset(); }
  bool differs() const;

  // Start addresses of the pages that were written, and their size in bytes.
  std::vector<std::uint64_t> pages() const;

 private:
  struct Page {
    std::array<std::uint8_t, kPageSize> bytes{};
    std::array<std::uint64_t, kPageSize / 64> written{};
    std::unique_ptr<std::array<OriginId, kPageSize>> origins;  // made when first needed
    std::unique_ptr<Touched> touched;                          // of a view

    Page() = default;
    Page(const Page& other);
    Page& operator=(const Page&) = delete;
    // A byte with all that is known of it.
    std::uint64_t state(std::uint64_t i) const {
      return bytes[i] | std::uint64_t{is_written(i)} << 8 |
             (origins ? std::uint64_t{(*origins)[i]} << 9 : std::uint64_t{0});
    }
    bool is_written(std::uint64_t i) const { return (written[i / 64] >> (i % 64)) & 1; }
    bool all_written(std::uint64_t first, std::uint64_t count) const;
    void set_written(std::uint64_t first, std::uint64_t count);
    void note_read(std::uint64_t first, std::uint64_t count) const;
  };
  // Where pages were found last, by a hash of their number. Not copied with the memory.
  struct Recent {
    static constexpr std::size_t kEntries = 32;
    struct Entry {
      std::uint64_t number = ~0ull;
      Page* page = nullptr;
    };
    std::array<Entry, kEntries> entries;
    Recent() = default;
    Recent(const Recent&) {}
    Recent& operator=(const Recent&) {
      entries.fill({});
      return *this;
    }
    // Allocations begin at numbers whose low bits are 0: all bits count.
    Entry& of(std::uint64_t number) { return entries[number * 0x9e3779b97f4a7c15ull >> 59]; }
  };
  const Page* find(std::uint64_t address) const;
  Page& make(std::uint64_t address);
  Page& page_of_view(std::uint64_t number) const;

  void about_to_write(const Page& page, std::uint64_t address, std::uint64_t count);

  const CellMemory* base_ = nullptr;
  bool defined_by_default_ = true;
  mutable std::unordered_map<std::uint64_t, Page> pages_;  // a view's grow when it is read
  mutable Recent recent_;
  std::optional<std::unordered_map<std::uint64_t, std::uint64_t>>
      watched_;  // states by address, when written
};

}  // namespace warpproof
