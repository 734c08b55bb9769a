// test: pass convert-cudatile-to-tileaa
// Views become memrefs, arithmetic and control keep their shape; of two kernels the one that is compiled is taken
cuda_tile.module @m {
  entry @other() {
  }
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %start = make_token : token
    %row, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %x, %t = load_view_tko weak %w[%row] token = %start : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %x) -> (tile<64xf32>) {
      %next = mulf %acc, %x : tile<64xf32>
      continue %next : tile<64xf32>
    }
    %negative = cmpi less_than %n, %zero, signed : tile<i32> -> tile<i1>
    if %negative {
      %u = store_view_tko weak %s, %w[%row] token = %t : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    }
  }
}
//= nv_tileaa.func @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
//=   %start = nv_tileaa.create_mem_token : token
//=   %row, %y, %z = nv_tileaa.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %v = nv_tileaa.make_memref %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
//=   %w = nv_tileaa.make_tiled_view %v : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
//=   %x, %t = nv_tileaa.tiled_load weak %w[%row] token = %start : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
//=   %s = scf.for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %x) -> (tile<64xf32>) {
//=     %next = arith.mulf %acc, %x  : tile<64xf32>
//=     scf.continue %next : tile<64xf32>
//=   }
//=   %negative = arith.cmpi less_than %n, %zero, signed : tile<i32> -> tile<i1>
//=   scf.if %negative {
//=     %u = nv_tileaa.tiled_store weak %s, %w[%row] token = %t : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
//=     scf.yield
//=   }
//=   nv_tileaa.return
//= }
// -----
// test: pass convert-cudatile-to-tileaa
// Without a kernel of the name that is compiled nothing is left
entry @other() {
}
// -----
// test: pass convert-cudatile-to-tileaa sm_90a
// Of a tile of which no two CTAs fit an SM, the kernel says what a thread needs
entry @k(%p: tile<ptr<f32>>) {
  %t = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %p, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %w = make_partition_view %v : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %x, %u = load_view_tko weak %w[%zero] token = %t : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %d = store_view_tko weak %x, %w[%zero] token = %u : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nv_tileaa.func @k(%p: tile<ptr<f32>>) {
//=   %t = nv_tileaa.create_mem_token : token
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %v = nv_tileaa.make_memref %p, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
//=   %w = nv_tileaa.make_tiled_view %v : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
//=   %x, %u = nv_tileaa.tiled_load weak %w[%zero] token = %t : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
//=   %d = nv_tileaa.tiled_store weak %x, %w[%zero] token = %u : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
//=   nv_tileaa.return
//= } attributes {nv_tile.registers = 522}
// -----
// test: pass convert-cudatile-to-tileaa sm_90a
// Of a small tile it says nothing
entry @k(%p: tile<ptr<f32>>) {
  %t = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %p, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %w = make_partition_view %v : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>
  %x, %u = load_view_tko weak %w[%zero] token = %t : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %d = store_view_tko weak %x, %w[%zero] token = %u : tile<1024xf32>, partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nv_tileaa.func @k(%p: tile<ptr<f32>>) {
//=   %t = nv_tileaa.create_mem_token : token
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %v = nv_tileaa.make_memref %p, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
//=   %w = nv_tileaa.make_tiled_view %v : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>
//=   %x, %u = nv_tileaa.tiled_load weak %w[%zero] token = %t : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
//=   %d = nv_tileaa.tiled_store weak %x, %w[%zero] token = %u : tile<1024xf32>, partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
//=   nv_tileaa.return
//= }
