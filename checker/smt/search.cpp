#include "checker/smt/search.h"

#include <algorithm>

#include "src/base/effort.h"
#include "src/base/random_seed.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::uint64_t low_bits(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

// An ordinary floating-point value of the word's size: 1, small integers, halves.
std::uint64_t ordinary_float(int width, std::uint64_t random) {
  const std::uint64_t sign = random >> 60 & 1, exponent = random >> 8 & 3, digits = random >> 16 & 15;
  if (random % 4 == 0) return width == 64 ? 0x3ff0000000000000ull : width == 32 ? 0x3f800000ull : 0x3c00ull;
  if (width == 64) return sign << 63 | (1022 + exponent) << 52 | digits << 48;
  if (width == 32) return sign << 31 | (126 + exponent) << 23 | digits << 19;
  return sign << 15 | (14 + exponent) << 10 | digits << 6;
}

}  // namespace

std::uint64_t dense_float(int width, std::uint64_t random) {
  const std::uint64_t sign = random >> 63, exponent = random >> 58 & 7;
  const std::uint64_t digits = mix(random);
  if (width == 64) return sign << 63 | (1019 + exponent) << 52 | digits >> 12;
  if (width == 32) return sign << 31 | (123 + exponent) << 23 | digits >> 41;
  return sign << 15 | (11 + exponent) << 10 | digits >> 54;
}

void TrialMemory::reset(Fill fill, std::uint64_t seed) {
  bytes_.clear();
  reads_ = {};
  in_trial_ = false;
  fill_ = fill;
  seed_ = seed;
}

