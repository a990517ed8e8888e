#include "src/frontend/launch_relations.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "src/frontend/host_limits.h"
#include "src/frontend/host_multiples.h"
#include "src/frontend/launch_narrow.h"

namespace warpproof {
namespace {

// What stands for a value in a condition.
struct Pattern {
  HostIntegerPtr value;
  NamedInteger named;
  std::size_t parameter;  // that it is; kOfBlock and on: a size of the block, kOfGrid and on: of the grid
};
constexpr std::size_t kOfBlock = 1'000'000, kOfGrid = kOfBlock + 3, kNone = kOfGrid + 3;
constexpr const char* kAxes[] = {".x", ".y", ".z"};

// A bool that is no comparison, of which more would be known by what it compares.
bool is_flag(const HostInteger& e) {
  return e.type().bits == 1 &&
         (e.kind() == HostInteger::Kind::Variable || e.kind() == HostInteger::Kind::Unary);
}

void add_patterns(std::vector<Pattern>& out, const HostIntegerPtr& value, const std::string& name,
                  std::size_t parameter, const std::vector<HostIntegerPtr>& facts) {
  if (value->kind() == HostInteger::Kind::Constant) return;
  const IntegerType type = value->type();
  out.push_back({value, {name, type}, parameter});
  if (is_flag(*value) && value->kind() == HostInteger::Kind::Unary) out.push_back({value->operands()[0], {"!" + name, type}, parameter});
  if (value->kind() != HostInteger::Kind::Cast) return;
  // A conversion that loses nothing can be taken back.
  const HostIntegerPtr& from = value->operands()[0];
  if (is_flag(*from)) {
    out.push_back({from, {"(" + name + " != 0)", from->type()}, parameter});
    return;
  }
  const bool same_width = from->type().bits == type.bits;
  if ((!same_width && !widens(from->type(), type) && !fits(*from, type, facts)) || from->type().bits < 8)
    return;
  out.push_back({from, {"(" + type_name(from->type()) + ")" + name, from->type()}, parameter});
}

HostInteger::Called in_parameters(const std::vector<Pattern>& patterns) {
  return [&patterns](const HostInteger& e) -> std::optional<std::string> {
    for (const Pattern& p : patterns)
      if (p.parameter < kOfBlock && p.named.text.find('(') == std::string::npos && e.same_as(*p.value))
        return p.named.text;
    return std::nullopt;
  };
}

// Names for the parts of an expression. What `self` is named by, and all of `whole` by what comes later, would say
// nothing, or the same twice.
std::function<std::optional<NamedInteger>(const HostInteger&)> names(const std::vector<Pattern>& patterns,
                                                                     std::size_t self,
                                                                     const HostInteger* whole) {
  return [&patterns, self, whole](const HostInteger& e) -> std::optional<NamedInteger> {
    // Of a size of the block or the grid also the value under its conversion: of two sizes that are one number, the second
    // one is the first.
    const bool is_self = (whole != nullptr && e.same_as(*whole)) || std::any_of(patterns.begin(), patterns.end(), [&](const Pattern& p) {
                           return self >= kOfBlock && p.parameter == self && e.same_as(*p.value);
                         });
    for (const Pattern& p : patterns) {
      if (p.parameter == self || !e.same_as(*p.value)) continue;
      if (p.parameter > self && is_self) continue;
      return p.named;
    }
    return std::nullopt;
  };
}

// "name == value", compared as values of one type; nothing where the value cannot be written in a condition.
std::optional<std::string> equation(const std::vector<Pattern>& patterns, const std::string& name,
                                    const HostIntegerPtr& value, std::size_t self) {
  if (value->has_unknown()) return std::nullopt;
  const HostIntegerPtr left = HostInteger::variable(value->type(), "named " + name, name);
  const HostIntegerPtr both = HostInteger::binary("==", {1, false}, left, value);
  if (both == nullptr) return std::nullopt;
  const auto others = names(patterns, self, value.get());
  return condition_text(*both, [&](const HostInteger& e) -> std::optional<NamedInteger> {
    if (&e == left.get()) return NamedInteger{name, e.type()};
    return others(e);
  });
}

// What the facts say of a bool that is given to a parameter: all of `a && b` where each is a fact.
std::optional<bool> settled(const HostIntegerPtr& value, const std::vector<HostIntegerPtr>& facts) {
  const auto is_fact = [&](const HostInteger& e) {
    return std::any_of(facts.begin(), facts.end(), [&](const HostIntegerPtr& fact) { return fact->same_as(e); });
  };
  if (value->value()) return *value->value() != 0;
  if (is_fact(*value)) return true;
  if (const HostIntegerPtr opposite = HostInteger::unary("!", value); opposite != nullptr && is_fact(*opposite)) return false;
  const std::vector<HostIntegerPtr>& parts = value->operands();
  if (value->kind() == HostInteger::Kind::Unary && value->op() == "!") {
    const auto inner = settled(parts[0], facts);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (value->kind() != HostInteger::Kind::Binary || (value->op() != "&&" && value->op() != "||")) return std::nullopt;
  const bool decides = value->op() == "||";  // the side that says it alone
  const auto a = settled(parts[0], facts), b = settled(parts[1], facts);
  if (a == decides || b == decides) return decides;
  return a && b ? std::optional(!decides) : std::nullopt;
}

// "n >= 1" of std::max(m, 1), where nothing is known of m. What the types alone say is not told.
template <class State>
void limit(const std::string& name, const HostInteger& value, const State& state) {
  const IntegerType type = value.type();
  if (type.bits < 32 || value.kind() == HostInteger::Kind::Variable || value.value()) return;
  const HostInteger* from = &value;
  while (from->kind() == HostInteger::Kind::Cast) from = from->operands()[0].get();
  // A conversion to a wider type is a relation of its own.
  const HostLimits known = limits_of(value), any = limits_of(type), before = widens(from->type(), type) ? limits_of(from->type()) : any;
  const HostIntegerPtr left = HostInteger::variable(type, "named " + name, name);
  const auto compare = [&](const char* op, __int128 number) {
    const HostIntegerPtr fact = HostInteger::binary(op, {1, false}, left, HostInteger::constant(type, static_cast<std::uint64_t>(number)));
    const auto text = fact == nullptr ? std::nullopt : condition_text(*fact, [&](const HostInteger& e) -> std::optional<NamedInteger> {
      return &e == left.get() ? std::optional(NamedInteger{name, type}) : std::nullopt;
    });
    if (text) state(*text);
  };
  if (known.low > any.low && known.low > before.low) compare(">=", known.low);
  if (known.high < any.high && known.high < before.high) compare("<=", known.high);
}

// A wide parameter that was given a narrow value.
template <class State>
void widening(const HostLaunch::Parameter& p, const HostInteger& value, const State& state) {
  if (value.kind() != HostInteger::Kind::Cast) return;
  const IntegerType from = value.operands()[0]->type();
  if (is_flag(*value.operands()[0])) return state("(" + p.name + " == 0 || " + p.name + " == 1)");
  if (from.bits >= p.type->bits || from.bits < 8 || !widens(from, *p.type)) return;
  state(p.name + " == (" + type_name(*p.type) + ")(" + type_name(from) + ")" + p.name);
}

template <class State>
void relate_grid(const std::vector<Pattern>& patterns, const HostShape& grid, const HostLaunch& launch,
                 const State& state) {
  if (launch.grid[0].value && launch.grid[1].value && launch.grid[2].value)
    return;  // the whole grid is given
  std::string constants;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string name = std::string("gridDim") + kAxes[d];
    if (launch.grid[d].value) {
      constants += (constants.empty() ? "" : " && ") + name + " == " + launch.grid[d].text;
    } else if (const auto text = equation(patterns, name, grid[d], kOfGrid + d)) {
      state(*text);
    }
  }
  if (!constants.empty()) state(constants);
}

// A fact about a number that an argument cuts off, as one about the argument: whether a power of two divides it is a matter
// of its low bits, which the argument has, too.
HostIntegerPtr with_low_bits(const HostIntegerPtr& fact, const std::vector<HostIntegerPtr>& arguments) {
  if (fact->operands().empty()) return fact;
  const bool compares = fact->kind() == HostInteger::Kind::Binary && (fact->op() == "==" || fact->op() == "!=");
  for (std::size_t side = 0; compares && side < 2; ++side) {
    const HostInteger& rest = *fact->operands()[side];
    if (fact->operands()[1 - side]->value() != std::uint64_t{0} || rest.kind() != HostInteger::Kind::Binary || rest.op() != "%") continue;
    const auto by = rest.operands()[1]->value();
    if (!by || *by == 0 || (*by & (*by - 1)) != 0) continue;
    for (const HostIntegerPtr& a : arguments) {
      const bool cuts_off = a && a->kind() == HostInteger::Kind::Cast && a->operands()[0]->same_as(*rest.operands()[0]) &&
                            a->type().bits >= 32 && a->type().bits < rest.type().bits && *by < (std::uint64_t{1} << (a->type().bits - 1));
      if (!cuts_off) continue;
      const HostIntegerPtr low = HostInteger::binary("%", a->type(), a, HostInteger::constant(a->type(), *by));
      const HostIntegerPtr out = HostInteger::binary(fact->op(), fact->type(), low, HostInteger::constant(a->type(), 0));
      return out != nullptr ? out : fact;  // null: it is too long
    }
  }
  HostIntegerPtr out = fact;
  for (const HostIntegerPtr& part : fact->operands()) {
    const HostIntegerPtr other = with_low_bits(part, arguments);
    if (other != part) out = HostInteger::with(out, *part, other);
  }
  return out;
}

}  // namespace

std::vector<HostIntegerPtr> relate_launch(const std::vector<HostIntegerPtr>& facts,
                                          std::vector<HostIntegerPtr> arguments, const HostShape& block,
                                          const std::optional<HostShape>& grid, HostLaunch& launch) {
  const std::vector<HostLaunch::Parameter> numbers = launch.numbers();
  arguments.resize(numbers.size());
  std::vector<Pattern> patterns;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& type = numbers[i].type;
    // What an array of pointers holds is not converted.
    if (!type || (arguments[i] && !(arguments[i]->type() == *type))) arguments[i] = nullptr;
    if (arguments[i]) add_patterns(patterns, arguments[i], numbers[i].in_conditions(), i, facts);
  }
  for (std::size_t d = 0; d < 3; ++d) {
    add_patterns(patterns, block[d], std::string("blockDim") + kAxes[d], kOfBlock + d, facts);
    if (grid) add_patterns(patterns, (*grid)[d], std::string("gridDim") + kAxes[d], kOfGrid + d, facts);
  }

