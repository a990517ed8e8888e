// Which variable of one module is which of the other's.
//
// Two modules are two builds of what is meant to be the same source, so variables go together by name. A name
// with external linkage is the same in every build. Compilers make up those of static variables, of variables
// in unnamed namespaces and of constants: `_ZN2nsL1yE` is `_ZN29_INTERNAL_9f79da23_4_v_cu_tab2ns1yE` where nvcc
// names it. Of such names the plain part counts, `ns::y`; where that does not tell, what has the same space,
// size, alignment and initial value and is accessed alike, if there is one such variable on either side, and
// the verdict says so. Everything else has no counterpart: the verdict is unknown where it is accessed.
//
// An allocation is known by its number (src/machine/address_map.h), which follows the order of the variables.
// So b's variables are put into the order of their counterparts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

// The name as the source has it, with namespaces, of what compilers mangle or mark as internal; others as
// they are. Itanium C++ ABI 5.1 (mangling), nested and internal names only.
std::string plain_name(const std::string& name);
// Is it a name that a compiler made of something without external linkage?
bool is_internal_name(const std::string& name);

struct PairedModules {
  std::shared_ptr<const Program> program_of_b;  // with its variables in the order of a's
  std::vector<std::string> by_use;              // pairs that no name tells, for people
  // What either kernel uses, and no initialiser tells, has no counterpart. Then runs compare nothing: what one
  // of the modules holds at the start may be what the other is to hold.
  bool any_apart = false;
};
// Is it what stands in b's module for a variable that only a has?
bool is_absent(const Variable& v);
PairedModules pair_module_variables(const Side& a, const Side& b);

}  // namespace warpproof::equivalence
