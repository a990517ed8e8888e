// A run that is found shows that something satisfies what a kernel assumes. That the terms which stand for it in
// a proof do not leave the same run out is another matter, which is asked here: an assumption that is constantly
// false would prove anything.
#pragma once

#include "checker/attempt/followed.h"
#include "src/machine/launch.h"

namespace warpproof {

// False: what is assumed here, as terms, leaves this launch with these inputs out, or a thread of it finds a
// warpproof::assume false. The contents of memory and what is open between threads are anything.
bool admits(const Followed& followed, const Launch& launch, const RunInputs& inputs);

}  // namespace warpproof
