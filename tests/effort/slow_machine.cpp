#include "tests/effort/slow_machine.h"

#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace warpproof::tests {
namespace {

constexpr long kWorks = 10'000;       // microseconds of processor time
constexpr long kSleeps = 20'000'000;  // nanoseconds after each of these
constexpr std::size_t kSmallest = 16, kLargest = 2048;  // bytes of a piece of memory
constexpr int kPieces = 64;                             // of each size

void sleep_a_while(int) {
  const int before = errno;
  timespec left{0, kSleeps};
  nanosleep(&left, nullptr);
  errno = before;
}

void work_for(long microseconds) {
  itimerval every{};
  every.it_interval.tv_usec = every.it_value.tv_usec = microseconds;
  if (setitimer(ITIMER_PROF, &every, nullptr) != 0) throw std::runtime_error("no timer");
}

void use_one_processor() {
  cpu_set_t all, one;
  CPU_ZERO(&all);
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0) throw std::runtime_error("no processors are known");
  int first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &all)) ++first;
  CPU_SET(first, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) throw std::runtime_error("one processor is refused");
}

// Every other piece is given back, last ones first: what is allocated next has other addresses, in another
// order.
void stir_memory() {
  std::vector<void*> pieces;
  for (std::size_t size = kSmallest; size <= kLargest; size += kSmallest) {
    for (int i = 0; i < kPieces; ++i) pieces.push_back(std::malloc(size));
  }
  for (std::size_t i = pieces.size(); i-- > 0;) {
    if (i % 2 == 0) std::free(pieces[i]);
  }
}

}  // namespace

SlowMachine::SlowMachine() {
  use_one_processor();
  stir_memory();
  struct sigaction action {};
  action.sa_handler = sleep_a_while;
  action.sa_flags = SA_RESTART;
  if (sigaction(SIGPROF, &action, nullptr) != 0) throw std::runtime_error("no signal handler");
  work_for(kWorks);
}

SlowMachine::~SlowMachine() {
  work_for(0);
  signal(SIGPROF, SIG_IGN);
}

}  // namespace warpproof::tests
