// What a solver says of a question.
#pragma once

namespace warpproof {

enum class Answer { Sat, Unsat, Unknown };

}  // namespace warpproof
