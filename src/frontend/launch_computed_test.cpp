// What loops and arithmetic leave known of the sizes that a launch is given, and what takes that away again.
#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

const std::string kBefore =
    "#include <cstdio>\n#include <cstdlib>\nvoid set(int& x) { x = get(); }\nvoid looks(const int& x) {}\nstruct Size { int n, m; void grow(); };\n"
    "static int shared;\nstruct Later { int& n; ~Later() { n = get(); } };\n";
const std::string kUse = " k<<<1, 64>>>(d, n);";

TEST_CASE("after a loop that ends only by its condition that does not hold") {
  check_all({"while (n % 32 != 0) n++;" + kUse, "for (; n % 32 != 0; ++n) {}" + kUse, "do { --n; } while (n % 32 != 0);" + kUse,
             "while (n % 32 != 0) { if (n < 0) exit(1); n++; }" + kUse, "while (n % 32 != 0) { if (n < 0) return; n++; }" + kUse,
             "while (n % 32 != 0) { if (n < 0) throw 1; n++; }" + kUse, "do { if (scanf(\"%d\", &n) != 1) exit(1); } while (n % 32 != 0);" + kUse,
             "while (n % 32 != 0) { n++; if (get()) continue; n++; }" + kUse, "while (n % 32 != 0) { for (int i = 0; i < 3; ++i) n++; }" + kUse,
             "if (get()) goto in; while (n % 32 != 0) { n++; in: n += 2; }" + kUse, "for (int i = 0; i < 3; ++i) { while (n % 32 != 0) n++;" + kUse + " }",
             "for (int i = 0; i < 3; ++i, ++n) { while (n % 32 != 0) n++;" + kUse + " }", "while (n % 32 != 0) n++; if (get()) { " + kUse + " }",
             "while (n > 64 || n % 32 != 0) n++;" + kUse, "for (int i = 0; n % 32 != 0; ++i) n += i;" + kUse, "while (n % 32 != 0) n++; looks(n);" + kUse,
             "int m = n; while (m % 32 != 0) m++; n = m;" + kUse, "short m = n; while (m % 32 != 0) m++; k<<<1, 64>>>(d, m);",
             "Size s{n, n}; while (s.n % 32 != 0) s.n++; s.m = 3; k<<<1, 64>>>(d, s.n);", "while (n % 32 != 0) { auto f = [] { return 1; }; n += f(); }" + kUse,
             "long w = get(); while (w % 32 != 0) w++; k<<<1, 64>>>(d, (int)w);"},
            kBefore, {"!(n % 32 != 0)"}, true);
}

TEST_CASE("a loop that ends otherwise leaves nothing known") {
  check_all({"while (n % 32 != 0) { if (n > 100) break; n++; }" + kUse, "while (n % 32 != 0) { if (n > 100) goto out; n++; } out:" + kUse,
             "while (n % 32 != 0) { switch (n) { case 1: goto out; } n++; } out:" + kUse, "void* to = &&out; while (n % 32 != 0) { if (get()) goto *to; n++; } out:" + kUse,
             "while (({ if (n > 100) break; n % 32 != 0; })) n++;" + kUse, "if (get()) goto in; while (n % 32 != 0) n++; in:" + kUse,
             "try { while (n % 32 != 0) { if (get()) throw 1; n++; } } catch (int) {}" + kUse, "if (get()) { while (n % 32 != 0) n++; }" + kUse,
             "get() && ({ while (n % 32 != 0) n++; 1; });" + kUse, "auto f = [&n] { while (n % 32 != 0) n++; };" + kUse, "switch (get()) { case 1: while (n % 32 != 0) n++; case 2:" + kUse + " }",
             "for (;;) { if (n % 32 != 0) return; break; }" + kUse, kUse + " while (n % 32 != 0) n++;", "while (int m = n % 32) n += m;" + kUse,
             "while (n % 32 != 0 && get()) n++;" + kUse, "do { n++; if (get()) continue; n++; } while (n % 32 != 0 && n < 64);" + kUse},
            kBefore, {"!(n % 32 != 0)"}, false);
}

