// Title: Vector addition
//
// c[i] = a[i] + b[i] for n elements, 1024 in each tile block. The views check the end: what lies beyond n is neither
// loaded nor stored. n and the addresses are promised to be multiples of 16, so accesses can be 128 bits wide.
entry @vadd(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
  %a16 = assume div_by<16>, %a : tile<ptr<f32>>
  %b16 = assume div_by<16>, %b : tile<ptr<f32>>
  %c16 = assume div_by<16>, %c : tile<ptr<f32>>
  %length = assume bounded<0, ?>, %n : tile<i32>
  %start = make_token : token

  %a_view = make_tensor_view %a16, shape = [%length], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %b_view = make_tensor_view %b16, shape = [%length], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %c_view = make_tensor_view %c16, shape = [%length], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %a_tiles = make_partition_view %a_view : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
  %b_tiles = make_partition_view %b_view : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
  %c_tiles = make_partition_view %c_view : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>

  %block, %block_y, %block_z = get_tile_block_id : tile<i32>
  %x, %x_done = load_view_tko weak %a_tiles[%block] token = %start : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %y, %y_done = load_view_tko weak %b_tiles[%block] token = %start : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %sum = addf %x, %y : tile<1024xf32>
  %stored = store_view_tko weak %sum, %c_tiles[%block] token = %start : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
