// What a run has found so far, and where undefined values come from.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/concrete/cells.h"
#include "src/machine/finding.h"
#include "src/machine/launch.h"

namespace warpproof {

// What is said of a use of an undefined value, at its place and where the value comes from; what it is used as follows.
inline constexpr const char *kUndefinedIsUsedAs = "an undefined value is used as ", *kUsedHereAs = "used here as ";

class Report {
 public:
  explicit Report(const Launch& launch);

  // A rule broken at a place. One rule at one place is one finding, whose threads accumulate; the first
  // message stays. A rule whose level is Off for this launch is dropped. Returns true when the finding is
  // new.
  bool add(spec::Rule rule, std::uint32_t place, std::uint32_t warp, std::uint32_t lanes, std::string message,
           std::vector<RelatedPlace> related = {});
  bool add(spec::Rule rule, spec::Level level, std::uint32_t place, const ThreadSet& threads,
           std::string message, std::vector<RelatedPlace> related = {});
  // The same for a finding that is known, without the texts of a new one: `threads` by their numbers in the block. False:
  // it is not known.
  bool add_to_known(spec::Rule rule, spec::Level level, std::uint32_t place, std::span<const std::uint32_t> threads,
                    std::uint32_t related_place);
  spec::Level level(spec::Rule rule) const;

  // Undefined values: the rule that makes them so and the place. Equal pairs have equal ids; ids start at 1.
  // `may_be_padding`: bytes that were never written, beside some that were, read through a pointer.
  OriginId origin(spec::Rule rule, std::uint32_t place, bool may_be_padding = false);
  struct Origin {
    spec::Rule rule{};
    std::uint32_t place = 0;
    bool may_be_padding = false;
  };
  const Origin& origin_of(OriginId id) const { return origins_[id]; }

  // An undefined value is used: value.tainted-use at the place of use, and the origin's rule becomes an
  // error.
  void tainted_use(OriginId origin, std::uint32_t place, std::uint32_t warp, std::uint32_t lanes,
                   const std::string& as_what);

  // Called when such a use is new: place, warp, lanes, and what is said of it.
  using HearsUse = std::function<void(std::uint32_t place, std::uint32_t warp, std::uint32_t lanes, std::string text)>;
  void tell_uses(HearsUse hears) { hears_use_ = std::move(hears); }

  std::vector<Finding> take() { return std::move(findings_); }
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  const Launch& launch_;
  std::vector<Finding> findings_;
  std::map<std::pair<spec::Rule, std::uint32_t>, std::size_t> index_;
  std::vector<Origin> origins_;
  std::map<std::tuple<spec::Rule, std::uint32_t, bool>, OriginId> origin_ids_;
  HearsUse hears_use_;
};

// "0x0000ffff"
std::string hex_mask(std::uint32_t mask);

}  // namespace warpproof
