// Each line with a `ptx:` comment calls prelude functions; the instructions named there, divided by " | ",
// have to stand in the PTX under that very line, in this order.

__global__ void shuffles(int* i, unsigned* u, long* l, unsigned long* ul, long long* ll,
                         unsigned long long* ull, float* f, double* d, int lane, int width, unsigned mask) {
  i[0] = __shfl_sync(mask, i[1], lane);                 // ptx: or.b32 | shfl.sync.idx.b32
  i[0] = __shfl_sync(mask, i[1], lane, width);          // ptx: sub. | shl.b32 | or.b32 | shfl.sync.idx.b32
  i[0] = __shfl_up_sync(mask, i[1], lane, width);       // ptx: sub. | shl.b32 | shfl.sync.up.b32
  i[0] = __shfl_down_sync(mask, i[1], 1, 16);           // ptx: shfl.sync.down.b32
  i[0] = __shfl_xor_sync(mask, i[1], 1);                // ptx: shfl.sync.bfly.b32
  u[0] = __shfl_down_sync(mask, u[1], 1);               // ptx: shfl.sync.down.b32
  f[0] = __shfl_down_sync(mask, f[1], 1);               // ptx: shfl.sync.down.b32
  l[0] = __shfl_down_sync(mask, l[1], 1);               // ptx: shfl.sync.down.b32 | shfl.sync.down.b32
  ul[0] = __shfl_up_sync(mask, ul[1], 1);               // ptx: shfl.sync.up.b32 | shfl.sync.up.b32
  ll[0] = __shfl_xor_sync(mask, ll[1], 1);              // ptx: shfl.sync.bfly.b32 | shfl.sync.bfly.b32
  ull[0] = __shfl_sync(mask, ull[1], 1);  // ptx: mov.b64 | shfl.sync.idx.b32 | shfl.sync.idx.b32 | mov.b64
  d[0] = __shfl_xor_sync(mask, d[1], 1);  // ptx: mov.b64 | shfl.sync.bfly.b32 | shfl.sync.bfly.b32 | mov.b64
  i[0] = __shfl(i[1], lane);                            // ptx: shfl.idx.b32
  f[0] = __shfl_up(f[1], 1);                            // ptx: shfl.up.b32
  u[0] = __shfl_down(u[1], 1, 8);                       // ptx: shfl.down.b32
  d[0] = __shfl_xor(d[1], 1);                           // ptx: shfl.bfly.b32 | shfl.bfly.b32
  ll[0] = __shfl_down(ll[1], 1);                        // ptx: shfl.down.b32 | shfl.down.b32
  short s = (short)i[2];
  s = __shfl_sync(mask, s, 0);                          // ptx: shfl.sync.idx.b32
}

__global__ void votes(int* i, unsigned* u, unsigned long long* ull, float* f, double* d, unsigned mask,
                      int p) {
  u[0] = __ballot_sync(mask, p);                        // ptx: setp.ne | vote.sync.ballot.b32
  i[0] = __all_sync(mask, p);                           // ptx: vote.sync.all.pred | selp
  i[0] = __any_sync(mask, p);                           // ptx: vote.sync.any.pred | selp
  i[0] = __uni_sync(mask, p);                           // ptx: vote.sync.uni.pred | selp
  u[0] = __activemask();                                // ptx: activemask.b32
  i[0] = __all(p);                                      // ptx: vote.all.pred
  i[0] = __any(p);                                      // ptx: vote.any.pred
  u[0] = __ballot(p);                                   // ptx: vote.ballot.b32
  u[0] = __match_any_sync(mask, i[1]);                  // ptx: match.any.sync.b32
  u[0] = __match_any_sync(mask, f[1]);                  // ptx: match.any.sync.b32
  u[0] = __match_any_sync(mask, ull[1]);                // ptx: match.any.sync.b64
  u[0] = __match_any_sync(mask, d[1]);                  // ptx: match.any.sync.b64
  int same;
  u[0] = __match_all_sync(mask, u[1], &same);           // ptx: match.all.sync.b32
  u[0] = __match_all_sync(mask, ull[1], &same);         // ptx: match.all.sync.b64
  i[0] = __reduce_add_sync(mask, i[1]);                 // ptx: redux.sync.add.s32
  u[0] = __reduce_add_sync(mask, u[1]);                 // ptx: redux.sync.add.u32
  i[0] = __reduce_min_sync(mask, i[1]);                 // ptx: redux.sync.min.s32
  u[0] = __reduce_max_sync(mask, u[1]);                 // ptx: redux.sync.max.u32
  u[0] = __reduce_and_sync(mask, u[1]);                 // ptx: redux.sync.and.b32
  u[0] = __reduce_or_sync(mask, u[1]);                  // ptx: redux.sync.or.b32
  u[0] = __reduce_xor_sync(mask, u[1]);                 // ptx: redux.sync.xor.b32
  __syncwarp();                                         // ptx: bar.warp.sync
  __syncwarp(mask);                                     // ptx: bar.warp.sync
}

