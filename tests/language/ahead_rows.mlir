// Loads that run ahead to registers: of as many iterations as the row says, none among them, of two, and beside stores to another array.
!x = tensor_view<6x512xf32, strides=[512,1]>
!tiles = partition_view<tile=(1x64), padding_value = zero, !x>
!y = tensor_view<6x64xf32, strides=[64,1]>
!sums = partition_view<tile=(1x64), !y>
!t = tile<1x64xf32>
entry @ahead_rows(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %2 = constant <i32: 2> : tile<i32>
  %8 = constant <i32: 8> : tile<i32>
  %row, %block_y, %block_z = get_tile_block_id : tile<i32>
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %vx = make_tensor_view %x16, shape = [6, 512], strides = [512, 1] : !x
  %px = make_partition_view %vx : !tiles
  %nothing = constant <f32: 0.0> : !t
  %sum = for %i in (%0 to %row, step %1) : tile<i32> iter_values(%acc = %nothing) -> (!t) {
    %t, %t_done = load_view_tko weak %px[%row, %i] : !tiles, tile<i32> -> !t, token
    %next = addf %acc, %t : !t
    continue %next : !t
  }
  %most = for %i in (%0 to %2, step %1) : tile<i32> iter_values(%acc = %sum) -> (!t) {
    %t, %t_done = load_view_tko weak %px[%i, %row] : !tiles, tile<i32> -> !t, token
    %next = maxf %acc, %t : !t
    continue %next : !t
  }
  %vy = make_tensor_view %y, shape = [6, 64], strides = [64, 1] : !y
  %py = make_partition_view %vy : !sums
  %done = store_view_tko weak %most, %py[%row, %0] : !t, !sums, tile<i32> -> token
  %vz = make_tensor_view %z, shape = [6, 512], strides = [512, 1] : !x
  %pz = make_partition_view %vz : !tiles
  for %i in (%0 to %8, step %2) : tile<i32> {
    %t, %t_done = load_view_tko weak %px[%row, %i] : !tiles, tile<i32> -> !t, token
    %part = reduce %t dim=1 identities=[0.0 : f32] : !t -> tile<1xf32>
    (%left: tile<f32>, %right: tile<f32>) {
      %both = addf %left, %right : tile<f32>
      yield %both : tile<f32>
    }
    %column = reshape %part : tile<1xf32> -> tile<1x1xf32>
    %all = broadcast %column : tile<1x1xf32> -> !t
    %less = subf %t, %all : !t
    %w = store_view_tko weak %less, %pz[%row, %i] : !t, !tiles, tile<i32> -> token
    continue
  }
  return
}
