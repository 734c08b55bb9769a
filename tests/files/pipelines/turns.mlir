// test: pipelines step
// The first group of a sequence makes its barriers and starts at the phase before the first
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 0, threads = 128, barrier_base = 3, offset = 1024}
cutlass.seq_bar.wait %bar, %turn
//= %0 = arith.constant <i32: 0> : i32
//= %1 = nvvm.shared_base 32 from 1024 : i32
//= %turn_0 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %turn_0, signed : i32 -> i1
//= %3 = nvvm.read_sreg tid.x : i32
//= %4 = arith.constant <i32: 128> : i32
//= %5 = arith.remi %3, %4 unsigned : i32
//= %6 = arith.cmpi equal %5, %turn_0, signed : i32 -> i1
//= %7 = arith.andi %2, %6 : i1
//= scf.if %7 {
//=   nvvm.mbarrier.init %1 + 0, 4
//=   nvvm.mbarrier.init %1 + 8, 4
//=   nvvm.mbarrier.init %1 + 16, 4
//=   nvvm.mbarrier.init %1 + 24, 4
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier id = 3 threads = 256
//= %8 = arith.constant <i32: 1> : i32
//= %9 = arith.constant <i32: 8> : i32
//= %10 = arith.constant <i32: 1> : i32
//= %11 = arith.addi %0, %8 : i32
//= %12 = arith.cmpi equal %0, %10, signed : i32 -> i1
//= %13 = arith.select %12, %turn_0, %11 : i1, i32
//= %14 = arith.muli %0, %9 : i32
//= %15 = arith.addi %1, %14 : i32
//= %16 = arith.muli %13, %9 : i32
//= %17 = arith.addi %1, %16 : i32
//= %turn_1 = arith.select %2, %8, %turn_0 : i1, i32
//= %18 = arith.constant <i32: 16> : i32
//= %19 = arith.muli %turn_0, %18 : i32
//= %20 = arith.addi %15, %19 : i32
//= nvvm.mbarrier.wait.parity %20 + 0, %turn_1
// -----
// test: pipelines step
// Groups that run the same code have their number when the kernel runs
%thread = nvvm.read_sreg tid.x : i32
%bits = arith.constant <i32: 7> : i32
%group = arith.shri %thread, %bits unsigned : i32
%number = cute_nvgpu.arch.make_warp_uniform %group : i32
%bar, %turn = cutlass.seq_bar.init %number : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 1, groups = 2, threads = 128, barrier_base = 3}
cutlass.seq_bar.wait %bar, %turn
//= %thread = nvvm.read_sreg tid.x : i32
//= %bits = arith.constant <i32: 7> : i32
//= %group = arith.shri %thread, %bits unsigned : i32
//= %number = cute_nvgpu.arch.make_warp_uniform %group : i32
//= %0 = nvvm.shared_base 16 : i32
//= %turn_0 = arith.constant <i32: 0> : i32
//= %1 = arith.cmpi equal %number, %turn_0, signed : i32 -> i1
//= %2 = nvvm.read_sreg tid.x : i32
//= %3 = arith.constant <i32: 128> : i32
//= %4 = arith.remi %2, %3 unsigned : i32
//= %5 = arith.cmpi equal %4, %turn_0, signed : i32 -> i1
//= %6 = arith.andi %1, %5 : i1
//= scf.if %6 {
//=   nvvm.mbarrier.init %0 + 0, 4
//=   nvvm.mbarrier.init %0 + 8, 4
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier id = 3 threads = 256
//= %7 = arith.constant <i32: 1> : i32
//= %8 = arith.constant <i32: 8> : i32
//= %9 = arith.constant <i32: 1> : i32
//= %10 = arith.addi %number, %7 : i32
//= %11 = arith.cmpi equal %number, %9, signed : i32 -> i1
//= %12 = arith.select %11, %turn_0, %10 : i1, i32
//= %13 = arith.muli %number, %8 : i32
//= %14 = arith.addi %0, %13 : i32
//= %15 = arith.muli %12, %8 : i32
//= %16 = arith.addi %0, %15 : i32
//= %turn_1 = arith.select %1, %7, %turn_0 : i1, i32
//= nvvm.mbarrier.wait.parity %14 + 0, %turn_1
// -----
// test: pipelines step
// A turn ends when all lanes have come that far, and one of them tells the next group; relaxed, it does not wait for the others
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 1, threads = 64, barrier_base = 3, offset = 64}
%next = cutlass.seq_bar.arrive %bar, %turn
%last = cutlass.seq_bar.arrive_relaxed %bar, %next
%mine = cutlass.seq_bar.try_wait %bar, %last : i1
cutlass.seq_bar.finish %bar
//= %0 = arith.constant <i32: 1> : i32
//= %1 = nvvm.shared_base 32 from 64 : i32
//= %turn_0 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %turn_0, signed : i32 -> i1
//= %3 = nvvm.read_sreg tid.x : i32
//= %4 = arith.constant <i32: 64> : i32
//= %5 = arith.remi %3, %4 unsigned : i32
//= %6 = arith.cmpi equal %5, %turn_0, signed : i32 -> i1
//= %7 = arith.andi %2, %6 : i1
//= scf.if %7 {
//=   nvvm.mbarrier.init %1 + 0, 2
//=   nvvm.mbarrier.init %1 + 8, 2
//=   nvvm.mbarrier.init %1 + 16, 2
//=   nvvm.mbarrier.init %1 + 24, 2
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier id = 3 threads = 128
//= %8 = arith.constant <i32: 1> : i32
//= %9 = arith.constant <i32: 8> : i32
//= %10 = arith.constant <i32: 1> : i32
//= %11 = arith.addi %0, %8 : i32
//= %12 = arith.cmpi equal %0, %10, signed : i32 -> i1
//= %13 = arith.select %12, %turn_0, %11 : i1, i32
//= %14 = arith.muli %0, %9 : i32
//= %15 = arith.addi %1, %14 : i32
//= %16 = arith.muli %13, %9 : i32
//= %17 = arith.addi %1, %16 : i32
//= %turn_1 = arith.select %2, %8, %turn_0 : i1, i32
//= nvvm.bar.warp.sync
//= %18 = arith.constant <i32: 16> : i32
//= %19 = arith.muli %turn_0, %18 : i32
//= %20 = arith.addi %17, %19 : i32
//= %21 = nvvm.read_sreg laneid : i32
//= %22 = arith.constant <i32: 0> : i32
//= %23 = arith.cmpi equal %21, %22, signed : i32 -> i1
//= nvvm.mbarrier.arrive %20 + 0 if %23
//= %24 = arith.constant <i32: 1> : i32
//= %next_1 = arith.xori %turn_1, %turn_0 : i32
//= %next_0 = arith.xori %turn_0, %24 : i32
//= %25 = arith.constant <i32: 16> : i32
//= %26 = arith.muli %next_0, %25 : i32
//= %27 = arith.addi %17, %26 : i32
//= %28 = nvvm.read_sreg laneid : i32
//= %29 = arith.constant <i32: 0> : i32
//= %30 = arith.cmpi equal %28, %29, signed : i32 -> i1
//= nvvm.mbarrier.arrive %27 + 0 if %30
//= %31 = arith.constant <i32: 1> : i32
//= %last_1 = arith.xori %next_1, %next_0 : i32
//= %last_0 = arith.xori %next_0, %31 : i32
//= %32 = arith.constant <i32: 16> : i32
//= %33 = arith.muli %last_0, %32 : i32
//= %34 = arith.addi %15, %33 : i32
//= %mine = nvvm.mbarrier.try_wait.parity %34 + 0, %last_1 : i1
//= nvvm.barrier id = 3 threads = 128
// -----
// test: pipelines step
// Many steps at once: two laps bring index and phase back
%pipe = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
%p = cutlass.pipeline.state.create consumer
%steps = arith.constant <i32: 64> : i32
%q = cutlass.pipeline.state.advance %pipe, %p by %steps : i32
cutlass.pipeline.consumer_wait %pipe, %q
//= %pipe = nvvm.shared_base 80 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %steps = arith.constant <i32: 64> : i32
//= %0 = arith.constant <i32: 10> : i32
//= %1 = arith.remi %steps, %0 unsigned : i32
//= %2 = arith.addi %p_0, %1 : i32
//= %3 = arith.constant <i32: 5> : i32
//= %4 = arith.constant <i32: 1> : i32
//= %5 = arith.divi %2, %3 unsigned : i32
//= %q_0 = arith.remi %2, %3 unsigned : i32
//= %6 = arith.andi %5, %4 : i32
//= %q_1 = arith.xori %p_1, %6 : i32
//= %7 = arith.constant <i32: 8> : i32
//= %8 = arith.muli %q_0, %7 : i32
//= %9 = arith.addi %pipe, %8 : i32
//= nvvm.mbarrier.wait.parity %9 + 0, %q_1
// -----
// test: pipelines step
// The count may be wider than an index
%pipe = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
%p = cutlass.pipeline.state.create consumer
%steps = arith.constant <i64: 8589934600> : i64
%q = cutlass.pipeline.state.advance %pipe, %p by %steps : i64
cutlass.pipeline.consumer_wait %pipe, %q
//= %pipe = nvvm.shared_base 80 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %steps = arith.constant <i64: 8589934600> : i64
//= %0 = arith.constant <i64: 10> : i64
//= %1 = arith.remi %steps, %0 unsigned : i64
//= %2 = arith.trunci %1 : i64 -> i32
//= %3 = arith.addi %p_0, %2 : i32
//= %4 = arith.constant <i32: 5> : i32
//= %5 = arith.constant <i32: 1> : i32
//= %6 = arith.divi %3, %4 unsigned : i32
//= %q_0 = arith.remi %3, %4 unsigned : i32
//= %7 = arith.andi %6, %5 : i32
//= %q_1 = arith.xori %p_1, %7 : i32
//= %8 = arith.constant <i32: 8> : i32
//= %9 = arith.muli %q_0, %8 : i32
//= %10 = arith.addi %pipe, %9 : i32
//= nvvm.mbarrier.wait.parity %10 + 0, %q_1
