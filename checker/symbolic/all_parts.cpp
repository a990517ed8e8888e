#include "checker/symbolic/all_parts.h"

#include <algorithm>
#include <utility>

#include "spec/rules.h"

namespace warpproof::symbolic {

namespace {

// Pairs of accesses at computed addresses that are worth one question about all of them. Those of a sample
// are asked about one by one, others are folded first.
constexpr std::size_t kPairsOfASample = 32, kPairsOfEveryone = 20'000;

bool copies_asynchronously(const Code& code) {
  const auto is_copy = [](const Instruction& in) { return info(in.op).cls == OpcodeClass::AsyncCopy; };
  const std::vector<Function>& functions = code.program().functions;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const auto& instructions = functions[f].code;
    if (code.layout().reachable[f] && std::any_of(instructions.begin(), instructions.end(), is_copy))
      return true;
  }
  return false;
}

}  // namespace

AllParts::AllParts(const Program& program, std::uint32_t root, TermGraph& graph,
                   const ExecutorOptions& wanted, std::function<bool(Term)> infeasible)
    : options(wanted),
      ops(graph, wanted.shape.threads()),
      code(program, root),
      record(graph),
      context{graph,
              options,
              ops,
              record.inputs,
              record.assumptions,
              record.assumed,
              record.obligations,
              std::move(infeasible),
              [this] { return record.scope; }},
      numbers(context),
      pointers(context, program, root),
      accesses(context, numbers),
      memory(graph, context.threads()),
      counters(graph),
      shared_words(context, numbers, memory, counters, [this] { return iteration_numbers.iterations_now(); }),
      generations(context),
      order(context.threads()),
      race_questions(context, numbers,
                     {[this](Term t) { return loop_strides.knows_strides(t); },
                      [this](Term t) { return !shared_words.awaits_bounds(t); }}),
      races(graph, context.threads(), context.warp_size(), surroundings_of_races()),
      read_only_loads(context, program.has_read_only_loads(), surroundings_of_read_only_loads()),
      copy_groups(make_copy_groups()),
      parts{context,
            code,
            record,
            thread_sets,
            pending_groups,
            numbers,
            pointers,
            accesses,
            memory,
            counters,
            shared_words,
            generations,
            order,
            other_blocks,
            race_questions,
            races,
            read_only_loads,
            copy_groups,
            strands,
            scalar_instructions,
            division,
            launch_assumptions,
            stops,
            control_flow,
            locator,
            loads_and_stores,
            loads_of_others,
            async_copies,
            read_only_memory,
            memory_order,
            order_recorder,
            loop_state,
            loop_cells,
            induction,
            loop_exits,
            loop_claims,
            head_conditions,
            iteration_counts,
            iteration_numbers,
            own_copies,
            loops_in_step,
            compared_loops,
            last_iterations,
            loop_strides,
            loop_words,
            claim_records,
            warp_meetings,
            collective_results,
            exited_lanes,
            matrix_operations,
            block_barriers,
            barrier_reuse,
            bypasses,
            grid_meetings,
            sample_barriers,
            standstill},
      thread_sets(parts),
      strands(parts),
      loop_state(parts),
      scalar_instructions(parts),
      division(parts),
      launch_assumptions(parts),
      stops(parts),
      control_flow(parts),
      locator(parts),
      loads_and_stores(parts),
      loads_of_others(parts),
      async_copies(parts),
      read_only_memory(parts),
      memory_order(parts),
      order_recorder(parts),
      loop_cells(parts),
      induction(parts),
      loop_exits(parts),
      loop_claims(parts),
      head_conditions(parts),
      iteration_counts(parts),
      iteration_numbers(parts),
      own_copies(parts),
      loops_in_step(parts),
      compared_loops(parts),
      last_iterations(parts),
      loop_strides(parts),
      loop_words(parts),
      claim_records(parts),
      warp_meetings(parts),
      collective_results(parts),
      exited_lanes(parts),
      matrix_operations(parts),
      block_barriers(parts),
      barrier_reuse(parts),
      bypasses(parts),
      grid_meetings(parts),
      sample_barriers(parts),
      standstill(parts) {
  const Shape& shape = options.shape;
  for (const ParameterPart part : possible_pointers(program, root)) {
    const auto number = options.parameter_numbers.find(part.index);
    if (number == options.parameter_numbers.end()) continue;
    if (const auto shared = pointed_allocation({number->second, part.offset}))
      memory.rename_initial(*pointed_allocation(part), *shared);
  }
  if (!shape.is_one_block()) memory.share_with_blocks();
  // Of executions that are compared exchange_between_blocks() says it.
  if (!shape.is_one_block() && !context.traces_order() && !options.looks_for_run &&
      OtherBlocks::may_exchange(program, code.layout()))
    other_blocks.emplace(program, code.layout(), shape.follow == Shape::Follow::Everyone);
  // Who gives back another's lock may be of another warp than who holds it.
  if (MemoryOrder::synchronises_through_memory(program) && !shape.one_warp())
    races.hand_over().enable(shape.follow == Shape::Follow::Everyone, shape.is_one_block());
  loop_state.some_in_step =
      options.plans != nullptr && std::any_of(options.plans->begin(), options.plans->end(),
                                              [](const auto& entry) { return entry.second.in_step(); });
  if (shape.only_looks_for_errors) races.leave_out_all();
  // Of a pair everything but how the two race is known from each of them (Attempt::open_errors).
  if (shape.follow == Shape::Follow::WarpPair) {
    races.leave_out_warps();
    read_only_loads.leave_out_warps();
  }
}

