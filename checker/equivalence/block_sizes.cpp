#include "checker/equivalence/block_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checker/equivalence/matching.h"
#include "checker/launch/assumptions.h"
#include "checker/launch/shapes.h"
#include "checker/launch/sizes.h"
#include "checker/report/add_once.h"

namespace warpproof::equivalence {

namespace {

using launch::BlockShape;

bool allows(const Side& side, const BlockShape& shape) {
  return launch::allows_block(side.program->functions[side.function], shape);
}

// Those of one dimension, unless axes are given.
std::vector<BlockShape> asked_for(const BlockRequest& request) {
  launch::ShapeSpace space;
  if (request.axes) {
    space.axes = *request.axes;
  } else {
    space.axes[0] = launch::Axis::any(request.multiple);
  }
  std::vector<BlockShape> shapes = launch::shapes_of(space);
  if (space.dimensions() == 1) std::sort(shapes.begin(), shapes.end());
  return shapes;
}

std::vector<BlockShape> shapes_of(const Side& a, const Side& b, const EquivalenceOptions& options) {
  EquivalenceOptions one = options;
  one.check.block = BlockRequest{};
  const launch::Assumptions conditions(options.check.assumptions, match(a, b, one).fixed_a,
                                       options.check.warp_size);
  std::vector<BlockShape> out = asked_for(*options.check.block);
  std::erase_if(out, [&](const BlockShape& shape) {
    const launch::LaunchSpace space{shape, 1, launch::kLargestBlock, options.check.grid};
    return !allows(a, shape) || !allows(b, shape) ||
           (!conditions.empty() && conditions.find(space) == launch::Assumptions::Answer::Contradiction);
  });
  return out;
}

// Without the word "block".
std::string list(const std::vector<BlockShape>& shapes) {
  std::set<std::uint32_t> sizes;
  for (const BlockShape& s : shapes) {
    if (s[1] * s[2] == 1) sizes.insert(s[0]);
  }
  const std::string text =
      sizes.size() == shapes.size() ? launch::list_sizes(sizes) : launch::list_shapes(shapes);
  return text.substr(text.find(' ') + 1);
}

void add(EquivalenceReport& all, const EquivalenceReport& one) {
  all.bit_for_bit = all.bit_for_bit && one.bit_for_bit;
  all.compared += one.compared;
  all.by_structure += one.by_structure;
  all.by_normal_form += one.by_normal_form;
  all.by_real_form += one.by_real_form;
  all.by_solver += one.by_solver;
  for (const std::string& text : one.assumptions) report::add_once(all.assumptions, text);
  for (const std::string& text : one.approximations) report::add_once(all.approximations, text);
  all.check_seconds += one.check_seconds;
  all.execute_seconds += one.execute_seconds;
  all.form_seconds += one.form_seconds;
  all.search_seconds += one.search_seconds;
  all.solver_seconds += one.solver_seconds;
  all.seconds += one.seconds;
  all.effort += one.effort;
}

}  // namespace

EquivalenceReport compare_sizes(const Side& a, const Side& b, const EquivalenceOptions& options,
                                const CompareOne& compare_one) {
  const std::vector<BlockShape> shapes = shapes_of(a, b, options);
  if (shapes.empty()) {
    throw InputError({}, fmt::format("--block {}: no such block of up to {} threads is allowed on both sides and "
                                     "by what is assumed",
                                     options.check.block->text, launch::kLargestBlock));
  }
  std::optional<EquivalenceReport> all;
  std::vector<BlockShape> equivalent;
  for (const BlockShape& shape : shapes) {
    EquivalenceOptions one = options;
    one.check.block = BlockRequest{};
    one.check.block->shape = shape;
    one.check.block->text = launch::shape_text(shape);
    if (options.check.progress)
      options.check.progress(fmt::format("comparing {} and {}, block {}", a.name, b.name,
                                         one.check.block->text));
    EquivalenceReport report = compare_one(one);
    if (report.verdict != Verdict::Equivalent) {
      if (!equivalent.empty()) report.also_equivalent = list(equivalent);
      return report;
    }
    equivalent.push_back(shape);
    all ? add(*all, report) : void(all = std::move(report));
  }
  const bool rows = std::any_of(shapes.begin(), shapes.end(), [](const BlockShape& s) { return s[1] * s[2] > 1; });
  all->block = fmt::format("{} ({}each compared)", list(equivalent), rows ? "" : "one dimension, ");
  return std::move(*all);
}

}  // namespace warpproof::equivalence
