#include "checker/launch/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <tao/pegtl.hpp>

#include "checker/launch/condition_terms.h"

namespace warpproof::launch {

namespace {

constexpr std::size_t kLongest = 4096;  // characters of a condition
constexpr std::size_t kDeepest = 64;    // parentheses within each other: as deep as parsing recurses

// Binary operators, longest first where one starts another, and how tightly they bind.
struct Binding {
  std::string_view op;
  int precedence;
};
constexpr std::array<Binding, 18> kBinary = {{{"<<", 8},
                                              {">>", 8},
                                              {"<=", 7},
                                              {">=", 7},
                                              {"==", 6},
                                              {"!=", 6},
                                              {"&&", 2},
                                              {"||", 1},
                                              {"*", 10},
                                              {"/", 10},
                                              {"%", 10},
                                              {"+", 9},
                                              {"-", 9},
                                              {"<", 7},
                                              {">", 7},
                                              {"&", 5},
                                              {"^", 4},
                                              {"|", 3}}};
constexpr int kUnary = 11;

int precedence_of(std::string_view op) {
  const auto it = std::find_if(kBinary.begin(), kBinary.end(), [&](const Binding& b) { return b.op == op; });
  return it->precedence;
}

// --- Grammar: operands and operators in turn; the builder's stack knows how tightly they bind.
namespace grammar {
namespace p = tao::pegtl;

struct s : p::star<p::space> {};
struct name_start : p::ranges<'a', 'z', 'A', 'Z', '_', '_', '$', '$'> {};
struct name_char : p::ranges<'a', 'z', 'A', 'Z', '0', '9', '_', '_', '$'> {};
struct name : p::seq<name_start, p::star<name_char>, p::star<p::one<'.'>, name_start, p::star<name_char>>> {};
struct number : p::seq<p::digit, p::star<name_char>> {};
struct unary_operator : p::one<'-', '+', '~', '!'> {};
struct binary_operator
    : p::sor<p::string<'<', '<'>, p::string<'>', '>'>, p::string<'<', '='>, p::string<'>', '='>,
             p::string<'=', '='>, p::string<'!', '='>, p::string<'&', '&'>, p::string<'|', '|'>,
             p::one<'*', '/', '%', '+', '-', '<', '>', '&', '^', '|'>> {};
template <char... Cs>
struct word : p::seq<p::string<Cs...>, p::not_at<name_char>> {};
struct sign : p::sor<word<'u', 'n', 's', 'i', 'g', 'n', 'e', 'd'>, word<'s', 'i', 'g', 'n', 'e', 'd'>> {};
struct width : p::sor<word<'c', 'h', 'a', 'r'>, word<'s', 'h', 'o', 'r', 't'>, word<'i', 'n', 't'>,
                      word<'l', 'o', 'n', 'g'>> {};
struct type : p::seq<p::opt<sign, s>, p::opt<width>, p::star<p::blank>> {};
struct typed : p::seq<p::at<p::sor<sign, width>>, type> {};
struct cast : p::seq<p::one<'('>, s, typed, s, p::one<')'>> {};
struct open_parenthesis : p::one<'('> {};
struct close_parenthesis : p::one<')'> {};
struct expression;
struct parenthesised : p::if_must<open_parenthesis, s, expression, s, close_parenthesis> {};
struct operand : p::sor<number, name, parenthesised> {};
struct prefix : p::sor<unary_operator, cast> {};
struct unary : p::seq<p::star<prefix, s>, p::must<operand>> {};
struct expression : p::seq<unary, p::star<s, p::if_must<binary_operator, s, unary>>> {};
struct end : p::eof {};
struct condition : p::seq<s, expression, s, p::must<end>> {};

template <typename Rule>
inline constexpr const char* kMessage = "unexpected text";
template <>
inline constexpr const char* kMessage<operand> = "expected a number, a name or '('";
template <>
inline constexpr const char* kMessage<close_parenthesis> = "expected an operator or ')'";
template <>
inline constexpr const char* kMessage<end> = "expected an operator or the end";
template <>
inline constexpr const char* kMessage<unary> = kMessage<operand>;
template <>
inline constexpr const char* kMessage<expression> = kMessage<operand>;
}  // namespace grammar

std::string type_name(int bits, bool is_signed) {
  const char* name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  return is_signed ? (bits == 8 ? "signed char" : name) : std::string("unsigned ") + name;
}

}  // namespace

// Takes tokens in the order of the text, leaves steps in postfix order (the shunting-yard algorithm).
class ConditionBuilder {
 public:
  ConditionBuilder(const std::string& text, const Condition::Lookup& parameter) : parameter_(parameter) {
    condition_.text_ = text;
    begin_ = condition_.text_.data();
  }

  const std::string& text() const { return condition_.text_; }
  [[noreturn]] void fail(std::string_view at, const std::string& message) const {
    throw ConditionError(static_cast<int>(at.data() - begin_) + 1, message);
  }

