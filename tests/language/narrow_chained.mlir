// Two products of 32 rows, one of what the other leaves.
// wait for each other.
entry @chained_Kt2_A2bf16_1s256t96_2s96t1_p16_A2bf16_1s96t64_2s64t1_p16_A2bf16_1s192t64_2s64t1_p16_A2f32_1s256t64_2s64t1_p16_I128_I64_I32(%A: tile<ptr<bf16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<bf16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %V: tile<ptr<bf16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<bf16>>
  %2 = assume div_by<16>, %B : tile<ptr<bf16>>
  %3 = assume div_by<16>, %V : tile<ptr<bf16>>
  %4 = assume div_by<16>, %Y : tile<ptr<f32>>
  %5 = constant <i32: 256> : tile<i32>
  %6 = constant <i32: 96> : tile<i32>
  %7 = constant <i32: 96> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 96> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 192> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 256> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = make_tensor_view %1, shape = [256, 96], strides = [96, 1] : tensor_view<256x96xbf16, strides=[96,1]>
  %22 = make_tensor_view %2, shape = [96, 64], strides = [64, 1] : tensor_view<96x64xbf16, strides=[64,1]>
  %23 = make_tensor_view %3, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xbf16, strides=[64,1]>
  %24 = make_tensor_view %4, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<32x64xf32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = constant <i32: 3> : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = make_partition_view %21 : partition_view<tile=(32x32), tensor_view<256x96xbf16, strides=[96,1]>>
  %31 = constant <bf16: 0.000000e+00> : tile<bf16>
  %32 = reshape %31 : tile<bf16> -> tile<1x1xbf16>
  %33 = broadcast %32 : tile<1x1xbf16> -> tile<32x32xbf16>
  %34 = constant <i32: 0> : tile<i32>
  %35 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<96x64xbf16, strides=[64,1]>>
  %36 = constant <f32: 0.000000e+00> : tile<32x64xf32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = make_partition_view %23 : partition_view<tile=(64x64), tensor_view<192x64xbf16, strides=[64,1]>>
  %39 = constant <f32: 5.000000e-01> : tile<f32>
  %40 = reshape %39 : tile<f32> -> tile<1x1xf32>
  %41 = broadcast %40 : tile<1x1xf32> -> tile<32x64xf32>
  %42 = for %k in (%27 to %28, step %29) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<32x64xf32>) {
    %a, %43 = load_view_tko weak %30[%m, %k] token = %0 : partition_view<tile=(32x32), tensor_view<256x96xbf16, strides=[96,1]>>, tile<i32> -> tile<32x32xbf16>, token
    %a_1 = maxf %a, %33 : tile<32x32xbf16>
    %b, %44 = load_view_tko weak %35[%k, %34] token = %0 : partition_view<tile=(32x64), tensor_view<96x64xbf16, strides=[64,1]>>, tile<i32> -> tile<32x64xbf16>, token
    %s = mmaf %a_1, %b, %36 : tile<32x32xbf16>, tile<32x64xbf16>, tile<32x64xf32>
    %45 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<32x64xf32> -> tile<32xf32> 
    (%46: tile<f32>, %47: tile<f32>) {
      %48 = maxf %46, %47 : tile<f32>
      yield %48 : tile<f32>
    }
    %49 = reshape %45 : tile<32xf32> -> tile<32x1xf32>
    %50 = broadcast %49 : tile<32x1xf32> -> tile<32x64xf32>
    %p = subf %s, %50  : tile<32x64xf32>
    %v, %51 = load_view_tko weak %38[%k, %37] token = %0 : partition_view<tile=(64x64), tensor_view<192x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
    %52 = ftof %p  : tile<32x64xf32> -> tile<32x64xbf16>
    %53 = mulf %acc_1, %41  : tile<32x64xf32>
    %acc_2 = mmaf %52, %v, %53 : tile<32x64xbf16>, tile<64x64xbf16>, tile<32x64xf32>
    continue %acc_2 : tile<32x64xf32>
  }
  %54 = constant <i32: 0> : tile<i32>
  %55 = make_partition_view %24 : partition_view<tile=(32x64), tensor_view<256x64xf32, strides=[64,1]>>
  %56 = store_view_tko weak %42, %55[%m, %54] token = %0 : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
