// Two ways on from one place at the same time, in two processes, where a processor is idle.
//
// The one that goes first has to be decided by what it finds, not by which of them ends first. So a process makes a copy of
// itself that takes for granted how the work at hand will come out, and goes on from there. If it comes out so, the copy's
// result is the right one; else the copy is ended, and nothing of it is used.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace warpproof {

// Processors that nothing runs on, counted in memory that processes share. Copies of processes inherit it.
class IdleProcessors {
 public:
  // None where there is no memory to share. A copy begins only after `patience`, as most work ends before.
  explicit IdleProcessors(unsigned count, std::chrono::milliseconds patience = std::chrono::milliseconds(200));
  ~IdleProcessors();
  IdleProcessors(const IdleProcessors&) = delete;
  IdleProcessors& operator=(const IdleProcessors&) = delete;

  bool take();  // false: none is idle
  void give();
  std::chrono::milliseconds patience() const { return patience_; }

  // This process returns nothing but the bytes of its work (run_apart), has one thread, and may be copied while a processor
  // is idle. Null: no longer.
  static void use(IdleProcessors* processors);
  static IdleProcessors* in_use();

 private:
  void* shared_;
  const std::chrono::milliseconds patience_;  // of real time
};

class RacingCopy {
 public:
  // Null: none was made.
  static std::unique_ptr<RacingCopy> make();
  // In the process that made it: ends the copy, if go_on() was not called. In the copy: does nothing.
  ~RacingCopy();
  RacingCopy(const RacingCopy&) = delete;
  RacingCopy& operator=(const RacingCopy&) = delete;

  bool is_this() const { return child_ == 0; }

  // In the process that made it: the work at hand came out as the copy takes for granted; `more` tells what else it has to
  // know. Waits for the copy. If that ends with the bytes of the work, this process ends, too. Otherwise: what
  // return_to_original() says; nothing where the copy failed.
  std::optional<std::string> go_on(const std::string& more);

  // In the copy, once: waits until that is known. If it came out otherwise, this process ends.
  std::string wait_for_original();
  // In the copy: the original goes on in its place, and gets this.
  [[noreturn]] void return_to_original(const std::string& bytes);

 private:
  RacingCopy(pid_t child, int socket) : child_(child), socket_(socket) {}

  pid_t child_;       // 0 in the copy, -1 once it has ended
  const int socket_;  // to the other one
};

}  // namespace warpproof
