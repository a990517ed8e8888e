#include "checker/symbolic/counters.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "checker/soundness_switches.h"
#include "src/term/terms_once.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostResults = 4;    // that one pair of addresses depends on
constexpr std::size_t kMostCases = 256;    // additions that one number may come from
constexpr std::size_t kMostEquations = 4;  // of one case
constexpr std::size_t kMostApart = 1024;   // pairs of instructions, of those that are told

std::vector<std::uint32_t> shared(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::uint32_t> out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

}  // namespace

Term numbers_apart(TermGraph& g, Term a, Term x, Term b, Term y) {
  const Term differ = g.land(g.ule(a, g.sub(y, x)), g.ule(b, g.sub(x, y)));
  const Term nothing = g.constant(g.width(a), 0);
  if (is_off(SideCondition::AdditionZero)) return differ;
  const Term first_added_nothing = g.lor(g.eq(a, nothing), g.eq(b, nothing));
  return g.lor(differ, g.land(g.eq(x, y), first_added_nothing));
}

void AtomicCounters::note_addend(const BlockMemory::Key& key, Term addend, const claims::InstructionAt& by) {
  Changes& changes = changes_[key];
  const auto number = static_cast<std::size_t>(std::find(changes.additions.begin(), changes.additions.end(), by) - changes.additions.begin());
  if (number == changes.additions.size()) {
    changes.additions.push_back(by);
    changes.epochs.push_back(epoch_[key]);
  } else if (changes.epochs[number] != epoch_[key]) {
    changes.epochs[number] = kSeveralEpochs;
  }
  const bool one_width = width_.try_emplace(key, g.width(addend)).first->second == g.width(addend);
  const bool small = g.unsigned_range(addend).second <= kLargestAddend;
  if (!holds_or_off(SideCondition::AdditionSmall, one_width && small)) spoil(key);
}

void AtomicCounters::add(BlockMemory::Key key, Term guard, Term offset, Term addend, Term result,
                         const claims::InstructionAt& by) {
  if (g.kind(result) != Kind::Var) return;
  const auto& all = changes_[key].additions;
  const auto number = static_cast<std::size_t>(std::find(all.begin(), all.end(), by) - all.begin());
  additions_.insert_or_assign(result.id, Addition{key, epoch_[key], guard, offset, addend, result, number});
}

void AtomicCounters::note_apart(Pairs& known, const Addition& x, const Addition& y) {
  if (known.size() < kMostApart) known.insert(std::minmax(x.by, y.by));
}

Term AtomicCounters::known_calm(const BlockMemory::Key& key) {
  const auto [known, fresh] = calm_.try_emplace(key, Term{});
  if (fresh) known->second = g.var(1, "calm");
  return known->second;
}

Term AtomicCounters::facts(const Use& a, const Use& b) {
  Term out = g.truth(true);
  if (additions_.empty() || all_spoilt_) return out;
  const auto &first = claim(a), &second = claim(b);
  if (first && second && first->key == second->key &&
      holds_or_off(SideCondition::AdditionInterval, first->epoch == second->epoch) &&
      first->word == second->word && first->element.same_array(second->element) &&
      holds_or_off(SideCondition::AdditionElements,
                   first->element.scale >= static_cast<std::uint64_t>(std::max(a.bytes, b.bytes))) &&
      holds_or_off(SideCondition::AdditionShared, take_different(*first, *second))) {
    for (const std::uint32_t x : first->additions) {
      for (const std::uint32_t y : second->additions)
        note_apart(changes_[first->key].apart, additions_.at(x), additions_.at(y));
    }
    return g.lnot(known_calm(first->key));  // different numbers: they do not overlap
  }
  std::vector<const Addition*> met;
  for (const Use* use : {&a, &b}) {
    for (const Addition* one : additions_in(use->offset)) {
      if (spoilt_.contains(one->key) || std::find(met.begin(), met.end(), one) != met.end()) continue;
      if (met.size() == kMostResults) return out;
      met.push_back(one);
    }
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    for (std::size_t j = i + 1; j < met.size(); ++j) {
      const Addition &x = *met[i], &y = *met[j];
      if (x.key != y.key || !holds_or_off(SideCondition::AdditionInterval, x.epoch == y.epoch) ||
          g.width(x.result) != g.width(y.result))
        continue;
      note_apart(changes_[x.key].apart, x, y);
      const Term apart = numbers_apart(g, x.addend, x.result, y.addend, y.result);
      const Term one_word = g.land(g.land(x.guard, y.guard), g.eq(x.offset, y.offset));
      out = g.land(out, g.lor(g.lnot(g.land(known_calm(x.key), one_word)), apart));
    }
  }
  return out;
}

