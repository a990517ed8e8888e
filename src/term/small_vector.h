// A vector of plain values whose first N elements need no allocation: rewriting is full of lists of two or
// three.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>

namespace warpproof {

template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  SmallVector(std::initializer_list<T> values) { append(values.begin(), values.end()); }
  template <std::input_iterator I>
  SmallVector(I first, I last) {
    append(first, last);
  }
  SmallVector(const SmallVector& o) { append(o.begin(), o.end()); }
  SmallVector& operator=(const SmallVector& o) {
    if (this != &o) assign(o.begin(), o.end());
    return *this;
  }

  T* data() { return large_ ? large_.get() : small_.data(); }
  const T* data() const { return large_ ? large_.get() : small_.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void push_back(T value) {  // by value: it may be an element
    if (size_ == capacity_) grow(2 * capacity_);
    data()[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void truncate(std::size_t size) { size_ = size; }  // size <= this->size()
  void erase(T* first, T* last) {
    std::copy(last, end(), first);
    size_ -= static_cast<std::size_t>(last - first);
  }
  void erase(T* position) { erase(position, position + 1); }
  template <class I>
  void append(I first, I last) {
    for (; first != last; ++first) push_back(*first);
  }
  template <class I>
  void assign(I first, I last) {
    clear();
    append(first, last);
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  [[gnu::noinline]] void grow(std::size_t capacity) {  // rare; inlined, g++ 12 sees overflows in it
    auto bigger = std::make_unique<T[]>(capacity);
    std::copy(begin(), end(), bigger.get());
    large_ = std::move(bigger);
    capacity_ = capacity;
  }

  std::size_t size_ = 0;
  std::size_t capacity_ = N;
  std::array<T, N> small_{};
  std::unique_ptr<T[]> large_;
};

}  // namespace warpproof
