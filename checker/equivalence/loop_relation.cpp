#include "checker/equivalence/loop_relation.h"

#include <fmt/format.h>

#include <utility>

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

LoopRelation::LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
                           effort::Clock::time_point deadline, bool bounded,
                           effort::Clock::duration about_values)
    : graph_(graph),
      bounded_(bounded),
      a_(*this, false),
      b_(*this, true),
      records_(threads),
      variables_(graph),
      terms_(graph, floats, deadline),
      indices_(graph, records_, variables_, terms_),
      counters_(graph, records_, variables_),
      strides_(graph, records_, variables_, terms_, indices_),
      states_(graph, records_, variables_, terms_, strides_),
      bounds_(graph, records_, variables_, terms_, indices_, states_),
      untouched_(graph, records_, terms_, states_),
      closed_(graph, records_, variables_, terms_, counters_, states_),
      sums_(graph, terms_.over_reals(), records_, variables_),
      keys_(graph, records_, variables_, terms_, counters_, states_, about_values),
      combined_(graph, records_, variables_, terms_, states_, sums_, keys_),
      contents_(graph, std::move(number_of_b), records_, terms_, states_, keys_, atomics_),
      splits_(graph, records_, variables_, terms_, counters_, states_) {
  for (KnownCells* cells : std::initializer_list<KnownCells*>{&counters_, &strides_, &untouched_, &closed_})
    variables_.add(*cells, false);
  for (KnownCells* cells : std::initializer_list<KnownCells*>{&sums_, &combined_})
    variables_.add(*cells, true);
}

Term LoopRelation::OneSide::unknown(std::uint32_t loop, const LoopUnknown& what, int width) {
  return all_.variables_.of({in_b_, loop, what}, width);
}

// One number for both while the contents are taken to be the same in both.
std::uint32_t LoopRelation::OneSide::contents(std::uint32_t loop, const BlockMemory::Key& key, bool after) {
  return all_.contents_.number(in_b_, loop, key, after);
}

// A loop that is split goes on while the other side's does, so that their iterations go together.
Term LoopRelation::OneSide::goes_on(std::uint32_t loop, int thread, bool again) {
  const auto& others = all_.records_[!in_b_];
  const auto other = others.find(loop);
  if (other == others.end()) return all_.graph_.truth(false);
  return (again ? other->second.back : other->second.entered).at(thread);
}

void LoopRelation::OneSide::never(std::uint32_t loops, int thread, Term t) {
  all_.records_.never(in_b_).push_back({loops, thread, t});
}

void LoopRelation::OneSide::record(std::uint32_t loop, LoopRecord record) {
  all_.records_[in_b_].insert_or_assign(loop, std::move(record));
}

void LoopRelation::begin(bool in_b) {
  records_.begin(in_b);
  variables_.forget_used(in_b);
}

void LoopRelation::renew_terms() {
  terms_.renew(variables_, atomics_);
  keys_.forget();
  states_.forget();
}

void LoopRelation::match(bool guess) {
  atomics_ = {};
  renew_terms();
  AtomicMatchingOptions o;
  o.threads = records_.threads();
  o.equal = [this](Term a, Term b, bool number) {
    return number ? terms_.content(a) == terms_.content(b) : terms_.form(a) == terms_.form(b);
  };
  o.key_in_a = [this](const BlockMemory::Key& key) { return contents_.key_in_a(true, key); };
  o.results_are_numbers = terms_.over_reals();
  o.guess = guess;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& key : record.written) {
        if (key.space == Space::Global || record.after->lost(key))
          o.wanted.insert(contents_.key_in_a(in_b, key));
      }
    }
  }
  atomics_ = match_atomics(graph_, records_.order(false), records_.order(true), o);
  renew_terms();
}

std::map<LoopUnit, UnitKey> LoopRelation::keys(bool first) {
  match(first);
  return keys_.all(first);
}

// What counts iterations, or is moved by strides, is known before anything else. True: unknowns are others than they were.
bool LoopRelation::counts_otherwise() {
  if (strides_.find()) {
    variables_.forget_classes();
    closed_.forget();
    untouched_.forget();
    return true;
  }
  const bool counted = counters_.find();
  if (counted) bounds_.forget();
  if (!counted && !(bounded_ && bounds_.find())) return false;
  variables_.forget_classes();
  variables_.forget_iterations();
  closed_.forget();
  untouched_.forget();
  return true;
}

// Until all that is claimed of classes, of memory and of what is combined holds. True: less is claimed now.
bool LoopRelation::splits_classes() {
  bool changed = false;
  if (variables_.class_of().empty()) changed = variables_.split(keys(true));
  auto now = keys(false);
  if (variables_.drop_unrecorded(now)) changed = true;
  for (; variables_.split(now); now = keys(false)) changed = true;
  if (!contents_.is_kept()) changed = true;
  if (combined_.weaken()) changed = true;
  return changed;
}

bool LoopRelation::is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b, Facts facts) {
  records_.take_orders(a, b);
  terms_.take(std::move(facts));
  keys_.ask_again();
  if (counts_otherwise()) return false;
  if (sums_.find()) return false;
  sums_.add_records();
  if (untouched_.find()) return false;
  renew_terms();
  if (closed_.find()) {
    variables_.forget_classes();
    contents_.claim_all();
    return false;
  }
  bool changed = splits_classes();
  // Questions that are asked once the rest holds: each takes long.
  if (!changed && (untouched_.weaken() || closed_.weaken() || closed_.find_after())) changed = true;
  if (!changed && combined_.find()) {
    variables_.forget_classes();
    contents_.claim_all();
    return false;
  }
  if (records_[false].size() != records_[true].size()) {
    trouble_ = fmt::format(": one has {} loops of an unknown number of iterations, the other {}",
                           records_[false].size(), records_[true].size());
  }
  return !changed;
}

bool LoopRelation::uses_bits_of_numbers(const std::vector<Term>& left_behind,
                                        const std::vector<Term>& addressed) {
  if (!terms_.over_reals() || !terms_.any()) return false;
  return equivalence::uses_bits_of_numbers({graph_, records_, variables_, terms_, contents_}, left_behind,
                                           addressed);
}

}  // namespace warpproof::equivalence
