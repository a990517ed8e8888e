// What the race monitors hear of a run, and what the block's own one finds.

#include <algorithm>
#include <set>

#include "src/base/symbol_name.h"
#include "src/concrete/machine.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

// Constant memory is never written.
void Machine::note_access(const Instruction& in, const Warp& warp, int lane, const Accessed& a,
                          RaceMonitor::Kind kind, int bytes, std::uint64_t value) {
  if (standing_) note_spin_access(in, a, kind, bytes);
  if (options_.observer != nullptr) tell_access(a, kind, bytes, lane, value);
  if (!options_.races || (a.space != Space::Shared && a.space != Space::Global)) return;
  if (in.op == Opcode::Ld || in.op == Opcode::St) kind = access_kind(in, a.space);
  if (options_.orders) {
    // Lanes of one instruction are as good as any other threads, and no two atomics leave one value.
    kind = without_atomicity(in, kind);
    race_instruction_ = races_.next_instruction();
    if (in.op == Opcode::Atom || in.op == Opcode::Red || pending_group_) value = race_instruction_;
  }
  const std::uint64_t address = a.space == Space::Shared ? kSharedBase + a.address : a.address;
  const std::uint32_t w = warp_index(warp);
  races_.access({thread_of(w, lane), kind, address, bytes, value, race_instruction_, in.place,
                 executions(w)[static_cast<std::size_t>(lane)], current_, pending_group_, fragment_kind(in)});
  if (between_ != nullptr && a.space == Space::Global)
    note_between(in, kind, thread_of(w, lane), a.address, bytes, value);
  if (read_only_ != nullptr && a.space == Space::Global)
    note_read_only(in, kind, thread_of(w, lane), a.address, bytes);
  if (in.mod.is_volatile && (in.op == Opcode::Ld || in.op == Opcode::St))
    note_strong(in, thread_of(w, lane), a, in.op == Opcode::Ld, in.op == Opcode::St);
}

namespace {

// What it does to a word, if that commutes with itself; else 0.
std::uint32_t commuting_update(const Instruction& in) {
  if ((in.op != Opcode::Atom && in.op != Opcode::Red) || is_float(in.type)) return 0;
  switch (in.mod.reduce) {
    case ReduceOp::Add:
    case ReduceOp::Min:
    case ReduceOp::Max:
    case ReduceOp::And:
    case ReduceOp::Or:
    case ReduceOp::Xor:
      return 1 + static_cast<std::uint32_t>(in.mod.reduce) * 256 + static_cast<std::uint32_t>(in.type);
    default:
      return 0;
  }
}

std::set<std::uint32_t> registers_read(const Function& f) {
  std::set<std::uint32_t> out;
  for (const Instruction& in : f.code) {
    for (const Operand& o : in.sources) {
      if (o.kind == Operand::Kind::Register) out.insert(o.index);
    }
    for (const Address* at : {&in.address, &in.copied_from}) {
      if (at->base == Address::Base::Register) out.insert(at->index);
    }
    if (in.guard.reg >= 0) out.insert(static_cast<std::uint32_t>(in.guard.reg));
  }
  return out;
}

bool is_silent(const Function& f, const Instruction& update) {
  const auto read = registers_read(f);
  return std::none_of(update.destinations.begin(), update.destinations.end(), [&](const Operand& o) {
    return o.kind == Operand::Kind::Register && read.contains(o.index);
  });
}

}  // namespace

// What an access is where atomics order nothing: updates alone that commute with each other stay atomic.
AccessKind Machine::without_atomicity(const Instruction& in, AccessKind kind) const {
  const std::uint32_t update = setup_.commuting_update;
  if (update != 0 && update == commuting_update(in) &&
      is_silent(setup_.program.functions[positions_.at(current_).function], in))
    return AccessKind::Atomic;
  if (kind == AccessKind::StrongRead) return AccessKind::Read;
  return kind == AccessKind::Atomic ? AccessKind::Write : kind;
}

