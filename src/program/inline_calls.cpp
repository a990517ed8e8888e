#include "src/program/inline_calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "src/cfg/cfg.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostFrames = 32;                  // lines of a place
constexpr std::uint64_t kMostParamBytes = 4096;          // of a function that is inlined
constexpr std::uint64_t kMostLivenessBits = 1ull << 22;  // of its blocks times its registers

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

// --- what may be inlined ---

// Parameter memory of a function that it writes itself, byte by byte: results and what it passes to others.
class WrittenBytes {
 public:
  WrittenBytes(const Program& program, std::uint32_t function) : f_(program.functions[function]) {
    for (std::uint32_t v = 0; v < program.variables.size(); ++v) {
      const Variable& variable = program.variables[v];
      if (variable.space != Space::Param || variable.function != static_cast<std::int32_t>(function))
        continue;
      if (contains(f_.parameters, v)) continue;
      first_.emplace(v, size_);
      size_ += variable.size;
    }
  }

  // Is each byte written before it is read, and each of the results before the function returns, on every
  // way?
  bool before_read(const Program& program) const {
    if (size_ > kMostParamBytes) return false;
    std::vector<std::vector<bool>> begins(f_.blocks.size(), std::vector<bool>(size_, true));
    begins[0].assign(size_, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
        const auto ends = walk(program, f_.blocks[b], begins[b], nullptr);
        for (const std::uint32_t next : f_.blocks[b].successors) {
          for (std::size_t i = 0; i < size_; ++i) {
            if (ends[i] || !begins[next][i]) continue;
            begins[next][i] = false;
            changed = true;
          }
        }
      }
    }
    bool fine = true;
    for (std::size_t b = 0; b < f_.blocks.size(); ++b) walk(program, f_.blocks[b], begins[b], &fine);
    return fine;
  }

 private:
  std::vector<bool> walk(const Program& program, const Block& block, std::vector<bool> written,
                         bool* fine) const {
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      const Instruction& in = f_.code[i];
      if (in.op == Opcode::Ret && fine != nullptr) {
        for (const std::uint32_t result : f_.results) {
          const std::size_t from = first_.at(result);
          for (std::size_t at = from; at < from + program.variables[result].size; ++at)
            *fine = *fine && written[at];
        }
      }
      if ((in.op != Opcode::Ld && in.op != Opcode::St) || in.address.base != Address::Base::Variable)
        continue;
      const auto variable = first_.find(in.address.index);
      if (variable == first_.end()) continue;
      const auto bytes = static_cast<std::int64_t>(std::max(1, bits_of(in.type) / 8)) * in.mod.vector;
      const auto size = static_cast<std::int64_t>(program.variables[in.address.index].size);
      if (in.address.offset < 0 || in.address.offset + bytes > size) {
        if (fine != nullptr) *fine = false;
        continue;
      }
      if (in.op == Opcode::St && in.guard.reg >= 0) continue;
      const std::size_t from = variable->second + static_cast<std::size_t>(in.address.offset);
      for (std::size_t at = from; at < from + static_cast<std::size_t>(bytes); ++at) {
        if (in.op == Opcode::St) written[at] = true;
        if (in.op == Opcode::Ld && fine != nullptr) *fine = *fine && written[at];
      }
    }
    return written;
  }

  const Function& f_;
  std::map<std::uint32_t, std::size_t> first_;  // of each variable
  std::size_t size_ = 0;
};

bool uses_carry(const Instruction& in) { return reads_carry(in) || writes_carry(in); }

// Does it nothing that would be different in another function?
bool is_plain(const Program& program, const Function& f, const Instruction& in) {
  if (in.op == Opcode::Call || uses_carry(in)) return false;
  const auto is_param = [&](std::uint32_t v) { return program.variables[v].space == Space::Param; };
  for (const Operand& o : in.sources)
    if (o.kind == Operand::Kind::Variable && is_param(o.index)) return false;
  if (in.copied_from.base == Address::Base::Variable && is_param(in.copied_from.index)) return false;
  if (in.address.base != Address::Base::Variable || !is_param(in.address.index)) return true;
  return in.op == Opcode::Ld || (in.op == Opcode::St && !contains(f.parameters, in.address.index));
}

bool reads_unwritten_registers(const Function& f) {
  if (f.blocks.size() * f.registers.size() > kMostLivenessBits) return true;
  try {
    const std::vector<bool> live = analyse(f).live_in[0];
    return std::find(live.begin(), live.end(), true) != live.end();
  } catch (const CfgError&) {
    return true;
  }
}

