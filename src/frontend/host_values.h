// What expressions of host code come to, at the moment of one launch.
//
// Two expressions of one launch that read a variable read one value: nothing changes it while they are computed, which
// is looked at (has_effects). So what is computed from it for the grid and for an argument is related, whatever it is.
// A variable whose value was given before is followed only where nothing changed in between (HostUses).
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

using HostShape = std::array<HostIntegerPtr, 3>;  // a dim3: unsigned int each

// One way in which a function is entered: from a call whose arguments are known, or from anywhere.
struct HostEntry {
  const AstNode* call = nullptr;            // null: from anywhere
  std::shared_ptr<const HostEntry> caller;  // how the function of the call was entered
  int depth = 0;
  const AstNode* function = nullptr;  // that the call enters, where a parameter of the caller's has its address
};

// A variable of a loop, with all the values that it has in the loop's body.
struct HostCounted {
  HostIntegerPtr variable;
  std::vector<std::uint64_t> numbers;
};

// A pointer among the arguments of a launch. Keys are empty where nothing is known.
struct HostPointer {
  std::size_t offset = 0;  // bytes into the argument
  std::string name;        // ".in" of a member; empty of the argument itself
  std::string pointer;     // pointers of one launch that have one key are one pointer
  std::string buffer;      // the same of the buffer that it points into
  std::string text;        // of one key: expressions of one text, that may be one pointer
  std::string symbol;      // of the module's variable whose address it is
};

class HostValues {
 public:
  // In the keys of what the constructor of a method's object was given.
  static constexpr const char* kOfConstructor = " in its constructor";
  // Of what a function reads at a place of it, where it gives something back (HostResults).
  static constexpr const char* kAtPlace = " at ";

  // `use`: the expression at whose place values are asked for.
  HostValues(const HostAst& ast, const HostUses& uses, const AstNode& use, std::shared_ptr<const HostEntry> entry);

  // Null where the expression's type is no integer.
  HostIntegerPtr integer(const AstNode& expression);
  // Nothing where the expression is no dim3 whose parts are known.
  std::optional<HostShape> shape(const AstNode& expression);
  // The function whose address it is; null where that is not known.
  const AstNode* function(const AstNode& expression);
  // The pointers that an argument consists of: itself, or members of a structure whose places are known.
  // `parameter`: the type of what it is given to.
  std::vector<HostPointer> pointers(const AstNode& argument, const std::string& parameter);
  // The expressions that a `void* args[]` holds the addresses of; nothing where that is not known.
  std::optional<std::vector<const AstNode*>> pointed_to(const AstNode& expression);

  // What a pointer to a structure's variable points to: the value of one of its members. Null where that is not known.
  HostIntegerPtr pointed_integer(const AstNode& pointer, const std::string& member, IntegerType type);
  std::optional<HostShape> pointed_shape(const AstNode& pointer, const std::string& member);

  // What is known to hold at the use: conditions of the statements around it, and of those that were left before it.
  std::vector<HostIntegerPtr> facts();
  // Of arguments, as integer() gave them, that were computed from a pitch of cudaMallocPitch: what it guarantees.
  void pitch_facts(const std::vector<HostIntegerPtr>& arguments, std::vector<HostIntegerPtr>& out);
  // The program never comes to the use: a condition around it is constantly false.
  bool is_unreachable();

  // Computing the expression may change variables.
  static bool has_effects(const AstNode& expression);

