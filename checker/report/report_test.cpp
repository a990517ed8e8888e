#include "checker/report/report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "checker/report/sarif.h"

using namespace warpproof;
using namespace warpproof::report;

namespace {

Kernel kernel(Verdict verdict) {
  Kernel k;
  k.name = "k";
  k.file = "k.cu";
  k.verdict = verdict;
  k.block = "any";
  k.grid = "any";
  return k;
}

Finding finding() {
  Finding f;
  f.rule = spec::Rule::MaskMissing;
  f.level = spec::Level::Error;
  f.place = {"k.cu", 12, 5, "    v += __shfl_down_sync(~0u, v, off);"};
  f.inlined_at = {{"k.cu", 20, 3, "  warp_sum(v);"}};
  f.lanes = "lanes 0-15";
  f.message = "lanes 16-31 are named in the mask and never arrive";
  f.replayed = true;
  f.launch = "block 64, grid 1";
  f.rerun = {"warpproof", "run", "k k.cu", "--arg", "n=5"};
  f.inputs = {{"n", "5"}, {"in[3]", "7"}};
  f.trace = {
      {{"k.cu", 9, 3, ""}, 0, "0-31", "branch taken by lanes 0-15", ""},
      {{"k.cu", 12, 5, ""}, 0, "0-15", "shfl.sync.down mask 0xffffffff", "lanes 0-15 wait for lanes 16-31"},
      {{"w.h", 3, 1, ""}, 1, "16-31", "bar.sync 0", ""}};
  f.related = {{{"k.cu", 30, 1, "  __syncthreads();"}, "lanes 16-31 wait here"}};
  return f;
}

Report violation() {
  Report r;
  r.tool_version = "1.2.3";
  r.z3_version = "4.8.12";
  r.compiler = "clang 19.1.7 -O0";
  Kernel k = kernel(Verdict::Violation);
  k.holds_for = "block % 64 == 0";
  k.safe_if = "blockDim.x % 64 == 0";
  k.violated_for = "block 24";
  k.findings = {finding()};
  k.assumptions = {"target sm_80"};
  k.approximations = {"floats are uninterpreted"};
  k.unknown = {{"loop bound not reached", {"k.cu", 7, 0, ""}}, {"out of effort", {}}};
  k.obligations = {35, 4, 0.25};
  k.seconds = 1.5;
  k.effort = 51234;
  k.effort_shares = {{"random runs", 40211}, {"any two threads", 9120}};
  r.kernels = {k};
  return r;
}

std::string text(const Report& r, TextOptions options = {}) { return to_text(r, options); }

}  // namespace

TEST_CASE("exit status of a report") {
  struct Case {
    std::vector<Verdict> verdicts;
    int expected;
  };
  using V = Verdict;
  const std::vector<Case> cases = {{{}, 2},
                                   {{V::Proved}, 0},
                                   {{V::Unknown}, 2},
                                   {{V::Violation}, 1},
                                   {{V::Proved, V::Proved}, 0},
                                   {{V::Proved, V::Unknown}, 2},
                                   {{V::Unknown, V::Violation}, 1},
                                   {{V::Violation, V::Unknown, V::Proved}, 1}};
  for (const Case& c : cases) {
    Report r;
    for (const V v : c.verdicts) r.kernels.push_back(kernel(v));
    CHECK(exit_code(r) == c.expected);
  }
}

TEST_CASE("text of a violation") {
  CHECK(text(violation()) == R"(kernel k (k.cu): VIOLATION for block 24
k.cu:12:5: error: lanes 16-31 are named in the mask and never arrive [mask.missing, NVIDIA guideline 2.1]
  help: take the operation out of the branch, or name only the lanes that get here: `mask = __ballot_sync(0xffffffff, condition)` before the branch
     12 |     v += __shfl_down_sync(~0u, v, off);
        |     ^
    inlined at k.cu:20:3
    lanes     0-15
    launch    block 64, grid 1
    inputs    n = 5, in[3] = 7
    rerun     warpproof run 'k k.cu' --arg n=5
    replayed  yes, on the evaluator
    trace
      step  line     warp  active  what                            who waits
      1     9        0     0-31    branch taken by lanes 0-15
      2     12       0     0-15    shfl.sync.down mask 0xffffffff  lanes 0-15 wait for lanes 16-31
      3     w.h:3:1  1     16-31   bar.sync 0
  k.cu:30:1: note: lanes 16-31 wait here
     30 |   __syncthreads();
        | ^
  proved for block % 64 == 0
  safe if blockDim.x % 64 == 0
  not decided:
  - k.cu:7: loop bound not reached
  - out of effort
  asked for block any, grid any
  assumptions:
  - target sm_80
  approximations:
  - floats are uninterpreted
  39 questions: 35 answered by simplification, 4 by Z3 in 0.25 s; 1.50 s in all
  effort 51234: random runs 40211, any two threads 9120

compiled by clang 19.1.7 -O0
)");
}

