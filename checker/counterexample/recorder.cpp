#include "checker/counterexample/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "checker/counterexample/counterexample.h"
#include "src/base/symbol_name.h"
#include "src/program/print.h"

namespace warpproof::counterexample {
namespace {

using Kind = report::PageStep::Kind;

std::uint32_t mask_of(LaneSet lanes) { return static_cast<std::uint32_t>(lanes.bits); }

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t") + 1 - first);
}

Kind kind_of(TraceStep::Kind kind) {
  switch (kind) {
    case TraceStep::Kind::Wait:
      return Kind::Wait;
    case TraceStep::Kind::Fire:
      return Kind::Complete;
    case TraceStep::Kind::Branch:
      return Kind::Branch;
    case TraceStep::Kind::Halt:
      return Kind::Stop;
    case TraceStep::Kind::Arrive:
      return Kind::Arrive;
    case TraceStep::Kind::Access:
      return Kind::Access;
    case TraceStep::Kind::Standstill:
      return Kind::Deadlock;
    case TraceStep::Kind::Finding:
    case TraceStep::Kind::Instruction:
      break;
  }
  return Kind::Run;
}

}  // namespace

Recorder::Recorder(const Program& program, std::uint32_t root,
                   const std::vector<std::string>& parameter_names, SourceLines& lines)
    : program_(program),
      root_(root),
      layout_(layout(program, root)),
      names_(parameter_names),
      lines_(lines) {}

int Recorder::warp_number(std::uint32_t block, std::uint32_t warp, LaneSet exists) {
  const auto [it, is_new] = warps_.try_emplace({block, warp}, static_cast<int>(timeline_.warps.size()));
  if (is_new) timeline_.warps.push_back({fmt::format("block {} warp {}", block, warp), mask_of(exists)});
  return it->second;
}

void Recorder::read_states(std::uint32_t block, const Snapshot& now, Step& step) {
  const std::vector<WarpSnapshot> warps = now();
  for (std::uint32_t w = 0; w < warps.size(); ++w) {
    const WarpSnapshot& warp = warps[w];
    report::PageWarpState state{mask_of(warp.waiting), mask_of(warp.exited), mask_of(warp.halted), {}};
    for (const WarpSnapshot::Standing& s : warp.standing) {
      const report::SourcePlace at = source_place(program_, s.place, lines_);
      const auto same = std::find_if(state.standing.begin(), state.standing.end(), [&](const auto& other) {
        return other.file == at.file && other.line == at.line && other.waits == s.waits;
      });
      if (same != state.standing.end()) {
        same->lanes |= mask_of(s.lanes);
      } else {
        state.standing.push_back({mask_of(s.lanes), at.file, at.line, s.waits});
      }
    }
    step.states.emplace_back(warp_number(block, w, warp.exists), std::move(state));
  }
}

void Recorder::set_place(std::uint32_t place, report::PageStep& step) {
  const report::SourcePlace at = source_place(program_, place, lines_);
  step.file = at.file;
  step.line = at.line;
  step.column = at.column;
}

Recorder::Step Recorder::begin(std::uint32_t block, const TraceStep& step, const Snapshot& now) {
  Step out;
  out.block = block;
  out.place = step.place;
  out.function = step.function;
  out.instruction = step.instruction;
  read_states(block, now, out);
  out.shown.kind = kind_of(step.kind);
  out.shown.warp = warps_.at({block, step.warp});
  out.shown.lanes = mask_of(step.lanes);
  out.shown.what = step_text(program_, step);
  set_place(step.place, out.shown);
  return out;
}

void Recorder::step(std::uint32_t block, const TraceStep& step, const Snapshot& now) {
  using Told = TraceStep::Kind;
  if (step.kind == Told::Access) return;  // the finding after it reports it
  if (step.kind == Told::Instruction) return run(block, step, now);
  if (step.kind == Told::Finding) return finding(block, step, now);
  if (step.kind == Told::Fire) return complete(block, step, now);
  Step next = begin(block, step, now);
  close(next.shown.warp);
  if (step.kind != Told::Wait) {
    flush_waiting();
    return keep(std::move(next));
  }
  next.shown.has_mask = step.text.empty() && step.mask != 0;
  next.shown.mask = step.mask;
  waiting_.push_back(std::move(next));
}