TEST_CASE("what a loop left is gone where something changes it") {
  check_all({"while (n % 32 != 0) n++; n++;" + kUse, "while (n % 32 != 0) n++; if (get()) n = get();" + kUse, "int m = n; while (m % 32 != 0) m++;" + kUse,
             "while (n++ % 32 != 0) {}" + kUse, "while (n % 32 != 0 || (n = get()) != 0) n++;" + kUse, "while (({ int r = n % 32 != 0; n = get(); r; })) {}" + kUse,
             "int* p = &n; while (n % 32 != 0) n++; *p = get();" + kUse, "int& r = n; while (n % 32 != 0) n++; r = get();" + kUse, "while (n % 32 != 0) n++; touch(&n);" + kUse,
             "while (n % 32 != 0) n++; set(n);" + kUse, "while (n % 32 != 0) n++; changes(n);" + kUse, "auto f = [&] { n = get(); }; while (n % 32 != 0) n++; f();" + kUse,
             "while (n % 32 != 0) n++; scanf(\"%d\", &n);" + kUse, "while (n % 32 != 0) n++; asm(\"\" : \"+r\"(n));" + kUse, "while (n % 32 != 0) n++; { Later l{n}; }" + kUse,
             "for (Later l{n}; n % 32 != 0;) n++;" + kUse, "while (n % 32 != 0) n++; for (int i = 0; i < 3; ++i) { " + kUse + " n++; }",
             "while (n % 32 != 0) n++; switch (get()) { case 1: n = get(); case 2: {" + kUse + " break; } }", "const int m = n; { int n = get(); while (n % 32 != 0) n++; k<<<1, 64>>>(d, m); }",
             "volatile int v = n; while (v % 32 != 0) v++; k<<<1, 64>>>(d, v);", "static int v = n; while (v % 32 != 0) v++; k<<<1, 64>>>(d, v);",
             "while (shared % 32 != 0) shared++; set(shared); k<<<1, 64>>>(d, shared);", "while (d[n % 32] != 0) n++;" + kUse,
             "Size s{n, n}; while (s.n % 32 != 0) s.n++; s = Size{get(), 1}; k<<<1, 64>>>(d, s.n);", "Size s{n, n}; while (s.n % 32 != 0) s.n++; s.grow(); k<<<1, 64>>>(d, s.n);",
             "Size s{n, n}; while (s.n % 32 != 0) s.n++; k<<<1, 64>>>(d, s.m);", "Size* s = (Size*)d; while (s->n % 32 != 0) s->n++; touch(&n); k<<<1, 64>>>(d, s->n);"},
            kBefore, {"!(n % 32 != 0)"}, false);
  // An unsigned number that wraps around, and one that is cut off, are other numbers to what is no power of two.
  check_all({"unsigned u = n; while (u % 3 != 0) u++; k<<<1, 64>>>(d, (int)u);", "long w = n; while (w % 3 != 0) w++; k<<<1, 64>>>(d, (int)w);"},
            kBefore, {"!(n % 3 != 0)"}, false);
}

TEST_CASE("a launch after a loop without an end is not reached, and one after a loop that may end is") {
  const auto unreached = [](const std::string& body) { return read("void f(float* d, int n) { " + body + " }").unreached.size(); };
  CHECK(unreached("while (true) { if (get()) return; }" + kUse) == 1);
  CHECK(unreached("while (true) { if (get()) break; }" + kUse) == 0);
  CHECK(unreached("bool more = true; while (more) more = get();" + kUse) == 0);
  CHECK(unreached("bool more = true; while (more) { set: more = false; }" + kUse) == 0);
  CHECK(unreached("do { n++; } while (false);" + kUse) == 0);
  CHECK(unreached("if (get()) goto out; while (true) { if (get()) return; } out:" + kUse) == 0);
}

