#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  Statement statement() override {
    switch (random_.weighted({10, 6, loops_.size() < 2 ? 3 : 0, loops_.empty() ? 0 : 2, 1})) {
      case 0:
        return state();
      case 1:
        return sink();
      case 2:
        return loop();
      case 3:
        return jump();
      default:
        return assumption();
    }
  }
};

}  // namespace

Kernel generate_loops(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
