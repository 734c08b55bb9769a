entry @unneeded_Kt1_A1f32_1t1_p16_A1f32_1t1_p16(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<f32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i64: 1> : tile<i64>
  %6 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %7 = make_tensor_view %1, shape = [%6], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %8 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %9 = make_tensor_view %2, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %i, %10, %11 = get_tile_block_id : tile<i32>
  %12 = constant <i32: 3> : tile<i32>
  %13 = cmpi greater_than %i, %12, signed : tile<i32> -> tile<i1>
  %14 = make_partition_view %9 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %15 = make_partition_view %7 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %16 = constant <f32: 1.000000e+00> : tile<f32>
  %17 = exti %i signed : tile<i32> -> tile<i64>
  %18 = exti %8 signed : tile<i32> -> tile<i64>
  %19 = cmpi less_than %17, %18, unsigned : tile<i64> -> tile<i1>
  %20 = muli %17, %5 : tile<i64>
  %21 = offset %2, %20 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %22 = assume div_by<4>, %21 : tile<ptr<f32>>
  %23, %24, %25 = loop iter_values(%26 = %0, %27 = %0, %28 = %0) : token, token, token -> token, token, token {
    if %13 {
      break %26, %27, %28 : token, token, token
    } else {
    }
    %29, %30 = load_view_tko weak %14[%i] token = %27 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %31 = join_tokens %26, %30 : token
    %32 = store_view_tko weak %29, %15[%i] token = %28 : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %33 = store_ptr_tko weak %22, %16, %19 token=%31 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
    break %33, %33, %32 : token, token, token
  }
  %34 = constant <i32: 10> : tile<i32>
  %35 = constant <f32: 1.000000e+00> : tile<f32>
  %36 = reshape %35 : tile<f32> -> tile<1xf32>
  %37 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %38 = constant <i32: 1> : tile<i32>
  %39 = constant <i32: 7> : tile<i32>
  %i_1, %40, %41 = loop iter_values(%i_2 = %i, %42 = %23, %43 = %25) : tile<i32>, token, token -> tile<i32>, token, token {
    %44 = cmpi less_than %i_2, %34, signed : tile<i32> -> tile<i1>
    if %44 {
    } else {
      break %i_2, %42, %43 : tile<i32>, token, token
    }
    %45 = store_view_tko weak %36, %37[%i_2] token = %42 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %i_3 = addi %i_2, %38 : tile<i32>
    %46 = cmpi equal %i_3, %39, signed : tile<i32> -> tile<i1>
    %47, %48 = if %46 -> (token, token) {
      %49 = constant <i32: 0> : tile<i32>
      %50 = constant <f32: 1.000000e+00> : tile<f32>
      %51 = reshape %50 : tile<f32> -> tile<1xf32>
      %52 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
      %53 = store_view_tko weak %51, %52[%49] token = %45 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      %54 = constant <i32: 0> : tile<i32>
      %55 = constant <f32: 2.000000e+00> : tile<f32>
      %56 = reshape %55 : tile<f32> -> tile<1xf32>
      %57 = make_partition_view %7 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
      %58 = store_view_tko weak %56, %57[%54] token = %43 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      %59 = make_token : token
      break %i_3, %59, %58 : tile<i32>, token, token
    } else {
      yield %45, %43 : token, token
    }
    continue %i_3, %47, %48 : tile<i32>, token, token
  }
  %60 = constant <i32: 1> : tile<i32>
  %61 = constant <f32: 3.000000e+00> : tile<f32>
  %62 = reshape %61 : tile<f32> -> tile<1xf32>
  %63 = make_partition_view %7 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %64 = store_view_tko weak %62, %63[%60] token = %41 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
