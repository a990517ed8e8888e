#include "checker/cli/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "checker/cli/declarations.h"
#include "checker/cli/parameter_types.h"

namespace warpproof::cli {
namespace {

std::optional<std::size_t> position(const Selected& kernel, const std::string& name) {
  const Function& f = kernel.function();
  const auto& source_names = kernel.candidate->parameter_names;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const bool by_source = i < source_names.size() && source_names[i] == name;
    if (by_source || name == std::to_string(i) ||
        name == kernel.input->program.variables[f.parameters[i]].name) {
      return i;
    }
  }
  return std::nullopt;
}

// Named as the source's text does, where the compiler's names could not be read.
bool is_named_by_text(const Selected& kernel, const std::string& name) {
  const auto i = kernel.candidate->names_are_of_text ? position(kernel, name) : std::nullopt;
  return i && name != std::to_string(*i) && name != kernel.input->program.variables[kernel.function().parameters[*i]].name;
}

// Whether `bytes` bytes hold the 64-bit value, read as signed or as unsigned.
bool fits(std::uint64_t value, std::uint64_t bytes) {
  if (bytes >= 8) return true;
  const unsigned bits = 8 * static_cast<unsigned>(bytes);
  return value >> bits == 0 || value >> (bits - 1) == ~std::uint64_t{0} >> (bits - 1);
}

const StructureMembers& members_of(const Selected& kernel) {
  static const StructureMembers kNone;
  const DeclaredFunction* declared = declaration_of(*kernel.input, *kernel.candidate);
  return declared == nullptr ? kNone : declared->members;
}

// "in (0), out (1), n (2)".
std::string parameter_list(const Selected& kernel) {
  const Function& f = kernel.function();
  const auto& source_names = kernel.candidate->parameter_names;
  std::string text;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const bool named = i < source_names.size() && !source_names[i].empty();
    const std::string& name = named ? source_names[i] : kernel.input->program.variables[f.parameters[i]].name;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, i);
  }
  for (const StructureMembers::Member& member : members_of(kernel).all) text += ", " + member.name;
  return text.empty() ? "none" : text;
}

launch::Quantity quantity_of(const Selected& kernel, std::size_t index, const std::string& name) {
  const Variable& variable = kernel.input->program.variables[kernel.function().parameters[index]];
  const auto& types = kernel.candidate->parameter_types;
  const std::string type = index < types.size() ? types[index] : "";
  if (type.find_first_of("*&[(") != std::string::npos)
    throw std::runtime_error(fmt::format("{} is a pointer; conditions are over numbers", name));
  if (variable.size > 8 || (variable.size & (variable.size - 1)) != 0)
    throw std::runtime_error(
        fmt::format("{} has {} bytes; conditions are over integers of 1, 2, 4 or 8", name, variable.size));
  const auto known = integer_type(type);
  // An enumeration, say: whether it is signed is not known.
  if (kernel.input->cuda_source && !known && !is_float(variable.element))
    throw std::runtime_error(type.empty() ? fmt::format("the type of {} is not known, as the host half of the source could not be read", name)
                                          : fmt::format("{} has the type {}; conditions are over the integers of C++", name, type));
  const bool floats = type == "float" || type == "double" || type == "__half" || type == "__nv_bfloat16";
  if (floats || (!known && is_float(variable.element)))
    throw std::runtime_error(
        fmt::format("{} is a floating-point number; conditions are over integers", name));
  launch::Quantity q;
  q.index = static_cast<std::uint32_t>(index);
  q.bits = static_cast<int>(8 * variable.size);
  // Without a source PTX says what is signed: .s32 is, .u32 and .b32 are not.
  q.is_signed = known ? known->second : is_signed(variable.element);
  return q;
}

const StructureMembers::Member* member_named(const StructureMembers& all, const std::string& name) {
  const auto it = std::find_if(all.all.begin(), all.all.end(), [&](const auto& m) { return m.name == name; });
  return it == all.all.end() ? nullptr : &*it;
}

std::string all_names(const std::vector<Selected>& kernels) {
  std::string out;
  for (const Selected& kernel : kernels)
    out += fmt::format("; {} has {}", kernel.candidate->name, parameter_list(kernel));
  return out + "; besides there are blockDim.x, gridDim.x (.y, .z) and warpSize";
}

}  // namespace

std::optional<launch::Quantity> member_quantity(const Selected& kernel, const StructureMembers& all, const std::string& name) {
  const StructureMembers::Member* member = member_named(all, name);
  if (member == nullptr) return std::nullopt;
  const auto [parameter, offset] = member->place;
  const auto size = all.sizes.find(parameter);
  const Function& f = kernel.function();
  if (size == all.sizes.end() || parameter >= f.parameters.size()) return std::nullopt;
  if (size->second != kernel.input->program.variables[f.parameters[parameter]].size) return std::nullopt;
  launch::Quantity q;
  q.index = static_cast<std::uint32_t>(parameter);
  q.bits = std::max(8, member->type.bits);
  q.is_signed = member->type.is_signed;
  q.member = static_cast<std::uint32_t>(offset);
  return q;
}

