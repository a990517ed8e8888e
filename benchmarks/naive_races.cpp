#include "benchmarks/naive_races.h"

#include <fmt/format.h>

#include <stdexcept>

namespace warpproof {
namespace {

std::string word(int value) { return fmt::format("#x{:08x}", value); }

std::vector<NaiveInterval> reduction(int threads) {
  std::vector<NaiveInterval> out{{{"true", "{t}", true}}};
  for (int k = threads / 2; k > 0; k /= 2) {
    const std::string guard = "(bvult {t} " + word(k) + ")";
    out.push_back({{guard, "{t}"}, {guard, "(bvadd {t} " + word(k) + ")"}, {guard, "{t}", true}});
  }
  out.push_back({{"(= {t} #x00000000)", "#x00000000"}});
  return out;
}

std::vector<NaiveInterval> scan(int threads) {
  std::vector<NaiveInterval> out{{{"true", "{t}", true}}};
  for (int d = 1; d < threads; d *= 2) {
    out.push_back({{"(bvuge {t} " + word(d) + ")", "(bvsub {t} " + word(d) + ")"}});
    out.push_back({{"true", "{t}"}, {"true", "{t}", true}});
  }
  out.push_back({{"true", "{t}"}});
  return out;
}

std::vector<NaiveInterval> transpose(int threads) {
  const std::string rows = word(threads / 32);
  return {{{"true", "(bvadd (bvmul (bvudiv {t} #x00000020) #x00000021) (bvurem {t} #x00000020))", true}},
          {{"true", "(bvadd (bvmul (bvurem {t} " + rows + ") #x00000021) (bvudiv {t} " + rows + "))"}}};
}

std::vector<NaiveInterval> histogram(int threads) {
  std::vector<NaiveInterval> out(3);
  for (int at = 0; at < 256; at += threads) {
    const std::string bin = "(bvadd {t} " + word(at) + ")", guard = "(bvult " + bin + " #x00000100)";
    out[0].push_back({guard, bin, true});
    out[2].push_back({guard, bin});
  }
  out[1].push_back({"true", "(bvand {d} #x000000ff)", true, true});
  return out;
}

std::string filled(std::string text, int thread) {
  for (const char name : {'t', 'd'}) {
    const std::string hole{'{', name, '}'};
    for (std::size_t at; (at = text.find(hole)) != std::string::npos;)
      text.replace(at, hole.size(), fmt::format("{}{}", name, thread));
  }
  return text;
}

}  // namespace

std::vector<NaiveInterval> naive_intervals(const std::string& kernel, int threads) {
  if (kernel == "reduction") return reduction(threads);
  if (kernel == "scan") return scan(threads);
  if (kernel == "transpose") return transpose(threads);
  if (kernel == "histogram") return histogram(threads);
  throw std::invalid_argument("no kernel " + kernel);
}

std::string naive_query(const std::vector<NaiveInterval>& intervals, int threads) {
  std::string out;
  for (int t = 0; t < threads; ++t) {
    out += fmt::format(
        "(declare-const t{0} (_ BitVec 32))(assert (= t{0} {1}))(declare-const d{0} (_ BitVec 32))\n", t,
        word(t));
  }
  std::string races;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const NaiveInterval& accesses = intervals[i];
    for (std::size_t a = 0; a < accesses.size(); ++a) {
      for (int t = 0; t < threads; ++t) {
        out += fmt::format("(declare-const g{0}_{1}_{2} Bool)(assert (= g{0}_{1}_{2} {3}))\n", i, a, t,
                           filled(accesses[a].guard, t));
        out += fmt::format("(declare-const a{0}_{1}_{2} (_ BitVec 32))(assert (= a{0}_{1}_{2} {3}))\n", i, a,
                           t, filled(accesses[a].address, t));
      }
      for (std::size_t b = 0; b <= a; ++b) {
        const bool conflict =
            (accesses[a].writes || accesses[b].writes) && !(accesses[a].atomic && accesses[b].atomic);
        if (!conflict) continue;
        for (int t = 0; t < threads; ++t) {
          for (int u = 0; u < (a == b ? t : threads); ++u) {
            if (t == u) continue;
            races +=
                fmt::format("(and g{0}_{1}_{2} g{0}_{3}_{4} (= a{0}_{1}_{2} a{0}_{3}_{4}))\n", i, a, t, b, u);
          }
        }
      }
    }
  }
  return out + "(assert (or false\n" + races + "))\n";
}

}  // namespace warpproof
