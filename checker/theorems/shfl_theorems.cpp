// Theorems about shuffles: the CUDA text against the PTX text, segments, permutations.
#include "checker/theorems/theorem.h"
#include "spec/cuda_shfl.h"
#include "spec/shfl.h"

namespace warpproof::theorems {
namespace {

using spec::bits;
using spec::literal;
using spec::ShflMode;
using spec::ShflSource;
using spec::Word;
using spec::zext;

constexpr const char* mode_name(ShflMode mode) {
  switch (mode) {
    case ShflMode::Up:
      return "up";
    case ShflMode::Down:
      return "down";
    case ShflMode::Bfly:
      return "bfly";
    case ShflMode::Idx:
      return "idx";
  }
  return "";
}

// What most claims start from: a lane, an argument, a width, and the lowering's c operand.
template <class D>
struct Call {
  Word<D, 5> lane;
  Word<D, 32> argument;
  Word<D, 32> width;
  Word<D, 32> c;
};

template <class D, class In>
Call<D> call(D& d, In& in, ShflMode mode) {
  Call<D> result{
      in.template word<5>("lane"), in.template word<32>("argument"), in.template word<32>("width"), {}};
  result.c = spec::cuda_c_operand(d, mode, result.width);
  return result;
}

template <class D>
spec::Pred<D> below(D& d, Word<D, 32> value, std::uint64_t bound) {
  return d.ult(value, literal<32>(d, bound));
}

template <class D>
spec::Pred<D> same_source(D& d, ShflMode mode, const Call<D>& c) {
  const auto ptx = spec::shfl_source(d, mode, c.lane, c.argument, c.c);
  const auto cuda = spec::cuda_shfl_source(d, mode, c.lane, c.argument, c.width);
  return d.eq(ptx.lane, cuda.lane);
}

template <ShflMode M>
struct CudaIsPtx {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, M);
    auto assumption = spec::cuda_width_is_legal(d, c.width);
    if (M != ShflMode::Idx) assumption = d.land(assumption, below(d, c.argument, 32));
    return {assumption, same_source(d, M, c)};
  }
};

template <ShflMode M>
struct CudaIsPtxAtLargeDistance {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, M);
    return {d.land(spec::cuda_width_is_legal(d, c.width), d.lnot(below(d, c.argument, 32))),
            same_source(d, M, c)};
  }
};

template <ShflMode M>
struct CudaIsPtxAtIllegalWidth {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, M);
    const auto in_warp = d.land(below(d, c.width, 33), d.lnot(below(d, c.width, 1)));
    const auto illegal = d.lnot(spec::cuda_width_is_legal(d, c.width));
    return {d.land(d.land(in_warp, illegal), below(d, c.argument, 32)), same_source(d, M, c)};
  }
};

struct WidthFromCInverts {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto width = in.template word<32>("width");
    auto conclusion = d.truth(true);
    for (const ShflMode mode : {ShflMode::Up, ShflMode::Down}) {
      const auto c = spec::cuda_c_operand(d, mode, width);
      conclusion = d.land(conclusion, d.eq(spec::width_from_c(d, c), width));
      conclusion = d.land(conclusion, spec::c_is_from_cuda_width(d, mode, c));
      conclusion = d.land(conclusion, d.lnot(spec::shfl_c_has_ignored_bits(d, c)));
    }
    return {spec::cuda_width_is_legal(d, width), conclusion};
  }
};

template <ShflMode M>
struct UpperBitsNeverMatter {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto b = in.template word<32>("b");
    const auto c = in.template word<32>("c");
    const auto whole = spec::shfl_source(d, M, lane, b, c);
    const auto cut = spec::shfl_source(d, M, lane, d.bit_and(b, literal<32>(d, 0x1f)),
                                       d.bit_and(c, literal<32>(d, 0x1f1f)));
    const auto same =
        d.land(d.eq(whole.lane, cut.lane), d.lnot(d.lor(d.land(whole.in_range, d.lnot(cut.in_range)),
                                                        d.land(cut.in_range, d.lnot(whole.in_range)))));
    return {d.truth(true), same};
  }
};

