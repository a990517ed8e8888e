#include "checker/equivalence/contents_observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "checker/equivalence/choices.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

using symbolic::Lanes;

constexpr std::size_t kMostOffsets =
    1200;  // computed addresses of one allocation that are distinguished in pairs
constexpr std::size_t kMostConditions = 3;  // that computed addresses are chosen by
constexpr int kMostUnmatched = 2;  // of one side, before the rest is not asked about

}  // namespace

ContentsObserver::ContentsObserver(TermGraph& graph, int threads, std::array<BlockMemory*, 2> memory,
                 std::array<BlockMemory::Key, 2> key, std::string name, const StateProofs& proofs)
    : g(graph),
      threads_(threads),
      memory_(memory),
      key_(key),
      name_(std::move(name)),
      proofs_(proofs) {}

void ContentsObserver::run() {
  bool logged = false;
  for (const bool in_b : {false, true}) {
    if (memory_[in_b]->lost(key_[in_b])) {
      gaps.push_back(
          {fmt::format(
               "what is left in {} is not followed: atomics on floating point or at computed addresses",
               name_),
           in_b});
    }
    const auto* found = find(in_b);
    logged = logged || (found != nullptr && !found->log.empty());
  }
  if (!gaps.empty()) return;
  logged ? computed_addresses() : known_addresses();
}

const symbolic::BlockMemory::Allocation* ContentsObserver::find(bool in_b) {
  const auto& all = memory_[in_b]->allocations();
  const auto it = all.find(key_[in_b]);
  return it == all.end() ? nullptr : &it->second;
}

// All that both hold and did not store may differ too, where loops left it unknown.
void ContentsObserver::note_unwritten() {
  const Term address = g.var(64, "address");
  Pair p;
  p.what.bytes = 1;
  p.what.a = memory_[0]->unwritten(key_[0], address, 1);
  p.what.b = memory_[1]->unwritten(key_[1], address, 1);
  const auto forgotten = [&](Term t) {
    return g.kind(t) == Kind::Read && g.aux(t) >= kForgottenAllocations;
  };
  if (p.what.a != p.what.b || forgotten(p.what.a)) pairs.push_back(p);
}

symbolic::BlockMemory::Loaded ContentsObserver::load(bool in_b, Term offset, int bytes) {
  return memory_[in_b]->load(key_[in_b], Lanes(g.truth(true)), Lanes(offset), bytes, 0);
}

void ContentsObserver::depends_on_order(bool in_b, int writer) {
  gaps.push_back({fmt::format("what is left in {} depends on the order of atomics", name_), in_b, writer});
}

// All stores went to known offsets: every cell that either side wrote.
void ContentsObserver::known_addresses() {
  note_unwritten();
  std::map<std::pair<std::uint64_t, int>, std::pair<int, int>> places;  // (offset, bytes) -> writers
  for (const bool in_b : {false, true}) {
    const auto* found = find(in_b);
    if (found == nullptr) continue;
    for (const auto& [offset, cell] : found->cells) {
      auto& writers = places.try_emplace({offset, cell.bytes}, -1, -1).first->second;
      (in_b ? writers.second : writers.first) = cell.writer;
    }
  }
  for (const auto& [at, writers] : places) {
    Pair p{{}, writers.first, writers.second};
    p.what.offset = at.first;
    p.what.bytes = at.second;
    const auto offset = g.constant(64, at.first);
    const auto left = load(false, offset, at.second), right = load(true, offset, at.second);
    p.what.a = left.value.bits.at(0);
    p.what.b = right.value.bits.at(0);
    for (const bool in_b : {false, true}) {
      const auto& loaded = in_b ? right : left;
      if (!loaded.exact || loaded.order_open)
        return depends_on_order(in_b, in_b ? writers.second : writers.first);
    }
    pairs.push_back(p);
  }
}

// What was stored to a cell where some condition held is a store under that condition.
void ContentsObserver::add_cell(bool in_b, std::uint64_t at, const BlockMemory::Cell& cell,
                                std::vector<Entry>& out) {
  const Term offset = g.constant(64, at);
  const Term before = memory_[in_b]->unwritten(key_[in_b], offset, cell.bytes);
  std::vector<Entry> stores;  // the last one first
  Term value = cell.value;
  for (; g.kind(value) == Kind::Ite && stores.size() < kMostConditions; value = g.operands(value)[2])
    stores.push_back({offset, g.operands(value)[0], g.operands(value)[1], cell.bytes, cell.writer});
  if (value != before) stores = {{offset, g.truth(true), cell.value, cell.bytes, cell.writer}};
  out.insert(out.end(), stores.rbegin(), stores.rend());
}