std::map<std::string, launch::Quantity> scalars_of(const Selected& kernel) {
  std::map<std::string, launch::Quantity> out;
  const auto& names = kernel.candidate->parameter_names;
  const auto& types = kernel.candidate->parameter_types;
  for (std::size_t i = 0; i < std::min(names.size(), types.size()); ++i) {
    if (names[i].empty() || !integer_type(types[i])) continue;
    try {
      out.emplace(names[i], quantity_of(kernel, i, names[i]));
    } catch (const std::runtime_error&) {  // a pointer, say
    }
  }
  return out;
}

namespace {

// The names of a kernel's parameters in conditions and sizes.
launch::Condition::Lookup names_of(const Selected& kernel) {
  return [&kernel](const std::string& name) -> std::optional<launch::Quantity> {
    if (name.find('.') != std::string::npos) return member_quantity(kernel, members_of(kernel), name);
    const auto index = position(kernel, name);
    if (!index) return std::nullopt;
    return quantity_of(kernel, *index, name);
  };
}

// Calls f for each kernel that a text is about. f throws ConditionError, UnknownName where it is about
// others, with columns that count from `first` columns into the text.
template <class F>
void for_kernels_of(const std::vector<Selected>& kernels, About about, const std::string& option,
                    const std::string& text, std::size_t first, F f) {
  const auto fail = [&](const launch::ConditionError& error, const std::string& more) {
    throw InputError({}, fmt::format("{} '{}', column {}: {}{}", option, text,
                                     first + static_cast<std::size_t>(error.column()), error.what(), more));
  };
  std::optional<launch::UnknownName> unknown;
  bool about_one = kernels.empty() || about == About::Any;
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    try {
      f(k);
      about_one = true;
    } catch (const launch::UnknownName& error) {
      unknown = error;
    } catch (const launch::ConditionError& error) {
      fail(error, "");
    }
  }
  if (!about_one) fail(*unknown, all_names(kernels));
}

// The pointer that a size is given for.
std::uint32_t sized_pointer(const Selected& kernel, const std::string& name, std::size_t index,
                            bool overlap) {
  const Function& f = kernel.function();
  const Variable& variable = kernel.input->program.variables[f.parameters[index]];
  const auto fail = [&](const std::string& why) {
    throw InputError({kernel.input->file, 0, 0}, fmt::format("--size {}: parameter {} of {} {}", name, name,
                                                             kernel.candidate->name, why));
  };
  if (!f.is_entry) fail("is no kernel's; a size belongs to a whole launch");
  if (variable.size != 8 || variable.holds == Variable::Holds::Number) fail("is no pointer");
  if (overlap && !variable.is_restrict)
    fail("may overlap others (--alias may), so it has no size of its own; declare it __restrict__");
  return static_cast<std::uint32_t>(index);
}

// Which parameter a name stands for is part of the assumption, where it is not the compiler that says so.
void tell_names_of_text(const Selected& kernel, launch::Condition& condition) {
  std::string text;
  for (const auto& [name, q] : condition.names()) {
    if (q.kind == launch::Quantity::Kind::Parameter && is_named_by_text(kernel, name))
      text += fmt::format("{}{} as the text of the source names parameter {}", text.empty() ? "assumed, with " : ", ", name, q.index);
  }
  if (!text.empty()) condition.set_origin(text);
}

// A bool is 0 or 1: in C++ it has no other value, so that `--assume flag` is that it is 1. A kernel reads its lowest bit
// only, and would take 2, which the condition lets pass, for false.
void add_bools(const Selected& kernel, const launch::Condition& condition,
               std::vector<launch::Condition>& out) {
  const auto& types = kernel.candidate->parameter_types;
  for (const auto& [name, q] : condition.names()) {
    const StructureMembers::Member* member = member_named(members_of(kernel), name);
    const bool is_bool = member != nullptr ? member->type.bits == 1
                                           : q.kind == launch::Quantity::Kind::Parameter && q.index < types.size() && types[q.index] == "bool";
    const std::string text = name + " <= 1";
    const auto is_known = [&](const launch::Condition& c) { return c.text() == text; };
    if (is_bool && std::none_of(out.begin(), out.end(), is_known))
      out.push_back(launch::Condition::parse(text, names_of(kernel)));
  }
}

}  // namespace

