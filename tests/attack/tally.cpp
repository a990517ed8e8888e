#include "tests/attack/tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace warpproof::attack {

std::uint64_t Counts::programs() const { return std::accumulate(of.begin(), of.end(), std::uint64_t{0}); }

void Tally::load(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string name;
    Counts counts;
    words >> name >> counts.next_seed;
    for (auto& n : counts.of) words >> n;
    if (!words) throw std::runtime_error(file + " is no tally of a campaign: " + line);
    counts_[name] = counts;
  }
}

void Tally::save(const std::string& file) const {
  std::ofstream out(file);
  for (const auto& [name, counts] : counts_) {
    out << name << ' ' << counts.next_seed;
    for (const auto n : counts.of) out << ' ' << n;
    out << '\n';
  }
}

std::string Tally::table() const {
  std::string out = "| category | programs |";
  for (std::size_t o = 0; o < 8; ++o) out += fmt::format(" {} |", outcome_name(static_cast<Outcome>(o)));
  out += "\n|---|--:|";
  for (std::size_t o = 0; o < 8; ++o) out += "--:|";
  out += "\n";
  Counts all;
  const auto row = [&](const std::string& name, const Counts& c) {
    out += fmt::format("| {} | {} |", name, c.programs());
    for (const auto n : c.of) out += fmt::format(" {} |", n);
    out += "\n";
  };
  for (const auto& [name, c] : counts_) {
    row(name, c);
    for (std::size_t o = 0; o < 8; ++o) all.of[o] += c.of[o];
  }
  row("all", all);
  return out;
}

std::string Tally::unknown_reasons(std::size_t most) const {
  std::vector<std::pair<std::uint64_t, std::string>> all;
  for (const auto& [reason, n] : unknown_) all.emplace_back(n, reason);
  std::sort(all.rbegin(), all.rend());
  std::string out;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    out += fmt::format("unknown, {} times: {}\n", all[i].first, all[i].second);
  return out;
}

std::uint64_t Tally::wrong() const {
  std::uint64_t out = 0;
  for (const auto& [name, c] : counts_) {
    for (std::size_t o = 0; o < 8; ++o) out += is_wrong(static_cast<Outcome>(o)) ? c.of[o] : 0;
  }
  return out;
}

}  // namespace warpproof::attack