void TrialMemory::put(std::uint32_t allocation, std::uint64_t offset, int bytes, std::uint64_t value) {
  for (int i = 0; i < bytes; ++i) {
    const Place place{allocation, offset + static_cast<std::uint64_t>(i)};
    const auto [at, is_new] = bytes_.try_emplace(place);
    if (in_trial_) puts_.push_back({place, is_new ? std::nullopt : std::optional(at->second)});
    at->second = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

void TrialMemory::forget_reads() {
  std::swap(reads_, forgotten_);
  reads_.all.clear();
  reads_.sorted = true;
}

const std::vector<TrialMemory::Read>& TrialMemory::reads() {
  if (reads_.sorted) return reads_.all;
  auto& all = reads_.all;
  std::sort(all.begin(), all.end());
  // The widest of one place is its last.
  std::size_t kept = 0;
  for (const Read& r : all) {
    if (kept > 0 && all[kept - 1].place == r.place) --kept;
    all[kept++] = r;
  }
  all.resize(kept);
  reads_.sorted = true;
  return all;
}

void TrialMemory::begin_trial() {
  puts_.clear();
  in_trial_ = true;
}

void TrialMemory::take_back() {
  for (auto put = puts_.rbegin(); put != puts_.rend(); ++put) {
    if (put->before) {
      bytes_[put->place] = *put->before;
    } else {
      bytes_.erase(put->place);
    }
  }
  puts_.clear();
  std::swap(reads_, forgotten_);
}

std::uint8_t TrialMemory::byte(std::uint32_t allocation, std::uint64_t offset) const {
  if (auto it = bytes_.find({allocation, offset}); it != bytes_.end()) return it->second;
  auto noise = [&](std::uint64_t at) { return mix(seed_ + at * 0x9e3779b97f4a7c15ull + allocation * 77u); };
  switch (fill_) {
    case Fill::Zero:
      return 0;
    case Fill::Ones:
      return 0xff;
    case Fill::SmallWords:
      return offset % 4 == 0 ? static_cast<std::uint8_t>(noise(offset) % 40) : 0;
    case Fill::Floats: {
      // Single precision values of magnitude 1/2 to 4, and few digits.
      const std::uint64_t word = ordinary_float(32, noise(offset / 4));
      return static_cast<std::uint8_t>(word >> (8 * (offset % 4)));
    }
    case Fill::DenseHalves:
      return static_cast<std::uint8_t>(dense_float(16, noise(offset / 2)) >> (8 * (offset % 2)));
    case Fill::DenseFloats:
      return static_cast<std::uint8_t>(dense_float(32, noise(offset / 4)) >> (8 * (offset % 4)));
    case Fill::DenseDoubles:
      return static_cast<std::uint8_t>(dense_float(64, noise(offset / 8)) >> (8 * (offset % 8)));
    default:
      return static_cast<std::uint8_t>(noise(offset));
  }
}

std::uint64_t TrialMemory::read(std::uint32_t allocation, std::uint64_t offset, int width) {
  const int bytes = width / 8;
  reads_.all.push_back({{allocation, offset}, bytes});
  reads_.sorted = false;
  std::uint64_t out = 0;
  for (int i = 0; i < bytes; ++i) {
    out |= static_cast<std::uint64_t>(byte(allocation, offset + static_cast<std::uint64_t>(i))) << (8 * i);
  }
  return out;
}

std::vector<SmtModel::Cell> TrialMemory::cells() {
  std::vector<SmtModel::Cell> out;
  auto value = [&](const Place& p, int bytes) {
    std::uint64_t v = 0;
    for (int i = 0; i < bytes; ++i) {
      v |= static_cast<std::uint64_t>(byte(p.allocation, p.offset + static_cast<std::uint64_t>(i)))
           << (8 * i);
    }
    return v;
  };
  // Reads come sorted by offset. One that starts inside the previous one contributes its tail, byte by byte.
  // (Offsets that wrap around 2^64 sort apart; their bytes still agree, being bytes of one memory.)
  bool any = false;
  Place end{};  // first byte after what is covered
  for (const auto& [place, bytes] : reads()) {
    const bool overlaps = any && end.allocation == place.allocation && end.offset > place.offset;
    if (!overlaps) {
      out.push_back({place.allocation, place.offset, bytes, value(place, bytes)});
      end = {place.allocation, place.offset + static_cast<std::uint64_t>(bytes)};
      any = end.offset > place.offset;
      continue;
    }
    for (; end.offset < place.offset + static_cast<std::uint64_t>(bytes); ++end.offset) {
      out.push_back({end.allocation, end.offset, 1, value(end, 1)});
    }
  }
  return out;
}

AssignmentSearch::AssignmentSearch(TermGraph& graph, std::span<const Term> predicates, unsigned seed)
    : graph_(graph), compiled_(graph, predicates), roots_(predicates.size()), random_(random_seed::of(seed * 7919u + 17u)) {
  reader_ = [this](std::uint32_t allocation, std::uint64_t offset, int width) {
    return memory_.read(allocation, offset, width);
  };
  values_.resize(compiled_.variables().size());
  const std::vector<Term> order = topological_order(graph, predicates);
  cost_ = order.size() + 1;
  for (Term t : order) {
    const Kind k = graph.kind(t);
    if (k != Kind::Eq && k != Kind::Ult && k != Kind::Slt && k != Kind::Float) continue;
    for (Term x : graph.operands(t)) {
      if (!graph.is_const(x) || constants_.size() > 200) continue;
      for (std::uint64_t d : {0ull, 1ull, ~0ull}) constants_.push_back(graph.value(x) + d);
    }
  }
}

void AssignmentSearch::pin(Term var, std::uint64_t value) { pinned_[var.id] = value; }

// The value, moved into the variable's range; of a pinned variable always its own.
std::uint64_t AssignmentSearch::fit(Term var, std::uint64_t value) const {
  if (auto it = pinned_.find(var.id); it != pinned_.end()) return it->second;
  const auto [low, high] = graph_.unsigned_range(var);
  value &= low_bits(graph_.width(var));
  if (value < low || value > high) value = high - low == ~0ull ? value : low + value % (high - low + 1);
  return std::max(low, value & ~graph_.zero_bits(var));
}

std::uint64_t AssignmentSearch::random_value(Term var) {
  const auto [low, high] = graph_.unsigned_range(var);
  switch (random_() % 9) {
    case 8:
      return fit(var, ordinary_float(graph_.width(var), random_()));
    case 0:
      return fit(var, low);
    case 1:
      return fit(var, high);
    case 2:
      return fit(var, low + random_() % 4);
    case 3:
      return fit(var, random_() % 64);
    case 4:
      return fit(var, 1ull << random_() % 64);
    case 5:
    case 6:
      if (!constants_.empty()) return fit(var, constants_[random_() % constants_.size()]);
      [[fallthrough]];
    default:
      return fit(var, random_());
  }
}

std::size_t AssignmentSearch::failures() {
  effort::spend(effort::Work::Evaluation, cost_);
  memory_.forget_reads();
  compiled_.run(values_, reader_);
  std::size_t out = 0;
  for (std::size_t i = 0; i < roots_; ++i) out += compiled_.result(i) == 0;
  return out;
}

void AssignmentSearch::store(SmtModel& model) {
  model.values.clear();
  for (std::size_t i = 0; i < values_.size(); ++i) model.values[compiled_.variables()[i].id] = values_[i];
  model.cells = memory_.cells();
  model.approximate = compiled_.approximate();
}

bool AssignmentSearch::quick(std::uint64_t budget, SmtModel& model) {
  using Fill = TrialMemory::Fill;
  const auto& variables = compiled_.variables();
  const std::uint64_t attempts = std::clamp<std::uint64_t>(budget / cost_, 4, 200);
  for (std::uint64_t n = 0; n < attempts; ++n) {
    const Fill fills[] = {Fill::Zero, Fill::Ones, Fill::SmallWords, Fill::Floats, Fill::Random};
    memory_.reset(n < 5 ? fills[n] : fills[random_() % 5], random_());
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const auto [low, high] = graph_.unsigned_range(variables[i]);
      values_[i] = n == 0   ? fit(variables[i], low)
                   : n == 1 ? fit(variables[i], high)
                   : n == 2 ? fit(variables[i], random_() % 64)
                            : random_value(variables[i]);
    }
    if (failures() == 0) {
      store(model);
      return true;
    }
  }
  return false;
}

bool AssignmentSearch::validate(SmtModel& model) {
  memory_.reset(TrialMemory::Fill::Zero, 0);
  for (const auto& c : model.cells) memory_.put(c.allocation, c.offset, c.bytes, c.value);
  const auto& variables = compiled_.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto it = model.values.find(variables[i].id);
    const auto [low, high] = graph_.unsigned_range(variables[i]);
    values_[i] = it != model.values.end() ? it->second : low;
    if (values_[i] < low || values_[i] > high || (values_[i] & graph_.zero_bits(variables[i])) != 0)
      return false;
  }
  if (failures() != 0) return false;
  store(model);
  return true;
}

