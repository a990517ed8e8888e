#include "checker/cli/one_pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "checker/report/add_once.h"
#include "src/machine/address_map.h"

namespace warpproof::cli {

namespace {

// Bytes of a load.
std::int64_t bytes_of(const Instruction& in) {
  return bits_of(in.type) / 8 *
         std::max<std::int64_t>(in.mod.vector, static_cast<std::int64_t>(in.destinations.size()));
}

bool is_whole(const Program& program, const Function& f, PointerPart place) {
  return place.second == 0 && program.variables[f.parameters[place.first]].size == 8;
}

// Reads of places, which get others to read in their stead.
class Reads {
 public:
  Reads(Program& program, Function& function) : program_(program), f_(function) {}

  // False: the parameter is read otherwise than by loads that name it, or of parts of the place.
  bool replace(PointerPart place, const Operand& variable) {
    const std::uint32_t parameter = f_.parameters[place.first];
    if (is_whole(program_, f_, place))
      program_.variables[parameter].holds = Variable::Holds::Number;  // it is not read any more
    for (Instruction& in : f_.code) {
      const bool is_load =
          in.op == Opcode::Ld && in.address.base == Address::Base::Variable && in.address.index == parameter;
      if (!is_load) {
        if (names(in, parameter) && !is_unused(in)) return false;
        continue;
      }
      const std::int64_t from = in.address.offset, at = place.second;
      if (from + bytes_of(in) <= at || at + 8 <= from) continue;
      if (from != at || bytes_of(in) != 8 || in.destinations.size() != 1) return false;
      if (program_.variables[variable.index].space == Space::Param) {
        in.address = {Address::Base::Variable, variable.index, static_cast<std::int64_t>(variable.bits)};
        continue;
      }
      in.op = Opcode::Mov;
      in.type = Type::B64;
      in.mod = {};
      in.address = {};
      in.sources = {variable};
      in.form = -1;
    }
    return true;
  }

 private:
  static bool names(const Instruction& in, std::uint32_t variable) {
    const auto is_it = [&](const auto& all) {
      return std::any_of(all.begin(), all.end(), [&](const Operand& o) {
        return o.kind == Operand::Kind::Variable && o.index == variable;
      });
    };
    const auto has = [&](const auto& all) {
      return std::find(all.begin(), all.end(), variable) != all.end();
    };
    const auto is_base = [&](const Address& a) {
      return a.base == Address::Base::Variable && a.index == variable;
    };
    return is_it(in.sources) || is_it(in.destinations) || is_base(in.address) || is_base(in.copied_from) ||
           has(in.call_arguments) || has(in.call_results);
  }

  // `mov.b64 %rd1, k_param_0`, where nothing reads %rd1: compilers write it before every use.
  bool is_unused(const Instruction& in) const {
    if (in.op != Opcode::Mov || in.destinations.size() != 1 ||
        in.destinations[0].kind != Operand::Kind::Register)
      return false;
    const std::uint32_t reg = in.destinations[0].index;
    const auto is_base = [&](const Address& a) {
      return a.base == Address::Base::Register && a.index == reg;
    };
    return std::none_of(f_.code.begin(), f_.code.end(), [&](const Instruction& other) {
      return is_base(other.address) || is_base(other.copied_from) ||
             std::any_of(other.sources.begin(), other.sources.end(), [&](const Operand& o) {
               return o.kind == Operand::Kind::Register && o.index == reg;
             });
    });
  }

  Program& program_;
  Function& f_;
};

std::string name_of(const CheckOptions& options, std::uint32_t parameter) {
  const bool known =
      parameter < options.parameter_names.size() && !options.parameter_names[parameter].empty();
  return known ? options.parameter_names[parameter] : "parameter " + std::to_string(parameter);
}

// The word after --arg that gives the parameter its value; null where there is none.
std::string* argument_of(std::vector<std::string>& words, const CheckOptions& options,
                         std::uint32_t parameter) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--arg") continue;
    const std::string name = words[i + 1].substr(0, words[i + 1].find('='));
    if (name == std::to_string(parameter) || name == name_of(options, parameter)) return &words[i + 1];
  }
  return nullptr;
}

