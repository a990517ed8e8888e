#include "checker/cli/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <new>
#include <set>

#include "checker/cli/kernel_names.h"
#include "checker/smt/solver.h"
#include "src/base/text.h"
#include "src/machine/address_map.h"
#include "src/machine/outside_calls.h"

namespace warpproof::cli {
namespace {

constexpr std::uint64_t kMostDynamicShared = 1u << 20;

constexpr const char* kNotSeen = "the compiler does not see it, it is in an #if branch that is not taken, or in a template that nothing instantiates";

std::string at(const SourceLocation& place) { return fmt::format("{}:{}", place.file, place.line); }

// The quantities that a launch's relations are about. Sizes are those that the program has: a type that the host's
// compiler sees otherwise is not spoken of.
launch::Condition::Lookup names_of(const Job& job) {
  return [&job](const std::string& name) -> std::optional<launch::Quantity> {
    const auto& all = job.launch->parameters;
    const Function& f = job.kernel.function();
    if (f.parameters.size() != all.size()) return std::nullopt;
    const auto it = std::find_if(all.begin(), all.end(), [&](const HostLaunch::Parameter& p) { return p.name == name; });
    if (it == all.end() || !it->type) return member_quantity(job.kernel, job.launch->members, name);
    const auto index = static_cast<std::uint32_t>(it - all.begin());
    const int bits = std::max(8, it->type->bits);
    if (8 * job.kernel.input->program.variables[f.parameters[index]].size != static_cast<std::uint64_t>(bits)) return std::nullopt;
    return launch::Quantity{launch::Quantity::Kind::Parameter, index, bits, it->type->is_signed, std::nullopt};
  };
}

bool has_dynamic_shared(const Selected& kernel) {
  const auto& all = kernel.input->program.variables;
  return std::any_of(all.begin(), all.end(), [](const Variable& v) { return v.space == Space::Shared && (v.is_extern || v.size == 0); });
}

// Some instruction of the kernel, or of a function that it may call, is one of these.
template <class Is>
bool has_instruction(const Selected& kernel, const Is& is) {
  const Program& program = kernel.input->program;
  const Layout all = layout(program, kernel.candidate->function);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const auto& code = program.functions[f].code;
    if (all.reachable[f] && std::any_of(code.begin(), code.end(), is)) return true;
  }
  return false;
}

// It may not be broken in the launches that there are.
void make_unknown(report::Kernel& result, std::string reason) {
  result.verdict = report::Verdict::Unknown;
  result.violated_for.clear();
  result.only_partial_warps = false;
  result.safe_if.clear();
  result.unknown.push_back({std::move(reason), {}});
}

constexpr const char* kOneBlock = "1";

// Of the run that shows a finding.
std::string grid_of(const report::Finding& f) {
  const auto it = std::find(f.rerun.begin(), f.rerun.end(), "--grid");
  return it == f.rerun.end() || it + 1 == f.rerun.end() ? "" : *(it + 1);
}

// What the host code says of a launch leaves no value for its numbers: the program never comes to it. Empty where there is one, or
// that is not known.
std::string contradiction_in(const Job& job) {
  const auto compares = [](const std::string& r) { return r.find_first_of("<>!%|") != std::string::npos; };
  if (std::none_of(job.launch->relations.begin(), job.launch->relations.end(), compares)) return "";
  CheckOptions options;
  apply_launch(job, options);
  // Of sizes only what every GPU asks for: other bounds are this tool's, not the program's.
  constexpr std::uint64_t kMostThreads = 1024;
  constexpr std::array<std::uint64_t, 3> kMostBlocks = {0x7fffffff, 65535, 65535};
  using Kind = launch::Quantity::Kind;
  TermGraph graph;
  SolverOptions limits;
  limits.budget_ms = 1'000;
  Solver solver(graph, limits);
  std::map<launch::Quantity, Term> variables;
  const auto value = [&](const launch::Quantity& q) {
    if (q.kind == Kind::WarpSize) return graph.constant(32, static_cast<std::uint64_t>(options.warp_size));
    const auto& sizes = q.kind == Kind::BlockSize ? job.launch->block : job.launch->grid;
    if (q.kind != Kind::Parameter && sizes[q.index].value) return graph.constant(32, *sizes[q.index].value);
    const auto [it, fresh] = variables.try_emplace(q, Term{});
    if (!fresh) return it->second;
    it->second = graph.var(q.bits, "quantity");
    if (q.kind != Kind::Parameter) graph.set_range(it->second, 1, q.kind == Kind::BlockSize ? kMostThreads : kMostBlocks[q.index]);
    return it->second;
  };
  std::vector<Term> all;
  std::string text;
  for (const launch::Condition& c : options.assumptions) {
    all.push_back(c.holds(graph, value));
    text += (text.empty() ? "" : ", ") + c.text();
  }
  const bool is_false = graph.is_false(graph.conj(all));
  if (!is_false && solver.check(all) != Answer::Unsat) return "";
  return fmt::format("the launch at {} with block {} is never made, as what the host code says of it contradicts itself: {}", place_of(*job.launch),
                     extent_text(job.launch->block), text);
}

// A declaration in another file need not name the parameters: the kernel's own file does.
void name_parameters(const Selected& kernel, HostLaunch& launch) {
  const std::vector<std::string>& names = kernel.candidate->parameter_names;
  for (std::size_t i = 0; i < std::min(names.size(), launch.parameters.size()); ++i) {
    const std::string old = "parameter" + std::to_string(i);
    const bool is_taken = std::any_of(launch.parameters.begin(), launch.parameters.end(), [&](const auto& p) { return p.name == names[i]; });
    if (launch.parameters[i].name != old || names[i].empty() || is_taken) continue;
    launch.parameters[i].name = names[i];
    const auto rename = [&](std::string& text) {
      for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + 1)) {
        const std::size_t end = at + old.size();
        const bool is_word = (at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end]));
        if (is_word) text.replace(at, old.size(), names[i]);
      }
    };
    for (std::string& relation : launch.relations) rename(relation);
    for (LaunchExtent& size : launch.block) rename(size.text);
    for (LaunchExtent& size : launch.grid) rename(size.text);
    rename(launch.dynamic_shared.text);
    for (auto& [place, name] : launch.member_names) rename(name);
    for (StructureMembers::Member& member : launch.members.all) rename(member.name);
    for (std::string& name : launch.open_members) rename(name);
  }
}

}  // namespace