void AssignmentSearch::mutate() {
  const auto& variables = compiled_.variables();
  const auto& reads = memory_.reads();
  for (std::uint64_t n = 1 + random_() % 3; n > 0; --n) {
    const std::uint64_t choices = variables.size() + reads.size();
    if (choices == 0) return;
    const std::uint64_t pick = random_() % choices;
    if (pick < variables.size()) {
      const Term v = variables[pick];
      std::uint64_t& value = values_[pick];
      switch (random_() % 4) {
        case 0:
          value = fit(v, value ^ (1ull << random_() % static_cast<unsigned>(graph_.width(v))));
          break;
        case 1:
          value = fit(v, value + 1 - random_() % 3);
          break;
        default:
          value = random_value(v);
          break;
      }
      continue;
    }
    const auto [place, bytes] = reads[pick - variables.size()];
    std::uint64_t value = random_();
    if (random_() % 2) value = ordinary_float(8 * bytes, random_());
    if (random_() % 4 == 0) value = random_() % 16;
    memory_.put(place.allocation, place.offset, bytes, value);
  }
}

bool AssignmentSearch::from_model(const SmtModel& start, std::uint64_t budget,
                                  effort::Clock::time_point deadline, SmtModel& model) {
  const auto& variables = compiled_.variables();
  memory_.reset(TrialMemory::Fill::Floats, random_());
  for (const auto& c : start.cells) memory_.put(c.allocation, c.offset, c.bytes, c.value);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    values_[i] = fit(variables[i], start.has(variables[i]) ? start.value(variables[i]) : 0);
  }
  std::size_t best = failures();
  std::vector<std::uint64_t> kept;
  const std::uint64_t attempts = std::clamp<std::uint64_t>(budget / cost_, 20, 5000);
  for (std::uint64_t n = 0; best > 0 && n < attempts; ++n) {
    if (effort::Clock::now() > deadline) break;
    effort::spend(effort::Work::Copy, values_.size() / 8 + memory_.size());
    kept = values_;
    memory_.begin_trial();
    mutate();
    const std::size_t now = failures();
    if (now <= best) {
      best = now;
    } else {
      std::swap(values_, kept);
      memory_.take_back();
    }
  }
  if (best > 0) return false;
  store(model);
  return true;
}

}  // namespace warpproof
