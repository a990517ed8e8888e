#include "checker/equivalence/block_exchange.h"

#include <algorithm>

#include "src/machine/address_map.h"
#include "src/program/synchronisation.h"

namespace warpproof::equivalence {

namespace {

using symbolic::BlockMemory;
using symbolic::OrderTrace;

// Is something stored plainly, or loaded plainly that is changed in any way? An address of unknown memory is any.
bool has_plain_accesses(const symbolic::Executor& executor) {
  const OrderTrace& order = executor.order();
  if (order.accessed_anywhere() || executor.uses_loaded_pointers()) return true;
  const auto is_shared_with_blocks = [](const BlockMemory::Key& key) { return key.space == Space::Global; };
  const auto& stored = order.plainly_stored();
  const auto& loaded = order.plainly_loaded();
  return std::any_of(stored.begin(), stored.end(), is_shared_with_blocks) ||
         std::any_of(loaded.begin(), loaded.end(), [&](const BlockMemory::Key& key) {
           return is_shared_with_blocks(key) && order.is_changed(key);
         });
}

}  // namespace

bool may_release(const Side& side) {
  const Layout used = layout(*side.program, side.function);
  for (std::size_t f = 0; f < side.program->functions.size(); ++f) {
    const auto& code = side.program->functions[f].code;
    if (used.reachable[f] && std::any_of(code.begin(), code.end(), releases_others)) return true;
  }
  return false;
}

std::optional<BlockExchange> exchange_between_blocks(const symbolic::Executor& executor) {
  if (executor.shape().is_one_block()) return std::nullopt;
  const OrderTrace::BetweenBlocks& seen = executor.order().between_blocks();
  if (!seen.strong_read || !seen.strong_write || !seen.release || !has_plain_accesses(executor)) return std::nullopt;
  return BlockExchange{
      "blocks of the grid may wait here for what others did before a fence, so that more of memory counts than what "
      "each block leaves in it: that is compared of one code under two names only",
      *seen.strong_read};
}

}  // namespace warpproof::equivalence
