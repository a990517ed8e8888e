#include "checker/equivalence/observed_pair.h"

#include "checker/equivalence/normal_form.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

ObservationOptions observation_options(TwoExecutions& both, const Matching& matching,
                                       const EquivalenceOptions& options) {
  ObservationOptions o;
  if (options.lanes) o.lanes = *options.lanes;
  o.name = [&a = both.a()](std::uint32_t number) { return a.parameter_name(number); };
  o.number_of_b = [&matching](std::uint32_t allocation) { return matching.number_of_b(allocation); };
  o.allocation_in_b = [&matching](std::uint32_t number) { return matching.allocation_in_b(number); };
  if (both.relation() != nullptr)
    o.proofs = {[&both](Term guard, Term x, Term y) { return both.same_bits_where(guard, x, y); },
                [&both](Term t) { return both.surely_never(t); }};
  return o;
}

// Atomics of both, one to one: what they return is then one variable for both.
void match_atomics_of(TermGraph& graph, TwoExecutions& both, const Matching& matching,
                      const EquivalenceOptions& options, Inquiry& inquiry, ObservationOptions& observed,
                      ObservedPair& out) {
  AtomicMatchingOptions o;
  o.threads = both.a().executor().shape().threads();
  NormalForms exact(graph, FloatMeaning::Exact), real(graph, FloatMeaning::Real);
  const bool over_reals = options.floats == FloatMeaning::Real;
  o.equal = [&](Term a, Term b, bool operand) {
    if (inquiry.out_of_time()) return false;
    if (exact(a) == exact(b)) return true;
    if (operand && over_reals && real.same_content(a, b)) {
      out.real_conditions.add(real.conditions());
      return out.atomics_over_reals = true;
    }
    return inquiry.surely_equal(a, b);
  };
  o.key_in_a = [&](symbolic::BlockMemory::Key key) {
    if (key.space == Space::Global) key.allocation = matching.number_of_b(key.allocation);
    return key;
  };
  for (const std::uint32_t number : not_followed(both.a().executor(), both.b().executor(), observed))
    o.wanted.insert({Space::Global, number});
  o.results_are_numbers = over_reals;
  out.atomics = match_atomics(graph, both.a().executor().order(), both.b().executor().order(), o);
  for (const auto& key : out.atomics.left_same) {
    if (key.space == Space::Global) observed.same.insert(key.allocation);
  }
}

// b's results become a's, and are no choices that distinguish the two.
void apply_matches(TermGraph& graph, std::vector<Term>& assumptions, ObservedPair& out) {
  Substitute put(graph);
  for (const auto& [from, to] : out.atomics.results) {
    put.map(from, to);
    out.choices.erase(from.id);
    out.choices.erase(to.id);
    out.matched_results.insert(to.id);
  }
  for (Observation& o : out.observations.list) {
    o.b = put(o.b);
    if (o.alone != Term{}) o.alone = put(o.alone);
  }
  for (Undefinedness& u : out.observations.undefined) u.condition = put(u.condition);
  for (Term& t : assumptions) t = put(t);
}

}  // namespace

std::string ObservedPair::not_matched() const {
  return atomics.trouble.empty() ? "" : " (atomics of the two kernels do not match: " + atomics.trouble + ")";
}

ObservedPair observe_pair(TermGraph& graph, TwoExecutions& both, const Matching& matching,
                          const EquivalenceOptions& options, Inquiry& inquiry) {
  ObservedPair out;
  for (const Execution* e : {&both.a(), &both.b()}) {
    for (const Term t : e->open_choices()) out.choices.insert(t.id);
  }
  ObservationOptions observed = observation_options(both, matching, options);
  match_atomics_of(graph, both, matching, options, inquiry, observed, out);
  out.observations = observe(graph, both.a().executor(), both.b().executor(), observed);
  apply_matches(graph, inquiry.assumptions(), out);
  return out;
}

}  // namespace warpproof::equivalence
