// Names for nvcc, which hands its arguments to a shell: `$(id).cu` would run `id`.
//
// A name of letters, digits and _ . / - + = : @ % is safe to hand over (a comma is not: nvcc takes what it separates for
// several names). For any other this gives a plain one: a copy of the source under a plain name (with #line back to the
// user's), a link to an include folder, a file of macros. nvcc also puts the real path of its input into the commands it
// runs, so a source is copied where that is not plain.
#pragma once

#include <string>
#include <vector>

namespace warpproof {

// Nothing in it means anything to a shell, and it does not begin like an option.
bool is_plain_name(const std::string& name);

// "NAME", "NAME=VALUE" or "NAME(A,B)=VALUE" as after -D: its name is an identifier, and all is on one line.
bool is_macro(const std::string& define);

class PlainNames {
 public:
  // `folder` is a private folder of the caller's, where copies and links go. Throws InputError where its own path is
  // not plain (TMPDIR).
  explicit PlainNames(std::string folder);

  // What to pass for a source file, and the folder that its quoted includes are looked for in where it was copied
  // (else empty). Throws InputError where it cannot be read.
  struct Source {
    std::string path, include_folder;
  };
  // `appended` is put after its text.
  Source source(const std::string& path, const std::string& appended = "");
  // What to pass after -I.
  std::string include_folder(const std::string& path);
  // What to pass after -include: a header, by its path or by a name that include folders are searched for.
  std::string header(const std::string& path);
  // A header that defines these, "NAME" or "NAME=VALUE", as -D does. Throws InputError where one is no macro.
  std::string macros(const std::vector<std::string>& defines);
  // A compiler's messages with the user's names in them again.
  std::string with_user_names(std::string text) const;

 private:
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> given_;  // plain name, the user's
};

}  // namespace warpproof
