#include "src/program/lower.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "src/program/bit_fields.h"
#include "src/program/context.h"
#include "src/program/flow.h"
#include "src/program/forms.h"
#include "src/program/synchronisation.h"
#include "src/ptx/parse.h"

namespace warpproof {
namespace lowering {
namespace {

int target_number(const Context& context) {
  const std::string_view target = context.module.target;
  if (target.empty())
    throw InputError({context.module.file, 1, 1}, "no .target directive: this is no PTX module");
  const std::size_t digits = target.find_first_of("0123456789");
  int value = 0;
  if (target.starts_with("sm_") && digits == 3)
    std::from_chars(target.data() + digits, target.data() + target.size(), value);
  if (value < 10 || value > 999) context.fail(target, "expected a target such as sm_80");
  return value;
}

// Module-scope variables. An .extern declaration and its definition are one variable.
void lower_variables(Context& context) {
  std::vector<std::pair<const ptx::Declaration*, std::uint32_t>> with_values;
  for (const ptx::Range& range : context.module.variables) {
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const ptx::Declaration& d = context.module.declarations[range.first + i];
      if (d.space == "reg" || d.space == "param" || d.space == "local")
        context.fail(d.name, "." + std::string(d.space) + " variables must stand in a function");
      std::vector<Register> none;
      const auto earlier = context.symbols.find(d.name, none);
      std::uint32_t index = 0;
      if (earlier && earlier->kind == Symbol::Kind::Variable &&
          (d.is_extern || context.program.variables[earlier->index].is_extern)) {
        index = earlier->index;
        if (!d.is_extern) context.program.variables[index] = lower_variable(context, d, -1);
      } else {
        index = declare_variable(context, d, -1);
      }
      if (d.has_initialiser) with_values.emplace_back(&d, index);
    }
  }
  for (const auto& [declaration, index] : with_values)
    lower_initialiser(context, *declaration, context.program.variables[index]);
}

// .maxntid and the like name one to three sizes; the missing ones are 1.
std::array<std::uint32_t, 3> shape(const Context& context, const ptx::Function& f, const ptx::Attribute& a) {
  std::array<std::uint32_t, 3> out = {1, 1, 1};
  if (a.values.empty() || a.values.size() > 3)
    context.fail(a.name,
                 "." + std::string(a.name) + " of '" + std::string(f.name) + "' takes one to three sizes");
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (a.values[i] == 0 || a.values[i] > 0xffffffffu) context.fail(a.name, "the size is out of range");
    out[i] = static_cast<std::uint32_t>(a.values[i]);
  }
  return out;
}

// A parameter or result that is a register is passed in memory (calls.cpp).
Variable memory_of_register(Context& context, const ptx::Declaration& d, int function) {
  const Type type = type_of_word(d.type);
  if (type == Type::None || d.is_array || d.is_range || d.vector > 1 || d.has_initialiser)
    context.fail(d.name, "'" + std::string(d.name) + "' cannot be a parameter");
  if (type == Type::Pred)
    context.predicate_parameters.insert(static_cast<std::uint32_t>(context.program.variables.size()));
  Variable out;
  out.name = d.name;
  out.space = Space::Param;
  out.element = type == Type::Pred ? Type::U8 : type;
  out.size = static_cast<std::uint64_t>(bits_of(out.element)) / 8;
  out.align = static_cast<std::uint32_t>(out.size);
  out.function = function;
  return out;
}

void lower_parameters(Context& context, const ptx::Range& range, int function, bool is_entry,
                      std::vector<std::uint32_t>& out) {
  out.clear();
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const ptx::Declaration& d = context.module.declarations[range.first + i];
    Variable variable = d.space == "reg" && !is_entry ? memory_of_register(context, d, function)
                                                      : lower_variable(context, d, function);
    out.push_back(static_cast<std::uint32_t>(context.program.variables.size()));
    context.program.variables.push_back(std::move(variable));
  }
}

void lower_signature(Context& context, const ptx::Function& text, std::uint32_t index) {
  Function& f = context.program.functions[index];
  f.is_entry = text.is_entry;
  lower_parameters(context, text.results, static_cast<int>(index), text.is_entry, f.results);
  lower_parameters(context, text.parameters, static_cast<int>(index), text.is_entry, f.parameters);
  f.has_body = text.has_body;
  for (const ptx::Attribute& a : text.attributes) {
    if (a.name == "maxntid") f.maximum_block = shape(context, text, a);
    if (a.name == "reqntid") f.required_block = shape(context, text, a);
    if (a.name == "reqnctapercluster") f.cluster = shape(context, text, a);
  }
}

