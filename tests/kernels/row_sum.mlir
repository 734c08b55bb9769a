// Title: Sums of rows
entry @row_sum(%x: tile<ptr<f32>>, %sums: tile<ptr<f32>>, %rows: tile<i32>, %columns: tile<i32>, %pitch: tile<i32>) {
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %pitch4 = assume div_by<4>, %pitch : tile<i32>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %row, %block_y, %block_z = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x16, shape = [%rows, %columns], strides = [%pitch4, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %vs = make_tensor_view %sums, shape = [%rows], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %ps = make_partition_view %vs : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %count:2 = get_index_space_shape %px : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
  %nothing = constant <f32: 0.0> : tile<4xf32>

  // Each tile block walks along its four rows, 256 columns at a time.
  %sum = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<4xf32>) {
    %t, %t_done = load_view_tko weak %px[%row, %i] token = %start : partition_view<tile=(4x256), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x256xf32>, token
    %part = reduce %t dim=1 identities=[0.0 : f32] : tile<4x256xf32> -> tile<4xf32>
    (%left: tile<f32>, %right: tile<f32>) {
      %both = addf %left, %right : tile<f32>
      yield %both : tile<f32>
    }
    %next = addf %acc, %part : tile<4xf32>
    continue %next : tile<4xf32>
  }
  %done = store_view_tko weak %sum, %ps[%row] token = %start : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
