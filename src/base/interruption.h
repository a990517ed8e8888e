// An orderly end on SIGINT, SIGTERM and SIGHUP: what the program started is killed, what it put on the disk is
// removed, what it knows is printed, and it exits with 128 + the signal's number.
//
// A thread of its own waits for the signals (sigwait), so that all this is ordinary code. Programs that never call
// watch() keep the system's behaviour.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace warpproof::interruption {

// Called once, before any other thread starts. Blocks the signals for this thread and those it starts.
void watch();

// What is printed in the end, as long as this lives; runs in the watching thread. The argument is the signal's
// name, "SIGINT". Those of the latest object are printed.
class LastWords {
 public:
  explicit LastWords(std::function<void(const std::string& signal)> print);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  std::function<void(const std::string& signal)> before_;
};

// A program that is killed with its whole process group. `start` gives the group's number and runs while no signal is
// handled, so that a child that has started is never forgotten; it may throw.
class ChildGroup {
 public:
  explicit ChildGroup(const std::function<pid_t()>& start);
  ~ChildGroup();
  ChildGroup(const ChildGroup&) = delete;
  ChildGroup& operator=(const ChildGroup&) = delete;
  pid_t group() const { return group_; }

 private:
  pid_t group_;
};

// A folder that is removed with all in it, at the latest at the end of this object's life. `make` gives its path; it
// may throw.
class Folder {
 public:
  explicit Folder(const std::function<std::string()>& make);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace warpproof::interruption