// Numbers that different additions own differ, and those that one addition owns where their ranks do.
bool AtomicCounters::take_different(const Claim& a, const Claim& b) {
  const auto both_own = shared(a.additions, b.additions);
  return both_own.empty() || ranks_differ(g, a.share, b.share, both_own);
}

// Those whose results the term depends on.
const std::vector<const AtomicCounters::Addition*>& AtomicCounters::additions_in(Term t) {
  const auto [known, fresh] = additions_in_.try_emplace(t.id);
  if (fresh) {
    for (const Term variable : collect_leaves(g, std::array{t}).variables) {
      const auto it = additions_.find(variable.id);
      if (it != additions_.end()) known->second.push_back(&it->second);
    }
  }
  return known->second;
}

const std::optional<AtomicCounters::Claim>& AtomicCounters::claim(const Use& use) {
  const auto [known, fresh] = claims_.try_emplace({use.guard.id, use.offset.id});
  if (fresh) known->second = make_claim(use);
  return known->second;
}

std::optional<AtomicCounters::Owned> AtomicCounters::owned_number(const Use& use) {
  const auto& known = claim(use);
  if (!known) return std::nullopt;
  return Owned{known->key, known->element.index, known->additions};
}

std::optional<AtomicCounters::Claim> AtomicCounters::make_claim(const Use& use) {
  Claim out;
  const auto element = element_at(g, use.offset);
  if (!element) return std::nullopt;
  out.element = *element;
  const Term number = element->index;
  const auto summands = g.operands(number);
  const std::vector<Term> candidates = g.kind(number) == Kind::Add
                                           ? std::vector<Term>(summands.begin(), summands.end())
                                           : std::vector<Term>{number};
  std::optional<Term> base;
  std::vector<ChoiceCase> cases;
  for (const Term t : candidates) {
    std::vector<Term> path;
    std::vector<ChoiceCase> its;
    bool any_addition = false;
    if (!cases_of(t, path, its, any_addition) || !any_addition) continue;
    if (base) return std::nullopt;
    base = t;
    cases = std::move(its);
  }
  if (!base) return std::nullopt;
  const Term rank = g.sub(number, *base);
  bool first = true;
  for (const ChoiceCase& c : cases) {
    const auto it = additions_.find(c.leaf.id);
    const bool fits = it != additions_.end() && g.width(c.leaf) == g.width(number);
    if (!holds_or_off(SideCondition::AdditionOwned, owned(use.guard, c, fits ? &it->second : nullptr, rank)))
      return std::nullopt;
    if (!fits) continue;
    const Addition& addition = it->second;
    if (first) {
      out.key = addition.key;
      out.epoch = addition.epoch;
      out.word = addition.offset;
      first = false;
    }
    if (addition.key != out.key || addition.epoch != out.epoch || addition.offset != out.word)
      return std::nullopt;
    out.additions.push_back(c.leaf.id);
  }
  if (first) return std::nullopt;
  std::sort(out.additions.begin(), out.additions.end());
  out.additions.erase(std::unique(out.additions.begin(), out.additions.end()), out.additions.end());
  std::erase_if(cases, [&](const ChoiceCase& c) {  // such as that no bit of the lane's own mask is set
    return g.is_false(g.land(use.guard, g.conj(c.path)));
  });
  out.share = {use.guard, rank, std::move(cases)};
  return out;
}

