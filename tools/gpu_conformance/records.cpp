#include "tools/gpu_conformance/records.h"

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {
namespace {

void write_number(std::ostream& out, std::uint32_t value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

std::uint32_t read_number(std::istream& in) {
  std::uint32_t value = 0;
  in.read(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

}  // namespace

Records read_records(const std::string& path) {
  std::ifstream in(path);
  return read_records(in, path);
}

Records read_records(std::istream& in, const std::string& path) {
  Records out;
  std::string word, line;
  int version = 0;
  if (!(in >> word >> version) || word != "conformance" || version != kVersion)
    throw std::runtime_error(path + ": no records of generator version " + std::to_string(kVersion));
  std::getline(in >> std::ws, out.device);
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string id, value;
    words >> id >> value;
    if (value != "!") {
      out.digests[id] = std::stoull(value, nullptr, 16);
      continue;
    }
    std::getline(words >> std::ws, out.failures[id]);
  }
  return out;
}

void write_records(const Records& records, const std::string& path) {
  std::ofstream out(path);
  out << "conformance " << kVersion << ' ' << records.device << '\n';
  for (const auto& [id, value] : records.digests) {
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    out << id << ' ' << text << '\n';
  }
  for (const auto& [id, why] : records.failures) {
    out << id << " ! " << why.substr(0, why.find('\n')) << '\n';
  }
  if (!out.flush()) throw std::runtime_error(path + ": cannot be written");
}

void write_words(std::ostream& out, const std::string& name, const std::vector<std::uint32_t>& words) {
  write_number(out, static_cast<std::uint32_t>(name.size()));
  out << name;
  write_number(out, static_cast<std::uint32_t>(words.size()));
  out.write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
}

std::map<std::string, std::vector<std::uint32_t>> read_words(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::map<std::string, std::vector<std::uint32_t>> out;
  while (in.peek() != std::ifstream::traits_type::eof()) {
    std::string name(read_number(in) & 0xff, ' ');
    in.read(name.data(), static_cast<std::streamsize>(name.size()));
    std::vector<std::uint32_t> words(read_number(in) & 0xffffff);
    in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
    if (!in) throw std::runtime_error(path + ": ends within a record");
    out[name] = std::move(words);
  }
  return out;
}

}  // namespace warpproof::conformance
