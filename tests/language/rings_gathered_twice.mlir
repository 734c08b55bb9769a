// A left operand whose rows are gathered through pointers, and which two products read: between them the consumers wait for a tile of the second.
entry @gathered_twice_Kt2_A2f16_1s128t160_2s160t1_p16_A1i32_1s128t1_p16_A2f16_1s160t64_2s64t1_p16_A2f16_1s160t64_2s64t1_p16_A2f32_1s128t64_2s64t1_p16_I64_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %R: tile<ptr<i32>>, %R_size0: tile<i32>, %R_stride0: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %R : tile<ptr<i32>>
  %3 = assume div_by<16>, %W : tile<ptr<f16>>
  %4 = assume div_by<16>, %V : tile<ptr<f16>>
  %5 = assume div_by<16>, %C : tile<ptr<f32>>
  %6 = constant <i32: 160> : tile<i32>
  %7 = constant <i32: 128> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 160> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 160> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 128> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = constant <i64: 128> : tile<64x32xi64>
  %22 = constant <i64: 160> : tile<64x32xi64>
  %23 = constant <i64: 160> : tile<64x32xi64>
  %24 = constant <i64: 1> : tile<64x32xi64>
  %25 = make_tensor_view %2, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %26 = make_tensor_view %3, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
  %27 = make_tensor_view %4, shape = [160, 64], strides = [64, 1] : tensor_view<160x64xf16, strides=[64,1]>
  %28 = make_tensor_view %5, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %29 = constant <i32: 32> : tile<i32>
  %i, %30, %31 = get_tile_block_id : tile<i32>
  %32, %j, %33 = get_tile_block_id : tile<i32>
  %34 = make_partition_view %25 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>
  %rows, %35 = load_view_tko weak %34[%i] token = %0 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
  %u = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %g = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %36 = divi %6, %29 signed rounding<positive_inf> : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = constant <i32: 1> : tile<i32>
  %39 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %40 = iota : tile<32xi32>
  %41 = exti %39 signed : tile<64x1xi32> -> tile<64x1xi64>
  %42 = broadcast %41 : tile<64x1xi64> -> tile<64x32xi64>
  %43 = cmpi less_than %42, %21, unsigned : tile<64x32xi64> -> tile<64x32xi1>
  %44 = muli %42, %22 : tile<64x32xi64>
  %45 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %46 = broadcast %45 : tile<1x1xptr<f16>> -> tile<64x32xptr<f16>>
  %47 = constant <f16: 0.000000e+00> : tile<f16>
  %48 = reshape %47 : tile<f16> -> tile<1x1xf16>
  %49 = broadcast %48 : tile<1x1xf16> -> tile<64x32xf16>
  %50 = make_partition_view %26 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
  %51 = make_partition_view %27 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>
  %g_1, %u_1 = for %k in (%37 to %36, step %38) : tile<i32> iter_values(%g_2 = %g, %u_2 = %u) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %52 = muli %k, %29 : tile<i32>
    %53 = reshape %52 : tile<i32> -> tile<1xi32>
    %54 = broadcast %53 : tile<1xi32> -> tile<32xi32>
    %55 = addi %54, %40 : tile<32xi32>
    %56 = reshape %55 : tile<32xi32> -> tile<1x32xi32>
    %57 = exti %56 signed : tile<1x32xi32> -> tile<1x32xi64>
    %58 = broadcast %57 : tile<1x32xi64> -> tile<64x32xi64>
    %59 = cmpi less_than %58, %23, unsigned : tile<64x32xi64> -> tile<64x32xi1>
    %60 = andi %43, %59 : tile<64x32xi1>
    %61 = muli %58, %24 : tile<64x32xi64>
    %62 = addi %44, %61 : tile<64x32xi64>
    %63 = offset %46, %62 : tile<64x32xptr<f16>>, tile<64x32xi64> -> tile<64x32xptr<f16>>
    %a, %64 = load_ptr_tko weak %63, %60, %49 token=%0 : tile<64x32xptr<f16>>, tile<64x32xi1>, tile<64x32xf16> -> tile<64x32xf16>, token
    %65, %66 = load_view_tko weak %50[%k, %j] token = %0 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %u_3 = mmaf %a, %65, %u_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    %67, %68 = load_view_tko weak %51[%k, %j] token = %0 : partition_view<tile=(32x64), tensor_view<160x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %g_3 = mmaf %a, %67, %g_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %g_3, %u_3 : tile<64x64xf32>, tile<64x64xf32>
  }
  %69 = constant <f32: 2.000000e+00> : tile<f32>
  %70 = reshape %69 : tile<f32> -> tile<1x1xf32>
  %71 = broadcast %70 : tile<1x1xf32> -> tile<64x64xf32>
  %72 = fma %71, %g_1, %u_1  : tile<64x64xf32>
  %73 = make_partition_view %28 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
  %74 = store_view_tko weak %72, %73[%i, %j] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
