entry @transpose(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<4>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = assume div_by<4>, %Y_stride0 : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %8 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %9 = assume bounded<0, ?>, %2 : tile<i32>
  %10 = assume div_by<4>, %9 : tile<i32>
  %11 = make_tensor_view %1, shape = [%7, %8], strides = [%10, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %12 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %13 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %14 = assume bounded<0, ?>, %4 : tile<i32>
  %15 = assume div_by<4>, %14 : tile<i32>
  %16 = make_tensor_view %3, shape = [%12, %13], strides = [%15, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %i, %17, %18 = get_tile_block_id : tile<i32>
  %19, %j, %20 = get_tile_block_id : tile<i32>
  %21 = make_partition_view %11 : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
  %22, %23 = load_view_tko weak %21[%i, %j] token = %0 : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<256x256xf32>, token
  %24 = permute %22 [1, 0] : tile<256x256xf32> -> tile<256x256xf32>
  %25 = make_partition_view %16 : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
  %26 = store_view_tko weak %24, %25[%j, %i] token = %0 : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
