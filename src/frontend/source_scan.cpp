#include "src/frontend/source_scan.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "src/base/text.h"

namespace warpproof {
namespace {

// Walks over the text once, a character or token at a time.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  SourceScan run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      if (skip_comment()) continue;
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c))) {
        line_start |= c == '\n';
        advance();
      } else {
        if (c == '#' && line_start) {
          directive();
        } else {
          token();
        }
        line_start = false;
      }
    }
    return std::move(scan_);
  }

 private:
  void advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  bool starts(std::string_view s) const { return text_.substr(at_, s.size()) == s; }

  bool skip_comment() {
    if (starts("//")) {
      while (at_ < text_.size() && text_[at_] != '\n') {
        if (starts("\\\n")) advance();
        advance();
      }
      return true;
    }
    if (starts("/*")) {
      at_ += 2;
      while (at_ < text_.size() && !starts("*/")) advance();
      at_ = std::min(at_ + 2, text_.size());
      return true;
    }
    return false;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == ' ' || text_[at_] == '\t') {
        ++at_;
      } else if (starts("\\\n")) {
        advance();
        advance();
      } else if (!starts("//") && skip_comment()) {
        // a block comment counts as a blank
      } else {
        return;
      }
    }
  }

  std::string_view word() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void directive() {
    ++at_;
    skip_blanks();
    const std::string_view name = word();
    if (name == "define") end_of_macro_ = end_of_directive();
    skip_blanks();
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      left_out_.push_back(name == "if" && has_number('0'));
      was_constant_.push_back(name == "if" && (has_number('0') || has_number('1')));
    } else if (!left_out_.empty() && (name == "else" || name.starts_with("elif"))) {
      left_out_.back() = was_constant_.back() && !left_out_.back();
    } else if (!left_out_.empty() && name == "endif") {
      left_out_.pop_back();
      was_constant_.pop_back();
    }
    if (name != "include") return;
    if (at_ >= text_.size() || (text_[at_] != '<' && text_[at_] != '"')) return;
    const char close = text_[at_] == '<' ? '>' : '"';
    const size_t begin = at_ + 1;
    const size_t end = text_.find_first_of(close == '>' ? ">\n" : "\"\n", begin);
    if (end == std::string_view::npos || text_[end] != close) return;
    scan_.includes.push_back({std::string(text_.substr(begin, end - begin)), close == '"', line_});
    at_ = end + 1;
  }

  // The number is all that comes in this line.
  bool has_number(char digit) const {
    if (at_ >= text_.size() || text_[at_] != digit) return false;
    const std::size_t next = text_.find_first_not_of(" \t\r", at_ + 1);
    return next == std::string_view::npos || text_[next] == '\n' || text_[next] == '/';
  }

  // Lines that end with a backslash go on.
  std::size_t end_of_directive() const {
    std::size_t end = at_;
    do end = text_.find('\n', end + 1);
    while (end != std::string_view::npos && end > 0 && text_[end - 1] == '\\');
    return std::min(end, text_.size());
  }

  void note_launch(std::string_view kernel) {
    if (std::find(left_out_.begin(), left_out_.end(), true) == left_out_.end())
      scan_.launches.push_back({std::string(kernel), line_, at_ < end_of_macro_});
  }

  // The name that ends at `end`, without the arguments of a template: "sum" of sum<float, 256>.
  std::string_view name_before(std::size_t end) const {
    constexpr std::size_t kFarthest = 400;
    const std::size_t first = end > kFarthest ? end - kFarthest : 0;
    const auto skip_blanks_back = [&] {
      while (end > first && std::isspace(static_cast<unsigned char>(text_[end - 1]))) --end;
    };
    skip_blanks_back();
    if (end > first && text_[end - 1] == '>') {
      int depth = 0;
      do {
        const char c = text_[--end];
        if (c == '>') ++depth;
        if (c == '<') --depth;
        if (c == ';' || c == '{' || c == '}') return {};
      } while (depth > 0 && end > first);
      skip_blanks_back();
    }
    std::size_t begin = end;
    while (begin > first && is_word_character(text_[begin - 1])) --begin;
    return text_.substr(begin, end - begin);
  }

  void token() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      literal(c);
    } else if (is_word_character(c)) {
      const std::string_view w = word();
      if (w == "__global__") scan_.has_kernel = true;
      note_word_of_template(w);
      if (w == "std") scan_.uses_std = true;
      if (is_launching(w)) note_launch({});
      if (w == "asm" || w == "__asm__" || w == "__asm") is_asm_text_ = true;
      // R"delimiter( .. )delimiter", possibly after an encoding prefix; digit separators are no quotes.
      if (at_ < text_.size() && text_[at_] == '"' && w.back() == 'R' && w.size() <= 3) raw_literal();
      while (at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(w[0])) && text_[at_] == '\'' &&
             is_word_character(text_[at_ + 1])) {
        ++at_;
        word();
      }
    } else {
      note_sign_of_template(c);
      if (c == ':' || c == ';') is_asm_text_ = false;  // its operands begin, or it ends
      if (starts("<<<")) {
        note_launch(name_before(at_));
        at_ += 2;
      }
      advance();
    }
  }

  static bool is_launching(std::string_view w) {
    if (w.starts_with("cudaLaunchHostFunc")) return false;
    return w.starts_with("cudaLaunchKernel") || w.starts_with("cudaLaunchCooperativeKernel") || w.starts_with("cuLaunch") ||
           w == "cudaGraphAddKernelNode" || w == "cudaGraphKernelNodeSetParams" || w == "cudaGraphExecKernelNodeSetParams";
  }

  // template <..> __global__ .. NAME(
  void note_word_of_template(std::string_view w) {
    if (w == "template") in_template_ = true;
    if (w == "__global__" && in_template_) in_kernel_ = true;
    before_ = w;
  }
  void note_sign_of_template(char c) {
    if (c == ';' || c == '{' || c == '}') in_template_ = in_kernel_ = false;
    if (c == '(' && in_kernel_ && !before_.empty() && !before_.starts_with("__")) {
      const std::string name(before_);
      if (std::find(scan_.kernel_templates.begin(), scan_.kernel_templates.end(), name) == scan_.kernel_templates.end())
        scan_.kernel_templates.push_back(name);
      in_template_ = in_kernel_ = false;
    }
    before_ = {};
  }

  void note_percent() {
    const bool doubled = at_ + 1 < text_.size() && text_[at_ + 1] == '%';
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '0';
    if (doubled) ++at_;
    if (!doubled && (std::isalpha(static_cast<unsigned char>(next)) || next == '_'))
      scan_.lone_percents.push_back(at_);
  }

  void literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) advance();
      if (text_[at_] == '%' && is_asm_text_) note_percent();
      advance();
    }
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void raw_literal() {
    const size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return;
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    while (at_ < text_.size() && !starts(end)) {
      if (text_[at_] == '%' && is_asm_text_) note_percent();
      advance();
    }
    at_ = std::min(at_ + end.size(), text_.size());
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  bool in_template_ = false, in_kernel_ = false;  // after the words template, __global__
  std::string_view before_;                       // the word that ends here
  std::vector<bool> left_out_, was_constant_;  // of the #if that are open
  std::size_t end_of_macro_ = 0;
  bool is_asm_text_ = false;  // between the word asm and its operands
  SourceScan scan_;
};

}  // namespace

