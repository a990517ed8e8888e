// SHA-256 of what a result depends on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace warpproof {

// Fields are hashed with their lengths, so that ("ab", "c") and ("a", "bc") differ.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  Digest& add(std::string_view field);
  Digest& add(std::uint64_t number);
  // 64 hexadecimal digits; nothing is added after it.
  std::string hex();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

std::string sha256(std::string_view text);

// Of a file's bytes; empty where it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace warpproof
