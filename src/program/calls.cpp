// Calls, and parameters and results that are registers.
//
// A register as a parameter or result is lowered to a variable in .param space: the function begins with
// loads of its parameters and stores its results where it returns, the caller stores what it passes to
// variables of its own and loads what it gets. An argument may be a register or a constant whatever the
// parameter is.
//
// Source: PTX ISA 9.x, 7.1 (function declarations and definitions), 9.7.12.5 (call).
#include <algorithm>

#include "src/program/body.h"

namespace warpproof::lowering {
namespace {

using Kind = ptx::Operand::Kind;

constexpr std::size_t kMostCallees = 16;  // that an indirect call is looked at for

Instruction param_access(Opcode op, Type type, std::uint32_t variable, Guard guard, std::uint32_t place) {
  Instruction in;
  in.op = op;
  in.type = type;
  in.mod.space = Space::Param;
  in.address = {Address::Base::Variable, variable, 0};
  in.guard = guard;
  in.place = place;
  return in;
}

Operand register_operand(std::uint32_t index) {
  Operand out;
  out.kind = Operand::Kind::Register;
  out.index = index;
  return out;
}

Operand immediate(std::uint64_t bits) {
  Operand out;
  out.kind = Operand::Kind::Immediate;
  out.bits = bits;
  return out;
}

}  // namespace

// A predicate is passed as a byte, 0 or 1, which a register of 16 bits takes.
Operand BodyLowering::byte_register() {
  if (!byte_register_) {
    byte_register_ = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({"(predicate as a byte)", Type::U16});
  }
  return register_operand(*byte_register_);
}

void BodyLowering::store_param(std::uint32_t variable, Type type, const Operand& value, Guard guard,
                               std::uint32_t place) {
  Operand stored = value;
  if (type == Type::Pred) {
    stored = byte_register();
    Instruction select;
    select.op = Opcode::Selp;
    select.type = Type::U16;
    select.destinations = {stored};
    select.sources = {immediate(1), immediate(0), value};
    select.guard = guard;
    select.place = place;
    blocks_.add(std::move(select));
    type = Type::U8;
  }
  Instruction store = param_access(Opcode::St, type, variable, guard, place);
  store.sources = {stored};
  blocks_.add(std::move(store));
}

void BodyLowering::load_param(std::uint32_t variable, Type type, const Operand& target, std::uint32_t place) {
  if (target.kind == Operand::Kind::None) return;
  Instruction load = param_access(Opcode::Ld, type == Type::Pred ? Type::U8 : type, variable, {}, place);
  load.destinations = {type == Type::Pred ? byte_register() : target};
  blocks_.add(std::move(load));
  if (type != Type::Pred) return;
  Instruction test;
  test.op = Opcode::Setp;
  test.type = Type::U16;
  test.mod.compare = Compare::Ne;
  test.destinations = {target};
  test.sources = {byte_register(), immediate(0)};
  test.place = place;
  blocks_.add(std::move(test));
}

// Declares the registers among a function's parameters or results.
void BodyLowering::declare_register_parameters(const ptx::Range& texts,
                                               const std::vector<std::uint32_t>& variables,
                                               std::vector<PassedRegister>& out) {
  for (std::uint32_t i = 0; i < texts.count; ++i) {
    const ptx::Declaration& d = m_.declarations[texts.first + i];
    if (d.space != "reg" || d.name == "_") continue;
    out.push_back({static_cast<std::uint32_t>(function_.registers.size()), variables[i]});
    declare_register(d);
  }
}

void BodyLowering::take_parameters() {
  for (const PassedRegister& p : parameter_registers_) {
    load_param(p.variable, function_.registers[p.index].type, register_operand(p.index),
               places_.at(text_.name));
  }
}

// Before a return.
void BodyLowering::pass_results(Guard guard, std::uint32_t place) {
  for (const PassedRegister& r : result_registers_)
    store_param(r.variable, function_.registers[r.index].type, register_operand(r.index), guard, place);
}

// The variables that go with a call's arguments or results; those of registers and constants are new ones,
// with what they hold in `passed`.
std::vector<std::uint32_t> BodyLowering::call_variables(const ptx::Operand& tuple,
                                                        const std::vector<std::uint32_t>& formals,
                                                        bool are_results, std::vector<Passed>& passed) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tuple.elements.count; ++i) {
    const ptx::Operand& element = m_.elements[tuple.elements.first + i];
    const auto symbol = element.kind == Kind::Symbol ? operands_.find(element.text) : std::nullopt;
    if (symbol && symbol->kind == Symbol::Kind::Variable && element.bits == 0 &&
        context_.program.variables[symbol->index].space == Space::Param) {
      out.push_back(symbol->index);
      continue;
    }
    Variable variable = context_.program.variables[formals[i]];
    const Type type = context_.predicate_parameters.contains(formals[i]) ? Type::Pred : variable.element;
    if (variable.size != static_cast<std::uint64_t>(std::max(8, bits_of(type))) / 8)
      throw UnsupportedForm{"register argument"};  // for an array
    const Operand value = are_results ? operands_.destination(element, type, false)
                                      : operands_.source(element, type, bits_of(type) == 8);
    if (value.kind == Operand::Kind::Special || value.kind == Operand::Kind::Variable)
      throw UnsupportedForm{"argument " + std::string(element.text)};
    variable.name = "(" + std::string(element.text) + ")";
    variable.function = static_cast<std::int32_t>(index_);
    const auto index = static_cast<std::uint32_t>(context_.program.variables.size());
    context_.program.variables.push_back(std::move(variable));
    passed.push_back({index, type, value});
    out.push_back(index);
  }
  return out;
}

