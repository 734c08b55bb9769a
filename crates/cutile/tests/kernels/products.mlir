entry @products_Kt1_A3f16_3v8l0_4t1_p16_A2f16_1v8l0_2t1_p16_A1f16_1t1_p16_A3f16_3v8l0_4t1_p16_A2f16_1v8l0_2t1_p16(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_size2: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %A_stride2: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_stride0: tile<i32>, %Y: tile<ptr<f16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_size2: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %Y_stride2: tile<i32>, %Z: tile<ptr<f16>>, %Z_size0: tile<i32>, %Z_size1: tile<i32>, %Z_stride0: tile<i32>, %Z_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<8>, %A_stride1 : tile<i32>
  %4 = assume div_by<16>, %B : tile<ptr<f16>>
  %5 = assume div_by<8>, %B_stride0 : tile<i32>
  %6 = assume div_by<16>, %C : tile<ptr<f16>>
  %7 = assume div_by<16>, %Y : tile<ptr<f16>>
  %8 = assume div_by<8>, %Y_stride0 : tile<i32>
  %9 = assume div_by<8>, %Y_stride1 : tile<i32>
  %10 = assume div_by<16>, %Z : tile<ptr<f16>>
  %11 = assume div_by<8>, %Z_stride0 : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %18 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %19 = assume bounded<0, ?>, %A_size2 : tile<i32>
  %20 = assume bounded<0, ?>, %2 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = assume bounded<0, ?>, %3 : tile<i32>
  %23 = assume div_by<8>, %22 : tile<i32>
  %24 = make_tensor_view %1, shape = [%17, %18, %19], strides = [%21, %23, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %25 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %26 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %27 = assume bounded<0, ?>, %5 : tile<i32>
  %28 = assume div_by<8>, %27 : tile<i32>
  %29 = make_tensor_view %4, shape = [%25, %26], strides = [%28, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %30 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %31 = make_tensor_view %6, shape = [%30], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
  %32 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %33 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %34 = assume bounded<0, ?>, %Y_size2 : tile<i32>
  %35 = assume bounded<0, ?>, %8 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = assume bounded<0, ?>, %9 : tile<i32>
  %38 = assume div_by<8>, %37 : tile<i32>
  %39 = make_tensor_view %7, shape = [%32, %33, %34], strides = [%36, %38, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %40 = assume bounded<0, ?>, %Z_size0 : tile<i32>
  %41 = assume bounded<0, ?>, %Z_size1 : tile<i32>
  %42 = assume bounded<0, ?>, %11 : tile<i32>
  %43 = assume div_by<8>, %42 : tile<i32>
  %44 = make_tensor_view %10, shape = [%40, %41], strides = [%43, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %45 = constant <i32: 0> : tile<i32>
  %46 = constant <i32: 0> : tile<i32>
  %47 = constant <i32: 0> : tile<i32>
  %48 = make_partition_view %24 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %a, %49 = load_view_tko weak %48[%45, %46, %47] token = %0 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x16x16xf16>, token
  %50 = constant <i32: 0> : tile<i32>
  %51 = constant <i32: 0> : tile<i32>
  %52 = make_partition_view %29 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
  %b, %53 = load_view_tko weak %52[%50, %51] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
  %54 = constant <i32: 0> : tile<i32>
  %55 = make_partition_view %31 : partition_view<tile=(16), tensor_view<?xf16, strides=[1]>>
  %c, %56 = load_view_tko weak %55[%54] token = %0 : partition_view<tile=(16), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<16xf16>, token
  %57 = constant <i32: 0> : tile<i32>
  %58 = constant <i32: 0> : tile<i32>
  %59 = constant <i32: 0> : tile<i32>
  %60 = reshape %b : tile<16x16xf16> -> tile<1x16x16xf16>
  %61 = broadcast %60 : tile<1x16x16xf16> -> tile<2x16x16xf16>
  %62 = constant <f16: 0.000000e+00> : tile<2x16x16xf16>
  %63 = mmaf %a, %61, %62 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf16>
  %64 = make_partition_view %39 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %65 = store_view_tko weak %63, %64[%57, %58, %59] token = %0 : tile<2x16x16xf16>, partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  %66 = constant <i32: 0> : tile<i32>
  %67 = constant <i32: 0> : tile<i32>
  %68 = constant <i32: 1> : tile<i32>
  %69 = reshape %b : tile<16x16xf16> -> tile<1x16x16xf16>
  %70 = broadcast %69 : tile<1x16x16xf16> -> tile<2x16x16xf16>
  %71 = constant <f16: 0.000000e+00> : tile<2x16x16xf16>
  %72 = mmaf %70, %a, %71 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf16>
  %73 = make_partition_view %39 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %74 = store_view_tko weak %72, %73[%66, %67, %68] token = %65 : tile<2x16x16xf16>, partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  %75 = constant <i32: 0> : tile<i32>
  %76 = constant <i32: 0> : tile<i32>
  %77 = reshape %c : tile<16xf16> -> tile<16x1xf16>
  %78 = reshape %77 : tile<16x1xf16> -> tile<1x16x1xf16>
  %79 = broadcast %78 : tile<1x16x1xf16> -> tile<2x16x1xf16>
  %80 = constant <f16: 0.000000e+00> : tile<2x16x1xf16>
  %81 = mmaf %a, %79, %80 : tile<2x16x16xf16>, tile<2x16x1xf16>, tile<2x16x1xf16>
  %82 = reshape %81 : tile<2x16x1xf16> -> tile<2x16xf16>
  %83 = make_partition_view %44 : partition_view<tile=(2x16), tensor_view<?x?xf16, strides=[?,1]>>
  %84 = store_view_tko weak %82, %83[%75, %76] token = %0 : tile<2x16xf16>, partition_view<tile=(2x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  %85 = constant <i32: 0> : tile<i32>
  %86 = constant <i32: 1> : tile<i32>
  %87 = reshape %c : tile<16xf16> -> tile<1x1x16xf16>
  %88 = broadcast %87 : tile<1x1x16xf16> -> tile<2x1x16xf16>
  %89 = constant <f16: 0.000000e+00> : tile<2x1x16xf16>
  %90 = mmaf %88, %a, %89 : tile<2x1x16xf16>, tile<2x16x16xf16>, tile<2x1x16xf16>
  %91 = reshape %90 : tile<2x1x16xf16> -> tile<2x16xf16>
  %92 = make_partition_view %44 : partition_view<tile=(2x16), tensor_view<?x?xf16, strides=[?,1]>>
  %93 = store_view_tko weak %91, %92[%85, %86] token = %84 : tile<2x16xf16>, partition_view<tile=(2x16), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  %94 = constant <i32: 0> : tile<i32>
  %95 = constant <i32: 0> : tile<i32>
  %96 = constant <i32: 2> : tile<i32>
  %97 = constant <f32: 0.000000e+00> : tile<2x16x16xf32>
  %98 = reshape %b : tile<16x16xf16> -> tile<1x16x16xf16>
  %99 = broadcast %98 : tile<1x16x16xf16> -> tile<2x16x16xf16>
  %100 = mmaf %99, %a, %97 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf32>
  %101 = ftof %100  : tile<2x16x16xf32> -> tile<2x16x16xf16>
  %102 = make_partition_view %39 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %103 = store_view_tko weak %101, %102[%94, %95, %96] token = %74 : tile<2x16x16xf16>, partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  return
}
