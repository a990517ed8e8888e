#include "src/concrete/race_monitor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/base/effort.h"

namespace warpproof::concrete {

RaceMonitor::RaceMonitor(std::uint32_t threads, std::uint32_t warp_size, Report report)
    : warp_size_(warp_size),
      report_(std::move(report)),
      clocks_(threads, Clock(threads, 0)),
      own_(threads, 1),
      fenced_(threads),
      seen_(threads),
      last_collective_((threads + warp_size - 1) / warp_size, 0) {
  // A thread's own accesses carry its own component, so that nobody else knows them at the start.
  for (std::uint32_t t = 0; t < threads; ++t) clocks_[t][t] = 1;
}

namespace {

// Records that are looked at for the price of one access: whether they race with it, and whether it stands for them.
constexpr std::uint64_t kRecordsAtOnce = 16;
constexpr std::uint32_t kFewGone = 8;  // records that are not worth being taken out

// `first` is an access of a copy that its thread has not waited for.
spec::Rule rule_of_copy(const RaceMonitor::Access& first, const RaceMonitor::Access& later, bool one_warp) {
  if (first.thread == later.thread) return spec::Rule::AsyncUnwaited;
  if (one_warp && later.group && first.execution == later.execution) return spec::Rule::StoreSameInstruction;
  const bool alike = first.address == later.address && first.bytes == later.bytes;
  return alike ? spec::Rule::Race : spec::Rule::RaceMixedSize;
}

}  // namespace

// Where it is open whose access it was, before what any lane of the warp does now.
bool RaceMonitor::ordered(const Record& earlier, const Access& later) const {
  const Access& first = earlier.access;
  if (first.group) return false;
  if (!is_open(first, later)) return knows(later.thread, first.thread, earlier.clock);
  return warp_knows(first.thread, earlier);
}

bool RaceMonitor::warp_knows(std::uint32_t thread, const Record& record) const {
  const std::uint32_t begin = thread / warp_size_ * warp_size_;
  const auto end = std::min(begin + warp_size_, static_cast<std::uint32_t>(clocks_.size()));
  for (std::uint32_t t = begin; t < end; ++t) {
    if (!knows(t, record.access.thread, record.clock)) return false;
  }
  return true;
}

void RaceMonitor::compare(const Record& earlier, const Access& later) {
  const Access& first = earlier.access;
  const bool alike = first.address == later.address && first.bytes == later.bytes;
  if (!may_race(first.kind, later.kind, alike) || gave_up_) return;
  effort::spend(effort::Work::Visit);
  if (ordered(earlier, later)) return;
  const std::uint32_t warp = first.thread / warp_size_;
  const bool one_warp = warp == later.thread / warp_size_;
  if (first.group) {
    // Lanes of one copy: where both store the same, that is what stands.
    const bool alone = !earlier.severe && !earlier.stands_for_equal;
    const spec::Rule rule = rule_of_copy(first, later, one_warp && alone);
    const bool equal = rule == spec::Rule::StoreSameInstruction && first.kind == Kind::Write &&
                       later.kind == Kind::Write && alike && first.value == later.value;
    return report_(rule, first, later, equal);
  }
  if (one_warp && first.instruction == later.instruction)
    return;  // store.same-instruction, judged where it is executed
  spec::Rule rule = spec::Rule::Race;
  if (one_warp && first.execution == later.execution && !earlier.severe && !earlier.stands_for_equal) {
    rule = spec::Rule::StoreSameInstruction;  // the schedule ran its lanes one after the other
  } else if (!alike) {
    rule = spec::Rule::RaceMixedSize;
  } else if (one_warp) {
    rule = last_collective_[warp] > earlier.time ? spec::Rule::MemoryCollectiveAsFence
                                                 : spec::Rule::MemoryImplicitWarpSync;
  }
  // A copy races like any other with what somebody else stored, whatever the two store; lanes of one copy, of
  // which one has waited for its own before the other one began, store what they do as one.
  const bool equal = first.kind == Kind::Write && later.kind == Kind::Write && alike &&
                     first.value == later.value && !earlier.severe &&
                     (!later.group || rule == spec::Rule::StoreSameInstruction);
  report_(rule, first, later, equal);
}

RaceMonitor::Cell& RaceMonitor::cell_at(std::uint64_t address) {
  const std::uint64_t number = address / kPageBytes;
  Recent& recent = recent_[number * 0x9e3779b97f4a7c15ull >> 59];
  if (recent.number != number) recent = {number, &pages_[number]};
  Page& page = *recent.page;
  if (page.epoch != epoch_) {
    page.epoch = epoch_;
    for (Cell& cell : page.cells) cell.clear();
  }
  return page.cells[address % kPageBytes / kCellBytes];
}

void RaceMonitor::Cell::add(const Record& record) {
  bytes = size() == 0 || bytes == record.bytes ? record.bytes : 0;
  stores += warpproof::stores(record.access.kind) ? 1 : 0;
  records.push_back(record);
}

void RaceMonitor::Cell::drop_gone() {
  std::erase_if(records, [](const Record& record) { return record.bytes == 0; });
  gone = 0;
}

void RaceMonitor::Cell::clear() {
  row = stores = gone = 0;
  bytes = 0;
  records.clear();
}

void RaceMonitor::access(const Access& access) {
  effort::spend(effort::Work::LaneAccess);
  if (!pending_.empty() && pending_.front().second.access.instruction != access.instruction) settle();
  for (int done = 0; done < access.bytes;) {
    const std::uint64_t at =
        access.address + static_cast<std::uint64_t>(done);  // beyond the last address comes 0
    const auto first = static_cast<int>(at % kCellBytes);
    const int count = std::min(access.bytes - done, static_cast<int>(kCellBytes) - first);
    const auto bytes = static_cast<std::uint8_t>(((1u << count) - 1) << first);
    Cell& cell = cell_at(at);
    if (cell.row != 0) expand(cell.row);
    effort::spend(effort::Work::LaneAccess, cell.size() / kRecordsAtOnce);
    const bool may_race_here = stores(access.kind) || cell.stores != 0;
    for (std::size_t i = 0; may_race_here && i < cell.records.size(); ++i) {
      if ((cell.records[i].bytes & bytes) != 0) compare(cell.records[i], access);
    }
    pending_.emplace_back(&cell,
                          Record{bytes, false, false, access, own_[access.thread], access.instruction});
    if (access.group) copying_[access.thread].push_back({at, access.instruction, *access.group});
    done += count;
  }
}

// The row of these very words and threads, a new one where nobody has accessed any of the words; null where
// others have, or in another way.
RaceMonitor::Row* RaceMonitor::row_of(const Access& first) {
  const std::uint32_t found = cell_at(first.address).row;
  if (found != 0) {
    Row& row = rows_[found - 1];
    const bool same = row.start == first.address && row.bytes == first.bytes && row.thread == first.thread;
    return same ? &row : nullptr;
  }
  const std::uint64_t end = first.address + kRowThreads * static_cast<std::uint64_t>(first.bytes);
  for (std::uint64_t at = first.address; at < end; at += kCellBytes) {
    const Cell& cell = cell_at(at);
    if (cell.row != 0 || !cell.records.empty()) return nullptr;
  }
  Row& row = rows_.emplace_back();
  row.start = first.address;
  row.bytes = first.bytes;
  row.thread = first.thread;
  for (std::uint64_t at = first.address; at < end; at += kCellBytes)
    cell_at(at).row = static_cast<std::uint32_t>(rows_.size());
  return &row;
}

// The threads of a row whose later access stands for their earlier one, as supersedes() says for each of
// them: both are accesses of one thread.
std::uint32_t RaceMonitor::superseded(RowRecord& later, const RowRecord& earlier) const {
  if (later.first.kind != Kind::Write) return later.first.kind == earlier.first.kind ? ~0u : 0;
  std::uint32_t alike = 0, at_once = 0;
  for (int i = 0; i < kRowThreads; ++i) {
    const auto k = static_cast<std::size_t>(i);
    alike |= static_cast<std::uint32_t>(earlier.values[k] == later.values[k]) << i;
    at_once |= static_cast<std::uint32_t>(earlier.clocks[k] == later.clocks[k]) << i;
  }
  if (earlier.first.kind != Kind::Write) alike = 0;
  std::uint32_t out = alike & ~earlier.severe;
  later.severe |= at_once & ~out;
  out |= at_once;
  for (int i = 0; out != ~0u && i < kRowThreads; ++i) {
    const auto k = static_cast<std::uint32_t>(i);
    if ((out >> i & 1) == 0 && all_know(earlier.first.thread + k, earlier.clocks[k])) out |= 1u << i;
  }
  return out;
}

// False where the row cannot hold what comes of it.
bool RaceMonitor::add_to_row(Row& row, const Access& first, const void* values) {
  RowRecord added;
  added.first = first;
  added.time = first.instruction;
  std::copy_n(own_.begin() + first.thread, kRowThreads, added.clocks.begin());
  if (values != nullptr && first.bytes == 8) {
    std::memcpy(added.values.data(), values, sizeof added.values);
  } else if (values != nullptr) {
    std::array<std::uint32_t, kRowThreads> words;
    std::memcpy(words.data(), values, sizeof words);
    std::copy(words.begin(), words.end(), added.values.begin());
  }
  std::array<bool, std::tuple_size_v<decltype(row.records)>> stays{};
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    const std::uint32_t gone = superseded(added, row.records[i]);
    if (gone != 0 && gone != ~0u) return false;
    stays[i] = gone == 0;
    left += stays[i] ? 1 : 0;
  }
  if (left == row.records.size()) return false;
  std::uint32_t to = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    if (!stays[i]) continue;
    if (to != i) row.records[to] = row.records[i];
    ++to;
  }
  row.records[to] = added;
  row.count = to + 1;
  return true;
}

