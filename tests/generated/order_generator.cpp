#include "tests/generated/order_generator.h"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "tests/generated/random.h"

namespace warpproof::generated {

namespace {

using Lines = std::vector<std::string>;

constexpr int kLanes = 2, kThreads = 4, kEveryThread = (1 << kThreads) - 1;
// Words of box: data, then locks, then flags, two of each.
constexpr int kData = 0, kLocks = 8, kFlags = 10;

Statement plain(Lines lines) {
  Statement s;
  s.lines = std::move(lines);
  return s;
}

std::string at(int word) { return fmt::format("[box+{}]", 4 * word); }

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {
    mistakes_ = random_.pick<int>({0, 1, 1, 2});
    budget_ = 3 + random_.below(8);
    words_ = 1 + random_.below(2);
    for (int w = 0; w < kWords; ++w) {
      const int kind = random_.weighted({55, 30, 25});
      locked_[w] = kind == 0;
      counted_[w] = kind == 2;
      lock_of_[w] = kLocks + random_.below(2);
      publisher_[w] = random_.below(kThreads);
    }
  }

  Kernel run() {
    Kernel kernel;
    kernel.settings.warp_size = kLanes;
    kernel.settings.block = kThreads;
    kernel.settings.input_bits = 1;
    kernel.settings.schedules = 24;
    kernel.settings.cuda_source = random_.chance(60);
    kernel.statements.push_back(clear());
    while (budget_ > 0) kernel.statements.push_back(statement(0));
    return kernel;
  }

 private:
  bool careful() {
    if (mistakes_ == 0 || random_.chance(80)) return true;
    --mistakes_;
    return false;
  }
  std::string v() { return fmt::format("%v{}", random_.below(6)); }
  int word() { return random_.below(words_); }
  static std::string fence() { return "fence.acq_rel.cta"; }

  // All locks free and all flags down.
  Statement clear() {
    Lines lines{"setp.eq.u32 %q9, %tid, 0"};
    for (const int k : {kLocks, kLocks + 1, kFlags, kFlags + 1})
      lines.push_back(fmt::format("@%q9 st.shared.u32 {}, 0", at(k)));
    if (careful()) lines.push_back("bar.sync 0");
    return plain(lines);
  }

  Statement statement(int depth) {
    --budget_;
    const bool room = depth < kDeepest && budget_ > 0;
    const int w = word();
    switch (random_.weighted({room ? 14 : 0, depth == 0 ? 2 : 0, room ? 3 : 0, 1})) {
      case 0:
        if (!careful()) return some(1 + random_.below(kEveryThread), {access(w)});
        if (locked_[w]) return section(w);
        if (!published_[w] && random_.chance(80)) return counted_[w] ? arrive(w) : publish(w);
        return await(w, depth);
      case 1:
        return plain({random_.chance(60) ? "bar.sync 0" : "bar.warp.sync 3"});
      case 2:
        return by_input(depth);
      default:
        return plain({fence()});
    }
  }

  std::string store(int w) { return fmt::format("st.shared.u32 {}, {}", at(kData + w), v()); }
  std::string load(int w) { return fmt::format("ld.shared.u32 {}, {}", v(), at(kData + w)); }
  std::string access(int w) { return random_.chance(50) ? store(w) : load(w); }

  // Sets a predicate in these threads.
  static Lines choose(const std::string& predicate, int threads) {
    return {fmt::format("mov.u32 %t1, {}", threads), "shr.u32 %t1, %t1, %tid", "and.b32 %t1, %t1, 1",
            fmt::format("setp.ne.u32 {}, %t1, 0", predicate)};
  }
  int some_threads() { return random_.chance(40) ? kEveryThread : 1 + random_.below(kEveryThread); }

  Statement some(int threads, Lines body) {
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = "%q9";
    st.lines = choose("%q9", threads);
    st.body = {plain(std::move(body))};
    return st;
  }

  std::string give_back(int lock) {
    switch (random_.below(3)) {
      case 0:
        return fmt::format("atom.shared.exch.b32 %t3, {}, 0", at(lock));
      case 1:
        return fmt::format("st.volatile.shared.u32 {}, 0", at(lock));
      default:
        return fmt::format("atom.shared.cas.b32 %t3, {}, 1, 0", at(lock));
    }
  }

