// Tables: one collective each, over many masks and operands. What comes out is folded into 64 words a lane,
// so that a difference anywhere shows, and roughly where.
#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include "tools/gpu_conformance/families.h"
#include "tools/gpu_conformance/writer.h"

namespace warpproof::conformance {
namespace {

struct Collective {
  const char* op;
  const char* text;  // %x6 mask, %x7 value, %x8 a small value, %q0 predicate; results to %x9, %q1
  bool second;       // has a result in %q1
};
constexpr Collective kCollectives[] = {
    {"vote.sync.all.pred", "vote.sync.all.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
    {"vote.sync.any.pred", "vote.sync.any.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
    {"vote.sync.uni.pred", "vote.sync.uni.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
    {"vote.sync.ballot.b32", "vote.sync.ballot.b32 %x9, %q0, %x6;", false},
    {"match.any.sync.b32", "match.any.sync.b32 %x9, %x8, %x6;", false},
    {"match.any.sync.b64", "mov.b64 %y5, {%x4, %x8};\n  match.any.sync.b64 %x9, %y5, %x6;", false},
    {"match.all.sync.b32", "match.all.sync.b32 %x9|%q1, %x8, %x6;", true},
    {"match.all.sync.b64", "mov.b64 %y5, {%x8, %x4};\n  match.all.sync.b64 %x9|%q1, %y5, %x6;", true},
    {"redux.sync.add.u32", "redux.sync.add.u32 %x9, %x7, %x6;", false},
    {"redux.sync.add.s32", "redux.sync.add.s32 %x9, %x7, %x6;", false},
    {"redux.sync.min.u32", "redux.sync.min.u32 %x9, %x7, %x6;", false},
    {"redux.sync.min.s32", "redux.sync.min.s32 %x9, %x7, %x6;", false},
    {"redux.sync.max.u32", "redux.sync.max.u32 %x9, %x7, %x6;", false},
    {"redux.sync.max.s32", "redux.sync.max.s32 %x9, %x7, %x6;", false},
    {"redux.sync.and.b32", "redux.sync.and.b32 %x9, %x7, %x6;", false},
    {"redux.sync.or.b32", "redux.sync.or.b32 %x9, %x7, %x6;", false},
    {"redux.sync.xor.b32", "redux.sync.xor.b32 %x9, %x7, %x6;", false}};

// A loop whose counter is %x5; %r0 and %r1 gather results, %r4 is a random number of each round, the same in
// all lanes.
class Table : protected Writer {
 protected:
  Table(std::uint64_t number, std::uint32_t rounds) : Writer(number + 0x3000000), rounds_(rounds) {
    while (out_.input.size() < kInputWords) out_.input.push_back(random32(random_));
  }

  // Lanes that are not in `staying` exit; they are not waited for, though masks name them.
  void head(std::uint32_t staying) {
    begin({8, 0, 0, 0, 1});
    for (const char* reg : {"%x5", "%r0", "%r1"}) line({"mov.u32 ", reg, ", 0;"});
    line({"mov.u32 %r4, ", hex(random_.next() & 0xffffffff), ";"});
    if (staying != 0xffffffff) {
      line({"mov.u32 %r5, ", hex(staying), ";"});
      skip_unless_named("%r5", "LEAVE");
    }
    line("LOOP:");
    line("mad.lo.u32 %r4, %r4, 1664525, 1013904223;");
  }

  // Lanes that the mask does not name go to `where`.
  void skip_unless_named(const std::string& mask, const std::string& where) {
    line({"shr.u32 %x11, ", mask, ", %x2;"});
    line("and.b32 %x11, %x11, 1;");
    line("setp.eq.u32 %q2, %x11, 0;");
    line({"@%q2 bra ", where, ";"});
  }

  void fold(bool second) {
    line("mad.lo.u32 %r0, %r0, 31, %x9;");
    if (!second) return;
    line("selp.u32 %x9, 1, 0, %q1;");
    line("mad.lo.u32 %r1, %r1, 33, %x9;");
  }

  ConformanceProgram tail() {
    const std::uint32_t each = rounds_ / static_cast<std::uint32_t>(out_.words_per_thread);
    line("NEXT:");
    line("bar.warp.sync -1;");
    line("add.u32 %x5, %x5, 1;");
    line({"rem.u32 %x11, %x5, ", number(each), ";"});
    line("setp.ne.u32 %q5, %x11, 0;");
    line("@%q5 bra AGAIN;");
    line("xor.b32 %x9, %r0, %r1;");
    line("st.global.u32 [%y0], %x9;");
    line("add.u64 %y0, %y0, 4;");
    line("AGAIN:");
    line({"setp.lt.u32 %q4, %x5, ", number(rounds_), ";"});
    line("@%q4 bra LOOP;");
    line("LEAVE:");
    line("ret;");
    return end();
  }

  const std::uint32_t rounds_;
};

// Arbitrary masks and values, every fourth mask full.
struct SampleTable : Table {
  SampleTable(std::uint64_t number, const Collective& entry, bool exits) : Table(number, 1024), entry(entry) {
    use(entry.op);
    head(exits ? static_cast<std::uint32_t>(random_.next()) | 1 : 0xffffffff);
  }

  ConformanceProgram make() {
    line("mul.wide.u32 %y2, %x5, 4;");
    line("add.u64 %y3, %y1, %y2;");
    line("ld.global.u32 %x6, [%y3];");
    line("xor.b32 %x6, %x6, %r4;");
    line("and.b32 %x12, %x5, 3;");
    line("setp.eq.u32 %q4, %x12, 3;");
    line("selp.b32 %x6, -1, %x6, %q4;");
    line("mul.lo.u32 %x7, %x2, %r4;");
    line("shr.u32 %x8, %x7, 29;");
    line("setp.eq.u32 %q4, %x12, 0;");
    line("selp.b32 %x8, 5, %x8, %q4;");
    line("shr.u32 %x11, %x7, %x12;");
    line("and.b32 %x11, %x11, 1;");
    line("setp.ne.u32 %q0, %x11, 0;");
    skip_unless_named("%x6", "NEXT");
    line("mov.pred %q1, %q0;");
    line(entry.text);
    fold(entry.second);
    return tail();
  }

  const Collective& entry;
};

// Every mask and every choice of two values for 8 lanes: the first ones, or every fourth. Where a lane has
// one of four values, lanes 0 to 3 of the eight have every combination and 4 to 7 the same again.
struct ExhaustiveTable : Table {
  ExhaustiveTable(std::uint64_t number, const Collective& entry, bool spread, bool four)
      : Table(number, 1 << 16), entry(entry), spread(spread), four(four) {
    use(entry.op);
    for (std::uint32_t mask = 0; mask < 256; ++mask) {
      std::uint32_t lanes = 0;
      for (std::uint32_t k = 0; k < 8; ++k) lanes |= (mask >> k & 1) << (spread ? 4 * k + 3 : k);
      out_.input[mask] = lanes;
    }
    head(spread ? 0xfff88888 : 0xffffffff);
  }

  ConformanceProgram make() {
    line("and.b32 %x11, %x5, 255;");
    line("mul.wide.u32 %y2, %x11, 4;");
    line("add.u64 %y3, %y1, %y2;");
    line("ld.global.u32 %x6, [%y3];");
    skip_unless_named("%x6", "NEXT");
    line("shr.u32 %x12, %x5, 8;");                        // the combination
    line({"shr.u32 %x13, %x2, ", spread ? "2;" : "0;"});  // which of the eight
    if (four) line("and.b32 %x13, %x13, 3;"), line("shl.b32 %x13, %x13, 1;");
    line("shr.u32 %x8, %x12, %x13;");
    line({"and.b32 %x8, %x8, ", four ? "3;" : "1;"});
    line("setp.ne.u32 %q0, %x8, 0;");
    line("not.b32 %x9, %r4;");
    line("shr.u32 %x9, %x9, 3;");
    line("selp.b32 %x7, %r4, %x9, %q0;");
    line("mov.pred %q1, %q0;");
    line(entry.text);
    fold(entry.second);
    return tail();
  }

  const Collective& entry;
  const bool spread, four;
};

// Every c (bits 12-8 and 4-0) and every b under one mask, of which the lanes in `staying` are there. The
// predicate always counts, the value where its source is there; the source is computed from the manual's
// formulas, in the kernel.
struct ShuffleTable : Table {
  ShuffleTable(std::uint64_t number, int mode, std::uint32_t mask, std::uint32_t staying)
      : Table(number, 1 << 15), mode(mode), mask(mask), staying(staying) {
    head(staying);
  }

  ConformanceProgram make() {
    static const char* const kModes[] = {"up", "down", "bfly", "idx"};
    const std::string op = "shfl.sync." + std::string(kModes[mode]) + ".b32";
    use(op);
    line("and.b32 %r2, %x5, 31;");  // b
    line("shr.u32 %x12, %x5, 5;");
    line("and.b32 %x13, %x12, 31;");  // clamp
    line("shr.u32 %x14, %x12, 5;");   // segment mask
    line("shl.b32 %r3, %x14, 8;");
    line("or.b32 %r3, %r3, %x13;");  // c
    source();
    line("mad.lo.u32 %x7, %x2, 40503, %r4;");
    line({"mov.u32 %x6, ", hex(mask), ";"});
    skip_unless_named("%x6", "NEXT");
    line({op, " %x9|%q1, %x7, %r2, %r3, %x6;"});
    line("selp.u32 %x10, 1, 0, %q1;");
    line("mad.lo.u32 %r1, %r1, 33, %x10;");
    line({"mov.u32 %x12, ", hex(mask & staying), ";"});
    line("shr.u32 %x12, %x12, %x8;");
    line("and.b32 %x12, %x12, 1;");
    line("setp.eq.u32 %q2, %x12, 0;");
    line("@%q2 bra NEXT;");
    line("mad.lo.u32 %r0, %r0, 31, %x9;");
    return tail();
  }

  // The lane that is read to %x8. PTX ISA, shfl.sync.
  void source() {
    line("and.b32 %x9, %x2, %x14;");  // minLane
    line("not.b32 %x10, %x14;");
    line("and.b32 %x11, %x13, %x10;");
    line("or.b32 %x11, %x11, %x9;");  // maxLane
    if (mode == 0) line("sub.s32 %x8, %x2, %r2;"), line("setp.ge.s32 %q2, %x8, %x11;");
    if (mode == 1) line("add.s32 %x8, %x2, %r2;");
    if (mode == 2) line("xor.b32 %x8, %x2, %r2;");
    if (mode == 3) line("and.b32 %x8, %r2, %x10;"), line("or.b32 %x8, %x8, %x9;");
    if (mode != 0) line("setp.le.s32 %q2, %x8, %x11;");
    line("selp.b32 %x8, %x8, %x2, %q2;");
  }

  const int mode;
  const std::uint32_t mask, staying;
};

// bar.red over the threads of a block: 16 groups of four threads, every choice of a predicate for the groups;
// whole blocks, partial warps, blocks of which some threads left, warps that meet apart.
struct BarrierTable : Table {
  enum Shape { Whole, Counted, PartialWarp, Exited, Apart, kShapes };

  BarrierTable(std::uint64_t number, int op, Shape shape) : Table(number, 1 << 12), op(op), shape(shape) {
    out_.block = shape == PartialWarp ? 40 : 64;
    head(shape == Exited ? static_cast<std::uint32_t>(random_.next()) | 0x10 : 0xffffffff);
  }

  ConformanceProgram make() {
    static const char* const kOps[] = {"popc.u32 %x9", "and.pred %q1", "or.pred %q1"};
    const std::string text = kOps[op];
    use("barrier.red." + text.substr(0, text.find(' ')));
    // Rounds differ in 12 bits; a multiple of the round makes 16 of them.
    line("mul.lo.u32 %x12, %x5, 40503;");
    line("shr.u32 %x13, %x0, 2;");
    line("shr.u32 %x13, %x12, %x13;");
    line("and.b32 %x13, %x13, 1;");
    line("setp.ne.u32 %q0, %x13, 0;");
    // Some rounds all agree, or all but one thread.
    line("and.b32 %x13, %x5, 15;");
    line("setp.eq.u32 %q4, %x13, 3;");
    line("or.pred %q0, %q0, %q4;");
    line("setp.eq.u32 %q4, %x13, 7;");
    line("shr.u32 %x14, %x5, 4;");
    line("and.b32 %x14, %x14, 63;");
    line("setp.eq.u32 %q3, %x14, %x0;");
    line("@%q4 mov.pred %q0, %q3;");
    line("mov.u32 %x9, 0;");
    line("mov.pred %q1, %q0;");
    if (shape == Apart) {
      line("shr.u32 %x13, %x0, 5;");
      line("add.u32 %x13, %x13, 2;");
      line({"barrier.red.", text, ", %x13, 32, %q0;"});
    } else {
      line({"bar.red.", text, shape == Counted ? ", 1, 64, !%q0;" : ", 0, %q0;"});
    }
    fold(true);
    return tail();
  }

  const int op;
  const Shape shape;
};

// Atomics on floats: each thread its own word of memory.
struct AtomicTable : Table {
  AtomicTable(std::uint64_t number, bool shared, const char* type, bool reduces = false)
      : Table(number, 1024), shared(shared), reduces(reduces), type(type) {
    const bool halves = this->type.find("16") != std::string::npos;
    for (auto& word : out_.input) {
      if (halves) word = random16(random_) | static_cast<std::uint32_t>(random16(random_)) << 16;
    }
    out_.words_per_thread = 128;
    begin({4, 4, 4, 0, 64});
  }

  ConformanceProgram make() {
    const bool wide = type == "f64";
    const std::string space = shared ? "shared" : "global", bytes = wide ? "8" : "4",
                      op = (reduces ? "red." : "atom.") + space + ".add." +
                           (wide || type == "f32" ? "" : "noftz.") + type;
    use(op);
    const char file = wide ? 'd' : type == "f16" || type == "bf16" ? 'h' : 'r';
    const std::string store = wide          ? ".u64 "
                              : file == 'h' ? ".u16 "
                                            : ".u32 ",
                      at = shared ? "[%x8]" : "[%y7]", reg = std::string("%") + file;
    if (shared) line("mov.u32 %x8, s;"), line("mad.lo.u32 %x8, %x0, 8, %x8;");
    line({"add.u64 %y7, %y0, ", number(4 * 120), ";"});  // the last words are what is added to
    line("mov.u32 %x5, 0;");
    line({"mad.lo.u32 %x6, %x0, 97, ", number(random_.below(100000)), ";"});
    line("LOOP:");
    for (const char* n : {"0", "1"}) {
      line("mad.lo.u32 %x6, %x6, 1664525, 1013904223;");
      line("shr.u32 %x7, %x6, 10;");
      line({"rem.u32 %x7, %x7, ", wide ? "512;" : "1024;"});
      line({"mul.wide.u32 %y4, %x7, ", bytes, ";"});
      line("add.u64 %y4, %y4, %y1;");
      line({"ld.global", store, reg, n, ", [%y4];"});
    }
    if (wide) {  // ordinary sizes: random pairs of words seldom are
      line("and.b64 %d0, %d0, 0x801fffffffffffff;");
      line("or.b64 %d0, %d0, 0x3fe0000000000000;");
      line("and.b64 %d1, %d1, 0x803fffffffffffff;");
      line("or.b64 %d1, %d1, 0x3fc0000000000000;");
    }
    line({"st.", space, store, at, ", ", reg, "0;"});
    line({op, reduces ? " " : " " + reg + "2, ", at, ", ", reg, "1;"});
    line({"ld.", space, store, reg, "3, ", at, ";"});
    line({"st.global", store, "[%y0], ", reg, "3;"});
    line({"add.u64 %y0, %y0, ", bytes, ";"});
    line("add.u32 %x5, %x5, 1;");
    line({"setp.lt.u32 %q4, %x5, ", wide ? "60;" : "120;"});
    line("@%q4 bra LOOP;");
    line("ret;");
    return end();
  }

  const bool shared, reduces;
  const std::string type;
};

// Every lane its own b and c, any bits in them, under arbitrary masks; values count where their source is
// there.
struct ShuffleSampleTable : ShuffleTable {
  ShuffleSampleTable(std::uint64_t number, int mode, bool exits)
      : ShuffleTable(number, mode, 0, exits ? 0xb6f53dd7 : 0xffffffff) {}

  ConformanceProgram make() {
    static const char* const kModes[] = {"up", "down", "bfly", "idx"};
    const std::string op = "shfl.sync." + std::string(kModes[mode]) + ".b32";
    use(op);
    line("mul.lo.u32 %r2, %x2, %r4;");
    line("add.u32 %r2, %r2, %r4;");
    line("mad.lo.u32 %r3, %r2, 69069, 907633515;");
    line("shr.u32 %r2, %r2, 7;");      // b
    line("shr.u32 %r3, %r3, 9;");      // c
    line("bfe.u32 %x13, %r3, 0, 5;");  // clamp
    line("bfe.u32 %x14, %r3, 8, 5;");  // segment mask
    line("and.b32 %x12, %r2, 31;");
    line("mov.u32 %r6, %r2;");
    line("mov.u32 %r2, %x12;");
    source();
    line("mad.lo.u32 %x7, %x2, 40503, %r4;");
    line("and.b32 %x12, %x5, 1023;");
    line("mul.wide.u32 %y2, %x12, 4;");
    line("add.u64 %y3, %y1, %y2;");
    line("ld.global.u32 %x6, [%y3];");
    line("xor.b32 %x6, %x6, %r4;");
    skip_unless_named("%x6", "NEXT");
    line({op, " %x9|%q1, %x7, %r6, %r3, %x6;"});
    line("selp.u32 %x10, 1, 0, %q1;");
    line("mad.lo.u32 %r1, %r1, 33, %x10;");
    line({"and.b32 %x12, %x6, ", hex(staying), ";"});
    line("shr.u32 %x12, %x12, %x8;");
    line("and.b32 %x12, %x12, 1;");
    line("setp.eq.u32 %q2, %x12, 0;");
    line("@%q2 bra NEXT;");
    line("mad.lo.u32 %r0, %r0, 31, %x9;");
    return tail();
  }
};

// The lanes fall into groups by a value of theirs, and all groups execute the collective at once, each under
// its own mask.
struct GroupTable : Table {
  GroupTable(std::uint64_t number, const Collective& entry) : Table(number, 1024), entry(entry) {
    use(entry.op), use("match.any.sync.b32");
    head(0xffffffff);
  }

  ConformanceProgram make() {
    line("mul.lo.u32 %x7, %x2, %r4;");
    line("and.b32 %x12, %x5, 7;");
    line("add.u32 %x12, %x12, 24;");
    line("shr.u32 %x8, %x7, %x12;");  // of 2 to 256 groups
    line("match.any.sync.b32 %x6, %x8, -1;");
    line("shr.u32 %x8, %x7, 13;");
    line("and.b32 %x8, %x8, 1;");
    line("setp.ne.u32 %q0, %x8, 0;");
    line("mov.pred %q1, %q0;");
    line(entry.text);
    fold(entry.second);
    return tail();
  }

  const Collective& entry;
};

// Which lane elect.sync chooses is open; that it is one of the mask, the same for all, and the only one with
// a true predicate is not.
struct ElectTable : Table {
  explicit ElectTable(std::uint64_t number, bool exits) : Table(number, 1024) {
    use("elect.sync");
    head(exits ? 0x6db7fb59 : 0xffffffff);
  }

  ConformanceProgram make() {
    line("mul.wide.u32 %y2, %x5, 4;");
    line("add.u64 %y3, %y1, %y2;");
    line("ld.global.u32 %x6, [%y3];");
    line("xor.b32 %x6, %x6, %r4;");
    skip_unless_named("%x6", "NEXT");
    line("elect.sync %x7|%q0, %x6;");
    line("vote.sync.ballot.b32 %x8, %q0, %x6;");
    line("popc.b32 %x9, %x8;");       // leaders
    line("shr.u32 %x10, %x6, %x7;");  // whether the mask has it
    line("and.b32 %x10, %x10, 1;");
    line("mad.lo.u32 %x9, %x9, 2, %x10;");
    line("shr.u32 %x10, %x8, %x7;");  // whether it is the one with the predicate
    line("and.b32 %x10, %x10, 1;");
    line("mad.lo.u32 %x9, %x9, 2, %x10;");
    line("match.all.sync.b32 %x10|%q1, %x7, %x6;");
    fold(true);
    return tail();
  }
};

constexpr std::uint64_t kSamples = 2 * std::size(kCollectives);
// Exhaustive: each collective placed in two ways; the matches again with four values.
constexpr std::uint64_t kMatches = 4, kFirstMatch = 4;
constexpr std::uint64_t kExhaustive = 2 * (std::size(kCollectives) + kMatches);
// Masks of shuffles, and the lanes that are there at all.
constexpr std::array<std::uint32_t, 2> kShuffleMasks[] = {
    {0x0000ffff, 0xffffffff}, {0x55555555, 0xffffffff}, {0xf00ff00f, 0xffffffff}, {0x80000001, 0xffffffff},
    {0x7ffffffe, 0xffffffff}, {0xffffffff, 0x00ffffff}, {0xffffffff, 0x9249d3b7}, {0x0ff0f0ff, 0x3fffff3f}};
constexpr std::uint64_t kShuffles = 4 * std::size(kShuffleMasks);
constexpr std::uint64_t kBarriers = 3 * BarrierTable::kShapes;
constexpr const char* kAtomicTypes[] = {"f32", "f64", "f16", "f16x2", "bf16", "bf16x2"};
constexpr std::uint64_t kAtomics = 2 * std::size(kAtomicTypes);

// Recorded later than those above.
constexpr std::uint64_t kShuffleSamples = 8, kGroups = std::size(kCollectives), kElects = 2,
                        kReductions = kAtomics;

ConformanceProgram further_table_program(std::uint64_t number, std::uint64_t n) {
  if (n < kShuffleSamples) return ShuffleSampleTable(number, static_cast<int>(n % 4), n >= 4).make();
  n -= kShuffleSamples;
  if (n < kGroups) return GroupTable(number, kCollectives[n]).make();
  n -= kGroups;
  if (n < kElects) return ElectTable(number, n != 0).make();
  n -= kElects;
  return AtomicTable(number, n % 2 != 0, kAtomicTypes[n / 2], true).make();
}

}  // namespace

std::uint64_t table_count() {
  return kSamples + kExhaustive + kShuffles + kBarriers + kAtomics + kShuffleSamples + kGroups + kElects +
         kReductions;
}

ConformanceProgram table_program(std::uint64_t number) {
  std::uint64_t n = number;
  if (n < kSamples) return SampleTable(number, kCollectives[n / 2], n % 2 != 0).make();
  n -= kSamples;
  if (n < kExhaustive) {
    const bool four = n / 2 >= std::size(kCollectives);
    const std::uint64_t which = four ? n / 2 - std::size(kCollectives) + kFirstMatch : n / 2;
    return ExhaustiveTable(number, kCollectives[which], n % 2 != 0, four).make();
  }
  n -= kExhaustive;
  if (n < kShuffles) {
    const auto& [mask, staying] = kShuffleMasks[n / 4];
    return ShuffleTable(number, static_cast<int>(n % 4), mask, staying).make();
  }
  n -= kShuffles;
  if (n < kBarriers)
    return BarrierTable(number, static_cast<int>(n % 3), static_cast<BarrierTable::Shape>(n / 3)).make();
  n -= kBarriers;
  if (n >= kAtomics) return further_table_program(number, n - kAtomics);
  return AtomicTable(number, n % 2 != 0, kAtomicTypes[n / 2]).make();
}

}  // namespace warpproof::conformance
