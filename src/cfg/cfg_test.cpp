// Control-flow facts against their definitions, checked by brute force on small random graphs and on known
// shapes.
#include "src/cfg/cfg.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <catch2/catch.hpp>
#include <random>
#include <set>

namespace warpproof {
namespace {

using Edges = std::vector<std::vector<int>>;

Instruction make(Opcode op, std::vector<std::uint32_t> writes = {}, std::vector<std::uint32_t> reads = {},
                 int guard = -1) {
  Instruction in;
  in.op = op;
  for (const std::uint32_t r : writes) in.destinations.push_back({Operand::Kind::Register, false, {}, r, 0});
  for (const std::uint32_t r : reads) in.sources.push_back({Operand::Kind::Register, false, {}, r, 0});
  in.guard.reg = guard;
  return in;
}

// One block a node, each a single instruction that changes nothing unless `code` says otherwise.
Function function_of(const Edges& edges, const std::vector<std::vector<Instruction>>& code = {}) {
  Function f;
  for (std::size_t b = 0; b < edges.size(); ++b) {
    Block block;
    block.first = static_cast<std::uint32_t>(f.code.size());
    if (b < code.size())
      f.code.insert(f.code.end(), code[b].begin(), code[b].end());
    else
      f.code.push_back(make(Opcode::Mov));
    block.last = static_cast<std::uint32_t>(f.code.size());
    for (const int to : edges[b]) block.successors.push_back(static_cast<std::uint32_t>(to));
    f.blocks.push_back(block);
  }
  return f;
}

// Random graphs whose nodes are all reachable from 0: edges to earlier nodes make loops, of any shape.
Edges random_graph(std::mt19937& random, int size) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Edges edges(static_cast<std::size_t>(size));
  for (int b = 1; b < size; ++b) edges[static_cast<std::size_t>(below(b))].push_back(b);
  for (int extra = below(size + 1); extra > 0; --extra)
    edges[static_cast<std::size_t>(below(size))].push_back(below(size));
  return edges;
}

// Can `to` be reached from `from` in no step or more, without entering `without`?
bool reaches(const Edges& edges, int from, int to, int without) {
  std::set<int> seen;
  std::vector<int> work = {from};
  while (!work.empty()) {
    const int b = work.back();
    work.pop_back();
    if (b == without || !seen.insert(b).second) continue;
    if (b == to) return true;
    work.insert(work.end(), edges[static_cast<std::size_t>(b)].begin(),
                edges[static_cast<std::size_t>(b)].end());
  }
  return false;
}

bool can_end(const Edges& edges, int from, int without) {
  for (int b = 0; b < static_cast<int>(edges.size()); ++b)
    if (edges[static_cast<std::size_t>(b)].empty() && reaches(edges, from, b, without)) return true;
  return false;
}

void check_order(const Edges& edges, const FunctionGraph& graph) {
  const int n = static_cast<int>(edges.size());
  std::vector<int> sorted = graph.order;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < n; ++i) {
    REQUIRE(sorted[i] == i);
    REQUIRE(graph.order[graph.sorted[i]] == i);
  }
  for (std::size_t l = 0; l < graph.loops.size(); ++l) {
    const FunctionGraph::Loop& loop = graph.loops[l];
    REQUIRE(loop.parent < static_cast<int>(l));
    REQUIRE(loop.blocks.front() == loop.head);
    REQUIRE(graph.is_loop_head(loop.head));
    for (std::size_t i = 0; i < loop.blocks.size(); ++i) {
      REQUIRE(graph.order[loop.blocks[i]] == graph.order[loop.head] + static_cast<int>(i));
      REQUIRE(graph.in_loop_of_head(loop.head, loop.blocks[i]));
    }
    for (int b = 0; b < n; ++b) {
      const bool listed = std::find(loop.blocks.begin(), loop.blocks.end(), b) != loop.blocks.end();
      REQUIRE(graph.in_loop_of_head(loop.head, b) == listed);
    }
  }
  // Every edge goes forward, or to the head of a loop that holds where it comes from.
  for (int b = 0; b < n; ++b)
    for (const int to : edges[static_cast<std::size_t>(b)])
      REQUIRE((graph.order[to] > graph.order[b] || graph.in_loop_of_head(to, b)));
}

