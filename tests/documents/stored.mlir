// A right operand that is made of what another product left in the iteration before, and a load that waits for what that iteration has stored.
entry @linear_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %O: tile<ptr<f32>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>) optimization_hints=<default = {}> {
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
  %st = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %33 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %34, %35 = get_index_space_shape %33 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %36 = constant <i32: 0> : tile<i32>
  %37 = constant <i32: 1> : tile<i32>
  %38 = constant <i32: 0> : tile<i32>
  %39 = make_partition_view %17 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %40 = constant <i32: 0> : tile<i32>
  %41 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %42 = constant <i32: 0> : tile<i32>
  %43 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %44 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %45 = constant <i32: 0> : tile<i32>
  %46 = make_partition_view %32 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %47, %54 = for %j in (%36 to %34, step %37) : tile<i32> iter_values(%st_1 = %st, %stored = %0) -> (tile<64x64xf32>, token) {
    %q, %48 = load_view_tko weak %39[%j, %38] token = %stored : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %k, %49 = load_view_tko weak %41[%j, %40] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %v, %50 = load_view_tko weak %43[%j, %42] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %51 = ftof %st_1  : tile<64x64xf32> -> tile<64x64xf16>
    %o = mmaf %q, %51, %44 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %52 = store_view_tko weak %o, %46[%j, %45] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %53 = permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %st_2 = mmaf %53, %v, %st_1 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %st_2, %52 : tile<64x64xf32>, token
  }
  return
}
