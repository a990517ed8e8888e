#include "checker/equivalence/word_parts.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpproof::equivalence {

FormId WordParts::truncated(FormId id, int width) {
  if (forms_.at(id).width == width) return id;
  return contests_.mapped_result(id, low_part(id, width), [](std::uint64_t n) { return n; });
}

// The low bits of a sum are the sum of the low bits.
FormId WordParts::low_part(FormId id, int width) {
  const Form f = forms_.at(id);
  if (f.tag == Tag::Constant) return forms_.constant(width, f.aux);
  LinearSum sum;
  if (f.tag == Tag::Linear) {
    for (std::size_t i = 0; i < f.parts.size(); ++i)
      forms_.add(sum, truncated(f.parts[i], width), f.numbers[i]);
    sum.constant += f.numbers.back();
    return forms_.linear(sum, width);
  }
  if (f.tag == Tag::Gate) {
    const FormId inner = truncated(f.parts[1], width);
    return gated_.choose(store_.diagram_of(f.parts[0]), inner, forms_.constant(width, 0), width);
  }
  const bool extended =
      f.tag == Tag::Operation && (f.aux == tagged(Kind::ZExt) || f.aux == tagged(Kind::SExt));
  if (extended) {
    const int inner = forms_.at(f.parts[0]).width;
    if (inner >= width) return truncated(f.parts[0], width);
    return forms_.operation(f.aux, width, {f.parts[0]});
  }
  return lower_of_extreme(id, width, forms_.operation(tagged(Kind::Extract), width, {id}));
}

// How many lower bits of the word are a constant that stands there by itself; 0: none.
int WordParts::key_width(FormId word) const {
  const Form& w = forms_.at(word);
  if (w.tag == Tag::Operation && w.aux == tagged(Kind::Concat) && w.parts.size() == 2)
    return forms_.at(w.parts[1]).tag == Tag::Constant ? forms_.at(w.parts[1]).width : 0;
  if (w.tag != Tag::Linear || w.parts.size() != 1) return 0;
  const Form& x = forms_.at(w.parts[0]);
  const bool extended =
      x.tag == Tag::Operation && (x.aux == tagged(Kind::ZExt) || x.aux == tagged(Kind::SExt));
  const int shift = std::countr_zero(w.numbers[0]);
  return extended && w.numbers[0] == 1ull << shift && forms_.at(x.parts[0]).width == w.width - shift ? shift
                                                                                                     : 0;
}

// The upper bits of a word, and its lower ones, which are a constant.
std::optional<WordParts::Key> WordParts::key_of(FormId word, int low_width) {
  const Form f = forms_.at(word);
  if (f.tag == Tag::Constant)
    return Key{forms_.constant(f.width - low_width, f.aux >> low_width), f.aux & Forms::mask(low_width)};
  if (f.tag == Tag::Linear) {  // 2^low_width * x + constant
    if (f.parts.size() != 1 || f.numbers[0] != 1ull << low_width) return {};
    LinearSum high;
    forms_.add(high, truncated(f.parts[0], f.width - low_width), 1);
    high.constant += f.numbers[1] >> low_width;
    return Key{forms_.linear(high, f.width - low_width), f.numbers[1] & Forms::mask(low_width)};
  }
  if (f.tag != Tag::Operation || f.aux != tagged(Kind::Concat) || f.parts.size() != 2) return {};
  const Form low = forms_.at(f.parts[1]);
  if (low.tag != Tag::Constant || low.width != low_width) return {};
  return Key{f.parts[0], low.aux};
}

// Words that are compared as their upper bits are, and where these are the same as their lower ones.
std::optional<WordParts::Keys> WordParts::keys_of(FormId extreme) {
  const Form f = forms_.at(extreme);
  if (f.tag != Tag::SignedLattice && f.tag != Tag::UnsignedLattice) return {};
  for (const bool maximum : {true, false}) {
    const auto words = diagrams_.all_of(static_cast<DecisionDiagrams::Diagram>(f.aux), maximum);
    if (!words || words->size() > Contests::kMostCandidates) continue;
    Keys out{f.tag == Tag::SignedLattice, maximum, 0, {}};
    for (const FormId word : *words) out.low_width = std::max(out.low_width, key_width(word));
    if (out.low_width == 0) continue;
    for (const FormId word : *words) {
      const auto key = key_of(word, out.low_width);
      if (!key) return {};
      out.list.push_back(*key);
    }
    return out;
  }
  return {};
}

// The greatest word has the greatest upper bits, and of the words with these the greatest lower bits: so
// these are the result of a contest among the upper ones, in the order of the lower ones.
FormId WordParts::lower_of_extreme(FormId extreme, int width, FormId plain) {
  const auto keys = keys_of(extreme);
  if (!keys || width > keys->low_width) return plain;
  std::vector<Key> list = keys->list;
  std::stable_sort(list.begin(), list.end(),
                   [&](const Key& a, const Key& b) { return keys->maximum ? b.low < a.low : a.low < b.low; });
  Contest contest{keys->is_signed, keys->maximum, {}};
  for (const Key& k : list) contest.candidates.push_back({k.high, k.low & Forms::mask(width)});
  make_signed(contest);
  return contests_.result_of(std::move(contest), width, plain);
}

// Unsigned numbers that are signed ones plus 2^(width - 1) compare as these.
void WordParts::make_signed(Contest& contest) {
  if (contest.is_signed) return;
  std::vector<Candidate> moved = contest.candidates;
  for (Candidate& c : moved) {
    const Form f = forms_.at(c.value);
    const std::uint64_t top = top_bit(f.width);
    const bool has_top = f.tag == Tag::Constant || (f.tag == Tag::Linear && f.numbers.back() == top);
    if (!has_top) return;
    LinearSum sum;
    forms_.add(sum, c.value, 1);
    sum.constant += top;
    c.value = forms_.linear(sum, f.width);
  }
  contest.is_signed = true;
  contest.candidates = std::move(moved);
}

// A number that is zero just where the sum is: 2^k * x is zero where the bits of x but the highest k are.
FormId WordParts::without_twos(const LinearSum& sum, int width) {
  int twos = std::min(width - 1, std::countr_zero(sum.constant & Forms::mask(width)));
  for (const auto& [atom, coefficient] : sum.parts)
    twos = std::min(twos, std::countr_zero(coefficient & Forms::mask(width)));
  if (twos == 0) return forms_.linear(sum, width);
  LinearSum rest;
  rest.constant = (sum.constant & Forms::mask(width)) >> twos;
  for (const auto& [atom, coefficient] : sum.parts)
    rest.parts[atom] = (coefficient & Forms::mask(width)) >> twos;
  return truncated(forms_.linear(rest, width), width - twos);
}

FormId WordParts::equality(FormId a, FormId b) {
  const int width = forms_.at(a).width;
  if (a == b) return forms_.constant(1, 1);
  if (width == 1)
    return store_.of_diagram(diagrams_.negate(diagrams_.parity(store_.diagram_of(a), store_.diagram_of(b))),
                             1);
  LinearSum difference, opposite;
  forms_.add(difference, a, 1);
  forms_.add(difference, b, ~0ull);
  for (const auto& [atom, coefficient] : difference.parts) opposite.parts[atom] = 0 - coefficient;
  opposite.constant = 0 - difference.constant;
  const FormId one = without_twos(difference, width), other = without_twos(opposite, width);
  if (forms_.at(one).tag == Tag::Constant) return forms_.constant(1, forms_.at(one).aux == 0);
  return forms_.operation(tagged(Kind::Eq), 1, {std::min(one, other)});
}

}  // namespace warpproof::equivalence
