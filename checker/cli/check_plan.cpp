#include "checker/cli/check_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "checker/cli/jobs.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/suppressions.h"
#include "checker/report/printable.h"

namespace warpproof::cli {
namespace {

class Planner {
 public:
  Planner(const CheckRequest& request, const PlanEvents& events, CompileCache* cache) : request_(request), events_(events), cache_(cache) {}

  CheckPlan run() {
    find_files();
    load_all();
    for (std::size_t unit = 0; unit < request_.units.size(); ++unit) select(unit);
    require_names();
    if (!read_conditions()) {
      plan_.selected.clear();
      plan_.unit.clear();
    }
    add_all_jobs();
    return std::move(plan_);
  }

 private:
  // A file as it is compiled: units differ in the target at most.
  using Loaded = std::pair<std::string, int>;

  const CheckArguments& common() const { return request_.units.front().arguments; }

  void bad_input(const InputError& error) {
    has_bad_input_ = true;
    if (said_.insert(error.where().str() + error.message()).second) events_.bad_input(error);
  }

  bool is_of(const CheckUnit& unit, const std::string& file) const {
    return unit.table == 0 || request_.tables[unit.table - 1].file.holds(file);
  }

  // A file that is named twice, in whatever way, is one.
  void find_files() {
    std::set<std::filesystem::path> seen;
    for (const std::string& file : common().files) {
      std::error_code failed;
      std::filesystem::path path = std::filesystem::weakly_canonical(file, failed);
      if (seen.insert(failed ? std::filesystem::path(file) : std::move(path)).second) files_.push_back(file);
    }
  }

  void load_all() {
    std::vector<std::pair<Loaded, const CheckUnit*>> wanted;
    std::set<Loaded> seen;
    for (const std::string& file : files_) {
      for (const CheckUnit& unit : request_.units) {
        const Loaded key{file, unit.arguments.compile.target_sm};
        if (!seen.contains(key) && is_of(unit, file) && seen.insert(key).second) wanted.emplace_back(key, &unit);
      }
    }
    // Compilers run at the same time; results are reported in the order of the files.
    std::vector<ReadFile> read(wanted.size());
    in_parallel(wanted.size(), common().jobs, [&](std::size_t i) {
      show("reading " + wanted[i].first.first);
      read[i] = read_one(wanted[i].first.first, wanted[i].second->arguments);
    });
    plan_.inputs.reserve(wanted.size());  // Selected points into it
    for (std::size_t i = 0; i < wanted.size(); ++i) take(wanted[i].first, std::move(read[i]));
  }

  void show(const std::string& text) {
    const std::lock_guard lock(one_at_a_time_);
    events_.progress(text);
  }

  struct ReadFile {
    std::optional<Input> input;
    std::exception_ptr problem;
  };

  CompileOptions compile_of(const CheckArguments& arguments) const {
    CompileOptions out = arguments.compile;
    out.cache = cache_;
    return out;
  }

  ReadFile read_one(const std::string& file, const CheckArguments& arguments) const {
    ReadFile out;
    try {
      const bool all = arguments.all || !arguments.kernels.empty();
      Input input = load_input(file, compile_of(arguments), all ? LibraryKernels::TakenIn : LibraryKernels::LeftOut);
      allowances_of(read_file(file), file);  // what is wrong with them is said before any work is done
      out.input = std::move(input);
    } catch (...) {
      out.problem = std::current_exception();
    }
    return out;
  }

  void take(const Loaded& key, ReadFile read) {
    const std::string& file = key.first;
    try {
      if (read.problem) std::rethrow_exception(read.problem);
      plan_.inputs.push_back(std::move(*read.input));
      loaded_.emplace(key, &plan_.inputs.back());
      for (const std::string& note : plan_.inputs.back().notes) events_.note(note);
    } catch (const NothingToCheck& error) {
      events_.note(file + ": " + error.message());
    } catch (const InputError& error) {
      bad_input(error);
      events_.unread(file, error);
    } catch (const std::exception& error) {
      events_.failed(file, error);
    }
  }

  // The table whose kernel it is, from 1; 0: none's.
  std::size_t table_of(const Input& input, const Candidate& candidate) {
    const auto [it, fresh] = tables_.try_emplace(&candidate, 0);
    return fresh ? it->second = find_table(input, candidate) : it->second;
  }

  std::size_t find_table(const Input& input, const Candidate& candidate) {
    const KernelName name = parse_kernel_name(candidate.symbol);
    for (std::size_t t = 0; t < request_.tables.size(); ++t) {
      const KernelTable& table = request_.tables[t];
      if (!names_kernel(name, table.name) && candidate.name != table.name) continue;
      if (!table.file.holds(input.file)) continue;
      found_tables_.insert(t + 1);
      return t + 1;
    }
    return 0;
  }

