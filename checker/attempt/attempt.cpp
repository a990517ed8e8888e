#include "checker/attempt/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/attempt/admits.h"
#include "checker/attempt/convergence_search.h"
#include "checker/attempt/parameters.h"
#include "checker/attempt/tiles.h"
#include "checker/attempt/warnings.h"
#include "checker/counterexample/counterexample.h"
#include "src/term/float_op.h"
#include "src/term/traverse.h"

namespace warpproof {

namespace {

constexpr unsigned kImpatientMs = 2'500;  // for what is asked while the kernel is executed
constexpr unsigned kAtOnceMs = 100;       // for what can be assumed as well

const char* name_of(Space space) { return space == Space::Shared ? "shared" : "global"; }

// Which loops were being followed when the effort was spent: those that go on, else those that get a plan. Without loops,
// whether it went into comparing accesses.
std::string out_of_effort(const Program& program, const symbolic::Executor& executor,
                          const LoopTreatment& loops) {
  constexpr std::size_t kMostLoops = 3;
  std::set<std::vector<std::uint32_t>> heads = executor.unbounded_loops();
  if (heads.empty() && loops.plans != nullptr) {
    for (const auto& [head, plan] : *loops.plans) heads.insert(head);
  }
  std::string out = "out of effort";
  std::size_t count = 0;
  for (const auto& head : heads) {  // ends with the block and the function
    const Function& f = program.functions[head.back()];
    const Block& block = f.blocks[head[head.size() - 2]];
    if (block.first == block.last) continue;
    if (++count > kMostLoops) break;
    out += (count == 1 ? " while these loops were followed: " : ", ") +
           program.places[f.code[block.first].place].source().str();
  }
  if (const auto space = executor.races_undecided(); count == 0 && space)
    out += fmt::format(" while pairs of {} memory accesses at computed addresses were compared",
                       name_of(*space));
  return out + (count > kMostLoops ? ", .." : "");
}

}  // namespace

Attempt::Attempt(const Program& program, std::uint32_t root, const CheckOptions& options,
                 const symbolic::Shape& shape, Limits limits, LoopTreatment loops, KnownAnswers& known)
    : program_(program),
      root_(root),
      options_(options),
      limits_(limits),
      loops_(loops),
      questions_(program, root, graph_, limits_, known, options.budget_seconds, shape.symbolic_size,
                 !options.bounds),  // where accesses out of bounds are judged, an index that wraps around is a mistake
      executor_(program, root, graph_, executor_options(shape), [this](Term t) { return infeasible(t, ~0u); }),
      outcome_(program),
      followed_{program_, root_, options_, loops_, graph_, executor_, limits_, questions_, outcome_},
      replays_(followed_),
      products_(followed_),
      errors_(followed_, replays_, products_),
      sizes_(followed_, errors_) {}

bool Attempt::sums_products() const {
  std::vector<Term> roots;
  for (const symbolic::Obligation& o : executor_.record().obligations.all()) roots.insert(roots.end(), o.violated.begin(), o.violated.end());
  // Of two that are one term here a compiler may fuse one.
  const auto& alike = executor_.record().compared_alike;
  roots.insert(roots.end(), alike.begin(), alike.end());
  const auto is = [&](Term t, FloatCode code) { return graph_.kind(t) == Kind::Float && FloatOp::unpack(graph_.aux(t)).code == code; };
  const auto order = topological_order(graph_, roots);
  return std::any_of(order.begin(), order.end(), [&](Term t) {
    const auto operands = graph_.operands(t);
    return (is(t, FloatCode::Add) || is(t, FloatCode::Sub)) &&
           std::any_of(operands.begin(), operands.end(), [&](Term o) { return is(o, FloatCode::Mul); });
  });
}

std::vector<std::string> Attempt::assumed_of_sizes() const {
  // A member of a structure has no name here: the parameter with the member's byte in it.
  const auto of_parameter = [&](std::uint32_t index, std::uint32_t offset, bool is_member) {
    const std::string parameter = counterexample::parameter_name(options_.parameter_names, {index, 0});
    return is_member ? fmt::format("({}+{})", parameter, offset) : parameter;
  };
  const auto name = [&](Term size) {
    const bool is_member = graph_.kind(size) == Kind::Extract;
    const Term whole = is_member ? graph_.operands(size)[0] : size;
    const auto further_on = static_cast<std::uint32_t>(is_member ? graph_.aux(size) / 8 : 0);
    for (const symbolic::Input& input : executor_.record().inputs)
      if (input.term == whole)
        return of_parameter(input.index, input.offset + further_on,
                            is_structure(program_.variables[program_.functions[root_].parameters[input.index]]));
    return std::string("..");
  };
  const auto& all = questions_.size_limits();
  std::vector<std::string> out;
  for (const SizeLimit& limit : all) {
    if (std::any_of(all.begin(), all.end(), [&](const SizeLimit& other) { return other != limit && implies(other, limit); })) continue;
    std::vector<std::string> names;
    for (const Term size : limit.sizes) names.push_back(name(size));
    out.push_back(text_of(limit, names));
  }
  return out;
}

bool Attempt::lost_patience() const {
  return loops_.patience && Clock::now() - limits_.start() > *loops_.patience && executor_.met_open_loop();
}

// Is this execution one of several, of which the last one matters?
bool Attempt::hurried() const {
  return loops_.patience && (loops_.plans != nullptr || executor_.met_open_loop());
}

bool Attempt::infeasible(Term t, unsigned at_most_ms) {
  questions_.take_assumptions(executor_);
  const Term query[] = {t};
  return (executor_.shape().is_sample() && questions_.excluded_without_products(t, questions_.quick_ms(), false)) ||
         (!lost_patience() &&
          questions_.check(query, nullptr, true, std::min(at_most_ms, hurried() ? kImpatientMs : ~0u)) ==
              Answer::Unsat);
}

symbolic::ExecutorOptions Attempt::executor_options(const symbolic::Shape& shape) {
  symbolic::ExecutorOptions o;
  o.shape = shape;
  o.target = spec::Target{options_.target_sm ? *options_.target_sm : program_.target_sm};
  o.policies = options_.policies;
  o.cuda_source = options_.cuda_source;
  o.unroll = loops_.unroll;
  o.plans = loops_.plans;
  o.counts_iterations = loops_.counts_iterations;
  o.conditions = options_.assumptions;
  o.facts = options_.facts;
  o.pointers_overlap = options_.pointers_overlap;
  if (!shape.only_looks_for_errors) o.bounds = options_.bounds;
  o.stop_at_open_loops = loops_.plans != nullptr && loops_.patience;
  if (loops_.plans == nullptr && loops_.patience)
    o.cuts_loops = [this] { return Clock::now() - limits_.start() > *loops_.patience; };
  if (loops_.patience_with_long_loops)
    o.cuts_long_loops = [this] { return Clock::now() - limits_.start() > *loops_.patience_with_long_loops; };
  if (!shape.is_sample()) {  // of samples every question is asked so (infeasible)
    o.races_apart = [this](Term t) {
      questions_.take_assumptions(executor_);
      return questions_.excluded_without_products(t, questions_.quick_ms());
    };
  }
  o.infeasible_at_once = [this](Term t) { return infeasible(t, kAtOnceMs); };
  o.out_of_time = [this] { return limits_.over() || lost_patience(); };
  o.fixed_parameters = fixed_parameters(program_, root_, options_);
  return o;
}

void Attempt::run() {
  follow_and_decide();
  ran_out_ = ran_out_ || cut_short_ || limits_.over();
  if (!proved() || to_repeat()) return;
  if (auto own = executor_.claims(); !own.is_empty()) claims_.push_back(std::move(own));
}

void Attempt::name_claims(const std::string& by) {
  for (claims::ProofClaims& part : claims_) part.by = by;
}

void Attempt::follow_and_decide() {
  questions_.take_tiles(tiles_of(graph_, executor_, options_));
  executor_.run();
  ran_out_ = limits_.over();
  if (to_repeat()) return;
  cut_short_ = lost_patience() || executor_.stopped();
  if (cut_short_) {
    return outcome_.unknown(out_of_effort(program_, executor_, loops_), program_.functions[root_].place);
  }
  if (executor_.unbounded_loops().empty()) {  // no other way of looking at loops would see more
    limits_.use_longest();
    loops_.last = true;
  } else if (loops_.plans == nullptr && !loops_.last) {
    limits_.keep_one_of(5);  // it cannot be proved so
  }
  questions_.take_assumptions(executor_);
  list_unknowns();
  followed_all_ = executor_.complete() && !executor_.races_undecided() && !executor_.read_only_loads_undecided();
  errors_.exclude_without_products();
  if (executor_.shape().is_sample()) {
    errors_.exclude_all();
  } else if (executor_.numbers().block_size()) {
    sizes_.decide();
  } else {
    errors_.decide(errors_.open(), nullptr);
  }
  if (executor_.shape().only_looks_for_errors) return;
  decide_warnings(followed_, replays_, products_);
  if (!violated() && (loops_.last || proved())) look_at_convergence();
}

void Attempt::list_unknowns() {
  for (const auto& u : executor_.record().unknowns) {
    const bool spent = u.reason == "out of effort";
    outcome_.list_unknown(
        {spent ? out_of_effort(program_, executor_, loops_) : u.reason, outcome_.place_of(u.place)});
  }
  if (!executor_.complete() && outcome_.unknowns().empty()) {
    outcome_.unknown("internal error: the kernel was not followed to its end",
                     program_.functions[root_].place);
  }
  if (const auto space = executor_.races_undecided()) {
    outcome_.unknown(
        fmt::format("too many pairs of {} memory accesses at computed addresses to show that none race",
                    name_of(*space)),
        program_.functions[root_].place);
  }
  if (executor_.read_only_loads_undecided()) {
    outcome_.unknown(
        "too many pairs of a read-only load and a store at computed addresses to show that none overlap",
        program_.functions[root_].place);
  }
}

void Attempt::look_at_convergence() {
  if (!wants_convergence_search(followed_)) return;
  auto found = search_convergence(followed_, replays_);
  searched_convergence_ = !found;
  if (!found) return;
  // No obligation says when a result depends on which lanes run converged: where it does so at one size, none is clean.
  followed_all_ = false;
  sizes_.found_bad(found->launch.block[0]);
  outcome_.keep(std::move(found->finding));
}

bool Attempt::admits(const Launch& launch, const RunInputs& inputs) {
  return warpproof::admits(followed_, launch, inputs) && (part_ == nullptr || part_->admits(launch, inputs));
}

}  // namespace warpproof
