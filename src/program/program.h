// The lowered form of a PTX module: typed instructions on a control-flow graph, names resolved to indices.
//
// Both machines (the concrete evaluator and the symbolic executor) run this form. Invariants that lowering
// establishes:
//  * A rendezvous (any warp collective, barrier, activemask), a call, ret, exit and trap stands alone in its block and
//    carries no guard: a guarded one is lowered to a branch around it.
//  * A block ends by falling through, by a branch (its last instruction), or by ret/exit/trap. `successors` lists the
//    possible next blocks, for a guarded branch {target, fall through}.
//  * What lowering could not give a meaning to is kept as Opcode::Unsupported with its name and place: reaching one
//    makes a verdict unknown, never proved.
//
// Source: PTX ISA 9.x, sections 4 to 9.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/matrix.h"
#include "src/base/source.h"
#include "src/program/opcode.h"

namespace warpproof {

enum class Space : std::uint8_t { Generic, Global, Shared, Local, Const, Param };

// Special registers, PTX ISA section 10. X, Y, Z of one register are neighbours in this order.
enum class Special : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  LanemaskEq,
  LanemaskLt,
  LanemaskLe,
  LanemaskGt,
  LanemaskGe,
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
  DynamicSmemSize,
  TotalSmemSize,
  Envreg,
  PerformanceCounter,    // %pm0 .. %pm7: like the clock, another value at each read
  PerformanceCounter64,  // %pm0_64 .. %pm7_64
  BlockRank,             // the thread's number in its block, whatever the block's shape; the prelude's, not PTX's
  BlockThreads,          // their number
  Other,
};

struct Operand {
  enum class Kind : std::uint8_t {
    None,       // absent, or the sink `_`
    Register,   // index into Function::registers
    Immediate,  // bits, already in the width and format of the operand's type
    Special,    // special register
    Variable,   // the address of a variable, in the variable's own space, plus an offset in bytes (`bits`)
  };
  Kind kind = Kind::None;
  bool negated = false;  // a predicate operand written !p
  Special special = Special::Other;
  std::uint32_t index = 0;  // register or variable; tells registers of one Special apart
  std::uint64_t bits = 0;   // immediate, or byte offset of a Variable
};

// [base + offset] of a load, store or atomic.
struct Address {
  enum class Base : std::uint8_t { Register, Variable, Absolute };
  Base base = Base::Absolute;
  std::uint32_t index = 0;  // register or variable
  std::int64_t offset = 0;  // bytes
};

struct Guard {
  std::int32_t reg = -1;  // predicate register, -1: always
  bool negated = false;
};

// The part of an operand that a video instruction reads or writes, written after the register's dot: a byte
// or half of the word (`digits[0]`), or for the SIMD ones a byte or half for each element, least significant
// first. Without one (`unit` 0) it is the whole word, or each element in its place.
struct PartSelection {
  std::uint8_t unit = 0;  // bits: 8 or 16
  std::uint8_t count = 0;
  std::array<std::uint8_t, 4> digits{};
};
struct VideoModifiers {
  Type second_source =
      Type::None;  // the type of the second operand; vset: it is the instruction's source_type
  PartSelection destination, first, second;
  bool plus_one = false;   // vmad.po
  std::uint8_t scale = 0;  // vmad: bits that the result is shifted right
};

// Of matrix instructions (spec/matrix.h).
struct MatrixModifiers {
  spec::MatrixShape shape;
  spec::MatrixRole role = spec::MatrixRole::C;  // wmma.load, wmma.store: of the matrix in memory
  spec::MatrixElement a{}, b{}, c{}, d{};       // wmma.load, wmma.store: `a` is the matrix's
  bool by_rows = true;                          // wmma.load, wmma.store: how the matrix lies in memory
  int element = 0;                              // an access or move of a fragment: which of each lane's
  int count = 0;                                // ldmatrix, stmatrix: matrices
  bool transposed = false;                      // the same: .trans
  bool saturates = false;                       // .satfinite
  BoolOp bits = BoolOp::None;                   // of .b1: .xor.popc, .and.popc
  bool operator==(const MatrixModifiers&) const = default;
};

// A branch of a loop that was split: does its first loop begin, does it have one more iteration?
enum class Choice : std::uint8_t { None, Begin, Again };

// Everything after the opcode's dots that changes the meaning. Fields an opcode does not use keep their
// defaults.
struct Modifiers {
  Compare compare = Compare::None;  // setp, set
  BoolOp combine = BoolOp::None;    // setp/set .and .or .xor
  Rounding rounding = Rounding::None;
  bool ftz = false, sat = false, approx = false, full = false, nan = false, xorsign = false, abs = false,
       relu = false;
  bool hi = false, lo = false, wide = false;  // mul, mad, fma-like integer forms; cvta.to uses `to`
  bool to = false;                            // cvta.to.space
  bool wrap = false, clamp = false, left = false, right = false,
       shiftamt = false;                       // shf, bfind, prmt companions
  bool carry_in = false, carry_out = false;    // addc, subc, madc / .cc
  PermuteMode permute = PermuteMode::Default;  // prmt
  ShuffleMode shuffle = ShuffleMode::None;
  VoteMode vote = VoteMode::None;
  MatchMode match = MatchMode::None;
  ReduceOp reduce = ReduceOp::None;         // redux, atom, red, bar.red
  TestOp test = TestOp::None;               // testp
  BarrierKind barrier = BarrierKind::None;  // Sync, Arrive, Red
  bool sync = false;                        // .sync forms of shfl and vote (false: the deprecated ones)
  bool aligned = false;                     // bar is always aligned; barrier only with .aligned
  Space space = Space::Generic;             // ld, st, atom, red, cvta, isspacep
  int vector = 1;                           // ld, st: 1, 2, 4 (8)
  bool is_volatile = false;  // .volatile, .relaxed, .acquire, .release, .mmio: not a weak access
  bool checked_by_swap = false, publishes = false;  // synchronisation.h
  // ld.nc, ldu: through a cache that does not follow stores; no thread of the launch stores to what it reads
  // (PTX ISA 9.x, 9.7.9.8 and 9.7.9.9).
  bool read_only = false;
  bool names_variable = false;                      // ld, st: bytes of a private variable; flow.h
  bool sets_field = false;                          // ld: of a bit-field assignment; bit_fields.h
  std::string ordering;              // "relaxed.gpu", "acquire.cta" ... as written, empty for weak
  bool uniform = false;              // bra.uni, call.uni
  Choice chosen = Choice::None;      // bra: cfg/split_loops.h
  bool certain = false;              // bra: the same
  std::uint32_t lut = 0;             // lop3
  std::uint32_t copied = 0;          // cp.async: bytes
  std::uint32_t may_be_pending = 0;  // cp.async.wait_group: groups
  VideoModifiers video;
  MatrixModifiers matrix;
  // mov: between memory and a fragment of wmma. Which lane has which element is open, so that a proof takes
  // the result for anything.
  bool of_fragment = false;
};

