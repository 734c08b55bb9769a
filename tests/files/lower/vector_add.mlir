// test: ptx sm_80
entry @add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %y16 = assume div_by<16>, %y : tile<ptr<f32>>
  %t = make_token : token
  %b, %by, %bz = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x16, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %vy = make_tensor_view %y16, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>
  %py = make_partition_view %vy : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>
  %a, %k = load_view_tko weak %px[%b] token = %t : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
  %s = addf %a, %a : tile<512xf32>
  %e = store_view_tko weak %s, %py[%b] token = %t : tile<512xf32>, partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= .version 8.0
//= .target sm_80
//= .address_size 64
//=
//= .visible .entry add(
//=     .param .u64 p0_x,
//=     .param .u64 p1_y
//= )
//= .reqntid 128, 1, 1
//= {
//=     .reg .b64 %rd<9>;
//=     .reg .b32 %r<3>;
//=     .reg .f32 %f<8>;
//=     ld.param.u64 %rd0, [p0_x];
//=     ld.param.u64 %rd1, [p1_y];
//=     mov.u32 %r0, %tid.x;
//=     mov.u32 %r1, %ctaid.x;
//=     shl.b32 %r2, %r0, 2;
//=     cvt.s64.s32 %rd2, %r1;
//=     mul.wide.s32 %rd3, %r1, 512;
//=     cvt.s64.s32 %rd4, %r2;
//=     add.u64 %rd5, %rd3, %rd4;
//=     shl.b64 %rd6, %rd5, 2;
//=     add.u64 %rd7, %rd0, %rd6;
//=     ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd7];
//=     add.rn.f32 %f4, %f0, %f0;
//=     add.rn.f32 %f5, %f1, %f1;
//=     add.rn.f32 %f6, %f2, %f2;
//=     add.rn.f32 %f7, %f3, %f3;
//=     add.u64 %rd8, %rd1, %rd6;
//=     st.global.v4.f32 [%rd8], {%f4, %f5, %f6, %f7};
//=     ret;
//= }
// -----
// test: emit nv_tileas
entry @layouts_meet(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %t = make_token : token
  %z = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [4, 64], strides = [64, 1] : tensor_view<4x64xf32, strides=[64,1]>
  %vy = make_tensor_view %y, shape = [64, 4], strides = [4, 1] : tensor_view<64x4xf32, strides=[4,1]>
  %px = make_partition_view %vx : partition_view<tile=(4x64), tensor_view<4x64xf32, strides=[64,1]>>
  %py = make_partition_view %vy : partition_view<tile=(64x4), tensor_view<64x4xf32, strides=[4,1]>>
  %a, %k = load_view_tko weak %px[%z, %z] token = %t : partition_view<tile=(4x64), tensor_view<4x64xf32, strides=[64,1]>>, tile<i32> -> tile<4x64xf32>, token
  %s = permute %a [1, 0] : tile<4x64xf32> -> tile<64x4xf32>
  %e = store_view_tko weak %s, %py[%z, %z] token = %t : tile<64x4xf32>, partition_view<tile=(64x4), tensor_view<64x4xf32, strides=[4,1]>>, tile<i32> -> token
  return
}
//= nv_tileas.func @layouts_meet(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %z = arith.constant <i32: 0> : tile<i32>
//=   %vx = nv_tileas.make_memref %x, shape = [4, 64], strides = [64, 1] : tensor_view<4x64xf32, strides=[64,1]>
//=   %vy = nv_tileas.make_memref %y, shape = [64, 4], strides = [4, 1] : tensor_view<64x4xf32, strides=[4,1]>
//=   %px = nv_tileas.make_tiled_view %vx : partition_view<tile=(4x64), tensor_view<4x64xf32, strides=[64,1]>>
//=   %py = nv_tileas.make_tiled_view %vy : partition_view<tile=(64x4), tensor_view<64x4xf32, strides=[4,1]>>
//=   %a, %k = nv_tileas.tiled_load weak %px[%z, %z] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : partition_view<tile=(4x64), tensor_view<4x64xf32, strides=[64,1]>>, tile<i32> -> tile<4x64xf32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, token
//=   %s = nv_tileas.permute %a [1, 0] : tile<4x64xf32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<64x4xf32, #nv_tileas.layout<reg=[2], lane=[4, 8, 16, 32, 64], warp=[128, 1]>>
//=   %s_0 = nv_tileas.convert_layout %s : tile<64x4xf32, #nv_tileas.layout<reg=[2], lane=[4, 8, 16, 32, 64], warp=[128, 1]>> -> tile<64x4xf32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %e = nv_tileas.tiled_store weak %s_0, %py[%z, %z] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : tile<64x4xf32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, partition_view<tile=(64x4), tensor_view<64x4xf32, strides=[4,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileaa
entry @constants_fold(%y: tile<ptr<i32>>) {
  %t = make_token : token
  %two = constant <i32: 2> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
  %six = muli %two, %three : tile<i32>
  %minus = subi %two, %three : tile<i32>
  %floor = divi %minus, %two signed rounding<negative_inf> : tile<i32>
  %sum = addi %six, %floor : tile<i32>
  %unused = addi %six, %six : tile<i32>
  %v = make_tensor_view %y, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
  %p = make_partition_view %v : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
  %z = constant <i32: 0> : tile<i32>
  %s = reshape %sum : tile<i32> -> tile<1xi32>
  %e = store_view_tko weak %s, %p[%z] token = %t : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
  return
}
//= nv_tileaa.func @constants_fold(%y: tile<ptr<i32>>) {
//=   %t = nv_tileaa.create_mem_token : token
//=   %v = nv_tileaa.make_memref %y, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
//=   %p = nv_tileaa.make_tiled_view %v : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
//=   %z = arith.constant <i32: 0> : tile<i32>
//=   %s = arith.constant <i32: 5> : tile<1xi32>
//=   %e = nv_tileaa.tiled_store weak %s, %p[%z] token = %t : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
//=   nv_tileaa.return
//= }
// -----
// test: emit nvvm
entry @early_return(%c: tile<i1>, %y: tile<ptr<i32>>) {
  if %c {
    return
  }
  %t = make_token : token
  %one = constant <i32: 1> : tile<i32>
  %d = store_ptr_tko weak %y, %one token=%t : tile<ptr<i32>>, tile<i32> -> token
  return
}
//= nvvm.func @early_return(%c: i1, %y: i64) {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   cf.cond_br %c, ^bb1, ^bb2 : i1
//= ^bb1:
//=   cf.br ^bb3
//= ^bb2:
//=   %one = arith.constant <i32: 1> : i32
//=   %1 = arith.constant <i32: 127> : i32
//=   %2 = arith.andi %0, %1 : i32
//=   %3 = arith.constant <i32: 0> : i32
//=   %4 = arith.cmpi equal %2, %3, signed : i32 -> i1
//=   nvvm.st global %y + 0, %one if %4 : i32
//=   cf.br ^bb3
//= ^bb3:
//=   nvvm.return
//= } attributes {nv_tile.parameters = [i1, !cuda_tile.ptr<i32>], nvvm.reqntid = 128}
