// A number that the kernel reads says which matrix it multiplies.
entry @expert_Kt2_A2f16_1s256t160_2s160t1_p16_A1i32_1s2t1_p16_A3f16_1s4t10240_2s160t64_4s64t1_p16_A2f32_1s256t64_2s64t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %EXPERT: tile<ptr<i32>>, %EXPERT_size0: tile<i32>, %EXPERT_stride0: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_size2: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %W_stride2: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %EXPERT : tile<ptr<i32>>
  %3 = assume div_by<16>, %W : tile<ptr<f16>>
  %4 = assume div_by<16>, %Y : tile<ptr<f32>>
  %5 = constant <i32: 256> : tile<i32>
  %6 = constant <i32: 160> : tile<i32>
  %7 = constant <i32: 160> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 2> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 4> : tile<i32>
  %12 = constant <i32: 160> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 10240> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 256> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = make_tensor_view %1, shape = [256, 160], strides = [160, 1] : tensor_view<256x160xf16, strides=[160,1]>
  %22 = make_tensor_view %2, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
  %23 = make_tensor_view %3, shape = [4, 160, 64], strides = [10240, 64, 1] : tensor_view<4x160x64xf16, strides=[10240,64,1]>
  %24 = make_tensor_view %4, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27 = make_partition_view %22 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>
  %28, %29 = load_view_tko weak %27[%m] token = %0 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %e = reshape %28 : tile<1xi32> -> tile<i32>
  %30 = constant <i32: 0> : tile<i32>
  %31 = maxi %e, %30 signed : tile<i32>
  %32 = constant <i32: 3> : tile<i32>
  %e_1 = mini %31, %32 signed : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %33 = make_partition_view %21 : partition_view<tile=(128x32), tensor_view<256x160xf16, strides=[160,1]>>
  %34, %35 = get_index_space_shape %33 : partition_view<tile=(128x32), tensor_view<256x160xf16, strides=[160,1]>> -> tile<i32>
  %36 = constant <i32: 0> : tile<i32>
  %37 = constant <i32: 1> : tile<i32>
  %38 = make_partition_view %21 : partition_view<tile=(128x32), tensor_view<256x160xf16, strides=[160,1]>>
  %39 = constant <i32: 0> : tile<i32>
  %40 = make_partition_view %23 : partition_view<tile=(1x32x64), tensor_view<4x160x64xf16, strides=[10240,64,1]>>
  %41 = constant <f16: 0.000000e+00> : tile<f16>
  %42 = reshape %41 : tile<f16> -> tile<1x1xf16>
  %43 = broadcast %42 : tile<1x1xf16> -> tile<128x32xf16>
  %44 = for %k in (%36 to %35, step %37) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %x, %45 = load_view_tko weak %38[%m, %k] token = %0 : partition_view<tile=(128x32), tensor_view<256x160xf16, strides=[160,1]>>, tile<i32> -> tile<128x32xf16>, token
    %46, %47 = load_view_tko weak %40[%e_1, %k, %39] token = %0 : partition_view<tile=(1x32x64), tensor_view<4x160x64xf16, strides=[10240,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
    %w = reshape %46 : tile<1x32x64xf16> -> tile<32x64xf16>
    %48 = maxf %x, %43 : tile<128x32xf16>
    %acc_2 = mmaf %48, %w, %acc_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %49 = constant <i32: 0> : tile<i32>
  %50 = make_partition_view %24 : partition_view<tile=(128x64), tensor_view<256x64xf32, strides=[64,1]>>
  %51 = store_view_tko weak %44, %50[%m, %49] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
