// Operands whose slots are held one iteration longer than those that threads read.
entry @k_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I128_I64(%A0: tile<ptr<f16>>, %A0_size0: tile<i32>, %A0_size1: tile<i32>, %A0_stride0: tile<i32>, %A0_stride1: tile<i32>, %B0: tile<ptr<f16>>, %B0_size0: tile<i32>, %B0_size1: tile<i32>, %B0_stride0: tile<i32>, %B0_stride1: tile<i32>, %A1: tile<ptr<f16>>, %A1_size0: tile<i32>, %A1_size1: tile<i32>, %A1_stride0: tile<i32>, %A1_stride1: tile<i32>, %B1: tile<ptr<f16>>, %B1_size0: tile<i32>, %B1_size1: tile<i32>, %B1_stride0: tile<i32>, %B1_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A0 : tile<ptr<f16>>
  %2 = assume div_by<8>, %A0_stride0 : tile<i32>
  %3 = assume div_by<16>, %B0 : tile<ptr<f16>>
  %4 = assume div_by<8>, %B0_stride0 : tile<i32>
  %5 = assume div_by<16>, %A1 : tile<ptr<f16>>
  %6 = assume div_by<8>, %A1_stride0 : tile<i32>
  %7 = assume div_by<16>, %B1 : tile<ptr<f16>>
  %8 = assume div_by<8>, %B1_stride0 : tile<i32>
  %9 = assume div_by<16>, %Y : tile<ptr<f32>>
  %10 = assume div_by<4>, %Y_stride0 : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = assume bounded<0, ?>, %A0_size0 : tile<i32>
  %17 = assume bounded<0, ?>, %A0_size1 : tile<i32>
  %18 = assume bounded<0, ?>, %2 : tile<i32>
  %19 = assume div_by<8>, %18 : tile<i32>
  %20 = make_tensor_view %1, shape = [%16, %17], strides = [%19, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %21 = assume bounded<0, ?>, %B0_size0 : tile<i32>
  %22 = assume bounded<0, ?>, %B0_size1 : tile<i32>
  %23 = assume bounded<0, ?>, %4 : tile<i32>
  %24 = assume div_by<8>, %23 : tile<i32>
  %25 = make_tensor_view %3, shape = [%21, %22], strides = [%24, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %26 = assume bounded<0, ?>, %A1_size0 : tile<i32>
  %27 = assume bounded<0, ?>, %A1_size1 : tile<i32>
  %28 = assume bounded<0, ?>, %6 : tile<i32>
  %29 = assume div_by<8>, %28 : tile<i32>
  %30 = make_tensor_view %5, shape = [%26, %27], strides = [%29, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %31 = assume bounded<0, ?>, %B1_size0 : tile<i32>
  %32 = assume bounded<0, ?>, %B1_size1 : tile<i32>
  %33 = assume bounded<0, ?>, %8 : tile<i32>
  %34 = assume div_by<8>, %33 : tile<i32>
  %35 = make_tensor_view %7, shape = [%31, %32], strides = [%34, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %36 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %37 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %38 = assume bounded<0, ?>, %10 : tile<i32>
  %39 = assume div_by<4>, %38 : tile<i32>
  %40 = make_tensor_view %9, shape = [%36, %37], strides = [%39, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %41, %42 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %43 = constant <i32: 0> : tile<i32>
  %44 = constant <i32: 5> : tile<i32>
  %45 = constant <i32: 1> : tile<i32>
  %46 = make_partition_view %20 : partition_view<tile=(64x128), tensor_view<?x?xf16, strides=[?,1]>>
  %47 = constant <i32: 0> : tile<i32>
  %48 = make_partition_view %25 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %49 = constant <f16: -5.000000e-01> : tile<f16>
  %50 = reshape %49 : tile<f16> -> tile<1x1xf16>
  %51 = broadcast %50 : tile<1x1xf16> -> tile<128x64xf16>
  %52 = for %k in (%43 to %44, step %45) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x128xf32>) {
    %53, %54 = load_view_tko weak %46[%k, %m] token = %0 : partition_view<tile=(64x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %a = permute %53 [1, 0] : tile<64x128xf16> -> tile<128x64xf16>
    %b, %55 = load_view_tko weak %48[%47, %k] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b_1 = maxf %b, %51 : tile<128x64xf16>
    %b_2 = permute %b_1 [1, 0] : tile<128x64xf16> -> tile<64x128xf16>
    %acc_2 = mmaf %a, %b_2, %acc_1 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_2 : tile<128x128xf32>
  }
  %56 = constant <i32: 0> : tile<i32>
  %57 = constant <i32: 5> : tile<i32>
  %58 = constant <i32: 1> : tile<i32>
  %59 = make_partition_view %30 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %60 = constant <i32: 0> : tile<i32>
  %61 = make_partition_view %35 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %62 = for %k_1 in (%56 to %57, step %58) : tile<i32> iter_values(%acc_3 = %52) -> (tile<128x128xf32>) {
    %a_1, %63 = load_view_tko weak %59[%m, %k_1] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b_3, %64 = load_view_tko weak %61[%60, %k_1] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b_4 = permute %b_3 [1, 0] : tile<128x64xf16> -> tile<64x128xf16>
    %acc_4 = mmaf %a_1, %b_4, %acc_3 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_4 : tile<128x128xf32>
  }
  %65 = constant <i32: 0> : tile<i32>
  %66 = make_partition_view %40 : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
  %67 = store_view_tko weak %62, %66[%m, %65] token = %0 : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
