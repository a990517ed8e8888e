// Which memory an address points at.
//
// An address is a sum, of which one term is the pointer: a parameter, a constant in the window of a variable,
// or what was loaded from memory. Which one decides with what the access may conflict, so it is never
// guessed: a parameter declared to be a number is no pointer where another term may be one, and where two
// terms may be, the threads are returned as ambiguous, for the caller to give up.
//
// What is accessed through a pointer that was loaded from memory is taken to be accessed through no other (an
// assumption of the verdict): neither through a parameter nor through a pointer that was loaded from
// elsewhere. Two pointers are the same one if they were loaded from the same address; of what was loaded
// where memory holds anything, that may always be. Pointers that a kernel keeps in shared memory are not
// followed, as they point at what is accessed by name as well; the caller gives up threads that go through one.
// An unknown that an execution makes, as for a pointer that a loop carries from iteration to iteration, may be any
// address: ambiguous, but where whoever makes it declares what it stands for.
//
// Side conditions, and who sees to them:
//   - accesses through a parameter stay inside its allocation: an assumption of the verdict, or judged (--bounds). What is computed
//     from another pointer and from the parameter itself, as b - a is, may lead from the one buffer to the other: ambiguous;
//   - pointers of parameters are distinct, but for those that `may_overlap`, which share one allocation;
//   - a kernel's own pointer is its allocation's first byte; one that may overlap points within 2^36 bytes of it
//     and is as aligned as what goes through it: these are added to Context::assumptions here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/context.h"
#include "checker/symbolic/number_leaves.h"
#include "checker/symbolic/target.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class Pointers {
 public:
  Pointers(const Context& context, const Program& program, std::uint32_t root)
      : context_(context),
        g(context.graph),
        program_(program),
        root_(root),
        is_entry_(program.functions[root].is_entry),
        below_(context.graph) {}

  // A variable that is eight bytes of a parameter, and the allocation that it points at if it is a pointer.
  void declare(Term variable, std::uint32_t allocation, Variable::Holds holds) {
    variables_[variable.id] = {allocation, holds};
    below_.declare(variable);
  }
  // What unknowns of eight bytes stand for, in each thread: numbers that no pointer is in, or what was loaded from memory.
  enum class Unknown : std::uint8_t { Number, Loaded };
  const Lanes& declare_unknowns(const Lanes& bits, Unknown is);
  void declare_alike(Term unknown, Term copy);
  // What is made an address of global memory is a pointer.
  void note_converted(Term value);

  struct Located {
    std::vector<Target> targets;     // a thread may be in several, under conditions that exclude each other
    std::optional<Lanes> ambiguous;  // threads whose pointer is not known, and when
  };
  // The bytes that the active threads' addresses name. Of what is reached through loaded pointers the whole
  // address is the offset, in no allocation.
  Located locate(const Lanes& address, Space space, const Lanes& active);
  // Accesses of so many bytes go through these addresses.
  void note_alignment(const Lanes& address, const Lanes& active, int bytes);
  // When something does not hold that is known where the accesses happen which were located since it was asked last:
  // that pointers which may overlap are aligned, and point into their allocation or are 0. The caller assumes that
  // this is false from there on; nothing is known of a pointer that nobody goes through.
  Term take_broken_facts();

  // Terms that may be the pointer of an address.
  const std::set<Term>& pointers_in(Term part);
  // Is there nothing in a value that may be a pointer; or nothing but pointers that were loaded, from other than shared memory?
  bool holds_no_pointer(Term value);
  bool holds_only_loaded(Term value);
  // Is all that an address may point at named by what the kernel was given?
  bool is_of_known_memory(Term address);
  // When the two offsets, which are addresses in kLoadedAllocations, may be reached through one pointer.
  Term may_meet_in(const BlockMemory::Key& key, Term a, Term b);

  // These values were loaded from there. Of shared memory, what may be a pointer is remembered, or a part of one.
  void note_loaded(const Target& from, const Lanes& bits);
  bool is_kept_in_shared(Term pointer) const;
  // An access goes through it.
  void note_followed(Term loaded_pointer);

  // Allocations of the parameters, and members of them, used as the base of an address.
  const std::set<std::uint32_t>& parameters() const { return used_; }
  // Of a parameter that is one of them.
  bool is_pointer(const Input& input) const;
  // Pointers that may overlap share one allocation, wherever they point in it.
  bool may_overlap(std::uint32_t pointer) const;
  std::uint32_t allocation_behind(std::uint32_t pointer) const {
    return may_overlap(pointer) ? kCommonAllocation : pointer;
  }
  // Of the parameters, without doubles.
  std::set<std::uint32_t> buffers() const;
  // Terms of those that accesses go through and that were loaded from the kernel's inputs; the first ones.
  const std::vector<Term>& loaded() const { return loaded_; }

 private:
  struct Known {
    std::uint32_t allocation = kNoAllocation;
    Variable::Holds holds = Variable::Holds::Anything;
  };
  struct Entry {
    int thread = 0;
    Term guard, offset;
  };
  struct Found {
    std::map<std::pair<int, std::uint32_t>, std::vector<Entry>> entries;  // (space, allocation) -> accesses
    std::vector<std::pair<int, Term>> ambiguous;  // threads whose pointer is not known, and when
  };
  void locate(Term address, Space space, Term guard, int thread, Found& out, int depth);
  std::vector<Target> layered(std::uint32_t allocation, Space space, const std::vector<Entry>& entries) const;
  std::optional<Location> window_near(Term part) const;
  void note_kept(Term value);
  void collect_pointers(Term part, std::set<Term>& out, std::set<Term>& seen, bool numbers_too = false);
  bool is_loaded(Term pointer) const;
  Term as_sum(Term address, int depth);
  std::optional<Term> constant_above(Term address);
  Term low_part(Term address);
  bool is_offset(Term part, int depth);
  std::optional<std::optional<Term>> pointer_among(const std::vector<Term>& parts);
  Term may_be_one_pointer(Term a, Term b);
  Term may_meet_behind_loaded(Term a, Term b);
  Term origin_of(Term pointer, Known& variable, Term guard);
  void note_alignment(Term address, int bytes, Term guard);

  const Context& context_;
  TermGraph& g;
  const Program& program_;
  const std::uint32_t root_;
  const bool is_entry_;
  std::map<std::uint32_t, Known> variables_;  // by the term of a parameter's chunk
  std::unordered_map<std::uint32_t, Unknown> unknowns_;
  std::unordered_map<std::uint32_t, std::set<Term>> pointers_in_;
  VariablesBelow below_;
  std::set<std::uint32_t> used_;
  std::set<std::uint32_t> kept_in_shared_;            // terms that were loaded from there
  std::map<Term, std::vector<Term>> facts_of_access_;  // by what holds where one happens: when it does
  std::vector<Term> loaded_;
};

}  // namespace warpproof::symbolic
