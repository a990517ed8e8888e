#include "checker/symbolic/executor.h"

#include <algorithm>
#include <utility>

#include "checker/symbolic/all_parts.h"

namespace warpproof::symbolic {

Executor::Executor(const Program& program, std::uint32_t root, TermGraph& graph,
                   const ExecutorOptions& options, std::function<bool(Term)> infeasible)
    : all_(std::make_unique<AllParts>(program, root, graph, options, std::move(infeasible))) {}

Executor::~Executor() = default;

void Executor::start() {
  AllParts& p = *all_;
  p.thread_sets.present = p.numbers.choose();
  p.thread_sets.exited = p.ops.lnot(p.thread_sets.present);
  p.thread_sets.cut = p.ops.no();
  p.thread_sets.trapped = p.ops.no();

  Strand start;
  Frame frame;
  frame.function = p.code.root();
  frame.registers.resize(p.code.program().functions[p.code.root()].registers.size() + 1);
  start.frames.push_back(std::move(frame));
  start.guard = p.thread_sets.present;
  p.scalar_instructions.load_parameters(start);
  p.copy_groups.begin(start.storage);
  p.launch_assumptions.assume_conditions();
  p.shared_words.begin();
  p.strands.enter(std::move(start));
}

void Executor::note_out_of_effort() {
  const Code& code = all_->code;
  all_->record.unknowns.push_back(
      {"out of effort", code.program().functions[code.root()].place, all_->context.graph.truth(true)});
}

bool Executor::advance() {
  AllParts& p = *all_;
  if (!p.strands.runnable.empty()) {
    auto node = p.strands.runnable.extract(p.strands.next_to_run());
    p.bypasses.note_passing(node.mapped());
    p.control_flow.execute_block(std::move(node.mapped()));
    return true;
  }
  for (auto it = p.strands.parked.begin(); it != p.strands.parked.end(); ++it) {
    const Position at = it->first;
    if (info(p.code.instruction_at(it->second.strand).op).cls == OpcodeClass::Warp &&
        p.warp_meetings.try_fire(at, true))
      return true;  // the map is another one now
  }
  return p.block_barriers.try_fire_barriers(true);
}

void Executor::run() {
  AllParts& p = *all_;
  const auto out_of_time = [&] { return p.options.out_of_time && p.options.out_of_time(); };
  start();
  for (;;) {
    if (out_of_time()) return note_out_of_effort();
    if (!p.loop_state.iterations.empty() && p.induction.finish_iterations()) {
      if (plans_changed()) return;
      continue;
    }
    if (stopped()) return;
    if (!advance()) break;
  }
  if (p.induction.fail_desynchronised_iterations() || plans_changed()) return;
  if (p.context.compares()) p.compared_loops.report_unfinished_iterations();
  p.races.judge_deferred();
  p.read_only_memory.judge_read_only_loads();
  if (out_of_time()) note_out_of_effort();
  finish();
  complete_ = true;
}

// What is assumed of all that was followed, and who waits for ever.
void Executor::finish() {
  AllParts& p = *all_;
  Record& record = p.record;
  p.induction.note_inductive_loops();
  p.shared_words.bound_counters(p.thread_sets.cut);
  const auto calm = p.counters.calm();
  record.assumptions.insert(record.assumptions.end(), calm.begin(), calm.end());
  if (!calm.empty()) record.assumed.insert("counters that are only added to do not wrap around");
  if (p.options.shape.dynamic_shared_is_open)
    record.assumed.insert("dynamic shared memory is as large as the accesses to it need");
  if (!p.context.infeasible(p.context.graph.disj(p.accesses.beyond_shared())))
    record.assumed.insert("accesses to shared memory stay inside it");
  p.standstill.report_stuck();
  p.launch_assumptions.judge_vacuous_claims();
}

claims::ProofClaims Executor::claims() const {
  const AllParts& p = *all_;
  claims::ProofClaims out;
  const Shape& shape = p.options.shape;
  if (!shape.symbolic_size && !shape.space)
    std::copy(shape.block.begin(), shape.block.end(), out.block.begin());
  out.checks_definedness = !assumes_initialised();
  for (const Position& at : p.loop_state.kept_plans) {
    if (const LoopPlan* plan = p.loop_state.plan_at(at))
      out.loops.push_back(p.claim_records.claims_of(at, *plan));
  }
  for (const auto& [at, most] : p.control_flow.repeats()) {
    const std::uint32_t function = at.back(), head = at[at.size() - 2];
    const auto& loops = p.code.graph_of(function).loops;
    // A run does not tell when a loop is entered anew whose function begins with it, or that is entered by another block.
    const bool begins = at.size() > 3 && head == 0;
    const bool irreducible = std::any_of(loops.begin(), loops.end(), [&](const auto& l) { return l.irreducible && l.head == static_cast<int>(head); });
    const std::uint32_t place = p.code.place_of_block(function, head);
    if (p.loop_state.plan_at(at) == nullptr && !begins && !irreducible)
      out.repeats.push_back({Code::frames_of(at), place, static_cast<std::uint64_t>(most)});
  }
  out.numbers = p.counters.claims();
  return out;
}

const Record& Executor::record() const { return all_->record; }
bool Executor::plans_changed() const { return all_->loop_state.plans_changed; }
bool Executor::stopped() const { return all_->control_flow.stopped(); }
bool Executor::met_open_loop() const { return all_->control_flow.met_open_loop(); }
bool Executor::cut_a_long_loop() const { return all_->control_flow.cut_a_long_loop(); }
const std::set<Position>& Executor::unbounded_loops() const { return all_->control_flow.unbounded_loops(); }
std::optional<Space> Executor::races_undecided() const { return all_->races.undecided(); }
bool Executor::read_only_loads_undecided() const { return all_->read_only_loads.undecided(); }
bool Executor::uses_loaded_pointers() const { return all_->races.accessed_anywhere(); }
bool Executor::uses_activemask() const { return all_->warp_meetings.uses_activemask(); }
bool Executor::assumes_initialised() const { return all_->memory.read_forgotten_shared(); }
std::vector<std::uint32_t> Executor::assumed_places() const {
  return all_->launch_assumptions.assumed_places();
}
const std::map<std::uint32_t, bool>& Executor::assumed_stops() const { return all_->stops.assumed_stops(); }
const Shape& Executor::shape() const { return all_->options.shape; }
const std::map<std::uint32_t, std::uint64_t>& Executor::fixed_parameters() const {
  return all_->options.fixed_parameters;
}
const launch::Bounds* Executor::bounds() const {
  return all_->options.bounds ? &*all_->options.bounds : nullptr;
}
const Layout& Executor::layout() const { return all_->code.layout(); }
const LaunchNumbers& Executor::numbers() const { return all_->numbers; }
const Pointers& Executor::pointers() const { return all_->pointers; }
const AccessJudge& Executor::accesses() const { return all_->accesses; }
BlockMemory& Executor::final_memory() { return all_->memory; }
const std::map<std::uint64_t, Value>& Executor::returned() const { return all_->control_flow.returned(); }
bool Executor::returned_unevenly() const { return all_->control_flow.returned_unevenly(); }
const OrderTrace& Executor::order() const { return all_->order; }
Term Executor::trapped() const { return all_->ops.any(all_->thread_sets.trapped); }
Term Executor::not_ended() const { return all_->ops.any(all_->thread_sets.cut); }

}  // namespace warpproof::symbolic
