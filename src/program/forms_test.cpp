// The table of forms: sorted, complete over the opcode table, and without words that could mean two things.
#include "src/program/forms.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <iterator>
#include <string>

namespace warpproof {
namespace {

constexpr int kOpcodes = static_cast<int>(std::size(kOpcodeTable));

TEST_CASE("forms: every opcode has a form but Unsupported and those of matrix.h") {
  for (int i = 0; i < kOpcodes; ++i) {
    const auto op = static_cast<Opcode>(i);
    INFO(info(op).mnemonic);
    CHECK(forms_of(op).empty() == (op == Opcode::Unsupported || is_aligned_collective(op)));
    for (const Form& form : forms_of(op)) CHECK(form.op == op);
  }
}

TEST_CASE("forms: layouts use known letters and types agree with them") {
  for (int i = 0; i < kOpcodes; ++i) {
    for (const Form& form : forms_of(static_cast<Opcode>(i))) {
      if (form.op == Opcode::Call) continue;
      INFO(info(form.op).mnemonic << " " << form.layout);
      CHECK(form.layout.find_first_not_of("TSWUBPAVMILQDNKZ=|?") == std::string_view::npos);
      CHECK(std::count(form.layout.begin(), form.layout.end(), '=') == 1);
      CHECK((form.layout.find_first_of("SQ") != std::string_view::npos) == (form.second_types != 0));
      if (form.third_types != 0) CHECK(form.layout.find('Q') != std::string_view::npos);
      const bool uses_type = form.layout.find_first_of("TWV") != std::string_view::npos;
      if (uses_type) CHECK(form.first_types != 0);
      if ((form.required & kReduce) != 0) CHECK(form.reduces != 0);
      CHECK((form.required & form.one_of & form.optional) == 0);
      CHECK(std::popcount(form.one_of) != 1);
    }
  }
}

TEST_CASE("forms: a word means one thing in one opcode") {
  // .lo and .hi are halves or comparisons, .and combines or reduces, .any votes or matches, .cta is a scope
  // or not.
  const std::pair<WordSet, WordSet> clashes[] = {{kHi | kLo, kCompare}, {kBoolOp, kReduce}, {kVote, kMatch},
                                                 {kCta, kScope},        {kUni, kVote},      {kHint, kLevel}};
  for (int i = 0; i < kOpcodes; ++i) {
    WordSet all = 0;
    for (const Form& form : forms_of(static_cast<Opcode>(i)))
      all |= form.required | form.one_of | form.optional;
    INFO(kOpcodeTable[i].mnemonic);
    for (const auto& [one, other] : clashes) CHECK(((all & one) == 0 || (all & other) == 0));
  }
}

Words read(Opcode op, std::vector<std::string_view> words) { return read_words(op, words); }

TEST_CASE("words: order is free, repetition and strangers are not") {
  CHECK(read(Opcode::Vote, {"sync", "ballot", "b32"}).known);
  CHECK(read(Opcode::Vote, {"ballot", "sync", "b32"}).known);
  CHECK_FALSE(read(Opcode::Vote, {"sync", "sync", "ballot", "b32"}).known);
  CHECK_FALSE(read(Opcode::Vote, {"sync", "all", "any", "pred"}).known);
  CHECK_FALSE(read(Opcode::Add, {"approx", "f32"}).known);
  CHECK_FALSE(read(Opcode::Add, {"frob", "f32"}).known);
  CHECK(read(Opcode::Ld, {"relaxed", "gpu", "global", "u32"}).mod.ordering == "relaxed.gpu");
  CHECK(read(Opcode::Mul, {"lo", "s32"}).mod.lo);
  CHECK(read(Opcode::Setp, {"lo", "u32"}).mod.compare == Compare::Lo);
  CHECK(read(Opcode::Setp, {"lt", "and", "u32"}).mod.combine == BoolOp::And);
  CHECK(read(Opcode::Redux, {"sync", "and", "b32"}).mod.reduce == ReduceOp::And);
}

TEST_CASE("words: mnemonics of several words") {
  std::size_t used = 0;
  const std::vector<std::string_view> warp = {"warp", "sync"}, idx = {"idx", "uni"}, sync = {"sync"};
  CHECK(find_opcode("bar", warp, used) == Opcode::BarWarpSync);
  CHECK(used == 2);
  CHECK(find_opcode("bar", sync, used) == Opcode::Barrier);
  CHECK(used == 0);
  CHECK(find_opcode("brx", idx, used) == Opcode::BrxIdx);
  CHECK(find_opcode("brx", sync, used) == Opcode::Unsupported);
  CHECK(find_opcode("unsupported", sync, used) == Opcode::Unsupported);
  CHECK(find_opcode("wgmma", sync, used) == Opcode::Unsupported);
}

}  // namespace
}  // namespace warpproof
