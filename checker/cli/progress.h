// One line on a terminal that says what is going on, replaced in place.
#pragma once

#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>

namespace warpproof::cli {

// Writes nothing unless `on`; what it wrote is cleared by clear() and by the destructor. May be called from several threads.
class ProgressLine {
 public:
  ProgressLine(std::ostream& out, bool on) : out_(out), on_(on) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text);
  void clear();
  // What shows the line from a copy of this process, which writes nowhere else. One at a time.
  std::function<void(const std::string&)> from_copy();

 private:
  std::ostream& out_;
  const bool on_;
  std::mutex mutex_;
  bool shown_ = false;
  int copy_ = -1;  // of standard error's number, once there is one
};

}  // namespace warpproof::cli
