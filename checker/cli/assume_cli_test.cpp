// --assume on the command line, and warpproof.h in sources.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

const std::string kGuarded =
    "__global__ void guarded(int* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);\n"
    "}\n";

std::vector<std::string> check(const std::string& file, std::vector<std::string> conditions) {
  std::vector<std::string> out = {"check", file, "--block", "any:32"};
  for (std::string& c : conditions) {
    out.push_back("--assume");
    out.push_back(std::move(c));
  }
  return out;
}

TEST_CASE("an assumption makes the proof, and the verdict lists it with its types") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGuarded);
  CHECK(shop.run(check(file, {})).status == 1);
  const Outcome proved = shop.run(check(file, {"n <= 1024", "n % 32 == 0"}));
  INFO(proved.out << proved.err);
  CHECK(proved.status == 0);
  CHECK(holds(proved.out, "assumed: n <= 1024 (n: int)"));
  CHECK(holds(proved.out, "assumed: n % 32 == 0 (n: int)"));
  const Outcome weak = shop.run(check(file, {"n % 4 == 0 && n > 1000"}));
  INFO(weak.out << weak.err);
  CHECK(weak.status == 1);
  // The counterexample satisfies what is assumed.
  const std::size_t at = weak.out.find("n = ");
  REQUIRE(at != std::string::npos);
  const int n = std::stoi(weak.out.substr(at + 4));
  CHECK(n > 1000);
  CHECK(n % 4 == 0);
}

TEST_CASE("an assumption that nothing satisfies proves nothing") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGuarded);
  for (const char* condition : {"n > 3 && n < 3", "blockDim.x == 48", "blockDim.y == 2", "n * 2 == 1"}) {
    const Outcome outcome = shop.run(check(file, {condition}));
    INFO(condition << outcome.out << outcome.err);
    CHECK(outcome.status == 2);
    CHECK(holds(outcome.out, "so nothing was proved"));
  }
  const Outcome twice = shop.run({"check", file, "--block", "32", "--param", "n=5", "--assume", "n == 6"});
  CHECK(twice.status == 2);
}

TEST_CASE("a value that is assumed is put in") {
  const Workshop shop;
  const std::string file =
      shop.write("k.cu",
                 "__global__ void k(int* out, int n) {\n"
                 "  for (int i = 0; i < n; ++i) out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, i, 1);\n"
                 "}\n");
  const Outcome outcome = shop.run({"check", file, "--block", "32", "--assume", "n == 3"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, " 0 by Z3 "));  // the loop folds
}

TEST_CASE("nothing is assumed of a volume whose sizes the kernel bounds") {
  const Workshop shop;
  const auto checked = [&](const std::string& bound) {
    return shop.run({"check", shop.write("k.cu", "__global__ void k(float* out, int nx, int ny, int nz) {\n"
                                                 "  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;\n"
                                                 "  if (" + bound + " && x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = x + 0.5f * y + z;\n"
                                                 "}\n"),
                     "--block", "8,8,4", "--no-cache"});
  };
  const Outcome bounded = checked("nx <= 256 && ny <= 256 && nz <= 256");
  INFO(bounded.out);
  CHECK(bounded.status == 0);
  CHECK_FALSE(holds(bounded.out, "ny * nz"));
  const Outcome any = checked("nx > 0");
  CHECK(any.status == 0);
  CHECK(holds(any.out, "ny * nz * nx is no more than 2147483647"));
}

TEST_CASE("a bad condition ends with status 3, the column and what was wrong") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGuarded);
  struct Bad {
    const char *condition, *message;
  };
  for (const Bad& bad : {Bad{"n <= m", "column 6: no parameter 'm'; guarded has out (0), n (1)"},
                         Bad{"n <= ", "column 6: expected a number, a name or '('"},
                         Bad{"out != 0", "column 1: out is a pointer"},
                         Bad{"threadIdx.x < 3", "column 1: 'threadIdx.x' differs from thread to thread"}}) {
    const Outcome outcome = shop.run(check(file, {bad.condition}));
    INFO(bad.condition << outcome.out << outcome.err);
    CHECK(outcome.status == 3);
    CHECK(holds(outcome.err, bad.message));
  }
}

