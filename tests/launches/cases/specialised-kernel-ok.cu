// A kernel's specialisation for one type is launched by an instance of a template.
template <typename T>
__global__ void reverse(T* data) {
  data[threadIdx.x] = 0;
}
template <>
__global__ void reverse<float>(float* data) {
  __shared__ float tile[128];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[127 - threadIdx.x];
}

template <typename T>
void run(void* data) {
  reverse<T><<<1, 128>>>(static_cast<T*>(data));  // expect: proved
}
template void run<float>(void*);