void check_dominators(const Edges& edges, const FunctionGraph& graph) {
  const int n = static_cast<int>(edges.size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      REQUIRE(graph.dominates(j, i) == (i != j && !reaches(edges, 0, i, j)));
      // Where the end can be reached, the definition holds as it stands.
      bool endless = false;
      for (int k = 0; k < n; ++k) endless = endless || (reaches(edges, i, k, -1) && !can_end(edges, k, -1));
      if (!endless) REQUIRE(graph.post_dominates(j, i) == (i != j && !can_end(edges, i, j)));
      // Everywhere it is a necessary condition.
      if (can_end(edges, i, j)) REQUIRE_FALSE(graph.post_dominates(j, i));
      bool step = false;
      for (const int to : edges[static_cast<std::size_t>(i)]) step = step || reaches(edges, to, j, -1);
      REQUIRE(graph.reaches(i, j) == step);
    }
    const int above = graph.immediate_post_dominator[i];
    if (above >= 0) REQUIRE(graph.post_dominates(above, i));
  }
}

TEST_CASE("cfg: random graphs satisfy the definitions of order, loops and dominators") {
  std::mt19937 random(20240611);
  for (int iteration = 0; iteration < 1500; ++iteration) {
    const Edges edges = random_graph(random, 1 + static_cast<int>(random() % 9));
    const FunctionGraph graph = analyse(function_of(edges));
    check_order(edges, graph);
    check_dominators(edges, graph);
  }
}

TEST_CASE("cfg: dominators agree with Boost's Lengauer-Tarjan on larger graphs") {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  std::mt19937 random(7);
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Edges edges = random_graph(random, 200 + static_cast<int>(random() % 300));
    Graph boost_graph(edges.size());
    for (std::size_t b = 0; b < edges.size(); ++b)
      for (const int to : edges[b]) boost::add_edge(b, static_cast<std::size_t>(to), boost_graph);
    std::vector<std::size_t> parent(edges.size(), boost::graph_traits<Graph>::null_vertex());
    boost::lengauer_tarjan_dominator_tree(
        boost_graph, boost::vertex(0, boost_graph),
        boost::make_iterator_property_map(parent.begin(), boost::get(boost::vertex_index, boost_graph)));
    const FunctionGraph graph = analyse(function_of(edges));
    for (std::size_t b = 1; b < edges.size(); ++b)
      REQUIRE(graph.immediate_dominator[b] == static_cast<int>(parent[b]));
    check_order(edges, graph);
  }
}

TEST_CASE("cfg: a natural loop has its header as head, an irreducible one is marked") {
  // 0 -> 1 -> 2 -> 1, 2 -> 3
  const FunctionGraph natural = analyse(function_of({{1}, {2}, {1, 3}, {}}));
  REQUIRE(natural.loops.size() == 1);
  CHECK(natural.loops[0].head == 1);
  CHECK_FALSE(natural.loops[0].irreducible);
  CHECK(natural.immediate_post_dominator == std::vector<int>{1, 2, 3, -1});
  // 0 goes to both blocks of the loop {1, 2}.
  const FunctionGraph irreducible = analyse(function_of({{1, 2}, {2}, {1, 3}, {}}));
  REQUIRE(irreducible.loops.size() == 1);
  CHECK(irreducible.loops[0].irreducible);
}

TEST_CASE("cfg: nested loops are contiguous and know their parents") {
  // 1 heads {1, 2, 3, 4}, 2 heads {2, 3}.
  const FunctionGraph graph = analyse(function_of({{1}, {2}, {3}, {2, 4}, {1, 5}, {}}));
  REQUIRE(graph.loops.size() == 2);
  CHECK(graph.loops[0].head == 1);
  CHECK(graph.loops[1].head == 2);
  CHECK(graph.loops[1].parent == 0);
  CHECK(graph.loop_of == std::vector<int>{-1, 0, 1, 1, 0, -1});
}

TEST_CASE("cfg: nothing after an endless loop counts as certain to come") {
  // 1 may go to the endless loop at 2 or to the end at 3.
  const FunctionGraph graph = analyse(function_of({{1}, {2, 3}, {2}, {}}));
  CHECK_FALSE(graph.post_dominates(3, 1));
  CHECK(graph.post_dominates(1, 0));
}

TEST_CASE("cfg: trivial exits are ret, exit and branches that lead to them only") {
  Instruction guarded_branch = make(Opcode::Bra, {}, {}, 0);
  Function f =
      function_of({{1, 2}, {3}, {4, 5}, {}, {3}, {5}}, {{guarded_branch},
                                                        {make(Opcode::Bra)},
                                                        {make(Opcode::Mov), make(Opcode::Bra, {}, {}, 0)},
                                                        {make(Opcode::Ret)},
                                                        {},
                                                        {make(Opcode::Bra)}});
  f.registers.resize(1);
  CHECK(analyse(f).is_trivial_exit == std::vector<char>{0, 1, 0, 1, 1, 0});
}

