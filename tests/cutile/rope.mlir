entry @rope_Kt2_A2f16_1t64_2s64t1_p16_A2f32_1t32_2s32t1_p16_A2f32_1t32_2s32t1_p16_A2f16_1t64_2s64t1_p16_I16_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %COS: tile<ptr<f32>>, %COS_size0: tile<i32>, %COS_size1: tile<i32>, %COS_stride0: tile<i32>, %COS_stride1: tile<i32>, %SIN: tile<ptr<f32>>, %SIN_size0: tile<i32>, %SIN_size1: tile<i32>, %SIN_stride0: tile<i32>, %SIN_stride1: tile<i32>, %Y: tile<ptr<f16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %COS : tile<ptr<f32>>
  %3 = assume div_by<16>, %SIN : tile<ptr<f32>>
  %4 = assume div_by<16>, %Y : tile<ptr<f16>>
  %5 = constant <i32: 64> : tile<i32>
  %6 = constant <i32: 64> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 32> : tile<i32>
  %9 = constant <i32: 32> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 32> : tile<i32>
  %12 = constant <i32: 32> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %18 = make_tensor_view %1, shape = [%17, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
  %19 = assume bounded<0, ?>, %COS_size0 : tile<i32>
  %20 = make_tensor_view %2, shape = [%19, 32], strides = [32, 1] : tile<i32> -> tensor_view<?x32xf32, strides=[32,1]>
  %21 = assume bounded<0, ?>, %SIN_size0 : tile<i32>
  %22 = make_tensor_view %3, shape = [%21, 32], strides = [32, 1] : tile<i32> -> tensor_view<?x32xf32, strides=[32,1]>
  %23 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %24 = make_tensor_view %4, shape = [%23, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
  %i, %25, %26 = get_tile_block_id : tile<i32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = make_partition_view %18 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>
  %29, %30 = load_view_tko weak %28[%i, %27] token = %0 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x32xf16>, token
  %a = ftof %29  : tile<16x32xf16> -> tile<16x32xf32>
  %31 = constant <i32: 1> : tile<i32>
  %32 = make_partition_view %18 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>
  %33, %34 = load_view_tko weak %32[%i, %31] token = %0 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x32xf16>, token
  %b = ftof %33  : tile<16x32xf16> -> tile<16x32xf32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = make_partition_view %20 : partition_view<tile=(16x32), tensor_view<?x32xf32, strides=[32,1]>>
  %c, %37 = load_view_tko weak %36[%i, %35] token = %0 : partition_view<tile=(16x32), tensor_view<?x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
  %38 = constant <i32: 0> : tile<i32>
  %39 = make_partition_view %22 : partition_view<tile=(16x32), tensor_view<?x32xf32, strides=[32,1]>>
  %s, %40 = load_view_tko weak %39[%i, %38] token = %0 : partition_view<tile=(16x32), tensor_view<?x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
  %41 = mulf %b, %s  : tile<16x32xf32>
  %42 = negf %41 : tile<16x32xf32>
  %part = fma %a, %c, %42  : tile<16x32xf32>
  %43 = mulf %a, %s  : tile<16x32xf32>
  %part_1 = fma %b, %c, %43  : tile<16x32xf32>
  %44 = constant <i32: 0> : tile<i32>
  %45 = constant <i32: 1> : tile<i32>
  %46 = ftof %part  : tile<16x32xf32> -> tile<16x32xf16>
  %47 = make_partition_view %24 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>
  %48 = store_view_tko weak %46, %47[%i, %44] token = %0 : tile<16x32xf16>, partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
  %49 = ftof %part_1  : tile<16x32xf32> -> tile<16x32xf16>
  %50 = make_partition_view %24 : partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>
  %51 = store_view_tko weak %49, %50[%i, %45] token = %48 : tile<16x32xf16>, partition_view<tile=(16x32), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
  return
}
