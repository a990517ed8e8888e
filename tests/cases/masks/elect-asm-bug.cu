// case: elect-asm   expect: unsafe   class: elect   launch: grid(1) block(32) target(sm_80)   rule: target.isa   at: asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.s32 %1, 1, 0, p; }"
// cause: elect.sync does not exist before sm_90
// level: ptx
__global__ void one(const int *in, int *out) {
  unsigned leader;
  int me;
  asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.s32 %1, 1, 0, p; }"
               : "=r"(leader), "=r"(me));
  if (me) out[0] = in[leader];
}
