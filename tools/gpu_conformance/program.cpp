#include "tools/gpu_conformance/program.h"

#include <charconv>

#include "tools/gpu_conformance/families.h"

namespace warpproof::conformance {
namespace {

constexpr char kLetters[] = {'t', 'f', 'a', 'r'};

}  // namespace

std::uint64_t programs_of(Kind kind) {
  switch (kind) {
    case Kind::Table:
      return table_count();
    case Kind::Form:
      return form_count();
    case Kind::Approximation:
      return approximation_count();
    case Kind::Random:
      break;
  }
  return ~std::uint64_t{0};
}

ConformanceProgram make_program(ProgramId id) {
  switch (id.kind) {
    case Kind::Table:
      return table_program(id.number);
    case Kind::Form:
    case Kind::Approximation:
      return form_program(id);
    case Kind::Random:
      break;
  }
  return random_program(id.number);
}

std::string name(ProgramId id) { return kLetters[static_cast<int>(id.kind)] + std::to_string(id.number); }

std::optional<ProgramId> find_program(const std::string& name) {
  for (const Kind kind : {Kind::Table, Kind::Form, Kind::Approximation, Kind::Random}) {
    if (name.size() < 2 || name[0] != kLetters[static_cast<int>(kind)]) continue;
    ProgramId id{kind, 0};
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + 1, end, id.number);
    if (error == std::errc{} && stop == end && id.number < programs_of(kind)) return id;
  }
  return std::nullopt;
}

std::vector<ProgramId> program_list(std::uint64_t random) {
  std::vector<ProgramId> out;
  for (const Kind kind : {Kind::Table, Kind::Form, Kind::Approximation, Kind::Random}) {
    const std::uint64_t n = kind == Kind::Random ? random : programs_of(kind);
    for (std::uint64_t i = 0; i < n; ++i) out.push_back({kind, i});
  }
  return out;
}

std::uint64_t digest(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) hash = (hash ^ (word >> (8 * i) & 0xff)) * 0x100000001b3ull;
  }
  return hash;
}

}  // namespace warpproof::conformance
