entry @bounds_Kt1_A1f32_1t1_p16_A1f32_1t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<f32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %6 = make_tensor_view %1, shape = [%5], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %7 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %8 = make_tensor_view %2, shape = [%7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %9 = constant <i32: 0> : tile<i32>
  %10 = make_partition_view %6 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %x, %11 = load_view_tko weak %10[%9] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %12 = constant <i32: 0> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 4> : tile<i32>
  %15 = constant <i32: 0> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 0> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 6> : tile<i32>
  %20 = mini %n, %14 signed : tile<i32>
  %21 = maxi %12, %14 signed : tile<i32>
  %22 = for %i in (%12 to %20, step %13) : tile<i32> iter_values(%x_1 = %x) -> (tile<8xf32>) {
    %23 = constant <f32: 1.000000e+00> : tile<f32>
    %24 = reshape %23 : tile<f32> -> tile<1xf32>
    %25 = broadcast %24 : tile<1xf32> -> tile<8xf32>
    %x_2 = addf %x_1, %25  : tile<8xf32>
    %26 = mini %n, %i signed : tile<i32>
    %27 = maxi %15, %i signed : tile<i32>
    %28 = for %29 in (%15 to %26, step %16) : tile<i32> iter_values(%30 = %x_2) -> (tile<8xf32>) {
      %31 = mini %29, %19 signed : tile<i32>
      %32 = maxi %17, %19 signed : tile<i32>
      %33 = for %34 in (%17 to %31, step %18) : tile<i32> iter_values(%35 = %30) -> (tile<8xf32>) {
        %36 = constant <f32: 2.000000e+00> : tile<f32>
        %37 = reshape %36 : tile<f32> -> tile<1xf32>
        %38 = broadcast %37 : tile<1xf32> -> tile<8xf32>
        %x_3 = subf %35, %38  : tile<8xf32>
        continue %x_3 : tile<8xf32>
      }
      %39 = for %40 in (%32 to %29, step %18) : tile<i32> iter_values(%41 = %33) -> (tile<8xf32>) {
        %42 = constant <f32: 3.000000e+00> : tile<f32>
        %43 = reshape %42 : tile<f32> -> tile<1xf32>
        %44 = broadcast %43 : tile<1xf32> -> tile<8xf32>
        %x_4 = subf %41, %44  : tile<8xf32>
        continue %x_4 : tile<8xf32>
      }
      continue %39 : tile<8xf32>
    }
    %45 = for %46 in (%27 to %n, step %16) : tile<i32> iter_values(%47 = %28) -> (tile<8xf32>) {
      %48 = constant <f32: 2.000000e+00> : tile<f32>
      %49 = reshape %48 : tile<f32> -> tile<1xf32>
      %50 = broadcast %49 : tile<1xf32> -> tile<8xf32>
      %x_5 = mulf %47, %50  : tile<8xf32>
      %51 = mini %46, %19 signed : tile<i32>
      %52 = maxi %17, %19 signed : tile<i32>
      %53 = for %54 in (%17 to %51, step %18) : tile<i32> iter_values(%55 = %x_5) -> (tile<8xf32>) {
        %56 = constant <f32: 2.000000e+00> : tile<f32>
        %57 = reshape %56 : tile<f32> -> tile<1xf32>
        %58 = broadcast %57 : tile<1xf32> -> tile<8xf32>
        %x_6 = subf %55, %58  : tile<8xf32>
        continue %x_6 : tile<8xf32>
      }
      %59 = for %60 in (%52 to %46, step %18) : tile<i32> iter_values(%61 = %53) -> (tile<8xf32>) {
        %62 = constant <f32: 3.000000e+00> : tile<f32>
        %63 = reshape %62 : tile<f32> -> tile<1xf32>
        %64 = broadcast %63 : tile<1xf32> -> tile<8xf32>
        %x_7 = subf %61, %64  : tile<8xf32>
        continue %x_7 : tile<8xf32>
      }
      continue %59 : tile<8xf32>
    }
    continue %45 : tile<8xf32>
  }
  %65 = for %i_1 in (%21 to %n, step %13) : tile<i32> iter_values(%x_8 = %22) -> (tile<8xf32>) {
    %66 = mini %n, %i_1 signed : tile<i32>
    %67 = maxi %15, %i_1 signed : tile<i32>
    %68 = for %69 in (%15 to %66, step %16) : tile<i32> iter_values(%70 = %x_8) -> (tile<8xf32>) {
      %71 = mini %69, %19 signed : tile<i32>
      %72 = maxi %17, %19 signed : tile<i32>
      %73 = for %74 in (%17 to %71, step %18) : tile<i32> iter_values(%75 = %70) -> (tile<8xf32>) {
        %76 = constant <f32: 2.000000e+00> : tile<f32>
        %77 = reshape %76 : tile<f32> -> tile<1xf32>
        %78 = broadcast %77 : tile<1xf32> -> tile<8xf32>
        %x_9 = subf %75, %78  : tile<8xf32>
        continue %x_9 : tile<8xf32>
      }
      %79 = for %80 in (%72 to %69, step %18) : tile<i32> iter_values(%81 = %73) -> (tile<8xf32>) {
        %82 = constant <f32: 3.000000e+00> : tile<f32>
        %83 = reshape %82 : tile<f32> -> tile<1xf32>
        %84 = broadcast %83 : tile<1xf32> -> tile<8xf32>
        %x_10 = subf %81, %84  : tile<8xf32>
        continue %x_10 : tile<8xf32>
      }
      continue %79 : tile<8xf32>
    }
    %85 = for %86 in (%67 to %n, step %16) : tile<i32> iter_values(%87 = %68) -> (tile<8xf32>) {
      %88 = constant <f32: 2.000000e+00> : tile<f32>
      %89 = reshape %88 : tile<f32> -> tile<1xf32>
      %90 = broadcast %89 : tile<1xf32> -> tile<8xf32>
      %x_11 = mulf %87, %90  : tile<8xf32>
      %91 = mini %86, %19 signed : tile<i32>
      %92 = maxi %17, %19 signed : tile<i32>
      %93 = for %94 in (%17 to %91, step %18) : tile<i32> iter_values(%95 = %x_11) -> (tile<8xf32>) {
        %96 = constant <f32: 2.000000e+00> : tile<f32>
        %97 = reshape %96 : tile<f32> -> tile<1xf32>
        %98 = broadcast %97 : tile<1xf32> -> tile<8xf32>
        %x_12 = subf %95, %98  : tile<8xf32>
        continue %x_12 : tile<8xf32>
      }
      %99 = for %100 in (%92 to %86, step %18) : tile<i32> iter_values(%101 = %93) -> (tile<8xf32>) {
        %102 = constant <f32: 3.000000e+00> : tile<f32>
        %103 = reshape %102 : tile<f32> -> tile<1xf32>
        %104 = broadcast %103 : tile<1xf32> -> tile<8xf32>
        %x_13 = subf %101, %104  : tile<8xf32>
        continue %x_13 : tile<8xf32>
      }
      continue %99 : tile<8xf32>
    }
    continue %85 : tile<8xf32>
  }
  %105 = constant <i32: 0> : tile<i32>
  %106 = constant <i32: 2> : tile<i32>
  %107 = make_partition_view %6 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %108, %109 = load_view_tko weak %107[%105] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %110 = constant <f32: 2.000000e+00> : tile<f32>
  %111 = reshape %110 : tile<f32> -> tile<1xf32>
  %112 = broadcast %111 : tile<1xf32> -> tile<8xf32>
  %113 = make_partition_view %6 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %114, %115 = load_view_tko weak %113[%106] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %116 = constant <f32: 3.000000e+00> : tile<f32>
  %117 = reshape %116 : tile<f32> -> tile<1xf32>
  %118 = broadcast %117 : tile<1xf32> -> tile<8xf32>
  %119 = constant <i32: 0> : tile<i32>
  %120 = fma %108, %112, %65  : tile<8xf32>
  %121 = fma %114, %118, %120  : tile<8xf32>
  %122 = constant <f32: 4.000000e+00> : tile<f32>
  %123 = reshape %122 : tile<f32> -> tile<1xf32>
  %124 = broadcast %123 : tile<1xf32> -> tile<8xf32>
  %125 = addf %121, %124  : tile<8xf32>
  %126 = make_partition_view %8 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %127 = store_view_tko weak %125, %126[%119] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
