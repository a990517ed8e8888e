#!/usr/bin/env python3
"""Writes a CUDA program that runs PTX floating-point instructions on the samples of float_samples.h.

    record_float_hardware.py > record.cu
    nvcc -std=c++20 -arch=sm_90 -I<repository root> -o record record.cu src/term/float_eval.cpp && ./record

The program prints, for each instruction, the packed FloatOp and a digest of the results: the rows of the files
float_hardware_*.inc, each below a line with the file's name. On stderr: the samples on which float_eval disagrees.
"""

REG = {"F16": "b16", "BF16": "b16", "F32": "b32", "F64": "b64", "I8": "b32", "I16": "b16", "I32": "b32", "I64": "b64"}
ARG = {"b16": ("h", "unsigned short"), "b32": ("r", "unsigned"), "b64": ("l", "unsigned long long")}
ROUND = {"rn": "Rn", "rz": "Rz", "rm": "Rm", "rp": "Rp", "rni": "Rni", "rzi": "Rzi", "rmi": "Rmi", "rpi": "Rpi"}

rows = []  # (ptx, code, operand format, result format, rounding, flags, arity)


def row(ptx, code, operand, result, rounding="rn", ftz=0, sat=0, nan=0, arity=2):
    rows.append((ptx, code, operand, result, ROUND[rounding], ftz, sat, nan, arity))


def basic():
    for r in ("rn", "rz", "rm", "rp"):
        for ftz in (0, 1):
            f = ".ftz" if ftz else ""
            for name, code, n in (("add", "Add", 2), ("sub", "Sub", 2), ("mul", "Mul", 2), ("fma", "Fma", 3)):
                for sat in (0, 1):
                    s = ".sat" if sat else ""
                    row(f"{name}.{r}{f}{s}.f32", code, "F32", "F32", r, ftz, sat, 0, n)
            for name, code, n in (("div", "Div", 2), ("sqrt", "Sqrt", 1), ("rcp", "Rcp", 1)):
                row(f"{name}.{r}{f}.f32", code, "F32", "F32", r, ftz, 0, 0, n)
        for name, code, n in (("add", "Add", 2), ("sub", "Sub", 2), ("mul", "Mul", 2), ("fma", "Fma", 3),
                              ("div", "Div", 2), ("sqrt", "Sqrt", 1), ("rcp", "Rcp", 1)):
            row(f"{name}.{r}.f64", code, "F64", "F64", r, 0, 0, 0, n)
    for name, code, n in (("add", "Add", 2), ("sub", "Sub", 2), ("mul", "Mul", 2), ("fma", "Fma", 3)):
        for ftz in (0, 1):
            for sat in (0, 1):
                row(f"{name}.rn{'.ftz' if ftz else ''}{'.sat' if sat else ''}.f16", code, "F16", "F16", "rn", ftz, sat, 0, n)
        row(f"{name}.rn.bf16", code, "BF16", "BF16", "rn", 0, 0, 0, n)
    for name, code in (("min", "Min"), ("max", "Max")):
        for nan in (0, 1):
            d = ".NaN" if nan else ""
            for ftz in (0, 1):
                f = ".ftz" if ftz else ""
                row(f"{name}{f}{d}.f32", code, "F32", "F32", "rn", ftz, 0, nan)
                row(f"{name}{f}{d}.f16", code, "F16", "F16", "rn", ftz, 0, nan)
            row(f"{name}{d}.bf16", code, "BF16", "BF16", "rn", 0, 0, nan)
        row(f"{name}.f64", code, "F64", "F64")
    for name, code in (("neg", "Neg"), ("abs", "Abs")):
        for fmt in ("f16", "bf16", "f32", "f64"):
            row(f"{name}.{fmt}", code, fmt.upper(), fmt.upper(), arity=1)
        for fmt in ("f16", "f32"):
            row(f"{name}.ftz.{fmt}", code, fmt.upper(), fmt.upper(), ftz=1, arity=1)
    row("copysign.f32", "Copysign", "F32", "F32")
    row("copysign.f64", "Copysign", "F64", "F64")


def conversions():
    for r in ("rni", "rzi", "rmi", "rpi"):
        for width in (8, 16, 32, 64):
            for sign, code in (("s", "ToSigned"), ("u", "ToUnsigned")):
                for fmt in ("f16", "bf16", "f32", "f64"):
                    if fmt == "bf16" and width == 8:
                        continue  # ptxas has no such form
                    row(f"cvt.{r}.{sign}{width}.{fmt}", code, fmt.upper(), f"I{width}", r, arity=1)
                row(f"cvt.{r}.ftz.{sign}{width}.f32", code, "F32", f"I{width}", r, 1, arity=1)
        for fmt in ("f16", "f32", "f64"):
            row(f"cvt.{r}.{fmt}.{fmt}", "Cvt", fmt.upper(), fmt.upper(), r, arity=1)
        row(f"cvt.{r}.ftz.f32.f32", "Cvt", "F32", "F32", r, 1, arity=1)
        row(f"cvt.{r}.sat.f32.f32", "Cvt", "F32", "F32", r, 0, 1, arity=1)
    for r in ("rn", "rz", "rm", "rp"):
        for width in (8, 16, 32, 64):
            for sign, code in (("s", "FromSigned"), ("u", "FromUnsigned")):
                for fmt in ("f16", "bf16", "f32", "f64"):
                    if fmt == "bf16" and width == 8:
                        continue
                    row(f"cvt.{r}.{fmt}.{sign}{width}", code, f"I{width}", fmt.upper(), r, arity=1)
        for to, frm in (("f16", "f32"), ("f16", "f64"), ("f32", "f64")):
            row(f"cvt.{r}.{to}.{frm}", "Cvt", frm.upper(), to.upper(), r, arity=1)
            row(f"cvt.{r}.sat.{to}.{frm}", "Cvt", frm.upper(), to.upper(), r, 0, 1, arity=1)
        row(f"cvt.{r}.ftz.f16.f32", "Cvt", "F32", "F16", r, 1, arity=1)
        row(f"cvt.{r}.ftz.f32.f64", "Cvt", "F64", "F32", r, 1, arity=1)
    for to, frm in (("f32", "f16"), ("f64", "f16"), ("f64", "f32"), ("f32", "bf16")):
        row(f"cvt.{to}.{frm}", "Cvt", frm.upper(), to.upper(), arity=1)
    row("cvt.ftz.f32.f16", "Cvt", "F16", "F32", ftz=1, arity=1)
    row("cvt.ftz.f64.f32", "Cvt", "F32", "F64", ftz=1, arity=1)
    for r in ("rn", "rz"):
        row(f"cvt.{r}.bf16.f32", "Cvt", "F32", "BF16", r, arity=1)


