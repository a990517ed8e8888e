// Questions to Z3: strategies, limits of effort, models.
#include <cstring>

#include "checker/smt/certificates.h"
#include "checker/smt/solver_impl.h"
#include "checker/smt/z3_limits.h"
#include "src/base/apart.h"
#include "src/base/random_seed.h"

namespace warpproof {

namespace {

constexpr std::size_t kMostTermsHere = 2'000;            // of a query to Z3 within this process
constexpr auto kGrace = std::chrono::milliseconds(500);  // for Z3 to see that its time is over

// Of a query with functions to Z3's own choice of tactics, in which ctx-simplify heeds no limit: a query of 16,000 terms kept it
// for minutes, and `prepared & smt` for half a second (Z3 4.8.12).
constexpr std::size_t kMostTermsOfOwnChoice = 4'000;

constexpr std::uint64_t kBitsOfTerm = 16;      // of products and quotients, that take as long as one term
constexpr std::uint64_t kTwiceAsLong = 1'500;  // terms of a query in which each takes twice as long as alone

// Work to bring a query into the form that one of Z3's strategies solves, which Z3 does not count: measured on
// queries of up to 50,000 terms, it grows with their square. Products and quotients of unknowns become as many
// bits as the square of their width.
std::uint64_t preparation_of(const TermGraph& graph, const std::vector<Term>& order) {
  std::uint64_t bits = 0;
  for (const Term t : order) {
    const Kind kind = graph.kind(t);
    const auto operands = graph.operands(t);
    const bool divides = (kind == Kind::UDiv || kind == Kind::SDiv || kind == Kind::URem || kind == Kind::SRem) &&
                         !graph.is_const(operands[1]);
    if (kind != Kind::Mul && !divides) continue;
    const auto unknowns = static_cast<std::uint64_t>(
        std::count_if(operands.begin(), operands.end(), [&](Term o) { return !graph.is_const(o); }));
    const auto width = static_cast<std::uint64_t>(graph.width(t));
    if (divides || unknowns > 1) bits += width * width * (divides ? 1 : unknowns - 1);
  }
  const std::uint64_t terms = order.size() + bits / kBitsOfTerm;
  return terms + terms * terms / kTwiceAsLong;
}

}  // namespace

// Z3's ways to solve a query. On the corpus each of the first three was more than ten times faster than the
// others on some queries, so they take turns.
z3::solver Solver::Impl::make_solver(Strategy strategy, const Translator& t, std::size_t terms) {
  z3::context& c = backend->context;
  auto tactic = [&](const char* name) { return z3::tactic(c, name); };
  auto prepared = [&] {
    return tactic("simplify") & tactic("propagate-values") & tactic("solve-eqs") & tactic("elim-uncnstr");
  };
  switch (strategy) {
    case Strategy::Standard:
      if (t.uses_float_theory()) return t.uses_functions() ? z3::solver(c) : z3::solver(c, "QF_FPBV");
      if (t.uses_functions() && terms > kMostTermsOfOwnChoice)
        return (prepared() & tactic("reduce-args") & tactic("simplify") & tactic("max-bv-sharing") & tactic("smt")).mk_solver();
      return z3::solver(c, t.uses_functions() ? "QF_UFBV" : "QF_BV");
    case Strategy::BitBlast:
      return (prepared() & tactic("ackermannize_bv") & tactic("simplify") & tactic("max-bv-sharing") &
              tactic("bit-blast") & tactic("sat"))
          .mk_solver();
    case Strategy::Bits:
      return (tactic("simplify") & tactic("propagate-values") & tactic("fpa2bv") &
              tactic("propagate-values") & tactic("ackermannize_bv") & tactic("simplify") &
              tactic("bit-blast") & tactic("sat"))
          .mk_solver();
    case Strategy::Smt:
      break;
  }
  return (prepared() & tactic("smt")).mk_solver();
}

// Units of effort that one of Z3's resource units is worth: the processor time that it took over all queries
// of the test cases, by strategy, in nanoseconds.
std::uint64_t Solver::Impl::units_of_resource(Strategy strategy) {
  switch (strategy) {
    case Strategy::Standard:
      return 320;
    case Strategy::BitBlast:
      return 350;
    case Strategy::Bits:
      return 260;
    case Strategy::Smt:
      break;
  }
  return 220;
}

// One strategy with at most this effort. Errors inside Z3 count as not knowing.
z3::check_result Solver::Impl::run_z3(Strategy strategy, Clock::duration most, const Translator& translate, std::size_t terms,
                                      const z3::expr_vector& asserted, std::optional<z3::model>& found) {
  const std::uint64_t worth = units_of_resource(strategy);
  try {
    z3::solver solver = make_solver(strategy, translate, terms);
    z3::params p(backend->context);
    if (const auto seed = static_cast<unsigned>(random_seed::of(options.seed)); seed != 0) p.set("random_seed", seed);
    const Z3Limit most_resources = limit(solver, p, effort::units_of(most), worth);
    for (unsigned i = 0; i < asserted.size(); ++i) solver.add(asserted[static_cast<int>(i)]);
    const auto [result, spent] = check_within(solver, most_resources);
    if (result == z3::sat) found = solver.get_model();
    if (result == z3::unknown) {
      const std::string why = solver.reason_unknown();
      const bool limited = spent || why.find("resource limit") != std::string::npos ||
                           why.find("cancel") != std::string::npos;
      reason = limited ? out_of_effort() : "Z3: " + why;
    }
    return result;
  } catch (const z3::exception& e) {
    reason = std::string("Z3: ") + e.msg();
    return z3::unknown;
  }
}

namespace {

// Declarations and assertions.
std::string as_smtlib(const z3::expr_vector& asserted) {
  z3::solver plain(asserted.ctx());
  for (unsigned i = 0; i < asserted.size(); ++i) plain.add(asserted[static_cast<int>(i)]);
  return Z3_solver_to_string(asserted.ctx(), plain);
}

// An answer, what it cost, its reason and its model as bytes.
std::string packed(Answer answer, std::uint64_t units, const SmtModel& model, const std::string& reason) {
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(answer), units, model.values.size(),
                                   model.cells.size()};
  for (const auto& [id, value] : model.values) words.insert(words.end(), {id, value});
  for (const SmtModel::Cell& c : model.cells)
    words.insert(words.end(), {c.allocation, c.offset, static_cast<std::uint64_t>(c.bytes), c.value});
  std::string out(words.size() * sizeof words[0], '\0');
  std::memcpy(out.data(), words.data(), out.size());
  return out + reason;
}

Answer unpack(const std::string& bytes, SmtModel& model, std::string& reason) {
  std::size_t at = 0;
  const auto next = [&] {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    at += sizeof word;
    return word;
  };
  const auto answer = static_cast<Answer>(next());
  effort::charge(next());
  const std::uint64_t values = next(), cells = next();
  for (std::uint64_t i = 0; i < values; ++i) {
    const auto id = static_cast<std::uint32_t>(next());
    model.values[id] = next();
  }
  for (std::uint64_t i = 0; i < cells; ++i) {
    SmtModel::Cell c{};
    c.allocation = static_cast<std::uint32_t>(next());
    c.offset = next();
    c.bytes = static_cast<int>(next());
    c.value = next();
    model.cells.push_back(c);
  }
  reason = bytes.substr(at);
  return answer;
}

}  // namespace

