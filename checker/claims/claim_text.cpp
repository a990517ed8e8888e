#include "checker/claims/claim_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "src/base/text.h"

namespace warpproof::claims {

namespace {

using Kind = CellClaim::Kind;

constexpr std::size_t kMostOfATable = 8;

const char* in_all(Sharing sharing) {
  return sharing == Sharing::Block ? "in all threads of the block" : "in all lanes of a warp";
}

// The number with its sign, of that width.
std::string signed_text(std::uint64_t value, int width) {
  if (width >= 64) return fmt::format("{}", static_cast<std::int64_t>(value));
  const std::uint64_t top = 1ull << (width - 1);
  value &= (top << 1) - 1;
  return fmt::format("{}", static_cast<std::int64_t>(value ^ top) - static_cast<std::int64_t>(top));
}

std::string shared_text(const CellClaim& c, const char* what) {
  return c.sharing == Sharing::Lane ? "" : fmt::format("{} {}", what, in_all(c.sharing));
}

std::string moved_text(const CellClaim& c, const std::string& name) {
  const std::string by = signed_text(c.step, c.width);
  if (c.kind == Kind::Count) {
    if (by.starts_with("-")) return fmt::format("{} falls by {} in each iteration", name, by.substr(1));
    return fmt::format("{} grows by {} in each iteration", name, by);
  }
  if (c.step == 1)
    return name + " changes by whole numbers in each iteration" + shared_text(c, ", by the same amount");
  return fmt::format("{} changes by multiples of {} in each iteration", name, c.step) +
         shared_text(c, ", by the same amount");
}

std::string form_text(const CellClaim& c, const std::string& name) {
  switch (c.kind) {
    case Kind::Same:
      return name + " stays what it was before the loop";
    case Kind::Count:
    case Kind::Step:
      return moved_text(c, name) + (c.rises ? ", and does not wrap around" : "");
    case Kind::Cycle: {
      std::string numbers;
      for (std::size_t i = 0; i < std::min(c.table.size(), kMostOfATable); ++i)
        numbers += (i == 0 ? "" : ", ") + signed_text(c.table[i], c.width);
      return fmt::format("{} runs through {}{}, again and again", name, numbers,
                         c.table.size() > kMostOfATable ? ", .." : "");
    }
    case Kind::Stride:
      return fmt::format("{} grows by one amount in all iterations{}, the same {}", name,
                         c.passes_block ? ", no less than there are threads in the block" : "",
                         in_all(c.moved_alike == Sharing::Lane ? Sharing::Block : c.moved_alike));
    case Kind::AtMost:
      return name + " never exceeds what it was before the loop" + shared_text(c, ", and is the same");
    case Kind::Shift:
      return fmt::format("{} changes by the same amount {}", name, in_all(c.sharing));
    case Kind::Subset:
      return fmt::format("{} only loses bits, the same {}", name, in_all(c.sharing));
    case Kind::LoopMask:
      return name + " has a bit for each lane of the warp that is in the iteration, and no other";
    case Kind::Any:
      break;
  }
  return name + " may be anything";
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The name that ends in front of `end`, blanks aside; nothing for a member, an element and the like.
std::optional<std::string> name_before(const std::string& line, std::size_t end) {
  while (end > 0 && is_blank(line[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word_character(line[begin - 1])) --begin;
  if (begin == end || std::isdigit(static_cast<unsigned char>(line[begin])) != 0) return std::nullopt;
  std::size_t before = begin;
  while (before > 0 && is_blank(line[before - 1])) --before;
  if (before > 0 && (line[before - 1] == '.' || line[before - 1] == '>' || line[before - 1] == ']' ||
                     line[before - 1] == '"'))
    return std::nullopt;
  return line.substr(begin, end - begin);
}

std::optional<std::string> name_after(const std::string& line, std::size_t begin) {
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && is_word_character(line[end])) ++end;
  if (begin == end || std::isdigit(static_cast<unsigned char>(line[begin])) != 0) return std::nullopt;
  while (end < line.size() && is_blank(line[end])) ++end;
  if (end < line.size() && (line[end] == '.' || line[end] == '[' || line[end] == '(' || line[end] == '-'))
    return std::nullopt;
  while (end > begin && is_blank(line[end - 1])) --end;
  return line.substr(begin, end - begin);
}

// Is there an "=" that assigns?
bool assigns(const std::string& line, std::size_t i) {
  if (i >= line.size() || line[i] != '=' || (i + 1 < line.size() && line[i + 1] == '=')) return false;
  const char before = i > 0 ? line[i - 1] : ' ';
  const bool shifts = i > 1 && line[i - 2] == before;
  return before != '=' && before != '!' && ((before != '<' && before != '>') || shifts);
}

bool is_operator(char c) { return std::string_view("+-*/%&|^<>").find(c) != std::string_view::npos; }

// The "=" in front of `at` in the same expression, outside of parentheses and brackets; npos where there is none.
std::size_t assignment_before(const std::string& line, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    const char c = line[i];
    if (c == ')' || c == ']') ++depth;
    if ((c == '(' || c == '[') && depth-- == 0) break;
    if (depth > 0) continue;
    if (c == ';' || c == '{' || c == '}' || c == ',') break;
    if (assigns(line, i)) return i;
  }
  return std::string::npos;
}

}  // namespace

std::string text(const CellClaim& claim, const std::string& name) {
  return form_text(claim, name) + (claim.may_be_undefined ? ", or undefined" : "");
}

std::string number_text(std::uint64_t value, int width, bool is_signed) {
  return is_signed ? signed_text(value, width) : fmt::format("{}", value);
}

std::string text(const ConditionClaim& claim, const std::string& less, const std::string& more) {
  return fmt::format("{} {} {} at the start of each iteration{}", less, claim.condition.or_equal ? "<=" : "<", more,
                     claim.condition.is_signed ? "" : ", unsigned");
}

std::string text_of_leaving(const LoopClaims& loop) {
  switch (loop.leaves) {
    case Sharing::Block:
      return "all threads of the block that enter it leave it in the same iteration";
    case Sharing::Warp:
      return "all lanes of a warp that enter it leave it in the same iteration";
    case Sharing::Lane:
      break;
  }
  return "threads may leave it in different iterations";
}

std::string text(const RepeatClaim& claim) {
  if (claim.most == 0) return "threads never come back to its start";
  return fmt::format("threads come back to its start at most {} each time they enter it",
                     claim.most == 1 ? "once" : claim.most == 2 ? "twice" : fmt::format("{} times", claim.most));
}

std::optional<std::string> assigned_variable(const std::string& line, int column, bool is_store) {
  if (column < 1 || static_cast<std::size_t>(column) > line.size()) return std::nullopt;
  const auto at = static_cast<std::size_t>(column) - 1;
  const auto is = [&](std::size_t i, const char* op) { return line.compare(i, 2, op) == 0; };
  if (is(at, "++") || is(at, "--")) {
    if (const auto after = name_after(line, at + 2)) return after;
    return name_before(line, at);
  }
  std::size_t assigned = at;
  while (assigned < at + 2 && assigned < line.size() && is_operator(line[assigned])) ++assigned;
  if (!assigns(line, assigned)) {
    std::size_t end = at;  // a declaration begins with the name
    while (end < line.size() && is_word_character(line[end])) ++end;
    std::size_t next = end;
    while (next < line.size() && is_blank(line[next])) ++next;
    if (end > at && assigns(line, next)) return name_before(line, end);
    assigned = is_store ? std::string::npos : assignment_before(line, at);
  }
  if (assigned == std::string::npos) return std::nullopt;
  while (assigned > 0 && is_operator(line[assigned - 1])) --assigned;
  return name_before(line, assigned);
}

}  // namespace warpproof::claims
