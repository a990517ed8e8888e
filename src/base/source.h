// Places in source text, and the error every reader of text throws.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace warpproof {

// A place in a text file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourceLocation&) const = default;
  // "k.cu:12:5", leaving out what is unknown.
  std::string str() const;
};

// Bad input: the tool prints `file:line:column: error: message` and exits with status 3.
class InputError : public std::runtime_error {
 public:
  InputError(SourceLocation where, const std::string& message);
  const SourceLocation& where() const { return where_; }
  const std::string& message() const { return message_; }

 private:
  SourceLocation where_;
  std::string message_;
};

}  // namespace warpproof
