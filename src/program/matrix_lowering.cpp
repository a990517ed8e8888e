#include "src/program/matrix_lowering.h"

#include <tuple>

#include "src/program/matrix.h"

namespace warpproof::lowering {
namespace {

using Kind = ptx::Operand::Kind;
using spec::MatrixRole;

constexpr std::uint64_t kAllLanes = 0xffffffffu;

}  // namespace

Operand MatrixLowering::temporary(Type type) {
  return body_.new_register("%matrix" + std::to_string(body_.function.registers.size()), type);
}

// One instruction of several that stand for a statement.
Operand MatrixLowering::compute(const Instruction& head, Opcode op, Type type, std::vector<Operand> sources) {
  Instruction in;
  in.op = op;
  in.type = type;
  in.mod.lo = op == Opcode::Mul || op == Opcode::Mad;
  in.place = head.place;
  in.sources = std::move(sources);
  in.destinations = {temporary(type)};
  const Operand out = in.destinations[0];
  body_.blocks.add(std::move(in));
  return out;
}

// The registers in braces, or the one without.
std::vector<ptx::Operand> MatrixLowering::registers_in(const ptx::Operand& text) const {
  if (text.kind != Kind::Vector) return {text};
  const ptx::Operand* first = body_.module.elements.data() + text.elements.first;
  return {first, first + text.elements.count};
}

std::vector<Operand> MatrixLowering::registers_of(const ptx::Operand& text, Type type, int count,
                                                  bool written, bool may_repeat) {
  const auto list = registers_in(text);
  const int have = static_cast<int>(list.size());
  if (have != count && !(may_repeat && have > count && have % count == 0))
    body_.context.fail(text.text,
                       "expected " + std::to_string(count) + " registers, not " + std::to_string(have));
  std::vector<Operand> out;
  for (const ptx::Operand& one : list)
    out.push_back(written ? body_.operands.destination(one, type, false)
                          : body_.operands.source(one, type, false));
  return out;
}

// The address in a register, in its own width.
Operand MatrixLowering::address_of(const ptx::Operand& text, Instruction& in) {
  const Address at = body_.operands.address(text, in.mod.space);
  Operand base;
  in.type = Type::U32;
  if (at.base == Address::Base::Register) {
    base.kind = Operand::Kind::Register;
    base.index = at.index;
    if (bits_of(body_.function.registers[at.index].type) == 64) in.type = Type::U64;
  } else if (at.base == Address::Base::Variable) {
    base.kind = Operand::Kind::Variable;
    base.index = at.index;
    in.type = body_.context.program.address_bits == 64 ? Type::U64 : Type::U32;
  } else {
    base = immediate_operand(0);
  }
  const std::uint64_t keep = in.type == Type::U64 ? ~0ull : 0xffffffffu;
  if (at.offset == 0 && base.kind == Operand::Kind::Register) return base;
  return compute(in, Opcode::Add, in.type,
                 {base, immediate_operand(static_cast<std::uint64_t>(at.offset) & keep)});
}

void MatrixLowering::add_access(const Instruction& head, Opcode op, Type type, const Operand& address,
                                const Operand& value) {
  Instruction in;
  in.op = op;
  in.type = type;
  in.mod.space = head.mod.space;
  in.place = head.place;
  in.address = {Address::Base::Register, address.index, 0};
  if (head.op == Opcode::WmmaLoad || head.op == Opcode::WmmaStore) in.mod.matrix = head.mod.matrix;
  (op == Opcode::Ld ? in.destinations : in.sources) = {value};
  body_.blocks.add(std::move(in));
}

// Words of two halves.
void MatrixLowering::move_halves(const Instruction& head, const Operand& word, const Operand& low,
                                 const Operand& high, bool packs) {
  Instruction in;
  in.op = Opcode::Mov;
  in.type = Type::B32;
  in.place = head.place;
  (packs ? in.destinations : in.sources) = {word};
  (packs ? in.sources : in.destinations) = {low, high};
  body_.blocks.add(std::move(in));
}

void MatrixLowering::rows_of_eight(const ptx::Operand* operands, Instruction in) {
  const bool loads = in.op == Opcode::Ldmatrix;
  const int count = in.mod.matrix.count, halves = in.mod.matrix.transposed ? 2 : 1;
  const auto registers = registers_of(operands[loads ? 0 : 1], Type::B32, count, loads, false);
  in.sources = {address_of(operands[loads ? 1 : 0], in), immediate_operand(kAllLanes)};
  for (int i = 0; i < count * halves; ++i) in.destinations.push_back(temporary(in.type));
  const Instruction head = in;
  body_.blocks.add_alone(std::move(in), false);
  const Opcode access = loads ? Opcode::Ld : Opcode::St;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    if (halves == 1) {
      if (registers[i].kind == Operand::Kind::None) continue;
      add_access(head, access, Type::B32, head.destinations[i], registers[i]);
      continue;
    }
    const Operand low = temporary(Type::B16), high = temporary(Type::B16);
    if (!loads) move_halves(head, registers[i], low, high, false);
    add_access(head, access, Type::B16, head.destinations[2 * i], low);
    add_access(head, access, Type::B16, head.destinations[2 * i + 1], high);
    if (loads) move_halves(head, registers[i], low, high, true);
  }
}

