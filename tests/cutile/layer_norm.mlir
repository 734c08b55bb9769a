entry @layer_norm_Kt2_A2bf16_1s16t256_2s256t1_p16_A1f32_1s256t1_p16_A1f32_1s256t1_p16_A2bf16_1s16t256_2s256t1_p16_F3ee4f8b588e368f1_I256(%X: tile<ptr<bf16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f32>>, %W_size0: tile<i32>, %W_stride0: tile<i32>, %B: tile<ptr<f32>>, %B_size0: tile<i32>, %B_stride0: tile<i32>, %Y: tile<ptr<bf16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<bf16>>
  %2 = assume div_by<16>, %W : tile<ptr<f32>>
  %3 = assume div_by<16>, %B : tile<ptr<f32>>
  %4 = assume div_by<16>, %Y : tile<ptr<bf16>>
  %5 = constant <i32: 16> : tile<i32>
  %n = constant <i32: 256> : tile<i32>
  %6 = constant <i32: 256> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 256> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 256> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 16> : tile<i32>
  %13 = constant <i32: 256> : tile<i32>
  %14 = constant <i32: 256> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = make_tensor_view %1, shape = [16, 256], strides = [256, 1] : tensor_view<16x256xbf16, strides=[256,1]>
  %17 = make_tensor_view %2, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
  %18 = make_tensor_view %3, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
  %19 = make_tensor_view %4, shape = [16, 256], strides = [256, 1] : tensor_view<16x256xbf16, strides=[256,1]>
  %20 = constant <f32: 9.99999974E-6> : tile<f32>
  %row, %21, %22 = get_tile_block_id : tile<i32>
  %23 = constant <i32: 0> : tile<i32>
  %24 = make_partition_view %16 : partition_view<tile=(1x256), tensor_view<16x256xbf16, strides=[256,1]>>
  %25, %26 = load_view_tko weak %24[%row, %23] token = %0 : partition_view<tile=(1x256), tensor_view<16x256xbf16, strides=[256,1]>>, tile<i32> -> tile<1x256xbf16>, token
  %x = ftof %25  : tile<1x256xbf16> -> tile<1x256xf32>
  %27 = reduce %x dim=1 identities=[0.000000e+00 : f32] : tile<1x256xf32> -> tile<1xf32> 
  (%28: tile<f32>, %29: tile<f32>) {
    %30 = addf %28, %29  : tile<f32>
    yield %30 : tile<f32>
  }
  %31 = reshape %27 : tile<1xf32> -> tile<1x1xf32>
  %32 = itof %n signed  : tile<i32> -> tile<f32>
  %33 = reshape %32 : tile<f32> -> tile<1x1xf32>
  %mean = divf %31, %33  : tile<1x1xf32>
  %34 = broadcast %mean : tile<1x1xf32> -> tile<1x256xf32>
  %centred = subf %x, %34  : tile<1x256xf32>
  %35 = mulf %centred, %centred  : tile<1x256xf32>
  %36 = reduce %35 dim=1 identities=[0.000000e+00 : f32] : tile<1x256xf32> -> tile<1xf32> 
  (%37: tile<f32>, %38: tile<f32>) {
    %39 = addf %37, %38  : tile<f32>
    yield %39 : tile<f32>
  }
  %40 = reshape %36 : tile<1xf32> -> tile<1x1xf32>
  %41 = itof %n signed  : tile<i32> -> tile<f32>
  %42 = reshape %41 : tile<f32> -> tile<1x1xf32>
  %variance = divf %40, %42  : tile<1x1xf32>
  %43 = reshape %20 : tile<f32> -> tile<1x1xf32>
  %44 = addf %variance, %43  : tile<1x1xf32>
  %45 = rsqrt %44 : tile<1x1xf32>
  %46 = broadcast %45 : tile<1x1xf32> -> tile<1x256xf32>
  %scaled = mulf %centred, %46  : tile<1x256xf32>
  %47 = constant <i32: 0> : tile<i32>
  %48 = make_partition_view %17 : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
  %w, %49 = load_view_tko weak %48[%47] token = %0 : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
  %50 = constant <i32: 0> : tile<i32>
  %51 = make_partition_view %18 : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
  %b, %52 = load_view_tko weak %51[%50] token = %0 : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
  %53 = constant <i32: 0> : tile<i32>
  %54 = reshape %w : tile<256xf32> -> tile<1x256xf32>
  %55 = reshape %b : tile<256xf32> -> tile<1x256xf32>
  %56 = fma %scaled, %54, %55  : tile<1x256xf32>
  %57 = ftof %56  : tile<1x256xf32> -> tile<1x256xbf16>
  %58 = make_partition_view %19 : partition_view<tile=(1x256), tensor_view<16x256xbf16, strides=[256,1]>>
  %59 = store_view_tko weak %57, %58[%row, %53] token = %0 : tile<1x256xbf16>, partition_view<tile=(1x256), tensor_view<16x256xbf16, strides=[256,1]>>, tile<i32> -> token
  return
}
