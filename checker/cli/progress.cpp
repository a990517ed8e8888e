#include "checker/cli/progress.h"

#include <ostream>

#include "checker/report/printable.h"

namespace warpproof::cli {

void ProgressLine::show(const std::string& text) {
  if (!on_) return;
  constexpr std::size_t kColumns = 78;  // of the narrowest terminal in use
  out_ << "\r\x1b[K" << report::quote_line(text, 0, kColumns - 4).text << std::flush;
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_) return;
  out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace warpproof::cli
