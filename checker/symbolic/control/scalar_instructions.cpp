#include "checker/symbolic/control/scalar_instructions.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/division.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/pointers.h"
#include "spec/rules.h"
#include "src/machine/alu.h"
#include "src/term/float_op.h"

namespace warpproof::symbolic {

namespace {

bool is_sign_operation(const Instruction& ins) {
  return ins.op == Opcode::Neg || ins.op == Opcode::Abs || ins.op == Opcode::Copysign;
}

}  // namespace

ScalarInstructions::ScalarInstructions(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      pointers_(parts.pointers),
      layout_(parts.code.layout()),
      obligations_(parts.record.obligations),
      inputs_(parts.record.inputs),
      approximations_(parts.record.approximations),
      parameter_lanes_(parts.record.parameters),
      uses_block_size_(parts.record.uses_block_size),
      assumed_(parts.record.assumed),
      code_(parts.code),
      record_(parts.record),
      division_(parts.division) {}

// An undefined value is used where it matters: value.tainted-use, with the events that may have caused it.
void ScalarInstructions::use(const Lanes& guard, const Value& v, std::uint32_t place,
                             const std::string& how) {
  if (!v.origins) {
    obligations_.count_folded();
    return;
  }
  const Term violated = ops_.any(ops_.land(guard, v.taint));
  obligations_.require_not(spec::Rule::ValueTaintedUse, spec::Level::Error, place, how, violated);
}

Lanes ScalarInstructions::variable_address(const Strand& s, std::uint32_t variable,
                                           std::uint64_t offset) const {
  const Variable& v = program_.variables[variable];
  std::uint64_t address = layout_.address[variable] + offset;
  if (v.space == Space::Local) address += code_.local_base(s);
  if (v.space == Space::Param) address = code_.param_address(s.frames.size() - 1, variable) + offset;
  return ops_.constant(64, address);
}

Value ScalarInstructions::read(Strand& s, const Operand& o, Type type, std::uint32_t place) {
  const int width = std::max(1, bits_of(type));
  switch (o.kind) {
    case Operand::Kind::Register: {
      const Value& v = s.top().registers[o.index];
      if (v.width != 0) return v;
      const int bits = bits_of(program_.functions[s.top().function].registers[o.index].type);
      return Value{ops_.constant(bits, 0), ops_.yes(),
                   single_origin(record_.event(spec::Rule::ValueUninitialised, place)), bits};
    }
    case Operand::Kind::Immediate: {
      const std::uint64_t mask = width >= 64 ? ~0ull : (1ull << width) - 1;
      return ops_.defined(ops_.constant(width, o.bits & mask), width);
    }
    case Operand::Kind::Special: {
      const Lanes value = special(s, o, width, place);
      return ops_.defined(value, g.width(value.at(0)));
    }
    case Operand::Kind::Variable:
      return ops_.defined(variable_address(s, o.index, o.bits), 64);
    case Operand::Kind::None:
      break;
  }
  return ops_.defined(ops_.constant(width, 0), width);
}

// The guard of a predicated instruction, false for lanes that are not in the strand.
Lanes ScalarInstructions::guard_of(Strand& s, const Instruction& ins) {
  if (ins.guard.reg < 0) return ops_.yes();
  Operand o;
  o.kind = Operand::Kind::Register;
  o.index = static_cast<std::uint32_t>(ins.guard.reg);
  const Value p = read(s, o, Type::Pred, ins.place);
  use(s.guard, p, ins.place, ins.op == Opcode::Bra ? "branch condition" : "guard");
  return ins.guard.negated ? ops_.lnot(p.bits) : p.bits;
}

// `active`: the lanes whose guard holds, where an earlier destination of the instruction may have changed it.
void ScalarInstructions::write(Strand& s, const Instruction& ins, const Operand& destination, Value value,
                     const Lanes* active) {
  if (destination.kind != Operand::Kind::Register) return;
  Value& slot = s.top().registers[destination.index];
  const int width = bits_of(program_.functions[s.top().function].registers[destination.index].type);
  if (value.width != width) {
    const bool sign = alu_result_signed(ins);
    value.bits = ops_.map([&](Term t) { return fit_word(g, t, width, sign); }, value.bits);
    value.width = width;
  }
  if (ins.guard.reg >= 0) {
    const auto guard = [&] {
      Operand o;
      o.kind = Operand::Kind::Register;
      o.index = static_cast<std::uint32_t>(ins.guard.reg);
      const Value p = read(s, o, Type::Pred, ins.place);
      return ins.guard.negated ? ops_.lnot(p.bits) : p.bits;
    };
    const Lanes when = active != nullptr ? *active : guard();
    Operand old;
    old.kind = Operand::Kind::Register;
    old.index = destination.index;
    value = ops_.select(when, value, read(s, old, Type::None, ins.place));
  }
  slot = std::move(value);
}

// Taint passes from any source to the result, but not through a choice that was not made, nor through an
// operation whose other operand alone decides the result.
Lanes ScalarInstructions::result_taint(const Instruction& ins, const std::vector<Value>& sources,
                                       Origins& origins) {
  for (const Value& v : sources) origins = merge_origins(origins, v.origins);
  if (!origins) return ops_.no();
  const auto decided_by = [&](const Value& a, bool wanted_ones) {
    // Lanes in which `a` is defined and all zeros (or all ones).
    return ops_.map(
        [&](Term x, Term taint) {
          const std::uint64_t ones = a.width >= 64 ? ~0ull : (1ull << a.width) - 1;
          return g.land(g.lnot(taint), g.eq(x, g.constant(a.width, wanted_ones ? ones : 0)));
        },
        a.bits, a.taint);
  };
  if (ins.op == Opcode::Selp && sources.size() == 3) {
    const Lanes p = ins.sources[2].negated ? ops_.lnot(sources[2].bits) : sources[2].bits;
    return ops_.lor(sources[2].taint, ops_.select(p, sources[0].taint, sources[1].taint));
  }
  Lanes taint = ops_.no();
  for (const Value& v : sources) taint = ops_.lor(taint, v.taint);
  if ((ins.op == Opcode::And || ins.op == Opcode::Or) && sources.size() == 2) {
    const bool ones = ins.op == Opcode::Or;
    for (int side = 0; side < 2; ++side) {
      const bool negated = ins.sources[side].negated;
      taint = ops_.land(taint, ops_.lnot(decided_by(sources[side], ones != negated)));
    }
  }
  return taint;
}

// Undefined where nothing wrote it.
Value ScalarInstructions::carry_of(Strand& s, std::uint32_t place) {
  const Value& carry = s.top().carry();
  if (carry.width != 0) return carry;
  return Value{ops_.constant(1, 0), ops_.yes(),
               single_origin(record_.event(spec::Rule::ValueUninitialised, place)), 1};
}

// Terms have neg, abs and tests for NaN as operations on bits, which integers have too. That it was one on a
// float is known by a term that takes the word for one, and that nobody else needs
// (equivalence/float_looks.h).
void ScalarInstructions::mark_float(Term t, Type type) {
  FloatOp op;
  op.code = FloatCode::Sqrt;
  op.operand = op.result = type == Type::F64    ? FloatFormat::F64
                           : type == Type::F32  ? FloatFormat::F32
                           : type == Type::BF16 ? FloatFormat::BF16
                                                : FloatFormat::F16;
  if (g.width(t) != op.operand_width()) return;
  const Term operands[] = {t};
  g.float_op(op.pack(), g.width(t), operands);
}

void ScalarInstructions::execute_alu_instruction(Strand& s, const Instruction& ins) {
  std::vector<Value> sources;
  sources.reserve(ins.sources.size() + 1);
  const std::size_t first_input = inputs_.size();
  for (std::size_t i = 0; i < ins.sources.size(); ++i) {
    sources.push_back(read(s, ins.sources[i], alu_operand_type(ins, i), ins.place));
  }
  if (reads_carry(ins)) {
    sources.push_back(carry_of(s, ins.place));
  }
  const Lanes active = ins.guard.reg < 0 ? s.guard : ops_.land(s.guard, guard_of(s, ins));
  for (std::size_t i = first_input; i < inputs_.size(); ++i) {  // clocks: who does not execute it reads none
    if (inputs_[i].clock) inputs_[i].guard = active.at(inputs_[i].thread);
  }
  const bool divides = (ins.op == Opcode::Div || ins.op == Opcode::Rem) && !is_float(ins.type);
  if (divides) use(active, sources[1], ins.place, "divisor");

  const std::size_t count = ins.destinations.size() + (writes_carry(ins) ? 1 : 0);
  const bool uniform =
      std::all_of(sources.begin(), sources.end(), [](const Value& v) { return v.bits.is_uniform(); });
  std::vector<Term> in(sources.size()), out;
  std::vector<std::vector<Term>> results(count);
  const int iterations = uniform ? 1 : threads_;
  for (int t = 0; t < iterations; ++t) {
    // A thread that cannot be here needs no value.
    if (!uniform && g.is_false(s.guard.at(t))) {
      for (auto& column : results) column.push_back(Term{});
      continue;
    }
    for (std::size_t i = 0; i < sources.size(); ++i) in[i] = sources[i].bits.at(t);
    execute_alu(g, ins, std::span<const Term>(in), out);
    if ((ins.op == Opcode::Setp || ins.op == Opcode::Set) && in[0] == in[1] && !g.is_const(in[0])) record_.compared_alike.insert(in[0]);
    if (ins.op == Opcode::Cvta && ins.mod.space == Space::Global) pointers_.note_converted(in.front());
    if (context_.traces_order() && is_float(ins.type)) {
      if (is_sign_operation(ins)) mark_float(out.front(), ins.type);
      for (std::size_t i = 0; i < 2 && (ins.op == Opcode::Setp || ins.op == Opcode::Set); ++i)
        mark_float(in[i], ins.type);
    }
    for (std::size_t d = 0; d < count; ++d) results[d].push_back(out[d]);
  }
  Origins origins;
  Lanes taint = result_taint(ins, sources, origins);
  if (divides) {
    const Lanes undefined = division_.judge_divisor(active, sources[1]);
    if (!undefined.same(ops_.no())) {
      taint = ops_.lor(taint, undefined);
      origins =
          merge_origins(origins, single_origin(record_.event(spec::Rule::ValueDivisionByZero, ins.place)));
    }
  }
  for (std::size_t d = 0; d < count; ++d) {
    std::vector<Term>& column = results[d];
    const auto real = std::find_if(column.begin(), column.end(), [](Term t) { return t != Term{}; });
    if (real == column.end()) continue;
    const int width = g.width(*real);
    const Term nothing = g.constant(width, 0);
    for (Term& t : column) {
      if (t == Term{}) t = nothing;
    }
    Value value{uniform ? Lanes(column.front()) : Lanes::each(std::move(column)), taint, origins, width};
    if (ins.mod.of_fragment) {
      approximations_.insert(
          "values in wmma fragments are treated as unknown: which lane holds which element is open");
      value.bits = fresh_choices(s, width, ins.place, "element");
      const bool goes_to_memory = ins.mod.matrix.shape.m != 0;
      if (goes_to_memory) {
        note_element(ins, active, value);
      } else {
        undefine_as_fragment(value);
      }
    }
    if (d < ins.destinations.size()) {
      write(s, ins, ins.destinations[d], std::move(value), &active);
    } else {
      s.top().carry() = ins.guard.reg < 0 ? value : ops_.select(active, value, carry_of(s, ins.place));
    }
  }
}

void ScalarInstructions::note_element(const Instruction& ins, const Lanes& active, const Value& value) {
  fragment_taint_.resize(static_cast<std::size_t>(threads_), g.truth(false));
  if (ins.mod.matrix.element == 0) fragment_origins_ = nullptr;
  fragment_origins_ = merge_origins(fragment_origins_, value.origins);
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(active.at(t))) continue;
    Term& undefined = fragment_taint_[static_cast<std::size_t>(t)];
    const Term own = g.land(active.at(t), value.taint.at(t));
    undefined = ins.mod.matrix.element == 0 ? own : g.lor(undefined, own);
  }
}

