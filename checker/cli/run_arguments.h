// The values of `warpproof run`: what a kernel's parameters are given, and how buffers are printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/cli/parameters.h"
#include "src/concrete/evaluator.h"

namespace warpproof::cli {

// An element of a buffer: u8 .. u64, s8 .. s64, x8 .. x64 (printed in hexadecimal), f16, bf16, f32, f64.
struct ElementType {
  enum class Kind { Unsigned, Signed, Hex, F16, BF16, F32, F64 };
  Kind kind = Kind::Unsigned;
  int bytes = 4;
};
// Throws OptionError for anything else.
ElementType parse_element_type(std::string_view text);

// The element's bits from text ("-3", "0xff", "1.5", "inf"), or from a value; throws OptionError for what the
// type cannot hold.
std::uint64_t parse_element(ElementType type, const std::string& text);
std::string element_text(ElementType type, std::uint64_t bits);

// "n=300" is {"n", "300"}; "zeros:64" and "file:a=b" have no name.
std::pair<std::optional<std::string>, std::string> split_argument(const std::string& text);

// One parameter's value: the parameter's own bytes, or the contents of the buffer that it points at.
struct ArgumentValue {
  bool is_buffer = false;
  std::vector<std::uint8_t> bytes;
  // cells: the buffer's size, kUnknownExtent for any; what is not among these bytes, by offset, is 0.
  std::optional<std::uint64_t> extent = std::nullopt;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> cells = {};
};
// zeros:BYTES, file:PATH, random:SEED:TYPE:COUNT (integers of all values, floats from -1 to 1),
// iota:TYPE:COUNT, cells:BYTES:OFFSET=HEX,.. (BYTES: or any), bytes:HEX (the parameter's own bytes, of a struct),
// or a scalar for a parameter of this type and size. Throws OptionError or InputError.
ArgumentValue parse_argument(const std::string& text, Type declared, std::uint64_t size);

// "out:u32:8": the first count elements of the buffer (or module variable) of that name.
struct DumpRequest {
  std::string name;
  ElementType type;
  std::uint64_t count = 0;
};
DumpRequest parse_dump(const std::string& text);

// Where the buffers of a launch lie.
struct Buffer {
  std::string name;
  std::uint64_t base = 0, size = 0;
};

// Parameters and memory for a run of `kernel`, from --arg texts in order: those with a name go to that
// parameter, the others to the remaining ones by position. Each parameter needs a value; NAME@THREAD=VALUE is that of
// one thread of a device function. Buffers without a size have all that is accessed in them. Throws InputError.
RunInputs bind_arguments(const Selected& kernel, const std::vector<std::string>& arguments, std::uint32_t threads);

// The buffer of that name: a parameter's by any of its names, or a module variable. Throws InputError.
Buffer find_buffer(const Selected& kernel, const RunInputs& inputs, const std::string& name);

}  // namespace warpproof::cli
