#include <catch2/catch.hpp>

#include "checker/cli/element_names.h"
#include "checker/cli/typed_inputs.h"

using namespace warpproof::cli;

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

const char* const kSource = R"(
#include <cuda.h>
// __shared__ int commented[4];
__global__ void k(const float* in, unsigned* out, int n) {
  __shared__ int grid[128], other[2];
  __shared__ float tile[32][33];
  __shared__ alignas(16) float4 packed[8];
  __shared__ int flag;
  __shared__ T open[4];
  __shared__ int odd[N][M];
  extern __shared__ double dynamic[];
  const char* text = "__shared__ short quoted[4];";
}
)";

ElementNames elements() {
  return {kSource, {"in", "out", "n", "p"}, {"float const*", "unsigned int*", "int", "void*"}};
}

}  // namespace

TEST_CASE("bytes become the elements that the source declares") {
  const ElementNames names = elements();
  const auto in_words = [&](const char* text) { return names.in_source_words(text); };
  CHECK(in_words("thread 7 reads 4 bytes at byte 124 of grid (shared memory)") == "thread 7 reads grid[31]");
  CHECK(in_words("byte 4 of other (shared memory)") == "other[1]");
  CHECK(in_words("4 bytes at byte 136 of tile (shared memory)") == "tile[1][1]");
  CHECK(in_words("4 bytes at byte 24 of packed (shared memory)") == "packed[1].z");
  CHECK(in_words("4 bytes at byte 0 of flag (shared memory)") == "flag");
  CHECK(in_words("8 bytes at byte 16 of dynamic (shared memory)") == "dynamic[2]");
  CHECK(in_words("4 bytes at byte 8 of the buffer of out") == "out[2]");
  CHECK(in_words("4 bytes at byte 8 of in and 4 bytes at byte 12 of in") == "in[2] and in[3]");
}

TEST_CASE("an array that is named shared is not all of shared memory") {
  const ElementNames names("__global__ void k() { extern __shared__ float shared[]; }", {}, {});
  CHECK(names.in_source_words("4 bytes at byte 8 of shared (shared memory)") == "shared[2]");
  CHECK(names.in_source_words("byte 8 of shared memory") == "byte 8 of shared memory");
}

TEST_CASE("an access of another size than the element's keeps its size") {
  CHECK(elements().in_source_words("thread 0 writes 16 bytes at byte 16 of grid (shared memory)") ==
        "thread 0 writes 16 bytes at grid[4]");
}

TEST_CASE("bytes stay bytes where the source does not say which element they are of") {
  for (const char* text : {"byte 4 of open (shared memory)", "byte 4 of odd (shared memory)", "byte 4 of commented",
                           "byte 4 of quoted", "byte 4 of p", "byte 2 of grid (shared memory)", "byte 4 of flag",
                           "byte 4 of shared memory", "byte x of grid", "byte 99999999999999999999 of grid", "byte "})
    CHECK(elements().in_source_words(text) == text);
}

TEST_CASE("dimensions may be names and expressions of numbers") {
  const char* const source = R"(
#define TILE 16  // threads of a row
#define ROW (TILE + 1)
#define TWICE(x) (2 * (x))
#define WIDE \
  64
#define MANY 4
#ifdef SMALL
#define MANY 2
#endif
#undef MANY
constexpr int kWarps = 256 / 32, kHalf = kWarps >> 1;
enum Sizes : int { kBanks = 0x20, kNext };
struct Node { static const unsigned kKeys = 1u << 2; int key[kKeys]; float weight; };
#define SELF SELF2
#define SELF2 SELF
__global__ void k() {
  const int length = TILE * sizeof(float);
  __shared__ float tile[TILE][ROW], sums[kWarps][kHalf], banks[2][kBanks - (1)], line[3][length];
  __shared__ Node nodes[TILE];
  __shared__ int a[4][TWICE(2)], b[4][WIDE], c[4][MANY], d[4][SELF], e[4][0 - 1], f[4][1 / 0], g[4][kNext], h[4][070], i[4][TILE +], j[4][(2], l[4][1 << 40];
}
)";
  const ElementNames names(source, {}, {});
  const auto in_words = [&](const char* text) { return names.in_source_words(text); };
  CHECK(in_words("4 bytes at byte 68 of tile (shared memory)") == "tile[1][0]");
  CHECK(in_words("4 bytes at byte 20 of sums") == "sums[1][1]");
  CHECK(in_words("4 bytes at byte 124 of banks") == "banks[1][0]");
  CHECK(in_words("4 bytes at byte 256 of line") == "line[1][0]");
  CHECK(in_words("4 bytes at byte 28 of nodes") == "nodes[1].key[2]");
  for (const char name : std::string("abcdefghijl")) {
    const std::string text = std::string("byte 4 of ") + name;
    CHECK(names.in_source_words(text) == text);
  }
}

