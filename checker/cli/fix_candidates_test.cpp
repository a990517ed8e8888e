#include "checker/cli/fix_candidates.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using namespace warpproof::cli;
using spec::Rule;

namespace {

report::Finding at(Rule rule, int line, int column = 1) {
  report::Finding f;
  f.rule = rule;
  f.level = spec::Level::Error;
  f.place = {"k.cu", line, column, ""};
  return f;
}

std::vector<FixCandidate> candidates(const report::Finding& f, const SourceText& lines) {
  return fix_candidates(f, "k.cu", lines);
}

bool has(const std::vector<FixCandidate>& all, const SourceText& lines) {
  return std::any_of(all.begin(), all.end(), [&](const FixCandidate& c) { return c.lines == lines; });
}

bool none_moves(const std::vector<FixCandidate>& all) {
  return std::none_of(all.begin(), all.end(), [](const FixCandidate& c) { return c.what.starts_with("the barrier"); });
}

}  // namespace

TEST_CASE("a barrier goes before the statement, with its indentation") {
  const auto all = candidates(at(Rule::MemoryImplicitWarpSync, 3), {"f() {", "  s[i] = 1;", "  out[i] = s[i ^ 1];", "}"});
  REQUIRE_FALSE(all.empty());
  CHECK(all[0].lines == SourceText{"f() {", "  s[i] = 1;", "  __syncwarp();", "  out[i] = s[i ^ 1];", "}"});
  CHECK(all[0].what == "__syncwarp() before line 3");
}

TEST_CASE("a barrier goes before the condition that governs the access, and before the first line of a long statement") {
  const SourceText loop{"f() {", "  for (int w = 16; w > 0; w /= 2) {", "    if (i < w)", "      s[i] += s[i + w];", "  }", "}"};
  const auto all = candidates(at(Rule::MemoryImplicitWarpSync, 4), loop);
  CHECK(has(all, {"f() {", "  for (int w = 16; w > 0; w /= 2) {", "    __syncwarp();", "    if (i < w)", "      s[i] += s[i + w];",
                  "  }", "}"}));
  // After it, too, and there as the condition is indented.
  CHECK(has(all, {"f() {", "  for (int w = 16; w > 0; w /= 2) {", "    if (i < w)", "      s[i] += s[i + w];", "    __syncwarp();",
                  "  }", "}"}));
  CHECK(has(candidates(at(Rule::Race, 4), {"f() {", "  x();", "  out[i] =", "      s[i + 1];", "}"}),
            {"f() {", "  x();", "  __syncthreads();", "  out[i] =", "      s[i + 1];", "}"}));
}

TEST_CASE("a barrier never goes where it takes the place of a statement or splits one") {
  const auto none_at = [](int line, const SourceText& lines) {
    for (const FixCandidate& c : candidates(at(Rule::Race, line), lines)) {
      INFO(c.what);
      CHECK(c.lines[static_cast<std::size_t>(line) - 1].find("__syncthreads") == std::string::npos);
    }
  };
  none_at(3, {"f() {", "  if (x)", "    s[i] = 1;", "  y();", "}"});
  none_at(3, {"f() {", "  for (int i = 0;", "       s[i] < 1; ++i) {", "  }", "}"});
  none_at(3, {"f() {", "  s[i] =", "      s[i + 1];", "}"});
  none_at(4, {"f() {", "  if (x) {", "  }", "  else s[i] = 1;", "}"});
  none_at(3, {"f() {", "  /* ; */ if (x)  // ;", "    s[i] = 1;", "}"});
  none_at(3, {"f() {", "  g(1, ';',", "    s[i]);", "}"});
}

TEST_CASE("a mask that is wrong becomes the full one, or that of the lanes that get there") {
  const SourceText lines{"f() {", "  if (i < n) {", "    v += __shfl_down_sync(0xffu, v, 1);", "    v += __shfl_up_sync(0xffu, v, 1);",
                         "  }", "}"};
  const auto all = candidates(at(Rule::MaskSelf, 3, 10), lines);
  CHECK(has(all, {"f() {", "  if (i < n) {", "    v += __shfl_down_sync(0xffffffffu, v, 1);",
                  "    v += __shfl_up_sync(0xffu, v, 1);", "  }", "}"}));
  CHECK(has(all, {"f() {", "  const unsigned mask_of_line_2 = __ballot_sync(0xffffffffu, i < n);", "  if (i < n) {",
                  "    v += __shfl_down_sync(mask_of_line_2, v, 1);", "    v += __shfl_up_sync(mask_of_line_2, v, 1);", "  }",
                  "}"}));
}

