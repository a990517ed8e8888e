// Any two threads, or any two warps, of a block in place of all of them.
//
// What is proved of two threads with unknown numbers holds of every pair, and a race or a barrier that some
// threads go around is a matter of a pair. Of all executions that break a rule take one up to its first
// violation: until then every pair met at the same barriers and raced with nobody, so that whatever a thread
// reads was stored by itself in this interval between barriers, or by anybody in an earlier one. So at each
// barrier of the whole block the pair forgets what memory holds: any contents, but the same for both (Betts
// et al., "GPUVerify: a verifier for GPU kernels", 2012: adversarial abstraction, with equality within an
// interval). Block-wide votes get votes of others; barriers of a part of the block are not followed, nor are
// operations of a warp unless whole warps are.
//
// The pair is ordered: the first thread or warp has the lower number and is there; the second may be past the
// end of the block.
#include "checker/symbolic/executor.h"
#include "src/base/effort.h"
#include "src/machine/collective.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::chrono::milliseconds kMostForRaces{1500};
constexpr std::chrono::milliseconds kMostInBulk{4000};

}  // namespace

void Executor::choose_sample(std::vector<Term>& present) {
  const Shape& shape = options_.shape;
  const auto lanes = static_cast<std::uint32_t>(shape.warp_size);
  const auto all = static_cast<std::uint32_t>(shape.all_threads());
  const bool pair = shape.follow == Shape::Follow::TwoThreads;
  const bool flat = !block_shape_ && shape.block[1] * shape.block[2] == 1;
  const auto most_along = [&](std::size_t axis) {
    return block_shape_ ? static_cast<std::uint32_t>(g.unsigned_range(block_dimension(axis)).second) - 1
                        : shape.block[axis] - 1;
  };
  const auto number = [&](int width) { return g.constant(32, static_cast<std::uint64_t>(width)); };
  const auto variable = [&](const char* name, std::uint32_t low, std::uint32_t high) {
    if (low == high) return number(static_cast<int>(low));
    const Term t = g.var(32, name);
    g.set_range(t, low, high);
    inputs_.push_back(Input{Input::Kind::WarpIndex, t, 0, 0, -1, g.truth(true), 0, std::nullopt});
    return t;
  };
  std::vector<Term> leaders;
  std::vector<Term> indices;
  std::vector<std::array<Term, 3>> sample;
  for (int i = 0; i < 2; ++i) {
    const auto first = static_cast<std::uint32_t>(i);
    if (pair && !flat) {
      std::array<Term, 3> at{};
      const char* names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
      for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = variable(names[axis], 0, most_along(axis));
      const Term row = g.add(at[1], g.mul(at[2], block_dimension(1)));
      sample.push_back(at);
      indices.push_back(g.add(at[0], g.mul(row, block_dimension(0))));
      leaders.push_back(indices.back());
      continue;
    }
    const std::uint32_t many = pair ? all : (all + lanes - 1) / lanes;
    leaders.push_back(variable(pair ? "thread" : "warp", first, many - 1));
    for (std::uint32_t l = 0; l < (pair ? 1 : lanes); ++l) {
      const Term index =
          pair ? leaders.back() : g.add(g.mul(leaders.back(), g.constant(32, lanes)), g.constant(32, l));
      const std::uint32_t x = shape.block[0], y = shape.block[1];
      std::array<Term, 3> at{index, number(0), number(0)};
      if (!flat) {
        // Rows that fill whole warps, or warps that fill whole rows, keep lanes and numbers of warps apart.
        Term row = g.udiv(index, g.constant(32, x));
        at[0] = g.urem(index, g.constant(32, x));
        if (lanes % x == 0) {
          at[0] = g.constant(32, l % x);
          row = g.add(g.mul(leaders.back(), g.constant(32, lanes / x)), g.constant(32, l / x));
        }
        at[1] = shape.block[2] == 1 ? row : g.urem(row, g.constant(32, y));
        at[2] = shape.block[2] == 1 ? number(0) : g.udiv(row, g.constant(32, y));
      }
      indices.push_back(index);
      sample.push_back(at);
    }
  }
  assumptions_.push_back(g.ult(leaders[0], leaders[1]));
  if (block_shape_) return take_pair_of_any_shape(std::move(sample), std::move(indices), present);
  const Term size = block_threads();
  const std::uint32_t step = shape.symbolic_size ? shape.multiple : all;
  for (int t = 0; t < threads_; ++t) {
    // Lanes of a block of whole warps come and go with their warp.
    const bool whole = !pair && step % lanes == 0;
    const auto warp = static_cast<std::size_t>(t / static_cast<int>(lanes));
    const Term index =
        whole ? g.mul(leaders[warp], g.constant(32, lanes)) : indices[static_cast<std::size_t>(t)];
    present[static_cast<std::size_t>(t)] = g.ult(index, size);
    const bool first = t == 0 || (whole && warp == 0);
    if (!first) continue;
    assumptions_.push_back(present[static_cast<std::size_t>(t)]);
    present[static_cast<std::size_t>(t)] = g.truth(true);
  }
  sample_ = std::move(sample);
  sample_index_ = std::move(indices);
  if (g.kind(leaders[0]) != Kind::Var || g.kind(leaders[1]) != Kind::Var) return;
  const Term distance = g.var(32, "distance");
  g.set_range(distance, 1, g.unsigned_range(leaders[1]).second);
  sample_apart_ = {leaders[1], g.add(leaders[0], distance)};
}

