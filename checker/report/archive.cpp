#include "checker/report/archive.h"

#include <concepts>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace warpproof::report {
namespace {

// One function a structure, for writing and for reading. Each names all members: one that is added and forgotten here
// does not compile.
template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

template <class Archive>
void each(Archive& archive, Is<SourcePlace> auto& value) {
  auto& [file, line, column, text] = value;
  archive(file, line, column, text);
}
template <class Archive>
void each(Archive& archive, Is<TraceStep> auto& value) {
  auto& [place, warp, lanes, what, waiting, weight] = value;
  archive(place, warp, lanes, what, waiting, weight);
}
template <class Archive>
void each(Archive& archive, Is<Related> auto& value) {
  auto& [place, message] = value;
  archive(place, message);
}
template <class Archive>
void each(Archive& archive, Is<Finding> auto& value) {
  auto& [rule, level, place, inlined_at, lanes, message, replayed, launch, rerun, inputs, trace, related] = value;
  archive(rule, level, place, inlined_at, lanes, message, replayed, launch, rerun, inputs, trace, related);
}
template <class Archive>
void each(Archive& archive, Is<UnknownReason> auto& value) {
  auto& [reason, place] = value;
  archive(reason, place);
}
template <class Archive>
void each(Archive& archive, Is<Undecided> auto& value) {
  auto& [rule, level, reason, place] = value;
  archive(rule, level, reason, place);
}
template <class Archive>
void each(Archive& archive, Is<Obligations> auto& value) {
  auto& [folded, solved, solver_seconds] = value;
  archive(folded, solved, solver_seconds);
}
template <class Archive>
void each(Archive& archive, Is<EffortShare> auto& value) {
  auto& [strategy, units] = value;
  archive(strategy, units);
}
template <class Archive>
void each(Archive& archive, Is<LoopClaims> auto& value) {
  auto& [place, by, claims] = value;
  archive(place, by, claims);
}
template <class Archive>
void each(Archive& archive, Is<LaunchSource> auto& value) {
  auto& [text, file, line, column, block, grid, dynamic_shared, called_from, also_at] = value;
  archive(text, file, line, column, block, grid, dynamic_shared, called_from, also_at);
}
template <class Archive>
void each(Archive& archive, Is<Suppressed> auto& value) {
  auto& [finding, reason, in_source] = value;
  archive(finding, reason, in_source);
}
template <class Archive>
void each(Archive& archive, Is<ProvedFix> auto& value) {
  auto& [what, holds_for, diff, before, after] = value;
  archive(what, holds_for, diff, before, after);
}
template <class Archive>
void each(Archive& archive, Is<Kernel> auto& value) {
  auto& [name, file, verdict, block, grid, holds_for, violated_for, safe_if, findings, source, notes,
         only_partial_warps, assumptions, approximations, loops, unknown, undecided, obligations, without_witness,
         seconds, effort, effort_shares, left_out, suppressed, fix] = value;
  archive(name, file, verdict, block, grid, holds_for, violated_for, safe_if, findings, source, notes,
          only_partial_warps, assumptions, approximations, loops, unknown, undecided, obligations, without_witness,
          seconds, effort, effort_shares, left_out, suppressed, fix);
}

class Writer {
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
  template <class A, class B>
  void put(const std::pair<A, B>& value) {
    put(value.first);
    put(value.second);
  }

  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view rest) : rest_(rest) {}
  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) throw std::runtime_error("a result of another process is cut off");
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }
  // Of a list: each element has a byte at least.
  std::size_t count() {
    std::size_t out = 0;
    get(out);
    if (out > rest_.size()) throw std::runtime_error("a result of another process is cut off");
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
  template <class A, class B>
  void get(std::pair<A, B>& value) {
    get(value.first);
    get(value.second);
  }

  std::string_view rest_;
};

}  // namespace

std::string pack(const Kernel& kernel) {
  Writer writer;
  writer(kernel);
  return writer.take();
}

Kernel unpack(std::string_view bytes) {
  Reader reader(bytes);
  Kernel out;
  reader(out);
  if (!reader.at_end()) throw std::runtime_error("a result of another process is too long");
  return out;
}

}  // namespace warpproof::report
