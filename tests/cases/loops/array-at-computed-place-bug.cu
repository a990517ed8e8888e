// case: array-at-computed-place   expect: unproved   class: state-of-loop   launch: grid(1) block(64) effort(20)   rule: -   at: -
// cause: late iterations set a word and a byte of a private array at computed places
__global__ void places(int n) {
  __shared__ int s;
  int a[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    if (a[2] & 1) s = threadIdx.x;
    a[2] += 2;
    if (i == 5000) a[i & 3] = 1;
    if (i == 6000) ((unsigned char *)a)[(i * 7) & 15] = 1;
  }
}