TEST_CASE("types of parameters come from the mangled name, the source or PTX") {
  const Workshop shop;
  const std::string c = shop.write("c.cu", "extern \"C\" " + kGuarded);
  CHECK(holds(shop.run(check(c, {"n <= 32 && n >= 0"})).out, "(n: int)"));
  const std::string t =
      shop.write("t.cu", "template <class T> " + kGuarded.substr(0, kGuarded.find("int n")) + "T n) {}\n" +
                             "template __global__ void guarded<unsigned short>(int*, unsigned short);\n");
  CHECK(holds(shop.run(check(t, {"n <= 32"})).out, "(n: unsigned short)"));
  const std::string ptx = shop.write("k.ptx",
                                     ".version 7.0\n.target sm_80\n.address_size 64\n"
                                     ".visible .entry k(.param .s32 n, .param .u64 m)\n{\n  ret;\n}\n");
  CHECK(holds(shop.run(check(ptx, {"n <= 32 && m > 2"})).out, "(n: int, m: unsigned long)"));
}

TEST_CASE("a condition about one kernel leaves others alone") {
  const Workshop shop;
  const std::string file =
      shop.write("k.cu", kGuarded + "__global__ void other(int* out) { out[threadIdx.x] = 0; }\n");
  const Outcome outcome = shop.run(check(file, {"n % 32 == 0"}));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  const std::size_t other = outcome.out.find("kernel other");
  REQUIRE(other != std::string::npos);
  const std::size_t assumed = outcome.out.find("assumed:");
  CHECK(outcome.out.find("assumed:", assumed + 1) == std::string::npos);
}

TEST_CASE("kernels are equivalent under an assumption") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void a(int* out, int n) { out[threadIdx.x] = n / 4 * 4; }\n"
                                      "__global__ void b(int* out, int n) { out[threadIdx.x] = n; }\n");
  CHECK(shop.run({"equiv", file + ":a", file + ":b"}).status == 1);
  const Outcome same = shop.run({"equiv", file + ":a", file + ":b", "--assume", "n % 4 == 0"});
  INFO(same.out << same.err);
  CHECK(same.status == 0);
  CHECK(holds(same.out, "assumed: n % 4 == 0 (n: int)"));
  const Outcome weak = shop.run({"equiv", file + ":a", file + ":b", "--assume", "n % 2 == 0 && n > 100"});
  INFO(weak.out << weak.err);
  CHECK(weak.status == 1);
  const std::size_t at = weak.out.find("n = ");
  REQUIRE(at != std::string::npos);
  const int n = std::stoi(weak.out.substr(at + 4));
  CHECK(n > 100);
  CHECK(n % 4 == 2);
  CHECK(shop.run({"equiv", file + ":a", file + ":b", "--assume", "n > n"}).status == 2);
}

TEST_CASE("addresses in initialisers are not compared") {
  const Workshop shop;
  const auto module = [&](const char* name, const std::string& target) {
    return shop.write(name, "__device__ int x, y;\n__device__ int* px = &" + target +
                                ";\n__global__ void k(int* out, int n) {\n"
                                "  if (n == 0x1234567) out[threadIdx.x] = px == &x;\n  else out[threadIdx.x] = 7;\n}\n");
  };
  const Outcome outcome = shop.run({"equiv", module("a.cu", "x"), module("b.cu", "y")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 2);
  CHECK(holds(outcome.out, "the initial value of 'px' holds addresses"));
}

TEST_CASE("kernels are equivalent where both are within what they assume") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu",
      "#include <warpproof.h>\n"
      "__global__ void a(int* out, int n) { warpproof::assume(n % 4 == 0); out[threadIdx.x] = n / 4 * 4; }\n"
      "__global__ void b(int* out, int n) { out[threadIdx.x] = n; }\n"
      "__global__ void c(int* out, int n) { warpproof::assume(n > 0); out[threadIdx.x] = n; }\n");
  const Outcome same = shop.run({"equiv", file + ":a", file + ":b"});
  INFO(same.out << same.err);
  CHECK(same.status == 0);
  CHECK(holds(same.out, "warpproof::assume(n % 4 == 0);"));
  const Outcome other = shop.run({"equiv", file + ":c", file + ":b"});
  CHECK(other.status == 0);
  // The twin: an assumption that does not make up for the difference.
  const std::string twin = shop.write(
      "twin.cu",
      "#include <warpproof.h>\n"
      "__global__ void a(int* out, int n) { warpproof::assume(n % 2 == 0); out[threadIdx.x] = n / 4 * 4; }\n"
      "__global__ void b(int* out, int n) { out[threadIdx.x] = n; }\n");
  CHECK(shop.run({"equiv", twin + ":a", twin + ":b"}).status == 1);
}

