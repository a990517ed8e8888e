#include "src/program/specials.h"

#include <array>
#include <unordered_map>

namespace warpproof::lowering {
namespace {

const std::unordered_map<std::string_view, SpecialRegister>& scalars() {
  static const std::unordered_map<std::string_view, SpecialRegister> kTable = {
      {"%laneid", {Special::LaneId, 32}},
      {"%warpid", {Special::WarpId, 32}},
      {"%nwarpid", {Special::NWarpId, 32}},
      {"%smid", {Special::SmId, 32}},
      {"%nsmid", {Special::NSmId, 32}},
      {"%gridid", {Special::GridId, 64}},
      {"%lanemask_eq", {Special::LanemaskEq, 32}},
      {"%lanemask_lt", {Special::LanemaskLt, 32}},
      {"%lanemask_le", {Special::LanemaskLe, 32}},
      {"%lanemask_gt", {Special::LanemaskGt, 32}},
      {"%lanemask_ge", {Special::LanemaskGe, 32}},
      {"%clock", {Special::Clock, 32}},
      {"%clock_hi", {Special::ClockHi, 32}},
      {"%clock64", {Special::Clock64, 64}},
      {"%globaltimer", {Special::GlobalTimer, 64}},
      {"%globaltimer_lo", {Special::GlobalTimerLo, 32}},
      {"%globaltimer_hi", {Special::GlobalTimerHi, 32}},
      {"%dynamic_smem_size", {Special::DynamicSmemSize, 32}},
      {"%warpproof_block_rank", {Special::BlockRank, 32}},
      {"%warpproof_block_threads", {Special::BlockThreads, 32}},
      {"%total_smem_size", {Special::TotalSmemSize, 32}},
      {"%aggr_smem_size", {Special::Other, 32, false, 0}},
      {"%cluster_ctarank", {Special::Other, 32, false, 1}},
      {"%cluster_nctarank", {Special::Other, 32, false, 2}},
      {"%is_explicit_cluster", {Special::Other, 1, false, 3}},
      {"%current_graph_exec", {Special::Other, 64, false, 4}},
      {"%reserved_smem_offset_begin", {Special::Other, 32, false, 5}},
      {"%reserved_smem_offset_end", {Special::Other, 32, false, 6}},
      {"%reserved_smem_offset_cap", {Special::Other, 32, false, 7}},
  };
  return kTable;
}

struct VectorSpecial {
  std::string_view name;
  Special x;  // .y and .z follow, except for Other
  std::uint32_t number = 0;
};
constexpr std::array kVectors = {
    VectorSpecial{"%tid", Special::TidX},
    VectorSpecial{"%ntid", Special::NtidX},
    VectorSpecial{"%ctaid", Special::CtaidX},
    VectorSpecial{"%nctaid", Special::NctaidX},
    VectorSpecial{"%clusterid", Special::Other, 8},
    VectorSpecial{"%nclusterid", Special::Other, 12},
    VectorSpecial{"%cluster_ctaid", Special::Other, 16},
    VectorSpecial{"%cluster_nctaid", Special::Other, 20},
};

// %envreg0 .. %envreg31, %pm0 .. %pm7, %pm0_64 ..., %reserved_smem_offset_0 and _1.
std::optional<SpecialRegister> find_numbered(std::string_view name) {
  const auto number = [&](std::string_view prefix, std::string_view suffix) -> std::optional<std::uint32_t> {
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
    const std::size_t n = name.size() - prefix.size() - suffix.size();
    if (name.size() < prefix.size() + suffix.size() || n < 1 || n > 2) return std::nullopt;
    std::uint32_t out = 0;
    for (const char c : name.substr(prefix.size(), n)) {
      if (c < '0' || c > '9') return std::nullopt;
      out = 10 * out + static_cast<std::uint32_t>(c - '0');
    }
    return out;
  };
  if (const auto n = number("%envreg", "")) return SpecialRegister{Special::Envreg, 32, false, *n};
  if (const auto n = number("%reserved_smem_offset_", ""))
    return SpecialRegister{Special::Other, 32, false, 100 + *n};
  if (const auto n = number("%pm", "_64")) return SpecialRegister{Special::PerformanceCounter64, 64, false, *n};
  if (const auto n = number("%pm", "")) return SpecialRegister{Special::PerformanceCounter, 32, false, *n};
  return std::nullopt;
}

}  // namespace

std::optional<SpecialRegister> find_special(std::string_view name) {
  if (const auto it = scalars().find(name); it != scalars().end()) return it->second;
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return find_numbered(name);
  const std::string_view component = name.substr(dot + 1);
  if (component.size() != 1) return std::nullopt;
  const std::size_t which = std::string_view("xyzw").find(component[0]);
  if (which == std::string_view::npos) return std::nullopt;
  for (const VectorSpecial& v : kVectors) {
    if (name.substr(0, dot) != v.name) continue;
    if (which == 3) return SpecialRegister{v.x, 32, true};
    if (v.x == Special::Other)
      return SpecialRegister{Special::Other, 32, false, v.number + static_cast<std::uint32_t>(which)};
    return SpecialRegister{static_cast<Special>(static_cast<int>(v.x) + static_cast<int>(which)), 32};
  }
  return std::nullopt;
}

}  // namespace warpproof::lowering
