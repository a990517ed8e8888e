#include "checker/counterexample/simpler_inputs.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof::counterexample {
namespace {

const auto kLater = effort::Clock::now() + std::chrono::minutes(5);

RunInputs words(std::size_t count, std::uint32_t value) {
  RunInputs out;
  out.memory.push_back({0, 0, std::vector<std::uint8_t>(4 * count)});
  for (std::size_t i = 0; i < count; ++i) std::memcpy(out.memory[0].bytes.data() + 4 * i, &value, 4);
  return out;
}

std::uint32_t word(const RunInputs& inputs, std::size_t i) { return value_of(inputs, {0, 4 * i, 4}); }

// Later cells stand for the bytes that they share with earlier ones.
std::uint32_t first_word(const RunInputs& inputs) {
  std::uint32_t out = 0;
  for (const MemoryCells& cells : inputs.memory) {
    if (cells.offset == 0) std::memcpy(&out, cells.bytes.data(), std::min<std::size_t>(4, cells.bytes.size()));
  }
  return out;
}

Simplest of(const std::string& body) {
  const std::string head = ".version 8.5\n.target sm_80\n.address_size 64\n";
  return simplest_values(load_ptx(head + ".visible .entry k(.param .u64 p, .param .f32 a, .param .u32 n) {\n.reg .f32 %f<9>;\n.reg .b32 "
                                         "%r<9>;\n.reg .b64 %rd<9>;\n.local .align 4 .b8 frame[16];\nld.param.u64 %rd1, [p];\n" +
                                      body + "ret;\n}\n",
                                  "t.ptx"),
                         0);
}

}  // namespace

TEST_CASE("words that are not needed become 0") {
  RunInputs inputs = words(1024, 9);
  int runs = 0;
  make_smaller(inputs, 120, kLater, [&](const RunInputs& of) {
    ++runs;
    return word(of, 3) != 0 && (word(of, 900) != 0 || word(of, 901) != 0);
  });
  CHECK(runs <= 120);
  CHECK(filled_words(inputs).size() == 2);
}

TEST_CASE("words that are needed together are few in the end, also where each can be left out alone at first") {
  RunInputs inputs = words(64, 9);
  make_smaller(inputs, 400, kLater, [&](const RunInputs& of) { return filled_words(of).size() >= 5; });
  CHECK(filled_words(inputs).size() == 5);
}

// A model gives short and odd pieces of buffers.
TEST_CASE("cells of any size are looked at") {
  RunInputs inputs;
  for (std::uint64_t i = 0; i < 300; ++i) inputs.memory.push_back({0, 2 * i, {1, 1}});
  make_smaller(inputs, 120, kLater, [&](const RunInputs& of) { return of.memory[7].bytes[1] != 0; });
  CHECK(filled_words(inputs).size() == 1);
}

TEST_CASE("a small number is found where not all larger ones do") {
  const auto smallest = [](std::uint32_t n, const auto& will_do) {
    RunInputs inputs;
    inputs.params = {{0, 0, 0, 0}};
    std::memcpy(inputs.params[0].data(), &n, 4);
    const auto number = [](const RunInputs& of) {
      std::uint32_t out = 0;
      std::memcpy(&out, of.params[0].data(), 4);
      return out;
    };
    make_simpler(inputs, {}, [](std::uint32_t) { return true; }, Simplest{}, 60, kLater, [&](const RunInputs& of) { return will_do(number(of)); });
    return number(inputs);
  };
  const auto is_no_power = [](std::uint32_t n) { return (n & (n - 1)) != 0; };
  CHECK(smallest(0x4000'0001, is_no_power) == 3);
  CHECK(smallest(3, is_no_power) == 3);
  CHECK(smallest(1, [](std::uint32_t n) { return n == 1; }) == 1);
  CHECK(smallest(7, [](std::uint32_t n) { return n == 7; }) == 7);
  CHECK(smallest(1000, [](std::uint32_t n) { return n > 8; }) == 9);
  CHECK(smallest(1000, [](std::uint32_t n) { return n > 600; }) == 601);
}

TEST_CASE("a word that matters goes to the front, and numbers become as small as that allows") {
  RunInputs inputs = words(1024, 3);
  const std::uint32_t large = 0x3f50'0000;
  std::memcpy(inputs.memory[0].bytes.data() + 4 * 700, &large, 4);
  const std::uint32_t n = 900;
  inputs.params = {{0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0}};
  std::memcpy(inputs.params[1].data(), &n, 4);
  const auto count = [](const RunInputs& of) {
    std::uint32_t out = 0;
    std::memcpy(&out, of.params[1].data(), 4);
    return out;
  };
  const auto still = [&](const RunInputs& of) {
    for (const MemoryCells& cells : of.memory) {
      for (std::size_t at = 0; at + 4 <= cells.bytes.size() && (cells.offset + at) / 4 < count(of); at += 4) {
        std::uint32_t value = 0;
        std::memcpy(&value, cells.bytes.data() + at, 4);
        if (value > 255) return true;
      }
    }
    return false;
  };
  make_simpler(inputs, {0}, [](std::uint32_t) { return true; }, {}, 300, kLater, still);
  CHECK(count(inputs) == 1);
  REQUIRE(filled_words(inputs).size() == 1);
  CHECK(first_word(inputs) == 256);
}


TEST_CASE("words become 1, or 1.0 where only floats are read") {
  for (const bool floats : {false, true}) {
    RunInputs inputs = words(8, 0x40a0'0000);
    Simplest simplest;
    if (floats) simplest.word = kFloatOne;
    make_simpler(inputs, {}, [](std::uint32_t) { return true; }, simplest, 100, kLater,
                 [](const RunInputs& of) { return word(of, 0) != 0; });
    CHECK(word(inputs, 0) == (floats ? kFloatOne : 1));
  }
}

TEST_CASE("what a program reads says whether its words are floats") {
  const std::string floats = "ld.global.f32 %f1, [%rd1];\n", number = "ld.global.u32 %r1, [%rd1];\n";
  CHECK(of(floats).word == kFloatOne);
  CHECK(of(floats + number).word == 1);
  CHECK(of("").word == 1);
  CHECK(of(floats).floats == std::set<std::uint32_t>{1});
  // A private variable, through its address, and a parameter.
  CHECK(of(floats + "mov.u64 %rd2, frame;\ncvta.local.u64 %rd3, %rd2;\nld.u32 %r1, [%rd3+4];\nld.param.u32 %r2, [n];\n").word == kFloatOne);
  CHECK(of(floats + "ld.u32 %r1, [%rd1+4];\n").word == 1);
}

}  // namespace warpproof::counterexample
