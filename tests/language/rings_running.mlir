// A product whose words are made in the loop does not run on into the next iteration.
entry @running_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %O: tile<ptr<f32>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<8>, %Q_stride0 : tile<i32>
  %3 = assume div_by<16>, %K : tile<ptr<f16>>
  %4 = assume div_by<8>, %K_stride0 : tile<i32>
  %5 = assume div_by<16>, %V : tile<ptr<f16>>
  %6 = assume div_by<8>, %V_stride0 : tile<i32>
  %7 = assume div_by<16>, %O : tile<ptr<f32>>
  %8 = assume div_by<4>, %O_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %Q_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %Q_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %K_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %K_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %V_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %O_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %O_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<4>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %qb, %33, %34 = get_tile_block_id : tile<i32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = make_partition_view %17 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %q, %37 = load_view_tko weak %36[%qb, %35] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %38 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %39, %40 = get_index_space_shape %38 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %41 = constant <i32: 0> : tile<i32>
  %42 = constant <i32: 1> : tile<i32>
  %43 = constant <i32: 0> : tile<i32>
  %44 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %45 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %46 = constant <f32: 0.000000e+00> : tile<f32>
  %47 = reshape %46 : tile<f32> -> tile<1x1xf32>
  %48 = broadcast %47 : tile<1x1xf32> -> tile<128x64xf32>
  %49 = constant <f32: 1.250000e-01> : tile<f32>
  %50 = reshape %49 : tile<f32> -> tile<1x1xf32>
  %51 = broadcast %50 : tile<1x1xf32> -> tile<128x64xf32>
  %52 = constant <i32: 0> : tile<i32>
  %53 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %54 = for %j in (%41 to %39, step %42) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %k, %55 = load_view_tko weak %44[%j, %43] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %56 = permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = mmaf %q, %56, %45 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %57 = maxf %s, %48 : tile<128x64xf32>
    %58 = mulf %57, %51  : tile<128x64xf32>
    %p = ftof %58  : tile<128x64xf32> -> tile<128x64xf16>
    %v, %59 = load_view_tko weak %53[%j, %52] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %acc_2 = mmaf %p, %v, %acc_1 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %60 = constant <i32: 0> : tile<i32>
  %61 = make_partition_view %32 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %62 = store_view_tko weak %54, %61[%qb, %60] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