SourceScan scan_source(std::string_view text) { return Scanner(text).run(); }

std::string with_double_percents(std::string_view text, const SourceScan& scan) {
  std::string out;
  std::size_t done = 0;
  for (const std::size_t at : scan.lone_percents) {
    out.append(text, done, at - done);
    out += '%';
    done = at;
  }
  return out.append(text, done);
}

bool is_host_library_header(std::string_view name) {
  static constexpr std::array exact = {"curand.h", "cuComplex.h", "library_types.h", "nvToolsExt.h"};
  static constexpr std::array prefixes = {"cublas", "cufft", "cusparse", "cusolver", "nvtx3/"};
  return std::find(exact.begin(), exact.end(), name) != exact.end() ||
         std::any_of(prefixes.begin(), prefixes.end(), [&](const char* p) { return name.starts_with(p); });
}

bool is_toolkit_header(std::string_view name) {
  static constexpr std::array exact = {"cuda_fp16.h",
                                       "cuda_fp16.hpp",
                                       "cuda_bf16.h",
                                       "cuda_bf16.hpp",
                                       "cuda_fp8.h",
                                       "cuda_fp6.h",
                                       "cuda_fp4.h",
                                       "mma.h",
                                       "cuda_pipeline.h",
                                       "cuComplex.h",
                                       "cuda_awbarrier.h",
                                       "cuda_pipeline_primitives.h",
                                       "nvfunctional",
                                       "math_constants.h",
                                       "cuda_awbarrier_primitives.h",
                                       "cufft.h",

                                       "cuda_surface_types.h",
                                       "cuda_texture_types.h",
                                       "library_types.h"};
  static constexpr std::array prefixes = {"cooperative_groups/",
                                          "cuda/",
                                          "cub/",
                                          "thrust/",
                                          "nv/",
                                          "crt/",
                                          "curand",
                                          "cublas",
                                          "cusparse",
                                          "cusolver",
                                          "nvtx3/",
                                          "nvrtc",
                                          "texture_",
                                          "surface_"};
  return std::find(exact.begin(), exact.end(), name) != exact.end() ||
         std::any_of(prefixes.begin(), prefixes.end(), [&](const char* p) { return name.starts_with(p); });
}

}  // namespace warpproof