namespace {

// For threads of the block only.
bool is_of_block(const Instruction& in) {
  return in.mod.ordering == "cta" || in.mod.ordering.ends_with(".cta");
}

bool orders(const Instruction& in, const char* half) {
  return in.mod.ordering.starts_with(half) || in.mod.ordering.starts_with("acq_rel");
}

}  // namespace

std::uint32_t commuting_update(const Setup& setup) {
  std::uint32_t out = 0;
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    for (const Instruction& in : setup.program.functions[f].code) {
      const std::uint32_t own = commuting_update(in);
      if (own == 0 || !is_silent(setup.program.functions[f], in)) continue;
      if (out != 0 && out != own) return 0;
      out = own;
    }
  }
  return out;
}

bool synchronises(const Setup& setup) {
  for (std::size_t f = 0; f < setup.graphs.size(); ++f) {
    if (setup.graphs[f] == nullptr) continue;
    for (const Instruction& in : setup.program.functions[f].code) {
      const bool is_access = info(in.op).cls == OpcodeClass::Memory;
      if (is_fence(in) || (is_access && (orders(in, "release") || orders(in, "acquire")))) return true;
    }
  }
  return false;
}

void Machine::note_fence(const Instruction& in, std::uint32_t warp, LaneMask mask) {
  if (!options_.races || options_.orders || !setup_.synchronises || !is_fence(in)) return;
  const bool acquires = !in.mod.ordering.starts_with("release"),
             releases = !in.mod.ordering.starts_with("acquire");
  for_each_lane(mask, [&](int lane) { races_.fence(thread_of(warp, lane), acquires, releases); });
  if (between_ != nullptr && mask != 0)
    between_->fence({block_, thread_of(warp, std::countr_zero(mask))}, releases && !is_of_block(in));
}

void Machine::note_strong(const Instruction& in, std::uint32_t thread, const Accessed& a, bool reads,
                          bool writes) {
  if (!options_.races || options_.orders || !setup_.synchronises) return;
  if (a.space != Space::Shared && a.space != Space::Global) return;
  const std::uint64_t address = a.space == Space::Shared ? kSharedBase + a.address : a.address;
  if (reads) races_.strong_read(thread, address, orders(in, "acquire"));
  if (writes) races_.strong_write(thread, address, reads, orders(in, "release"));
  if (between_ == nullptr) return;
  const GridRaceMonitor::Thread self{block_, thread};
  const bool is_told = reads && in.op != Opcode::Red;
  if (a.space != Space::Global || is_of_block(in)) {
    if (is_told) between_->read_in_block(self);
    return;
  }
  if (is_told) between_->strong_read(self, address);
  if (writes) between_->strong_write(self, address, reads, orders(in, "release"));
}

void Machine::note_between(const Instruction& in, AccessKind kind, std::uint32_t thread, std::uint64_t address,
                           int bytes, std::uint64_t value) {
  const bool loads = in.op == Opcode::Ld || in.op == Opcode::Ldu;
  const bool is_plain = loads || in.op == Opcode::St;
  GridRaceMonitor::Access access{block_, thread, !loads, false, address, bytes, {}, in.place};
  access.strong = options_.orders ? kind == AccessKind::Atomic  // without_atomicity
                                  : (!is_plain || in.mod.is_volatile) && !is_of_block(in);
  if (in.op == Opcode::St) access.value = value;
  between_->access(access);
}

// By lane, a number for one execution of the current instruction, the same for all lanes of a warp however
// the schedule splits or joins them: lanes at one place (callers included) that have repeated the loops
// there equally often.
const Machine::Numbers& Machine::executions(std::uint32_t warp) {
  if (executions_of_ == race_instruction_) return executions_;
  executions_of_ = race_instruction_;
  executions_.fill(current_instruction_);
  const auto mix = [](std::uint64_t& out, std::uint64_t value) {
    out = (out ^ value) * 0x9e3779b97f4a7c15ull;
    out ^= out >> 32;
  };
  for (std::uint64_t& out : executions_) mix(out, current_);
  for_each_loop_at(current_, warp, [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
    for (std::size_t lane = 0; lane < executions_.size(); ++lane) {
      mix(executions_[lane], static_cast<std::uint64_t>(depth) << 32 | loop);
      mix(executions_[lane], iterations[lane]);
    }
  });
  return executions_;
}

