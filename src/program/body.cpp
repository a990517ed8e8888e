// The body of a function: scopes, labels, and each statement in turn.
#include "src/program/body.h"

#include <algorithm>

#include "src/program/forms.h"

namespace warpproof::lowering {

BodyLowering::BodyLowering(Context& context, const ptx::Function& text, std::uint32_t index, Places& places)
    : context_(context),
      m_(context.module),
      text_(text),
      index_(index),
      function_(context.program.functions[index]),
      operands_(context, function_),
      places_(places),
      blocks_(function_) {}

// Labels are visible in the whole scope they stand in, before and after.
void BodyLowering::collect_labels() {
  scopes_.assign(1, {});
  std::vector<std::uint32_t> open = {0};
  std::string_view last_label;
  for (std::uint32_t i = 0; i < text_.body.count; ++i) {
    const ptx::Statement& st = m_.statements[text_.body.first + i];
    LabelScope& scope = scopes_[open.back()];
    if (st.kind == ptx::Statement::Kind::Open) {
      scopes_.push_back({open.back(), {}, {}});
      open.push_back(static_cast<std::uint32_t>(scopes_.size() - 1));
    } else if (st.kind == ptx::Statement::Kind::Close) {
      open.pop_back();
    } else if (st.kind == ptx::Statement::Kind::Label) {
      if (!scope.labels.emplace(st.name, blocks_.new_label()).second)
        context_.fail(st.name, "label '" + std::string(st.name) + "' is already defined");
    } else if (st.kind == ptx::Statement::Kind::Targets || st.kind == ptx::Statement::Kind::Prototype) {
      if (last_label.empty()) context_.fail(st.name, "a list of targets needs a label before it");
      scope.lists.emplace(last_label, st.items);
    }
    collect_uses(st);
    last_label = st.kind == ptx::Statement::Kind::Label ? st.name : std::string_view();
  }
}

// Only labels that something names start a block; compilers print many for debuggers.
void BodyLowering::collect_uses(const ptx::Statement& st) {
  const bool names_labels = st.kind == ptx::Statement::Kind::Targets ||
                            (st.kind == ptx::Statement::Kind::Instruction && st.name == "bra");
  for (std::uint32_t i = 0; names_labels && i < st.items.count; ++i)
    used_labels_.insert(m_.operands[st.items.first + i].text);
}

template <typename Value>
std::optional<Value> BodyLowering::find_in_scopes(Names<Value> LabelScope::*map,
                                                  const ptx::Operand& text) const {
  if (text.kind != ptx::Operand::Kind::Symbol) return std::nullopt;
  for (std::uint32_t scope = scope_stack_.back();; scope = scopes_[scope].parent) {
    const auto& names = scopes_[scope].*map;
    if (const auto it = names.find(text.text); it != names.end()) return it->second;
    if (scope == 0) return std::nullopt;
  }
}

std::uint32_t BodyLowering::label(const ptx::Operand& text) const {
  const auto found = find_in_scopes(&LabelScope::labels, text);
  if (!found) context_.fail(text.text, "label '" + std::string(text.text) + "' is undefined");
  return *found;
}

ptx::Range BodyLowering::target_list(const ptx::Operand& text) const {
  const auto found = find_in_scopes(&LabelScope::lists, text);
  if (!found) context_.fail(text.text, "'" + std::string(text.text) + "' names no .branchtargets list");
  return *found;
}

void BodyLowering::run() {
  collect_labels();
  places_.start_function();
  scope_stack_ = {0};
  declare_register_parameters(text_.results, function_.results, result_registers_);
  declare_register_parameters(text_.parameters, function_.parameters, parameter_registers_);
  context_.symbols.push();  // the body may hide its parameters
  take_parameters();
  std::uint32_t next_scope = 0;
  bool has_place = false;
  for (std::uint32_t i = 0; i < text_.body.count; ++i) {
    const ptx::Statement& st = m_.statements[text_.body.first + i];
    switch (st.kind) {
      case ptx::Statement::Kind::Open:
        context_.symbols.push();
        scope_stack_.push_back(++next_scope);
        break;
      case ptx::Statement::Kind::Close:
        context_.symbols.pop();
        scope_stack_.pop_back();
        break;
      case ptx::Statement::Kind::Label:
        if (!used_labels_.contains(st.name)) break;
        blocks_.place(scopes_[scope_stack_.back()].labels.at(st.name), std::string(st.name));
        break;
      case ptx::Statement::Kind::Declarations:
        declarations(st);
        break;
      case ptx::Statement::Kind::Location:
        places_.location(m_.locs[st.items.first]);
        if (!has_place) function_.place = places_.at(text_.name);
        has_place = true;
        break;
      case ptx::Statement::Kind::Instruction:
        instruction(st);
        break;
      case ptx::Statement::Kind::Pragma:
      case ptx::Statement::Kind::Targets:
      case ptx::Statement::Kind::Prototype:
        break;
    }
  }
  pass_results({}, places_.at(text_.name));
  blocks_.finish(places_.at(text_.name));
}

void BodyLowering::declarations(const ptx::Statement& st) {
  for (std::uint32_t i = 0; i < st.items.count; ++i) {
    const ptx::Declaration& d = m_.declarations[st.items.first + i];
    if (d.space == "reg") {
      declare_register(d);
    } else {
      const std::uint32_t variable = declare_variable(context_, d, static_cast<int>(index_));
      lower_initialiser(context_, d, context_.program.variables[variable]);
    }
  }
}

void BodyLowering::declare_register(const ptx::Declaration& d) {
  const Type type = type_of_word(d.type);
  if (type == Type::None || d.is_array || d.has_initialiser)
    context_.fail(d.name, "'" + std::string(d.name) + "' cannot be a register");
  if (d.vector > 1) {
    declare(context_, d.name, {Symbol::Kind::VectorRegister, 0});
  } else if (d.is_range) {
    if (!context_.symbols.add_range(d.name, d.count, type))
      context_.fail(d.name, "'" + std::string(d.name) + "' is already declared");
  } else {
    declare(context_, d.name,
            {Symbol::Kind::Register, static_cast<std::uint32_t>(function_.registers.size())});
    function_.registers.push_back({std::string(d.name), type});
  }
}

std::string BodyLowering::opcode_text(const ptx::Statement& st) const {
  std::string out(st.name);
  for (std::uint32_t i = 0; i < st.words.count; ++i) out += "." + std::string(m_.words[st.words.first + i]);
  return out;
}

void BodyLowering::add_unsupported(const ptx::Statement& st, const Instruction& head,
                                   const std::string& what) {
  Instruction out;
  out.guard = head.guard;
  out.place = head.place;
  out.name = opcode_text(st) + (what.empty() ? "" : " (" + what + ")");
  blocks_.add(std::move(out));
}

void BodyLowering::instruction(const ptx::Statement& st) {
  Instruction in;
  in.place = places_.at(st.guard.empty() ? st.name : st.guard);
  in.inline_assembly = m_.is_inline_assembly(st.name);
  if (!st.guard.empty()) in.guard = {static_cast<std::int32_t>(operands_.guard(st.guard)), st.guard_negated};
  const std::span<const std::string_view> all(m_.words.data() + st.words.first, st.words.count);
  std::size_t used = 0;
  in.op = find_opcode(st.name, all, used);
  if (in.op == Opcode::Unsupported) return add_unsupported(st, in, "");
  try {
    if (is_aligned_collective(in.op)) return matrix(st, in, all.subspan(used));
    const Words words = read_words(in.op, all.subspan(used));
    if (!words.known) return add_unsupported(st, in, "");
    in.mod = words.mod;
    if (in.op == Opcode::Call) {
      in.form = form_index(forms_of(Opcode::Call)[0]);
      return call(st, in);
    }
    const Form* form = choose_form(st, in, words);
    if (form == nullptr) return add_unsupported(st, in, "");
    read_operands(st, *form, words, in);
    finish_instruction(st, in);
  } catch (const UnsupportedForm& form) {
    add_unsupported(st, in, form.what);
  }
}

void lower_body(Context& context, const ptx::Function& function, std::uint32_t index) {
  Places places(context.module, context.program);
  BodyLowering(context, function, index, places).run();
}

}  // namespace warpproof::lowering
