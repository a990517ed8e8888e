#include "src/frontend/host_ast.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

// What clang prints, cut down: a declaration of a header, one of the user's file whose file is named, and one whose file
// is left out because it is the same.
const char* const kText = R"({
  "id": "0x1", "kind": "TranslationUnitDecl", "loc": {}, "range": {"begin": {}, "end": {}},
  "inner": [
    {"id": "0x2", "kind": "VarDecl", "loc": {"offset": 1, "file": "/usr/include/x.h", "line": 3, "col": 5},
     "range": {"begin": {"offset": 0, "col": 1}, "end": {"offset": 9, "line": 4, "col": 9}}, "name": "\"file\": {[",
     "inner": [{"id": "0x3", "kind": "IntegerLiteral", "value": "1"}]},
    {"id": "0x4", "kind": "VarDecl",
     "loc": {"offset": 1, "file": "main.cu", "line": 7, "col": 5, "includedFrom": {"file": "/usr/include/y.h"}},
     "range": {"begin": {"offset": 0, "col": 1}, "end": {"offset": 9, "col": 9}}, "name": "a",
     "type": {"desugaredQualType": "unsigned int", "qualType": "T"},
     "inner": [{"id": "0x5", "kind": "IntegerLiteral", "range": {"begin": {"line": 8, "col": 2}, "end": {"col": 3}},
                "type": {"qualType": "int"}, "value": "42"}]},
    {"id": "0x6", "kind": "FunctionDecl",
     "loc": {"spellingLoc": {"file": "/usr/include/x.h", "line": 1, "col": 1},
             "expansionLoc": {"file": "main.cu", "line": 9, "col": 4}},
     "name": "f", "mangledName": "_Z1fv"}
  ]
})";

HostAst read(const std::string& text, std::size_t piece) {
  HostAst out([](const std::string& file) { return file == "main.cu" ? std::optional(file) : std::nullopt; });
  for (std::size_t at = 0; at < text.size(); at += piece) out.feed(std::string_view(text).substr(at, piece));
  return out;
}

TEST_CASE("declarations of the user's files are kept, with places that clang shortens") {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100000}}) {
    const HostAst ast = read(kText, piece);
    REQUIRE(ast.complete());
    REQUIRE(ast.declarations().size() == 2);
    const AstNode& a = *ast.declarations()[0];
    CHECK(a.name == "a");
    CHECK(a.type == "unsigned int");
    CHECK(a.place == SourceLocation{"main.cu", 7, 5});
    REQUIRE(a.inner.size() == 1);
    CHECK(a.inner[0]->value == "42");
    CHECK(a.inner[0]->place == SourceLocation{"main.cu", 8, 2});
    const AstNode& f = *ast.declarations()[1];
    CHECK(f.place == SourceLocation{"main.cu", 9, 4});
    CHECK(ast.find("0x6") == &f);
    CHECK(ast.find("0x2") == nullptr);
    CHECK(a.order < a.inner[0]->order);
    CHECK(a.last == a.inner[0]->order);
  }
}

TEST_CASE("a file's name is read as it is meant") {
  std::vector<std::string> asked;
  HostAst ast([&](const std::string& file) {
    asked.push_back(file);
    return std::optional(file);
  });
  ast.feed(R"({"kind": "TranslationUnitDecl", "inner": [
    {"id": "0x1", "kind": "VarDecl", "loc": {"file": "a\"b\\\u001b.cu", "line": 3, "col": 5}, "name": "a"},
    {"id": "0x2", "kind": "VarDecl", "loc": {"line": 4, "col": 5}, "name": "b"}]})");
  REQUIRE(ast.complete());
  REQUIRE(ast.declarations().size() == 2);
  for (const auto& declaration : ast.declarations()) CHECK(declaration->place.file == "a\"b\\\x1b.cu");
  CHECK(asked == std::vector<std::string>{"a\"b\\\x1b.cu"});
}

TEST_CASE("a copy that the compiler reads has the name of the user's file") {
  HostAst ast([](const std::string& file) { return file == "copy" ? std::optional<std::string>("main.cu") : std::nullopt; });
  ast.feed(R"({"kind": "TranslationUnitDecl", "inner": [
    {"id": "0x1", "kind": "VarDecl", "loc": {"file": "copy", "line": 3, "col": 5}, "name": "a"},
    {"id": "0x2", "kind": "VarDecl", "loc": {"file": "other", "line": 4, "col": 5}, "name": "b"}]})");
  REQUIRE(ast.complete());
  REQUIRE(ast.declarations().size() == 1);
  CHECK(ast.declarations()[0]->place == SourceLocation{"main.cu", 3, 5});
}

TEST_CASE("a text that ends early is not complete, and one that is nested without end is refused") {
  const std::string text = kText;
  CHECK_FALSE(read(text.substr(0, text.size() / 2), 64).complete());
  std::string deep = R"({"inner": [{"id": "0x1", "kind": "X", "loc": {"file": "main.cu", "line": 1, "col": 1})";
  for (std::size_t i = 0; i < 2 * HostAst::kDeepest; ++i) deep += R"(, "inner": [{"kind": "X")";
  for (std::size_t i = 0; i < 2 * HostAst::kDeepest; ++i) deep += "}]";
  deep += "}]}";
  CHECK_FALSE(read(deep, 4096).complete());
  CHECK_FALSE(read("]]]", 1).complete());
}

}  // namespace
}  // namespace warpproof
