#include "src/frontend/launches.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "src/frontend/host_chosen.h"
#include "src/frontend/host_effects.h"
#include "src/frontend/host_facts.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_pitch.h"
#include "src/frontend/host_pointers.h"
#include "src/frontend/host_uses.h"
#include "src/frontend/host_values.h"
#include "src/frontend/host_writers.h"
#include "src/frontend/launch_members.h"
#include "src/frontend/launch_narrow.h"
#include "src/frontend/launch_open.h"
#include "src/frontend/launch_parts.h"
#include "src/frontend/launch_relations.h"

namespace warpproof {
namespace {

constexpr int kDeepestCall = 4;           // calls that lead to a launch
constexpr std::size_t kMostEntries = 64;  // ways to come to one launch
constexpr std::size_t kMostLaunches = 4096;
constexpr IntegerType kUnsigned{32, false};
constexpr std::array<std::uint64_t, 3> kMostBlocks = {0x7fffffff, 65535, 65535};

// The function or the lambda's operator whose parameters a node's code reads first.
const AstNode* callable_of(const AstNode& node) {
  for (const AstNode* n = &node; n != nullptr; n = n->parent) {
    if (n->kind == "FunctionDecl" || n->kind == "CXXMethodDecl" || n->kind == "CXXConstructorDecl" ||
        n->kind == "CXXDestructorDecl")
      return n;
    if (n->parent == nullptr || n->parent->kind != "LambdaExpr" || n->parent->inner.empty()) continue;
    for (const auto& member : n->parent->inner[0]->inner)
      if (member->kind == "CXXMethodDecl" && member->name == "operator()") return member.get();
  }
  return nullptr;
}

bool is_left_out(const AstNode& e) { return e.kind == "CXXDefaultArgExpr" && e.inner.empty(); }

class LaunchFinder {
 public:
  explicit LaunchFinder(const HostAst& ast) : ast_(ast), uses_(ast), chosen_(ast), writers_(ast) {}

  HostLaunches run() {
    for (const auto& d : ast_.declarations()) walk(*d);
    note_unknown_kernels();
    for (const auto& [symbol, function] : on_device_) {
      const AstNode& definition = definition_of(ast_, *function);
      DeclaredFunction declared = declared_function(uses_, definition);
      HostValues values(ast_, uses_, definition, std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, 0}));
      declared.cluster = cluster_of(values, definition);
      out_.declared.emplace(symbol, std::move(declared));
    }
    return std::move(out_);
  }

 private:
  // All that a launch computes.
  struct Sizes {
    HostShape block;
    std::optional<HostShape> grid;
    HostIntegerPtr shared;
    std::vector<HostIntegerPtr> arguments;  // and, after as many as there are parameters, members (HostLaunch::members)
    std::set<std::size_t> structures = {};  // among the arguments, of which some number is not known
    std::vector<HostIntegerPtr> unread = {};  // values of which conditions leave some out, perhaps (HostFacts)
    bool unread_members = false;
    std::vector<HostIntegerPtr> ended = {};  // facts that leave no other values out where they cannot be stated (HostFacts)
    std::vector<const AstNode*> places = {};  // the launch, and the calls that lead to it
    bool has_attributes = false;  // cudaLaunchAttribute: one may say that blocks form clusters

    void put(const HostInteger& part, const HostIntegerPtr& value, bool in_arguments) {
      for (HostIntegerPtr& size : block) size = HostInteger::with(size, part, value);
      if (grid)
        for (HostIntegerPtr& size : *grid) size = HostInteger::with(size, part, value);
      if (shared) shared = HostInteger::with(shared, part, value);
      for (HostIntegerPtr& a : arguments)
        if (in_arguments && a) a = HostInteger::with(a, part, value);
      for (auto* all : {&unread, &ended})
        for (HostIntegerPtr& u : *all) u = HostInteger::with(u, part, value);
    }
  };

  void walk(const AstNode& node) {
    if (HostUses::is_no_code(node) || out_.launches.size() + out_.unread.size() >= kMostLaunches) return;
    if (node.kind == "FunctionDecl" || node.kind == "CXXMethodDecl") {
      const std::string symbol = without_stub(node.mangled, node.name);
      if (has_attribute(node, "CUDAGlobalAttr")) kernels_.emplace(symbol, &node);
      if (!symbol.empty() && (has_attribute(node, "CUDAGlobalAttr") || has_attribute(node, "CUDADeviceAttr"))) on_device_.emplace(symbol, &node);
      if (is_device_code(node)) return;  // kernels that launch kernels do so on the device
    }
    if (node.kind == "CUDAKernelCallExpr") {
      if (const auto parts = launch_of_call(node)) take(node, *parts);
    } else if (node.kind == "CallExpr") {
      if (const auto parts = launch_of_runtime_call(node)) take(node, *parts);
    }
    for (const auto& child : node.inner) walk(*child);
  }