  void number(std::string_view t) {
    Condition::Step step;
    std::size_t digits = t.size();
    while (digits > 1 && std::string_view("uUlL").find(t[digits - 1]) != std::string_view::npos) --digits;
    const bool hex = t.starts_with("0x") || t.starts_with("0X");
    const char* first = t.data() + (hex ? 2 : 0);
    const auto [end, error] = std::from_chars(first, t.data() + digits, step.value, hex ? 16 : 10);
    if (error == std::errc::result_out_of_range) fail(t, "the number does not fit 64 bits");
    if (!hex && t.size() > 1 && t[0] == '0' && digits > 1)
      fail(t, "a number that begins with 0 is octal in C; write it in decimal or as 0x..");
    if (error != std::errc() || end != t.data() + digits || !take_suffix(t.substr(digits), hex, step))
      fail(t, fmt::format("'{}' is no integer; numbers are decimal or 0x.., with a suffix u, l or ul", t));
    condition_.steps_.push_back(step);
  }

  void name(std::string_view t) {
    const std::string name(t);
    const std::optional<Quantity> quantity = quantity_of(t, name);
    if (!quantity)
      throw UnknownName(static_cast<int>(t.data() - begin_) + 1, fmt::format("no parameter '{}'", name));
    auto& names = condition_.names_;
    const auto it = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == name; });
    Condition::Step step;
    step.kind = Condition::Step::Kind::Name;
    step.name = static_cast<std::size_t>(it - names.begin());
    if (it == names.end()) names.emplace_back(name, *quantity);
    condition_.steps_.push_back(step);
  }

  void open(std::string_view t) {
    if (++depth_ > kDeepest) fail(t, fmt::format("more than {} parentheses within each other", kDeepest));
    operators_.push_back({"(", 0, true});
  }
  void close() {
    --depth_;
    reduce(1);
    operators_.pop_back();
  }
  void unary(std::string_view t) { operators_.push_back({std::string(t), kUnary, true}); }
  void binary(std::string_view t) {
    const int precedence = precedence_of(t);
    reduce(precedence);
    operators_.push_back({std::string(t), precedence, false});
  }
  Condition finish() {
    reduce(1);
    return std::move(condition_);
  }

 private:
  struct Operator {
    std::string op;
    int precedence;  // 0: an open parenthesis
    bool is_unary;
  };

  // The type of a literal is the first that holds it ([lex.icon]).
  static bool take_suffix(std::string_view suffix, bool hex, Condition::Step& step) {
    std::string lower(suffix);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
      return c == 'U' ? 'u' : c == 'L' ? 'l' : c;
    });
    static constexpr std::array<std::string_view, 8> kSuffixes = {"",   "u",   "l",  "ll",
                                                                  "ul", "ull", "lu", "llu"};
    if (std::find(kSuffixes.begin(), kSuffixes.end(), lower) == kSuffixes.end()) return false;
    const bool is_unsigned = lower.find('u') != std::string::npos,
               is_long = lower.find('l') != std::string::npos;
    const bool may_be_unsigned = is_unsigned || hex;
    const auto fits = [&](int bits, bool sign) { return step.value >> (bits - (sign ? 1 : 0)) == 0; };
    for (const int bits : {32, 64}) {
      if (bits == 32 && is_long) continue;
      for (const bool sign : {true, false}) {
        if (sign ? is_unsigned : !may_be_unsigned) continue;
        if (bits == 64 ? !sign || step.value >> 63 == 0 : fits(bits, sign)) {
          step.bits = bits;
          step.is_signed = sign;
          return true;
        }
      }
    }
    return false;
  }

  std::optional<Quantity> quantity_of(std::string_view t, const std::string& name) const {
    using Kind = Quantity::Kind;
    if (name == "warpSize") return Quantity{Kind::WarpSize, 0, 32, true};
    for (const auto& [prefix, kind] :
         {std::pair("blockDim.", Kind::BlockSize), std::pair("gridDim.", Kind::GridSize)}) {
      if (!name.starts_with(prefix)) continue;
      const std::string axis = name.substr(std::string_view(prefix).size());
      const std::size_t index = std::string_view("xyz").find(axis);
      if (axis.size() != 1 || index == std::string_view::npos)
        fail(t, fmt::format("'{}': {} has .x, .y and .z", name, name.substr(0, name.find('.'))));
      return Quantity{kind, static_cast<std::uint32_t>(index), 32, false};
    }
    for (const char* other : {"threadIdx", "blockIdx"}) {
      if (name.starts_with(other))
        fail(t, fmt::format(
                    "'{}' differs from thread to thread; conditions are about the launch and its parameters",
                    name));
    }
    try {
      return parameter_(name);
    } catch (const ConditionError&) {
      throw;
    } catch (const std::runtime_error& error) {
      fail(t, error.what());
    }
  }

  // Operators that bind at least as tightly are complete.
  void reduce(int precedence) {
    while (!operators_.empty() && operators_.back().precedence >= precedence) {
      Condition::Step step;
      step.kind = operators_.back().is_unary ? Condition::Step::Kind::Unary : Condition::Step::Kind::Binary;
      step.op = operators_.back().op;
      condition_.steps_.push_back(std::move(step));
      operators_.pop_back();
    }
  }

  const Condition::Lookup& parameter_;
  Condition condition_;
  const char* begin_ = nullptr;
  std::size_t depth_ = 0;
  std::vector<Operator> operators_;
};