void LaunchPlan::read(const std::string& file, const CompileOptions& compile) {
  declared_.reset();
  try {
    LaunchTexts texts = launch_texts(file, compile);
    if (!texts.may_launch) return;
    declared_.emplace();
    HostLaunches found = read_launches(file, compile);
    if (found.launches.empty() && found.unread.empty() && found.unreached.empty() && !texts.launches.empty())
      problems_.push_back(fmt::format("launch at {} could not be read: {}", at(texts.launches[0].place), kNotSeen));
    std::move(texts.launches.begin(), texts.launches.end(), std::back_inserter(texts_));
    for (HostLaunch& launch : found.launches) launches_.emplace_back(std::move(launch), file);
    declared_ = std::move(found.declared);
    std::move(found.unread.begin(), found.unread.end(), std::back_inserter(unread_));
    for (UnreadLaunch& launch : found.unreached) unreached_.emplace_back(std::move(launch), file);
  } catch (const InputError& error) {
    const std::string& message = error.message();
    problems_.push_back(fmt::format("launches in {} could not be read: {}{}", file,
                                    error.where().line > 0 ? error.where().str() + ": " : "",
                                    message.substr(0, message.find('\n'))));
  } catch (const std::bad_alloc&) {
    problems_.push_back(
        fmt::format("launches in {} could not be read: out of memory (--memory MB allows more)", file));
  }
}

