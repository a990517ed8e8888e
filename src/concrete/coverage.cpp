#include "src/concrete/coverage.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "src/concrete/atomic.h"
#include "src/machine/alu.h"
#include "src/machine/approximation.h"
#include "src/machine/collective.h"
#include "src/program/matrix.h"

namespace warpproof {
namespace {

std::vector<Type> types_of(TypeSet set) {
  std::vector<Type> out;
  for (int t = 0; t <= static_cast<int>(Type::TF32); ++t) {
    if (contains(set, static_cast<Type>(t))) out.push_back(static_cast<Type>(t));
  }
  if (out.empty()) out.push_back(Type::None);
  return out;
}

// Each class of the set by itself, in the order of the bits.
std::vector<WordSet> classes_of(WordSet set) {
  std::vector<WordSet> out;
  for (; set != 0; set &= set - 1) out.push_back(set & (~set + 1));
  return out;
}

// Calls f(words) for each choice of one word from each of the classes.
template <class F>
void for_each_choice(const std::vector<std::vector<std::string_view>>& choices, F f) {
  std::vector<std::string_view> words(choices.size());
  const auto choose = [&](auto&& self, std::size_t i) -> void {
    if (i == choices.size()) return f(words);
    for (const std::string_view word : choices[i]) {
      words[i] = word;
      self(self, i + 1);
    }
  };
  choose(choose, 0);
}

// A layout's operands: destinations before '=', sources after it; an optional one is left out.
void add_operands(const Form& form, Instruction& in) {
  Operand reg;
  reg.kind = Operand::Kind::Register;
  bool is_source = false;
  for (std::size_t i = 0; i < form.layout.size(); ++i) {
    const char letter = form.layout[i];
    if (letter == '=') is_source = true;
    if (letter == '=' || letter == '|' || letter == '?' || letter == 'M' || letter == 'I' || letter == 'L' ||
        letter == 'N' || letter == 'K')
      continue;
    if (i + 1 < form.layout.size() && form.layout[i + 1] == '?') continue;
    (is_source ? in.sources : in.destinations).push_back(reg);
    if (letter == 'A') in.type = Type::U64;
  }
  if (in.op == Opcode::Barrier) in.sources.resize(3, reg);
}

std::string word_list(WordSet set) {
  std::string out;
  for (const WordSet cls : classes_of(set)) {
    for (const std::string_view word : words_of(cls)) out += (out.empty() ? "." : " .") + std::string(word);
  }
  return out;
}

// "`.hi .lo`, optional `.cc`".
std::string modifiers_of(const Form& form) {
  std::string out;
  const auto add = [&](const std::string& before, const std::string& words) {
    if (!words.empty()) out += (out.empty() ? "" : ", ") + before + "`" + words + "`";
  };
  for (const WordSet cls : classes_of(form.required & ~WordSet{kReduce})) {
    if (cls == kAppend) {
      add("", ".b32");
    } else {
      add(words_of(cls).size() > 1 ? "one of " : "", word_list(cls));
    }
  }
  std::string reduces;
  for (const std::string_view word : words_of(kReduce)) {
    const std::string_view one[] = {word};
    if ((form.reduces >> static_cast<int>(read_words(form.op, one).mod.reduce) & 1) != 0)
      reduces += (reduces.empty() ? "." : " .") + std::string(word);
  }
  add(reduces.find(' ') == std::string::npos ? "" : "one of ", reduces);
  add("one of ", word_list(form.one_of));
  const WordSet hints = kHint | kCacheHint | kCache;
  add("optional ", word_list(form.optional & ~hints));
  if ((form.optional & hints) != 0) out += std::string(out.empty() ? "" : ", ") + "cache hints";
  return out;
}

std::string type_list(TypeSet set) {
  std::string out;
  for (const Type t : types_of(set)) out += (out.empty() ? "" : " ") + std::string(word_of_type(t));
  return out;
}

std::string_view text_of(Coverage coverage) {
  switch (coverage) {
    case Coverage::Exact:
      return "exact";
    case Coverage::Bounded:
      return "within the documented error";
    case Coverage::AnyValue:
      return "any value";
    case Coverage::NoEffect:
      return "no effect";
    case Coverage::Unsupported:
      break;
  }
  return "unsupported";
}

// "exact", or where instances of one row differ "exact; within the documented error: .approx .full".
std::string status(const Form& form, const std::vector<Instruction>& all,
                   Coverage (*coverage)(const Instruction&)) {
  if (!form.supported) return std::string(text_of(Coverage::Unsupported));
  std::map<Coverage, std::vector<std::string>> found;
  for (const Instruction& in : all) {
    std::string what = in.mod.approx ? ".approx" : in.mod.full ? ".full" : "";
    if (what.empty() && in.type != Type::None) what = "." + std::string(word_of_type(in.type));
    auto& names = found[coverage(in)];
    if (std::find(names.begin(), names.end(), what) == names.end()) names.push_back(what);
  }
  std::string out;
  for (const auto& [kind, names] : found) {
    out += (out.empty() ? "" : "; ") + std::string(text_of(kind));
    if (kind == found.begin()->first) continue;
    out += ":";
    for (const std::string& name : names) out += " " + name;
  }
  return out;
}

bool is_supported(const Instruction& in) {
  switch (info(in.op).cls) {
    case OpcodeClass::Alu:
      return alu_supported(in, nullptr);
    case OpcodeClass::Warp:
    case OpcodeClass::Barrier:
      return collective_supported(in, nullptr);
    case OpcodeClass::Memory:
      if (in.op == Opcode::Atom || in.op == Opcode::Red) return concrete::atomic_supported(in);
      return bits_of(in.type) >= 8 && bits_of(in.type) <= 64;
    default:
      return in.op != Opcode::Unsupported;
  }
}

bool has_no_effect(Opcode op) {
  return info(op).cls == OpcodeClass::Fence || info(op).cls == OpcodeClass::Misc;
}

constexpr std::string_view kHead =
    "# Instructions\n\n"
    "Made from the opcode table (src/program/forms.cpp) and from what each machine says it supports:\n"
    "`warpproof spec --instructions > src/concrete/INSTRUCTIONS.md`. A test compares the two.\n\n"
    "- exact: bit for bit what PTX defines;\n"
    "- within the documented error: the PTX manual bounds the error of the result and leaves its bits open; "
    "a "
    "run says so;\n"
    "- any value: nothing is proved from the result. Approximate functions give equal results for equal "
    "operands;\n"
    "  atomics give whatever any order of all threads' atomics may give (docs/assumptions.md);\n"
    "- no effect: fences, hints and delays change no value of a race-free program;\n"
    "- unsupported: reported by name when reached, never skipped.\n\n"
    "Operands that are not typed by the instruction, and words of the shape `.v2`, are in the forms "
    "themselves. "
    "`bar` is `barrier.aligned`.\n"
    "Calls are direct, may recurse up to a bound, and pass parameters in `.param` space; `vprintf` returns 0 "
    "and prints nothing,\n"
    "`__assertfail` stops its lanes. All special registers are read but those of clusters, performance "
    "monitors and graphs.\n\n"
    "The last column counts the programs that hold the instruction, ran on an H100 and left there, bit for "
    "bit, "
    "what the\n"
    "evaluator computes (tools/gpu_conformance; a test counts them anew). What the manual only bounds is "
    "recorded too, "
    "but no\n"
    "bits can be compared: `-`.\n\n"
    "| instruction | types | source types | words | evaluator | checker | GPU programs |\n"
    "|---|---|---|---|---|---|---|\n";

// What the evaluator and the checker make of it.
std::string matrix_status(const MatrixForms& form) {
  const bool is_real = form.types.find('f') != form.types.npos || form.types.starts_with('e');
  switch (form.op) {
    case Opcode::Ldmatrix:
    case Opcode::Stmatrix:
      return "exact | exact";
    case Opcode::Mma:
    case Opcode::WmmaMma:
      return form.types == "f64" ? "sums in the order of k | any value"
             : is_real           ? "sums in one rounding | any value"
                                 : "exact | any value";
    case Opcode::Setmaxnreg:
      return "no effect | no effect";
    default:
      return "as mma lays elements out | any value";
  }
}

struct RecordedRow {
  std::string_view row;
  std::uint32_t programs;
};
constexpr RecordedRow kRecorded[] = {
#include "src/concrete/recorded_programs.inc"
};

std::string source_types(const Form& form) {
  return type_list(form.second_types) + (form.third_types != 0 ? ", " + type_list(form.third_types) : "");
}

bool only_bounded(const std::vector<Instruction>& all) {
  return std::all_of(all.begin(), all.end(), [](const Instruction& in) { return is_approximate(in); });
}

}  // namespace

std::string row_key(const Form& form) {
  return std::string(info(form.op).mnemonic) + " | " + type_list(form.first_types) + " | " +
         source_types(form) + " | " + modifiers_of(form) + " | " + std::string(form.layout);
}

std::uint32_t recorded_programs(const Form& form) {
  static const std::map<std::string_view, std::uint32_t> kRows = [] {
    std::map<std::string_view, std::uint32_t> out;
    for (const RecordedRow& row : kRecorded) out.emplace(row.row, row.programs);
    return out;
  }();
  const auto it = kRows.find(row_key(form));
  return it == kRows.end() ? 0 : it->second;
}

std::vector<Instruction> instances(const Form& form) {
  std::vector<std::vector<std::string_view>> choices;
  for (const WordSet cls : classes_of(form.required)) {
    if (cls == kAppend) continue;
    choices.push_back(words_of(cls));
  }
  if (form.one_of != 0) {
    choices.emplace_back();
    for (const WordSet cls : classes_of(form.one_of)) {
      const auto words = words_of(cls);
      choices.back().insert(choices.back().end(), words.begin(), words.end());
    }
  }
  std::vector<Instruction> out;
  for_each_choice(choices, [&](const std::vector<std::string_view>& words) {
    const Words read = read_words(form.op, words);
    const bool reduce_fits =
        (read.set & kReduce) == 0 || (form.reduces >> static_cast<int>(read.mod.reduce) & 1);
    if (!read.known || !reduce_fits) return;
    for (const Type first : types_of(form.first_types)) {
      for (const Type second : types_of(form.second_types)) {
        if (!words_fit(form.op, first, second, read)) continue;
        for (const Type third : types_of(form.third_types)) {
          Instruction in;
          in.op = form.op;
          in.type = first;
          in.source_type = second;
          in.mod = read.mod;
          in.mod.video.second_source = third;
          if (in.op == Opcode::Barrier && in.mod.barrier == BarrierKind::None)
            in.mod.barrier = BarrierKind::Sync;
          add_operands(form, in);
          out.push_back(std::move(in));
        }
      }
    }
  });
  return out;
}

Coverage evaluator_coverage(const Instruction& in) {
  if (!is_supported(in)) return Coverage::Unsupported;
  if (has_no_effect(in.op)) return Coverage::NoEffect;
  return is_approximate(in) ? Coverage::Bounded : Coverage::Exact;
}

Coverage checker_coverage(const Instruction& in) {
  if (!is_supported(in)) return Coverage::Unsupported;
  if (has_no_effect(in.op)) return Coverage::NoEffect;
  const bool chosen =
      is_approximate(in) || in.op == Opcode::Activemask || in.op == Opcode::Atom || in.op == Opcode::Red;
  return chosen ? Coverage::AnyValue : Coverage::Exact;
}

const std::vector<UnsupportedFamily>& unsupported_families() {
  static const std::vector<UnsupportedFamily> kFamilies = {
      {"tensor cores", {"mma.sp", "wgmma", "movmatrix", "tcgen05"}},
      {"bulk copies and TMA", {"cp.async.bulk", "cp.async.mbarrier.arrive", "multimem", "tensormap"}},
      {"mbarriers and pipelines", {"mbarrier"}},
      {"clusters", {"mapa", "getctarank", "clusterlaunchcontrol"}},
      {"textures and surfaces", {"tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"}},
      {"cache policies and registers",
       {"createpolicy", "applypriority", "discard", "stacksave", "stackrestore", "alloca"}},
  };
  return kFamilies;
}

std::string coverage_page() {
  std::string out(kHead);
  for (std::size_t i = 0; i < std::size(kOpcodeTable); ++i) {
    for (const Form& form : forms_of(static_cast<Opcode>(i))) {
      const auto all = instances(form);
      out += "| " + std::string(info(form.op).mnemonic) + " | " + type_list(form.first_types) + " | " +
             source_types(form) + " | " + modifiers_of(form) + " | " + status(form, all, evaluator_coverage) +
             " | " + status(form, all, checker_coverage) + " | " +
             (only_bounded(all) ? "-" : std::to_string(recorded_programs(form))) + " |\n";
    }
  }
  for (const MatrixForms& form : matrix_forms())
    out += "| " + std::string(info(form.op).mnemonic) + " | " + form.types + " | | " + form.words + " | " +
           matrix_status(form) + " | 0 |\n";
  out += "\nWithout a meaning here, and reported by name when reached:\n\n";
  for (const UnsupportedFamily& family : unsupported_families()) {
    out += "- " + std::string(family.what) + ":";
    for (const std::string_view name : family.mnemonics) out += " `" + std::string(name) + "`";
    out += "\n";
  }
  out += "- indirect calls, functions without a body, generic addresses in 32-bit programs\n";
  return out;
}

}  // namespace warpproof
