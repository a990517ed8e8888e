// Compares what a GPU recorded (record_main.cpp) with the evaluator.
//
//   compare digests FIRST FILE   every program of the file; exit status 1 when one differs
//   compare words NUMBER FILE    one program, word by word
//   compare run FIRST COUNT      runs them without comparing: none may be undefined, stuck or unsupported
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>

#include "tools/gpu_conformance/evaluate.h"

namespace {

using namespace warpproof::conformance;

template <class T>
std::vector<T> read(const char* path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<T> out(bytes.size() / sizeof(T));
  std::copy_n(bytes.data(), out.size() * sizeof(T), reinterpret_cast<char*>(out.data()));
  return out;
}

int run_all(std::uint64_t first, std::uint64_t count, const std::vector<std::uint64_t>* recorded) {
  std::set<std::string> forms;
  int bad = 0;
  for (std::uint64_t i = first; i < first + count; ++i) {
    const ConformanceProgram program = make_program(i);
    forms.insert(program.forms.begin(), program.forms.end());
    try {
      const EvaluatorOutput out = evaluate(program);
      const bool differs = recorded != nullptr && digest(out.words) != (*recorded)[i - first];
      if (out.complaint.empty() && !differs) continue;
      std::cout << "program " << i << ": " << (differs ? "differs " : "") << out.complaint << std::endl;
    } catch (const std::exception& error) {
      std::cout << "program " << i << ": " << error.what() << std::endl;
    }
    ++bad;
  }
  std::cout << count << " programs, " << forms.size() << " instructions, " << bad << " disagreements\n";
  return bad == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  if (mode == "digests" && argc == 4) {
    const auto recorded = read<std::uint64_t>(argv[3]);
    return run_all(number(2), recorded.size(), &recorded);
  }
  if (mode == "run" && argc == 4) return run_all(number(2), number(3), nullptr);
  if (mode == "words" && argc == 4) {
    const auto recorded = read<std::uint32_t>(argv[3]);
    const EvaluatorOutput out = evaluate(make_program(number(2)));
    std::cout << out.complaint << '\n';
    for (std::size_t i = 0; i < recorded.size() && i < out.words.size(); ++i) {
      if (recorded[i] != out.words[i])
        std::printf("thread %zu word %zu: gpu 0x%08x evaluator 0x%08x\n", i / kOutputWords, i % kOutputWords,
                    recorded[i], out.words[i]);
    }
    return 0;
  }
  std::cerr << "usage: compare digests FIRST FILE | words NUMBER FILE | run FIRST COUNT\n";
  return 2;
}