void MatrixLowering::product(const ptx::Operand* operands, Instruction in) {
  const MatrixModifiers& m = in.mod.matrix;
  const bool repeats = in.op == Opcode::WmmaMma;
  const auto take = [&](const ptx::Operand& text, MatrixRole role, spec::MatrixElement element,
                        bool written) {
    return registers_of(text, matrix_register_type(element), matrix_registers(role, m.shape, element),
                        written, repeats);
  };
  in.destinations = take(operands[0], MatrixRole::C, m.d, true);
  for (const auto& [at, role, element] :
       {std::tuple{1, MatrixRole::A, m.a}, std::tuple{2, MatrixRole::B, m.b},
        std::tuple{3, MatrixRole::C, m.c}}) {
    const auto registers = take(operands[at], role, element, false);
    // Of elements that are held several times, the first.
    in.sources.insert(in.sources.end(), registers.begin(),
                      registers.begin() + matrix_registers(role, m.shape, element));
  }
  in.sources.push_back(immediate_operand(kAllLanes));
  body_.blocks.add_alone(std::move(in), false);
}

// Elements of a fragment at these distances, in bytes, from where the lane's first one is: known ones along
// the lines of memory, and numbers of lines.
struct MatrixLowering::FragmentAccess {
  Type type;                 // of one access
  int lines = 0, bytes = 0;  // after the lane's first element
};

// The accesses for one register: one, where its elements stand side by side in memory, else one for each.
std::vector<MatrixLowering::FragmentAccess> MatrixLowering::fragment_accesses(const MatrixModifiers& m,
                                                                              int reg) const {
  const int width = spec::elements_in_register(m.a), bits = spec::element_bits(m.a);
  const auto along = [&](const spec::MatrixPlace& p) { return m.by_rows ? p.column : p.row; };
  const auto across = [&](const spec::MatrixPlace& p) { return m.by_rows ? p.row : p.column; };
  const auto place = [&](int i) { return spec::fragment_place(m.role, m.shape, m.a, 0, i); };
  const spec::MatrixPlace first = place(reg * width);
  const bool beside = width == 1 || across(place(reg * width + 1)) == across(first);
  if (!beside && bits < 8) throw UnsupportedForm{"elements of less than a byte, across"};
  std::vector<FragmentAccess> out;
  for (int i = 0; i < (beside ? 1 : width); ++i) {
    const spec::MatrixPlace p = place(reg * width + i);
    const Type type = beside ? (bits == 64 ? Type::B64 : Type::B32) : bits == 16 ? Type::B16 : Type::B8;
    out.push_back({type, across(p), along(p) * bits / 8});
  }
  return out;
}

