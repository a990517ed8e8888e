// Files of recorded outputs. Standard library only.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace warpproof::conformance {

// Text: a line "conformance VERSION DEVICE", then "NAME DIGEST" (16 hexadecimal digits) or "NAME ! WHY" each.
struct Records {
  std::string device;
  std::map<std::string, std::uint64_t> digests;  // program name to the digest of its output words
  std::map<std::string, std::string> failures;   // and those that did not run
};
// Both throw std::runtime_error, naming the file, for records of another version.
Records read_records(std::istream& in, const std::string& path);
Records read_records(const std::string& path);
void write_records(const Records& records, const std::string& path);

// Binary: length of the name, name, number of words, words; lengths as 32-bit little endian.
void write_words(std::ostream& out, const std::string& name, const std::vector<std::uint32_t>& words);
std::map<std::string, std::vector<std::uint32_t>> read_words(const std::string& path);

}  // namespace warpproof::conformance
