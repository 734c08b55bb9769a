// A left operand whose rows are gathered through pointers.
entry @gathered_Kt2_A2f16_1s128t160_2s160t1_p16_A1i32_1s128t1_p16_A2f16_1s160t64_2s64t1_p16_A2f32_1s128t64_2s64t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %R: tile<ptr<i32>>, %R_size0: tile<i32>, %R_stride0: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %R : tile<ptr<i32>>
  %3 = assume div_by<16>, %W : tile<ptr<f16>>
  %4 = assume div_by<16>, %Y : tile<ptr<f32>>
  %5 = constant <i32: 128> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 160> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 64> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 128> : tile<i32>
  %12 = constant <i32: 64> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i64: 128> : tile<128x32xi64>
  %16 = constant <i64: 160> : tile<128x32xi64>
  %17 = constant <i64: 160> : tile<128x32xi64>
  %18 = constant <i64: 1> : tile<128x32xi64>
  %19 = make_tensor_view %2, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %20 = make_tensor_view %3, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
  %21 = make_tensor_view %4, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %22 = constant <i32: 32> : tile<i32>
  %m, %23, %24 = get_tile_block_id : tile<i32>
  %25, %n, %26 = get_tile_block_id : tile<i32>
  %27 = make_partition_view %19 : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
  %rows, %28 = load_view_tko weak %27[%m] token = %0 : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %29 = make_partition_view %20 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
  %30, %31 = get_index_space_shape %29 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>> -> tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = iota : tile<32xi32>
  %35 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
  %36 = exti %35 signed : tile<128x1xi32> -> tile<128x1xi64>
  %37 = broadcast %36 : tile<128x1xi64> -> tile<128x32xi64>
  %38 = cmpi less_than %37, %15, unsigned : tile<128x32xi64> -> tile<128x32xi1>
  %39 = muli %37, %16 : tile<128x32xi64>
  %40 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %41 = broadcast %40 : tile<1x1xptr<f16>> -> tile<128x32xptr<f16>>
  %42 = constant <f16: 0.000000e+00> : tile<f16>
  %43 = reshape %42 : tile<f16> -> tile<1x1xf16>
  %44 = broadcast %43 : tile<1x1xf16> -> tile<128x32xf16>
  %45 = make_partition_view %20 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
  %46 = for %g in (%32 to %30, step %33) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %47 = muli %g, %22 : tile<i32>
    %48 = reshape %47 : tile<i32> -> tile<1xi32>
    %49 = broadcast %48 : tile<1xi32> -> tile<32xi32>
    %cols = addi %49, %34 : tile<32xi32>
    %50 = reshape %cols : tile<32xi32> -> tile<1x32xi32>
    %51 = exti %50 signed : tile<1x32xi32> -> tile<1x32xi64>
    %52 = broadcast %51 : tile<1x32xi64> -> tile<128x32xi64>
    %53 = cmpi less_than %52, %17, unsigned : tile<128x32xi64> -> tile<128x32xi1>
    %54 = andi %38, %53 : tile<128x32xi1>
    %55 = muli %52, %18 : tile<128x32xi64>
    %56 = addi %39, %55 : tile<128x32xi64>
    %57 = offset %41, %56 : tile<128x32xptr<f16>>, tile<128x32xi64> -> tile<128x32xptr<f16>>
    %x, %58 = load_ptr_tko weak %57, %54, %44 token=%0 : tile<128x32xptr<f16>>, tile<128x32xi1>, tile<128x32xf16> -> tile<128x32xf16>, token
    %w, %59 = load_view_tko weak %45[%g, %n] token = %0 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %acc_2 = mmaf %x, %w, %acc_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %60 = make_partition_view %21 : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
  %61 = store_view_tko weak %46, %60[%m, %n] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
