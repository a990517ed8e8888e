#include "src/base/digest.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <vector>

namespace warpproof {

struct Digest::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() {
    if (context == nullptr || EVP_DigestInit_ex(context, EVP_sha256(), nullptr) != 1) throw std::runtime_error("SHA-256 cannot be computed");
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void update(const void* bytes, std::size_t size) {
    if (EVP_DigestUpdate(context, bytes, size) != 1) throw std::runtime_error("SHA-256 cannot be computed");
  }

  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    if (EVP_DigestFinal_ex(context, bytes.data(), &size) != 1) throw std::runtime_error("SHA-256 cannot be computed");
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (unsigned i = 0; i < size; ++i) {
      out += kDigits[bytes[i] >> 4];
      out += kDigits[bytes[i] & 15];
    }
    return out;
  }
};

Digest::Digest() : state_(std::make_unique<State>()) {}
Digest::~Digest() = default;

Digest& Digest::add(std::string_view field) {
  add(std::uint64_t{field.size()});
  state_->update(field.data(), field.size());
  return *this;
}

Digest& Digest::add(std::uint64_t number) {
  std::array<unsigned char, 8> bytes{};
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(number & 0xff);
    number >>= 8;
  }
  state_->update(bytes.data(), bytes.size());
  return *this;
}

std::string Digest::hex() { return state_->hex(); }

std::string sha256(std::string_view text) { return Digest().add(text).hex(); }

std::string sha256_of_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return "";
  // Raw bytes, so that the size of a read decides nothing.
  Digest::State state;
  std::vector<char> buffer(1 << 18);
  bool is_whole = false;
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    is_whole = n == 0;
    if (n <= 0) break;
    state.update(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(fd);
  return is_whole ? state.hex() : "";
}

}  // namespace warpproof
