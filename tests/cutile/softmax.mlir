entry @softmax_Kt1_A2f32_1v4l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
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
  %row, %17, %18 = get_tile_block_id : tile<i32>
  %19 = constant <i32: 0> : tile<i32>
  %20 = make_partition_view %11 : partition_view<tile=(1x128), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
  %21, %22 = load_view_tko weak %20[%row, %19] token = %0 : partition_view<tile=(1x128), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x128xf32>, token
  %23 = reduce %21 dim=1 identities=[0xFF800000 : f32] : tile<1x128xf32> -> tile<1xf32> 
  (%24: tile<f32>, %25: tile<f32>) {
    %26 = maxf %24, %25 : tile<f32>
    yield %26 : tile<f32>
  }
  %27 = reshape %23 : tile<1xf32> -> tile<1x1xf32>
  %28 = broadcast %27 : tile<1x1xf32> -> tile<1x128xf32>
  %29 = subf %21, %28  : tile<1x128xf32>
  %e = exp %29  : tile<1x128xf32>
  %30 = constant <i32: 0> : tile<i32>
  %31 = reduce %e dim=1 identities=[0.000000e+00 : f32] : tile<1x128xf32> -> tile<1xf32> 
  (%32: tile<f32>, %33: tile<f32>) {
    %34 = addf %32, %33  : tile<f32>
    yield %34 : tile<f32>
  }
  %35 = reshape %31 : tile<1xf32> -> tile<1x1xf32>
  %36 = broadcast %35 : tile<1x1xf32> -> tile<1x128xf32>
  %37 = divf %e, %36  : tile<1x128xf32>
  %38 = make_partition_view %16 : partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>
  %39 = store_view_tko weak %37, %38[%row, %30] token = %0 : tile<1x128xf32>, partition_view<tile=(1x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
