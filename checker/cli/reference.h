// `warpproof equiv A --spec WHAT`: a specification as the other side of a comparison.
//
// WHAT is the name of one that is built in, or FILE:FUNCTION, a plain C++ function (no CUDA attributes) in
// one of the forms
//   T f(const T* in, int n)          the result of all n inputs
//   T f(const T* in, int n, int i)   the result of thread i
// The n inputs are those of a warp for a device function (its first parameter in each lane), and those of a
// block for a kernel: in[blockIdx.x * blockDim.x + i], where `in` is its first pointer to const (else its
// first pointer). A kernel's results go through its other pointer: to out[blockIdx.x] where there is one for
// all inputs, else to the position of the input. An integer parameter of a kernel is the number of elements
// in the whole array; those past its end are left out. What is read up to 32 elements before or after the inputs
// is undefined.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "checker/equivalence/equivalence.h"

namespace warpproof::cli {

struct Specification {
  Input input;
  equivalence::Side side;  // points into `input`
};

// The names of those that are built in.
std::vector<std::string> specification_names();

// The CUDA source of the function to compare `a` with. `type` is the type of elements; empty: as in a's
// signature, which its mangled name gives. Throws InputError where WHAT is unknown, or a has not the
// parameters that it needs.
std::string specification_source(const equivalence::Side& a, const std::string& what,
                                 const std::string& type);

// Compiles it for blocks of `inputs` threads (kernels) or warps of 32 lanes.
std::unique_ptr<Specification> make_specification(const equivalence::Side& a, const std::string& what,
                                                  const std::string& type, std::uint32_t inputs,
                                                  const CompileOptions& compile);

// One for each size of block that is asked for.
class Specifications {
 public:
  Specifications(const equivalence::Side& a, std::string what, std::string type, CompileOptions compile)
      : a_(a), what_(std::move(what)), type_(std::move(type)), compile_(std::move(compile)) {}
  const Specification& of(std::uint32_t inputs);

 private:
  const equivalence::Side& a_;
  const std::string what_, type_;
  const CompileOptions compile_;
  std::map<std::uint32_t, std::unique_ptr<Specification>> made_;
};

}  // namespace warpproof::cli