// A contradiction is not asked again. What Z3 gave up is: its search depends on what its context has seen.
Answer Solver::Impl::ask_z3(FloatEncoding floats, const std::vector<Term>& predicates, const std::vector<Term>& order,
                            SmtModel& candidate, const std::vector<Turn>& turns) {
  return unless_known(predicates, order, [&] { return ask_z3_now(floats, predicates, order, candidate, turns); });
}

// What may be hard for Z3, in a process of its own (apart.h).
Answer Solver::Impl::ask_z3_now(FloatEncoding floats, const std::vector<Term>& predicates,
                            const std::vector<Term>& order, SmtModel& candidate,
                            const std::vector<Turn>& turns) {
  const bool computes_floats =
      floats == FloatEncoding::Exact &&
      std::any_of(order.begin(), order.end(), [&](Term t) { return graph.kind(t) == Kind::Float; });
  if (!computes_floats && order.size() <= kMostTermsHere)
    return ask_z3_here(floats, predicates, order, candidate, turns);
  effort::spend(effort::Work::Process);
  auto until = std::chrono::steady_clock::time_point::max();
  if (const auto left = effort::milliseconds_until_stop())
    until = std::chrono::steady_clock::now() + std::chrono::milliseconds(*left) + kGrace;
  const auto result = run_apart(
      [&] {
        SmtModel model;
        const std::uint64_t before = effort::spent();
        const Answer answer = ask_z3_here(floats, predicates, order, model, turns);
        return packed(answer, effort::spent() - before, model, reason);
      },
      until);
  if (result.outcome == ApartResult::Outcome::Finished) return unpack(result.bytes, candidate, reason);
  if (result.outcome != ApartResult::Outcome::OutOfTime) return unknown("Z3 ran out of memory or failed");
  effort::stop_by_time();
  return unknown(effort::kStoppedByTime);
}

