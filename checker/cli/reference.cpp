#include "checker/cli/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>

#include "checker/cli/kernel_names.h"
#include "checker/cli/sides.h"
#include "src/frontend/process.h"

namespace warpproof::cli {
namespace {

// What is built in: for all inputs, or for each thread.
struct Builtin {
  const char* name;
  bool each;
  const char* body;  // of `T f(const T* in, int n, int i, Has has)`: input k is there where has(k)
};

constexpr std::array kBuiltins = {
    Builtin{"sum", false, "return fold(in, kInputs, Add(), has);"},
    Builtin{"product", false, "return fold(in, kInputs, Mul(), has);"},
    Builtin{"min", false, "return fold(in, kInputs, Min(), has);"},
    Builtin{"max", false, "return fold(in, kInputs, Max(), has);"},
    Builtin{"and", false, "return fold(in, kInputs, And(), has);"},
    Builtin{"or", false, "return fold(in, kInputs, Or(), has);"},
    Builtin{"xor", false, "return fold(in, kInputs, Xor(), has);"},
    Builtin{"any", false,
            "T r = 0; for (int k = 0; k < kInputs; ++k) if (has(k) && in[k] != 0) r = 1; return r;"},
    Builtin{"all", false,
            "T r = 1; for (int k = 0; k < kInputs; ++k) if (has(k) && in[k] == 0) r = 0; return r;"},
    Builtin{"count", false,
            "T r = 0; for (int k = 0; k < kInputs; ++k) if (has(k) && in[k] != 0) r += 1; return r;"},
    Builtin{"inclusive_scan", true, "return fold(in, i + 1, Add(), has);"},
    Builtin{"inclusive_min", true, "return fold(in, i + 1, Min(), has);"},
    Builtin{"inclusive_max", true, "return fold(in, i + 1, Max(), has);"},
    Builtin{"exclusive_scan", true, "return fold(in, i, Add(), has);"},
    Builtin{"broadcast", true, "return in[0];"},
    Builtin{"reverse", true, "return in[n - 1 - i];"},
    Builtin{"sort", true,
            "T a[kInputs]; for (int k = 0; k < kInputs; ++k) a[k] = in[k];\n"
            "  for (int r = 0; r < kInputs; ++r) for (int k = r % 2; k + 1 < kInputs; k += 2) {\n"
            "    T x = a[k], y = a[k + 1]; a[k] = Min()(x, y); a[k + 1] = Max()(x, y); }\n  return a[i];"},
};

// The element that comes first is folded first; T() where there is none.
constexpr const char* kFolds = R"(
struct Add { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
struct Mul { template <class T> __device__ T operator()(T a, T b) const { return a * b; } };
struct And { template <class T> __device__ T operator()(T a, T b) const { return a & b; } };
struct Or { template <class T> __device__ T operator()(T a, T b) const { return a | b; } };
struct Xor { template <class T> __device__ T operator()(T a, T b) const { return a ^ b; } };
struct Min {
  template <class T> __device__ T operator()(T a, T b) const { return b < a ? b : a; }
  __device__ float operator()(float a, float b) const { return fminf(a, b); }
  __device__ double operator()(double a, double b) const { return fmin(a, b); }
};
struct Max {
  template <class T> __device__ T operator()(T a, T b) const { return a < b ? b : a; }
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
  __device__ double operator()(double a, double b) const { return fmax(a, b); }
};
template <class T, class F, class Has> __device__ T fold(const T* in, int end, F f, Has has) {
  T r = end > 0 && has(0) ? in[0] : T();
  for (int k = 1; k < end; ++k) if (has(k)) r = f(r, in[k]);
  return r;
}
struct HasAll { __device__ bool operator()(int) const { return true; } };
template <class N> struct HasBelow {
  N end;
  __device__ bool operator()(int k) const { return (N)(blockIdx.x * blockDim.x + k) < end; }
};
)";

// A plain function in either form.
constexpr const char* kUserFunction = R"(#pragma clang force_cuda_host_device begin
#include "{0}"
#pragma clang force_cuda_host_device end
template <class T> __device__ auto one(int, const T* in, int n, int i) -> decltype({1}(in, n, i)) {{
  return {1}(in, n, i);
}}
template <class T> __device__ auto one(long, const T* in, int n, int) -> decltype({1}(in, n)) {{
  return {1}(in, n);
}}
template <class T> constexpr auto takes(int) -> decltype({1}((const T*)nullptr, 0, 0), true) {{ return true; }}
template <class T> constexpr bool takes(long) {{ return false; }}
template <class T, class Has> __device__ auto f(const T* in, int n, int i, Has) {{ return one(0, in, n, i); }}
)";

// Elements that a function finds before its inputs and after them: nothing is ever written there, so that one
// that reads too far has an undefined result.
constexpr const char* kSizes = "constexpr int kInputs = {}, kRoom = 32;\n";

[[noreturn]] void fail(const std::string& message) { throw InputError({}, "--spec: " + message); }

const Function& function_of(const equivalence::Side& s) { return s.program->functions[s.function]; }

// "int const*", "int*", "unsigned int" of "void f<int>(int const*, int*, unsigned int)"; nothing for a name
// that is not mangled.
std::optional<std::vector<std::string>> parameter_types(const std::string& symbol) {
  const std::string signature = parse_kernel_name(symbol).signature;
  const std::size_t close = signature.rfind(')');
  if (signature == symbol || close == std::string::npos) return std::nullopt;
  std::size_t open = close;
  for (int depth = 0; open > 0; --open) {
    if (signature[open] == ')') ++depth;
    if (signature[open] == '(' && --depth == 0) break;
  }
  std::vector<std::string> out;
  int depth = 0;
  std::string type;
  for (std::size_t i = open + 1; i <= close; ++i) {
    const char c = signature[i];
    if (depth == 0 && (c == ',' || i == close)) {
      while (type.starts_with(' ')) type.erase(0, 1);
      if (!type.empty()) out.push_back(type);
      type.clear();
      continue;
    }
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    type += c;
  }
  return out;
}

bool is_integer(const std::string& type) {
  constexpr std::array kIntegers = {"int",           "unsigned int", "long",
                                    "unsigned long", "long long",    "unsigned long long"};
  return std::find(kIntegers.begin(), kIntegers.end(), type) != kIntegers.end();
}

std::string element(std::string pointer) {  // of "int const*", "int* __restrict__"
  pointer.erase(pointer.find('*'));
  for (const char* word : {" const", "const ", " volatile"}) {
    if (const std::size_t at = pointer.find(word); at != std::string::npos)
      pointer.erase(at, std::string(word).size());
  }
  return pointer;
}

// With a type that is given, parameters are distinguished by their sizes.
std::vector<std::string> types_of(const equivalence::Side& a, const std::string& type) {
  const auto known = parameter_types(function_of(a).name);
  if (type.empty()) {
    if (!known) fail(fmt::format("the name of {} says nothing of its types; write --spec-type TYPE", a.name));
    return *known;
  }
  std::vector<std::string> out;
  const bool kernel = function_of(a).is_entry;
  for (const std::uint32_t v : function_of(a).parameters) {
    const std::uint64_t size = a.program->variables[v].size;
    const bool first = out.empty();
    out.push_back(!kernel && first      ? type
                  : kernel && size == 8 ? (first ? type + " const*" : type + "*")
                  : size == 8           ? "unsigned long"
                                        : "int");
  }
  return out;
}

std::string parameter_list(const std::vector<std::string>& types) {
  std::string out;
  for (std::size_t i = 0; i < types.size(); ++i)
    out += fmt::format("{}{} p{}", i == 0 ? "" : ", ", types[i], i);
  return out;
}

// `f` itself, as a function template `f(in, n, i)`; `each` says whether it gives one result for each thread.
struct Reference {
  std::string text;
  std::string each;  // "true", "false", or a constant expression
};

Reference reference_of(const std::string& what, const std::string& type) {
  for (const Builtin& b : kBuiltins) {
    if (what != b.name) continue;
    return {fmt::format(
                "template <class T, class Has> __device__ T f(const T* in, int n, int i, Has has) {{ {} }}\n",
                b.body),
            b.each ? "true" : "false"};
  }
  const std::size_t colon = what.rfind(':');
  std::error_code ignored;
  const std::string file = colon == std::string::npos ? what : what.substr(0, colon);
  if (!std::filesystem::is_regular_file(file, ignored)) {
    std::string names;
    for (const auto& name : specification_names()) names += (names.empty() ? "" : ", ") + name;
    fail(fmt::format("'{}' is neither FILE:FUNCTION nor one of {}", what, names));
  }
  if (colon == std::string::npos) fail(fmt::format("name the function as {}:FUNCTION", file));
  const std::string path = std::filesystem::absolute(file).string(), name = what.substr(colon + 1);
  return {fmt::format(kUserFunction, path, name), fmt::format("takes<{}>(0)", type)};
}

// Lanes of a warp bring a value each.
std::string device_source(const std::vector<std::string>& types, const Reference& f) {
  if (types.empty() || types[0].find('*') != std::string::npos) {
    fail("the function's first parameter must be its input");
  }
  return fmt::format(
      "{2}__device__ decltype(f((const {0}*)nullptr, 0, 0, HasAll())) "
      "specification({1}) {{\n"
      "  {0} room[32 + 2 * kRoom], *in = room + kRoom;\n"
      "  const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
      "  for (int l = 0; l < 32; ++l) in[l] = __shfl_sync(0xffffffffu, p0, l);\n"
      "  return f((const {0}*)in, 32, t % 32, HasAll());\n}}\n",
      types[0], parameter_list(types), f.text);
}

std::string kernel_source(const std::vector<std::string>& types, const Reference& f,
                          const std::string& type) {
  std::optional<std::size_t> in, out, count;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool pointer = types[i].find('*') != std::string::npos;
    if (pointer && !in && types[i].find("const") != std::string::npos) in = i;
    if (!pointer && !count && is_integer(types[i])) count = i;
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].find('*') == std::string::npos || i == in) continue;
    if (!in) {
      in = i;
    } else if (!out) {
      out = i;
    }
  }
  if (!in) fail("the kernel has no pointer to its input");
  if (!out) out = in;  // in place
  const std::string has = count ? fmt::format("HasBelow<{}>{{p{}}}", types[*count], *count) : "HasAll()";
  return fmt::format(
      "{0}__global__ void specification({1}) {{\n"
      "  __shared__ {2} room[kInputs + 2 * kRoom];\n"
      "  {2}* in = room + kRoom;\n"
      "  const auto has = {3};\n"
      "  const int i = threadIdx.x;\n"
      "  const long long base = (long long)blockIdx.x * kInputs;\n"
      "  if (has(i)) in[i] = p{4}[base + i];\n"
      "  __syncthreads();\n"
      "  int n = kInputs;\n"
      "  {7}\n"
      "  if ({5}) {{\n"
      "    if (has(i)) p{6}[base + i] = f((const {2}*)in, n, i, has);\n"
      "  }} else if (i == 0) {{\n"
      "    p{6}[blockIdx.x] = f((const {2}*)in, n, 0, has);\n"
      "  }}\n}}\n",
      f.text, parameter_list(types), type, has, *in, f.each, *out,
      count ? fmt::format("if (!has(n - 1)) n = has(0) ? (int)(p{} - base) : 0;", *count) : "");
}

}  // namespace

