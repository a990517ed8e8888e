#include <fmt/format.h>

#include "tests/generated/attack_frame.h"
#include "tests/generated/loop_generators.h"

namespace warpproof::generated {

namespace {

// A ring of stages: copies are issued some iterations ahead, waited for and read; careless kernels have a
// wrong distance, a wait too short, or lack a barrier.
class Generator : public LoopWriter {
 public:
  using LoopWriter::LoopWriter;

 private:
  void choose_settings() override {
    distance_ = 1 + random_.below(4);
    stages_ = careful() ? distance_ + 1 : 1 + random_.below(5);
    pending_ = careful() ? distance_ - 1 : random_.below(5);
    in_turn_ = random_.chance(40);
    if (settings_.block == 8 && stages_ > 5) stages_ = 5;
  }

  // Word t of a stage, the stage in a register.
  void address(Lines& lines, const std::string& to, const std::string& stage, int shift) {
    lines.push_back(fmt::format("mul.lo.u32 {}, {}, {}", to, stage, 4 * settings_.block));
    lines.push_back(fmt::format("add.u32 {0}, {0}, {1}", to, shift != 0 ? "%sn" : "%so"));
  }
  Lines copy(const std::string& stage) {
    Lines lines;
    address(lines, "%t0", stage, careful() ? 0 : 1);
    lines.push_back("cp.async.ca.shared.global [%t0], [%rd3], 4");
    return lines;
  }
  // Of a word of the input that was copied, no more is looked at than the enumeration varies.
  void load(Lines& lines, const std::string& address) {
    const std::string to = v();
    lines.push_back(fmt::format("ld.shared.u32 {}, [{}]", to, address));
    lines.push_back(fmt::format("and.b32 {0}, {0}, {1}", to, (1 << settings_.input_bits) - 1));
  }
  Lines barrier_or_not() {
    if (careful()) return {"bar.sync 0"};
    if (random_.chance(40)) return {};
    Lines lines;
    condition(lines, "%q8", true, true);
    lines.push_back("@!%q8 bar.sync 0");
    return lines;
  }

  Statement statement() override {
    if (loops_.size() == 1 && !piped_) return pipeline();
    switch (random_.weighted({4, 3, 3, loops_.size() < 2 ? 1 : 0, loops_.empty() ? 0 : 1, 2})) {
      case 0:
        return state();
      case 1:
        return single();
      case 2:
        return plain_statement({random_.chance(50)
                                    ? "cp.async.wait_all"
                                    : fmt::format("cp.async.wait_group {}", random_.below(3))});
      case 3:
        return loop();
      case 4:
        return jump();
      default:
        return sink();
    }
  }

  // A copy anywhere, of one lane maybe; read or stored over at some time.
  Statement single() {
    Lines lines = copy(fmt::format("{}", random_.below(3)));
    if (random_.chance(60)) lines.push_back("cp.async.commit_group");
    Statement st = plain_statement(std::move(lines));
    if (random_.chance(50)) return guarded(std::move(st), random_.chance(50), random_.chance(60));
    if (random_.chance(40)) {
      Lines read;
      address(read, "%t0", fmt::format("{}", random_.below(3)), random_.below(2));
      if (random_.chance(70)) {
        load(read, "%t0");
      } else {
        read.push_back(fmt::format("st.shared.u32 [%t0], {}", v()));
      }
      return plain_statement(std::move(read));
    }
    return st;
  }

  // One iteration of a pipeline; %t1 the stage that is read, %t2 the one that is filled.
  Statement pipeline() {
    piped_ = true;
    Lines lines;
    const std::string counter = loops_.back().counter;
    const auto stage = [&](const char* to, int ahead) {
      lines.push_back(fmt::format("add.u32 {}, {}, {}", to, counter, ahead));
      lines.push_back(fmt::format("rem.u32 {0}, {0}, {1}", to, stages_));
    };
    const auto append = [&](const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); };
    const auto fill = [&] {
      stage("%t2", distance_);
      if (careful()) {
        append(copy("%t2"));
      } else {
        append(copy("%t2"));
        condition(lines, "%q7", random_.chance(60), true);
        lines.back() += "";
        lines.push_back("@!%q7 cp.async.ca.shared.global [%t0], [%rd3], 4");
      }
      if (careful()) lines.push_back("cp.async.commit_group");
    };
    const auto wait = [&] {
      if (careful())
        return lines.push_back(fmt::format("cp.async.wait_group {}", in_turn_ ? pending_ : pending_ + 1));
      condition(lines, "%q7", true, true);
      lines.push_back(fmt::format("@!%q7 cp.async.wait_group {}", pending_));
    };
    const auto read = [&] {
      stage("%t1", 0);
      address(lines, "%t0", "%t1", random_.chance(75) ? 1 : 0);
      load(lines, "%t0");
    };
    if (in_turn_) {  // wait, meet, fill the stage that was read last, read
      wait();
      append(barrier_or_not());
      fill();
      read();
    } else {  // fill, wait, meet, read, meet
      fill();
      wait();
      append(barrier_or_not());
      read();
      append(barrier_or_not());
    }
    return plain_statement(std::move(lines));
  }

  Lines more_prologue() override {
    Lines lines;
    for (int stage = 0; stage < distance_; ++stage) {
      for (const std::string& l : copy(fmt::format("{}", stage % stages_))) lines.push_back(l);
      lines.push_back("cp.async.commit_group");
    }
    return lines;
  }

  std::vector<Statement> ending() override {
    if (random_.chance(30)) return {};
    Lines lines;
    if (careful()) lines = {"cp.async.wait_all", "bar.sync 0"};
    load(lines, fmt::format("%sn+{}", 4 * static_cast<int>(settings_.block) * random_.below(3)));
    return {plain_statement(std::move(lines))};
  }

  int distance_ = 1, stages_ = 2, pending_ = 0;
  bool in_turn_ = false, piped_ = false;
};

}  // namespace

Kernel generate_async(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
