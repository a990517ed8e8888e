// Warnings and notes: what is shown by a run is a finding, what is shown never to happen is dropped, and
// everything else is listed as not decided. Nothing of it is dropped in silence.
#pragma once

#include "checker/attempt/followed.h"
#include "checker/attempt/product_questions.h"
#include "checker/attempt/replays.h"

namespace warpproof {

void decide_warnings(const Followed& followed, Replays& replays, ProductQuestions& products);

}  // namespace warpproof
