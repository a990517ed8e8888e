#include "checker/launch/shapes.h"

#include <catch2/catch.hpp>
#include <set>

using namespace warpproof::launch;

namespace {

TEST_CASE("shapes of a space are those that the axes and the number of threads allow, each once") {
  for (const ShapeSpace& space : {ShapeSpace{{Axis::any(), Axis::any(), Axis::one(1)}, 64},
                                  ShapeSpace{{Axis::any(), Axis::any(), Axis::any()}, 70},
                                  ShapeSpace{{Axis::any(), Axis::any(), Axis::any()}, 128, 32},
                                  ShapeSpace{{Axis::any(32), Axis::any(), Axis::one(1)}, 1024},
                                  ShapeSpace{{Axis::one(32), Axis::any(4), Axis::one(1)}, 1024},
                                  ShapeSpace{{Axis::one(1), Axis::one(1), Axis::any()}, 1024}}) {
    const auto shapes = shapes_of(space);
    const std::set<BlockShape> listed(shapes.begin(), shapes.end());
    CHECK(listed.size() == shapes.size());
    std::size_t expected = 0;
    for (std::uint32_t z = 1; z <= 64; ++z) {
      for (std::uint32_t y = 1; y * z <= space.largest; ++y) {
        for (std::uint32_t x = 1; x * y * z <= space.largest; ++x) {
          if (!space.contains({x, y, z})) continue;
          ++expected;
          CHECK(listed.contains({x, y, z}));
        }
      }
    }
    CHECK(listed.size() == expected);
  }
}

TEST_CASE("no axis is longer than a launch allows") {
  const ShapeSpace along_z{{Axis::one(1), Axis::one(1), Axis::any()}, 1024};
  CHECK(shapes_of(along_z).size() == 64);
  CHECK_FALSE(along_z.contains({1, 1, 65}));
  CHECK_FALSE(ShapeSpace{}.contains({0, 1, 1}));
}

TEST_CASE("what is launched most comes first") {
  const auto shapes = shapes_of({{Axis::any(), Axis::any(), Axis::one(1)}, 1024});
  CHECK(shapes.front() == BlockShape{32, 8, 1});
  CHECK(shapes.size() > 7000);
}

TEST_CASE("spaces and sets of shapes in words") {
  CHECK(space_text({{Axis::any(), Axis::any(), Axis::one(1)}, 1024}) ==
        "every block of one or two dimensions with up to 1024 threads");
  CHECK(space_text({{Axis::any(), Axis::any(), Axis::any()}, 256}) ==
        "every block of one, two or three dimensions with up to 256 threads");
  CHECK(space_text({{Axis::one(32), Axis::any(4), Axis::one(1)}, 1024}) ==
        "every block X,Y with X == 32, Y % 4 == 0 and up to 1024 threads");
  CHECK(space_text({{Axis::any(), Axis::any(), Axis::one(1)}, 1024, 32}) ==
        "every block of one or two dimensions with up to 1024 threads, if their number is a multiple of 32");
  CHECK(ShapeSpace{}.dimensions() == 1);
  CHECK(shape_text({8, 1, 1}) == "8");
  CHECK(shape_text({8, 1, 2}) == "8,1,2");
  CHECK(list_shapes({}).empty());
  const std::vector<BlockShape> two{{32, 8, 1}, {16, 16, 1}};
  CHECK(list_shapes(two) == "blocks 32,8; 16,16");
  CHECK(list_shapes(std::vector<BlockShape>(14, {1, 2, 1})).ends_with(" and 2 more shapes"));
}

}  // namespace
