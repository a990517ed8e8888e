// case: claim-vertex   expect: safe   class: check-then-set   launch: grid(1) block(64) n=50   rule: -   at: -
// note: breadth-first search: a vertex is claimed by a compare-and-swap, not by a look and a store
extern "C" __global__ void expand(const int *next, int *visited, int *queue, int *tail, int n) {
  const int t = threadIdx.x;
  if (t >= n) return;
  const int v = next[t] & 31;
  if (atomicCAS(&visited[v], 0, t + 1) == 0) {
    queue[atomicAdd(tail, 1)] = v;
  }
}
