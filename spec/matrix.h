// Matrices that a warp holds together: which lane's register has which element.
//
// Covers ldmatrix, stmatrix, mma.sync and the wmma operations.
// Source   PTX ISA 9.x, 9.7.14 (warp-level matrix instructions): "Matrix Fragments for mma.m..n..k.." of each
// shape; ldmatrix, stmatrix (which threads give the addresses of rows, which receive what).
//
// All of them are .sync.aligned: every thread of the warp executes the same instruction, and none has exited
// (rule warp.divergent). None of them orders memory.
//
// mma     each lane's elements are fixed by the manual, and are what this file says. The products are summed
//         in an order and with a rounding that the manual leaves open (integers excepted).
// wmma    which element a lane holds is left open. A proof takes any; a run takes what this file says, which
//         is what the mma instructions have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpproof::spec {

enum class MatrixElement : std::uint8_t { F16, BF16, TF32, F32, F64, E4M3, E5M2, S8, U8, S4, U4, B1, S32 };

constexpr int element_bits(MatrixElement e) {
  switch (e) {
    case MatrixElement::F16:
    case MatrixElement::BF16:
      return 16;
    case MatrixElement::F64:
      return 64;
    case MatrixElement::E4M3:
    case MatrixElement::E5M2:
    case MatrixElement::S8:
    case MatrixElement::U8:
      return 8;
    case MatrixElement::S4:
    case MatrixElement::U4:
      return 4;
    case MatrixElement::B1:
      return 1;
    default:
      return 32;
  }
}
constexpr bool is_integer(MatrixElement e) { return e >= MatrixElement::S8; }

// D = A * B + C: A has m rows and k columns, B k and n, C and D m and n.
enum class MatrixRole : std::uint8_t { A, B, C };
struct MatrixShape {
  int m = 0, n = 0, k = 0;
  constexpr bool operator==(const MatrixShape&) const = default;
};
constexpr int rows_of(MatrixRole role, MatrixShape s) { return role == MatrixRole::B ? s.k : s.m; }
constexpr int columns_of(MatrixRole role, MatrixShape s) { return role == MatrixRole::A ? s.k : s.n; }

struct MatrixPlace {
  int row = 0, column = 0;
  constexpr bool operator==(const MatrixPlace&) const = default;
};

constexpr int kMatrixLanes = 32;

// Elements that one lane holds, each once, and how many of them fill a register (of 32 bits, of 64 for .f64).
constexpr int fragment_elements(MatrixRole role, MatrixShape s) {
  return rows_of(role, s) * columns_of(role, s) / kMatrixLanes;
}
constexpr int elements_in_register(MatrixElement e) {
  return element_bits(e) >= 32 ? 1 : 32 / element_bits(e);
}

// The place of a lane's i-th element, counted through its registers from the least significant bits. Lanes
// stand in eight groups of four. A group has a row of A, a column of B, a row of C; a lane of it the elements
// that fill a register, side by side along k, or two columns of C. Then come the rows (columns of B) that are
// eight further, then the next columns (rows of B).
constexpr MatrixPlace fragment_place(MatrixRole role, MatrixShape s, MatrixElement e, int lane, int i) {
  const int group = lane / 4, in_group = lane % 4;
  const int width = role == MatrixRole::C ? 2 : elements_in_register(e);
  const int part = i / width, beside = in_group * width + i % width;
  if (role == MatrixRole::B) {
    const int parts = s.k / (4 * width);
    return {beside + 4 * width * (part % parts), group + 8 * (part / parts)};
  }
  const int parts = s.m / 8;
  return {group + 8 * (part % parts), beside + 4 * width * (part / parts)};
}