__global__ void barriers(int* i, int p) {
  __syncthreads();                                      // ptx: bar.sync
  i[0] = __syncthreads_count(p);                        // ptx: bar.red.popc.u32
  i[0] = __syncthreads_and(p);                          // ptx: bar.red.and.pred
  i[0] = __syncthreads_or(p);                           // ptx: bar.red.or.pred
  __barrier_sync(1);                                    // ptx: barrier.sync
  __barrier_sync_count(2, 64);                          // ptx: barrier.sync
  __threadfence_block();                                // ptx: membar.cta
  __threadfence();                                      // ptx: membar.gl
  __threadfence_system();                               // ptx: membar.sys
  i[1] = clock();                                       // ptx: %clock
  long long t = clock64();                              // ptx: %clock64
  __nanosleep(10);                                      // ptx: nanosleep.u32
  if (p == 3) __trap();                                 // ptx: trap
  assert(p < 9);                                        // ptx: setp | __warpproof_assertfail
  printf("%d\n", p);                                    // ptx: vprintf
}

__global__ void registers(unsigned* u) {
  u[0] = threadIdx.x;                                   // ptx: %tid.x
  u[1] = threadIdx.y + threadIdx.z;                     // ptx: %tid.y | %tid.z
  u[2] = blockIdx.x + blockIdx.y + blockIdx.z;          // ptx: %ctaid.x | %ctaid.y | %ctaid.z
  u[3] = blockDim.x * blockDim.y * blockDim.z;          // ptx: %ntid.x | %ntid.y | %ntid.z
  u[4] = gridDim.x + gridDim.y + gridDim.z;             // ptx: %nctaid.x | %nctaid.y | %nctaid.z
  u[5] = warpSize;
  const dim3 t = threadIdx;
  const uint3 b = blockIdx;
  u[6] = t.x + b.x;
}

__global__ void atomics(int* i, unsigned* u, unsigned long long* ull, long long* ll, float* f, double* d,
                        unsigned short* h) {
  i[1] = atomicAdd(i, 1);                               // ptx: atom.add.s32
  atomicAdd(u, 1u);                                     // ptx: atom.add.u32
  atomicAdd(ull, 1ull);                                 // ptx: atom.add.u64
  atomicAdd(f, 1.0f);                                   // ptx: atom.add.f32
  atomicAdd(d, 1.0);                                    // ptx: atom.add.f64
  atomicAdd_block(i, 1);                                // ptx: atom.cta.add.s32
  atomicAdd_system(i, 1);                               // ptx: atom.sys.add.s32
  atomicSub(i, 1);                                      // ptx: atom.add.s32
  atomicSub(u, 1u);                                     // ptx: atom.add.u32
  atomicExch(i, 1);                                     // ptx: atom.exch.b32
  atomicExch(ull, 1ull);                                // ptx: atom.exch.b64
  atomicExch(f, 1.0f);                                  // ptx: atom.exch.b32
  atomicCAS(i, 0, 1);                                   // ptx: atom.cas.b32
  atomicCAS(ull, 0ull, 1ull);                           // ptx: atom.cas.b64
  atomicCAS(h, (unsigned short)0, (unsigned short)1);   // ptx: atom.cas.b16
  atomicCAS_block(u, 0u, 1u);                           // ptx: atom.cta.cas.b32
  atomicMin(i, 1);                                      // ptx: atom.min.s32
  atomicMin(ll, 1ll);                                   // ptx: atom.min.s64
  atomicMax(u, 1u);                                     // ptx: atom.max.u32
  atomicMax(ull, 1ull);                                 // ptx: atom.max.u64
  atomicAnd(i, 1);                                      // ptx: atom.and.b32
  atomicOr(u, 1u);                                      // ptx: atom.or.b32
  atomicXor(ull, 1ull);                                 // ptx: atom.xor.b64
  atomicInc(u, 7u);                                     // ptx: atom.inc.u32
  atomicDec(u, 7u);                                     // ptx: atom.dec.u32
}