// call (results), name, (arguments); a prototype or list of callees after them makes it an indirect call.
void BodyLowering::call(const ptx::Statement& st, Instruction& in) {
  const ptx::Operand* at = m_.operands.data() + st.items.first;
  const ptx::Operand* const end = at + st.items.count;
  const ptx::Operand* results = at != end && at->kind == Kind::Tuple ? at++ : nullptr;
  if (at == end || at->kind != Kind::Symbol) context_.fail(st.name, "expected the function to call");
  const ptx::Operand& name = *at++;
  const ptx::Operand* arguments = at != end && at->kind == Kind::Tuple ? at++ : nullptr;
  const auto it = context_.functions.find(name.text);
  if (it == context_.functions.end()) {
    const auto symbol = operands_.find(name.text);
    if (symbol && symbol->kind == Symbol::Kind::Register)
      return indirect_call(in, register_operand(symbol->index), arguments, results);
    context_.fail(name.text, "function '" + std::string(name.text) + "' is undeclared");
  }
  if (at != end) context_.fail(at->text, "unexpected operand of a call");
  in.name = std::string(name.text);
  call_function(std::move(in), it->second, name, arguments, results);
}

// A call through a register is one of each function in question, after a comparison with its address.
void BodyLowering::indirect_call(const Instruction& in, const Operand& address, const ptx::Operand* arguments,
                                 const ptx::Operand* results) {
  const auto count = [](const ptx::Operand* tuple) { return tuple == nullptr ? 0 : tuple->elements.count; };
  std::vector<std::uint32_t> candidates;
  for (const std::uint32_t f : context_.address_taken) {
    const Function& callee = context_.program.functions[f];
    if (callee.has_body && callee.parameters.size() == count(arguments) &&
        callee.results.size() == count(results))
      candidates.push_back(f);
  }
  const std::uint32_t done = blocks_.new_label();
  const auto branch = [&](Guard guard, std::uint32_t target) {
    Instruction out;
    out.op = Opcode::Bra;
    out.guard = guard;
    out.place = in.place;
    out.targets = {target};
    blocks_.add_branch(std::move(out));
  };
  if (in.guard.reg >= 0) branch({in.guard.reg, !in.guard.negated}, done);
  const auto is_other = static_cast<std::uint32_t>(function_.registers.size());
  function_.registers.push_back({"(is not the callee)", Type::Pred});
  for (const std::uint32_t f :
       candidates.size() <= kMostCallees ? candidates : std::vector<std::uint32_t>()) {
    Instruction compare;
    compare.op = Opcode::Setp;
    compare.type = Type::U64;
    compare.mod.compare = Compare::Ne;
    compare.destinations = {register_operand(is_other)};
    compare.sources = {address, immediate(function_address(f))};
    compare.place = in.place;
    blocks_.add(std::move(compare));
    const std::uint32_t next = blocks_.new_label();
    branch({static_cast<std::int32_t>(is_other), false}, next);
    Instruction call = in;
    call.guard = {};
    call.name = context_.program.functions[f].name;
    const ptx::Operand unnamed{};
    try {
      call_function(std::move(call), f, unnamed, arguments, results);
      branch({}, done);
    } catch (const UnsupportedForm&) {  // it takes something else
    }
    blocks_.place(next, "");
  }
  Instruction out;
  out.place = in.place;
  out.name = "call (indirect)";
  blocks_.add(std::move(out));
  blocks_.place(done, "");
}

void BodyLowering::call_function(Instruction in, std::uint32_t function, const ptx::Operand& name,
                                 const ptx::Operand* arguments, const ptx::Operand* results) {
  const Function& callee = context_.program.functions[function];
  if (callee.has_body) in.callee = static_cast<std::int32_t>(function);
  std::vector<Passed> given, received;
  const auto read = [&](const ptx::Operand* tuple, const std::vector<std::uint32_t>& want, const char* what,
                        std::vector<Passed>& passed) {
    const std::size_t have = tuple == nullptr ? 0 : tuple->elements.count;
    if (have != want.size())
      context_.fail(name.text, "'" + in.name + "' has " + std::to_string(want.size()) + " " + what +
                                   ", not " + std::to_string(have));
    if (have == 0) return std::vector<std::uint32_t>();
    std::vector<std::uint32_t> out = call_variables(*tuple, want, &passed == &received, passed);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (context_.program.variables[out[i]].size != context_.program.variables[want[i]].size &&
          callee.has_body)
        throw UnsupportedForm{std::string(what) + " of another size"};
    return out;
  };
  in.call_arguments = read(arguments, callee.parameters, "arguments", given);
  in.call_results = read(results, callee.results, "results", received);
  if (given.empty() && received.empty()) return blocks_.add_alone(std::move(in), false);
  add_call(std::move(in), given, received);
}

// A guarded call is a branch around all of it: what it gives may be the guard itself.
void BodyLowering::add_call(Instruction in, const std::vector<Passed>& given,
                            const std::vector<Passed>& received) {
  const std::uint32_t place = in.place;
  const bool guarded = in.guard.reg >= 0;
  std::uint32_t after = 0;
  if (guarded) {
    after = blocks_.new_label();
    Instruction around;
    around.op = Opcode::Bra;
    around.guard = {in.guard.reg, !in.guard.negated};
    around.place = place;
    around.targets = {after};
    blocks_.add_branch(std::move(around));
    in.guard = {};
  }
  for (const Passed& p : given) store_param(p.variable, p.type, p.value, {}, place);
  blocks_.add_alone(std::move(in), false);
  for (const Passed& p : received) load_param(p.variable, p.type, p.value, place);
  if (guarded) blocks_.place(after, "");
}

}  // namespace warpproof::lowering
