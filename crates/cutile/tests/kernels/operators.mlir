entry @operators_Kt1_A1f32_1i16t1_p16_A1f32_1i16t1_p16_Si32_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %X_size0 : tile<i32>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = assume div_by<16>, %Y_size0 : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = assume bounded<0, ?>, %2 : tile<i32>
  %8 = assume div_by<16>, %7 : tile<i32>
  %9 = make_tensor_view %1, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %10 = assume bounded<0, ?>, %4 : tile<i32>
  %11 = assume div_by<16>, %10 : tile<i32>
  %12 = make_tensor_view %3, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %13 = make_partition_view %9 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %14, %15 = load_view_tko weak %13[%n] token = %0 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %16 = join_tokens %0, %15 : token
  %17 = make_partition_view %9 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %18, %19 = load_view_tko weak %17[%m] token = %0 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %20 = join_tokens %16, %19 : token
  %21 = constant <i32: 5> : tile<i32>
  %22 = constant <i32: 0> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24, %25 = for %i in (%22 to %21, step %23) : tile<i32> iter_values(%z = %14, %z_1 = %18) -> (tile<16xf32>, tile<16xf32>) {
    %26 = mulf %z_1, %z_1  : tile<16xf32>
    %27 = negf %26 : tile<16xf32>
    %28 = fma %z, %z, %27  : tile<16xf32>
    %29 = mulf %z_1, %z  : tile<16xf32>
    %30 = fma %z, %z_1, %29  : tile<16xf32>
    %31 = addf %28, %14  : tile<16xf32>
    %32 = addf %30, %18  : tile<16xf32>
    continue %31, %32 : tile<16xf32>, tile<16xf32>
  }
  %33 = constant <f32: 2.000000e+00> : tile<f32>
  %34 = reshape %33 : tile<f32> -> tile<1xf32>
  %35 = broadcast %34 : tile<1xf32> -> tile<16xf32>
  %36 = reshape %33 : tile<f32> -> tile<1xf32>
  %37 = broadcast %36 : tile<1xf32> -> tile<16xf32>
  %38 = fma %35, %14, %24  : tile<16xf32>
  %39 = fma %37, %18, %25  : tile<16xf32>
  %40 = divf %14, %38  : tile<16xf32>
  %41 = reduce %40 dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32> 
  (%42: tile<f32>, %43: tile<f32>) {
    %44 = addf %42, %43  : tile<f32>
    yield %44 : tile<f32>
  }
  %45 = reduce %18 dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32> 
  (%46: tile<f32>, %47: tile<f32>) {
    %48 = addf %46, %47  : tile<f32>
    yield %48 : tile<f32>
  }
  %49 = join_tokens %0, %20 : token
  %50 = print_tko "%f + %f i\0A", %41, %45 token=%49 : tile<f32>, tile<f32> -> token
  %51 = constant <f32: 5.000000e-01> : tile<f32>
  %52 = make_partition_view %9 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %53 = join_tokens %0, %50 : token
  %54, %55 = load_view_tko weak %52[%m] token = %53 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %56 = join_tokens %20, %55 : token
  %57 = reshape %51 : tile<f32> -> tile<1xf32>
  %58 = broadcast %57 : tile<1xf32> -> tile<16xf32>
  %59 = mulf %54, %58  : tile<16xf32>
  %60 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %61 = join_tokens %0, %50 : token
  %62 = store_view_tko weak %59, %60[%n] token = %61 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %63 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %64 = join_tokens %62, %50 : token
  %65, %66 = load_view_tko weak %63[%n] token = %64 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %67 = join_tokens %62, %66 : token
  %68 = addf %65, %38  : tile<16xf32>
  %69 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %70 = join_tokens %67, %50 : token
  %71 = store_view_tko weak %68, %69[%n] token = %70 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %72 = cmpi equal %n, %m, signed : tile<i32> -> tile<i1>
  %73 = cmpi less_than %n, %m, signed : tile<i32> -> tile<i1>
  %74 = constant <i1: false> : tile<i1>
  %75 = loop iter_values(%76 = %74) : tile<i1> -> tile<i1> {
    if %72 {
      %77 = cmpi equal %m, %n, signed : tile<i32> -> tile<i1>
      %78 = cmpi less_than %m, %n, signed : tile<i32> -> tile<i1>
      %79 = constant <i1: false> : tile<i1>
      %80 = loop iter_values(%81 = %79) : tile<i1> -> tile<i1> {
        if %77 {
          %82 = constant <i1: false> : tile<i1>
          %83 = constant <i1: false> : tile<i1>
          %84 = loop iter_values(%85 = %83) : tile<i1> -> tile<i1> {
            break %82 : tile<i1>
          }
          break %84 : tile<i1>
        } else {
        }
        break %78 : tile<i1>
      }
      break %80 : tile<i1>
    } else {
    }
    break %73 : tile<i1>
  }
  %86 = if %75 -> (token) {
    %87 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %88 = join_tokens %71, %50 : token
    %89 = store_view_tko weak %39, %87[%m] token = %88 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    yield %89 : token
  } else {
    yield %71 : token
  }
  %90 = cmpi equal %n, %m, signed : tile<i32> -> tile<i1>
  %91 = constant <i1: true> : tile<i1>
  %92 = constant <i1: false> : tile<i1>
  %93 = loop iter_values(%94 = %92) : tile<i1> -> tile<i1> {
    if %90 {
      %95 = cmpi equal %m, %n, signed : tile<i32> -> tile<i1>
      %96 = constant <i1: true> : tile<i1>
      %97 = constant <i1: false> : tile<i1>
      %98 = loop iter_values(%99 = %97) : tile<i1> -> tile<i1> {
        if %95 {
          %100 = constant <i1: false> : tile<i1>
          %101 = constant <i1: false> : tile<i1>
          %102 = loop iter_values(%103 = %101) : tile<i1> -> tile<i1> {
            break %100 : tile<i1>
          }
          break %102 : tile<i1>
        } else {
        }
        break %96 : tile<i1>
      }
      break %98 : tile<i1>
    } else {
    }
    break %91 : tile<i1>
  }
  %104 = if %93 -> (tile<i1>) {
    %105 = cmpi equal %n, %m, signed : tile<i32> -> tile<i1>
    %106 = cmpi greater_than_or_equal %n, %m, signed : tile<i32> -> tile<i1>
    %107 = constant <i1: false> : tile<i1>
    %108 = loop iter_values(%109 = %107) : tile<i1> -> tile<i1> {
      if %105 {
        %110 = cmpi equal %m, %n, signed : tile<i32> -> tile<i1>
        %111 = cmpi greater_than_or_equal %m, %n, signed : tile<i32> -> tile<i1>
        %112 = constant <i1: false> : tile<i1>
        %113 = loop iter_values(%114 = %112) : tile<i1> -> tile<i1> {
          if %110 {
            %115 = constant <i1: true> : tile<i1>
            %116 = constant <i1: false> : tile<i1>
            %117 = loop iter_values(%118 = %116) : tile<i1> -> tile<i1> {
              break %115 : tile<i1>
            }
            break %117 : tile<i1>
          } else {
          }
          break %111 : tile<i1>
        }
        break %113 : tile<i1>
      } else {
      }
      break %106 : tile<i1>
    }
    %119 = if %108 -> (tile<i1>) {
      %120 = constant <i1: true> : tile<i1>
      yield %120 : tile<i1>
    } else {
      yield %108 : tile<i1>
    }
    yield %119 : tile<i1>
  } else {
    yield %93 : tile<i1>
  }
  %121 = if %104 -> (token) {
    %122 = constant <i32: 2> : tile<i32>
    %quotient = divi %n, %122 signed rounding<negative_inf> : tile<i32>
    %123 = remi %n, %122 signed : tile<i32>
    %124 = constant <i32: 0> : tile<i32>
    %125 = cmpi less_than %123, %124, signed : tile<i32> -> tile<i1>
    %126 = constant <i1: false> : tile<i1>
    %127 = xori %125, %126 : tile<i1>
    %128 = cmpi not_equal %123, %124, signed : tile<i32> -> tile<i1>
    %129 = andi %127, %128 : tile<i1>
    %130 = addi %123, %122 : tile<i32>
    %rest = select %129, %130, %123 : tile<i1>, tile<i32>
    %131 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %132 = join_tokens %86, %50 : token
    %133 = store_view_tko weak %38, %131[%quotient] token = %132 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %134 = addi %rest, %n : tile<i32>
    %135 = make_partition_view %12 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %136 = join_tokens %133, %50 : token
    %137 = store_view_tko weak %39, %135[%134] token = %136 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    yield %137 : token
  } else {
    yield %86 : token
  }
  %138 = join_tokens %50, %56, %121 : token
  %139 = print_tko "Place(row=%d, column=%d) False\0A", %n, %m token=%138 : tile<i32>, tile<i32> -> token
  return
}
