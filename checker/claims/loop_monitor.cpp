#include "checker/claims/loop_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/base/effort.h"

namespace warpproof::claims {

using Kind = CellClaim::Kind;

namespace {

constexpr std::size_t kMostRemembered = std::size_t{1}
                                        << 18;  // of what lanes have in common: then it is forgotten
constexpr std::uint64_t kMasksOfIterations = 1024;
constexpr std::uint32_t kMostLocalBytes = 4096;
// What an iteration does not change is looked at in the first ones, and in one of so many after that.
constexpr std::uint64_t kFirstIterations = 16, kIterationsBetween = 16;

std::uint32_t bytes_of(const CellClaim& c) { return static_cast<std::uint32_t>(c.width) / 8; }
std::uint64_t ones(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
bool is_negative(std::uint64_t value, int width) { return (value >> (width - 1) & 1) != 0; }

template <class F>
void for_each_lane(std::uint32_t lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::size_t>(std::countr_zero(lanes)));
}

bool speaks_of_sharing(const CellClaim& c) {
  return c.sharing != Sharing::Lane &&
         (c.kind == Kind::Step || c.kind == Kind::Stride || c.kind == Kind::AtMost || c.kind == Kind::Shift ||
          c.kind == Kind::Subset);
}

std::string number_text(std::uint64_t value) {
  return value > 0xffff ? fmt::format("{:#x}", value) : fmt::format("{}", value);
}

}  // namespace

std::size_t LoopMonitor::Hash::operator()(const Key& k) const {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ull;
  std::uint64_t h = (k.iteration * kMix) ^ ((std::uint64_t{k.group} << 32) | k.unit);
  h = (h ^ (h >> 31) ^ k.cell) * kMix;
  return static_cast<std::size_t>(h ^ (h >> 29));
}

LoopMonitor::LoopMonitor(const ProofClaims& claims, std::uint32_t threads, std::uint32_t warp_size,
                         bool canonical)
    : claims_(claims),
      threads_(threads),
      warp_size_(warp_size),
      canonical_(canonical),
      loops_(claims.loops.size()),
      repeated_(claims.repeats.size()) {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const LoopClaims& of = claims.loops[i];
    loops_[i].claims = &of;
    if (of.local_bytes > kMostLocalBytes) continue;  // its claims about .local memory are not judged
    loops_[i].is_kept.assign(of.local_bytes, 1);
    for (const CellClaim& c : of.cells) {
      for (std::uint32_t b = c.at; !c.is_register && b < std::min(c.at + bytes_of(c), of.local_bytes); ++b)
        loops_[i].is_kept[b] = 0;
    }
  }
}

int LoopMonitor::number_of(const std::vector<LoopFrame>& at) {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    if (loops_[i].claims->at == at) return static_cast<int>(i);
  }
  for (std::size_t i = 0; i < repeated_.size(); ++i) {
    if (claims_.repeats[i].at == at) return static_cast<int>(loops_.size() + i);
  }
  return -1;
}

void LoopMonitor::fail(std::size_t number, const CellClaim* claim, std::uint32_t thread,
                       std::uint64_t iteration, std::uint64_t entry, std::uint64_t now, std::string what) {
  if (failed_ || blind_) return;
  failed_ = FailedClaim{
      number,          claim == nullptr ? std::nullopt : std::optional(*claim), thread, iteration, entry, now,
      std::move(what), std::nullopt};
}

void LoopMonitor::enters(int loop, std::uint32_t warp, std::uint32_t lanes,
                         const std::array<std::uint64_t, 32>& around, const State& state) {
  const auto number = static_cast<std::size_t>(loop);
  if (number >= loops_.size()) {
    auto& times = repeated_[number - loops_.size()][warp];
    return for_each_lane(lanes, [&](std::size_t lane) { times[lane] = 0; });
  }
  Loop& l = loops_[number];
  Lanes& all = l.warps[warp];
  const std::size_t count = cells(l);
  if (all.entry.empty()) {
    all.entry.resize(count);
    all.before.resize(count);
    all.stride.resize(count);
    all.defined.resize(count);
  }
  for_each_lane(lanes, [&](std::size_t lane) {
    leave(number, warp, lane, all);
    const auto [group, fresh] = l.open.try_emplace(around[lane], groups_);
    if (fresh) ++groups_;
    all.group[lane] = group->second;
    all.iteration[lane] = 0;
  });
  read_local(l, lanes, state);
  for_each_lane(lanes, [&](std::size_t lane) {
    all.bytes[lane] = bytes_[lane];
    all.defined_bytes[lane] = defined_bytes_[lane];
  });
  for (std::size_t i = 0; i < count; ++i) {
    Row now;
    const std::uint32_t defined = read(cell(l, i), lanes, state, now);
    all.defined[i] = (all.defined[i] & ~lanes) | (defined & lanes);
    for_each_lane(lanes, [&](std::size_t lane) { all.entry[i][lane] = now[lane]; });
  }
  judge(number, warp, lanes, state);
}