  bool is_asked_for(const Candidate& candidate) {
    const std::vector<std::string>& wanted = common().kernels;
    const KernelName name = parse_kernel_name(candidate.symbol);
    bool out = wanted.empty();
    for (const std::string& one : wanted) {
      if (!names_kernel(name, one) && candidate.name != one) continue;
      found_names_.insert(one);
      out = true;
    }
    return out;
  }

  // The kernels of a unit, in the order of the files.
  void select(std::size_t number) {
    const CheckUnit& unit = request_.units[number];
    for (const std::string& file : files_) {
      const auto input = loaded_.find({file, unit.arguments.compile.target_sm});
      if (input == loaded_.end()) continue;
      for (const Candidate& candidate : input->second->candidates) {
        const bool is_units = table_of(*input->second, candidate) == unit.table;
        if (!is_asked_for(candidate) || !is_units) continue;
        plan_.selected.push_back({input->second, &candidate});
        plan_.unit.push_back(number);
      }
    }
  }

  // A name that no file has is bad input; not where files could not be read, which may have it.
  void require_names() {
    if (has_bad_input_ && (plan_.inputs.empty() || !request_.project.empty())) return;
    for (const std::string& wanted : common().kernels) {
      if (!found_names_.contains(wanted)) no_such_kernel(wanted);
    }
    for (std::size_t t = 0; t < request_.tables.size() && request_.has_all_files; ++t) {
      if (found_tables_.contains(t + 1)) continue;
      bad_input(InputError(request_.tables[t].where, fmt::format("no file has a kernel '{}'", request_.tables[t].name)));
    }
  }

  void no_such_kernel(const std::string& wanted) {
    if (plan_.inputs.empty() || !request_.project.empty())
      return bad_input(InputError({}, fmt::format("no kernel '{}': there is none in any file", report::printable(wanted))));
    for (const Input& input : plan_.inputs) {
      std::string present;
      for (const Candidate& candidate : input.candidates) present += (present.empty() ? "" : ", ") + candidate.name;
      bad_input(InputError({input.file, 0, 0}, fmt::format("no kernel '{}'; there are: {}", report::printable(wanted), present)));
    }
  }

  std::vector<Selected> kernels_of(std::size_t unit) const {
    std::vector<Selected> out;
    for (std::size_t k = 0; k < plan_.selected.size(); ++k) {
      if (plan_.unit[k] == unit) out.push_back(plan_.selected[k]);
    }
    return out;
  }

  // What is said of all kernels has to be about one of them; what a table says, about one of its own.
  bool read_conditions() {
    std::size_t number = 0;
    try {
      const std::vector<Selected>& all = plan_.selected;
      const CheckArguments& c = common();
      // Of a part of the project's kernels, others may have what is named.
      const bool is_part = !request_.project.empty() && (!request_.has_all_files || !c.kernels.empty());
      if (!is_part) require_known_parameters(all, c.check.parameters);
      conditions_of(all, c.assumptions, about(!is_part));
      bounds_of(all, c.sizes, c.check.pointers_overlap, about(!is_part));
      for (; number < request_.units.size(); ++number) {
        const CheckUnit& unit = request_.units[number];
        const CheckArguments& a = unit.arguments;
        const std::vector<Selected> kernels = kernels_of(number);
        if (unit.own_parameters) require_known_parameters(kernels, a.check.parameters);
        auto conditions = conditions_of(kernels, a.assumptions, about(unit.own_assumptions));
        auto bounds = bounds_of(kernels, a.sizes, a.check.pointers_overlap, about(unit.own_sizes));
        std::move(conditions.begin(), conditions.end(), std::back_inserter(plan_.conditions));
        std::move(bounds.begin(), bounds.end(), std::back_inserter(plan_.bounds));
      }
      return true;
    } catch (const InputError& error) {
      const std::size_t table = number < request_.units.size() ? request_.units[number].table : 0;
      const bool has_place = !error.where().file.empty() || request_.project.empty();
      const SourceLocation project = table == 0 ? SourceLocation{request_.project, 0, 0} : request_.tables[table - 1].where;
      bad_input(has_place ? error : InputError(project, error.message()));
      return false;
    }
  }

  static About about(bool is_own) { return is_own ? About::SomeOfThem : About::Any; }

