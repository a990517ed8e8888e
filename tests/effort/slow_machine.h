// Makes this process see a slow and busy machine, without a load: real time passes faster than it works
// (whenever it has worked for a little while it sleeps for longer), it has one processor, so that its threads
// take turns, and what it allocates lies elsewhere than it would. A low priority would show no more than that,
// and would make the test wait for all that runs beside it.
#pragma once

namespace warpproof::tests {

// For the rest of the process but for the time, which passes as ever once it is gone.
class SlowMachine {
 public:
  // Throws std::runtime_error where the system refuses.
  SlowMachine();
  ~SlowMachine();
  SlowMachine(const SlowMachine&) = delete;
  SlowMachine& operator=(const SlowMachine&) = delete;
};

}  // namespace warpproof::tests
