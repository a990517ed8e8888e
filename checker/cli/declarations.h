// What a CUDA source declares, as the compiler's tree has it: names, types and `__restrict__` of parameters, members of structures.
//
// load_input() takes names from the text, which is enough to name inputs in a report. A text may also hold branches that are not
// compiled and functions of the same name, so what a verdict rests on (conditions, --param, --size, `__restrict__`, the types of
// extern "C" kernels) has to be the compiler's.
#pragma once

#include "checker/cli/input.h"

namespace warpproof::cli {

// Does a verdict rest on types that its symbols do not have, on how classes lie, or on clusters?
bool needs_declarations(const Input& input);

// Of the functions of a source; none where its host half cannot be read.
DeclaredFunctions declarations_of(const std::string& file, const CompileOptions& compile);

// Puts them into the input. Of a function that is not among them the names stay those of the text, marked as such, types are
// what its symbol has, and no pointer is `__restrict__`.
void declare(Input& input, DeclaredFunctions declared);

// Null where it is not known, or does not fit the program's function.
const DeclaredFunction* declaration_of(const Input& input, const Candidate& kernel);

// The names and types of one function of an input that has been declared. Gives back which parameters are `__restrict__`.
std::vector<bool> name_parameters(const Input& input, Candidate& kernel);

// Where there is no plan of launches that has read them: if the verdict `rests_on_names`, or on types.
void read_declarations(Input& input, const CompileOptions& compile, bool rests_on_names);

}  // namespace warpproof::cli