std::string name_of(const Job& job, const CheckOptions& options, PointerPart place) {
  const auto it = job.launch->member_names.find({place.first, place.second});
  return it != job.launch->member_names.end() ? it->second : name_of(options, place.first);
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

std::optional<Program> with_one_pointer(Program program, std::uint32_t function, const OnePointer& one) {
  Function& f = program.functions[function];
  std::map<std::uint32_t, std::uint32_t> variables;
  const auto is_whole_one = [&](PointerPart place) { return is_whole(program, f, place); };
  Reads reads(program, f);
  for (const auto& [place, first] : one.first) {
    if (one.variable.contains(place)) continue;  // its own address stands for it
    Operand other;
    other.kind = Operand::Kind::Variable;
    const auto named = one.variable.find(first);
    other.index = named != one.variable.end() ? named->second : f.parameters[first.first];
    other.bits = named != one.variable.end() ? 0 : first.second;
    if (named == one.variable.end() && is_whole_one(place) && is_whole_one(first)) {
      variables[f.parameters[place.first]] = f.parameters[first.first];
      program.variables[f.parameters[place.first]].holds =
          Variable::Holds::Number;  // nobody reads it any more
    } else if (!reads.replace(place, other)) {
      return std::nullopt;
    }
  }
  for (const auto& [place, variable] : one.variable) {
    Operand address;
    address.kind = Operand::Kind::Variable;
    address.index = variable;
    if (!reads.replace(place, address)) return std::nullopt;
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

OnePointer one_pointer_of(const Job& job, bool perhaps) {
  OnePointer out;
  if (!job.launch) return out;
  const Program& program = job.kernel.input->program;
  const Function& f = job.kernel.function();
  if (f.parameters.size() != job.launch->parameters.size()) return out;
  const auto part = [](const HostLaunch::PointerPlace& place) {
    return PointerPart{static_cast<std::uint32_t>(place.first), static_cast<std::uint32_t>(place.second)};
  };
  const auto is_there = [&](const HostLaunch::PointerPlace& place) {
    return program.variables[f.parameters[place.first]].size >= place.second + 8;
  };
  const auto take = [&](const HostLaunch::PointerPairs& pairs) {
    for (const auto& [place, first] : pairs)
      if (is_there(place) && is_there(first)) out.first.emplace(part(place), part(first));
  };
  take(job.launch->one_pointer);
  if (perhaps) take(job.launch->perhaps_one);
  for (const auto& [place, symbol] : job.launch->of_variable) {
    for (std::uint32_t v = 0; v < program.variables.size() && is_there(place); ++v) {
      const Variable& variable = program.variables[v];
      const bool is_named = variable.function < 0 && variable.name == symbol &&
                            (variable.space == Space::Global || variable.space == Space::Const);
      if (is_named) out.variable.emplace(part(place), v);
    }
  }
  return out;
}

void tell_one_buffer(const Job& job, const CheckOptions& options, report::Kernel& out) {
  if (!job.launch || options.pointers_overlap) return;
  for (const auto& [place, first] : job.launch->one_buffer) {
    const auto name = [&](const HostLaunch::PointerPlace& p) {
      return name_of(job, options,
                     {static_cast<std::uint32_t>(p.first), static_cast<std::uint32_t>(p.second)});
    };
    report::add_once(
        out.assumptions,
        fmt::format(
            "the launch at {} passes pointers into one buffer as {} and {}: assumed is that no element is accessed through "
            "both (--alias may checks this)",
            place_of(*job.launch), name(first), name(place)));
  }
}

void look_at_perhaps_one(const Job& job, const CheckOptions& options, report::Kernel& out) {
  if (!job.launch || job.launch->perhaps_one.empty() || options.pointers_overlap) return;
  if (out.verdict != report::Verdict::Proved) return;
  const OnePointer one = one_pointer_of(job, true);
  if (one.empty()) return;
  const report::Kernel as_one = check_with_one_pointer(job, one, options);
  out.seconds += as_one.seconds;
  out.effort += as_one.effort;
  if (as_one.verdict == report::Verdict::Proved) return;
  out.verdict = report::Verdict::Unknown;
  std::vector<std::string> names;
  for (const auto& [place, first] : one.first)
    for (const PointerPart& p : {first, place}) report::add_once(names, name_of(job, options, p));
  const std::string why =
      as_one.findings.empty() ? "it is not proved then" : "then " + as_one.findings.front().message;
  const report::SourcePlace place =
      as_one.findings.empty() ? report::SourcePlace{} : as_one.findings.front().place;
  out.unknown.push_back(
      {fmt::format(
           "the launch at {} gives {} the value of one expression, so that they may be one pointer; {}",
           place_of(*job.launch), fmt::join(names, ", "), why),
       place});
}

report::Kernel check_with_one_pointer(const Job& job, const OnePointer& one, CheckOptions options) {
  const std::uint32_t function = job.kernel.candidate->function;
  const Program& program = job.kernel.input->program;
  const auto is_whole_one = [&](PointerPart place) {
    return is_whole(program, job.kernel.function(), place);
  };
  const auto changed = with_one_pointer(program, function, one);
  std::map<PointerPart, std::string> together;
  for (const auto& [place, first] : one.first)
    together.try_emplace(first, name_of(job, options, first)).first->second +=
        ", " + name_of(job, options, place);
  if (!changed) {
    report::Kernel out = check_kernel(program, function, options);
    if (out.verdict != report::Verdict::Proved) return out;
    out.verdict = report::Verdict::Unknown;
    out.unknown.push_back(
        {fmt::format("pointers that the launch at {} gives more than once are members that the kernel "
                     "reads otherwise than by their names",
                     place_of(*job.launch)),
         {}});
    return out;
  }
  for (const auto& [place, first] : one.first) {
    if (!options.bounds || !is_whole_one(place) || !is_whole_one(first)) continue;
    auto& sizes = options.bounds->sizes;
    if (const auto own = sizes.find(place.first); own != sizes.end())
      sizes.try_emplace(first.first, own->second);
  }
  report::Kernel out = check_kernel(*changed, function, options);
  for (const auto& [first, names] : together)
    report::add_once(out.assumptions,
                     fmt::format("from the launch at {}: {} are one pointer", place_of(*job.launch), names));
  for (const auto& [place, variable] : one.variable)
    report::add_once(out.assumptions,
                     fmt::format("from the launch at {}: {} is the address of {}", place_of(*job.launch),
                                 name_of(job, options, place), program.variables[variable].name));
  for (report::Finding& finding : out.findings) {
    if (!one.variable.empty()) finding.rerun.clear();
    for (const auto& [place, first] : one.first) {
      if (!is_whole_one(place) || !is_whole_one(first)) {
        finding.rerun.clear();
        continue;
      }
      std::erase_if(finding.inputs,
                    [&](const auto& input) { return input.first == name_of(options, place.first); });
      if (!finding.rerun.empty()) tell_in_rerun(options, place.first, first.first, finding.rerun);
    }
  }
  return out;
}

}  // namespace warpproof::cli
