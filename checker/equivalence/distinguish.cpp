#include "checker/equivalence/distinguish.h"

#include <algorithm>

#include "checker/equivalence/real_evaluate.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint64_t kFewestTrials = 40, kMostTrials = 3000;

std::vector<Term> roots_of(std::span<const TermPair> pairs, std::span<const Term> assumptions) {
  std::vector<Term> out;
  for (const TermPair& p : pairs) {
    out.push_back(p.a);
    out.push_back(p.b);
  }
  out.insert(out.end(), assumptions.begin(), assumptions.end());
  for (const TermPair& p : pairs) {
    if (p.where != Term{}) out.push_back(p.where);
  }
  return out;
}

// Integer instructions look at the bits of a number, which are those of a rounded one.
bool uses_bits_of_numbers(const TermGraph& graph, Term t) {
  const auto is_number = [&](Term x) {
    if (graph.kind(x) != Kind::Float) return false;
    const FloatCode code = FloatOp::unpack(graph.aux(x)).code;
    return code != FloatCode::ToSigned && code != FloatCode::ToUnsigned && code != FloatCode::Eq && code != FloatCode::Lt &&
           code != FloatCode::Le;
  };
  const Term roots[] = {t};
  const auto order = topological_order(graph, roots);
  return std::any_of(order.begin(), order.end(), [&](Term x) {
    const auto in = graph.operands(x);
    return graph.kind(x) != Kind::Float && std::any_of(in.begin(), in.end(), is_number);
  });
}

std::uint64_t one_of(int width, bool floats) {
  if (!floats) return 1;
  return width == 64 ? 0x3ff0000000000000ull : width == 32 ? 0x3f800000ull : width == 16 ? 0x3c00ull : 1;
}

}  // namespace

Distinguisher::Distinguisher(TermGraph& graph, std::span<const TermPair> pairs,
                             std::span<const Term> assumptions, FloatMeaning floats)
    : graph_(graph),
      pairs_(pairs.begin(), pairs.end()),
      assumptions_(assumptions.begin(), assumptions.end()),
      floats_(floats),
      compiled_(graph, roots_of(pairs, assumptions)) {
  reader_ = [this](std::uint32_t allocation, std::uint64_t offset, int width) {
    return memory_.read(allocation, offset, width);
  };
  values_.resize(compiled_.variables().size());
  const auto order = topological_order(graph, roots_of(pairs, assumptions));
  cost_ = order.size() + 1;
  for (const Term t : order) {
    if (graph.kind(t) != Kind::Float) continue;
    const FloatFormat format = FloatOp::unpack(graph.aux(t)).operand;
    halves_ = halves_ || format == FloatFormat::F16 || format == FloatFormat::BF16;
    singles_ = singles_ || format == FloatFormat::F32;
    doubles_ = doubles_ || format == FloatFormat::F64;
  }
}

// What is tried, the most promising first.
std::vector<Distinguisher::Style> Distinguisher::styles() const {
  std::vector<Style> out;
  if (floats_ == FloatMeaning::Real) {
    out = {Style::SmallFloats, Style::SmallWords};
    if (doubles_) out.push_back(Style::DenseDoubles);
    if (singles_) out.push_back(Style::DenseFloats);
    return out;
  }
  if (singles_) out.push_back(Style::DenseFloats);
  if (doubles_) out.push_back(Style::DenseDoubles);
  if (halves_) out.push_back(Style::DenseHalves);
  if (singles_) out.push_back(Style::SmallFloats);
  out.insert(out.end(), {Style::Words, Style::SmallWords, Style::Wild, Style::Zero});
  return out;
}

std::uint64_t Distinguisher::fit(Term variable, std::uint64_t value) const {
  if (const auto it = pinned_.find(variable.id); it != pinned_.end()) return it->second;
  const auto [low, high] = graph_.unsigned_range(variable);
  value &= Forms::mask(graph_.width(variable));
  if (value >= low && value <= high) return value;
  return low + value % (high - low + 1);
}