// The address of the lane's first element, and the bytes of a line.
std::pair<Operand, Operand> MatrixLowering::fragment_base(const Instruction& in, const Operand& stride) {
  const MatrixModifiers& m = in.mod.matrix;
  Operand lane_id;
  lane_id.kind = Operand::Kind::Special;
  lane_id.special = Special::LaneId;
  const Operand lane = compute(in, Opcode::Mov, Type::U32, {lane_id});
  const Operand group = compute(in, Opcode::Shr, Type::U32, {lane, immediate_operand(2)});
  const Operand in_group = compute(in, Opcode::And, Type::B32, {lane, immediate_operand(3)});
  const auto wide = [&](const Operand& word) {
    if (in.type == Type::U32) return word;
    Instruction cvt;
    cvt.op = Opcode::Cvt;
    cvt.type = Type::U64;
    cvt.source_type = Type::U32;
    cvt.place = in.place;
    cvt.sources = {word};
    cvt.destinations = {temporary(Type::U64)};
    const Operand out = cvt.destinations[0];
    body_.blocks.add(std::move(cvt));
    return out;
  };
  // Elements of less than a byte come in whole registers, along the lines.
  const int bits = spec::element_bits(m.a);
  const Operand elements = wide(stride);
  const Operand line =
      bits >= 8 ? compute(in, Opcode::Mul, in.type,
                          {elements, immediate_operand(static_cast<std::uint64_t>(bits / 8))})
                : compute(in, Opcode::Shr, in.type, {elements, immediate_operand(bits == 4 ? 1u : 3u)});
  // The lanes of a group stand side by side along k (A, B), or along the rows (C); eight groups across.
  const int beside = m.role == MatrixRole::C ? 2 : spec::elements_in_register(m.a);
  const bool along = m.role == MatrixRole::B ? !m.by_rows : m.by_rows;
  const Operand across_lines = wide(along ? group : in_group), along_lines = wide(along ? in_group : group);
  const int lines = along ? 1 : beside, step = (along ? beside : 1) * bits / 8;
  if (step == 0) throw UnsupportedForm{"elements of less than a byte, across"};
  const Operand far = compute(in, Opcode::Mul, in.type, {line, across_lines});
  const Operand far_all = lines == 1 ? far
                                     : compute(in, Opcode::Mul, in.type,
                                               {far, immediate_operand(static_cast<std::uint64_t>(lines))});
  const Operand near =
      compute(in, Opcode::Mul, in.type, {along_lines, immediate_operand(static_cast<std::uint64_t>(step))});
  const Operand offset = compute(in, Opcode::Add, in.type, {far_all, near});
  return {compute(in, Opcode::Add, in.type, {in.sources[0], offset}), line};
}

// Between a register of a fragment and what goes from or to memory.
Operand MatrixLowering::move_fragment(const Instruction& head, Type type, const Operand& source,
                                      const Operand& destination) {
  Instruction in;
  in.op = Opcode::Mov;
  in.type = type;
  in.mod.of_fragment = true;
  if (head.op == Opcode::WmmaStore) in.mod.matrix = head.mod.matrix;
  in.place = head.place;
  in.sources = {source};
  in.destinations = {destination};
  body_.blocks.add(std::move(in));
  return destination;
}

Operand MatrixLowering::fragment_address(const Instruction& head, const std::pair<Operand, Operand>& base,
                                         const FragmentAccess& access) {
  Operand at = base.first;
  if (access.lines != 0) {
    const Operand lines = compute(head, Opcode::Mul, head.type,
                                  {base.second, immediate_operand(static_cast<std::uint64_t>(access.lines))});
    at = compute(head, Opcode::Add, head.type, {at, lines});
  }
  if (access.bytes == 0) return at;
  return compute(head, Opcode::Add, head.type,
                 {at, immediate_operand(static_cast<std::uint64_t>(access.bytes))});
}