void RaceMonitor::access_row(const Access& first, const void* values) {
  effort::spend(effort::Work::LaneAccess, 2);
  settle();
  Row* row = row_of(first);
  if (row != nullptr && add_to_row(*row, first, values)) return;
  const auto bytes = static_cast<std::size_t>(first.bytes);
  for (int i = 0; i < kRowThreads; ++i) {
    Access one = first;
    one.thread += static_cast<std::uint32_t>(i);
    one.address += static_cast<std::uint64_t>(i) * bytes;
    one.value = 0;
    if (values != nullptr)  // little endian
      std::memcpy(&one.value, static_cast<const std::byte*>(values) + static_cast<std::size_t>(i) * bytes,
                  bytes);
    access(one);
  }
}

// The records of a row, as if its threads had made their accesses one by one.
void RaceMonitor::expand(std::uint32_t number) {
  const Row& row = rows_[number - 1];
  const auto bytes = static_cast<std::uint64_t>(row.bytes);
  for (int i = 0; i < kRowThreads; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::uint64_t start = row.start + k * bytes;
    for (std::uint64_t at = start; at < start + bytes; at += kCellBytes) {
      Cell& cell = cell_at(at);
      cell.row = 0;
      for (std::uint32_t r = 0; r < row.count; ++r) {
        const RowRecord& record = row.records[r];
        Access access = record.first;
        access.thread += static_cast<std::uint32_t>(i);
        access.address = start;
        access.value = record.values[k];
        const bool severe = (record.severe >> i & 1) != 0;
        cell.add({(1u << kCellBytes) - 1, severe, false, access, record.clocks[k], record.time});
      }
    }
  }
}