void LoopMonitor::comes_back(int loop, std::uint32_t warp, std::uint32_t lanes, const State& state) {
  const auto number = static_cast<std::size_t>(loop);
  if (number >= loops_.size()) return repeat(number - loops_.size(), warp, lanes);
  const auto known = loops_[number].warps.find(warp);
  if (known == loops_[number].warps.end()) return;  // entered at its head, with the function
  Lanes& all = known->second;
  for_each_lane(lanes, [&](std::size_t lane) {
    if (all.group[lane] == kNoGroup) {
      lanes &= ~(1u << lane);
    } else {
      ++all.iteration[lane];
    }
  });
  if (lanes != 0) judge(number, warp, lanes, state);
}

void LoopMonitor::goes_on(int loop) {
  if (static_cast<std::size_t>(loop) < loops_.size()) loops_[static_cast<std::size_t>(loop)].open.clear();
}

// Another schedule may wait longer for something than the one that the proof follows.
void LoopMonitor::repeat(std::size_t number, std::uint32_t warp, std::uint32_t lanes) {
  auto& times = repeated_[number][warp];
  const std::uint64_t most = claims_.repeats[number].most;
  for_each_lane(lanes, [&](std::size_t lane) {
    if (++times[lane] <= most || failed_ || blind_ || !canonical_) return;
    failed_ = FailedClaim{number, std::nullopt, thread_of(warp, lane), times[lane], 0, 0, {}, std::nullopt, true};
  });
}

void LoopMonitor::judge(std::size_t number, std::uint32_t warp, std::uint32_t lanes, const State& state) {
  if (failed_ || blind_) return;
  Loop& l = loops_[number];
  Lanes& all = l.warps.at(warp);
  ++iterations_;
  std::uint64_t earliest = ~0ull;
  for_each_lane(lanes, [&](std::size_t lane) { earliest = std::min(earliest, all.iteration[lane]); });
  const bool looks_at_kept = earliest < kFirstIterations || earliest % kIterationsBetween == 0;
  const std::size_t count = looks_at_kept ? cells(l) : l.claims->cells.size();
  effort::spend(effort::Work::Step, 1 + count);
  effort::spend(effort::Work::Byte, l.is_kept.size() * static_cast<std::size_t>(std::popcount(lanes)));
  if (earliest != 0) read_local(l, lanes, state);
  Row now;
  for (std::size_t i = 0; i < count && !failed_; ++i) {
    const std::uint32_t defined = read(cell(l, i), lanes, state, now);
    judge_cell(number, i, warp, lanes, all, now, defined);
  }
  for (const ConditionClaim& c : l.claims->conditions) {
    if (!failed_) judge_condition(number, c, warp, lanes, all, state);
  }
  if (looks_at_kept && earliest != 0) judge_kept_bytes(number, warp, lanes, all);
}

void LoopMonitor::judge_condition(std::size_t number, const ConditionClaim& claim, std::uint32_t warp,
                                  std::uint32_t lanes, const Lanes& all, const State& state) {
  effort::spend(effort::Work::Step, 1);
  Row less, more;
  const auto read_side = [&](const ConditionClaim::Side& side, Row& out) {
    if (side.cell) return read(*side.cell, lanes, state, out);
    out.fill(side.number);
    return ~std::uint32_t{0};
  };
  const std::uint32_t defined = read_side(claim.less, less) & read_side(claim.more, more);
  for_each_lane(lanes & defined, [&](std::size_t lane) {
    if (claim.condition.holds(less[lane], more[lane])) return;
    fail(number, nullptr, thread_of(warp, lane), all.iteration[lane], less[lane], more[lane],
         fmt::format("it is {} and {} in thread {} when its lanes come to the loop's head for iteration {}",
                     number_text(less[lane]), number_text(more[lane]), thread_of(warp, lane),
                     all.iteration[lane] + 1));
    if (failed_ && !failed_->condition) failed_->condition = claim;
  });
}

