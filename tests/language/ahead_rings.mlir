// Tiles too large to be carried in registers come through rings, also without products: sums over blocks.
!x = tensor_view<64x1024xf32, strides=[1024,1]>
!tiles = partition_view<tile=(64x128), padding_value = zero, !x>
!y = tensor_view<64x128xf32, strides=[128,1]>
!sums = partition_view<tile=(64x128), !y>
!t = tile<64x128xf32>
entry @ahead_rings(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 8> : tile<i32>
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %vx = make_tensor_view %x16, shape = [64, 1024], strides = [1024, 1] : !x
  %px = make_partition_view %vx : !tiles
  %nothing = constant <f32: 0.0> : !t
  %sum = for %i in (%0 to %8, step %1) : tile<i32> iter_values(%acc = %nothing) -> (!t) {
    %t, %t_done = load_view_tko weak %px[%0, %i] : !tiles, tile<i32> -> !t, token
    %next = addf %acc, %t : !t
    continue %next : !t
  }
  %vy = make_tensor_view %y, shape = [64, 128], strides = [128, 1] : !y
  %py = make_partition_view %vy : !sums
  %done = store_view_tko weak %sum, %py[%0, %0] : !t, !sums, tile<i32> -> token
  return
}
