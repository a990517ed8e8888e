#include "src/base/effort.h"

#include <algorithm>
#include <cmath>

#include "src/base/effort_share.h"

namespace warpproof::effort {
namespace {

using RealClock = std::chrono::steady_clock;
using inside::meter;

constexpr std::uint64_t kBetweenLooks = 5'000'000;   // about 5 ms
constexpr std::int64_t kHour = 3'600'000'000'000ll;  // in nanoseconds
constexpr std::int64_t kFarAway = 1ll << 61;
constexpr double kMostScale = 1e9;

}  // namespace

const std::uint32_t inside::kUnits[] = {
    15,         // Visit
    25,         // Literal
    150,        // Intern
    250,        // Node
    12,         // Evaluation
    60,         // Copy
    100,        // Step
    60,         // Form
    60,         // Diagram
    1'500,      // Translation
    12'000,     // Preparation
    300'000,    // Question
    2'000'000,  // Backend
    2'000'000,  // Process
    60,         // Followed
    100,        // Pair
    20'000,     // Run
    1'000,      // WarpInstruction
    80,         // LaneAccess
    2,          // Byte
};

void inside::look_at_time() {
  meter.look = meter.spent + kBetweenLooks;
  if (meter.until && RealClock::now() >= *meter.until) stop_by_time();
}

Clock::time_point Clock::now() {
  // Deadlines that were set after the end are over by the next look at them, too.
  if (meter.stopped) meter.ahead = std::min(meter.ahead + kHour, kFarAway);
  const std::uint64_t units =
      meter.scale == 1'000
          ? meter.spent
          : static_cast<std::uint64_t>(static_cast<unsigned __int128>(meter.spent) * 1'000 / meter.scale);
  return time_point(duration(static_cast<std::int64_t>(units) + meter.ahead));
}

void take_back_to(Clock::time_point time) {
  if (Clock::now() < time || meter.stopped) return;
  const std::uint64_t before = meter.spent;
  // The least work that moves the clock there: it rounds down.
  const auto units = static_cast<unsigned __int128>(time.time_since_epoch().count() - meter.ahead);
  meter.spent = static_cast<std::uint64_t>((units * meter.scale + 999) / 1'000);
  meter.look -= std::min(meter.look == ~0ull ? 0 : meter.look, before - meter.spent);
}

std::uint64_t units_of(Clock::duration of_clock) {
  const std::int64_t count = std::clamp<std::int64_t>(of_clock.count(), 0, kFarAway);
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(count) * meter.scale / 1'000);
}

Scope::Scope(double effort, double timeout_seconds) : outer_(meter), outermost_(!meter.in_use) {
  if (!outermost_) return;
  meter.in_use = true;
  meter.scale = static_cast<std::uint64_t>(std::clamp(std::round(effort * 1'000), 1.0, kMostScale));
  if (timeout_seconds <= 0) return;
  meter.until = RealClock::now() + std::chrono::duration_cast<RealClock::duration>(
                                       std::chrono::duration<double>(timeout_seconds));
  meter.look = meter.spent;
}

Scope::~Scope() {
  if (!outermost_) return;
  const std::uint64_t spent = meter.spent;
  meter = outer_;
  meter.spent = spent;
}

void stop_by_time() { meter.stopped = true; }

std::optional<std::uint64_t> milliseconds_until_stop() {
  if (meter.stopped) return 0;
  if (!meter.until) return std::nullopt;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(*meter.until - RealClock::now()).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, left));
}

}  // namespace warpproof::effort
