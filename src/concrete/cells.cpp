#include "src/concrete/cells.h"

#include <algorithm>
#include <cstring>

namespace warpproof {
namespace {

// Calls f(word, bits) for the 64-bit words that bits [first, first + count) lie in.
template <class F>
void for_each_word(std::uint64_t first, std::uint64_t count, F f) {
  for (std::uint64_t i = first, end = first + count; i < end;) {
    const std::uint64_t n = std::min(64 - i % 64, end - i);
    f(i / 64, (n == 64 ? ~0ull : (1ull << n) - 1) << (i % 64));
    i += n;
  }
}

}  // namespace

CellMemory::Page::Page(const Page& other) : bytes(other.bytes), written(other.written) {
  if (other.origins) origins = std::make_unique<std::array<OriginId, kPageSize>>(*other.origins);
}

bool CellMemory::Page::all_written(std::uint64_t first, std::uint64_t count) const {
  bool all = true;
  for_each_word(first, count,
                [&](std::uint64_t i, std::uint64_t bits) { all &= (written[i] & bits) == bits; });
  return all;
}

void CellMemory::Page::set_written(std::uint64_t first, std::uint64_t count) {
  for_each_word(first, count, [&](std::uint64_t i, std::uint64_t bits) {
    written[i] |= bits;
    if (touched) touched->written[i] |= bits;
  });
}

void CellMemory::Page::note_read(std::uint64_t first, std::uint64_t count) const {
  for_each_word(first, count, [&](std::uint64_t i, std::uint64_t bits) {
    touched->read[i] |= bits & ~touched->written[i];
  });
}

// A view has a copy of each page of its base that it looks at. The base's own list of recent pages is left
// alone, because other threads look at it as well.
CellMemory::Page& CellMemory::page_of_view(std::uint64_t number) const {
  auto it = pages_.find(number);
  if (it == pages_.end()) {
    const auto of_base = base_->pages_.find(number);
    it = of_base == base_->pages_.end() ? pages_.try_emplace(number).first
                                        : pages_.try_emplace(number, of_base->second).first;
    it->second.touched = std::make_unique<Touched>();
  }
  return it->second;
}

void CellMemory::absorb(const CellMemory& view) {
  for (const auto& [number, page] : view.pages_) {
    for (std::uint64_t i = 0; i < kPageSize; ++i) {
      if ((page.touched->written[i / 64] >> (i % 64) & 1) == 0) continue;
      write(number * kPageSize + i, 1, page.bytes[i], page.origins ? (*page.origins)[i] : 0);
    }
  }
}

const CellMemory::Page* CellMemory::find(std::uint64_t address) const {
  const std::uint64_t number = address / kPageSize;
  Recent::Entry& recent = recent_.of(number);
  if (recent.number == number) return recent.page;
  if (base_ != nullptr) {
    recent = {number, &page_of_view(number)};
    return recent.page;
  }
  const auto it = pages_.find(number);
  if (it == pages_.end()) return nullptr;
  recent = {number, &it->second};
  return recent.page;
}

CellMemory::Page& CellMemory::make(std::uint64_t address) {
  const std::uint64_t number = address / kPageSize;
  Recent::Entry& recent = recent_.of(number);
  if (recent.number != number) {
    recent = {number, base_ != nullptr ? &page_of_view(number) : &pages_[number]};
  }
  return *recent.page;
}

void CellMemory::about_to_write(const Page& page, std::uint64_t address, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count && watched_->size() <= kMostWatched; ++i)
    watched_->try_emplace(address + i, page.state(address % kPageSize + i));
}

bool CellMemory::differs() const {
  if (!watched_) return false;
  if (watched_->size() > kMostWatched) return true;
  return std::any_of(watched_->begin(), watched_->end(), [this](const auto& w) {
    const Page* page = find(w.first);
    return page == nullptr || page->state(w.first % kPageSize) != w.second;
  });
}

