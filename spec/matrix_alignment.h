// Where matrices of wmma.load and wmma.store may lie in memory (rule memory.misaligned).
//
// Source   CUDA C++ Programming Guide 13.0, warp matrix functions, load_matrix_sync: mptr "must be
//          a 256-bit aligned pointer"; ldm "must be a multiple of 8 for __half element type or multiple of 4
//          for float". Of other elements the guide names no ldm.
//          PTX ISA 9.x, 9.7.14, Matrix Storage for WMMA: each row or column begins at a multiple of the size
//          of a lane's fragment.
//
// The two disagree. For elements of 16 bits and more this file has the guide's words. Tiles of smaller
// elements that lie side by side begin 16 bytes apart: PTX allows that, the guide taken by its word does not.
// There PTX's rule is judged, and that no more is needed is an assumption to list.
#pragma once

#include "spec/matrix.h"

namespace warpproof::spec {

// What the guide has for every matrix.
constexpr int kFragmentAddressBytes = 32;

// The address is a multiple of so many bytes. A power of two.
constexpr int fragment_address_multiple(MatrixRole role, MatrixShape s, MatrixElement e) {
  const int part = fragment_elements(role, s) * element_bits(e) / 8;
  return element_bits(e) >= 16 || part > kFragmentAddressBytes ? kFragmentAddressBytes : part;
}

// The stride is a multiple of so many elements: 16 bytes of reals of 16 and 32 bits. Lines of other elements
// begin at multiples of a lane's part of the matrix, as far as 16 bytes. A power of two. Lines without a gap
// keep to it in every shape.
constexpr int fragment_stride_multiple(MatrixRole role, MatrixShape s, MatrixElement e) {
  const int bits = element_bits(e), part = fragment_elements(role, s) * bits;
  const bool is_named = !is_integer(e) && (bits == 16 || bits == 32);
  return (is_named || part > 128 ? 128 : part) / bits;
}

}  // namespace warpproof::spec
