#include "src/frontend/wide_copies.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

std::string copy(const std::string& to, const std::string& from, const std::string& rest) {
  return "  call void @llvm.memcpy.p0.p0.i64(" + to + ", " + from + ", " + rest + "\n";
}

TEST_CASE("a copy of 16 bytes becomes one load and one store, as aligned as it was") {
  const std::string out = with_wide_copies("define void @k() {\n" + copy("ptr align 16 %9", "ptr align 16 %12", "i64 16, i1 false), !dbg !14") + "  ret void\n}\n");
  CHECK(count(out, "load <2 x i64>, ptr %warpproof.copy.0.from, align 16, !dbg !14\n") == 1);
  CHECK(count(out, "store <2 x i64> %warpproof.copy.0, ptr %warpproof.copy.0.to, align 16, !dbg !14\n") == 1);
  CHECK(count(out, "memcpy") == 0);
  CHECK(out.ends_with("  ret void\n}\n"));
  const std::string one = with_wide_copies(copy("ptr align 8 %a", "ptr align 32 %b", "i64 16, i1 true)"));
  CHECK(count(one, "load volatile <2 x i64>, ptr %warpproof.copy.0.from, align 16\n") == 1);
  CHECK(count(one, "store volatile <2 x i64> %warpproof.copy.0, ptr %warpproof.copy.0.to, align 8\n") == 1);
}

TEST_CASE("other spaces, constant expressions and larger types") {
  const std::string shared = "ptr align 16 addrspacecast (ptr addrspace(3) getelementptr inbounds ([4 x %struct.float4], ptr addrspace(3) @s, i64 0, i64 1) to ptr)";
  const std::string out = with_wide_copies(copy(shared, "ptr addrspace(4) noundef nonnull align 16 dereferenceable(48) @c", "i64 48, i1 false)"));
  CHECK(count(out, "load <2 x i64>, ptr addrspace(4) %warpproof.copy.") == 3);
  CHECK(count(out, "getelementptr i8, ptr addrspacecast (ptr addrspace(3) getelementptr inbounds ([4 x %struct.float4], ptr addrspace(3) @s, i64 0, i64 1) to ptr), i64 32\n") == 1);
}

TEST_CASE("what is no copy of that kind stays") {
  for (const std::string& text :
       {copy("ptr align 8 %a", "ptr align 8 %b", "i64 16, i1 false)"), copy("ptr align 16 %a", "ptr align 16 %b", "i64 24, i1 false)"),
        copy("ptr align 16 %a", "ptr align 16 %b", "i64 2048, i1 false)"), copy("ptr align 16 %a", "ptr align 16 %b", "i64 %n, i1 false)"),
        copy("ptr align 16 %a", "ptr align 16 %b", "i64 0, i1 false)"), copy("i8* align 16 %a", "i8* align 16 %b", "i64 16, i1 false)"),
        copy("ptr align 16 %a", "ptr align 16 %b", "i64 16, i1 false"), std::string("  call void @llvm.memcpy."), std::string("call void @llvm.memcpy.(,"),
        std::string("; call void @llvm.memcpy.p0.p0.i64(ptr align 16 %a, ptr align 16 %b, i64 16, i1 false)\n"), std::string()}) {
    INFO(text);
    CHECK(with_wide_copies(text) == text);
  }
}

}  // namespace
}  // namespace warpproof
