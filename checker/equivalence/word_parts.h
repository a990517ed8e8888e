// Parts of words, by their forms: the low bits of a word, a key that it has below a value; and when two words are equal.
//
// Words with keys, which are constants, compare as their values do, and where these are the same as the keys do. So the
// key of the greatest of such words is the result of a contest (contests.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/equivalence/contests.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/gated_sums.h"

namespace warpproof::equivalence {

class WordParts {
 public:
  // The upper bits of a word, and the lower ones, which are a constant.
  struct Key {
    FormId high;
    std::uint64_t low;
  };
  struct Keys {
    bool is_signed, maximum;
    int low_width;
    std::vector<Key> list;
  };
  WordParts(FormStore& store, GatedSums& gated, Contests& contests)
      : store_(store),
        forms_(store.forms()),
        diagrams_(store.diagrams()),
        gated_(gated),
        contests_(contests) {}

  // The low bits.
  FormId truncated(FormId form, int width);
  // The predicate that the two are equal.
  FormId equality(FormId a, FormId b);
  // How many lower bits are a key; 0: none.
  int key_width(FormId word) const;
  std::optional<Key> key_of(FormId word, int low_width);
  // Of all words of which the form is the greatest or the least.
  std::optional<Keys> keys_of(FormId extreme);

 private:
  using Contest = Contests::Contest;
  using Candidate = Contests::Candidate;
  FormId low_part(FormId form, int width);
  FormId lower_of_extreme(FormId extreme, int width, FormId plain);
  void make_signed(Contest& contest);
  FormId without_twos(const LinearSum& sum, int width);

  FormStore& store_;
  Forms& forms_;
  DecisionDiagrams& diagrams_;
  GatedSums& gated_;
  Contests& contests_;
};

}  // namespace warpproof::equivalence
