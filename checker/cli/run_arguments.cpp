#include "checker/cli/run_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

#include "checker/cli/options.h"
#include "checker/cli/run_hardware.h"
#include "src/machine/address_map.h"
#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::cli {
namespace {

constexpr std::uint64_t kMostThreads = 1024;  // of a block
constexpr std::uint64_t kMaxBuffer = std::uint64_t{1} << 32;  // bytes; a typing error should not fill memory

using Kind = ElementType::Kind;

std::uint64_t convert(FloatFormat from, FloatFormat to, std::uint64_t bits) {
  FloatOp op;
  op.code = FloatCode::Cvt;
  op.operand = from;
  op.result = to;
  const std::array<std::uint64_t, 1> in{bits};
  return float_eval(op.pack(), in);
}

FloatFormat format_of(Kind kind) {
  switch (kind) {
    case Kind::F16:
      return FloatFormat::F16;
    case Kind::BF16:
      return FloatFormat::BF16;
    case Kind::F32:
      return FloatFormat::F32;
    default:
      return FloatFormat::F64;
  }
}

bool is_float(Kind kind) { return kind >= Kind::F16; }

std::uint64_t float_bits(ElementType type, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return type.kind == Kind::F64 ? bits : convert(FloatFormat::F64, format_of(type.kind), bits);
}

std::optional<double> parse_double(std::string text) {
  if (text.ends_with('f') && !text.ends_with("inf")) text.pop_back();
  if (text.empty() || text.find_first_of(" \t\n") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t parse_count(const std::string& text, const std::string& whole) {
  const auto value = parse_integer(text);
  if (!value || text.starts_with('-'))
    throw OptionError(fmt::format("'{}' in '{}' is no count", text, whole));
  return *value;
}

std::vector<std::string> split(const std::string& text, std::size_t most) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (parts.size() + 1 < most) {
    const std::size_t colon = text.find(':', from);
    if (colon == std::string::npos) break;
    parts.push_back(text.substr(from, colon - from));
    from = colon + 1;
  }
  parts.push_back(text.substr(from));
  return parts;
}

void put(std::vector<std::uint8_t>& out, std::uint64_t bits, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
}

std::uint64_t buffer_bytes(std::uint64_t count, int element, const std::string& whole) {
  if (count > kMaxBuffer / static_cast<std::uint64_t>(element))
    throw OptionError(fmt::format("'{}' is larger than {} GB", whole, kMaxBuffer >> 30));
  return count * static_cast<std::uint64_t>(element);
}

ArgumentValue random_buffer(const std::vector<std::string>& parts, const std::string& whole) {
  const ElementType type = parse_element_type(parts[2]);
  const std::uint64_t count = parse_count(parts[3], whole);
  ArgumentValue out{true, {}};
  out.bytes.reserve(buffer_bytes(count, type.bytes, whole));
  std::mt19937_64 random(parse_count(parts[1], whole));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t draw = random();
    const double unit = static_cast<double>(draw >> 11) * 0x1p-52 - 1.0;
    put(out.bytes, is_float(type.kind) ? float_bits(type, unit) : draw, type.bytes);
  }
  return out;
}

ArgumentValue iota_buffer(const std::vector<std::string>& parts, const std::string& whole) {
  const ElementType type = parse_element_type(parts[1]);
  const std::uint64_t count = parse_count(parts[2], whole);
  ArgumentValue out{true, {}};
  out.bytes.reserve(buffer_bytes(count, type.bytes, whole));
  for (std::uint64_t i = 0; i < count; ++i)
    put(out.bytes, is_float(type.kind) ? float_bits(type, static_cast<double>(i)) : i, type.bytes);
  return out;
}

// "cells:any:0=0a0b,64=01"
ArgumentValue cells(const std::vector<std::string>& parts, const std::string& whole) {
  ArgumentValue out{true, {}};
  out.extent = parts[1] == "any" ? kUnknownExtent : parse_count(parts[1], whole);
  const std::string& list = parts[2];
  for (std::size_t from = 0; from < list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    const auto [offset, digits] = parse_numbered(list.substr(from, comma - from), "cells");
    out.cells.emplace_back(offset, parse_hex(digits));
    from = comma + 1;
  }
  return out;
}

ArgumentValue scalar(const std::string& text, Type declared, std::uint64_t size) {
  if (size != 1 && size != 2 && size != 4 && size != 8)
    throw OptionError(fmt::format("a parameter of {} bytes takes bytes:HEX, not '{}'", size, text));
  const bool integer = parse_integer(text).has_value();
  ElementType type{Kind::Signed, static_cast<int>(size)};
  if (warpproof::is_float(declared) || !integer) {
    type.kind = declared == Type::BF16 ? Kind::BF16
                : size == 8            ? Kind::F64
                : size == 2            ? Kind::F16
                                       : Kind::F32;
    if (size == 1) throw OptionError(fmt::format("'{}' is no integer of 8 bits", text));
  }
  ArgumentValue out;
  put(out.bytes, parse_element(type, text), type.bytes);
  return out;
}

std::string parameter_name(const Selected& kernel, std::size_t i) {
  const auto& names = kernel.candidate->parameter_names;
  if (i < names.size() && !names[i].empty()) return names[i];
  return kernel.input->program.variables[kernel.function().parameters[i]].name;
}

std::optional<std::size_t> parameter_index(const Selected& kernel, const std::string& name) {
  const auto& parameters = kernel.function().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool same = name == parameter_name(kernel, i) || name == std::to_string(i) ||
                      name == kernel.input->program.variables[parameters[i]].name;
    if (same) return i;
  }
  return std::nullopt;
}

