// Loads, stores and atomics: what they read and what they leave there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/target.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoadsAndStores {
 public:
  explicit LoadsAndStores(const Parts& parts);

  void load(Strand& s, const Instruction& ins);
  void store(Strand& s, const Instruction& ins);
  void atomic(Strand& s, const Instruction& ins);
  Term atomic_update(const Instruction& ins, Term old, Term b, Term c);
  Value load_from(Strand& s, const Target& target, int bytes, const Instruction& ins);
  void store_to(Strand& s, const Target& target, const Value& value, const Instruction& ins);
  void note_race(spec::Rule rule, std::uint32_t earlier, std::uint32_t later, Term condition,
                 bool equal_values);

 private:
  Lanes loaded_unknowns(const Strand& s, int bytes, std::uint32_t place, const std::vector<Term>* canonical = nullptr);
  Lanes any_padding(const Strand& s, int width, std::uint32_t place);
  bool comes_from_unwritten(const Origins& origins) const;
  std::optional<std::map<std::uint64_t, Lanes>> candidates(const Target& target, int bytes);
  void assume_initialised();
  Value definedness(const Target& target, int bytes, int undefined_event);
  Lanes one_for_each_address(const Target& target, const Lanes& bits);
  Value with_field(const Strand& s, Value word, const Instruction& ins);
  void note_store_behind_loaded(Strand& s, const Target& target);
  void note_address(const Target& target);
  bool note_access_through_loaded(const Strand& s, const Target& target, AccessKind kind, int bytes,
                                  const Instruction& ins, const Lanes* stored);
  bool note_access(const Strand& s, const Target& target, AccessKind kind, int bytes, const Instruction& ins,
                   const Lanes* stored);
  void write_loaded(Strand& s, const Instruction& ins, const Operand& destination, Value value);
  const std::vector<std::uint8_t>* initial_bytes(const Target& target);

  const Program& program_;
  const Code& code_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  Pointers& pointers_;
  AccessJudge& accesses_;
  const Layout& layout_;
  std::map<Position, Iteration>& iterations_;
  BlockMemory& memory_;
  AtomicCounters& counters_;
  SharedWords& shared_words_;
  OrderTrace& order_;
  std::optional<OtherBlocks>& other_blocks_;
  RaceQuestions& race_questions_;
  RaceDetector& races_;
  std::optional<Lanes>& pending_groups_;
  Obligations& obligations_;
  std::vector<Event>& events_;
  std::set<std::string>& approximations_;
  bool& stores_behind_loaded_;
  bool& writes_global_;
  bool& multiplies_in_addresses_;
  std::set<std::uint32_t>& handed_out_;
  std::set<std::string>& assumed_;
  Record& record_;
  ThreadSets& thread_sets_;
  ScalarInstructions& scalar_instructions_;
  Locator& locator_;
  LoadsOfOthers& loads_of_others_;
  ReadOnlyMemory& read_only_memory_;
  MemoryOrder& memory_order_;
  OrderRecorder& order_recorder_;
  Induction& induction_;
  IterationNumbers& iteration_numbers_;
  ComparedLoops& compared_loops_;
  LastIterations& last_iterations_;

  std::optional<std::set<std::uint32_t>> only_read_;  // variables of the module
};

}  // namespace warpproof::symbolic
