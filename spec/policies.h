// Points where the documents are silent or disagree: each is a named policy with a default.
//
// `--policy NAME=VALUE` sets one. A policy with a single value is listed so that the choice is on record;
// naming any other value is an error. The table kPolicies is what `warpproof spec` prints.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warpproof::spec {

enum class ProgramPoint { AnyPoint, SamePoint };
enum class InactiveSource { Taint, Error };
enum class ShuffleOperand { ByLanguage, Error };
enum class UninitialisedArgument { ByLanguage, Taint };
enum class AlignedBarrier { OneSite, PerWarp, AnySite };
enum class DivergentBarrier { Error };
enum class DataRace { EqualValuesDowngraded, Error };
enum class SameAddressStore { Error, Warning };
enum class WarpBarrierMemory { Orders };
enum class ExitedMemory { Orders };
enum class AbsentLanes { Exited, Inactive };
enum class Activemask { AnySubset, AllAtPoint };
enum class MatchAllMask { Participants, MemberMask };
enum class DeviceAssert { Check, Assume, Ignore };
enum class Trap { Assume, Check, Ignore };
enum class Exited { Note, Error, Ignore };

struct Policies {
  ProgramPoint program_point = ProgramPoint::AnyPoint;
  InactiveSource inactive_source = InactiveSource::Taint;
  ShuffleOperand shuffle_operand = ShuffleOperand::ByLanguage;
  UninitialisedArgument uninitialised_argument = UninitialisedArgument::ByLanguage;
  AlignedBarrier aligned_barrier = AlignedBarrier::OneSite;
  DivergentBarrier divergent_barrier = DivergentBarrier::Error;
  DataRace data_race = DataRace::EqualValuesDowngraded;
  SameAddressStore same_address_store = SameAddressStore::Error;
  WarpBarrierMemory warp_barrier_memory = WarpBarrierMemory::Orders;
  ExitedMemory exited_memory = ExitedMemory::Orders;
  AbsentLanes absent_lanes = AbsentLanes::Exited;
  Activemask activemask = Activemask::AnySubset;
  MatchAllMask match_all_mask = MatchAllMask::Participants;
  DeviceAssert device_assert = DeviceAssert::Check;
  Trap trap = Trap::Assume;
  Exited exited = Exited::Note;
  bool operator==(const Policies&) const = default;
};

struct PolicyValue {
  std::string_view name;
  std::string_view meaning;
};

// One row: its name, the values in the order of the enum, what is at stake, and the texts. `get` and `set`
// move the value's index in `values` out of and into Policies.
struct PolicyInfo {
  std::string_view name;
  std::span<const PolicyValue> values;
  std::string_view explanation;
  std::string_view citation;
  std::size_t (*get)(const Policies&);
  void (*set)(Policies&, std::size_t);
};

namespace policy_values {
inline constexpr std::array<PolicyValue, 2> kProgramPoint = {{
    {"any-point", "the same operation and mask suffice on sm_70 and later; different points are noted"},
    {"same-point", "all lanes of a mask must arrive at one instruction, as on sm_6x"},
}};
inline constexpr std::array<PolicyValue, 2> kInactiveSource = {{
    {"taint", "the value is undefined; an error where it is used"},
    {"error", "an error at the read"},
}};
inline constexpr std::array<PolicyValue, 2> kShuffleOperand = {{
    {"by-language", "CUDA: error for a width, warning for a distance; PTX: total, as the manual defines it"},
    {"error", "an error in both languages"},
}};
inline constexpr std::array<PolicyValue, 2> kUninitialisedArgument = {{
    {"by-language", "CUDA: error; PTX: an unknown value, with a warning"},
    {"taint", "the value is undefined; an error where it is used"},
}};
inline constexpr std::array<PolicyValue, 3> kAlignedBarrier = {{
    {"one-site", "one blocking aligned site in a generation of a barrier"},
    {"per-warp", "one site for each warp; warps may differ"},
    {"any-site", "any sites"},
}};
inline constexpr std::array<PolicyValue, 1> kDivergentBarrier = {{
    {"error", "an error; the deadlock is shown where there is one"},
}};
inline constexpr std::array<PolicyValue, 2> kDataRace = {{
    {"equal-values-downgraded", "two stores of one value race with a warning only"},
    {"error", "every race is an error"},
}};
inline constexpr std::array<PolicyValue, 2> kSameAddressStore = {{
    {"error", "lanes that store different values are an error"},
    {"warning", "some lane's value stands, which one is unknown; a warning"},
}};
inline constexpr std::array<PolicyValue, 1> kWarpBarrierMemory = {{
    {"orders", "accesses before and after it are ordered among the lanes of its mask"},
}};
inline constexpr std::array<PolicyValue, 1> kExitedMemory = {{
    {"orders", "what a thread did before it exited is ordered before barriers that complete without it"},
}};
inline constexpr std::array<PolicyValue, 2> kAbsentLanes = {{
    {"exited", "lanes beyond the block's last thread count as exited"},
    {"inactive", "they count as lanes that never arrive"},
}};
inline constexpr std::array<PolicyValue, 2> kActivemask = {{
    {"any-subset", "any subset, of the lanes at the point, that contains the caller"},
    {"all-at-point", "all lanes at the point"},
}};
inline constexpr std::array<PolicyValue, 2> kMatchAllMask = {{
    {"participants", "the lanes of the mask that have not exited (PTX)"},
    {"member-mask", "the mask itself (newer CUDA guide)"},
}};
inline constexpr std::array<PolicyValue, 3> kDeviceAssert = {{
    {"check", "it must be proved, but for one that only reads parameters and launch values: that is assumed and listed"},
    {"assume", "assumed not to fail, and listed: an execution counts up to there"},
    {"ignore", "a thread that fails one stops there; others go on and are judged"},
}};
inline constexpr std::array<PolicyValue, 3> kTrap = {{
    {"assume", "assumed not to be reached, and listed: an execution counts up to there"},
    {"check", "an error where a thread can reach one"},
    {"ignore", "a thread that reaches one stops there; others go on and are judged"},
}};
inline constexpr std::array<PolicyValue, 3> kExited = {{
    {"note", "it is reported, and says nothing against a verdict"},
    {"error", "an error"},
    {"ignore", "it is not reported"},
}};
}  // namespace policy_values