void ScalarInstructions::undefine_as_fragment(Value& value) const {
  if (fragment_taint_.empty()) return;
  std::vector<Term> taint(static_cast<std::size_t>(threads_), g.truth(false));
  for (int start = 0; start < threads_; start += options_.shape.warp_size) {
    const int end = std::min(threads_, start + options_.shape.warp_size);
    const Term any = g.disj(std::vector<Term>(fragment_taint_.begin() + start, fragment_taint_.begin() + end));
    std::fill(taint.begin() + start, taint.begin() + end, any);
  }
  const Lanes whole = Lanes::each(std::move(taint));
  if (ops_.all_false(whole)) return;
  value.taint = ops_.lor(value.taint, whole);
  value.origins = merge_origins(value.origins, fragment_origins_);
}

// Parameters are cut into aligned parts of up to eight bytes: a pointer is one part, and so are a scalar and a member of a
// structure that a condition names. A kernel's are the same in all threads, those of a device function taken as a warp program
// differ from lane to lane.
void ScalarInstructions::load_parameters(Strand& s) {
  constexpr std::uint64_t kLargestParameters = 32764;  // bytes; PTX ISA 9.x, kernel function parameters
  const Function& root = program_.functions[root_];
  for (std::uint32_t i = 0; i < root.parameters.size(); ++i) {
    const auto size = static_cast<std::uint32_t>(std::min(program_.variables[root.parameters[i]].size, kLargestParameters));
    ParameterPart part{i, 0};
    for (const std::uint32_t end : ends_of_parts(i, size)) {
      const int bytes = static_cast<int>(end - part.offset);
      Lanes value = parameter_part(part, bytes);
      parameter_lanes_.insert_or_assign(part, value);
      s.storage.store(ops_, code_.param_address(0, root.parameters[i]) + part.offset, ops_.defined(std::move(value), bytes * 8));
      part.offset = end;
    }
  }
}

