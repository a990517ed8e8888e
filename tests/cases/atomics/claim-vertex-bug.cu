// case: claim-vertex   expect: unsafe   class: check-then-set   launch: grid(1) block(64) n=50   rule: race   at: if (visited[v] == 0) {
// note: breadth-first search: a vertex is claimed by a compare-and-swap, not by a look and a store
extern "C" __global__ void expand(const int *next, int *visited, int *queue, int *tail, int n) {
  const int t = threadIdx.x;
  if (t >= n) return;
  const int v = next[t] & 31;
  if (visited[v] == 0) {
    visited[v] = t + 1;
    queue[atomicAdd(tail, 1)] = v;
  }
}
