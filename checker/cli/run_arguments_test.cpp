// Values of `warpproof run`.
#include "checker/cli/run_arguments.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "checker/cli/options.h"

namespace warpproof::cli {
namespace {

std::uint64_t word(const ArgumentValue& value, std::size_t index, std::size_t bytes) {
  std::uint64_t out = 0;
  std::memcpy(&out, value.bytes.data() + index * bytes, bytes);
  return out;
}

TEST_CASE("an argument may name its parameter", "[run]") {
  CHECK(split_argument("300") == std::pair<std::optional<std::string>, std::string>{std::nullopt, "300"});
  CHECK(split_argument("n=300").first == "n");
  CHECK(split_argument("n=300").second == "300");
  CHECK_FALSE(split_argument("file:a=b").first.has_value());
  CHECK(split_argument("in=file:a=b").second == "file:a=b");
  CHECK_FALSE(split_argument("=3").first.has_value());
}

TEST_CASE("buffers are zeros, counted, or drawn", "[run]") {
  const ArgumentValue zeros = parse_argument("zeros:12", Type::U64, 8);
  CHECK(zeros.is_buffer);
  CHECK(zeros.bytes == std::vector<std::uint8_t>(12, 0));
  const ArgumentValue iota = parse_argument("iota:u16:3", Type::U64, 8);
  CHECK(iota.bytes == std::vector<std::uint8_t>{0, 0, 1, 0, 2, 0});
  CHECK(word(parse_argument("iota:f32:3", Type::U64, 8), 2, 4) == 0x40000000);
  CHECK(word(parse_argument("iota:f16:3", Type::U64, 8), 2, 2) == 0x4000);
  const ArgumentValue a = parse_argument("random:7:u32:100", Type::U64, 8);
  CHECK(a.bytes.size() == 400);
  CHECK(a.bytes == parse_argument("random:7:u32:100", Type::U64, 8).bytes);
  CHECK(a.bytes != parse_argument("random:8:u32:100", Type::U64, 8).bytes);
  const ArgumentValue floats = parse_argument("random:7:f32:100", Type::U64, 8);
  for (std::size_t i = 0; i < 100; ++i) {
    float f;
    std::memcpy(&f, floats.bytes.data() + 4 * i, 4);
    CHECK(f >= -1);
    CHECK(f < 1);
  }
}

TEST_CASE("scalars take the parameter's size and type", "[run]") {
  CHECK(word(parse_argument("-2", Type::U32, 4), 0, 4) == 0xfffffffe);
  CHECK(word(parse_argument("0xff", Type::U8, 1), 0, 1) == 0xff);
  CHECK(word(parse_argument("1.5", Type::F32, 4), 0, 4) == 0x3fc00000);
  CHECK(word(parse_argument("2", Type::F32, 4), 0, 4) == 0x40000000);
  CHECK(word(parse_argument("2", Type::B32, 4), 0, 4) == 2);
  CHECK(word(parse_argument("1.5f", Type::B32, 4), 0, 4) == 0x3fc00000);
  CHECK(word(parse_argument("-inf", Type::F64, 8), 0, 8) == 0xfff0000000000000);
  CHECK(parse_argument("bytes:0a0B", Type::B8, 2).bytes == std::vector<std::uint8_t>{10, 11});
}

TEST_CASE("what is no value is refused", "[run]") {
  for (const char* text : {"", "zeros:", "zeros:-1", "random:1:u32", "iota:u3:4", "iota:u32:x", "bytes:0",
                           "bytes:zz", "lots:3", "zeros:99999999999", "300000000000"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_argument(text, Type::U32, 4), OptionError);
  }
  CHECK_THROWS_AS(parse_argument("1", Type::B8, 12), OptionError);
}

TEST_CASE("elements are printed as their type says", "[run]") {
  const auto text = [](const char* type, std::uint64_t bits) {
    return element_text(parse_element_type(type), bits);
  };
  CHECK(text("u32", 0xffffffff) == "4294967295");
  CHECK(text("s32", 0xffffffff) == "-1");
  CHECK(text("s8", 0x80) == "-128");
  CHECK(text("x16", 0xab) == "0x00ab");
  CHECK(text("f32", 0x3fc00000) == "1.5");
  CHECK(text("f16", 0x3e00) == "1.5");
  CHECK(text("bf16", 0x3fc0) == "1.5");
  CHECK(text("f64", 0x3ff8000000000000) == "1.5");
}

TEST_CASE("a dump names a buffer, a type and a count", "[run]") {
  const DumpRequest dump = parse_dump("out:f32:8");
  CHECK(dump.name == "out");
  CHECK(dump.type.kind == ElementType::Kind::F32);
  CHECK(dump.count == 8);
  for (const char* text : {"out", "out:f32", ":f32:8", "out:f33:8", "out:f32:-1", "out:f32:"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_dump(text), OptionError);
  }
}

}  // namespace
}  // namespace warpproof::cli
