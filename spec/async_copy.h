// cp.async: copies from global to shared memory that go on while their thread does.
//
// Syntax   cp.async.ca.shared{::cta}.global [dst], [src], cp-size{, src-size};     cp-size: 4, 8, 16
//          cp.async.cg.shared{::cta}.global [dst], [src], 16{, src-size};
//          ..                               [dst], [src], cp-size{, {!}ignore-src};
//          cp.async.commit_group;
//          cp.async.wait_group N;
//          cp.async.wait_all;
// Source   PTX ISA 9.x, 9.7.9.25 (asynchronous copy, its completion by groups, cp.async and its companions);
// CUDA C++ Programming Guide 13.0, asynchronous data copies (__pipeline_memcpy_async and its kin in
// <cuda_pipeline.h> are these instructions).
//
// The copy is a weak access: it reads the source and writes the destination at times that nobody knows, each
// between the instruction and the completion of the wait that covers the copy, as if another thread did it.
// What its thread did before the instruction is ordered before the copy; the copy is ordered before what its
// thread does after that wait, and by that, and only by that, before what is ordered after the wait. In
// between nothing orders it: neither program order, nor a barrier, nor another copy of the same thread. So in
// between a store to the source, and any access to the destination, races with it: async.unwaited where the
// thread itself does it, race where another one does. A thread that exits without a wait leaves its copies
// pending for ever.
//
// Copies are waited for in groups. A thread's copies since its last commit form the group that its next
// commit closes, which may be empty. Groups are each thread's own: a wait says nothing about the copies of
// other threads, which is what the barrier after it is for.
#pragma once

#include "spec/value_domain.h"

namespace warpproof::spec {

// A copy's group is the number of commits that its thread had executed when it issued it. After `commits` of
// them, wait_group N leaves the N latest of the closed groups pending and completes all before.
template <ValueDomain D>
Pred<D> async_wait_covers(D& d, Word<D, 32> group, Word<D, 32> commits, Word<D, 32> may_be_pending) {
  return d.ult(may_be_pending, d.sub(commits, group));
}

// async.source-size: at most as many bytes are read as written.
template <ValueDomain D>
Pred<D> async_source_size_is_legal(D& d, Word<D, 32> source_size, Word<D, 32> copied) {
  return d.ule(source_size, copied);
}

// Is byte `i` of the destination one of the source's? Else it becomes 0.
template <ValueDomain D>
Pred<D> async_byte_is_copied(D& d, Word<D, 32> i, Word<D, 32> source_size, Pred<D> ignores_source) {
  return d.land(d.ult(i, source_size), d.lnot(ignores_source));
}

}  // namespace warpproof::spec
