#include "src/frontend/plain_names.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "src/base/source.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// As a string of C holds it.
std::string as_c_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      for (const int shift : {6, 3, 0}) {
        if (shift == 6) out += '\\';
        out += static_cast<char>('0' + (byte >> shift & 7));
      }
    } else {
      out += c;
    }
  }
  return out + '"';
}

// "NAME" or "NAME(a, b, ...)".
bool is_macro_name(const std::string& name) {
  const std::size_t open = std::min(name.find('('), name.size());
  if (open == 0 || is_digit(name[0])) return false;
  const auto in_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  if (!std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(open), in_name)) return false;
  if (open == name.size()) return true;
  const std::string rest = name.substr(open + 1);
  return rest.ends_with(")") && std::all_of(rest.begin(), rest.end() - 1, [&](char c) {
           return in_name(c) || c == ',' || c == ' ' || c == '.';
         });
}

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw InputError({path}, "cannot be written (is the disk full?)");
}

}  // namespace

bool is_plain_name(const std::string& name) {
  return !name.empty() && name[0] != '-' && name[0] != '@' && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_./-+=:@%").find(c) != std::string_view::npos;
  });
}

bool is_macro(const std::string& define) {
  return is_macro_name(define.substr(0, define.find('='))) &&
         define.find_first_of(std::string("\n\r\0", 3)) == std::string::npos;
}

PlainNames::PlainNames(std::string folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  const std::string real = fs::weakly_canonical(folder_, ignored).string();
  if (is_plain_name(folder_) && is_plain_name(real)) return;
  throw InputError({folder_},
                   "nvcc would hand this name to a shell: set TMPDIR to a folder whose path has letters, digits "
                   "and _ . / - only, or use --compiler clang");
}

PlainNames::Source PlainNames::source(const std::string& path, const std::string& appended) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  if (appended.empty() && is_plain_name(path) && is_plain_name(real.string())) return {path, ""};
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError({path}, "cannot read the file (or it is empty)");
  const std::string copy = folder_ + "/source.cu";
  write(copy, "#line 1 " + as_c_string(path) + "\n" + text.str() + appended);
  given_.emplace_back(copy, path);
  const std::string parent = fs::path(path).parent_path().string();
  return {copy, include_folder(parent.empty() ? "." : parent)};
}

std::string PlainNames::include_folder(const std::string& path) {
  if (is_plain_name(path) && path != ".") return path;
  const std::string link = folder_ + "/include" + std::to_string(given_.size());
  std::error_code error;
  fs::create_directory_symlink(fs::absolute(path), link, error);
  if (error) throw InputError({path}, "cannot be linked to: " + error.message());
  given_.emplace_back(link, path);
  return link;
}

std::string PlainNames::header(const std::string& path) {
  if (is_plain_name(path)) return path;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw InputError({path}, "no such header");
  // What it includes is looked for beside it, so its folder is linked to, and it too where its own name is not plain.
  const fs::path whole = fs::absolute(path);
  const std::string folder = include_folder(whole.parent_path().string());
  if (is_plain_name(whole.filename().string())) return folder + "/" + whole.filename().string();
  const std::string link = folder_ + "/header" + std::to_string(given_.size()) + ".h";
  fs::create_symlink(whole, link, error);
  if (error) throw InputError({path}, "cannot be linked to: " + error.message());
  given_.emplace_back(link, path);
  return link;
}

std::string PlainNames::macros(const std::vector<std::string>& defines) {
  std::string text;
  for (const std::string& define : defines) {
    const std::size_t end = std::min(define.find('='), define.size());
    const std::string name = define.substr(0, end);
    const std::string value = end == define.size() ? "1" : define.substr(end + 1);
    if (!is_macro(define))
      throw InputError({}, "-D " + define + ": expected NAME, NAME=VALUE or NAME(A,B)=VALUE, on one line");
    text += "#define " + name + " " + value + "\n";
  }
  const std::string path = folder_ + "/macros.h";
  write(path, text);
  return path;
}

std::string PlainNames::with_user_names(std::string text) const {
  for (const auto& [plain, own] : given_) {
    for (std::size_t at = 0; (at = text.find(plain, at)) != std::string::npos; at += own.size())
      text.replace(at, plain.size(), own);
  }
  return text;
}

}  // namespace warpproof
