#include "checker/claims/number_monitor.h"

#include <algorithm>
#include <iterator>

#include "src/machine/address_map.h"

namespace warpproof::claims {

namespace {

constexpr std::size_t kMostWords = std::size_t{1} << 16;   // of one claim; others are not looked at
constexpr std::size_t kMostRemembered = std::size_t{1} << 10;  // additions to one word: then they are forgotten
constexpr std::uint64_t kWidest = 8;                       // bytes of a word

}  // namespace

NumberMonitor::NumberMonitor(const std::vector<NumbersClaim>& claims, bool canonical) : canonical_(canonical) {
  for (const NumbersClaim& claim : claims) {
    Claim& one = claims_.emplace_back();
    one.claim = &claim;
    one.partners.resize(claim.additions.size());
    for (std::size_t i = 0; i < claim.additions.size(); ++i) one.additions.emplace(claim.additions[i], i);
    for (const auto& [a, b] : claim.apart) {
      one.partners[a].push_back(b);
      if (a != b) one.partners[b].push_back(a);
    }
  }
}

void NumberMonitor::changes(const Change& change) {
  if (claims_.empty() || failed_) return;
  const Location where = classify(change.address);
  for (std::size_t i = 0; i < claims_.size() && !failed_; ++i) {
    if (claims_[i].claim->space != where.space || claims_[i].claim->allocation != where.allocation) continue;
    const auto& additions = claims_[i].additions;
    const auto it = change.is_atomic ? additions.find({change.calls, change.place}) : additions.end();
    if (it != additions.end()) {
      add(i, it->second, change);
    } else {
      change_others(i, change);
    }
  }
}

void NumberMonitor::add(std::size_t number, std::size_t addition, const Change& change) {
  Claim& claim = claims_[number];
  const auto& partners = claim.partners[addition];
  if (partners.empty()) return;
  const auto known = claim.words.find(change.address);
  if (known == claim.words.end() && claim.words.size() >= kMostWords) return;
  Word& word = claim.words[change.address];
  if (word.bytes == 0) {
    word.bytes = change.bytes;
    word.first = change.place;
  }
  ++looked_at_;
  for (const std::size_t partner : partners) {
    if (!canonical_) break;
    const auto before = word.added.find({partner, change.iterations});
    if (before == word.added.end() || before->second == word.generation) continue;
    failed_ = FailedNumbers{number, claim.claim->additions[partner].place, word.changed_by, word.changed_in, change.place};
    return;
  }
  if (word.added.size() >= kMostRemembered) word.added.clear();
  word.added[{addition, change.iterations}] = word.generation;
}

void NumberMonitor::change_others(std::size_t number, const Change& change) {
  Claim& claim = claims_[number];
  const std::uint64_t end = change.address + static_cast<std::uint64_t>(change.bytes);
  for (auto it = claim.words.lower_bound(change.address < kWidest ? 0 : change.address - kWidest + 1);
       it != claim.words.end() && it->first < end; ++it) {
    Word& word = it->second;
    if (it->first + static_cast<std::uint64_t>(word.bytes) <= change.address) continue;
    const auto& stores = claim.claim->stores;
    const InstructionAt by{change.calls, change.place};
    if (std::find(stores.begin(), stores.end(), by) == stores.end()) {
      failed_ = FailedNumbers{number, word.first, change.place, change.thread, std::nullopt};
      return;
    }
    ++word.generation;
    word.changed_by = change.place;
    word.changed_in = change.thread;
  }
}

}  // namespace warpproof::claims
