// A report that is written while it is made: each kernel as soon as it is known.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <utility>

#include "checker/report/report.h"

namespace warpproof::report {

enum class Format { Text, Json, Html, Sarif, Junit };

// Calls: open() once, add() for each kernel in order, close() once. What is written does not depend on when. Formats other
// than text and JSON begin with what is only known at the end: close() writes what `whole` makes of the report.
class Stream {
 public:
  using Whole = std::function<std::string(const Report&)>;
  Stream(std::ostream& out, Format format, const TextOptions& text, Whole whole)
      : out_(out), format_(format), text_(text), whole_(std::move(whole)) {}

  void open();
  void add(const Kernel& kernel);
  // `report` has all kernels that were added, and what else is known at the end.
  void close(const Report& report);

 private:
  std::ostream& out_;
  const Format format_;
  const TextOptions text_;
  const Whole whole_;
  bool is_first_ = true;
};

}  // namespace warpproof::report
