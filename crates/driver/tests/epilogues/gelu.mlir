entry @gelu(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %BIAS: tile<ptr<f16>>, %BIAS_size0: tile<i32>, %BIAS_stride0: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %A_size0 : tile<i32>
  %3 = assume div_by<16>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<16>, %B_size0 : tile<i32>
  %7 = assume div_by<16>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %BIAS : tile<ptr<f16>>
  %10 = assume div_by<16>, %BIAS_size0 : tile<i32>
  %11 = assume div_by<16>, %C : tile<ptr<f16>>
  %12 = assume div_by<16>, %C_size0 : tile<i32>
  %13 = assume div_by<16>, %C_size1 : tile<i32>
  %14 = assume div_by<8>, %C_stride0 : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = assume bounded<0, ?>, %2 : tile<i32>
  %20 = assume div_by<16>, %19 : tile<i32>
  %21 = assume bounded<0, ?>, %3 : tile<i32>
  %22 = assume div_by<16>, %21 : tile<i32>
  %23 = assume bounded<0, ?>, %4 : tile<i32>
  %24 = assume div_by<8>, %23 : tile<i32>
  %25 = make_tensor_view %1, shape = [%20, %22], strides = [%24, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %26 = assume bounded<0, ?>, %6 : tile<i32>
  %27 = assume div_by<16>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %7 : tile<i32>
  %29 = assume div_by<16>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = make_tensor_view %5, shape = [%27, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %33 = assume bounded<0, ?>, %10 : tile<i32>
  %34 = assume div_by<16>, %33 : tile<i32>
  %35 = make_tensor_view %9, shape = [%34], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
  %36 = assume bounded<0, ?>, %12 : tile<i32>
  %37 = assume div_by<16>, %36 : tile<i32>
  %38 = assume bounded<0, ?>, %13 : tile<i32>
  %39 = assume div_by<16>, %38 : tile<i32>
  %40 = assume bounded<0, ?>, %14 : tile<i32>
  %41 = assume div_by<8>, %40 : tile<i32>
  %42 = make_tensor_view %11, shape = [%37, %39], strides = [%41, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %m, %43, %44 = get_tile_block_id : tile<i32>
  %45, %n, %46 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %47 = make_partition_view %25 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %48, %49 = get_index_space_shape %47 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = constant <i32: 1> : tile<i32>
  %52 = make_partition_view %25 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %53 = make_partition_view %32 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %54 = for %k in (%50 to %49, step %51) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x256xf32>) {
    %a, %55 = load_view_tko weak %52[%m, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %56 = load_view_tko weak %53[%k, %n] token = %0 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
    %acc_2 = mmaf %a, %b, %acc_1 : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
    continue %acc_2 : tile<128x256xf32>
  }
  %57 = make_partition_view %35 : partition_view<tile=(256), tensor_view<?xf16, strides=[1]>>
  %58, %59 = load_view_tko weak %57[%n] token = %0 : partition_view<tile=(256), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<256xf16>, token
  %60 = ftof %58  : tile<256xf16> -> tile<256xf32>
  %61 = reshape %60 : tile<256xf32> -> tile<1x256xf32>
  %62 = broadcast %61 : tile<1x256xf32> -> tile<128x256xf32>
  %acc_3 = addf %54, %62  : tile<128x256xf32>
  %63 = constant <f32: 5.000000e-01> : tile<f32>
  %64 = reshape %63 : tile<f32> -> tile<1x1xf32>
  %65 = broadcast %64 : tile<1x1xf32> -> tile<128x256xf32>
  %66 = mulf %65, %acc_3  : tile<128x256xf32>
  %67 = constant <f32: 1.000000e+00> : tile<f32>
  %68 = constant <f32: 0.797884583> : tile<f32>
  %69 = constant <f32: 4.471500e-02> : tile<f32>
  %70 = reshape %69 : tile<f32> -> tile<1x1xf32>
  %71 = broadcast %70 : tile<1x1xf32> -> tile<128x256xf32>
  %72 = mulf %71, %acc_3  : tile<128x256xf32>
  %73 = mulf %72, %acc_3  : tile<128x256xf32>
  %74 = fma %73, %acc_3, %acc_3  : tile<128x256xf32>
  %75 = reshape %68 : tile<f32> -> tile<1x1xf32>
  %76 = broadcast %75 : tile<1x1xf32> -> tile<128x256xf32>
  %77 = mulf %76, %74  : tile<128x256xf32>
  %78 = tanh %77  : tile<128x256xf32>
  %79 = reshape %67 : tile<f32> -> tile<1x1xf32>
  %80 = broadcast %79 : tile<1x1xf32> -> tile<128x256xf32>
  %81 = addf %80, %78  : tile<128x256xf32>
  %c = mulf %66, %81  : tile<128x256xf32>
  %82 = ftof %c  : tile<128x256xf32> -> tile<128x256xf16>
  %83 = make_partition_view %42 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %84 = store_view_tko weak %82, %83[%m, %n] token = %0 : tile<128x256xf16>, partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
