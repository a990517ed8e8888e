// case: many-buffers   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: whichever buffer is chosen, all threads store to its first word
__global__ void fill(int* a, int* b, int* c, int* d, int* e, int* f, int* g, int* h, int* i, int* j, int* l, int* m,
                     int* o, int* q, int* r, int* s, int n) {
  int* p = a;
  p = n == 1 ? b : p; p = n == 2 ? c : p; p = n == 3 ? d : p; p = n == 4 ? e : p; p = n == 5 ? f : p;
  p = n == 6 ? g : p; p = n == 7 ? h : p; p = n == 8 ? i : p; p = n == 9 ? j : p; p = n == 10 ? l : p;
  p = n == 11 ? m : p; p = n == 12 ? o : p; p = n == 13 ? q : p; p = n == 14 ? r : p; p = n == 15 ? s : p;
  if (n == 0x1234567) p[0] = threadIdx.x;
}
