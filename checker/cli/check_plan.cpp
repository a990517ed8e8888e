#include "checker/cli/check_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "checker/cli/declarations.h"
#include "checker/cli/element_of.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/parameter_types.h"
#include "checker/cli/suppressions.h"
#include "checker/report/printable.h"

namespace warpproof::cli {

class CheckPlan::Planner {
 public:
  Planner(const CheckRequest& request, const PlanEvents& events, CompileCache* cache)
      : request_(request), events_(events), cache_(cache), known_at_the_end_(request.project.empty() && has_conditions()) {
    find_wanted();
    read_.resize(wanted_.size());
    for (const CheckUnit& unit : request_.units) hosts_[unit.arguments.compile.target_sm];
  }

  std::size_t size() const { return wanted_.size(); }

  std::size_t files() const {
    std::set<std::string> out;
    for (const Wanted& one : wanted_) out.insert(one.file);
    return out.size();
  }

  void read(std::size_t k) {
    show("reading " + wanted_[k].file);
    ReadFile file = read_one(wanted_[k]);
    const std::lock_guard lock(in_order_);
    read_[k] = std::move(file);
    for (; next_ < read_.size() && read_[next_]; ++next_) take(next_);
  }

  void finish() {
    const std::lock_guard lock(in_order_);
    if (wanted_.empty()) is_good_end();
  }

 private:
  // A file as it is compiled: units differ in the target at most.
  struct Wanted {
    std::string file;
    const CheckUnit* unit;
    int target() const { return unit->arguments.compile.target_sm; }
  };

  struct ReadFile {
    std::optional<Input> input;
    std::exception_ptr problem;
    LaunchPlan launches;  // where a kernel in it is checked for them
  };

  const CheckArguments& common() const { return request_.units.front().arguments; }

  bool has_conditions() const {
    return std::any_of(request_.units.begin(), request_.units.end(), [](const CheckUnit& unit) {
      const CheckArguments& a = unit.arguments;
      return !a.assumptions.empty() || !a.sizes.empty() || !a.check.parameters.empty();
    });
  }

  void bad_input(const InputError& error) {
    has_bad_input_ = true;
    if (said_.insert(error.where().str() + error.message()).second) events_.bad_input(error);
  }

  bool is_of(const CheckUnit& unit, const std::string& file) const {
    return unit.table == 0 || request_.tables[unit.table - 1].file.holds(file);
  }

  // A file that is named twice, in whatever way, is one.
  std::vector<std::string> files_once() const {
    std::vector<std::string> out;
    std::set<std::filesystem::path> seen;
    for (const std::string& file : common().files) {
      std::error_code failed;
      // By its own name, also where that is a link: quoted headers are looked for beside that (and FilePattern::holds).
      const std::filesystem::path whole = std::filesystem::absolute(file, failed);
      std::error_code also;
      const std::filesystem::path folder = std::filesystem::weakly_canonical(whole.parent_path(), also);
      if (seen.insert(failed || also ? std::filesystem::path(file) : folder / whole.filename()).second) out.push_back(file);
    }
    return out;
  }

  void find_wanted() {
    std::set<std::pair<std::string, int>> seen;
    for (const std::string& file : files_once()) {
      for (const CheckUnit& unit : request_.units) {
        const Wanted one{file, &unit};
        if (is_of(unit, file) && seen.emplace(file, one.target()).second) wanted_.push_back(one);
      }
    }
  }

  void show(const std::string& text) {
    const std::lock_guard lock(one_at_a_time_);
    events_.progress(text);
  }

  CompileOptions compile_of(const CheckArguments& arguments) const {
    CompileOptions out = arguments.compile;
    out.cache = cache_;
    return out;
  }

  ReadFile read_one(const Wanted& wanted) {
    ReadFile out;
    const CheckArguments& arguments = wanted.unit->arguments;
    try {
      const bool all = arguments.all || !arguments.kernels.empty();
      Input input = load_input(wanted.file, compile_of(arguments), all ? LibraryKernels::TakenIn : LibraryKernels::LeftOut);
      allowances_of(read_file(wanted.file), wanted.file);  // what is wrong with them is said before any work is done
      if (const CheckArguments* launched = launched_by(input, wanted.target())) out.launches = read_launches(input, *launched);
      if (input.cuda_source && out.launches.declared()) declare(input, *out.launches.declared());
      else read_declarations(input, compile_of(arguments), rests_on_names());
      out.input = std::move(input);
    } catch (...) {
      out.problem = std::current_exception();
    }
    return out;
  }

