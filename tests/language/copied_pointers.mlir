// Both operands through pointers: nothing comes by TMA.
entry @pointers_Kt2_A2f16_1s128t160_2s160t1_p16_A2f16_1s160t64_2s64t1_p16_A2f32_1s128t64_2s64t1_p16_I64_I64_I32(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %B : tile<ptr<f16>>
  %3 = assume div_by<16>, %C : tile<ptr<f32>>
  %4 = constant <i32: 128> : tile<i32>
  %5 = constant <i32: 160> : tile<i32>
  %6 = constant <i32: 160> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 128> : tile<i32>
  %9 = constant <i32: 64> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i64: 128> : tile<64x32xi64>
  %13 = constant <i64: 160> : tile<64x32xi64>
  %14 = constant <i64: 160> : tile<64x32xi64>
  %15 = constant <i64: 1> : tile<64x32xi64>
  %16 = constant <i64: 160> : tile<32x64xi64>
  %17 = constant <i64: 64> : tile<32x64xi64>
  %18 = constant <i64: 64> : tile<32x64xi64>
  %19 = constant <i64: 1> : tile<32x64xi64>
  %20 = make_tensor_view %1, shape = [128, 160], strides = [160, 1] : tensor_view<128x160xf16, strides=[160,1]>
  %21 = make_tensor_view %3, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %22 = constant <i32: 64> : tile<i32>
  %23 = constant <i32: 64> : tile<i32>
  %24 = constant <i32: 32> : tile<i32>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27, %n, %28 = get_tile_block_id : tile<i32>
  %29 = muli %m, %22 : tile<i32>
  %30 = iota : tile<64xi32>
  %31 = reshape %29 : tile<i32> -> tile<1xi32>
  %32 = broadcast %31 : tile<1xi32> -> tile<64xi32>
  %rows = addi %32, %30 : tile<64xi32>
  %33 = muli %n, %23 : tile<i32>
  %34 = iota : tile<64xi32>
  %35 = reshape %33 : tile<i32> -> tile<1xi32>
  %36 = broadcast %35 : tile<1xi32> -> tile<64xi32>
  %columns = addi %36, %34 : tile<64xi32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %37 = make_partition_view %20 : partition_view<tile=(64x32), tensor_view<128x160xf16, strides=[160,1]>>
  %38, %39 = get_index_space_shape %37 : partition_view<tile=(64x32), tensor_view<128x160xf16, strides=[160,1]>> -> tile<i32>
  %40 = constant <i32: 0> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = iota : tile<32xi32>
  %43 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %44 = exti %43 signed : tile<64x1xi32> -> tile<64x1xi64>
  %45 = broadcast %44 : tile<64x1xi64> -> tile<64x32xi64>
  %46 = cmpi less_than %45, %12, unsigned : tile<64x32xi64> -> tile<64x32xi1>
  %47 = muli %45, %13 : tile<64x32xi64>
  %48 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %49 = broadcast %48 : tile<1x1xptr<f16>> -> tile<64x32xptr<f16>>
  %50 = constant <f16: 0.000000e+00> : tile<f16>
  %51 = reshape %50 : tile<f16> -> tile<1x1xf16>
  %52 = broadcast %51 : tile<1x1xf16> -> tile<64x32xf16>
  %53 = reshape %columns : tile<64xi32> -> tile<1x64xi32>
  %54 = exti %53 signed : tile<1x64xi32> -> tile<1x64xi64>
  %55 = broadcast %54 : tile<1x64xi64> -> tile<32x64xi64>
  %56 = cmpi less_than %55, %18, unsigned : tile<32x64xi64> -> tile<32x64xi1>
  %57 = muli %55, %19 : tile<32x64xi64>
  %58 = reshape %2 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %59 = broadcast %58 : tile<1x1xptr<f16>> -> tile<32x64xptr<f16>>
  %60 = constant <f16: 0.000000e+00> : tile<f16>
  %61 = reshape %60 : tile<f16> -> tile<1x1xf16>
  %62 = broadcast %61 : tile<1x1xf16> -> tile<32x64xf16>
  %acc_1 = for %k in (%40 to %39, step %41) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
    %63 = muli %k, %24 : tile<i32>
    %64 = reshape %63 : tile<i32> -> tile<1xi32>
    %65 = broadcast %64 : tile<1xi32> -> tile<32xi32>
    %inner = addi %65, %42 : tile<32xi32>
    %66 = reshape %inner : tile<32xi32> -> tile<1x32xi32>
    %67 = exti %66 signed : tile<1x32xi32> -> tile<1x32xi64>
    %68 = broadcast %67 : tile<1x32xi64> -> tile<64x32xi64>
    %69 = cmpi less_than %68, %14, unsigned : tile<64x32xi64> -> tile<64x32xi1>
    %70 = andi %46, %69 : tile<64x32xi1>
    %71 = muli %68, %15 : tile<64x32xi64>
    %72 = addi %47, %71 : tile<64x32xi64>
    %73 = offset %49, %72 : tile<64x32xptr<f16>>, tile<64x32xi64> -> tile<64x32xptr<f16>>
    %a, %74 = load_ptr_tko weak %73, %70, %52 token=%0 : tile<64x32xptr<f16>>, tile<64x32xi1>, tile<64x32xf16> -> tile<64x32xf16>, token
    %75 = reshape %inner : tile<32xi32> -> tile<32x1xi32>
    %76 = exti %75 signed : tile<32x1xi32> -> tile<32x1xi64>
    %77 = broadcast %76 : tile<32x1xi64> -> tile<32x64xi64>
    %78 = cmpi less_than %77, %16, unsigned : tile<32x64xi64> -> tile<32x64xi1>
    %79 = muli %77, %17 : tile<32x64xi64>
    %80 = andi %78, %56 : tile<32x64xi1>
    %81 = addi %79, %57 : tile<32x64xi64>
    %82 = offset %59, %81 : tile<32x64xptr<f16>>, tile<32x64xi64> -> tile<32x64xptr<f16>>
    %b, %83 = load_ptr_tko weak %82, %80, %62 token=%0 : tile<32x64xptr<f16>>, tile<32x64xi1>, tile<32x64xf16> -> tile<32x64xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %acc_3 : tile<64x64xf32>
  }
  %84 = make_partition_view %21 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
  %85 = store_view_tko weak %acc_1, %84[%m, %n] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