std::vector<std::string> specification_names() {
  std::vector<std::string> out;
  for (const Builtin& b : kBuiltins) out.emplace_back(b.name);
  return out;
}

std::string specification_source(const equivalence::Side& a, const std::string& what,
                                 const std::string& type) {
  const std::vector<std::string> types = types_of(a, type);
  std::string of = type;
  for (const std::string& t : types) {
    if (of.empty() && t.find('*') != std::string::npos) of = element(t);
  }
  const bool kernel = function_of(a).is_entry;
  if (!kernel && !types.empty()) of = types[0];
  const Reference f = reference_of(what, of);
  return kernel ? std::string(kFolds) + kernel_source(types, f, of)
                : std::string(kFolds) + device_source(types, f);
}

std::unique_ptr<Specification> make_specification(const equivalence::Side& a, const std::string& what,
                                                  const std::string& type, std::uint32_t inputs,
                                                  const CompileOptions& compile) {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/specification.cu";
  const bool kernel = function_of(a).is_entry;
  std::ofstream(path) << fmt::format(kSizes, kernel ? inputs : 32)
                      << specification_source(a, what, type);
  CompileOptions options = compile;
  options.compiler = CompileOptions::Compiler::Clang;  // its pragma makes plain functions device functions
  auto out = std::make_unique<Specification>();
  try {
    out->input = load_input(path, options);
  } catch (const InputError& error) {
    if (error.where().file != path) throw;
    fail(fmt::format(
        "'{}' is no function of the form T f(const T* in, int n) or T f(const T* in, int n, int i) "
        "for the inputs of {}\n{}",
        what, a.name, error.message()));
  }
  for (Place& place : out->input.program.places) {  // the file is gone when a place of it is read
    place.ptx.file = "specification";
    for (SourceLocation& at : place.stack) {
      if (at.file == path) at.file = "specification";
    }
  }
  out->side = find_side(out->input, "specification", "");
  out->side.name = what;
  out->side.file = "specification";
  out->side.parameter_names = a.parameter_names;
  return out;
}

const Specification& Specifications::of(std::uint32_t inputs) {
  auto& made = made_[inputs];
  if (made == nullptr) made = make_specification(a_, what_, type_, inputs, compile_);
  return *made;
}

}  // namespace warpproof::cli
