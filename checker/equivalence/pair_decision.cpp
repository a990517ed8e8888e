#include "checker/equivalence/pair_decision.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "checker/equivalence/choices.h"
#include "checker/equivalence/replay.h"
#include "checker/equivalence/same_shape.h"
#include "src/base/effort.h"
#include "src/machine/address_map.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

using symbolic::Input;

namespace {

using Clock = effort::Clock;

constexpr std::uint64_t kSearchBudget = 30'000'000;  // term evaluations
constexpr auto kSearchTime = std::chrono::seconds(5);

}  // namespace

std::optional<Elements> PairDecision::elements(const OpenPair& o) const {
  const Observation& observed = observed_[o.observation];
  if (observed.kind != Observation::Kind::Memory) return {};
  return elements_of(a_.side(), b_.side(), matching_, observed.allocation);
}

bool PairDecision::is_among_integers(const OpenPair& o) const { return elements(o) == Elements::Integers; }

std::size_t PairDecision::drop_equal(FloatMeaning floats, std::vector<OpenPair>& open) {
  NormalForms forms(graph_, floats);
  const std::size_t before = open.size();
  const auto same = [&](bool among_integers, Term a, Term b) {
    const bool numbers = !among_integers || (is_computed_number(graph_, a) && is_computed_number(graph_, b));
    return numbers ? forms.same_content(a, b) : forms(a) == forms(b);
  };
  const auto equal = [&](const OpenPair& o) {
    if (inquiry_.out_of_time()) return false;
    const auto held = elements(o);
    const bool among_integers = held == Elements::Integers;
    bool found = same(among_integers, o.pair.a, o.pair.b);
    if (!found) {
      const Term a = within_guards(graph_, o.pair.a), b = within_guards(graph_, o.pair.b);
      found = (a != o.pair.a || b != o.pair.b) && same(among_integers, a, b);
    }
    if (found && floats == FloatMeaning::Real && held && held != Elements::Floats)
      compared_as_numbers_.insert(observed_[o.observation].allocation);
    return found;
  };
  std::erase_if(open, equal);
  if (open.size() < before) real_conditions_.add(forms.conditions());
  return before - open.size();
}

// Of the allocation that a pointer stands at.
std::uint32_t PairDecision::shared_number(const Execution& e, const Input& pointer) const {
  const std::uint32_t allocation = *pointed_allocation({pointer.index, pointer.offset});
  return &e == &b_ ? matching_.number_of_b(allocation) : allocation;
}

// Pointers stand at their allocations.
void PairDecision::pin(Distinguisher& d) {
  for (Execution* e : {&a_, &b_}) {
    const auto& executor = e->executor();
    for (const Input& input : executor.record().inputs) {
      if (executor.pointers().is_pointer(input)) d.pin(input.term, allocation_base(shared_number(*e, input)));
    }
  }
}

std::optional<Difference> PairDecision::search(const std::vector<OpenPair>& open) {
  if (open.empty()) return std::nullopt;
  note_decided(open);
  std::vector<TermPair> all;
  for (const OpenPair& o : open) all.push_back(o.pair);
  const auto until = std::min(a_.deadline(), Clock::now() + kSearchTime);
  Distinguisher distinguisher(graph_, all, inquiry_.assumptions(), options_.floats);
  pin(distinguisher);
  auto found = distinguisher.search(kSearchBudget, until);
  if (!found) return std::nullopt;
  const Distinguished first = *found;
  distinguisher.minimise(*found, until);
  auto difference = replay(found->model);
  return difference ? difference : replay(first.model);
}

// What stands in memory may depend on how threads' plain stores come after each other; of the pairs that are
// left here, on nothing else that is open (set_open_choices_aside).
void PairDecision::note_decided(const std::vector<OpenPair>& open) {
  decided_.clear();
  if (!a_.open_orders(graph_).empty() || !b_.open_orders(graph_).empty()) return;
  for (const OpenPair& o : open) decided_.insert(o.observation);
}

// The evaluator has the last word.
std::optional<Difference> PairDecision::replay(const SmtModel& model) {
  BothRuns runs = run_both(graph_, a_, b_, matching_, model, observed_, decided_);
  if (runs.clean && runs.difference) return std::move(*runs.difference);
  undecided_ = !runs.clean                ? "a candidate did not replay: " + runs.obstacle
               : runs.only_of_one_block ? "a block of one leaves something else than that block of the other; all "
                                          "blocks together were not found to"
                                        : "a candidate that the evaluator does not confirm";
  return std::nullopt;
}

// Where the evaluator would place the pointers whose numbers the pair depends on.
std::vector<Term> PairDecision::pointer_values(const TermPair& pair) {
  std::vector<Term> out;
  const Term roots[] = {pair.a, pair.b};
  const auto leaves = collect_leaves(graph_, roots).variables;
  for (Execution* e : {&a_, &b_}) {
    const auto& executor = e->executor();
    for (const Input& input : executor.record().inputs) {
      if (input.kind != Input::Kind::Parameter || !executor.pointers().is_pointer(input)) continue;
      if (std::find(leaves.begin(), leaves.end(), input.term) == leaves.end()) continue;
      const std::uint64_t base = allocation_base(shared_number(*e, input));
      out.push_back(graph_.eq(input.term, graph_.constant(graph_.width(input.term), base)));
    }
  }
  return out;
}

