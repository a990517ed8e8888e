#include "checker/reproducer/reproducer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "checker/reproducer/host_program.h"
#include "src/concrete/observer.h"
#include "src/machine/address_map.h"

namespace warpproof::reproducer {
namespace {

constexpr std::uint64_t kMostBlocks = 4096;         // that are run
constexpr std::uint64_t kMostSteps = 2'000'000;     // warp instructions of a block
constexpr std::uint64_t kLargestBuffer = 1u << 22;  // bytes
constexpr std::uint64_t kRoom =
    1u << 14;  // bytes of a buffer of unknown size at least: a mended kernel goes on
constexpr int kRuns = 50;

// How far each allocation is accessed, in bytes, and whether memory is accessed in front of one, far after it, or in
// none.
struct Reach {
  std::map<std::uint32_t, std::uint64_t> ends;
  bool strays = false;
};

class ReachObserver : public Observer {
 public:
  explicit ReachObserver(Reach& reach) : reach_(reach) {}

  void step(std::uint32_t, const TraceStep&, const Snapshot&) override {}
  void wrote(std::uint32_t, std::uint32_t, LaneSet, const std::array<std::uint64_t, 32>&) override {}
  void ended(std::uint32_t, const Snapshot&) override {}
  void accessed(Space space, std::uint64_t address, int bytes, int, Access, std::uint64_t) override {
    if (space != Space::Global) return;
    const Location at = classify(address);
    if (at.allocation == kNoAllocation || at.offset > kLargestBuffer) {
      reach_.strays = true;
      return;
    }
    std::uint64_t& end = reach_.ends[at.allocation];
    end = std::max(end, at.offset + static_cast<std::uint64_t>(bytes));
  }