std::set<std::uint32_t> ScalarInstructions::ends_of_parts(std::uint32_t index, std::uint32_t size) const {
  std::set<std::uint32_t> out;
  for (std::uint32_t at = 8; at < size + 8; at += 8) out.insert(std::min(at, size));
  for (const launch::Condition& condition : options_.conditions) {
    for (const auto& [name, q] : condition.names()) {
      if (q.kind != launch::Quantity::Kind::Parameter || q.index != index || q.offset() + q.bytes() > size) continue;
      if (q.offset() > 0) out.insert(q.offset());
      out.insert(q.offset() + q.bytes());
    }
  }
  return out;
}

// Of a member with one value there is no variable: what is computed from it folds. It stays an input, which a run has to have.
Lanes ScalarInstructions::parameter_part(ParameterPart part, int bytes) {
  const Function& root = program_.functions[root_];
  const Variable& variable = program_.variables[root.parameters[part.index]];
  const std::string name = variable.name + (part.offset != 0 ? "+" + std::to_string(part.offset) : "");
  const auto fixed = options_.fixed_parameters.find(part.index);
  if (fixed != options_.fixed_parameters.end()) {
    const std::uint64_t value = part.offset < 8 ? fixed->second >> (8 * part.offset) : 0;
    return ops_.constant(bytes * 8, bytes >= 8 ? value : value & ((1ull << (8 * bytes)) - 1));
  }
  const launch::Facts* facts = facts_of(part, bytes);
  const auto input = [&](int thread) {
    const auto kind = thread < 0 ? Input::Kind::Parameter : Input::Kind::LaneParameter;
    const bool is_one_value = facts != nullptr && facts->low == facts->high;
    const Term term = is_one_value ? g.constant(bytes * 8, facts->low)
                                   : context_.variable(kind, part.index, part.offset, thread, bytes * 8,
                                                       thread < 0 ? name : name + "[" + std::to_string(thread) + "]");
    if (facts != nullptr && !is_one_value) {
      g.set_range(term, facts->low, facts->high);
      g.set_zero_bits(term, facts->zero);
    }
    inputs_.push_back(Input{kind, term, part.index, part.offset, thread, g.truth(true), 0, std::nullopt});
    const auto allocation = pointed_allocation(part);
    if (bytes == 8 && allocation && !is_one_value) pointers_.declare(term, *allocation, variable.holds);
    return term;
  };
  if (root.is_entry) return Lanes(input(-1));
  std::vector<Term> terms;
  for (int t = 0; t < threads_; ++t) terms.push_back(input(t));
  return Lanes::each(std::move(terms));
}

