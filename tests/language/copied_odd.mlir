// Rows of 8 bytes more than whole chunks: no descriptor has such strides, and threads copy 8 bytes at a time.
entry @odd_Kt2_A2f16_1s128t100_2s100t1_p16_A2f16_1s100t68_2s68t1_p16_A2f32_1s128t68_2s68t1_p16_I64_I64_I32(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %B : tile<ptr<f16>>
  %3 = assume div_by<16>, %C : tile<ptr<f32>>
  %4 = constant <i32: 128> : tile<i32>
  %5 = constant <i32: 100> : tile<i32>
  %6 = constant <i32: 100> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 100> : tile<i32>
  %9 = constant <i32: 68> : tile<i32>
  %10 = constant <i32: 68> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 128> : tile<i32>
  %13 = constant <i32: 68> : tile<i32>
  %14 = constant <i32: 68> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = make_tensor_view %1, shape = [128, 100], strides = [100, 1] : tensor_view<128x100xf16, strides=[100,1]>
  %17 = make_tensor_view %2, shape = [100, 68], strides = [68, 1] : tensor_view<100x68xf16, strides=[68,1]>
  %18 = make_tensor_view %3, shape = [128, 68], strides = [68, 1] : tensor_view<128x68xf32, strides=[68,1]>
  %m, %19, %20 = get_tile_block_id : tile<i32>
  %21, %n, %22 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %23 = make_partition_view %16 : partition_view<tile=(64x32), tensor_view<128x100xf16, strides=[100,1]>>
  %24, %25 = get_index_space_shape %23 : partition_view<tile=(64x32), tensor_view<128x100xf16, strides=[100,1]>> -> tile<i32>
  %26 = constant <i32: 0> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = make_partition_view %16 : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x100xf16, strides=[100,1]>>
  %29 = make_partition_view %17 : partition_view<tile=(32x64), padding_value = zero, tensor_view<100x68xf16, strides=[68,1]>>
  %acc_1 = for %k in (%26 to %25, step %27) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
    %a, %30 = load_view_tko weak %28[%m, %k] token = %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<128x100xf16, strides=[100,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b, %31 = load_view_tko weak %29[%k, %n] token = %0 : partition_view<tile=(32x64), padding_value = zero, tensor_view<100x68xf16, strides=[68,1]>>, tile<i32> -> tile<32x64xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %acc_3 : tile<64x64xf32>
  }
  %32 = make_partition_view %18 : partition_view<tile=(64x64), tensor_view<128x68xf32, strides=[68,1]>>
  %33 = store_view_tko weak %acc_1, %32[%m, %n] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x68xf32, strides=[68,1]>>, tile<i32> -> token
  return
}
