entry @powers_Kt1_A1f32_1t1_p16_A1u8_1t1_p16_A1u16_1t1_p16_A1u32_1t1_p16_A1u64_1t1_p16_A1f32_1t1_p16_Si32(%F: tile<ptr<f32>>, %F_size0: tile<i32>, %F_stride0: tile<i32>, %U8: tile<ptr<i8>>, %U8_size0: tile<i32>, %U8_stride0: tile<i32>, %U16: tile<ptr<i16>>, %U16_size0: tile<i32>, %U16_stride0: tile<i32>, %U32: tile<ptr<i32>>, %U32_size0: tile<i32>, %U32_stride0: tile<i32>, %U64: tile<ptr<i64>>, %U64_size0: tile<i32>, %U64_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %F : tile<ptr<f32>>
  %2 = assume div_by<16>, %U8 : tile<ptr<i8>>
  %3 = assume div_by<16>, %U16 : tile<ptr<i16>>
  %4 = assume div_by<16>, %U32 : tile<ptr<i32>>
  %5 = assume div_by<16>, %U64 : tile<ptr<i64>>
  %6 = assume div_by<16>, %Y : tile<ptr<f32>>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %F_size0 : tile<i32>
  %14 = make_tensor_view %1, shape = [%13], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %15 = assume bounded<0, ?>, %U8_size0 : tile<i32>
  %16 = make_tensor_view %2, shape = [%15], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %17 = assume bounded<0, ?>, %U16_size0 : tile<i32>
  %18 = make_tensor_view %3, shape = [%17], strides = [1] : tile<i32> -> tensor_view<?xi16, strides=[1]>
  %19 = assume bounded<0, ?>, %U32_size0 : tile<i32>
  %20 = make_tensor_view %4, shape = [%19], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %21 = assume bounded<0, ?>, %U64_size0 : tile<i32>
  %22 = make_tensor_view %5, shape = [%21], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
  %23 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %24 = make_tensor_view %6, shape = [%23], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %25 = constant <i32: 0> : tile<i32>
  %26 = make_partition_view %14 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %x, %27 = load_view_tko weak %26[%25] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %28 = constant <i32: 1> : tile<i32>
  %29 = make_partition_view %14 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %30, %31 = load_view_tko weak %29[%28] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %32 = constant <f32: 0.000000e+00> : tile<f32>
  %33 = reshape %32 : tile<f32> -> tile<1xf32>
  %34 = broadcast %33 : tile<1xf32> -> tile<8xf32>
  %is_above = cmpf greater_than ordered %30, %34 : tile<8xf32> -> tile<8xi1>
  %35 = constant <i32: 0> : tile<i32>
  %36 = constant <i32: 0> : tile<i32>
  %37 = make_partition_view %16 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %38, %39 = load_view_tko weak %37[%36] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %40 = exti %38 unsigned : tile<8xi8> -> tile<8xi16>
  %41 = fpowi %x, %40 : tile<8xf32>, tile<8xi16>
  %42 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %43 = store_view_tko weak %41, %42[%35] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %44 = constant <i32: 1> : tile<i32>
  %45 = constant <i32: 0> : tile<i32>
  %46 = make_partition_view %18 : partition_view<tile=(8), tensor_view<?xi16, strides=[1]>>
  %47, %48 = load_view_tko weak %46[%45] token = %0 : partition_view<tile=(8), tensor_view<?xi16, strides=[1]>>, tile<i32> -> tile<8xi16>, token
  %49 = exti %47 unsigned : tile<8xi16> -> tile<8xi32>
  %50 = fpowi %x, %49 : tile<8xf32>, tile<8xi32>
  %51 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %52 = store_view_tko weak %50, %51[%44] token = %43 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %53 = constant <i32: 2> : tile<i32>
  %54 = constant <i32: 0> : tile<i32>
  %55 = make_partition_view %20 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
  %56, %57 = load_view_tko weak %55[%54] token = %0 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
  %58 = itof %56 unsigned  : tile<8xi32> -> tile<8xf32>
  %59 = fpowf %x, %58 : tile<8xf32>
  %60 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %61 = store_view_tko weak %59, %60[%53] token = %52 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %62 = constant <i32: 3> : tile<i32>
  %63 = constant <i32: 0> : tile<i32>
  %64 = make_partition_view %22 : partition_view<tile=(8), tensor_view<?xi64, strides=[1]>>
  %65, %66 = load_view_tko weak %64[%63] token = %0 : partition_view<tile=(8), tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<8xi64>, token
  %67 = itof %65 unsigned  : tile<8xi64> -> tile<8xf32>
  %68 = fpowf %x, %67 : tile<8xf32>
  %69 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %70 = store_view_tko weak %68, %69[%62] token = %61 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %71 = constant <i32: 4> : tile<i32>
  %72 = constant <f32: 1.09951163E+12> : tile<f32>
  %73 = reshape %72 : tile<f32> -> tile<1xf32>
  %74 = broadcast %73 : tile<1xf32> -> tile<8xf32>
  %75 = fpowf %x, %74 : tile<8xf32>
  %76 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %77 = store_view_tko weak %75, %76[%71] token = %70 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %78 = constant <i32: 5> : tile<i32>
  %79 = constant <f32: 1.000000e+00> : tile<f32>
  %80 = reshape %79 : tile<f32> -> tile<1xf32>
  %81 = broadcast %80 : tile<1xf32> -> tile<8xf32>
  %82 = fpowf %x, %81 : tile<8xf32>
  %83 = itof %is_above unsigned  : tile<8xi1> -> tile<8xf32>
  %84 = fpowf %x, %83 : tile<8xf32>
  %85 = addf %82, %84  : tile<8xf32>
  %86 = itof %is_above unsigned  : tile<8xi1> -> tile<8xf32>
  %87 = fpowf %86, %x : tile<8xf32>
  %88 = addf %85, %87  : tile<8xf32>
  %89 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %90 = store_view_tko weak %88, %89[%78] token = %77 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %91 = constant <i32: 6> : tile<i32>
  %92 = constant <f32: 2.000000e+00> : tile<f32>
  %93 = fpowi %92, %n : tile<f32>, tile<i32>
  %94, %95, %96 = get_tile_block_id : tile<i32>
  %97 = trunci %94 : tile<i32> -> tile<i8>
  %98 = exti %97 unsigned : tile<i8> -> tile<i16>
  %99 = reshape %98 : tile<i16> -> tile<1xi16>
  %100 = broadcast %99 : tile<1xi16> -> tile<8xi16>
  %101 = fpowi %x, %100 : tile<8xf32>, tile<8xi16>
  %102 = reshape %93 : tile<f32> -> tile<1xf32>
  %103 = broadcast %102 : tile<1xf32> -> tile<8xf32>
  %104 = mulf %103, %101  : tile<8xf32>
  %105 = make_partition_view %24 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %106 = store_view_tko weak %104, %105[%91] token = %90 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %107 = constant <i32: 7> : tile<i32>
  %108 = constant <f32: 2.000000e+00> : tile<f32>
  %109 = constant <i32: 3> : tile<i32>
  %110 = fpowi %108, %109 : tile<f32>, tile<i32>
  %111 = constant <f32: 8.000000e+00> : tile<f32>
  %112 = addf %110, %111  : tile<f32>
  %113 = reshape %112 : tile<f32> -> tile<1xf32>
  %114 = make_partition_view %24 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %115 = store_view_tko weak %113, %114[%107] token = %106 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
