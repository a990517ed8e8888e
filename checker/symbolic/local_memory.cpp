#include "checker/symbolic/local_memory.h"

#include <algorithm>
#include <iterator>

namespace warpproof::symbolic {

Lanes LaneOps::land(const Lanes& a, const Lanes& b) const {
  if (a.is_uniform() && g.is_true(a.at(0))) return b;
  if (b.is_uniform() && g.is_true(b.at(0))) return a;
  return map([&](Term x, Term y) { return g.land(x, y); }, a, b);
}

Lanes LaneOps::lor(const Lanes& a, const Lanes& b) const {
  if (a.is_uniform() && g.is_false(a.at(0))) return b;
  if (b.is_uniform() && g.is_false(b.at(0))) return a;
  return map([&](Term x, Term y) { return g.lor(x, y); }, a, b);
}

Lanes LaneOps::lnot(const Lanes& a) const {
  return map([&](Term x) { return g.lnot(x); }, a);
}

Lanes LaneOps::select(const Lanes& c, const Lanes& a, const Lanes& b) const {
  if (a.same(b)) return a;
  if (c.is_uniform()) {
    if (g.is_true(c.at(0))) return a;
    if (g.is_false(c.at(0))) return b;
    if (a.is_uniform() && b.is_uniform()) return Lanes(g.ite(c.at(0), a.at(0), b.at(0)));
  }
  std::vector<Term> out(static_cast<std::size_t>(threads));
  for (int t = 0; t < threads; ++t) out[t] = g.ite(c.at(t), a.at(t), b.at(t));
  return Lanes::each(std::move(out));
}

bool LaneOps::all_false(const Lanes& a) const {
  if (a.is_uniform()) return g.is_false(a.at(0));
  for (int t = 0; t < threads; ++t) {
    if (!g.is_false(a.at(t))) return false;
  }
  return true;
}

bool LaneOps::covers(const Lanes& accessing, const Lanes& strand) const {
  for (int t = 0; t < threads; ++t) {
    if (!g.is_false(strand.at(t)) && accessing.at(t) != strand.at(t)) return false;
  }
  return true;
}

bool LaneOps::all_true(const Lanes& a) const {
  if (a.is_uniform()) return g.is_true(a.at(0));
  for (int t = 0; t < threads; ++t) {
    if (!g.is_true(a.at(t))) return false;
  }
  return true;
}

Term LaneOps::any(const Lanes& a) const {
  if (a.is_uniform()) return a.at(0);
  std::vector<Term> terms;
  for (int t = 0; t < threads; ++t) {
    if (!g.is_false(a.at(t))) terms.push_back(a.at(t));
  }
  return g.disj(terms);
}

Value LaneOps::select(const Lanes& c, const Value& a, const Value& b) const {
  if (a.bits.same(b.bits) && a.taint.same(b.taint)) return a;
  return Value{select(c, a.bits, b.bits), select(c, a.taint, b.taint), merge_origins(a.origins, b.origins),
               a.width};
}

Value LaneOps::extract(const Value& v, int high, int low) const {
  if (low == 0 && high == v.width - 1) return v;
  return Value{map([&](Term x) { return g.extract(x, high, low); }, v.bits), v.taint, v.origins,
               high - low + 1};
}

Value LaneOps::concat(const std::vector<Value>& parts) const {
  Value out = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Value& low = parts[i];
    out.bits = map(
        [&](Term x, Term y) {
          const Term pair[] = {x, y};
          return g.concat(pair);
        },
        out.bits, low.bits);
    out.taint = lor(out.taint, low.taint);
    out.origins = merge_origins(out.origins, low.origins);
    out.width += low.width;
  }
  return out;
}

std::map<std::uint64_t, Value>& LocalMemory::own() {
  if (!cells_) {
    cells_ = std::make_shared<std::map<std::uint64_t, Value>>();
  } else if (cells_.use_count() > 1) {
    cells_ = std::make_shared<std::map<std::uint64_t, Value>>(*cells_);
  }
  return *cells_;
}