  void add_all_jobs() {
    read_launches_of_all();
    for (std::size_t k = 0; k < plan_.selected.size(); ++k) add_jobs_of(k);
    // In the order of the files, and of the kernels in them, whatever tables they are of: places in two vectors.
    const auto place = [&](const Planned& p) {
      const Selected& kernel = plan_.selected[p.kernel];
      return std::pair{kernel.input, kernel.candidate};
    };
    std::stable_sort(plan_.jobs.begin(), plan_.jobs.end(),
                     [&](const Planned& a, const Planned& b) { return place(a) < place(b); });
  }

  // The launches that host files of a unit make; read once for each target.
  const LaunchPlan& host_launches(const CheckArguments& arguments) {
    const auto [it, fresh] = hosts_.try_emplace(arguments.compile.target_sm);
    if (!fresh) return it->second;
    for (const std::string& file : arguments.host_files) it->second.read(file, compile_of(arguments));
    return it->second;
  }

  // Of the files whose kernels are checked for them.
  void read_launches_of_all() {
    std::vector<std::pair<const Input*, const CheckArguments*>> wanted;
    for (std::size_t k = 0; k < plan_.selected.size(); ++k) {
      const Selected& kernel = plan_.selected[k];
      const CheckArguments& arguments = request_.units[plan_.unit[k]].arguments;
      if (!arguments.use_launches || !kernel.function().is_entry) continue;
      if (launches_.try_emplace(kernel.input, host_launches(arguments)).second) wanted.emplace_back(kernel.input, &arguments);
    }
    std::vector<std::exception_ptr> problems(wanted.size());
    in_parallel(wanted.size(), common().jobs, [&](std::size_t i) {
      const auto& [input, arguments] = wanted[i];
      if (!input->cuda_source) return;
      try {
        show("reading launches of " + input->file);
        CompileOptions compile = compile_of(*arguments);
        compile.standard = input->standard;
        launches_.at(input).read(input->file, compile);
      } catch (...) {
        problems[i] = std::current_exception();
      }
    });
    for (const std::exception_ptr& problem : problems) {
      if (problem) std::rethrow_exception(problem);
    }
  }

  // One for each block that is asked for, else one for each launch of the source.
  void add_jobs_of(std::size_t k) {
    const Selected& kernel = plan_.selected[k];
    const CheckArguments& arguments = request_.units[plan_.unit[k]].arguments;
    if (!arguments.use_launches || !kernel.function().is_entry) {
      const Job job{kernel, std::nullopt, {}};
      for (const BlockRequest& block : arguments.blocks) plan_.jobs.push_back({job, k, block});
      if (arguments.blocks.empty()) plan_.jobs.push_back({job, k});
      return;
    }
    const LaunchPlan& launches = launches_.at(kernel.input);
    std::vector<Job> jobs = launches.jobs_of(kernel);
    if (jobs.empty()) events_.note(launches.why_unchecked(kernel));
    for (Job& job : jobs) plan_.jobs.push_back({std::move(job), k});
  }

  const CheckRequest& request_;
  const PlanEvents& events_;
  CompileCache* const cache_;
  CheckPlan plan_;
  std::vector<std::string> files_;  // each once
  std::map<Loaded, const Input*> loaded_;
  std::map<const Candidate*, std::size_t> tables_;
  std::set<std::size_t> found_tables_;
  std::set<std::string> found_names_, said_;
  std::map<int, LaunchPlan> hosts_;               // by target
  std::map<const Input*, LaunchPlan> launches_;
  std::mutex one_at_a_time_;
  bool has_bad_input_ = false;
};

}  // namespace

CheckPlan make_plan(const CheckRequest& request, const PlanEvents& events, CompileCache* cache) {
  return Planner(request, events, cache).run();
}

CheckOptions options_of(const CheckRequest& request, const CheckPlan& plan, const Planned& planned) {
  const Selected& kernel = planned.job.kernel;
  const CheckArguments& arguments = request.units[plan.unit[planned.kernel]].arguments;
  CheckOptions options = arguments.check;
  options.cuda_source = kernel.input->cuda_source;
  options.parameters = parameters_of(kernel, options.parameters);
  options.parameter_names = kernel.candidate->parameter_names;
  options.assumptions = plan.conditions[planned.kernel];
  if (planned.block) options.block = planned.block;
  apply_launch(planned.job, options);
  judge_bounds(plan.bounds[planned.kernel], arguments.bounds, options);
  options.scalars = scalars_of(kernel);
  constexpr double kForSuggestions = 4;  // seconds of effort, for each broken kernel
  options.suggest_seconds = std::min(kForSuggestions, options.budget_seconds / 4);
  return options;
}

}  // namespace warpproof::cli
