entry @truths_Kt1_A1f32_1t1_p16_A1u8_1t1_p16_A1f32_1t1_p16(%F: tile<ptr<f32>>, %F_size0: tile<i32>, %F_stride0: tile<i32>, %U8: tile<ptr<i8>>, %U8_size0: tile<i32>, %U8_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %F : tile<ptr<f32>>
  %2 = assume div_by<16>, %U8 : tile<ptr<i8>>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = assume bounded<0, ?>, %F_size0 : tile<i32>
  %8 = make_tensor_view %1, shape = [%7], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %9 = assume bounded<0, ?>, %U8_size0 : tile<i32>
  %10 = make_tensor_view %2, shape = [%9], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %11 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %12 = make_tensor_view %3, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %13 = constant <i32: 0> : tile<i32>
  %14 = make_partition_view %8 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %x, %15 = load_view_tko weak %14[%13] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %16 = constant <i32: 0> : tile<i32>
  %17 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %u, %18 = load_view_tko weak %17[%16] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %19 = constant <f32: 0.000000e+00> : tile<f32>
  %20 = reshape %19 : tile<f32> -> tile<1xf32>
  %21 = broadcast %20 : tile<1xf32> -> tile<8xf32>
  %is_above = cmpf greater_than ordered %x, %21 : tile<8xf32> -> tile<8xi1>
  %22 = constant <i32: 0> : tile<i32>
  %23 = absi %is_above : tile<8xi1>
  %24 = exti %u unsigned : tile<8xi8> -> tile<8xi32>
  %25 = absi %24 : tile<8xi32>
  %26 = exti %23 unsigned : tile<8xi1> -> tile<8xi32>
  %27 = addi %26, %25 : tile<8xi32>
  %28 = itof %27 unsigned  : tile<8xi32> -> tile<8xf32>
  %29 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %30 = store_view_tko weak %28, %29[%22] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %31 = constant <i32: 1> : tile<i32>
  %32 = constant <f32: 3.000000e+00> : tile<f32>
  %33 = reshape %32 : tile<f32> -> tile<1xf32>
  %34 = broadcast %33 : tile<1xf32> -> tile<8xf32>
  %35 = cmpf less_than ordered %x, %34 : tile<8xf32> -> tile<8xi1>
  %36 = itof %is_above unsigned  : tile<8xi1> -> tile<8xf32>
  %37 = itof %35 unsigned  : tile<8xi1> -> tile<8xf32>
  %38 = divf %36, %37  : tile<8xf32>
  %39 = itof %is_above unsigned  : tile<8xi1> -> tile<8xf32>
  %40 = constant <f32: 1.000000e+00> : tile<f32>
  %41 = reshape %40 : tile<f32> -> tile<1xf32>
  %42 = broadcast %41 : tile<1xf32> -> tile<8xf32>
  %43 = divf %39, %42  : tile<8xf32>
  %44 = addf %38, %43  : tile<8xf32>
  %45 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %46 = store_view_tko weak %44, %45[%31] token = %30 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %47 = constant <i32: 2> : tile<i32>
  %48 = ftoi %x unsigned  : tile<8xf32> -> tile<8xi1>
  %49 = constant <i1: true> : tile<8xi1>
  %50 = xori %48, %49 : tile<8xi1>
  %51 = itof %50 unsigned  : tile<8xi1> -> tile<8xf32>
  %52 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %53 = store_view_tko weak %51, %52[%47] token = %46 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %54 = constant <i32: 3> : tile<i32>
  %55 = constant <i8: 0> : tile<8xi8>
  %56 = cmpi not_equal %u, %55, unsigned : tile<8xi8> -> tile<8xi1>
  %57 = constant <i1: true> : tile<8xi1>
  %58 = xori %56, %57 : tile<8xi1>
  %59 = itof %58 unsigned  : tile<8xi1> -> tile<8xf32>
  %60 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %61 = store_view_tko weak %59, %60[%54] token = %53 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %62 = constant <i32: 4> : tile<i32>
  %63 = exti %is_above unsigned : tile<8xi1> -> tile<8xi32>
  %64 = reduce %63 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> 
  (%65: tile<i32>, %66: tile<i32>) {
    %67 = maxi %65, %66 signed : tile<i32>
    yield %67 : tile<i32>
  }
  %68 = exti %is_above unsigned : tile<8xi1> -> tile<8xi32>
  %69 = reduce %68 dim=0 identities=[255 : i32] : tile<8xi32> -> tile<i32> 
  (%70: tile<i32>, %71: tile<i32>) {
    %72 = mini %70, %71 signed : tile<i32>
    yield %72 : tile<i32>
  }
  %73 = addi %64, %69 : tile<i32>
  %74 = exti %is_above unsigned : tile<8xi1> -> tile<8xi32>
  %75 = iota : tile<8xi32>
  %76, %77 = reduce %74, %75 dim=0 identities=[-2147483648 : i32, 0 : i32] : tile<8xi32>, tile<8xi32> -> tile<i32>, tile<i32> 
  (%78: tile<i32>, %79: tile<i32>, %80: tile<i32>, %81: tile<i32>) {
    %82 = cmpi greater_than %78, %79, signed : tile<i32> -> tile<i1>
    %83 = cmpi equal %78, %79, signed : tile<i32> -> tile<i1>
    %84 = cmpi less_than %80, %81, signed : tile<i32> -> tile<i1>
    %85 = andi %83, %84 : tile<i1>
    %86 = ori %82, %85 : tile<i1>
    %87 = select %86, %78, %79 : tile<i1>, tile<i32>
    %88 = select %86, %80, %81 : tile<i1>, tile<i32>
    yield %87, %88 : tile<i32>, tile<i32>
  }
  %89 = addi %73, %77 : tile<i32>
  %90 = itof %89 signed  : tile<i32> -> tile<f32>
  %91 = reshape %90 : tile<f32> -> tile<1xf32>
  %92 = make_partition_view %12 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %93 = store_view_tko weak %91, %92[%62] token = %61 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %94 = constant <i32: 5> : tile<i32>
  %95 = reduce %is_above dim=0 identities=[false] : tile<8xi1> -> tile<i1> 
  (%96: tile<i1>, %97: tile<i1>) {
    %98 = ori %96, %97 : tile<i1>
    yield %98 : tile<i1>
  }
  %99 = itof %95 unsigned  : tile<i1> -> tile<f32>
  %100 = reshape %99 : tile<f32> -> tile<1xf32>
  %101 = make_partition_view %12 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %102 = store_view_tko weak %100, %101[%94] token = %93 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %103 = constant <i32: 6> : tile<i32>
  %104 = scan %is_above dim=0 reverse=false identities=[true] : tile<8xi1> -> tile<8xi1> 
  (%105: tile<i1>, %106: tile<i1>) {
    %107 = andi %105, %106 : tile<i1>
    yield %107 : tile<i1>
  }
  %108 = itof %104 unsigned  : tile<8xi1> -> tile<8xf32>
  %109 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %110 = store_view_tko weak %108, %109[%103] token = %102 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %111 = constant <i32: 7> : tile<i32>
  %112 = bitcast %u : tile<8xi8> -> tile<8xi8>
  %113 = itof %112 unsigned  : tile<8xi8> -> tile<8xf32>
  %114 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %115 = store_view_tko weak %113, %114[%111] token = %110 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %116 = constant <i32: 8> : tile<i32>
  %117 = reshape %u : tile<8xi8> -> tile<2x4xi8>
  %118 = reshape %117 : tile<2x4xi8> -> tile<8xi8>
  %119 = itof %118 unsigned  : tile<8xi8> -> tile<8xf32>
  %120 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %121 = store_view_tko weak %119, %120[%116] token = %115 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %122 = constant <i32: 9> : tile<i32>
  %123 = bitcast %u : tile<8xi8> -> tile<8xi8>
  %124 = itof %123 signed  : tile<8xi8> -> tile<8xf32>
  %125 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %126 = store_view_tko weak %124, %125[%122] token = %121 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
