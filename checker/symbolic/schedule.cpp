// Positions, branches, merging and calls: how strands move.
#include <algorithm>

#include "checker/symbolic/executor.h"
#include "spec/rules.h"
#include "src/machine/outside_calls.h"

namespace warpproof::symbolic {

namespace {

// Call stacks deeper than this are given up: recursion, or hostile input.
constexpr std::size_t kDeepestCall = 64;

// Of a block that does nothing but end, or go on to one that does.
bool ends_in_return(const Function& f, std::uint32_t block) {
  for (;;) {
    const Block& b = f.blocks[block];
    const Opcode op = b.last > b.first ? f.code[b.first].op : Opcode::Bra;
    if (op != Opcode::Bra) return op == Opcode::Ret;
    block = b.successors.front();
  }
}

// Pairs of accesses at computed addresses that are worth one question about all of them. Those of a sample
// are asked about one by one, others are folded first.
constexpr std::size_t kPairsOfASample = 32, kPairsOfEveryone = 20'000;

std::string quoted(const std::string& name) { return "'" + name + "'"; }

}  // namespace

Executor::Executor(const Program& program, std::uint32_t root, TermGraph& graph,
                   const ExecutorOptions& options, std::function<bool(Term)> infeasible)
    : program_(program),
      root_(root),
      g(graph),
      options_(options),
      threads_(options.shape.threads()),
      warp_size_(options.shape.group()),
      warps_((threads_ + warp_size_ - 1) / warp_size_),
      ops_(graph, threads_),
      context_{graph,
               options_,
               ops_,
               inputs_,
               assumptions_,
               assumed_,
               obligations_,
               std::move(infeasible),
               [this] { return scope_; }},
      numbers_(context_),
      pointers_(context_, program, root),
      accesses_(context_, numbers_),
      infeasible_([this](Term t) { return context_.infeasible(t); }),
      layout_(warpproof::layout(program, root)),
      sites_(program, [this](std::uint32_t f) -> const FunctionGraph& { return graph_of(f); }),
      memory_(graph, threads_),
      counters_(graph),
      shared_words_(context_, numbers_, memory_, counters_, [this] { return iterations_now(); }),
      generations_(context_),
      order_(threads_),
      race_questions_(context_, numbers_,
                      {[this](Term t) { return knows_strides(t); },
                       [this](Term t) { return !shared_words_.awaits_bounds(t); }}),
      races_(graph, threads_, warp_size_, surroundings_of_races()),
      read_only_loads_(context_, program_.has_read_only_loads(), surroundings_of_read_only_loads()),
      copy_groups_(make_copy_groups()),
      scope_(graph.truth(true)),
      in_scope_(scope_),
      obligations_(graph) {
  for (const ParameterPart part : possible_pointers(program_, root_)) {
    const auto number = options_.parameter_numbers.find(part.index);
    if (number == options_.parameter_numbers.end()) continue;
    if (const auto shared = pointed_allocation({number->second, part.offset}))
      memory_.rename_initial(*pointed_allocation(part), *shared);
  }
  if (!options_.shape.is_one_block()) memory_.share_with_blocks();
  // Of executions that are compared exchange_between_blocks() says it.
  if (!options_.shape.is_one_block() && !traces_order() && !options_.looks_for_run &&
      OtherBlocks::may_exchange(program_, layout_))
    other_blocks_.emplace(program_, layout_, options_.shape.follow == Shape::Follow::Everyone);
  // Who gives back another's lock may be of another warp than who holds it.
  if (synchronises_through_memory(program_) && !options_.shape.one_warp())
    races_.hand_over().enable(options_.shape.follow == Shape::Follow::Everyone,
                              options_.shape.is_one_block());
  some_in_step_ =
      options_.plans != nullptr && std::any_of(options_.plans->begin(), options_.plans->end(),
                                               [](const auto& entry) { return entry.second.in_step(); });
  // Of a pair everything but how the two race is known from each of them (Attempt::open_errors).
  if (options_.shape.follow == Shape::Follow::WarpPair) {
    races_.leave_out_warps();
    read_only_loads_.leave_out_warps();
  }
}

RaceDetector::Surroundings Executor::surroundings_of_races() {
  return {[this](spec::Rule rule, std::uint32_t earlier, std::uint32_t later, Term condition, bool equal) {
            note_race(rule, earlier, later, condition, equal);
          },
          [this](BlockMemory::Key key, const Use& a, const Use& b) {
            return g.conj(std::vector<Term>{pointers_.may_meet_in(key, a.offset, b.offset),
                                            counters_.facts(a, b), stride_facts(a, b)});
          },
          [this](const Use& a, const Use& b) { return stride_facts(a, b); },
          [this](BlockMemory::Key key, Term offset) {
            return key.allocation == kLoadedAllocations ? pointers_.pointers_in(offset) : std::set<Term>{};
          },
          [this](BlockMemory::Key key, Term a, Term b) { return pointers_.may_meet_in(key, a, b); },
          [this](int a, int b) { return numbers_.may_share_warp(a, b); },
          [this](Term t) { return race_questions_.is_excluded(t); },
          [this](Term t) { return race_questions_.are_excluded(t); },
          options_.shape.follow == Shape::Follow::Everyone ? kPairsOfEveryone : kPairsOfASample,
          [this](int t) { return numbers_.coordinates_of(static_cast<std::uint32_t>(t)); },
          [this](Term t) { return race_questions_.never_holds(t); },
          [this](Term t) { return infeasible_(t); },
          [this] { return options_.out_of_time && options_.out_of_time(); },
          [this] { return scope_; },
          [this](Term scope) { set_scope(scope); }};
}

void Executor::set_scope(Term scope) {
  scope_ = scope;
  obligations_.set_scope(scope);
}

const FunctionGraph& Executor::graph_of(std::uint32_t function) const {
  auto it = graphs_.find(function);
  if (it == graphs_.end()) it = graphs_.emplace(function, analyse(program_.functions[function])).first;
  return it->second;
}

const Instruction& Executor::instruction_at(const Strand& s) const {
  const Function& f = program_.functions[s.top().function];
  return f.code[f.blocks[s.top().block].first];
}

spec::Level Executor::level(spec::Rule rule) const { return options_.level(rule); }

void Executor::run() {
  present_ = numbers_.choose();
  exited_ = ops_.lnot(present_);
  cut_ = ops_.no();
  trapped_ = ops_.no();
  at_grid_barrier_ = ops_.no();

  Strand start;
  Frame frame;
  frame.function = root_;
  frame.registers.resize(program_.functions[root_].registers.size() + 1);
  start.frames.push_back(std::move(frame));
  start.guard = present_;
  load_parameters(start);
  copy_groups_.begin(start.storage);
  assume_conditions();
  shared_words_.begin();
  enter(std::move(start));

  for (;;) {
    if (options_.out_of_time && options_.out_of_time()) {
      unknowns_.push_back({"out of effort", program_.functions[root_].place, g.truth(true)});
      return;
    }
    if (!iterations_.empty() && finish_iterations()) {
      if (plans_changed_) return;
      continue;
    }
    if (stopped_) return;
    if (!runnable_.empty()) {
      auto node = runnable_.extract(next_to_run());
      note_passing(node.mapped());
      execute_block(std::move(node.mapped()));
      continue;
    }
    bool fired = false;
    for (auto it = parked_.begin(); it != parked_.end(); ++it) {
      const Position at = it->first;
      fired = info(instruction_at(it->second.strand).op).cls == OpcodeClass::Warp && try_fire(at, true);
      if (fired) break;  // the map is another one now
    }
    if (!fired) fired = try_fire_barriers(true);
    if (!fired) break;
  }
  if (fail_desynchronised_iterations() || plans_changed_) return;
  if (compares()) report_unfinished_iterations();
  races_.judge_deferred();
  judge_read_only_loads();
  if (options_.out_of_time && options_.out_of_time())
    unknowns_.push_back({"out of effort", program_.functions[root_].place, g.truth(true)});
  note_inductive_loops();
  shared_words_.bound_counters(cut_);
  const auto calm = counters_.calm();
  assumptions_.insert(assumptions_.end(), calm.begin(), calm.end());
  if (!calm.empty()) assumed_.insert("counters that are only added to do not wrap around");
  if (options_.shape.dynamic_shared_is_open)
    assumed_.insert("dynamic shared memory is as large as the accesses to it need");
  if (!infeasible_(g.disj(accesses_.beyond_shared())))
    assumed_.insert("accesses to shared memory stay inside it");
  report_stuck();
  judge_vacuous_claims();
  complete_ = true;
}

Executor::Position Executor::position_of(const Strand& s) const {
  Position p;
  p.reserve(s.frames.size() * 3);
  for (const Frame& f : s.frames) {
    p.push_back(static_cast<std::uint32_t>(graph_of(f.function).order[f.block]));
    p.push_back(f.block);
    p.push_back(f.function);
  }
  return p;
}

void Executor::enter(Strand s) {
  if (ops_.all_false(s.guard)) return;
  const Position at = position_of(s);
  const auto it = runnable_.find(at);
  if (it == runnable_.end()) {
    runnable_.emplace(at, std::move(s));
  } else {
    merge_into(it->second, s);
  }
}

// Values of `from` for its threads, of `into` for the others. Where both are somewhere else the value does
// not matter, so the shorter condition decides.
void Executor::merge_into(Strand& into, const Strand& from) {
  const Lanes& condition = into.guard;
  for (std::size_t depth = 0; depth < into.frames.size(); ++depth) {
    Frame& a = into.frames[depth];
    const Frame& b = from.frames[depth];
    const bool is_top = depth + 1 == into.frames.size();
    const std::vector<bool>* live = is_top ? &graph_of(a.function).live_in[a.block] : nullptr;
    for (std::size_t r = 0; r < a.registers.size(); ++r) {
      if (live != nullptr && !(*live)[r]) {
        a.registers[r] = Value{};
        continue;
      }
      Value& va = a.registers[r];
      const Value& vb = b.registers[r];
      if (va.width == 0 && vb.width == 0) continue;
      // A side that never wrote the register contributes an undefined value.
      const std::uint32_t place =
          program_.functions[a.function].code[program_.functions[a.function].blocks[a.block].first].place;
      const auto undefined = [&](int width) {
        return Value{ops_.constant(width, 0), ops_.yes(),
                     single_origin(event(spec::Rule::ValueUninitialised, place)), width};
      };
      const Value left = va.width == 0 ? undefined(vb.width) : va;
      const Value right = vb.width == 0 ? undefined(va.width) : vb;
      va = ops_.select(condition, left, right);
    }
  }
  into.storage = LocalMemory::merge(ops_, into.storage, from.storage, condition,
                                    event(spec::Rule::ValueUninitialised, program_.functions[root_].place));
  for (const auto& [key, visit] : from.loops) {
    const auto [it, added] = into.loops.try_emplace(key, visit);
    if (added) continue;
    LoopVisit& mine = it->second;
    if (!mine.iteration.same(visit.iteration))
      mine.iteration = ops_.select(condition, mine.iteration, visit.iteration);
    mine.iterations = std::max(mine.iterations, visit.iterations);
    mine.undecided = std::max(mine.undecided, visit.undecided);
    mine.planned = mine.planned || visit.planned;
    mine.begun = mine.begun || visit.begun;
  }
  into.signalled = std::max(into.signalled, from.signalled);
  into.informed = into.informed || from.informed;
  into.guard = unite(into.guard, from.guard);
}

void Executor::note_split(const Lanes& whole, const Lanes& one, const Lanes& other) {
  for (int t = 0; t < threads_; ++t) {
    const Term a = one.at(t), b = other.at(t);
    if (!g.is_false(a) && !g.is_false(b)) wholes_.insert_or_assign(std::minmax(a.id, b.id), whole.at(t));
    if (whole.is_uniform() && one.is_uniform() && other.is_uniform()) return;
  }
}

Lanes Executor::unite(const Lanes& one, const Lanes& other) {
  return ops_.map(
      [&](Term a, Term b) {
        const auto known = wholes_.find(std::minmax(a.id, b.id));
        return known != wholes_.end() ? known->second : g.lor(a, b);
      },
      one, other);
}

void Executor::execute_block(Strand s) {
  const Function& f = program_.functions[s.top().function];
  const std::uint32_t index = s.top().block;
  const Block& block = f.blocks[index];
  if (const auto loop = s.loops.find(loop_key(s, index)); loop != s.loops.end()) {
    if (loop->second.planned && !loop->second.begun) {
      const Position at = head_position(s, s.frames.size(), index);
      const LoopPlan* plan = plan_at(at);
      if (plan != nullptr && plan->in_step()) return hold(std::move(s), at);
      s = begin_loop(std::move(s), index);
    } else {
      loop->second.guard = s.guard;
    }
  }
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Instruction& ins = f.code[i];
    steps_ += static_cast<std::uint64_t>(threads_);
    effort::spend(effort::Work::Followed, static_cast<std::uint64_t>(threads_));
    if (steps_ > options_.max_thread_steps) return give_up(s, "step limit reached", ins.place);
    if (options_.out_of_time && options_.out_of_time()) return give_up(s, "out of effort", ins.place);
    const OpcodeClass cls = info(ins.op).cls;
    if (is_rendezvous(ins.op)) {
      s.informed = true;
      return arrive(std::move(s), ins);
    }
    switch (ins.op) {
      case Opcode::Unsupported:
        return give_up(s, "unsupported instruction " + quoted(ins.name), ins.place);
      case Opcode::Bra:
        return branch(std::move(s), ins);
      case Opcode::BrxIdx:
        return branch_indexed(std::move(s), ins);
      case Opcode::Call:
        return call(std::move(s), ins);
      case Opcode::Ret:
        return leave(std::move(s));
      case Opcode::Exit:
        return exit_threads(s);
      case Opcode::Trap:
        return judge_stop(s, ins.place, false);
      case Opcode::Ld:
      case Opcode::Ldu:
        load(s, ins);
        break;
      case Opcode::St:
        store(s, ins);
        break;
      case Opcode::Atom:
      case Opcode::Red:
        atomic(s, ins);
        break;
      case Opcode::CpAsync:
      case Opcode::CpAsyncCommitGroup:
      case Opcode::CpAsyncWaitGroup:
      case Opcode::CpAsyncWaitAll:
        async_copy(s, ins);
        break;
      case Opcode::Membar:
      case Opcode::Fence:  // no effect on a race-free program's values, but on the order of atomics
        trace_fence(s, ins);
        note_fence(s, ins);
        break;
      default:
        if (cls == OpcodeClass::Alu) {
          std::string why;
          if (!alu_supported(ins, &why))
            return give_up(s, "unsupported instruction " + quoted(why), ins.place);
          execute_alu_instruction(s, ins);
        }
        break;  // hints have no effect on values
    }
  }
  if (block.successors.empty()) return leave(std::move(s));
  go_to(std::move(s), block.successors.front());
}

