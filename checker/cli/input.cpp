#include "checker/cli/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include "checker/cli/kernel_names.h"
#include "checker/cli/parameter_names.h"
#include "checker/cli/parameter_types.h"
#include "src/base/digest.h"
#include "src/frontend/library_files.h"
#include "src/program/lower.h"

namespace warpproof::cli {
namespace {

constexpr const char* kAccepted =
    "accepted are PTX (.ptx) and CUDA C++ (.cu, .cuh, .cpp, .cc, .cxx, .h, .hpp)";

[[noreturn]] void fail(const std::string& file, const std::string& message) {
  throw InputError({file, 0, 0}, message);
}

// Closes a file descriptor at the end of its scope.
struct Descriptor {
  int fd;
  explicit Descriptor(int f) : fd(f) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

enum class Kind { Ptx, Cuda, Other };

Kind kind_by_name(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".ptx") return Kind::Ptx;
  static constexpr std::array cuda = {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".h", ".hpp"};
  return std::find(cuda.begin(), cuda.end(), extension) != cuda.end() ? Kind::Cuda : Kind::Other;
}

// PTX starts with .version, after blanks and comments (PTX ISA 9.x, 11.1).
bool looks_like_ptx(std::string_view text) {
  while (!text.empty()) {
    if (std::isspace(static_cast<unsigned char>(text.front()))) {
      text.remove_prefix(1);
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/");
      if (end == std::string_view::npos) return false;
      text.remove_prefix(end + 2);
    } else {
      return text.starts_with(".version");
    }
  }
  return false;
}

// What a file that is neither PTX nor CUDA C++ seems to be, and what to do about it.
std::string advice(std::string_view text) {
  if (text.empty()) return "the file is empty";
  if (text.starts_with("\x7f"
                       "ELF"))
    return "an ELF file; take the PTX out of it with cuobjdump -ptx";
  if (text.starts_with("\x50\xed\x55\xba")) return "a fat binary; take the PTX out of it with cuobjdump -ptx";
  if (text.find('\0') != std::string_view::npos) return "a binary file";
  return "neither PTX (which starts with .version) nor a CUDA C++ file by its name";
}

// A compiler reads the file itself, so it is only looked at.
void require_compilable(const std::string& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) fail(file, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(info.st_mode))
    fail(file, S_ISDIR(info.st_mode) ? "is a directory, not a file" : "is no regular file");
  if (static_cast<std::uint64_t>(info.st_size) > kMaxFileBytes) {
    fail(file, fmt::format("larger than {} MB", kMaxFileBytes >> 20));
  }
}

std::vector<std::uint32_t> entries(const Program& program) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (program.functions[i].is_entry && program.functions[i].has_body) found.push_back(i);
  }
  return found;
}

// Functions with a body that no other function calls.
std::vector<std::uint32_t> uncalled(const Program& program) {
  std::set<std::int32_t> called;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    for (const Instruction& instruction : program.functions[i].code) {
      if (instruction.callee != static_cast<std::int32_t>(i)) called.insert(instruction.callee);
    }
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (program.functions[i].has_body && !called.contains(static_cast<std::int32_t>(i))) found.push_back(i);
  }
  return found;
}

std::vector<std::uint32_t> named(const Program& program, const std::vector<std::string>& symbols) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const Function& f = program.functions[i];
    if (f.has_body && std::find(symbols.begin(), symbols.end(), f.name) != symbols.end()) found.push_back(i);
  }
  return found;
}

// The names that PTX gives its parameters, but for those that compilers number: "k_param_0".
std::vector<std::string> names_in_ptx(const Program& program, const Function& f) {
  static constexpr std::string_view kNumbered = "_param_";
  std::vector<std::string> out;
  for (const std::uint32_t p : f.parameters) {
    const std::string& name = program.variables[p].name;
    const std::size_t at = name.rfind(kNumbered);
    const bool is_numbered = at != std::string::npos && name.find_first_not_of("0123456789", at + kNumbered.size()) == std::string::npos;
    out.push_back(is_numbered ? "" : name);
  }
  return out;
}

void set_candidates(Input& input, const std::vector<std::uint32_t>& functions, std::string_view source) {
  const ParameterNames scanned = scan_parameter_names(source), scanned_types = scan_parameter_types(source),
                       scanned_restrict = scan_restricted_parameters(source);
  if (functions.empty())
    throw NothingToCheck({input.file, 0, 0}, "holds no kernel and no device function with a body: nothing to check");
  std::vector<std::string> symbols;
  for (const std::uint32_t i : functions) symbols.push_back(input.program.functions[i].name);
  const std::vector<std::string> names = display_names(symbols);
  for (std::size_t k = 0; k < functions.size(); ++k) {
    const Function& f = input.program.functions[functions[k]];
    const KernelName kernel = parse_kernel_name(f.name);
    std::vector<std::string> types = parameter_types(kernel);
    if (types.size() != f.parameters.size())
      types = parameter_names(scanned_types, kernel.base, f.parameters.size());
    input.candidates.push_back({functions[k], f.name, names[k],
                                input.cuda_source ? parameter_names(scanned, kernel.base, f.parameters.size())
                                                  : names_in_ptx(input.program, f),
                                std::move(types)});
    std::vector<bool> restricted;
    for (const std::string& word : parameter_names(scanned_restrict, kernel.base, f.parameters.size())) restricted.push_back(!word.empty());
    note_types(input.program, input.candidates.back(), restricted);
  }
}

// What is a library's, and not the file's own. Where the file itself is part of a library, all of that is the user's.
class Libraries {
 public:
  Libraries(const std::string& file, const std::vector<std::string>& folders)
      : files_(folders), is_own_(files_.contains(file)) {}

