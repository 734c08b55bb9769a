// Tile blocks that return before the loop in two ways: with nothing done, and with a tile of sevens in place of the product.
entry @ends_early_twice(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %lim: tile<i32>) {
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
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27, %n, %28 = get_tile_block_id : tile<i32>
  %29 = cmpi greater_than_or_equal %m, %lim, signed : tile<i32> -> tile<i1>
  if %29 {
    return
  } else {
  }
  %30 = constant <i32: 1> : tile<i32>
  %31 = cmpi equal %n, %30, signed : tile<i32> -> tile<i1>
  %32 = if %31 -> (token) {
    %33 = constant <f32: 7.000000e+00> : tile<128x128xf32>
    %34 = make_partition_view %24 : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %35 = store_view_tko weak %33, %34[%m, %n] token = %0 : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  } else {
    yield %0 : token
  }
  %acc = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %36 = make_partition_view %14 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %37, %38 = get_index_space_shape %36 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %39 = constant <i32: 0> : tile<i32>
  %40 = constant <i32: 1> : tile<i32>
  %41 = make_partition_view %14 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %42 = make_partition_view %19 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %k in (%39 to %38, step %40) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x128xf32>) {
    %a, %43 = load_view_tko weak %41[%m, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %44 = load_view_tko weak %42[%k, %n] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_3 : tile<128x128xf32>
  }
  %45 = make_partition_view %24 : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
  %46 = store_view_tko weak %acc_1, %45[%m, %n] token = %32 : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