void Executor::branch(Strand s, const Instruction& bra) {
  const Block& block = program_.functions[s.top().function].blocks[s.top().block];
  const bool chosen = bra.mod.chosen != Choice::None && compares();
  if (bra.guard.reg < 0 && !chosen) return go_to(std::move(s), bra.targets.front());
  const Lanes taken_when = chosen ? who_goes_on(s, bra) : guard_of(s, bra);
  if (bra.mod.certain && compares()) {
    take_for_certain(s, taken_when);
    return go_to(std::move(s), bra.targets.front());
  }
  const std::uint32_t target = bra.targets.front();
  const std::uint32_t next = block.successors.back();
  const Lanes whole = s.guard;
  Strand taken = s;
  taken.guard = ops_.land(s.guard, taken_when);
  s.guard = ops_.land(s.guard, ops_.lnot(taken_when));
  note_split(whole, taken.guard, s.guard);
  go_to(std::move(taken), target);
  go_to(std::move(s), next);
}

void Executor::branch_indexed(Strand s, const Instruction& ins) {
  const Value index = read(s, ins.sources.front(), Type::U32, ins.place);
  use(s.guard, index, ins.place, "branch index");
  Lanes rest = s.guard;
  for (std::size_t i = 0; i < ins.targets.size(); ++i) {
    const Lanes here = ops_.map([&](Term x) { return g.eq(x, g.constant(g.width(x), i)); }, index.bits);
    Strand taken = s;
    taken.guard = ops_.land(s.guard, here);
    rest = ops_.land(rest, ops_.lnot(here));
    go_to(std::move(taken), ins.targets[i]);
  }
  s.guard = rest;
  if (!ops_.all_false(rest) && !infeasible_(ops_.any(rest)))
    give_up(s, "branch index outside its table", ins.place);
}