template <ShflMode M>
struct OutOfRangeReadsOwn {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto source = spec::shfl_source(d, M, lane, in.template word<32>("b"), in.template word<32>("c"));
    return {d.lnot(source.in_range), d.eq(source.lane, lane)};
  }
};

// Two lanes are in one segment of c's segment mask.
template <class D>
spec::Pred<D> one_segment(D& d, Word<D, 5> a, Word<D, 5> b, Word<D, 32> c) {
  const auto segmask = bits<12, 8>(d, c);
  return d.eq(d.bit_and(a, segmask), d.bit_and(b, segmask));
}

template <ShflMode M, bool AnyC>
struct StaysInSegment {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto b = in.template word<32>("b");
    const auto c = in.template word<32>("c");
    const auto source = spec::shfl_source(d, M, lane, b, c);
    return {AnyC ? d.truth(true) : spec::c_is_from_cuda_width(d, M, c), one_segment(d, source.lane, lane, c)};
  }
};

struct BflyNeverReadsLaterSegment {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto c = in.template word<32>("c");
    const auto source = spec::shfl_source(d, ShflMode::Bfly, lane, in.template word<32>("b"), c);
    const auto last_lane = d.bit_or(lane, d.bit_not(bits<12, 8>(d, c)));
    return {spec::c_is_from_cuda_width(d, ShflMode::Bfly, c), d.ule(source.lane, last_lane)};
  }
};

template <bool WithinSegment>
struct BflyInvolution {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, ShflMode::Bfly);
    const auto there = spec::shfl_source(d, ShflMode::Bfly, c.lane, c.argument, c.c);
    const auto back = spec::shfl_source(d, ShflMode::Bfly, there.lane, c.argument, c.c);
    auto assumption = d.land(spec::cuda_width_is_legal(d, c.width), below(d, c.argument, 32));
    if (WithinSegment) assumption = d.land(assumption, d.ult(c.argument, c.width));
    return {assumption, d.eq(back.lane, c.lane)};
  }
};

// Two different lanes read from different lanes. The butterfly whose distance stays in the segment is a
// permutation.
template <bool WithinSegment>
struct BflyPermutation {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, ShflMode::Bfly);
    const auto other = in.template word<5>("other_lane");
    const auto mine = spec::shfl_source(d, ShflMode::Bfly, c.lane, c.argument, c.c);
    const auto theirs = spec::shfl_source(d, ShflMode::Bfly, other, c.argument, c.c);
    auto assumption = d.land(spec::cuda_width_is_legal(d, c.width), d.lnot(d.eq(c.lane, other)));
    assumption = d.land(assumption, below(d, c.argument, 32));
    if (WithinSegment) assumption = d.land(assumption, d.ult(c.argument, c.width));
    return {assumption, d.lnot(d.eq(mine.lane, theirs.lane))};
  }
};

struct BflyFullWidthAlwaysInRange {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto b = in.template word<32>("b");
    const auto source = spec::shfl_source(d, ShflMode::Bfly, lane, b, literal<32>(d, 0x1f));
    return {d.truth(true), d.land(source.in_range, d.eq(source.lane, d.bit_xor(lane, bits<4, 0>(d, b))))};
  }
};

struct IdxBroadcasts {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, ShflMode::Idx);
    const auto other = in.template word<5>("other_lane");
    const auto mine = spec::shfl_source(d, ShflMode::Idx, c.lane, c.argument, c.c);
    const auto theirs = spec::shfl_source(d, ShflMode::Idx, other, c.argument, c.c);
    const auto assumption = d.land(spec::cuda_width_is_legal(d, c.width), one_segment(d, c.lane, other, c.c));
    return {assumption, d.land(d.eq(mine.lane, theirs.lane), mine.in_range)};
  }
};

struct DownUndoesUp {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, ShflMode::Up);
    const auto up = spec::shfl_source(d, ShflMode::Up, c.lane, c.argument, c.c);
    const auto down_c = spec::cuda_c_operand(d, ShflMode::Down, c.width);
    const auto down = spec::shfl_source(d, ShflMode::Down, up.lane, c.argument, down_c);
    const auto assumption = d.land(spec::cuda_width_is_legal(d, c.width), up.in_range);
    return {assumption, d.land(down.in_range, d.eq(down.lane, c.lane))};
  }
};

