#include "checker/cli/options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "spec/targets.h"
#include "src/frontend/compiler_flags.h"
#include "src/frontend/plain_names.h"

namespace warpproof::cli {
namespace {

constexpr std::uint32_t kMaxThreads = 1024;
constexpr std::array<std::uint32_t, 3> kMaxBlock = {1024, 1024, 64};
constexpr std::array<std::uint32_t, 3> kMaxGrid = {0x7fffffff, 65535, 65535};

std::optional<std::uint32_t> parse_size(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

// "X", "X,Y" or "X,Y,Z", each from 1 to its limit.
std::optional<std::array<std::uint32_t, 3>> parse_shape(std::string_view text,
                                                        const std::array<std::uint32_t, 3>& limits) {
  std::array<std::uint32_t, 3> shape = {1, 1, 1};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t comma = text.find(',');
    const std::optional<std::uint32_t> size = parse_size(text.substr(0, comma));
    if (!size || *size > limits[i]) return std::nullopt;
    shape[i] = *size;
    if (comma == std::string_view::npos) return shape;
    text.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

}  // namespace

namespace {

// "any,any", "any:32,any", "32,any:4": an axis each; at least one of them any.
std::optional<std::array<launch::Axis, 3>> parse_axes(std::string_view text) {
  std::array<launch::Axis, 3> axes{launch::Axis::one(1), launch::Axis::one(1), launch::Axis::one(1)};
  bool some_any = false;
  std::uint64_t fixed = 1;  // threads at least
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    const bool any = word == "any" || word.starts_with("any:");
    some_any |= any;
    const auto number = word == "any" ? 1 : parse_size(any ? word.substr(4) : word);
    if (!number || *number > kMaxBlock[i]) return std::nullopt;
    axes[i] = any ? launch::Axis::any(*number) : launch::Axis::one(*number);
    fixed *= *number;
    if (comma == std::string_view::npos) return some_any && fixed <= kMaxThreads ? std::optional(axes) : std::nullopt;
    text.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

}  // namespace

BlockRequest parse_block(const std::string& text) {
  BlockRequest request;
  request.text = text;
  if (text.find(',') != std::string::npos && text.find("any") != std::string::npos) {
    request.any = true;
    request.axes = parse_axes(text);
    if (!request.axes)
      throw OptionError(fmt::format("--block takes any or any:K for each axis (at most {} threads, {} of them in z), "
                                    "as in any:32,any, not '{}'",
                                    kMaxThreads, kMaxBlock[2], text));
    return request;
  }
  if (text == "any" || text.starts_with("any:")) {
    request.any = true;
    if (text == "any") return request;
    const std::optional<std::uint32_t> multiple = parse_size(std::string_view(text).substr(4));
    if (!multiple || *multiple > kMaxThreads) {
      throw OptionError(fmt::format("--block any:K needs K from 1 to {}, not '{}'", kMaxThreads, text));
    }
    request.multiple = *multiple;
    return request;
  }
  const auto shape = parse_shape(text, kMaxBlock);
  const bool is_one_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!shape && is_one_number)
    throw OptionError(fmt::format("--block {}: a block has 1 to {} threads", text, kMaxThreads));
  if (!shape) throw OptionError(fmt::format("--block '{}': expected a size, such as 256, 16,16, any, any:32 or any:32,any", text));
  if (std::uint64_t{(*shape)[0]} * (*shape)[1] * (*shape)[2] > kMaxThreads)
    throw OptionError(fmt::format("--block {}: a block has at most {} threads", text, kMaxThreads));
  request.shape = *shape;
  return request;
}

bool is_coloured(Colour colour, bool is_terminal) {
  if (colour != Colour::Auto) return colour == Colour::Always;
  const char* const no_colour = std::getenv("NO_COLOR");
  return is_terminal && (no_colour == nullptr || *no_colour == '\0');
}

std::vector<std::string> words_of(const CompileOptions& options) {
  using Compiler = CompileOptions::Compiler;
  std::vector<std::string> out;
  const auto add = [&](const char* option, const std::string& value) {
    out.emplace_back(option);
    out.push_back(value);
  };
  if (options.compiler != Compiler::Auto)
    add("--compiler", options.compiler == Compiler::Clang ? "clang" : "nvcc");
  const auto add_all = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(option, value);
  };
  add_all("-I", options.include_dirs);
  add_all("--isystem", options.system_dirs);
  add_all("--include", options.forced_includes);
  add_all("-D", options.defines);
  add_all("--instantiate", options.instances);
  add_all("-X", options.flags);
  if (!options.standard.empty()) add("--std", options.standard);
  if (!options.build_dir.empty()) add("-p", options.build_dir);
  if (!options.cuda_path.empty()) add("--cuda-path", options.cuda_path);
  return out;
}

void complete_reruns(const std::string& file, const std::string& kernel, const CompileOptions& options,
                     std::vector<report::Finding>& findings) {
  std::vector<std::string> first{"warpproof", "run", file, "--kernel", kernel};
  const std::vector<std::string> flags = words_of(options);
  first.insert(first.end(), flags.begin(), flags.end());
  for (report::Finding& f : findings) {
    if (!f.rerun.empty()) f.rerun.insert(f.rerun.begin(), first.begin(), first.end());
  }
}

std::optional<std::array<std::uint32_t, 3>> parse_grid(const std::string& text) {
  if (text == "any") return std::nullopt;
  const auto shape = parse_shape(text, kMaxGrid);
  if (!shape) {
    throw OptionError(fmt::format("--grid takes N, X,Y or X,Y,Z (at most {}, {}, {} blocks) or any, not '{}'",
                                  kMaxGrid[0], kMaxGrid[1], kMaxGrid[2], text));
  }
  return shape;
}

std::array<std::uint32_t, 3> parse_block_index(const std::string& text,
                                               const std::array<std::uint32_t, 3>& grid) {
  std::array<std::uint32_t, 3> out{0, 0, 0};
  std::size_t axis = 0;
  for (std::size_t from = 0; from <= text.size(); ++axis) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const auto value = parse_integer(std::string_view(text).substr(from, comma - from));
    if (axis >= out.size() || !value || *value >= grid[axis])
      throw OptionError(fmt::format("--block-index takes X, X,Y or X,Y,Z of a block of the grid, not '{}'", text));
    out[axis] = static_cast<std::uint32_t>(*value);
    from = comma + 1;
  }
  return out;
}

std::pair<std::string, std::uint64_t> parse_parameter(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw OptionError(fmt::format("--param takes NAME=VALUE, not '{}'", text));
  }
  const auto value = parse_integer(std::string_view(text).substr(equals + 1));
  if (!value) {
    throw OptionError(fmt::format(
        "--param takes an integer of at most 64 bits, decimal or 0x.. (of a float its bits), not '{}'",
        text));
  }
  return {text.substr(0, equals), *value};
}