TEST_CASE("a run whose arguments do not satisfy the assumptions is bad input") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGuarded);
  const std::vector<std::string> run = {"run", file, "--arg", "zeros:256", "--arg", "n=32", "--assume"};
  std::vector<std::string> good = run, bad = run;
  good.push_back("n == blockDim.x");
  bad.push_back("n > blockDim.x");
  CHECK(shop.run(good).status == 0);
  const Outcome outcome = shop.run(bad);
  CHECK(outcome.status == 3);
  CHECK(holds(outcome.err, "do not satisfy"));
}

struct Suggested {
  const char *what, *text, *block, *grid;
  const char* expected;  // empty: any
};

// What is suggested is proved when it is assumed.
TEST_CASE("a violation suggests a condition under which the kernel is proved") {
  static constexpr Suggested kSuggested[] = {
      {"whole warps",
       "__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16); "
       "}",
       "any", "any", "blockDim.x % 32 == 0"},
      {"halves of warps",
       "__global__ void k(int* out) { out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 1); "
       "}",
       "any", "any", "blockDim.x % 2 == 0"},
      {"few threads",
       "__global__ void k(int* out) {\n  __shared__ int s[1024];\n  s[threadIdx.x] = out[threadIdx.x];\n"
       "  __syncwarp();\n  out[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];\n}",
       "any:32", "any", ""},
      {"a number that the kernel asks for",
       "__global__ void k(int* out, int key) {\n  __shared__ int s;\n  if (key == 77777) s = threadIdx.x;\n"
       "  else if (threadIdx.x == 0) s = key;\n}",
       "64", "1", "key != 77777"},
      {"a size",
       "__global__ void k(int* out, int n) {\n  __shared__ int s[64];\n  if (threadIdx.x < n) s[threadIdx.x] = n;\n"
       "  if (threadIdx.x >= n) s[0] = threadIdx.x;\n  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x];\n}",
       "64", "1", "n >= blockDim.x"},
  };
  for (const Suggested& s : kSuggested) {
    DYNAMIC_SECTION(s.what) {
      const Workshop shop;
      const std::string file = shop.write("k.cu", s.text);
      const Outcome broken = shop.run({"check", file, "--block", s.block, "--grid", s.grid});
      INFO(broken.out << broken.err);
      CHECK(broken.status == 1);
      const std::size_t at = broken.out.find("safe if ");
      REQUIRE(at != std::string::npos);
      const std::string condition = broken.out.substr(at + 8, broken.out.find('\n', at) - at - 8);
      if (*s.expected != 0) CHECK(condition == s.expected);
      const Outcome proved =
          shop.run({"check", file, "--block", s.block, "--grid", s.grid, "--assume", condition});
      INFO(proved.out << proved.err);
      CHECK(proved.status == 0);
    }
  }
}

// Loops over rows and columns of a matrix in shared memory: a product of a parameter in an address.
std::string rows_kernel(const std::string& barrier, const std::string& first) {
  return "__global__ void rows(float* out, const float* in, int n) {\n"
         "  extern __shared__ float s[];\n"
         "  for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
         "    for (int k = " + first + "; k < n; ++k) s[i * n + k] = in[i * n + k];\n"
         "  " + barrier + "\n"
         "  for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
         "    for (int k = " + first + "; k < n; ++k) out[i * n + k] = s[k * n + i];\n"
         "}\n";
}

TEST_CASE("what is unknown gets a condition under which it is proved, and none that is of no use") {
  const Workshop shop;
  const auto check = [&](const std::string& text) {
    return shop.run({"check", shop.write("k.cu", text), "--block", "64", "--grid", "1", "--effort", "1"});
  };
  const Outcome unknown = check(rows_kernel("__syncthreads();", "0"));
  INFO(unknown.out << unknown.err);
  CHECK(unknown.status == 2);
  CHECK(holds(unknown.out, "\n  safe if n == blockDim.x\n"));
  CHECK(shop.run({"check", shop.write("k.cu", rows_kernel("__syncthreads();", "0")), "--block", "64", "--grid", "1", "--assume",
                  "n == blockDim.x"}).status == 0);
  // The twin races wherever the loops do anything.
  const Outcome twin = check(rows_kernel("", "0"));
  INFO(twin.out << twin.err);
  CHECK(twin.status == 1);
  CHECK_FALSE(holds(twin.out, "safe if"));
  // Proved where n is small, as nothing is done then.
  const std::string idle = rows_kernel("__syncthreads();", "1024");
  const Outcome small = check(idle);
  INFO(small.out << small.err);
  CHECK(small.status == 2);
  CHECK_FALSE(holds(small.out, "safe if"));
  CHECK(shop.run({"check", shop.write("k.cu", idle), "--block", "64", "--grid", "1", "--assume", "n <= 1024"}).status == 0);
}