const launch::Facts* ScalarInstructions::facts_of(ParameterPart part, int bytes) const {
  for (const auto& [q, facts] : options_.facts)
    if (q.index == part.index && q.offset() == part.offset && static_cast<int>(q.bytes()) == bytes) return &facts;
  return nullptr;
}

// A value that the program does not determine: one variable a thread.
Lanes ScalarInstructions::fresh_choices(const Strand& s, int width, std::uint32_t place,
                                        const std::string& what, const std::vector<Term>* canonical) {
  std::vector<Term> terms;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(s.guard.at(t))) {
      terms.push_back(g.constant(width, 0));
      continue;
    }
    const Term term = g.var(width, what + "[" + std::to_string(t) + "]");
    Input input{Input::Kind::Choice, term, 0, 0, t, s.guard.at(t), place, std::nullopt};
    if (canonical != nullptr) input.canonical = (*canonical)[t];
    inputs_.push_back(input);
    terms.push_back(term);
  }
  return Lanes::each(std::move(terms));
}

// What a thread reads of clocks it reads in its own order, which is that of inputs_: a replay gives it these
// values one after the other.
Lanes ScalarInstructions::read_clock(Strand& s, Special which, int width, std::uint32_t place) {
  s.informed = true;
  const std::size_t first = inputs_.size();
  Lanes out = fresh_choices(s, width, place, "clock");
  for (std::size_t i = first; i < inputs_.size(); ++i) inputs_[i].clock = which;
  return out;
}

