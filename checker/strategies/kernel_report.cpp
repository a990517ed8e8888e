#include "checker/strategies/kernel_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checker/counterexample/dynamic_shared.h"
#include "checker/report/add_once.h"
#include "src/base/symbol_name.h"
#include "src/base/text.h"
#include "src/program/indexed_variables.h"

namespace warpproof::strategies {

KernelReport::KernelReport(Situation& s) : s_(s) {
  const Question& q = s.question;
  out_.name = q.function().name;
  out_.file = q.program().file;
  out_.block = q.request().text;
  out_.grid = q.options().grid ? shape_text(*q.options().grid) : "any";
}

report::UnknownReason KernelReport::without_place(std::string reason) const {
  return {std::move(reason), {s_.question.program().file, 0, 0, {}}};
}

void KernelReport::assume(const std::string& text) { report::add_once(out_.assumptions, text); }
void KernelReport::approximate(const std::string& text) { report::add_once(out_.approximations, text); }

void KernelReport::take(Attempt& a) {
  keep_example(a.example());
  claims_.insert(claims_.end(), a.claims().begin(), a.claims().end());
  out_.obligations.folded += a.executor().record().obligations.folded();
  out_.obligations.solved += a.solved();
  out_.obligations.solver_seconds += a.solver_seconds();
  for (const Attempt* part = &a; part != nullptr; part = part->part())
    for (const auto& text : part->executor().record().approximations) approximate(text);
  if (a.searched_convergence()) {
    assume(
        "the result does not depend on which lanes an activemask finds converged (searched on random inputs, not "
        "proved)");
  }
  for (const report::Undecided& open : a.outcome().undecided()) {
    const bool known = std::any_of(out_.undecided.begin(), out_.undecided.end(), [&](const auto& u) {
      return u.rule == open.rule && u.place.file == open.place.file && u.place.line == open.place.line;
    });
    if (!known) out_.undecided.push_back(open);
  }
  loads_pointers_ = loads_pointers_ || a.executor().uses_loaded_pointers();
  state_assumptions(a);
  // Where a run of the only shape broke a rule, the verdict is a violation: no proof needs a witness.
  if (a.proved() && (!s_.broken_run || s_.question.any_size())) look_for_witness(&a);
}

void KernelReport::take_verdict(const Attempt& a) {
  out_.findings = a.outcome().findings();
  out_.unknown = a.outcome().unknowns();
  out_.verdict = a.violated() ? report::Verdict::Violation
                 : a.proved() ? report::Verdict::Proved
                              : report::Verdict::Unknown;
}

// Once, when something was proved; `proof` is the last part of it.
void KernelReport::look_for_witness(Attempt* proof) {
  if (witness_was_sought_) return;
  witness_was_sought_ = true;
  const report::Spending::Part part(s_.spending, "a run that keeps what is assumed");
  missing_ = witness().missing(proof, out_.assumptions);
}

std::optional<report::UnknownReason> KernelReport::missing_witness(bool loads_pointers,
                                                                   std::vector<std::string>& assumptions) {
  loads_pointers_ = loads_pointers;
  return witness().missing(nullptr, assumptions);
}

void KernelReport::take_back(report::Kernel& proved, report::UnknownReason why) {
  proved.verdict = report::Verdict::Unknown;
  proved.holds_for.clear();
  proved.without_witness = true;
  proved.unknown.push_back(std::move(why));
}

ProofWitness& KernelReport::witness() {
  if (!witness_) {
    const Question& q = s_.question;
    witness_.emplace(ProvedLaunches{q.program(), q.root(), q.options(),
                                    q.any_size() ? q.shape_of_any_size() : q.requested_shape(), q.launch_of_runs(),
                                    q.sizes_of_runs(), q.fixed_parameters(),
                                    [&q](std::uint32_t n) { return q.is_allowed(n); }, loads_pointers_});
  }
  return *witness_;
}

void KernelReport::state_assumptions(const Attempt& a) {
  const CheckOptions& options = s_.question.options();
  const Program& program = s_.question.program();
  const symbolic::Executor& executor = a.executor();
  for (const std::string& text : options.given) assume("given: " + text);
  assume(fmt::format("target sm_{}", options.target_sm ? *options.target_sm : program.target_sm));
  if (!s_.question.function().is_entry) assume("a thread that returns from the function executes nothing else");
  const Layout memory = layout(program, s_.question.root());
  state_pointers(a, memory);
  if (executor.record().writes_global && !executor.shape().is_one_block()) assume(kBlocksApart);
  if (executor.uses_loaded_pointers())
    assume("what is accessed through a pointer that was loaded from memory is accessed through no other");
  if (executor.shape().is_sample()) {
    approximate(executor.shape().follow == symbolic::Shape::Follow::TwoWarps
                    ? "two arbitrary warps stand for all; memory after a block barrier is treated as unknown"
                    : "two arbitrary threads stand for all; memory after a block barrier is treated as unknown");
  }
  for (const auto& note : executor.record().assumed) assume(note);
  for (const auto& note : a.assumed_of_sizes()) assume(note);
  if (counterexample::takes_none(program, s_.question.root(), options.dynamic_shared)) {
    assume(counterexample::kNoDynamicShared);
  }
  state_places(a);
  if (a.sums_products()) assume("products are not fused with the sums that they go into (-fmad=false), where a rule depends on them");
  state_addresses(memory);
  if (a.part() != nullptr) state_assumptions(*a.part());
}

// Proofs and runs lay variables one after the other. Neither tells where an index leaves one and reaches the next.
void KernelReport::state_addresses(const Layout& memory) {
  const Program& program = s_.question.program();
  std::string indexed;
  bool is_private = false;
  for (const std::uint32_t v : indexed_variables(program, memory.reachable)) {
    const Variable& variable = program.variables[v];
    is_private = is_private || variable.space == Space::Local;
    if (variable.space == Space::Shared) indexed += (indexed.empty() ? "" : ", ") + source_name(variable.name);
  }
  if (!indexed.empty() && memory.shared_variables.size() > 1)
    assume("an index into a shared array stays inside that array (" + indexed + ")");
  if (is_private) assume("an index into a private array stays inside that array");
}

void KernelReport::state_pointers(const Attempt& a, const Layout& memory) {
  const CheckOptions& options = s_.question.options();
  const Program& program = s_.question.program();
  const Function& function = s_.question.function();
  const symbolic::Pointers& known = a.executor().pointers();
  std::set<std::uint32_t> all = known.parameters();
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    if (program.variables[function.parameters[i]].holds == Variable::Holds::Pointer) all.insert(i);
  }
  std::string pointers, free, unsized;
  for (const std::uint32_t p : all) {
    const auto add = [&](std::string& list) {
      list += (list.empty() ? "" : ", ") + counterexample::buffer_name(options.parameter_names, p);
    };
    add(known.may_overlap(p) ? free : pointers);
    if (!known.may_overlap(p) && options.bounds && !options.bounds->sizes.contains(p)) add(unsized);
  }
  if (!free.empty()) {
    assume("accesses through pointers that may overlap each other (" + free +
           ") are aligned, and reach neither variables of the module nor what other pointers name");
  }
  if (pointers.empty()) return;
  state_alignments(a);
  std::string variables;
  for (const std::uint32_t v : module_variables(program, memory.reachable))
    variables += (variables.empty() ? "" : ", ") + source_name(program.variables[v].name);
  const bool is_one = pointers.find(',') == std::string::npos;
  if (!variables.empty()) {
    assume((is_one ? pointers + " points" : "pointers (" + pointers + ") point") + " to no variable of the module (" + variables + ")");
  }
  const bool some_sized = options.bounds && !options.bounds->sizes.empty();
  if (is_one)
    return assume(some_sized && unsized.empty() ? pointers + " points to a buffer of its own" : "accesses stay inside the buffer of " + pointers);
  const std::string which = "pointers (" + pointers + ") point to different buffers";
  assume(!some_sized       ? which + ", and accesses through each stay inside its own"
         : unsized.empty() ? which
                           : which + ", and accesses stay inside those of " + unsized);
}

