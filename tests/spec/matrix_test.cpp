// Fragments: what the manual's figures say of single elements, and that each element is held once.
#include "spec/matrix.h"

#include <bit>
#include <catch2/catch.hpp>
#include <set>

#include "spec/matrix_alignment.h"

namespace warpproof::spec {
namespace {

using E = MatrixElement;
using R = MatrixRole;

MatrixPlace place(R role, MatrixShape s, E e, int lane, int i) { return fragment_place(role, s, e, lane, i); }

TEST_CASE("fragments of mma.m16n8k16 with halves are those of the manual") {
  const MatrixShape s{16, 8, 16};
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane % 4;
    for (int i = 0; i < 8; ++i) {
      const bool low = i < 2 || (i >= 4 && i < 6);
      CHECK(place(R::A, s, E::F16, lane, i) ==
            MatrixPlace{low ? group : group + 8, in_group * 2 + (i & 1) + (i < 4 ? 0 : 8)});
    }
    for (int i = 0; i < 4; ++i) {
      CHECK(place(R::B, s, E::F16, lane, i) == MatrixPlace{in_group * 2 + (i & 1) + (i < 2 ? 0 : 8), group});
      CHECK(place(R::C, s, E::F32, lane, i) ==
            MatrixPlace{i < 2 ? group : group + 8, in_group * 2 + (i & 1)});
    }
  }
}

TEST_CASE("fragments of mma.m16n8k32 with bytes, and of mma.m16n8k8 with words, are those of the manual") {
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane >> 2, in_group = lane % 4;
    for (int i = 0; i < 16; ++i) {
      const bool low = i < 4 || (i >= 8 && i < 12);
      CHECK(place(R::A, {16, 8, 32}, E::S8, lane, i) ==
            MatrixPlace{low ? group : group + 8, in_group * 4 + (i & 3) + (i < 8 ? 0 : 16)});
    }
    for (int i = 0; i < 8; ++i)
      CHECK(place(R::B, {16, 8, 32}, E::S8, lane, i) ==
            MatrixPlace{in_group * 4 + (i & 3) + (i < 4 ? 0 : 16), group});
    for (int i = 0; i < 4; ++i)
      CHECK(place(R::A, {16, 8, 8}, E::TF32, lane, i) ==
            MatrixPlace{i % 2 == 0 ? group : group + 8, i < 2 ? in_group : in_group + 4});
    CHECK(place(R::B, {8, 8, 4}, E::F64, lane, 0) == MatrixPlace{in_group, group});
  }
}

template <std::size_t N>
void holds_each_once(const std::array<MatrixProduct, N>& products) {
  for (const MatrixProduct& p : products) {
    for (const auto& [role, e] : {std::pair{R::A, p.a}, std::pair{R::B, p.a}, std::pair{R::C, E::F32}}) {
      INFO(p.shape.m << " " << p.shape.n << " " << p.shape.k << " " << static_cast<int>(p.a));
      std::set<std::pair<int, int>> seen;
      for (int lane = 0; lane < kMatrixLanes; ++lane) {
        for (int i = 0; i < fragment_elements(role, p.shape); ++i) {
          const MatrixPlace at = place(role, p.shape, e, lane, i);
          CHECK((at.row >= 0 && at.row < rows_of(role, p.shape) && at.column >= 0 &&
                 at.column < columns_of(role, p.shape)));
          seen.insert({at.row, at.column});
        }
      }
      CHECK(static_cast<int>(seen.size()) == rows_of(role, p.shape) * columns_of(role, p.shape));
    }
  }
}

TEST_CASE("every element of a matrix is held by one lane, once") {
  holds_each_once(kMatrixProducts);
  holds_each_once(kWmmaProducts);
}

TEST_CASE("ldmatrix hands out fragments of rows, with .trans of columns") {
  for (int lane = 0; lane < 32; ++lane) {
    for (int half = 0; half < 2; ++half) {
      for (const bool transposed : {false, true}) {
        const int row = matrix_row_lane(2, transposed, half, lane) - 16;
        const int column = matrix_row_offset(transposed, half, lane) / 2;
        CHECK(std::pair(transposed ? column : row, transposed ? row : column) ==
              std::pair(lane / 4, lane % 4 * 2 + half));
      }
    }
  }
}

TEST_CASE("matrices of wmma whose lines have no gap keep to the multiples of their strides") {
  for (const MatrixProduct& p : kWmmaProducts) {
    const E results = p.a == E::F64 ? E::F64 : is_integer(p.a) ? E::S32 : p.a == E::F16 ? E::F16 : E::F32;
    for (const auto& [role, e] : {std::pair{R::A, p.a}, std::pair{R::B, p.a}, std::pair{R::C, results}}) {
      INFO(p.shape.m << " " << p.shape.n << " " << p.shape.k << " " << static_cast<int>(e));
      const int multiple = fragment_stride_multiple(role, p.shape, e);
      CHECK(std::has_single_bit(static_cast<unsigned>(multiple)));
      CHECK(std::has_single_bit(static_cast<unsigned>(fragment_address_multiple(role, p.shape, e))));
      // In the one layout that A and B of 4 bits and less have, and in both of the others.
      if (role != R::B || element_bits(e) > 4) CHECK(columns_of(role, p.shape) % multiple == 0);
      if (role == R::B || element_bits(e) > 4) CHECK(rows_of(role, p.shape) % multiple == 0);
    }
  }
}

TEST_CASE("the multiples that the guide and the PTX ISA name") {
  CHECK(fragment_stride_multiple(R::A, {16, 16, 16}, E::F16) == 8);
  CHECK(fragment_stride_multiple(R::C, {16, 16, 16}, E::F32) == 4);
  CHECK(fragment_address_multiple(R::A, {16, 16, 16}, E::F16) == 32);
  CHECK(fragment_address_multiple(R::A, {16, 16, 16}, E::S8) == 8);
}

}  // namespace
}  // namespace warpproof::spec
