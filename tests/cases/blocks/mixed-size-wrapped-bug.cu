// case: mixed-size-wrapped-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race.mixed-size   at: *(int*)q = 2
// cause: the eight bytes of one thread end with the four of the other
__global__ void overlap(char* p, int a, int b) {
  char* q = p + 8 + a * 4ll + b * 8ll;
  if (threadIdx.x == 0) *(long long*)(q - 4) = 1;
  if (threadIdx.x == 33) *(int*)q = 2;
}