std::string parameter_list(const Selected& kernel) {
  std::string text;
  for (std::size_t i = 0; i < kernel.function().parameters.size(); ++i) {
    const Variable& v = kernel.input->program.variables[kernel.function().parameters[i]];
    text += fmt::format("{}{} ({} bytes)", i == 0 ? "" : ", ", parameter_name(kernel, i), v.size);
  }
  return text.empty() ? "none" : text;
}

[[noreturn]] void fail(const Selected& kernel, const std::string& message) {
  throw InputError({kernel.input->file, 0, 0}, message);
}

}  // namespace

ElementType parse_element_type(std::string_view text) {
  if (text == "f16") return {Kind::F16, 2};
  if (text == "bf16") return {Kind::BF16, 2};
  if (text == "f32") return {Kind::F32, 4};
  if (text == "f64") return {Kind::F64, 8};
  for (const int bits : {8, 16, 32, 64}) {
    if (text.size() < 2 || text.substr(1) != std::to_string(bits)) continue;
    if (text[0] == 'u') return {Kind::Unsigned, bits / 8};
    if (text[0] == 's') return {Kind::Signed, bits / 8};
    if (text[0] == 'x' || text[0] == 'b') return {Kind::Hex, bits / 8};
  }
  throw OptionError(fmt::format(
      "'{}' is no element type; there are u8 to u64, s8 to s64, x8 to x64, f16, bf16, f32, f64", text));
}

std::uint64_t parse_element(ElementType type, const std::string& text) {
  const auto integer = parse_integer(text);
  if (is_float(type.kind)) {
    if (integer && (text.starts_with("0x") || text.starts_with("0X"))) return *integer;
    const auto value = parse_double(text);
    if (!value) throw OptionError(fmt::format("'{}' is no number", text));
    return float_bits(type, *value);
  }
  if (!integer) throw OptionError(fmt::format("'{}' is no integer", text));
  const int bits = 8 * type.bytes;
  const bool fits =
      bits == 64 || *integer >> bits == 0 || *integer >> (bits - 1) == ~std::uint64_t{0} >> (bits - 1);
  if (!fits) throw OptionError(fmt::format("'{}' does not fit into {} bits", text, bits));
  return bits == 64 ? *integer : *integer & ((std::uint64_t{1} << bits) - 1);
}