void Executor::go_to(Strand s, std::uint32_t block) {
  if (ops_.all_false(s.guard)) return;
  const FunctionGraph& graph = graph_of(s.top().function);
  s.top().block = block;
  const std::uint64_t depth = s.frames.size();
  std::vector<Position> compared, iterations;  // loops that are left
  for (auto it = s.loops.begin(); it != s.loops.end();) {
    const auto head = static_cast<std::uint32_t>(it->first);
    const bool left =
        it->first >> 32 == depth && !graph.in_loop_of_head(static_cast<int>(head), static_cast<int>(block));
    if (left && it->second.begun) {
      const Position at = head_position(s, depth, head);
      compares() ? compared.push_back(at) : iterations.push_back(at);
      if (!compares()) note_exit(s, at, block);
    }
    it = left && !(compares() && it->second.begun) ? s.loops.erase(it) : std::next(it);
  }
  if (!compared.empty()) return leave_compared(s, compared, block);
  if (iterations.size() == 1 && waits_for_iteration(iterations.front()))
    return wait_for_iteration(std::move(s), iterations.front());
  enter_block(std::move(s));
}

// Its loops know where it comes from; what if it begins one, or another iteration of one?
void Executor::enter_block(Strand s) {
  const FunctionGraph& graph = graph_of(s.top().function);
  const std::uint32_t block = s.top().block;
  const std::uint64_t depth = s.frames.size();
  if (graph.is_loop_head(static_cast<int>(block))) {
    const auto visit = s.loops.find(loop_key(s, block));
    if (visit == s.loops.end()) {
      LoopVisit fresh;
      fresh.iteration = ops_.constant(32, 0);
      if (options_.plans != nullptr) {
        const Position head = head_position(s, depth, block);
        fresh.planned = plan_at(head) != nullptr;
        if (fresh.planned && loop_is_active(head))
          return abandon_plan(head, "lanes enter it while others are in it");
      }
      s.loops[loop_key(s, block)] = fresh;
    } else if (visit->second.begun) {
      return latch(std::move(s), block);
    } else if (!loop_may_continue(s, block)) {
      return;
    }
  }
  if (depth == 1 && graph.is_trivial_exit[block]) {
    if (ends_in_return(program_.functions[root_], block)) keep_results(s);
    return exit_threads(s);
  }
  enter(std::move(s));
}

