#include "src/ptx/parse.h"

#include <algorithm>
#include <cstring>

#include "src/ptx/actions.h"
#include "src/ptx/grammar_messages.h"
#include "src/ptx/limits.h"

namespace warpproof::ptx {
namespace {

// Turns the grammar's own failures into InputError, with the message of the rule that had to match.
template <typename Rule>
struct Control : tao::pegtl::normal<Rule> {
  template <typename Input, typename... States>
  [[noreturn]] static void raise(const Input& in, Builder& b, States&&...) {
    const char* message = grammar::kMessage<Rule>;
    const std::string_view rest(in.current(), in.size());
    const std::string_view seen = skip_space(rest);
    std::string text = message == nullptr ? "unexpected text" : message;
    if (seen.empty()) text += ", the file ends here";
    b.tokens.fail(seen.empty() ? rest : seen, text);
  }

  // A message points at the next token, not at the blank before it.
  static std::string_view skip_space(std::string_view text) {
    const std::size_t at = text.find_first_not_of(" \t\r\n\v\f");
    return at == std::string_view::npos ? text.substr(text.size()) : text.substr(at);
  }
};

std::vector<std::uint32_t> find_lines(const std::string& text) {
  std::vector<std::uint32_t> starts = {0};
  const char* at = text.data();
  const char* const end = at + text.size();
  while ((at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)))) !=
         nullptr)
    starts.push_back(static_cast<std::uint32_t>(++at - text.data()));
  return starts;
}

// clang and nvcc put comments around what came from an asm statement. Those of the prelude (attributes.cuh, WP_OWN) stand
// for what CUDA C++ has a name for: they are none of the source.
std::vector<std::pair<std::uint32_t, std::uint32_t>> find_inline_assembly(std::string_view text) {
  constexpr std::string_view kBegin = "// begin inline asm", kEnd = "// end inline asm";
  constexpr std::string_view kOwn = "/*warpproof*/";
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at)) {
    const std::size_t end = std::min(text.find(kEnd, at), text.size());
    const std::string_view statement = text.substr(at, end - at);
    if (statement.find(kOwn) == std::string_view::npos)
      out.emplace_back(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end));
    at = end;
  }
  return out;
}

}  // namespace

bool Module::is_inline_assembly(std::string_view view) const {
  const auto offset = static_cast<std::uint32_t>(view.data() - text->data());
  const auto next = std::upper_bound(inline_assembly.begin(), inline_assembly.end(), offset,
                                     [](std::uint32_t at, const auto& part) { return at < part.first; });
  return next != inline_assembly.begin() && offset < std::prev(next)->second;
}

SourceLocation Module::locate(std::string_view view) const {
  const auto offset = static_cast<std::size_t>(view.data() - text->data());
  const auto next = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  const auto line = next - line_starts.begin();
  return {file, static_cast<int>(line), static_cast<int>(offset - *(next - 1)) + 1};
}

Module parse(std::string text, const std::string& file) {
  if (text.size() > kMaxTextBytes) throw InputError({file, 0, 0}, "the text is larger than this tool reads");
  Module module;
  module.file = file;
  module.text = std::make_shared<const std::string>(std::move(text));
  module.line_starts = find_lines(*module.text);
  module.inline_assembly = find_inline_assembly(*module.text);
  Builder builder(module);
  tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*> in(
      module.text->data(), module.text->data() + module.text->size(), "");
  tao::pegtl::parse<grammar::module, Action, Control>(in, builder);
  builder.finish(std::string_view(*module.text).substr(module.text->size()));
  return module;
}

}  // namespace warpproof::ptx
