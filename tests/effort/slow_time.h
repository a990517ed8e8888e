// Makes real time pass faster than this process works, as on a busy machine, without a load: whenever the
// process has worked for a little while it sleeps for longer.
#pragma once

namespace warpproof::tests {

class SlowTime {
 public:
  SlowTime();
  ~SlowTime();
  SlowTime(const SlowTime&) = delete;
  SlowTime& operator=(const SlowTime&) = delete;
};

}  // namespace warpproof::tests