// A loop whose condition folds runs as long as it folds. Otherwise the solver is asked whether anyone is
// still in it, and the bound on unrolling ends the attempt.
bool Executor::loop_may_continue(Strand& s, std::uint32_t head) {
  LoopVisit& visit = s.loops[loop_key(s, head)];
  // The condition folded when some thread comes back under the very guard it had at the head.
  bool decided = false, plan_it = false;
  for (int t = 0; t < threads_ && !decided; ++t) {
    decided = !g.is_false(s.guard.at(t)) && s.guard.at(t) == visit.guard.at(t);
    if (s.guard.is_uniform() && visit.guard.is_uniform()) break;
  }
  ++visit.iterations;
  visit.iteration = ops_.map([&](Term n) { return g.add(n, g.constant(32, 1)); }, visit.iteration);
  if (decided && !is_endless(s.top().function, head)) {
    if (visit.iterations <= kMostFoldedIterations) return true;
  } else {
    plan_it = options_.shape.is_sample() && options_.unroll == 0;
    if (!plan_it && infeasible_(ops_.any(s.guard))) return false;
    const bool enough = options_.cuts_loops && options_.cuts_loops();
    if (++visit.undecided <= options_.unroll && !enough) return true;
  }
  // Behind a loop that was cut off others may only seem to go on: who was cut off is missing there.
  const Position at = head_position(s, s.frames.size(), head);
  const bool planned = options_.plans != nullptr && options_.plans->contains(at);
  if (planned || !cut_a_loop_) unbounded_loops_.insert(at);
  cut_a_loop_ = cut_a_loop_ || !planned;
  if (!planned &&
      (plan_it || options_.stop_at_open_loops)) {  // what follows is looked at once the loop has a plan
    stopped_ = true;
    return false;
  }
  const std::size_t unknowns = unknowns_.size();
  give_up(s,
          "loop not proved to end within " + std::to_string(visit.iterations - 1) + " iterations" +
              why_not_inductive(s, head),
          place_of_block(s.top().function, head));
  // Only for what makes the verdict unknown; of a loop that nobody gets to the others are followed on.
  const bool goes_on = unknowns_.size() > unknowns;
  stopped_ = stopped_ || (goes_on && plan_it);
  return false;
}