// Does whatever races with the earlier access race with the later one as well, and as badly? Stores of equal
// values race more mildly, so that a store covers what its thread did since it last met others only with a
// note of it.
bool RaceMonitor::supersedes(Record& later, const Record& earlier) const {
  const Access &a = earlier.access, &b = later.access;
  if (a.instruction == b.instruction || a.fragment != b.fragment) return false;
  const bool store = b.kind == Kind::Write;
  const bool same_bytes = a.address == b.address && a.bytes == b.bytes;
  if (a.group) return supersedes_copy(later, earlier);
  if (!store) return a.thread == b.thread && a.kind == b.kind && (is_weak(b.kind) || same_bytes);
  if (!ordered(earlier, b)) return false;
  const bool alike = a.kind == Kind::Write && same_bytes && a.value == b.value;
  if (alike && !earlier.severe) {
    // Lanes of b's warp that know of `a` and of what it stands for race with neither.
    const bool stands = (earlier.stands_for_equal || a.execution != b.execution) && !warp_knows(b.thread, earlier);
    later.stands_for_equal = later.stands_for_equal || stands;
    return true;
  }
  if (a.thread == b.thread && earlier.clock == later.clock) {
    later.severe = true;
    return true;
  }
  return all_know(a.thread, earlier.clock);
}

