#include "src/program/calls.h"

#include <algorithm>

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

}  // namespace

// A predicate is passed as a byte, 0 or 1, which a register of 16 bits takes.
Operand CallLowering::byte_register() {
  if (!byte_register_) {
    byte_register_ = body_.new_register("(predicate as a byte)", Type::U16).index;
  }
  return register_operand(*byte_register_);
}

void CallLowering::store_param(std::uint32_t variable, Type type, const Operand& value, Guard guard,
                               std::uint32_t place) {
  Operand stored = value;
  if (type == Type::Pred) {
    stored = byte_register();
    Instruction select;
    select.op = Opcode::Selp;
    select.type = Type::U16;
    select.destinations = {stored};
    select.sources = {immediate_operand(1), immediate_operand(0), value};
    select.guard = guard;
    select.place = place;
    body_.blocks.add(std::move(select));
    type = Type::U8;
  }
  Instruction store = param_access(Opcode::St, type, variable, guard, place);
  store.sources = {stored};
  body_.blocks.add(std::move(store));
}

void CallLowering::load_param(std::uint32_t variable, Type type, const Operand& target, std::uint32_t place) {
  if (target.kind == Operand::Kind::None) return;
  Instruction load = param_access(Opcode::Ld, type == Type::Pred ? Type::U8 : type, variable, {}, place);
  load.destinations = {type == Type::Pred ? byte_register() : target};
  body_.blocks.add(std::move(load));
  if (type != Type::Pred) return;
  Instruction test;
  test.op = Opcode::Setp;
  test.type = Type::U16;
  test.mod.compare = Compare::Ne;
  test.destinations = {target};
  test.sources = {byte_register(), immediate_operand(0)};
  test.place = place;
  body_.blocks.add(std::move(test));
}

// Declares the registers among a function's parameters or results.
void CallLowering::declare_register_parameters(const ptx::Range& texts,
                                               const std::vector<std::uint32_t>& variables,
                                               std::vector<PassedRegister>& out) {
  for (std::uint32_t i = 0; i < texts.count; ++i) {
    const ptx::Declaration& d = body_.module.declarations[texts.first + i];
    if (d.space != "reg" || d.name == "_") continue;
    out.push_back({static_cast<std::uint32_t>(body_.function.registers.size()), variables[i]});
    body_.declare_register(d);
  }
}

void CallLowering::declare_parameters() {
  declare_register_parameters(body_.text.results, body_.function.results, result_registers_);
  declare_register_parameters(body_.text.parameters, body_.function.parameters, parameter_registers_);
}

void CallLowering::take_parameters() {
  for (const PassedRegister& p : parameter_registers_) {
    load_param(p.variable, body_.function.registers[p.index].type, register_operand(p.index),
               body_.places.at(body_.text.name));
  }
}

// Before a return.
void CallLowering::pass_results(Guard guard, std::uint32_t place) {
  for (const PassedRegister& r : result_registers_)
    store_param(r.variable, body_.function.registers[r.index].type, register_operand(r.index), guard, place);
}

// The variables that go with a call's arguments or results; those of registers and constants are new ones,
// with what they hold in `passed`.
std::vector<std::uint32_t> CallLowering::call_variables(const ptx::Operand& tuple,
                                                        const std::vector<std::uint32_t>& formals,
                                                        bool are_results, std::vector<Passed>& passed) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < tuple.elements.count; ++i) {
    const ptx::Operand& element = body_.module.elements[tuple.elements.first + i];
    const auto symbol = element.kind == Kind::Symbol ? body_.operands.find(element.text) : std::nullopt;
    if (symbol && symbol->kind == Symbol::Kind::Variable && element.bits == 0 &&
        body_.context.program.variables[symbol->index].space == Space::Param) {
      out.push_back(symbol->index);
      continue;
    }
    Variable variable = body_.context.program.variables[formals[i]];
    const Type type = body_.context.predicate_parameters.contains(formals[i]) ? Type::Pred : variable.element;
    if (variable.size != static_cast<std::uint64_t>(std::max(8, bits_of(type))) / 8)
      throw UnsupportedForm{"register argument"};  // for an array
    const Operand value = are_results ? body_.operands.destination(element, type, false)
                                      : body_.operands.source(element, type, bits_of(type) == 8);
    if (value.kind == Operand::Kind::Special || value.kind == Operand::Kind::Variable)
      throw UnsupportedForm{"argument " + std::string(element.text)};
    variable.name = "(" + std::string(element.text) + ")";
    variable.function = static_cast<std::int32_t>(body_.index);
    const auto index = static_cast<std::uint32_t>(body_.context.program.variables.size());
    body_.context.program.variables.push_back(std::move(variable));
    passed.push_back({index, type, value});
    out.push_back(index);
  }
  return out;
}