void Executor::exit_threads(const Strand& s) { exited_ = ops_.lor(exited_, s.guard); }

void Executor::keep_results(const Strand& s) {
  const Function& root = program_.functions[root_];
  if (root.is_entry) return;
  const int undefined = event(spec::Rule::ValueUninitialised, root.place);
  std::uint64_t start = 0;  // of a result variable among all
  for (const std::uint32_t variable : root.results) {
    const std::uint64_t size = program_.variables[variable].size;
    const std::uint64_t at = param_address(0, variable);
    for (std::uint64_t done = 0; done < size;) {
      // Whole words where the size allows, else what was written byte by byte: padding is no result.
      std::uint64_t bytes = 8;
      while (done + bytes > size || done % bytes != 0 ||
             (bytes > 1 && !s.storage.written(at + done, static_cast<int>(bytes))))
        bytes /= 2;
      if (s.storage.written(at + done, static_cast<int>(bytes))) {
        const Value now = s.storage.load(ops_, at + done, static_cast<int>(bytes), undefined);
        const auto [it, fresh] = returned_.try_emplace(start + done, Value{});
        if (fresh)
          it->second = Value{ops_.constant(now.width, 0), ops_.yes(), single_origin(undefined), now.width};
        if (it->second.width == now.width) {
          it->second = ops_.select(s.guard, now, it->second);
        } else {
          returned_unevenly_ = true;
        }
      }
      done += bytes;
    }
    start += size;
  }
}