RaceDetector::Surroundings AllParts::surroundings_of_races() {
  return {
      [this](spec::Rule rule, std::uint32_t earlier, std::uint32_t later, Term condition, bool equal) {
        loads_and_stores.note_race(rule, earlier, later, condition, equal);
      },
      [this](BlockMemory::Key key, const Use& a, const Use& b) {
        return context.graph.conj(std::vector<Term>{pointers.may_meet_in(key, a.offset, b.offset),
                                                    counters.facts(a, b), loop_strides.stride_facts(a, b)});
      },
      [this](const Use& a, const Use& b) { return loop_strides.stride_facts(a, b); },
      [this](BlockMemory::Key key, Term offset) {
        return key.allocation == kLoadedAllocations ? pointers.pointers_in(offset) : std::set<Term>{};
      },
      [this](BlockMemory::Key key, Term a, Term b) { return pointers.may_meet_in(key, a, b); },
      [this](int a, int b) { return numbers.may_share_warp(a, b); },
      [this](Term t) { return race_questions.is_excluded(t); },
      [this](Term t) { return race_questions.are_excluded(t); },
      options.shape.follow == Shape::Follow::Everyone ? kPairsOfEveryone : kPairsOfASample,
      [this](int t) { return numbers.coordinates_of(static_cast<std::uint32_t>(t)); },
      [this](Term t) { return race_questions.never_holds(t); },
      [this](Term t) { return context.infeasible(t); },
      [this] { return options.out_of_time && options.out_of_time(); },
      [this] { return record.scope; },
      [this](Term scope) { record.set_scope(scope); }};
}

ReadOnlyLoads::Surroundings AllParts::surroundings_of_read_only_loads() {
  const auto is_named = [this](Term old, Term fresh) {
    if (const auto stride = loop_state.strides.find(old.id); stride != loop_state.strides.end()) {
      const Term of = stride->second;
      loop_state.strides[fresh.id] = of;
    }
  };
  return {
      [this](BlockMemory::Key key, const Use& a, const Use& b) {
        return context.graph.conj(std::vector<Term>{pointers.may_meet_in(key, a.offset, b.offset),
                                                    counters.facts(a, b), loop_strides.stride_facts(a, b)});
      },
      [this](Term scope) { record.set_scope(scope); },
      [this](std::uint32_t load, std::uint32_t store, Term condition) {
        context.require_not(spec::Rule::MemoryReadOnly, load,
                            "with the store at " + code.program().places[store].source().str(), condition);
      },
      {[this] { return memory.new_contents(); }, is_named}};
}

CopyGroups AllParts::make_copy_groups() {
  return {context,
          copies_asynchronously(code),
          {[this](const Lanes& threads, const auto& covers) { return races.records().complete(threads, covers); },
           [this](const Lanes& threads, const auto& covers) { races.records().leave_out_copies(threads, covers); }},
          [this] {
            return record.event(spec::Rule::ValueUninitialised, code.program().functions[code.root()].place);
          }};
}

}  // namespace warpproof::symbolic