  // Something that is said of a kernel names its parameters, or depends on `__restrict__`.
  bool rests_on_names() const {
    return has_conditions() || std::any_of(request_.units.begin(), request_.units.end(),
                                           [](const CheckUnit& unit) { return unit.arguments.check.pointers_overlap; });
  }

  // The options of the first kernel that is checked for launches; null: none is.
  const CheckArguments* launched_by(const Input& input, int target) const {
    for (std::size_t number = 0; number < request_.units.size(); ++number) {
      const CheckArguments& arguments = request_.units[number].arguments;
      if (!arguments.use_launches || arguments.compile.target_sm != target) continue;
      for (const Candidate& candidate : input.candidates) {
        const bool is_entry = input.program.functions[candidate.function].is_entry;
        if (is_entry && is_of_unit(input, candidate, number)) return &arguments;
      }
    }
    return nullptr;
  }

  LaunchPlan read_launches(const Input& input, const CheckArguments& arguments) {
    LaunchPlan out = host_launches(arguments);
    if (!input.cuda_source) return out;
    show("reading launches of " + input.file);
    CompileOptions compile = compile_of(arguments);
    compile.standard = input.standard;
    out.read(input.file, compile);
    return out;
  }

  // The launches that host files of a unit make; read once for each target.
  const LaunchPlan& host_launches(const CheckArguments& arguments) {
    Host& host = hosts_.at(arguments.compile.target_sm);
    std::call_once(host.once, [&] {
      for (const std::string& file : arguments.host_files) host.launches.read(file, compile_of(arguments));
    });
    return host.launches;
  }

  void take(std::size_t k) {
    const std::string& file = wanted_[k].file;
    ReadFile read = std::move(*read_[k]);
    read_[k].emplace();
    std::size_t first = kernels_.size();
    try {
      if (read.problem) std::rethrow_exception(read.problem);
      const Input* input = events_.keep(std::move(*read.input));
      inputs_.push_back(input);
      launches_.emplace(input, std::move(read.launches));
      for (const std::string& note : input->notes) events_.note(note);
      select(*input, wanted_[k].target());
    } catch (const NothingToCheck& error) {
      events_.note(file + ": " + error.message());
    } catch (const InputError& error) {
      bad_input(error);
      events_.unread(file, error);
    } catch (const std::exception& error) {
      events_.failed(file, error);
    }
    const bool is_last = k + 1 == wanted_.size();
    if (is_last && !is_good_end()) kernels_.resize(known_at_the_end_ ? 0 : first);
    if (is_last && known_at_the_end_) first = 0;
    if (is_last || !known_at_the_end_) add_jobs(first);
    if (known_at_the_end_ && !is_last) return;
    for (; reached_ <= k; ++reached_) {
      if (reached_ + 1 == wanted_.size() || wanted_[reached_ + 1].file != wanted_[reached_].file) events_.reached(wanted_[reached_].file);
    }
  }

  bool is_good_end() {
    require_names();
    return require_conditions();
  }

  // The table whose kernel it is, from 1; 0: none's.
  std::size_t table_of(const Input& input, const Candidate& candidate) const {
    const KernelName name = parse_kernel_name(candidate.symbol);
    for (std::size_t t = 0; t < request_.tables.size(); ++t) {
      const KernelTable& table = request_.tables[t];
      if (!names_kernel(name, table.name) && candidate.name != table.name) continue;
      if (table.file.holds(input.file)) return t + 1;
    }
    return 0;
  }

  // The names that ask for it, of --kernel.
  std::vector<std::string> names_of(const Candidate& candidate) const {
    std::vector<std::string> out;
    const KernelName name = parse_kernel_name(candidate.symbol);
    for (const std::string& one : common().kernels) {
      if (names_kernel(name, one) || candidate.name == one) out.push_back(one);
    }
    return out;
  }

  bool is_asked_for(const Candidate& candidate) const { return common().kernels.empty() || !names_of(candidate).empty(); }