  // A launch of a kernel that is not known may be one of each kernel that is named other than to launch it.
  void note_unknown_kernels() {
    std::vector<UnreadLaunch> more;
    for (const UnreadLaunch& launch : out_.unread) {
      for (const auto& [symbol, kernel] : kernels_)
        if (launch.kernel.empty() && more.size() < kMostLaunches && uses_.is_used_otherwise(*kernel))
          more.push_back({launch.place, symbol, launch.reason + "; it may be this one"});
    }
    std::move(more.begin(), more.end(), std::back_inserter(out_.unread));
  }

  // The program begins or ends with it.
  static bool runs_by_itself(const AstNode& function) {
    return function.name == "main" || std::any_of(function.inner.begin(), function.inner.end(), [](const auto& part) {
             return part->kind == "ConstructorAttr" || part->kind == "DestructorAttr";
           });
  }

  // All ways to come to code of a function.
  std::vector<std::shared_ptr<const HostEntry>> entries(const AstNode& node, int depth) {
    const auto anywhere = std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, depth});
    const AstNode* function = callable_of(node);
    if (function == nullptr || depth >= kDeepestCall || runs_by_itself(*function)) return {anywhere};
    std::vector<const AstNode*> calls = uses_.calls(*function);
    std::vector<std::shared_ptr<const HostEntry>> out;
    for (const AstNode* call : calls) {
      // A function that calls itself, or that a kernel calls, is entered in more ways than can be looked at.
      if (is_within(*call, *function) || callable_of(*call) == nullptr) return {anywhere};
      for (auto& caller : entries(*call, depth + 1)) {
        out.push_back(std::make_shared<const HostEntry>(HostEntry{call, std::move(caller), depth}));
        if (out.size() > kMostEntries) return {anywhere};
      }
    }
    for (const HostUses::PassedCall& passed : uses_.passed_calls(*function)) {
      if (is_within(*passed.call, *function) || callable_of(*passed.call) == nullptr) return {anywhere};
      for (auto& caller : entries(*passed.call, depth + 1)) {
        if (caller->call == nullptr) return {anywhere};
        if (caller->call != passed.passing) continue;  // it is given another function there
        out.push_back(std::make_shared<const HostEntry>(HostEntry{passed.call, std::move(caller), depth, function}));
        if (out.size() > kMostEntries) return {anywhere};
      }
    }
    if (out.empty()) return {anywhere};
    return out;
  }

  void take(const AstNode& node, const LaunchParts& parts) {
    std::set<std::string> reported;
    for (const auto& entry : entries(node, 0)) {
      const auto unreached = why_unreached(node, parts, entry);
      if (unreached) out_.unreached.push_back(*unreached);
      const std::string problem = unreached ? "" : read(node, parts, entry);
      if (problem.empty() || !reported.insert(problem).second) continue;
      HostValues values(ast_, uses_, node, entry);
      const AstNode* kernel = parts.kernel == nullptr ? nullptr : values.function(*parts.kernel);
      out_.unread.push_back({node.place, kernel == nullptr ? "" : without_stub(kernel->mangled, kernel->name), problem});
    }
  }

  // Empty: it was read. Else what hinders.
  std::string read(const AstNode& node, const LaunchParts& parts, const std::shared_ptr<const HostEntry>& entry) {
    if (!parts.problem.empty()) return parts.problem;
    HostValues values(ast_, uses_, node, entry);
    const AstNode* kernel = values.function(*parts.kernel);
    if (kernel == nullptr || kernel->mangled.empty()) return "which kernel it starts is not known";
    HostLaunch launch;
    launch.kernel = without_stub(kernel->mangled, kernel->name);
    launch.kernel_name = kernel->name;
    launch.kernel_file = definition_of(ast_, *kernel).place.file;
    launch.place = node.place;
    launch.cooperative = parts.cooperative;
    launch.written_before = writers_.before(node, parts);
    for (const HostEntry* e = entry.get(); e != nullptr && e->call != nullptr; e = e->caller.get())
      launch.called_from.push_back(e->call->place);

    const AstNode* config = parts.configuration;
    auto block = config ? values.pointed_shape(*config, "blockDim") : values.shape(*parts.block);
    if (!block && config != nullptr) return "the blockDim of its configuration is not followed";
    if (!block) return "its block is not followed";
    Sizes sizes{*block, config ? values.pointed_shape(*config, "gridDim") : values.shape(*parts.grid), nullptr, {}};
    if (config != nullptr) {
      sizes.shared = values.pointed_integer(*config, "dynamicSmemBytes", {64, false});
      const HostIntegerPtr attributes = values.pointed_integer(*config, "numAttrs", {32, false});
      sizes.has_attributes = attributes == nullptr || attributes->value() != std::uint64_t{0};
    } else if (parts.shared == nullptr || is_left_out(*parts.shared)) {
      sizes.shared = HostInteger::constant({64, false}, 0);
    } else {
      sizes.shared = values.integer(*parts.shared);
    }
    if (std::string problem = require_cluster(cluster_of(values, definition_of(ast_, *kernel)), sizes.grid); !problem.empty()) return problem;
    name_parameters(*kernel, launch);
    sizes.arguments = arguments(values, parts);
    for (std::size_t i = 0; parts.converts && i < std::min(sizes.arguments.size(), launch.parameters.size()); ++i) {
      HostIntegerPtr& a = sizes.arguments[i];
      if (a && launch.parameters[i].type) a = HostInteger::cast(*launch.parameters[i].type, a);
    }
    const auto kernels = parameters_of(definition_of(ast_, *kernel));
    for (std::size_t i = 0; i < std::min(sizes.arguments.size(), kernels.size()); ++i)
      if (is_plain_char(*kernels[i]))
        sizes.arguments[i] = parts.argument_array == nullptr ? plain_char(values, *parts.arguments[i]) : nullptr;
    std::vector<const AstNode*> given = parts.arguments;
    if (parts.argument_array != nullptr) given = pointed_to(values.place(), *parts.argument_array).value_or(given);
    if (!has_effects(node)) note_pointers(values, given, kernels, launch);
    sizes.arguments.resize(launch.parameters.size());
    const auto members = read_members(values, given, kernels, launch, sizes.structures);
    sizes.arguments.insert(sizes.arguments.end(), members.begin(), members.end());
    std::erase_if(launch.written_before, [&](const HostLaunch::Writer& w) {
      return w.parameter < kernels.size() && uses_.classes.is_users_class(kernels[w.parameter]->type) && !sizes.structures.contains(w.parameter);
    });
    std::vector<HostCounted> counted;
    std::vector<HostIntegerPtr> facts = known_facts(values, entry, sizes, counted);
    for (const HostIntegerPtr& fact : facts) {
      if (fact->kind() != HostInteger::Kind::Binary || fact->op() != "==" || fact->operands().size() != 2) continue;
      const HostIntegerPtr &part = fact->operands()[0], &number = fact->operands()[1];
      // Arguments keep their names: the fact is stated of them.
      if (number->value() && !part->value()) sizes.put(*part, number, false);
    }
    cases_ = 0;
    return read_counted(has_effects(node), std::move(facts), counted, sizes, launch);
  }

  // A block that a loop counts is one of the numbers that it counts to.
  std::string read_counted(bool has_effects, std::vector<HostIntegerPtr> facts, std::vector<HostCounted> counted, const Sizes& sizes,
                           const HostLaunch& launch) {
    while (!counted.empty()) {
      const HostCounted last = std::move(counted.back());
      counted.pop_back();
      const bool is_in_block = std::any_of(sizes.block.begin(), sizes.block.end(), [&](const auto& s) { return has_part(*s, *last.variable); });
      if (!is_in_block || has_effects) continue;
      std::string problem;
      for (const std::uint64_t number : last.numbers) {
        const HostIntegerPtr value = HostInteger::constant(last.variable->type(), number);
        Sizes one = sizes;
        one.put(*last.variable, value, true);
        std::vector<HostIntegerPtr> all = facts;
        for (HostIntegerPtr& fact : all) fact = HostInteger::with(fact, *last.variable, value);
        std::erase_if(all, [](const HostIntegerPtr& fact) { return fact->value() && *fact->value() != 0; });
        // Another condition around the launch leaves this number out.
        if (std::any_of(all.begin(), all.end(), [](const HostIntegerPtr& fact) { return fact->value() == std::uint64_t{0}; })) continue;
        const std::string found = read_counted(has_effects, std::move(all), counted, one, launch);
        if (problem.empty()) problem = found;
      }
      return problem;
    }
    return read_cases(has_effects, std::move(facts), sizes, launch, 0);
  }

  // What is known where the launch is, and where the calls are that lead to it. What they say of variables of a caller holds
  // at its call, and arguments name the values that those have there.
  std::vector<HostIntegerPtr> known_facts(HostValues& values, const std::shared_ptr<const HostEntry>& entry, Sizes& sizes,
                                          std::vector<HostCounted>& counted) {
    HostFacts here(values);
    std::vector<HostIntegerPtr> out = std::move(here.facts);
    counted = std::move(here.counted);
    sizes.unread = std::move(here.unread);
    sizes.unread_members = here.unread_members;
    sizes.ended = std::move(here.ended);
    sizes.places = {&values.place().use};
    pitch_facts(values, sizes.arguments, out);
    for (const HostEntry* e = entry.get(); e != nullptr && e->call != nullptr; e = e->caller.get()) {
      HostValues caller(ast_, uses_, *e->call, e->caller);
      const HostFacts there(caller);
      out.insert(out.end(), there.facts.begin(), there.facts.end());
      counted.insert(counted.end(), there.counted.begin(), there.counted.end());
      sizes.unread.insert(sizes.unread.end(), there.unread.begin(), there.unread.end());
      sizes.unread_members |= there.unread_members;
      sizes.ended.insert(sizes.ended.end(), there.ended.begin(), there.ended.end());
      sizes.places.push_back(e->call);
      pitch_facts(caller, sizes.arguments, out);
    }
    return out;
  }

  // A part `condition ? 256 : 128`, of which each side is a number or such a choice; null where there is none.
  static HostIntegerPtr choice_of_numbers(const HostIntegerPtr& e) {
    const auto is_of_numbers = [](const auto& self, const HostInteger& side) -> bool {
      if (side.value()) return true;
      return side.kind() == HostInteger::Kind::Choice && self(self, *side.operands()[1]) && self(self, *side.operands()[2]);
    };
    if (!e->value() && is_of_numbers(is_of_numbers, *e)) return e;
    for (const HostIntegerPtr& operand : e->operands())
      if (HostIntegerPtr found = choice_of_numbers(operand)) return found;
    return nullptr;
  }

  // A block that is one of several numbers makes a launch of each, under the condition that chooses it.
  std::string read_cases(bool has_effects, std::vector<HostIntegerPtr> facts, const Sizes& sizes,
                         const HostLaunch& launch, int depth) {
    constexpr int kMostChoices = 16, kMostCases = 24;
    HostIntegerPtr choice;
    for (const HostIntegerPtr& size : sizes.block)
      if (choice == nullptr && depth < kMostChoices && cases_ < kMostCases && !has_effects) choice = choice_of_numbers(size);
    if (choice == nullptr) return finish(has_effects, facts, sizes, launch);
    ++cases_;
    std::string problem;
    for (const std::size_t side : {1, 2}) {
      Sizes one = sizes;
      one.put(*choice, choice->operands()[side], true);
      // Other sizes that the same condition chooses are of the same side.
      const HostIntegerPtr& chooses = choice->operands()[0];
      if (chooses->type().bits == 1) one.put(*chooses, HostInteger::constant(chooses->type(), side == 1 ? 1 : 0), false);
      const HostIntegerPtr condition = HostInteger::cast({1, false}, chooses);
      std::vector<HostIntegerPtr> all = facts;
      all.push_back(side == 1 ? condition : HostInteger::unary("!", condition));
      const std::string found = read_cases(has_effects, std::move(all), one, launch, depth + 1);
      if (problem.empty()) problem = found;
    }
    return problem;
  }

  std::string finish(bool has_effects, const std::vector<HostIntegerPtr>& facts, Sizes sizes, HostLaunch launch) {
    extents(sizes.block, launch.block);
    for (const HostIntegerPtr& size : sizes.block) launch.block_is_open |= is_open(ast_, uses_, *size);
    if (sizes.grid) extents(*sizes.grid, launch.grid);
    else launch.grid.fill({std::nullopt, "any"});
    if (std::string problem = impossible(launch); !problem.empty()) return problem;
    launch.dynamic_shared = sizes.shared ? extent(*sizes.shared) : LaunchExtent{std::nullopt, "any number of"};
    if (!has_effects) {
      for (HostIntegerPtr& fact : relate_launch(facts, sizes.arguments, sizes.block, sizes.grid, launch))
        if (!is_limit(*fact) && !is_one_of(*fact, sizes.ended) && is_open(ast_, uses_, *fact)) sizes.unread.push_back(std::move(fact));
    }
    launch.grid_is_open = has_open_grid(sizes, launch);
    note_open_arguments(sizes, launch);
    add(std::move(launch));
    return "";
  }

  static bool is_one_of(const HostInteger& fact, const std::vector<HostIntegerPtr>& all) {
    return std::any_of(all.begin(), all.end(), [&](const HostIntegerPtr& other) { return fact.same_as(*other); });
  }

  static bool is_given(const HostLaunch& launch, const std::string& name) {
    return std::any_of(launch.relations.begin(), launch.relations.end(), [&](const std::string& r) { return r.starts_with(name + " == "); });
  }

  static bool is_unread(const HostInteger& number, const Sizes& sizes) {
    return (sizes.unread_members && names_member(number)) ||
           std::any_of(sizes.unread.begin(), sizes.unread.end(), [&](const auto& u) { return has_common_variable(number, *u); });
  }

  // What divides it is stated.
  static bool is_known_multiple(const HostLaunch& launch, const std::string& name) {
    const auto says = [&](char before, const std::string& r) { return (' ' + r).find(before + name + " % ") != std::string::npos; };
    return std::any_of(launch.relations.begin(), launch.relations.end(), [&](const std::string& r) { return says(' ', r) || says('(', r); });
  }

  // Side condition of a violation for some value of a parameter: the launch gives that value (launch_open.h).
  void note_open_arguments(const Sizes& sizes, HostLaunch& launch) const {
    const std::vector<HostIntegerPtr>& arguments = sizes.arguments;
    const std::vector<HostLaunch::Parameter> numbers = launch.numbers();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const HostLaunch::Parameter& p = numbers[i];
      // Of members that are not known see HostLaunch::written_before.
      const bool is_member = i >= launch.parameters.size();
      if (is_member && arguments[i] == nullptr) continue;
      const bool is_any = i >= arguments.size() || arguments[i] == nullptr
                              ? !sizes.unread_members  // it may be a member of what a pointer points to
                              : is_any_value(*arguments[i]) && !is_unread(*arguments[i], sizes) &&
                                    (is_known_multiple(launch, p.name) || !chosen_.is_chosen(*arguments[i], sizes.places));
      if (!p.type || (is_any && !(is_member && chosen_.is_given_numbers(*arguments[i]))) || is_given(launch, p.name) || is_given(launch, p.in_conditions())) continue;
      if (is_member) launch.open_members.push_back(p.name);
      else launch.open_arguments.push_back(i);
    }
  }

  // What a relation gives is as open as the arguments that it is computed from, which are any.
  bool has_open_grid(const Sizes& sizes, const HostLaunch& launch) const {
    if (!sizes.grid) return true;
    for (std::size_t d = 0; d < 3; ++d) {
      if (launch.grid[d].value) continue;
      if (sizes.has_attributes) return true;
      if (is_given(launch, std::string("gridDim.") + "xyz"[d])) continue;
      const HostInteger& size = *(*sizes.grid)[d];
      if (!sizes.structures.empty() || is_open_grid(ast_, uses_, size) || is_unread(size, sizes)) return true;
    }
    return false;
  }

  // Something where the program does not come to the launch by this way.
  std::optional<UnreadLaunch> why_unreached(const AstNode& node, const LaunchParts& parts,
                                            const std::shared_ptr<const HostEntry>& entry) {
    HostValues values(ast_, uses_, node, entry);
    bool is_unreachable = HostFacts(values).is_unreachable;
    for (const HostEntry* e = entry.get(); e != nullptr && e->call != nullptr; e = e->caller.get()) {
      HostValues caller(ast_, uses_, *e->call, e->caller);
      is_unreachable |= HostFacts(caller).is_unreachable;
    }
    const AstNode* kernel = is_unreachable && parts.kernel != nullptr ? values.function(*parts.kernel) : nullptr;
    if (kernel == nullptr) return std::nullopt;
    return UnreadLaunch{node.place, without_stub(kernel->mangled, kernel->name), "a condition around it is never true"};
  }

  static LaunchExtent extent(const HostInteger& e) {
    LaunchExtent out;
    if (const auto v = e.value(); v && *v <= 0xffffffff) out.value = static_cast<std::uint32_t>(*v);
    out.text = out.value ? std::to_string(*out.value) : e.text();
    return out;
  }

  static void extents(const HostShape& shape, std::array<LaunchExtent, 3>& out) {
    for (std::size_t i = 0; i < 3; ++i) out[i] = extent(*shape[i]);
  }

  // The run time refuses these, so that nothing runs.
  static std::string impossible(const HostLaunch& launch) {
    std::uint64_t threads = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto size = launch.block[i].value;
      if (size) threads *= *size;
      if (size == 0u || threads > 1024 || (i == 2 && size > 64u))
        return "no GPU takes its block of " + extent_text(launch.block) + " threads";
      const auto blocks = launch.grid[i].value;
      if (blocks == 0u || (blocks && *blocks > kMostBlocks[i]))
        return "no GPU takes its grid of " + extent_text(launch.grid) + " blocks";
    }
    return "";
  }

  void name_parameters(const AstNode& kernel, HostLaunch& launch) {
    std::set<std::string> taken = {"warpSize"};
    for (const AstNode* p : parameters_of(definition_of(ast_, kernel))) {
      std::string name = p->name.empty() ? "parameter" + std::to_string(launch.parameters.size()) : p->name;
      while (!taken.insert(name).second) name += "_";
      launch.parameters.push_back({name, is_plain_char(*p) ? IntegerType{8, true} : host_integer_type(p->type)});
    }
  }

  // The values of its integer parameters; null where a value is not known or no integer.
  static std::vector<HostIntegerPtr> arguments(HostValues& values, const LaunchParts& parts) {
    std::vector<HostIntegerPtr> out;
    if (parts.argument_array != nullptr) {
      const auto pointed = pointed_to(values.place(), *parts.argument_array);
      if (!pointed) return out;
      for (const AstNode* e : *pointed) out.push_back(e == nullptr ? nullptr : values.integer(*e));
      return out;
    }
    for (const AstNode* e : parts.arguments) out.push_back(values.integer(*e));
    return out;
  }

  static bool is_less_open(const HostLaunch& a, const HostLaunch& b) {
    return a.block_is_open <= b.block_is_open && a.grid_is_open <= b.grid_is_open &&
           std::includes(b.open_arguments.begin(), b.open_arguments.end(), a.open_arguments.begin(), a.open_arguments.end()) &&
           (a.open_members.empty() || a.open_members == b.open_members);
  }

  void add(HostLaunch launch) {
    const auto same = [](const auto& a, const auto& b) { return std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) { return x.value == y.value; }); };
    const auto known = std::find_if(out_.launches.begin(), out_.launches.end(), [&](const HostLaunch& l) {
      return l.kernel == launch.kernel && same(l.block, launch.block) && same(l.grid, launch.grid) &&
             l.dynamic_shared.value == launch.dynamic_shared.value && l.relations == launch.relations && (is_less_open(l, launch) || is_less_open(launch, l)) &&
             l.one_pointer == launch.one_pointer && l.one_buffer == launch.one_buffer &&
             l.perhaps_one == launch.perhaps_one && l.of_variable == launch.of_variable && l.cooperative == launch.cooperative;
    });
    if (known == out_.launches.end()) return out_.launches.push_back(std::move(launch));
    known->block_is_open &= launch.block_is_open;
    known->grid_is_open &= launch.grid_is_open;
    if (launch.open_arguments.size() < known->open_arguments.size()) known->open_arguments = launch.open_arguments;
    if (launch.open_members.empty()) known->open_members.clear();
    known->written_before.insert(known->written_before.end(), launch.written_before.begin(), launch.written_before.end());
    const bool is_noted = std::find(known->also_at.begin(), known->also_at.end(), launch.place) != known->also_at.end();
    if (!(known->place == launch.place) && !is_noted) known->also_at.push_back(launch.place);
  }

  const HostAst& ast_;
  int cases_ = 0;  // of the launch that is read, so far
  const HostUses uses_;
  const HostChosen chosen_;
  HostWriters writers_;
  HostLaunches out_;
  std::map<std::string, const AstNode*> kernels_, on_device_;  // by symbol
};

}  // namespace

HostLaunches find_launches(const HostAst& ast) { return LaunchFinder(ast).run(); }

std::string extent_text(const std::array<LaunchExtent, 3>& extents) {
  std::size_t last = 2;
  while (last > 0 && extents[last].value == 1u) --last;
  std::string out;
  for (std::size_t i = 0; i <= last; ++i) out += (i == 0 ? "" : ",") + extents[i].text;
  return out;
}

}  // namespace warpproof
