// Effort: work that is counted, in place of time that passes.
//
// What a check tries is bounded by what it does, so that its verdict is the same on every machine, whatever
// runs beside it. Everything that may take long counts its work here as it does it. Inside the program it is
// counted in nanoseconds of a processor of today, which are only a name: the weights (effort.cpp) were
// measured once, they need not be exact, they have to be the same everywhere. A unit of effort, as people see
// it, is a thousand of them.
//
// A loop that can run long and calls nothing that counts must count itself: effort::spend(Work::Step), or
// with a number of them. docs/effort.md tells how the units are shared out.
//
// The count is of one thread. A thread or a process that works for another hands over what it spent
// (effort::spent() before and after, effort::charge() where the work was asked for).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpproof::effort {

// Kinds of work; effort.cpp says what each is worth.
enum class Work : std::uint8_t {
  Visit,            // a term, a node or a pair that a walk looks at
  Literal,          // one that is put into a conjunction or looked up there
  Intern,           // a term that a graph is asked for
  Node,             // a new term
  Evaluation,       // a term under an assignment
  Copy,             // a node of a map that is copied
  Step,             // of a loop that does a little of anything
  Form,             // a sum or a product that is put in order, by its parts
  Diagram,          // a node of a decision diagram that is asked for
  Translation,      // a term that is handed to Z3
  Preparation,      // a term that one of Z3's strategies brings into its own form, which Z3 does not count
  Question,         // one to Z3, beside the resources that it uses
  Backend,          // a context of Z3 that is made
  Process,          // a process that is started
  Followed,         // one thread that is followed symbolically through one instruction
  Pair,             // two accesses that are compared
  Run,              // a concrete run that is begun
  WarpInstruction,  // one instruction of one warp in it
  LaneAccess,       // one lane's access to memory in it
  Byte,             // of memory that is filled, copied or compared
};

namespace inside {

struct Meter {
  std::uint64_t spent = 0;      // by this thread
  std::uint64_t look = ~0ull;   // at the real time, once so much is spent
  std::uint64_t scale = 1'000;  // thousandths of spent nanoseconds that make one of Clock's
  std::int64_t ahead = 0;       // Clock's, once time has stopped the check
  bool in_use = false, stopped = false;
  std::optional<std::chrono::steady_clock::time_point> until;
};
inline thread_local constinit Meter meter;
extern const std::uint32_t kUnits[];  // by Work
void look_at_time();

}  // namespace inside

// Counts this many nanoseconds.
inline void charge(std::uint64_t units) {
  inside::meter.spent += units;
  if (inside::meter.spent >= inside::meter.look) [[unlikely]]
    inside::look_at_time();
}
inline std::uint64_t worth(Work work) { return inside::kUnits[static_cast<std::size_t>(work)]; }
inline void spend(Work work, std::uint64_t times = 1) { charge(worth(work) * times); }

// Nanoseconds that this thread spent so far.
inline std::uint64_t spent() { return inside::meter.spent; }

// A clock that work moves. Of one thread: its times mean nothing in another.
struct Clock {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<Clock>;
  static constexpr bool is_steady = true;
  static time_point now();
};

// The work that moves the clock so far.
std::uint64_t units_of(Clock::duration of_clock);

// Seconds of work, as budgets are given.
inline Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

// One check: how hard it tries, and when it stops whatever it has. Within another one it changes nothing.
class Scope {
 public:
  // `effort`: how much work moves the clock by one, so that 10 tries ten times as hard. `timeout_seconds`:
  // of real time, a safety net; 0 or less for none. Once it has passed, every reading of the clock is hours
  // behind the one before, so that all that looks at a deadline ends.
  Scope(double effort, double timeout_seconds);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  // Was this check, not one that it is part of, stopped by time instead of effort?
  bool cut_short() const { return outermost_ && inside::meter.stopped; }

 private:
  const inside::Meter outer_;
  const bool outermost_;
};

// What other parts than the clock find out: the time is over.
void stop_by_time();
// Milliseconds of real time until that happens; none where there is no limit.
std::optional<std::uint64_t> milliseconds_until_stop();

// What a report says of a check that time stopped.
inline constexpr const char* kStoppedByTime = "stopped by --timeout: another machine may decide this";

}  // namespace warpproof::effort