// The two accessors of a row, from the member that holds it.
template <auto Member>
std::size_t get_policy(const Policies& p) {
  return static_cast<std::size_t>(p.*Member);
}
template <auto Member>
void set_policy_index(Policies& p, std::size_t index) {
  using Value = std::remove_reference_t<decltype(p.*Member)>;
  p.*Member = static_cast<Value>(index);
}

inline constexpr std::array<PolicyInfo, 16> kPolicies = {{
    {"program-point", policy_values::kProgramPoint,
     "Whether lanes may meet from different program points. The older guide calls an if/else with the same "
     "shuffle in "
     "both branches legal on sm_70, the newer one asks for one point; an H200 exchanged correctly.",
     "CUDA C++ Programming Guide 13.0, independent thread scheduling; newer CUDA Programming Guide 5.4.6.6",
     get_policy<&Policies::program_point>, set_policy_index<&Policies::program_point>},
    {"inactive-source", policy_values::kInactiveSource,
     "What a shuffle from a lane that has not arrived yields. All texts agree on an undefined value at "
     "least, so "
     "garbage that nobody uses is no error.",
     "PTX ISA 9.x 9.7.9.6; CUDA C++ Programming Guide 13.0, warp shuffle; NVIDIA Guidelines 2.1",
     get_policy<&Policies::inactive_source>, set_policy_index<&Policies::inactive_source>},
    {"shuffle-operand", policy_values::kShuffleOperand,
     "An illegal width or a distance of the warp size or more. CUDA gives an illegal width no meaning and "
     "says up and "
     "down never wrap; PTX cuts the operands to five bits and is total.",
     "CUDA C++ Programming Guide 13.0, warp shuffle; PTX ISA 9.x 9.7.9.6; NVIDIA Guidelines 2.2",
     get_policy<&Policies::shuffle_operand>, set_policy_index<&Policies::shuffle_operand>},
    {"uninitialised-argument", policy_values::kUninitialisedArgument,
     "Passing an uninitialised variable to an intrinsic is undefined in C++; a PTX register holds some "
     "value. "
     "Compilers exploit the former.",
     "C++ standard, indeterminate values; PTX ISA 9.x, state space .reg",
     get_policy<&Policies::uninitialised_argument>, set_policy_index<&Policies::uninitialised_argument>},
    {"aligned-barrier", policy_values::kAlignedBarrier,
     "From how many sites one generation of an aligned barrier may be reached.",
     "PTX ISA 9.x 9.7.13.1 (.aligned: all threads of the warp execute the same instruction)",
     get_policy<&Policies::aligned_barrier>, set_policy_index<&Policies::aligned_barrier>},
    {"divergent-barrier", policy_values::kDivergentBarrier,
     "A block barrier under a condition that threads evaluate differently: undefined in one text, likely to "
     "hang in "
     "another; an H200 ran such kernels to their end.",
     "newer CUDA Programming Guide; CUDA C++ Programming Guide 13.0, __syncthreads; NVIDIA Guidelines 1.14",
     get_policy<&Policies::divergent_barrier>, set_policy_index<&Policies::divergent_barrier>},
    {"data-race", policy_values::kDataRace,
     "Whether two unordered stores of the same value are as bad as any race. No text exempts them, but common code "
     "relies on it; the default warns.",
     "PTX ISA 9.x 8.7.1; newer CUDA Programming Guide, memory model", get_policy<&Policies::data_race>,
     set_policy_index<&Policies::data_race>},
    {"same-address-store", policy_values::kSameAddressStore,
     "Two lanes of one store instruction write different values to one address. The texts promise one write "
     "and leave open whose; documented bugs are of that kind (MLIR #221532, punica #51, slang #10784). Equal "
     "values are no finding.",
     "CUDA C++ Programming Guide 13.0, SIMT architecture, notes", get_policy<&Policies::same_address_store>,
     set_policy_index<&Policies::same_address_store>},
    {"warp-barrier-memory", policy_values::kWarpBarrierMemory,
     "bar.warp.sync orders memory among its lanes; shuffles, votes, matches and reductions do not.",
     "PTX ISA 9.x, bar.warp.sync; CUDA C++ Programming Guide 13.0, __syncwarp",
     get_policy<&Policies::warp_barrier_memory>, set_policy_index<&Policies::warp_barrier_memory>},
    {"exited-memory", policy_values::kExitedMemory,
     "Whether a barrier that no longer waits for a thread, as it has exited, orders what it did. The texts "
     "let the thread count as arrived and say nothing of its accesses; code that returns early relies on it.",
     "PTX ISA 9.x 9.7.13.1; CUDA C++ Programming Guide 13.0, __syncthreads; inference",
     get_policy<&Policies::exited_memory>, set_policy_index<&Policies::exited_memory>},
    {"absent-lanes", policy_values::kAbsentLanes,
     "What the lanes of a partial last warp are that no thread fills. No text says; an H200 treats them like "
     "exited "
     "lanes.",
     "inference; measured on an H200", get_policy<&Policies::absent_lanes>,
     set_policy_index<&Policies::absent_lanes>},
    {"activemask", policy_values::kActivemask,
     "Which lanes an activemask reports. The guide promises neither all lanes of the branch nor persistence.",
     "newer CUDA Programming Guide 5.4; PTX ISA 9.x, activemask", get_policy<&Policies::activemask>,
     set_policy_index<&Policies::activemask>},
    {"match-all-mask", policy_values::kMatchAllMask,
     "The mask that match.all returns when lanes of the member mask have exited. An H200 returned the "
     "participants.",
     "PTX ISA 9.x, match.sync; newer CUDA Programming Guide 5.4", get_policy<&Policies::match_all_mask>,
     set_policy_index<&Policies::match_all_mask>},
    {"assert", policy_values::kDeviceAssert,
     "What to do about a device assert(). One at the head of a kernel states what its author takes for granted of "
     "the launch; any other has to be proved. A failing one ends the launch with an error.",
     "CUDA C++ Programming Guide 13.0, assertion", get_policy<&Policies::device_assert>,
     set_policy_index<&Policies::device_assert>},
    {"trap", policy_values::kTrap,
     "What to do about __trap(), which ends the launch with an error on purpose. A run (warpproof run) that "
     "reaches one reports it.",
     "CUDA C++ Programming Guide 13.0, trap function; PTX ISA 9.x, trap", get_policy<&Policies::trap>,
     set_policy_index<&Policies::trap>},
    {"exited", policy_values::kExited,
     "A collective or a barrier that completes without threads it names, as they have exited (mask.exited, "
     "barrier.exited). Documented, and works as long as nothing comes after it for those threads.",
     "PTX ISA 9.x 9.7.9.6, 9.7.13.1; CUDA C++ Programming Guide 13.0, warp functions, __syncthreads",
     get_policy<&Policies::exited>, set_policy_index<&Policies::exited>},
}};

