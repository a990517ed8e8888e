// The words after an opcode's dots.
#include <algorithm>
#include <string>
#include <unordered_map>

#include "src/program/forms.h"

namespace warpproof {
namespace {

struct Meaning {
  WordSet cls;
  void (*apply)(Modifiers&);
};
using Entry = std::pair<std::string_view, Meaning>;

#define SET(expression) [](Modifiers& m) { expression; }
#define NOTHING [](Modifiers&) {}

const std::vector<Entry>& all_words() {
  static const std::vector<Entry> kTable = {
      {"rn", {kRn, SET(m.rounding = Rounding::Rn)}},
      {"rz", {kRz, SET(m.rounding = Rounding::Rz)}},
      {"rm", {kRm, SET(m.rounding = Rounding::Rm)}},
      {"rp", {kRp, SET(m.rounding = Rounding::Rp)}},
      {"rni", {kRni, SET(m.rounding = Rounding::Rni)}},
      {"rzi", {kRzi, SET(m.rounding = Rounding::Rzi)}},
      {"rmi", {kRmi, SET(m.rounding = Rounding::Rmi)}},
      {"rpi", {kRpi, SET(m.rounding = Rounding::Rpi)}},
      {"rna", {kRna, SET(m.rounding = Rounding::Rna)}},
      {"ftz", {kFtz, SET(m.ftz = true)}},
      {"sat", {kSat, SET(m.sat = true)}},
      {"approx", {kApprox, SET(m.approx = true)}},
      {"full", {kFull, SET(m.full = true)}},
      {"NaN", {kNaN, SET(m.nan = true)}},
      {"xorsign", {kXorsign, SET(m.xorsign = true)}},
      {"abs", {kAbs, SET(m.abs = true)}},
      {"relu", {kRelu, SET(m.relu = true)}},
      {"hi", {kHi, SET(m.hi = true)}},
      {"lo", {kLo, SET(m.lo = true)}},
      {"wide", {kWide, SET(m.wide = true)}},
      {"to", {kTo, SET(m.to = true)}},
      {"wrap", {kWrap, SET(m.wrap = true)}},
      {"clamp", {kClamp, SET(m.clamp = true)}},
      {"l", {kLeft, SET(m.left = true)}},
      {"r", {kRight, SET(m.right = true)}},
      {"shiftamt", {kShiftamt, SET(m.shiftamt = true)}},
      {"cc", {kCarry, SET(m.carry_out = true)}},
      {"noftz", {kNoftz, NOTHING}},
      {"eq", {kCompare, SET(m.compare = Compare::Eq)}},
      {"ne", {kCompare, SET(m.compare = Compare::Ne)}},
      {"lt", {kCompare, SET(m.compare = Compare::Lt)}},
      {"le", {kCompare, SET(m.compare = Compare::Le)}},
      {"gt", {kCompare, SET(m.compare = Compare::Gt)}},
      {"ge", {kCompare, SET(m.compare = Compare::Ge)}},
      {"lo", {kCompare, SET(m.compare = Compare::Lo)}},
      {"ls", {kCompare, SET(m.compare = Compare::Ls)}},
      {"hi", {kCompare, SET(m.compare = Compare::Hi)}},
      {"hs", {kCompare, SET(m.compare = Compare::Hs)}},
      {"equ", {kCompare, SET(m.compare = Compare::Equ)}},
      {"neu", {kCompare, SET(m.compare = Compare::Neu)}},
      {"ltu", {kCompare, SET(m.compare = Compare::Ltu)}},
      {"leu", {kCompare, SET(m.compare = Compare::Leu)}},
      {"gtu", {kCompare, SET(m.compare = Compare::Gtu)}},
      {"geu", {kCompare, SET(m.compare = Compare::Geu)}},
      {"num", {kCompare, SET(m.compare = Compare::Num)}},
      {"nan", {kCompare, SET(m.compare = Compare::Nan)}},
      {"and", {kBoolOp, SET(m.combine = BoolOp::And)}},
      {"or", {kBoolOp, SET(m.combine = BoolOp::Or)}},
      {"xor", {kBoolOp, SET(m.combine = BoolOp::Xor)}},
      {"finite", {kTest, SET(m.test = TestOp::Finite)}},
      {"infinite", {kTest, SET(m.test = TestOp::Infinite)}},
      {"number", {kTest, SET(m.test = TestOp::Number)}},
      {"notanumber", {kTest, SET(m.test = TestOp::NotANumber)}},
      {"normal", {kTest, SET(m.test = TestOp::Normal)}},
      {"subnormal", {kTest, SET(m.test = TestOp::Subnormal)}},
      {"f4e", {kPermute, SET(m.permute = PermuteMode::F4e)}},
      {"b4e", {kPermute, SET(m.permute = PermuteMode::B4e)}},
      {"rc8", {kPermute, SET(m.permute = PermuteMode::Rc8)}},
      {"ecl", {kPermute, SET(m.permute = PermuteMode::Ecl)}},
      {"ecr", {kPermute, SET(m.permute = PermuteMode::Ecr)}},
      {"rc16", {kPermute, SET(m.permute = PermuteMode::Rc16)}},
      {"up", {kShuffle, SET(m.shuffle = ShuffleMode::Up)}},
      {"down", {kShuffle, SET(m.shuffle = ShuffleMode::Down)}},
      {"bfly", {kShuffle, SET(m.shuffle = ShuffleMode::Bfly)}},
      {"idx", {kShuffle, SET(m.shuffle = ShuffleMode::Idx)}},
      {"all", {kVote, SET(m.vote = VoteMode::All)}},
      {"any", {kVote, SET(m.vote = VoteMode::Any)}},
      {"uni", {kVote, SET(m.vote = VoteMode::Uni)}},
      {"ballot", {kVote, SET(m.vote = VoteMode::Ballot)}},
      {"any", {kMatch, SET(m.match = MatchMode::Any)}},
      {"all", {kMatch, SET(m.match = MatchMode::All)}},
      {"add", {kReduce, SET(m.reduce = ReduceOp::Add)}},
      {"min", {kReduce, SET(m.reduce = ReduceOp::Min)}},
      {"max", {kReduce, SET(m.reduce = ReduceOp::Max)}},
      {"and", {kReduce, SET(m.reduce = ReduceOp::And)}},
      {"or", {kReduce, SET(m.reduce = ReduceOp::Or)}},
      {"xor", {kReduce, SET(m.reduce = ReduceOp::Xor)}},
      {"inc", {kReduce, SET(m.reduce = ReduceOp::Inc)}},
      {"dec", {kReduce, SET(m.reduce = ReduceOp::Dec)}},
      {"exch", {kReduce, SET(m.reduce = ReduceOp::Exch)}},
      {"cas", {kReduce, SET(m.reduce = ReduceOp::Cas)}},
      {"popc", {kReduce, SET(m.reduce = ReduceOp::Popc)}},
      {"sync", {kSync, SET(m.sync = true)}},
      {"arrive", {kArrive, SET(m.barrier = BarrierKind::Arrive)}},
      {"red", {kRed, SET(m.barrier = BarrierKind::Red)}},
      {"aligned", {kAligned, SET(m.aligned = true)}},
      {"cta", {kCta, NOTHING}},
      {"cta", {kScope, NOTHING}},
      {"cluster", {kScope, NOTHING}},
      {"gpu", {kScope, NOTHING}},
      {"gl", {kScope, NOTHING}},
      {"sys", {kScope, NOTHING}},
      {"relaxed", {kSem, SET(m.is_volatile = true)}},
      {"acquire", {kSem, SET(m.is_volatile = true)}},
      {"release", {kSem, SET(m.is_volatile = true)}},
      {"acq_rel", {kSem, SET(m.is_volatile = true)}},
      {"sc", {kSem, SET(m.is_volatile = true)}},
      {"volatile", {kVolatile, SET(m.is_volatile = true)}},
      {"mmio", {kMmio, SET(m.is_volatile = true)}},
      {"weak", {kWeak, NOTHING}},
      {"global", {kSpace, SET(m.space = Space::Global)}},
      {"shared", {kSpace, SET(m.space = Space::Shared)}},
      {"shared::cta", {kSpace, SET(m.space = Space::Shared)}},
      {"local", {kSpace, SET(m.space = Space::Local)}},
      {"const", {kSpace, SET(m.space = Space::Const)}},
      {"param", {kSpace, SET(m.space = Space::Param)}},
      {"param::entry", {kSpace, SET(m.space = Space::Param)}},
      {"param::func", {kSpace, SET(m.space = Space::Param)}},
      {"v2", {kVector, SET(m.vector = 2)}},
      {"v4", {kVector, SET(m.vector = 4)}},
      {"v8", {kVector, SET(m.vector = 8)}},
      {"ca", {kCache, NOTHING}},
      {"cg", {kCache, NOTHING}},
      {"cs", {kCache, NOTHING}},
      {"lu", {kCache, NOTHING}},
      {"cv", {kCache, NOTHING}},
      {"wb", {kCache, NOTHING}},
      {"wt", {kCache, NOTHING}},
      {"nc", {kNc, SET(m.read_only = true)}},
      {"L1::evict_normal", {kHint, NOTHING}},
      {"L1::evict_unchanged", {kHint, NOTHING}},
      {"L1::evict_first", {kHint, NOTHING}},
      {"L1::evict_last", {kHint, NOTHING}},
      {"L1::no_allocate", {kHint, NOTHING}},
      {"L2::evict_normal", {kHint, NOTHING}},
      {"L2::evict_first", {kHint, NOTHING}},
      {"L2::evict_last", {kHint, NOTHING}},
      {"L2::64B", {kHint, NOTHING}},
      {"L2::128B", {kHint, NOTHING}},
      {"L2::256B", {kHint, NOTHING}},
      {"L2::cache_hint", {kCacheHint, NOTHING}},
      {"L1", {kLevel, NOTHING}},
      {"L2", {kLevel, NOTHING}},
      {"L2::evict_last", {kLevel, NOTHING}},
      {"L2::evict_normal", {kLevel, NOTHING}},
      {"uni", {kUni, SET(m.uniform = true)}},
      {"mask", {kMask, NOTHING}},
      {"launch_dependents", {kGridDependency, NOTHING}},
      {"wait", {kGridDependency, NOTHING}},
      {"po", {kPlusOne, SET(m.video.plus_one = true)}},
      {"ca", {kCopyCache, NOTHING}},
      {"cg", {kCopyCache, NOTHING}},
      {"shared", {kInto, SET(m.space = Space::Shared)}},
      {"shared::cta", {kInto, SET(m.space = Space::Shared)}},
      {"global", {kFrom, NOTHING}},
      {"shr7", {kScale, SET(m.video.scale = 7)}},
      {"shr15", {kScale, SET(m.video.scale = 15)}},
  };
  return kTable;
}
#undef SET
#undef NOTHING

const std::unordered_multimap<std::string_view, Meaning>& meanings() {
  static const std::unordered_multimap<std::string_view, Meaning> kTable(all_words().begin(),
                                                                         all_words().end());
  return kTable;
}

WordSet words_of_forms(Opcode op) {
  WordSet out = 0;
  for (const Form& form : forms_of(op)) out |= form.required | form.one_of | form.optional;
  return out;
}

bool is_unordered(Compare c) { return c >= Compare::Equ; }
bool is_unsigned_compare(Compare c) { return c >= Compare::Lo && c <= Compare::Hs; }

bool compare_fits(Compare c, Type type) {
  if (is_float(type)) return !is_unsigned_compare(c);
  if (is_unordered(c)) return false;
  const bool untyped = type == Type::B16 || type == Type::B32 || type == Type::B64;
  if (untyped) return c == Compare::Eq || c == Compare::Ne;
  return !(is_signed(type) && is_unsigned_compare(c));
}

}  // namespace

Type type_of_word(std::string_view word) {
  static const std::unordered_map<std::string_view, Type> kTypes = {
      {"pred", Type::Pred},   {"b8", Type::B8},         {"b16", Type::B16},  {"b32", Type::B32},
      {"b64", Type::B64},     {"b128", Type::B128},     {"u8", Type::U8},    {"u16", Type::U16},
      {"u32", Type::U32},     {"u64", Type::U64},       {"s8", Type::S8},    {"s16", Type::S16},
      {"s32", Type::S32},     {"s64", Type::S64},       {"f16", Type::F16},  {"f16x2", Type::F16x2},
      {"bf16", Type::BF16},   {"bf16x2", Type::BF16x2}, {"f32", Type::F32},  {"f64", Type::F64},
      {"u16x2", Type::U16x2}, {"s16x2", Type::S16x2},   {"tf32", Type::TF32}};
  const auto it = kTypes.find(word);
  return it == kTypes.end() ? Type::None : it->second;
}

std::vector<std::string_view> words_of(WordSet cls) {
  std::vector<std::string_view> out;
  for (const auto& [word, meaning] : all_words()) {
    if (meaning.cls == cls) out.push_back(word);
  }
  return out;
}

std::string_view word_of_type(Type type) {
  static constexpr std::string_view kWords[] = {
      "",    "pred", "b8",  "b16", "b32",   "b64",  "b128",   "u8",  "u16", "u32",   "u64",   "s8",
      "s16", "s32",  "s64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "u16x2", "s16x2", "tf32"};
  return kWords[static_cast<std::size_t>(type)];
}

Opcode find_opcode(std::string_view first, std::span<const std::string_view> words, std::size_t& used) {
  static const std::unordered_map<std::string_view, Opcode> kOpcodes = [] {
    std::unordered_map<std::string_view, Opcode> out;
    for (int i = 0; i < static_cast<int>(std::size(kOpcodeTable)); ++i)
      out.emplace(kOpcodeTable[i].mnemonic, static_cast<Opcode>(i));
    out.erase(info(Opcode::Unsupported).mnemonic);
    out.emplace("bar", Opcode::Barrier);
    return out;
  }();
  used = 0;
  if (first == "cvt" && !words.empty() && words[0] == "pack") {
    used = 1;
    return Opcode::CvtPack;
  }
  if (first == "bar" && words.size() >= 2 && words[0] == "warp" && words[1] == "sync") {
    used = 2;
    return Opcode::BarWarpSync;
  }
  if (first == "brx" && !words.empty() && words[0] == "idx") {
    used = 1;
    return Opcode::BrxIdx;
  }
  if (first == "wmma" && !words.empty()) {
    used = 1;
    const std::string_view what = words[0];
    return what == "load"    ? Opcode::WmmaLoad
           : what == "store" ? Opcode::WmmaStore
           : what == "mma"   ? Opcode::WmmaMma
                             : Opcode::Unsupported;
  }
  if (first == "cp" && !words.empty() && words[0] == "async") {
    const std::string_view next = words.size() > 1 ? words[1] : "";
    used = next == "commit_group" || next == "wait_group" || next == "wait_all" ? 2 : 1;
    if (next == "commit_group") return Opcode::CpAsyncCommitGroup;
    if (next == "wait_group") return Opcode::CpAsyncWaitGroup;
    return next == "wait_all" ? Opcode::CpAsyncWaitAll : Opcode::CpAsync;
  }
  const auto it = kOpcodes.find(first);
  return it == kOpcodes.end() ? Opcode::Unsupported : it->second;
}

Words read_words(Opcode op, std::span<const std::string_view> words) {
  const WordSet allowed = words_of_forms(op);
  Words out;
  for (const std::string_view word : words) {
    if (op == Opcode::CvtPack && word == "b32" && out.types.size() == 2) {
      out.set |= kAppend;
      continue;
    }
    if (const Type type = type_of_word(word); type != Type::None) {
      out.types.push_back(type);
      continue;
    }
    const auto [first, last] = meanings().equal_range(word);
    const auto it =
        std::find_if(first, last, [&](const auto& entry) { return (entry.second.cls & allowed) != 0; });
    // Hints may repeat (one a cache level); everything else occurs once.
    if (it == last || (out.set & it->second.cls & ~kHint) != 0) {
      out.known = false;
      return out;
    }
    out.set |= it->second.cls;
    it->second.apply(out.mod);
    if ((it->second.cls & (kSem | kScope | kVolatile | kMmio)) != 0)
      out.mod.ordering += (out.mod.ordering.empty() ? "" : ".") + std::string(word);
  }
  return out;
}

bool words_fit(Opcode op, Type type, Type second, const Words& words) {
  if ((words.set & kCompare) != 0 && video_elements(op) == 0 &&
      !compare_fits(words.mod.compare, op == Opcode::Set ? second : type))
    return false;
  if (video_elements(op) != 0 && (words.set & kCompare) != 0 && words.mod.compare > Compare::Ge) return false;
  if (op == Opcode::Vote && (words.mod.vote == VoteMode::Ballot) != (type == Type::B32)) return false;
  // A strong access names its scope and a scope needs a strong access; .mmio is .relaxed.sys only.
  if (op == Opcode::Ld || op == Opcode::St) {
    if (((words.set & kSem) != 0) != ((words.set & kScope) != 0)) return false;
    if ((words.set & kMmio) != 0 && words.mod.ordering != "mmio.relaxed.sys") return false;
    const std::string_view wrong = op == Opcode::Ld ? "release" : "acquire";
    if (words.mod.ordering.starts_with(wrong) || words.mod.ordering.starts_with("acq_rel") ||
        words.mod.ordering.starts_with("sc."))
      return false;
  }
  if ((op == Opcode::Atom || op == Opcode::Red) && words.mod.ordering.starts_with("sc")) return false;
  const std::string_view ordering = words.mod.ordering;
  if (op == Opcode::Membar) return ordering == "cta" || ordering == "gl" || ordering == "sys";
  if (op == Opcode::Fence && ordering.starts_with("relaxed")) return false;
  if (ordering == "gl" || ordering.ends_with(".gl")) return false;
  if (words.mod.vector == 8 && bits_of(type) != 32) return false;
  return true;
}

}  // namespace warpproof
