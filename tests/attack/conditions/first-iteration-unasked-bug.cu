// case: first-iteration-unasked   expect: unsafe   class: race   launch: grid(1) block(64)   at: s[i < m ? t : 64] = t;
// i < m is asked at the end of each iteration only: where m is 0, the first one stores to one word from all threads. No
// iteration below 5000 of the outer loop comes here.
__global__ void k(int n, int m) {
  __shared__ int s[65];
  int t = threadIdx.x;
  for (int j = 0; j < n; j++) {
    if (j <= 5000) continue;
    int i = 0;
    do {
      s[i < m ? t : 64] = t;
      i++;
    } while (i < m);
  }
}
