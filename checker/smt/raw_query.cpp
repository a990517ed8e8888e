#include "checker/smt/raw_query.h"

#include <z3++.h>

#include <stdexcept>

namespace warpproof {

Answer ask_z3_alone(const std::string& smtlib, unsigned timeout_ms) {
  z3::context context;
  z3::solver solver(context);
  z3::params params(context);
  params.set("timeout", timeout_ms);
  solver.set(params);
  try {
    solver.from_string(smtlib.c_str());
    switch (solver.check()) {
      case z3::sat:
        return Answer::Sat;
      case z3::unsat:
        return Answer::Unsat;
      case z3::unknown:
        break;
    }
  } catch (const z3::exception& error) {
    throw std::runtime_error(std::string("Z3: ") + error.msg());
  }
  return Answer::Unknown;
}

}  // namespace warpproof
