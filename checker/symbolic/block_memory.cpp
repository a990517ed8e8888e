#include "checker/symbolic/block_memory.h"

#include <algorithm>
#include <array>

namespace warpproof::symbolic {

namespace {

// Comparisons of computed addresses that one kernel may cost before loads become inexact.
constexpr std::uint64_t kMostComparisons = 4'000'000;
// Of these, for the question of whether a word was stored to whose value is lost.
constexpr std::size_t kMostForDefinedness = 1u << 14;
constexpr std::uint64_t kWidestCell = 16;    // bytes
constexpr std::uint64_t kMostElements = 64;  // of a table that is looked up at a computed index
constexpr int kStrongStore = -1;             // in place of an atomic's operation

}  // namespace

void BlockMemory::havoc_all(bool shared_too) {
  all_global_unknown_ = true;
  all_shared_unknown_ = all_shared_unknown_ || shared_too;
}

void BlockMemory::forget(Key key, std::uint32_t number) {
  Allocation& allocation = allocations_[key];
  allocation.cells.clear();
  allocation.log.clear();
  allocation.forgotten = number != 0 ? number : new_contents();
  allocation.unknown = allocation.unknown && number == 0;
}

const std::map<std::uint64_t, BlockMemory::Cell>* BlockMemory::cells(Key key, bool despite_log) const {
  const auto it = allocations_.find(key);
  if (it == allocations_.end() || lost(key) || (!despite_log && !it->second.log.empty())) return nullptr;
  return &it->second.cells;
}

void BlockMemory::set_word(Key key, std::uint64_t offset, int bytes, std::uint64_t value, Term when,
                           int undefined_event) {
  Cell cell{g.constant(bytes * 8, value), g.truth(false), nullptr, bytes};
  if (!g.is_true(when)) {
    const Cell before = load_cell(key, offset, bytes, undefined_event, nullptr);
    cell.value = g.ite(when, cell.value, before.value);
    cell.taint = g.land(before.taint, g.lnot(when));
    cell.origins = before.origins;
  }
  put(key, offset, std::move(cell));
}

bool BlockMemory::constant_offsets(const Lanes& guard, const Lanes& offset) const {
  if (offset.is_uniform()) return g.is_const(offset.at(0));
  for (int t = 0; t < ops_.threads; ++t) {
    if (!g.is_false(guard.at(t)) && !g.is_const(offset.at(t))) return false;
  }
  return true;
}

BlockMemory::Cell BlockMemory::initial_cell(Key key, Term offset, int bytes, int undefined_event,
                                            const std::vector<std::uint8_t>* initial) {
  if (const std::uint32_t stand_in = allocations_[key].forgotten; stand_in != 0) {
    read_forgotten_shared_ = read_forgotten_shared_ || key.space == Space::Shared;
    return Cell{g.read(bytes * 8, stand_in, offset), g.truth(false), nullptr, bytes};
  }
  if (initial != nullptr && g.is_const(offset)) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      const std::uint64_t at = g.value(offset) + static_cast<std::uint64_t>(i);
      if (at < initial->size()) value |= static_cast<std::uint64_t>((*initial)[at]) << (8 * i);
    }
    return Cell{g.constant(bytes * 8, value), g.truth(false), nullptr, bytes};
  }
  if (key.space == Space::Shared) {
    return Cell{g.constant(bytes * 8, 0), g.truth(true), single_origin(undefined_event), bytes};
  }
  // Constant and parameter memory is read through its own allocation number, apart from global ones.
  const auto renamed = initial_number_.find(key.allocation);
  const std::uint32_t number = renamed != initial_number_.end() ? renamed->second : key.allocation;
  return Cell{g.read(bytes * 8, number, offset), g.truth(false), nullptr, bytes};
}

