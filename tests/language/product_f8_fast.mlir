// Eight-bit floats whose accumulators may be as short as the unit's: such a loop has the agents of a plain product.
entry @gemm_Kt2_A2f8m3fn_1s128t192_2s192t1_p16_A2f8m3fn_1s64t192_2s192t1_p16_A2f32_1s128t64_2s64t1_p16_I64_I64_I64(%A: tile<ptr<f8E4M3FN>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f8E4M3FN>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f8E4M3FN>>
  %2 = assume div_by<16>, %B : tile<ptr<f8E4M3FN>>
  %3 = assume div_by<16>, %C : tile<ptr<f32>>
  %4 = constant <i32: 128> : tile<i32>
  %5 = constant <i32: 192> : tile<i32>
  %6 = constant <i32: 192> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 192> : tile<i32>
  %10 = constant <i32: 192> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 128> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = make_tensor_view %1, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xf8E4M3FN, strides=[192,1]>
  %17 = make_tensor_view %2, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xf8E4M3FN, strides=[192,1]>
  %18 = make_tensor_view %3, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %m, %19, %20 = get_tile_block_id : tile<i32>
  %21, %n, %22 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %23 = make_partition_view %16 : partition_view<tile=(64x64), tensor_view<128x192xf8E4M3FN, strides=[192,1]>>
  %24, %25 = get_index_space_shape %23 : partition_view<tile=(64x64), tensor_view<128x192xf8E4M3FN, strides=[192,1]>> -> tile<i32>
  %26 = constant <i32: 0> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = make_partition_view %16 : partition_view<tile=(64x64), tensor_view<128x192xf8E4M3FN, strides=[192,1]>>
  %29 = make_partition_view %17 : partition_view<tile=(64x64), tensor_view<64x192xf8E4M3FN, strides=[192,1]>>
  %30 = for %k in (%26 to %25, step %27) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<64x64xf32>) {
    %a, %31 = load_view_tko weak %28[%m, %k] token = %0 : partition_view<tile=(64x64), tensor_view<128x192xf8E4M3FN, strides=[192,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
    %32, %33 = load_view_tko weak %29[%n, %k] token = %0 : partition_view<tile=(64x64), tensor_view<64x192xf8E4M3FN, strides=[192,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
    %b = permute %32 [1, 0] : tile<64x64xf8E4M3FN> -> tile<64x64xf8E4M3FN>
    %acc_2 = mmaf %a, %b, %acc_1 fast_acc : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>
    continue %acc_2 : tile<64x64xf32>
  }
  %34 = make_partition_view %18 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
  %35 = store_view_tko weak %30, %34[%m, %n] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
