// Text between quotes, as PTX has it in `.file` lines.
#pragma once

#include <string>
#include <string_view>

namespace warpproof {

// What is meant by the text between two quotes. Compilers escape bytes: `\\`, `\"`, `\t`, and `\303\244` for an a with
// dots. A backslash that begins no such escape stands for itself, as a quote does without one.
std::string unescaped(std::string_view text);

// Text that `unescaped` gives back: quotes, backslashes and control characters are escaped.
std::string escaped(std::string_view text);

}  // namespace warpproof