// Of copies that one thread starts at one place of the program, to the same bytes, the last is pending for as long as
// the others are: groups end in their order (PTX ISA 9.x, cp.async.wait_group). What the others stored before makes it
// an access that a store of the same value, or one of its own execution, races with like any other.
bool RaceMonitor::supersedes_copy(Record& later, const Record& earlier) const {
  const Access &a = earlier.access, &b = later.access;
  if (!b.group || *b.group < *a.group || a.thread != b.thread || a.kind != b.kind) return false;
  if (a.position != b.position || a.place != b.place || a.address != b.address || a.bytes != b.bytes) return false;
  later.severe = later.severe || earlier.severe || a.value != b.value;
  later.stands_for_equal = later.stands_for_equal || earlier.stands_for_equal || a.execution != b.execution;
  return true;
}

bool RaceMonitor::all_know(std::uint32_t other, std::uint64_t clock) const {
  for (std::uint32_t t = 0; t < clocks_.size(); ++t) {
    if (!knows(t, other, clock)) return false;
  }
  return true;
}

void RaceMonitor::settle() {
  for (auto& [cell, record] : pending_) settle(*cell, record);
  pending_.clear();
}

// What the later record stands for is gone. Only a store stands for what another thread did (supersedes()).
void RaceMonitor::supersede(Cell& cell, Record& later) const {
  const std::uint8_t bytes = later.bytes;
  const bool own_only = later.access.kind != Kind::Write;
  for (Record& earlier : cell.records) {
    if ((earlier.bytes & bytes) == 0 || (own_only && earlier.access.thread != later.access.thread)) continue;
    if (!supersedes(later, earlier)) continue;
    earlier.bytes = static_cast<std::uint8_t>(earlier.bytes & ~bytes);
    if (earlier.bytes != 0) continue;
    ++cell.gone;
    cell.stores -= stores(earlier.access.kind) ? 1 : 0;
  }
  // Their order is that of findings.
  if (cell.gone > kFewGone && cell.gone > cell.records.size() / 2) cell.drop_gone();
}

// Each byte has its own list in effect: where an earlier record holds some of the new one's bytes only, the
// new one goes on record byte by byte.
void RaceMonitor::settle(Cell& cell, Record record) {
  const bool splits =
      cell.bytes != record.bytes &&
      std::any_of(cell.records.begin(), cell.records.end(), [&](const Record& earlier) {
        const int common = earlier.bytes & record.bytes;
        return common != 0 && common != record.bytes;
      });
  const unsigned all = record.bytes;
  for (unsigned rest = all; rest != 0;) {
    const unsigned bytes = splits ? rest & (0u - rest) : rest;
    rest &= ~bytes;
    Record part = record;
    part.bytes = static_cast<std::uint8_t>(bytes);
    supersede(cell, part);
    cell.add(part);
  }
}

