#include "src/frontend/run_compiler.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <regex>

#include "src/frontend/clang_command.h"
#include "src/frontend/compiler_environment.h"
#include "src/frontend/diagnostics.h"
#include "src/frontend/read_trace.h"
#include "src/frontend/source_facts.h"
#include "src/frontend/wide_copies.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPtxLimit = 256 << 20;
constexpr std::uintmax_t kLeastRoom = 1 << 20;  // where a compiler that fails may well have failed for lack of it

}  // namespace

void HeaderList::ask(std::vector<std::string>& argv) const {
  std::error_code ignored;
  fs::remove(file_, ignored);  // of a run before, which clang would append to
  if (trace_ != nullptr) argv.insert(argv.end(), {"-Xclang", "-header-include-file", "-Xclang", file_, "-Xclang", "-sys-header-deps"});
}

void HeaderList::take(const ProcessResult& ran, const std::string& output) const {
  if (trace_ == nullptr) return;
  if (ran.timed_out || ran.exit_status > 1 || ran.exit_status < 0) trace_->spoil();
  trace_->ran(file_, temporary_);
  if (ran.exit_status != 0) trace_->failed(output);
}

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string run_compiler(std::vector<std::string> argv, const std::string& path, const CompilerArguments& arguments,
                         const CompileOptions& options, const TemporaryDirectory& temporary) {
  const std::string output = temporary.path() + "/out";
  const std::string program = fs::path(argv[0]).filename().string();
  const HeaderList headers(program == "nvcc" ? nullptr : options.trace, temporary.path());
  headers.ask(argv);
  argv.insert(argv.end(), {"-o", output});
  argv.insert(argv.end(), arguments.words.begin(), arguments.words.end());
  const ProcessResult ran =
      run_process(argv, compiler_environment(temporary.path()), options.timeout_seconds, kDiagnosticsLimit);
  headers.take(ran, ran.output);
  if (ran.timed_out) {
    throw InputError({path},
                     program + " did not finish in " + std::to_string(options.timeout_seconds) + " seconds of processor time");
  }
  std::error_code error;
  const auto size = fs::file_size(output, error);
  if (ran.exit_status != 0 || error) {
    std::string text = replace_all(arguments.with_user_names(ran.output), temporary.path(), kPreludeName);
    if (ran.truncated) text += "\n(further messages left out)";
    const fs::space_info space = fs::space(temporary.path(), error);
    if (!error && space.available < kLeastRoom) {
      text += "\nnote: no room is left for temporary files (TMPDIR)";
      if (options.trace != nullptr) options.trace->spoil();
    }
    if (std::regex_search(
            text,
            std::regex("error: (use of undeclared|no member named|unknown type name|no template named)")) &&
        program != "nvcc") {
      text +=
          "note: if this is a name of the CUDA toolkit that the prelude lacks, --compiler nvcc reads "
          "NVIDIA's headers";
    }
    throw first_error(text, path, program);
  }
  if (size > kPtxLimit) throw InputError({path}, "compiles to more than 256 MiB");
  return source_text(output);
}

std::string run_by_ir(const FoundCompiler& clang, std::vector<std::string> argv, const std::string& path, const CompilerArguments& arguments,
                      const CompileOptions& options, const TemporaryDirectory& temporary) {
  const std::vector<std::string> straight = argv;
  argv.push_back("-emit-llvm");
  const std::string ir = temporary.path() + "/out.ll";
  std::ofstream(ir, std::ios::binary) << with_wide_copies(run_compiler(std::move(argv), path, arguments, options, temporary));
  CompilerArguments module;
  module.words = {ir};
  CompileOptions untraced = options;
  untraced.trace = nullptr;  // it reads no file of the user's
  try {
    return run_compiler(ir_command(clang, options), path, module, untraced, temporary);
  } catch (const InputError&) {
    // The same error, with its place in the source.
    run_compiler(straight, path, arguments, options, temporary);
    throw;
  }
}

}  // namespace warpproof