Answer Solver::Impl::ask_z3_here(FloatEncoding floats, const std::vector<Term>& predicates,
                                 const std::vector<Term>& order, SmtModel& candidate,
                                 const std::vector<Turn>& turns) {
  if (Clock::now() >= deadline) return unknown(out_of_effort());
  if (!backend) {
    effort::spend(effort::Work::Backend);
    if (options.memory_mb != 0)
      Z3_global_param_set("memory_max_size", std::to_string(options.memory_mb).c_str());
    backend = std::make_unique<Backend>(graph);
  }
  Translator& translate = floats == FloatEncoding::Exact ? backend->exact : backend->uninterpreted;
  effort::spend(effort::Work::Translation, order.size());
  translate.prepare(order);
  z3::expr_vector asserted(backend->context);
  for (Term t : predicates) asserted.push_back(translate(t));
  assert_ranges(order, translate, asserted);

  const std::vector<Turn> of_floats = {{Strategy::Bits, 4}, {Strategy::Standard, 8}};
  const Clock::duration whole = deadline - Clock::now();
  const std::uint64_t preparation = preparation_of(graph, order);
  for (const auto& [strategy, eighths] : translate.uses_float_theory() ? of_floats : turns) {
    const Clock::duration left = deadline - Clock::now();
    if (left <= Clock::duration::zero()) return unknown(out_of_effort());
    if (effort::units_of(left) < effort::worth(effort::Work::Preparation) * preparation)
      return unknown(out_of_effort());
    std::optional<z3::model> found;
    effort::spend(effort::Work::Preparation, preparation);
    const z3::check_result result =
        run_z3(strategy, std::min(left, whole / 8 * eighths), translate, order.size(), asserted, found);
    if (result != z3::unknown && certifies()) certify(as_smtlib(asserted), result == z3::sat);
    if (result == z3::unsat) return Answer::Unsat;
    if (result != z3::sat) continue;
    read_model(*found, translate, order, candidate);
    return Answer::Sat;
  }
  return Answer::Unknown;
}

// The ranges of variables are part of the assumptions (TermGraph::set_range).
void Solver::Impl::assert_ranges(const std::vector<Term>& order, Translator& translate,
                                 z3::expr_vector& asserted) {
  for (Term v : order) {
    const int w = graph.width(v);
    if (graph.kind(v) != Kind::Var || w == 1) continue;
    const auto [low, high] = graph.unsigned_range(v);
    const z3::expr x = translate(v);
    const auto bits = static_cast<unsigned>(w);
    if (low != 0) asserted.push_back(z3::uge(x, backend->context.bv_val(low, bits)));
    if (high != (w == 64 ? ~0ull : (1ull << w) - 1)) {
      asserted.push_back(z3::ule(x, backend->context.bv_val(high, bits)));
    }
    // Those above the range follow from it.
    const std::uint64_t zeros = graph.zero_bits(v), zero = zeros & ~(zeros + 1);
    if (zero != 0 && (high & zero) == 0 && low != high) {
      asserted.push_back((x & backend->context.bv_val(zero, bits)) == backend->context.bv_val(0, bits));
    }
  }
}

void Solver::Impl::read_model(const z3::model& m, Translator& translate, const std::vector<Term>& order,
                              SmtModel& out) {
  auto value = [&](const z3::expr& e) -> std::uint64_t {
    const z3::expr v = m.eval(e, true);
    if (v.is_bool()) return v.is_true();
    std::uint64_t n = 0;
    return v.is_numeral_u64(n) ? n : 0;
  };
  for (Term t : order) {
    if (graph.kind(t) == Kind::Var) out.values[t.id] = value(translate.known(t));
    if (graph.kind(t) != Kind::Read) continue;
    const std::uint64_t offset = value(translate.known(graph.operands(t)[0]));
    out.cells.push_back(
        {static_cast<std::uint32_t>(graph.aux(t)), offset, graph.width(t) / 8, value(translate.known(t))});
  }
}

}  // namespace warpproof