TEST_CASE("a long command is counted, and printed by -v and in JSON") {
  Report r = violation();
  r.kernels[0].findings[0].rerun = {"warpproof", "run", "k.cu", "--arg", "in=cells:any:0=" + std::string(3000, 'f')};
  const std::string brief = text(r);
  CHECK(brief.find("ffffffff") == brief.find("0xffffffff") + 2);  // of the mask alone
  CHECK(brief.find("    rerun     a command of 3040 characters: -v prints it; with --save-inputs FILE, `warpproof replay FILE` makes "
                   "the run again\n") != std::string::npos);
  TextOptions verbose;
  verbose.detail = TextOptions::Detail::Verbose;
  CHECK(text(r, verbose).find("in=cells:any:0=" + std::string(3000, 'f')) != std::string::npos);
  CHECK(to_json(r).find(std::string(3000, 'f')) != std::string::npos);
}

TEST_CASE("of many places of a finding, and of many undecided warnings, some are printed and the others counted") {
  Report r = violation();
  for (int i = 0; i < 20; ++i) {
    r.kernels[0].findings[0].related.push_back({{"k.cu", 40 + i, 1, ""}, "the same cause"});
    r.kernels[0].undecided.push_back({spec::Rule::Race, spec::Level::Warning, "open", {"k.cu", 70 + i, 1, ""}});
  }
  const auto count = [](const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  };
  const std::string brief = text(r);
  CHECK(count(brief, "the same cause") == 4);
  CHECK(count(brief, "  and 16 more places (-v shows them)\n") == 1);
  CHECK(count(brief, "warning race: open") == 10);
  CHECK(count(brief, "  - and 10 more (-v shows them)\n") == 1);
  TextOptions verbose;
  verbose.detail = TextOptions::Detail::Verbose;
  CHECK(count(text(r, verbose), "the same cause") == 20);
  CHECK(count(text(r, verbose), "warning race: open") == 20);
  CHECK(count(to_json(r), "the same cause") == 20);
}

TEST_CASE("text of what was proved says for which launches") {
  Report r;
  Kernel k = kernel(Verdict::Proved);
  k.holds_for = "every block size from 1 to 1024";
  k.obligations = {1, 0, 0};
  r.kernels = {k};
  CHECK(text(r) == R"(kernel k (k.cu): proved for every block size from 1 to 1024
  1 question: 1 answered by simplification, 0 by Z3 in 0.00 s; 0.00 s in all
  effort 0
)");
}

TEST_CASE("text of what was not decided never says that it was proved") {
  Report r;
  r.kernels = {kernel(Verdict::Unknown)};
  r.kernels[0].unknown = {{"wmma.mma.sync is not supported", {"k.cu", 3, 1, ""}}};
  const std::string out = text(r);
  CHECK(out.find("kernel k (k.cu): unknown\n") == 0);
  CHECK(out.find("  - k.cu:3:1: wmma.mma.sync is not supported\n") != std::string::npos);
  CHECK(out.find("proved") == std::string::npos);
}

TEST_CASE("warnings that were not decided are listed, and are no part of the verdict") {
  Report r;
  r.kernels = {kernel(Verdict::Proved)};
  r.kernels[0].undecided = {
      {spec::Rule::ShflOffset, spec::Level::Warning, "could not be decided", {"k.cu", 9, 2, "x"}}};
  const std::string out = text(r);
  CHECK(out.find("kernel k (k.cu): proved\n") == 0);
  CHECK(out.find("  - k.cu:9:2: warning shfl.offset: could not be decided\n") != std::string::npos);
  const auto json = nlohmann::json::parse(to_json(r))["kernels"][0];
  CHECK(json["verdict"] == "proved");
  CHECK(json["undecided"] == nlohmann::json::parse(R"([{"rule": "shfl.offset", "level": "warning",
    "reason": "could not be decided", "file": "k.cu", "line": 9, "column": 2, "text": "x"}])"));
  CHECK(exit_code(r) == 0);
}