TEST_CASE("a condition with effects is not evaluated twice") {
  for (const char* condition : {"i++ < n", "(i = 2) < n", "g(i)", "--i", "x += 1"}) {
    const auto all = candidates(at(Rule::MaskMissing, 3, 5),
                                {"f() {", std::string("  if (") + condition + ")", "    __shfl_sync(0xffffffffu, v, 0);", "}"});
    CHECK(all.empty());
  }
}

TEST_CASE("a barrier moves out of its branch") {
  CHECK(has(candidates(at(Rule::BarrierDivergent, 4), {"f() {", "  if (c) {", "    s[i] = 1;", "    __syncthreads();  // why", "  }", "}"}),
            {"f() {", "  if (c) {", "    s[i] = 1;", "  }", "  __syncthreads();", "}"}));
  CHECK(has(candidates(at(Rule::BarrierDivergent, 3), {"f() {", "  if (c) {", "    __syncthreads();", "    s[i] = 1;", "  }", "}"}),
            {"f() {", "  __syncthreads();", "  if (c) {", "    s[i] = 1;", "  }", "}"}));
  CHECK(has(candidates(at(Rule::BarrierDivergent, 2), {"f() {", "  if (c) __syncthreads();", "}"}),
            {"f() {", "  __syncthreads();", "}"}));
  const SourceText both{"f() {", "  if (c) {", "    s[i] = 1;", "    __syncthreads();", "    x = s[j];", "  }", "}"};
  CHECK(has(candidates(at(Rule::BarrierDivergent, 4), both),
            {"f() {", "  if (c) {", "    s[i] = 1;", "  }", "  __syncthreads();", "  if (c) {", "    x = s[j];", "  }", "}"}));
}

TEST_CASE("a branch is not split where its condition may change in between") {
  for (const char* change : {"c = 0;", "c += 1;", "++c;", "c--;", "g(&c);"}) {
    const auto all = candidates(at(Rule::BarrierDivergent, 4), {"f() {", "  if (c) {", std::string("    ") + change,
                                                                "    __syncthreads();", "    x = s[j];", "  }", "}"});
    INFO(change);
    CHECK(none_moves(all));
  }
  CHECK(none_moves(candidates(at(Rule::BarrierDivergent, 4),
                              {"f() {", "  if (a[0]) {", "    x = 1;", "    __syncthreads();", "    x = s[j];", "  }", "}"})));
}

TEST_CASE("a barrier leaves several branches, and both halves of one") {
  const SourceText nested{"f() {", "  if (a) {", "    x = 1;", "    if (b)", "      __syncthreads();", "  }", "}"};
  const auto all = candidates(at(Rule::BarrierDivergent, 5), nested);
  CHECK(has(all, {"f() {", "  if (a) {", "    x = 1;", "    __syncthreads();", "  }", "}"}));
  CHECK(has(all, {"f() {", "  if (a) {", "    x = 1;", "  }", "  __syncthreads();", "}"}));
  CHECK(has(candidates(at(Rule::BarrierDivergent, 4), {"f() {", "  if (a) {", "    x = 1;", "    __syncthreads();", "  } else {", "    x = 2;",
                                                       "    __syncthreads();", "  }", "  y();", "}"}),
            {"f() {", "  if (a) {", "    x = 1;", "  } else {", "    x = 2;", "  }", "  __syncthreads();", "  y();", "}"}));
  CHECK(has(candidates(at(Rule::BarrierDivergent, 4), {"f() {", "  if (a) {", "    x = 1;", "    __syncthreads();", "  } else {", "    x = 2;",
                                                       "  }", "}"}),
            {"f() {", "  if (a) {", "    x = 1;", "  } else {", "    x = 2;", "  }", "  __syncthreads();", "}"}));
}