void LoopMonitor::read_local(const Loop& loop, std::uint32_t lanes, const State& state) {
  const std::size_t count = loop.is_kept.size();
  for_each_lane(lanes, [&](std::size_t lane) {
    bytes_[lane].resize(count);
    defined_bytes_[lane].resize(count);
    if (count > 0) state.read_local(lane, count, bytes_[lane].data(), defined_bytes_[lane].data());
  });
}

std::uint32_t LoopMonitor::read(const CellClaim& claim, std::uint32_t lanes, const State& state,
                                Row& out) const {
  if (claim.is_register) {
    const std::uint32_t defined = state.read(claim.at, out);
    const std::uint64_t mask = ones(claim.width);
    for (std::uint64_t& value : out) value &= mask;
    return defined;
  }
  std::uint32_t defined = 0;
  const std::size_t bytes = bytes_of(claim);
  for_each_lane(lanes, [&](std::size_t lane) {
    if (bytes > 8 || claim.at + bytes > bytes_[lane].size()) return;
    out[lane] = 0;
    std::memcpy(&out[lane], bytes_[lane].data() + claim.at, bytes);
    const auto first = defined_bytes_[lane].begin() + claim.at;
    const bool all =
        std::all_of(first, first + static_cast<std::ptrdiff_t>(bytes), [](auto b) { return b != 0; });
    defined |= all ? 1u << lane : 0;
  });
  return defined;
}

// Bytes of .local memory that no claim names are what they were when the loop was entered.
void LoopMonitor::judge_kept_bytes(std::size_t number, std::uint32_t warp, std::uint32_t lanes,
                                   const Lanes& all) {
  const std::vector<std::uint8_t>& is_kept = loops_[number].is_kept;
  for_each_lane(lanes, [&](std::size_t lane) {
    if (bytes_[lane] == all.bytes[lane] && defined_bytes_[lane] == all.defined_bytes[lane]) return;
    for (std::size_t b = 0; b < is_kept.size(); ++b) {
      if (is_kept[b] == 0 || all.defined_bytes[lane][b] == 0) continue;
      CellClaim claim{CellClaim::Kind::Same, false, static_cast<std::uint32_t>(b), 8};
      claim.place = loops_[number].claims->place;
      const bool is_defined = defined_bytes_[lane][b] != 0;
      if (is_defined ? bytes_[lane][b] == all.bytes[lane][b] : !claims_.checks_definedness) continue;
      fail(number, &claim, thread_of(warp, lane), all.iteration[lane], all.bytes[lane][b], bytes_[lane][b],
           is_defined ? fmt::format("is {} in thread {}, where it was {}", bytes_[lane][b],
                                    thread_of(warp, lane), all.bytes[lane][b])
                      : fmt::format("is undefined in thread {}", thread_of(warp, lane)));
    }
  });
}

void LoopMonitor::judge_cell(std::size_t number, std::size_t i, std::uint32_t warp, std::uint32_t lanes,
                             Lanes& all, const Row& now, std::uint32_t defined) {
  const Loop& l = loops_[number];
  const CellClaim& claim = cell(l, i);
  const std::uint32_t both = lanes & defined & all.defined[i];
  if (claim.kind == Kind::LoopMask) return note_mask(number, i, warp, lanes, all, now, defined);
  if (claims_.checks_definedness && !claim.may_be_undefined) {
    for_each_lane(lanes & all.defined[i] & ~defined, [&](std::size_t lane) {
      fail(number, &claim, thread_of(warp, lane), all.iteration[lane], all.entry[i][lane], 0,
           fmt::format("is undefined in thread {}", thread_of(warp, lane)));
    });
  }
  if (claim.kind == Kind::Same) {
    std::uint64_t unlike = 0;
    for (std::size_t lane = 0; lane < 32; ++lane)
      unlike |= (both >> lane & 1) != 0 ? now[lane] ^ all.entry[i][lane] : 0;
    if (unlike == 0) return;
  }
  for_each_lane(both, [&](std::size_t lane) {
    if (std::string why = judge_value(l, claim, i, lane, all, now[lane]); !why.empty())
      fail(number, &claim, thread_of(warp, lane), all.iteration[lane], all.entry[i][lane], now[lane],
           std::move(why));
    all.before[i][lane] = now[lane];
  });
  if (!canonical_ || failed_ || blind_) return;
  if (claim.kind == Kind::Stride)
    for_each_lane(both, [&](std::size_t lane) {
      if (all.iteration[lane] == 1) share_stride(number, i, warp, lane, all);
    });
  if (speaks_of_sharing(claim)) share(number, i, warp, both, all, now);
}

