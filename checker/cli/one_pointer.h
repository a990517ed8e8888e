// Launches that give one pointer more than once: k<<<..>>>(x, x), in members of a structure, or as the address of a
// variable that the kernel knows by its name.
//
// What is checked is the kernel with the first of these places in place of the others: loads and stores through any
// of them are then of one buffer, for proofs, runs and counterexamples alike. Side condition: the places hold the same
// address in every launch that is asked about; who reads the launch sees to it (src/frontend/host_pointers.cpp). Each is
// eight bytes of a parameter. A member's place is one that the kernel reads by itself and by the parameter's name only;
// where it does not, nothing is said of the launch. In a finding whole parameters are named as what they are, so that `rerun`
// gives them the address of the first one's buffer; with members there is no `rerun`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "checker/check.h"
#include "checker/cli/launch_plan.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof::cli {

// Eight bytes of a parameter: its number, and how many bytes into it.
using PointerPart = std::pair<std::uint32_t, std::uint32_t>;

struct OnePointer {
  // By place, the one before it that stands for it; or the variable of the module whose address it has.
  std::map<PointerPart, PointerPart> first;
  std::map<PointerPart, std::uint32_t> variable;
  bool empty() const { return first.empty() && variable.empty(); }
};

// `perhaps`: also those places of which it is not known whether they hold one pointer.
OnePointer one_pointer_of(const Job& job, bool perhaps);

// The check of the job's kernel so.
report::Kernel check_with_one_pointer(const Job& job, const OnePointer& one, CheckOptions options);

// A proof is one of the launch only if it holds, too, where pointers that may be one are.
void look_at_perhaps_one(const Job& job, const CheckOptions& options, report::Kernel& out);

// That pointers into one buffer, k<<<..>>>(x, x + n), are taken not to meet is said where the launch gives such ones:
// how far they are apart is not known.
void tell_one_buffer(const Job& job, const CheckOptions& options, report::Kernel& out);

// The program that is checked; nothing where one of the places is read otherwise than said above.
std::optional<Program> with_one_pointer(Program program, std::uint32_t function, const OnePointer& one);

}  // namespace warpproof::cli