Lanes ScalarInstructions::special(Strand& s, const Operand& o, int width, std::uint32_t place) {
  const Special which = o.special;
  const Shape& shape = options_.shape;
  const auto per_lane = [&](auto f) {
    std::vector<Term> terms;
    for (int t = 0; t < threads_; ++t)
      terms.push_back(
          f(g.urem(numbers_.thread_index(t), g.constant(32, static_cast<std::uint64_t>(shape.warp_size)))));
    return Lanes::each(std::move(terms));
  };
  // A mask of lanes: those below 1 << (lane + shift), of all.
  const auto below = [&](std::uint64_t shift) {
    return per_lane([&](Term lane) {
      const Term bit = g.shl(g.constant(32, 1ull << shift), lane);
      return g.sub(bit, g.constant(32, 1));
    });
  };
  const auto not_in = [&](const Lanes& mask) {
    const auto lanes = static_cast<unsigned>(shape.warp_size);
    const std::uint64_t all = lanes >= 32 ? 0xffffffffu : (1ull << lanes) - 1;
    return ops_.map([&](Term t) { return g.bit_and(g.bit_not(t), g.constant(32, all)); }, mask);
  };
  const auto axis_of = [&](Special first) {
    return static_cast<std::uint32_t>(which) - static_cast<std::uint32_t>(first);
  };
  switch (which) {
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ: {
      std::vector<Term> terms;
      for (int t = 0; t < threads_; ++t) terms.push_back(numbers_.thread_index(t, axis_of(Special::TidX)));
      return Lanes::each(std::move(terms));
    }
    case Special::BlockRank: {
      std::vector<Term> terms;
      for (int t = 0; t < threads_; ++t) terms.push_back(numbers_.thread_index(t));
      return Lanes::each(std::move(terms));
    }
    case Special::BlockThreads:
      uses_block_size_ = true;
      return Lanes(numbers_.block_threads());
    case Special::NtidX:
    case Special::NtidY:
    case Special::NtidZ:
      uses_block_size_ = uses_block_size_ || which == Special::NtidX;
      return Lanes(numbers_.block_dimension(axis_of(Special::NtidX)));
    case Special::NctaidX:
    case Special::NctaidY:
    case Special::NctaidZ:
      return Lanes(numbers_.grid_size(axis_of(Special::NctaidX)));
    case Special::CtaidX:
    case Special::CtaidY:
    case Special::CtaidZ:
      return Lanes(numbers_.block_index(axis_of(Special::CtaidX)));
    case Special::LaneId:
      return per_lane([&](Term lane) { return lane; });
    case Special::WarpId: {
      assumed_.insert("%warpid is the number of the warp in its block, and stays the same");
      std::vector<Term> terms;
      for (int t = 0; t < threads_; ++t) terms.push_back(numbers_.warp_index(t));
      return Lanes::each(std::move(terms));
    }
    case Special::LanemaskEq:
      return per_lane([&](Term lane) { return g.shl(g.constant(32, 1), lane); });
    case Special::LanemaskLt:
      return below(0);
    case Special::LanemaskLe:
      return below(1);
    case Special::LanemaskGt:
      return not_in(below(1));
    case Special::LanemaskGe:
      return not_in(below(0));
    case Special::DynamicSmemSize:
      return ops_.constant(32, shape.dynamic_shared);
    case Special::Clock64:
    case Special::GlobalTimer:
    case Special::PerformanceCounter64:
      return read_clock(s, which, 64, place);
    case Special::Clock:
    case Special::ClockHi:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi:
    case Special::PerformanceCounter:
      return read_clock(s, which, 32, place);
    // PTX ISA 9.x, %smid: volatile, "may change during execution" after a preemption.
    case Special::SmId:
      assumed_.insert("a block stays on one multiprocessor: %smid does not change");
      break;
    default:
      break;
  }
  // Fixed for the block, but unknown: one variable each.
  const auto variable = [&](Special name) {
    const auto index = static_cast<std::uint32_t>(name);
    const auto [known, fresh] = special_terms_.try_emplace({index, o.index, width});
    if (fresh) {
      known->second = context_.variable(Input::Kind::Special, index, o.index, -1, width, "special register");
      inputs_.push_back(
          Input{Input::Kind::Special, known->second, index, o.index, -1, g.truth(true), place, std::nullopt});
    }
    return std::pair(known->second, fresh);
  };
  const auto [term, is_new] = variable(which);
  if (is_new && (which == Special::SmId || which == Special::NSmId)) {
    // PTX ISA 9.x, %smid: "SM identifiers are numbered from 0 to %nsmid-1". Also where the other one is asked
    // for by another kernel only, which this one is compared with.
    const Term other = variable(which == Special::SmId ? Special::NSmId : Special::SmId).first;
    context_.assume(which == Special::SmId ? g.ult(term, other) : g.ult(other, term));
  }
  return Lanes(term);
}

}  // namespace warpproof::symbolic