namespace {

Value uninitialised(const LaneOps& ops, int width, int event) {
  return Value{ops.constant(width, 0), ops.yes(), single_origin(event), width};
}

}  // namespace

namespace {

// A word of several parts, some of which may never have been written.
Value fill_padding(const LaneOps& ops, std::vector<Value> parts, const Padding& padding) {
  bool any_undefined = false, surely_undefined = true, unwritten_only = true;
  for (const Value& part : parts) {
    const bool is_defined = ops.all_false(part.taint);
    any_undefined = any_undefined || !is_defined;
    surely_undefined = surely_undefined && ops.all_true(part.taint);
    unwritten_only = unwritten_only && (is_defined || padding.is_unwritten(part.origins));
  }
  if (!any_undefined || surely_undefined || !unwritten_only) return ops.concat(parts);
  Lanes nothing_written = ops.yes();
  Origins origins;
  for (Value& part : parts) {
    nothing_written = ops.land(nothing_written, part.taint);
    origins = merge_origins(origins, part.origins);
    if (ops.all_false(part.taint)) continue;
    part = ops.defined(ops.select(part.taint, padding.any_value(part.width), part.bits), part.width);
  }
  Value out = ops.concat(parts);
  out.taint = nothing_written;
  out.origins = ops.all_false(nothing_written) ? nullptr : origins;
  return out;
}

}  // namespace

Value LocalMemory::load(const LaneOps& ops, std::uint64_t address, int bytes, int event,
                        const Padding* padding) const {
  if (!cells_) return uninitialised(ops, bytes * 8, event);
  const auto exact = cells_->find(address);
  if (exact != cells_->end() && exact->second.width == bytes * 8) return exact->second;

  // Put the answer together from the pieces of the cells that overlap, highest byte first.
  std::vector<Value> parts;
  std::uint64_t end = address + static_cast<std::uint64_t>(bytes);
  while (end > address) {
    auto next = cells_->lower_bound(end);
    if (next == cells_->begin()) {
      parts.push_back(uninitialised(ops, static_cast<int>(end - address) * 8, event));
      break;
    }
    const auto& [start, cell] = *std::prev(next);
    const std::uint64_t stop = start + static_cast<std::uint64_t>(cell.width) / 8;
    if (stop < end) {
      const std::uint64_t gap_from = std::max(stop, address);
      parts.push_back(uninitialised(ops, static_cast<int>(end - gap_from) * 8, event));
      end = gap_from;
      continue;
    }
    const std::uint64_t from = std::max(start, address);
    parts.push_back(
        ops.extract(cell, static_cast<int>(end - start) * 8 - 1, static_cast<int>(from - start) * 8));
    end = from;
  }
  return padding != nullptr ? fill_padding(ops, std::move(parts), *padding) : ops.concat(parts);
}

void LocalMemory::store(const LaneOps& ops, std::uint64_t address, const Value& value) {
  auto& cells = own();
  const std::uint64_t end = address + static_cast<std::uint64_t>(value.width) / 8;
  auto it = cells.lower_bound(address);
  if (it != cells.end() && it->first == address && it->second.width == value.width) {
    it->second = value;
    return;
  }
  if (it != cells.begin()) {
    const auto before = std::prev(it);
    if (before->first + static_cast<std::uint64_t>(before->second.width) / 8 > address) it = before;
  }
  // Keep what sticks out of overlapped cells on either side.
  while (it != cells.end() && it->first < end) {
    const std::uint64_t start = it->first;
    const Value cell = it->second;
    const std::uint64_t stop = start + static_cast<std::uint64_t>(cell.width) / 8;
    it = cells.erase(it);
    if (start < address) cells[start] = ops.extract(cell, static_cast<int>(address - start) * 8 - 1, 0);
    if (stop > end) {
      it = std::next(
          cells.insert_or_assign(end, ops.extract(cell, cell.width - 1, static_cast<int>(end - start) * 8))
              .first);
    }
  }
  cells[address] = value;
}