TEST_CASE("cfg: liveness counts guards and addresses as reads and guarded writes as keeping the old value") {
  Instruction load = make(Opcode::Ld, {0});
  load.address.base = Address::Base::Register;
  load.address.index = 1;
  Instruction maybe = make(Opcode::Mov, {2}, {}, 3);
  Function f = function_of({{1}, {}}, {{load, maybe}, {make(Opcode::St, {}, {0, 2}), make(Opcode::Ret)}});
  f.registers.resize(5);
  const FunctionGraph graph = analyse(f);
  CHECK(graph.live_in[0] == std::vector<bool>{false, true, true, true, false, false});
  CHECK(graph.live_in[1] == std::vector<bool>{true, false, true, false, false, false});
}

TEST_CASE("cfg: the carry flag is live where an instruction may read it before one surely writes it") {
  const auto carrying = [](Opcode op, bool out, int guard = -1) {
    Instruction in = make(op, {0}, {}, guard);
    in.mod.carry_out = out;
    return in;
  };
  // Block 1 may leave the flag as it was, block 2 sets it, block 3 reads and then sets it.
  Function f = function_of({{1}, {2, 3}, {3}, {4}, {}}, {{make(Opcode::Mov)},
                                                         {carrying(Opcode::Add, true, 1)},
                                                         {carrying(Opcode::Add, true)},
                                                         {carrying(Opcode::Addc, true)},
                                                         {make(Opcode::Ret)}});
  f.registers.resize(2);
  const FunctionGraph graph = analyse(f);
  std::vector<bool> carry;
  for (const auto& live : graph.live_in) carry.push_back(live.back());
  CHECK(carry == std::vector<bool>{true, true, false, true, false});
}

TEST_CASE("cfg: liveness agrees with a search for a read on random graphs") {
  std::mt19937 random(11);
  for (int iteration = 0; iteration < 500; ++iteration) {
    const Edges edges = random_graph(random, 1 + static_cast<int>(random() % 8));
    std::vector<std::vector<Instruction>> code(edges.size());
    for (auto& block : code) {
      const auto reg = [&] { return static_cast<std::uint32_t>(random() % 3); };
      if (random() % 2) block.push_back(make(Opcode::Mov, {reg()}, {reg()}, random() % 3 == 0 ? 2 : -1));
      block.push_back(make(Opcode::Mov));
    }
    Function f = function_of(edges, code);
    f.registers.resize(3);
    const FunctionGraph graph = analyse(f);
    for (std::uint32_t r = 0; r < 3; ++r) {
      for (std::size_t start = 0; start < edges.size(); ++start) {
        std::set<int> seen;
        std::vector<int> work = {static_cast<int>(start)};
        bool read = false;
        while (!work.empty() && !read) {
          const auto b = static_cast<std::size_t>(work.back());
          work.pop_back();
          if (!seen.insert(static_cast<int>(b)).second) continue;
          bool written = false;
          for (const Instruction& in : code[b]) {
            for (const Operand& s : in.sources) read = read || (!written && s.index == r);
            read = read || (!written && in.guard.reg == static_cast<int>(r));
            for (const Operand& d : in.destinations) written = written || (in.guard.reg < 0 && d.index == r);
          }
          if (!written) work.insert(work.end(), edges[b].begin(), edges[b].end());
        }
        REQUIRE(graph.live_in[start][r] == read);
      }
    }
  }
}

TEST_CASE("cfg: long chains and flat loop rows need no deep stack") {
  const int n = 100000;
  Edges chain(n), row(n);
  for (int b = 0; b + 1 < n; ++b) {
    chain[b] = {b + 1};
    row[b] = {b, b + 1};
  }
  const FunctionGraph straight = analyse(function_of(chain));
  CHECK(straight.post_dominates(n - 1, 0));
  CHECK(straight.dominates(0, n - 1));
  CHECK(analyse(function_of(row)).loops.size() == static_cast<std::size_t>(n - 1));
}

TEST_CASE("cfg: loops nested beyond the bound are refused, not ordered for ever") {
  const int n = 20000;
  Edges nest(n);
  for (int b = 0; b < n; ++b) nest[b] = b + 1 < n ? std::vector<int>{b + 1} : std::vector<int>{};
  for (int b = n / 2; b < n; ++b) nest[b].push_back(n - 1 - b);
  CHECK_THROWS_AS(analyse(function_of(nest)), CfgError);
}

}  // namespace
}  // namespace warpproof
