// Reduced ordered binary decision diagrams: a canonical form of functions of bits.
//
// Two functions are equal exactly when their diagrams are the same number. Variables are ordered by their
// number. (Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", IEEE Transactions on
// Computers, 1986.)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace warpproof::equivalence {

// Too many nodes: the caller falls back to a weaker form.
class FormLimit : public std::runtime_error {
 public:
  FormLimit() : std::runtime_error("normal form too large") {}
};

class DecisionDiagrams {
 public:
  using Diagram = std::uint32_t;
  static constexpr Diagram kFalse = 0, kTrue = 1;

  static constexpr std::size_t kMostNodes = 4'000'000;
  explicit DecisionDiagrams(std::size_t max_nodes = kMostNodes) : max_nodes_(max_nodes), nodes_(2) {}

  Diagram variable(std::uint32_t v) { return node(v, kFalse, kTrue); }
  // c ? a : b; the three other operations are cases of it. All throw FormLimit.
  Diagram choose(Diagram c, Diagram a, Diagram b);
  Diagram conj(Diagram a, Diagram b) { return choose(a, b, kFalse); }
  Diagram disj(Diagram a, Diagram b) { return choose(a, kTrue, b); }
  Diagram negate(Diagram a) { return choose(a, kFalse, kTrue); }
  Diagram parity(Diagram a, Diagram b) { return choose(a, negate(b), b); }

  // The value where all variables are false.
  bool at_zero(Diagram d) const;
  // Whether d is one variable alone.
  bool is_variable(Diagram d, std::uint32_t& variable) const;
  // The variables that d depends on; nothing where these are more than `most`.
  std::optional<std::vector<std::uint32_t>> support(Diagram d, std::size_t most) const;
  // The value for these values of the variables.
  bool value(Diagram d, const std::function<bool(std::uint32_t)>& of) const;
  // The variables of which d is the disjunction (the conjunction), if it is one.
  std::optional<std::vector<std::uint32_t>> all_of(Diagram d, bool disjunction) const;
  // Bounds the nodes that the operations until the next call may add, on top of the bound of all.
  void allow(std::size_t more) { allowed_ = nodes_.size() + more; }

 private:
  struct Node {
    std::uint32_t variable = ~0u;
    Diagram low = 0, high = 0;
    bool operator==(const Node&) const = default;
  };
  struct Triple {
    std::uint32_t a, b, c;
    bool operator==(const Triple&) const = default;
  };
  struct Hash {
    static std::size_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
      std::uint64_t h = a * 0x9e3779b97f4a7c15ull ^ b * 0xc2b2ae3d27d4eb4full ^ c * 0x165667b19e3779f9ull;
      return h ^ h >> 29;
    }
    std::size_t operator()(const Node& n) const { return mix(n.variable, n.low, n.high); }
    std::size_t operator()(const Triple& t) const { return mix(t.a, t.b, t.c); }
  };
  Diagram node(std::uint32_t variable, Diagram low, Diagram high);
  Diagram branch(Diagram d, std::uint32_t variable, bool high) const;

  std::size_t max_nodes_, allowed_ = ~std::size_t{0};
  std::vector<Node> nodes_;
  std::unordered_map<Node, Diagram, Hash> unique_;
  std::unordered_map<Triple, Diagram, Hash> results_;
};

}  // namespace warpproof::equivalence