// By lane, the number of the store that it executes: lanes that run an instruction at once in different
// iterations execute different ones.
Machine::Numbers Machine::stores_of(std::uint32_t warp, LaneMask mask) {
  Numbers out;
  out.fill(race_instruction_);
  const Numbers& runs = executions(warp);
  for (LaneMask rest = mask; rest != 0;) {
    const std::uint64_t run = runs[static_cast<std::size_t>(std::countr_zero(rest))];
    LaneMask together = 0;
    for_each_lane(rest, [&](int lane) {
      if (runs[static_cast<std::size_t>(lane)] == run) together |= 1u << lane;
    });
    if (rest != mask) {
      const std::uint64_t number = races_.next_instruction();
      for_each_lane(together, [&](int lane) { out[static_cast<std::size_t>(lane)] = number; });
    }
    rest &= ~together;
  }
  return out;
}

// Are all lanes of the warp, which are at one place, in the same iterations?
bool Machine::is_in_one_iteration(std::uint32_t warp) {
  bool same = true;
  for_each_loop_at(current_, warp, [&](int, std::size_t, const std::uint32_t* iterations) {
    same = same &&
           std::all_of(iterations, iterations + kLanes, [&](std::uint32_t n) { return n == iterations[0]; });
  });
  return same;
}

namespace {

// "4 bytes at "
std::string told_size(const RaceMonitor::Access& access) {
  return std::to_string(access.bytes) + (access.bytes == 1 ? " byte at " : " bytes at ");
}

// "threads 31 and 63 both write 4 bytes at byte 124 of s", "thread 31 writes 4 bytes at .. and thread 7 reads them".
template <class Who, class What, class Bytes>
std::string told_pair(const RaceMonitor::Access& earlier, const RaceMonitor::Access& later, const Who& who,
                      const What& what, const Bytes& told_bytes) {
  const bool alike = earlier.address == later.address && earlier.bytes == later.bytes;
  const std::string a = who(earlier), b = who(later), word = "thread ";
  if (alike && earlier.kind == later.kind && a.starts_with(word) && b.starts_with(word) && a != b) {
    std::string verb = what(later.kind);  // writes
    verb.pop_back();
    const bool in_order = earlier.thread < later.thread;
    return "threads " + (in_order ? a : b).substr(word.size()) + " and " + (in_order ? b : a).substr(word.size()) +
           " both " + verb + " " + told_bytes(later);
  }
  // What stores is told first.
  const bool swaps = !stores(earlier.kind) && stores(later.kind);
  const RaceMonitor::Access &first = swaps ? later : earlier, &second = swaps ? earlier : later;
  return who(first) + " " + what(first.kind) + " " + told_bytes(first) + " and " + who(second) + " " +
         what(second.kind) + " " + (alike ? std::string("it") : told_bytes(second));
}

std::string what_is_missing(spec::Rule rule, bool cuda_source) {
  const std::string warp_barrier = cuda_source ? "__syncwarp()" : "bar.warp.sync";
  if (rule == spec::Rule::MemoryImplicitWarpSync) return "no " + warp_barrier + " or barrier orders them";
  if (rule == spec::Rule::MemoryCollectiveAsFence)
    return "what the lanes execute in between orders no memory, as " + warp_barrier + " does";
  return "no barrier or atomic orders them";
}

}  // namespace

