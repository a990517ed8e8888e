#include "checker/symbolic/memory/loads_and_stores.h"

#include <algorithm>

#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/loops/compared_loops.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/iteration_numbers.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/memory/loads_of_others.h"
#include "checker/symbolic/memory/locator.h"
#include "checker/symbolic/memory/memory_order.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "checker/symbolic/memory/read_only_memory.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/race_questions.h"
#include "checker/symbolic/shared_words.h"
#include "spec/rules.h"
#include "src/machine/alu.h"
#include "src/program/constant_variables.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

// Candidate offsets of a private array accessed at a computed index; beyond this the access is given up.
constexpr std::uint64_t kMostCandidates = 4096;

const char* const kIsInitialised =
    "shared memory is initialised where it is read beside atomics of other threads, or after stores to computed places";

}  // namespace

LoadsAndStores::LoadsAndStores(const Parts& parts)
    : program_(parts.code.program()),
      code_(parts.code),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      pointers_(parts.pointers),
      accesses_(parts.accesses),
      layout_(parts.code.layout()),
      iterations_(parts.loop_state.iterations),
      memory_(parts.memory),
      counters_(parts.counters),
      shared_words_(parts.shared_words),
      order_(parts.order),
      other_blocks_(parts.other_blocks),
      race_questions_(parts.race_questions),
      races_(parts.races),
      pending_groups_(parts.pending_groups),
      obligations_(parts.record.obligations),
      events_(parts.record.events),
      approximations_(parts.record.approximations),
      stores_behind_loaded_(parts.record.stores_behind_loaded),
      writes_global_(parts.record.writes_global),
      multiplies_in_addresses_(parts.record.multiplies_in_addresses),
      handed_out_(parts.record.handed_out),
      assumed_(parts.record.assumed),
      record_(parts.record),
      thread_sets_(parts.thread_sets),
      scalar_instructions_(parts.scalar_instructions),
      locator_(parts.locator),
      loads_of_others_(parts.loads_of_others),
      read_only_memory_(parts.read_only_memory),
      memory_order_(parts.memory_order),
      order_recorder_(parts.order_recorder),
      induction_(parts.induction),
      iteration_numbers_(parts.iteration_numbers),
      compared_loops_(parts.compared_loops),
      last_iterations_(parts.last_iterations) {}

// The distinct offsets that a private access can have, each with the threads and condition under which it
// does.
std::optional<std::map<std::uint64_t, Lanes>> LoadsAndStores::candidates(const Target& target, int bytes) {
  std::map<std::uint64_t, std::vector<Term>> out;
  const auto slot = [&](std::uint64_t at) -> std::vector<Term>& {
    auto [it, fresh] = out.try_emplace(at);
    if (fresh) it->second.assign(static_cast<std::size_t>(threads_), g.truth(false));
    return it->second;
  };
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    const Term offset = target.offset.at(t);
    if (g.is_const(offset)) {
      slot(g.value(offset))[t] = target.guard.at(t);
      continue;
    }
    const auto [low, high] = g.unsigned_range(offset);
    const auto step = static_cast<std::uint64_t>(bytes);  // natural alignment
    if (high - low > kMostCandidates * step) return std::nullopt;
    for (std::uint64_t at = (low + step - 1) / step * step; at <= high; at += step) {
      slot(at)[t] = g.land(target.guard.at(t), g.eq(offset, g.constant(64, at)));
    }
  }
  std::map<std::uint64_t, Lanes> result;
  for (auto& [at, terms] : out) result.emplace(at, Lanes::each(std::move(terms)));
  return result;
}

// Any value of memory. A pointer in it was loaded.
Lanes LoadsAndStores::loaded_unknowns(const Strand& s, int bytes, std::uint32_t place, const std::vector<Term>* canonical) {
  const Lanes out = scalar_instructions_.fresh_choices(s, bytes * 8, place, "loaded", canonical);
  return pointers_.declare_unknowns(out, Pointers::Unknown::Loaded);
}

// Replays have 0 there.
Lanes LoadsAndStores::any_padding(const Strand& s, int width, std::uint32_t place) {
  approximations_.insert(
      "bytes that were never written, but are copied or share a word with others, are treated as unknown");
  const std::vector<Term> zeros(static_cast<std::size_t>(threads_), g.constant(width, 0));
  return scalar_instructions_.fresh_choices(s, width, place, "padding", &zeros);
}

bool LoadsAndStores::comes_from_unwritten(const Origins& origins) const {
  return origins != nullptr && std::all_of(origins->begin(), origins->end(), [&](int e) {
           return events_[static_cast<std::size_t>(e)].rule == spec::Rule::ValueUninitialised;
         });
}