 private:
  friend class HostBranches;
  friend class HostLists;
  friend class HostResults;
  // Since when a value has to be unchanged for what is looked at; nothing: it is read at the use itself.
  using Since = std::optional<TextRange>;
  // Of a member function whose expression is put in place: its object, as the call at `place` has it. Null: none.
  struct Object {
    const AstNode* expression = nullptr;
    std::shared_ptr<HostValues> place;
    Since since;
  };
  HostIntegerPtr at(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr computed(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr converted(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr reference(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr member(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr call(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr inlined(const AstNode& function, const AstNode& e, const Since& since, int depth);
  std::optional<Object> object_of(const AstNode& method, const AstNode& call, const Since& since) const;
  HostIntegerPtr ceiling(const AstNode& e, const Since& since, int depth);
  HostIntegerPtr enumerator(const AstNode& declaration);
  HostIntegerPtr of_variable(const AstNode& variable, IntegerType type, const Since& since, int depth);
  std::string pointer_at(const AstNode& e, bool of_buffer, const Since& since, int depth);
  std::string pointer_of_call(const AstNode& call, bool of_buffer, const Since& since, int depth);
  std::string member_pointer(const AstNode& object, const std::vector<const AstNode*>& fields, bool of_buffer,
                             const Since& since, int depth);
  std::string symbol_given_to(const AstNode& variable);
  std::string text_of(const AstNode& e, bool is_settled, int depth) const;
  bool gives_the_same(const AstNode& call, int depth) const;
  void pointers_in(const AstNode& argument, const std::string& type, std::vector<const AstNode*>& fields, std::size_t offset,
                   std::vector<HostPointer>& out);
  HostIntegerPtr of_argument(const AstNode& parameter, int depth);
  HostIntegerPtr anything(const AstNode& e);
  std::optional<HostShape> shape_at(const AstNode& e, const Since& since, int depth);
  Since since(const HostUses::Definition& d) const;
  // The variable is the same while the values at the use are computed.
  bool is_settled(const AstNode& variable) const;
  // The key of a member of a variable, or of what one points to, or of this object: by declarations, as names repeat.
  struct Path {
    std::string key, text;
    const AstNode* variable = nullptr;  // null: this object
    std::string member;                 // of the variable, that it is or is in
    bool is_object = false;             // a member of the variable itself
  };
  std::optional<Path> path_of(const AstNode& e) const;
  struct Argument {
    const AstNode* value = nullptr;
    const HostEntry* entry = nullptr;  // that it was given at
  };
  Argument argument_of(const AstNode& parameter) const;
  // What a member of an object is: an expression, or a value that has no expression here.
  struct Member {
    const AstNode* value = nullptr;  // null: not known
    Since since;
    std::shared_ptr<HostValues> place;  // of the call where the expression is looked at; null: here
    HostIntegerPtr number;              // where `value` is null
  };
  Member member_of(const AstNode& variable, const std::string& name, const AstNode* field, const Since& since) const;
  Member element_of(const AstNode& list, const AstNode& object, const std::string& name, const AstNode* field,
                    const Since& since) const;
  // The member that `fields`, MemberExprs, name one within the other, of the object that an expression gives.
  Member part_of(const AstNode& object, std::vector<const AstNode*> fields, const Since& since, int depth) const;
  Member constructed(const AstNode& e, const std::vector<const AstNode*>& fields, const Since& since, int depth) const;
  Member rest_of(Member first, const std::vector<const AstNode*>& fields, int depth) const;
  Member part_of_variable(const AstNode& variable, const std::vector<const AstNode*>& fields, const Since& since,
                          int depth) const;
  bool is_doubling(const AstNode& variable, int depth);
  bool is_power_expression(const AstNode& e, int depth);
  void doubling_fact(const AstNode& loop, std::vector<HostIntegerPtr>& out);
  // `variable op= number`; of "=" the number, of the variable's type, is all.
  struct Step {
    std::string op;  // empty: another change
    std::uint64_t number = 0;
    bool is_own_type = false;  // it is computed in the variable's type
  };
  Step step_of(const AstNode& variable, const AstNode& node);
  void counter_facts(std::vector<HostIntegerPtr>& out);
  void counter_fact(const AstNode& variable, std::vector<HostIntegerPtr>& out);
  void counted_fact(const AstNode& loop, std::vector<HostIntegerPtr>& out);
  bool stays_below(const AstNode& condition, const AstNode& variable, const Step& step, std::uint64_t largest);
  HostIntegerPtr axis_of(const AstNode& variable, std::size_t axis, const Since& since, int depth);
  bool is_settled_reference(const AstNode& parameter) const;
  struct Pitch {
    HostIntegerPtr pitch;  // the variable
    HostIntegerPtr width;  // bytes, of 64 bits; null: not known
  };
  std::optional<Pitch> pitch_of(const AstNode& call);
  void case_fact(const AstNode& body, const AstNode& inside, std::vector<HostIntegerPtr>& out);
  bool is_harmless(const AstNode& call) const;
  bool is_plain_construction(const AstNode& e) const;
  bool is_quiet(const AstNode& e, int depth) const;
  // What a condition says, whose reads all last over `range`, and until all of it is computed.
  void whole_fact(const AstNode& condition, bool holds, const TextRange& range, std::vector<HostIntegerPtr>& out);
  void fact(const AstNode& condition, bool holds, const TextRange& range, std::vector<HostIntegerPtr>& out);

  const HostAst& ast_;
  const HostUses& uses_;
  const AstNode& use_;
  std::shared_ptr<const HostEntry> entry_;
  std::string suffix_;  // of the keys of variables: those of another call are others
  std::map<const AstNode*, HostIntegerPtr> given_;  // parameters of the function whose expression is put in place
  std::map<const AstNode*, HostShape> given_shapes_;
  std::map<const AstNode*, Object> given_objects_;
  // What a variable is in the expressions that are read since that position.
  struct Before {
    const AstNode* variable = nullptr;
    std::size_t after = 0;
    HostIntegerPtr value;
  };
  std::optional<Before> before_;
  int nested_ = 0;  // constructors that are put in place
  bool is_in_constructor_ = false;  // of this object
  Object object_;
  // What was computed: a variable's definition is not followed again for each place that reads it.
  std::map<std::pair<const AstNode*, std::pair<std::size_t, std::size_t>>, HostIntegerPtr> known_;
  mutable std::map<const AstNode*, bool> quiet_;  // of functions' results
  std::vector<HostCounted> counted_;  // of the loops around the use, as facts() met them
  bool unreachable_ = false;
  TextRange condition_;     // of the fact that is looked at
  bool unsettled_ = false;  // code that is not looked at runs at the use, which may change what it can reach
};

// The parameters of a function's declaration.
std::vector<const AstNode*> parameters_of(const AstNode& function);
// Its body; null where there is none.
const AstNode* body_of(const AstNode& function);
// The program does not go on after the statement: it ends in break, return, exit() or the like.
bool ends_here(const HostAst& ast, const AstNode& statement);
// A call of it runs this body: no other class's takes its place, nor what the linker puts there for a weak one.
bool runs_as_written(const HostAst& ast, const AstNode& function);
// Its declaration that has a body, else itself.
const AstNode& definition_of(const HostAst& ast, const AstNode& function);

}  // namespace warpproof