// Both threads are in the block, whatever its shape is. The order of their numbers is that of their places, by
// z, y and then x, as no coordinate reaches the size of its axis; it is said both ways, since the numbers are
// products.
void Executor::take_pair_of_any_shape(std::vector<std::array<Term, 3>> sample, std::vector<Term> indices,
                                      std::vector<Term>& present) {
  for (const auto& at : sample) {
    for (std::uint32_t axis = 0; axis < 3; ++axis) assumptions_.push_back(g.ult(at[axis], block_dimension(axis)));
  }
  const auto& [a, b] = std::tie(sample[0], sample[1]);
  const Term in_row = g.land(g.eq(a[1], b[1]), g.ult(a[0], b[0]));
  const Term in_layer = g.land(g.eq(a[2], b[2]), g.lor(g.ult(a[1], b[1]), in_row));
  assumptions_.push_back(g.lor(g.ult(a[2], b[2]), in_layer));
  for (const Term index : indices) assumptions_.push_back(g.ult(index, g.constant(32, options_.shape.space->largest)));
  present.assign(present.size(), g.truth(true));
  sample_ = std::move(sample);
  sample_index_ = std::move(indices);
}

// A sample can follow barriers of the whole block only.
bool Executor::follows_barrier(const Instruction& ins) const {
  if (!options_.shape.is_sample()) return true;
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  return barrier_operands(ins).count < 0 && spec::barrier_blocks(barrier_op(ins)) &&
         !(per_warp && options_.shape.follow == Shape::Follow::TwoThreads);
}

// A barrier is complete, at which the whole block met in executions where `everyone` holds: the others have
// left anything in the memory that is stored to, but for words that are known.
void Executor::meet_the_others(Term everyone) {
  const auto known = options_.shape.is_sample() ? known_words_after(everyone) : std::vector<KnownWord>{};
  for (const BlockMemory::Key& key : written_in_interval_) memory_.settle(key);
  written_in_interval_.clear();
  const int undefined = event(spec::Rule::ValueUninitialised, program_.functions[root_].place);
  for (const auto& [word, value, when] : known)
    memory_.set_word(word.key, word.offset, word.bytes, value, when, undefined);
  if (!g.is_false(everyone)) end_intervals(everyone);
}

// The block's vote, of which the threads that are followed have `own`.
Term Executor::vote_with_others(spec::BarrierOp op, Term own, std::uint32_t place) {
  if (!options_.shape.is_sample()) return own;
  const Term others = g.var(g.width(own), "votes of others");
  inputs_.push_back(Input{Input::Kind::Choice, others, 0, 0, 0, g.truth(true), place, std::nullopt});
  if (op == spec::BarrierOp::RedAnd) return g.land(own, others);
  if (op == spec::BarrierOp::RedOr) return g.lor(own, others);
  assumptions_.push_back(g.ult(others, block_threads()));
  return g.add(own, others);
}

// May two threads that are followed one by one be of one warp?
Term Executor::may_share_warp(int thread, int other) {
  if (options_.shape.follow != Shape::Follow::TwoThreads) return g.truth(false);
  const Term lanes = g.constant(32, static_cast<std::uint64_t>(options_.shape.warp_size));
  return g.eq(g.udiv(thread_index(thread), lanes), g.udiv(thread_index(other), lanes));
}

// Of a few threads there are few pairs of accesses: the solver is asked about each at once, as long as it
// answers soon.
bool Executor::race_is_excluded(Term condition) {
  if (options_.shape.follow == Shape::Follow::Everyone || asked_about_races_ > kMostForRaces) return false;
  if (sample_apart_) {  // that the numbers of the two differ often folds
    Substitute put(g);
    put.map(sample_apart_->first, sample_apart_->second);
    if (g.is_false(put(condition))) return true;
  }
  // The solver would not exclude it either.
  if (!knows_strides(condition) || awaits_bounds(condition)) return false;
  // What is assumed of loops that were left is a lot, and seldom of use.
  return within(asked_about_races_, kMostForRaces, [&] {
    return (!g.is_true(scope_) && infeasible_in_any_scope_(condition)) || infeasible_(condition);
  });
}

// Of many pairs.
bool Executor::races_are_excluded(Term condition) {
  if (!knows_strides(condition) || awaits_bounds(condition)) return false;
  return within(asked_in_bulk_, kMostInBulk, [&] { return infeasible_(condition); });
}

// Of two threads each pair of accesses is asked about by itself.
bool Executor::never_holds(Term condition) {
  if (options_.shape.follow == Shape::Follow::TwoThreads || !knows_strides(condition)) return false;
  return within(asked_about_addresses_, kMostForRaces, [&] { return infeasible_in_any_scope_(condition); });
}

// Of the store that was noted last.
bool Executor::lanes_may_collide(const Lanes& stored) {
  if (collisions_.empty() || stored.is_uniform()) return false;
  const Term any = g.disj(collisions_);
  return !g.is_false(any) &&
         !within(asked_about_collisions_, kMostForRaces, [&] { return infeasible_(any); });
}

template <class F>
bool Executor::within(effort::Clock::duration& spent, effort::Clock::duration most, F ask) {
  if (spent > most) return false;
  const auto start = effort::Clock::now();
  const bool out = ask();
  spent += effort::Clock::now() - start;
  return out;
}

}  // namespace warpproof::symbolic
