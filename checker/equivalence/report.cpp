#include "checker/equivalence/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checker/report/printable.h"

namespace warpproof::equivalence {

namespace {

using Json = nlohmann::ordered_json;
using report::printable;
using report::valid_utf8;

std::string place_text(const report::SourcePlace& p) {
  if (p.file.empty()) return "";
  return p.line > 0 ? fmt::format("{}:{}", p.file, p.line) : p.file;
}

std::string shape_text(const EquivalenceReport& r) {
  return r.compared_returns ? fmt::format("block {}", r.block)
                            : fmt::format("block {}, grid {}", r.block, r.grid);
}

std::string compared_text(const EquivalenceReport& r) {
  if (r.same_code) return "they are the same code";
  if (!r.compared_returns)
    return r.compared == 1 ? "1 place in global memory"
                           : fmt::format("{} places in global memory", r.compared);
  return r.lanes == "all" ? "the value returned in all lanes"
                          : fmt::format("the value returned in lanes {}", r.lanes);
}

std::string how_text(const EquivalenceReport& r) {
  std::string out;
  const auto give = [&](std::size_t n, const char* how) {
    if (n > 0) out += fmt::format("{}{} by {}", out.empty() ? "" : ", ", n, how);
  };
  give(r.by_structure, "structure");
  give(r.by_normal_form, "normal form");
  give(r.by_real_form, "normal form over the reals");
  give(r.by_solver, "solver");
  return r.same_code ? "not followed" : out.empty() ? "nothing to compare" : out;
}

std::string headline(const EquivalenceReport& r) {
  switch (r.verdict) {
    case Verdict::Equivalent:
      return fmt::format("equivalent {} for {}: {}", r.bit_for_bit ? "bit for bit" : "over the real numbers",
                         shape_text(r), compared_text(r));
    case Verdict::Different:
      return fmt::format("DIFFERENT for {}", shape_text(r));
    case Verdict::Undefined:
      return "UNDEFINED BEHAVIOUR, so there is nothing to compare";
    case Verdict::Unknown:
      break;
  }
  return fmt::format("unknown for {}{}", shape_text(r),
                     r.same_as_far_as_followed ? "; no difference as far as the two were followed" : "");
}

void put_difference(std::string& out, const EquivalenceReport& r) {
  const Difference& d = *r.difference;
  out += "  inputs, all others 0\n";
  if (d.inputs.empty()) out += "    all inputs 0\n";
  for (const auto& [name, value] : d.inputs) out += fmt::format("    {} = {}\n", name, value);
  out += "  results, replayed on the evaluator\n";
  for (const DifferingValue& v : d.values) {
    out += fmt::format("    {}: {} in {}, {} in {}\n", v.where, v.a, r.a.name, v.b, r.b.name);
    if (&v != &d.values.front()) continue;
    if (v.stored_by_a)
      out += fmt::format("      stored by {} at {}: {}\n", r.a.name, place_text(*v.stored_by_a),
                         v.stored_by_a->text);
    if (v.stored_by_b)
      out += fmt::format("      stored by {} at {}: {}\n", r.b.name, place_text(*v.stored_by_b),
                         v.stored_by_b->text);
  }
  if (d.more_values > 0) out += fmt::format("    .. and {} more\n", d.more_values);
  if (d.parting.empty()) return;
  out += fmt::format("  they first differ at {}\n", d.parting);
  if (d.parting_a) out += fmt::format("    {}: {}\n", place_text(*d.parting_a), d.parting_a->text);
  if (d.parting_b) out += fmt::format("    {}: {}\n", place_text(*d.parting_b), d.parting_b->text);
}

Json place_json(const std::optional<report::SourcePlace>& p) {
  if (!p) return nullptr;
  return {
      {"file", valid_utf8(p->file)}, {"line", p->line}, {"column", p->column}, {"text", valid_utf8(p->text)}};
}

Json difference_json(const Difference& d) {
  Json out;
  out["inputs"] = Json::object();
  for (const auto& [name, value] : d.inputs) out["inputs"][valid_utf8(name)] = valid_utf8(value);
  out["values"] = Json::array();
  for (const DifferingValue& v : d.values) {
    out["values"].push_back({{"where", valid_utf8(v.where)},
                             {"a", v.a},
                             {"b", v.b},
                             {"stored_by_a", place_json(v.stored_by_a)},
                             {"stored_by_b", place_json(v.stored_by_b)}});
  }
  out["more_values"] = d.more_values;
  out["parting"] = {
      {"what", valid_utf8(d.parting)}, {"a", place_json(d.parting_a)}, {"b", place_json(d.parting_b)}};
  out["replayed"] = true;
  return out;
}

Json strings(const std::vector<std::string>& items) {
  Json out = Json::array();
  for (const std::string& item : items) out.push_back(valid_utf8(item));
  return out;
}

}  // namespace

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Equivalent:
      return "equivalent";
    case Verdict::Different:
      return "different";
    case Verdict::Undefined:
      return "undefined";
    case Verdict::Unknown:
      break;
  }
  return "unknown";
}

