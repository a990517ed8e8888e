#include "checker/cli/run_hardware.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "checker/cli/options.h"
#include "src/machine/address_map.h"
#include "src/program/print.h"

namespace warpproof::cli {

namespace {

constexpr std::uint32_t kMostWarps = 32;  // of a block of 1024 threads

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    out.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return out;
}

std::uint64_t number(const std::string& text, std::string_view option) {
  const auto value = parse_integer(text);
  if (!value) throw OptionError(fmt::format("{}: '{}' is no number", option, text));
  return *value;
}

std::optional<Special> special_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Special::Other); ++i) {
    if (name_of(static_cast<Special>(i)).substr(1) == name) return static_cast<Special>(i);
  }
  return std::nullopt;
}

// "smid[0]=3"
void add_register(const std::string& text, RunInputs& inputs) {
  const std::size_t equals = text.find('='), open = text.find('[');
  const std::string name = text.substr(0, std::min(open, equals));
  const auto special = special_named(name);
  const bool has_index = open != std::string::npos && open < equals;
  if (equals == std::string::npos || !special || (has_index && text[equals - 1] != ']'))
    throw OptionError(fmt::format("--register takes NAME[INDEX]=VALUE, not '{}'", text));
  const std::uint64_t index =
      has_index ? number(text.substr(open + 1, equals - open - 2), "--register") : std::uint64_t{0};
  inputs.block_specials[{*special, static_cast<std::uint32_t>(index)}] =
      number(text.substr(equals + 1), "--register");
}

void add_groups(const std::string& text, RunInputs& inputs) {
  const auto [warp, list] = parse_numbered(text, "--activemask");
  if (warp >= kMostWarps) throw OptionError(fmt::format("--activemask: a block has no warp {}", warp));
  if (inputs.activemask_groups.size() <= warp) inputs.activemask_groups.resize(warp + 1);
  for (const std::string& groups : split(list)) {
    const std::vector<std::uint8_t> bytes = parse_hex(groups);
    std::array<std::uint8_t, 32> lanes{};
    if (bytes.size() != lanes.size())
      throw OptionError(fmt::format("--activemask takes 32 groups for each, not '{}'", groups));
    std::copy(bytes.begin(), bytes.end(), lanes.begin());
    inputs.activemask_groups[warp].push_back(lanes);
  }
}

}  // namespace

std::vector<std::uint8_t> parse_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) throw OptionError("bytes: takes an even number of hexadecimal digits");
  std::vector<std::uint8_t> out;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    if (error != std::errc() || end != digits.data() + i + 2)
      throw OptionError(fmt::format("'{}' is no hexadecimal byte", digits.substr(i, 2)));
    out.push_back(byte);
  }
  return out;
}

std::pair<std::uint64_t, std::string> parse_numbered(const std::string& text, std::string_view option) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw OptionError(fmt::format("{}: '{}' is not of the form NUMBER=..", option, text));
  return {number(text.substr(0, equals), option), text.substr(equals + 1)};
}

void add_hardware(const HardwareArguments& arguments, RunInputs& inputs) {
  if (arguments.unsized) {
    inputs.only_bounds = inputs.also_alignment_and_division = true;
    for (std::uint64_t& size : *inputs.extents) size = size == 0 ? kUnknownExtent : size;
  }
  for (const std::string& text : arguments.memory) {
    const auto [address, digits] = parse_numbered(text, "--bytes");
    const Location at = classify(address);
    if (at.allocation == kNoAllocation)
      throw OptionError(fmt::format("--bytes: no global or constant memory is at 0x{:x}", address));
    inputs.memory.push_back({at.allocation, at.offset, parse_hex(digits)});
  }
  for (const std::string& text : arguments.registers) add_register(text, inputs);
  for (const std::string& text : arguments.clocks) {
    const auto [thread, list] = parse_numbered(text, "--clock");
    for (const std::string& value : split(list))
      inputs.clocks[static_cast<std::uint32_t>(thread)].push_back(number(value, "--clock"));
  }
  for (const std::string& text : arguments.activemask) add_groups(text, inputs);
}

}  // namespace warpproof::cli
