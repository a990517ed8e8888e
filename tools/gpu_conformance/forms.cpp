#include "tools/gpu_conformance/forms.h"

#include <sstream>

namespace warpproof::conformance {
namespace {

// "{a|b|}" stands for each of its alternatives; "{_|.ftz}" for nothing or .ftz. A form after "!" stands
// alone.
const char* const kForms = R"(
add{.u16|.s16} H H h
add{.u32|.s32} R R r
add{.u64|.s64} D D d
add.sat.s32 R R r
sub{.u16|.s16} H H h
sub{.u32|.s32} R R r
sub{.u64|.s64} D D d
sub.sat.s32 R R r
add{.u16x2|.s16x2} R R R
mul.lo{.u16|.s16} H H h
mul.hi{.u16|.s16} H H h
mul.lo{.u32|.s32} R R r
mul.hi{.u32|.s32} R R r
mul.lo{.u64|.s64} D D d
mul.hi{.u64|.s64} D D d
mul.wide{.u16|.s16} R H h
mul.wide{.u32|.s32} D R r
mad.lo{.u16|.s16} H H H h
mad.hi{.u16|.s16} H H H h
mad.lo{.u32|.s32} R R r R
mad.hi{.u32|.s32} R R r R
mad.lo{.u64|.s64} D D D d
mad.hi{.u64|.s64} D D D d
mad.hi.sat.s32 R R R R
mad.wide{.u16|.s16} R H H R
mad.wide{.u32|.s32} D R r D
mul24{.lo|.hi}{.u32|.s32} R R r
mad24{.lo|.hi}{.u32|.s32} R R R r
mad24.hi.sat.s32 R R R R
sad{.u16|.s16} H H H H
sad{.u32|.s32} R R r R
sad{.u64|.s64} D D D D
div{.u16|.s16} H H nH
div{.u32|.s32} R R nR
div{.u64|.s64} D D nD
rem{.u16|.s16} H H nH
rem{.u32|.s32} R R nR
rem{.u64|.s64} D D nD
abs.s16 H H
abs.s32 R R
abs.s64 D D
neg.s16 H H
neg.s32 R R
neg.s64 D D
min{.u16|.s16} H H h
min{.u32|.s32} R R r
min{.u64|.s64} D D d
min{.u16x2|.s16x2} R R R
max{.u16|.s16} H H h
max{.u32|.s32} R R r
max{.u64|.s64} D D d
max{.u16x2|.s16x2} R R R
min.relu{.s32|.s16x2} R R R
max.relu{.s32|.s16x2} R R R
popc.b32 R R
popc.b64 R D
clz.b32 R R
clz.b64 R D
bfind{.u32|.s32} R R
bfind{.u64|.s64} R D
bfind.shiftamt{.u32|.s32} R R
bfind.shiftamt{.u64|.s64} R D
fns.b32 R R low5 least
brev.b32 R R
brev.b64 D D
bfe{.u32|.s32} R R field field
bfe{.u64|.s64} D D field field
bfi.b32 R R R field field
bfi.b64 D D D field field
bmsk{.clamp|.wrap}.b32 R R r
szext{.clamp|.wrap}{.u32|.s32} R R r
dp4a{.u32|.s32}{.u32|.s32} R R R R
dp2a{.lo|.hi}{.u32|.s32}{.u32|.s32} R R R R
and.b16 H H h
and.b32 R R r
and.b64 D D d
or.b16 H H h
or.b32 R R r
or.b64 D D d
xor.b16 H H h
xor.b32 R R r
xor.b64 D D d
not.b16 H H
not.b32 R R
not.b64 D D
cnot.b16 H H
cnot.b32 R R
cnot.b64 D D
and.pred P p p
or.pred P p p
xor.pred P p p
not.pred P P
lop3.b32 R R R R lut
shl.b16 H H s
shl.b32 R R s
shl.b64 D D s
shr{.b16|.u16|.s16} H H s
shr{.b32|.u32|.s32} R R s
shr{.b64|.u64|.s64} D D s
shf.l{.clamp|.wrap}.b32 R R R s
shf.r{.clamp|.wrap}.b32 R R R s
prmt.b32 R R R r
prmt.b32{.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} R R R r
mov.b16 H H
mov.b32 R r
mov.b64 D d
mov.pred P P
selp.b16 H H h P
selp.b32 R R r P
selp.b64 D D d P
selp{.f32} R R R P
selp{.f64} D D D P
slct{.b16|.u16|.s16}.s32 H H H R
slct{.b32|.u32|.s32|.f32}.s32 R R R R
slct{.b64|.u64|.s64|.f64}.s32 D D D R
slct{.b32|.u32|.s32|.f32}{_|.ftz}.f32 R R R R
setp{.eq|.ne}{.b16|.u16|.s16} P H h
setp{.lt|.le|.gt|.ge}{.u16|.s16} P H h
setp{.eq|.ne}{.b32|.u32|.s32} P R r
setp{.lt|.le|.gt|.ge}{.u32|.s32} P R r
setp{.lo|.ls|.hi|.hs}.u32 P R r
setp{.eq|.ne}{.b64|.u64|.s64} P D d
setp{.lt|.le|.gt|.ge}{.u64|.s64} P D d
setp{.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan}{_|.ftz}.f32 P R R
setp{.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan}.f64 P D D
setp{.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan}{_|.ftz}.f16 P H H
setp{.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan}.bf16 P H H
setp{.lt|.eq}{.and|.or|.xor}.s32 P R r p
setp{.ge|.ltu}{.and|.or|.xor}.f32 P R R p
setp{.lt|.ne}{.s32|.u32} PP R r
setp{.lt|.ne}{.or|.xor}{.s32|.u32} PP R r p
setp{.geu|.eq}.f32 PP R R
setp{.geu|.eq}{.xor|.and}.f32 PP R R p
setp{.geu|.eq}.f64 PP D D
setp{.geu|.eq}.or.f64 PP D D p
setp{.lt|.neu}{.f16x2|.bf16x2} PP R R
setp{.lt|.neu}.and{.f16x2|.bf16x2} PP R R p
set{.eq|.ne|.lt|.ge}{.u32|.s32}{.u32|.s32} R R r
! set{.eq|.ne|.lt|.ge}.f32{.u32|.s32} R R r
set{.eq|.ne|.lt|.geu|.nan}{.u32|.s32}.f32 R R R
! set{.eq|.ne|.lt|.geu|.nan}.f32.f32 R R R
set.lt{.and|.or|.xor}.u32.s32 R R R p
! set.lt{.and|.or|.xor}.f32.s32 R R R p
! set{.lt|.neu}.f16.f16 H H H
set{.gt|.leu}{.f16x2|.u32}.f16x2 R R R
set{.gt|.leu}{.bf16x2|.u32}.bf16x2 R R R
add{_|.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32 R R R
sub{_|.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32 R R R
mul{_|.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32 R R R
fma{.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32 R R R R
div{.rn|.rz|.rm|.rp}{_|.ftz}.f32 R R R
rcp{.rn|.rz|.rm|.rp}{_|.ftz}.f32 R R
sqrt{.rn|.rz|.rm|.rp}{_|.ftz}.f32 R R
neg{_|.ftz}.f32 cR R
abs{_|.ftz}.f32 cR R
min{_|.ftz}{_|.NaN}.f32 R R R
max{_|.ftz}{_|.NaN}.f32 R R R
min{_|.ftz}{_|.NaN}.xorsign.abs.f32 R R R
max{_|.ftz}{_|.NaN}.xorsign.abs.f32 R R R
copysign.f32 R R R
copysign.f64 D D D
testp{.finite|.infinite|.number|.notanumber|.normal|.subnormal}.f32 P R
testp{.finite|.infinite|.number|.notanumber|.normal|.subnormal}.f64 P D
add{_|.rn|.rz|.rm|.rp}.f64 cD D D
sub{_|.rn|.rz|.rm|.rp}.f64 cD D D
mul{_|.rn|.rz|.rm|.rp}.f64 cD D D
fma{.rn|.rz|.rm|.rp}.f64 cD D D D
div{.rn|.rz|.rm|.rp}.f64 cD D D
rcp{.rn|.rz|.rm|.rp}.f64 cD D
sqrt{.rn|.rz|.rm|.rp}.f64 cD D
neg.f64 cD D
abs.f64 cD D
min.f64 cD D D
max.f64 cD D D
add{_|.rn}{_|.ftz}{_|.sat}.f16 H H H
sub{_|.rn}{_|.ftz}{_|.sat}.f16 H H H
mul{_|.rn}{_|.ftz}{_|.sat}.f16 H H H
fma.rn{_|.ftz}{_|.sat}.f16 H H H H
fma.rn{_|.ftz}.relu.f16 H H H H
add{_|.rn}{_|.ftz}{_|.sat}.f16x2 R R R
sub{_|.rn}{_|.ftz}{_|.sat}.f16x2 R R R
mul{_|.rn}{_|.ftz}{_|.sat}.f16x2 R R R
fma.rn{_|.ftz}{_|.sat}.f16x2 R R R R
fma.rn{_|.ftz}.relu.f16x2 R R R R
neg{_|.ftz}.f16 cH H
neg{_|.ftz}.f16x2 cR R
abs{_|.ftz}.f16 cH H
abs{_|.ftz}.f16x2 cR R
min{_|.ftz}{_|.NaN}.f16 H H H
max{_|.ftz}{_|.NaN}.f16x2 R R R
min{_|.ftz}{_|.NaN}.xorsign.abs.f16 H H H
max{_|.ftz}{_|.NaN}.xorsign.abs.f16x2 R R R
add{_|.rn}.bf16 H H H
sub{_|.rn}.bf16 H H H
mul{_|.rn}.bf16 H H H
fma.rn{_|.relu}.bf16 H H H H
add{_|.rn}.bf16x2 R R R
sub{_|.rn}.bf16x2 R R R
mul{_|.rn}.bf16x2 R R R
fma.rn{_|.relu}.bf16x2 R R R R
neg.bf16 cH H
neg.bf16x2 cR R
abs.bf16 cH H
abs.bf16x2 cR R
min{_|.NaN}.bf16 H H H
max{_|.NaN}.bf16x2 R R R
min{_|.NaN}.xorsign.abs.bf16 H H H
max{_|.NaN}.xorsign.abs.bf16x2 R R R
cvt{.u8|.s8|.u16|.s16}{.u16|.s16} H H
cvt.sat{.u8|.s8|.u16}.s16 H H
cvt.sat{.u8|.s8|.s16}.u16 H H
cvt{_|.sat}{.u8|.s8|.u16|.s16}{.u32|.s32} H R
cvt{_|.sat}{.u8|.s8|.u16|.s16}{.u64|.s64} H D
cvt{.u32|.s32}{.u8|.s8|.u16|.s16} R H
cvt.sat.u32{.s8|.s16} R H
cvt{.u32|.s32}{.u32|.s32} R R
cvt.sat.u32.s32 R R
cvt.sat.s32.u32 R R
cvt{_|.sat}{.u32|.s32}{.u64|.s64} R D
cvt{.u64|.s64}{.u8|.s8|.u16|.s16} D H
cvt.sat.u64{.s8|.s16} D H
cvt{.u64|.s64}{.u32|.s32} D R
cvt.sat.u64.s32 D R
cvt{.u64|.s64}{.u64|.s64} D D
cvt.sat.u64.s64 D D
cvt.sat.s64.u64 D D
cvt{.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32{.u32|.s32} R R
cvt{.rn|.rz|.rm|.rp}.f32{.u64|.s64} R D
cvt{.rn|.rz|.rm|.rp}.f32{.u8|.s8|.u16|.s16} R H
cvt{.rn|.rz|.rm|.rp}.f64{.u32|.s32} cD R
cvt{.rn|.rz|.rm|.rp}.f64{.u64|.s64} cD D
cvt{.rn|.rz|.rm|.rp}.f16{.u16|.s16} H H
cvt{.rn|.rz|.rm|.rp}.f16{.u32|.s32} H R
cvt{.rn|.rz|.rm|.rp}.f16{.u64|.s64} H D
cvt{.rni|.rzi|.rmi|.rpi}{_|.ftz}{.u32|.s32}.f32 R R
cvt{.rni|.rzi|.rmi|.rpi}{_|.ftz}{.u64|.s64}.f32 D R
cvt{.rni|.rzi|.rmi|.rpi}{.u8|.s8|.u16|.s16}.f32 H R
cvt{.rni|.rzi|.rmi|.rpi}{.u32|.s32}.f64 R D
cvt{.rni|.rzi|.rmi|.rpi}{.u64|.s64}.f64 D D
cvt{.rni|.rzi|.rmi|.rpi}{.u16|.s16}.f16 H H
cvt{.rni|.rzi|.rmi|.rpi}{.u32|.s32}.f16 R H
cvt{.rni|.rzi|.rmi|.rpi}{.u64|.s64}.f16 D H
cvt{_|.ftz}{_|.sat}.f32.f16 R H
cvt.f32.bf16 cR H
cvt{_|.sat}.f64.f16 cD H
cvt{_|.ftz}{_|.sat}.f64.f32 cD R
cvt{.rni|.rzi|.rmi|.rpi}{_|.ftz}{_|.sat}.f32.f32 R R
cvt{.rni|.rzi|.rmi|.rpi}{_|.sat}.f64.f64 cD D
cvt{.rni|.rzi|.rmi|.rpi}.f16.f16 H H
cvt{.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32.f64 cR D
cvt{.rn|.rz|.rm|.rp}{_|.sat}.f16.f32 H R
cvt{.rn|.rz}.relu.f16.f32 H R
cvt{.rn|.rz|.rm|.rp}{_|.sat}.f16.f64 cH D
cvt{.rn|.rz}{_|.relu}.bf16.f32 H R
cvt{.rn|.rz}{_|.relu}.f16x2.f32 R R R
cvt{.rn|.rz}{_|.relu}.bf16x2.f32 R R R
mad{.rn|.rz|.rm|.rp}{_|.ftz}{_|.sat}.f32 R R R R
mad{.rn|.rz|.rm|.rp}.f64 cD D D D
)";

// Recorded later, in form programs only: random programs draw from the list above and stay what they were.
const char* const kFurtherForms = R"(
cvt{.rn|.rz|.rm|.rp}.bf16{.u16|.s16} H H
cvt{.rn|.rz|.rm|.rp}.bf16{.u32|.s32} H R
cvt{.rn|.rz|.rm|.rp}.bf16{.u64|.s64} H D
cvt{.rn|.rz|.rm|.rp}.bf16.f64 cH D
cvt{.rni|.rzi|.rmi|.rpi}.bf16.bf16 cH H
cvt{.rni|.rzi|.rmi|.rpi}{.u16|.s16}.bf16 H H
cvt{.rni|.rzi|.rmi|.rpi}{.u32|.s32}.bf16 R H
cvt{.rni|.rzi|.rmi|.rpi}{.u64|.s64}.bf16 D H
cvt.pack.sat{.u16|.s16}.s32 R R R
cvt.pack.sat{.u8|.s8}.s32.b32 R R R R
set{.lt|.geu}{.and|.or|.xor}{.u32|.s32}{_|.ftz}.f32 R R R p
set{.lt|.neu|.nan}{.u16|.s16}{.f16|.bf16} H H H
set{.lt|.neu|.nan}{.u32|.s32}{.f16|.bf16} R H H
set{.eq|.gtu}.bf16.bf16 H H H
vadd{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R
vsub{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R
vabsdiff{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R
vmin{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R
vmax{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R
vadd{.u32|.s32}{.u32|.s32}.s32{_|.sat} R R.b2 R.h1
vsub{.u32|.s32}.u32{.u32|.s32}{_|.sat} R R.h0 R.b3
vabsdiff{.u32|.s32}{.u32|.s32}.s32{_|.sat} R R.h1 R.b0
vmin{.u32|.s32}{.u32|.s32}.u32{_|.sat} R R.b1 R.h0
vmax{.u32|.s32}.u32{.u32|.s32}{_|.sat} R R.b3 R.b2
vadd{.u32|.s32}.u32{.u32|.s32}{_|.sat}{.add|.min|.max} R R R R
vsub{.u32|.s32}{.u32|.s32}.s32{_|.sat}{.add|.min|.max} R R.h1 R R
vabsdiff{.u32|.s32}{.u32|.s32}.u32{_|.sat}{.add|.min|.max} R R R R
vmin{.u32|.s32}.u32{.u32|.s32}{_|.sat}{.add|.min|.max} R R R.b1 R
vmax{.u32|.s32}{.u32|.s32}.s32{_|.sat}{.add|.min|.max} R R R R
vadd{.u32|.s32}{.u32|.s32}.s32{_|.sat} R.b1 R R.b3 R
vsub{.u32|.s32}.u32{.u32|.s32}{_|.sat} R.h1 R R R
vabsdiff{.u32|.s32}{.u32|.s32}.s32{_|.sat} R.b3 R.b0 R R
vmin{.u32|.s32}.u32{.u32|.s32}{_|.sat} R.h0 R.h1 R R
vmax{.u32|.s32}{.u32|.s32}.u32{_|.sat} R.b0 R R.h0 R
vset{.u32|.s32}{.u32|.s32}{.eq|.ne|.lt|.le|.gt|.ge} R R R
vset{.u32|.s32}.s32{.eq|.ne|.lt|.le|.gt|.ge} R R.b3 R.h1
vset.u32{.u32|.s32}{.eq|.lt|.ge}{.add|.min|.max} R R.b1 R R
vset.s32{.u32|.s32}{.ne|.le|.gt} R.h0 R R.b0 R
vset.s32{.u32|.s32}{.ne|.le|.gt} R.b2 R R R
vshl{.u32|.s32}{.u32|.s32}.u32{_|.sat}{.clamp|.wrap} R R R
vshr{.u32|.s32}{.u32|.s32}.u32{_|.sat}{.clamp|.wrap} R R R
vshl{.u32|.s32}{.u32|.s32}.u32{_|.sat}{.clamp|.wrap} R R.h1 R.b0
vshr{.u32|.s32}{.u32|.s32}.u32{_|.sat}{.clamp|.wrap} R R.b2 R.b3
vshl{.u32|.s32}.s32.u32{_|.sat}.clamp{.add|.min|.max} R R.b1 R.b0 R
vshr{.u32|.s32}.u32.u32{_|.sat}.wrap{.add|.min|.max} R R R R
vshl{.u32|.s32}.u32.u32{_|.sat}.wrap R.b3 R.b0 R.b1 R
vshr{.u32|.s32}.s32.u32{_|.sat}.clamp R.h1 R R.b1 R
vmad.u32.u32.u32{_|.po}{_|.sat}{_|.shr7|.shr15} R R R R
vmad.s32{.u32|.s32}.s32{_|.po}{_|.sat}{_|.shr7|.shr15} R R R R
vmad.s32.s32.u32{_|.sat}{_|.shr7|.shr15} R R.h1 R.b2 R
vadd2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vsub2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vavrg2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vabsdiff2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vmin2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vmax2{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vadd4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vsub4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vavrg4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vabsdiff4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vmin4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vmax4{.u32|.s32}{.u32|.s32}{.u32|.s32}{_|.sat} R R R R
vadd2{.u32|.s32}.u32.s32{_|.sat} R.h1 R.h20 R.h13 R
vsub4{.u32|.s32}.s32.u32{_|.sat} R.b310 R.b7025 R.b4466 R
vavrg4{.u32|.s32}.s32.s32 R.b2 R.b0123 R.b7654 R
vabsdiff2{.u32|.s32}.s32.s32.sat R.h0 R.h23 R.h01 R
vmax4.s32.u32.s32 R.b21 R.b3333 R.b5140 R
vadd2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vsub2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R.h1 R R R
vavrg2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vabsdiff2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vmin2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vmax2{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vadd4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vsub4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vavrg4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vabsdiff4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R.b320 R R R
vmin4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vmax4{.u32|.s32}{.u32|.s32}{.u32|.s32}.add R R R R
vset2{.u32|.s32}{.u32|.s32}{.eq|.ne|.lt|.le|.gt|.ge} R R R R
vset4{.u32|.s32}{.u32|.s32}{.eq|.ne|.lt|.le|.gt|.ge} R R R R
vset2{.u32|.s32}{.u32|.s32}{.eq|.lt|.ge}.add R R R R
vset4{.u32|.s32}{.u32|.s32}{.ne|.le|.gt}.add R.b31 R.b7531 R.b0246 R
)";

// Results with an error bound (PTX ISA, 9.7.3 and 9.7.4), or without any.
const char* const kApproximations = R"(
rcp.approx{_|.ftz}.f32 R R
rcp.approx.ftz.f64 D D
sqrt.approx{_|.ftz}.f32 R R
rsqrt.approx{_|.ftz}.f32 R R
rsqrt.approx{_|.ftz}.f64 cD D
div.approx{_|.ftz}.f32 R R R
div.full{_|.ftz}.f32 R R R
sin.approx{_|.ftz}.f32 R R
cos.approx{_|.ftz}.f32 R R
lg2.approx{_|.ftz}.f32 R R
ex2.approx{_|.ftz}.f32 R R
ex2.approx.f16 H H
ex2.approx.f16x2 R R
ex2.approx.ftz.bf16 H H
ex2.approx.ftz.bf16x2 R R
tanh.approx.f32 R R
tanh.approx.f16 H H
tanh.approx.f16x2 R R
tanh.approx.bf16 H H
tanh.approx.bf16x2 R R
)";

void expand(const std::string& text, std::vector<std::string>& out) {
  const std::size_t open = text.find('{');
  if (open == std::string::npos) {
    out.push_back(text);
    return;
  }
  const std::size_t close = text.find('}', open);
  std::istringstream alternatives(text.substr(open + 1, close - open - 1));
  for (std::string one; std::getline(alternatives, one, '|');) {
    expand(text.substr(0, open) + (one == "_" ? "" : one) + text.substr(close + 1), out);
  }
}

std::vector<InstructionForm> read_forms(const char* text) {
  std::vector<InstructionForm> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    InstructionForm form;
    if (!(words >> form.opcode)) continue;
    if (form.opcode == "!") form.alone = true, words >> form.opcode;
    form.guardable = !form.alone && !form.opcode.starts_with("testp");
    for (std::string word; words >> word;) form.operands.push_back(word);
    std::vector<std::string> opcodes;
    expand(form.opcode, opcodes);
    for (const std::string& opcode : opcodes) {
      out.push_back(form);
      out.back().opcode = opcode;
    }
  }
  return out;
}

}  // namespace

const std::vector<InstructionForm>& instruction_forms() {
  static const std::vector<InstructionForm> forms = read_forms(kForms);
  return forms;
}

const std::vector<InstructionForm>& further_forms() {
  static const std::vector<InstructionForm> forms = read_forms(kFurtherForms);
  return forms;
}

const std::vector<InstructionForm>& approximate_forms() {
  static const std::vector<InstructionForm> forms = read_forms(kApproximations);
  return forms;
}

}  // namespace warpproof::conformance