 private:
  Reach& reach_;
};

using Bytes = std::map<std::uint64_t, std::uint8_t>;  // by offset

struct Run {
  Evaluator::GridResult result;
  Reach reach;
  bool shows = false;  // the rule is broken at the place
};

std::string bytes_text(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (const std::uint8_t b : bytes) out += fmt::format("{}{}", out.empty() ? "" : ",", b);
  return out;
}

// A text as a C++ literal.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n\"\n\"";
    } else if (byte < 0x20 || byte >= 0x7f || c == '?') {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// For a comment of one line.
std::string commented(const std::string& text) {
  std::string out;
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 || c == '\\' ? ' ' : c;
  return out;
}

class Writer {
 public:
  explicit Writer(const Question& q) : q_(q), launch_(q.launch), inputs_(q.inputs) {}

  Answer answer() {
    Answer out;
    const auto& grid = launch_.grid;
    if (!q_.program.functions[q_.root].is_entry) return {"", "the function is no kernel", {}};
    if (launch_.warp_size != 32) return {"", "the warps of the counterexample do not have 32 lanes", {}};
    if (std::uint64_t{grid[0]} * grid[1] * grid[2] > kMostBlocks)
      return {"", "the grid has too many blocks", {}};
    launch_.max_steps = kMostSteps;
    Run run = replay(inputs_);
    if (!run.shows) return {"", "the whole grid, run again, does not break the rule at this place", {}};
    if (run.reach.strays) return {"", "the run accesses memory outside of the buffers of its parameters", {}};
    run = choose(std::move(run), out.filled);
    if (!number_buffers(run))
      return {"", "the run reads memory that no parameter of the kernel points at", {}};
    out.program = text(run);
    return out;
  }

 private:
  Run replay(const RunInputs& inputs) {
    Run out;
    Evaluator evaluator(q_.program, q_.root, launch_);
    RunOptions options;
    options.trace = true;
    ReachObserver observer(out.reach);
    options.observer = &observer;
    options.random_schedule = q_.schedule;
    out.result = evaluator.run_grid(inputs, options);
    for (const Finding& finding : out.result.run.findings)
      out.shows = out.shows || (finding.rule == q_.rule && finding.place == q_.place &&
                                finding.level == spec::Level::Error);
    return out;
  }

  std::set<spec::Rule> rules_of(const Run& run) const {
    std::set<spec::Rule> out;
    for (const Finding& finding : run.result.run.findings) {
      if (finding.level == spec::Level::Error) out.insert(finding.rule);
    }
    return out;
  }

  // Fills what is left open, all at once where that works, else buffer by buffer.
  Run choose(Run run, std::vector<std::string>& filled) {
    const std::map<std::uint32_t, std::uint64_t> ends = run.reach.ends;
    const auto rules = rules_of(run);
    const auto attempt = [&](const std::vector<std::uint32_t>& allocations, bool all) {
      RunInputs trial = inputs_;
      for (const std::uint32_t a : allocations) fill(trial, a, rounded(ends.at(a)), all);
      Run other = replay(trial);
      // No rule more than before: values that lead elsewhere would show another mistake.
      if (!other.shows || other.reach.strays || rules_of(other) != rules) return false;
      for (const auto& [a, end] : other.reach.ends) {
        const auto known = ends.find(a);
        if (known == ends.end() || end > known->second) return false;
      }
      inputs_ = std::move(trial);
      run = std::move(other);
      return true;
    };
    std::vector<std::uint32_t> open;
    for (const auto& [a, end] : ends) {
      if (variable_name(a).empty()) open.push_back(a);
    }
    const auto note = [&](std::uint32_t a) {
      filled.push_back(name_of_buffer(a));
      counts_.insert(a);
    };
    if (open.empty()) return run;
    if (attempt(open, true) || attempt(open, false)) {
      for (const std::uint32_t a : open) note(a);
      return run;
    }
    for (const std::uint32_t a : open) {
      if (attempt({a}, true) || attempt({a}, false)) note(a);
    }
    return run;
  }

  // Distinct values of the type that the parameter points at; `all`: over what the model names, too.
  void fill(RunInputs& inputs, std::uint32_t allocation, std::uint64_t size, bool all) const {
    Bytes known;
    for (const MemoryCells& cells : inputs.memory) {
      for (std::size_t i = 0; cells.allocation == allocation && i < cells.bytes.size(); ++i)
        known[cells.offset + i] = cells.bytes[i];
    }
    MemoryCells out{allocation, 0, counted(kind_of(allocation), size)};
    for (const auto& [at, byte] : known) {
      if (!all && at < size) out.bytes[at] = byte;
    }
    inputs.memory.push_back(std::move(out));
  }

  static std::uint64_t rounded(std::uint64_t size) { return std::max(kRoom, (size + 15) / 16 * 16); }

  // As fill_with_numbers() of the program has them (host_program.h).
  static std::vector<std::uint8_t> counted(char kind, std::uint64_t size) {
    std::vector<std::uint8_t> out(size, 0);
    const std::uint64_t width = width_of(kind);
    for (std::uint64_t at = 0; at < size / width * width; ++at)
      out[at] = static_cast<std::uint8_t>(value_of(kind, at / width) >> (8 * (at % width)));
    return out;
  }

  static std::uint64_t value_of(char kind, std::uint64_t index) {
    const std::uint64_t n = index % 4093 * 1597 % 4093 + 1;
    switch (kind) {
      case 'f':
        return std::bit_cast<std::uint32_t>(static_cast<float>(n));
      case 'd':
        return std::bit_cast<std::uint64_t>(static_cast<double>(n));
      case 'h':
        return 0x3c00 + n % 512;  // halves from 1 to 1.5
      case 'b':
        return n % 251 + 1;
      default:
        return n;
    }
  }

  static std::uint64_t width_of(char kind) {
    return kind == 'd' || kind == 'l' ? 8 : kind == 'h' ? 2 : kind == 'b' ? 1 : 4;
  }

  char kind_of(std::uint32_t allocation) const {
    if (allocation >= q_.types.size()) return 'i';
    const std::string& type = q_.types[allocation];
    const auto has = [&](const char* word) { return type.find(word) != std::string::npos; };
    if (has("double")) return 'd';
    if (has("float")) return 'f';
    if (has("half") || has("bfloat") || has("short")) return 'h';
    if (has("long")) return 'l';
    if (has("char") || has("bool")) return 'b';
    return has("unsigned") ? 'u' : 'i';
  }

  std::string variable_name(std::uint32_t allocation) const {
    const auto variable = variable_of(q_.program, layout(q_.program, q_.root), allocation);
    return variable ? q_.program.variables[*variable].name : "";
  }
  std::string name_of_buffer(std::uint32_t allocation) const {
    return allocation < q_.names.size() && !q_.names[allocation].empty()
               ? q_.names[allocation]
               : fmt::format("buffer {}", allocation);
  }

  struct Pointer {
    std::size_t parameter = 0, at = 0;
    std::uint32_t allocation = 0;
    std::uint64_t offset = 0;
  };

  // The buffers that parameters point at. False where others are accessed that have to be set up.
  bool number_buffers(const Run& run) {
    const Function& kernel = q_.program.functions[q_.root];
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      std::vector<std::uint8_t> bytes =
          i < inputs_.params.size() ? inputs_.params[i] : std::vector<std::uint8_t>();
      bytes.resize(q_.program.variables[kernel.parameters[i]].size);
      for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t value = 0;
        for (int b = 7; b >= 0; --b) value = value << 8 | bytes[at + static_cast<std::size_t>(b)];
        const Location where = classify(value);
        if (where.space != Space::Global || where.allocation == kNoAllocation) continue;
        pointers_.push_back({i, at, where.allocation, where.offset});
        buffers_.try_emplace(where.allocation, buffers_.size());
      }
      parameters_.push_back(std::move(bytes));
    }
    return std::all_of(run.reach.ends.begin(), run.reach.ends.end(), [&](const auto& end) {
      return buffers_.contains(end.first) || !variable_name(end.first).empty();
    });
  }

