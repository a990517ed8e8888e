// `--param NAME=VALUE` against the kernels that are checked.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/check.h"
#include "checker/cli/input.h"
#include "checker/launch/bounds.h"
#include "checker/launch/condition.h"

namespace warpproof::cli {

// One kernel to check.
struct Selected {
  const Input* input = nullptr;
  const Candidate* candidate = nullptr;
  const Function& function() const { return input->program.functions[candidate->function]; }
};

// The parameters that `kernel` has, by any of their names: the source's, the position from 0, PTX's. Throws
// InputError for a value that the parameter cannot hold.
std::map<std::string, std::uint64_t> parameters_of(const Selected& kernel,
                                                   const std::map<std::string, std::uint64_t>& parameters);

// "n == 5", of each of them.
std::vector<std::string> given_texts(const std::map<std::string, std::uint64_t>& parameters);

// Throws InputError for a name that no kernel has.
void require_known_parameters(const std::vector<Selected>& kernels,
                              const std::map<std::string, std::uint64_t>& parameters);

// What a member of that name is in conditions; nothing where there is none. `all`: of the kernel's parameters. Side condition:
// the kernel's half of the source has the structure of the host's half, by its size.
std::optional<launch::Quantity> member_quantity(const Selected& kernel, const StructureMembers& all, const std::string& name);

// Its parameters that conditions can be about, by name.
std::map<std::string, launch::Quantity> scalars_of(const Selected& kernel);

// Has a text to be about one of the kernels? Of what is said of more kernels than these, another one may have it.
enum class About { SomeOfThem, Any };

// `--assume` texts as conditions of each kernel, in the order of the kernels. A text that names a parameter
// which a kernel does not have is not about that kernel. Throws InputError, with the column, for a text that
// is no condition, and for one that is about none of the kernels.
std::vector<std::vector<launch::Condition>> conditions_of(const std::vector<Selected>& kernels,
                                                          const std::vector<std::string>& texts,
                                                          About about = About::SomeOfThem);

// `--size` texts as the sizes of buffers of each kernel, in the order of the kernels; likewise. `overlap`:
// pointers may, so that those not declared __restrict__ have no size of their own.
std::vector<launch::Bounds> bounds_of(const std::vector<Selected>& kernels,
                                      const std::vector<std::string>& texts, bool overlap,
                                      About about = About::SomeOfThem);

// Where sizes are given, or `always`, accesses are judged by them; that they are sizes is assumed.
void judge_bounds(const launch::Bounds& bounds, bool always, CheckOptions& options);

}  // namespace warpproof::cli
