// What the front end needs to know of PTX text: debug sections, file names, function definitions. This is no
// parser (src/ptx is): it follows braces, comments and strings only.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof {

// Without `.section` blocks and without the `debug` option of `.target`; .loc and .file stay.
std::string strip_debug_sections(std::string_view ptx);

// With each name in a `.file` line replaced by `rename(name)`.
std::string rename_files(std::string_view ptx, const std::function<std::string(const std::string&)>& rename);

struct PtxFunction {
  std::string name;
  bool entry = false;  // .entry, else .func
  std::string file;    // of the first .loc in its body; empty if it has none
};

// The definitions (not the declarations), in order.
std::vector<PtxFunction> function_definitions(std::string_view ptx);

}  // namespace warpproof