// Cells and stores of one side, oldest first; of one instruction's lanes the lowest comes last, as memory
// has it.
std::optional<std::vector<ContentsObserver::Entry>> ContentsObserver::entries(bool in_b) {
  std::vector<Entry> out;
  const auto* found = find(in_b);
  if (found == nullptr) return out;
  for (const auto& [offset, cell] : found->cells) {
    if (cell.order_open) return std::nullopt;
    add_cell(in_b, offset, cell, out);
  }
  for (const auto& store : found->log) {
    for (int t = threads_ - 1; t >= 0; --t) {
      if (g.is_false(store.guard.at(t))) continue;
      out.push_back({store.offset.at(t), store.guard.at(t), store.value.bits.at(t), store.value.width / 8,
                     store.writer, t, store.strong});
    }
  }
  return out;
}

void ContentsObserver::computed_addresses() {
  std::vector<Entry> all[2];
  for (const bool in_b : {false, true}) {
    auto found = entries(in_b);
    if (!found) return depends_on_order(in_b, -1);
    all[in_b] = std::move(*found);
  }
  int bytes = 16;
  for (const auto& list : all) {
    for (const Entry& e : list) bytes = std::min(bytes, e.bytes);
  }
  for (auto& list : all) {
    if (!split(list, bytes)) {
      gaps.push_back(
          {fmt::format("{} is stored to at computed addresses in too many accesses of different sizes",
                       name_),
           false});
      return;
    }
  }
  std::vector<Case> cases = cases_of_offsets(all[0], all[1]);
  for (Case& c : cases) {
    if (proofs_.same) spell_offsets_alike(c);
    for (const bool in_b : {false, true}) {
      if (const auto writer = open_store(c, in_b)) return depends_on_order(in_b, *writer);
    }
    if (!distinct(c)) return by_any_address(bytes);
  }
  note_unwritten();
  for (const Case& c : cases) by_offset(c, bytes);
}

// Stores of several words, or bytes, as one store of each, one right after the other. Side conditions: sizes are powers
// of two and accesses are naturally aligned, so that parts of one store do not meet, and those of two stores are the
// same bytes or none in common, as `distinct` takes it. Two strong stores to one word, of which either may be the
// last, leave parts of one of them alone: `open_store` asks for each part that both write.
bool ContentsObserver::split(std::vector<Entry>& list, int bytes) {
  if (std::all_of(list.begin(), list.end(), [&](const Entry& e) { return e.bytes == bytes; })) return true;
  std::vector<Entry> out;
  for (const Entry& e : list) {
    for (int at = 0; at < e.bytes; at += bytes) {
      Entry part = e;
      part.bytes = bytes;
      part.offset = g.add(e.offset, g.constant(64, static_cast<std::uint64_t>(at)));
      part.value = g.extract(e.value, 8 * (at + bytes) - 1, 8 * at);
      out.push_back(part);
    }
  }
  list = std::move(out);
  return list.size() <= 2 * kMostOffsets;
}

// Strong stores of different threads to one word do not race, and any of them may be the last: one of which that
// cannot be distinguished from the order here. Stores of one thread come in its order.
std::optional<int> ContentsObserver::open_store(const Case& c, bool in_b) {
  std::vector<Entry> list = c.entries[in_b];
  std::erase_if(list, [](const Entry& e) { return !e.strong; });
  if (list.size() > kMostOffsets) return list.front().writer;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Entry &x = list[j], &y = list[i];
      if (x.thread == y.thread || x.value == y.value) continue;
      if (!g.is_false(g.eq(x.offset, y.offset)) && !exclude(c.condition, {x.guard}, {y.guard}))
        return y.writer;
    }
  }
  return std::nullopt;
}

// Where offsets are chosen by a few conditions, one case for each way that these may turn out.
std::vector<ContentsObserver::Case> ContentsObserver::cases_of_offsets(const std::vector<Entry>& a,
                                                                       const std::vector<Entry>& b) {
  std::set<Term> offsets, conditions;
  for (const auto* list : {&a, &b}) {
    for (const Entry& e : *list) offsets.insert(e.offset);
  }
  for (const Term offset : offsets) {
    const auto of_one = conditions_of(g, offset);
    conditions.insert(of_one.begin(), of_one.end());
    if (conditions.size() > kMostConditions) return {{g.truth(true), {a, b}}};
  }
  std::vector<Case> out;
  for (std::size_t choice = 0; choice < 1u << conditions.size(); ++choice) {
    Substitute put(g);
    std::vector<Term> all;
    for (const Term c : conditions) {
      const bool holds = (choice >> all.size() & 1) != 0;
      put.map(c, g.truth(holds));
      all.push_back(holds ? c : g.lnot(c));
    }
    Case one{g.conj(all), {}};
    for (const bool in_b : {false, true}) {
      for (Entry e : in_b ? b : a) {
        e.guard = put(e.guard);
        e.offset = put(e.offset);
        if (!g.is_false(e.guard)) one.entries[in_b].push_back(e);
      }
    }
    const bool never = g.is_false(one.condition) || (proofs_.never && proofs_.never(one.condition));
    if (!never) out.push_back(std::move(one));
  }
  return out;
}