LaneSet parse_lanes(const std::string& text) {
  if (text == "all") return LaneSet::first(32);
  const auto fail = [&] {
    return OptionError(
        fmt::format("--lanes takes lanes from 0 to 31 such as 0, 0-15,31 or all, not '{}'", text));
  };
  const auto lane = [&](std::string_view part) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty() || error != std::errc() || end != part.data() + part.size() || value < 0 || value > 31)
      throw fail();
    return value;
  };
  LaneSet lanes;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const std::size_t dash = part.find('-');
    const int first = lane(part.substr(0, dash));
    const int last = dash == std::string_view::npos ? first : lane(part.substr(dash + 1));
    if (last < first) throw fail();
    for (int l = first; l <= last; ++l) lanes.bits |= 1ull << l;
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return lanes;
}

std::pair<std::string, std::string> parse_map(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw OptionError(fmt::format("--map takes A=B, a parameter of each function, not '{}'", text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

int parse_target(const std::string& text) {
  const auto target = spec::parse_target(text);
  if (!target) throw OptionError(fmt::format("--target takes sm_NN, from sm_30 on, not '{}'", text));
  return target->sm;
}

void require_compile_options(CompileOptions& compile) {
  const auto none_empty = [](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values)
      if (value.empty()) throw OptionError(fmt::format("{} takes a name, not an empty one", option));
  };
  none_empty("-I", compile.include_dirs);
  none_empty("-isystem", compile.system_dirs);
  none_empty("-include", compile.forced_includes);
  for (const std::string& define : compile.defines)
    if (!is_macro(define))
      throw OptionError(fmt::format("-D takes NAME, NAME=VALUE or NAME(A,B)=VALUE, on one line, not '{}'", define));
  for (const std::string& instance : compile.instances)
    if (!is_instance(instance))
      throw OptionError(fmt::format("--instantiate takes a template with its arguments, f<int, 128>, not '{}'", instance));
  for (const std::string& flag : compile.flags) {
    if (!words_of_flag(flag))
      throw OptionError(fmt::format(
          "-X does not pass '{}' on: it takes flags that choose the language (-fsigned-char, -fno-exceptions, -mavx2, "
          "-UNAME, --expt-relaxed-constexpr, -ftz=true, ..), none that loads code, writes files or optimises; there "
          "are -I, -isystem, -include, -D, -std and --target",
          flag));
  }
  if (compile.standard.empty()) return;
  const auto standard = standard_of(compile.standard);
  if (!standard) throw OptionError(fmt::format("-std takes c++11, 14, 17, 20 or 23, or gnu++.., not '{}'", compile.standard));
  compile.standard = *standard;
}

std::vector<std::string> with_long_names(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const bool is_value = i > 0 && words[i - 1] == "-X";
    const auto is = [&](std::string_view name) { return word == name || word.starts_with(std::string(name) + "="); };
    const bool has_one_dash = !is_value && (is("-std") || is("-isystem") || is("-include"));
    out.push_back(has_one_dash ? "-" + word : word);
  }
  return {out.rbegin(), out.rend()};
}

std::optional<std::uint64_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (negative && value > std::uint64_t{1} << 63) return std::nullopt;
  return negative ? ~value + 1 : value;
}

}  // namespace warpproof::cli
