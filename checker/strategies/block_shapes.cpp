#include "checker/strategies/block_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "checker/attempt/parameters.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/launch/assumptions.h"
#include "checker/launch/sizes.h"
#include "checker/report/add_once.h"
#include "src/base/effort.h"
#include "src/machine/address_map.h"

namespace warpproof::strategies {

namespace {

using effort::Clock;
using launch::Axis;
using launch::BlockShape;
using launch::ShapeSpace;
using report::Verdict;

constexpr double kShareOfAllAtOnce = 0.2;     // of the budget
constexpr double kShareOfOneDimension = 0.4;
constexpr double kShareOfACondition = 0.5;    // that makes them safe
constexpr std::size_t kUsualShapes = 24;      // that are looked at whatever became of those before
constexpr double kShareOfAShape = 0.1;        // of the budget, at most

// 1, 2 or 3: threadIdx or blockDim along y, along z.
int dimensions_read(const Program& program, std::uint32_t root) {
  int out = 1;
  const Layout all = layout(program, root);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!all.reachable[f]) continue;
    for (const Instruction& in : program.functions[f].code) {
      for (const Operand& o : in.sources) {
        if (o.kind != Operand::Kind::Special) continue;
        if (o.special == Special::TidZ || o.special == Special::NtidZ) return 3;
        if (o.special == Special::TidY || o.special == Special::NtidY) out = 2;
      }
    }
  }
  return out;
}

class ShapesCheck {
 public:
  ShapesCheck(const Program& program, std::uint32_t function, const CheckOptions& options, const ShapeSpace& space,
              const std::function<report::Kernel(const CheckOptions&)>& check)
      : program_(program),
        function_(function),
        options_(options),
        space_(space),
        check_(check),
        end_(Clock::now() + effort::seconds(options.budget_seconds)),
        shapes_(launch::shapes_of(space)) {
    leave_out();
  }

  report::Kernel run() {
    out_.name = program_.functions[function_].name;
    out_.file = program_.file;
    out_.block = options_.block && !options_.block->text.empty() ? options_.block->text : "any";
    out_.grid = options_.grid ? launch::shape_text(*options_.grid) : "any";
    if (shapes_.empty()) {
      unknown("no block that is asked for can be launched under what is assumed, so nothing was proved");
      return std::move(out_);
    }
    if (prove_all_at_once() || (has_one_dimension() && !check_one_dimension())) return std::move(out_);
    check_others();
    return std::move(out_);
  }

 private:
  // What no launch that is assumed has.
  void leave_out() {
    const Function& f = program_.functions[function_];
    std::erase_if(shapes_, [&](const BlockShape& s) { return !launch::allows_block(f, s); });
    if (options_.assumptions.empty()) return;
    const launch::Assumptions assumed(options_.assumptions, fixed_parameters(program_, function_, options_),
                                      options_.warp_size);
    std::erase_if(shapes_, [&](const BlockShape& s) { return !assumed.allows_block(s, options_.grid); });
  }

  static bool is_flat(const BlockShape& s) { return s[1] == 1 && s[2] == 1; }
  // Every size along x, which one check decides.
  bool has_one_dimension() const {
    return space_.axes[0].is_any() && std::any_of(shapes_.begin(), shapes_.end(), is_flat);
  }

  // One question about all of them. True: that is the verdict. What the runs that test its proof find is told, whatever proofs
  // of one shape after the other would say.
  bool prove_all_at_once() {
    CheckOptions options = options_;
    BlockRequest request;
    request.any = true;
    request.multiple = space_.multiple;
    request.axes = space_.axes;
    request.shape = shapes_.front();  // of runs
    request.text = out_.block;
    options.block = request;
    if (options.runs == CheckOptions::Runs::All) options.runs = CheckOptions::Runs::OfProofs;
    options.suggest_seconds = 0;
    options.budget_seconds *= kShareOfAllAtOnce;
    const report::Kernel result = check_(options);
    if (result.verdict == Verdict::Violation) {
      take(result);
      take_violation(result);
      return true;
    }
    const bool is_taken_back = std::any_of(result.unknown.begin(), result.unknown.end(), report::is_internal_error);
    if (result.verdict != Verdict::Proved && !is_taken_back) {
      take_costs(result);
      return false;
    }
    take(result);
    out_.verdict = result.verdict;
    out_.holds_for = result.holds_for;
    out_.unknown = result.unknown;
    return true;
  }