  std::uint64_t size_of(std::uint32_t allocation, const Run& run) const {
    if (inputs_.extents && allocation < inputs_.extents->size() &&
        (*inputs_.extents)[allocation] != kUnknownExtent)
      return (*inputs_.extents)[allocation];
    const auto end = run.reach.ends.find(allocation);
    std::uint64_t size = end == run.reach.ends.end() ? 0 : end->second;
    for (const Pointer& p : pointers_) {
      if (p.allocation == allocation) size = std::max(size, p.offset);
    }
    return rounded(size);
  }

  // Runs of bytes that are not the usual ones.
  static std::string cells_text(const std::vector<std::uint8_t>& image,
                                const std::vector<std::uint8_t>& usual) {
    std::string out;
    for (std::size_t at = 0; at < image.size();) {
      if (image[at] == usual[at]) {
        ++at;
        continue;
      }
      std::size_t end = at, same = 0;
      for (; end < image.size() && same < 16; ++end) same = image[end] == usual[end] ? same + 1 : 0;
      end -= same;
      const auto first = image.begin() + static_cast<std::ptrdiff_t>(at);
      out += fmt::format(
          "{}{{{},{{{}}}}}", out.empty() ? "" : ",", at,
          bytes_text(std::vector<std::uint8_t>(first, image.begin() + static_cast<std::ptrdiff_t>(end))));
      at = end;
    }
    return out;
  }

  std::vector<std::uint8_t> before(std::uint32_t allocation, std::uint64_t size) const {
    std::vector<std::uint8_t> out(size, 0);
    for (const MemoryCells& cells : inputs_.memory) {
      for (std::size_t i = 0;
           cells.allocation == allocation && i < cells.bytes.size() && cells.offset + i < size; ++i)
        out[cells.offset + i] = cells.bytes[i];
    }
    return out;
  }

  std::string buffers_text(const Run& run) const {
    std::vector<std::uint32_t> by_number(buffers_.size());
    for (const auto& [allocation, number] : buffers_) by_number[number] = allocation;
    std::string out = "std::vector<Buffer> kBuffers = {\n";
    for (const std::uint32_t a : by_number) {
      const std::uint64_t size = size_of(a, run);
      const auto after = run.result.run.global.read_bytes(allocation_base(a), size);
      const std::vector<std::uint8_t> zeros(size, 0), counting = counted(kind_of(a), size);
      const bool counts = counts_.contains(a);
      out += fmt::format(
          "  {{{}, '{}', {}ull, {},\n   {{{}}},\n   {{{}}}}},\n", quoted(name_of_buffer(a)), kind_of(a), size,
          counts, cells_text(before(a, size), counts ? counting : zeros),
          cells_text(std::vector<std::uint8_t>(after.begin(), after.end()), counts ? counting : zeros));
    }
    return out + "};\n";
  }

  std::string parameters_text() const {
    std::string out = "std::vector<std::vector<unsigned char>> kParameters = {\n";
    for (const auto& bytes : parameters_) out += fmt::format("  {{{}}},\n", bytes_text(bytes));
    out += "};\nconst std::vector<Patch> kPatches = {";
    for (const Pointer& p : pointers_)
      out += fmt::format("{{{}, {}, {}, {}}}, ", p.parameter, p.at, buffers_.at(p.allocation), p.offset);
    return out + "};\n";
  }