// Every function gets an index before any body is read: calls may go forward.
std::vector<const ptx::Function*> lower_signatures(Context& context) {
  std::vector<const ptx::Function*> definitions;
  for (const ptx::Function& text : context.module.functions) {
    const auto [it, is_new] =
        context.functions.emplace(text.name, static_cast<std::uint32_t>(context.program.functions.size()));
    if (is_new) {
      declare(context, text.name, {Symbol::Kind::Function, it->second});
      context.program.functions.emplace_back().name = std::string(text.name);
      definitions.push_back(nullptr);
      context.program.places.push_back({context.module.locate(text.name), {}});
      context.program.functions.back().place = static_cast<std::uint32_t>(context.program.places.size() - 1);
    }
    if (text.has_body && definitions[it->second] != nullptr)
      context.fail(text.name, "function '" + std::string(text.name) + "' is already defined");
    // A later declaration adds nothing to a definition.
    if (definitions[it->second] != nullptr) continue;
    lower_signature(context, text, it->second);
    if (text.has_body) definitions[it->second] = &text;
  }
  for (const ptx::Alias& alias : context.module.aliases) {
    const auto target = context.functions.find(alias.target);
    if (target == context.functions.end())
      context.fail(alias.target, "function '" + std::string(alias.target) + "' is undeclared");
    context.functions[alias.name] = target->second;
  }
  return definitions;
}

// Functions named otherwise than by a call.
void collect_addresses(Context& context) {
  const ptx::Module& m = context.module;
  std::set<std::uint32_t> out;
  const auto take = [&](std::string_view name) {
    const auto it = context.functions.find(name);
    if (it != context.functions.end()) out.insert(it->second);
  };
  for (const ptx::Statement& st : m.statements) {
    if (st.kind != ptx::Statement::Kind::Instruction || st.name == "call") continue;
    for (std::uint32_t i = 0; i < st.items.count; ++i) {
      const ptx::Operand& operand = m.operands[st.items.first + i];
      if (operand.kind == ptx::Operand::Kind::Symbol) take(operand.text);
    }
  }
  for (const ptx::InitialiserItem& item : m.initialisers) {
    if (item.kind == ptx::InitialiserItem::Kind::Symbol) take(item.text);
  }
  context.address_taken.assign(out.begin(), out.end());
}

void lower_function(Context& context, const ptx::Function& text, std::uint32_t index) {
  context.symbols.start_function();
  const Function& f = context.program.functions[index];
  for (const auto* list : {&f.results, &f.parameters}) {
    const ptx::Range range = list == &f.results ? text.results : text.parameters;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const ptx::Declaration& d = context.module.declarations[range.first + i];
      if (d.name != "_" && d.space != "reg") declare(context, d.name, {Symbol::Kind::Variable, (*list)[i]});
    }
  }
  lower_body(context, text, index);
}

}  // namespace
}  // namespace lowering

Program lower(const ptx::Module& module) {
  Program program;
  lowering::Context context{module, program, {}, {}, 0, {}, {}};
  program.file = module.file;
  program.target_sm = lowering::target_number(context);
  program.version_major = module.version_major;
  program.version_minor = module.version_minor;
  program.address_bits = module.address_size;
  const auto definitions = lowering::lower_signatures(context);
  lowering::collect_addresses(context);
  lowering::lower_variables(context);
  for (std::uint32_t i = 0; i < definitions.size(); ++i)
    if (program.functions[i].has_body) lowering::lower_function(context, *definitions[i], i);
  for (const std::string_view pragma : module.pragmas) {
    const std::string note = "pragma \"" + std::string(pragma.substr(0, 80)) + "\"";
    if (program.notes.size() < 64 &&
        std::find(program.notes.begin(), program.notes.end(), note) == program.notes.end())
      program.notes.push_back(note);
  }
  return program;
}

Program load_ptx(std::string text, const std::string& file, const IsLibraryFile& is_library) {
  Program program = lower(ptx::parse(std::move(text), file));
  if (is_library) take_in_library_calls(program, is_library);
  mark_synchronisation(program);
  mark_named_variables(program);
  mark_field_assignments(program);
  return program;
}

}  // namespace warpproof
