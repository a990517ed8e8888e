// The result of an attempt: what a run showed, what was not decided, what may be so.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/counterexample/counterexample.h"
#include "checker/report/report.h"
#include "checker/symbolic/obligation.h"
#include "src/program/program.h"

namespace warpproof {

class Outcome {
 public:
  explicit Outcome(const Program& program) : program_(program) {}

  report::SourcePlace place_of(std::uint32_t place) {
    return counterexample::source_place(program_, place, lines_);
  }
  counterexample::SourceLines& lines() { return lines_; }

  // False: it is listed.
  bool keep(report::Finding f);
  // Obligations of several threads at one place give one reason.
  void unknown(const std::string& reason, std::uint32_t place);
  // One of the execution's, which are all different.
  void list_unknown(report::UnknownReason reason) { unknown_.push_back(std::move(reason)); }
  // "race (message) why"
  void not_excluded(const symbolic::Obligation& o, const std::string& why);
  // A warning or note that is neither shown nor excluded.
  void leave_open(const symbolic::Obligation& o, const report::SourcePlace& place, const std::string& why);

  int errors() const { return errors_; }
  const std::vector<report::Finding>& findings() const { return findings_; }
  const std::vector<report::UnknownReason>& unknowns() const { return unknown_; }
  const std::vector<report::Undecided>& undecided() const { return undecided_; }

 private:
  const Program& program_;
  counterexample::SourceLines lines_;
  int errors_ = 0;
  std::vector<report::Finding> findings_;
  std::vector<report::UnknownReason> unknown_;
  std::vector<report::Undecided> undecided_;
  std::set<std::tuple<int, std::string, int, int>> seen_;
};

}  // namespace warpproof
