#include "checker/attempt/outcome.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpproof {

bool Outcome::keep(report::Finding f) {
  const auto key =
      std::make_tuple(static_cast<int>(f.rule), f.place.file, f.place.line, static_cast<int>(f.level));
  if (!seen_.insert(key).second) return false;
  if (f.level == spec::Level::Error) ++errors_;
  findings_.push_back(std::move(f));
  return true;
}

void Outcome::unknown(const std::string& reason, std::uint32_t place) {
  report::SourcePlace where = place_of(place);
  const bool known = std::any_of(unknown_.begin(), unknown_.end(), [&](const report::UnknownReason& u) {
    return u.reason == reason && u.place.file == where.file && u.place.line == where.line &&
           u.place.column == where.column;
  });
  if (!known) unknown_.push_back({reason, std::move(where)});
}

void Outcome::not_excluded(const symbolic::Obligation& o, const std::string& why) {
  unknown(fmt::format("{}{}{} {}", spec::rule_id(o.rule), o.message.empty() ? "" : " (",
                      o.message.empty() ? "" : o.message + ")", why),
          o.place);
}

void Outcome::leave_open(const symbolic::Obligation& o, const report::SourcePlace& place, const std::string& why) {
  const bool known = std::any_of(undecided_.begin(), undecided_.end(), [&](const report::Undecided& u) {
    return u.rule == o.rule && u.place.line == place.line && u.place.file == place.file;
  });
  if (known) return;
  undecided_.push_back({o.rule, o.level, o.message.empty() ? why : o.message + ": " + why, place});
}

}  // namespace warpproof
