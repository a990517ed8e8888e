// The body of a function: each statement in turn.
#include "src/program/body.h"

#include <span>
#include <utility>

#include "src/program/calls.h"
#include "src/program/forms.h"
#include "src/program/instruction.h"
#include "src/program/labels.h"
#include "src/program/matrix_lowering.h"

namespace warpproof::lowering {
namespace {

class BodyLowering {
 public:
  BodyLowering(Context& context, const ptx::Function& text, std::uint32_t index, Places& places)
      : body_(context, text, index, places) {}
  void run();

 private:
  void declarations(const ptx::Statement& st);
  void add_unsupported(const ptx::Statement& st, const Instruction& head, const std::string& what);
  void instruction(const ptx::Statement& st);

  Body body_;
  Labels labels_{body_};
  CallLowering calls_{body_};
  MatrixLowering matrix_{body_};
  InstructionLowering instructions_{body_, labels_, calls_};
};

void BodyLowering::run() {
  body_.places.start_function();
  calls_.declare_parameters();
  body_.context.symbols.push();  // the body may hide its parameters
  calls_.take_parameters();
  bool has_place = false;
  for (std::uint32_t i = 0; i < body_.text.body.count; ++i) {
    const ptx::Statement& st = body_.module.statements[body_.text.body.first + i];
    switch (st.kind) {
      case ptx::Statement::Kind::Open:
        body_.context.symbols.push();
        labels_.open_scope();
        break;
      case ptx::Statement::Kind::Close:
        body_.context.symbols.pop();
        labels_.close_scope();
        break;
      case ptx::Statement::Kind::Label:
        if (const auto label = labels_.placed(st.name)) body_.blocks.place(*label, std::string(st.name));
        break;
      case ptx::Statement::Kind::Declarations:
        declarations(st);
        break;
      case ptx::Statement::Kind::Location:
        body_.places.location(body_.module.locs[st.items.first]);
        if (!has_place) body_.function.place = body_.places.at(body_.text.name);
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
  calls_.pass_results({}, body_.places.at(body_.text.name));
  body_.blocks.finish(body_.places.at(body_.text.name));
}

void BodyLowering::declarations(const ptx::Statement& st) {
  for (std::uint32_t i = 0; i < st.items.count; ++i) {
    const ptx::Declaration& d = body_.module.declarations[st.items.first + i];
    if (d.space == "reg") {
      body_.declare_register(d);
    } else {
      const std::uint32_t variable = declare_variable(body_.context, d, static_cast<int>(body_.index));
      lower_initialiser(body_.context, d, body_.context.program.variables[variable]);
    }
  }
}

void BodyLowering::add_unsupported(const ptx::Statement& st, const Instruction& head,
                                   const std::string& what) {
  Instruction out;
  out.guard = head.guard;
  out.place = head.place;
  out.name = opcode_text(body_.module, st) + (what.empty() ? "" : " (" + what + ")");
  body_.blocks.add(std::move(out));
}

void BodyLowering::instruction(const ptx::Statement& st) {
  Instruction in;
  in.place = body_.places.at(st.guard.empty() ? st.name : st.guard);
  in.inline_assembly = body_.module.is_inline_assembly(st.name);
  if (!st.guard.empty())
    in.guard = {static_cast<std::int32_t>(body_.operands.guard(st.guard)), st.guard_negated};
  const std::span<const std::string_view> all(body_.module.words.data() + st.words.first, st.words.count);
  std::size_t used = 0;
  in.op = find_opcode(st.name, all, used);
  if (in.op == Opcode::Unsupported) return add_unsupported(st, in, "");
  try {
    if (is_aligned_collective(in.op)) return matrix_.add(st, in, all.subspan(used));
    const Words words = read_words(in.op, all.subspan(used));
    if (!words.known) return add_unsupported(st, in, "");
    in.mod = words.mod;
    if (in.op == Opcode::Call) {
      in.form = form_index(forms_of(Opcode::Call)[0]);
      return calls_.call(st, in);
    }
    if (!instructions_.add(st, in, words)) add_unsupported(st, in, "");
  } catch (const UnsupportedForm& form) {
    add_unsupported(st, in, form.what);
  }
}

}  // namespace

Operand immediate_operand(std::uint64_t bits) {
  Operand out;
  out.kind = Operand::Kind::Immediate;
  out.bits = bits;
  return out;
}

Operand register_operand(std::uint32_t index) {
  Operand out;
  out.kind = Operand::Kind::Register;
  out.index = index;
  return out;
}

std::string opcode_text(const ptx::Module& module, const ptx::Statement& st) {
  std::string out(st.name);
  for (std::uint32_t i = 0; i < st.words.count; ++i)
    out += "." + std::string(module.words[st.words.first + i]);
  return out;
}

Operand Body::new_register(std::string name, Type type) {
  function.registers.push_back({std::move(name), type});
  return register_operand(static_cast<std::uint32_t>(function.registers.size() - 1));
}

void Body::declare_register(const ptx::Declaration& d) {
  const Type type = type_of_word(d.type);
  if (type == Type::None || d.is_array || d.has_initialiser)
    context.fail(d.name, "'" + std::string(d.name) + "' cannot be a register");
  if (d.vector > 1) {
    declare(context, d.name, {Symbol::Kind::VectorRegister, 0});
  } else if (d.is_range) {
    if (!context.symbols.add_range(d.name, d.count, type))
      context.fail(d.name, "'" + std::string(d.name) + "' is already declared");
  } else {
    declare(context, d.name, {Symbol::Kind::Register, static_cast<std::uint32_t>(function.registers.size())});
    function.registers.push_back({std::string(d.name), type});
  }
}

void Body::branch_around(Instruction& guarded, std::uint32_t label) {
  Instruction around;
  around.op = Opcode::Bra;
  around.guard = {guarded.guard.reg, !guarded.guard.negated};
  around.place = guarded.place;
  around.targets = {label};
  guarded.guard = {};
  blocks.add_branch(std::move(around));
}

void lower_body(Context& context, const ptx::Function& function, std::uint32_t index) {
  Places places(context.module, context.program);
  BodyLowering(context, function, index, places).run();
}

}  // namespace warpproof::lowering