inline const PolicyInfo* find_policy(std::string_view name) {
  for (const PolicyInfo& row : kPolicies) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// Name of the value that `policies` holds in this row.
inline std::string_view policy_value(const PolicyInfo& row, const Policies& policies) {
  return row.values[row.get(policies)].name;
}

// Applies "NAME=VALUE". Returns nothing on success, else a message that lists what would have been accepted;
// `policies` is then unchanged.
inline std::optional<std::string> apply_policy(Policies& policies, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) {
    return "policy '" + std::string(setting) + "' needs a value: NAME=VALUE";
  }
  const std::string_view name = setting.substr(0, equals);
  const std::string_view value = setting.substr(equals + 1);
  const PolicyInfo* row = find_policy(name);
  if (row == nullptr) {
    std::string message = "no policy '" + std::string(name) + "'; policies are";
    for (const PolicyInfo& known_row : kPolicies) message += " " + std::string(known_row.name);
    return message;
  }
  for (std::size_t i = 0; i < row->values.size(); ++i) {
    if (row->values[i].name == value) {
      row->set(policies, i);
      return std::nullopt;
    }
  }
  std::string message =
      "policy " + std::string(name) + " has no value '" + std::string(value) + "'; values are";
  for (const PolicyValue& known_value : row->values) message += " " + std::string(known_value.name);
  return message;
}

// "program-point=any-point inactive-source=taint ..", in table order.
inline std::string print_policies(const Policies& policies) {
  std::string text;
  for (const PolicyInfo& row : kPolicies) {
    if (!text.empty()) text += ' ';
    text += std::string(row.name) + "=" + std::string(policy_value(row, policies));
  }
  return text;
}

}  // namespace warpproof::spec
