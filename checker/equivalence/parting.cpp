#include "checker/equivalence/parting.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "src/machine/collective.h"

namespace warpproof::equivalence {

namespace {

std::vector<const TraceStep*> fires(const RunResult& run) {
  std::vector<const TraceStep*> out;
  for (const TraceStep& s : run.trace) {
    if (s.kind == TraceStep::Kind::Fire) out.push_back(&s);
  }
  return out;
}

std::string name(const Side& side, const TraceStep& s) {
  return operation_name(side.program->functions[s.function].code[s.instruction]);
}

}  // namespace

std::string value_text(std::uint64_t value, int bytes, bool floats) {
  if (floats && bytes == 4)
    return fmt::format("{:.9g} (0x{:08x})", std::bit_cast<float>(static_cast<std::uint32_t>(value)), value);
  if (floats && bytes == 8) return fmt::format("{:.17g} (0x{:016x})", std::bit_cast<double>(value), value);
  const int bits = 8 * bytes;
  const auto sign = 1ull << (bits - 1);
  const auto as_signed = static_cast<std::int64_t>((value ^ sign) - sign);
  return bits < 64 && (value & sign) == 0 ? fmt::format("{}", value)
         : as_signed < 0                  ? fmt::format("{} (0x{:x})", as_signed, value)
                                          : fmt::format("{}", value);
}

void find_parting(const Side& side_a, const RunResult& run_a, const Side& side_b, const RunResult& run_b,
                  bool floats, counterexample::SourceLines& lines, Difference& out) {
  const auto a = fires(run_a), b = fires(run_b);
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const TraceStep &x = *a[i], &y = *b[i];
    const bool same_operation =
        name(side_a, x) == name(side_b, y) && x.lanes == y.lanes && x.mask == y.mask && x.warp == y.warp;
    if (same_operation && x.values == y.values) continue;
    out.parting_a = counterexample::source_place(*side_a.program, x.place, lines);
    out.parting_b = counterexample::source_place(*side_b.program, y.place, lines);
    out.parting = fmt::format("collective {}: {} in {}, {} in {}", i + 1, name(side_a, x), side_a.name,
                              name(side_b, y), side_b.name);
    for (std::size_t l = 0; same_operation && l < std::min(x.values.size(), y.values.size()); ++l) {
      if (x.values[l] == y.values[l]) continue;
      out.parting += fmt::format("; lane {} of warp {} gets {} and {}", l, x.warp,
                                 value_text(x.values[l], 4, floats), value_text(y.values[l], 4, floats));
      break;
    }
    return;
  }
  if (a.size() == b.size()) return;
  const bool a_more = a.size() > b.size();
  const TraceStep& extra = a_more ? *a[b.size()] : *b[a.size()];
  const Side& longer = a_more ? side_a : side_b;
  out.parting = fmt::format("collective {}: {} in {}, none in {}", std::min(a.size(), b.size()) + 1,
                            name(longer, extra), longer.name, (a_more ? side_b : side_a).name);
  (a_more ? out.parting_a : out.parting_b) =
      counterexample::source_place(*longer.program, extra.place, lines);
}

}  // namespace warpproof::equivalence