TEST_CASE("a __syncwarp of some lanes moves out of its branch as it is") {
  const report::Finding f = at(Rule::PointMismatch, 4, 5);
  CHECK(has(candidates(f, {"f() {", "  if (lane == 0) {", "    s[0] = 1;", "    __syncwarp(0xffffffffu);  // all", "  }", "  y();", "}"}),
            {"f() {", "  if (lane == 0) {", "    s[0] = 1;", "  }", "  __syncwarp(0xffffffffu);", "  y();", "}"}));
  // Another operation stays.
  CHECK(candidates(f, {"f() {", "  if (lane == 0) {", "    s[0] = 1;", "    v = __shfl_sync(0xffffffffu, v, 0);", "  }", "}"}).empty());
}

TEST_CASE("a barrier is not put between an if and its else") {
  for (const FixCandidate& c : candidates(at(Rule::BarrierDivergent, 4), {"f() {", "  if (a) {", "    x = 1;", "    __syncthreads();", "  }",
                                                                        "  else {", "    x = 2;", "  }", "}"})) {
    INFO(c.what);
    CHECK(c.lines[3].find("__syncwarp") != std::string::npos);
  }
}

TEST_CASE("the barriers of a block of statements become those of the warp") {
  CHECK(has(candidates(at(Rule::BarrierDivergent, 2), {"f() {", "  __syncthreads();  // a", "  x();", "  __syncthreads();", "}"}),
            {"f() {", "  __syncwarp();  // a", "  x();", "  __syncwarp();", "}"}));
}

TEST_CASE("a mask in a loop comes from a ballot before each iteration") {
  CHECK(has(candidates(at(Rule::MaskMissing, 3, 5), {"f() {", "  for (int i = t; i < n; i += 32) {", "    x += __popc(__ballot_sync(0xffffffffu, a[i]));", "  }", "}"}),
            {"f() {", "  unsigned mask_of_line_2 = 0xffffffffu;",
             "  for (int i = t; mask_of_line_2 = __ballot_sync(mask_of_line_2, i < n), i < n; i += 32) {",
             "    x += __popc(__ballot_sync(mask_of_line_2, a[i]));", "  }", "}"}));
  CHECK(has(candidates(at(Rule::OpMismatch, 3), {"f() {", "  while (more) {", "    k = __shfl_sync(0xffffffff, k, 0);", "  }", "}"}),
            {"f() {", "  unsigned mask_of_line_2 = 0xffffffffu;", "  while (mask_of_line_2 = __ballot_sync(mask_of_line_2, more), more) {",
             "    k = __shfl_sync(mask_of_line_2, k, 0);", "  }", "}"}));
}

TEST_CASE("votes before branches in branches go on from each other, or from the mask that is right outside") {
  const SourceText lines{"f() {", "  if (i < n) {", "    y();", "    if (a)", "      if (b)", "        v = __ballot_sync(act, v);", "  }", "}"};
  const SourceText lines2{"f() {", "  if (i < n) {", "    if (a) {", "      if (b) {", "        v = __ballot_sync(act, v);", "      }", "    }", "  }", "}"};
  CHECK(has(candidates(at(Rule::MaskMissing, 5, 13), lines2),
            {"f() {", "  if (i < n) {", "    const unsigned mask_of_line_3 = __ballot_sync(act, a);", "    if (a) {",
             "      const unsigned mask_of_line_4 = __ballot_sync(mask_of_line_3, b);", "      if (b) {",
             "        v = __ballot_sync(mask_of_line_4, v);", "      }", "    }", "  }", "}"}));
  // Between two conditions without braces nothing can stand.
  for (const FixCandidate& c : candidates(at(Rule::MaskMissing, 6, 13), lines)) CHECK(c.what.find("before line 5") == std::string::npos);
}

TEST_CASE("shuffles among the lanes below a power of two get a width") {
  CHECK(has(candidates(at(Rule::MaskMissing, 3, 5), {"f() {", "  if (t < 16) {", "    v += __shfl_down_sync(0xffffffffu, v, 1);", "  }", "}"}),
            {"f() {", "  const unsigned mask_of_line_2 = __ballot_sync(0xffffffffu, t < 16);", "  if (t < 16) {",
             "    v += __shfl_down_sync(mask_of_line_2, v, 1, 16);", "  }", "}"}));
}

