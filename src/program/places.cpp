#include "src/program/places.h"

#include <limits>

namespace warpproof::lowering {
namespace {

// Inlining deeper than this is cut: text that names its own place as the caller would grow without end.
constexpr std::size_t kMaxStack = 32;

int clip(std::uint64_t n) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  return static_cast<int>(n < kMax ? n : kMax);
}

}  // namespace

void Places::start_function() {
  current_.clear();
  seen_.clear();
}

// Line 0 stands for code the compiler made; a file that is not declared cannot be named.
void Places::push(Stack& stack, std::uint64_t file, std::uint64_t line, std::uint64_t column) const {
  const auto it = module_.files.find(file);
  if (line != 0 && it != module_.files.end()) stack.push_back({it->second, clip(line), clip(column)});
}

void Places::location(const ptx::Loc& loc) {
  Stack stack;
  push(stack, loc.file, loc.line, loc.column);
  if (loc.is_inlined) {
    const auto caller = seen_.find({loc.call_file, loc.call_line, loc.call_column});
    if (caller == seen_.end())
      push(stack, loc.call_file, loc.call_line, loc.call_column);
    else
      stack.insert(stack.end(), caller->second.begin(), caller->second.end());
    if (stack.size() > kMaxStack) stack.resize(kMaxStack);
  }
  seen_[{loc.file, loc.line, loc.column}] = stack;
  current_ = std::move(stack);
}

std::uint32_t Places::at(std::string_view text) {
  program_.places.push_back({module_.locate(text), current_});
  return static_cast<std::uint32_t>(program_.places.size() - 1);
}

}  // namespace warpproof::lowering
