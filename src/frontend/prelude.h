// The prelude as text inside the program: the files of prelude/, and stand-ins for headers that have nothing
// to add to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpproof {

struct PreludeFile {
  const char* name;  // without directory, "warp.cuh"
  const char* text;
};

// Generated from prelude/ (see BUILD).
const std::vector<PreludeFile>& prelude_files();

// A header of the toolkit of which the prelude has a part: code that uses more of it needs nvcc.
bool is_part_header(std::string_view name);

// A header whose functions the prelude declares without bodies: kernels that call them need nvcc.
bool is_declared_header(std::string_view name);

// Writes the prelude into `directory` and the stand-ins (cuda_runtime.h, assert.h, ..) into
// `directory`/include. Throws InputError when it cannot write.
void write_prelude(const std::string& directory);
// The file of it that is to be included first.
std::string prelude_in(const std::string& directory);

// Writes warpproof.h (include/ of this project), which users include, into a new `directory`, which is
// returned.
std::string write_own_header(const std::string& directory);

}  // namespace warpproof
