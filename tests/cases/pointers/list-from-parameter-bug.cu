// case: list-from-parameter-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: heads[40].x = 0
// cause: what the loop carries is a pointer into heads first, and then one that was loaded
struct Node {
  Node* next;
  int x;
};
__global__ void k(Node* heads, int* out, int n) {
  int sum = 0;
  for (Node* p = heads + threadIdx.x; p != nullptr && threadIdx.x + 100 < n; p = p->next) sum += p->x;
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0 && n == 123457) heads[40].x = 0;
}