void RaceMonitor::complete(std::uint32_t thread, const std::function<bool(std::uint32_t)>& is_done) {
  const auto found = copying_.find(thread);
  if (found == copying_.end()) return;
  settle();
  // A thread's copies are in the order of their groups.
  auto& copies = found->second;
  const auto left = std::ranges::partition_point(copies, is_done, &Copying::group);
  for (auto copy = copies.begin(); copy != left; ++copy) {
    for (Record& record : cell_at(copy->at).records) {
      const Access& a = record.access;
      if (!a.group || a.thread != thread || a.instruction != copy->instruction) continue;
      record.clock = own_[thread];
      record.time = time_;
      record.access.group.reset();
    }
  }
  copies.erase(copies.begin(), left);
  if (found->second.empty()) copying_.erase(found);
}

void RaceMonitor::everyone_met() {
  settle();
  std::vector<std::pair<std::uint64_t, Record>> left;
  for (auto& [thread, copies] : copying_) {
    std::erase_if(copies, [&](const Copying& copy) {
      const std::size_t before = left.size();
      for (const Record& record : cell_at(copy.at).records) {
        const Access& a = record.access;
        const bool is_it = a.group && a.thread == thread && a.instruction == copy.instruction;
        if (record.bytes != 0 && is_it) left.emplace_back(copy.at, record);
      }
      return left.size() == before;  // another one stands for it
    });
  }
  rows_.clear();
  ++epoch_;
  for (const auto& [at, record] : left) cell_at(at).add(record);
}

void RaceMonitor::join(Clock& into, const Clock& from) {
  for (std::size_t u = 0; u < into.size(); ++u) into[u] = std::max(into[u], from[u]);
}

RaceMonitor::Clock RaceMonitor::release(std::uint32_t thread) {
  settle();
  auto known = clocks_[thread];
  known[thread] = own_[thread] = ++clocks_[thread][thread];
  return known;
}

RaceMonitor::Clocks RaceMonitor::joined(const Clocks& a, const Clocks& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  Clock out = *a;
  join(out, *b);
  return std::make_shared<const Clock>(std::move(out));
}

// Nobody knows more of the thread than itself, so its own component stays.
void RaceMonitor::learn(std::uint32_t thread, const Clocks& from) {
  if (from != nullptr) join(clocks_[thread], *from);
}

void RaceMonitor::fence(std::uint32_t thread, bool acquires, bool releases) {
  settle();
  if (acquires) learn(thread, std::exchange(seen_[thread], nullptr));
  if (releases) fenced_[thread] = std::make_shared<const Clock>(release(thread));
}

void RaceMonitor::strong_read(std::uint32_t thread, std::uint64_t address, bool acquires) {
  const auto found = published_.find(address);
  if (found == published_.end()) return;
  settle();
  if (acquires) {
    learn(thread, found->second);
  } else {
    seen_[thread] = joined(seen_[thread], found->second);
  }
}

// A store by itself starts anew what its value brings; an update adds to it.
void RaceMonitor::strong_write(std::uint32_t thread, std::uint64_t address, bool updates, bool releases) {
  Clocks brings = fenced_[thread];
  if (releases) brings = std::make_shared<const Clock>(release(thread));
  const auto found = published_.find(address);
  if (updates && found != published_.end()) brings = joined(found->second, brings);
  if (brings == nullptr) {
    if (found != published_.end()) published_.erase(found);
    return;
  }
  published_[address] = std::move(brings);
  gave_up_ = gave_up_ || published_.size() > kMostPublished;
  if (gave_up_) published_.clear();
}

void RaceMonitor::meet(const std::vector<std::uint32_t>& threads, const Clock* released) {
  if (threads.empty()) return;
  settle();
  Clock known = released != nullptr ? *released : Clock(clocks_.size(), 0);
  for (const std::uint32_t t : threads) {
    ++clocks_[t][t];
    join(known, clocks_[t]);
  }
  for (const std::uint32_t t : threads) {
    clocks_[t] = known;
    own_[t] = known[t];
  }
}

}  // namespace warpproof::concrete
