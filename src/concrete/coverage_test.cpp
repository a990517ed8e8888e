// The table of instructions agrees with the page in the repository and with what can be read.
#include "src/concrete/coverage.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

namespace warpproof {
namespace {

constexpr const char* kPage = "src/concrete/INSTRUCTIONS.md";

TEST_CASE("the page of instructions is what the opcode table says") {
  std::ifstream in(kPage);
  REQUIRE(in.good());
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  INFO("to write it anew: warpproof spec --instructions > " << kPage);
  CHECK(text == coverage_page());
}

TEST_CASE("every row of the table has instances, and each of them a status") {
  for (std::size_t i = 0; i < std::size(kOpcodeTable); ++i) {
    for (const Form& form : forms_of(static_cast<Opcode>(i))) {
      INFO(info(form.op).mnemonic << " " << form.layout);
      const auto all = instances(form);
      CHECK_FALSE(all.empty());
      for (const Instruction& in : all) {
        INFO("type " << word_of_type(in.type) << ", source type " << word_of_type(in.source_type));
        const bool narrow_address = in.op == Opcode::Cvta && bits_of(in.type) == 32;
        if (form.supported && !narrow_address) {
          CHECK(evaluator_coverage(in) != Coverage::Unsupported);
          CHECK(checker_coverage(in) != Coverage::Unsupported);
        }
      }
    }
  }
}

TEST_CASE("what the page calls unsupported is no mnemonic of the table") {
  for (const UnsupportedFamily& family : unsupported_families()) {
    for (const std::string_view name : family.mnemonics) {
      INFO(name);
      std::size_t used = 0;
      CHECK(find_opcode(name, {}, used) == Opcode::Unsupported);
    }
  }
}

TEST_CASE("each class of words and each type has a name") {
  for (int bit = 0; bit <= 61; ++bit) {
    const WordSet cls = WordSet{1} << bit;
    if (cls == kAppend) continue;
    INFO("class " << bit);
    CHECK_FALSE(words_of(cls).empty());
  }
  for (int t = 1; t <= static_cast<int>(Type::TF32); ++t) {
    const auto type = static_cast<Type>(t);
    CHECK(type_of_word(word_of_type(type)) == type);
  }
}

}  // namespace
}  // namespace warpproof
