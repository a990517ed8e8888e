// Compares what a GPU recorded (record_main.cpp) with the evaluator.
//
//   compare expect RANDOM FILE   the evaluator's digests of all programs that `record all RANDOM` runs; none of them
//                                may be undefined, stuck or unsupported
//   compare records FILE         every program of a recorded file; exit status 1 when one differs
//   compare words FILE [LIMIT]   the words that `record all .. DIFFERENCES` kept, with the operands of forms;
//                                at most LIMIT (12) differences of a program are printed
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <set>
#include <string>

#include "tools/gpu_conformance/evaluate.h"
#include "tools/gpu_conformance/families.h"
#include "tools/gpu_conformance/records.h"

namespace {

using namespace warpproof::conformance;

class Runs {
 public:
  // The digest of what the evaluator computes; complaints are printed and counted.
  std::uint64_t run(ProgramId id) {
    const ConformanceProgram program = make_program(id);
    forms_.insert(program.forms.begin(), program.forms.end());
    ++count_;
    try {
      const EvaluatorOutput out = evaluate(program);
      if (!out.complaint.empty()) complain(id, out.complaint);
      return digest(out.words);
    } catch (const std::exception& error) {
      complain(id, error.what());
    }
    return 0;
  }
  void complain(ProgramId id, const std::string& what) {
    std::cout << name(id) << ": " << what << std::endl;
    ++bad_;
  }
  int summary() const {
    std::cout << count_ << " programs, " << forms_.size() << " instructions, " << bad_ << " disagreements\n";
    return bad_ == 0 ? 0 : 1;
  }

 private:
  std::set<std::string> forms_;
  int count_ = 0, bad_ = 0;
};

int expect(std::uint64_t random, const char* file) {
  Runs runs;
  Records records;
  records.device = "evaluator";
  for (const ProgramId id : program_list(random)) {
    const std::uint64_t value = runs.run(id);
    if (id.kind != Kind::Approximation) records.digests[name(id)] = value;
  }
  write_records(records, file);
  return runs.summary();
}

int compare_records(const char* file) {
  Runs runs;
  for (const auto& [text, value] : read_records(file).digests) {
    const auto id = find_program(text);
    if (!id) throw std::runtime_error(text + ": there is no such program");
    if (id->kind != Kind::Approximation && runs.run(*id) != value) runs.complain(*id, "differs");
  }
  return runs.summary();
}

bool is_wide(const std::string& kind) { return kind.find_first_of("Dd") != std::string::npos; }

// The operands of the result at an index of a form's output.
class Operands {
 public:
  explicit Operands(ProgramId id) : form_(form_of(id)) {
    for (std::size_t i = 0; i + 1 < form_.operands.size(); ++i) {
      lower_.push_back(evaluate(form_program(id, ShownOperand{i, false})).words);
      upper_.push_back(is_wide(form_.operands[i + 1])
                           ? evaluate(form_program(id, ShownOperand{i, true})).words
                           : std::vector<std::uint32_t>{});
    }
  }
  std::string at(std::size_t index) const {
    std::string out;
    if (is_wide(form_.operands[0])) index -= index % 2;
    for (std::size_t i = 0; i < lower_.size(); ++i) {
      char text[32];
      if (upper_[i].empty())
        std::snprintf(text, sizeof text, " 0x%08x", lower_[i][index]);
      else
        std::snprintf(text, sizeof text, " 0x%08x%08x", upper_[i][index], lower_[i][index]);
      out += text;
    }
    return out;
  }

 private:
  const InstructionForm& form_;
  std::vector<std::vector<std::uint32_t>> lower_, upper_;
};

void compare_words(ProgramId id, const std::vector<std::uint32_t>& recorded, std::size_t limit) {
  const bool is_form = id.kind == Kind::Form || id.kind == Kind::Approximation;
  const ConformanceProgram program = make_program(id);
  const EvaluatorOutput out = evaluate(program);
  std::optional<Operands> operands;
  if (is_form) operands.emplace(id);
  const std::size_t n = std::min(recorded.size(), out.words.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (recorded[i] == out.words[i] || ++differing > limit) continue;
    std::printf("%s %s thread %zu word %zu: gpu 0x%08x evaluator 0x%08x%s%s\n", name(id).c_str(),
                is_form ? form_of(id).opcode.c_str() : "", i / program.words_per_thread,
                i % program.words_per_thread, recorded[i], out.words[i], is_form ? " from" : "",
                is_form ? operands->at(i).c_str() : "");
  }
  std::printf("%s: %zu of %zu words differ%s\n", name(id).c_str(), differing, n, out.complaint.c_str());
}

int run(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "expect" && argc == 4) return expect(std::strtoull(argv[2], nullptr, 10), argv[3]);
  if (mode == "records" && argc == 3) return compare_records(argv[2]);
  if (mode == "words" && (argc == 3 || argc == 4)) {
    const std::size_t limit = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 12;
    for (const auto& [text, words] : read_words(argv[2])) {
      if (const auto id = find_program(text)) compare_words(*id, words, limit);
    }
    return 0;
  }
  std::cerr << "usage: compare expect RANDOM FILE | records FILE | words FILE [LIMIT]\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "compare: " << error.what() << '\n';
    return 1;
  }
}