std::string LoopMonitor::judge_value(const Loop& loop, const CellClaim& claim, std::size_t i,
                                     std::size_t lane, Lanes& all, std::uint64_t now) {
  const std::uint64_t entry = all.entry[i][lane], count = all.iteration[lane], mask = ones(claim.width);
  const auto from = [&] { return fmt::format("is {}", number_text(now)); };  // only where it is told
  const auto wraps = [&](const auto& why) -> std::string {
    if (!loop.claims->may_wrap) return why();
    blind_ = true;
    return {};
  };
  if ((claim.kind == Kind::Step || claim.kind == Kind::Count) && claim.rises && is_negative(now, claim.width))
    return wraps([&] { return from() + ", a negative number"; });
  if (claim.kind == Kind::Cycle) {
    const std::uint64_t wanted = claim.table.at(count % claim.table.size()) & mask;
    return now == wanted ? "" : fmt::format("{}, not {}", from(), number_text(wanted));
  }
  if (count == 0) return {};
  const std::uint64_t so_far = (now - entry) & mask, change = (now - all.before[i][lane]) & mask;
  switch (claim.kind) {
    case Kind::Same:
      return now == entry ? "" : from();
    case Kind::Count: {
      const std::uint64_t wanted = (entry + count * claim.step) & mask;
      return now == wanted ? "" : fmt::format("{}, not {}", from(), number_text(wanted));
    }
    case Kind::Step: {
      const std::uint64_t down = (0 - change) & mask;
      const bool fits = change % claim.step == 0 || (!claim.rises && down % claim.step == 0);
      return fits ? "" : fmt::format("{}, after {}", from(), number_text(all.before[i][lane]));
    }
    case Kind::Stride: {
      if (count == 1) all.stride[i][lane] = so_far;
      const std::uint64_t stride = all.stride[i][lane];
      if (count == 1 && is_negative(stride, claim.width))
        return wraps([&] { return fmt::format("{}: an iteration adds {}", from(), number_text(stride)); });
      if (count == 1 && (stride < claim.step || (claim.passes_block && stride < threads_)))
        return fmt::format("{}: an iteration adds only {}", from(), number_text(stride));
      if (change != stride)
        return fmt::format("{}: an iteration adds {} where the first one added {}", from(), number_text(change),
                           number_text(stride));
      return stride != 0 && count > mask / stride ? wraps([&] { return from() + ": it wrapped around"; }) : "";
    }
    case Kind::AtMost:
      return now <= entry ? "" : from();
    case Kind::Subset:
      return (now & ~entry) == 0 ? "" : from();
    default:
      return {};
  }
}

LoopMonitor::Common LoopMonitor::common_of(const CellClaim& claim, std::uint64_t entry, std::uint64_t now) {
  switch (claim.kind) {
    case Kind::Step:
    case Kind::Stride:
    case Kind::Shift:
      return {(now - entry) & ones(claim.width), 0, 0, 0};
    case Kind::Subset:
      return {0, now, entry & ~now, 0};
    default:
      return {now, 0, 0, 0};
  }
}

