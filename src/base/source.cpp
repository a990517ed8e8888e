#include "src/base/source.h"

namespace warpproof {

std::string SourceLocation::str() const {
  std::string out = file;
  if (line > 0) {
    out += ":" + std::to_string(line);
    if (column > 0) out += ":" + std::to_string(column);
  }
  return out;
}

InputError::InputError(SourceLocation where, const std::string& message)
    : std::runtime_error((where.file.empty() ? std::string() : where.str() + ": ") + "error: " + message),
      where_(std::move(where)),
      message_(message) {}

}  // namespace warpproof
