// What the lowering tests share: a kernel around a statement, and what became of it.
#pragma once

#include <string>
#include <vector>

#include "src/program/lower.h"
#include "src/program/print.h"

namespace warpproof {

inline const std::string kTestHead = ".version 8.5\n.target sm_90\n.address_size 64\n";

// A module with one kernel `k`, registers of every width, a shared, a global and a parameter variable.
inline std::string kernel_text(const std::string& body) {
  return kTestHead +
         ".global .align 4 .u32 g;\n.extern .func (.param .b32 r) callee(.param .b64 a);\n"
         ".visible .entry k(.param .u64 n) {\n"
         ".reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 "
         "%fd<9>;\n"
         ".shared .align 4 .b8 sh[64]; .reg .v4 .f32 %v;\n" +
         body + "\n}\n";
}

// The instructions of the kernel, printed, without the ret at its end.
inline std::vector<std::string> lowered(const std::string& body) {
  const Program program = load_ptx(kernel_text(body), "t.ptx");
  const Function& k = *program.find("k");
  std::vector<std::string> out;
  for (const Instruction& in : k.code) out.push_back(to_string(program, k, in));
  if (!out.empty() && out.back() == "ret") out.pop_back();
  return out;
}

inline std::string error_of(const std::string& text) {
  try {
    load_ptx(text, "t.ptx");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// The message alone, for an error in the kernel's body.
inline std::string error_in(const std::string& body) {
  try {
    load_ptx(kernel_text(body), "t.ptx");
  } catch (const InputError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace warpproof
