#include "src/program/instruction.h"

#include <algorithm>
#include <bit>

namespace warpproof::lowering {
namespace {

using Kind = ptx::Operand::Kind;

// Bounds what lists shared by many indirect branches may expand to.
constexpr std::uint64_t kMaxListTargets = 4u << 20;

struct Count {
  std::uint32_t least = 0, most = 0;
};

// How many comma-separated operands a layout takes.
Count count_of(std::string_view layout) {
  Count out;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    if (layout[i] == '=' || layout[i] == '?') continue;
    if (layout[i] == '|') {  // the second of a pair belongs to the first
      ++i;
      continue;
    }
    ++out.most;
    if (!(i + 1 < layout.size() && layout[i + 1] == '?')) ++out.least;
  }
  return out;
}

bool words_match(const Form& form, const Words& words) {
  const WordSet allowed = form.required | form.one_of | form.optional;
  if ((words.set & ~allowed) != 0 || (words.set & form.required) != form.required) return false;
  if (form.one_of != 0 && std::popcount(words.set & form.one_of) != 1) return false;
  if (std::popcount(words.set & (kAnyRounding | kAnyIntegerRounding)) > 1) return false;
  return (words.set & kReduce) == 0 || (form.reduces >> static_cast<int>(words.mod.reduce) & 1) != 0;
}

bool types_match(const Form& form, const std::vector<Type>& types) {
  const std::size_t expected = (form.first_types != 0 ? 1u : 0u) + (form.second_types != 0 ? 1u : 0u) +
                               (form.third_types != 0 ? 1u : 0u);
  if (types.size() != expected) return false;
  if (expected > 2 && !contains(form.third_types, types[2])) return false;
  if (expected > 0 && !contains(form.first_types, types[0])) return false;
  return expected < 2 || contains(form.second_types, types[1]);
}

Type widened(Type type) {
  switch (type) {
    case Type::U16:
      return Type::U32;
    case Type::S16:
      return Type::S32;
    case Type::U32:
      return Type::U64;
    default:
      return Type::S64;
  }
}

Type type_of_letter(char letter, const Instruction& in) {
  switch (letter) {
    case 'T':
      return in.type;
    case 'S':
      return in.source_type;
    case 'W':
      return widened(in.type);
    case 'U':
      return Type::U32;
    case 'P':
      return Type::Pred;
    default:
      return Type::B32;
  }
}

// Registers of these may be wider than the type (PTX ISA 9.x, 9.4.1).
bool is_relaxed(const Instruction& in) { return in.op == Opcode::Cvt; }

Type untyped(int bits) {
  switch (bits) {
    case 8:
      return Type::B8;
    case 16:
      return Type::B16;
    case 32:
      return Type::B32;
    default:
      return Type::None;
  }
}

}  // namespace

// A cache policy is an operand that changes no result; it is not counted.
std::uint32_t InstructionLowering::operand_count(const ptx::Statement& st, const Words& words) const {
  const bool has_policy = (words.set & kCacheHint) != 0;
  if (has_policy && st.items.count == 0) body_.context.fail(st.name, "the cache policy is missing");
  return st.items.count - (has_policy ? 1 : 0);
}

const Form* InstructionLowering::choose_form(const ptx::Statement& st, Instruction& in, const Words& words) {
  if (st.name == "bar" && (words.set & kAligned) != 0) return nullptr;
  const std::uint32_t have = operand_count(st, words);
  const Form* described = nullptr;
  for (const Form& form : forms_of(in.op)) {
    if (!types_match(form, words.types) || !words_match(form, words)) continue;
    const Type first = words.types.empty() ? Type::None : words.types[0];
    const Type second = words.types.size() < 2 ? Type::None : words.types[1];
    if (!words_fit(in.op, first, second, words)) continue;
    described = &form;
    const Count count = count_of(form.layout);
    if (have < count.least || have > count.most) continue;
    in.type = first;
    in.source_type = second;
    in.mod.video.second_source = words.types.size() < 3 ? Type::None : words.types[2];
    in.form = form_index(form);
    in.mod.read_only = in.mod.read_only || in.op == Opcode::Ldu;
    return form.supported ? &form : nullptr;
  }
  if (described == nullptr) return nullptr;
  const Count count = count_of(described->layout);
  body_.context.fail(st.name, opcode_text(body_.module, st) + " takes " + std::to_string(count.least) +
                                  (count.most > count.least ? " or " + std::to_string(count.most) : "") +
                                  " operands, not " + std::to_string(have));
}