void Executor::give_up(const Strand& s, const std::string& reason, std::uint32_t place) {
  give_up_threads(s.guard, reason, place);
}

// Threads that are not followed further: the verdict is unknown wherever they exist.
void Executor::give_up_threads(const Lanes& guard, const std::string& reason, std::uint32_t place) {
  const Term reached = ops_.any(guard);
  if (g.is_false(reached)) return;
  cut_ = ops_.lor(cut_, guard);
  if (infeasible_(reached)) return;
  unknowns_.push_back({reason, place, g.land(reached, scope_)});
}

void Executor::call(Strand s, const Instruction& ins) {
  const std::uint32_t next = program_.functions[s.top().function].blocks[s.top().block].successors.front();
  if (ins.callee < 0 || !program_.functions[ins.callee].has_body) {
    const OutsideCall kind = outside_call(ins.name);
    if (kind == OutsideCall::Assume || kind == OutsideCall::AssertThat) {
      judge_claim(s, ins, kind == OutsideCall::Assume);
      return go_to(std::move(s), next);
    }
    if (kind == OutsideCall::GridMeeting) {
      judge_grid_meeting(s, ins.place);
      return go_to(std::move(s), next);
    }
    // printf's device half writes to a buffer that no checked kernel reads; a failed assertion ends the
    // kernel.
    if (kind == OutsideCall::Print) {
      approximations_.insert("output of printf is ignored; its result is treated as unknown");
      s.informed = true;
      const std::vector<Term> zeros(static_cast<std::size_t>(threads_), g.constant(32, 0));  // in replays
      for (const std::uint32_t result : ins.call_results) {
        s.storage.store(ops_, param_address(s.frames.size() - 1, result),
                        ops_.defined(fresh_choices(s, 32, ins.place, "printf", &zeros), 32));
      }
      return go_to(std::move(s), next);
    }
    if (kind == OutsideCall::AssertFail) return judge_stop(s, ins.place, true);
    return give_up(s, "call of " + quoted(ins.name) + ", which has no body here", ins.place);
  }
  if (s.frames.size() >= kDeepestCall) return give_up(s, "calls nested too deep", ins.place);
  const Function& callee = program_.functions[ins.callee];
  const std::size_t depth = s.frames.size();
  const int undefined = event(spec::Rule::ValueUninitialised, ins.place);
  for (std::size_t i = 0; i < ins.call_arguments.size() && i < callee.parameters.size(); ++i) {
    copy_param(s, param_address(depth - 1, ins.call_arguments[i]), param_address(depth, callee.parameters[i]),
               program_.variables[callee.parameters[i]].size, undefined);
  }
  Frame frame;
  frame.function = static_cast<std::uint32_t>(ins.callee);
  frame.registers.resize(callee.registers.size() + 1);
  s.frames.push_back(std::move(frame));
  enter(std::move(s));
}