// --- copying ---

class Copier {
 public:
  // Of code in function `from` for function `to`, called at `place`.
  Copier(Program& program, std::uint32_t from, std::uint32_t to, std::uint32_t place)
      : program_(program),
        from_(static_cast<std::int32_t>(from)),
        to_(static_cast<std::int32_t>(to)),
        call_place_(place) {}

  void rename(std::uint32_t variable, std::uint32_t as) { variables_[variable] = as; }
  void shift_registers(std::uint32_t by) { first_register_ = by; }

  std::uint32_t place(std::uint32_t p) {
    const auto [known, added] = places_.try_emplace(p, static_cast<std::uint32_t>(program_.places.size()));
    if (!added) return known->second;
    Place out = program_.places[p];
    const std::vector<SourceLocation>& around = program_.places[call_place_].stack;
    out.stack.insert(out.stack.end(), around.begin(), around.end());
    if (out.stack.size() > kMostFrames) out.stack.resize(kMostFrames);
    program_.places.push_back(std::move(out));
    return known->second;
  }

  // Private variables of the function are copied with it. One of shared memory is the same for all copies.
  std::uint32_t variable(std::uint32_t v) {
    if (const auto known = variables_.find(v); known != variables_.end()) return known->second;
    Variable& original = program_.variables[v];
    if (original.function != from_) return v;
    if (original.space == Space::Shared) original.function = -1;
    if (original.space != Space::Local && original.space != Space::Param) return v;
    Variable copy = original;
    copy.function = to_;
    const auto out = static_cast<std::uint32_t>(program_.variables.size());
    program_.variables.push_back(std::move(copy));
    variables_.emplace(v, out);
    return out;
  }

  Instruction instruction(Instruction in) {
    for (auto* operands : {&in.destinations, &in.sources}) {
      for (Operand& o : *operands) {
        if (o.kind == Operand::Kind::Register) o.index += first_register_;
        if (o.kind == Operand::Kind::Variable) o.index = variable(o.index);
      }
    }
    for (Address* address : {&in.address, &in.copied_from}) {
      if (address->base == Address::Base::Register) address->index += first_register_;
      if (address->base == Address::Base::Variable) address->index = variable(address->index);
    }
    if (in.guard.reg >= 0) in.guard.reg += static_cast<std::int32_t>(first_register_);
    for (auto* passed : {&in.call_arguments, &in.call_results})
      for (std::uint32_t& v : *passed) v = variable(v);
    in.place = place(in.place);
    return in;
  }

 private:
  Program& program_;
  const std::int32_t from_, to_;
  const std::uint32_t call_place_;
  std::uint32_t first_register_ = 0;
  std::map<std::uint32_t, std::uint32_t> variables_, places_;
};

// --- inlining ---

bool is_return(const Function& f, const Block& block) {
  return block.last - block.first == 1 && f.code[block.first].op == Opcode::Ret;
}

class Inliner {
 public:
  Inliner(Program& program, std::uint32_t caller) : program_(program), caller_(caller) {}

  void run(const std::function<bool(const Instruction&)>& wanted) {
    number_blocks(program_.functions[caller_], wanted);
    if (std::find(is_inlined_.begin(), is_inlined_.end(), true) == is_inlined_.end()) return;
    const Function before = program_.functions[caller_];
    for (std::uint32_t b = 0; b < before.blocks.size(); ++b) {
      add_block(
          before, before.blocks[b], [](const Instruction& in) { return in; },
          [&](std::uint32_t target) { return moved_[target]; });
      if (is_inlined_[b]) expand(before.code[before.blocks[b].first], moved_[before.blocks[b].successors[0]]);
    }
    Function& f = program_.functions[caller_];
    f.blocks = std::move(blocks_);
    f.code = std::move(code_);
  }