TEST_CASE("the whole first warp sums up what a part of it has") {
  const SourceText sum{"f() {", "  if (t < k) {", "    float v = s[t];", "    v += __shfl_down_sync(m, v, 1);", "    s[t] = v;", "  }", "}"};
  CHECK(has(candidates(at(Rule::ShflSourceOutsideMask, 4, 10), sum),
            {"f() {", "  if (t < 32) {", "    float v = t < k ? s[t] : 0;", "    v += __shfl_down_sync(0xffffffffu, v, 1);",
             "    if (t < k) s[t] = v;", "  }", "}"}));
  // 0 would be the least of them.
  const SourceText least{"f() {", "  if (t < k) {", "    float v = s[t];", "    v = min(v, __shfl_down_sync(m, v, 1));", "    s[t] += v;", "  }", "}"};
  for (const FixCandidate& c : candidates(at(Rule::ShflSourceOutsideMask, 4, 16), least)) CHECK(c.what.find("all lanes") == std::string::npos);
}

TEST_CASE("the whole warp stays in a loop as long as one lane has something to do") {
  CHECK(has(candidates(at(Rule::MaskFromActivemask, 4), {"f() {", "  for (int i = t; i < n; i += 32) {", "    const int hit = a[i] > 2;",
                                                          "    total += __reduce_add_sync(__activemask(), hit);", "  }", "}"}),
            {"f() {", "  for (int i = t; __any_sync(0xffffffffu, i < n); i += 32) {", "    const int hit = i < n ? a[i] > 2 : 0;",
             "    total += __reduce_add_sync(0xffffffffu, (i < n) ? hit : 0);", "  }", "}"}));
  CHECK(has(candidates(at(Rule::MaskFromActivemask, 5, 22),
                       {"f() {", "  for (int i = t; i < n; i += 32) {", "    const int digit = a[i] & 3;", "    for (int d = 0; d < 4; ++d)",
                        "      cnt[d] += __popc(__ballot_sync(__activemask(), digit == d));", "  }", "}"}),
            {"f() {", "  for (int i = t; __any_sync(0xffffffffu, i < n); i += 32) {", "    const int digit = i < n ? a[i] & 3 : 0;",
             "    for (int d = 0; d < 4; ++d)", "      cnt[d] += __popc(__ballot_sync(0xffffffffu, i < n && (digit == d)));", "  }", "}"}));
  // A shuffled value that is not 0 in the other lanes, a group of equal values, and a loop that is left in the middle.
  for (const char* line : {"    v += __shfl_down_sync(m, v, 1);", "    v = __match_any_sync(m, v);", "    if (__any_sync(m, v)) break;"}) {
    for (const FixCandidate& c : candidates(at(Rule::MaskMissing, 3), {"f() {", "  for (int i = t; i < n; i += 32) {", line, "  }", "}"}))
      CHECK(c.what.find("whole warp") == std::string::npos);
  }
}

TEST_CASE("the lowest lane of a mask leads, who adds as well as who is read") {
  CHECK(has(candidates(at(Rule::ShflSourceOutsideMask, 5, 9), {"f() {", "  if (keep) {", "    int b = 0;", "    if (lane == 0) b = atomicAdd(c, 1);",
                                                               "    b = __shfl_sync(m, b, 0);", "  }", "}"}),
            {"f() {", "  if (keep) {", "    int b = 0;", "    if (lane == __ffs(m) - 1) b = atomicAdd(c, 1);",
             "    b = __shfl_sync(m, b, __ffs(m) - 1);", "  }", "}"}));
}

TEST_CASE("findings elsewhere, and text that is no program, have no candidates") {
  report::Finding other = at(Rule::Race, 1);
  other.place.file = "other.cu";
  CHECK(candidates(other, {"x;"}).empty());
  CHECK(candidates(at(Rule::Race, 9), {"x;"}).empty());
  for (const Rule rule : {Rule::Race, Rule::MaskSelf, Rule::BarrierDivergent}) {
    for (const SourceText& lines : {SourceText{"{{{{", "__syncthreads();"}, SourceText{"}}}}", "_sync("}, SourceText{"/*", "\"\\"},
                                    SourceText{"if (", "__syncthreads();"}, SourceText{"", ""}})
      CHECK_NOTHROW(candidates(at(rule, 2), lines));
  }
}

