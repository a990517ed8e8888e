// Which forms of each opcode exist: the words after its dots, the types, and what stands where among the
// operands.
//
// One table row a form. An instruction that no row describes is kept as unsupported, by name; one whose words
// are described but whose operands are not is an input error. Adding a form means adding a row.
//
// Source: PTX ISA 9.x, section 9.7, the "Syntax" of each instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/program/opcode.h"
#include "src/program/program.h"

namespace warpproof {

// Classes of words; a set of them is a bit mask. A class occurs at most once in an opcode.
using WordSet = std::uint64_t;
enum WordClass : WordSet {
  kRn = 1ull << 0,
  kRz = 1ull << 1,
  kRm = 1ull << 2,
  kRp = 1ull << 3,
  kRni = 1ull << 4,
  kRzi = 1ull << 5,
  kRmi = 1ull << 6,
  kRpi = 1ull << 7,
  kFtz = 1ull << 8,
  kSat = 1ull << 9,
  kApprox = 1ull << 10,
  kFull = 1ull << 11,
  kNaN = 1ull << 12,
  kXorsign = 1ull << 13,
  kAbs = 1ull << 14,
  kRelu = 1ull << 15,
  kHi = 1ull << 16,
  kLo = 1ull << 17,
  kWide = 1ull << 18,
  kTo = 1ull << 19,
  kWrap = 1ull << 20,
  kClamp = 1ull << 21,
  kLeft = 1ull << 22,
  kRight = 1ull << 23,
  kShiftamt = 1ull << 24,
  kCarry = 1ull << 25,
  kCompare = 1ull << 26,
  kBoolOp = 1ull << 27,
  kTest = 1ull << 28,
  kPermute = 1ull << 29,
  kShuffle = 1ull << 30,
  kVote = 1ull << 31,
  kMatch = 1ull << 32,
  kReduce = 1ull << 33,
  kSync = 1ull << 34,
  kArrive = 1ull << 35,
  kRed = 1ull << 36,
  kAligned = 1ull << 37,
  kCta = 1ull << 38,
  kScope = 1ull << 39,
  kSem = 1ull << 40,
  kVolatile = 1ull << 41,
  kWeak = 1ull << 42,
  kSpace = 1ull << 43,
  kVector = 1ull << 44,
  kCache = 1ull << 45,
  kHint = 1ull << 46,
  kCacheHint = 1ull << 47,
  kNc = 1ull << 48,
  kUni = 1ull << 49,
  kNoftz = 1ull << 50,
  kLevel = 1ull << 51,
  kMmio = 1ull << 52,
  kMask = 1ull << 53,
  kRna = 1ull << 54,
  kAppend = 1ull << 55,  // cvt.pack's third type, .b32
  kPlusOne = 1ull << 56,
  kScale = 1ull << 57,
  kInto = 1ull << 58,  // cp.async's two spaces
  kFrom = 1ull << 59,
  kCopyCache = 1ull << 60,
  kGridDependency = 1ull << 61,  // of grids on each other, of which nothing is seen here
};
inline constexpr WordSet kAnyRounding = kRn | kRz | kRm | kRp;
inline constexpr WordSet kAnyIntegerRounding = kRni | kRzi | kRmi | kRpi;

using TypeSet = std::uint32_t;
constexpr TypeSet types(std::initializer_list<Type> list) {
  TypeSet out = 0;
  for (Type t : list) out |= TypeSet{1} << static_cast<int>(t);
  return out;
}
constexpr bool contains(TypeSet set, Type t) { return (set >> static_cast<int>(t) & 1) != 0; }

// Layouts: destinations, '=', sources; a '?' after a letter makes the operand optional, '|' joins a pair.
//   T the type   S the second type   W twice the type's width with .wide, else T   U .u32   B .b32   P
//   predicate F .f32   A address-sized or 32 bits   V one operand or a vector, as .vN says   M [address]   I
//   lop3's table   Q a 32-bit word or the part of it that is named after a dot   D likewise, a part must be
//   named   N [address] that cp.async copies from   K a number of bytes or groups   Z the size of cp.async's
//   source, or a predicate register: whether it is ignored
struct Form {
  Opcode op;
  TypeSet first_types, second_types;  // 0: the opcode has no such type
  WordSet required;                   // all of them
  WordSet one_of;                     // exactly one of them, if any are listed
  WordSet optional;
  std::uint32_t reduces;  // allowed ReduceOp values, a bit each
  std::string_view layout;
  bool supported = true;    // false: a form that exists but has no meaning here
  TypeSet third_types = 0;  // of video instructions
};
std::span<const Form> forms_of(Opcode op);
// Its row in the table, Instruction::form; `form` is one that forms_of gave.
std::int32_t form_index(const Form& form);

// An opcode's words, read.
struct Words {
  bool known = true;  // false: a word that no form of the opcode has, or one that occurs twice
  WordSet set = 0;
  std::vector<Type> types;
  Modifiers mod;
};
// `words` are what follows the mnemonic. Words with several meanings (.and, .lo, .any, .cta) take the one
// that the opcode's forms have.
Words read_words(Opcode op, std::span<const std::string_view> words);

// The opcode a statement names: its first word, or first words for compound mnemonics; `used` is how many of
// `words` belong to the mnemonic. Unsupported when unknown.
Opcode find_opcode(std::string_view first, std::span<const std::string_view> words, std::size_t& used);

// The words of one class, in the order of the manual: "rn" of kRn, "eq", "ne", .. of kCompare.
std::vector<std::string_view> words_of(WordSet cls);
// "u32"; empty for Type::None.
std::string_view word_of_type(Type type);

// Nullopt-like Type::None for a word that is no type.
Type type_of_word(std::string_view word);

// Restrictions on the words that depend on the type: compare operators, vote modes, rounding.
bool words_fit(Opcode op, Type type, Type second, const Words& words);

}  // namespace warpproof
