// A product behind the loop, of what the loop left.
entry @tail_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I32_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<16>, %B : tile<ptr<f16>>
  %4 = assume div_by<8>, %B_stride0 : tile<i32>
  %5 = assume div_by<16>, %W : tile<ptr<f16>>
  %6 = assume div_by<8>, %W_stride0 : tile<i32>
  %7 = assume div_by<16>, %Y : tile<ptr<f32>>
  %8 = assume div_by<4>, %Y_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %W_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %W_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<4>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %33, %34 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %35 = make_partition_view %17 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %36, %37 = get_index_space_shape %35 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %38 = constant <i32: 0> : tile<i32>
  %39 = constant <i32: 1> : tile<i32>
  %40 = make_partition_view %17 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %41 = constant <i32: 0> : tile<i32>
  %42 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %43 = for %k in (%38 to %37, step %39) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %44, %45 = load_view_tko weak %40[%m, %k] token = %0 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
    %46, %47 = load_view_tko weak %42[%k, %41] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %acc_2 = mmaf %44, %46, %acc_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %48 = ftof %43  : tile<128x64xf32> -> tile<128x64xf16>
  %49 = constant <i32: 0> : tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %52, %53 = load_view_tko weak %51[%49, %50] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
  %54 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %y = mmaf %48, %52, %54 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
  %55 = constant <i32: 0> : tile<i32>
  %56 = make_partition_view %32 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %57 = store_view_tko weak %y, %56[%m, %55] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