void Machine::report_race(spec::Rule rule, const RaceMonitor::Access& earlier,
                          const RaceMonitor::Access& later, bool equal_values) {
  if (options_.orders) {
    result_.order_shows = result_.order_shows || !equal_values;
    return;
  }
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  const auto what = [](RaceMonitor::Kind kind) -> std::string {
    return !stores(kind) ? "reads" : kind == AccessKind::Write ? "writes" : "updates";
  };
  spec::Level level = report_.level(rule);
  if (equal_values && rule == spec::Rule::StoreSameInstruction) return;  // that value stands
  if (equal_values) level = std::min(level, spec::equal_value_race_level(launch_.policies));
  if (level == spec::Level::Off) return;
  ThreadSet threads;
  for (const std::uint32_t t : {earlier.thread, later.thread}) {
    threads.add(static_cast<int>(t / lanes), static_cast<int>(t % lanes));
  }
  const bool one_store = rule == spec::Rule::StoreSameInstruction;
  if (!one_store && report_.add_to_known(rule, level, later.place, threads, earlier.place)) return;
  const bool open =
      of_open_lanes(earlier.fragment, later.fragment, earlier.thread / lanes == later.thread / lanes);
  const auto who = [&](const RaceMonitor::Access& access) {
    return open && access.fragment != 0 ? "some lane of warp " + std::to_string(access.thread / lanes)
                                        : "thread " + std::to_string(access.thread);
  };
  // "4 bytes at byte 124 of grid (shared memory)"
  const auto told_bytes = [&](const RaceMonitor::Access& access) {
    const Location where = classify(access.address);
    return told_size(access) + (where.space == Space::Shared ? describe_shared(where.offset) : describe_address(where));
  };
  std::string message;
  if (one_store) {
    message = threads.str(warps_.size() > 1) +
              " of one store write different values to common bytes; which value stands is undefined";
  } else if (rule == spec::Rule::AsyncUnwaited) {
    message = "thread " + std::to_string(later.thread) + " " + what(later.kind) + " " + told_bytes(later) +
              ", which its own asynchronous copy " + what(earlier.kind) + ", and has not waited for the copy";
  } else if (earlier.group) {
    message = "data race: " + who(later) + " " + what(later.kind) + " " + told_bytes(later) + ", which " + who(earlier) +
              " " + what(earlier.kind) + " by an asynchronous copy that it has not waited for";
  } else {
    message = "data race: " + told_pair(earlier, later, who, what, told_bytes) + "; " +
              what_is_missing(rule, launch_.cuda_source);
  }
  std::vector<RelatedPlace> related;
  if (!one_store) related.push_back({earlier.place, "the other access"});
  for (RelatedPlace& call : calls_from_elsewhere(later.position, later.place))
    related.push_back(std::move(call));
  if (!report_.add(rule, level, later.place, threads, message, std::move(related)) || !options_.trace) return;
  trace_access(earlier);
  trace_access(later);
  trace({TraceStep::Kind::Finding,
         later.place,
         0,
         0,
         later.thread / lanes,
         LaneSet{1u << later.thread % lanes},
         0,
         {},
         {},
         message});
}

// One of the accesses that race: what it does to which bytes, and the calls that led there.
void Machine::trace_access(const RaceMonitor::Access& access) {
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  TraceStep step;
  step.kind = TraceStep::Kind::Access;
  step.place = access.place;
  step.warp = access.thread / lanes;
  step.lanes = LaneSet{1u << access.thread % lanes};
  step.text = "thread " + std::to_string(access.thread) +
              (access.kind == RaceMonitor::Kind::Read    ? " reads "
               : access.kind == RaceMonitor::Kind::Write ? " writes "
                                                         : " updates ") +
              told_size(access);
  const Location where = classify(access.address);
  if (where.space != Space::Shared &&
      pointing_part(where.allocation).index < setup_.program.functions[setup_.root].parameters.size()) {
    step.text += "byte " + std::to_string(where.offset) + " of ";
    step.parameter = where.allocation;
  } else {
    step.text += where.space == Space::Shared ? describe_shared(where.offset) : describe_address(where);
  }
  for (PositionId p = positions_.at(access.position).caller; p != kNoPosition; p = positions_.at(p).caller)
    step.callers.push_back(instruction_at(p).place);
  trace(std::move(step));
}