std::string element_text(ElementType type, std::uint64_t bits) {
  switch (type.kind) {
    case Kind::Unsigned:
      return fmt::format("{}", bits);
    case Kind::Signed: {
      const int shift = 64 - 8 * type.bytes;
      return fmt::format("{}", static_cast<std::int64_t>(bits << shift) >> shift);
    }
    case Kind::Hex:
      return fmt::format("0x{:0{}x}", bits, 2 * type.bytes);
    case Kind::F64:
      return fmt::format("{}", std::bit_cast<double>(bits));
    default:
      break;
  }
  const std::uint64_t single =
      type.kind == Kind::F32 ? bits : convert(format_of(type.kind), FloatFormat::F32, bits);
  return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(single)));
}

std::pair<std::optional<std::string>, std::string> split_argument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || text.find(':') < equals) return {std::nullopt, text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

ArgumentValue parse_argument(const std::string& text, Type declared, std::uint64_t size) {
  const std::string kind = text.substr(0, text.find(':'));
  const auto parts_of = [&](std::size_t count, const char* form) {
    std::vector<std::string> parts = split(text, count);
    if (parts.size() != count) throw OptionError(fmt::format("'{}' is not of the form {}", text, form));
    return parts;
  };
  if (kind == text) return scalar(text, declared, size);
  if (kind == "zeros") {
    const std::uint64_t bytes = parse_count(parts_of(2, "zeros:BYTES")[1], text);
    return {true, std::vector<std::uint8_t>(buffer_bytes(bytes, 1, text), 0)};
  }
  if (kind == "random") return random_buffer(parts_of(4, "random:SEED:TYPE:COUNT"), text);
  if (kind == "iota") return iota_buffer(parts_of(3, "iota:TYPE:COUNT"), text);
  if (kind == "bytes") return {false, parse_hex(parts_of(2, "bytes:HEX")[1])};
  if (kind == "cells") return cells(parts_of(3, "cells:BYTES:OFFSET=HEX,.."), text);
  if (kind == "file") {
    const std::string contents = read_file(text.substr(5));
    return {true, std::vector<std::uint8_t>(contents.begin(), contents.end())};
  }
  throw OptionError(
      fmt::format("'{}' is no value; there are numbers, zeros:BYTES, file:PATH, "
                  "random:SEED:TYPE:COUNT, iota:TYPE:COUNT, cells:BYTES:OFFSET=HEX,.. and bytes:HEX",
                  text));
}

DumpRequest parse_dump(const std::string& text) {
  const std::size_t last = text.rfind(':'),
                    middle = last == std::string::npos || last == 0 ? last : text.rfind(':', last - 1);
  if (last == std::string::npos || middle == std::string::npos || middle == 0)
    throw OptionError(fmt::format("--dump takes NAME:TYPE:COUNT, not '{}'", text));
  return {text.substr(0, middle),
          parse_element_type(std::string_view(text).substr(middle + 1, last - middle - 1)),
          parse_count(text.substr(last + 1), text)};
}

namespace {

// What is given: of all threads, and of single ones of a device function.
struct Given {
  std::vector<std::optional<std::string>> values;
  std::vector<std::map<std::uint32_t, std::string>> of_threads;  // by parameter
};

// "v@7" is what thread 7 gets for v.
std::pair<std::string, std::optional<std::uint32_t>> split_thread(const Selected& kernel, const std::string& name) {
  const std::size_t at = name.find('@');
  if (at == std::string::npos || kernel.function().is_entry) return {name, std::nullopt};
  const std::uint64_t thread = parse_count(name.substr(at + 1), name);
  return {name.substr(0, at), static_cast<std::uint32_t>(std::min<std::uint64_t>(thread, kMostThreads))};
}

Given given_arguments(const Selected& kernel, const std::vector<std::string>& arguments) {
  const std::size_t count = kernel.function().parameters.size();
  Given out{std::vector<std::optional<std::string>>(count),
            std::vector<std::map<std::uint32_t, std::string>>(count)};
  std::vector<std::string> by_position;
  for (const std::string& argument : arguments) {
    const auto [name, value] = split_argument(argument);
    if (!name) {
      by_position.push_back(value);
      continue;
    }
    const auto [of, thread] = split_thread(kernel, *name);
    const auto index = parameter_index(kernel, of);
    if (!index)
      fail(kernel, fmt::format("no parameter '{}'; {} has {}", of, kernel.candidate->name, parameter_list(kernel)));
    const bool fresh = thread ? out.of_threads[*index].emplace(*thread, value).second : !out.values[*index];
    if (!fresh) fail(kernel, fmt::format("parameter {} is given two values", *name));
    if (!thread) out.values[*index] = value;
  }
  std::size_t next = 0;
  for (const std::string& value : by_position) {
    while (next < count && out.values[next]) ++next;
    if (next == count)
      fail(kernel, fmt::format("more values than parameters: {} has {}", kernel.candidate->name,
                               parameter_list(kernel)));
    out.values[next] = value;
  }
  return out;
}

// The parameter's own bytes; a buffer is put into the memory of the inputs.
std::vector<std::uint8_t> bind_one(const Selected& kernel, std::uint32_t i, const std::string& text,
                                   RunInputs& inputs) {
  const Variable& variable = kernel.input->program.variables[kernel.function().parameters[i]];
  ArgumentValue value;
  try {
    value = parse_argument(text, variable.element, variable.size);
  } catch (const OptionError& error) {
    fail(kernel, fmt::format("parameter {}: {}", parameter_name(kernel, i), error.what()));
  }
  if (value.is_buffer) {
    if (variable.size != 8)
      fail(kernel, fmt::format("parameter {} has {} bytes and is no pointer", parameter_name(kernel, i),
                               variable.size));
    (*inputs.extents)[i] = value.extent.value_or(value.bytes.size());
    for (auto& [offset, bytes] : value.cells) inputs.memory.push_back({i, offset, std::move(bytes)});
    if (!value.extent) inputs.memory.push_back({i, 0, std::move(value.bytes)});
    inputs.only_bounds = inputs.only_bounds || value.extent == kUnknownExtent;
    value.bytes.clear();
    put(value.bytes, allocation_base(i), 8);
  }
  if (value.bytes.size() != variable.size)
    fail(kernel, fmt::format("parameter {} has {} bytes, not {}", parameter_name(kernel, i), variable.size,
                             value.bytes.size()));
  return std::move(value.bytes);
}

}  // namespace

RunInputs bind_arguments(const Selected& kernel, const std::vector<std::string>& arguments,
                         std::uint32_t threads) {
  const Given given = given_arguments(kernel, arguments);
  RunInputs inputs;
  inputs.extents.emplace(given.values.size(), 0);
  for (std::uint32_t i = 0; i < given.values.size(); ++i) {
    if (!given.values[i])
      fail(kernel, fmt::format("parameter {} has no value (--arg); {} has {}", parameter_name(kernel, i),
                               kernel.candidate->name, parameter_list(kernel)));
    inputs.params.push_back(bind_one(kernel, i, *given.values[i], inputs));
  }
  inputs.also_alignment_and_division = inputs.only_bounds;
  if (kernel.function().is_entry) return inputs;
  inputs.per_lane_params.assign(threads, inputs.params);
  for (std::uint32_t i = 0; i < given.values.size(); ++i) {
    for (const auto& [thread, text] : given.of_threads[i]) {
      if (thread >= threads)
        fail(kernel, fmt::format("parameter {}: there are {} threads", parameter_name(kernel, i), threads));
      inputs.per_lane_params[thread][i] = bind_one(kernel, i, text, inputs);
    }
  }
  return inputs;
}

Buffer find_buffer(const Selected& kernel, const RunInputs& inputs, const std::string& name) {
  if (const auto index = parameter_index(kernel, name)) {
    const std::uint64_t size = (*inputs.extents)[*index];
    if (size == 0) fail(kernel, fmt::format("parameter {} points at no buffer", name));
    return {name, allocation_base(static_cast<std::uint32_t>(*index)), size};
  }
  const Program& program = kernel.input->program;
  const Layout where = layout(program, kernel.candidate->function);
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (program.variables[v].name == name && where.allocation[v] != kNoAllocation)
      return {name, where.address[v], program.variables[v].size};
  }
  fail(kernel,
       fmt::format("no buffer '{}'; {} has {}", name, kernel.candidate->name, parameter_list(kernel)));
}

}  // namespace warpproof::cli