void InstructionLowering::read_operands(const ptx::Statement& st, const Form& form, const Words& words,
                                        Instruction& in) {
  const ptx::Operand* operands = body_.module.operands.data() + st.items.first;
  const std::uint32_t count = operand_count(st, words);
  if (in.op == Opcode::Mov &&
      std::any_of(operands, operands + count, [](const auto& o) { return o.kind == Kind::Vector; }))
    return read_move_parts(st, in);
  const std::size_t equals = form.layout.find('=');
  std::uint32_t next = 0;
  if (equals > 0) read_destination(operands[next++], form.layout.substr(0, equals), in);
  for (std::size_t i = equals + 1; i < form.layout.size(); ++i) {
    if (form.layout[i] == '?') continue;
    if (next == count) break;  // an optional operand left out
    read_source(operands[next++], form.layout[i], in);
  }
}

void InstructionLowering::read_destination(const ptx::Operand& text, std::string_view layout,
                                           Instruction& in) {
  const char letter = layout[0];
  if (letter == 'V') return read_vector(text, false, in);
  if (letter == 'Q' || letter == 'D') {
    ptx::Operand word = text;
    in.mod.video.destination = take_part(word, in);
    if (letter == 'D' && in.mod.video.destination.unit == 0)
      body_.context.fail(text.text, "expected a part to write, such as " + std::string(text.text) + ".h0");
    in.destinations.push_back(body_.operands.destination(word, Type::B32, false));
    return;
  }
  const Type type = type_of_letter(letter, in);
  const bool pair_allowed = layout.size() > 1;
  const bool pair_required = pair_allowed && !layout.ends_with('?');
  if (text.kind == Kind::Pair) {
    const ptx::Operand* both = body_.module.elements.data() + text.elements.first;
    if (!pair_allowed) body_.context.fail(both[1].text, "this instruction has one destination");
    in.destinations.push_back(body_.operands.destination(both[0], type, false));
    in.destinations.push_back(body_.operands.destination(both[1], Type::Pred, false));
    return;
  }
  if (pair_required) body_.context.fail(text.text, "expected two destinations, d|p");
  in.destinations.push_back(body_.operands.destination(text, type, is_relaxed(in)));
}

void InstructionLowering::read_source(const ptx::Operand& text, char letter, Instruction& in) {
  switch (letter) {
    case 'M':
      in.address = body_.operands.address(text, in.mod.space);
      return;
    case 'N':
    case 'K':
    case 'Z':
      return read_copy_operand(text, letter, in);
    case 'V':
      return read_vector(text, true, in);
    case 'Q': {
      ptx::Operand word = text;
      (in.sources.empty() ? in.mod.video.first : in.mod.video.second) = take_part(word, in);
      in.sources.push_back(body_.operands.source(word, Type::B32, false));
      return;
    }
    case 'A':
      in.type = body_.context.program.address_bits == 64 ? Type::U64 : Type::U32;
      in.sources.push_back(body_.operands.pointer(text));
      return;
    case 'I':
      if (text.kind != Kind::Integer || text.bits > 255)
        body_.context.fail(text.text, "expected a table from 0 to 255");
      in.mod.lut = static_cast<std::uint32_t>(text.bits);
      return;
    case 'L':
      if (in.op == Opcode::Bra) {
        in.targets.push_back(labels_.label(text));
      } else {
        const ptx::Range list = labels_.target_list(text);
        list_targets_ += list.count;
        if (list_targets_ > kMaxListTargets)
          body_.context.fail(text.text, "too many indirect branch targets");
        for (std::uint32_t i = 0; i < list.count; ++i)
          in.targets.push_back(labels_.label(body_.module.operands[list.first + i]));
      }
      return;
    default:
      in.sources.push_back(body_.operands.source(text, type_of_letter(letter, in), is_relaxed(in)));
  }
}