TEST_CASE("a dimension that the program's variable does not have names no elements") {
  const char* const source = "#define W 8\n__global__ void k() { __shared__ int s[4][W], t[4][W], u[4][W], v[OPEN][W], w; __shared__ double x[W]; }";
  ElementNames names(source, {}, {});
  names.require_sizes({{"s", 128}, {"t", 64}, {"u", 64}, {"u", 128}, {"v", 96}, {"w", 8}, {"x", 32}});
  for (const char* const name : {"s", "u", "v"}) CHECK(names.find(name) != nullptr);
  for (const char* const name : {"t", "w", "x"}) CHECK(names.find(name) == nullptr);
}

TEST_CASE("in the body of a template's kernel its parameters are what they stand for") {
  const char* const source = R"(
template <class Q> __device__ void other() { __shared__ T mine[4]; }
namespace lib {
template <typename T, int N = 4> __global__ void __launch_bounds__(64) reduce(T* out) {
  __shared__ T s[N], tile[8][N];
  for (int i = 0; i < 2; ++i) { __shared__ T inner[2]; }
}
template <> __global__ void reduce<int, 2>(int* out) {}
}
template <typename... T> __global__ void pack(T... all) { __shared__ T packed[4]; }
__shared__ T after[4];
)";
  const auto in_words = [&](const char* kernel, const char* text) { return ElementNames(source, {}, {}, kernel).in_source_words(text); };
  CHECK(in_words("lib::reduce<float, 64>", "4 bytes at byte 252 of s (shared memory)") == "s[63]");
  CHECK(in_words("lib::reduce<double, 64u>", "8 bytes at byte 504 of s") == "s[63]");
  CHECK(in_words("lib::reduce<float, 8>", "4 bytes at byte 36 of tile") == "tile[1][1]");
  CHECK(in_words("lib::reduce<float, 8>", "4 bytes at byte 4 of inner") == "inner[1]");
  for (const char* text : {"byte 4 of mine", "byte 4 of after"}) CHECK(in_words("lib::reduce<float, 8>", text) == text);
  // Another number of arguments, no template, a pack, and two templates of that name.
  const char* const text = "byte 4 of s";
  for (const char* kernel : {"lib::reduce<float>", "lib::reduce", "reduce<std::pair<int, int>, 8>", ""}) CHECK(in_words(kernel, text) == text);
  CHECK(in_words("pack<float>", "byte 4 of packed") == "byte 4 of packed");
  const std::string twice = std::string(source) + "template <int N, typename T> __global__ void reduce(T* a, T* b) { }";
  CHECK(ElementNames(twice, {}, {}, "reduce<float, 8>").in_source_words(text) == text);
}

TEST_CASE("a name that is declared in two ways has no elements") {
  const ElementNames names("__shared__ int s[4]; __shared__ short s[4]; __shared__ int t[4]; __shared__ int t[4];", {}, {});
  CHECK(names.find("s") == nullptr);
  CHECK(names.find("t") != nullptr);
}

TEST_CASE("no source breaks the scan") {
  for (const char* source : {"__shared__", "__shared__ int", "__shared__ int s[", "__shared__ alignas(", "\"", "/*", "'",
                             "__shared__ int s[2][", "__shared__ int a, ", "__shared__ int s[0][0];"})
    CHECK(ElementNames(source, {"a"}, {"int*"}).in_source_words("byte 8 of q") == "byte 8 of q");
}

