// A product in a loop, and another in the loop around it, of what the first left.
entry @mlp_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_I128_I64_I32_I64(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W1: tile<ptr<f16>>, %W1_size0: tile<i32>, %W1_size1: tile<i32>, %W1_stride0: tile<i32>, %W1_stride1: tile<i32>, %W2: tile<ptr<f16>>, %W2_size0: tile<i32>, %W2_size1: tile<i32>, %W2_stride0: tile<i32>, %W2_stride1: tile<i32>, %Y: tile<ptr<f16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<8>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %W1 : tile<ptr<f16>>
  %4 = assume div_by<8>, %W1_stride0 : tile<i32>
  %5 = assume div_by<16>, %W2 : tile<ptr<f16>>
  %6 = assume div_by<8>, %W2_stride0 : tile<i32>
  %7 = assume div_by<16>, %Y : tile<ptr<f16>>
  %8 = assume div_by<8>, %Y_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %W1_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %W1_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %W2_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %W2_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %m, %33, %34 = get_tile_block_id : tile<i32>
  %out = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %35 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %36, %37 = get_index_space_shape %35 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %38 = constant <i32: 0> : tile<i32>
  %39 = constant <i32: 1> : tile<i32>
  %hid = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %40 = make_partition_view %17 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %41, %42 = get_index_space_shape %40 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %43 = constant <i32: 0> : tile<i32>
  %44 = constant <i32: 1> : tile<i32>
  %45 = make_partition_view %17 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %46 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %47 = constant <f32: 0.000000e+00> : tile<f32>
  %48 = reshape %47 : tile<f32> -> tile<1x1xf32>
  %49 = broadcast %48 : tile<1x1xf32> -> tile<128x64xf32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %52 = for %h in (%38 to %37, step %39) : tile<i32> iter_values(%out_1 = %out) -> (tile<128x64xf32>) {
    %53 = for %k in (%43 to %42, step %44) : tile<i32> iter_values(%hid_1 = %hid) -> (tile<128x64xf32>) {
      %54, %55 = load_view_tko weak %45[%m, %k] token = %0 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
      %56, %57 = load_view_tko weak %46[%k, %h] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %hid_2 = mmaf %54, %56, %hid_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
      continue %hid_2 : tile<128x64xf32>
    }
    %hid_3 = maxf %53, %49 : tile<128x64xf32>
    %58 = mulf %hid_3, %hid_3  : tile<128x64xf32>
    %59 = ftof %58  : tile<128x64xf32> -> tile<128x64xf16>
    %60, %61 = load_view_tko weak %51[%h, %50] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %out_2 = mmaf %59, %60, %out_1 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    continue %out_2 : tile<128x64xf32>
  }
  %62 = constant <i32: 0> : tile<i32>
  %63 = ftof %52  : tile<128x64xf32> -> tile<128x64xf16>
  %64 = make_partition_view %32 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %65 = store_view_tko weak %63, %64[%m, %62] token = %0 : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
