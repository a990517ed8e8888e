// pair: separate fused  expect: different
// pair: separate fused  expect: equivalent  fp: real
// pair: horner powers  expect: different
// pair: horner powers  expect: equivalent  fp: real
// pair: horner wrong_power  expect: different  fp: real
// pair: subtracted added_negative  expect: equivalent
// pair: commuted straight  expect: equivalent
__device__ float separate(float a, float b, float c) { return a * b + c; }
__device__ float fused(float a, float b, float c) { return fmaf(a, b, c); }
__device__ float horner(float x) { return (2.0f * x + 3.0f) * x + 5.0f; }
__device__ float powers(float x) { return 5.0f + 3.0f * x + 2.0f * (x * x); }
__device__ float wrong_power(float x) { return 5.0f + 3.0f * x + 2.0f * (x * x * x); }
__device__ float subtracted(float a, float b) { return a - b; }
__device__ float added_negative(float a, float b) { return -b + a; }
__device__ float commuted(float a, float b) { return b * a + a; }
__device__ float straight(float a, float b) { return a + a * b; }
