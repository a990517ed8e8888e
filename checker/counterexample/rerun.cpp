#include "checker/counterexample/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>

#include "spec/policies.h"
#include "src/machine/address_map.h"
#include "src/program/print.h"

namespace warpproof::counterexample {

namespace {

constexpr std::size_t kZerosWithin = 8;  // fewer are written out between bytes that are not 0

using Bytes = std::map<std::uint64_t, std::uint8_t>;

std::string hex(const std::uint8_t* data, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += fmt::format("{:02x}", data[i]);
  return out;
}

std::uint64_t number(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min<std::size_t>(8, bytes.size()));
  return value;
}

class Words {
 public:
  Words(const Program& program, const Replay& replay, const std::vector<std::string>& names)
      : program_(program), replay_(replay), names_(names), root_(program.functions[replay.root]) {
    for (const MemoryCells& cells : replay.inputs.memory) {
      Bytes& bytes = memory_[cells.allocation];
      for (std::size_t i = 0; i < cells.bytes.size(); ++i) bytes[cells.offset + i] = cells.bytes[i];
    }
  }

  std::vector<std::string> all() {
    launch();
    policies();
    root_.is_entry ? parameters() : parameters_of_lanes();
    memory();
    hardware();
    if (is_unsized_) out_.emplace_back("--unsized");
    return std::move(out_);
  }

 private:
  void add(std::string option, std::string value) {
    out_.push_back(std::move(option));
    out_.push_back(std::move(value));
  }

  static std::string shape(const std::array<std::uint32_t, 3>& s) {
    if (s[2] != 1) return fmt::format("{},{},{}", s[0], s[1], s[2]);
    return s[1] != 1 ? fmt::format("{},{}", s[0], s[1]) : fmt::format("{}", s[0]);
  }

  void launch() {
    const Launch launch = replay_.reported_launch(program_);
    add("--block", shape(launch.block));
    add("--grid", shape(launch.grid));
    // Other blocks would run too, each with clocks and groups of its own.
    if (!replay_.whole_grid && launch.grid != std::array<std::uint32_t, 3>{1, 1, 1})
      add("--block-index", fmt::format("{},{},{}", launch.ctaid[0], launch.ctaid[1], launch.ctaid[2]));
    if (launch.dynamic_shared != 0) add("--dynamic-shared", std::to_string(launch.dynamic_shared));
    add("--target", fmt::format("sm_{}", launch.target_sm));
    if (replay_.schedule) add("--schedule", fmt::format("random:{}", *replay_.schedule));
  }

  void policies() {
    spec::Policies usual;
    if (has_trap()) usual.trap = spec::Trap::Check;  // of `run`
    for (const spec::PolicyInfo& policy : spec::kPolicies) {
      const std::size_t value = policy.get(replay_.launch.policies);
      if (value != policy.get(usual))
        add("--policy", fmt::format("{}={}", policy.name, policy.values[value].name));
    }
  }

  bool has_trap() const {
    return std::any_of(program_.functions.begin(), program_.functions.end(), [](const Function& f) {
      return std::any_of(f.code.begin(), f.code.end(), [](const Instruction& in) { return in.op == Opcode::Trap; });
    });
  }

  // As `run` finds the parameter: by its name in the source, else by its number.
  std::string name(std::uint32_t i) const {
    const auto is_word = [](const std::string& text) {
      return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
             std::all_of(text.begin(), text.end(),
                         [](unsigned char c) { return c < 0x80 && (std::isalnum(c) != 0 || c == '_'); });
    };
    return i < names_.size() && is_word(names_[i]) && std::count(names_.begin(), names_.end(), names_[i]) == 1
               ? names_[i]
               : std::to_string(i);
  }

  std::string value(std::uint32_t i, std::vector<std::uint8_t> bytes) {
    const Variable& variable = program_.variables[root_.parameters[i]];
    bytes.resize(variable.size);
    if (variable.size == 8 && variable.holds != Variable::Holds::Number && number(bytes) == allocation_base(i))
      return buffer(i);
    const bool plain = variable.size == 1 || variable.size == 2 || variable.size == 4 || variable.size == 8;
    is_unsized_ = is_unsized_ || !plain || classify(number(bytes)).allocation != kNoAllocation;
    if (!plain) return "bytes:" + hex(bytes.data(), bytes.size());
    if (is_float(variable.element)) return fmt::format("0x{:x}", number(bytes));
    const int shift = 64 - 8 * static_cast<int>(variable.size);
    return fmt::format("{}", static_cast<std::int64_t>(number(bytes) << shift) >> shift);
  }