std::vector<std::vector<launch::Condition>> conditions_of(const std::vector<Selected>& kernels,
                                                          const std::vector<std::string>& texts, About about) {
  std::vector<std::vector<launch::Condition>> out(kernels.size());
  for (const std::string& text : texts) {
    for_kernels_of(kernels, about, "--assume", text, 0, [&](std::size_t k) {
      out[k].push_back(launch::Condition::parse(text, names_of(kernels[k])));
      tell_names_of_text(kernels[k], out[k].back());
      add_bools(kernels[k], launch::Condition(out[k].back()), out[k]);
    });
  }
  return out;
}

std::vector<launch::Bounds> bounds_of(const std::vector<Selected>& kernels,
                                      const std::vector<std::string>& texts, bool overlap, About about) {
  std::vector<launch::Bounds> out(kernels.size());
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError({}, fmt::format("--size '{}': expected NAME=BYTES, as in in=\"4 * n\"", text));
    const std::string name = text.substr(0, equals);
    for_kernels_of(kernels, about, "--size", text, equals + 1, [&](std::size_t k) {
      const auto index = position(kernels[k], name);
      if (!index)
        throw launch::UnknownName(-static_cast<int>(equals), fmt::format("no parameter '{}'", name));
      const std::uint32_t pointer = sized_pointer(kernels[k], name, *index, overlap);
      auto size = launch::Condition::parse_size(name, text.substr(equals + 1), names_of(kernels[k]));
      if (is_named_by_text(kernels[k], name)) size.set_origin(fmt::format("assumed, with {} as the text of the source names parameter {}", name, *index));
      else tell_names_of_text(kernels[k], size);
      if (!out[k].sizes.emplace(pointer, std::move(size)).second)
        throw InputError({kernels[k].input->file, 0, 0},
                         fmt::format("--size: the buffer of {} is given two sizes", name));
    });
  }
  return out;
}

void judge_bounds(const launch::Bounds& bounds, bool always, CheckOptions& options) {
  if (!always && bounds.sizes.empty()) return;
  options.bounds = bounds;
  for (const auto& [pointer, size] : bounds.sizes) options.assumptions.push_back(size);
}

std::map<std::string, std::uint64_t> parameters_of(const Selected& kernel,
                                                   const std::map<std::string, std::uint64_t>& parameters) {
  std::map<std::string, std::uint64_t> own;
  std::map<std::size_t, std::uint64_t> given;
  for (const auto& [name, value] : parameters) {
    const std::optional<std::size_t> i = position(kernel, name);
    if (!i) continue;
    const Variable& variable = kernel.input->program.variables[kernel.function().parameters[*i]];
    const SourceLocation where{kernel.input->file, 0, 0};
    if (is_named_by_text(kernel, name))
      throw InputError(where, fmt::format("which parameter of {} is called {} is not known, as the host half of the source could not be read; "
                                          "give its position: --param {}={}",
                                          kernel.candidate->name, name, *i, value));
    if (variable.size > 8) {
      throw InputError(
          where, fmt::format("parameter {} of {} has {} bytes; --param fixes scalars of at most 8", name,
                             kernel.candidate->name, variable.size));
    }
    if (value != 0 && variable.holds == Variable::Holds::Pointer) {
      throw InputError(
          where, fmt::format("parameter {} of {} is a pointer; --param fixes numbers, and pointers to 0",
                             name, kernel.candidate->name));
    }
    if (!fits(value, variable.size)) {
      throw InputError(where, fmt::format("parameter {} of {} has {} bytes and cannot hold {:#x}", name,
                                          kernel.candidate->name, variable.size, value));
    }
    const auto [same, fresh] = given.emplace(*i, value);
    if (!fresh && same->second != value) {
      throw InputError(where,
                       fmt::format("parameter {} of {} is given two values", *i, kernel.candidate->name));
    }
    own.emplace(name, value);
  }
  return own;
}

std::vector<std::string> given_texts(const std::map<std::string, std::uint64_t>& parameters) {
  std::vector<std::string> out;
  for (const auto& [name, value] : parameters) {
    const bool is_position = name.find_first_not_of("0123456789") == std::string::npos;
    out.push_back(fmt::format("{}{} == {}", is_position ? "parameter " : "", name, static_cast<std::int64_t>(value)));
  }
  return out;
}

void require_known_parameters(const std::vector<Selected>& kernels,
                              const std::map<std::string, std::uint64_t>& parameters) {
  for (const auto& [name, value] : parameters) {
    const bool known = std::any_of(kernels.begin(), kernels.end(), [&, &n = name](const Selected& kernel) {
      return position(kernel, n).has_value();
    });
    if (known || kernels.empty()) continue;
    std::string message = fmt::format("no parameter '{}'", name);
    for (const Selected& kernel : kernels) {
      message += fmt::format("; {} has {}", kernel.candidate->name, parameter_list(kernel));
    }
    throw InputError({kernels.front().input->file, 0, 0}, message);
  }
}

}  // namespace warpproof::cli
