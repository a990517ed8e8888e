// As specialised-kernel-ok, without the barrier.
template <typename T>
__global__ void reverse(T* data) {
  data[threadIdx.x] = 0;
}
template <>
__global__ void reverse<float>(float* data) {
  __shared__ float tile[128];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[127 - threadIdx.x];
}

template <typename T>
void run(void* data) {
  reverse<T><<<1, 128>>>(static_cast<T*>(data));  // expect: violation
}
template void run<float>(void*);