std::uint64_t Distinguisher::value_for(Style style, Term variable) {
  const int width = graph_.width(variable);
  const std::uint64_t noise = random_();
  switch (style) {
    case Style::Zero:
      return 0;
    case Style::SmallWords:
      return noise % 40;
    case Style::Words:
      return noise;
    case Style::SmallFloats: {
      const std::uint64_t digits =
          noise % 4 << 1 | 1;  // 1, 1.25, .. as small powers of two times odd numbers
      if (width == 64) return (1023 + noise / 8 % 4) << 52 | digits << 48;
      if (width == 32) return (127 + noise / 8 % 4) << 23 | digits << 19;
      return width == 16 ? (15 + noise / 8 % 4) << 10 | digits << 6 : noise;
    }
    case Style::DenseHalves:
      return dense_float(16, noise);
    case Style::DenseFloats:
      return dense_float(width == 64 ? 64 : 32, noise);
    case Style::DenseDoubles:
      return dense_float(width == 32 ? 32 : 64, noise);
    case Style::Wild:
      break;
  }
  constexpr std::uint64_t kSpecial[] = {
      0,          ~0ull,      0x80000000, 0x7fffffff,         0x7f800000,         0xff800000,
      0x7fc00000, 0x00000001, 0x3f800000, 0x7ff0000000000000, 0x8000000000000000, 0x7f7fffff};
  return noise % 3 == 0   ? random_()
         : noise % 3 == 1 ? noise >> 32 & 31
                          : kSpecial[noise / 3 % std::size(kSpecial)];
}

void Distinguisher::assign(Style style) {
  using Fill = TrialMemory::Fill;
  constexpr Fill kFills[] = {Fill::Zero,        Fill::SmallWords,  Fill::Random,       Fill::Floats,
                             Fill::DenseHalves, Fill::DenseFloats, Fill::DenseDoubles, Fill::Random};
  Fill fill = kFills[static_cast<std::size_t>(style)];
  if (style == Style::Wild) fill = kFills[random_() % std::size(kFills)];
  memory_.reset(fill, random_());
  // Block indices and the like are small more often than not.
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Term v = compiled_.variables()[i];
    const auto [low, high] = graph_.unsigned_range(v);
    const bool narrowed = high - low < Forms::mask(graph_.width(v));
    values_[i] =
        fit(v, narrowed && random_() % 4 != 0 ? low
                                              : value_for(random_() % 8 == 0 ? Style::SmallWords : style, v));
  }
}

bool Distinguisher::assumptions_hold() const {
  for (std::size_t i = 0; i < assumptions_.size(); ++i) {
    if (compiled_.result(2 * pairs_.size() + i) == 0) return false;
  }
  return true;
}

bool Distinguisher::differs(std::size_t pair) {
  if (compiled_.result(2 * pair) == compiled_.result(2 * pair + 1)) return false;
  if (floats_ == FloatMeaning::Exact) return true;  // the evaluator has the last word
  std::unordered_map<std::uint32_t, std::uint64_t> values;
  for (std::size_t i = 0; i < values_.size(); ++i) values[compiled_.variables()[i].id] = values_[i];
  const TermPair& p = pairs_[pair];
  const Term roots[] = {p.a, p.b, p.where == Term{} ? graph_.truth(true) : p.where};
  const auto real = real_evaluate(
      graph_, roots, [&](Term v) { return values.at(v.id); }, reader_);
  // Side condition: the places, too, are what they are without rounding.
  return surely_different(real[0], real[1]) && real[2] && real[2]->bits != 0 && !uses_bits_of_numbers(graph_, roots[2]);
}

std::optional<std::size_t> Distinguisher::differing() {
  memory_.forget_reads();
  compiled_.run(values_, reader_);
  if (!assumptions_hold()) return std::nullopt;
  int asked = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (compiled_.result(2 * i) == compiled_.result(2 * i + 1)) continue;
    if (differs(i)) return i;
    if (++asked >= 4) break;  // exact arithmetic is slow
  }
  return std::nullopt;
}

