// case: read-only-vector-types-ok   expect: safe   class: readonly   launch: grid(1) block(32)   at: -
// why: the vectors end in front of what is stored
__global__ void k(float* a, const char2* c, const unsigned short* u, const double* d, const long long* l,
                  const uchar4* b) {
  const float4* four = reinterpret_cast<const float4*>(a);
  float4 v = __ldg(&four[threadIdx.x]);
  char2 p = __ldg(&c[threadIdx.x]);
  uchar4 q = __ldg(&b[threadIdx.x]);
  float sum = v.x + v.w + p.x + p.y + q.z + __ldg(&u[threadIdx.x]) + (float)__ldg(&d[threadIdx.x]);
  a[128 + threadIdx.x] = sum + (float)__ldg(&l[threadIdx.x]);
}