TEST_CASE("values are written as their type has them") {
  const auto text = [](const char* type, std::uint64_t bits) { return value_text(*element_of(type), bits); };
  CHECK(text("int", 0xffffffff) == "-1");
  CHECK(text("unsigned int", 0xffffffff) == "4294967295");
  CHECK(text("const float", 0x3fc00000) == "1.5");
  CHECK(text("float", 0x7fc00001) == "nan (0x7fc00001)");
  CHECK(text("float", 0xff800000) == "-inf");
  CHECK(text("double", 0x3ff8000000000000) == "1.5");
  CHECK(text("__half", 0x3e00) == "1.5");
  CHECK(text("__nv_bfloat16", 0x3fc0) == "1.5");
  CHECK(text("bool", 1) == "true");
  CHECK(text("std::uint8_t", 0x1ff) == "255");
  CHECK(text("long long", ~0ull) == "-1");
  CHECK_FALSE(element_of("T"));
  CHECK_FALSE(element_of("float*"));
  CHECK(element_of("float4")->components == 4);
}

TEST_CASE("inputs have the types of the parameters, and equal neighbours are one range") {
  const ParameterWords words{{"in", "out", "n", ""}, {"float const*", "unsigned int*", "unsigned int", "double"}};
  const ElementNames names("", words.names, words.types);
  const auto inputs = typed_inputs({"warpproof", "run", "k.cu", "--kernel", "k", "--block", "32", "--arg",
                                    "in=cells:any:0=0000c03f0000c03f0000c03f,16=01000000", "--arg", "out=cells:any:",
                                    "--arg", "n=-1", "--arg", "3=0x3ff8000000000000", "--unsized"},
                                   words, names);
  CHECK(inputs == Values{{"n", "4294967295"},
                         {"parameter 3", "1.5"},
                         {"in[0..2]", "1.5"},
                         {"in[4]", "1e-45"},
                         {"all others", "0"}});
}

TEST_CASE("memory of a type that is not known is given in words of four bytes") {
  const ParameterWords words{{"p", "s"}, {"T*", "S"}};
  const ElementNames names("", words.names, words.types);
  const auto inputs = typed_inputs({"--arg", "p=cells:any:2=01,8=0100000001000000", "--arg", "s=bytes:0000000002000000",
                                    "--bytes", "0x10000000000=ff", "--arg", "s@5=bytes:00000000"},
                                   words, names);
  CHECK(inputs == Values{{"s bytes 4..7", "0x00000002"},
                         {"s of thread 5", "all bytes 0"},
                         {"p bytes 0..3", "0x00010000"},
                         {"p bytes 8..15", "0x00000001 each four"},
                         {"memory at 0x10000000000, bytes 0..3", "0x000000ff"},
                         {"all others", "0"}});
}

TEST_CASE("what is 0 is left out, and that is said") {
  const ParameterWords words{{"in", "n", "c", "x"}, {"int const*", "int", "C", "float"}};
  const ElementNames names("struct C { int a; };", words.names, words.types);
  CHECK(typed_inputs({"--arg", "in=cells:any:", "--arg", "n=0", "--arg", "c=bytes:00000000", "--arg", "x=0x0"}, words, names) ==
        Values{{"n", "0"}, {"x", "0"}});
  CHECK(typed_inputs({"--arg", "c=bytes:00000000"}, words, names) == Values{{"all of them", "0"}});
  const ParameterWords many{{"a", "b", "c", "d"}, {"int", "int", "int", "int"}};
  CHECK(typed_inputs({"--arg", "a=0", "--arg", "b=0", "--arg", "c=0", "--arg", "d=0"}, many, names) == Values{{"all of them", "0"}});
  CHECK(typed_inputs({"--arg", "in=cells:any:", "--arg", "n=0", "--arg", "c=bytes:07000000", "--arg", "x=0x0"}, words, names) ==
        Values{{"c.a", "7"}, {"all others", "0"}});
  CHECK(typed_inputs({"--arg", "in=cells:any:"}, words, names).empty());
}

