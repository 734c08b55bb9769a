// Rows read as columns, by the map of dimensions; and how many tiles and elements there are.
// in x i32 = 1, 2, 3, 4, 5, 6
// out y i32 x 8
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [2, 3], strides = [3, 1] : tensor_view<2x3xi32, strides=[3,1]>
  %px = make_partition_view %vx : partition_view<tile=(2x2), padding_value = zero, tensor_view<2x3xi32, strides=[3,1]>, dim_map=[1, 0]>
  %vy = make_tensor_view %y, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xi32, strides=[2,1]>
  %py = make_partition_view %vy : partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[2,1]>>
  %v, %t0 = load_view_tko weak %px[%one, %zero] : partition_view<tile=(2x2), padding_value = zero, tensor_view<2x3xi32, strides=[3,1]>, dim_map=[1, 0]>, tile<i32> -> tile<2x2xi32>, token
  %t1 = store_view_tko weak %v, %py[%zero, %zero] : tile<2x2xi32>, partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[2,1]>>, tile<i32> -> token
  %n:2 = get_index_space_shape %px : partition_view<tile=(2x2), padding_value = zero, tensor_view<2x3xi32, strides=[3,1]>, dim_map=[1, 0]> -> tile<i32>
  %s:2 = get_tensor_shape %vx : tensor_view<2x3xi32, strides=[3,1]> -> tile<i32>
  %printed = print_tko "tiles %d x %d, elements %i x %ld, 100%%\n", %n#0, %n#1, %s#0, %s#1 : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  return
}

//=> x = 1, 2, 3, 4, 5, 6
//=> y = 3, 6, 0, 0, -1, -1, -1, -1
//=> printed: tiles 2 x 1, elements 2 x 3, 100%\n
