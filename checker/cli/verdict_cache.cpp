#include "checker/cli/verdict_cache.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <type_traits>

#include "checker/cli/version.h"
#include "checker/report/archive.h"
#include "checker/smt/certificates.h"
#include "checker/smt/solver.h"
#include "src/base/digest.h"
#include "src/base/random_seed.h"

namespace warpproof::cli {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

// The program and the libraries that are loaded into it, by their paths; nothing where one was replaced since then.
std::optional<std::set<std::string>> loaded_files() {
  constexpr std::string_view kReplaced = " (deleted)";
  std::set<std::string> out;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    char flags[5] = "";
    int name = 0;
    if (std::sscanf(line.c_str(), "%*x-%*x %4s %*x %*x:%*x %*u %n", flags, &name) != 1) return std::nullopt;
    const std::string path = name > 0 ? line.substr(static_cast<std::size_t>(name)) : "";
    if (flags[2] != 'x' || !path.starts_with('/')) continue;
    if (path.ends_with(kReplaced)) return std::nullopt;
    out.insert(path);
  }
  return out;
}

// The bytes of all of them; empty where they are not known. None is replaced while they are read: it would be missed
// at the second look.
std::string tool_digest() {
  const auto files = loaded_files();
  if (!files || files->empty()) return "";
  // Not by their paths: a program that was copied is the same.
  std::set<std::string> digests;
  for (const std::string& path : *files) {
    const std::string bytes = sha256_of_file(path);
    if (bytes.empty()) return "";
    digests.insert(bytes);
  }
  if (loaded_files() != files) return "";
  Digest digest;
  digest.add("warpproof-tool-1").add(kVersion).add(z3_version());
  for (const std::string& one : digests) digest.add(one);
  return digest.hex();
}

class Key {
 public:
  Digest digest;

  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void put(const T& value) {
    if constexpr (std::is_floating_point_v<T>) digest.add(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    else digest.add(static_cast<std::uint64_t>(value));
  }
  void put(const std::string& text) { digest.add(text); }
  template <class A, class B>
  void put(const std::pair<A, B>& value) {
    put(value.first);
    put(value.second);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& value : values) put(value);
  }
  template <class A, class B>
  void put(const std::map<A, B>& values) {
    put(values.size());
    for (const auto& [key, value] : values) {
      put(key);
      put(value);
    }
  }
  void put(const launch::Axis& axis) {
    const auto& [size, step] = axis;
    put(size);
    put(step);
  }
  void put(const CheckOptions::Writers& writers) {
    const auto& [text, are_copies] = writers;
    put(text);
    put(are_copies);
  }
  void put(const BlockRequest& block) {
    const auto& [any, multiple, shape, text, axes] = block;
    put(any);
    put(multiple);
    put(shape);
    put(text);
    put(axes);
  }
  void put(const launch::Quantity& quantity) {
    const auto& [kind, index, bits, is_signed, member] = quantity;
    put(kind);
    put(index);
    put(bits);
    put(is_signed);
    put(member);
  }
  // Its text and what the names in it stand for decide the rest.
  void put(const launch::Condition& condition) {
    put(condition.text());
    put(condition.origin());
    put(condition.is_size());
    put(condition.names());
  }
  void put(const launch::Bounds& bounds) {
    const auto& [sizes] = bounds;
    put(sizes);
  }
  void put(const spec::Policies& policies) {
    static_assert(std::has_unique_object_representations_v<spec::Policies>);
    digest.add(std::string_view(reinterpret_cast<const char*>(&policies), sizeof policies));
  }
  // All members are named: one that is added and forgotten here does not compile. Not part of a verdict: a limit of real
  // time, as what it cut short is not kept; what check_kernel finds itself (assumed, facts); who hears of progress.
  void put(const CheckOptions& options) {
    const auto& [block, grid, dynamic_shared, target_sm, policies, unroll, effort, budget_seconds, timeout_seconds, cuda_source,
                 parameters, parameter_names, pointee_alignments, assumptions, given, assumed, facts, bounds, pointers_overlap, warp_size,
                 suggest_seconds, scalars, use_samples, runs, witness_seconds, written_before, is_of_program, explain, progress] = options;
    static_cast<void>(timeout_seconds);
    static_cast<void>(assumed);
    static_cast<void>(facts);
    static_cast<void>(progress);
    put(block);
    put(grid);
    put(dynamic_shared);
    put(target_sm);
    put(policies);
    put(unroll);
    put(effort);
    put(budget_seconds);
    put(cuda_source);
    put(parameters);
    put(parameter_names);
    put(pointee_alignments);
    put(assumptions);
    put(given);
    put(bounds);
    put(pointers_overlap);
    put(warp_size);
    put(suggest_seconds);
    put(scalars);
    put(use_samples);
    put(runs);
    put(witness_seconds);
    put(random_seed::base());
    put(written_before);
    put(is_of_program);
    put(explain);
  }