// Instructions go on with the step before where only the line's next instruction is executed by the same lanes.
void Recorder::run(std::uint32_t block, const TraceStep& step, const Snapshot& now) {
  if (step.lanes.empty()) return;
  const Instruction& in = program_.functions[step.function].code[step.instruction];
  close_accesses();
  const report::SourcePlace at = source_place(program_, step.place, lines_);
  const auto known = warps_.find({block, step.warp});
  Step* open = known == warps_.end() ? nullptr : open_of(known->second);
  const bool goes_on = open != nullptr && open->shown.kind == Kind::Run && open->messages.empty() &&
                       open->shown.lanes == mask_of(step.lanes) && open->shown.file == at.file &&
                       open->shown.line == at.line;
  if (!goes_on) {
    Step next = begin(block, step, now);
    close(next.shown.warp);
    flush_waiting();
    const std::string line = trimmed(at.text);
    if (!line.empty()) next.shown.what = line;
    open = &open_.emplace_back(std::move(next));
  }
  instruction_ = &in;
  open_warp_ = open->shown.warp;
  open->place = step.place;
  if (open->shown.instructions.size() < kMostInstructions) {
    open->shown.instructions.push_back({to_string(program_, program_.functions[step.function], in), "", {}});
  } else {
    ++open->shown.more_instructions;
  }
}

void Recorder::finding(std::uint32_t block, const TraceStep& step, const Snapshot& now) {
  const auto known = warps_.find({block, step.warp});
  Step* open = known == warps_.end() ? nullptr : open_of(known->second);
  if (open == nullptr || open->place != step.place) {
    Step next = begin(block, step, now);
    close(next.shown.warp);
    next.shown.what.clear();
    open = &open_.emplace_back(std::move(next));
  }
  open->shown.marked |= mask_of(step.lanes);
  open->messages.push_back(step.text);
}

void Recorder::complete(std::uint32_t block, const TraceStep& step, const Snapshot& now) {
  Step next = begin(block, step, now);
  next.shown.has_mask = step.mask != 0;
  next.shown.mask = step.mask;
  for (std::size_t lane = 0; lane < step.sources.size(); ++lane) {
    if (step.sources[lane] < 0) continue;
    next.shown.sources.push_back(
        {static_cast<int>(lane), step.sources[lane], !step.missing_sources.contains(static_cast<int>(lane))});
  }
  const Instruction& in = program_.functions[step.function].code[step.instruction];
  std::map<int, std::string> values;
  for (std::size_t lane = 0; lane < step.values.size(); ++lane) {
    if (step.lanes.contains(static_cast<int>(lane)) && !in.destinations.empty())
      values[static_cast<int>(lane)] = value_text(in.type, step.values[lane]);
  }
  next.shown.values = group(values);
  // What is wrong with a collective comes up just before it completes.
  Step* open = open_of(next.shown.warp);
  if (open != nullptr && open->shown.what.empty() && open->place == step.place) {
    next.messages = std::move(open->messages);
    next.shown.marked = open->shown.marked;
    open_.erase(open_.begin() + (open - open_.data()));
  }
  close(next.shown.warp);
  if (!take_waiting(next)) flush_waiting();
  keep(std::move(next));
}

// The lanes had arrived together: that is no step of its own.
bool Recorder::take_waiting(const Step& fired) {
  const auto arrived = std::find_if(waiting_.begin(), waiting_.end(), [&](const Step& step) {
    return step.block == fired.block && step.shown.warp == fired.shown.warp &&
           step.shown.lanes == fired.shown.lanes && step.function == fired.function &&
           step.instruction == fired.instruction;
  });
  if (arrived == waiting_.end()) return false;
  waiting_.erase(arrived);
  return true;
}

void Recorder::flush_waiting() {
  for (Step& step : waiting_) keep(std::move(step));
  waiting_.clear();
}

Recorder::Step* Recorder::open_of(int warp) {
  const auto at =
      std::find_if(open_.begin(), open_.end(), [&](const Step& step) { return step.shown.warp == warp; });
  return at == open_.end() ? nullptr : &*at;
}

// With it those that began before: steps are kept in the order in which they began. Lanes in waiting_ came later, as a
// new open step lets go of them.
void Recorder::close(int warp) {
  close_accesses();
  const Step* last = open_of(warp);
  if (last == nullptr) return;
  const auto count = static_cast<std::size_t>(last - open_.data()) + 1;
  for (std::size_t i = 0; i < count; ++i) keep(std::move(open_[i]));
  open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count));
  if (open_of(open_warp_) == nullptr) open_warp_ = -1;
}

void Recorder::close_all() {
  if (!open_.empty()) close(open_.back().shown.warp);
}