bool LaunchPlan::is_of(const Selected& kernel, const std::string& symbol, const std::string& file, const std::string& kernel_file) {
  if (symbol != kernel.candidate->symbol) return false;
  const std::string base = parse_kernel_name(symbol).base;
  const bool is_internal = symbol.find("_GLOBAL__N_") != std::string::npos || symbol.find("L" + std::to_string(base.size()) + base) != std::string::npos;
  if (!is_internal || file == kernel.input->file) return true;
  // One in a header that both include, or that is checked itself.
  const std::vector<Instruction>& code = kernel.function().code;
  if (kernel_file.empty() || code.empty()) return false;
  const std::vector<SourceLocation>& stack = kernel.input->program.places[code.front().place].stack;
  std::error_code failed;
  return !stack.empty() && std::filesystem::equivalent(kernel_file, stack.back().file, failed);
}

std::vector<Job> LaunchPlan::jobs_of(const Selected& kernel) const {
  std::vector<Job> out;
  std::vector<std::string> notes;
  std::string unread;
  for (const auto& [launch, file] : launches_) {
    if (!is_of(kernel, launch.kernel, file, launch.kernel_file)) continue;
    out.push_back({kernel, launch, {}});
    name_parameters(kernel, *out.back().launch);
  }
  // Of the sizes that a launch chooses from, a condition around it leaves some out.
  std::vector<std::string> never;
  std::erase_if(out, [&](const Job& job) {
    const std::string why = contradiction_in(job);
    if (!why.empty()) never.push_back(why);
    return !why.empty();
  });
  for (const std::string& why : never) {
    const auto is_at_its_place = [&](const Job& job) { return why.starts_with("the launch at " + place_of(*job.launch) + " "); };
    if (std::none_of(out.begin(), out.end(), is_at_its_place)) notes.push_back(why);
  }
  for (Job& job : out) {
    const LaunchExtent& bytes = job.launch->dynamic_shared;
    if (!bytes.value && has_dynamic_shared(kernel))
      job.notes.push_back(fmt::format("the launch at {} gives {} bytes of dynamic shared memory, which is not one number: "
                                      "accesses are taken to stay inside it; --dynamic-shared BYTES fixes it",
                                      at(job.launch->place), bytes.text));
  }
  for (const UnreadLaunch& launch : unread_) {
    if (!launch.kernel.empty() && launch.kernel != kernel.candidate->symbol) continue;
    const bool is_named = !launch.kernel.empty() && !out.empty();
    // Its other launches say nothing of this one.
    if (is_named && std::none_of(out.begin(), out.end(), [](const Job& job) { return !job.unread.empty(); }))
      out.push_back({kernel, std::nullopt, {}, "the launch at " + at(launch.place)});
    notes.push_back(fmt::format("launch at {} could not be read: {}", at(launch.place), launch.reason));
    if (unread.empty()) unread = "the launch at " + at(launch.place);
  }
  const bool is_never_launched = !never.empty() && notes.size() == never.size();
  if (out.empty() && (notes.empty() || is_never_launched) && problems_.empty() && !why_unchecked(kernel).empty()) return {};
  if (out.empty()) {
    // The text launches it, and the compiler's tree does not: it is not said that nothing does.
    const KernelName name = parse_kernel_name(kernel.candidate->symbol);
    for (const LaunchText& text : texts_) {
      if (text.kernel.empty() || text.kernel != name.base || !unread.empty()) continue;
      notes.push_back(fmt::format("launch at {} could not be read: {}", at(text.place), kNotSeen));
      unread = "the launch at " + at(text.place);
    }
    std::copy_if(problems_.begin(), problems_.end(), std::back_inserter(notes),
                 [&](const std::string& p) { return std::find(notes.begin(), notes.end(), p) == notes.end(); });
    if (unread.empty() && !problems_.empty()) unread = "a launch in the file";
    if (notes.empty() && (!launches_.empty() || !unread_.empty()))
      notes.push_back("no launch of " + kernel.candidate->name + " in this file");
    out.push_back({kernel, std::nullopt, {}, unread});
  }
  out.front().notes.insert(out.front().notes.end(), notes.begin(), notes.end());
  return out;
}

