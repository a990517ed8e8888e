// Runs conformance programs on the GPU of this machine through its driver and records what comes out.
//
//   record all RANDOM FILE [EXPECTED DIFFERENCES]
//                            the digest of each program's output: all tables, forms and approximations and
//                            RANDOM random programs; where the digest is not the one of the file EXPECTED
//                            (compare expect), and for approximations, the words go to the file DIFFERENCES
//   record words NAME FILE   the output words of one program, "r4711"
//   record ptx NAME          prints the program
//
// Needs a GPU of sm_90 or later and its driver (libcuda.so.1), no CUDA toolkit. Build it anywhere with
//   g++ -std=c++20 -O1 -I. $(ls tools/gpu_conformance/*.cpp | grep -v -e compare -e evaluate) -o record -ldl
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tools/gpu_conformance/driver.h"
#include "tools/gpu_conformance/program.h"
#include "tools/gpu_conformance/records.h"
#include "tools/gpu_conformance/workers.h"

namespace {

using namespace warpproof::conformance;

constexpr std::size_t kMostDifferences = 56u << 20;  // bytes that are kept

int record_all(std::uint64_t random, const char* file, const char* expected_file, const char* differences) {
  const std::vector<ProgramId> list = program_list(random);
  Records expected;
  if (expected_file != nullptr) expected = read_records(expected_file);
  const std::vector<WorkResult> results = run_in_workers(list);
  Records records;
  std::ofstream words(differences != nullptr ? differences : "/dev/null", std::ios::binary);
  std::size_t kept = 0, failed = 0, differing = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string id = name(list[i]);
    const WorkResult& result = results[i];
    records.device = result.device.empty() ? records.device : result.device;
    if (!result.failure.empty()) {
      ++failed;
      std::cout << id << ": " << result.failure << std::endl;
      records.failures[id] = result.failure;
      continue;
    }
    const std::uint64_t value = digest(result.words);
    records.digests[id] = value;
    const auto it = expected.digests.find(id);
    const bool differs = it != expected.digests.end() && it->second != value;
    if (differs) std::cout << id << ": differs" << std::endl;
    differing += differs;
    if (!differs && list[i].kind != Kind::Approximation) continue;
    kept += 4 * result.words.size();
    if (kept < kMostDifferences) write_words(words, id, result.words);
  }
  write_records(records, file);
  std::cout << list.size() << " programs on " << records.device << ": " << failed << " failed, " << differing
            << " differ\n";
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  const std::string mode = args.empty() ? "" : args[0];
  if (mode == "all" && (args.size() == 3 || args.size() == 5)) {
    const bool compares = args.size() == 5;
    return record_all(std::strtoull(argv[2], nullptr, 10), argv[3], compares ? argv[4] : nullptr,
                      compares ? argv[5] : nullptr);
  }
  const auto id = args.size() > 1 ? find_program(args[1]) : std::nullopt;
  if (mode == "ptx" && id) {
    std::cout << make_program(*id).ptx;
    return 0;
  }
  if (mode == "words" && id && args.size() == 3) {
    std::ofstream file(args[2], std::ios::binary);
    write_words(file, args[1], Gpu().run(make_program(*id)));
    return file.good() ? 0 : 1;
  }
  std::cerr << "usage: record all RANDOM FILE [EXPECTED DIFFERENCES] | words NAME FILE | ptx NAME\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "record: " << error.what() << '\n';
    return 1;
  }
}
