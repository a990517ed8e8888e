#include "checker/symbolic/other_blocks.h"

#include <algorithm>

#include "src/program/synchronisation.h"

namespace warpproof::symbolic {

OtherBlocks::OtherBlocks(const Program& program, const Layout& layout, bool everyone)
    : since_(program, layout.reachable, layout.root), read_strongly_(!everyone) {}

bool OtherBlocks::may_exchange(const Program& program, const Layout& layout) {
  bool reads = false, writes = false, releases = false;
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!layout.reachable[f]) continue;
    for (const Instruction& in : program.functions[f].code) {
      if (!is_beyond_block(in) || in.mod.space == Space::Shared) continue;
      const bool updates = in.op == Opcode::Atom || in.op == Opcode::Red;
      reads = reads || is_strong_read(in);
      writes = writes || updates || (in.op == Opcode::St && in.mod.is_volatile);
      releases = releases || releases_others(in);
    }
  }
  return reads && writes && releases;
}

void OtherBlocks::read_strongly() {
  read_strongly_ = true;
  ++moment_;
}

void OtherBlocks::store(const BlockMemory::Key& key) {
  ++moment_;
  stored_since_.insert(key);
}

void OtherBlocks::store_anywhere() {
  ++moment_;
  stored_anywhere_since_ = true;
}

void OtherBlocks::meet_block() {
  ++moment_;
  met_since_ = read_strongly_;
  stored_since_.clear();
  stored_anywhere_since_ = false;
  contents_.clear();
}

void OtherBlocks::begin_iteration(const std::vector<const Instruction*>& iterates,
                                  const std::set<BlockMemory::Key>& written, bool writes_anywhere,
                                  std::uint32_t function, std::uint32_t head) {
  const auto any = [&](auto holds) {
    return std::any_of(iterates.begin(), iterates.end(), [&](const Instruction* in) { return holds(*in); });
  };
  const auto calls = [](const Instruction& in) { return in.op == Opcode::Call; };
  read_strongly_ = read_strongly_ || any(is_strong_read) || any(calls);
  const bool meets = any([](const Instruction& in) { return in.op == Opcode::Barrier; }) || any(calls);
  met_since_ = met_since_ || (meets && read_strongly_);
  ++moment_;
  contents_.clear();
  if (!since_.stored(function, head)) return;
  stored_anywhere_since_ = stored_anywhere_since_ || writes_anywhere;
  for (const BlockMemory::Key& key : written) {
    if (key.space == Space::Global) stored_since_.insert(key);
  }
}

OtherBlocks::Brings OtherBlocks::load(const BlockMemory::Key& key, std::uint32_t place) const {
  const bool learnt = since_.heard(place);
  if (!read_strongly_ || (!learnt && !met_since_)) return Brings::AsFollowed;
  const bool stored = stored_anywhere_since_ || stored_since_.contains(key);
  return learnt || stored ? Brings::Anything : Brings::OneForAll;
}

std::uint32_t OtherBlocks::contents(const BlockMemory::Key& key, const std::function<std::uint32_t()>& make) {
  const auto [it, fresh] = contents_.try_emplace(key, 0u);
  if (fresh) it->second = make();
  return it->second;
}

std::optional<Lanes> OtherBlocks::loaded_before(const LaneOps& ops, const BlockMemory::Key& key,
                                                const Lanes& offset, int bytes, const Lanes& guard) const {
  const auto it = loaded_.find({key, bytes});
  if (it == loaded_.end() || it->second.moment != moment_) return std::nullopt;
  const Loaded& before = it->second;
  if (!ops.covers(before.guard, guard)) return std::nullopt;
  for (int t = 0; t < ops.threads; ++t)
    if (before.offset.at(t) != offset.at(t)) return std::nullopt;
  return before.bits;
}

void OtherBlocks::note_loaded(const BlockMemory::Key& key, const Lanes& offset, int bytes, const Lanes& guard,
                              const Lanes& bits) {
  loaded_.insert_or_assign(std::pair(key, bytes), Loaded{moment_, offset, guard, bits});
}

}  // namespace warpproof::symbolic
