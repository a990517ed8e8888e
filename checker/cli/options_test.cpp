#include "checker/cli/options.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using namespace warpproof::cli;
using Shape = std::array<std::uint32_t, 3>;

TEST_CASE("--block takes shapes and all sizes") {
  CHECK(parse_block("64").shape == Shape{64, 1, 1});
  CHECK(parse_block("8,4").shape == Shape{8, 4, 1});
  CHECK(parse_block("4,4,2").shape == Shape{4, 4, 2});
  CHECK(parse_block("1,1,64").shape == Shape{1, 1, 64});
  CHECK_FALSE(parse_block("1024").any);
  CHECK(parse_block("4,4,2").text == "4,4,2");
  CHECK(parse_block("any").any);
  CHECK(parse_block("any").multiple == 1);
  CHECK(parse_block("any:32").any);
  CHECK(parse_block("any:32").multiple == 32);
}

TEST_CASE("--block says of each axis which sizes are asked for") {
  using warpproof::launch::Axis;
  using Axes = std::array<Axis, 3>;
  CHECK(parse_block("any,any").axes == Axes{Axis::any(), Axis::any(), Axis::one(1)});
  CHECK(parse_block("any:32,any").axes == Axes{Axis::any(32), Axis::any(), Axis::one(1)});
  CHECK(parse_block("32,any:4").axes == Axes{Axis::one(32), Axis::any(4), Axis::one(1)});
  CHECK(parse_block("any,1,any:2").axes == Axes{Axis::any(), Axis::one(1), Axis::any(2)});
  CHECK(parse_block("any,any").any);
  CHECK_FALSE(parse_block("any").axes.has_value());
  for (const char* text : {"any,", ",any", "any,any,any,any", "any:0,1", "any,any:65,any:65", "any:x,2", "64,32,any",
                           "anything,1", "any,1x"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_block(text), OptionError);
  }
}

TEST_CASE("what is wrong with a block is said") {
  const auto message = [](const char* text) -> std::string {
    try {
      parse_block(text);
    } catch (const OptionError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("2048") == "--block 2048: a block has 1 to 1024 threads, at most 64 of them along z, in up to three dimensions");
  CHECK(message("0") == "--block 0: a block has 1 to 1024 threads, at most 64 of them along z, in up to three dimensions");
  CHECK(message("64,32") == "--block 64,32: a block has 1 to 1024 threads, at most 64 of them along z, in up to three dimensions");
  CHECK(message("32x") == "--block '32x': expected a size as in 256 or 16,16, any, any:32, or any:32,any");
}

TEST_CASE("--block refuses what no block is") {
  for (const char* text :
       {"",    "0",   "-1",   "1025",       "33,32", "1,1,65", "1,2,3,4",  "x",     "64 ", " 64",     "64,",
        ",64", "6.5", "0x20", "4294967297", "any:",  "any:0",  "any:1025", "any:x", "ANY", "anything"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_block(text), OptionError);
  }
}

TEST_CASE("--grid takes shapes and any") {
  CHECK(parse_grid("2") == Shape{2, 1, 1});
  CHECK(parse_grid("2147483647,65535,65535") == Shape{0x7fffffff, 65535, 65535});
  CHECK_FALSE(parse_grid("any").has_value());
  for (const char* text : {"", "0", "2147483648", "1,65536", "1,1,65536", "any:2", "1,1,1,1"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_grid(text), OptionError);
  }
}

TEST_CASE("--param takes a name and an integer") {
  using Parameter = std::pair<std::string, std::uint64_t>;
  CHECK(parse_parameter("n=300") == Parameter{"n", 300});
  CHECK(parse_parameter("2=-1") == Parameter{"2", ~std::uint64_t{0}});
  CHECK(parse_parameter("k_param_2=0xFF") == Parameter{"k_param_2", 255});
  CHECK(parse_parameter("n=-9223372036854775808") == Parameter{"n", std::uint64_t{1} << 63});
  CHECK(parse_parameter("n=18446744073709551615") == Parameter{"n", ~std::uint64_t{0}});
  for (const char* text : {"", "n", "=1", "n=", "n=x", "n=1.5", "n=1 ", "n=0x", "n=--1", "n=+1",
                           "n=18446744073709551616", "n=-9223372036854775809"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_parameter(text), OptionError);
  }
}

TEST_CASE("--target takes sm_NN") {
  CHECK(parse_target("sm_80") == 80);
  CHECK(parse_target("sm_90a") == 90);
  CHECK(parse_target("70") == 70);
  for (const char* text : {"", "sm_", "sm_8x", "volta", "sm_20", "sm_1000"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_target(text), OptionError);
  }
}