BlockMemory::Cell BlockMemory::load_cell(Key key, std::uint64_t offset, int bytes, int undefined_event,
                                         const std::vector<std::uint8_t>* initial) {
  auto& cells = allocations_[key].cells;
  const auto exact = cells.find(offset);
  if (exact != cells.end() && exact->second.bytes == bytes) return exact->second;
  // Does any cell overlap at all?
  auto it = cells.lower_bound(offset + static_cast<std::uint64_t>(bytes));
  const bool overlaps =
      it != cells.begin() &&
      std::prev(it)->first + static_cast<std::uint64_t>(std::prev(it)->second.bytes) > offset;
  if (!overlaps) return initial_cell(key, g.constant(64, offset), bytes, undefined_event, initial);

  std::vector<Term> parts;
  Cell out{Term{}, g.truth(false), nullptr, bytes};
  for (int i = bytes - 1; i >= 0; --i) {
    const std::uint64_t at = offset + static_cast<std::uint64_t>(i);
    auto next = cells.upper_bound(at);
    Cell piece;
    if (next != cells.begin() &&
        std::prev(next)->first + static_cast<std::uint64_t>(std::prev(next)->second.bytes) > at) {
      const auto& [start, cell] = *std::prev(next);
      const int low = static_cast<int>(at - start) * 8;
      piece = Cell{g.extract(cell.value, low + 7, low), cell.taint, cell.origins, 1, cell.order_dependent};
      piece.order_open = cell.order_open;
      if (may_come_before_writes(cell)) {
        out.taint_before = out.taint_before ? g.lor(*out.taint_before, *cell.taint_before) : *cell.taint_before;
        out.taint_interval = interval_;
      }
    } else {
      piece = initial_cell(key, g.constant(64, at), 1, undefined_event, initial);
    }
    parts.push_back(piece.value);
    out.taint = g.lor(out.taint, piece.taint);
    out.origins = merge_origins(out.origins, piece.origins);
    out.order_dependent = out.order_dependent || piece.order_dependent;
    out.order_open = out.order_open || piece.order_open;
  }
  out.value = g.concat(parts);
  return out;
}

void BlockMemory::put(Key key, std::uint64_t offset, Cell cell) {
  auto& cells = allocations_[key].cells;
  const std::uint64_t end = offset + static_cast<std::uint64_t>(cell.bytes);
  auto it = cells.find(offset);
  if (it != cells.end() && it->second.bytes == cell.bytes) {
    it->second = std::move(cell);
    return;
  }
  it = cells.lower_bound(offset);
  if (it != cells.begin()) {
    const auto before = std::prev(it);
    if (before->first + static_cast<std::uint64_t>(before->second.bytes) > offset) it = before;
  }
  while (it != cells.end() && it->first < end) {
    const std::uint64_t start = it->first;
    const Cell old = it->second;
    it = cells.erase(it);
    for (int i = 0; i < old.bytes; ++i) {
      const std::uint64_t at = start + static_cast<std::uint64_t>(i);
      if (at >= offset && at < end) continue;
      Cell byte = old;
      byte.value = g.extract(old.value, 8 * i + 7, 8 * i);
      byte.bytes = 1;
      cells[at] = std::move(byte);
    }
    it = cells.lower_bound(start + static_cast<std::uint64_t>(old.bytes));
  }
  cells[offset] = std::move(cell);
}

void BlockMemory::store(Key key, const Lanes& guard, const Lanes& offset, const Value& value,
                        int undefined_event, bool strong, bool collides) {
  Allocation& allocation = allocations_[key];
  if (!constant_offsets(guard, offset) || !allocation.log.empty()) {
    allocation.log.push_back(Store{guard, offset, value, undefined_event, strong || collides, strong, interval_});
    return;
  }
  const int bytes = value.width / 8;
  // Of lanes that store to one address the lowest wins here; which one does is undefined
  // (store.same-instruction).
  for (int t = ops_.threads - 1; t >= 0; --t) {
    const Term when = guard.at(t);
    if (g.is_false(when)) continue;
    const std::uint64_t at = g.value(offset.at(t));
    Cell cell{value.bits.at(t), value.taint.at(t), value.origins, bytes};
    cell.writer = undefined_event;
    cell.order_open = collides;
    if (strong) {
      const Cell before = load_cell(key, at, bytes, undefined_event, nullptr);
      cell.order_open = collides || before.atomic_interval == interval_;
      cell.atomic_interval = interval_;
      cell.atomic_operation = kStrongStore;
      keep_taint_before(before, cell);
    }
    cell.order_dependent = cell.order_open;
    if (!g.is_true(when)) {
      const Cell old = load_cell(key, at, bytes, undefined_event, nullptr);
      cell.value = g.ite(when, cell.value, old.value);
      cell.taint = g.ite(when, cell.taint, old.taint);
      cell.origins = merge_origins(cell.origins, old.origins);
      cell.order_dependent = cell.order_dependent || old.order_dependent;
      cell.order_open = cell.order_open || old.order_open;
    }
    put(key, at, std::move(cell));
  }
}