void MatrixLowering::fragment(const ptx::Operand* operands, std::uint32_t count, Instruction in) {
  const MatrixModifiers m = in.mod.matrix;
  const bool loads = in.op == Opcode::WmmaLoad;
  const int distinct = matrix_registers(m.role, m.shape, m.a);
  const Type type = matrix_register_type(m.a), untyped = type == Type::F64 ? Type::B64 : Type::B32;
  const auto registers = registers_of(operands[loads ? 0 : 1], type, distinct, loads, true);
  const Operand address = address_of(operands[loads ? 1 : 0], in);
  const int line = m.by_rows ? spec::columns_of(m.role, m.shape) : spec::rows_of(m.role, m.shape);
  const Operand stride = count > 2 ? body_.operands.source(operands[2], Type::U32, false)
                                   : immediate_operand(static_cast<std::uint64_t>(line));
  in.sources = {address, stride, immediate_operand(kAllLanes)};
  const Instruction head = in;
  body_.blocks.add_alone(std::move(in), false);
  const auto base = fragment_base(head, stride);
  struct Held {
    Operand word;
    std::vector<FragmentAccess> accesses;
    std::vector<Operand> parts;
  };
  std::vector<Held> held;
  for (int r = 0; r < distinct; ++r) {
    Held h{{}, fragment_accesses(m, r), {}};
    for (const FragmentAccess& access : h.accesses)
      h.parts.push_back(temporary(access.type == Type::B8 ? Type::U16 : access.type));  // as PTX holds bytes
    h.word = h.accesses.size() == 1 ? h.parts[0] : temporary(Type::B32);
    held.push_back(std::move(h));
  }
  // What is open of one element is so of all: a proof looks at them together, in memory before, or in registers.
  Instruction element = head;
  element.mod.matrix.element = 0;
  for (int r = 0; r < distinct && !loads; ++r, ++element.mod.matrix.element)
    move_fragment(element, untyped, registers[static_cast<std::size_t>(r)], held[static_cast<std::size_t>(r)].word);
  element.mod.matrix.element = 0;
  for (const Held& h : held) {
    if (!loads && h.accesses.size() == 2) move_halves(head, h.word, h.parts[0], h.parts[1], false);
    for (std::size_t i = 0; i < h.accesses.size(); ++i, ++element.mod.matrix.element)
      add_access(element, loads ? Opcode::Ld : Opcode::St, h.accesses[i].type, fragment_address(head, base, h.accesses[i]),
                 h.parts[i]);
    if (loads && h.accesses.size() == 2) move_halves(head, h.word, h.parts[0], h.parts[1], true);
    if (loads && h.accesses.size() == 4) join_bytes(head, h.word, h.parts);
  }
  for (std::size_t r = 0; r < registers.size() && loads; ++r)
    move_fragment(head, untyped, held[r % static_cast<std::size_t>(distinct)].word, registers[r]);
}

// Four bytes, the first in the least significant bits.
void MatrixLowering::join_bytes(const Instruction& head, const Operand& word,
                                const std::vector<Operand>& bytes) {
  Operand sum = immediate_operand(0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Instruction cvt;
    cvt.op = Opcode::Cvt;
    cvt.type = Type::U32;
    cvt.source_type = Type::U8;
    cvt.place = head.place;
    cvt.sources = {bytes[i]};
    cvt.destinations = {temporary(Type::U32)};
    const Operand wide = cvt.destinations[0];
    body_.blocks.add(std::move(cvt));
    const Operand moved =
        i == 0 ? wide : compute(head, Opcode::Shl, Type::B32, {wide, immediate_operand(8 * i)});
    sum = i == 0 ? moved : compute(head, Opcode::Or, Type::B32, {sum, moved});
  }
  Instruction mov;
  mov.op = Opcode::Mov;
  mov.type = Type::B32;
  mov.place = head.place;
  mov.sources = {sum};
  mov.destinations = {word};
  body_.blocks.add(std::move(mov));
}

// A guard goes around all of it.
void MatrixLowering::add(const ptx::Statement& st, Instruction in, std::span<const std::string_view> words) {
  const auto mod = read_matrix_words(in.op, words);
  if (!mod) throw UnsupportedForm{""};
  in.mod = *mod;
  const std::uint32_t count = st.items.count;
  const std::uint32_t least = in.op == Opcode::Setmaxnreg                        ? 1
                              : in.op == Opcode::Mma || in.op == Opcode::WmmaMma ? 4
                                                                                 : 2;
  const std::uint32_t most = in.op == Opcode::WmmaLoad || in.op == Opcode::WmmaStore ? 3 : least;
  if (count < least || count > most)
    body_.context.fail(st.name, opcode_text(body_.module, st) + " takes " + std::to_string(most) +
                                    " operands, not " + std::to_string(count));
  const ptx::Operand* operands = body_.module.operands.data() + st.items.first;
  const bool guarded = in.guard.reg >= 0;
  const std::uint32_t after = guarded ? body_.blocks.new_label() : 0;
  if (guarded) body_.branch_around(in, after);
  switch (in.op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      rows_of_eight(operands, std::move(in));
      break;
    case Opcode::WmmaLoad:
    case Opcode::WmmaStore:
      fragment(operands, count, std::move(in));
      break;
    case Opcode::Mma:
    case Opcode::WmmaMma:
      product(operands, std::move(in));
      break;
    default:
      in.sources = {immediate_operand(kAllLanes)};
      body_.blocks.add_alone(std::move(in), false);
  }
  if (guarded) body_.blocks.place(after, "");
}

}  // namespace warpproof::lowering
