#include "checker/strategies/turn.h"

#include <type_traits>
#include <utility>

#include "src/base/archive.h"
#include "src/base/effort.h"
#include "src/base/effort_share.h"

namespace warpproof {

template <class Archive>
static void each(Archive& archive, Is<KnownAnswers::Known> auto& value) {
  auto& [answer, effort] = value;
  auto nanoseconds = effort.count();
  archive(answer, nanoseconds);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(value)>>) effort = effort::Clock::duration(nanoseconds);
}

}  // namespace warpproof

namespace warpproof::report {

template <class Archive>
static void each(Archive& archive, Is<EffortShare> auto& value) {
  auto& [strategy, units] = value;
  archive(strategy, units);
}

}  // namespace warpproof::report

namespace warpproof::strategies {

namespace {

using Clock = Situation::Clock;

struct FromOriginal {
  std::vector<report::EffortShare> counted;
  Relay::Answers answers;
};
template <class Archive>
void each(Archive& archive, Is<FromOriginal> auto& value) {
  auto& [counted, answers] = value;
  archive(counted, answers);
}

struct FromCopy {
  bool is_complete = false;  // false: it found what cannot be handed over
  std::uint64_t spent = 0;
  std::vector<report::EffortShare> counted;
  std::vector<Relay::Answers> answers;
};
template <class Archive>
void each(Archive& archive, Is<FromCopy> auto& value) {
  auto& [is_complete, spent, counted, answers] = value;
  archive(is_complete, spent, counted, answers);
}

template <class T>
std::string pack(const T& value) {
  ArchiveWriter writer;
  writer(value);
  return writer.take();
}

template <class T>
T unpack(const std::string& bytes) {
  T out;
  ArchiveReader reader(bytes);
  reader(out);
  return out;
}

}  // namespace

Turn::Turn(Situation& s, double share)
    : s_(s),
      until_(s.after(share)),
      counted_(s.spending.counted()),
      plans_(s.known_plans),
      plans_found_(s.plans_found),
      had_broken_run_(s.broken_run.has_value()) {}

bool Turn::ran_out() const { return Clock::now() >= until_ && s_.broken_run.has_value() == had_broken_run_; }

void Turn::leave_nothing() {
  const std::uint64_t before = effort::spent();
  effort::take_back_to(until_);
  s_.spending.take_back(counted_, before - effort::spent());
  s_.known_plans = plans_;
  s_.plans_found = plans_found_;
}

void Turn::pass() const {
  while (Clock::now() < until_) effort::charge(effort::units_of(until_ - Clock::now()) + 1);
  effort::take_back_to(until_);
}

bool Relay::makes_copy(const Turn& turn, bool next) {
  if (!next || !is_confirmed_ || effort::milliseconds_until_stop()) return false;
  copy_ = RacingCopy::make();
  if (copy_ == nullptr || !copy_->is_this()) return false;
  original_ = std::move(copy_);
  is_confirmed_ = false;
  counted_ = s_.spending.counted();
  had_broken_run_ = s_.broken_run.has_value();
  plans_found_ = s_.plans_found;
  add(std::exchange(held_, {}));
  gathered_.clear();  // its original has these
  turn.pass();
  return true;
}

void Relay::confirm() {
  if (is_confirmed_) return;
  is_confirmed_ = true;
  auto from = unpack<FromOriginal>(original_->wait_for_original());
  s_.spending.put_after(counted_, std::move(from.counted));
  // Its original adds these itself.
  s_.known_answers.add(from.answers);
}

void Relay::take_answers(bool ran_out) {
  Answers latest = s_.known_answers.take_latest();
  add(std::exchange(held_, {}));
  if (ran_out) {
    held_ = std::move(latest);
  } else {
    add(std::move(latest));
  }
}

void Relay::add(Answers answers) {
  s_.known_answers.add(answers);
  if (original_ != nullptr) gathered_.push_back(std::move(answers));
}

bool Relay::copy_ran_the_rest() {
  if (copy_ == nullptr) return false;
  const auto bytes = copy_->go_on(pack(FromOriginal{s_.spending.counted(), held_}));
  copy_.reset();
  if (!bytes) return false;
  FromCopy from = unpack<FromCopy>(*bytes);
  if (!from.is_complete) return false;
  s_.spending.replace(std::move(from.counted));
  effort::charge(from.spent - effort::spent());
  add(std::exchange(held_, {}));
  for (Answers& answers : from.answers) add(std::move(answers));
  return true;
}

void Relay::end(bool has_result) {
  confirm();
  add(std::exchange(held_, {}));
  if (original_ == nullptr || has_result) return;
  const bool is_complete = s_.broken_run.has_value() == had_broken_run_ && s_.plans_found == plans_found_;
  original_->return_to_original(
      pack(FromCopy{is_complete, effort::spent(), s_.spending.counted(), std::move(gathered_)}));
}

}  // namespace warpproof::strategies