// The tiled product of textbooks, without guards: rows of a matrix that is narrower than a tile share elements, and
// products of open numbers may be anything.
std::string tiled_product(const std::string& last_barrier) {
  return "__global__ void product(const float* a, const float* b, float* c, int n) {\n"
         "  __shared__ float as[16][16], bs[16][16];\n"
         "  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;\n"
         "  float sum = 0;\n"
         "  for (int t = 0; t < n / 16; ++t) {\n"
         "    as[y][x] = a[row * n + t * 16 + x];\n"
         "    bs[y][x] = b[(t * 16 + y) * n + column];\n"
         "    __syncthreads();\n"
         "    for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];\n"
         "    " + last_barrier + "\n"
         "  }\n"
         "  c[row * n + column] = sum;\n"
         "}\n";
}

TEST_CASE("a bound of a parameter is suggested where it makes an unknown a proof") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", tiled_product("__syncthreads();"));
  const auto check = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"check", name, "--block", "16,16"};
    words.insert(words.end(), more.begin(), more.end());
    return shop.run(words);
  };
  const Outcome open = check(file, {});
  INFO(open.out << open.err);
  CHECK(open.status == 2);
  CHECK(holds(open.out, "\n  safe if n >= 16 && n <= 1024\n"));
  CHECK(check(file, {"--assume", "n >= 16 && n <= 1024"}).status == 0);
  // The twin lacks a barrier: no bound of n makes it right.
  const Outcome twin = check(shop.write("twin.cu", tiled_product("")), {"--effort", "0.2"});
  INFO(twin.out);
  CHECK(twin.status == 1);
  CHECK_FALSE(holds(twin.out, "safe if n >= 16"));
  CHECK_FALSE(holds(twin.out, "safe if n <= "));
}

TEST_CASE("what is safe as its loop does nothing is no suggestion, also where all runs in which it does something are broken") {
  const Workshop shop;
  const auto fifo = [](const std::string& body) {
    return "__global__ void fifo(const int* in, int* out, int items) {\n"
           "  __shared__ int slot[32];\n"
           "  for (int k = 0; k < items; ++k) {\n" + body + "  }\n"
           "}\n";
  };
  const std::string text = fifo("    slot[threadIdx.x % 32] = in[k * 32 + threadIdx.x];\n"
                                "    out[k * 32 + threadIdx.x] = slot[31 - threadIdx.x % 32];\n");
  const Outcome broken = shop.run({"check", shop.write("k.cu", text), "--block", "64", "--fix-dry-run"});
  INFO(broken.out);
  CHECK(broken.status == 1);
  CHECK_FALSE(holds(broken.out, "safe if items"));
  CHECK_FALSE(holds(broken.out, "assert(items"));
}

TEST_CASE("nothing is suggested where no simple condition helps") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu",
      "__global__ void k(int* out, int n) { __shared__ int s; s = threadIdx.x; out[threadIdx.x] = s + n; }");
  const Outcome broken = shop.run({"check", file, "--block", "64"});
  CHECK(broken.status == 1);
  CHECK_FALSE(holds(broken.out, "safe if"));
}

const std::string kClaims =
    "#include <warpproof.h>\n"
    "__global__ void claims(int* out, int n) {\n"
    "  warpproof::assume(n > 5);\n"
    "  out[threadIdx.x] = n;\n"
    "  warpproof::assert_that(n > MOST);\n"
    "}\n";

TEST_CASE("what a kernel assumes is listed, what it claims is proved or refuted") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kClaims);
  const Outcome proved = shop.run({"check", file, "--block", "32", "-D", "MOST=5"});
  INFO(proved.out << proved.err);
  CHECK(proved.status == 0);
  CHECK(holds(proved.out, "assumed at " + file + ":3: warpproof::assume(n > 5);"));
  const Outcome refuted = shop.run({"check", file, "--block", "32", "-D", "MOST=6"});
  INFO(refuted.out << refuted.err);
  CHECK(refuted.status == 1);
  CHECK(holds(refuted.out, "k.cu:5:3: error: "));
  CHECK(holds(refuted.out, "[assert.user]"));
  CHECK(holds(refuted.out, "n = 6"));
}

TEST_CASE("what no execution satisfies proves nothing") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kClaims);
  const Outcome outcome = shop.run({"check", file, "--block", "32", "-D", "MOST=5", "--assume", "n < 3"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 2);
  CHECK(holds(outcome.out, "no execution that gets here satisfies the assumptions"));
}