// A predicate register says whether the source is ignored; anything else is the source's size.
void InstructionLowering::read_copy_operand(const ptx::Operand& text, char letter, Instruction& in) {
  if (letter == 'N') {
    Space space = Space::Global;
    in.copied_from = body_.operands.address(text, space);
    return;
  }
  if (letter == 'K') {
    if (text.kind != Kind::Integer || text.bits > 0xffffffffu)
      body_.context.fail(text.text, "expected a number that is known here");
    (in.op == Opcode::CpAsync ? in.mod.copied : in.mod.may_be_pending) =
        static_cast<std::uint32_t>(text.bits);
    return;
  }
  const auto symbol = text.kind == Kind::Symbol ? body_.operands.find(text.text) : std::nullopt;
  const bool is_predicate = symbol && symbol->kind == Symbol::Kind::Register &&
                            body_.function.registers[symbol->index].type == Type::Pred;
  in.sources.resize(2);
  in.sources[is_predicate ? 1 : 0] =
      body_.operands.source(text, is_predicate ? Type::Pred : Type::U32, false);
}

// PTX ISA 9.x, cp.async: 4, 8 or 16 bytes, with .cg 16 only.
void InstructionLowering::finish_copy(const ptx::Statement& st, Instruction& in) const {
  const std::uint32_t n = in.mod.copied;
  const bool is_global_only = opcode_text(body_.module, st).find(".cg") != std::string::npos;
  if (is_global_only ? n != 16 : n != 4 && n != 8 && n != 16)
    body_.context.fail(st.name, "cp.async copies " + std::string(is_global_only ? "" : "4, 8 or ") +
                                    "16 bytes, not " + std::to_string(n));
  in.sources.resize(2);
}

void InstructionLowering::read_vector(const ptx::Operand& text, bool is_source, Instruction& in) {
  const auto add = [&](const ptx::Operand& element) {
    if (is_source)
      in.sources.push_back(body_.operands.source(element, in.type, true));
    else
      in.destinations.push_back(body_.operands.destination(element, in.type, true));
  };
  if (text.kind != Kind::Vector) {
    if (in.mod.vector != 1) {
      const auto symbol = body_.operands.find(text.text);
      if (symbol && symbol->kind == Symbol::Kind::VectorRegister) throw UnsupportedForm{"vector register"};
      body_.context.fail(text.text, "expected a vector of " + std::to_string(in.mod.vector) + " in braces");
    }
    return add(text);
  }
  if (text.elements.count != static_cast<std::uint32_t>(in.mod.vector))
    body_.context.fail(text.text, "expected " + std::to_string(in.mod.vector) + " elements, not " +
                                      std::to_string(text.elements.count));
  for (std::uint32_t i = 0; i < text.elements.count; ++i) add(body_.module.elements[text.elements.first + i]);
}

// The part of a video instruction's operand, `.b0` or `.h31`, which is taken off its name. Scalar
// instructions select one part of one word. The SIMD ones write some of their elements, named in falling
// order, and read one for each element, of either source.
PartSelection InstructionLowering::take_part(ptx::Operand& text, const Instruction& in) {
  PartSelection out;
  const std::size_t dot = text.kind == Kind::Symbol ? text.text.rfind('.') : std::string_view::npos;
  if (dot == std::string_view::npos || body_.operands.find(text.text)) return out;
  const std::string_view part = text.text.substr(dot + 1);
  if (part.find_first_not_of("bh0123456789") != part.npos) return out;  // %tid.x
  const unsigned elements = static_cast<unsigned>(video_elements(in.op));
  const bool bytes = part.starts_with('b'), writes = in.destinations.empty();
  const unsigned in_word = bytes ? 4 : 2;
  const unsigned most = elements == 1 ? 1 : elements,
                 choices = elements == 1 || writes ? in_word : 2 * in_word;
  bool fits = (bytes || part.starts_with('h')) && (elements == 1 || elements == in_word) && part.size() > 1 &&
              part.size() - 1 <= most && (writes || part.size() - 1 == most);
  for (std::size_t i = part.size() - 1; fits && i >= 1; --i) {
    const auto digit = static_cast<unsigned>(part[i] - '0');
    fits = digit < choices && (!writes || out.count == 0 || digit > out.digits[out.count - 1u]);
    if (fits) out.digits[out.count++] = static_cast<std::uint8_t>(digit);
  }
  if (!fits) body_.context.fail(part, "'" + std::string(part) + "' selects no part of this operand");
  out.unit = bytes ? 8 : 16;
  text.text = text.text.substr(0, dot);
  return out;
}

