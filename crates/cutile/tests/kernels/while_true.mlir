entry @while_true_Kt1_A1f32_1t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %4 = make_tensor_view %1, shape = [%3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %5 = constant <f32: 1.000000e+00> : tile<f32>
  %6 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %7 = constant <i32: 3> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 9> : tile<i32>
  %10 = constant <i32: 5> : tile<i32>
  %11 = constant <i32: 3> : tile<i32>
  %12 = constant <i32: 0> : tile<i32>
  %13 = constant <f32: 0.000000e+00> : tile<4xf32>
  %14 = constant <f32: 0.000000e+00> : tile<4xf32>
  %15 = constant <f32: 0.000000e+00> : tile<f32>
  %16 = constant <i32: 0> : tile<i32>
  %17, %18, %19, %20, %21, %22, %23 = loop iter_values(%A = %13, %a = %5, %last = %14, %n_1 = %n, %z = %15, %z_1 = %16, %24 = %0) : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token -> tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token {
    %A_1, %25 = load_view_tko weak %6[%n_1] token = %0 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %26 = join_tokens %24, %25 : token
    %n_2 = addi %n_1, %8 : tile<i32>
    %27 = cmpi greater_than %n_2, %9, signed : tile<i32> -> tile<i1>
    if %27 {
      %28 = constant <f32: 0.000000e+00> : tile<4xf32>
      continue %A_1, %a, %28, %n_2, %a, %7, %26 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token
    } else {
    }
    %29 = reshape %a : tile<f32> -> tile<1xf32>
    %30 = broadcast %29 : tile<1xf32> -> tile<4xf32>
    %last_1 = mulf %A_1, %30  : tile<4xf32>
    %31 = cmpi greater_than %n_2, %10, signed : tile<i32> -> tile<i1>
    if %31 {
      break %A_1, %a, %A_1, %n_2, %a, %7, %26 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token
    } else {
    }
    %32 = reduce %last_1 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
    (%33: tile<f32>, %34: tile<f32>) {
      %35 = addf %33, %34  : tile<f32>
      yield %35 : tile<f32>
    }
    %a_1 = addf %a, %32  : tile<f32>
    %36 = cmpi greater_than %n_2, %11, signed : tile<i32> -> tile<i1>
    if %36 {
      break %A_1, %a_1, %last_1, %n_2, %a, %7, %26 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token
    } else {
    }
    %37 = cmpi less_than %n_2, %12, signed : tile<i32> -> tile<i1>
    %38 = if %37 -> (token) {
      %39 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
      %A_2, %40 = load_view_tko weak %39[%n_2] token = %0 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
      %41 = join_tokens %26, %40 : token
      break %A_2, %a_1, %last_1, %n_2, %a, %7, %41 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token
    } else {
      yield %26 : token
    }
    %42 = constant <f32: 0.000000e+00> : tile<4xf32>
    continue %42, %a_1, %last_1, %n_2, %a, %7, %38 : tile<4xf32>, tile<f32>, tile<4xf32>, tile<i32>, tile<f32>, tile<i32>, token
  }
  %43 = constant <i32: 0> : tile<i32>
  %44 = reshape %21 : tile<f32> -> tile<1xf32>
  %45 = broadcast %44 : tile<1xf32> -> tile<4xf32>
  %46 = itof %22 signed  : tile<i32> -> tile<f32>
  %47 = reshape %46 : tile<f32> -> tile<1xf32>
  %48 = broadcast %47 : tile<1xf32> -> tile<4xf32>
  %49 = fma %19, %45, %48  : tile<4xf32>
  %50 = addf %49, %17  : tile<4xf32>
  %51 = make_partition_view %4 : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %52 = store_view_tko weak %50, %51[%43] token = %23 : tile<4xf32>, partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
