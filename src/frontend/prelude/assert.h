// Each inclusion obeys NDEBUG as it stands there, so no guard.
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) wp_assert(static_cast<bool>(condition))
#endif