def comparisons():
    for name in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
        code = name.capitalize()
        for fmt in ("f16", "bf16", "f32", "f64"):
            row(f"setp.{name}.{fmt}", code, fmt.upper(), "Pred")
        row(f"setp.{name}.ftz.f32", code, "F32", "Pred", ftz=1)
        row(f"setp.{name}.ftz.f16", code, "F16", "Pred", ftz=1)


def kernel(index, ptx, operand, result, arity):
    constraint, ctype = ARG[REG[operand]]
    names = ["a", "b", "c"][:arity]
    loads = "".join(f"  {ctype} {v} = ({ctype}){v}s[i];\n" for v in names)
    if operand == "I8" and ptx.split(".")[-1] == "s8":
        loads = loads.replace(f"({ctype})as[i]", "(unsigned)(int)(signed char)as[i]")
    inputs = ", ".join(f'"{constraint}"({v})' for v in names)
    if result == "Pred":
        args = ", ".join(f"%{k + 1}" for k in range(arity))
        asm = f'"{{ .reg .pred p; {ptx} p, {args}; selp.b32 %0, 1, 0, p; }}" : "=r"(d) : {inputs}'
        dtype, mask = "unsigned", "1ull"
    else:
        dconstraint, dtype = ARG[REG[result]]
        args = ", ".join(f"%{k}" for k in range(arity + 1))
        asm = f'"{ptx} {args};" : "={dconstraint}"(d) : {inputs}'
        mask = {"I8": "0xffull"}.get(result, "~0ull")
    return (f"__global__ void k{index}(const u64* as, const u64* bs, const u64* cs, u64* out, int n) {{\n"
            f"  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n{loads}  {dtype} d;\n"
            f"  asm volatile({asm});\n  out[i] = (u64)d & {mask};\n}}\n")


files = {}  # by the index of its first row
for file, add in (("arithmetic", basic), ("conversions", conversions), ("comparisons", comparisons)):
    files[len(rows)] = f"float_hardware_{file}.inc"
    add()
print('#include <cstdio>\n#include <vector>\n#include "src/term/float_eval.h"\n#include "src/term/float_samples.h"')
print("using namespace warpproof;\nusing u64 = unsigned long long;")
for i, (ptx, code, operand, result, rounding, ftz, sat, nan, arity) in enumerate(rows):
    print(kernel(i, ptx, operand, result, arity), end="")
print("struct Row { const char *file, *ptx; FloatOp op; void (*run)(const u64*, const u64*, const u64*, u64*, int); };")
print("static const Row kRows[] = {")
for i, (ptx, code, operand, result, rounding, ftz, sat, nan, arity) in enumerate(rows):
    print(f'  {{"{files.get(i, "")}", "{ptx}", FloatOp{{FloatCode::{code}, FloatFormat::{operand}, FloatFormat::{result}, '
          f"FloatRounding::{rounding}, {ftz} != 0, {sat} != 0, false, {nan} != 0}}, k{i}}},")
print("};")
print(r"""
int main() {
  const int n = 1 << 16;
  u64* dev[4];
  for (u64*& p : dev) cudaMalloc(&p, n * sizeof(u64));
  std::vector<u64> in[3], out(n);
  for (auto& v : in) v.resize(n);
  for (const Row& row : kRows) {
    if (*row.file) printf("// %s\n", row.file);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) in[k][i] = float_operand(row.op, i, k);
    }
    for (int k = 0; k < 3; ++k) cudaMemcpy(dev[k], in[k].data(), n * sizeof(u64), cudaMemcpyHostToDevice);
    row.run<<<n / 256, 256>>>(dev[0], dev[1], dev[2], dev[3], n);
    cudaMemcpy(out.data(), dev[3], n * sizeof(u64), cudaMemcpyDeviceToHost);
    if (cudaError_t e = cudaGetLastError()) return fprintf(stderr, "%s: %s\n", row.ptx, cudaGetErrorString(e)), 1;
    u64 digest = 0;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
      const u64 theirs = comparable(row.op, out[i]);
      digest = digest_step(digest, theirs);
      std::uint64_t args[3] = {in[0][i], in[1][i], in[2][i]};
      const u64 ours = comparable(row.op, float_eval(row.op.pack(), {args, row.op.arity()}));
      if (ours != theirs && ++wrong <= 6) {
        fprintf(stderr, "%s (%llx, %llx, %llx): hardware %llx, ours %llx\n", row.ptx, in[0][i], in[1][i], in[2][i], out[i], ours);
      }
    }
    if (wrong) fprintf(stderr, "%s: %d of %d differ\n", row.ptx, wrong, n);
    printf("{\"%s\", 0x%llxull, 0x%llxull},\n", row.ptx, (u64)row.op.pack(), digest);
  }
}
""")
