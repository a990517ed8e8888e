// Tests of launches that are read from host code share these: programs of a few lines, with kernels to launch.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "src/frontend/launches.h"
#include "src/frontend/process.h"

namespace warpproof {

inline const std::string kKernels =
    "__global__ void k(float* a, int n) { if (n > 0) a[threadIdx.x] = 1; }\n"
    "__global__ void two(float* a, int n, int m) { a[0] = n + m; }\n"
    "__global__ void wide(float* a, long n) { a[0] = n; }\n"
    "__global__ void narrow(float* a, short n) { a[0] = n; }\n"
    "template <int B> __global__ void t(float* a, int n) { a[0] = n + B; }\n"
    "int get();\nvoid callback(void*);\nvoid touch(int*);\nint changes(int&);\nextern int global;\n";

inline HostLaunches read(const std::string& code) {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/k.cu";
  std::ofstream(path, std::ios::binary) << kKernels << code;
  return read_launches(path, {});
}

// The only launch of a function with that body, whose parameters are float* d and int n.
inline HostLaunch one(const std::string& body, const std::string& before = "") {
  const HostLaunches all = read(before + "void f(float* d, int n) {\n" + body + "\n}\n");
  INFO(body);
  for (const UnreadLaunch& u : all.unread) UNSCOPED_INFO(u.reason);
  REQUIRE(all.launches.size() == 1);
  return all.launches[0];
}

using Texts = std::vector<std::string>;

// Without what says that a grid has one dimension.
inline Texts without_plain(const HostLaunch& launch) {
  Texts out = launch.relations;
  std::erase(out, "gridDim.y == 1 && gridDim.z == 1");
  return out;
}

// The relations of the one launch of each body, which is the body of a function as above; all are read at once. Each stands
// on one line.
inline std::vector<Texts> relations_of(const std::vector<std::string>& bodies, const std::string& before) {
  std::string code = before;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    code += "void f" + std::to_string(i) + "(float* d, int n) { " + bodies[i] + " }\n";
  const HostLaunches all = read(code);
  const auto begin = std::count(kKernels.begin(), kKernels.end(), '\n') + std::count(before.begin(), before.end(), '\n') + 1;
  std::vector<Texts> out(bodies.size());
  std::vector<int> found(bodies.size());
  const auto put = [&](const SourceLocation& place, const HostLaunch& launch) {
    const std::size_t i = static_cast<std::size_t>(place.line - begin);
    REQUIRE(i < out.size());
    ++found[i];
    out[i] = without_plain(launch);
  };
  for (const HostLaunch& launch : all.launches) {
    put(launch.place, launch);
    for (const SourceLocation& place : launch.also_at) put(place, launch);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    INFO(bodies[i]);
    REQUIRE(found[i] == 1);
  }
  return out;
}

inline bool has(const Texts& all, const std::string& text) { return std::find(all.begin(), all.end(), text) != all.end(); }

// Each body has each of these relations, or none of them.
inline void check_all(const std::vector<std::string>& bodies, const std::string& before, const Texts& texts, bool expected) {
  const std::vector<Texts> found = relations_of(bodies, before);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    INFO(bodies[i]);
    for (const std::string& r : found[i]) UNSCOPED_INFO(r);
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(has(found[i], text) == expected);
    }
  }
}

}  // namespace warpproof