// An element of a table, at an offset that is a multiple of its size. `out` holds what is beyond the table.
void BlockMemory::look_up(const std::vector<std::uint8_t>& table, Term offset, int bytes, Cell& out,
                          bool& exact) {
  const auto step = static_cast<std::uint64_t>(bytes);
  const std::uint64_t elements = table.size() / step;
  exact = exact && elements <= kMostElements && table.size() % step == 0;
  if (!exact) return;
  const auto element = [&](std::uint64_t index) {
    std::uint64_t value = 0;
    for (std::uint64_t b = 0; b < step; ++b) value |= std::uint64_t{table[index * step + b]} << (8 * b);
    return g.constant(bytes * 8, value);
  };
  const bool inside = g.unsigned_range(offset).second < table.size();
  if (inside) out.value = element(0);
  for (std::uint64_t i = inside ? 1 : 0; i < elements; ++i)
    out.value = g.ite(g.eq(offset, g.constant(64, i * step)), element(i), out.value);
}

BlockMemory::Cell BlockMemory::load_term(Key key, Term offset, int bytes, int undefined_event,
                                         const std::vector<std::uint8_t>* initial, bool& exact) {
  Allocation& allocation = allocations_[key];
  Cell out;
  if (g.is_const(offset)) {
    out = load_cell(key, g.value(offset), bytes, undefined_event, initial);
  } else {
    out = initial_cell(key, offset, bytes, undefined_event, initial);
    if (initial != nullptr) look_up(*initial, offset, bytes, out, exact);
    const auto [low, high] = g.unsigned_range(offset);
    // Cells of another size may begin before the first place, and after the last one, and overlap the
    // access.
    const std::uint64_t first = low - std::min<std::uint64_t>(low, kWidestCell - 1);
    const std::uint64_t last = high + std::min<std::uint64_t>(~high, static_cast<std::uint64_t>(bytes - 1));
    for (auto it = allocation.cells.lower_bound(first); it != allocation.cells.end() && it->first <= last;
         ++it) {
      const auto& [start, cell] = *it;
      ++work_;
      if (start < low && start + static_cast<std::uint64_t>(cell.bytes) <= low) continue;
      if (start > high && cell.bytes == bytes) continue;
      if (cell.bytes != bytes) {
        exact = false;
        return out;
      }
      const Term here = g.eq(offset, g.constant(64, start));
      out.value = g.ite(here, cell.value, out.value);
      out.taint = g.ite(here, cell.taint, out.taint);
      out.origins = merge_origins(out.origins, cell.origins);
      out.order_dependent = out.order_dependent || cell.order_dependent;
      out.order_open = out.order_open || cell.order_open;
      if (may_come_before_writes(cell)) {
        out.taint_before = g.truth(true);  // of one of them
        out.taint_interval = interval_;
      }
    }
  }
  for (const Store& store : allocation.log) {
    if (store.value.width != bytes * 8) {
      exact = false;
      return out;
    }
    for (int u = ops_.threads - 1; u >= 0; --u) {
      if (g.is_false(store.guard.at(u))) continue;
      if (++work_ > kMostComparisons) {
        exact = false;
        return out;
      }
      const Term hit = g.land(store.guard.at(u), g.eq(offset, store.offset.at(u)));
      if (g.is_false(hit)) continue;
      if (store.strong && store.interval == interval_ && !g.is_false(out.taint)) {
        out.taint_before = g.truth(true);
        out.taint_interval = interval_;
      }
      out.value = g.ite(hit, store.value.bits.at(u), out.value);
      out.taint = g.ite(hit, store.value.taint.at(u), out.taint);
      out.order_open = out.order_open || store.order_open;
      out.order_dependent = out.order_dependent || store.order_open;
      out.origins = merge_origins(out.origins, store.value.origins);
    }
  }
  return out;
}