// ldmatrix, stmatrix .m8n8.b16: lane 8 * i + r gives the address of row r of the i-th matrix, 16 bytes at a
// multiple of 16. A lane has two elements of each matrix in one register: of a row side by side, with .trans
// of a column one below the other. So its `half`th one (0, 1) is in the row that this lane gave ..
constexpr int matrix_row_lane(int matrix, bool transposed, int half, int lane) {
  return 8 * matrix + (transposed ? 2 * (lane % 4) + half : lane / 4);
}
// .. that many bytes after its begin.
constexpr int matrix_row_offset(bool transposed, int half, int lane) {
  return transposed ? 2 * (lane / 4) : 4 * (lane % 4) + 2 * half;
}
constexpr int kMatrixRowBytes = 16;

// Shapes and elements of mma.sync that have a meaning here, and the lowest sm_NN that has them.
struct MatrixProduct {
  MatrixShape shape;
  MatrixElement a;
  int sm;
};
inline constexpr std::array<MatrixProduct, 23> kMatrixProducts = {{
    {{16, 8, 8}, MatrixElement::F16, 75},   {{16, 8, 16}, MatrixElement::F16, 80},
    {{16, 8, 8}, MatrixElement::BF16, 80},  {{16, 8, 16}, MatrixElement::BF16, 80},
    {{16, 8, 4}, MatrixElement::TF32, 80},  {{16, 8, 8}, MatrixElement::TF32, 80},
    {{8, 8, 4}, MatrixElement::F64, 80},    {{16, 8, 4}, MatrixElement::F64, 90},
    {{16, 8, 8}, MatrixElement::F64, 90},   {{16, 8, 16}, MatrixElement::F64, 90},
    {{8, 8, 16}, MatrixElement::S8, 75},    {{16, 8, 16}, MatrixElement::S8, 80},
    {{16, 8, 32}, MatrixElement::S8, 80},   {{8, 8, 32}, MatrixElement::S4, 75},
    {{16, 8, 32}, MatrixElement::S4, 80},   {{16, 8, 64}, MatrixElement::S4, 80},
    {{8, 8, 128}, MatrixElement::B1, 75},   {{16, 8, 128}, MatrixElement::B1, 80},
    {{16, 8, 256}, MatrixElement::B1, 80},  {{16, 8, 16}, MatrixElement::E4M3, 89},
    {{16, 8, 32}, MatrixElement::E4M3, 89}, {{16, 8, 16}, MatrixElement::E5M2, 89},
    {{16, 8, 32}, MatrixElement::E5M2, 89},
}};

// Of wmma: three shapes of 256 results for 8 and 16 bits, one for each other element.
inline constexpr std::array<MatrixProduct, 13> kWmmaProducts = {{
    {{16, 16, 16}, MatrixElement::F16, 70},
    {{32, 8, 16}, MatrixElement::F16, 70},
    {{8, 32, 16}, MatrixElement::F16, 70},
    {{16, 16, 16}, MatrixElement::BF16, 80},
    {{32, 8, 16}, MatrixElement::BF16, 80},
    {{8, 32, 16}, MatrixElement::BF16, 80},
    {{16, 16, 16}, MatrixElement::S8, 72},
    {{32, 8, 16}, MatrixElement::S8, 72},
    {{8, 32, 16}, MatrixElement::S8, 72},
    {{16, 16, 8}, MatrixElement::TF32, 80},
    {{8, 8, 4}, MatrixElement::F64, 80},
    {{8, 8, 32}, MatrixElement::S4, 75},
    {{8, 8, 128}, MatrixElement::B1, 75},
}};

// Signed and unsigned integers of one width come in the same shapes, and may be mixed.
constexpr MatrixElement product_family(MatrixElement e) {
  return e == MatrixElement::U8 ? MatrixElement::S8 : e == MatrixElement::U4 ? MatrixElement::S4 : e;
}
template <std::size_t N>
constexpr int minimum_target(const std::array<MatrixProduct, N>& products, MatrixShape shape,
                             MatrixElement a) {
  for (const MatrixProduct& p : products) {
    if (p.shape == shape && p.a == product_family(a)) return p.sm;
  }
  return 0;  // there is none
}

}  // namespace warpproof::spec
