// The store of nodes and the cache of results, without the rewriters.
#include "src/term/node_store.h"

#include <catch2/catch.hpp>

namespace warpproof::rewrite {
namespace {

TEST_CASE("node store: one node for one structure") {
  NodeStore store(1000);
  const Term x = store.new_variable(32, "x"), y = store.new_variable(32, "x");
  CHECK(x != y);  // names need not be unique
  const Term sum = store.intern(Kind::Add, 32, 0, {x, y});
  CHECK(store.intern(Kind::Add, 32, 0, {x, y}) == sum);
  CHECK(store.intern(Kind::Add, 32, 0, {y, x}) != sum);  // nothing is sorted here
  const Term pair[] = {x, y};
  CHECK(store.find(Kind::Add, 32, 0, pair) == sum);
  CHECK(store.find(Kind::Mul, 32, 0, pair).id == 0);
  CHECK(store.name(x) == "x");
}

TEST_CASE("node store: what facts decide is a constant") {
  NodeStore store(1000);
  const Term x = store.new_variable(32, "x"), low = store.constant(32, 0xff),
             high = store.constant(32, 0xff00);
  const Term byte = store.intern(Kind::And, 32, 0, {x, low});
  CHECK(store.facts(byte) == Facts{0, 0xff, 0xffffff00});
  CHECK(store.intern(Kind::And, 32, 0, {byte, high}) == store.constant(32, 0));
}

TEST_CASE("node store: a limit of nodes, however they come") {
  NodeStore store(10);
  const auto fill = [&] {
    for (int i = 0; i < 20; ++i) store.new_variable(32, "x");
  };
  CHECK_THROWS_AS(fill(), TermLimit);
}

TEST_CASE("node store: grows without losing a node") {
  NodeStore store(100'000);
  const Term x = store.new_variable(64, "x");
  std::vector<Term> terms;
  for (std::uint64_t i = 1; i < 9000; ++i)
    terms.push_back(store.intern(Kind::UDiv, 64, 0, {x, store.constant(64, i)}));
  for (std::uint64_t i = 1; i < 9000; ++i) {
    const Term ops[] = {x, store.constant(64, i)};
    CHECK(store.find(Kind::UDiv, 64, 0, ops) == terms[i - 1]);
  }
}

TEST_CASE("result cache: what is found near the limit of depth is not remembered") {
  ResultCache cache;
  const std::uint32_t key = ResultCache::key(Kind::Add);
  cache.remember(key, Term{3}, Term{4}, {}, Term{5});
  CHECK(cache.find(key, Term{3}, Term{4}) == Term{5});
  CHECK(cache.find(key, Term{4}, Term{3}).id == 0);
  CHECK(cache.find(ResultCache::key(Kind::Mul), Term{3}, Term{4}).id == 0);
  std::vector<std::unique_ptr<Depth>> builders;
  while (builders.size() < ResultCache::kMaxDepth) builders.push_back(std::make_unique<Depth>(cache));
  CHECK_FALSE(builders.back()->deep());
  cache.remember(key, Term{3}, Term{6}, {}, Term{7});
  CHECK(cache.find(key, Term{3}, Term{6}).id == 0);
  builders.push_back(std::make_unique<Depth>(cache));
  CHECK(builders.back()->deep());
}

}  // namespace
}  // namespace warpproof::rewrite