  std::string buffer(std::uint32_t i) {
    const auto& extents = replay_.inputs.extents;
    const bool is_sized = extents && i < extents->size() && (*extents)[i] != kUnknownExtent;
    std::string out = fmt::format("cells:{}:", is_sized ? std::to_string((*extents)[i]) : "any");
    const auto known = memory_.find(i);
    if (known == memory_.end()) return out;
    bool first = true;
    for (const auto& [offset, bytes] : runs(known->second, true)) {
      out += fmt::format("{}{}={}", first ? "" : ",", offset, hex(bytes.data(), bytes.size()));
      first = false;
    }
    memory_.erase(known);
    return out;
  }

  // Bytes that stand next to each other, by the offset of the first; what is 0 is left out where that is said by
  // leaving it out.
  static std::map<std::uint64_t, std::vector<std::uint8_t>> runs(const Bytes& all, bool zeros_are_usual) {
    std::map<std::uint64_t, std::vector<std::uint8_t>> out;
    std::uint64_t start = 0;
    for (const auto& [offset, byte] : all) {
      if (zeros_are_usual && byte == 0) continue;
      const std::uint64_t end = out.empty() ? 0 : start + out[start].size();
      const bool goes_on = !out.empty() && (offset == end || (zeros_are_usual && offset - end < kZerosWithin));
      if (!goes_on) start = offset;
      out[start].resize(offset - start);
      out[start].push_back(byte);
    }
    return out;
  }

  void parameters() {
    for (std::uint32_t i = 0; i < root_.parameters.size(); ++i) {
      const auto& given = replay_.inputs.params;
      add("--arg", name(i) + "=" + value(i, i < given.size() ? given[i] : std::vector<std::uint8_t>()));
    }
  }

  // The first lane's for all, and those of others that differ.
  void parameters_of_lanes() {
    const auto& lanes = replay_.inputs.per_lane_params;
    for (std::uint32_t i = 0; i < root_.parameters.size(); ++i) {
      const auto of = [&](std::size_t t) {
        auto bytes = t < lanes.size() && i < lanes[t].size() ? lanes[t][i] : std::vector<std::uint8_t>();
        bytes.resize(program_.variables[root_.parameters[i]].size);
        return bytes;
      };
      add("--arg", name(i) + "=" + value(i, of(0)));
      for (std::size_t t = 1; t < lanes.size(); ++t) {
        if (of(t) == of(0)) continue;
        const auto bytes = of(t);
        is_unsized_ = true;
        add("--arg", fmt::format("{}@{}=bytes:{}", name(i), t, hex(bytes.data(), bytes.size())));
      }
    }
  }

  // What no parameter's buffer holds. Variables of the module begin with what they were initialised with.
  void memory() {
    is_unsized_ = is_unsized_ || !memory_.empty();
    for (const auto& [allocation, bytes] : memory_) {
      for (const auto& [offset, run] : runs(bytes, false)) {
        add("--bytes", fmt::format("0x{:x}={}", allocation_base(allocation) + offset, hex(run.data(), run.size())));
      }
    }
  }

  void hardware() {
    for (const auto& [which, value] : replay_.inputs.block_specials) {
      if (value == 0) continue;
      add("--register", fmt::format("{}[{}]={}", name_of(which.first).substr(1), which.second, value));
    }
    for (const auto& [thread, values] : replay_.inputs.clocks)
      add("--clock", fmt::format("{}={}", thread, fmt::join(values, ",")));
    const auto& groups = replay_.inputs.activemask_groups;
    for (std::size_t w = 0; w < groups.size(); ++w) {
      std::string text;
      for (std::size_t n = 0; n < groups[w].size() && n < replay_.result.activemasks.at(w); ++n)
        text += (n == 0 ? "" : ",") + hex(groups[w][n].data(), groups[w][n].size());
      if (!text.empty()) add("--activemask", fmt::format("{}={}", w, text));
    }
  }

  const Program& program_;
  const Replay& replay_;
  const std::vector<std::string>& names_;
  const Function& root_;
  std::map<std::uint32_t, Bytes> memory_;  // by allocation; what is reported already is taken out
  bool is_unsized_ = false;                // memory is accessed that no --arg gives the size of
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> rerun_options(const Program& program, const Replay& replay,
                                       const std::vector<std::string>& parameter_names) {
  if (replay.launch.warp_size != 32) return {};
  return Words(program, replay, parameter_names).all();
}

}  // namespace warpproof::counterexample
