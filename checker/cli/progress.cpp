#include "checker/cli/progress.h"

#include <fcntl.h>
#include <unistd.h>

#include <ostream>

#include "checker/report/printable.h"

namespace warpproof::cli {

static std::string line_of(const std::string& text) {
  constexpr std::size_t kColumns = 78;  // of the narrowest terminal in use
  return "\r\x1b[K" + report::quote_line(text, 0, kColumns - 4).text;
}

void ProgressLine::show(const std::string& text) {
  if (!on_) return;
  const std::lock_guard lock(mutex_);
  out_ << line_of(text) << std::flush;
  shown_ = true;
}

std::function<void(const std::string&)> ProgressLine::from_copy() {
  if (!on_) return nullptr;
  const std::lock_guard lock(mutex_);
  shown_ = true;
  if (copy_ < 0) copy_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  return [to = copy_](const std::string& text) {
    const std::string line = line_of(text);
    if (to >= 0 && ::write(to, line.data(), line.size()) < 0) return;  // nobody looks at it
  };
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!shown_) return;
  out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace warpproof::cli
