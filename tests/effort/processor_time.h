// Processor time that this process and the processes which it waited for used so far, in seconds. For people
// who calibrate what effort counts; no test decides by it.
#pragma once

#include <sys/resource.h>

namespace warpproof::tests {

inline double processor_seconds() {
  double out = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    if (getrusage(who, &used) != 0) continue;
    for (const timeval& t : {used.ru_utime, used.ru_stime})
      out += static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  }
  return out;
}

}  // namespace warpproof::tests