TEST_CASE("a loop's condition that nothing can be said of leaves each value possible") {
  const auto open = [](const std::string& code) {
    const HostLaunches all = read(kBefore + code);
    REQUIRE(all.launches.size() == 1);
    return !all.launches[0].open_arguments.empty();
  };
  CHECK_FALSE(open("void run(float* d, Size s) { int i = 0; while (i != s.n) { d[i] = 0; i++; } k<<<1, 64>>>(d, s.n); }\nvoid f(float* d, Size s) { run(d, s); }"));
  CHECK_FALSE(open("struct Run { float* d; int n; bool more(); void go() { while (more()) get(); k<<<1, 64>>>(d, n); } };"));
  CHECK_FALSE(open("void f(float* d, int n) { for (int i = 0; i != n; ++i) d[i] = 0; k<<<1, 64>>>(d, n); }"));
}

TEST_CASE("how a size is computed says which power of two divides it") {
  check_all({"n = (n + 31) / 32 * 32;" + kUse, "n &= ~31;" + kUse, "n -= n % 32;" + kUse, "n *= 32;" + kUse, "n <<= 5;" + kUse, "n = (n + 31) & ~31;" + kUse,
             "if (n < 0) return; n = n / 32 * 96;" + kUse, "int m = n; n = get() ? m * 32 : 64 * m;" + kUse, "n = -(n * 32);" + kUse, "n = n * 32 % 96;" + kUse,
             "n = 32 * (n / 32) | 64;" + kUse, "k<<<1, 64>>>(d, (get() & ~31) + n * 32);", "int m = get(); k<<<1, 64>>>(d, m / 32 * 32);", "short s = n * 32; k<<<1, 64>>>(d, s);",
             "long w = get(); w &= ~31; k<<<1, 64>>>(d, (int)w);", "do { n &= ~31; } while (get());" + kUse, "for (int i = 0; i < 3; ++i) { n += 1; n &= ~31;" + kUse + " }",
             "if ((n &= ~31) > 5) {" + kUse + " }", "n &= ~31; looks(n);" + kUse, "int m = (n &= ~31); get();" + kUse, "n = (n << 4) * 2;" + kUse},
            kBefore, {"n % 32 == 0"}, true);
  check_all({"n = (n + 31) / 32 * 16;" + kUse, "n &= ~15;" + kUse, "n -= n % 16;" + kUse, "n *= 16;" + kUse, "n &= 31;" + kUse, "n |= 32;" + kUse, "n -= shared % 32;" + kUse,
             "n /= 32;" + kUse, "n >>= 5;" + kUse, "n *= 0.5 * 64;" + kUse, "n = n * 32 / 3;" + kUse, "n = n * 32 + get();" + kUse, "k<<<1, 64>>>(d, get() * 16);", "n ^= 32;" + kUse,
             "n = n / 32 * 32 + n % 32;" + kUse, "n = n - (n + 1) % 32;" + kUse, "n = ~(n * 32);" + kUse, "n = !(n * 32);" + kUse, "n = get() - get() % 32;" + kUse, "n = n * 32 % get();" + kUse,
             "n = get() ? n * 32 : n;" + kUse, "n = 32 << n >> n;" + kUse, "n -= get() % 32;" + kUse, "n -= -n % 32;" + kUse, "(n) -= (long)n % 33;" + kUse, "n = n * 32 > 5;" + kUse},
            kBefore, {"n % 32 == 0"}, false);
}