// "byte 4 of sh (shared memory)".
std::string Machine::describe_shared(std::uint64_t offset) const {
  const Program& program = setup_.program;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    const std::uint64_t start = setup_.layout.address[v];
    if (variable.space != Space::Shared || offset < start || offset - start >= variable.size) continue;
    return "byte " + std::to_string(offset - start) + " of " + source_name(variable.name) +
           " (shared memory)";
  }
  return "byte " + std::to_string(offset) + " of shared memory";
}

// The calls around a place in another file than the kernel: there the user looks for the cause.
std::vector<RelatedPlace> Machine::calls_from_elsewhere(PositionId position, std::uint32_t place) const {
  std::vector<RelatedPlace> out;
  const auto file_of = [&](std::uint32_t p) {
    const Place& where = setup_.program.places[p];
    return where.stack.empty() ? std::string() : where.stack.back().file;
  };
  const std::string own = file_of(setup_.program.functions[setup_.root].place);
  if (own.empty() || file_of(place) == own) return out;
  for (PositionId p = positions_.at(position).caller; p != kNoPosition; p = positions_.at(p).caller) {
    const std::uint32_t call = instruction_at(p).place;
    if (file_of(call) != own) continue;
    out.push_back({call, "called from here"});
    break;
  }
  return out;
}

void Machine::order_collective(const Instruction& in, std::uint32_t warp, LaneMask participants) {
  if (!options_.races) return;
  if (in.op != Opcode::BarWarpSync) return races_.collective(warp);
  const Warp& here = warps_[warp];
  while (participants != 0) {  // up to sm_6x lanes of several masks are here at once
    const std::uint32_t mask = here.waits[std::countr_zero(participants)].mask;
    std::vector<std::uint32_t> threads;
    for_each_lane(participants, [&](int lane) {
      if (here.waits[lane].mask != mask) return;
      threads.push_back(thread_of(warp, lane));
      participants &= ~(1u << lane);
    });
    const auto released = left_behind(warp, mask);
    races_.meet(threads, &released);
  }
}

// What lanes of the mask did before they exited is ordered before barriers that complete later.
RaceMonitor::Clock Machine::left_behind(std::uint32_t warp, LaneMask mask) {
  RaceMonitor::Clock out(launch_.threads(), 0);
  for_each_lane(warps_[warp].exited & mask,
                [&](int lane) { RaceMonitor::join(out, races_.release(thread_of(warp, lane))); });
  return out;
}

void Machine::order_barrier(const BarrierState& fired) {
  if (!options_.races) return;
  std::vector<std::uint32_t> waiting, warps, waiting_warps;
  bool everyone = true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    everyone &= (warps_[w].live() & ~fired.waiting[w]) == 0;
    for_each_lane(fired.waiting[w], [&](int lane) { waiting.push_back(thread_of(w, lane)); });
    if (fired.waiting[w] != 0) waiting_warps.push_back(w);
  }
  everyone = everyone && !fired.count;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (everyone || fired.arrived[w] != 0) warps.push_back(w);
  }
  if (between_ != nullptr) between_->meet(block_, warps, waiting_warps);
  if (everyone) return races_.everyone_met();
  // Warps take part as a whole, with their lanes that have exited; those that arrived before hand over what
  // they did until then.
  RaceMonitor::Clock released(launch_.threads(), 0);
  for (const auto& [thread, clocks] : fired.released) RaceMonitor::join(released, clocks);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (fired.arrived[w] != 0) RaceMonitor::join(released, left_behind(w, ~fired.arrived[w]));
  }
  races_.meet(waiting, &released);
}

}  // namespace warpproof::concrete