TEST_CASE("a run outside of what a kernel assumes says so") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kClaims);
  const auto run = [&](const std::string& n) {
    return shop.run({"run", file, "--arg", "zeros:256", "--arg", "n=" + n, "-D", "MOST=7"});
  };
  CHECK(run("8").status == 0);
  const Outcome failing = run("7");
  CHECK(failing.status == 1);
  CHECK(holds(failing.out, " error: "));
  CHECK(holds(failing.out, "[assert.user]"));
  const Outcome outside = run("5");
  CHECK(outside.status == 0);
  CHECK(holds(outside.out, " note: "));
  CHECK(holds(outside.out, "[assert.user]"));
  CHECK(holds(outside.out, "breaks an assumption of the kernel"));
  CHECK_FALSE(holds(outside.out, "error"));
}

// As C++ has it, this holds of a negative n, which is a large number as an unsigned one. Nobody means that.
TEST_CASE("a counterexample keeps what is assumed as it reads") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out, int n) {\n"
                                      "  __shared__ int s[32];\n"
                                      "  s[threadIdx.x] = 1;\n"
                                      "  __syncthreads();\n"
                                      "  if (n < 0) s[0] = threadIdx.x;\n"
                                      "  __syncthreads();\n"
                                      "  out[threadIdx.x] = s[threadIdx.x];\n"
                                      "}\n");
  const Outcome negative = shop.run({"check", file, "--block", "16", "--assume", "n == gridDim.x*32"});
  INFO(negative.out << negative.err);
  CHECK(negative.status == 2);
  CHECK_FALSE(holds(negative.out, "n = -"));
  CHECK(holds(negative.out, "a number in n == gridDim.x*32 wraps around or changes its sign"));
  CHECK(shop.run({"check", file, "--block", "16", "--assume", "n == gridDim.x*32 && n >= 0"}).status == 0);
  CHECK(shop.run({"check", file, "--block", "16", "--assume", "n == -32"}).status == 1);
  // What is done to bits wraps around on purpose.
  CHECK(shop.run({"check", file, "--block", "16", "--assume", "(n & -n) == n && (n & (n - 1)) == 0"}).status == 1);
}

TEST_CASE("a counterexample stays within what buffers may be") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(const int* idx, const float* w, float* out) {\n"
                                      "  float v = w[idx[threadIdx.x] + threadIdx.x];\n"
                                      "  if (v > 0.25f) __syncthreads();\n"
                                      "  out[threadIdx.x] = v;\n"
                                      "}\n");
  const Outcome checked = shop.run({"check", file, "--block", "64", "--format", "json"});
  INFO(checked.out << checked.err);
  CHECK(checked.status == 1);
  const auto report = nlohmann::json::parse(checked.out);
  for (const auto& finding : report["kernels"][0]["findings"]) {
    for (const auto& [name, value] : finding["inputs"].items()) {
      if (name.starts_with("idx[")) CHECK(std::abs(std::stol(value.get<std::string>())) < (1l << 28));
    }
  }
}

// A run counts up to where it leaves shared memory, which nobody says it does not.
TEST_CASE("what comes after an access outside of shared memory is no counterexample") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(const int* in, int* out) {\n"
                                      "  __shared__ int s[64], done;\n"
                                      "  done = 0;\n"
                                      "  __syncthreads();\n"
                                      "  s[in[threadIdx.x]] = 1;\n"
                                      "  __syncthreads();\n"
                                      "  if (done) out[0] = threadIdx.x;\n"
                                      "}\n");
  const Outcome checked = shop.run({"check", file, "--block", "64"});
  INFO(checked.out << checked.err);
  CHECK(checked.status != 1);
}

// Of a bool the kernel reads the lowest bit, and a condition all of them.
TEST_CASE("a bool that is assumed is 1") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out, bool flag, bool other) {\n"
                                      "  if (!flag) out[0] = threadIdx.x;\n"
                                      "  if (other) out[1] = threadIdx.x;\n"
                                      "}\n");
  const Outcome both = shop.run({"check", file, "--block", "64", "--assume", "flag && !other"});
  INFO(both.out << both.err);
  CHECK(both.status == 0);
  CHECK(shop.run({"check", file, "--block", "64", "--assume", "flag"}).status == 1);
  CHECK(shop.run({"check", file, "--block", "64", "--assume", "!flag && !other"}).status == 1);
  const Outcome none = shop.run({"check", file, "--block", "64", "--assume", "flag > 1 && !other"});
  INFO(none.out << none.err);
  CHECK(none.status == 2);
}

}  // namespace
}  // namespace warpproof::cli