TEST_CASE("what divides a size is gone where something changes it, or may not have computed it") {
  check_all({"n = (n + 31) / 32 * 32; n++;" + kUse, "n = (n + 31) / 32 * 32; if (get()) n = get();" + kUse, "if (get()) n &= ~31;" + kUse, "int m = n; m &= ~31;" + kUse,
             kUse + " n &= ~31;", "auto f = [&] { n = get(); }; n &= ~31; f();" + kUse, "n &= ~31; scanf(\"%d\", &n);" + kUse, "n &= ~31; changes(n);" + kUse, "n &= ~31; set(n);" + kUse,
             "for (int i = 0; i < 3; ++i) { n &= ~31; n += 1; }" + kUse, "for (int i = 0; i < 3; ++i) {" + kUse + " n &= ~31; }", "while (get()) n &= ~31;" + kUse,
             "int* p = &n; n &= ~31; *p = get();" + kUse, "int& r = n; n &= ~31; r++;" + kUse, "n &= ~31; touch(&n);" + kUse, "n &= ~31; asm(\"\" : \"+r\"(n));" + kUse,
             "if (get()) goto out; n &= ~31; out:" + kUse, "get() && (n &= ~31);" + kUse, "get() ? n &= ~31 : 0;" + kUse, "(void)sizeof(n &= ~31);" + kUse,
             "try { if (get()) throw 1; n &= ~31; } catch (int) {}" + kUse, "switch (get()) { case 0: n &= ~31; case 1:" + kUse + " }", "{ Later l{n}; n &= ~31; }" + kUse,
             "do { if (get()) continue; n &= ~31; } while (get());" + kUse, "do { n &= ~31; if (get()) break; n++; } while (get());" + kUse, "static int once = (n &= ~31);" + kUse,
             "const int m = n; { int n = get(); n &= ~31; k<<<1, 64>>>(d, m); }", "volatile int v = n & ~31; k<<<1, 64>>>(d, v);", "shared &= ~31; get(); k<<<1, 64>>>(d, shared);",
             "static int v = n * 32; k<<<1, 64>>>(d, v); v = n;", "Size s{n, n}; s.m &= ~31; k<<<1, 64>>>(d, s.n);", "auto f = [&n] { n &= ~31; };" + kUse, "n &= ~31; n -= 5;" + kUse,
             "(void)noexcept(n &= ~31);" + kUse, "__builtin_constant_p(n &= ~31);" + kUse, "n &= ~31; again:" + kUse + " n += 3; if (get()) goto again;"},
            kBefore, {"n % 32 == 0"}, false);
}

TEST_CASE("what a variable begins with and each change of it say what divides it") {
  const std::string of_s = " k<<<1, 64>>>(d, s);";
  check_all({"for (int s = 32; s < n; s *= 2)" + of_s, "for (int s = 32; s <= n; s += 96)" + of_s, "int s = 32; while (get()) s <<= 1;" + of_s, "int s = 0; for (int i = 0; i < n; ++i) s += 32;" + of_s,
             "int s = 128; while (get()) { s = s * 3; if (get()) s = 32; s -= 64; }" + of_s, "for (int s = 1 << 20; s >= n; s -= 32)" + of_s, "int s = 32; while (get()) s |= 64; " + of_s,
             "const int b = 32; int s = b; while (get()) s += b;" + of_s, "int s = 96; while (get()) s %= 64;" + of_s, "int s = 96; while (get()) { s &= 1023; s ^= 32; }" + of_s},
            kBefore, {"n % 32 == 0"}, true);
  check_all({"for (int s = 16; s < n; s *= 2)" + of_s, "for (int s = 32; s <= n; s += 16)" + of_s, "for (int s = 32; s <= n; ++s)" + of_s, "for (int s = 1024; s > 1; s /= 2)" + of_s,
             "for (int s = 1024; s > 1; s >>= 1)" + of_s, "int s = 64; while (get()) { s += 16; if (get()) s = 64; }" + of_s, "int s = 64; while (get()) { s += 64; if (get()) s = 16; }" + of_s,
             "int s = 32; while (get()) s += n;" + of_s, "int s = 32; while (get()) s = n;" + of_s, "int s = 32; while (get()) s = n * s;" + of_s, "int s = 32; while (get()) s *= 1.5;" + of_s,
             "int s = 32; while (get()) s |= 65;" + of_s, "int s = 96; while (get()) s %= 33;" + of_s, "int s = 32; touch(&s);" + of_s, "int s = 32; int& r = s; while (get()) { s += 32; r++; }" + of_s,
             "int s = 32; auto f = [&] { s = n; }; while (get()) { s += 32; f(); }" + of_s, "static int s = 32;" + of_s + " s = n;", "int s; scanf(\"%d\", &s); while (get()) s += 32;" + of_s,
             "while (get()) n += 32;" + kUse, "int s = n; while (get()) s *= 2;" + of_s, "int s = 32; while (get()) s -= -3;" + of_s, "int s = 32; set(s); while (get()) s *= 2;" + of_s,
             "int s = 32; while (get()) { s *= 2; if (get()) changes(s); }" + of_s},
            kBefore, {"n % 32 == 0"}, false);
}