// Down with a distance of at least the width reads nothing but the lane itself.
template <ShflMode M>
struct LargeDistanceReadsOwn {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, M);
    const auto source = spec::shfl_source(d, M, c.lane, c.argument, c.c);
    auto assumption = d.land(spec::cuda_width_is_legal(d, c.width), below(d, c.argument, 32));
    assumption = d.land(assumption, d.ule(c.width, c.argument));
    return {assumption, d.land(d.lnot(source.in_range), d.eq(source.lane, c.lane))};
  }
};

// A mask that names the caller's whole segment, all of it arrived, is enough for any shuffle that stays
// inside.
template <ShflMode M>
struct SegmentMaskSuffices {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto c = call(d, in, M);
    const auto mask = in.template word<32>("mask");
    std::array<spec::Contribution<D>, 32> lanes{};
    auto assumption = spec::cuda_width_is_legal(d, c.width);
    if (M == ShflMode::Bfly) assumption = d.land(assumption, d.ult(c.argument, c.width));
    for (std::size_t k = 0; k < 32; ++k) {
      lanes[k].mask = mask;
      lanes[k].arrived = in.pred(indexed("arrived", k));
      const auto named = d.bit(mask, static_cast<unsigned>(k));
      assumption = d.land(assumption, spec::implies(d, named, lanes[k].arrived));
      assumption = d.land(assumption, spec::implies(d, one_segment(d, literal<5>(d, k), c.lane, c.c), named));
    }
    const auto source = spec::shfl_source(d, M, c.lane, c.argument, c.c);
    const auto rules =
        spec::shfl_read_rules<D, 32>(d, 0, source.lane, std::span<const spec::Contribution<D>>(lanes));
    return {assumption, d.lnot(d.lor(rules.inactive, rules.outside_mask))};
  }
};

// Full mask, everyone arrived: any mode and any operands.
template <ShflMode M>
struct FullMaskNeverReadsInactive {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto lane = in.template word<5>("lane");
    const auto source = spec::shfl_source(d, M, lane, in.template word<32>("b"), in.template word<32>("c"));
    std::array<spec::Contribution<D>, 32> lanes{};
    for (auto& contribution : lanes) {
      contribution.mask = literal<32>(d, 0xffffffffu);
      contribution.arrived = d.truth(true);
    }
    const auto rules =
        spec::shfl_read_rules<D, 32>(d, 0, source.lane, std::span<const spec::Contribution<D>>(lanes));
    return {d.truth(true), d.lnot(d.lor(rules.inactive, rules.outside_mask))};
  }
};

using internal::make_theorem;
constexpr Expectation kDiffers = Expectation::Differs;

template <ShflMode M>
void add_for_every_mode(std::vector<Theorem>& t) {
  const std::string mode = mode_name(M);
  const std::string distance =
      M == ShflMode::Idx ? "every srcLane, negative ones included" : "distances 0..31";
  t.push_back(make_theorem<CudaIsPtx<M>>(
      "shfl.cuda-is-ptx." + mode,
      "For legal widths and " + distance + ", the lane the CUDA guide names is the lane shfl.sync reads."));
  if (M != ShflMode::Idx) {
    t.push_back(
        make_theorem<CudaIsPtxAtLargeDistance<M>>("shfl.cuda-is-ptx-beyond-31." + mode,
                                                  "For legal widths and distances of 32 and more the guide "
                                                  "and shfl.sync still agree: fails, PTX keeps five bits "
                                                  "of the distance.",
                                                  kDiffers));
  }
  t.push_back(make_theorem<CudaIsPtxAtIllegalWidth<M>>(
      "shfl.cuda-is-ptx-illegal-width." + mode,
      "For widths up to 32 that are no power of two the guide's arithmetic and shfl.sync still agree: fails.",
      kDiffers));
  t.push_back(make_theorem<UpperBitsNeverMatter<M>>("shfl.fields." + mode,
                                                    "Only b[4:0], c[4:0] and c[12:8] decide the source."));
  t.push_back(make_theorem<OutOfRangeReadsOwn<M>>(
      "shfl.own-value." + mode,
      "A lane whose destination predicate is false reads its own value, for every b and c."));
  t.push_back(
      make_theorem<FullMaskNeverReadsInactive<M>>("shfl.full-mask." + mode,
                                                  "Under a full mask with all lanes arrived no shuffle reads "
                                                  "an inactive or unnamed lane, whatever b and c."));
  t.push_back(make_theorem<SegmentMaskSuffices<M>>(
      "shfl.segment-mask." + mode,
      "A mask that names the lane's whole segment, all arrived, suffices" +
          std::string(M == ShflMode::Bfly ? " for distances below the width." : ".")));
}

}  // namespace

