entry @row_gather_Kt1_A2f16_1v8l0_2t1_p16_A1i32_1t1_p16_A2f16_1v8l0_2t1_p16_I16_I32(%TABLE: tile<ptr<f16>>, %TABLE_size0: tile<i32>, %TABLE_size1: tile<i32>, %TABLE_stride0: tile<i32>, %TABLE_stride1: tile<i32>, %ROWS: tile<ptr<i32>>, %ROWS_size0: tile<i32>, %ROWS_stride0: tile<i32>, %OUT: tile<ptr<f16>>, %OUT_size0: tile<i32>, %OUT_size1: tile<i32>, %OUT_stride0: tile<i32>, %OUT_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %TABLE : tile<ptr<f16>>
  %2 = assume div_by<8>, %TABLE_stride0 : tile<i32>
  %3 = assume div_by<16>, %ROWS : tile<ptr<i32>>
  %4 = assume div_by<16>, %OUT : tile<ptr<f16>>
  %5 = assume div_by<8>, %OUT_stride0 : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i64: 1> : tile<16x32xi64>
  %9 = assume bounded<0, ?>, %TABLE_size0 : tile<i32>
  %10 = assume bounded<0, ?>, %TABLE_size1 : tile<i32>
  %11 = assume bounded<0, ?>, %2 : tile<i32>
  %12 = assume bounded<0, ?>, %ROWS_size0 : tile<i32>
  %13 = make_tensor_view %3, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %14 = assume bounded<0, ?>, %OUT_size0 : tile<i32>
  %15 = assume bounded<0, ?>, %OUT_size1 : tile<i32>
  %16 = assume bounded<0, ?>, %5 : tile<i32>
  %17 = assume div_by<8>, %16 : tile<i32>
  %18 = make_tensor_view %4, shape = [%14, %15], strides = [%17, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %19 = constant <i32: 32> : tile<i32>
  %i, %20, %21 = get_tile_block_id : tile<i32>
  %22, %j, %23 = get_tile_block_id : tile<i32>
  %24 = make_partition_view %13 : partition_view<tile=(16), padding_value = zero, tensor_view<?xi32, strides=[1]>>
  %rows, %25 = load_view_tko weak %24[%i] token = %0 : partition_view<tile=(16), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
  %26 = muli %j, %19 : tile<i32>
  %27 = iota : tile<32xi32>
  %28 = reshape %26 : tile<i32> -> tile<1xi32>
  %29 = broadcast %28 : tile<1xi32> -> tile<32xi32>
  %columns = addi %29, %27 : tile<32xi32>
  %30 = reshape %rows : tile<16xi32> -> tile<16x1xi32>
  %31 = reshape %columns : tile<32xi32> -> tile<1x32xi32>
  %32 = exti %30 signed : tile<16x1xi32> -> tile<16x1xi64>
  %33 = broadcast %32 : tile<16x1xi64> -> tile<16x32xi64>
  %34 = exti %9 signed : tile<i32> -> tile<i64>
  %35 = reshape %34 : tile<i64> -> tile<1x1xi64>
  %36 = broadcast %35 : tile<1x1xi64> -> tile<16x32xi64>
  %37 = cmpi less_than %33, %36, unsigned : tile<16x32xi64> -> tile<16x32xi1>
  %38 = exti %11 signed : tile<i32> -> tile<i64>
  %39 = reshape %38 : tile<i64> -> tile<1x1xi64>
  %40 = broadcast %39 : tile<1x1xi64> -> tile<16x32xi64>
  %41 = muli %33, %40 : tile<16x32xi64>
  %42 = exti %31 signed : tile<1x32xi32> -> tile<1x32xi64>
  %43 = broadcast %42 : tile<1x32xi64> -> tile<16x32xi64>
  %44 = exti %10 signed : tile<i32> -> tile<i64>
  %45 = reshape %44 : tile<i64> -> tile<1x1xi64>
  %46 = broadcast %45 : tile<1x1xi64> -> tile<16x32xi64>
  %47 = cmpi less_than %43, %46, unsigned : tile<16x32xi64> -> tile<16x32xi1>
  %48 = andi %37, %47 : tile<16x32xi1>
  %49 = muli %43, %8 : tile<16x32xi64>
  %50 = addi %41, %49 : tile<16x32xi64>
  %51 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %52 = broadcast %51 : tile<1x1xptr<f16>> -> tile<16x32xptr<f16>>
  %53 = offset %52, %50 : tile<16x32xptr<f16>>, tile<16x32xi64> -> tile<16x32xptr<f16>>
  %54 = constant <f16: 0.000000e+00> : tile<f16>
  %55 = reshape %54 : tile<f16> -> tile<1x1xf16>
  %56 = broadcast %55 : tile<1x1xf16> -> tile<16x32xf16>
  %57, %58 = load_ptr_tko weak %53, %48, %56 token=%0 : tile<16x32xptr<f16>>, tile<16x32xi1>, tile<16x32xf16> -> tile<16x32xf16>, token
  %59 = make_partition_view %18 : partition_view<tile=(16x32), tensor_view<?x?xf16, strides=[?,1]>>
  %60 = store_view_tko weak %57, %59[%i, %j] token = %0 : tile<16x32xf16>, partition_view<tile=(16x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
