entry @slices_Kt2_A2f32_1v8l0_2t1_p16_A2f32_1s64t128_2s128t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<8>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 64> : tile<i32>
  %6 = constant <i32: 128> : tile<i32>
  %7 = constant <i32: 128> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 128> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i64: 128> : tile<i64>
  %15 = constant <i64: 1> : tile<i64>
  %16 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %17 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %18 = assume bounded<0, ?>, %2 : tile<i32>
  %19 = assume div_by<8>, %18 : tile<i32>
  %20 = make_tensor_view %1, shape = [%16, %17], strides = [%19, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %21 = make_tensor_view %3, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
  %22 = constant <i32: 16> : tile<i32>
  %23 = addi %n, %22 : tile<i32>
  %24 = muli %n, %19 : tile<i32>
  %25 = exti %24 signed : tile<i32> -> tile<i64>
  %26 = offset %1, %25 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %27 = assume div_by<16>, %26 : tile<ptr<f32>>
  %28 = subi %23, %n : tile<i32>
  %29 = assume bounded<0, ?>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %17 : tile<i32>
  %31 = assume bounded<0, ?>, %19 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = make_tensor_view %27, shape = [%29, %30], strides = [%32, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %34 = constant <i32: 0> : tile<i32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = constant <i32: 0> : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = make_partition_view %33 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
  %39, %40 = load_view_tko weak %38[%36, %37] token = %0 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %41 = join_tokens %0, %40 : token
  %42 = make_partition_view %21 : partition_view<tile=(4x4), tensor_view<64x128xf32, strides=[128,1]>>
  %43 = store_view_tko weak %39, %42[%34, %35] token = %0 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
  %44 = constant <i32: 0> : tile<i32>
  %45 = muli %44, %7 : tile<i32>
  %46 = exti %45 signed : tile<i32> -> tile<i64>
  %47 = offset %3, %46 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %48 = constant <i32: 4> : tile<i32>
  %49 = addi %n, %48 : tile<i32>
  %50 = muli %n, %10 : tile<i32>
  %51 = exti %50 signed : tile<i32> -> tile<i64>
  %52 = offset %47, %51 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %53 = assume div_by<4>, %52 : tile<ptr<f32>>
  %54 = subi %49, %n : tile<i32>
  %55 = constant <i32: 16> : tile<i32>
  %56 = assume bounded<0, ?>, %54 : tile<i32>
  %57 = make_tensor_view %53, shape = [16, %56], strides = [128, 1] : tile<i32> -> tensor_view<16x?xf32, strides=[128,1]>
  %58 = constant <i32: 0> : tile<i32>
  %59 = constant <i32: 0> : tile<i32>
  %60 = constant <i32: 0> : tile<i32>
  %61 = constant <i32: 0> : tile<i32>
  %62 = make_partition_view %20 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>
  %63, %64 = load_view_tko weak %62[%60, %61] token = %0 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %65 = join_tokens %41, %64 : token
  %66 = make_partition_view %57 : partition_view<tile=(4x4), tensor_view<16x?xf32, strides=[128,1]>>
  %67 = store_view_tko weak %63, %66[%58, %59] token = %43 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<16x?xf32, strides=[128,1]>>, tile<i32> -> token
  %68 = constant <i32: 0> : tile<i32>
  %69 = constant <i32: 1> : tile<i32>
  %70 = constant <i32: 64> : tile<i32>
  %71 = assume bounded<0, ?>, %29 : tile<i32>
  %72 = assume bounded<0, ?>, %32 : tile<i32>
  %73 = assume div_by<8>, %72 : tile<i32>
  %74 = constant <i32: 0> : tile<i32>
  %75 = constant <i64: 16> : tile<i64>
  %76 = constant <i64: 3> : tile<i64>
  %77 = exti %56 signed : tile<i32> -> tile<i64>
  %78 = cmpi less_than %76, %77, unsigned : tile<i64> -> tile<i1>
  %79 = muli %76, %15 : tile<i64>
  %80 = constant <f32: 0.000000e+00> : tile<f32>
  for %i in (%68 to %n, step %69) : tile<i32> {
    %81 = muli %i, %9 : tile<i32>
    %82 = exti %81 signed : tile<i32> -> tile<i64>
    %83 = offset %27, %82 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %84 = assume div_by<4>, %83 : tile<ptr<f32>>
    %85 = subi %70, %i : tile<i32>
    %86 = assume bounded<0, ?>, %85 : tile<i32>
    %87 = make_tensor_view %84, shape = [%71, %86], strides = [%73, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %88 = exti %i signed : tile<i32> -> tile<i64>
    %89 = cmpi less_than %88, %75, unsigned : tile<i64> -> tile<i1>
    %90 = muli %88, %14 : tile<i64>
    %91 = andi %89, %78 : tile<i1>
    %92 = addi %90, %79 : tile<i64>
    %93 = offset %53, %92 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %94 = assume div_by<4>, %93 : tile<ptr<f32>>
    %95, %96 = load_ptr_tko weak %94, %91, %80 token=%67 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
    %97 = reshape %95 : tile<f32> -> tile<1x1xf32>
    %98 = make_partition_view %87 : partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>
    %99 = store_view_tko weak %97, %98[%i, %74] token = %65 : tile<1x1xf32>, partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  return
}