TEST_CASE("a multiple that a function is given is one in it, and one that it changes is not") {
  const auto relations = [](const std::string& function, const std::string& body) {
    const HostLaunches all = read(function + "\nvoid f(float* d, int m) { " + body + " }\n");
    INFO(function << " " << body);
    REQUIRE(all.launches.size() == 1);
    return all.launches[0].relations;
  };
  const std::string run = "void run(float* d, int n) { k<<<1, 64>>>(d, n); }", by_reference = "void run(float* d, int& n) { n += 1; k<<<1, 64>>>(d, n); }";
  CHECK(has(relations(run, "m &= ~31; run(d, m);"), "n % 32 == 0"));
  CHECK(has(relations(run, "while (m % 32 != 0) m++; run(d, m);"), "!(n % 32 != 0)"));
  CHECK(has(relations(run, "run(d, m * 32);"), "n % 32 == 0"));
  CHECK_FALSE(has(relations(run, "m &= ~31; run(d, m + 1);"), "n % 32 == 0"));
  CHECK_FALSE(has(relations("void run(float* d, int n) { n++; k<<<1, 64>>>(d, n); }", "m &= ~31; run(d, m);"), "n % 32 == 0"));
  CHECK_FALSE(has(relations(by_reference, "m &= ~31; run(d, m);"), "n % 32 == 0"));
  CHECK_FALSE(has(relations(by_reference, "while (m % 32 != 0) m++; run(d, m);"), "!(n % 32 != 0)"));
}

TEST_CASE("whether a power of two divides a number is a matter of the bits that a conversion leaves") {
  const auto texts = [](const std::string& check) { return one("long w = get(); w *= 3; " + check + " k<<<1, 64>>>(d, static_cast<int>(w));").relations; };
  CHECK(has(texts("if (w % 32 != 0) return;"), "!(n % 32 != 0)"));
  CHECK(has(texts("if (!(w % 4 == 0)) return;"), "n % 4 == 0"));
  CHECK_FALSE(has(texts("if (w % 24 != 0) return;"), "!(n % 24 != 0)"));
  CHECK_FALSE(has(texts("if (w % 32 != 1) return;"), "!(n % 32 != 1)"));
  CHECK_FALSE(has(texts("if (w / 32 != 0) return;"), "!(n / 32 != 0)"));
  CHECK_FALSE(has(texts("if (w != 0) return;"), "!(n != 0)"));
}

TEST_CASE("what is checked before a switch holds in it") {
  const std::string in = "switch (get()) { case 1: {" + kUse + " break; } default: break; }";
  CHECK(has(one("if (n % 32 != 0) return; " + in).relations, "!(n % 32 != 0)"));
  CHECK_FALSE(has(one("if (n % 32 != 0) return; n = get(); " + in).relations, "!(n % 32 != 0)"));
  CHECK_FALSE(has(one("if (get()) goto in; if (n % 32 != 0) return; in: " + in).relations, "!(n % 32 != 0)"));
  CHECK_FALSE(has(one("if (n % 32 != 0) return; switch (get()) { case 1: n = get(); case 2: {" + kUse + " break; } }").relations, "!(n % 32 != 0)"));
  CHECK_FALSE(has(one("if (get()) goto in; if (n % 32 != 0) return; switch (get()) { case 1: { in:" + kUse + " break; } default: break; }").relations, "!(n % 32 != 0)"));
  CHECK_FALSE(has(one("switch (get()) { case 1: if (n % 32 == 0) { case 2:" + kUse + " } }").relations, "n % 32 == 0"));
}

}  // namespace
}  // namespace warpproof
