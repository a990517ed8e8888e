// case: list-from-parameter-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
struct Node {
  Node* next;
  int x;
};
__global__ void k(Node* const* heads, int* out, int* other, int n) {
  int sum = 0;
  for (const Node* p = heads[threadIdx.x]; p != nullptr && threadIdx.x + 100 < n; p = p->next) sum += p->x;
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0 && n == 123457) other[40] = 0;
}
