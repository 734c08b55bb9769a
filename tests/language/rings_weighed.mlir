// A right operand that consumers make of what an earlier product leaves, and write to slots: nobody else can make it.
entry @weighed_Kt2_A2f16_1s128t64_2s64t1_p16_A2f16_1s192t64_2s64t1_p16_A2f16_1s192t64_2s64t1_p16_A2f32_1s128t64_2s64t1_p16_I128_I64_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %B : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %Y : tile<ptr<f32>>
  %5 = constant <i32: 128> : tile<i32>
  %6 = constant <i32: 64> : tile<i32>
  %7 = constant <i32: 64> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 192> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 192> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 128> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = make_tensor_view %1, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
  %22 = make_tensor_view %2, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xf16, strides=[64,1]>
  %23 = make_tensor_view %3, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xf16, strides=[64,1]>
  %24 = make_tensor_view %4, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = make_partition_view %21 : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>
  %a, %29 = load_view_tko weak %28[%m, %27] token = %0 : partition_view<tile=(128x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<128x64xf16>, token
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %30 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>>
  %31, %32 = get_index_space_shape %30 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>> -> tile<i32>
  %33 = constant <i32: 0> : tile<i32>
  %34 = constant <i32: 1> : tile<i32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>>
  %37 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %38 = constant <i32: 0> : tile<i32>
  %39 = make_partition_view %23 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>>
  %40 = constant <f32: 1.250000e-01> : tile<f32>
  %41 = reshape %40 : tile<f32> -> tile<1x1xf32>
  %42 = broadcast %41 : tile<1x1xf32> -> tile<128x64xf32>
  %43 = for %j in (%33 to %31, step %34) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %44, %45 = load_view_tko weak %36[%j, %35] token = %0 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %b = permute %44 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = mmaf %a, %b, %37 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %46 = reduce %s dim=0 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<64xf32> 
    (%47: tile<f32>, %48: tile<f32>) {
      %49 = maxf %47, %48 : tile<f32>
      yield %49 : tile<f32>
    }
    %top = reshape %46 : tile<64xf32> -> tile<64x1xf32>
    %v, %50 = load_view_tko weak %39[%j, %38] token = %0 : partition_view<tile=(64x64), tensor_view<192x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %51 = ftof %v  : tile<64x64xf16> -> tile<64x64xf32>
    %52 = broadcast %top : tile<64x1xf32> -> tile<64x64xf32>
    %53 = mulf %51, %52  : tile<64x64xf32>
    %w = ftof %53  : tile<64x64xf32> -> tile<64x64xf16>
    %54 = mulf %s, %42  : tile<128x64xf32>
    %55 = ftof %54  : tile<128x64xf32> -> tile<128x64xf16>
    %acc_2 = mmaf %55, %w, %acc_1 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %56 = constant <i32: 0> : tile<i32>
  %57 = make_partition_view %24 : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
  %58 = store_view_tko weak %43, %57[%m, %56] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