__global__ void integers(int* i, unsigned* u, long long* ll, unsigned long long* ull) {
  i[0] = __popc(u[1]);                                  // ptx: popc.b32
  i[0] = __popcll(ull[1]);                              // ptx: popc.b64
  i[0] = __clz(i[1]);                                   // ptx: clz.b32
  i[0] = __clzll(ll[1]);                                // ptx: clz.b64
  i[0] = __ffs(i[1]);                                   // ptx: and.b32 | clz.b32 | sub
  i[0] = __ffsll(ll[1]);                                // ptx: and.b64 | clz.b64 | sub
  u[0] = __brev(u[1]);                                  // ptx: brev.b32
  ull[0] = __brevll(ull[1]);                            // ptx: brev.b64
  u[0] = __byte_perm(u[1], u[2], 0x3210);               // ptx: prmt.b32
  u[0] = __funnelshift_l(u[1], u[2], 3);                // ptx: shf.l.wrap.b32
  u[0] = __funnelshift_rc(u[1], u[2], 3);               // ptx: shf.r.clamp.b32
  i[0] = __mulhi(i[1], i[2]);                           // ptx: mul.hi.s32
  u[0] = __umulhi(u[1], u[2]);                          // ptx: mul.hi.u32
  ll[0] = __mul64hi(ll[1], ll[2]);                      // ptx: mul.hi.s64
  ull[0] = __umul64hi(ull[1], ull[2]);                  // ptx: mul.hi.u64
  i[0] = __mul24(i[1], i[2]);                           // ptx: mul.lo
  u[0] = __umul24(u[1], u[2]);                          // ptx: and.b32 | mul.lo
  u[0] = __sad(i[1], i[2], u[1]);                       // ptx: max.s32 | min.s32 | sub | add
  u[0] = __usad(u[1], u[2], u[3]);                      // ptx: max.u32 | min.u32 | sub | add
  i[0] = __dp4a(i[1], i[2], i[3]);                      // ptx: dp4a.s32.s32
  i[0] = __hadd(i[1], i[2]) + __rhadd(i[1], i[2]);      // ptx: shr.s32 | shr.s32
  i[0] = min(i[1], i[2]) + max(i[1], 3);                // ptx: min.s32 | max.s32
  u[0] = min(u[1], 4) + max(u[1], u[2]);                // ptx: min.u32 | max.u32
  ll[0] = min(ll[1], ll[2]) + max(ll[1], ll[2]);        // ptx: min.s64 | max.s64
  ull[0] = min(ull[1], ull[2]);                         // ptx: min.u64
  i[0] = abs(i[1]);                                     // ptx: abs.s32
  ll[0] = llabs(ll[1]) + abs(ll[2]);                    // ptx: abs.s64 | abs.s64
}