 private:
  // A call's block stays, as a branch to the callee's blocks, which follow it. The callee's returns need
  // none.
  void number_blocks(const Function& f, const std::function<bool(const Instruction&)>& wanted) {
    std::uint32_t next = 0;
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      const Block& block = f.blocks[b];
      moved_.push_back(next++);
      const Instruction* call = block.last - block.first == 1 ? &f.code[block.first] : nullptr;
      is_inlined_.push_back(call != nullptr && call->op == Opcode::Call && call->callee >= 0 &&
                            block.successors.size() == 1 && block.successors[0] != b && fits(*call) &&
                            wanted(*call));
      if (!is_inlined_[b]) continue;
      const Function& callee = program_.functions[static_cast<std::uint32_t>(call->callee)];
      for (const Block& inner : callee.blocks) next += is_return(callee, inner) ? 0 : 1;
    }
  }

  bool fits(const Instruction& call) const {
    const Function& callee = program_.functions[static_cast<std::uint32_t>(call.callee)];
    std::set<std::uint32_t> results;
    for (const std::uint32_t v : call.call_results)
      if (contains(call.call_arguments, v) || !results.insert(v).second) return false;
    return call.call_arguments.size() == callee.parameters.size() &&
           call.call_results.size() == callee.results.size();
  }

  template <typename Change, typename Move>
  void add_block(const Function& f, const Block& block, Change change, Move move) {
    Block out;
    out.label = block.label;
    out.first = static_cast<std::uint32_t>(code_.size());
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      Instruction in = change(f.code[i]);
      for (std::uint32_t& target : in.targets) target = move(target);
      code_.push_back(std::move(in));
    }
    out.last = static_cast<std::uint32_t>(code_.size());
    for (const std::uint32_t next : block.successors) out.successors.push_back(move(next));
    blocks_.push_back(std::move(out));
  }

  void expand(const Instruction& call, std::uint32_t after) {
    const auto index = static_cast<std::uint32_t>(call.callee);
    const Function& callee = program_.functions[index];
    Function& f = program_.functions[caller_];
    Copier copier(program_, index, caller_, call.place);
    copier.shift_registers(static_cast<std::uint32_t>(f.registers.size()));
    f.registers.insert(f.registers.end(), callee.registers.begin(), callee.registers.end());
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
      copier.rename(callee.parameters[i], call.call_arguments[i]);
    for (std::size_t i = 0; i < callee.results.size(); ++i)
      copier.rename(callee.results[i], call.call_results[i]);

    std::vector<std::uint32_t> moved;
    auto next = static_cast<std::uint32_t>(blocks_.size());
    for (const Block& block : callee.blocks) moved.push_back(is_return(callee, block) ? after : next++);
    branch_from_call(call, moved[0]);
    for (const Block& block : callee.blocks) {
      if (is_return(callee, block)) continue;
      add_block(
          callee, block, [&](const Instruction& in) { return copier.instruction(in); },
          [&](std::uint32_t target) { return moved[target]; });
    }
  }

  void branch_from_call(const Instruction& call, std::uint32_t target) {
    Instruction branch;
    branch.op = Opcode::Bra;
    branch.mod.uniform = true;
    branch.place = call.place;
    branch.targets = {target};
    code_.back() = std::move(branch);
    blocks_.back().successors = {target};
  }

  Program& program_;
  const std::uint32_t caller_;
  std::vector<std::uint32_t> moved_;
  std::vector<bool> is_inlined_;
  std::vector<Block> blocks_;
  std::vector<Instruction> code_;
};

}  // namespace

bool may_inline(const Program& program, std::uint32_t function) {
  const Function& f = program.functions[function];
  if (!f.has_body || f.is_entry || f.blocks.empty()) return false;
  const bool has_locals =
      std::any_of(program.variables.begin(), program.variables.end(), [&](const Variable& v) {
        return v.space == Space::Local && v.function == static_cast<std::int32_t>(function);
      });
  return !has_locals &&
         std::all_of(f.code.begin(), f.code.end(),
                     [&](const Instruction& in) { return is_plain(program, f, in); }) &&
         std::any_of(f.blocks.begin(), f.blocks.end(), [&](const Block& b) { return is_return(f, b); }) &&
         !reads_unwritten_registers(f) && WrittenBytes(program, function).before_read(program);
}

void inline_calls(Program& program, std::uint32_t caller,
                  const std::function<bool(const Instruction& call)>& wanted) {
  Inliner(program, caller).run(wanted);
}

std::uint32_t copy_function(Program& program, std::uint32_t function, std::uint32_t place) {
  const auto index = static_cast<std::uint32_t>(program.functions.size());
  Function copy = program.functions[function];
  Copier copier(program, function, index, place);
  for (auto* passed : {&copy.parameters, &copy.results})
    for (std::uint32_t& v : *passed) v = copier.variable(v);
  for (Instruction& in : copy.code) in = copier.instruction(std::move(in));
  copy.place = copier.place(copy.place);
  program.functions.push_back(std::move(copy));
  return index;
}

}  // namespace warpproof
