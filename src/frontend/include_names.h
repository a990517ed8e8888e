// The names that a preprocessor may look for when it reads a text: those of #include, and of __has_include.
//
// Comments, literals and conditions are not followed: each name counts, wherever it stands, so that none is missed. What
// cannot be known from one text alone is said (the members below).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpproof {

struct IncludeNames {
  std::vector<std::string> angled, quoted;
  // #include MACRO: some name besides.
  bool has_computed = false;
  // __has_include(MACRO), that word as the value of a macro, #embed: what is looked for is not known.
  bool is_untold = false;
  // Words that could be the first, and the last, part of "__has_include" where a macro pastes words together.
  bool has_first_part = false, has_last_part = false;
};

// `is_system`: a header of the C or C++ library. There the word __has_include without a name is part of a comment.
IncludeNames include_names(std::string_view text, bool is_system);

}  // namespace warpproof
