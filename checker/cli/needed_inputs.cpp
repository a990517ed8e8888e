#include "checker/cli/needed_inputs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "checker/cli/element_of.h"
#include "checker/cli/parameter_types.h"
#include "checker/cli/rerun_words.h"
#include "checker/cli/source_words.h"
#include "checker/cli/typed_inputs.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/launch/assumptions.h"
#include "src/machine/address_map.h"

namespace warpproof::cli {
namespace {

constexpr std::uint64_t kMostSteps = 1'000'000;  // warp instructions, in all runs for a kernel
constexpr std::size_t kFilledBytes = std::size_t{1} << 14;  // of a buffer without a size
constexpr std::size_t kWord = 4, kSlot = 8;

// Round: what 2 to 8, 10, 12, 15, 16, 32 and the like divide, as none of the others but 0 is. RoundShort: likewise, but for 7; loops
// to it are short.
enum class Value { Zero, One, Largest, MinusOne, Round, RoundShort };
constexpr std::array kValues = {Value::Zero, Value::One, Value::Largest, Value::MinusOne, Value::Round, Value::RoundShort};

// What words become.
struct Words {
  enum class Kind { Integer, Bool, Float } kind = Kind::Integer;
  std::size_t bytes = kWord;

  std::uint64_t bits(Value value) const {
    if (value == Value::Zero) return 0;
    if (kind == Kind::Bool || (kind == Kind::Integer && value == Value::One)) return 1;
    if (kind == Kind::Integer && value == Value::Round) return bytes == 1 ? 120 : bytes == 2 ? 0x6900 : 0x1a400;
    if (kind == Kind::Integer && value == Value::RoundShort) return bytes == 1 ? 60 : 3840;
    if (value == Value::Round || value == Value::RoundShort) value = Value::One;
    if (value == Value::MinusOne) return kind == Kind::Integer ? ~std::uint64_t{0} : bytes == 8 ? 0xbff0000000000000 : 0xbf800000;
    if (kind == Kind::Integer) return bytes == 1 ? 0x7f : bytes == 2 ? 0x7fff : 0x7fffffff;
    const bool one = value == Value::One;
    if (bytes == 8) return one ? 0x3ff0000000000000 : 0x7fefffffffffffff;
    return one ? 0x3f800000 : 0x7f7fffff;
  }
};

Words words_of(const std::optional<ElementOf>& element, std::size_t bytes) {
  if (!element || element->bytes != bytes) return {Words::Kind::Integer, bytes};
  return {element->kind == ElementOf::Kind::Float  ? Words::Kind::Float
          : element->kind == ElementOf::Kind::Bool ? Words::Kind::Bool
                                                   : Words::Kind::Integer,
          bytes};
}

bool is_zero(const std::vector<std::uint8_t>& bytes, std::size_t from, std::size_t count) {
  for (std::size_t i = from; i < std::min(from + count, bytes.size()); ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint64_t value, std::size_t count) {
  std::memcpy(bytes.data() + at, &value, std::min({count, sizeof value, bytes.size() - at}));
}

// Something that may be set to other values.
struct Part {
  enum class Kind { Number, Structure, Memory } kind = Kind::Memory;
  std::uint32_t parameter = 0;
  std::string argument;  // as it is in the command
};

// One run of findings, and variations of it.
class Variations {
 public:
  Variations(const Selected& kernel, const launch::Assumptions& assumptions, Rerun run, std::uint64_t& steps)
      : kernel_(kernel), assumptions_(assumptions), run_(std::move(run)), steps_(steps) {
    find_parts();
    base_ = result_of(run_.inputs);
  }

  // Nothing where the run does not show the finding, or no run is left.
  std::optional<NeededInputs> needed_of(const report::Finding& f) {
    if (!base_ || !shows(*base_, f)) return std::nullopt;
    NeededInputs out;
    std::vector<const Part*> free;
    for (const Part& part : parts_) {
      if (part.kind == Part::Kind::Memory || !is_free({&part}, f)) continue;
      free.push_back(&part);
    }
    if (free.size() > 1 && !is_free(free, f)) free.clear();
    for (const Part* part : free) out.not_needed.insert(part->argument);
    std::vector<const Part*> all = free;
    for (const Part& part : parts_) {
      if (part.kind == Part::Kind::Memory) all.push_back(&part);
    }
    out.zeros_of_memory = all.size() > free.size() && !is_free(all, f);
    if (is_over_) return std::nullopt;
    return out;
  }

 private:
  // In the order of the parameters, without what single threads of a device function are given.
  void find_parts() {
    std::set<std::string> of_threads;
    for (const std::string& argument : run_.arguments.arguments) {
      const std::string name = argument.substr(0, argument.find('='));
      if (const std::size_t at = name.find('@'); at != std::string::npos) of_threads.insert(name.substr(0, at));
    }
    std::uint32_t index = 0;
    for (const std::string& argument : run_.arguments.arguments) {
      const std::size_t equals = argument.find('=');
      if (equals == std::string::npos || argument.find('@') < equals) continue;
      const std::uint32_t i = index++;
      if (i >= run_.inputs.params.size() || of_threads.contains(argument.substr(0, equals))) continue;
      const std::string_view value = std::string_view(argument).substr(equals + 1);
      if (value.starts_with("cells:")) parts_.push_back({Part::Kind::Memory, i, argument});
      else if (value.starts_with("bytes:") && has_free_zeros(run_.inputs.params[i])) parts_.push_back({Part::Kind::Structure, i, argument});
      else if (!value.starts_with("bytes:") && !is_pointer(i)) parts_.push_back({Part::Kind::Number, i, argument});
    }
  }

  bool is_pointer(std::uint32_t i) const {
    const auto& types = kernel_.candidate->parameter_types;
    return (i < types.size() && is_pointer_type(types[i])) ||
           classify(number(run_.inputs.params[i])).allocation != kNoAllocation;
  }
  static std::uint64_t number(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
  }

  // Words that are 0 next to others may be halves of an address: all that are 0 have to be in slots that are.
  static bool has_free_zeros(const std::vector<std::uint8_t>& bytes) {
    bool some = false;
    for (std::size_t at = 0; at < bytes.size(); at += kSlot) {
      if (is_zero(bytes, at, kSlot)) some = true;
      else if (is_zero(bytes, at, kWord) || (at + kWord < bytes.size() && is_zero(bytes, at + kWord, kWord))) return false;
    }
    return some;
  }

  std::optional<ElementOf> element_of_parameter(std::uint32_t i, bool behind_pointer) const {
    const auto& types = kernel_.candidate->parameter_types;
    if (i < types.size() && !types[i].empty()) {
      const std::string& type = types[i];
      return element_of(behind_pointer ? type.substr(0, type.rfind('*')) : type);
    }
    const Variable& variable = kernel_.input->program.variables[kernel_.function().parameters[i]];
    if (behind_pointer || !is_float(variable.element)) return std::nullopt;
    return ElementOf{ElementOf::Kind::Float, static_cast<unsigned>(variable.size), 1};
  }

  void set(RunInputs& inputs, const Part& part, Value value) const {
    const std::uint32_t i = part.parameter;
    if (part.kind == Part::Kind::Memory) return fill(inputs, i, value);
    const auto change = [&](std::vector<std::uint8_t>& bytes) {
      if (part.kind == Part::Kind::Number) return put(bytes, 0, words_of(element_of_parameter(i, false), bytes.size()).bits(value), bytes.size());
      for (std::size_t at = 0; at < bytes.size(); at += kSlot) {
        if (!is_zero(run_.inputs.params[i], at, kSlot)) continue;
        for (std::size_t word = at; word < std::min(at + kSlot, bytes.size()); word += kWord) put(bytes, word, Words{}.bits(value), kWord);
      }
    };
    change(inputs.params[i]);
    for (auto& of_lane : inputs.per_lane_params) change(of_lane[i]);
  }

  // Below what the run has there, which stays.
  void fill(RunInputs& inputs, std::uint32_t i, Value value) const {
    const std::uint64_t extent = inputs.extents && i < inputs.extents->size() ? (*inputs.extents)[i] : kUnknownExtent;
    const auto element = element_of_parameter(i, true);
    const Words words = words_of(element, element ? element->bytes : kWord);
    MemoryCells cells{i, 0, std::vector<std::uint8_t>(std::min<std::uint64_t>(extent, kFilledBytes))};
    for (std::size_t at = 0; at < cells.bytes.size(); at += words.bytes) put(cells.bytes, at, words.bits(value), words.bytes);
    for (const MemoryCells& known : run_.inputs.memory) {
      if (known.allocation != i) continue;
      for (std::size_t b = 0; b < known.bytes.size(); ++b) {
        if (known.bytes[b] != 0 && known.offset + b < cells.bytes.size()) cells.bytes[known.offset + b] = known.bytes[b];
      }
    }
    inputs.memory.push_back(std::move(cells));
  }

  // The finding stays with each value that keeps the conditions and with which the run ends, and there is one.
  bool is_free(const std::vector<const Part*>& parts, const report::Finding& f) {
    const bool is_number = parts.size() == 1 && parts.front()->kind == Part::Kind::Number;
    bool some = false;
    for (const Value value : kValues) {
      if (value == Value::Zero && !is_number) continue;
      RunInputs inputs = run_.inputs;
      for (const Part* part : parts) set(inputs, *part, value);
      if (is_number && inputs.params == run_.inputs.params) continue;
      if (!assumptions_.empty() && !counterexample::satisfies(assumptions_, inputs, run_.launch)) continue;
      const auto result = kept_result_of(parts, value, inputs);
      if (!result) return false;
      if (shows(*result, f)) some = true;
      // A loop that counts to the largest number is not run to its end.
      else if (!result->run.outside_assumptions && result->run.outcome != RunResult::Outcome::Unknown) return false;
    }
    return some;
  }

  using Result = Evaluator::GridResult;

  // Findings of one run ask for the same variations.
  const Result* kept_result_of(const std::vector<const Part*>& parts, Value value, const RunInputs& inputs) {
    const auto key = std::pair(parts, value);
    const auto it = results_.find(key);
    if (it != results_.end()) return it->second ? &*it->second : nullptr;
    auto& out = results_[key] = result_of(inputs);
    return out ? &*out : nullptr;
  }

  std::optional<Result> result_of(const RunInputs& inputs) {
    if (is_over_ || steps_ == 0) {
      is_over_ = true;
      return std::nullopt;
    }
    Rerun again{run_.arguments, run_.launch, inputs};
    RunOptions options;
    // More than the run itself had: what is needed may be that a loop ends.
    options.max_steps = std::min(steps_, base_ ? 4 * base_->run.steps + 10'000 : steps_);
    Result out = run_again(kernel_, again, options);
    steps_ -= std::min(steps_, out.run.steps);
    return out;
  }

  bool shows(const Result& result, const report::Finding& f) { return finding_in(kernel_, result.run, f, lines_).has_value(); }

  const Selected& kernel_;
  const launch::Assumptions& assumptions_;
  const Rerun run_;
  std::uint64_t& steps_;  // that are left
  std::vector<Part> parts_;
  std::optional<Result> base_;
  std::map<std::pair<std::vector<const Part*>, Value>, std::optional<Result>> results_;
  counterexample::SourceLines lines_;
  bool is_over_ = false;
};

}  // namespace

void keep_needed_inputs(const Selected& kernel, const std::vector<launch::Condition>& conditions, report::Kernel& result) {
  if (result.findings.empty()) return;
  const launch::Assumptions assumptions(conditions, {}, 32);
  const ParameterWords words{kernel.candidate->parameter_names, kernel.candidate->parameter_types};
  const ElementNames elements = element_names_of(kernel);
  std::map<std::vector<std::string>, std::unique_ptr<Variations>> runs;  // null: cannot be made again
  std::uint64_t steps = kMostSteps;
  for (report::Finding& f : result.findings) {
    if (f.rerun.empty()) continue;
    try {
      const auto [it, fresh] = runs.try_emplace(f.rerun);
      if (fresh) {
        if (auto rerun = rerun_of(kernel, f.rerun)) it->second = std::make_unique<Variations>(kernel, assumptions, std::move(*rerun), steps);
      }
      if (it->second == nullptr) continue;
      if (const auto needed = it->second->needed_of(f)) f.inputs = typed_inputs(f.rerun, words, elements, &*needed);
    } catch (const std::exception&) {
      // What cannot be run again stays as it is.
    }
  }
}

}  // namespace warpproof::cli
