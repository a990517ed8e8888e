#include "src/concrete/cells.h"

#include <algorithm>

namespace warpproof {

CellMemory::Page::Page(const Page& other) : bytes(other.bytes), written(other.written) {
  if (other.origins) origins = std::make_unique<std::array<OriginId, kPageSize>>(*other.origins);
}

const CellMemory::Page* CellMemory::find(std::uint64_t address) const {
  const auto it = pages_.find(address / kPageSize);
  return it == pages_.end() ? nullptr : &it->second;
}

CellMemory::Page& CellMemory::make(std::uint64_t address) { return pages_[address / kPageSize]; }

CellMemory::Value CellMemory::read(std::uint64_t address, int size) const {
  Value out;
  const Page* page = find(address);
  for (int i = 0; i < size; ++i) {
    const std::uint64_t at = address + i, offset = at % kPageSize;
    if (i > 0 && offset == 0) page = find(at);
    if (page == nullptr || !page->is_written(offset)) {
      out.unwritten |= !defined_by_default_;
      continue;
    }
    out.bits |= static_cast<std::uint64_t>(page->bytes[offset]) << (8 * i);
    if (page->origins && out.origin == 0) out.origin = (*page->origins)[offset];
  }
  return out;
}

void CellMemory::write(std::uint64_t address, int size, std::uint64_t bits, OriginId origin) {
  Page* page = &make(address);
  for (int i = 0; i < size; ++i) {
    const std::uint64_t at = address + i, offset = at % kPageSize;
    if (i > 0 && offset == 0) page = &make(at);
    page->bytes[offset] = static_cast<std::uint8_t>(bits >> (8 * i));
    page->written[offset / 64] |= 1ull << (offset % 64);
    if (origin != 0 && !page->origins) page->origins = std::make_unique<std::array<OriginId, kPageSize>>();
    if (page->origins) (*page->origins)[offset] = origin;
  }
}

void CellMemory::write_bytes(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) write(address + i, 1, bytes[i]);
}

std::vector<std::uint8_t> CellMemory::read_bytes(std::uint64_t address, std::size_t count) const {
  std::vector<std::uint8_t> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint8_t>(read(address + i, 1).bits);
  return out;
}

void CellMemory::forget(std::uint64_t address, std::uint64_t size) {
  for (std::uint64_t at = address; at < address + size; ++at) {
    const auto it = pages_.find(at / kPageSize);
    if (it == pages_.end()) {
      at = (at / kPageSize + 1) * kPageSize - 1;  // nothing on this page
      continue;
    }
    const std::uint64_t offset = at % kPageSize;
    it->second.written[offset / 64] &= ~(1ull << (offset % 64));
    if (it->second.origins) (*it->second.origins)[offset] = 0;
  }
}

std::vector<std::uint64_t> CellMemory::pages() const {
  std::vector<std::uint64_t> out;
  for (const auto& [number, page] : pages_) out.push_back(number * kPageSize);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warpproof