// Of lanes that entered the loop together, in one iteration.
void LoopMonitor::share(std::size_t number, std::size_t i, std::uint32_t warp, std::uint32_t lanes,
                        const Lanes& all, const Row& now) {
  const CellClaim& claim = cell(loops_[number], i);
  const std::uint32_t unit = claim.sharing == Sharing::Warp ? warp + 1 : 0;
  if (common_.size() > kMostRemembered) common_.clear();
  const Key* last = nullptr;
  Key key{};
  Common* common = nullptr;
  for_each_lane(lanes, [&](std::size_t lane) {
    const Key own{all.iteration[lane], all.group[lane], static_cast<std::uint32_t>(i), unit};
    const Common mine = common_of(claim, all.entry[i][lane], now[lane]);
    if (last == nullptr || !(own == key)) {
      key = own;
      last = &key;
      const auto [it, fresh] = common_.try_emplace(own, mine);
      common = &it->second;
      if (fresh) common->thread = thread_of(warp, lane);
    }
    common->ones |= mine.ones;
    common->zeros |= mine.zeros;
    if (common->value == mine.value && (common->ones & common->zeros) == 0) return;
    const bool by_value = claim.kind == Kind::AtMost;
    fail(number, &claim, thread_of(warp, lane), all.iteration[lane], all.entry[i][lane], now[lane],
         by_value
             ? fmt::format("is {} in thread {} and {} in thread {}", number_text(common->value),
                           common->thread, number_text(mine.value), thread_of(warp, lane))
             : fmt::format("is {} in thread {}, which had {} when it entered; thread {} changed it otherwise",
                           number_text(now[lane]), thread_of(warp, lane), number_text(all.entry[i][lane]),
                           common->thread));
  });
}

// What an iteration adds, of all that go through the loop together.
void LoopMonitor::share_stride(std::size_t number, std::size_t i, std::uint32_t warp, std::size_t lane,
                               const Lanes& all) {
  const CellClaim& claim = cell(loops_[number], i);
  if (claim.moved_alike == Sharing::Lane) return;
  const Key key{0, all.group[lane], static_cast<std::uint32_t>(i),
                claim.moved_alike == Sharing::Warp ? warp + 1 : 0};
  const auto [it, fresh] =
      strides_.try_emplace(key, Common{all.stride[i][lane], 0, 0, thread_of(warp, lane)});
  if (fresh || it->second.value == all.stride[i][lane]) return;
  fail(number, &claim, thread_of(warp, lane), 1, all.entry[i][lane], all.before[i][lane],
       fmt::format("moves by {} in thread {} and by {} in thread {}", number_text(it->second.value),
                   it->second.thread, number_text(all.stride[i][lane]), thread_of(warp, lane)));
}

void LoopMonitor::note_mask(std::size_t number, std::size_t i, std::uint32_t warp, std::uint32_t lanes,
                            const Lanes& all, const Row& now, std::uint32_t defined) {
  if (!canonical_) return;
  for_each_lane(lanes, [&](std::size_t lane) {
    if (all.iteration[lane] >= kMasksOfIterations) return;
    Mask& mask = masks_[{number, i, all.group[lane], warp, all.iteration[lane]}];
    mask.lanes |= 1u << lane;
    if ((defined >> lane & 1) != 0) mask.values[lane] = now[lane];
  });
}

// The lane is at the head no more, or about to enter the loop again.
void LoopMonitor::leave(std::size_t number, std::uint32_t warp, std::size_t lane, Lanes& all) {
  const std::uint32_t group = all.group[lane];
  all.group[lane] = kNoGroup;
  const Sharing leaves = loops_[number].claims->leaves;
  if (group == kNoGroup || !canonical_ || leaves == Sharing::Lane) return;
  const std::uint32_t thread = thread_of(warp, lane);
  const std::pair unit(group, leaves == Sharing::Warp ? warp + 1 : 0);
  const auto [it, fresh] = left_.try_emplace(unit, all.iteration[lane], thread);
  if (fresh || it->second.first == all.iteration[lane]) return;
  fail(number, nullptr, thread, all.iteration[lane], 0, 0,
       fmt::format("thread {} leaves it in iteration {}, thread {} in iteration {}", it->second.second,
                   it->second.first + 1, thread, all.iteration[lane] + 1));
}

void LoopMonitor::end() {
  for (std::size_t number = 0; number < loops_.size(); ++number) {
    for (auto& [warp, all] : loops_[number].warps) {
      for (std::size_t lane = 0; lane < 32; ++lane) leave(number, warp, lane, all);
    }
  }
  for (const auto& [at, mask] : masks_) {
    for (const auto& [lane, value] : mask.values) {
      if (value == mask.lanes) continue;
      fail(at.loop, &cell(loops_[at.loop], at.cell), thread_of(at.warp, lane), at.iteration, 0, value,
           fmt::format("is {:#010x} in thread {}; in the iteration are the lanes {:#010x}", value,
                       thread_of(at.warp, lane), mask.lanes));
    }
  }
}

}  // namespace warpproof::claims
