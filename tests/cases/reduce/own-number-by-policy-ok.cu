// case: OwnNumberByPolicy   expect: safe   class: reduce   launch: grid(1) block(64) policy(same-address-store=warning)   rule: -   at: -
// why: any of the values will do, says the policy
__global__ void some_thread(int *out) {
  out[threadIdx.x / 32] = threadIdx.x;
}
