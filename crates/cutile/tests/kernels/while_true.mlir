entry @while_true_Kt1_A1f32_1t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %4 = make_tensor_view %1, shape = [%3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %5 = constant <f32: 1.000000e+00> : tile<f32>
  %6 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 9> : tile<i32>
  %9 = constant <i32: 5> : tile<i32>
  %10 = constant <i32: 3> : tile<i32>
  %11 = constant <i32: 0> : tile<i32>
  %12 = constant <f32: 0.000000e+00> : tile<4xf32>
  %13 = constant <f32: 0.000000e+00> : tile<4xf32>
  %14 = constant <f32: 0.000000e+00> : tile<f32>
  %A, %a, %last, %n_1, %z, %15 = loop iter_values(%A_1 = %12, %a_1 = %5, %last_1 = %13, %n_2 = %n, %z_1 = %14, %16 = %0) : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token -> tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token {
    %A_2, %17 = load_view_tko weak %6[%n_2] token = %0 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %18 = join_tokens %16, %17 : token
    %n_3 = addi %n_2, %7 : tile<i32>
    %19 = cmpi greater_than %n_3, %8, signed : tile<i32> -> tile<i1>
    if %19 {
      %20 = constant <f32: 0.000000e+00> : tile<4xf32>
      continue %A_2, %a_1, %20, %n_3, %a_1, %18 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token
    } else {
    }
    %21 = reshape %a_1 : tile<f32> -> tile<1xf32>
    %22 = broadcast %21 : tile<1xf32> -> tile<4xf32>
    %last_2 = mulf %A_2, %22  : tile<4xf32>
    %23 = cmpi greater_than %n_3, %9, signed : tile<i32> -> tile<i1>
    if %23 {
      break %A_2, %a_1, %A_2, %n_3, %a_1, %18 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token
    } else {
    }
    %24 = reduce %last_2 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
    (%25: tile<f32>, %26: tile<f32>) {
      %27 = addf %25, %26  : tile<f32>
      yield %27 : tile<f32>
    }
    %a_2 = addf %a_1, %24  : tile<f32>
    %28 = cmpi greater_than %n_3, %10, signed : tile<i32> -> tile<i1>
    if %28 {
      break %A_2, %a_2, %last_2, %n_3, %a_1, %18 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token
    } else {
    }
    %29 = cmpi less_than %n_3, %11, signed : tile<i32> -> tile<i1>
    %30 = if %29 -> (token) {
      %31 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
      %A_3, %32 = load_view_tko weak %31[%n_3] token = %0 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
      %33 = join_tokens %18, %32 : token
      break %A_3, %a_2, %last_2, %n_3, %a_1, %33 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token
    } else {
      yield %18 : token
    }
    %34 = constant <f32: 0.000000e+00> : tile<4xf32>
    continue %34, %a_2, %last_2, %n_3, %a_1, %30 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, token
  }
  %35 = constant <i32: 0> : tile<i32>
  %36 = reshape %z : tile<f32> -> tile<1xf32>
  %37 = broadcast %36 : tile<1xf32> -> tile<4xf32>
  %38 = constant <f32: 3.000000e+00> : tile<f32>
  %39 = reshape %38 : tile<f32> -> tile<1xf32>
  %40 = broadcast %39 : tile<1xf32> -> tile<4xf32>
  %41 = fma %last, %37, %40  : tile<4xf32>
  %42 = addf %41, %A  : tile<4xf32>
  %43 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %44 = store_view_tko weak %42, %43[%35] token = %15 : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