int exit_code(const EquivalenceReport& r) {
  if (r.verdict == Verdict::Equivalent) return 0;
  return r.verdict == Verdict::Unknown ? 2 : 1;
}

std::string to_text(const EquivalenceReport& r) {
  std::string out =
      fmt::format("{} ({}) and {} ({}): {}\n", r.a.name, r.a.file, r.b.name, r.b.file, headline(r));
  if (r.difference) put_difference(out, r);
  if (r.verdict == Verdict::Undefined) {
    report::Report kernels;
    for (const auto& k : r.checks) {
      if (k.verdict == report::Verdict::Violation) kernels.kernels.push_back(k);
    }
    out += report::to_text(kernels, {});
  }
  if (!r.also_equivalent.empty()) out += fmt::format("  equivalent for block {}\n", r.also_equivalent);
  for (const UnknownPart& u : r.unknown) {
    const std::string place = place_text(u.reason.place);
    out += fmt::format("  unknown{}: {}{}\n",
                       u.side == "a"   ? " in " + r.a.name
                       : u.side == "b" ? " in " + r.b.name
                                       : "",
                       u.reason.reason, place.empty() ? "" : " (" + place + ")");
  }
  if (r.verdict == Verdict::Equivalent) {
    out += "  assumptions:\n";
    for (const auto& text : r.assumptions) out += "  - " + text + "\n";
  }
  if (r.verdict != Verdict::Undefined && !r.approximations.empty()) {
    out += "  approximations:\n";
    for (const auto& text : r.approximations) out += "  - " + text + "\n";
  }
  if (r.verdict == Verdict::Equivalent) out += fmt::format("  {}; ", how_text(r));
  out += fmt::format("{}{:.2f} s for undefined behaviour, {:.2f} s in all; effort {}\n",
                     r.verdict == Verdict::Equivalent ? "" : "  ", r.check_seconds, r.seconds, r.effort);
  std::string safe;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    safe += printable(std::string_view(out).substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return safe;
}

std::string to_json(const EquivalenceReport& r, const ToolVersions& versions) {
  Json root;
  root["schema"] = "warpproof/1";
  root["tool"] = {{"version", valid_utf8(versions.tool)},
                  {"z3", valid_utf8(versions.z3)},
                  {"compiler", valid_utf8(versions.compiler)}};
  Json e;
  e["a"] = {{"name", valid_utf8(r.a.name)}, {"file", valid_utf8(r.a.file)}};
  e["b"] = {{"name", valid_utf8(r.b.name)}, {"file", valid_utf8(r.b.file)}};
  e["verdict"] = verdict_name(r.verdict);
  e["mode"] = r.floats == FloatMeaning::Exact ? "exact" : "real";
  e["bit_for_bit"] = r.verdict == Verdict::Equivalent && r.bit_for_bit;
  e["launch"] = {{"block", r.block}, {"grid", r.grid}, {"lanes", r.lanes}};
  if (!r.also_equivalent.empty()) e["launch"]["also_equivalent"] = r.also_equivalent;
  e["compared"] = {{"values", r.compared},
                   {"same_code", r.same_code},
                   {"by_structure", r.by_structure},
                   {"by_normal_form", r.by_normal_form},
                   {"by_real_form", r.by_real_form},
                   {"by_solver", r.by_solver}};
  e["difference"] = r.difference ? difference_json(*r.difference) : Json(nullptr);
  report::Report kernels{versions.tool, versions.z3, versions.compiler, r.checks};
  e["undefined"] = Json::parse(report::to_json(kernels))["kernels"];
  e["assumptions"] = strings(r.assumptions);
  e["approximations"] = strings(r.approximations);
  e["unknown"] = Json::array();
  for (const UnknownPart& u : r.unknown) {
    e["unknown"].push_back(
        {{"side", u.side}, {"reason", valid_utf8(u.reason.reason)}, {"place", place_json(u.reason.place)}});
  }
  e["effort"] = r.effort;
  e["seconds"] = {{"check", r.check_seconds},       {"execute", r.execute_seconds},
                  {"normal_forms", r.form_seconds}, {"search", r.search_seconds},
                  {"solver", r.solver_seconds},     {"all", r.seconds}};
  root["equivalence"] = std::move(e);
  return root.dump(2, ' ', true) + "\n";
}

}  // namespace warpproof::equivalence