void internal::add_shfl_theorems(std::vector<Theorem>& t) {
  add_for_every_mode<ShflMode::Idx>(t);
  add_for_every_mode<ShflMode::Up>(t);
  add_for_every_mode<ShflMode::Down>(t);
  add_for_every_mode<ShflMode::Bfly>(t);
  t.push_back(make_theorem<WidthFromCInverts>("shfl.width-from-c",
                                              "A legal width can be read back from the c operand it gives."));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Idx, true>>(
      "shfl.segment.idx", "An idx shuffle never leaves the lane's segment, for every c."));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Up, false>>(
      "shfl.segment.up", "An up shuffle with a CUDA width never leaves the lane's segment."));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Down, false>>(
      "shfl.segment.down", "A down shuffle with a CUDA width never leaves the lane's segment."));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Bfly, false>>(
      "shfl.segment.bfly",
      "A bfly shuffle with a CUDA width never leaves the lane's segment: fails, it may read from earlier "
      "ones.",
      kDiffers));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Up, true>>(
      "shfl.segment-any-c.up",
      "An up shuffle with any c never leaves the lane's segment: fails, illegal segment masks read "
      "crosswise.",
      kDiffers));
  t.push_back(make_theorem<StaysInSegment<ShflMode::Down, true>>(
      "shfl.segment-any-c.down", "A down shuffle with any c never leaves the lane's segment: fails likewise.",
      kDiffers));
  t.push_back(make_theorem<BflyNeverReadsLaterSegment>(
      "shfl.bfly.never-later", "A bfly shuffle with a CUDA width never reads from a later segment."));
  t.push_back(make_theorem<BflyFullWidthAlwaysInRange>(
      "shfl.bfly.full-width", "With c = 0x1f a bfly shuffle is always in range and reads lane xor b[4:0]."));
  t.push_back(make_theorem<BflyInvolution<true>>(
      "shfl.bfly.involution", "A bfly shuffle with a distance below the width, done twice, leads back."));
  t.push_back(make_theorem<BflyInvolution<false>>("shfl.bfly.involution-any-distance",
                                                  "A bfly shuffle with a CUDA width and any distance, done "
                                                  "twice, leads back: fails where an earlier segment is "
                                                  "read.",
                                                  kDiffers));
  t.push_back(make_theorem<BflyPermutation<true>>(
      "shfl.bfly.permutation", "With a distance below the width different lanes read different lanes."));
  t.push_back(make_theorem<BflyPermutation<false>>(
      "shfl.bfly.permutation-any-distance",
      "With a CUDA width and any distance different lanes read different lanes: fails.", kDiffers));
  t.push_back(make_theorem<IdxBroadcasts>(
      "shfl.idx.broadcast",
      "With a legal width, lanes of a segment that pass one srcLane all read the same lane."));
  t.push_back(make_theorem<DownUndoesUp>(
      "shfl.up-down", "Where up is in range, down from the source by the same distance leads back."));
  t.push_back(make_theorem<LargeDistanceReadsOwn<ShflMode::Up>>(
      "shfl.up.beyond-width", "Up by the width or more (below 32) leaves every lane its own value."));
  t.push_back(make_theorem<LargeDistanceReadsOwn<ShflMode::Down>>(
      "shfl.down.beyond-width", "Down by the width or more (below 32) leaves every lane its own value."));
}

}  // namespace warpproof::theorems