void Executor::leave(Strand s) {
  if (s.frames.size() == 1) {
    keep_results(s);
    return exit_threads(s);
  }
  const std::size_t depth = s.frames.size() - 1;
  const Function& callee = program_.functions[s.top().function];
  const std::uint64_t local_from = local_base(s);
  const std::uint64_t local_to = local_from + layout_.local_size[s.top().function];
  s.frames.pop_back();
  s.top().carry() = Value{};  // no call preserves it (spec/carry.h)
  const Instruction& ins = instruction_at(s);
  const int undefined = event(spec::Rule::ValueUninitialised, ins.place);
  for (std::size_t i = 0; i < ins.call_results.size() && i < callee.results.size(); ++i) {
    copy_param(s, param_address(depth, callee.results[i]), param_address(depth - 1, ins.call_results[i]),
               program_.variables[callee.results[i]].size, undefined);
  }
  s.storage.erase(param_address_base(depth), param_address_base(depth + 1));
  s.storage.erase(local_from, local_to);
  std::erase_if(s.loops, [&](const auto& entry) { return entry.first >> 32 > depth; });
  go_to(std::move(s), program_.functions[s.top().function].blocks[s.top().block].successors.front());
}

void Executor::copy_param(Strand& s, std::uint64_t from, std::uint64_t to, std::uint64_t size,
                          int undefined_event) {
  std::uint64_t done = 0;
  while (done < size) {
    // Copy whole cells where they line up, so that values keep their terms.
    int bytes = 1;
    for (const int candidate : {8, 4, 2}) {
      if (done + static_cast<std::uint64_t>(candidate) > size) continue;
      const auto* cells = s.storage.cells();
      const auto cell = cells == nullptr ? decltype(cells->begin()){} : cells->find(from + done);
      if (cells != nullptr && cell != cells->end() && cell->second.width == candidate * 8) {
        bytes = candidate;
        break;
      }
    }
    if (bytes > 1 || s.storage.written(from + done, bytes)) {
      s.storage.store(ops_, to + done, s.storage.load(ops_, from + done, bytes, undefined_event));
    }
    done += static_cast<std::uint64_t>(bytes);
  }
}

}  // namespace warpproof::symbolic
