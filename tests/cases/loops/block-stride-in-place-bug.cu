// case: block-stride-in-place-bug   expect: unsafe   class: race   launch: grid(1) block(300)   rule: race   at: a[i] += 1
// cause: 100 threads of the next round have the places of this one's last ones.
__global__ void increment(int* a, int n) {
  for (int i = threadIdx.x; i < n; i += 200) a[i] += 1;
}