// call (results), name, (arguments); a prototype or list of callees after them makes it an indirect call.
void CallLowering::call(const ptx::Statement& st, Instruction& in) {
  const ptx::Operand* at = body_.module.operands.data() + st.items.first;
  const ptx::Operand* const end = at + st.items.count;
  const ptx::Operand* results = at != end && at->kind == Kind::Tuple ? at++ : nullptr;
  if (at == end || at->kind != Kind::Symbol) body_.context.fail(st.name, "expected the function to call");
  const ptx::Operand& name = *at++;
  const ptx::Operand* arguments = at != end && at->kind == Kind::Tuple ? at++ : nullptr;
  const auto it = body_.context.functions.find(name.text);
  if (it == body_.context.functions.end()) {
    const auto symbol = body_.operands.find(name.text);
    if (symbol && symbol->kind == Symbol::Kind::Register)
      return indirect_call(in, register_operand(symbol->index), arguments, results);
    body_.context.fail(name.text, "function '" + std::string(name.text) + "' is undeclared");
  }
  if (at != end) body_.context.fail(at->text, "unexpected operand of a call");
  in.name = std::string(name.text);
  call_function(std::move(in), it->second, name, arguments, results);
}

// A call through a register is one of each function in question, after a comparison with its address.
void CallLowering::indirect_call(const Instruction& in, const Operand& address, const ptx::Operand* arguments,
                                 const ptx::Operand* results) {
  const auto count = [](const ptx::Operand* tuple) { return tuple == nullptr ? 0 : tuple->elements.count; };
  std::vector<std::uint32_t> candidates;
  for (const std::uint32_t f : body_.context.address_taken) {
    const Function& callee = body_.context.program.functions[f];
    if (callee.has_body && callee.parameters.size() == count(arguments) &&
        callee.results.size() == count(results))
      candidates.push_back(f);
  }
  const std::uint32_t done = body_.blocks.new_label();
  const auto branch = [&](Guard guard, std::uint32_t target) {
    Instruction out;
    out.op = Opcode::Bra;
    out.guard = guard;
    out.place = in.place;
    out.targets = {target};
    body_.blocks.add_branch(std::move(out));
  };
  if (in.guard.reg >= 0) branch({in.guard.reg, !in.guard.negated}, done);
  const std::uint32_t is_other = body_.new_register("(is not the callee)", Type::Pred).index;
  for (const std::uint32_t f :
       candidates.size() <= kMostCallees ? candidates : std::vector<std::uint32_t>()) {
    Instruction compare;
    compare.op = Opcode::Setp;
    compare.type = Type::U64;
    compare.mod.compare = Compare::Ne;
    compare.destinations = {register_operand(is_other)};
    compare.sources = {address, immediate_operand(function_address(f))};
    compare.place = in.place;
    body_.blocks.add(std::move(compare));
    const std::uint32_t next = body_.blocks.new_label();
    branch({static_cast<std::int32_t>(is_other), false}, next);
    Instruction call = in;
    call.guard = {};
    call.name = body_.context.program.functions[f].name;
    const ptx::Operand unnamed{};
    try {
      call_function(std::move(call), f, unnamed, arguments, results);
      branch({}, done);
    } catch (const UnsupportedForm&) {  // it takes something else
    }
    body_.blocks.place(next, "");
  }
  Instruction out;
  out.place = in.place;
  out.name = "call (indirect)";
  body_.blocks.add(std::move(out));
  body_.blocks.place(done, "");
}

void CallLowering::call_function(Instruction in, std::uint32_t function, const ptx::Operand& name,
                                 const ptx::Operand* arguments, const ptx::Operand* results) {
  const Function& callee = body_.context.program.functions[function];
  if (callee.has_body) in.callee = static_cast<std::int32_t>(function);
  std::vector<Passed> given, received;
  const auto read = [&](const ptx::Operand* tuple, const std::vector<std::uint32_t>& want, const char* what,
                        std::vector<Passed>& passed) {
    const std::size_t have = tuple == nullptr ? 0 : tuple->elements.count;
    if (have != want.size())
      body_.context.fail(name.text, "'" + in.name + "' has " + std::to_string(want.size()) + " " + what +
                                        ", not " + std::to_string(have));
    if (have == 0) return std::vector<std::uint32_t>();
    std::vector<std::uint32_t> out = call_variables(*tuple, want, &passed == &received, passed);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (body_.context.program.variables[out[i]].size != body_.context.program.variables[want[i]].size &&
          callee.has_body)
        throw UnsupportedForm{std::string(what) + " of another size"};
    return out;
  };
  in.call_arguments = read(arguments, callee.parameters, "arguments", given);
  in.call_results = read(results, callee.results, "results", received);
  if (given.empty() && received.empty()) return body_.blocks.add_alone(std::move(in), false);
  add_call(std::move(in), given, received);
}

// A guarded call is a branch around all of it: what it gives may be the guard itself.
void CallLowering::add_call(Instruction in, const std::vector<Passed>& given,
                            const std::vector<Passed>& received) {
  const std::uint32_t place = in.place;
  const bool guarded = in.guard.reg >= 0;
  std::uint32_t after = 0;
  if (guarded) {
    after = body_.blocks.new_label();
    body_.branch_around(in, after);
  }
  for (const Passed& p : given) store_param(p.variable, p.type, p.value, {}, place);
  body_.blocks.add_alone(std::move(in), false);
  for (const Passed& p : received) load_param(p.variable, p.type, p.value, place);
  if (guarded) body_.blocks.place(after, "");
}

}  // namespace warpproof::lowering
