// pair: word bytes  expect: equivalent
// pair: word bytes_turned  expect: different
// pair: word halves  expect: equivalent
// pair: word halves_of_bytes  expect: different
// pair: vector words  expect: equivalent
// pair: vector words_slip  expect: different
// pair: byte_over_word bytes_apart  expect: equivalent
// pair: byte_over_word word_over_byte  expect: different
// why: words and their bytes at computed addresses are one memory; slips: bytes in another order, the sign of a byte,
// why: another word, a word that is stored after one of its bytes
#define T threadIdx.x
__global__ void word(const unsigned *in, unsigned *out, unsigned k) { if (T == 0) out[k] = in[0]; }
__global__ void bytes(const unsigned char *in, unsigned char *out, unsigned k) { if (T < 4) out[4ull * k + T] = in[T]; }
__global__ void bytes_turned(const unsigned char *in, unsigned char *out, unsigned k) { if (T < 4) out[4ull * k + T] = in[3 - T]; }
__global__ void halves(const unsigned short *in, unsigned short *out, unsigned k) { if (T < 2) out[2ull * k + T] = in[T]; }
__global__ void halves_of_bytes(const signed char *in, short *out, unsigned k) { if (T < 2) out[2ull * k + T] = in[2 * T] | in[2 * T + 1] << 8; }
__global__ void vector(const int4 *in, int4 *out, unsigned k) { out[k + 1ull + T] = in[T]; }
__global__ void words(const int *in, int *out, unsigned k) {
  for (unsigned i = T; i < 4 * blockDim.x; i += blockDim.x) out[4 * (k + 1ull) + i] = in[i];
}
__global__ void words_slip(const int *in, int *out, unsigned k) {
  for (unsigned i = T; i < 4 * blockDim.x; i += blockDim.x) out[4 * (k + 1ull) + i] = in[i == 77 ? 78 : i];
}
__global__ void byte_over_word(unsigned *out, unsigned k) {
  if (T != 0) return;
  out[k] = 0x01020304;
  reinterpret_cast<unsigned char *>(out)[4ull * k + 2] = 7;
}
__global__ void bytes_apart(unsigned *out, unsigned k) {
  if (T == 0) reinterpret_cast<unsigned short *>(out)[2ull * k] = 0x0304;
  if (T == 1) reinterpret_cast<unsigned short *>(out)[2ull * k + 1] = 0x0107;
}
__global__ void word_over_byte(unsigned *out, unsigned k) {
  if (T != 0) return;
  reinterpret_cast<unsigned char *>(out)[4ull * k + 2] = 7;
  out[k] = 0x01020304;
}