// A word of which a bit-field is set: its other bits may not have been written yet. That it holds bit-fields, and is no number
// of which some bits are replaced, PTX does not say, so it is listed.
Value LoadsAndStores::with_field(const Strand& s, Value word, const Instruction& ins) {
  if (!ins.mod.sets_field || ops_.all_false(word.taint) || !comes_from_unwritten(word.origins)) return word;
  assumed_.insert("the word that is changed in part at " + program_.places[ins.place].source().str() +
                  " holds bit-fields: its other bits may be unwritten");
  return ops_.defined(ops_.select(word.taint, any_padding(s, word.width, ins.place), word.bits), word.width);
}

// Lanes of one weak load that read one address read one value: a store that comes between two of them races
// with one. Not in loops that are proved by induction, where lanes may be in different iterations.
Lanes LoadsAndStores::one_for_each_address(const Target& target, const Lanes& bits) {
  std::map<std::uint32_t, int> first;  // lane, by its address
  std::vector<Term> out;
  for (int t = 0; t < threads_; ++t) {
    const bool reads = !g.is_false(target.guard.at(t));
    out.push_back(bits.at(reads ? first.try_emplace(target.offset.at(t).id, t).first->second : t));
  }
  return Lanes::each(std::move(out));
}

Value LoadsAndStores::load_from(Strand& s, const Target& target, int bytes, const Instruction& ins) {
  const std::uint32_t place = ins.place;
  locator_.judge_bounds(s, target, bytes, place);
  const int undefined = record_.event(spec::Rule::ValueUninitialised, place);
  if (target.space == Space::Local || target.space == Space::Param) {
    const Padding padding{[&](int width) { return any_padding(s, width, place); },
                          [&](const Origins& origins) { return comes_from_unwritten(origins); }};
    const auto undefined_at = [&](std::uint64_t at) {
      const bool may_be_padding = !ins.mod.names_variable && s.storage.is_beside_written(ops_, at);
      return may_be_padding ? record_.event(spec::Rule::ValueUninitialised, place, true) : undefined;
    };
    const auto load = [&](std::uint64_t at) {
      return with_field(s, s.storage.load(ops_, at, bytes, undefined_at(at), &padding), ins);
    };
    if (target.offset.is_uniform() && g.is_const(target.offset.at(0)))
      return load(g.value(target.offset.at(0)));
    const auto places = candidates(target, bytes);
    if (!places) {
      thread_sets_.give_up_threads(target.guard, "local memory at an index without a known bound", place);
      return ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
    }
    std::optional<Value> out;
    for (const auto& [at, when] : *places) {
      const Value v = load(at);
      out = out ? ops_.select(when, v, *out) : v;
    }
    return out ? *out : ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
  }
  const bool locked = note_access(s, target, access_kind(ins, target.space), bytes, ins, nullptr);
  if (ins.mod.checked_by_swap) {
    assumed_.insert("the read at " + program_.places[place].source().str() +
                    " is relaxed, as a compare-and-swap checks what it returns");
  }
  order_recorder_.trace_strong(ins, target.space);
  if (target.space == Space::Global && target.allocation == kNoAllocation) {
    approximations_.insert("memory reached through loaded pointers is treated as unknown");
    return ops_.defined(loaded_unknowns(s, bytes, place), bytes * 8);
  }
  const BlockMemory::Key key{target.space, target.allocation};
  order_.note_load(key, !ins.mod.is_volatile);
  compared_loops_.note_disturbance(s, key);
  if (locked) {
    approximations_.insert("values read under a lock are treated as unknown");
    Value out = definedness(target, bytes, undefined);
    out.bits = loaded_unknowns(s, bytes, place);
    pointers_.note_loaded(target, out.bits);
    return with_field(s, out, ins);
  }
  const auto loaded = memory_.load(key, target.guard, target.offset, bytes, undefined, initial_bytes(target));
  if (loaded.exact && !loaded.order_dependent && !ins.mod.is_volatile) {
    if (const auto what = loads_of_others_.brings(key, ins); what != OtherBlocks::Brings::AsFollowed)
      return loads_of_others_.load_of_others(s, target, loaded.value, bytes, ins, what);
    pointers_.note_loaded(target, loaded.value.bits);
    return with_field(s, loaded.value, ins);
  }
  // What is read depends on the order of atomics or on other threads: any value, with the canonical
  // schedule's value at hand for a counterexample.
  if (!loaded.exact) {
    approximations_.insert(
        "a load at a computed address after stores to computed addresses is treated as unknown");
    Lanes bits = loaded_unknowns(s, bytes, place);
    if (!ins.mod.is_volatile && iterations_.empty() &&
        loads_of_others_.brings(key, ins) != OtherBlocks::Brings::Anything)
      bits = one_for_each_address(target, bits);
    pointers_.note_loaded(target, bits);
    memory_order_.note_strong_read(s, target, bits, bytes, ins);
    if (loaded.maybe_unwritten) assume_initialised();
    Value out = loaded.value;
    out.bits = bits;
    return with_field(s, out, ins);
  }
  if (loaded.maybe_unwritten && ins.mod.is_volatile) assume_initialised();
  std::vector<Term> canonical;
  for (int t = 0; t < threads_; ++t) canonical.push_back(loaded.value.bits.at(t));
  approximations_.insert(
      "values that depend on the order of atomics or on other blocks are treated as unknown");
  Value out = loaded.value;
  out.bits = loaded_unknowns(s, bytes, place, &canonical);
  pointers_.note_loaded(target, out.bits);
  memory_order_.note_strong_read(s, target, out.bits, bytes, ins);
  return with_field(s, out, ins);
}