  bool is_of_unit(const Input& input, const Candidate& candidate, std::size_t number) const {
    return is_asked_for(candidate) && table_of(input, candidate) == request_.units[number].table;
  }

  // The kernels of a file, each once for each unit that it is of.
  void select(const Input& input, int target) {
    for (const Candidate& candidate : input.candidates) {
      for (const std::string& name : names_of(candidate)) found_names_.insert(name);
      const std::size_t table = table_of(input, candidate);
      if (table != 0) found_tables_.insert(table);
      for (std::size_t number = 0; number < request_.units.size(); ++number) {
        const CheckUnit& unit = request_.units[number];
        if (unit.arguments.compile.target_sm != target || unit.table != table || !is_asked_for(candidate)) continue;
        auto kernel = std::make_shared<PlannedKernel>();
        kernel->selected = {&input, &candidate};
        kernel->unit = number;
        kernels_.push_back(std::move(kernel));
      }
    }
  }

  // A name that no file has is bad input; not where files could not be read, which may have it.
  void require_names() {
    if (has_bad_input_ && (inputs_.empty() || !request_.project.empty())) return;
    for (const std::string& wanted : common().kernels) {
      if (!found_names_.contains(wanted)) no_such_kernel(wanted);
    }
    for (std::size_t t = 0; t < request_.tables.size() && request_.has_all_files; ++t) {
      if (found_tables_.contains(t + 1)) continue;
      bad_input(InputError(request_.tables[t].where, fmt::format("no file has a kernel '{}'", request_.tables[t].name)));
    }
  }

  void no_such_kernel(const std::string& wanted) {
    if (inputs_.empty() || !request_.project.empty())
      return bad_input(InputError({}, fmt::format("no kernel '{}': there is none in any file", report::printable(wanted))));
    for (const Input* input : inputs_) {
      std::string present;
      for (const Candidate& candidate : input->candidates) present += (present.empty() ? "" : ", ") + candidate.name;
      bad_input(InputError({input->file, 0, 0}, fmt::format("no kernel '{}'; there are: {}", report::printable(wanted), present)));
    }
  }

  std::vector<Selected> kernels_of(std::optional<std::size_t> unit) const {
    std::vector<Selected> out;
    for (const auto& kernel : kernels_) {
      if (!unit || kernel->unit == *unit) out.push_back(kernel->selected);
    }
    return out;
  }

  // What is said of all kernels has to be about one of them; what a table says, about one of its own.
  bool require_conditions() {
    std::size_t number = 0;
    return is_good_input(number, [&] {
      const std::vector<Selected> all = kernels_of(std::nullopt);
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
        conditions_of(kernels, a.assumptions, about(unit.own_assumptions));
        bounds_of(kernels, a.sizes, a.check.pointers_overlap, about(unit.own_sizes));
      }
    });
  }