TEST_CASE("what a finding does not need is left out") {
  const ParameterWords words{{"in", "n", "c", "x"}, {"int const*", "int", "C", "float"}};
  const ElementNames names("struct C { int a, b; };", words.names, words.types);
  const std::vector<std::string> zeros{"--arg", "in=cells:any:", "--arg", "n=0", "--arg", "c=bytes:0000000000000000", "--arg", "x=0x0"};
  const auto with = [&](std::vector<std::string> run, std::set<std::string> not_needed, bool memory = false) {
    const NeededInputs needed{std::move(not_needed), memory};
    return typed_inputs(run, words, names, &needed);
  };
  const std::set<std::string> all{"n=0", "x=0x0", "c=bytes:0000000000000000"};
  CHECK(with(zeros, all) == Values{{"all of them", "any"}});
  CHECK(with(zeros, all, true) == Values{{"all of them", "0"}});
  CHECK(with(zeros, {"x=0x0", "c=bytes:0000000000000000"}) == Values{{"n", "0"}});
  CHECK(with(zeros, {"x=0x0", "c=bytes:0000000000000000"}, true) == Values{{"n", "0"}, {"all others", "0"}});
  const std::vector<std::string> some{"--arg", "in=cells:any:8=05", "--arg", "n=7", "--arg", "c=bytes:0300000000000000", "--arg", "x=0x0"};
  CHECK(with(some, {"n=7", "x=0x0"}) == Values{{"c.a", "3"}, {"in[2]", "5"}, {"all others", "0"}});
  const std::vector<std::string> numbers{"--arg", "in=cells:any:", "--arg", "n=7", "--arg", "c=bytes:0300000000000000", "--arg", "x=0x0"};
  CHECK(with(numbers, {"x=0x0", "c=bytes:0300000000000000"}) == Values{{"n", "7"}, {"c.a", "3"}});
  CHECK(with(numbers, {"x=0x0"}) == Values{{"n", "7"}, {"c.a", "3"}, {"all others", "0"}});
  CHECK(with({"--block", "32"}, {}).empty());  // no inputs at all
}

TEST_CASE("members that are 0 are among the others, in structures of one word and of more") {
  const ParameterWords words{{"w", "s", "u"}, {"Word", "Wide", "Unknown"}};
  const ElementNames names("struct Word { short a, b; }; struct Wide { int a, b, c; };", words.names, words.types);
  const Values word{{"w.b", "1"}, {"all others", "0"}}, wide{{"s.c", "7"}, {"all others", "0"}},
      unknown{{"u bytes 4..7", "0x00000001"}, {"all others", "0"}};
  CHECK(typed_inputs({"--arg", "w=0x10000"}, words, names) == word);
  CHECK(typed_inputs({"--arg", "s=bytes:000000000000000007000000"}, words, names) == wide);
  CHECK(typed_inputs({"--arg", "u=bytes:0000000001000000"}, words, names) == unknown);
  CHECK(typed_inputs({"--arg", "w=0x20001"}, words, names) == Values{{"w.a", "1"}, {"w.b", "2"}});
  CHECK(typed_inputs({"--arg", "w@3=0"}, words, names) == Values{{"w of thread 3", "all bytes 0"}});
}

TEST_CASE("structures are given by their members") {
  const std::string source = R"(
    struct Point { float x, y; };                       // 8 bytes
    typedef struct { char tag; double weight; } Item;   // the double at byte 8
    struct Node {
      Node() = default;
      __device__ float length() const { return at.x; }
      static const int kMost = 3;
      int key = -1;
      Point at;
      short kinds[2][2];
      float4 colour;      // at byte 32: aligned as its 16 bytes
      const Item* next;
    };
    __shared__ Node cache[4];
    __global__ void k(const Node* nodes, Item one);
  )";
  const ParameterWords words{{"nodes", "one"}, {"Node const*", "Item"}};
  const ElementNames names(source, words.names, words.types);
  const auto word = [&](std::uint64_t byte) { return ElementNames::word_at("nodes", *names.find("nodes"), byte)->name; };
  REQUIRE(names.find("nodes") != nullptr);
  CHECK(names.find("nodes")->size() == 64);
  CHECK(word(0) == "nodes[0].key");
  CHECK(word(64 + 4) == "nodes[1].at.x");
  CHECK(word(64 + 11) == "nodes[1].at.y");
  CHECK(word(18) == "nodes[0].kinds[1][1]");
  CHECK(word(128 + 40) == "nodes[2].colour.z");
  CHECK(word(48) == "nodes[0].next");
  CHECK_FALSE(ElementNames::word_at("nodes", *names.find("nodes"), 20));  // between two members
  CHECK(names.in_source_words("thread 1 writes 4 bytes at byte 72 of cache (shared memory)") == "thread 1 writes cache[1].at.y");
  CHECK(typed_inputs({"--arg", "nodes=cells:any:4=0000803f,88=0700000000", "--arg", "one=bytes:6100000000000000000000000000f83f"}, words,
                     names) == Values{{"one.tag", "97"},
                                      {"one.weight", "1.5"},
                                      {"nodes[0].at.x", "1"},
                                      {"nodes bytes 88..91", "0x00000007"},
                                      {"all others", "0"}});
}