TEST_CASE("a difference has three lines around it") {
  const SourceText before{"a", "b", "c", "d", "e", "f", "g"};
  CHECK(unified_diff("k.cu", before, {"a", "b", "c", "d", "x", "e", "f", "g"}) ==
        "--- k.cu\n+++ k.cu\n@@ -2,6 +2,7 @@\n b\n c\n d\n+x\n e\n f\n g\n");
  CHECK(unified_diff("k.cu", before, {"a", "c", "d", "e", "y", "g"}) ==
        "--- k.cu\n+++ k.cu\n@@ -1,7 +1,6 @@\n a\n-b\n c\n d\n e\n-f\n+y\n g\n");
  CHECK(unified_diff("k.cu", before, before).empty());
}

TEST_CASE("an access out of bounds is guarded by the size of its array, or by a parameter") {
  const SourceText shared{"__global__ void k(float* out, int n) {", "  __shared__ float s[32];", "  s[t] = 1;", "}"};
  CHECK(has(candidates(at(Rule::MemoryOutOfBounds, 3, 8), shared),
            {shared[0], shared[1], "  if (t < 32) s[t] = 1;", "}"}));
  CHECK(has(candidates(at(Rule::MemoryOutOfBounds, 3, 8), shared),
            {shared[0], shared[1], "  if (t >= 0 && t < 32) s[t] = 1;", "}"}));
  const SourceText buffer{"__global__ void k(float* out, const float* in,", "                  int n) {", "  float v = in[i];",
                          "  if (i != 7) out[i] = v;", "}"};
  CHECK(has(candidates(at(Rule::MemoryOutOfBounds, 3, 13), buffer),
            {buffer[0], buffer[1], "  float v = (i < n ? in[i] : 0);", buffer[3], "}"}));
  CHECK(has(candidates(at(Rule::MemoryOutOfBounds, 4, 22), buffer),
            {buffer[0], buffer[1], buffer[2], "  if (i != 7 && i < n) out[i] = v;", "}"}));
  // < is evaluated before &.
  const SourceText bits{"__constant__ int table[8] = {1};", "__global__ void k(int* out, int k) {", "  out[t] = own[k & 3] + table[k & 15];", "}"};
  const auto all = candidates(at(Rule::MemoryOutOfBounds, 3, 25), bits);
  REQUIRE_FALSE(all.empty());
  CHECK(all[0].lines[2] == "  out[t] = own[k & 3] + ((k & 15) < 8 ? table[k & 15] : 0);");
}

TEST_CASE("a guard leaves out no barrier, no declaration and no effect of an index") {
  for (const char* line : {"  s[t] = __shfl_sync(0xffffffffu, v, 0);", "  s[t] = g(__syncthreads_count(1));", "  s[t++] = 1;",
                           "  s[g(t)] = 1;", "  for (;;) s[t] = 1;", "  s[t] = 1; v = 2;", "  s[t] += 1"}) {
    INFO(line);
    const std::string text(line);
    const auto column = static_cast<int>(text.find('=')) + 1;
    CHECK(candidates(at(Rule::MemoryOutOfBounds, 3, column), {"__global__ void k(int n) {", "  __shared__ int s[8];", text, "}"}).empty());
  }
  for (const FixCandidate& c : candidates(at(Rule::MemoryOutOfBounds, 2, 11), {"__global__ void k(int* in, int n) {", "  int v = in[t];", "}"}))
    CHECK_FALSE(c.lines[1].starts_with("  if"));
}

TEST_CASE("a condition of the launch is asserted at the begin of the kernel") {
  const SourceText lines{"// k(", "#include \"a.h\"", "void k(int);", "template <int N>", "__global__ void", "k(int* out, int n) {", "  f();", "}"};
  const auto all = asserted("blockDim.x % 32 == 0", "k", lines);
  REQUIRE(all);
  CHECK(all->what == "assert(blockDim.x % 32 == 0) at the start of k");
  CHECK(all->lines == SourceText{"// k(", "#include <cassert>", "#include \"a.h\"", "void k(int);", "template <int N>", "__global__ void",
                                 "k(int* out, int n) {", "  assert(blockDim.x % 32 == 0);", "  f();", "}"});
  CHECK_FALSE(asserted("n > 0", "other", lines));
  CHECK_FALSE(asserted("n > 0", "k", {"__global__ void k(int n) { f(); }"}));
  CHECK_FALSE(asserted("n > 0", "k", {"__global__ void k(int n);", "void g() {", "  k(1);", "}"}));
}