TEST_CASE("several kernels end with totals") {
  Report r;
  r.kernels = {kernel(Verdict::Proved), kernel(Verdict::Violation), kernel(Verdict::Unknown)};
  CHECK(text(r).find("\n3 kernels: 1 proved, 1 violation, 1 unknown\n") != std::string::npos);
}

TEST_CASE("a long trace is cut in the middle and says so") {
  Report r = violation();
  Finding& f = r.kernels[0].findings[0];
  f.trace.clear();
  for (int i = 1; i <= 100; ++i)
    f.trace.push_back({{"k.cu", i, 1, ""}, 0, "0-31", "step " + std::to_string(i), ""});
  TextOptions options;
  options.trace_steps = 5;
  const std::string out = text(r, options);
  CHECK(out.find(".. 95 rows left out ..") != std::string::npos);
  for (const char* kept : {" step 1\n", " step 2\n", " step 98\n", " step 100\n"}) {
    CHECK(out.find(kept) != std::string::npos);
  }
  for (const char* cut : {" step 3\n", " step 97\n"}) CHECK(out.find(cut) == std::string::npos);
  options.trace_steps = 100;
  CHECK(text(r, options).find("left out") == std::string::npos);
}

TEST_CASE("iterations of a trace that repeat are shown once") {
  Report r = violation();
  Finding& f = r.kernels[0].findings[0];
  const TraceStep arrive{{"k.cu", 8, 1, ""}, 0, "0-31", "arrives", ""};
  const TraceStep fire{{"k.cu", 8, 1, ""}, 0, "0-31", "completes", ""};
  f.trace = {arrive, fire, arrive, fire, arrive, fire, {{"k.cu", 9, 1, ""}, 0, "0-31", "exits", ""}};
  CHECK(text(r).find(R"(
      step  line  warp  active  what
      1     8     0     0-31    arrives
      2     8     0     0-31    completes
      .. the same 2 more times, up to step 6 ..
      7     9     0     0-31    exits
)") != std::string::npos);
  f.trace = {arrive, arrive, fire, fire};
  CHECK(text(r).find("the same") == std::string::npos);
}

TEST_CASE("a step that neighbouring warps take in turn is one row") {
  Report r = violation();
  Finding& f = r.kernels[0].findings[0];
  const auto stops = [](int warp, int line) {
    return TraceStep{{"k.cu", line, 1, ""}, warp, "0-31", "stops", ""};
  };
  f.trace = {stops(1, 8), stops(2, 8), stops(3, 8), stops(5, 8), stops(6, 9)};
  CHECK(text(r).find(R"(
      step  line  warp  active  what
      1-3   8     1-3   0-31    stops
      4     8     5     0-31    stops
      5     9     6     0-31    stops
)") != std::string::npos);
}

TEST_CASE("what a finding is about stays in a trace that is cut") {
  Report r = violation();
  Finding& f = r.kernels[0].findings[0];
  f.trace.clear();
  for (int i = 1; i <= 40; ++i)
    f.trace.push_back({{"k.cu", i, 1, ""}, 0, "0-31", "step " + std::to_string(i), ""});
  for (const int i : {10, 18, 30})
    f.trace[static_cast<std::size_t>(i - 1)].weight = TraceStep::Weight::Related;
  f.trace[19].weight = TraceStep::Weight::Finding;
  TextOptions options;
  options.trace_steps = 6;
  CHECK(text(r, options).find(R"(
      1     1     0     0-31    step 1
      .. 8 rows left out ..
      10    10    0     0-31    step 10
      .. 7 rows left out ..
      18    18    0     0-31    step 18
      .. 1 row left out ..
      20    20    0     0-31    step 20
      .. 18 rows left out ..
      39    39    0     0-31    step 39
      40    40    0     0-31    step 40
)") != std::string::npos);
}

TEST_CASE("a trace that two findings share is printed once") {
  Report r = violation();
  r.kernels[0].findings.push_back(r.kernels[0].findings[0]);
  const std::string out = text(r);
  CHECK(out.find("\n    trace     as for the finding above\n") != std::string::npos);
  CHECK(out.find("bar.sync 0") == out.rfind("bar.sync 0"));
}

TEST_CASE("causes stand before what they lead to, and nothing stands twice") {
  std::vector<Finding> all(5, finding());
  const spec::Level error = spec::Level::Error, warning = spec::Level::Warning;
  const std::tuple<spec::Rule, spec::Level, int> given[] = {{spec::Rule::Race, warning, 7},
                                                            {spec::Rule::ValueUninitialised, error, 9},
                                                            {spec::Rule::StoreSameInstruction, warning, 7},
                                                            {spec::Rule::Race, error, 7},
                                                            {spec::Rule::Race, warning, 8}};
  for (std::size_t i = 0; i < all.size(); ++i)
    std::tie(all[i].rule, all[i].level, all[i].place.line) = given[i];
  put_in_order(all);
  REQUIRE(all.size() == 4);
  const std::tuple<spec::Rule, spec::Level, int> wanted[] = {given[3], given[1], given[2], given[4]};
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(std::tie(all[i].rule, all[i].level, all[i].place.line) == wanted[i]);
}

TEST_CASE("colour is only used when asked for") {
  TextOptions colour;
  colour.colour = true;
  CHECK(text(violation()).find('\x1b') == std::string::npos);
  CHECK(text(violation(), colour).find("\x1b[1;31mVIOLATION\x1b[0m") != std::string::npos);
}

TEST_CASE("nothing from the input reaches the output unescaped") {
  const std::string evil = "\x1b]0;title\x07\xff\xE2\x80\xAE\x9b";
  Report r = violation();
  Kernel& k = r.kernels[0];
  Finding& f = k.findings[0];
  for (std::string* s : {&r.compiler,
                         &k.name,
                         &k.file,
                         &k.block,
                         &k.grid,
                         &k.holds_for,
                         &k.violated_for,
                         &k.safe_if,
                         &f.place.file,
                         &f.place.text,
                         &f.inlined_at[0].file,
                         &f.lanes,
                         &f.message,
                         &f.launch,
                         &f.inputs[0].first,
                         &f.inputs[0].second,
                         &f.trace[0].place.file,
                         &f.trace[0].lanes,
                         &f.trace[0].what,
                         &f.trace[0].waiting,
                         &f.related[0].message,
                         &f.related[0].place.file,
                         &f.related[0].place.text,
                         &k.assumptions[0],
                         &k.approximations[0],
                         &k.unknown[0].reason,
                         &k.unknown[0].place.file,
                         &r.tool_version,
                         &r.z3_version}) {
    *s = evil;
  }
  const auto clean = [](const std::string& out) {
    for (const unsigned char c : out) {
      if ((c < 0x20 && c != '\n') || c == 0x7f || c == 0xff || c == 0x9b) return false;
    }
    return out.find("\xE2\x80\xAE") == std::string::npos;
  };
  CHECK(clean(text(r)));
  const std::string json = to_json(r);
  CHECK(clean(json));
  CHECK(nlohmann::json::parse(json)["kernels"][0]["name"] ==
        "\x1b]0;title\x07\xEF\xBF\xBD\xE2\x80\xAE\xEF\xBF\xBD");
}

TEST_CASE("JSON of a violation") {
  const auto json = nlohmann::json::parse(to_json(violation()));
  const auto expected = nlohmann::json::parse(R"({
    "schema": "warpproof/1",
    "tool": {"version": "1.2.3", "z3": "4.8.12", "compiler": "clang 19.1.7 -O0"},
    "kernels": [{
      "name": "k", "file": "k.cu", "verdict": "violation",
      "launch": {"block": "any", "grid": "any", "holds_for": "block % 64 == 0", "violated_for": "block 24",
                 "safe_if": "blockDim.x % 64 == 0", "only_partial_warps": false},
      "notes": [],
      "findings": [{
        "rule": "mask.missing", "level": "error", "guideline": "2.1",
        "file": "k.cu", "line": 12, "column": 5, "text": "    v += __shfl_down_sync(~0u, v, off);",
        "inlined_at": [{"file": "k.cu", "line": 20, "column": 3, "text": "  warp_sum(v);"}],
        "lanes": "lanes 0-15", "message": "lanes 16-31 are named in the mask and never arrive",
        "help": "take the operation out of the branch, or name only the lanes that get here: `mask = __ballot_sync(0xffffffff, condition)` before the branch",
        "replayed": true,
        "launch": "block 64, grid 1",
        "rerun": ["warpproof", "run", "k k.cu", "--arg", "n=5"],
        "trace": [
          {"file": "k.cu", "line": 9, "column": 3, "text": "", "warp": 0, "lanes": "0-31",
           "what": "branch taken by lanes 0-15", "waiting": ""},
          {"file": "k.cu", "line": 12, "column": 5, "text": "", "warp": 0, "lanes": "0-15",
           "what": "shfl.sync.down mask 0xffffffff", "waiting": "lanes 0-15 wait for lanes 16-31"},
          {"file": "w.h", "line": 3, "column": 1, "text": "", "warp": 1, "lanes": "16-31",
           "what": "bar.sync 0", "waiting": ""}],
        "inputs": {"n": "5", "in[3]": "7"},
        "related": [{"file": "k.cu", "line": 30, "column": 1, "text": "  __syncthreads();",
                     "message": "lanes 16-31 wait here"}]
      }],
      "assumptions": ["target sm_80"],
      "approximations": ["floats are uninterpreted"],
      "unknown": [{"reason": "loop bound not reached", "file": "k.cu", "line": 7, "column": 0, "text": ""},
                  {"reason": "out of effort", "file": "", "line": 0, "column": 0, "text": ""}],
      "undecided": [],
      "obligations": {"folded": 35, "solved": 4, "solver_seconds": 0.25},
      "effort": {"all": 51234, "by": {"any two threads": 9120, "random runs": 40211}},
      "findings_left_out": {}, "suppressed": [],
      "seconds": 1.5
    }],
    "notes": [],
    "unread": []
  })");
  CHECK(json == expected);
}

TEST_CASE("JSON names every verdict and keeps the order of keys") {
  Report r;
  r.kernels = {kernel(Verdict::Proved), kernel(Verdict::Violation), kernel(Verdict::Unknown)};
  const std::string text = to_json(r);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["kernels"][0]["verdict"] == "proved");
  CHECK(json["kernels"][1]["verdict"] == "violation");
  CHECK(json["kernels"][2]["verdict"] == "unknown");
  CHECK(text.find("\"schema\"") < text.find("\"kernels\""));
  CHECK(text.find("\"kernels\"") < text.find("\"tool\""));  // which is known at the end
}

TEST_CASE("JSON of no kernel at all is still a report") {
  const auto json = nlohmann::json::parse(to_json({}));
  CHECK(json["schema"] == "warpproof/1");
  CHECK(json["kernels"].is_array());
  CHECK(json["kernels"].empty());
}

TEST_CASE("a remedy for PTX names operations of PTX") {
  Report r = violation();
  Finding& f = r.kernels[0].findings[0];
  f.place.text.clear();
  f.trace.clear();
  f.related.clear();
  const auto remedies = [&](const char* file) {
    f.place.file = file;
    const std::string sarif = to_sarif(r);
    return findings_text({f}, {}) + to_json(r) + sarif.substr(sarif.find("To mend it"));
  };
  for (const spec::Rule rule : {spec::Rule::MaskSelf, spec::Rule::MaskMissing, spec::Rule::MaskFromActivemask, spec::Rule::Race,
                                spec::Rule::RaceMixedSize, spec::Rule::MemoryImplicitWarpSync, spec::Rule::MemoryReadOnly}) {
    f.rule = rule;
    INFO(remedies("k.ptx") << remedies("k.cu"));
    CHECK(remedies("k.ptx").find("__") == std::string::npos);
    CHECK(remedies("k.cu").find("__") != std::string::npos);
  }
  f.rule = spec::Rule::ShflWidth;
  CHECK(remedies("k.ptx").find("use a width of 1, 2, 4, 8, 16 or 32") != std::string::npos);
}

TEST_CASE("a reason is printed once, whatever looked for it") {
  Report r = violation();
  r.kernels[0].unknown = {{"loop not proved to end", {"k.cu", 7, 3, ""}}, {"loop not proved to end", {"k.cu", 7, 3, ""}},
                          {"loop not proved to end", {"k.cu", 9, 3, ""}}};
  const std::string out = text(r);
  CHECK(out.find("  - k.cu:7:3: loop not proved to end\n  - k.cu:9:3: loop not proved to end\n") != std::string::npos);
  CHECK(out.find("k.cu:7:3") == out.rfind("k.cu:7:3"));
}

TEST_CASE("that a finding needs no input is one word") {
  Report r = violation();
  r.kernels[0].findings[0].inputs = {{"all of them", "any"}};
  CHECK(text(r).find("    inputs    any\n") != std::string::npos);
}
