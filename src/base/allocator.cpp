// jemalloc takes the place of the C library's malloc, for Z3 as well: searches allocate and free so much that checks take a
// tenth to a third less processor time. It reads its options from this variable before main() begins (jemalloc(3), TUNING).
//
// Pages that were freed are kept for the next allocation. A check is short, and each page that goes back to the system and
// comes again costs a fault. What `--memory` bounds is address space, which counts them either way. One arena serves all
// threads, as they hardly allocate: where there is no memory for a second one, jemalloc 5.3 takes it for granted and crashes.
extern const char* malloc_conf;
const char* malloc_conf = "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1";
