#include "checker/smt/certificates.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace warpproof {

namespace {

std::string& directory() {
  static std::string d;
  return d;
}

// FNV-1a, 64 bits.
std::uint64_t hash(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

}  // namespace

void certify_to(const std::string& where) {
  directory() = where;
  if (where.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(where, error);
  if (error || !std::filesystem::is_directory(where))
    throw std::runtime_error("'" + where + "' is no directory that can be written to");
}

bool certifies() { return !directory().empty(); }

void certify(const std::string& declared_assertions, bool satisfiable) {
  const std::string text = std::string("(set-info :smt-lib-version 2.6)\n(set-logic ALL)\n(set-info :status ") +
                           (satisfiable ? "sat" : "unsat") + ")\n" + declared_assertions + "(check-sat)\n";
  char name[40];
  std::snprintf(name, sizeof name, "%s-%016llx.smt2", satisfiable ? "sat" : "unsat",
                static_cast<unsigned long long>(hash(text)));
  const std::filesystem::path path = std::filesystem::path(directory()) / name;
  if (std::filesystem::exists(path)) return;
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("'" + path.string() + "' cannot be written");
}

}  // namespace warpproof
