// test: pass convert-tileas-to-nvvm sm_90a
// A tile that is only stored back may be loaded element by element, as late as each is stored
nv_tileas.func @k(%C: tile<ptr<f32>>) {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %C : tile<ptr<f32>>
  %2 = nv_tileas.make_memref %1, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %i, %j, %k = nv_tileas.get_program_id : tile<i32>
  %3 = nv_tileas.make_tiled_view %2 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
  %c, %4 = nv_tileas.tiled_load weak %3[%i] token = %0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
  %5 = nv_tileas.join_mem_token %0, %4 : token
  %6 = arith.constant <f32: 2.000000e+00> : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %7 = arith.mulf %6, %c  : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %8 = nv_tileas.tiled_store weak %7, %3[%i] token = %5 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nvvm.func @k(%C: i64) {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %i = nvvm.read_sreg ctaid.x : i32
//=   %j = nvvm.read_sreg ctaid.y : i32
//=   %k = nvvm.read_sreg ctaid.z : i32
//=   %1 = arith.constant <i32: 2> : i32
//=   %2 = arith.shli %0, %1 : i32
//=   %3 = arith.exti %i signed : i32 -> i64
//=   %4 = arith.constant <i64: 512> : i64
//=   %5 = arith.muli %3, %4 : i64
//=   %6 = arith.exti %2 signed : i32 -> i64
//=   %7 = arith.addi %5, %6 : i64
//=   %8 = arith.constant <i64: 4> : i64
//=   %9 = arith.muli %7, %8 : i64
//=   %10 = arith.addi %C, %9 : i64
//=   %11 = arith.constant <i64: 0> : i64
//=   %12 = arith.addi %7, %11 : i64
//=   %c_0, %c_1, %c_2, %c_3 = nvvm.ld global %10 + 0 {nvvm.unawaited} : f32, f32, f32, f32
//=   %6_0 = arith.constant <f32: 2.000000e+00> : f32
//=   %7_0 = arith.mulf %6_0, %c_0  : f32
//=   %7_1 = arith.mulf %6_0, %c_1  : f32
//=   %7_2 = arith.mulf %6_0, %c_2  : f32
//=   %7_3 = arith.mulf %6_0, %c_3  : f32
//=   %13 = arith.constant <i32: 2> : i32
//=   %14 = arith.shli %0, %13 : i32
//=   %15 = arith.exti %i signed : i32 -> i64
//=   %16 = arith.constant <i64: 512> : i64
//=   %17 = arith.muli %15, %16 : i64
//=   %18 = arith.exti %14 signed : i32 -> i64
//=   %19 = arith.addi %17, %18 : i64
//=   %20 = arith.constant <i64: 4> : i64
//=   %21 = arith.muli %19, %20 : i64
//=   %22 = arith.addi %C, %21 : i64
//=   %23 = arith.constant <i64: 0> : i64
//=   %24 = arith.addi %19, %23 : i64
//=   nvvm.st global %22 + 0, %7_0, %7_1, %7_2, %7_3 : f32, f32, f32, f32
//=   nvvm.return
//= } attributes {nv_tile.parameters = [!cuda_tile.ptr<f32>], nvvm.reqntid = 128}
// -----
// test: pass convert-tileas-to-nvvm sm_90a
// One that is stored elsewhere, too, is loaded before anything is written over it
nv_tileas.func @k(%C: tile<ptr<f32>>, %D: tile<ptr<f32>>) {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %C : tile<ptr<f32>>
  %2 = nv_tileas.make_memref %1, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %i, %j, %k = nv_tileas.get_program_id : tile<i32>
  %3 = nv_tileas.make_tiled_view %2 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
  %c, %4 = nv_tileas.tiled_load weak %3[%i] token = %0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
  %5 = nv_tileas.join_mem_token %0, %4 : token
  %6 = arith.constant <f32: 2.000000e+00> : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %7 = arith.mulf %6, %c  : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %8 = nv_tileas.tiled_store weak %7, %3[%i] token = %5 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  %9 = nv_tileas.assume div_by<16>, %D : tile<ptr<f32>>
  %10 = nv_tileas.make_memref %9, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %11 = nv_tileas.make_tiled_view %10 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
  %12 = nv_tileas.tiled_store weak %c, %11[%i] token = %0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nvvm.func @k(%C: i64, %D: i64) {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %i = nvvm.read_sreg ctaid.x : i32
//=   %j = nvvm.read_sreg ctaid.y : i32
//=   %k = nvvm.read_sreg ctaid.z : i32
//=   %1 = arith.constant <i32: 2> : i32
//=   %2 = arith.shli %0, %1 : i32
//=   %3 = arith.exti %i signed : i32 -> i64
//=   %4 = arith.constant <i64: 512> : i64
//=   %5 = arith.muli %3, %4 : i64
//=   %6 = arith.exti %2 signed : i32 -> i64
//=   %7 = arith.addi %5, %6 : i64
//=   %8 = arith.constant <i64: 4> : i64
//=   %9 = arith.muli %7, %8 : i64
//=   %10 = arith.addi %C, %9 : i64
//=   %11 = arith.constant <i64: 0> : i64
//=   %12 = arith.addi %7, %11 : i64
//=   %c_0, %c_1, %c_2, %c_3 = nvvm.ld global %10 + 0 : f32, f32, f32, f32
//=   %6_0 = arith.constant <f32: 2.000000e+00> : f32
//=   %7_0 = arith.mulf %6_0, %c_0  : f32
//=   %7_1 = arith.mulf %6_0, %c_1  : f32
//=   %7_2 = arith.mulf %6_0, %c_2  : f32
//=   %7_3 = arith.mulf %6_0, %c_3  : f32
//=   %13 = arith.constant <i32: 2> : i32
//=   %14 = arith.shli %0, %13 : i32
//=   %15 = arith.exti %i signed : i32 -> i64
//=   %16 = arith.constant <i64: 512> : i64
//=   %17 = arith.muli %15, %16 : i64
//=   %18 = arith.exti %14 signed : i32 -> i64
//=   %19 = arith.addi %17, %18 : i64
//=   %20 = arith.constant <i64: 4> : i64
//=   %21 = arith.muli %19, %20 : i64
//=   %22 = arith.addi %C, %21 : i64
//=   %23 = arith.constant <i64: 0> : i64
//=   %24 = arith.addi %19, %23 : i64
//=   nvvm.st global %22 + 0, %7_0, %7_1, %7_2, %7_3 : f32, f32, f32, f32
//=   %25 = arith.constant <i32: 2> : i32
//=   %26 = arith.shli %0, %25 : i32
//=   %27 = arith.exti %i signed : i32 -> i64
//=   %28 = arith.constant <i64: 512> : i64
//=   %29 = arith.muli %27, %28 : i64
//=   %30 = arith.exti %26 signed : i32 -> i64
//=   %31 = arith.addi %29, %30 : i64
//=   %32 = arith.constant <i64: 4> : i64
//=   %33 = arith.muli %31, %32 : i64
//=   %34 = arith.addi %D, %33 : i64
//=   %35 = arith.constant <i64: 0> : i64
//=   %36 = arith.addi %31, %35 : i64
//=   nvvm.st global %34 + 0, %c_0, %c_1, %c_2, %c_3 : f32, f32, f32, f32
//=   nvvm.return
//= } attributes {nv_tile.parameters = [!cuda_tile.ptr<f32>, !cuda_tile.ptr<f32>], nvvm.reqntid = 128}
// -----
// test: pass convert-tileas-to-nvvm sm_100a
// Of four powers of two a thread has two by the polynomial, neighbours, where half of the parts are
nv_tileas.func @k(%C: tile<ptr<f32>>) {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %C : tile<ptr<f32>>
  %2 = nv_tileas.make_memref %1, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %i, %j, %k = nv_tileas.get_program_id : tile<i32>
  %3 = nv_tileas.make_tiled_view %2 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
  %c, %4 = nv_tileas.tiled_load weak %3[%i] token = %0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
  %5 = nv_tileas.join_mem_token %0, %4 : token
  %7 = arith.exp2 %c  flush_to_zero {nv_tileas.by_polynomial = 8} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %8 = nv_tileas.tiled_store weak %7, %3[%i] token = %5 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nvvm.func @k(%C: i64) {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %i = nvvm.read_sreg ctaid.x : i32
//=   %j = nvvm.read_sreg ctaid.y : i32
//=   %k = nvvm.read_sreg ctaid.z : i32
//=   %1 = arith.constant <i32: 2> : i32
//=   %2 = arith.shli %0, %1 : i32
//=   %3 = arith.exti %i signed : i32 -> i64
//=   %4 = arith.constant <i64: 512> : i64
//=   %5 = arith.muli %3, %4 : i64
//=   %6 = arith.exti %2 signed : i32 -> i64
//=   %7 = arith.addi %5, %6 : i64
//=   %8 = arith.constant <i64: 4> : i64
//=   %9 = arith.muli %7, %8 : i64
//=   %10 = arith.addi %C, %9 : i64
//=   %11 = arith.constant <i64: 0> : i64
//=   %12 = arith.addi %7, %11 : i64
//=   %c_0, %c_1, %c_2, %c_3 = nvvm.ld global %10 + 0 {nvvm.unawaited} : f32, f32, f32, f32
//=   %7_0 = arith.exp2 %c_0 flush_to_zero : f32
//=   %7_1 = arith.exp2 %c_1 flush_to_zero : f32
//=   %13 = arith.constant <f32: -1.270000e+02> : f32
//=   %14 = arith.maxf %c_2, %13 propagate_nan : f32
//=   %15 = arith.maxf %c_3, %13 propagate_nan : f32
//=   %16 = arith.constant <f32: 1.280000e+02> : f32
//=   %17 = arith.minf %14, %16 propagate_nan : f32
//=   %18 = arith.minf %15, %16 propagate_nan : f32
//=   %19 = arith.constant <f32: 0x4B400000> : f32
//=   %20 = arith.addf %17, %19  flush_to_zero : f32
//=   %21 = arith.addf %18, %19  flush_to_zero : f32
//=   %22 = arith.subf %20, %19  flush_to_zero : f32
//=   %23 = arith.subf %21, %19  flush_to_zero : f32
//=   %24 = arith.subf %17, %22  flush_to_zero : f32
//=   %25 = arith.subf %18, %23  flush_to_zero : f32
//=   %26 = arith.constant <f32: 1.53456451E-4> : f32
//=   %27 = arith.constant <f32: 0.00134091405> : f32
//=   %28 = arith.fma %26, %24, %27  flush_to_zero : f32
//=   %29 = arith.fma %26, %25, %27  flush_to_zero : f32
//=   %30 = arith.constant <f32: 0.00961852912> : f32
//=   %31 = arith.fma %28, %24, %30  flush_to_zero : f32
//=   %32 = arith.fma %29, %25, %30  flush_to_zero : f32
//=   %33 = arith.constant <f32: 0.0555029772> : f32
//=   %34 = arith.fma %31, %24, %33  flush_to_zero : f32
//=   %35 = arith.fma %32, %25, %33  flush_to_zero : f32
//=   %36 = arith.constant <f32: 0.240226462> : f32
//=   %37 = arith.fma %34, %24, %36  flush_to_zero : f32
//=   %38 = arith.fma %35, %25, %36  flush_to_zero : f32
//=   %39 = arith.constant <f32: 4.58689904E-8> : f32
//=   %40 = arith.fma %37, %24, %39  flush_to_zero : f32
//=   %41 = arith.fma %38, %25, %39  flush_to_zero : f32
//=   %42 = arith.constant <f32: 1.000000e+00> : f32
//=   %43 = arith.constant <f32: 0.693147182> : f32
//=   %44 = arith.fma %24, %43, %42  flush_to_zero : f32
//=   %45 = arith.fma %25, %43, %42  flush_to_zero : f32
//=   %46 = arith.subf %42, %44  flush_to_zero : f32
//=   %47 = arith.subf %42, %45  flush_to_zero : f32
//=   %48 = arith.fma %24, %43, %46  flush_to_zero : f32
//=   %49 = arith.fma %25, %43, %47  flush_to_zero : f32
//=   %50 = arith.fma %24, %40, %48  flush_to_zero : f32
//=   %51 = arith.fma %25, %41, %49  flush_to_zero : f32
//=   %52 = arith.addf %44, %50  flush_to_zero : f32
//=   %53 = arith.addf %45, %51  flush_to_zero : f32
//=   %54 = arith.bitcast %20 : f32 -> i32
//=   %55 = arith.bitcast %52 : f32 -> i32
//=   %56 = arith.constant <i32: 23> : i32
//=   %57 = arith.shli %54, %56 : i32
//=   %58 = arith.addi %57, %55 : i32
//=   %59 = arith.bitcast %58 : i32 -> f32
//=   %60 = arith.bitcast %21 : f32 -> i32
//=   %61 = arith.bitcast %53 : f32 -> i32
//=   %62 = arith.constant <i32: 23> : i32
//=   %63 = arith.shli %60, %62 : i32
//=   %64 = arith.addi %63, %61 : i32
//=   %65 = arith.bitcast %64 : i32 -> f32
//=   %66 = arith.constant <f32: 0.000000e+00> : f32
//=   %7_2 = arith.fma %24, %66, %59  flush_to_zero : f32
//=   %7_3 = arith.fma %25, %66, %65  flush_to_zero : f32
//=   %67 = arith.constant <i32: 2> : i32
//=   %68 = arith.shli %0, %67 : i32
//=   %69 = arith.exti %i signed : i32 -> i64
//=   %70 = arith.constant <i64: 512> : i64
//=   %71 = arith.muli %69, %70 : i64
//=   %72 = arith.exti %68 signed : i32 -> i64
//=   %73 = arith.addi %71, %72 : i64
//=   %74 = arith.constant <i64: 4> : i64
//=   %75 = arith.muli %73, %74 : i64
//=   %76 = arith.addi %C, %75 : i64
//=   %77 = arith.constant <i64: 0> : i64
//=   %78 = arith.addi %73, %77 : i64
//=   nvvm.st global %76 + 0, %7_0, %7_1, %7_2, %7_3 : f32, f32, f32, f32
//=   nvvm.return
//= } attributes {nv_tile.parameters = [!cuda_tile.ptr<f32>], nvvm.reqntid = 128}
// -----
// test: pass convert-tileas-to-nvvm sm_100a
// Without parts special functions have all
nv_tileas.func @k(%C: tile<ptr<f32>>) {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %C : tile<ptr<f32>>
  %2 = nv_tileas.make_memref %1, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %i, %j, %k = nv_tileas.get_program_id : tile<i32>
  %3 = nv_tileas.make_tiled_view %2 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
  %c, %4 = nv_tileas.tiled_load weak %3[%i] token = %0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
  %5 = nv_tileas.join_mem_token %0, %4 : token
  %7 = arith.exp2 %c  flush_to_zero : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
  %8 = nv_tileas.tiled_store weak %7, %3[%i] token = %5 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<512xf32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nvvm.func @k(%C: i64) {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %i = nvvm.read_sreg ctaid.x : i32
//=   %j = nvvm.read_sreg ctaid.y : i32
//=   %k = nvvm.read_sreg ctaid.z : i32
//=   %1 = arith.constant <i32: 2> : i32
//=   %2 = arith.shli %0, %1 : i32
//=   %3 = arith.exti %i signed : i32 -> i64
//=   %4 = arith.constant <i64: 512> : i64
//=   %5 = arith.muli %3, %4 : i64
//=   %6 = arith.exti %2 signed : i32 -> i64
//=   %7 = arith.addi %5, %6 : i64
//=   %8 = arith.constant <i64: 4> : i64
//=   %9 = arith.muli %7, %8 : i64
//=   %10 = arith.addi %C, %9 : i64
//=   %11 = arith.constant <i64: 0> : i64
//=   %12 = arith.addi %7, %11 : i64
//=   %c_0, %c_1, %c_2, %c_3 = nvvm.ld global %10 + 0 {nvvm.unawaited} : f32, f32, f32, f32
//=   %7_0 = arith.exp2 %c_0 flush_to_zero : f32
//=   %7_1 = arith.exp2 %c_1 flush_to_zero : f32
//=   %7_2 = arith.exp2 %c_2 flush_to_zero : f32
//=   %7_3 = arith.exp2 %c_3 flush_to_zero : f32
//=   %13 = arith.constant <i32: 2> : i32
//=   %14 = arith.shli %0, %13 : i32
//=   %15 = arith.exti %i signed : i32 -> i64
//=   %16 = arith.constant <i64: 512> : i64
//=   %17 = arith.muli %15, %16 : i64
//=   %18 = arith.exti %14 signed : i32 -> i64
//=   %19 = arith.addi %17, %18 : i64
//=   %20 = arith.constant <i64: 4> : i64
//=   %21 = arith.muli %19, %20 : i64
//=   %22 = arith.addi %C, %21 : i64
//=   %23 = arith.constant <i64: 0> : i64
//=   %24 = arith.addi %19, %23 : i64
//=   nvvm.st global %22 + 0, %7_0, %7_1, %7_2, %7_3 : f32, f32, f32, f32
//=   nvvm.return
//= } attributes {nv_tile.parameters = [!cuda_tile.ptr<f32>], nvvm.reqntid = 128}