  // What is wrong in the options of a unit is said with the place of its table.
  template <class F>
  bool is_good_input(std::size_t& number, F f) {
    try {
      f();
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

  // Of the kernels from this one on, which are in the order of the files, and of the kernels in them.
  void add_jobs(std::size_t first) {
    std::vector<Planned> jobs;
    for (std::size_t k = first; k < kernels_.size(); ++k) {
      if (read_conditions(*kernels_[k])) add_jobs_of(kernels_[k], jobs);
    }
    events_.jobs(std::move(jobs), kernels_.size() > first);
  }

  bool read_conditions(PlannedKernel& kernel) {
    const CheckArguments& a = request_.units[kernel.unit].arguments;
    return is_good_input(kernel.unit, [&] {
      kernel.conditions = conditions_of({kernel.selected}, a.assumptions, About::Any).front();
      kernel.bounds = bounds_of({kernel.selected}, a.sizes, a.check.pointers_overlap, About::Any).front();
    });
  }

  // One for each block that is asked for, else one for each launch of the source.
  void add_jobs_of(const std::shared_ptr<const PlannedKernel>& kernel, std::vector<Planned>& out) {
    const Selected& selected = kernel->selected;
    const CheckArguments& arguments = request_.units[kernel->unit].arguments;
    if (!arguments.use_launches || !selected.function().is_entry) {
      const Job job{selected, std::nullopt, {}};
      for (const BlockRequest& block : arguments.blocks) out.push_back({job, kernel, block});
      if (arguments.blocks.empty()) out.push_back({job, kernel});
      return;
    }
    const LaunchPlan& launches = launches_.at(selected.input);
    std::vector<Job> jobs = launches.jobs_of(selected);
    if (jobs.empty()) events_.note(launches.why_unchecked(selected));
    for (Job& job : jobs) out.push_back({std::move(job), kernel});
  }

  struct Host {
    std::once_flag once;
    LaunchPlan launches;
  };

  const CheckRequest& request_;
  const PlanEvents& events_;
  CompileCache* const cache_;
  const bool known_at_the_end_;  // the jobs
  std::vector<Wanted> wanted_;
  std::map<int, Host> hosts_;  // by target
  std::mutex one_at_a_time_;   // of `progress`
  std::mutex in_order_;        // of all that follows
  std::vector<std::optional<ReadFile>> read_;
  std::size_t next_ = 0, reached_ = 0;  // of `wanted_`
  std::vector<const Input*> inputs_;
  std::vector<std::shared_ptr<PlannedKernel>> kernels_;
  std::map<const Input*, LaunchPlan> launches_;
  std::set<std::size_t> found_tables_;
  std::set<std::string> found_names_, said_;
  bool has_bad_input_ = false;
};

CheckPlan::CheckPlan(const CheckRequest& request, const PlanEvents& events, CompileCache* cache)
    : planner_(std::make_unique<Planner>(request, events, cache)) {}
CheckPlan::~CheckPlan() = default;
std::size_t CheckPlan::size() const { return planner_->size(); }
std::size_t CheckPlan::files() const { return planner_->files(); }
void CheckPlan::read(std::size_t k) { planner_->read(k); }
void CheckPlan::finish() { planner_->finish(); }

namespace {

// Of `float const*` it is 4; more is not asked for than 16, and of what is not known 1.
std::map<std::uint32_t, std::uint32_t> pointee_alignments(const Selected& kernel) {
  constexpr std::uint32_t kMost = 16;
  const std::vector<std::string>& types = kernel.candidate->parameter_types;
  std::map<std::uint32_t, std::uint32_t> out;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::size_t star = types[i].rfind('*');
    if (!is_pointer_type(types[i]) || star == std::string::npos) continue;
    const std::string pointee = types[i].substr(0, star);
    const auto element = element_of(pointee);
    const DeclaredFunction* declared = declaration_of(*kernel.input, *kernel.candidate);
    const std::uint32_t of_class = declared == nullptr ? 0 : static_cast<std::uint32_t>(declared->parameters[i].pointee_alignment);
    out.emplace(static_cast<std::uint32_t>(i), pointee.find('*') != std::string::npos ? 8
                                               : element ? (element->components == 3 ? element->bytes : std::min(element->size(), kMost))
                                                         : std::max(1u, of_class));
  }
  return out;
}

}  // namespace

CheckOptions options_of(const CheckRequest& request, const Planned& planned) {
  const Selected& kernel = planned.job.kernel;
  const CheckArguments& arguments = request.units[planned.kernel->unit].arguments;
  CheckOptions options = arguments.check;
  options.cuda_source = kernel.input->cuda_source;
  options.parameters = parameters_of(kernel, options.parameters);
  for (std::string& text : given_texts(options.parameters)) options.given.push_back(std::move(text));
  // Of a launch in the source the verdict says which it is.
  const auto& launch = planned.job.launch;
  if (options.grid && !launch) options.given.push_back("grid " + launch::shape_text(*options.grid));
  if (options.dynamic_shared && !(launch && launch->dynamic_shared.value))
    options.given.push_back(fmt::format("{} bytes of dynamic shared memory", *options.dynamic_shared));
  options.parameter_names = kernel.candidate->parameter_names;
  options.pointee_alignments = pointee_alignments(kernel);
  options.assumptions = planned.kernel->conditions;
  if (planned.block) options.block = planned.block;
  apply_launch(planned.job, options);
  judge_bounds(planned.kernel->bounds, arguments.bounds, options);
  options.scalars = scalars_of(kernel);
  constexpr double kForSuggestions = 4;  // seconds of effort, for each broken kernel
  options.suggest_seconds = std::min(kForSuggestions, options.budget_seconds / 4);
  return options;
}

}  // namespace warpproof::cli