struct Instruction {
  Opcode op = Opcode::Unsupported;
  Type type = Type::None;         // the operation's type (cvt: destination)
  Type source_type = Type::None;  // cvt: source; dp4a/dp2a: second; set/slct/mad.wide: see opcode.h
  Modifiers mod;
  Guard guard;
  std::vector<Operand> destinations;  // shfl, match: value then predicate; setp: p then q
  // cp.async: the source's size, whether it is ignored; either may be None. Matrix instructions: the mask
  // last; before it the address (and the stride) or the registers of A, B and C.
  std::vector<Operand> sources;
  Address address;
  Address copied_from;       // cp.async: in global memory
  std::int32_t callee = -1;  // call: index of the function, -1 when it has no body here
  std::string name;          // call: the name; Unsupported: what, as written ("wmma.mma.sync")
  std::vector<std::uint32_t> call_arguments, call_results;  // variables in .param space
  std::vector<std::uint32_t> targets;                       // bra: one block; brx.idx: the list
  std::uint32_t place = 0;                                  // index into Program::places
  std::int32_t form = -1;        // row of the opcode table (forms.h), -1: made by lowering
  bool inline_assembly = false;  // from an asm statement of the source
};

// Of the carry flag CC.CF (PTX ISA 9.x, extended-precision arithmetic instructions).
inline bool writes_carry(const Instruction& in) { return in.mod.carry_out; }
inline bool reads_carry(const Instruction& in) {
  return in.op == Opcode::Addc || in.op == Opcode::Subc || in.op == Opcode::Madc || in.mod.carry_in;
}
// Of a register that says how many blocks the launch has.
inline bool reads_grid_size(const Instruction& in) {
  return std::any_of(in.sources.begin(), in.sources.end(), [](const Operand& o) {
    return o.kind == Operand::Kind::Special &&
           (o.special == Special::NctaidX || o.special == Special::NctaidY || o.special == Special::NctaidZ);
  });
}

// Where an instruction comes from. `stack` holds the inlined-at chain, innermost first (empty without .loc).
struct Place {
  SourceLocation ptx;                 // the PTX file itself
  std::vector<SourceLocation> stack;  // source text: stack.front() is the instruction's own line
  std::uint32_t own = 0;              // the innermost line that is no library's (library_calls.h)
  const SourceLocation& source() const { return stack.empty() ? ptx : stack[own]; }
};

struct Register {
  std::string name;
  Type type = Type::None;
};

struct Variable {
  std::string name;
  Space space = Space::Global;
  std::uint64_t size = 0;  // bytes; 0 for extern arrays of unknown size
  std::uint32_t align = 1;
  Type element = Type::None;
  bool is_extern = false;                            // dynamic shared memory when space is Shared
  std::int32_t function = -1;                        // owner, -1 for the module
  std::optional<std::vector<std::uint8_t>> initial;  // module-scope initialisers; bytes beyond are 0
  bool has_pointers = false;  // the initialiser holds addresses (unsupported when read)
  // A parameter of eight bytes, as far as it is declared: by .ptr, or by its type in the source.
  enum class Holds : std::uint8_t { Anything, Pointer, Number };
  Holds holds = Holds::Anything;
  bool is_restrict = false;  // a parameter that the source declares __restrict__
};

struct Block {
  std::string label;                  // empty when made by lowering
  std::uint32_t first = 0, last = 0;  // instructions [first, last)
  std::vector<std::uint32_t> successors;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  std::vector<Register> registers;
  std::vector<std::uint32_t> parameters, results;  // variables in .param space
  std::vector<Instruction> code;
  std::vector<Block> blocks;  // blocks[0] is the entry; unreachable blocks are dropped
  std::optional<std::array<std::uint32_t, 3>> required_block, maximum_block;  // .reqntid, .maxntid
  std::optional<std::array<std::uint32_t, 3>> cluster;
  std::uint32_t place = 0;
};

struct Program {
  std::string file;   // the PTX file's name
  int target_sm = 0;  // .target sm_80 -> 80
  int version_major = 0, version_minor = 0;
  int address_bits = 64;
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<Place> places;
  std::vector<std::string> notes;  // what lowering ignored, by name (unknown pragmas and the like)

  const Function* find(const std::string& name) const;
  // By function: whether some function, perhaps itself, calls it.
  std::vector<bool> called() const;
  // Is some load a read-only one (Modifiers::read_only)?
  bool has_read_only_loads() const;
};

}  // namespace warpproof