  std::string launch_text() const {
    const auto dim = [](const std::array<std::uint32_t, 3>& s) {
      return fmt::format("{}, {}, {}", s[0], s[1], s[2]);
    };
    std::string out =
        "\nstd::vector<void*> arguments() {\n  std::vector<void*> out;\n"
        "  for (auto& bytes : kParameters) out.push_back(bytes.data());\n  return out;\n}\n";
    if (q_.ptx) {
      out += fmt::format(
          "const char* const kPtx =\n{};\n"
          "cudaError_t launch() {{\n  static CUfunction kernel = nullptr;\n  if (kernel == nullptr) {{\n    "
          "CUmodule module;\n"
          "    if (cuModuleLoadData(&module, kPtx) != CUDA_SUCCESS || cuModuleGetFunction(&kernel, module, "
          "{}) != CUDA_SUCCESS)\n"
          "      return cudaErrorInvalidDeviceFunction;\n"
          "    if ({} > 49152)\n      cuFuncSetAttribute(kernel, "
          "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, {});\n  }}\n"
          "  std::vector<void*> all = arguments();\n"
          "  return cuLaunchKernel(kernel, {}, {}, {}, nullptr, all.data(), nullptr) == CUDA_SUCCESS ? "
          "cudaSuccess\n"
          "                                                                                        : "
          "cudaErrorLaunchFailure;\n}}\n",
          quoted(*q_.ptx), quoted(q_.kernel), launch_.dynamic_shared, launch_.dynamic_shared,
          dim(launch_.grid), dim(launch_.block), launch_.dynamic_shared);
      return out;
    }
    out += fmt::format(
        "cudaError_t launch() {{\n  const void* kernel = reinterpret_cast<const void*>(&{});\n  "
        "std::vector<void*> all = arguments();\n"
        "  if ({} > 49152) cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {});\n"
        "  return cudaLaunchKernel(kernel, dim3({}), dim3({}), all.data(), {}, nullptr);\n}}\n",
        q_.kernel, launch_.dynamic_shared, launch_.dynamic_shared, dim(launch_.grid), dim(launch_.block),
        launch_.dynamic_shared);
    return out;
  }

  std::string text(const Run& run) const {
    std::string out = fmt::format(
        "// {}\n// A run of the counterexample on a GPU, beside what warpproof's evaluator says. What the "
        "GPU does is observed,\n"
        "// not defined: the kernel breaks a rule. Build and run it with\n//   nvcc -std=c++17 -arch=native "
        "{}THIS_FILE -o "
        "reproducer && ./reproducer\n",
        commented(q_.title), q_.ptx ? "-lcuda " : "");
    if (!q_.ptx)
      out +=
          "// To see what a mended kernel does with the same inputs, add "
          "-DWARPPROOF_SOURCE='\"mended.cu\"'.\n"
          "// Half of the launches delay some warps, where the source reads threadIdx and after barriers;\n"
          "// -DWARPPROOF_NO_DELAYS leaves that out.\n";
    out += "// It exits with 0 where an effect was seen, 1 where none was, 2 where it could not run.\n";
    out += kBeforeKernel;
    if (q_.ptx) {
      out += "#include <cuda.h>\n";
    } else {
      out += kDelays;
      out += fmt::format(
          "\n#ifndef WARPPROOF_SOURCE\n#define WARPPROOF_SOURCE \"{}\"\n#endif\n#define main "
          "warpproof_users_main\n"
          "#include WARPPROOF_SOURCE\n#undef main\n",
          q_.source);
      out += kDelaysEnd;
    }
    out += kTypes;
    out +=
        fmt::format("\nconst char* const kWhat = {};\nconst bool kExpectsHang = {};\nconst int kRuns = {};\n",
                    quoted(q_.title), run.result.run.outcome == RunResult::Outcome::Standstill, kRuns);
    out += buffers_text(run) + parameters_text() + launch_text();
    out += kAfterKernel;
    return out;
  }

  const Question& q_;
  Launch launch_;
  RunInputs inputs_;
  std::map<std::uint32_t, std::size_t> buffers_;  // by allocation: the buffer's number
  std::set<std::uint32_t> counts_;                // those that were filled
  std::vector<Pointer> pointers_;
  std::vector<std::vector<std::uint8_t>> parameters_;
};

}  // namespace

Answer write_reproducer(const Question& question) { return Writer(question).answer(); }

}  // namespace warpproof::reproducer
