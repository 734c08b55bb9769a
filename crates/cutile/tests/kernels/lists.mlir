entry @lists_Kt1_LA1f32_1t1_p16_A1f32_1t1_p16_Si32(%xs: tile<ptr<i64>>, %xs_length: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Y : tile<ptr<f32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = make_tensor_view %xs, shape = [%xs_length, 3], strides = [3, 1] : tile<i32> -> tensor_view<?x3xi64, strides=[3,1]>
  %7 = make_partition_view %6 : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>
  %8 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %9 = make_tensor_view %1, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %10 = constant <i32: 0> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 0> : tile<i32>
  %13 = make_partition_view %9 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %14 = for %i in (%10 to %n, step %11) : tile<i32> iter_values(%15 = %0) -> (token) {
    %16 = constant <i32: 0> : tile<i32>
    %17, %18 = load_view_tko weak %7[%i, %16] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %19 = constant <i32: 0> : tile<i32>
    %20 = extract %17[%16, %19] : tile<1x4xi64> -> tile<1x1xi64>
    %21 = reshape %20 : tile<1x1xi64> -> tile<i64>
    %22 = constant <i32: 1> : tile<i32>
    %23 = extract %17[%16, %22] : tile<1x4xi64> -> tile<1x1xi64>
    %24 = reshape %23 : tile<1x1xi64> -> tile<i64>
    %25 = constant <i32: 2> : tile<i32>
    %26 = extract %17[%16, %25] : tile<1x4xi64> -> tile<1x1xi64>
    %27 = reshape %26 : tile<1x1xi64> -> tile<i64>
    %28 = trunci %24 : tile<i64> -> tile<i32>
    %29 = trunci %27 : tile<i64> -> tile<i32>
    %30 = int_to_ptr %21 : tile<i64> -> tile<ptr<f32>>
    %31 = assume div_by<16>, %30 : tile<ptr<f32>>
    %32 = assume bounded<0, ?>, %28 : tile<i32>
    %33 = make_tensor_view %31, shape = [%32], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %34 = make_partition_view %33 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %35, %36 = load_view_tko weak %34[%12] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %37 = join_tokens %15, %36 : token
    %38 = store_view_tko weak %35, %13[%i] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    continue %37 : token
  }
  %39 = constant <i32: 0> : tile<i32>
  %40 = constant <i32: 1> : tile<i32>
  %41 = constant <i32: 4> : tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = constant <i32: 1> : tile<i32>
  %44 = constant <i32: 0> : tile<i32>
  %45, %46 = load_view_tko weak %7[%n, %44] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
  %47 = constant <i32: 0> : tile<i32>
  %48 = extract %45[%44, %47] : tile<1x4xi64> -> tile<1x1xi64>
  %49 = reshape %48 : tile<1x1xi64> -> tile<i64>
  %50 = constant <i32: 1> : tile<i32>
  %51 = extract %45[%44, %50] : tile<1x4xi64> -> tile<1x1xi64>
  %52 = reshape %51 : tile<1x1xi64> -> tile<i64>
  %53 = constant <i32: 2> : tile<i32>
  %54 = extract %45[%44, %53] : tile<1x4xi64> -> tile<1x1xi64>
  %55 = reshape %54 : tile<1x1xi64> -> tile<i64>
  %56 = trunci %52 : tile<i64> -> tile<i32>
  %57 = trunci %55 : tile<i64> -> tile<i32>
  %58 = int_to_ptr %49 : tile<i64> -> tile<ptr<f32>>
  %59 = assume div_by<16>, %58 : tile<ptr<f32>>
  %60 = assume bounded<0, ?>, %56 : tile<i32>
  %61 = make_tensor_view %59, shape = [%60], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %62 = make_partition_view %61 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %63, %64 = for %i_1 in (%39 to %n, step %40) : tile<i32> iter_values(%65 = %14, %66 = %0) -> (token, token) {
    %67, %68 = for %j in (%42 to %41, step %43) : tile<i32> iter_values(%69 = %65, %70 = %66) -> (token, token) {
      %71 = constant <i32: 0> : tile<i32>
      %72, %73 = load_view_tko weak %7[%j, %71] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
      %74 = constant <i32: 0> : tile<i32>
      %75 = extract %72[%71, %74] : tile<1x4xi64> -> tile<1x1xi64>
      %76 = reshape %75 : tile<1x1xi64> -> tile<i64>
      %77 = constant <i32: 1> : tile<i32>
      %78 = extract %72[%71, %77] : tile<1x4xi64> -> tile<1x1xi64>
      %79 = reshape %78 : tile<1x1xi64> -> tile<i64>
      %80 = constant <i32: 2> : tile<i32>
      %81 = extract %72[%71, %80] : tile<1x4xi64> -> tile<1x1xi64>
      %82 = reshape %81 : tile<1x1xi64> -> tile<i64>
      %83 = trunci %79 : tile<i64> -> tile<i32>
      %84 = trunci %82 : tile<i64> -> tile<i32>
      %85 = int_to_ptr %76 : tile<i64> -> tile<ptr<f32>>
      %86 = assume div_by<16>, %85 : tile<ptr<f32>>
      %87 = assume bounded<0, ?>, %83 : tile<i32>
      %88 = make_tensor_view %86, shape = [%87], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
      %89, %90 = load_view_tko weak %62[%j] token = %70 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
      %91 = join_tokens %69, %90 : token
      %92 = make_partition_view %88 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
      %93 = store_view_tko weak %89, %92[%i_1] token = %91 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      continue %93, %93 : token, token
    }
    continue %67, %68 : token, token
  }
  return
}
