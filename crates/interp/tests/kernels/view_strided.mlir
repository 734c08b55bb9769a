// Overlapping windows of four, two apart.
// in x i32 = 1, 2, 3, 4, 5
// out y i32 x 4
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [5], strides = [1] : tensor_view<5xi32, strides=[1]>
  %px = make_strided_view %vx : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<5xi32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
  %v, %t0 = load_view_tko weak %px[%one] : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<5xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %t1 = store_view_tko weak %v, %py[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
  %n = get_index_space_shape %px : strided_view<tile=(4), traversal_strides=[2], padding_value = zero, tensor_view<5xi32, strides=[1]>> -> tile<i32>
  %printed = print_tko "%d windows\n", %n : tile<i32> -> token
  return
}

//=> x = 1, 2, 3, 4, 5
//=> y = 3, 4, 5, 0
//=> printed: 3 windows\n
