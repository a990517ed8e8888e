// The prelude's mathematical library (src/frontend/prelude/math_library.cuh) against the host's.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "src/concrete/evaluator.h"
#include "src/frontend/compile.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

struct Function {
  const char* name;
  double (*host)(double);
  double from, to;
};
const Function kFunctions[] = {
    {"exp", std::exp, -600, 600},    {"exp2", std::exp2, -1000, 1000}, {"expm1", std::expm1, 1, 20},
    {"log", std::log, 1e-3, 1e9},    {"log2", std::log2, 1e-3, 1e9},   {"log10", std::log10, 1e-3, 1e9},
    {"log1p", std::log1p, 0.5, 9},   {"sin", std::sin, -20, 20},       {"cos", std::cos, -20, 20},
    {"tan", std::tan, -1.2, 1.2},    {"asin", std::asin, -1, 1},       {"acos", std::acos, -1, 1},
    {"atan", std::atan, -9, 9},      {"sinh", std::sinh, 0.5, 9},      {"cosh", std::cosh, -9, 9},
    {"tanh", std::tanh, 0.3, 9},     {"asinh", std::asinh, 0.5, 99},   {"acosh", std::acosh, 1.2, 99},
    {"atanh", std::atanh, 0.2, 0.9}, {"cbrt", std::cbrt, -99, 99},     {"erf", std::erf, 0.1, 4},
    {"erfc", std::erfc, -3, 2},      {"tgamma", std::tgamma, 0.1, 9},  {"lgamma", std::lgamma, 3, 99},
    {"rint", std::rint, -9, 9},      {"round", std::round, -9, 9},     {"logb", std::logb, 1e-3, 1e9},
};
constexpr int kValues = 8;
constexpr double kError = 2e-5;  // relative, or absolute below 0.01

double argument(const Function& f, int i) { return f.from + (f.to - f.from) * i / kValues; }

// What a kernel of one thread leaves in its only buffer.
std::vector<double> results(const std::string& body, std::size_t count, const std::string& head = "") {
  const auto path = std::filesystem::temp_directory_path() / "warpproof_library_test.cu";
  std::ofstream(path) << head << "__global__ void k(double* out) {\n" << body << "}\n";
  CompileOptions options;
  options.compiler = CompileOptions::Compiler::Clang;
  const Program program = load_ptx(compile_cuda(path.string(), options).ptx, path.string());
  std::filesystem::remove(path);
  Launch launch;
  launch.block = {1, 1, 1};
  std::uint32_t root = 0;
  while (!program.functions[root].is_entry) ++root;
  const std::uint64_t base = allocation_base(0);
  RunInputs inputs;
  inputs.params = {std::vector<std::uint8_t>(8)};
  std::memcpy(inputs.params[0].data(), &base, 8);
  const RunResult run = Evaluator(program, root, launch).run(inputs);
  REQUIRE(run.outcome == RunResult::Outcome::Finished);
  const std::vector<std::uint8_t> bytes = run.global.read_bytes(base, count * 8);
  std::vector<double> out(count);
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

TEST_CASE("library functions are right to five digits, in both precisions") {
  std::string body;
  std::size_t count = 0;
  const auto store = [&](const std::string& value) {
    body += "out[" + std::to_string(count++) + "] = " + value + ";\n";
  };
  char text[64];
  for (const Function& f : kFunctions) {
    for (int i = 0; i < kValues; ++i) {
      std::snprintf(text, sizeof text, "%a", argument(f, i));
      store(std::string(f.name) + "(" + text + ")");
      store(std::string(f.name) + "f(" + text + "f)");
    }
  }
  const std::vector<double> got = results(body, count);
  std::size_t at = 0;
  for (const Function& f : kFunctions) {
    for (int i = 0; i < kValues; ++i, at += 2) {
      const double x = argument(f, i);
      INFO(f.name << "(" << x << ")");
      const double exact = f.host(x), single = f.host(static_cast<float>(x));
      CHECK(std::abs(got[at] - exact) <= kError * std::max(0.01, std::abs(exact)));
      const bool fits = std::abs(single) < 1e38 && (std::abs(single) > 1e-37 || single == 0);
      if (fits) CHECK(std::abs(got[at + 1] - single) <= kError * std::max(0.01, std::abs(single)));
    }
  }
}

TEST_CASE("parts of numbers, roundings and remainders are exact") {
  const std::vector<std::pair<std::string, double>> all = {
      {"frexp(-12.0, &e)", -0.75},
      {"frexp(0x1p-1070, &e) + e", -1068.5},
      {"ldexp(0.75, 1024)", std::ldexp(0.75, 1024)},
      {"ldexp(1.0, -1074)", std::ldexp(1.0, -1074)},
      {"ldexpf(0.75f, 3)", 6},
      {"modf(-3.25, &w) + w", -3.25},
      {"ilogb(10.0)", 3},
      {"nextafter(1.0, 2.0) - 1.0", 0x1p-52},
      {"nextafterf(1.f, 0.f) - 1.0", -0x1p-24},
      {"llround(-2.5)", -3},
      {"llrint(2.5)", 2},
      {"fmod(7.5, 2.0)", 1.5},
      {"remainder(7.5, 2.0)", -0.5},
      {"fmod(-1e15, 3.0)", -1},
      {"fmodf(1e10f, -7.0f)", 4},
      {"fmod(5.0, INFINITY)", 5},
      {"fmodf(1e30f, 7.0f) < 7.0f", 1},
      {"remainder(5.0, 2.0) + remainder(7.0, 2.0)", 0},
      {"remainderf(-1e10f, 7.0f)", 3},
      {"powf(-2.0f, 3.0f)", -8},
      {"powf(-0.5f, 2.0f)", 0.25},
      {"powf(-2.0f, 0.5f) != powf(-2.0f, 0.5f)", 1},
      {"fdividef(1.0f, 0x1p127f)", 0x1p-127},
      {"pow(0.0, 0.0)", 1},
      {"pow(-2.0, 3.0)", -8},
      {"hypot(3.0, 4.0)", 5},
      // Overloads: integers are doubles, and so is the one with the other of two types; floats stay what they
      // are.
      {"sqrt(2) - sqrt(2.0)", 0},
      {"sqrt(2.0f) - sqrtf(2.0f)", 0},
      {"floor(7 / 2)", 3},
      {"fmax(0.1f, 0.1)", double{0.1f}},
      {"fmax(0.1f, 0.2f) - fmaxf(0.1f, 0.2f)", 0},
      {"fmod(7.5f, 2)", 1.5},
      {"hypot(3, 4ull)", 5},
      {"pow(2.0f, 3)", 8},
      {"fma(2.0f, 3, 0.5)", 6.5},
      {"ldexp(3, 2) + sizeof(ldexp(0.75f, 3))", 16},
      {"ilogb(8) + ilogb(8.0f)", 6},
      {"lround(2.5f) + lround(2)", 5},
      {"isnan(3) + isinf(3)", 0},
      {"norm3d(1.0, 2.0, 2.0)", 3},
      {"__fns(0xf0f0u, 0, 3)", 6},
      {"__fns(0xf0f0u, 31, -1)", 15},
      // Three bits of each selector count.
      {"__byte_perm(0x80u, 0x55u, 0xcccc)", 0x55555555},
      {"__byte_perm(0x80u, 0x55u, 0x12348888)", 0x80808080},
      {"std::abs(-3)", 3},
      {"INT_MAX", 2147483647.0},
      {"M_PI", M_PI},
  };
  std::string body = "int e = 0;\ndouble w = 0;\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    body += "out[" + std::to_string(i) + "] = " + all[i].first + ";\n";
  const std::vector<double> got = results(body, all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].first);
    CHECK(got[i] == all[i].second);
  }
}

