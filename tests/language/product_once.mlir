// One product, in no loop.
entry @product_once(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<16>, %B : tile<ptr<f16>>
  %4 = assume div_by<8>, %B_stride0 : tile<i32>
  %5 = assume div_by<16>, %C : tile<ptr<f32>>
  %6 = assume div_by<4>, %C_stride0 : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %11 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %12 = assume bounded<0, ?>, %2 : tile<i32>
  %13 = assume div_by<8>, %12 : tile<i32>
  %14 = make_tensor_view %1, shape = [%10, %11], strides = [%13, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %15 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %16 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %17 = assume bounded<0, ?>, %4 : tile<i32>
  %18 = assume div_by<8>, %17 : tile<i32>
  %19 = make_tensor_view %3, shape = [%15, %16], strides = [%18, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %20 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %21 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %22 = assume bounded<0, ?>, %6 : tile<i32>
  %23 = assume div_by<4>, %22 : tile<i32>
  %24 = make_tensor_view %5, shape = [%20, %21], strides = [%23, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %25, %26, %27 = get_tile_block_id : tile<i32>
  %28 = constant <i32: 0> : tile<i32>
  %29 = make_partition_view %14 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %a, %30 = load_view_tko weak %29[%25, %28] token = %0 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
  %31 = constant <i32: 0> : tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = make_partition_view %19 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %b, %34 = load_view_tko weak %33[%31, %32] token = %0 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
  %35, %36, %37 = get_tile_block_id : tile<i32>
  %38 = constant <i32: 0> : tile<i32>
  %39 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %40 = mmaf %a, %b, %39 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
  %41 = make_partition_view %24 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %42 = store_view_tko weak %40, %41[%35, %38] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