void CellMemory::copy_bytes(std::uint64_t address, std::size_t count, std::uint8_t* bytes,
                            std::uint8_t* defined) const {
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t offset = (address + done) % kPageSize;
    const std::size_t part = std::min<std::size_t>(kPageSize - offset, count - done);
    const Page* page = find(address + done);
    if (page == nullptr) {
      std::memset(bytes + done, 0, part);
      std::memset(defined + done, 0, part);
    } else {
      std::memcpy(bytes + done, page->bytes.data() + offset, part);
      for (std::size_t i = 0; i < part; ++i)
        defined[done + i] = page->is_written(offset + i) && (!page->origins || (*page->origins)[offset + i] == 0) ? 1 : 0;
    }
    done += part;
  }
}

bool CellMemory::read_row(std::uint64_t start, std::size_t size, void* out) const {
  std::array<std::byte, 32 * 8> row;
  const std::uint64_t end = start + 32 * size;
  for (std::uint64_t at = start; at < end;) {
    const std::uint64_t offset = at % kPageSize, count = std::min(kPageSize - offset, end - at);
    const Page* page = find(at);
    const bool written = page != nullptr && (defined_by_default_ || page->all_written(offset, count));
    if (!written && !(page == nullptr && defined_by_default_)) return false;
    if (page != nullptr && page->origins) return false;
    if (base_ != nullptr) page->note_read(offset, count);
    if (page == nullptr) {
      std::memset(row.data() + (at - start), 0, count);
    } else {
      std::memcpy(row.data() + (at - start), page->bytes.data() + offset, count);
    }
    at += count;
  }
  std::memcpy(out, row.data(), 32 * size);
  return true;
}

void CellMemory::write_row(std::uint64_t start, std::size_t size, const void* from) {
  const std::uint64_t end = start + 32 * size;
  for (std::uint64_t at = start; at < end;) {
    const std::uint64_t offset = at % kPageSize, count = std::min(kPageSize - offset, end - at);
    Page& page = make(at);
    if (watched_) about_to_write(page, at, count);
    std::memcpy(page.bytes.data() + offset, static_cast<const std::byte*>(from) + (at - start), count);
    page.set_written(offset, count);
    if (page.origins) std::fill_n(page.origins->begin() + static_cast<std::ptrdiff_t>(offset), count, 0);
    at += count;
  }
}

CellMemory::Value CellMemory::read(std::uint64_t address, int size) const {
  Value out;
  const Page* page = find(address);
  const std::uint64_t first = address % kPageSize, count = static_cast<std::uint64_t>(size);
  if (base_ != nullptr && first + count <= kPageSize) page->note_read(first, count);
  if (page != nullptr && !page->origins && first + count <= kPageSize && page->all_written(first, count)) {
    std::memcpy(&out.bits, page->bytes.data() + first, count);  // little endian
    return out;
  }
  for (int i = 0; i < size; ++i) {
    const std::uint64_t at = address + i, offset = at % kPageSize;
    if (i > 0 && offset == 0) page = find(at);
    if (base_ != nullptr && first + count > kPageSize) page->note_read(offset, 1);
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
  const std::uint64_t first = address % kPageSize, count = static_cast<std::uint64_t>(size);
  if (origin == 0 && !page->origins && first + count <= kPageSize) {
    if (watched_) about_to_write(*page, address, count);
    std::memcpy(page->bytes.data() + first, &bits, count);
    return page->set_written(first, count);
  }
  for (int i = 0; i < size; ++i) {
    const std::uint64_t at = address + i, offset = at % kPageSize;
    if (i > 0 && offset == 0) page = &make(at);
    if (watched_) about_to_write(*page, at, 1);
    page->bytes[offset] = static_cast<std::uint8_t>(bits >> (8 * i));
    page->set_written(offset, 1);
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
    if (watched_) about_to_write(it->second, at, 1);
    it->second.bytes[offset] = 0;
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