void LoadsAndStores::assume_initialised() { assumed_.insert(kIsInitialised); }

// What is at a place whose value is lost: whether it was stored to. It is assumed to be where that would take long to tell.
Value LoadsAndStores::definedness(const Target& target, int bytes, int undefined_event) {
  bool by_strong = false;
  const auto known = memory_.definedness({target.space, target.allocation}, target.guard, target.offset, bytes,
                                         undefined_event, &by_strong);
  if (!known || by_strong) assume_initialised();
  return known ? *known : ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
}

bool LoadsAndStores::note_access(const Strand& s, const Target& target, AccessKind kind, int bytes,
                           const Instruction& ins, const Lanes* stored) {
  if (target.space != Space::Shared && target.space != Space::Global) return false;
  writes_global_ = writes_global_ || (target.space == Space::Global && stores(kind));
  note_address(target);
  if (target.allocation == kNoAllocation && target.space == Space::Global) {
    races_.access_anywhere();
    return note_access_through_loaded(s, target, kind, bytes, ins, stored);
  }
  last_iterations_.note_loop_access(s, {target.space, target.allocation}, stores(kind));
  if (stores(kind) && options_.shape.is_sample())
    shared_words_.note_stored({target.space, target.allocation});
  if (target.space == Space::Shared && !options_.bounds)
    accesses_.note_reach(target, bytes, shared_size(layout_, options_.shape.dynamic_shared));
  if (target.space == Space::Global) accesses_.note_far(target);
  read_only_memory_.note_read_only(s, {target.space, target.allocation}, target.guard, target.offset, kind,
                                   bytes, ins);
  return races_.access({target.space, target.allocation}, kind, target.guard, target.offset, bytes, ins.place,
                       stored, memory_order_.serials_of(s), iteration_numbers_.iterations_of(s, ins.place),
                       pending_groups_ ? &*pending_groups_ : nullptr, fragment_kind(ins));
}

// Two threads that take part tell: addresses of the others are mostly alike.
void LoadsAndStores::note_address(const Target& target) {
  if (target.space != Space::Global) return;
  std::optional<int> first, last;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    if (!first) first = t;
    last = t;
  }
  if (!first) return;
  const Term root[] = {target.offset.at(*first)};
  multiplies_in_addresses_ = multiplies_in_addresses_ || has_products(g, root);
  for (const int t : {*first, *last})
    if (!g.is_const(target.offset.at(t))) record_.addresses.push_back(target.offset.at(t));
}

// By whole addresses: which of them may be one is may_meet_behind_loaded()'s to say.
bool LoadsAndStores::note_access_through_loaded(const Strand& s, const Target& target, AccessKind kind,
                                                int bytes, const Instruction& ins, const Lanes* stored) {
  const BlockMemory::Key key{Space::Global, kLoadedAllocations};
  const std::vector<Term> nobody(static_cast<std::size_t>(threads_), g.truth(false));
  std::vector<Term> followed = nobody, lost = nobody;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    const std::set<Term>& pointers = pointers_.pointers_in(target.offset.at(t));
    if (pointers.empty()) {
      assumed_.insert("no access uses a null pointer");
      continue;
    }
    for (const Term p : pointers) pointers_.note_followed(p);
    const bool kept = std::any_of(pointers.begin(), pointers.end(),
                                  [&](Term p) { return pointers_.is_kept_in_shared(p); });
    (kept ? lost : followed)[static_cast<std::size_t>(t)] = target.guard.at(t);
  }
  thread_sets_.give_up_threads(Lanes::each(std::move(lost)),
                               "an access through a pointer that was kept in shared memory", ins.place);
  last_iterations_.note_loop_access(s, key, stores(kind));
  const Lanes guard = Lanes::each(std::move(followed));
  read_only_memory_.note_read_only(s, key, guard, target.offset, kind, bytes, ins);
  return races_.access(key, kind, guard, target.offset, bytes, ins.place, stored,
                       memory_order_.serials_of(s), iteration_numbers_.iterations_of(s, ins.place),
                       pending_groups_ ? &*pending_groups_ : nullptr, fragment_kind(ins));
}