std::string LaunchPlan::why_unchecked(const Selected& kernel) const {
  for (const auto& [launch, file] : unreached_) {
    if (is_of(kernel, launch.kernel, file, ""))
      return fmt::format("{}: {} is not checked: the launch at {} is never reached, as {}; --block asks for it",
                         kernel.input->file, kernel.candidate->name, at(launch.place), launch.reason);
  }
  for (const auto& [launch, file] : launches_) {
    if (!is_of(kernel, launch.kernel, file, launch.kernel_file)) continue;
    if (const std::string why = contradiction_in({kernel, launch, {}}); !why.empty())
      return fmt::format("{}: {} is not checked: {}; --block asks for it", kernel.input->file, kernel.candidate->name, why);
  }
  return "";
}

void apply_launch(const Job& job, CheckOptions& options) {
  if (!job.launch) return;
  const HostLaunch& launch = *job.launch;
  BlockRequest block;
  block.text = extent_text(launch.block);
  const auto is_one = [&](std::size_t d) { return launch.block[d].value == 1u; };
  block.any = !launch.block[0].value || !launch.block[1].value || !launch.block[2].value;
  if (!block.any) {
    for (std::size_t d = 0; d < 3; ++d) block.shape[d] = *launch.block[d].value;
  } else if (!is_one(1) || !is_one(2)) {
    block.axes.emplace();
    for (std::size_t d = 0; d < 3; ++d) {
      const auto& size = launch.block[d].value;
      (*block.axes)[d] = size ? launch::Axis::one(*size) : launch::Axis::any();
    }
  }
  options.block = block;
  options.is_of_program = true;
  const bool fixed_grid = launch.grid[0].value && launch.grid[1].value && launch.grid[2].value;
  if (fixed_grid) options.grid = {*launch.grid[0].value, *launch.grid[1].value, *launch.grid[2].value};
  const auto shared = launch.dynamic_shared.value;
  if (shared) options.dynamic_shared = *shared <= kMostDynamicShared ? std::optional<std::uint64_t>(*shared) : std::nullopt;
  if (job.kernel.function().parameters.size() == launch.parameters.size()) {
    for (const HostLaunch::Writer& w : launch.written_before) {
      const std::string text = fmt::format("{} at {}", w.by, at(w.place));
      CheckOptions::Writers& all = options.written_before[static_cast<std::uint32_t>(w.parameter)];
      if (all.text.find(text) == std::string::npos) all.text += (all.text.empty() ? "" : ", ") + text;
      all.are_copies &= w.is_copy;
    }
  }
  for (const std::string& relation : launch.relations) {
    try {
      auto condition = launch::Condition::parse(relation, names_of(job));
      condition.set_origin("from the launch at " + place_of(launch));
      // Others are facts, which are not always written as the program computes them.
      if (relation.starts_with("gridDim.") || relation.starts_with("blockDim.")) condition.set_computed();
      options.assumptions.push_back(std::move(condition));
    } catch (const launch::ConditionError&) {
      // About a parameter that the program does not have as such; less is assumed.
    }
  }
}

void tell_of_unread_launch(const Job& job, const CheckOptions& options, report::Kernel& result) {
  if (result.verdict != report::Verdict::Violation) return;
  const bool has_block = job.kernel.function().required_block.has_value();
  const bool is_open = !has_block && job.launch && job.launch->block_is_open;
  const bool is_unread = !has_block && !job.unread.empty() && !options.block;
  const bool open_grid = job.launch && job.launch->grid_is_open;
  if (!is_open && !is_unread && !open_grid) return;
  const bool any_grid = open_grid && has_instruction(job.kernel, reads_grid_size);
  const std::string block = result.violated_for.empty() ? "some blocks" : result.violated_for;
  std::string size = block;
  bool all_blocks = true, is_left = false;
  for (report::Finding& f : result.findings) {
    if (f.level != spec::Level::Error) continue;
    const std::string grid = grid_of(f);
    const bool by_grid = !is_open && !is_unread;
    // The first block of each grid is that of a grid of one block, unless it asks how large the grid is.
    if (by_grid && !any_grid && grid == kOneBlock) {
      is_left = true;
      continue;
    }
    if (by_grid) size = "grid " + grid;
    all_blocks &= !by_grid;
    f.level = spec::Level::Warning;
    f.message += "; in a launch with " + size + ", which the program may not make";
  }
  if (is_left) return;
  const std::string what = is_unread ? job.unread + ", which could not be read,"
                                     : fmt::format("the launch at {}, whose {} is computed in code that is not followed,", place_of(*job.launch),
                                                   all_blocks ? "block" : "grid");
  const char* const kind = all_blocks ? "block" : "grid";
  make_unknown(result, fmt::format("it breaks a rule for {}; whether {} has such a {} is not known; give its {} with --{}", size, what,
                                   kind, kind, kind));
}

