// Title: Vector add
entry @vadd(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
  // Promises of the caller: addresses are multiples of 16 bytes, the length of 16 elements.
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %y16 = assume div_by<16>, %y : tile<ptr<f32>>
  %z16 = assume div_by<16>, %z : tile<ptr<f32>>
  %n16 = assume div_by<16>, %n : tile<i32>

  %start = make_token : token
  %block, %block_y, %block_z = get_tile_block_id : tile<i32>

  %vx = make_tensor_view %x16, shape = [%n16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %vy = make_tensor_view %y16, shape = [%n16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %vz = make_tensor_view %z16, shape = [%n16], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
  %py = make_partition_view %vy : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
  %pz = make_partition_view %vz : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>

  %a, %a_done = load_view_tko weak %px[%block] token = %start : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %b, %b_done = load_view_tko weak %py[%block] token = %start : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %sum = addf %a, %b : tile<1024xf32>
  %done = store_view_tko weak %sum, %pz[%block] token = %start : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
