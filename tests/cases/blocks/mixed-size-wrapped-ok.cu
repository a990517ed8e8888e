// case: mixed-size-wrapped-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: the eight bytes end where the four begin
__global__ void apart(char* p, int a, int b) {
  char* q = p + 8 + a * 4ll + b * 8ll;
  if (threadIdx.x == 0) *(long long*)(q - 8) = 1;
  if (threadIdx.x == 33) *(int*)q = 2;
}