__global__ void floats(float* f, double* d, int* i, unsigned* u, long long* ll) {
  i[0] = __float_as_int(f[0]);                          // ptx: mov.b32
  f[0] = __int_as_float(i[0]);                          // ptx: mov.b32
  ll[0] = __double_as_longlong(d[0]);                   // ptx: mov.b64
  d[0] = __hiloint2double(i[1], i[2]);                  // ptx: mov.b64
  i[0] = __double2hiint(d[0]) + __double2loint(d[1]);   // ptx: mov.b64 | mov.b64
  f[0] = __int2float_rn(i[0]);                          // ptx: cvt.rn.f32.s32
  f[0] = __uint2float_rz(u[0]);                         // ptx: cvt.rz.f32.u32
  d[0] = __int2double_rn(i[0]);                         // ptx: cvt.rn.f64.s32
  i[0] = __float2int_rz(f[0]);                          // ptx: cvt.rzi.s32.f32
  u[0] = __float2uint_rn(f[0]);                         // ptx: cvt.rni.u32.f32
  ll[0] = __double2ll_rd(d[0]);                         // ptx: cvt.rmi.s64.f64
  f[0] = __double2float_rn(d[0]);                       // ptx: cvt.rn.f32.f64
  f[0] = __fadd_rn(f[1], f[2]);                         // ptx: add.rn.f32
  f[0] = __fsub_rz(f[1], f[2]);                         // ptx: sub.rz.f32
  f[0] = __fmul_ru(f[1], f[2]);                         // ptx: mul.rp.f32
  f[0] = __fmaf_rn(f[1], f[2], f[3]);                   // ptx: fma.rn.f32
  f[0] = __fdiv_rn(f[1], f[2]);                         // ptx: div.rn.f32
  f[0] = __fsqrt_rn(f[1]);                              // ptx: sqrt.rn.f32
  f[0] = __frcp_rn(f[1]);                               // ptx: rcp.rn.f32
  d[0] = __dadd_rn(d[1], d[2]) + __dmul_rn(d[1], d[2]); // ptx: add.rn.f64 | mul.rn.f64
  d[0] = __fma_rn(d[1], d[2], d[3]);                    // ptx: fma.rn.f64
  f[0] = fminf(f[1], f[2]) + fmaxf(f[1], f[2]);         // ptx: min.f32 | max.f32
  f[0] = min(f[1], f[2]) + max(f[1], 1.0f);             // ptx: min.f32 | max.f32
  f[0] = fabsf(f[1]) + fabs(f[2]) + abs(f[3]);          // ptx: abs.f32 | abs.f32 | abs.f32
  f[0] = sqrtf(f[1]) + sqrt(f[2]);                      // ptx: sqrt.rn.f32 | sqrt.rn.f32
  d[0] = sqrt(d[1]) + fabs(d[2]) + fmax(d[1], d[2]);    // ptx: sqrt.rn.f64 | abs.f64 | max.f64
  f[0] = rsqrtf(f[1]);                                  // ptx: rsqrt.approx.f32
  f[0] = fmaf(f[1], f[2], f[3]);                        // ptx: fma.rn.f32
  d[0] = fma(d[1], d[2], d[3]);                         // ptx: fma.rn.f64
  f[0] = floorf(f[1]) + ceilf(f[2]);                    // ptx: cvt.rmi.f32.f32 | cvt.rpi.f32.f32
  f[0] = truncf(f[1]);                                  // ptx: cvt.rzi.f32.f32
  f[0] = rintf(f[1]) + roundf(f[2]);                    // ptx: cvt.rni.f32.f32 | cvt.rzi.f32.f32
  f[0] = __saturatef(f[1]);                             // ptx: cvt.sat.f32.f32
  f[0] = expf(f[1]) + __expf(f[2]) + exp2f(f[3]);  // ptx: ex2.approx.f32 | ex2.approx.f32 | ex2.approx.f32
  f[0] = logf(f[1]) + __logf(f[2]) + log2f(f[3]);  // ptx: lg2.approx.f32 | lg2.approx.f32 | lg2.approx.f32
  f[0] = powf(f[1], f[2]);                              // ptx: lg2.approx.f32 | ex2.approx.f32
  f[0] = sinf(f[1]) + __cosf(f[2]);                     // ptx: sin.approx.f32 | cos.approx.f32
  f[0] = tanhf(f[1]) + __fdividef(f[1], f[2]);          // ptx: tanh.approx.f32 | div.approx.f32
  f[0] = copysignf(f[1], f[2]) + fmodf(f[1], f[2]);     // ptx: and.b32 | or.b32 | div.rn.f64
  d[0] = exp(d[1]);                                     // ptx: ex2.approx.f32
  d[0] = pow(d[1], d[2]);                               // ptx: lg2.approx.f32
  f[0] = erff(f[1]);                                    // ptx: ex2.approx.f32
  i[0] = isnan(f[1]) + isinf(f[2]) + isfinite(d[1]);    // ptx: setp | setp | setp
  i[1] = signbit(f[1]);                                 // ptx: shr
  f[0] = f[1] * f[2] + f[3];                            // ptx: mul.rn.f32 | add.rn.f32
}

__global__ void memory(int* i, float4* f4, double2* d2, const int* __restrict__ in) {
  i[0] = __ldg(in) + __ldcg(in + 1);                    // ptx: ld.global.nc.s32 | ld.u32
  __stcs(i, 3);                                         // ptx: st.u32
  extern __shared__ int dynamic[];
  __shared__ __align__(16) float4 fixed[4];
  dynamic[threadIdx.x] = 1;                             // ptx: %tid.x | st.u32
  fixed[0] = make_float4(1, 2, 3, 4);
  f4[0] = fixed[0];
  d2[0] = make_double2(1.0, 2.0);
  const size_t a = __cvta_generic_to_shared(dynamic);   // ptx: cvta.to.shared.u64
  i[1] = __isShared(dynamic) + __isGlobal(i);           // ptx: isspacep.shared | isspacep.global
  i[2] = (int)a;
}

__global__ void __launch_bounds__(256, 2) bounded(int* i) {
  const int lane = threadIdx.x & (warpSize - 1);        // ptx: %tid.x | and.b32
  const int sum = [=] __device__(int x) { return x + 1; }(lane);
  i[0] = sum;
}
