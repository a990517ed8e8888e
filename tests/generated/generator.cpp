#include "tests/generated/generator.h"

#include "tests/generated/loop_generators.h"
#include "tests/generated/named_generator.h"
#include "tests/generated/order_generator.h"
#include "tests/generated/random.h"
#include "tests/generated/statement_generator.h"

namespace warpproof::generated {

std::string_view category_name(Category category) {
  switch (category) {
    case Category::Plain:
      return "plain";
    case Category::Partial:
      return "partial";
    case Category::Memory:
      return "memory";
    case Category::Barriers:
      return "barriers";
    case Category::Activemask:
      return "activemask";
    case Category::Pre70:
      return "pre70";
    case Category::Blocks:
      return "blocks";
    case Category::Named:
      return "named";
    case Category::Order:
      return "order";
    case Category::Loops:
      return "loops";
    case Category::Bytes:
      return "bytes";
    case Category::Async:
      return "async";
    case Category::Carry:
      return "carry";
    case Category::Counters:
      return "counters";
    case Category::Shapes:
      return "shapes";
  }
  return "";
}

Category category_of(std::uint64_t seed) {
  Random random(seed ^ 0x5eedull);
  return kCategories[random.weighted({45, 8, 8, 12, 6, 6, 35, 12, 0})];
}

Kernel generate(std::uint64_t seed) { return generate(seed, category_of(seed)); }

Kernel generate(std::uint64_t seed, Category category) {
  if (category == Category::Named) return generate_named(seed);
  if (category == Category::Order) return generate_order(seed);
  switch (category) {
    case Category::Loops:
      return generate_loops(seed);
    case Category::Bytes:
      return generate_bytes(seed);
    case Category::Async:
      return generate_async(seed);
    case Category::Carry:
      return generate_carry(seed);
    case Category::Counters:
      return generate_counters(seed);
    case Category::Shapes:
      return generate_shapes(seed);
    default:
      return Generator(seed, category).run();
  }
}

}  // namespace warpproof::generated
