#include "src/base/lane_set.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

TEST_CASE("lanes are printed as ranges") {
  CHECK(LaneSet{0}.str() == "none");
  CHECK(LaneSet{1}.str() == "0");
  CHECK(LaneSet{0x8000ffff}.str() == "0-15,31");
  CHECK(LaneSet{~0ull}.str() == "0-63");
  CHECK(LaneSet::first(32).bits == 0xffffffff);
  CHECK(LaneSet::first(64).bits == ~0ull);
}

TEST_CASE("threads are printed by warp, equal warps together") {
  CHECK(ThreadSet().str() == "none");
  CHECK(ThreadSet(0, LaneSet{8}).str() == "lane 3");
  CHECK(ThreadSet(0, LaneSet{0xfff0}).str() == "lanes 4-15");
  CHECK(ThreadSet(0, LaneSet{0xfff0}).str(true) == "warp 0 lanes 4-15");
  CHECK(ThreadSet(2, LaneSet{0xff}).str() == "warp 2 lanes 0-7");
  ThreadSet threads(0, LaneSet{0xffff0000});
  threads.add(1, LaneSet{0xffff0000});
  threads.add(4, 0);
  CHECK(threads.str() == "warps 0-1 lanes 16-31; warp 4 lane 0");
  CHECK(threads.size() == 33);
  CHECK(threads.contains(4, 0));
  CHECK_FALSE(threads.contains(3, 0));
}

TEST_CASE("sets compare by their threads, whatever was added and left empty") {
  ThreadSet a(0, LaneSet{1}), b(0, LaneSet{1});
  b.add(7, LaneSet{0});
  CHECK(a == b);
  b.merge(ThreadSet(1, LaneSet{2}));
  CHECK_FALSE(a == b);
}

}  // namespace
}  // namespace warpproof
