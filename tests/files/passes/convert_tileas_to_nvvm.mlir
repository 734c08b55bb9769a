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
