#include "checker/cli/one_pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checker/report/add_once.h"
#include "src/machine/address_map.h"

namespace warpproof::cli {

namespace {

std::string name_of(const CheckOptions& options, std::uint32_t parameter) {
  const bool known =
      parameter < options.parameter_names.size() && !options.parameter_names[parameter].empty();
  return known ? options.parameter_names[parameter] : "parameter " + std::to_string(parameter);
}

// The word behind --arg that gives the parameter its value; null where there is none.
std::string* argument_of(std::vector<std::string>& words, const CheckOptions& options,
                         std::uint32_t parameter) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--arg") continue;
    const std::string name = words[i + 1].substr(0, words[i + 1].find('='));
    if (name == std::to_string(parameter) || name == name_of(options, parameter)) return &words[i + 1];
  }
  return nullptr;
}

void tell_in_rerun(const CheckOptions& options, std::uint32_t parameter, std::uint32_t first,
                   std::vector<std::string>& words) {
  std::string* const own = argument_of(words, options, parameter);
  const std::string* const other = argument_of(words, options, first);
  if (own == nullptr || other == nullptr) return words.clear();
  const std::string value = other->substr(other->find('=') + 1);
  const std::string address = value.starts_with("cells:") ? std::to_string(allocation_base(first)) : value;
  *own = own->substr(0, own->find('=') + 1) + address;
  if (words.back() != "--unsized") words.emplace_back("--unsized");
}

}  // namespace

Program with_one_pointer(Program program, std::uint32_t function, const OnePointer& one) {
  Function& f = program.functions[function];
  std::map<std::uint32_t, std::uint32_t> variables;
  for (const auto& [parameter, first] : one) {
    variables[f.parameters[parameter]] = f.parameters[first];
    program.variables[f.parameters[parameter]].holds = Variable::Holds::Number;  // nobody reads it any more
  }
  const auto put = [&](std::uint32_t& variable) {
    if (const auto it = variables.find(variable); it != variables.end()) variable = it->second;
  };
  const auto put_in_address = [&](Address& a) {
    if (a.base == Address::Base::Variable) put(a.index);
  };
  for (Instruction& in : f.code) {
    for (auto* operands : {&in.sources, &in.destinations})
      for (Operand& o : *operands)
        if (o.kind == Operand::Kind::Variable) put(o.index);
    put_in_address(in.address);
    put_in_address(in.copied_from);
    for (auto* passed : {&in.call_arguments, &in.call_results})
      for (std::uint32_t& variable : *passed) put(variable);
  }
  return program;
}

OnePointer one_pointer_of(const Job& job) {
  OnePointer out;
  if (!job.launch) return out;
  const Function& f = job.kernel.function();
  const auto is_word = [&](std::size_t i) {
    return job.kernel.input->program.variables[f.parameters[i]].size == 8;
  };
  if (f.parameters.size() != job.launch->parameters.size()) return out;
  for (const auto& [parameter, first] : job.launch->one_pointer) {
    if (is_word(parameter) && is_word(first))
      out.emplace(static_cast<std::uint32_t>(parameter), static_cast<std::uint32_t>(first));
  }
  return out;
}

void tell_one_buffer(const Job& job, const CheckOptions& options, report::Kernel& out) {
  if (!job.launch || options.pointers_overlap) return;
  for (const auto& [parameter, first] : job.launch->one_buffer) {
    const auto name = [&](std::size_t i) { return name_of(options, static_cast<std::uint32_t>(i)); };
    report::add_once(
        out.assumptions,
        fmt::format(
            "the launch at {} gives {} and {} pointers into one buffer: what is accessed through one of "
            "them is not accessed through the other (--alias may looks at it)",
            place_of(*job.launch), name(first), name(parameter)));
  }
}

report::Kernel check_with_one_pointer(const Job& job, const OnePointer& one, CheckOptions options) {
  const std::uint32_t function = job.kernel.candidate->function;
  for (const auto& [parameter, first] : one) {
    if (!options.bounds) break;
    auto& sizes = options.bounds->sizes;
    if (const auto own = sizes.find(parameter); own != sizes.end()) sizes.try_emplace(first, own->second);
  }
  report::Kernel out =
      check_kernel(with_one_pointer(job.kernel.input->program, function, one), function, options);
  std::map<std::uint32_t, std::string> together;
  for (const auto& [parameter, first] : one)
    together.try_emplace(first, name_of(options, first)).first->second += ", " + name_of(options, parameter);
  for (const auto& [first, names] : together)
    report::add_once(out.assumptions,
                     fmt::format("from the launch at {}: {} are one pointer", place_of(*job.launch), names));
  for (report::Finding& finding : out.findings) {
    for (const auto& [parameter, first] : one) {
      std::erase_if(finding.inputs,
                    [&](const auto& input) { return input.first == name_of(options, parameter); });
      if (!finding.rerun.empty()) tell_in_rerun(options, parameter, first, finding.rerun);
    }
  }
  return out;
}

}  // namespace warpproof::cli
