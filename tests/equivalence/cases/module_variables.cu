// pair: swapped swapped  expect: equivalent  block: 1  with: module_variables.ptx
// pair: swapped exchanged  expect: different  block: 1  with: module_variables.ptx
// pair: swapped exchanged  expect: different  block: 1
// pair: inner inner  expect: equivalent  block: 1  with: module_variables.ptx
// pair: constants constants  expect: equivalent  block: 1  with: module_variables.ptx
// pair: lone lone  expect: equivalent  block: 1
// pair: lone swapped  expect: unknown  block: 1  with: module_variables.ptx
// pair: missing exchanged  expect: unknown  block: 1  with: module_variables.ptx
// why: variables of two modules go together by name, not by position; static ones by the plain part of their names (in module_variables.ptx as nvcc names them); slips: the other variable, one without a counterpart
__device__ int only_here;
__constant__ int weights[4];
__device__ int x, y, z;
namespace ns {
static __device__ int kept;
}
extern "C" __global__ void swapped(int* out) {
  out[0] = x;
  out[1] = y;
  x = 5;
}
extern "C" __global__ void exchanged(int* out) {
  out[0] = y;
  out[1] = x;
  y = 5;
}
extern "C" __global__ void inner(int* out) {
  out[0] = ns::kept;
  ns::kept = out[1];
}
extern "C" __global__ void constants(int* out) { out[0] = weights[1]; }
extern "C" __global__ void lone(int* out) {
  out[0] = only_here;
  out[1] = z;
  only_here = 5;
}
extern "C" __global__ void missing(int* out) {
  out[0] = y;
  out[1] = z;
  y = 5;
}