bool has_open_arguments(const Job& job) {
  return job.launch && (!job.launch->open_arguments.empty() || !job.launch->open_members.empty());
}

void tell_of_open_arguments(const Job& job, report::Kernel& result) {
  if (result.verdict != report::Verdict::Violation || !has_open_arguments(job)) return;
  std::set<std::string> open(job.launch->open_members.begin(), job.launch->open_members.end());
  for (const std::size_t i : job.launch->open_arguments) {
    open.insert(job.launch->parameters[i].name);
    if (i < job.kernel.candidate->parameter_names.size()) open.insert(job.kernel.candidate->parameter_names[i]);
  }
  std::string names;
  bool is_left = false;
  for (report::Finding& f : result.findings) {
    if (f.level != spec::Level::Error) continue;
    std::string given;
    for (const auto& [name, value] : f.inputs) {
      if (open.contains(name)) given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", name, value);
    }
    is_left |= given.empty();
    if (given.empty()) continue;
    if (names.empty()) names = given;
    f.level = spec::Level::Warning;
    f.message += "; in a launch with " + given + ", which the program may not make";
  }
  if (is_left || names.empty()) return;
  make_unknown(result, fmt::format("it breaks a rule for {}; whether the launch at {} gives such values is not known: the host code "
                                   "computes them from other numbers, or checks them in a way that is not followed; --assume says what holds of them",
                                   names, at(job.launch->place)));
}

void require_cooperative(const Job& job, report::Kernel& result) {
  if (result.verdict != report::Verdict::Proved || !job.launch || job.launch->cooperative) return;
  const bool meets = has_instruction(job.kernel, [](const Instruction& in) {
    return in.op == Opcode::Call && outside_call(in.name) == OutsideCall::GridMeeting;
  });
  if (!meets) return;
  result.holds_for.clear();
  make_unknown(result, fmt::format("a barrier of the grid works in cooperative launches only; the launch at {} is none: "
                                   "use cudaLaunchCooperativeKernel", at(job.launch->place)));
}

std::string place_of(const HostLaunch& launch) { return at(launch.place); }

std::string launch_text(const HostLaunch& launch) {
  std::string from;
  for (const SourceLocation& call : launch.called_from)
    from += fmt::format("{}at {}", from.empty() ? ", called " : ", ", at(call));
  std::string others;
  for (const SourceLocation& place : launch.also_at) others += ", " + at(place);
  std::string out = fmt::format("the launch{} at {}{}{}: block {}, grid {}", others.empty() ? "" : "es",
                                at(launch.place), others, from,
                                extent_text(launch.block), extent_text(launch.grid));
  if (launch.dynamic_shared.value != 0u)
    out += fmt::format(", {} bytes of dynamic shared memory", launch.dynamic_shared.text);
  return out;
}

report::LaunchSource launch_source(const HostLaunch& launch) {
  report::LaunchSource out;
  out.text = launch_text(launch);
  out.file = launch.place.file;
  out.line = launch.place.line;
  out.column = launch.place.column;
  out.block = extent_text(launch.block);
  out.grid = extent_text(launch.grid);
  out.dynamic_shared = launch.dynamic_shared.text;
  for (const SourceLocation& place : launch.also_at) out.also_at.push_back(place.str());
  for (const SourceLocation& call : launch.called_from) out.called_from.push_back(call.str());
  return out;
}

}  // namespace warpproof::cli
