// Has the machine a part in what comes out of a piece of work: memory ran out, or a process ended early or could not be made?
//
// Whoever meets that goes on with less: Z3 gives no answer, a search ends. The result may be another one on another machine,
// and nothing in it says so. So it is noted where it happens: where memory is asked for, also by Z3 (an mmap that fails), and
// where a process is waited for (run_apart). Of this process and of all that it makes from here on, by fork.
#pragma once

namespace warpproof::shortage {

// From here on it is known. Once, before the work; again, it changes nothing.
void watch();
// Was there any? True also where it is not known: nobody watches.
bool noted();
void note();

}  // namespace warpproof::shortage