  // Threads that get the lock of a word at once use the word; now and then without a fence, with the other
  // lock, or giving it back where they do not hold it.
  Statement section(int w) {
    const int lock = lock_of_[w];
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = "%q9";
    st.lines = choose("%q8", some_threads());
    st.lines.push_back("mov.u32 %t2, 1");
    st.lines.push_back(random_.chance(70) ? fmt::format("@%q8 atom.shared.cas.b32 %t2, {}, 0, 1", at(lock))
                                          : fmt::format("@%q8 atom.shared.exch.b32 %t2, {}, 1", at(lock)));
    st.lines.push_back("setp.eq.u32 %q9, %t2, 0");
    Lines body;
    if (careful()) body.push_back(fence());
    for (int n = 1 + random_.below(2); n > 0; --n) body.push_back(access(careful() ? w : 1 - w));
    if (careful()) body.push_back(fence());
    const int freed = careful() ? lock : 2 * kLocks + 1 - lock;
    const bool inside = careful();
    if (inside && random_.chance(85)) body.push_back(give_back(freed));
    if (inside && !careful()) body.push_back(access(w));
    st.body = {plain(body)};
    if (!inside) st.otherwise = {plain({fence(), give_back(freed)})};
    return st;
  }

  // The word's publisher stores it and raises its flag.
  Statement publish(int w) {
    published_[w] = true;
    Lines body{store(w)};
    if (careful()) body.push_back(fence());
    body.push_back(fmt::format("st.{}.shared.u32 {}, {}", random_.chance(50) ? "volatile" : "relaxed.cta",
                               at(kFlags + w), careful() ? 1 : 2));
    if (!careful()) body.push_back(access(w));
    return some(careful() ? 1 << publisher_[w] : 1 << publisher_[w] | 1 << random_.below(kThreads), body);
  }

  // Some threads read the word and are counted.
  Statement arrive(int w) {
    published_[w] = true;
    arrivals_[w] = 1 + random_.below(kEveryThread);
    Lines body{load(w)};
    if (careful()) body.push_back(fence());
    body.push_back(fmt::format(
        "{} {}, 1", random_.chance(50) ? "atom.shared.add.u32 %t3," : "red.shared.add.u32", at(kFlags + w)));
    if (!careful()) body.push_back(load(w));
    return some(arrivals_[w], body);
  }

  // Who finds the flag raised reads the word; one who finds that all were counted stores it.
  Statement await(int w, int depth) {
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = "%q9";
    const bool counted = counted_[w];
    st.lines = choose("%q8", counted && careful() ? 1 << publisher_[w] : some_threads());
    st.lines.push_back("mov.u32 %t2, 0");
    st.lines.push_back(fmt::format("@%q8 ld.{}.shared.u32 %t2, {}",
                                   random_.chance(50) ? "volatile" : "relaxed.cta",
                                   at(kFlags + (careful() ? w : 1 - w))));
    const int all = counted ? std::popcount(static_cast<unsigned>(arrivals_[w])) : 1;
    st.lines.push_back(fmt::format("setp.{}.u32 %q9, %t2, {}", random_.chance(50) ? "eq" : "ge",
                                   careful() ? all : all - 1));
    const bool before = random_.chance(30);
    if (before) st.lines.push_back(fence());
    if (!before && careful()) st.body.push_back(plain({fence()}));
    st.body.push_back(plain({careful() != counted ? load(w) : store(w)}));
    if (random_.chance(40)) st.body.push_back(statement(depth + 1));
    return st;
  }

  Statement by_input(int depth) {
    Statement st;
    st.kind = Statement::Kind::If;
    st.condition = fmt::format("%p{}", random_.below(4));
    st.body = {statement(depth + 1)};
    if (random_.chance(40)) st.otherwise = {statement(depth + 1)};
    return st;
  }

  Random random_;
  static constexpr int kWords = 2;
  int mistakes_ = 0;  // left to make
  int budget_ = 0;    // statements
  int words_ = 1;     // of data that are used on purpose
  // By word: it has a lock, else a flag or a count of those who have read it.
  bool locked_[kWords]{}, counted_[kWords]{}, published_[kWords]{};
  int arrivals_[kWords]{};  // threads
  int lock_of_[kWords]{}, publisher_[kWords]{};
};

}  // namespace

Kernel generate_order(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace warpproof::generated