// mov.b64 {a, b}, c and mov.b64 c, {a, b}: the parts have equal widths, the first is the least significant.
void InstructionLowering::read_move_parts(const ptx::Statement& st, Instruction& in) {
  const ptx::Operand* operands = body_.module.operands.data() + st.items.first;
  const bool packs = operands[1].kind == Kind::Vector;
  if (packs && operands[0].kind == Kind::Vector)
    body_.context.fail(st.name, "mov has a vector on one side only");
  const ptx::Operand& parts = packs ? operands[1] : operands[0];
  const int count = static_cast<int>(parts.elements.count);
  const Type part = (count == 2 || count == 4) ? untyped(bits_of(in.type) / count) : Type::None;
  if (part == Type::None || in.type == Type::Pred)
    body_.context.fail(parts.text, "a vector of " + std::to_string(count) + " does not fill " +
                                       std::to_string(bits_of(in.type)) + " bits");
  for (int i = 0; i < count; ++i) {
    const ptx::Operand& element = body_.module.elements[parts.elements.first + static_cast<std::uint32_t>(i)];
    if (packs)
      in.sources.push_back(body_.operands.source(element, part, false));
    else
      in.destinations.push_back(body_.operands.destination(element, part, false));
  }
  if (packs)
    in.destinations.push_back(body_.operands.destination(operands[0], in.type, false));
  else
    in.sources.push_back(body_.operands.source(operands[1], in.type, false));
}

void InstructionLowering::finish_barrier(const ptx::Statement& st, Instruction& in) const {
  if (st.name == "bar") in.mod.aligned = true;
  if (in.mod.barrier == BarrierKind::Red) {
    if (in.sources.size() == 2) in.sources.insert(in.sources.begin() + 1, Operand{});
  } else if (in.mod.barrier == BarrierKind::None) {
    in.mod.barrier = BarrierKind::Sync;
  }
  in.sources.resize(3);
}

void InstructionLowering::finish_branch(Instruction& in) {
  if (in.op == Opcode::Bra || in.guard.reg < 0) {
    body_.blocks.add_branch(std::move(in));
    return;
  }
  // A guarded brx.idx: a branch around it.
  const std::uint32_t after = body_.blocks.new_label();
  body_.branch_around(in, after);
  body_.blocks.add_branch(std::move(in));
  body_.blocks.place(after, "");
}

void InstructionLowering::finish_instruction(const ptx::Statement& st, Instruction& in) {
  if (in.op == Opcode::Barrier) finish_barrier(st, in);
  if (in.op == Opcode::CpAsync) finish_copy(st, in);
  if (in.op == Opcode::Match && in.mod.match == MatchMode::Any && in.destinations.size() > 1)
    body_.context.fail(st.name, "match.any has no predicate destination");
  switch (in.op) {
    case Opcode::Bra:
    case Opcode::BrxIdx:
      return finish_branch(in);
    case Opcode::Ret:
      calls_.pass_results(in.guard, in.place);
      return body_.blocks.add_alone(std::move(in), true);
    case Opcode::Exit:
    case Opcode::Trap:
      return body_.blocks.add_alone(std::move(in), true);
    default:
      break;
  }
  if (is_rendezvous(in.op))
    body_.blocks.add_alone(std::move(in), false);
  else
    body_.blocks.add(std::move(in));
}

bool InstructionLowering::add(const ptx::Statement& st, Instruction in, const Words& words) {
  const Form* form = choose_form(st, in, words);
  if (form == nullptr) return false;
  read_operands(st, *form, words, in);
  finish_instruction(st, in);
  return true;
}

}  // namespace warpproof::lowering
