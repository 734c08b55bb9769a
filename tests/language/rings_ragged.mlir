// Attention over as many keys as the kernel reads for its batch: every agent reads how many.
entry @ragged_item(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_size3: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %Q_stride3: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_size3: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %K_stride3: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_size3: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %V_stride3: tile<i32>, %LENS: tile<ptr<i32>>, %LENS_size0: tile<i32>, %LENS_stride0: tile<i32>, %O: tile<ptr<f32>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_size3: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>, %O_stride3: tile<i32>, %scale: tile<f32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %Q_size2 : tile<i32>
  %3 = assume div_by<16>, %Q_size3 : tile<i32>
  %4 = assume div_by<8>, %Q_stride0 : tile<i32>
  %5 = assume div_by<8>, %Q_stride1 : tile<i32>
  %6 = assume div_by<8>, %Q_stride2 : tile<i32>
  %7 = assume div_by<16>, %K : tile<ptr<f16>>
  %8 = assume div_by<16>, %K_size2 : tile<i32>
  %9 = assume div_by<16>, %K_size3 : tile<i32>
  %10 = assume div_by<8>, %K_stride0 : tile<i32>
  %11 = assume div_by<8>, %K_stride1 : tile<i32>
  %12 = assume div_by<8>, %K_stride2 : tile<i32>
  %13 = assume div_by<16>, %V : tile<ptr<f16>>
  %14 = assume div_by<16>, %V_size2 : tile<i32>
  %15 = assume div_by<16>, %V_size3 : tile<i32>
  %16 = assume div_by<8>, %V_stride0 : tile<i32>
  %17 = assume div_by<8>, %V_stride1 : tile<i32>
  %18 = assume div_by<8>, %V_stride2 : tile<i32>
  %19 = assume div_by<16>, %LENS : tile<ptr<i32>>
  %20 = assume div_by<16>, %O : tile<ptr<f32>>
  %21 = assume div_by<16>, %O_size2 : tile<i32>
  %22 = assume div_by<16>, %O_size3 : tile<i32>
  %23 = assume div_by<4>, %O_stride0 : tile<i32>
  %24 = assume div_by<4>, %O_stride1 : tile<i32>
  %25 = assume div_by<4>, %O_stride2 : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = assume bounded<0, ?>, %Q_size0 : tile<i32>
  %32 = assume bounded<0, ?>, %Q_size1 : tile<i32>
  %33 = assume bounded<0, ?>, %2 : tile<i32>
  %34 = assume div_by<16>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %3 : tile<i32>
  %36 = assume div_by<16>, %35 : tile<i32>
  %37 = assume bounded<0, ?>, %4 : tile<i32>
  %38 = assume div_by<8>, %37 : tile<i32>
  %39 = assume bounded<0, ?>, %5 : tile<i32>
  %40 = assume div_by<8>, %39 : tile<i32>
  %41 = assume bounded<0, ?>, %6 : tile<i32>
  %42 = assume div_by<8>, %41 : tile<i32>
  %43 = make_tensor_view %1, shape = [%31, %32, %34, %36], strides = [%38, %40, %42, 1] : tile<i32> -> tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>
  %44 = assume bounded<0, ?>, %K_size0 : tile<i32>
  %45 = assume bounded<0, ?>, %K_size1 : tile<i32>
  %46 = assume bounded<0, ?>, %8 : tile<i32>
  %47 = assume div_by<16>, %46 : tile<i32>
  %48 = assume bounded<0, ?>, %9 : tile<i32>
  %49 = assume div_by<16>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %10 : tile<i32>
  %51 = assume div_by<8>, %50 : tile<i32>
  %52 = assume bounded<0, ?>, %11 : tile<i32>
  %53 = assume div_by<8>, %52 : tile<i32>
  %54 = assume bounded<0, ?>, %12 : tile<i32>
  %55 = assume div_by<8>, %54 : tile<i32>
  %56 = make_tensor_view %7, shape = [%44, %45, %47, %49], strides = [%51, %53, %55, 1] : tile<i32> -> tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>
  %57 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %58 = assume bounded<0, ?>, %V_size1 : tile<i32>
  %59 = assume bounded<0, ?>, %14 : tile<i32>
  %60 = assume div_by<16>, %59 : tile<i32>
  %61 = assume bounded<0, ?>, %15 : tile<i32>
  %62 = assume div_by<16>, %61 : tile<i32>
  %63 = assume bounded<0, ?>, %16 : tile<i32>
  %64 = assume div_by<8>, %63 : tile<i32>
  %65 = assume bounded<0, ?>, %17 : tile<i32>
  %66 = assume div_by<8>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %18 : tile<i32>
  %68 = assume div_by<8>, %67 : tile<i32>
  %69 = make_tensor_view %13, shape = [%57, %58, %60, %62], strides = [%64, %66, %68, 1] : tile<i32> -> tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>
  %70 = assume bounded<0, ?>, %LENS_size0 : tile<i32>
  %71 = make_tensor_view %19, shape = [%70], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %72 = assume bounded<0, ?>, %O_size0 : tile<i32>
  %73 = assume bounded<0, ?>, %O_size1 : tile<i32>
  %74 = assume bounded<0, ?>, %21 : tile<i32>
  %75 = assume div_by<16>, %74 : tile<i32>
  %76 = assume bounded<0, ?>, %22 : tile<i32>
  %77 = assume div_by<16>, %76 : tile<i32>
  %78 = assume bounded<0, ?>, %23 : tile<i32>
  %79 = assume div_by<4>, %78 : tile<i32>
  %80 = assume bounded<0, ?>, %24 : tile<i32>
  %81 = assume div_by<4>, %80 : tile<i32>
  %82 = assume bounded<0, ?>, %25 : tile<i32>
  %83 = assume div_by<4>, %82 : tile<i32>
  %84 = make_tensor_view %20, shape = [%72, %73, %75, %77], strides = [%79, %81, %83, 1] : tile<i32> -> tensor_view<?x?x?x?xf32, strides=[?,?,?,1]>
  %85 = constant <i32: 32> : tile<i32>
  %h, %86, %87 = get_tile_block_id : tile<i32>
  %88, %b, %89 = get_tile_block_id : tile<i32>
  %90 = make_partition_view %71 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %91, %92 = load_view_tko weak %90[%b] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %n = reshape %91 : tile<1xi32> -> tile<i32>
  %93 = constant <i32: 0> : tile<i32>
  %94 = constant <i32: 0> : tile<i32>
  %95 = make_partition_view %43 : partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>
  %96, %97 = load_view_tko weak %95[%b, %h, %93, %94] token = %0 : partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x64x64xf16>, token
  %q = reshape %96 : tile<1x1x64x64xf16> -> tile<64x64xf16>
  %mx = constant <f32: -1.000000e+30> : tile<64x1xf32>
  %den = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %98 = divi %n, %85 signed rounding<positive_inf> : tile<i32>
  %99 = constant <i32: 0> : tile<i32>
  %100 = constant <i32: 1> : tile<i32>
  %101 = constant <i32: 0> : tile<i32>
  %102 = make_partition_view %56 : partition_view<tile=(1x1x32x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>
  %103 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %104 = reshape %scale : tile<f32> -> tile<1x1xf32>
  %105 = broadcast %104 : tile<1x1xf32> -> tile<64x32xf32>
  %106 = iota : tile<32xi32>
  %107 = reshape %n : tile<i32> -> tile<1x1xi32>
  %108 = broadcast %107 : tile<1x1xi32> -> tile<1x32xi32>
  %109 = constant <f32: -1.000000e+30> : tile<f32>
  %110 = reshape %109 : tile<f32> -> tile<1x1xf32>
  %111 = broadcast %110 : tile<1x1xf32> -> tile<64x32xf32>
  %112 = constant <i32: 0> : tile<i32>
  %113 = make_partition_view %69 : partition_view<tile=(1x1x32x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>
  %acc_1, %den_1, %mx_1 = for %j in (%99 to %98, step %100) : tile<i32> iter_values(%acc_2 = %acc, %den_2 = %den, %mx_2 = %mx) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %114, %115 = load_view_tko weak %102[%b, %h, %j, %101] token = %0 : partition_view<tile=(1x1x32x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x32x64xf16>, token
    %k = reshape %114 : tile<1x1x32x64xf16> -> tile<32x64xf16>
    %116 = permute %k [1, 0] : tile<32x64xf16> -> tile<64x32xf16>
    %117 = mmaf %q, %116, %103 : tile<64x64xf16>, tile<64x32xf16>, tile<64x32xf32>
    %x = mulf %117, %105  : tile<64x32xf32>
    %118 = muli %j, %85 : tile<i32>
    %119 = reshape %118 : tile<i32> -> tile<1xi32>
    %120 = broadcast %119 : tile<1xi32> -> tile<32xi32>
    %cols = addi %120, %106 : tile<32xi32>
    %121 = reshape %cols : tile<32xi32> -> tile<1x32xi32>
    %122 = cmpi less_than %121, %108, signed : tile<1x32xi32> -> tile<1x32xi1>
    %123 = broadcast %122 : tile<1x32xi1> -> tile<64x32xi1>
    %x_1 = select %123, %x, %111 : tile<64x32xi1>, tile<64x32xf32>
    %124 = reduce %x_1 dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%125: tile<f32>, %126: tile<f32>) {
      %127 = maxf %125, %126 : tile<f32>
      yield %127 : tile<f32>
    }
    %128 = reshape %124 : tile<64xf32> -> tile<64x1xf32>
    %new = maxf %mx_2, %128 : tile<64x1xf32>
    %129 = broadcast %new : tile<64x1xf32> -> tile<64x32xf32>
    %130 = subf %x_1, %129  : tile<64x32xf32>
    %p = exp %130  : tile<64x32xf32>
    %131 = subf %mx_2, %new  : tile<64x1xf32>
    %c = exp %131  : tile<64x1xf32>
    %132 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%133: tile<f32>, %134: tile<f32>) {
      %135 = addf %133, %134  : tile<f32>
      yield %135 : tile<f32>
    }
    %136 = reshape %132 : tile<64xf32> -> tile<64x1xf32>
    %den_3 = fma %den_2, %c, %136  : tile<64x1xf32>
    %137, %138 = load_view_tko weak %113[%b, %h, %j, %112] token = %0 : partition_view<tile=(1x1x32x64), tensor_view<?x?x?x?xf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x32x64xf16>, token
    %v = reshape %137 : tile<1x1x32x64xf16> -> tile<32x64xf16>
    %139 = ftof %p  : tile<64x32xf32> -> tile<64x32xf16>
    %140 = broadcast %c : tile<64x1xf32> -> tile<64x64xf32>
    %141 = mulf %acc_2, %140  : tile<64x64xf32>
    %acc_3 = mmaf %139, %v, %141 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %acc_3, %den_3, %new : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %142 = constant <i32: 0> : tile<i32>
  %143 = constant <i32: 0> : tile<i32>
  %144 = broadcast %den_1 : tile<64x1xf32> -> tile<64x64xf32>
  %145 = divf %acc_1, %144  : tile<64x64xf32>
  %146 = reshape %145 : tile<64x64xf32> -> tile<1x1x64x64xf32>
  %147 = make_partition_view %84 : partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xf32, strides=[?,?,?,1]>>
  %148 = store_view_tko weak %146, %147[%b, %h, %142, %143] token = %0 : tile<1x1x64x64xf32>, partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xf32, strides=[?,?,?,1]>>, tile<i32> -> token
  return
}