std::optional<Distinguished> Distinguisher::search(std::uint64_t budget, Clock::time_point deadline) {
  const auto order = styles();
  const std::uint64_t trials = std::clamp(budget / cost_, kFewestTrials, kMostTrials);
  for (std::uint64_t n = 0; n < trials && Clock::now() < deadline; ++n) {
    assign(order[n % order.size()]);
    const auto pair = differing();
    if (!pair) continue;
    Distinguished found;
    found.pair = *pair;
    store(found.model);
    return found;
  }
  return std::nullopt;
}

void Distinguisher::load(const SmtModel& model) {
  memory_.reset(TrialMemory::Fill::Zero, 0);
  for (const auto& cell : model.cells) memory_.put(cell.allocation, cell.offset, cell.bytes, cell.value);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Term v = compiled_.variables()[i];
    values_[i] = fit(v, model.has(v) ? model.value(v) : 0);
  }
}

void Distinguisher::store(SmtModel& model) {
  model.values.clear();
  for (std::size_t i = 0; i < values_.size(); ++i) model.values[compiled_.variables()[i].id] = values_[i];
  model.cells = memory_.cells();
  model.approximate = compiled_.approximate();
}

std::optional<std::size_t> Distinguisher::tells_apart(const SmtModel& model) {
  load(model);
  return differing();
}

void Distinguisher::minimise(Distinguished& found, Clock::time_point deadline) {
  const TermPair one[] = {pairs_[found.pair]};
  Distinguisher alone(graph_, one, assumptions_, floats_);
  alone.pinned_ = pinned_;
  if (!alone.tells_apart(found.model)) return;
  alone.store(found.model);
  const bool floats = halves_ || singles_ || doubles_;
  // Memory in halves, quarters .., then word by word; variables one by one. What was needed at first may not
  // be later.
  const auto size_of = [](const SmtModel& m) {
    std::size_t n = 0;
    for (const auto& cell : m.cells) n += cell.value > 1 ? 2 : cell.value;
    for (const auto& [id, value] : m.values) n += value > 1 ? 2 : value;
    return n;
  };
  for (std::size_t before = ~std::size_t{0}; size_of(found.model) < before && Clock::now() < deadline;) {
    before = size_of(found.model);
    alone.shrink(found, floats, deadline);
  }
}

// One pass of minimise(), over a distinguisher of one pair.
void Distinguisher::shrink(Distinguished& found, bool floats, Clock::time_point deadline) {
  const auto still = [&](SmtModel& candidate) {
    if (!tells_apart(candidate)) return false;
    store(candidate);
    found.model = candidate;
    return true;
  };
  for (std::size_t size = found.model.cells.size(); size >= 1 && Clock::now() < deadline; size /= 2) {
    for (std::size_t first = 0; first < found.model.cells.size() && Clock::now() < deadline; first += size) {
      SmtModel candidate = found.model;
      bool changed = false;
      for (std::size_t i = first; i < std::min(first + size, candidate.cells.size()); ++i) {
        changed = changed || candidate.cells[i].value != 0;
        candidate.cells[i].value = 0;
      }
      if (changed) still(candidate);
    }
  }
  for (std::size_t i = 0; i < found.model.cells.size() && Clock::now() < deadline; ++i) {
    SmtModel candidate = found.model;
    const std::uint64_t one_value = one_of(8 * candidate.cells[i].bytes, floats);
    if (candidate.cells[i].value == 0 || candidate.cells[i].value == one_value) continue;
    candidate.cells[i].value = one_value;
    still(candidate);
  }
  for (const Term v : compiled_.variables()) {
    for (const std::uint64_t wanted : {std::uint64_t{0}, one_of(graph_.width(v), floats)}) {
      const std::uint64_t now = found.model.value(v), next = fit(v, wanted);
      if (now == next || (wanted != 0 && now == 0) || Clock::now() > deadline) continue;
      SmtModel candidate = found.model;
      candidate.values[v.id] = next;
      if (still(candidate)) break;
    }
  }
}

}  // namespace warpproof::equivalence
