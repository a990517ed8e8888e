int total(const int* in, int n) { int s = 0; for (int k = 0; k < n; ++k) s += in[k]; return s; }
int prefix(const int* in, int n, int i) { int s = 0; for (int k = 0; k <= i; ++k) s += in[k]; return s; }
float weighted(const float* in, int n, int i) { return in[i] * 2.0f + in[(i + 1) % n]; }
int one_too_far(const int* in, int n) { int s = 0; for (int k = 0; k <= n; ++k) s += in[k]; return s; }
int one_before(const int* in, int n, int i) { return i > 0 ? in[i - 1] : in[-1]; }