  Program load(std::string text, const std::string& name) {
    if (is_own_) return load_ptx(std::move(text), name);
    return load_ptx(std::move(text), name, [&](const std::string& file) { return files_.contains(file); });
  }

  // A function whose lines are all of a library. The last place of a line that was inlined is the function's own.
  bool holds(const Program& program, const Function& f) {
    bool known = false;
    for (const Instruction& in : f.code) {
      const std::vector<SourceLocation>& stack = program.places[in.place].stack;
      if (stack.empty()) continue;
      if (is_own_ || !files_.contains(stack.back().file)) return false;
      known = true;
    }
    return known;
  }

 private:
  LibraryFiles files_;
  bool is_own_;
};

// The kernels to look at; libraries' are left out, by name, unless asked for.
std::vector<std::uint32_t> kernels_of(Input& input, Libraries& libraries, LibraryKernels wanted) {
  std::vector<std::uint32_t> own;
  std::vector<std::string> others;
  for (const std::uint32_t i : entries(input.program)) {
    const Function& f = input.program.functions[i];
    if (wanted == LibraryKernels::TakenIn || !libraries.holds(input.program, f)) own.push_back(i);
    else others.push_back(parse_kernel_name(f.name).qualified);
  }
  if (!others.empty())
    input.notes.push_back(fmt::format("{}: {} of libraries' headers {} not checked ({}{}); --all checks them", input.file,
                                      others.size() == 1 ? "a kernel" : "kernels", others.size() == 1 ? "is" : "are",
                                      others.front(), others.size() == 1 ? "" : ", .."));
  return own;
}

void load_ptx_text(Input& input, std::string text, LibraryKernels wanted) {
  Libraries libraries(input.file, {});
  input.digest = Digest().add("ptx").add(input.file).add(text).hex();
  input.program = libraries.load(std::move(text), input.file);
  std::vector<std::uint32_t> functions = kernels_of(input, libraries, wanted);
  if (functions.empty() && input.notes.empty()) functions = uncalled(input.program);
  if (functions.empty() && !input.notes.empty())
    throw NothingToCheck({input.file, 0, 0}, "nothing to check: all its kernels are of libraries' headers; --all checks them");
  set_candidates(input, functions, "");
}

void load_cuda(Input& input, const CompileOptions& options, LibraryKernels wanted) {
  require_compilable(input.file);
  CompileResult compiled = compile_cuda(input.file, options);
  input.cuda_source = true;
  input.standard = compiled.standard;
  if (!compiled.not_followed.empty())
    input.notes.push_back(fmt::format("{}: flags of its build that are not followed: {}", input.file,
                                      fmt::join(compiled.not_followed, " ")));
  if (!compiled.why_not_clang.empty())
    input.notes.push_back(fmt::format("{}: read with {}, as {}", input.file, compiled.compiler, compiled.why_not_clang));
  input.compiler = compiled.compiler + (compiled.flags.empty() ? "" : " " + compiled.flags);
  // Places without a source line name the PTX, which is no file: its lines must not be taken for the
  // source's.
  Libraries libraries(input.file, compiled.system_dirs);
  const std::string source = read_file(input.file);
  input.digest = Digest().add("cuda").add(input.file).add(compiled.ptx).add(source).add(input.compiler).hex();
  input.program = libraries.load(std::move(compiled.ptx), input.file + " (PTX)");
  input.program.file = input.file;  // what is said of the kernel as a whole
  const std::size_t notes = input.notes.size();
  std::vector<std::uint32_t> functions = kernels_of(input, libraries, wanted);
  const bool left_out = input.notes.size() > notes;
  if (functions.empty()) functions = named(input.program, compiled.device_functions);
  if (functions.empty() && left_out)
    throw NothingToCheck({input.file, 0, 0}, "nothing to check: all its kernels are of libraries' headers; --all checks them");
  set_candidates(input, functions, source);
}

}  // namespace

void note_types(Program& program, const Candidate& kernel, const std::vector<bool>& restricted) {
  const std::vector<std::uint32_t>& parameters = program.functions[kernel.function].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string type = i < kernel.parameter_types.size() ? kernel.parameter_types[i] : "";
    Variable& variable = program.variables[parameters[i]];
    variable.holds = is_pointer_type(type) ? Variable::Holds::Pointer : integer_type(type) ? Variable::Holds::Number : Variable::Holds::Anything;
    variable.is_restrict = i < restricted.size() && restricted[i];
  }
}

std::string read_file(const std::string& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (in.fd < 0) fail(file, std::string("cannot be read: ") + std::strerror(errno));
  struct stat info {};
  if (::fstat(in.fd, &info) == 0 && S_ISDIR(info.st_mode)) fail(file, "is a directory, not a file");
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t n = ::read(in.fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file, std::string("cannot be read: ") + std::strerror(errno));
    if (n == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > kMaxFileBytes) fail(file, fmt::format("larger than {} MB", kMaxFileBytes >> 20));
  }
}

Input load_input(const std::string& file, const CompileOptions& compile, LibraryKernels libraries) {
  Input input;
  input.file = file;
  const Kind kind = kind_by_name(file);
  if (kind == Kind::Cuda) {
    load_cuda(input, compile, libraries);
    return input;
  }
  std::string text = read_file(file);
  if (kind == Kind::Other && !looks_like_ptx(text)) fail(file, advice(text) + "; " + kAccepted);
  load_ptx_text(input, std::move(text), libraries);
  return input;
}

}  // namespace warpproof::cli
