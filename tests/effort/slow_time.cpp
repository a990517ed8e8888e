#include "tests/effort/slow_time.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include <cerrno>
#include <stdexcept>

namespace warpproof::tests {
namespace {

constexpr long kWorks = 10'000;       // microseconds of processor time
constexpr long kSleeps = 30'000'000;  // nanoseconds after each of these

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

}  // namespace

SlowTime::SlowTime() {
  struct sigaction action {};
  action.sa_handler = sleep_a_while;
  action.sa_flags = SA_RESTART;
  if (sigaction(SIGPROF, &action, nullptr) != 0) throw std::runtime_error("no signal handler");
  work_for(kWorks);
}

SlowTime::~SlowTime() {
  work_for(0);
  signal(SIGPROF, SIG_IGN);
}

}  // namespace warpproof::tests