void LocalMemory::erase(std::uint64_t from, std::uint64_t to) {
  if (!cells_) return;
  const auto first = cells_->lower_bound(from);
  if (first == cells_->end() || first->first >= to) return;
  auto& cells = own();
  cells.erase(cells.lower_bound(from), cells.lower_bound(to));
}

bool LocalMemory::written(std::uint64_t address, int bytes) const {
  if (!cells_) return false;
  auto it = cells_->upper_bound(address);
  std::uint64_t covered = address;
  const std::uint64_t end = address + static_cast<std::uint64_t>(bytes);
  if (it != cells_->begin()) --it;
  for (; it != cells_->end() && it->first <= covered && covered < end; ++it) {
    covered = std::max(covered, it->first + static_cast<std::uint64_t>(it->second.width) / 8);
  }
  return covered >= end;
}

bool LocalMemory::is_beside_written(const LaneOps& ops, std::uint64_t address) const {
  if (!cells_) return false;
  const std::uint64_t from = address / 8 * 8, to = from + 8;
  auto it = cells_->lower_bound(from);
  if (it != cells_->begin()) --it;
  for (; it != cells_->end() && it->first < to; ++it) {
    const bool overlaps = it->first + static_cast<std::uint64_t>(it->second.width) / 8 > from;
    if (overlaps && ops.all_false(it->second.taint)) return true;
  }
  return false;
}

// What is there in cells and gaps of its own; all in one where nothing of `whole` is undefined.
std::vector<LocalMemory::Piece> LocalMemory::pieces(std::uint64_t address, int bytes,
                                                    const Value& whole) const {
  std::vector<Piece> out;
  const std::uint64_t end = address + static_cast<std::uint64_t>(bytes);
  for (std::uint64_t at = address; at < end;) {
    std::uint64_t stop = end;
    if (whole.origins != nullptr && cells_) {
      auto next = cells_->upper_bound(at);
      if (next != cells_->end()) stop = std::min(stop, next->first);
      if (next != cells_->begin()) {
        const auto& [start, cell] = *std::prev(next);
        const std::uint64_t cell_end = start + static_cast<std::uint64_t>(cell.width) / 8;
        if (cell_end > at) stop = std::min(stop, cell_end);
      }
    }
    out.push_back({at - address, static_cast<int>(stop - at)});
    at = stop;
  }
  return out;
}

Value LocalMemory::part_of(const LaneOps& ops, const Value& cell, const Piece& piece) {
  const int low = static_cast<int>(8 * piece.at);
  return ops.extract(cell, low + 8 * piece.bytes - 1, low);
}

LocalMemory LocalMemory::merge(const LaneOps& ops, const LocalMemory& a, const LocalMemory& b,
                               const Lanes& guard_a, int event) {
  if (a.cells_ == b.cells_ || !b.cells_) {
    if (!b.cells_ && a.cells_) {
      LocalMemory out = a;
      for (const auto& [address, cell] : *a.cells_) {
        out.store(ops, address, ops.select(guard_a, cell, uninitialised(ops, cell.width, event)));
      }
      return out;
    }
    return a;
  }
  LocalMemory out = b;
  // Cells of b first, so that bytes which only b has become "undefined in a"; then those of a.
  for (const auto& [address, cell] : *b.cells_) {
    const int bytes = cell.width / 8;
    const Value other = a.load(ops, address, bytes, event);
    if (cell.bits.same(other.bits) && cell.taint.same(other.taint)) continue;
    for (const Piece& p : a.pieces(address, bytes, other)) {
      out.store(ops, address + p.at,
                ops.select(guard_a, a.load(ops, address + p.at, p.bytes, event), part_of(ops, cell, p)));
    }
  }
  if (a.cells_) {
    for (const auto& [address, cell] : *a.cells_) {
      const int bytes = cell.width / 8;
      if (b.written(address, bytes)) continue;
      for (const Piece& p : b.pieces(address, bytes, b.load(ops, address, bytes, event))) {
        out.store(ops, address + p.at,
                  ops.select(guard_a, part_of(ops, cell, p), b.load(ops, address + p.at, p.bytes, event)));
      }
    }
  }
  return out;
}

}  // namespace warpproof::symbolic