TEST_CASE("numbers of 16 bits: conversions, pairs, comparisons, atomics") {
  const std::vector<std::pair<std::string, double>> all = {
      {"(float)(half)70000ll", INFINITY},
      {"(float)half((unsigned short)3)", 3},
      {"__half2float(half(__half_raw{0x3c00}))", 1},
      {"((__half_raw)half(1.0f)).x", 0x3c00},
      {"__low2float(__lowhigh2highlow(make_half2(half(1), half(2))))", 2},
      {"(float)hfloor(half(-1.5f))", -2},
      {"__high2float(h2sqrt(make_half2(half(4), half(9))))", 3},
      {"__hbgt2(make_half2(half(1), half(2)), make_half2(half(0), half(2)))", 0},
      {"__low2float(__hgt2(make_half2(half(1), half(2)), make_half2(half(0), half(2))))", 1},
      {"(float)__hfma_relu(half(1), half(-2), half(1))", 0},
      {"(float)h++ + (float)h", 11},
      {"(float)atomicAdd(&h, half(1)) + (float)h", 13},
      {"__high2float(atomicAdd(&p, make_half2(half(1), half(2)))) + __high2float(p)", 4},
      {"(float)__nv_bfloat16(__nv_bfloat16_raw{0x3f80})", 1},
      {"(float)(nv_bfloat16)257", 256},
      // Rounded once.
      {"(float)half(1 + 0x1p-11 + 0x1p-40)", 1 + 0x1p-10},
      {"(float)(nv_bfloat16)(1 + 0x1p-8 - 0x1p-40)", 1},
      {"(float)(nv_bfloat16)0x2020001", 0x2040000},
      {"(float)(nv_bfloat16)0x8080000000000001ull", 0x81p56},
      // Of NaN the ordered relations are false, the others true.
      {"__heq(nan, nan) + __hne(nan, nan) + __hbne2(make_half2(nan, nan), make_half2(nan, nan))", 0},
      {"__hequ(nan, nan) + __hneu(nan, nan) + __hltu(nan, half(1)) + (nan != nan)", 4},
      {"__hlt2_mask(make_half2(half(1), nan), make_half2(half(2), half(1)))", 0xffff},
      {"__hisnan(__hfma_relu(nan, nan, nan)) + __hisnan(__hmax_nan(nan, half(1)))", 2},
      {"__hisinf(half(-INFINITY)) + (float)__hadd_sat(half(1), half(2))", 0},
      {"__half2int_ru(half(-1.5f)) + __half2short_rd(half(65504)) + __bfloat162uint_rz(nv_bfloat16(-3))",
       32766},
      {"(float)h-- + (float)h", 13},
      {"__dp4a(make_char4(1, -2, 3, 4), make_char4(1, 1, 1, 1), 10)", 16},
  };
  std::string body =
      "__shared__ half h; h = half(5); const half nan = __ushort_as_half(0x7e00);\n__shared__ half2 p; p = "
      "make_half2(half(0), half(1));\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    body += "out[" + std::to_string(i) + "] = " + all[i].first + ";\n";
  const std::vector<double> got =
      results(body, all.size(), "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n");
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].first);
    CHECK(got[i] == all[i].second);
  }
}

}  // namespace
}  // namespace warpproof
