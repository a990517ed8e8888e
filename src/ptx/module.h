// A PTX module as read: statements in text order, names as text, nothing resolved.
//
// Everything lives in flat pools of the module and refers to the text by view, so that memory stays a small
// multiple of the text, and nested scopes are open/close statements instead of trees: nothing recurses over
// nesting. Positions are the views' places in the text; `Module::locate` turns one into line and column.
//
// Source: PTX ISA 9.x, sections 4 (syntax), 5 (variables), 11 (directives).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/source.h"

namespace warpproof::ptx {

// Consecutive entries of one of the module's pools.
struct Range {
  std::uint32_t first = 0, count = 0;
};

struct Operand {
  enum class Kind : std::uint8_t {
    Symbol,   // `text`: register, variable, label, special register or `_`; `bits`: the N of `name+N`
    Integer,  // `bits`: value as 64-bit two's complement
    Float32,  // 0f..: `bits` hold the single
    Float64,  // 0d.. or decimal: `bits` hold the double
    Vector,   // {a, b}: `elements`
    Address,  // [base+offset]: elements[0] is the base; further ones as written in [t, {x, y}]
    Tuple,    // (a, b) of a call: `elements`
    Pair,     // a|b: two `elements`
  };
  Kind kind = Kind::Symbol;
  bool negated = false;   // !p
  std::string_view text;  // the token, or the bracket that opens a composite; never empty
  std::uint64_t bits = 0;
  Range elements;  // of Module::elements
};

// One token of a variable's initialiser.
struct InitialiserItem {
  enum class Kind : std::uint8_t { Open, Close, Integer, Float64, Float32, Symbol };
  Kind kind = Kind::Integer;
  std::uint64_t bits = 0;  // value; for a symbol the offset in bytes
  std::uint64_t mask = 0;  // the M of M(symbol), 0: none
  bool generic = false;    // generic(symbol)
  std::string_view text;
};

// One declared name: a register (range), a variable, a parameter.
struct Declaration {
  std::string_view space;  // "reg", "global", "shared", "const", "local", "param", "tex"
  std::string_view type;   // "u32", "texref", ...
  std::string_view name;
  std::uint8_t vector = 1;  // .v2, .v4, .v8
  bool is_extern = false;
  bool is_array = false;
  bool is_range = false;    // %r<count>: names %r0 .. %r(count-1)
  bool is_pointer = false;  // .ptr
  bool has_initialiser = false;
  std::uint64_t align = 0;  // bytes, 0: the type's own
  std::uint64_t count = 0;  // of a register range
  Range dimensions;         // of Module::dimensions; 0 stands for []
  Range initialiser;        // of Module::initialisers
};

struct Loc {
  std::uint64_t file = 0, line = 0, column = 0;
  bool is_inlined = false;
  std::uint64_t call_file = 0, call_line = 0, call_column = 0;  // inlined_at
};

struct Statement {
  enum class Kind : std::uint8_t {
    Instruction,   // `name` is the first word of the opcode, `words` the dotted rest
    Label,         // `name`
    Open,          // {
    Close,         // }
    Declarations,  // `items` of Module::declarations
    Location,      // .loc: items.first of Module::locs
    Pragma,        // `name`: the string
    Targets,       // .branchtargets, .calltargets: `items` of Module::operands; named by the label before it
    Prototype,     // .callprototype, named by the label before it
  };
  Kind kind = Kind::Instruction;
  bool guard_negated = false;
  std::string_view name;
  std::string_view guard;  // empty: none
  Range words;             // of Module::words
  Range items;             // instructions: operands in Module::operands
};

struct Attribute {
  std::string_view name;  // "maxntid", ...
  std::vector<std::uint64_t> values;
};

struct Function {
  std::string_view name;
  bool is_entry = false;
  bool has_body = false;
  Range results, parameters;          // of Module::declarations
  std::vector<Attribute> attributes;  // between the parameters and the body
  Range body;                         // of Module::statements, without the outer braces
};

struct Alias {
  std::string_view name, target;
};

struct SourceFile {
  std::string path;
};

struct Module {
  std::string file;
  std::shared_ptr<const std::string> text;
  int version_major = 0, version_minor = 0;
  std::string_view target;                     // the first .target word, "sm_80"
  int address_size = 32;                       // the ISA's default without .address_size
  std::map<std::uint64_t, std::string> files;  // .file
  std::vector<Function> functions;
  std::vector<Range> variables;  // module-scope declarations, in order
  std::vector<Alias> aliases;
  std::vector<std::string_view> pragmas;

  std::vector<Statement> statements;
  std::vector<Operand> operands, elements;
  std::vector<std::string_view> words;
  std::vector<Declaration> declarations;
  std::vector<std::uint64_t> dimensions;
  std::vector<InitialiserItem> initialisers;
  std::vector<Loc> locs;
  std::vector<std::uint32_t> line_starts;  // offsets into text
  // Parts of the text, by offset, that compilers mark as inline assembly.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> inline_assembly;

  // The place of a view into the text, with this module's file name.
  SourceLocation locate(std::string_view view) const;
  // Was it written in the source, as `asm`, and copied here by the compiler?
  bool is_inline_assembly(std::string_view view) const;
};

}  // namespace warpproof::ptx
