entry @corners_Kt1_A1f32_1t1_p16_A1i32_1t1_p16_Si32_Sf32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %f: tile<f32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<i32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<1xi32>
  %6 = constant <i1: false> : tile<i1>
  %7 = constant <i1: true> : tile<i1>
  %8 = constant <i1: false> : tile<i1>
  %9 = constant <i1: true> : tile<i1>
  %10 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %11 = make_tensor_view %1, shape = [%10], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %12 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %13 = make_tensor_view %2, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %14 = constant <i32: 0> : tile<i32>
  %15 = make_partition_view %11 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %a, %16 = load_view_tko weak %15[%14] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %17 = join_tokens %0, %16 : token
  %18 = constant <i32: 1> : tile<i32>
  %19 = make_partition_view %11 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %b, %20 = load_view_tko weak %19[%18] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %21 = join_tokens %17, %20 : token
  %product = mulf %a, %b  : tile<8xf32>
  %22 = mulf %b, %b  : tile<8xf32>
  %rest = subf %product, %22  : tile<8xf32>
  %23 = ftoi %f signed  : tile<f32> -> tile<i32>
  %24 = reshape %n : tile<i32> -> tile<1xi32>
  %25 = cat %24, %5 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %26 = reshape %23 : tile<i32> -> tile<1xi32>
  %27 = reshape %n : tile<i32> -> tile<1xi32>
  %28 = cat %26, %27 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %tile = cat %25, %28 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %29 = constant <i32: 32> : tile<i32>
  %30 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %31 = store_view_tko weak %tile, %30[%29] token = %0 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %rest_1 = addf %rest, %product  : tile<8xf32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = constant <f32: 1.000000e+00> : tile<f32>
  %35 = reshape %34 : tile<f32> -> tile<1xf32>
  %36 = broadcast %35 : tile<1xf32> -> tile<8xf32>
  %37 = constant <i32: 2> : tile<i32>
  %38, %39, %40 = for %i in (%32 to %n, step %33) : tile<i32> iter_values(%rest_2 = %rest_1, %41 = %6, %42 = %8) -> (tile<8xf32>, tile<i1>, tile<i1>) {
    if %42 {
      continue %rest_2, %41, %42 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    %rest_3 = addf %rest_2, %36  : tile<8xf32>
    %43 = cmpi equal %i, %37, signed : tile<i32> -> tile<i1>
    if %43 {
      continue %rest_2, %7, %9 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    continue %rest_3, %41, %42 : tile<8xf32>, tile<i1>, tile<i1>
  }
  if %39 {
    return
  } else {
  }
  %44 = constant <i32: 2> : tile<i32>
  %45 = make_partition_view %11 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %46 = store_view_tko weak %38, %45[%44] token = %21 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