void Recorder::keep(Step step) {
  step.shown.number = ++number_;
  const bool is_reported = !step.messages.empty() || step.shown.kind == Kind::Deadlock;
  if (is_reported) {
    while (!recent_.empty()) {
      push(std::move(recent_.front()));
      recent_.pop_front();
    }
    follow_ = kAfter;
    return push(std::move(step));
  }
  if (kept_.size() < kFirst || follow_ > 0) {
    follow_ -= follow_ > 0 ? 1 : 0;
    return push(std::move(step));
  }
  recent_.push_back(std::move(step));
  if (recent_.size() > kBefore) recent_.pop_front();
}

void Recorder::push(Step step) {
  if (kept_.size() < kMostKept) kept_.push_back(std::move(step));
}

void Recorder::wrote(std::uint32_t function, std::uint32_t reg, LaneSet lanes,
                     const std::array<std::uint64_t, 32>& values) {
  Step* open = open_of(open_warp_);
  if (open == nullptr || open->shown.instructions.empty() || open->shown.more_instructions > 0) return;
  const Register& written = program_.functions[function].registers[reg];
  const int bits = bits_of(written.type);
  // The instruction says what the bits mean, where it is about a word of this size.
  const Type type =
      written.type != Type::Pred && bits_of(instruction_->type) == bits ? instruction_->type : written.type;
  std::map<int, std::string> by_lane;
  for (int lane = 0; lane < 32; ++lane) {
    if (lanes.contains(lane)) by_lane[lane] = value_text(type, values[static_cast<std::size_t>(lane)]);
  }
  report::PageInstruction& shown = open->shown.instructions.back();
  if (!shown.reg.empty()) return;  // of several registers the first
  shown.reg = written.name;
  shown.values = group(by_lane);
}

void Recorder::accessed(Space space, std::uint64_t address, int bytes, int lane, Access kind,
                        std::uint64_t value) {
  if (space == Space::Param || space == Space::Local || open_warp_ < 0) return;
  const std::uint32_t bit = 1u << lane;
  if (accesses_.empty() || accesses_.back().space != space || accesses_.back().kind != kind ||
      accesses_.back().bytes != bytes || (accesses_.back().seen & bit) != 0)
    accesses_.push_back({space, kind, bytes, 0, {}});
  accesses_.back().seen |= bit;
  accesses_.back().lanes.push_back({lane, {address, value}});
}

void Recorder::close_accesses() {
  Step* open = open_of(open_warp_);
  for (const OpenAccess& access : accesses_) {
    if (open == nullptr || open->shown.accesses.size() >= kMostAccesses) break;
    report::PageAccess shown;
    shown.what = access.kind == Access::Read    ? "reads"
                 : access.kind == Access::Write ? "writes"
                                                : "updates atomically";
    const Type type = bits_of(instruction_->type) == 8 * access.bytes ? instruction_->type
                      : access.bytes == 8                             ? Type::U64
                                                                      : Type::U32;
    shown.what += fmt::format(" {}", access.bytes);
    const std::uint64_t first = std::min_element(access.lanes.begin(), access.lanes.end())->second.first;
    const bool one_place = std::all_of(access.lanes.begin(), access.lanes.end(),
                                       [&](const auto& a) { return a.second.first == first; });
    shown.where = where_text(access.space, first, access.bytes);
    std::map<int, std::string> by_lane;
    for (const auto& [lane, at] : access.lanes) {
      const std::string text = value_text(type, at.second);
      by_lane[lane] =
          one_place ? text : fmt::format("{} = {}", where_text(access.space, at.first, access.bytes), text);
    }
    if (!one_place) shown.where = fmt::format("{} ..", shown.where);
    shown.values = group(by_lane);
    open->shown.accesses.push_back(std::move(shown));
  }
  accesses_.clear();
}

// "in[3]", counted in words of the access, or "in[byte 3]"; "shared[4]" of dynamic shared memory. Without an access,
// 0 bytes, "in + 12 bytes".
std::string Recorder::where_text(Space space, std::uint64_t address, int bytes) const {
  const auto at = [&](const std::string& name, std::uint64_t offset) {
    if (bytes == 0) return offset == 0 ? name : fmt::format("{} + {} bytes", name, offset);
    const auto size = static_cast<std::uint64_t>(bytes);
    return offset % size == 0 ? fmt::format("{}[{}]", name, offset / size)
                              : fmt::format("{}[byte {}]", name, offset);
  };
  if (space == Space::Shared) {
    if (const auto v = shared_variable_at(program_, layout_, address))
      return at(source_name(program_.variables[*v].name), address - layout_.address[*v]);
    return at("shared", address);
  }
  const Location where = classify(address);
  if (where.allocation == kNoAllocation) return fmt::format("address 0x{:x}", address);
  if (const auto variable = variable_of(program_, layout_, where.allocation))
    return at(source_name(program_.variables[*variable].name), where.offset);
  return at(buffer_name(names_, where.allocation), where.offset);
}

