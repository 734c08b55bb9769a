// Rows 2, 0, 9 (outside) and 1, columns from 1 on.
// in x i32 = 10, 11, 12, 20, 21, 22, 30, 31, 32
// out y i32 x 8
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %rows = constant <i32: [2, 0, 9, 1]> : tile<4xi32>
  %vx = make_tensor_view %x, shape = [3, 3], strides = [3, 1] : tensor_view<3x3xi32, strides=[3,1]>
  %px = make_gather_scatter_view %vx : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<3x3xi32, strides=[3,1]>, sparse_dim=0>
  %vy = make_tensor_view %y, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
  %py = make_partition_view %vy : partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>
  %v, %t0 = load_view_tko weak %px[%rows, %one] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<3x3xi32, strides=[3,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
  %t1 = store_view_tko weak %v, %py[%zero, %zero] : tile<4x2xi32>, partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>, tile<i32> -> token
  return
}
//=> x = 10, 11, 12, 20, 21, 22, 30, 31, 32
//=> y = 31, 32, 11, 12, 0, 0, 21, 22
