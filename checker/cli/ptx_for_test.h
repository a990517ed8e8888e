// A small kernel in PTX, for tests of the built command that need no compiler.
#pragma once

#include <string>

namespace warpproof::cli {

inline const std::string kHead = ".version 7.0\n.target sm_80\n.address_size 64\n";

// Every lane reads the next one: safe where all lanes of the warp exist.
inline std::string rotate(const std::string& name, const std::string& mask) {
  return ".visible .entry " + name + "(.param .u64 " + name + "_param_0, .param .u32 " + name +
         "_param_1)\n"
         "{\n"
         "  .reg .b32 %r<6>;\n"
         "  .reg .b64 %rd<4>;\n"
         "  ld.param.u64 %rd1, [" +
         name +
         "_param_0];\n"
         "  mov.u32 %r1, %laneid;\n"
         "  shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, " +
         mask +
         ";\n"
         "  cvta.to.global.u64 %rd2, %rd1;\n"
         "  mul.wide.u32 %rd3, %r1, 4;\n"
         "  add.s64 %rd2, %rd2, %rd3;\n"
         "  st.global.u32 [%rd2], %r2;\n"
         "  ret;\n"
         "}\n";
}

}  // namespace warpproof::cli
