#include "checker/cli/kernel_names.h"

#include <catch2/catch.hpp>

using namespace warpproof::cli;

TEST_CASE("a symbol is taken apart into its names") {
  struct Case {
    std::string symbol, signature, qualified, base;
  };
  const std::vector<Case> cases = {
      {"scan_p2", "scan_p2", "scan_p2", "scan_p2"},
      {"_Z3fooPi", "foo(int*)", "foo", "foo"},
      {"_ZN2ns3fooEv", "ns::foo()", "ns::foo", "foo"},
      {"_Z3fooIiEvPT_i", "void foo<int>(int*, int)", "foo<int>", "foo"},
      {"_ZN2ns3fooILi4EEEvPi", "void ns::foo<4>(int*)", "ns::foo<4>", "foo"},
      {"_ZN12_GLOBAL__N_13fooEPi", "(anonymous namespace)::foo(int*)", "(anonymous namespace)::foo", "foo"},
      {"_Z3fooIFivEEvT_", "void foo<int ()>(int ())", "foo<int ()>", "foo"},
      {"_ZNK1A1fEv", "A::f() const", "A::f", "f"},
      {"_Z", "_Z", "_Z", "_Z"},
      {"$weird.name", "$weird.name", "$weird.name", "$weird.name"},
  };
  for (const Case& c : cases) {
    INFO(c.symbol);
    const KernelName name = parse_kernel_name(c.symbol);
    CHECK(name.symbol == c.symbol);
    CHECK(name.signature == c.signature);
    CHECK(name.qualified == c.qualified);
    CHECK(name.base == c.base);
  }
}

TEST_CASE("a kernel answers to its symbol, its short names and its full name") {
  const KernelName name = parse_kernel_name("_ZN2ns3fooIiEEvPT_i");
  for (const char* wanted : {"foo", "foo<int>", "ns::foo", "ns::foo<int>", "ns::foo<int>(int*, int)",
                             "void ns::foo<int>(int*, int)", "_ZN2ns3fooIiEEvPT_i"}) {
    INFO(wanted);
    CHECK(names_kernel(name, wanted));
  }
  for (const char* wanted : {"", "fo", "bar", "ns", "int", "foo<float>", "other::foo", "foo(", "<int>"}) {
    INFO(wanted);
    CHECK_FALSE(names_kernel(name, wanted));
  }
}

TEST_CASE("shown names are as short as they can be while they differ") {
  using Names = std::vector<std::string>;
  CHECK(display_names({"_Z3fooPi", "_Z3barPi"}) == Names{"foo", "bar"});
  CHECK(display_names({"_Z3fooIiEvPT_", "_Z3fooIfEvPT_"}) == Names{"foo<int>", "foo<float>"});
  CHECK(display_names({"_ZN1a3fooEv", "_ZN1b3fooEv"}) == Names{"a::foo", "b::foo"});
  CHECK(display_names({"_Z3fooPi", "_Z3fooPf"}) == Names{"foo(int*)", "foo(float*)"});
  CHECK(display_names({"_Z3fooPi", "foo"}) == Names{"foo(int*)", "foo"});
}

TEST_CASE("endless and broken symbols are left as they are") {
  const std::string endless = "_Z" + std::string(100'000, 'N');
  CHECK(parse_kernel_name(endless).base == endless);
  for (const char* symbol : {"_Z3fo", "_ZN", "_Z3fooPi>", "<<<>", "", ")(", "_Z99999999999f"}) {
    INFO(symbol);
    CHECK(parse_kernel_name(symbol).base == symbol);
  }
}
