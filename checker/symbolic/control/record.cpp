#include "checker/symbolic/control/record.h"

#include "spec/rules.h"

namespace warpproof::symbolic {

int Record::event(spec::Rule rule, std::uint32_t place, bool may_be_padding) {
  const Event wanted{rule, place, may_be_padding};
  const auto [it, fresh] = event_index_.try_emplace({static_cast<int>(rule), place, may_be_padding},
                                                    static_cast<int>(events.size()));
  if (fresh) events.push_back(wanted);
  return it->second;
}

void Record::set_scope(Term scope) {
  this->scope = scope;
  obligations.set_scope(scope);
}

}  // namespace warpproof::symbolic