bool AtomicCounters::is_result(Term t) const {
  TermsOnce choices(t);
  while (const auto part = choices.next()) {
    if (additions_.contains(part->id) || choices_.contains(part->id)) return true;
    if (g.kind(*part) != Kind::Ite) continue;
    choices.add(g.operands(*part)[1]);
    choices.add(g.operands(*part)[2]);
  }
  return false;
}

// The leaves of nested choices with what leads to each. False where there are too many.
bool AtomicCounters::cases_of(Term t, std::vector<Term>& path, std::vector<ChoiceCase>& out,
                              bool& any_addition) const {
  if (const auto known = choices_.find(t.id); known != choices_.end()) {
    const std::size_t before = path.size();
    bool fits = true;
    for (const Choice& c : known->second) {
      path.push_back(c.condition);
      fits = fits && cases_of(c.value, path, out, any_addition);
      path.back() = g.lnot(c.condition);
    }
    path.resize(before);
    return fits;
  }
  if (g.kind(t) != Kind::Ite) {
    any_addition = any_addition || additions_.contains(t.id);
    out.push_back({path, t});
    return out.size() <= kMostCases;
  }
  const Term condition = g.operands(t)[0], yes = g.operands(t)[1], no = g.operands(t)[2];
  path.push_back(condition);
  const bool fits = cases_of(yes, path, out, any_addition);
  path.back() = g.lnot(condition);
  const bool both = fits && path.size() <= kMostCases && cases_of(no, path, out, any_addition);
  path.pop_back();
  return both;
}

// In this case the addition happened and the rank is below its addend, or the case cannot be. Lanes of one
// group have equal keys there, which makes their masks one.
bool AtomicCounters::owned(Term guard, const ChoiceCase& c, const Addition* addition, Term rank) {
  Term happened = addition ? addition->guard : g.truth(false), addend = addition ? addition->addend : rank;
  // One by one: together they may be too many to simplify before equal keys have made most of them one.
  std::vector<Term> literals = c.path;
  literals.push_back(guard);
  const auto flatten = [&] {
    std::vector<Term> flat;
    while (!literals.empty()) {
      const Term t = literals.back();
      literals.pop_back();
      const auto parts = g.conjuncts(t);
      (parts.size() > 1 ? literals : flat)
          .insert((parts.size() > 1 ? literals : flat).end(), parts.begin(), parts.end());
    }
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    literals = std::move(flat);
  };
  flatten();
  for (std::size_t iteration = 0;; ++iteration) {
    const Term when = g.conj(literals);
    if (g.entails(when, g.land(happened, g.ult(rank, addend)))) return true;
    const auto equation = std::find_if(literals.begin(), literals.end(), [&](Term t) {
      return g.kind(t) == Kind::Eq && !g.is_const(g.operands(t)[1]);
    });
    if (equation == literals.end() || iteration == kMostEquations) return false;
    const Term one = g.operands(*equation)[0], other = g.operands(*equation)[1];
    Substitute put(g);
    put.map(std::max(one, other), std::min(one, other));
    for (Term& t : literals) t = put(t);
    for (Term* t : {&happened, &addend, &rank}) *t = put(*t);
    flatten();
  }
}

std::vector<Term> AtomicCounters::calm() const {
  std::vector<Term> out;
  for (const auto& [key, term] : calm_) {
    if (!all_spoilt_ && !spoilt_.contains(key)) out.push_back(term);
  }
  return out;
}

std::vector<claims::NumbersClaim> AtomicCounters::claims() const {
  std::vector<claims::NumbersClaim> out;
  for (const auto& [key, changes] : changes_) {
    if (!calm_.contains(key) || all_spoilt_ || spoilt_.contains(key)) continue;
    claims::NumbersClaim one{key.space, key.allocation, changes.additions, {}, {changes.stores.begin(), changes.stores.end()}};
    for (const auto& [x, y] : changes.apart) {
      if (changes.epochs[x] != kSeveralEpochs && changes.epochs[y] != kSeveralEpochs) one.apart.emplace_back(x, y);
    }
    if (!one.apart.empty()) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace warpproof::symbolic