TEST_CASE("pointers in structures go by the names of their members") {
  const ParameterWords words{{"rows", "n"}, {"Rows", "int"}};
  const ElementNames names("struct Rows { long stride; float* out; const int* in; Open* open; };", words.names, words.types);
  CHECK(names.in_source_words("thread 0 writes 4 bytes at byte 8 of rows+8 and 4 bytes at byte 4 of the buffer of rows+16") ==
        "thread 0 writes rows.out[2] and rows.in[1]");
  CHECK(names.in_source_words("accesses to the buffer of rows+8") == "accesses to the buffer of rows.out");
  CHECK(names.in_source_words("byte 4 of rows+24") == "byte 4 of rows.open");
  for (const char* const text : {"rows+80", "rows+4", "arrows+8", "byte 4 of rows+0", "byte 4 of n+8"}) CHECK(names.in_source_words(text) == text);
  CHECK(names.with_members("pointers (rows+8, rows+16, n) point to different buffers") == "pointers (rows.out, rows.in, n) point to different buffers");
  // Pointers to buffers of their own are no inputs; what these hold is.
  const std::string bytes = "0400000000000000" "0000000000050008" "0000000000060008" "0000000000000000";
  CHECK(typed_inputs({"--arg", "rows=bytes:" + bytes, "--arg", "n=3", "--bytes", "0x0800050000000004=0000803f", "--bytes", "0x0800060000000000=02000000"},
                     words, names, nullptr) ==
        Values{{"rows.stride", "4"}, {"n", "3"}, {"rows.out[1]", "1"}, {"rows.in[0]", "2"}, {"all others", "0"}});
}

TEST_CASE("a structure whose layout does not follow from its text is not known") {
  for (const char* source : {"struct S : Base { int a; };", "struct S { virtual void f(); int a; };", "struct S { int a : 3; };",
                             "struct S { union { int a; float b; }; };", "struct alignas(16) S { int a; };",
                             "struct __align__(16) S { int a; };", "struct S { T a; };", "struct S { int a[N]; };",
                             "#pragma pack(1)\nstruct S { char c; int a; };", "template <class T> struct S { int a; };",
                             "struct S { int a; }; namespace n { struct S { float a; }; }", "struct S { int a;", "struct S {",
                             "struct S { alignas(8) int a; };", "struct S { int f(); };", "struct S final : B { int a; };",
                             "struct S { int a; int (*f)(int); };"}) {
    INFO(source);
    CHECK_FALSE(ElementNames(source, {"p"}, {"S*"}).find("p") != nullptr);
  }
}

TEST_CASE("a name that is declared with a type that is not known, too, has no elements") {
  const std::string other = "__shared__ int s[4]; ";
  for (const char* declared : {"__shared__ T s[4];", "__shared__ Tile<4>::Storage s;", "__device__ my::T s[3];", "__shared__ float s[4];",
                               "__shared__ int s[4][4];", "__device__ std::vector<int, 3> s = {};"}) {
    INFO(declared);
    CHECK(ElementNames(other + declared, {}, {}).find("s") == nullptr);
    CHECK(ElementNames(declared + other, {}, {}).find("s") == nullptr);
  }
  CHECK(ElementNames(other + "__device__ int f(int s);", {}, {}).in_source_words("byte 4 of s (shared memory)") == "s[1]");
  CHECK(ElementNames("static __device__ int stat[4];", {}, {}).in_source_words("4 bytes at byte 8 of stat") == "stat[2]");
}
