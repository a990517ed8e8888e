#include "checker/attempt/questions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "checker/attempt/parameters.h"

namespace warpproof {

namespace {

constexpr unsigned kPartOfVolumes = 4, kPartWithoutMultiples = 4;  // one of so many parts of a question's effort
enum { kNoSizes, kProducts, kMultiples };  // of without_products_
// Seconds of effort::Clock.
constexpr double kSlow = 20, kQuick = 5, kQuickOfManySizes = 2.5, kWithoutProducts = 5;

SolverOptions at_most(KnownAnswers& known, double budget_seconds, double seconds) {
  SolverOptions o;
  o.known = &known;
  o.budget_ms = static_cast<unsigned>(std::max(1.0, std::min(budget_seconds, seconds) * 1000));
  return o;
}

}  // namespace

Questions::Questions(const Program& program, std::uint32_t function, TermGraph& graph, const Limits& limits,
                     KnownAnswers& known, double budget_seconds, bool size_is_open, bool may_assume_sizes)
    : program_(program),
      function_(function),
      graph_(graph),
      limits_(limits),
      slow_ms_(at_most(known, budget_seconds, kSlow).budget_ms),
      quick_ms_(at_most(known, budget_seconds, size_is_open ? kQuickOfManySizes : kQuick).budget_ms),
      solver_(graph, at_most(known, budget_seconds, kSlow)),
      quick_(graph, at_most(known, budget_seconds, size_is_open ? kQuickOfManySizes : kQuick)) {
  for (int i = kNoSizes; i <= (may_assume_sizes ? kMultiples : kNoSizes); ++i)
    without_products_.push_back(std::make_unique<WithoutProducts>(graph, at_most(known, budget_seconds, kWithoutProducts)));
}

void Questions::take_assumptions(const symbolic::Executor& executor) {
  for (; assumed_products_ < executor.record().facts_of_products.size(); ++assumed_products_) {
    for (const auto& one : without_products_) one->assume(executor.record().facts_of_products[assumed_products_]);
  }
  for (; assumed_ < executor.record().assumptions.size(); ++assumed_) {
    const Term assumption = executor.record().assumptions[assumed_];
    solver_.assume(assumption);
    quick_.assume(assumption);
    for (const auto& one : without_products_) one->assume(assumption);
  }
  if (without_products_.size() == 1) return;
  std::vector<Term> sizes;
  for (const symbolic::Input& input : executor.record().inputs) {
    if (input.kind != symbolic::Input::Kind::Parameter) continue;
    const std::vector<Term> more = sizes_in(input);
    sizes.insert(sizes.end(), more.begin(), more.end());
  }
  without_products_[kProducts]->assume_sizes(sizes);
  without_products_[kMultiples]->assume_sizes(sizes, true);
  const std::vector<Term>& addresses = executor.record().addresses;
  for (; addresses_ < addresses.size(); ++addresses_) without_products_[kMultiples]->note_address(addresses[addresses_]);
}

// Integers of 32 bits, and such members of a structure, two of which may be copied by 8 bytes. What is declared as another number
// is none, whatever is made of its bits: a limit of them would not be what its text says.
std::vector<Term> Questions::sizes_in(const symbolic::Input& parameter) const {
  const Variable& declared = program_.variables[program_.functions[function_].parameters[parameter.index]];
  const bool is_integer = declared.element == Type::U32 || declared.element == Type::S32 || declared.element == Type::B32;
  std::vector<Term> out;
  if (graph_.width(parameter.term) == 32 && (is_integer || is_structure(declared))) out.push_back(parameter.term);
  if (graph_.width(parameter.term) != 64 || !is_structure(declared)) return out;
  for (const int low : {0, 32}) {
    const Term member = graph_.extract(parameter.term, low + 31, low);
    if (graph_.kind(member) == Kind::Extract) out.push_back(member);
  }
  return out;
}

void Questions::take_tiles(const WithoutProducts::Tiles& tiles) {
  for (const auto& one : without_products_) one->take_tiles(tiles);
}

Answer Questions::check(std::span<const Term> query, SmtModel* model, bool quick, unsigned at_most_ms) {
  if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); })) return Answer::Unsat;
  if (limits_.over()) return Answer::Unknown;
  ++asked_;
  Solver& solver = quick ? quick_ : solver_;
  solver.set_budget_ms(limits_.time_for(std::min(quick ? quick_ms_ : slow_ms_, at_most_ms)));
  return solver.check(query, model);
}

bool Questions::excluded_without_products(Term t, unsigned at_most_ms, bool by_integers) {
  const bool may_assume = without_products_.size() > 1;
  const auto is_left = [&] { return Limits::Clock::now() < limits_.deadline(); };
  const auto by_rows = [&](int which) {
    return is_left() && without_products_[which]->excludes_by_rows(t, limits_.time_for(at_most_ms));
  };
  const auto excludes = [&](int which, unsigned most_ms) {
    return is_left() && without_products_[which]->excludes(t, limits_.time_for(most_ms), by_integers || which == kMultiples);
  };
  // Once something rests on sizes nothing is gained without them.
  const bool rests_on_sizes = !size_limits_.empty();
  const bool has_volumes = without_products_[rests_on_sizes ? kProducts : kNoSizes]->has_volumes(t);
  if (!rests_on_sizes) {
    if (has_volumes && by_rows(kNoSizes)) return true;
    // Volumes of any size are seldom excluded so, and it is dear: a small part, which is enough for those of bounded sizes.
    if (excludes(kNoSizes, has_volumes && may_assume ? at_most_ms / kPartOfVolumes : at_most_ms)) return true;
  }
  const auto excluded_under = [&](int which, unsigned most_ms) {
    if (!(has_volumes && by_rows(which)) && !excludes(which, most_ms)) return false;
    const auto& limits = without_products_[which]->size_limits();
    size_limits_.insert(limits.begin(), limits.end());
    return true;
  };
  if (!may_assume) return false;
  // What adds multiples of sizes is seldom excluded while these may wrap around.
  const bool multiplies = multiplies_sizes(t);
  const bool rests_on_multiples = std::any_of(size_limits_.begin(), size_limits_.end(), [](const SizeLimit& l) { return l.times > 1; });
  return (!(multiplies && rests_on_multiples) &&
          excluded_under(kProducts, multiplies ? at_most_ms / kPartWithoutMultiples : at_most_ms)) ||
         (multiplies && excluded_under(kMultiples, at_most_ms / 2));
}

std::vector<Term> Questions::facts_of_sizes() const {
  std::vector<Term> out;
  for (const SizeLimit& limit : size_limits_) out.push_back(fact_of(graph_, limit));
  return out;
}

}  // namespace warpproof