// Offsets of b as a spells them, where they are proved the same: of the stores of one thread mostly the n-th
// goes with the n-th.
void ContentsObserver::spell_offsets_alike(Case& c) {
  std::map<int, std::vector<Term>> of_thread;
  std::set<Term> known;
  for (const Entry& e : c.entries[0]) {
    if (known.insert(e.offset).second) of_thread[e.thread].push_back(e.offset);
  }
  std::map<int, std::size_t> next;
  int unmatched = 0;
  for (Entry& e : c.entries[1]) {
    const auto& candidates = of_thread[e.thread];
    std::size_t& first = next[e.thread];
    if (known.contains(e.offset) || unmatched > kMostUnmatched) continue;
    const Term guard = g.land(c.condition, e.guard);
    bool found = false;
    for (std::size_t i = 0; i < candidates.size() && !found; ++i) {
      const std::size_t at = (first + i) % candidates.size();
      const Term difference = g.sub(e.offset, candidates[at]);
      found = !g.is_const(difference) && proofs_.same(guard, e.offset, candidates[at]);
      if (!found) continue;
      e.offset = candidates[at];
      first = at + 1;
    }
    if (!found) ++unmatched;
  }
}

// Do stores of one side to terms that are not the same term never meet? Accesses of one size are naturally
// aligned (block_memory.h), so they do not overlap where their offsets differ; nor do they where one of them
// is not performed. A store of one side that meets one of the other at another term is compared with what
// stood there before, as the other one is: proofs of both say that the two are the same.
bool ContentsObserver::distinct(const Case& c) {
  return std::all_of(c.entries.begin(), c.entries.end(),
                     [&](const auto& list) { return distinct(c.condition, list); });
}

bool ContentsObserver::distinct(Term condition, const std::vector<Entry>& list) {
  std::map<Term, std::set<Term>> guards;  // by offset
  for (const Entry& e : list) guards[e.offset].insert(e.guard);
  if (guards.size() > kMostOffsets) return false;
  for (auto i = guards.begin(); i != guards.end(); ++i) {
    for (auto j = std::next(i); j != guards.end(); ++j) {
      if (!g.is_false(g.eq(i->first, j->first)) && !exclude(condition, i->second, j->second)) return false;
    }
  }
  return true;
}

bool ContentsObserver::exclude(Term condition, const std::set<Term>& one, const std::set<Term>& other) {
  return proofs_.never && std::all_of(one.begin(), one.end(), [&](Term x) {
           return std::all_of(other.begin(), other.end(), [&](Term y) {
             const Term parts[] = {condition, x, y};
             return proofs_.never(g.conj(parts));
           });
         });
}

// No entry of either side has another offset of that value.
Term ContentsObserver::alone(const Case& c, Term offset) {
  std::vector<Term> apart;
  for (const auto& list : c.entries) {
    for (const Entry& e : list) {
      if (e.offset != offset) apart.push_back(g.lnot(g.eq(e.offset, offset)));
    }
  }
  return g.conj(apart);
}

void ContentsObserver::by_offset(const Case& c, int bytes) {
  std::map<std::uint32_t, Pair> finals;
  for (const bool in_b : {false, true}) {
    for (const Entry& e : c.entries[in_b]) {
      auto [it, fresh] = finals.try_emplace(e.offset.id);
      if (fresh) {
        it->second.what.a = memory_[0]->unwritten(key_[0], e.offset, bytes);
        it->second.what.b = memory_[1]->unwritten(key_[1], e.offset, bytes);
      }
      Term& value = in_b ? it->second.what.b : it->second.what.a;
      value = g.ite(e.guard, e.value, value);
      (in_b ? it->second.writer_b : it->second.writer_a) = e.writer;
    }
  }
  for (auto& [offset, final] : finals) {
    if (g.is_const(Term{offset})) final.what.offset = g.value(Term{offset});
    final.what.alone = alone(c, Term{offset});
    final.what.bytes = bytes;
    const Term none = g.constant(8 * bytes, 0);
    for (Term* t : {&final.what.a, &final.what.b}) *t = g.ite(c.condition, *t, none);
    pairs.push_back(final);
  }
}

// Stores may overlap: the contents at any one address, which is a variable.
void ContentsObserver::by_any_address(int bytes) {
  int low = 0;
  while (1 << low < bytes) ++low;
  Term address = g.var(64 - low, "address");
  if (low > 0) {
    const Term parts[] = {address, g.constant(low, 0)};
    address = g.concat(parts);
  }
  const auto left = load(false, address, bytes), right = load(true, address, bytes);
  for (const bool in_b : {false, true}) {
    if ((in_b ? right : left).exact) continue;
    gaps.push_back({fmt::format("too many stores to computed addresses of {}", name_), in_b});
    return;
  }
  Pair p;
  p.what.bytes = bytes;
  p.what.a = left.value.bits.at(0);
  p.what.b = right.value.bits.at(0);
  pairs.push_back(p);
}

}  // namespace warpproof::equivalence