// `reinterpret_cast<float4*>(in)[i]` asks more of a `float* in` than its type says.
void KernelReport::state_alignments(const Attempt& a) {
  const CheckOptions& options = s_.question.options();
  std::map<int, std::string> names;
  for (const auto& [allocation, bytes] : a.executor().accesses().widest()) {
    if (!a.executor().pointers().parameters().contains(allocation)) continue;
    const ParameterPart part = pointing_part(allocation);
    const auto known = part.offset == 0 ? options.pointee_alignments.find(part.index) : options.pointee_alignments.end();
    const std::uint32_t by_type = known == options.pointee_alignments.end() ? CheckOptions::kPointeeAlignment : known->second;
    if (static_cast<std::uint32_t>(bytes) <= by_type) continue;
    std::string& list = names[bytes];
    list += (list.empty() ? "" : ", ") + counterexample::buffer_name(options.parameter_names, allocation);
  }
  for (const auto& [bytes, list] : names) {
    const bool is_one = list.find(',') == std::string::npos;
    assume(fmt::format("{} to a multiple of {} bytes, as accesses through {} need", is_one ? list + " points" : "pointers (" + list + ") point each",
                       bytes, is_one ? "it" : "them"));
  }
}

void KernelReport::state_places(const Attempt& a) {
  for (const std::uint32_t place : a.executor().assumed_places()) {
    const report::SourcePlace where = counterexample::source_place(s_.question.program(), place, lines_);
    assume(fmt::format("assumed at {}:{}: {}", where.file, where.line, trimmed(where.text)));
  }
  for (const auto& [place, is_assert] : a.executor().assumed_stops()) {
    const report::SourcePlace where = counterexample::source_place(s_.question.program(), place, lines_);
    const std::string at = fmt::format("{}:{}", where.file, where.line);
    assume(is_assert ? fmt::format("the assertion at {} holds: {}", at, trimmed(where.text))
                     : fmt::format("no thread reaches the trap at {}", at));
  }
}

}  // namespace warpproof::strategies
