// Makes this process see a slow and busy machine, without a load: real time passes faster than it works
// (whenever it has worked for a little while it sleeps for longer), it has the lowest priority and one
// processor, so that nothing runs beside it, and what it allocates lies elsewhere than it would.
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