std::string Recorder::value_text(Type type, std::uint64_t value) const {
  switch (type) {
    case Type::Pred:
      return (value & 1) != 0 ? "true" : "false";
    case Type::F32:
      return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    case Type::F64:
      return fmt::format("{}", std::bit_cast<double>(value));
    case Type::S8:
    case Type::S16:
    case Type::S32:
    case Type::S64:
    case Type::B32: {
      const int shift = 64 - bits_of(type);
      return fmt::format("{}", static_cast<std::int64_t>(value << shift) >> shift);
    }
    default:
      break;
  }
  if (bits_of(type) == 64 && classify(value).allocation != kNoAllocation) {
    return "to " + where_text(Space::Global, value, 0);
  }
  return fmt::format("{}", value);
}

report::ByLane Recorder::group(const std::map<int, std::string>& by_lane) const {
  report::ByLane out;
  for (const auto& [lane, text] : by_lane) {
    const auto same =
        std::find_if(out.begin(), out.end(), [&, t = &text](const auto& one) { return one.second == *t; });
    if (same != out.end()) {
      same->first |= 1u << lane;
    } else {
      out.emplace_back(1u << lane, text);
    }
  }
  return out;
}

void Recorder::ended(std::uint32_t block, const Snapshot& now) {
  close_all();
  flush_waiting();
  Step end;
  end.block = block;
  read_states(block, now, end);
  end.shown.kind = Kind::End;
  const bool waits = std::any_of(end.states.begin(), end.states.end(),
                                 [](const auto& state) { return state.second.waiting != 0; });
  end.shown.what = waits ? "no thread of the block can go on" : "the block is at its end";
  if (!kept_.empty()) {
    const Step& last = recent_.empty() ? kept_.back() : recent_.back();
    end.shown.file = last.shown.file;
    end.shown.line = last.shown.line;
  }
  keep(std::move(end));
}

std::size_t Recorder::step_of(const Finding& finding, std::uint32_t block) const {
  std::optional<std::size_t> near;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const Step& step = kept_[i];
    if (step.place != finding.place || step.block != block) continue;
    if (std::find(step.messages.begin(), step.messages.end(), finding.message) != step.messages.end())
      return i;
    near = i;
  }
  return near.value_or(kept_.size() - 1);
}

report::PageTimeline Recorder::take(const RunResult& result) {
  while (recent_.size() > kLast) recent_.pop_front();
  for (Step& step : recent_) push(std::move(step));
  recent_.clear();
  if (kept_.empty()) {
    kept_.emplace_back();
    kept_.back().shown.what = "nothing was executed";
    kept_.back().shown.number = 1;
  }
  std::map<int, report::PageWarpState> now;
  for (Step& step : kept_) {
    for (const std::string& message : step.messages) {
      const bool is_error =
          std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& f) {
            return f.level == spec::Level::Error && f.place == step.place && f.message == message;
          });
      if (is_error) step.shown.kind = Kind::Error;
      step.shown.what = is_error || step.shown.what.empty() ? message : step.shown.what;
    }
    for (auto& [warp, state] : step.states) {
      const auto known = now.find(warp);
      if (known != now.end() && known->second == state) continue;
      now[warp] = state;
      step.shown.changed.emplace_back(warp, std::move(state));
    }
    timeline_.steps.push_back(std::move(step.shown));
  }
  const bool one_block = std::all_of(warps_.begin(), warps_.end(), [&](const auto& w) {
    return w.first.first == warps_.begin()->first.first;
  });
  for (const auto& [where, number] : warps_) {
    if (one_block)
      timeline_.warps[static_cast<std::size_t>(number)].name = fmt::format("warp {}", where.second);
  }
  timeline_.stuck_in_cycle = result.stuck_in_cycle;
  for (const StuckGroup& group : result.stuck) {
    const bool is_gone = group.at.starts_with("has ");
    const report::SourcePlace at = source_place(program_, group.place, lines_);
    timeline_.stuck.push_back(
        {fmt::format("warp {} lane{} {}", group.warp, group.lanes.size() == 1 ? "" : "s", group.lanes.str()),
         is_gone ? group.at : "waits at " + group.at, is_gone ? "" : at.file, is_gone ? 0 : at.line});
  }
  return std::move(timeline_);
}

}  // namespace warpproof::counterexample
