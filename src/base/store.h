// A folder that keeps values by keys between runs: the same key always has the same value, so that who wrote it does not
// matter.
//
// An entry is a file of its own, named by the SHA-256 of its key. It is written under another name in the same folder,
// brought to the disk, and renamed: a reader sees all of it or nothing, whoever is killed, and of two writers one is the last.
// It holds its whole key, and the SHA-256 of all that is in it: what is damaged, cut off or of another key is no entry, and is
// written anew. Nothing here throws or ends a run: where the folder cannot be used, problem() says why.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace warpproof {

class Store {
 public:
  // Values larger than kMostValue are not kept. When it is closed, the entries that were used longest ago are removed until
  // there are no more than `most_bytes`.
  static constexpr std::uint64_t kMostValue = std::uint64_t{256} << 20;
  Store(std::string folder, std::uint64_t most_bytes);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::optional<std::string> get(std::string_view key);
  void put(std::string_view key, std::string_view value);

  // The first thing that went wrong with writing; empty where all went well. May be called from several threads, as all here.
  std::string problem() const;

 private:
  std::string path_of(std::string_view key) const;
  void fail(const std::string& what, int error);
  void trim();

  const std::string folder_;
  const std::uint64_t most_bytes_;
  mutable std::mutex mutex_;
  std::string problem_;
  bool has_written_ = false;
};

}  // namespace warpproof
