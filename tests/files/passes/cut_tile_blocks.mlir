// test: pass cut-tile-blocks sm_90a
// A tile block that two CTAs share: each has a slice, and there are half as many tile blocks as CTAs along x
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
  %i, %j, %l = get_tile_block_id : tile<i32>
  %n, %m, %o = get_num_tile_blocks : tile<i32>
  %last = subi %n, %i : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%i] : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %b = negf %a : tile<64xf32>
  %t = store_view_tko weak %b, %wy[%last] : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
//=   %0, %1, %2 = nv_tileaa.get_cluster_place of [2, 1] : tile<i32>
//=   %i, %j, %l = get_tile_block_id : tile<i32>
//=   %n, %m, %o = get_num_tile_blocks : tile<i32>
//=   %3 = constant <i32: 2> : tile<i32>
//=   %4 = divi %n, %3 signed : tile<i32>
//=   %last = subi %4, %0 : tile<i32>
//=   %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
//=   %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
//=   %vy = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
//=   %wy = make_partition_view %vy : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
//=   %5 = make_partition_view %vx : partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>
//=   %6 = make_partition_view %vy : partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>
//=   %7 = constant <i32: 2> : tile<i32>
//=   %8 = muli %0, %7 : tile<i32>
//=   %9 = addi %8, %1 : tile<i32>
//=   %a, %ta = load_view_tko weak %5[%9] : partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
//=   %b = negf %a : tile<32xf32>
//=   %10 = muli %last, %7 : tile<i32>
//=   %11 = addi %10, %1 : tile<i32>
//=   %t = store_view_tko weak %b, %6[%11] : tile<32xf32>, partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
//=   return
//= }
// -----
// test: pass cut-tile-blocks sm_90a
// A hint for other GPUs cuts nothing
entry @k(%x: tile<ptr<f32>>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
  %i, %j, %l = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %b = constant <f32: 1.0> : tile<64xf32>
  %t = store_view_tko weak %b, %wx[%i] : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass cut-tile-blocks sm_90a
// Slices of 16 elements at least: tiles of 64 are not cut into eight
entry @k(%x: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 8}> {
  %i, %j, %l = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %b = constant <f32: 1.0> : tile<64xf32>
  %t = store_view_tko weak %b, %wx[%i] : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass cut-tile-blocks sm_90a
// Elements that depend on those before them are of one CTA
entry @k(%x: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
  %i, %j, %l = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%i] : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %b = scan %a dim = 0 reverse = false identities = [0.0 : f32] : tile<64xf32> -> tile<64xf32>
  (%p: tile<f32>, %q: tile<f32>) {
    %r = addf %p, %q : tile<f32>
    yield %r : tile<f32>
  }
  %t = store_view_tko weak %b, %wx[%i] token = %ta : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass cut-tile-blocks sm_90a
// Tiles of one tensor are cut alike: an element is of the same CTA in every round, so that tokens may go through a loop
entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
  %z = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %none = make_token : token
  %end = for %k in (%z to %n, step %one) : tile<i32> iter_values(%t = %none) -> (token) {
    %a, %ta = load_view_tko weak %wx[%k] token = %t : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %b = negf %a : tile<64xf32>
    %u = store_view_tko weak %b, %wx[%k] token = %ta : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
    continue %u : token
  }
  return
}
//= entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
//=   %0, %1, %2 = nv_tileaa.get_cluster_place of [2, 1] : tile<i32>
//=   %z = constant <i32: 0> : tile<i32>
//=   %one = constant <i32: 1> : tile<i32>
//=   %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
//=   %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
//=   %none = make_token : token
//=   %3 = make_partition_view %vx : partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>
//=   %4 = constant <i32: 2> : tile<i32>
//=   %end = for %k in (%z to %n, step %one) : tile<i32> iter_values(%t = %none) -> (token) {
//=     %5 = muli %k, %4 : tile<i32>
//=     %6 = addi %5, %1 : tile<i32>
//=     %a, %ta = load_view_tko weak %3[%6] token = %t : partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
//=     %b = negf %a : tile<32xf32>
//=     %7 = muli %k, %4 : tile<i32>
//=     %8 = addi %7, %1 : tile<i32>
//=     %u = store_view_tko weak %b, %3[%8] token = %ta : tile<32xf32>, partition_view<tile=(32), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
//=     continue %u : token
//=   }
//=   return
//= }
// -----
// test: pass cut-tile-blocks sm_90a
// Another tensor may be the same memory: what its tokens order stays with one CTA
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
  %z = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %none = make_token : token
  %end = for %k in (%z to %n, step %one) : tile<i32> iter_values(%t = %none) -> (token) {
    %a, %ta = load_view_tko weak %wx[%k] token = %t : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %u = store_view_tko weak %a, %wy[%k] token = %ta : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
    continue %u : token
  }
  return
}
//= nothing changed
// -----
// test: pass cut-tile-blocks sm_80
// Where there are no clusters a tile block is one CTA's
entry @k(%x: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
  %i, %j, %l = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>
  %b = constant <f32: 1.0> : tile<64xf32>
  %t = store_view_tko weak %b, %wx[%i] : tile<64xf32>, partition_view<tile=(64), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