  // What the kernel calls a value says more than what the host does.
  if (grid) {
    for (std::size_t d = 0; d < 3; ++d) {
      if (!launch.grid[d].value) launch.grid[d].text = (*grid)[d]->text(in_parameters(patterns));
    }
  }
  const auto state = [&](const std::string& text) {
    if (std::find(launch.relations.begin(), launch.relations.end(), text) == launch.relations.end())
      launch.relations.push_back(text);
  };
  // Of a number that is computed from what has no name here: which power of two divides it, and its limits.
  const auto unrelated = [&](const std::string& name, const HostIntegerPtr& value, std::size_t self) {
    if (value->kind() == HostInteger::Kind::Variable || equation(patterns, name, value, self)) return;
    const HostIntegerPtr multiple = multiple_fact(value, low_zeros(*value));
    if (const auto text = multiple ? condition_text(*multiple, names(patterns, kNone, nullptr)) : std::nullopt) state(*text);
    limit(name, *value, state);
  };
  const auto related = [&](const std::string& name, const HostIntegerPtr& value, std::size_t self) {
    if (const auto text = equation(patterns, name, value, self)) state(*text);
    unrelated(name, value, self);
  };
  if (grid) relate_grid(patterns, *grid, launch, state);
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string axis = kAxes[d];
    if (!launch.block[d].value) related("blockDim" + axis, block[d], kOfBlock + d);
    if (grid && !launch.grid[d].value) unrelated("gridDim" + axis, (*grid)[d], kOfGrid + d);
  }
  std::vector<HostIntegerPtr> said;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i]) continue;
    if (const auto is = numbers[i].type->bits == 1 ? settled(arguments[i], facts) : std::nullopt) {
      state(numbers[i].name + (*is ? " == 1" : " == 0"));
      if (is_flag(*arguments[i])) said.push_back(*is ? arguments[i] : HostInteger::unary("!", arguments[i]));
    } else {
      related(numbers[i].in_conditions(), arguments[i], i);
    }
    widening(numbers[i], *arguments[i], state);
  }
  std::vector<HostIntegerPtr> unsaid, all = arguments;
  all.insert(all.end(), block.begin(), block.end());
  if (grid) all.insert(all.end(), grid->begin(), grid->end());
  for (const HostIntegerPtr& fact : facts) {
    const auto is_said = [&](const HostIntegerPtr& e) { return e != nullptr && fact->same_as(*e); };
    if (std::any_of(said.begin(), said.end(), is_said)) continue;
    auto text = condition_text(*fact, names(patterns, kNone, nullptr));
    if (!text) text = condition_text(*with_low_bits(fact, all), names(patterns, kNone, nullptr));
    if (text) {
      state(*text);
    } else {
      unsaid.push_back(fact);
    }
  }
  // A bool is 0 or 1: compilers test one bit, or the whole byte.
  for (const HostLaunch::Parameter& p : numbers) {
    const auto names_it = [&](const std::string& text) { return text.find(p.in_conditions()) != std::string::npos; };
    if (p.type && p.type->bits == 1 && std::any_of(launch.relations.begin(), launch.relations.end(), names_it)) state(p.name + " <= 1");
  }
  return unsaid;
}

}  // namespace warpproof