// What is stored through loaded pointers is not kept: loads through them give anything. It changes what is
// kept only where such a pointer may not come from the kernel's inputs.
void LoadsAndStores::note_store_behind_loaded(Strand& s, const Target& target) {
  stores_behind_loaded_ = true;
  order_.note_access_anywhere();
  bool known = true;
  for (int t = 0; t < threads_; ++t)
    known = known && (g.is_false(target.guard.at(t)) || pointers_.is_of_known_memory(target.offset.at(t)));
  induction_.note_loop_write(s,
                  known ? std::optional(BlockMemory::Key{Space::Global, kLoadedAllocations}) : std::nullopt);
  if (known) return;
  if (other_blocks_) other_blocks_->store_anywhere();
  approximations_.insert("after a store through a loaded pointer, all memory is treated as unknown");
  counters_.spoil_all();
  memory_.havoc_all(true);
  shared_words_.lose_all();
}

void LoadsAndStores::note_race(spec::Rule rule, std::uint32_t earlier, std::uint32_t later, Term condition,
                         bool equal_values) {
  if (rule == spec::Rule::StoreSameInstruction && !equal_values) race_questions_.note_collision(condition);
  spec::Level lvl = context_.level(rule);
  if (equal_values) lvl = std::min(lvl, spec::equal_value_race_level(options_.policies));
  if (lvl == spec::Level::Off) return;
  const std::string where = program_.places[earlier].source().str();
  obligations_.require_not(
      rule, lvl, later, (equal_values ? "of one value with the access at " : "with the access at ") + where,
      condition);
}

// What a table of the module holds that no kernel stores to: what it was initialised with. A variable that
// host code is to set has no initialiser as a rule, or zeros.
const std::vector<std::uint8_t>* LoadsAndStores::initial_bytes(const Target& target) {
  if (target.space != Space::Const && target.space != Space::Global) return nullptr;
  const auto v = variable_of(program_, layout_, target.allocation);
  if (!v) return nullptr;
  const Variable& variable = program_.variables[*v];
  if (!only_read_) only_read_ = variables_only_read(program_);
  if (!only_read_->contains(*v)) return nullptr;
  const bool of_compiler = is_of_compiler(variable);
  const auto is_set = [](std::uint8_t byte) { return byte != 0; };
  if (!of_compiler && std::none_of(variable.initial->begin(), variable.initial->end(), is_set))
    return nullptr;
  if (!of_compiler)
    assumed_.insert("initialised variables that no kernel stores to by name keep their values (" +
                    variable.name + ")");
  return &*variable.initial;
}

void LoadsAndStores::load(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, scalar_instructions_.guard_of(s, ins));
  const int bytes = std::max(1, bits_of(ins.type) / 8);
  const auto parts = ins.destinations.size();
  const auto targets = locator_.resolve(s, ins, active);
  std::vector<Value> results;
  for (std::size_t i = 0; i < parts; ++i) {
    std::optional<Value> out;
    for (const Target& whole : targets) {
      if (i == 0) accesses_.judge_alignment(whole, bytes * static_cast<int>(parts), ins.place);
      const Target target = locator_.element_of(whole, i, bytes);
      const Value v = load_from(s, target, bytes, ins);
      out = out ? ops_.select(target.guard, v, *out) : v;
    }
    results.push_back(out ? *out : ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8));
    if (ins.mod.matrix.shape.m != 0) scalar_instructions_.note_element(ins, active, results.back());
  }
  for (std::size_t i = 0; i < parts; ++i) write_loaded(s, ins, ins.destinations[i], std::move(results[i]));
}

// A register wider than the memory type takes a signed value sign-extended (PTX ISA 9.x, section 9.4.1).
void LoadsAndStores::write_loaded(Strand& s, const Instruction& ins, const Operand& destination,
                                  Value value) {
  if (destination.kind != Operand::Kind::Register) return;
  const int width = bits_of(program_.functions[s.top().function].registers[destination.index].type);
  if (value.width != width) {
    value.bits = ops_.map([&](Term t) { return fit_word(g, t, width, is_signed(ins.type)); }, value.bits);
    value.width = width;
  }
  scalar_instructions_.write(s, ins, destination, std::move(value));
}

