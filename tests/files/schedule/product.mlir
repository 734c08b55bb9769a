// test: emit cutlass
// A pipelined product after the last pass of the level: barriers, copies, and a product that runs on.
// kernel: product m=64 n=64 k=64
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %0 = nvvm.shared_base 112 from 114688 : i32
//=   %l = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<7x64x64xf16>
//=   %r = nv_tileas.alloc_tensor swizzle = 128b offset = 57344 : !nv_tileas.buffer<7x64x64xf16>
//=   %1 = nvvm.read_sreg tid.x : i32
//=   %2 = arith.constant <i32: 0> : i32
//=   %3 = arith.cmpi equal %1, %2, signed : i32 -> i1
//=   scf.if %3 {
//=     nvvm.mbarrier.init %0 + 0, 1
//=     nvvm.mbarrier.init %0 + 8, 1
//=     nvvm.mbarrier.init %0 + 16, 1
//=     nvvm.mbarrier.init %0 + 24, 1
//=     nvvm.mbarrier.init %0 + 32, 1
//=     nvvm.mbarrier.init %0 + 40, 1
//=     nvvm.mbarrier.init %0 + 48, 1
//=     nvvm.mbarrier.init %0 + 56, 4
//=     nvvm.mbarrier.init %0 + 64, 4
//=     nvvm.mbarrier.init %0 + 72, 4
//=     nvvm.mbarrier.init %0 + 80, 4
//=     nvvm.mbarrier.init %0 + 88, 4
//=     nvvm.mbarrier.init %0 + 96, 4
//=     nvvm.mbarrier.init %0 + 104, 4
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   nv_tileas.warp_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [120, 40] {
//=     %4 = arith.constant <i32: 0> : i32
//=     %5 = arith.constant <i32: 0> : i32
//=     %token = nv_tileas.create_mem_token : token
//=     %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=     %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %6 = nvvm.read_sreg laneid : tile<i32>
//=     %7 = arith.constant <i32: 0> : tile<i32>
//=     %8 = arith.cmpi equal %6, %7, signed : tile<i32> -> tile<i1>
//=     %sum, %9, %10, %11, %12 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero, %13 = %4, %14 = %5, %15 = %4, %16 = %5) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, i32, i32, i32, i32) {
//=       %17 = arith.cmpi not_equal %i, %from, signed : tile<i32> -> tile<i1>
//=       %18 = arith.andi %17, %8 : tile<i1>
//=       %19 = arith.constant <i32: 8> : i32
//=       %20 = arith.muli %13, %19 : i32
//=       %21 = arith.addi %0, %20 : i32
//=       nvvm.mbarrier.wait.parity %21 + 0, %14
//=       nvvm.wgmma.fence
//=       %d = cute_nvgpu.async_mma %l[%13] k, %r[%13] mn, %acc : !nv_tileas.buffer<7x64x64xf16>, !nv_tileas.buffer<7x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=       nvvm.wgmma.wait_group 1
//=       %22 = arith.constant <i32: 8> : i32
//=       %23 = arith.muli %15, %22 : i32
//=       %24 = arith.addi %0, %23 : i32
//=       nvvm.mbarrier.arrive %24 + 56 if %18
//=       %25 = arith.constant <i32: 1> : i32
//=       %26 = arith.constant <i32: 0> : i32
//=       %27 = arith.constant <i32: 7> : i32
//=       %28 = arith.addi %13, %25 : i32
//=       %29 = arith.cmpi equal %28, %27, signed : i32 -> i1
//=       %30 = arith.select %29, %26, %28 : i1, i32
//=       %31 = arith.xori %14, %25 : i32
//=       %32 = arith.select %29, %31, %14 : i1, i32
//=       scf.continue %d, %30, %32, %13, %14 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, i32, i32, i32, i32
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=     nvvm.wgmma.wait_group 0
//=     %33 = arith.cmpi less_than %from, %to, signed : tile<i32> -> tile<i1>
//=     %34 = arith.andi %33, %8 : tile<i1>
//=     %35 = arith.constant <i32: 8> : i32
//=     %36 = arith.muli %11, %35 : i32
//=     %37 = arith.addi %0, %36 : i32
//=     nvvm.mbarrier.arrive %37 + 56 if %34
//=     %rounded = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %t2 = nv_tileas.tiled_store weak %rounded, %pc[%x, %y] token = %token descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   } {
//=     %38 = arith.constant <i32: 0> : i32
//=     %39 = arith.constant <i32: 0> : i32
//=     %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %40, %41 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%42 = %38, %43 = %39) -> (i32, i32) {
//=       %44 = arith.constant <i32: 8> : i32
//=       %45 = arith.muli %42, %44 : i32
//=       %46 = arith.addi %0, %45 : i32
//=       %47 = arith.constant <i32: 1> : i32
//=       %48 = arith.xori %43, %47 : i32
//=       nvvm.mbarrier.wait.parity %46 + 56, %48
//=       %49 = nv_tileas.create_mem_token : token
//=       %50 = arith.constant <i32: 8> : i32
//=       %51 = arith.muli %42, %50 : i32
//=       %52 = arith.addi %0, %51 : i32
//=       cute_nvgpu.tma_load %pa[%x, %i], %l[%42], %52 descriptor = 0 : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<7x64x64xf16>, tile<i32>
//=       %53 = nv_tileas.create_mem_token : token
//=       %54 = arith.constant <i32: 8> : i32
//=       %55 = arith.muli %42, %54 : i32
//=       %56 = arith.addi %0, %55 : i32
//=       cute_nvgpu.tma_load %pb[%i, %y], %r[%42], %56 descriptor = 1 : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<7x64x64xf16>, tile<i32>
//=       %57 = arith.constant <i32: 8> : i32
//=       %58 = arith.muli %42, %57 : i32
//=       %59 = arith.addi %0, %58 : i32
//=       nvvm.mbarrier.arrive.expect_tx %59 + 0, 16384
//=       %60 = arith.constant <i32: 1> : i32
//=       %61 = arith.constant <i32: 0> : i32
//=       %62 = arith.constant <i32: 7> : i32
//=       %63 = arith.addi %42, %60 : i32
//=       %64 = arith.cmpi equal %63, %62, signed : i32 -> i1
//=       %65 = arith.select %64, %61, %63 : i1, i32
//=       %66 = arith.xori %43, %60 : i32
//=       %67 = arith.select %64, %66, %43 : i1, i32
//=       scf.continue %65, %67 : i32, i32
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     %68 = arith.constant <i32: 0> : i32
//=     %69 = arith.constant <i32: 7> : i32
//=     %70 = arith.constant <i32: 1> : i32
//=     %71, %72 = scf.for %73 in (%68 to %69, step %70) : i32 iter_values(%74 = %40, %75 = %41) -> (i32, i32) {
//=       %76 = arith.constant <i32: 8> : i32
//=       %77 = arith.muli %74, %76 : i32
//=       %78 = arith.addi %0, %77 : i32
//=       %79 = arith.constant <i32: 1> : i32
//=       %80 = arith.xori %75, %79 : i32
//=       nvvm.mbarrier.wait.parity %78 + 56, %80
//=       %81 = arith.constant <i32: 1> : i32
//=       %82 = arith.constant <i32: 0> : i32
//=       %83 = arith.constant <i32: 7> : i32
//=       %84 = arith.addi %74, %81 : i32
//=       %85 = arith.cmpi equal %84, %83, signed : i32 -> i1
//=       %86 = arith.select %85, %82, %84 : i1, i32
//=       %87 = arith.xori %75, %81 : i32
//=       %88 = arith.select %85, %87, %75 : i1, i32
//=       scf.continue %86, %88 : i32, i32
//=     }
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [512, 512], strides = [1024], box = [64, 64], swizzle = "128b"}, {element = f16, base = 1, dims = [512, 512], strides = [1024], box = [64, 64], swizzle = "128b"}, {element = f16, base = 2, dims = [512, 512], strides = [1024], box = [64, 16], swizzle = "128b"}]}
// -----
// test: emit nv_tileas
// The same before: agents that hand tiles on.
// kernel: product m=64 n=64 k=64
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %0 = cutlass.pipeline.create {numStages = 7, num_producers = 1, num_consumers = 4}
//=   %l = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<7x64x64xf16>
//=   %r = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<7x64x64xf16>
//=   %1 = nv_tileas.create_pipe of %l, %r : !nv_tileas.buffer<7x64x64xf16>, !nv_tileas.buffer<7x64x64xf16> : !nv_tileas.pipe<depth = 7, slot_bytes = 16384, smem>
//=   cutlass.pipeline.init %0
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [120, 40] {
//=     %2 = cutlass.pipeline.state.create consumer
//=     %token = nv_tileas.create_mem_token : token
//=     %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=     %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %sum, %3 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero, %4 = %2) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state) {
//=       cutlass.pipeline.consumer_wait %0, %4
//=       %5 = cutlass.pipeline.state.index %4 -> tile<i32>
//=       %l_0 = nv_tileas.local_load %l[%5] : !nv_tileas.buffer<7x64x64xf16> -> tile<64x64xf16>
//=       %r_0 = nv_tileas.local_load %r[%5] : !nv_tileas.buffer<7x64x64xf16> -> tile<64x64xf16>
//=       %d = nv_tileas.dot %l_0, %r_0, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       cutlass.pipeline.consumer_release %0, %4
//=       %6 = cutlass.pipeline.state.increment %0, %4
//=       scf.continue %d, %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=     %rounded = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %rounded_0 = nv_tileas.convert_layout %rounded : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>
//=     %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   } {
//=     %7 = cutlass.pipeline.state.create producer
//=     %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %8 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%9 = %7) -> (!cutlass.pipeline_state) {
//=       %10 = cutlass.pipeline.producer_acquire %0, %9
//=       %11 = cutlass.pipeline.state.index %10 -> tile<i32>
//=       %12 = nv_tileas.create_mem_token : token
//=       %l_0, %t0 = nv_tileas.tiled_load weak %pa[%x, %i] token = %12 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       nv_tileas.local_store %l_0, %l[%11] : tile<64x64xf16>, !nv_tileas.buffer<7x64x64xf16>
//=       %13 = nv_tileas.create_mem_token : token
//=       %r_0, %t1 = nv_tileas.tiled_load weak %pb[%i, %y] token = %13 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       nv_tileas.local_store %r_0, %r[%11] : tile<64x64xf16>, !nv_tileas.buffer<7x64x64xf16>
//=       cutlass.pipeline.producer_commit %0, %10 {transaction_bytes = 0}
//=       %14 = cutlass.pipeline.state.increment %0, %10
//=       scf.continue %14 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %0, %8
//=   }
//=   nv_tileas.return
//= }
// -----
// test: ptx sm_90a
// The same as PTX.
// kernel: product m=64 n=64 k=64
//= .version 8.0
//= .target sm_90a
//= .address_size 64
//=
//= .extern .shared .align 1024 .b8 global_smem[];
//=
//= .visible .entry product(
//=     .param .u64 p0_a,
//=     .param .u64 p1_b,
//=     .param .u64 p2_c,
//=     .param .align 64 .b8 tma0[128],
//=     .param .align 64 .b8 tma1[128],
//=     .param .align 64 .b8 tma2[128]
//= )
//= .reqntid 256, 1, 1
//= .maxnreg 80
//= {
//=     .reg .b64 %rd<18>;
//=     .reg .b32 %r<110>;
//=     .reg .f32 %f<32>;
//=     .reg .pred %p<18>;
//=     .reg .b16 %h<32>;
//=     ld.param.u64 %rd0, [p0_a];
//=     ld.param.u64 %rd1, [p1_b];
//=     ld.param.u64 %rd2, [p2_c];
//=     mov.b64 %rd3, tma0;
//=     cvta.param.u64 %rd4, %rd3;
//=     mov.b64 %rd5, tma1;
//=     cvta.param.u64 %rd6, %rd5;
//=     mov.b64 %rd7, tma2;
//=     cvta.param.u64 %rd8, %rd7;
//=     mov.u32 %r11, %tid.x;
//=     mov.u32 %r12, global_smem;
//=     add.u32 %r13, %r12, 114688;
//=     mov.u32 %r14, global_smem;
//=     mov.u32 %r15, global_smem;
//=     add.u32 %r16, %r15, 57344;
//=     setp.eq.s32 %p0, %r11, 0;
//=     shr.u32 %r17, %r14, 4;
//=     add.u32 %r18, %r17, 65536;
//=     shr.u32 %r19, %r16, 4;
//=     add.u32 %r20, %r19, 33554432;
//=     @!%p0 bra bb_2;
//= bb_1:
//=     mbarrier.init.shared::cta.b64 [%r13], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+8], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+16], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+24], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+32], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+40], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+48], 1;
//=     mbarrier.init.shared::cta.b64 [%r13+56], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+64], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+72], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+80], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+88], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+96], 4;
//=     mbarrier.init.shared::cta.b64 [%r13+104], 4;
//=     fence.mbarrier_init.release.cluster;
//= bb_2:
//=     bar.sync 0;
//=     mov.u32 %r21, %ctaid.x;
//=     mov.u32 %r22, %ctaid.y;
//=     setp.lt.s32 %p1, %r11, 128;
//=     @!%p1 bra bb_7;
//= bb_3:
//=     setmaxnreg.inc.sync.aligned.u32 120;
//=     mov.u32 %r23, %laneid;
//=     setp.eq.s32 %p2, %r23, 0;
//=     mov.b32 %r0, 0;
//=     mov.f32 %f0, 0f00000000;
//=     mov.f32 %f1, 0f00000000;
//=     mov.f32 %f2, 0f00000000;
//=     mov.f32 %f3, 0f00000000;
//=     mov.f32 %f4, 0f00000000;
//=     mov.f32 %f5, 0f00000000;
//=     mov.f32 %f6, 0f00000000;
//=     mov.f32 %f7, 0f00000000;
//=     mov.f32 %f8, 0f00000000;
//=     mov.f32 %f9, 0f00000000;
//=     mov.f32 %f10, 0f00000000;
//=     mov.f32 %f11, 0f00000000;
//=     mov.f32 %f12, 0f00000000;
//=     mov.f32 %f13, 0f00000000;
//=     mov.f32 %f14, 0f00000000;
//=     mov.f32 %f15, 0f00000000;
//=     mov.f32 %f16, 0f00000000;
//=     mov.f32 %f17, 0f00000000;
//=     mov.f32 %f18, 0f00000000;
//=     mov.f32 %f19, 0f00000000;
//=     mov.f32 %f20, 0f00000000;
//=     mov.f32 %f21, 0f00000000;
//=     mov.f32 %f22, 0f00000000;
//=     mov.f32 %f23, 0f00000000;
//=     mov.f32 %f24, 0f00000000;
//=     mov.f32 %f25, 0f00000000;
//=     mov.f32 %f26, 0f00000000;
//=     mov.f32 %f27, 0f00000000;
//=     mov.f32 %f28, 0f00000000;
//=     mov.f32 %f29, 0f00000000;
//=     mov.f32 %f30, 0f00000000;
//=     mov.f32 %f31, 0f00000000;
//=     mov.b32 %r1, 0;
//=     mov.b32 %r2, 0;
//=     mov.b32 %r3, 0;
//=     mov.b32 %r4, 0;
//= bb_4:
//=     setp.lt.s32 %p3, %r0, 8;
//=     @!%p3 bra bb_6;
//= bb_5:
//=     setp.ne.s32 %p4, %r0, 0;
//=     and.pred %p5, %p4, %p2;
//=     mul.lo.u32 %r24, %r1, 8;
//=     add.u32 %r25, %r13, %r24;
//= wait_16:
//=     mbarrier.try_wait.parity.shared::cta.b64 %p6, [%r25], %r2;
//=     @!%p6 bra wait_16;
//=     wgmma.fence.sync.aligned;
//=     mul.lo.u32 %r26, %r1, 512;
//=     add.u32 %r27, %r18, %r26;
//=     mov.b32 %r28, 1073741888;
//=     mov.b64 %rd9, {%r27, %r28};
//=     mov.b32 %r29, 1073741888;
//=     mov.b64 %rd10, {%r20, %r29};
//=     mad.wide.u32 %rd11, %r1, 512, %rd10;
//=     wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %rd9, %rd11, 1, 1, 1, 0, 1;
//=     add.u64 %rd12, %rd11, 128;
//=     add.u64 %rd13, %rd9, 2;
//=     wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %rd13, %rd12, 1, 1, 1, 0, 1;
//=     add.u64 %rd14, %rd11, 256;
//=     add.u64 %rd15, %rd9, 4;
//=     wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %rd15, %rd14, 1, 1, 1, 0, 1;
//=     add.u64 %rd16, %rd11, 384;
//=     add.u64 %rd17, %rd9, 6;
//=     wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8, %f9, %f10, %f11, %f12, %f13, %f14, %f15, %f16, %f17, %f18, %f19, %f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27, %f28, %f29, %f30, %f31}, %rd17, %rd16, 1, 1, 1, 0, 1;
//=     wgmma.commit_group.sync.aligned;
//=     wgmma.wait_group.sync.aligned 1;
//=     mul.lo.u32 %r30, %r3, 8;
//=     add.u32 %r31, %r13, %r30;
//=     @%p5 mbarrier.arrive.shared::cta.b64 _, [%r31+56];
//=     add.u32 %r32, %r1, 1;
//=     setp.eq.s32 %p7, %r32, 7;
//=     selp.b32 %r33, 0, %r32, %p7;
//=     xor.b32 %r34, %r2, 1;
//=     selp.b32 %r35, %r34, %r2, %p7;
//=     add.u32 %r36, %r0, 1;
//=     mov.b32 %r37, %r36;
//=     mov.b32 %r38, %r33;
//=     mov.b32 %r39, %r35;
//=     mov.b32 %r40, %r1;
//=     mov.b32 %r41, %r2;
//=     mov.b32 %r0, %r37;
//=     mov.b32 %r1, %r38;
//=     mov.b32 %r2, %r39;
//=     mov.b32 %r3, %r40;
//=     mov.b32 %r4, %r41;
//=     bra bb_4;
//= bb_6:
//=     wgmma.wait_group.sync.aligned 0;
//=     mov.u32 %r42, 1;
//=     setp.ne.u32 %p8, %r42, 0;
//=     and.pred %p9, %p8, %p2;
//=     mul.lo.u32 %r43, %r3, 8;
//=     add.u32 %r44, %r13, %r43;
//=     @%p9 mbarrier.arrive.shared::cta.b64 _, [%r44+56];
//=     cvt.rn.f16.f32 %h0, %f0;
//=     cvt.rn.f16.f32 %h1, %f1;
//=     cvt.rn.f16.f32 %h2, %f2;
//=     cvt.rn.f16.f32 %h3, %f3;
//=     cvt.rn.f16.f32 %h4, %f4;
//=     cvt.rn.f16.f32 %h5, %f5;
//=     cvt.rn.f16.f32 %h6, %f6;
//=     cvt.rn.f16.f32 %h7, %f7;
//=     cvt.rn.f16.f32 %h8, %f8;
//=     cvt.rn.f16.f32 %h9, %f9;
//=     cvt.rn.f16.f32 %h10, %f10;
//=     cvt.rn.f16.f32 %h11, %f11;
//=     cvt.rn.f16.f32 %h12, %f12;
//=     cvt.rn.f16.f32 %h13, %f13;
//=     cvt.rn.f16.f32 %h14, %f14;
//=     cvt.rn.f16.f32 %h15, %f15;
//=     cvt.rn.f16.f32 %h16, %f16;
//=     cvt.rn.f16.f32 %h17, %f17;
//=     cvt.rn.f16.f32 %h18, %f18;
//=     cvt.rn.f16.f32 %h19, %f19;
//=     cvt.rn.f16.f32 %h20, %f20;
//=     cvt.rn.f16.f32 %h21, %f21;
//=     cvt.rn.f16.f32 %h22, %f22;
//=     cvt.rn.f16.f32 %h23, %f23;
//=     cvt.rn.f16.f32 %h24, %f24;
//=     cvt.rn.f16.f32 %h25, %f25;
//=     cvt.rn.f16.f32 %h26, %f26;
//=     cvt.rn.f16.f32 %h27, %f27;
//=     cvt.rn.f16.f32 %h28, %f28;
//=     cvt.rn.f16.f32 %h29, %f29;
//=     cvt.rn.f16.f32 %h30, %f30;
//=     cvt.rn.f16.f32 %h31, %f31;
//=     mov.u32 %r45, global_smem;
//=     add.u32 %r46, %r45, 114800;
//=     add.u32 %r47, %r46, 912;
//=     shr.u32 %r48, %r11, 5;
//=     mul.lo.u32 %r49, %r48, 2048;
//=     add.u32 %r50, %r47, %r49;
//=     and.b32 %r51, %r11, 31;
//=     and.b32 %r52, %r51, 15;
//=     shr.u32 %r53, %r51, 4;
//=     mul.lo.u32 %r54, %r52, 128;
//=     add.u32 %r55, %r50, %r54;
//=     and.b32 %r56, %r52, 7;
//=     shr.u32 %r57, %r53, 3;
//=     mul.lo.u32 %r58, %r57, 2048;
//=     add.u32 %r59, %r55, %r58;
//=     and.b32 %r60, %r53, 7;
//=     xor.b32 %r61, %r56, %r60;
//=     mul.lo.u32 %r62, %r61, 16;
//=     add.u32 %r63, %r59, %r62;
//=     mov.b32 %r64, {%h0, %h1};
//=     mov.b32 %r65, {%h2, %h3};
//=     mov.b32 %r66, {%h4, %h5};
//=     mov.b32 %r67, {%h6, %h7};
//=     stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r63], {%r64, %r65, %r66, %r67};
//=     xor.b32 %r68, %r62, 32;
//=     add.u32 %r69, %r59, %r68;
//=     mov.b32 %r70, {%h8, %h9};
//=     mov.b32 %r71, {%h10, %h11};
//=     mov.b32 %r72, {%h12, %h13};
//=     mov.b32 %r73, {%h14, %h15};
//=     stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r69], {%r70, %r71, %r72, %r73};
//=     xor.b32 %r74, %r62, 64;
//=     add.u32 %r75, %r59, %r74;
//=     mov.b32 %r76, {%h16, %h17};
//=     mov.b32 %r77, {%h18, %h19};
//=     mov.b32 %r78, {%h20, %h21};
//=     mov.b32 %r79, {%h22, %h23};
//=     stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r75], {%r76, %r77, %r78, %r79};
//=     xor.b32 %r80, %r62, 96;
//=     add.u32 %r81, %r59, %r80;
//=     mov.b32 %r82, {%h24, %h25};
//=     mov.b32 %r83, {%h26, %h27};
//=     mov.b32 %r84, {%h28, %h29};
//=     mov.b32 %r85, {%h30, %h31};
//=     stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r81], {%r82, %r83, %r84, %r85};
//=     fence.proxy.async.shared::cta;
//=     bar.warp.sync 4294967295;
//=     mul.lo.u32 %r86, %r21, 64;
//=     shl.b32 %r87, %r48, 4;
//=     add.u32 %r88, %r86, %r87;
//=     mul.lo.u32 %r89, %r22, 64;
//=     setp.eq.s32 %p10, %r51, 0;
//=     @%p10 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd8, {%r89, %r88}], [%r50];
//=     cp.async.bulk.commit_group;
//=     cp.async.bulk.wait_group.read 0;
//=     bar.warp.sync 4294967295;
//=     bra bb_15;
//= bb_7:
//=     setmaxnreg.dec.sync.aligned.u32 40;
//=     setp.eq.s32 %p11, %r11, 128;
//=     @!%p11 bra bb_15;
//= bb_8:
//=     mov.b32 %r5, 0;
//=     mov.b32 %r6, 0;
//=     mov.b32 %r7, 0;
//= bb_9:
//=     setp.lt.s32 %p12, %r5, 8;
//=     @!%p12 bra bb_11;
//= bb_10:
//=     mul.lo.u32 %r90, %r6, 8;
//=     add.u32 %r91, %r13, %r90;
//=     xor.b32 %r92, %r7, 1;
//= wait_17:
//=     mbarrier.try_wait.parity.shared::cta.b64 %p13, [%r91+56], %r92;
//=     @!%p13 bra wait_17;
//=     mul.lo.u32 %r93, %r6, 8192;
//=     add.u32 %r94, %r14, %r93;
//=     mul.lo.u32 %r95, %r21, 64;
//=     mul.lo.u32 %r96, %r5, 64;
//=     cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r94], [%rd4, {%r96, %r95}], [%r91];
//=     add.u32 %r97, %r16, %r93;
//=     mul.lo.u32 %r98, %r22, 64;
//=     cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r97], [%rd6, {%r98, %r96}], [%r91];
//=     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r91], 16384;
//=     add.u32 %r99, %r6, 1;
//=     setp.eq.s32 %p14, %r99, 7;
//=     selp.b32 %r100, 0, %r99, %p14;
//=     selp.b32 %r101, %r92, %r7, %p14;
//=     add.u32 %r102, %r5, 1;
//=     mov.b32 %r5, %r102;
//=     mov.b32 %r6, %r100;
//=     mov.b32 %r7, %r101;
//=     bra bb_9;
//= bb_11:
//=     mov.b32 %r8, 0;
//=     mov.b32 %r9, %r6;
//=     mov.b32 %r10, %r7;
//= bb_12:
//=     setp.lt.s32 %p15, %r8, 7;
//=     @!%p15 bra bb_14;
//= bb_13:
//=     mul.lo.u32 %r103, %r9, 8;
//=     add.u32 %r104, %r13, %r103;
//=     xor.b32 %r105, %r10, 1;
//= wait_18:
//=     mbarrier.try_wait.parity.shared::cta.b64 %p16, [%r104+56], %r105;
//=     @!%p16 bra wait_18;
//=     add.u32 %r106, %r9, 1;
//=     setp.eq.s32 %p17, %r106, 7;
//=     selp.b32 %r107, 0, %r106, %p17;
//=     selp.b32 %r108, %r105, %r10, %p17;
//=     add.u32 %r109, %r8, 1;
//=     mov.b32 %r8, %r109;
//=     mov.b32 %r9, %r107;
//=     mov.b32 %r10, %r108;
//=     bra bb_12;
//= bb_14:
//= bb_15:
//=     ret;
//= }
