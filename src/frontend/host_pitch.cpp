// Of host values: what cudaMallocPitch says of the pitch that it gives.
//
// Source: CUDA Runtime API 13.0, "Memory Management", cudaMallocPitch: it allocates at least width * height bytes, *pitch is
// the width in bytes of the allocation, padded so that rows meet the alignment requirements. cudaDeviceProp (same document):
// texturePitchAlignment, which a pitch of cudaMallocPitch satisfies, is 32 on all devices, and memPitch, the
// largest pitch of regions allocated through cudaMallocPitch, is 2^31 - 1.
//
// Side conditions. The call is on every way to the launch and nothing changes the pitch after it: HostUses::latest_change.
// What its width is computed from is the same since the call began: HostValues::at over that range of the text. That the
// call succeeds and allocates something is taken for granted, as of cudaMalloc: a kernel that is given the pointer of a call
// that did not accesses no allocation.
#include "src/frontend/host_pitch.h"

#include <optional>

#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false}, kSize{64, false};
constexpr std::uint64_t kAlignment = 32, kLargest = 0x7fffffff;  // bytes

void calls_in(const HostAst& ast, const AstNode& node, const AstNode& use, std::vector<const AstNode*>& out) {
  if (node.order >= use.order) return;
  if (node.kind == "CallExpr" && node.inner.size() == 5 && library_name(ast, node) == "cudaMallocPitch") out.push_back(&node);
  for (const auto& child : node.inner) calls_in(ast, *child, use, out);
}

// c where e is the pitch divided by c in each case, as a number, and c divides kAlignment; else 0. The pitch is less than
// 2^31, so that conversions to 32 bits and more change nothing.
std::uint64_t divisor(const HostInteger& e, const HostInteger& pitch) {
  if (e.same_as(pitch)) return 1;
  if (e.type().bits < 32) return 0;
  if (e.kind() == HostInteger::Kind::Cast) return divisor(*e.operands()[0], pitch);
  if (e.kind() != HostInteger::Kind::Binary || (e.op() != "/" && e.op() != ">>")) return 0;
  const auto by = e.operands()[1]->value();
  if (!by || *by == 0 || *by > kAlignment) return 0;
  const std::uint64_t c = e.op() == "/" ? *by : *by > 5 ? 0 : std::uint64_t{1} << *by;
  const std::uint64_t all = c * divisor(*e.operands()[0], pitch);
  return all != 0 && kAlignment % all == 0 ? all : 0;
}

struct Pitch {
  HostIntegerPtr pitch;  // the variable
  HostIntegerPtr width;  // bytes, of 64 bits; null: not known
};

std::optional<Pitch> pitch_of(HostValues& values, const AstNode& call) {
  const AstNode* place = &without_wrapping(*call.inner[2]);
  if (place->kind != "UnaryOperator" || place->op != "&" || place->inner.size() != 1) return std::nullopt;
  place = place->inner[0].get();
  while (place->kind == "ParenExpr" && place->inner.size() == 1) place = place->inner[0].get();
  const AstNode* named = place;
  std::string member;
  while (named->kind == "MemberExpr" && !named->is_arrow && named->inner.size() == 1) {
    member = named->name;  // the outermost one is that of the variable
    named = named->inner[0].get();
  }
  const AstNode* v = named->kind == "DeclRefExpr" ? values.place().ast.find(named->refers_to) : nullptr;
  if (v == nullptr || v->kind != "VarDecl" || host_integer_type(place->type) != kSize) return std::nullopt;
  const HostUses::LatestChange latest = values.place().uses.latest_change(*v, member, values.place().use);
  if (latest.node != named) return std::nullopt;
  const HostIntegerPtr pitch = values.at(*place, {}, 0);
  if (pitch == nullptr || pitch->kind() != HostInteger::Kind::Variable || pitch->has_unknown()) return std::nullopt;
  const TextRange since{latest.statement->order - 1, latest.block->last};
  HostIntegerPtr width = values.at(*call.inner[3], since, 0);
  if (width != nullptr && (width->has_unknown() || width->type() != kSize)) width = nullptr;
  return Pitch{pitch, width};
}

}  // namespace

void pitch_facts(HostValues& values, const std::vector<HostIntegerPtr>& arguments, std::vector<HostIntegerPtr>& out) {
  const AstNode* function = HostUses::function_of(values.place().use);
  std::vector<const AstNode*> calls;
  if (function != nullptr) calls_in(values.place().ast, *function, values.place().use, calls);
  for (const AstNode* call : calls) {
    const auto known = pitch_of(values, *call);
    if (!known) continue;
    for (const HostIntegerPtr& a : arguments) {
      const std::uint64_t c = a == nullptr ? 0 : divisor(*a, *known->pitch);
      if (c == 0) continue;
      const IntegerType type = a->type();
      const auto number = [&](std::uint64_t v) { return HostInteger::constant(type, v); };
      if (type.is_signed) out.push_back(HostInteger::binary(">=", kBool, a, number(0)));
      out.push_back(HostInteger::binary("<=", kBool, a, number(kLargest / c)));
      if (c < kAlignment)
        out.push_back(HostInteger::binary("==", kBool, HostInteger::binary("%", type, a, number(kAlignment / c)), number(0)));
      if (known->width == nullptr) continue;
      // What is divided is a multiple, so that multiplying takes it back.
      const HostIntegerPtr bytes = HostInteger::binary("*", kSize, HostInteger::cast(kSize, a), HostInteger::constant(kSize, c));
      if (const auto holds = HostInteger::binary(">=", kBool, c == 1 ? HostInteger::cast(kSize, a) : bytes, known->width))
        out.push_back(holds);
    }
  }
  std::erase(out, nullptr);
}

}  // namespace warpproof
