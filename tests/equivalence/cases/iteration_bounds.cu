// pair: bytes bytes_at_200  expect: different  block: 128
// pair: bytes bytes_again  expect: equivalent  block: 32
// pair: shorts shorts_at_300  expect: unknown  block: 32
// pair: dead dead_at_40000  expect: unknown  block: 32
// pair: dead dead_by_pointer  expect: equivalent  block: 32
// pair: hash hash_at_50000  expect: unknown  block: 32
// pair: hash hash_by_pointer  expect: equivalent  block: 32
// pair: table table_at_50000  expect: unknown  block: 32
// pair: table table_again  expect: equivalent  block: 32
// pair: wraps wraps_late  expect: unknown  block: 32
// pair: masked masked_late  expect: unknown  block: 32
// pair: masked masked_by_pointer  expect: equivalent  block: 32
// pair: strided strided_late  expect: unknown  block: 32
// pair: leaves_at leaves_at_late  expect: unknown  block: 32
// why: what iterations add to bounds them only where addresses or conditions use all of it: no bytes, no checksum, no hash, no index that is masked, no unsigned one before 2^32
#define T threadIdx.x
__global__ void bytes(const int* in, int* out, int n) {
  int s = 0;
  for (unsigned char i = 0; i < n; i++) s += in[i];
  out[T] = s;
}
__global__ void bytes_at_200(const int* in, int* out, int n) {
  int s = 0;
  for (unsigned char i = 0; i < n; i++) {
    if (i == 200) s++;
    s += in[i];
  }
  out[T] = s;
}
__global__ void bytes_again(const int* in, int* out, int n) {
  int s = 0;
  for (unsigned char i = 0; i < n; i++) s = in[(int)i] + s;
  out[T] = s;
}
__global__ void shorts(const int* in, int* out, int n) {
  int s = 0;
  unsigned char d = 0;
  for (int i = 0; i < n; i++, d += 3) s += in[i];
  out[T] = s;
  out[32 + T] = d;
}
__global__ void shorts_at_300(const int* in, int* out, int n) {
  int s = 0;
  unsigned char d = 0;
  for (int i = 0; i < n; i++, d += 3) {
    if (i == 300) s++;
    s += in[i];
  }
  out[T] = s;
  out[32 + T] = d;
}

// A counter that only leaves the loop.
__global__ void dead(const int* in, int* out, int n) {
  int s = 0;
  unsigned short d = 0;
  for (int i = 0; i < n; i++, d++) s += in[i];
  out[T] = s;
  out[32 + T] = d;
}
__global__ void dead_at_40000(const int* in, int* out, int n) {
  int s = 0;
  unsigned short d = 0;
  for (int i = 0; i < n; i++, d++) {
    if (i == 40000) s++;
    s += in[i];
  }
  out[T] = s;
  out[32 + T] = d;
}
__global__ void dead_by_pointer(const int* in, int* out, int n) {
  int s = 0;
  unsigned short d = 0;
  const int* p = in;
  for (int k = n; k > 0; k--, d++) s += *p++;
  out[T] = s;
  out[32 + T] = d;
}

__global__ void hash(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++) {
    h += 0x9E3779B9u;
    s += in[i];
  }
  out[T] = s;
  out[32 + T] = h;
}
__global__ void hash_at_50000(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++) {
    h += 0x9E3779B9u;
    s += in[i];
    if (i == 50000) s++;
  }
  out[T] = s;
  out[32 + T] = h;
}
__global__ void hash_by_pointer(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0;
  const int* p = in;
  for (int k = n; k > 0; k--) {
    s += *p++;
    h += 0x9E3779B9u;
  }
  out[T] = s;
  out[32 + T] = h;
}

// The hash is an index, but not all of it.
__global__ void table(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++) {
    h += 0x9E3779B9u;
    s += in[h >> 27];
  }
  out[T] = s;
}
__global__ void table_at_50000(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++) {
    h += 0x9E3779B9u;
    s += in[h >> 27];
    if (i == 50000) s++;
  }
  out[T] = s;
}
__global__ void table_again(const int* in, int* out, int n) {
  int s = 0;
  unsigned h = 0x9E3779B9u;
  for (int k = n; k > 0; k--) {
    s = in[h >> 27] + s;
    h += 0x9E3779B9u;
  }
  out[T] = s;
}

// Unsigned numbers count to 2^32.
__global__ void wraps(const int* in, int* out, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++) s += in[i & 15];
  out[T] = s;
}
__global__ void wraps_late(const int* in, int* out, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++) {
    s += in[i & 15];
    if (i == 3000000000u) s++;
  }
  out[T] = s;
}

// What is masked goes round.
__global__ void masked(const int* in, int* out, int n) {
  int s = 0, j = 0;
  for (int i = 0; i < n; i++, j += 4096) s += in[(j >> 12) & 7];
  out[T] = s;
}
__global__ void masked_late(const int* in, int* out, int n) {
  int s = 0, j = 0;
  for (int i = 0; i < n; i++, j += 4096) {
    s += in[(j >> 12) & 7];
    if (i == 600000) s++;
  }
  out[T] = s;
}
__global__ void masked_by_pointer(const int* in, int* out, int n) {
  int s = 0, j = 0;
  for (int k = n; k > 0; k--, j += 4096) s = *(in + ((j >> 12) & 7)) + s;
  out[T] = s;
}

// A checksum that moves by an input.
__global__ void strided(const int* in, int* out, int n, unsigned short key) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++, h += key) s += in[i];
  out[T] = s;
  out[32 + T] = h;
}
__global__ void strided_late(const int* in, int* out, int n, unsigned short key) {
  int s = 0;
  unsigned h = 0;
  for (int i = 0; i < n; i++, h += key) {
    s += in[i];
    if (i == 40000 && key == 0xffff) s++;
  }
  out[T] = s;
  out[32 + T] = h;
}

// Left where a number is met, which it may pass by.
__global__ void leaves_at(const int* in, int* out, int n, unsigned limit) {
  int s = 0;
  unsigned c = 0;
  for (int i = 0; i < n; i++) {
    c += 100000;
    if (c == limit) break;
    s += in[i & 3];
  }
  out[T] = s;
}
__global__ void leaves_at_late(const int* in, int* out, int n, unsigned limit) {
  int s = 0;
  unsigned c = 0;
  for (int i = 0; i < n; i++) {
    c += 100000;
    if (c == limit) break;
    s += in[i & 3];
    if (i == 50000) s++;
  }
  out[T] = s;
}
