#include "src/program/library_calls.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "src/program/inline_calls.h"

namespace warpproof {
namespace {

constexpr std::size_t kMostInlined = 256;    // instructions of a function that is put in place of its calls
constexpr std::size_t kMostAdded = 100'000;  // instructions, to a whole program
constexpr std::size_t kDeepest = 64;         // calls in calls that are looked at

class LibraryCalls {
 public:
  LibraryCalls(Program& program, const IsLibraryFile& is_library)
      : program_(program), is_library_file_(is_library) {}

  void run() {
    classify();
    name_users_lines();
    const std::size_t functions = program_.functions.size();
    const std::vector<bool> called = program_.called();
    for (std::uint32_t f = 0; f < functions; ++f) inline_into(f, 0);
    for (std::uint32_t f = 0; f < functions; ++f)
      if (!is_library_[f] || program_.functions[f].is_entry) copy_callees(f, 0);
    drop_uncalled(called);
    for (Place& place : program_.places) place.own = own_line(place.stack);
  }

 private:
  bool is_library_line(const SourceLocation& line) {
    const auto [known, added] = files_.try_emplace(line.file, false);
    if (added) known->second = is_library_file_(line.file);
    return known->second;
  }

  // The first of the lines that is no library's; 0 when all are.
  std::uint32_t own_line(const std::vector<SourceLocation>& stack) {
    for (std::uint32_t i = 0; i < stack.size(); ++i)
      if (!is_library_line(stack[i])) return i;
    return 0;
  }

  bool has_own_line(const std::vector<SourceLocation>& stack) {
    return !stack.empty() && !is_library_line(stack[own_line(stack)]);
  }

  // Functions that the compiler brings along have no line at all, where others have.
  void classify() {
    const auto stack_of = [&](const Function& f) -> const std::vector<SourceLocation>& {
      return program_.places[f.place].stack;
    };
    const bool has_lines = std::any_of(program_.functions.begin(), program_.functions.end(),
                                       [&](const Function& f) { return f.has_body && !stack_of(f).empty(); });
    for (const Function& f : program_.functions)
      is_library_.push_back(f.has_body && (stack_of(f).empty() ? has_lines && !f.is_entry
                                                               : is_library_line(stack_of(f).front())));
    visited_.assign(program_.functions.size(), Visit::None);
    may_inline_.assign(program_.functions.size(), false);
  }

  bool calls_library(const Instruction& in) const {
    return in.op == Opcode::Call && in.callee >= 0 && is_library_[static_cast<std::uint32_t>(in.callee)];
  }

  // What the compiler made, or inlined without saying where, stands after the line that it belongs to.
  void name_users_lines() {
    for (std::uint32_t f = 0; f < is_library_.size(); ++f) {
      if (is_library_[f]) continue;
      const std::vector<SourceLocation>* last = &program_.places[program_.functions[f].place].stack;
      if (!has_own_line(*last)) continue;
      for (const Instruction& in : program_.functions[f].code) {
        std::vector<SourceLocation>& stack = program_.places[in.place].stack;
        if (!stack.empty() && !is_library_line(stack.front())) {
          last = &stack;
        } else if (!has_own_line(stack)) {
          const std::vector<SourceLocation> around = *last;
          stack.insert(stack.end(), around.begin(), around.end());
        }
      }
    }
  }

  // Callees first, so that what they call is part of them.
  void inline_into(std::uint32_t f, std::size_t depth) {
    if (visited_[f] != Visit::None || depth > kDeepest) return;
    visited_[f] = Visit::Open;
    std::vector<std::uint32_t> callees;
    for (const Instruction& in : program_.functions[f].code)
      if (calls_library(in)) callees.push_back(static_cast<std::uint32_t>(in.callee));
    for (const std::uint32_t callee : callees) inline_into(callee, depth + 1);
    inline_calls(program_, f, [&](const Instruction& call) {
      const auto callee = static_cast<std::uint32_t>(call.callee);
      return is_library_[callee] && may_inline_[callee] && fits(callee);
    });
    may_inline_[f] =
        is_library_[f] && program_.functions[f].code.size() <= kMostInlined && may_inline(program_, f);
    visited_[f] = Visit::Done;
  }

  // Is there room for one more copy?
  bool fits(std::uint32_t function) {
    const std::size_t size = program_.functions[function].code.size();
    if (added_ + size > kMostAdded) return false;
    added_ += size;
    return true;
  }

  void copy_callees(std::uint32_t f, std::size_t depth) {
    if (depth > kDeepest) return;
    for (std::size_t i = 0; i < program_.functions[f].code.size(); ++i) {
      const Instruction& in = program_.functions[f].code[i];
      if (!calls_library(in)) continue;
      const auto callee = static_cast<std::uint32_t>(in.callee);
      if (std::find(open_.begin(), open_.end(), callee) != open_.end() || !fits(callee)) continue;
      const std::uint32_t copy = copy_function(program_, callee, in.place);
      is_library_.push_back(true);
      program_.functions[f].code[i].callee = static_cast<std::int32_t>(copy);
      open_.push_back(callee);
      copy_callees(copy, depth + 1);
      open_.pop_back();
    }
  }

  void drop_uncalled(const std::vector<bool>& were_called) {
    for (bool dropped = true; dropped;) {
      dropped = false;
      const std::vector<bool> called = program_.called();
      for (std::uint32_t f = 0; f < were_called.size(); ++f) {
        Function& function = program_.functions[f];
        if (!is_library_[f] || function.is_entry || !were_called[f] || called[f] || !function.has_body)
          continue;
        function.has_body = false;
        function.code.clear();
        function.blocks.clear();
        function.registers.clear();
        dropped = true;
      }
    }
  }

  enum class Visit : std::uint8_t { None, Open, Done };
  Program& program_;
  const IsLibraryFile& is_library_file_;
  std::map<std::string, bool> files_;
  std::vector<bool> is_library_;  // by function, as are these
  std::vector<Visit> visited_;
  std::vector<bool> may_inline_;
  std::vector<std::uint32_t> open_;  // functions that the one at hand is a copy for
  std::size_t added_ = 0;
};

}  // namespace

void take_in_library_calls(Program& program, const IsLibraryFile& is_library) {
  LibraryCalls(program, is_library).run();
}

}  // namespace warpproof
