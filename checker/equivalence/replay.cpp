#include "checker/equivalence/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checker/counterexample/counterexample.h"
#include "checker/equivalence/clean_run.h"
#include "checker/equivalence/one_outcome.h"
#include "checker/equivalence/parting.h"
#include "checker/equivalence/whole_launch.h"
#include "src/machine/address_map.h"
#include "src/term/float_op.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

using counterexample::Replay;
using counterexample::SourceLines;
using symbolic::Input;

constexpr std::size_t kMostValues = 8, kMostInputs = 24;

bool holds_floats(const TermGraph& graph, const Observation& o) {
  const Term roots[] = {o.a, o.b};
  for (const Term t : topological_order(graph, roots)) {
    if (graph.kind(t) != Kind::Float) continue;
    const FloatFormat f = FloatOp::unpack(graph.aux(t)).operand;
    if (format_width(f) == 8 * o.bytes && f <= FloatFormat::F64) return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(TermGraph& graph, Execution& a, Execution& b, const Matching& matching, const SmtModel& model,
             const std::vector<Observation>& observed, const std::set<std::size_t>& decided)
      : graph_(graph),
        a_(a),
        b_(b),
        matching_(matching),
        model_(model),
        observed_(observed),
        decided_(decided) {
    for (std::size_t i = 0; i < observed.size() && i < 64 && !floats_; ++i)
      floats_ = holds_floats(graph, observed[i]);
  }

  BothRuns run() {
    BothRuns out;
    left_ = replay(a_, false);
    right_ = replay(b_, true);
    find_obstacle(out);
    if (out.clean && unite_launches()) {
      out.only_of_one_block = true;
      one_block_ = {std::move(left_.result), std::move(right_.result)};
      left_.result = run_all_blocks(a_, left_);
      right_.result = run_all_blocks(b_, right_);
      find_obstacle(out);
    }
    if (!out.clean) return out;
    all_count_ = one_outcome(a_, left_) || one_outcome(b_, right_);
    compare_traps();
    // What is left by a launch that failed, nobody may look at.
    if (!left_.result.halted_at && !right_.result.halted_at) {
      compare_returned();
      compare_memory();
    }
    if (difference_.values.empty()) return out;
    out.only_of_one_block = false;
    list_inputs();
    const bool all_ran = one_block_.has_value();
    find_parting(a_.side(), all_ran ? one_block_->first : left_.result, b_.side(),
                 all_ran ? one_block_->second : right_.result, floats_, lines_, difference_);
    out.difference = std::move(difference_);
    return out;
  }

 private:
  Replay replay(Execution& side, bool in_b) {
    SmtModel model = model_;
    const bool is_entry = side.side().program->functions[side.side().function].is_entry;
    for (const Input& input : side.executor().record().inputs) {
      // A kernel's pointers stand at their allocations, which b may number in its own way.
      if (is_entry && side.executor().pointers().is_pointer(input)) model.values.erase(input.term.id);
    }
    if (in_b) {
      for (auto& cell : model.cells) cell.allocation = matching_.allocation_in_b(cell.allocation);
    }
    return counterexample::replay(*side.side().program, side.side().function, graph_, side.executor(), model,
                                  side.launch(), side.side().parameter_names,
                                  counterexample::replay_until(side.deadline()), true);
  }

  void find_obstacle(BothRuns& out) const {
    out.obstacle = obstacle(a_, left_);
    if (out.obstacle.empty()) out.obstacle = obstacle(b_, right_);
    out.clean = out.obstacle.empty();
  }

  // A grid of which one side asks nothing is the other side's. True: there are several blocks.
  bool unite_launches() {
    Launch &x = left_.launch, &y = right_.launch;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      x.grid[axis] = y.grid[axis] = std::max(x.grid[axis], y.grid[axis]);
      x.ctaid[axis] = y.ctaid[axis] = std::max(x.ctaid[axis], y.ctaid[axis]);
    }
    return has_several_blocks(x);
  }

  static RunResult run_all_blocks(const Execution& side, const Replay& r) {
    RunOptions options;
    options.until = counterexample::replay_until(side.deadline());
    return run_whole_launch(side.side(), r.launch, r.inputs, options);
  }

  static bool one_outcome(const Execution& side, const Replay& r) {
    return has_one_outcome(side.side(), r.launch, r.inputs, counterexample::replay_until(side.deadline()));
  }

  // Does a difference there tell the two apart?
  bool counts(const Observation* o) const {
    // What one block leaves there in every order, another one may change.
    const bool decided = o != nullptr && decided_.contains(static_cast<std::size_t>(o - observed_.data()));
    return all_count_ || (decided && !one_block_);
  }

  std::string obstacle(const Execution& side, const Replay& r) const {
    const auto granted = taken_for_granted(matching_, side.check_options(), &side == &b_);
    const std::string why = why_not_clean(granted, r.launch, r.inputs, r.result);
    return why.empty() ? why : side.side().name + " " + why;
  }

  void add(std::string where, std::string a, std::string b, const Observation* o = nullptr) {
    if (difference_.values.size() >= kMostValues) {
      ++difference_.more_values;
      return;
    }
    DifferingValue v{std::move(where), std::move(a), std::move(b), {}, {}};
    if (o != nullptr && o->place_a != kNoPlace)
      v.stored_by_a = counterexample::source_place(*a_.side().program, o->place_a, lines_);
    if (o != nullptr && o->place_b != kNoPlace)
      v.stored_by_b = counterexample::source_place(*b_.side().program, o->place_b, lines_);
    difference_.values.push_back(std::move(v));
  }

  void compare_traps() {
    const bool a = left_.result.halted_at.has_value(), b = right_.result.halted_at.has_value();
    const auto text = [](bool t) { return std::string(t ? "yes" : "no"); };
    const auto trap = std::find_if(observed_.begin(), observed_.end(),
                                   [](const Observation& o) { return o.kind == Observation::Kind::Trap; });
    if (a != b && counts(trap == observed_.end() ? nullptr : &*trap))
      add("a thread traps or fails an assertion", text(a), text(b));
  }

  static std::uint64_t bytes_at(const std::vector<std::uint8_t>& bytes, std::uint64_t offset, int count) {
    std::uint64_t out = 0;
    for (int i = 0; i < count; ++i) {
      const std::uint64_t at = offset + static_cast<std::uint64_t>(i);
      if (at < bytes.size()) out |= static_cast<std::uint64_t>(bytes[at]) << (8 * i);
    }
    return out;
  }

  void compare_returned() {
    const auto &a = left_.result.results, &b = right_.result.results;
    for (const Observation& o : observed_) {
      const auto thread = static_cast<std::size_t>(o.thread);
      if (o.kind != Observation::Kind::Returned || thread >= a.size() || thread >= b.size()) continue;
      const std::uint64_t x = bytes_at(a[thread].bytes, *o.offset, o.bytes),
                          y = bytes_at(b[thread].bytes, *o.offset, o.bytes);
      if (x == y || !counts(&o)) continue;
      const std::string part = *o.offset == 0 ? "" : fmt::format(", byte {}", *o.offset);
      add(fmt::format("value returned by thread {}{}", o.thread, part), value_text(x, o.bytes, floats_),
          value_text(y, o.bytes, floats_));
    }
  }

  void compare_memory() {
    std::map<std::uint32_t, int> sizes;  // allocation -> bytes of a value there
    for (const Observation& o : observed_) {
      // All that is stored at computed addresses has no size of its own.
      if (o.kind == Observation::Kind::Memory) sizes.try_emplace(o.allocation, o.bytes > 0 ? o.bytes : 4);
    }
    for (const auto& [number, bytes] : sizes) {
      const std::uint64_t base_a = allocation_base(number),
                          base_b = allocation_base(matching_.allocation_in_b(number));
      std::set<std::uint64_t> pages;
      const auto collect = [&](const CellMemory& memory, std::uint64_t base) {
        for (const std::uint64_t page : memory.pages()) {
          const Location here = classify(Space::Global, page), wanted = classify(Space::Global, base);
          if (here.space == wanted.space && here.allocation == wanted.allocation) pages.insert(page - base);
        }
      };
      collect(left_.result.global, base_a);
      collect(right_.result.global, base_b);
      for (const std::uint64_t page : pages) {
        for (std::uint64_t at = page; at < page + CellMemory::kPageSize;
             at += static_cast<std::uint64_t>(bytes)) {
          const std::uint64_t x = left_.result.global.read(base_a + at, bytes).bits,
                              y = right_.result.global.read(base_b + at, bytes).bits;
          if (x != y && counts(find(number, at)))
            add(fmt::format("{}[byte {}]", a_.parameter_name(number), at), value_text(x, bytes, floats_),
                value_text(y, bytes, floats_), find(number, at));
        }
      }
    }
  }

  const Observation* find(std::uint32_t number, std::uint64_t offset) const {
    for (const Observation& o : observed_) {
      if (o.kind == Observation::Kind::Memory && o.allocation == number && o.offset && *o.offset <= offset &&
          offset < *o.offset + static_cast<std::uint64_t>(o.bytes))
        return &o;
    }
    return nullptr;
  }

  bool is_float(std::uint32_t parameter) const {
    const Side& s = a_.side();
    const Type type = s.program->variables[s.program->functions[s.function].parameters[parameter]].element;
    return type == Type::F32 || type == Type::F64;
  }

  // The grid, of which one side alone may make use.
  template <class Give>
  void list_launch(Give give) const {
    const Launch& launch = left_.launch;
    for (std::size_t axis = 0; axis < 3 && !a_.executor().shape().grid; ++axis) {
      if (launch.grid[axis] > 1)
        give(std::string("gridDim.") + "xyz"[axis], fmt::format("{}", launch.grid[axis]));
    }
  }

  void list_inputs() {
    auto& out = difference_.inputs;
    std::size_t more = 0;
    const auto give = [&](std::string name, std::string value) {
      if (out.size() < kMostInputs) {
        out.emplace_back(std::move(name), std::move(value));
      } else {
        ++more;
      }
    };
    for (const auto& [index, value] : a_.executor().fixed_parameters())
      give(a_.parameter_name(index), fmt::format("{}", value));
    for (const Input& input : a_.executor().record().inputs) {
      const std::uint64_t value = model_.has(input.term)           ? model_.value(input.term)
                                  : graph_.is_const(input.term) ? graph_.value(input.term)
                                                                   : 0;
      const int bytes = graph_.width(input.term) / 8;
      if (value == 0 || a_.executor().pointers().is_pointer(input)) continue;
      const std::string part = input.offset == 0 ? "" : fmt::format(", byte {}", input.offset);
      if (input.kind == Input::Kind::Parameter)
        give(a_.parameter_name(input.index) + part, value_text(value, bytes, is_float(input.index)));
      if (input.kind == Input::Kind::LaneParameter) {
        give(fmt::format("{} of thread {}{}", a_.parameter_name(input.index), input.thread, part),
             value_text(value, bytes, floats_));
      }
    }
    list_launch(give);
    for (const auto& cell : model_.cells) {
      if (cell.value == 0) continue;
      give(fmt::format("{}[byte {}]", a_.parameter_name(cell.allocation), cell.offset),
           value_text(cell.value, cell.bytes, floats_));
    }
    if (more > 0) out.emplace_back("..", fmt::format("{} more", more));
  }

  TermGraph& graph_;
  Execution &a_, &b_;
  const Matching& matching_;
  const SmtModel& model_;
  const std::vector<Observation>& observed_;
  const std::set<std::size_t>& decided_;
  bool all_count_ = false;
  Replay left_, right_;  // of all blocks, where there are several
  std::optional<std::pair<RunResult, RunResult>> one_block_;  // of the model's, then
  SourceLines lines_;
  Difference difference_;
  bool floats_ = false;
};

}  // namespace

BothRuns run_both(TermGraph& graph, Execution& a, Execution& b, const Matching& matching,
                  const SmtModel& model, const std::vector<Observation>& observed,
                  const std::set<std::size_t>& decided) {
  return Comparison(graph, a, b, matching, model, observed, decided).run();
}

}  // namespace warpproof::equivalence
