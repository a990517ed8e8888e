// A kernel of a few instructions for tests of this folder: %r0 is n, %r1 is 0 at its begin.
#pragma once

#include <string>

#include "src/program/lower.h"

namespace warpproof {

inline Program program_of(const std::string& body) {
  return load_ptx(
      ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n) {\n"
      ".reg .pred %p<4>; .reg .b32 %r<9>;\nld.param.u32 %r0, [n];\nmov.u32 %r1, 0;\n" +
          body + "\nret;\n}\n",
      "t.ptx");
}

}  // namespace warpproof