  void take_violation(const report::Kernel& result) {
    out_.verdict = Verdict::Violation;
    out_.findings = result.findings;
    out_.violated_for = result.violated_for;
    out_.unknown.clear();
    std::copy_if(result.unknown.begin(), result.unknown.end(), std::back_inserter(out_.unknown), report::is_internal_error);
  }

  void unknown(std::string reason) { out_.unknown.push_back({std::move(reason), {program_.file, 0, 0, {}}}); }

  // False: a violation, the rest does not matter.
  bool check_one_dimension() {
    CheckOptions options = options_;
    BlockRequest request;
    request.any = true;
    // Both are steps of the number of threads.
    request.multiple = std::lcm(space_.axes[0].step, space_.multiple);
    request.text = out_.block;
    options.block = request;
    options.budget_seconds *= kShareOfOneDimension;
    const report::Kernel result = check_(options);
    std::erase_if(shapes_, is_flat);
    take(result);
    out_.holds_for = result.holds_for;
    if (result.verdict == Verdict::Violation) {
      take_violation(result);
      take_if_safe(result.safe_if);
      return false;
    }
    if (result.verdict == Verdict::Unknown) {
      out_.unknown = result.unknown;
      out_.without_witness = result.without_witness;
      out_.runs_go_on = result.runs_go_on;
      flat_is_open_ = true;
    }
    return true;
  }

  void check_others() {
    const std::size_t all = shapes_.size();
    std::vector<BlockShape> proved;
    std::vector<report::UnknownReason> reasons;
    std::size_t looked_at = 0;
    const auto start = Clock::now();
    for (const BlockShape& shape : shapes_) {
      const auto now = Clock::now();
      if (now > end_) break;
      if (looked_at >= kUsualShapes &&
          (!reasons.empty() || flat_is_open_ || !is_worth_it(now - start, looked_at, all, end_ - now)))
        break;
      ++looked_at;
      const report::Kernel result = check_shape(shape);
      take(result);
      if (result.verdict == Verdict::Violation) {
        take_violation(result);
        take_if_safe(result.safe_if);
        say_proved(proved);
        return;
      }
      if (result.verdict == Verdict::Proved) {
        proved.push_back(shape);
        continue;
      }
      if (reasons.empty()) {
        for (report::UnknownReason why : result.unknown) {
          why.reason = fmt::format("block {}: {}", launch::shape_text(shape), why.reason);
          reasons.push_back(std::move(why));
        }
      }
    }
    if (proved.size() == all && !flat_is_open_) {
      out_.verdict = Verdict::Proved;
      out_.holds_for = launch::space_text(space_);
      return;
    }
    out_.verdict = Verdict::Unknown;
    say_proved(proved);
    std::move(reasons.begin(), reasons.end(), std::back_inserter(out_.unknown));
    if (proved.size() < all)
      unknown(fmt::format("{} of {} block shapes with several dimensions were decided; --block X,Y or X,Y,Z asks "
                          "for one",
                          proved.size(), all));
  }

  // A condition that was proved of some shapes is told where it makes all of them safe.
  void take_if_safe(const std::string& condition) {
    if (condition.empty()) return;
    CheckOptions options = options_;
    options.assumptions.push_back(launch::Condition::parse(condition, [&](const std::string& name) {
      const auto it = options_.scalars.find(name);
      return it == options_.scalars.end() ? std::optional<launch::Quantity>() : it->second;
    }));
    options.suggest_seconds = 0;
    options.budget_seconds = kShareOfACondition * options_.budget_seconds;
    const report::Kernel result = ShapesCheck(program_, function_, options, space_, check_).run();
    if (result.verdict != Verdict::Proved) return;
    out_.safe_if = condition;
    counterexample::add_assumed(out_.assumptions, result.assumptions);
  }

  // Can all of them be looked at with what is left, as those before were?
  static bool is_worth_it(Clock::duration spent, std::size_t looked_at, std::size_t all, Clock::duration left) {
    return spent.count() / static_cast<double>(looked_at) * static_cast<double>(all - looked_at) <=
           static_cast<double>(left.count());
  }

