// Values of structures as bytes, for another process of the same program or a later run of it.
//
// A structure has a function `each(archive, value)` in its own namespace, which names all of its members:
//
//   template <class Archive>
//   void each(Archive& archive, Is<Place> auto& value) {
//     auto& [file, line] = value;
//     archive(file, line);
//   }
//
// One function serves for writing and for reading, and a member that is added and forgotten in it does not compile.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpproof {

template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

class ArchiveWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(out_); }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      out_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      each(*this, value);
    }
  }
  void put(const std::string& text) {
    put(text.size());
    out_ += text;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N>& values) {
    for (const T& value : values) put(value);
  }
  template <class K, class V>
  void put(const std::map<K, V>& values) {
    put(values.size());
    for (const auto& entry : values) put(entry);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& value) {
    put(value.first);
    put(value.second);
  }

  std::string out_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view rest) : rest_(rest) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) throw std::runtime_error("what was packed is cut off");
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }
  // Of a list: each element has a byte at least.
  std::size_t count() {
    std::size_t out = 0;
    get(out);
    if (out > rest_.size()) throw std::runtime_error("what was packed is cut off");
    return out;
  }
  template <class T>
  void get(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      std::memcpy(&value, take(sizeof value).data(), sizeof value);
    } else {
      each(*this, value);
    }
  }
  void get(std::string& text) {
    const std::size_t size = count();
    text = take(size);
  }
  template <class T>
  void get(std::vector<T>& values) {
    values.resize(count());
    for (T& value : values) get(value);
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool there = false;
    get(there);
    if (there) get(value.emplace());
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& values) {
    for (T& value : values) get(value);
  }
  template <class K, class V>
  void get(std::map<K, V>& values) {
    for (std::size_t left = count(); left > 0; --left) {
      std::pair<K, V> entry;
      get(entry);
      values.insert(std::move(entry));
    }
  }
  template <class A, class B>
  void get(std::pair<A, B>& value) {
    get(value.first);
    get(value.second);
  }

  std::string_view rest_;
};

template <class T>
std::string packed(const T& value) {
  ArchiveWriter writer;
  writer(value);
  return writer.take();
}

// Of what packed() made. Throws std::runtime_error where the bytes are too few, or too many.
template <class T>
T unpacked(std::string_view bytes) {
  ArchiveReader reader(bytes);
  T out;
  reader(out);
  if (!reader.at_end()) throw std::runtime_error("what was packed is too long");
  return out;
}

}  // namespace warpproof