void LoadsAndStores::store_to(Strand& s, const Target& target, const Value& value, const Instruction& ins) {
  const std::uint32_t place = ins.place;
  const int bytes = value.width / 8;
  locator_.judge_bounds(s, target, bytes, place);
  if (target.space == Space::Local || target.space == Space::Param) {
    // Threads outside the strand hold no value, so a store by the whole strand needs no choice.
    const bool everyone = ops_.covers(target.guard, s.guard);
    if (target.offset.is_uniform() && g.is_const(target.offset.at(0))) {
      const std::uint64_t at = g.value(target.offset.at(0));
      const int undefined = record_.event(spec::Rule::ValueUninitialised, place);
      s.storage.store(
          ops_, at,
          everyone ? value : ops_.select(target.guard, value, s.storage.load(ops_, at, bytes, undefined)));
      return;
    }
    const auto places = candidates(target, bytes);
    if (!places)
      return thread_sets_.give_up_threads(target.guard, "local memory at an index without a known bound",
                                          place);
    for (const auto& [at, when] : *places) {
      const Value old = s.storage.load(ops_, at, bytes, record_.event(spec::Rule::ValueUninitialised, place));
      s.storage.store(ops_, at, ops_.covers(when, s.guard) ? value : ops_.select(when, value, old));
    }
    return;
  }
  scalar_instructions_.use(target.guard, value, place, "stored value");
  const bool anywhere = target.space == Space::Global && target.allocation == kNoAllocation;
  if (!anywhere) induction_.note_loop_write(s, BlockMemory::Key{target.space, target.allocation});
  race_questions_.begin_store();
  const bool locked = note_access(s, target, access_kind(ins, target.space), bytes, ins, &value.bits);
  order_recorder_.trace_strong(ins, target.space);
  memory_order_.note_store(s, target, value.bits, bytes, ins);
  if (other_blocks_ && target.space == Space::Global) other_blocks_->store({target.space, target.allocation});
  if (anywhere) {
    counters_.spoil({target.space, target.allocation});
    return note_store_behind_loaded(s, target);
  }
  // Were a weak store not ordered with the additions to a counter, it would race with them, unless a lock
  // keeps them apart; only for global memory may another block do it, which is not looked at.
  const BlockMemory::Key key{target.space, target.allocation};
  compared_loops_.note_disturbance(s, key);
  if (target.space == Space::Shared && !locked && access_kind(ins, target.space) == AccessKind::Write) {
    counters_.overwrite(key, code_.instruction_at(s, place));
    induction_.note_loop_overwrite(s, key);
  } else {
    counters_.spoil(key);
  }
  order_.note_store(key, !ins.mod.is_volatile, !iterations_.empty());
  shared_words_.note_write(target, bytes, locked ? nullptr : &value.bits,
                    access_kind(ins, target.space) == AccessKind::Atomic);
  // Reported where it happens; what is stored then counts as defined.
  memory_.store(key, target.guard, target.offset,
                ops_.defined(value.bits, value.width), record_.event(spec::Rule::ValueUninitialised, place),
                locked || access_kind(ins, target.space) == AccessKind::Atomic,  // who has the lock first is open, too
                race_questions_.lanes_may_collide(value.bits));
  if (locked) memory_.havoc(key);
}

void LoadsAndStores::store(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, scalar_instructions_.guard_of(s, ins));
  const int bytes = std::max(1, bits_of(ins.type) / 8);
  const auto targets = locator_.resolve(s, ins, active);
  for (std::size_t i = 0; i < ins.sources.size(); ++i) {
    Value value = scalar_instructions_.read(s, ins.sources[i], ins.type, ins.place);
    if (value.width != bytes * 8) {
      value.bits =
          ops_.map([&](Term t) { return fit_word(g, t, bytes * 8, is_signed(ins.type)); }, value.bits);
      value.width = bytes * 8;
    }
    if (ins.mod.matrix.shape.m != 0) scalar_instructions_.undefine_as_fragment(value);
    for (const Target& whole : targets) {
      if (i == 0) accesses_.judge_alignment(whole, bytes * static_cast<int>(ins.sources.size()), ins.place);
      const Target target = locator_.element_of(whole, i, bytes);
      store_to(s, target, value, ins);
    }
  }
}

}  // namespace warpproof::symbolic