// A difference is one of launches, so of as few blocks as may be (whole_launch.h).
void PairDecision::prefer_few_blocks(const std::vector<Term>& query, SmtModel& model) {
  for (const std::uint64_t most : {1, 64, 4096, 1 << 17}) {
    std::vector<Term> fewer = query;
    bool is_so = true;
    for (Execution* e : {&a_, &b_}) {
      for (const Input& input : e->executor().record().inputs) {
        const bool is_index = input.kind == Input::Kind::BlockIndex;
        if ((!is_index && input.kind != Input::Kind::GridSize) || !model.has(input.term)) continue;
        const std::uint64_t end = is_index ? most - 1 : most;
        is_so = is_so && model.value(input.term) <= end;
        fewer.push_back(graph_.ule(input.term, graph_.constant(graph_.width(input.term), end)));
      }
    }
    if (is_so) return;
    SmtModel found;
    if (inquiry_.ask(std::move(fewer), &found) != Answer::Sat) continue;
    model = std::move(found);
    return;
  }
}

bool PairDecision::differs_over_reals(const TermPair& pair, const SmtModel& model) {
  const TermPair one[] = {pair};
  return Distinguisher(graph_, one, inquiry_.assumptions(), options_.floats).tells_apart(model).has_value();
}

// Inputs that nothing is assumed of: the lanes' own arguments of a device function.
std::unordered_set<std::uint32_t> PairDecision::interchangeable_inputs() {
  std::unordered_set<std::uint32_t> out;
  for (Execution* e : {&a_, &b_}) {
    const auto& executor = e->executor();
    for (const Input& input : executor.record().inputs) {
      if (input.kind != Input::Kind::LaneParameter || executor.pointers().is_pointer(input)) continue;
      const auto [low, high] = graph_.unsigned_range(input.term);
      if (low == 0 && high == Forms::mask(graph_.width(input.term)) && graph_.zero_bits(input.term) == 0)
        out.insert(input.term.id);
    }
  }
  for (const Term v : collect_leaves(graph_, inquiry_.assumptions()).variables) out.erase(v.id);
  return out;
}

bool PairDecision::assumptions_read_memory() {
  const auto order = topological_order(graph_, inquiry_.assumptions());
  return std::any_of(order.begin(), order.end(), [&](Term t) { return graph_.kind(t) == Kind::Read; });
}

std::optional<Difference> PairDecision::solve(std::vector<OpenPair>& open, std::size_t& proved) {
  note_decided(open);
  std::vector<OpenPair> rest;
  std::set<std::vector<std::uint64_t>> known;
  const auto interchangeable = interchangeable_inputs();
  const bool alike = !assumptions_read_memory(), exact = options_.floats == FloatMeaning::Exact;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const OpenPair& o = open[i];
    SmtModel model;
    std::vector<Term> query{graph_.lnot(graph_.eq(o.pair.a, o.pair.b))};
    const auto pins = pointer_values(o.pair);
    // What was proved of one lane's inputs holds for another's.
    std::vector<std::uint64_t> text;
    if (alike && pins.empty()) text = question_text(graph_, o.pair.a, o.pair.b, interchangeable);
    if (!text.empty() && known.contains(text)) {
      ++proved;
      continue;
    }
    query.insert(query.end(), pins.begin(), pins.end());
    Answer answer = inquiry_.ask(query, &model);
    if (answer == Answer::Sat) prefer_few_blocks(query, model);
    // A proof must not rest on the numbers that the evaluator gives to pointers.
    const bool equal_at_buffers = answer == Answer::Unsat && !pins.empty();
    if (equal_at_buffers) answer = inquiry_.surely_equal(o.pair.a, o.pair.b) ? Answer::Unsat : Answer::Unknown;
    if (answer == Answer::Unsat) {
      ++proved;
      if (!text.empty()) known.insert(std::move(text));
      continue;
    }
    // Over the reals, other bits are a difference only where they are none of a float.
    if (answer == Answer::Sat && (exact || differs_over_reals(o.pair, model))) {
      if (auto difference = replay(model)) return difference;
    }
    if (answer == Answer::Unknown)
      undecided_ = inquiry_.out_of_time()      ? "out of effort"
                   : !inquiry_.reason().empty() ? "not decided: " + inquiry_.reason()
                   : equal_at_buffers ? "the same where each pointer points at a buffer; not shown for all pointers, "
                                        "null among them"
                                      : "not decided";
    if (answer == Answer::Sat && !exact) undecided_ = "differs bit for bit; not decided over the reals";
    // One pair that is too hard makes the verdict; the others would cost as much.
    rest.insert(rest.end(), open.begin() + static_cast<std::ptrdiff_t>(i), open.end());
    break;
  }
  open = std::move(rest);
  return std::nullopt;
}

}  // namespace warpproof::equivalence