  report::Kernel check_shape(const BlockShape& shape) {
    CheckOptions options = options_;
    BlockRequest request;
    request.shape = shape;
    request.text = out_.block;
    options.block = request;
    const double left = std::chrono::duration<double>(end_ - Clock::now()).count();
    options.budget_seconds = std::max(0.001, std::min(left, options_.budget_seconds * kShareOfAShape));
    if (options_.progress)
      options_.progress(
          fmt::format("{}: block {}", program_.functions[function_].name, launch::shape_text(shape)));
    return check_(options);
  }

  void say_proved(const std::vector<BlockShape>& proved) {
    if (proved.empty()) return;
    if (!out_.holds_for.empty()) out_.holds_for += "; ";
    out_.holds_for += launch::list_shapes(proved);
  }

  void take_costs(const report::Kernel& part) {
    out_.obligations.folded += part.obligations.folded;
    out_.obligations.solved += part.obligations.solved;
    out_.obligations.solver_seconds += part.obligations.solver_seconds;
    for (const report::EffortShare& share : part.effort_shares) {
      const auto known = std::find_if(out_.effort_shares.begin(), out_.effort_shares.end(),
                                      [&](const auto& s) { return s.strategy == share.strategy; });
      if (known == out_.effort_shares.end()) {
        out_.effort_shares.push_back(share);
      } else {
        known->units += share.units;
      }
    }
  }

  void take(const report::Kernel& part) {
    take_costs(part);
    for (const auto& text : part.assumptions) report::add_once(out_.assumptions, text);
    for (const auto& text : part.approximations) report::add_once(out_.approximations, text);
    for (const report::LoopClaims& loop : part.loops) report::add_once(out_.loops, loop);
    for (const report::Undecided& u : part.undecided) {
      const bool known = std::any_of(out_.undecided.begin(), out_.undecided.end(), [&](const report::Undecided& k) {
        return k.rule == u.rule && k.reason == u.reason && k.place.line == u.place.line &&
               k.place.column == u.place.column && k.place.file == u.place.file;
      });
      if (!known) out_.undecided.push_back(u);
    }
    for (const report::Finding& f : part.findings) {
      if (f.level == spec::Level::Error) continue;
      const bool known = std::any_of(out_.findings.begin(), out_.findings.end(), [&](const report::Finding& k) {
        return k.rule == f.rule && k.place.line == f.place.line && k.place.column == f.place.column &&
               k.place.file == f.place.file;
      });
      if (!known) out_.findings.push_back(f);
    }
  }

  const Program& program_;
  const std::uint32_t function_;
  const CheckOptions& options_;
  const ShapeSpace& space_;
  const std::function<report::Kernel(const CheckOptions&)>& check_;
  const Clock::time_point end_;
  std::vector<BlockShape> shapes_;  // to be looked at one by one
  bool flat_is_open_ = false;       // what one dimension gave was no proof
  report::Kernel out_;
};

}  // namespace

std::optional<ShapeSpace> several_dimensions(const Program& program, std::uint32_t function,
                                             const std::optional<BlockRequest>& request) {
  const Function& f = program.functions[function];
  ShapeSpace space;
  space.largest = launch::largest_block(f);
  if (request && request->axes) {
    space.axes = *request->axes;
    if (std::none_of(space.axes.begin(), space.axes.end(), [](const Axis& a) { return a.is_any(); }))
      return std::nullopt;
    return space;
  }
  if (!f.is_entry || (request ? !request->any : f.required_block.has_value())) return std::nullopt;
  const int dimensions = dimensions_read(program, function);
  if (dimensions == 1) return std::nullopt;
  for (int axis = 1; axis < dimensions; ++axis) space.axes[static_cast<std::size_t>(axis)] = Axis::any();
  if (request) space.multiple = request->multiple;
  return space;
}

report::Kernel check_shapes(const Program& program, std::uint32_t function, const CheckOptions& options,
                            const ShapeSpace& space,
                            const std::function<report::Kernel(const CheckOptions&)>& check) {
  return ShapesCheck(program, function, options, space, check).run();
}

}  // namespace warpproof::strategies