// The words that lanes load. False: not all of them are known.
bool BlockMemory::load_lanes(Key key, const Lanes& guard, const Lanes& offset, int bytes, int undefined_event,
                             const std::vector<std::uint8_t>* initial, Loaded& out) {
  const int lanes = offset.is_uniform() ? 1 : ops_.threads;
  std::vector<Term> bits, taint;
  Origins origins;
  bool exact = true;
  for (int t = 0; t < lanes; ++t) {
    if (lanes > 1 && g.is_false(guard.at(t))) {
      bits.push_back(g.constant(bytes * 8, 0));
      taint.push_back(g.truth(false));
      continue;
    }
    const Cell cell = load_term(key, offset.at(t), bytes, undefined_event, initial, exact);
    bits.push_back(cell.value);
    taint.push_back(cell.taint);
    origins = merge_origins(origins, cell.origins);
    out.order_dependent = out.order_dependent || cell.order_dependent;
    out.order_open = out.order_open || cell.order_open;
    out.maybe_unwritten = out.maybe_unwritten || (key.space == Space::Shared && may_come_before_writes(cell));
    if (!exact) return false;
  }
  out.value = lanes == 1 ? Value{Lanes(bits.front()), Lanes(taint.front()), origins, bytes * 8}
                         : Value{Lanes::each(std::move(bits)), Lanes::each(std::move(taint)), origins, bytes * 8};
  return true;
}

BlockMemory::Loaded BlockMemory::load(Key key, const Lanes& guard, const Lanes& offset, int bytes,
                                      int undefined_event, const std::vector<std::uint8_t>* initial) {
  Loaded loaded;
  loaded.exact = !lost(key) && work_ <= kMostComparisons &&
                 load_lanes(key, guard, offset, bytes, undefined_event, initial, loaded);
  if (loaded.exact) return loaded;
  bool maybe_unwritten = false;
  const auto defined = definedness(key, guard, offset, bytes, undefined_event, &maybe_unwritten);
  loaded.maybe_unwritten = !defined || maybe_unwritten;
  loaded.value = defined ? *defined : ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
  return loaded;
}

std::optional<Value> BlockMemory::definedness(Key key, const Lanes& guard, const Lanes& offset, int bytes,
                                              int undefined_event, bool* by_strong) {
  if (key.space != Space::Shared) return ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
  const Allocation& allocation = allocations_[key];
  const std::size_t lanes = offset.is_uniform() ? 1 : static_cast<std::size_t>(ops_.threads);
  const std::size_t compared = (constant_offsets(guard, offset) ? 1 : allocation.cells.size()) +
                               allocation.log.size() * static_cast<std::size_t>(ops_.threads);
  // Whether stores to places that are computed reach each word that is read is seldom known; that is no reason to prove less.
  if (std::any_of(allocation.log.begin(), allocation.log.end(), [](const Store& s) { return !s.strong; })) return std::nullopt;
  Loaded loaded;
  const std::uint64_t work = work_;  // loads of values do not become inexact for what is asked here
  if (lanes * compared > kMostForDefinedness || work_ > kMostComparisons ||
      !load_lanes(key, guard, offset, bytes, undefined_event, nullptr, loaded)) {
    work_ = work;
    return std::nullopt;
  }
  work_ = work;
  loaded.value.bits = ops_.constant(bytes * 8, 0);
  if (by_strong != nullptr) *by_strong = loaded.maybe_unwritten;
  return loaded.value;
}

}  // namespace warpproof::symbolic