  void put(const SourceLocation& place) {
    const auto& [file, line, column] = place;
    put(file);
    put(line);
    put(column);
  }
  void put(const LaunchExtent& extent) {
    const auto& [value, text] = extent;
    put(value);
    put(text);
  }
  void put(const IntegerType& type) {
    const auto& [bits, is_signed] = type;
    put(bits);
    put(is_signed);
  }
  void put(const HostLaunch::Parameter& parameter) {
    const auto& [name, type] = parameter;
    put(name);
    put(type);
  }
  void put(const HostLaunch::Writer& writer) {
    const auto& [parameter, by, place, is_copy] = writer;
    put(parameter);
    put(by);
    put(place);
    put(is_copy);
  }
  void put(const StructureMembers::Member& member) {
    const auto& [place, name, type] = member;
    put(place);
    put(name);
    put(type);
  }
  void put(const StructureMembers& members) {
    const auto& [all, sizes] = members;
    put(all);
    put(sizes);
  }
  void put(const HostLaunch& launch) {
    const auto& [kernel, kernel_name, kernel_file, place, also_at, called_from, block, grid, dynamic_shared, cooperative, block_is_open, grid_is_open,
                 open_arguments, open_members, parameters, members, one_pointer, one_buffer, perhaps_one, of_variable, member_names, written_before, relations] = launch;
    put(kernel);
    put(kernel_name);
    put(kernel_file);
    put(place);
    put(also_at);
    put(called_from);
    put(block);
    put(grid);
    put(dynamic_shared);
    put(cooperative);
    put(block_is_open);
    put(grid_is_open);
    put(open_arguments);
    put(open_members);
    put(parameters);
    put(members);
    put(one_pointer);
    put(one_buffer);
    put(perhaps_one);
    put(of_variable);
    put(member_names);
    put(written_before);
    put(relations);
  }

  // The program is what lowering makes of the PTX (Input::digest), with what is taken from files besides: which lines are
  // the user's, the types of parameters, and the text of the files that lines are of.
  void put(const Input& input) {
    put(input.digest);
    put(input.cuda_source);
    std::set<std::string> files;
    put(input.program.places.size());
    for (const Place& place : input.program.places) {
      put(place.own);
      for (const SourceLocation& at : place.stack) files.insert(at.file);
      files.insert(place.ptx.file);
    }
    for (const std::string& file : files) {
      put(file);
      put(sha256_of_file(file));
    }
    put(input.program.variables.size());
    for (const Variable& variable : input.program.variables) {
      put(variable.holds);
      put(variable.is_restrict);
    }
    // From the host's half (declarations.h), which may have it from a header that no place names.
    for (const Function& f : input.program.functions) put(f.cluster);
  }
};

}  // namespace

VerdictCache::VerdictCache(const std::string& folder) : store_(folder, kMostBytes), tool_(tool_digest()), compilations_(store_, tool_) {}

std::string VerdictCache::key_of(const Job& job, const CheckOptions& options) const {
  const auto& [kernel, launch, notes, unread] = job;
  static_cast<void>(notes);  // of the report, added anew in each run
  // Questions that are to be written down have to be asked.
  if (tool_.empty() || kernel.input->digest.empty() || certifies()) return "";
  Key key;
  key.put(std::string("warpproof-verdict-1"));
  key.put(tool_);
  key.put(*kernel.input);
  key.put(kernel.candidate->function);
  key.put(kernel.candidate->symbol);
  key.put(launch);
  key.put(unread);
  key.put(options);
  return "verdict " + key.digest.hex();
}

std::optional<report::Kernel> VerdictCache::get(const std::string& key) {
  if (key.empty()) return std::nullopt;
  const auto bytes = store_.get(key);
  if (!bytes) return std::nullopt;
  try {
    return report::unpack(*bytes);
  } catch (const std::runtime_error&) {
    return std::nullopt;  // of a program whose reports are others: it has another key, so that this is damage
  }
}

void VerdictCache::put(const std::string& key, const report::Kernel& kernel, const CheckOptions& options, bool shortage) {
  if (!key.empty() && may_keep(kernel, options, shortage)) store_.put(key, report::pack(kernel));
}

std::string VerdictCache::problem() const {
  if (tool_.empty()) return "the program's own files cannot be read, or were replaced since it was started";
  return store_.problem();
}

bool may_keep(const report::Kernel& kernel, const CheckOptions& options, bool shortage) {
  return options.timeout_seconds == 0 && (kernel.verdict != report::Verdict::Unknown || !shortage);
}

}  // namespace warpproof::cli
