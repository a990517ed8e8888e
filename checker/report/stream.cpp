#include "checker/report/stream.h"

#include <ostream>

namespace warpproof::report {

void Stream::open() {
  if (format_ == Format::Json) out_ << json_opening({}) << std::flush;
}

void Stream::add(const Kernel& kernel) {
  if (format_ == Format::Text) out_ << (is_first_ ? "" : "\n") << kernel_text(kernel, text_) << std::flush;
  if (format_ == Format::Json) out_ << json_kernel(kernel, is_first_) << std::flush;
  is_first_ = false;
}

void Stream::close(const Report& report) {
  if (format_ == Format::Text) out_ << closing_text(report, text_);
  else if (format_ == Format::Json) out_ << json_closing(report, !is_first_);
  else out_ << whole_(report);
  out_ << std::flush;
}

}  // namespace warpproof::report
