entry @folded_Kt1_A1f64_1t1_p16_A1b8_1t1_p16_A2i32_1v4l0_2t1_p16_Si32(%A: tile<ptr<f64>>, %A_size0: tile<i32>, %A_stride0: tile<i32>, %B: tile<ptr<i1>>, %B_size0: tile<i32>, %B_stride0: tile<i32>, %C: tile<ptr<i32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f64>>
  %2 = assume div_by<16>, %B : tile<ptr<i1>>
  %3 = assume div_by<16>, %C : tile<ptr<i32>>
  %4 = assume div_by<4>, %C_stride0 : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i1: false> : tile<1xi1>
  %9 = constant <i64: 1> : tile<1xi64>
  %10 = constant <i1: true> : tile<1xi1>
  %11 = constant <i32: 7> : tile<8x4xi32>
  %12 = constant <i32: 7> : tile<4x8xi32>
  %13 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %14 = make_tensor_view %1, shape = [%13], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
  %15 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %16 = make_tensor_view %2, shape = [%15], strides = [1] : tile<i32> -> tensor_view<?xi1, strides=[1]>
  %17 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %18 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %19 = assume bounded<0, ?>, %4 : tile<i32>
  %20 = assume div_by<4>, %19 : tile<i32>
  %21 = make_tensor_view %3, shape = [%17, %18], strides = [%20, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
  %22 = constant <i32: 0> : tile<i32>
  %23 = constant <f64: -0.0010000000474974513> : tile<f64>
  %24 = reshape %23 : tile<f64> -> tile<1xf64>
  %25 = make_partition_view %14 : partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>
  %26 = store_view_tko weak %24, %25[%22] token = %0 : tile<1xf64>, partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <f64: 0.10000000149011612> : tile<f64>
  %29 = reshape %28 : tile<f64> -> tile<1xf64>
  %30 = make_partition_view %14 : partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>
  %31 = store_view_tko weak %29, %30[%27] token = %26 : tile<1xf64>, partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
  %yes = constant <i1: true> : tile<i1>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 3> : tile<i32>
  %34 = cmpi greater_than %n, %33, signed : tile<i32> -> tile<i1>
  %35 = if %34 -> (tile<i1>) {
    yield %yes : tile<i1>
  } else {
    %36 = constant <i32: 4> : tile<i32>
    %37 = cmpi greater_than %n, %36, signed : tile<i32> -> tile<i1>
    yield %37 : tile<i1>
  }
  %38 = reshape %35 : tile<i1> -> tile<1xi1>
  %39 = make_partition_view %16 : partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>
  %40 = store_view_tko weak %38, %39[%32] token = %0 : tile<1xi1>, partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>, tile<i32> -> token
  %41 = constant <i32: 1> : tile<i32>
  %42 = make_partition_view %16 : partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>
  %43 = store_view_tko weak %8, %42[%41] token = %40 : tile<1xi1>, partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>, tile<i32> -> token
  %44 = constant <i32: 4> : tile<1xi32>
  %45 = exti %44 signed : tile<1xi32> -> tile<1xi64>
  %46 = exti %15 signed : tile<i32> -> tile<i64>
  %47 = reshape %46 : tile<i64> -> tile<1xi64>
  %48 = cmpi less_than %45, %47, unsigned : tile<1xi64> -> tile<1xi1>
  %49 = muli %45, %9 : tile<1xi64>
  %50 = reshape %2 : tile<ptr<i1>> -> tile<1xptr<i1>>
  %51 = offset %50, %49 : tile<1xptr<i1>>, tile<1xi64> -> tile<1xptr<i1>>
  %52 = assume div_by<4>, %51 : tile<1xptr<i1>>
  %53 = store_ptr_tko weak %52, %10, %48 token=%43 : tile<1xptr<i1>>, tile<1xi1>, tile<1xi1> -> token
  %54 = constant <i32: 0> : tile<i32>
  %55 = make_partition_view %21 : partition_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>>
  %56 = store_view_tko weak %11, %55[%n, %54] token = %0 : tile<8x4xi32>, partition_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
  %57 = constant <i32: 1> : tile<i32>
  %58 = make_partition_view %21 : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
  %59 = store_view_tko weak %12, %58[%n, %57] token = %56 : tile<4x8xi32>, partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
  %60 = constant <i32: 2> : tile<i32>
  %61 = constant <i32: 7> : tile<4x8xi32>
  %62 = permute %61 [1, 0] : tile<4x8xi32> -> tile<8x4xi32>
  %63 = make_partition_view %21 : partition_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>>
  %64 = store_view_tko weak %62, %63[%n, %60] token = %59 : tile<8x4xi32>, partition_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
  return
}