namespace {

template <typename Rule>
struct Action {};

#define WARPPROOF_CONDITION(rule, ...)                                  \
  template <>                                                           \
  struct Action<grammar::rule> {                                        \
    template <typename Input>                                           \
    static void apply(const Input& in, ConditionBuilder& b) {           \
      [[maybe_unused]] const std::string_view t(in.begin(), in.size()); \
      __VA_ARGS__;                                                      \
    }                                                                   \
  };

WARPPROOF_CONDITION(number, b.number(t))
WARPPROOF_CONDITION(name, b.name(t))
WARPPROOF_CONDITION(unary_operator, b.unary(t))
WARPPROOF_CONDITION(cast, b.unary(t))
WARPPROOF_CONDITION(binary_operator, b.binary(t))
WARPPROOF_CONDITION(open_parenthesis, b.open(t))
WARPPROOF_CONDITION(close_parenthesis, b.close())
#undef WARPPROOF_CONDITION

template <typename Rule>
struct Control : tao::pegtl::normal<Rule> {
  template <typename Input, typename... States>
  [[noreturn]] static void raise(const Input& in, ConditionBuilder& b, States&&...) {
    const std::string_view rest(in.current(), in.size());
    std::string message = grammar::kMessage<Rule>;
    if (!rest.empty()) message += fmt::format(", not '{}'", rest.substr(0, 16));
    b.fail(rest, message);
  }
};

}  // namespace

Condition Condition::parse_size(const std::string& name, const std::string& bytes, const Lookup& parameter) {
  Condition out = parse(bytes, parameter);
  out.is_size_ = true;
  out.text_ = fmt::format("{} has {} bytes, no fewer than 0 and no more than 2^39", name, bytes);
  return out;
}

Condition Condition::parse(const std::string& text, const Lookup& parameter) {
  if (text.size() > kLongest) throw ConditionError(1, fmt::format("longer than {} characters", kLongest));
  ConditionBuilder builder(text, parameter);
  const char* const begin = builder.text().data();
  tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*> in(
      begin, begin + builder.text().size(), "");
  if (!tao::pegtl::parse<grammar::condition, Action, Control>(in, builder))
    throw ConditionError(1, grammar::kMessage<grammar::operand>);
  return builder.finish();
}

std::string Condition::types() const {
  std::string out;
  for (const auto& [name, q] : names_) {
    if (q.kind == Quantity::Kind::Parameter)
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", name, type_name(q.bits, q.is_signed));
  }
  return out;
}

Term Condition::holds(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const {
  const ConditionTerms whole = condition_terms(graph, steps_, names_, is_size_, value);
  const Term zero = graph.constant(whole.bits, 0);
  const Term defined = is_computed_ ? graph.land(whole.defined, whole.fits) : whole.defined;
  if (!is_size_) return graph.land(defined, graph.lnot(graph.eq(whole.word, zero)));
  return graph.land(whole.defined, graph.ule(whole.word, graph.constant(64, kLargestSize)));
}

void Condition::set_computed() {
  is_computed_ = true;
  TermGraph graph;
  const auto variable = [&](const Quantity& q) { return graph.var(q.bits, "quantity"); };
  if (!graph.is_true(condition_terms(graph, steps_, names_, false, variable).fits)) text_ += ", without overflow";
}

std::optional<std::uint64_t> Condition::given_number() const {
  using Kind = Step::Kind;
  if (steps_.size() != 3 || steps_[0].kind != Kind::Name || steps_[1].kind != Kind::Literal || steps_[2].op != "==") return std::nullopt;
  if (names_[steps_[0].name].second.kind != Quantity::Kind::Parameter) return std::nullopt;
  return steps_[1].value;
}

Term Condition::exact(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const {
  return is_size_ ? graph.truth(true) : condition_terms(graph, steps_, names_, false, value).exact;
}

Term Condition::size(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const {
  return condition_terms(graph, steps_, names_, true, value).word;
}

Condition Condition::renumbered(const std::function<std::uint32_t(std::uint32_t)>& number) const {
  Condition out = *this;
  for (auto& [name, q] : out.names_) {
    if (q.kind == Quantity::Kind::Parameter) q.index = number(q.index);
  }
  return out;
}

}  // namespace warpproof::launch
