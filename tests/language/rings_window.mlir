// Attention over a window of keys: where a block's loop begins and ends is computed, and scores are capped.
entry @window(%Q: tile<ptr<bf16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_size3: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %Q_stride3: tile<i32>, %K: tile<ptr<bf16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_size3: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %K_stride3: tile<i32>, %V: tile<ptr<bf16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_size3: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %V_stride3: tile<i32>, %O: tile<ptr<bf16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_size3: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>, %O_stride3: tile<i32>, %scale: tile<f32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<bf16>>
  %2 = assume div_by<16>, %Q_size3 : tile<i32>
  %3 = assume div_by<8>, %Q_stride0 : tile<i32>
  %4 = assume div_by<8>, %Q_stride1 : tile<i32>
  %5 = assume div_by<8>, %Q_stride2 : tile<i32>
  %6 = assume div_by<16>, %K : tile<ptr<bf16>>
  %7 = assume div_by<16>, %K_size3 : tile<i32>
  %8 = assume div_by<8>, %K_stride0 : tile<i32>
  %9 = assume div_by<8>, %K_stride1 : tile<i32>
  %10 = assume div_by<8>, %K_stride2 : tile<i32>
  %11 = assume div_by<16>, %V : tile<ptr<bf16>>
  %12 = assume div_by<16>, %V_size3 : tile<i32>
  %13 = assume div_by<8>, %V_stride0 : tile<i32>
  %14 = assume div_by<8>, %V_stride1 : tile<i32>
  %15 = assume div_by<8>, %V_stride2 : tile<i32>
  %16 = assume div_by<16>, %O : tile<ptr<bf16>>
  %17 = assume div_by<16>, %O_size3 : tile<i32>
  %18 = assume div_by<8>, %O_stride0 : tile<i32>
  %19 = assume div_by<8>, %O_stride1 : tile<i32>
  %20 = assume div_by<8>, %O_stride2 : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 1> : tile<i32>
  %25 = constant <i32: 40> : tile<64x32xi32>
  %26 = assume bounded<0, ?>, %Q_size0 : tile<i32>
  %27 = assume bounded<0, ?>, %Q_size1 : tile<i32>
  %28 = assume bounded<0, ?>, %Q_size2 : tile<i32>
  %29 = assume bounded<0, ?>, %2 : tile<i32>
  %30 = assume div_by<16>, %29 : tile<i32>
  %31 = assume bounded<0, ?>, %3 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %4 : tile<i32>
  %34 = assume div_by<8>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %5 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = make_tensor_view %1, shape = [%26, %27, %28, %30], strides = [%32, %34, %36, 1] : tile<i32> -> tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>
  %38 = assume bounded<0, ?>, %K_size0 : tile<i32>
  %39 = assume bounded<0, ?>, %K_size1 : tile<i32>
  %40 = assume bounded<0, ?>, %K_size2 : tile<i32>
  %41 = assume bounded<0, ?>, %7 : tile<i32>
  %42 = assume div_by<16>, %41 : tile<i32>
  %43 = assume bounded<0, ?>, %8 : tile<i32>
  %44 = assume div_by<8>, %43 : tile<i32>
  %45 = assume bounded<0, ?>, %9 : tile<i32>
  %46 = assume div_by<8>, %45 : tile<i32>
  %47 = assume bounded<0, ?>, %10 : tile<i32>
  %48 = assume div_by<8>, %47 : tile<i32>
  %49 = make_tensor_view %6, shape = [%38, %39, %40, %42], strides = [%44, %46, %48, 1] : tile<i32> -> tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>
  %50 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %51 = assume bounded<0, ?>, %V_size1 : tile<i32>
  %52 = assume bounded<0, ?>, %V_size2 : tile<i32>
  %53 = assume bounded<0, ?>, %12 : tile<i32>
  %54 = assume div_by<16>, %53 : tile<i32>
  %55 = assume bounded<0, ?>, %13 : tile<i32>
  %56 = assume div_by<8>, %55 : tile<i32>
  %57 = assume bounded<0, ?>, %14 : tile<i32>
  %58 = assume div_by<8>, %57 : tile<i32>
  %59 = assume bounded<0, ?>, %15 : tile<i32>
  %60 = assume div_by<8>, %59 : tile<i32>
  %61 = make_tensor_view %11, shape = [%50, %51, %52, %54], strides = [%56, %58, %60, 1] : tile<i32> -> tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>
  %62 = assume bounded<0, ?>, %O_size0 : tile<i32>
  %63 = assume bounded<0, ?>, %O_size1 : tile<i32>
  %64 = assume bounded<0, ?>, %O_size2 : tile<i32>
  %65 = assume bounded<0, ?>, %17 : tile<i32>
  %66 = assume div_by<16>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %18 : tile<i32>
  %68 = assume div_by<8>, %67 : tile<i32>
  %69 = assume bounded<0, ?>, %19 : tile<i32>
  %70 = assume div_by<8>, %69 : tile<i32>
  %71 = assume bounded<0, ?>, %20 : tile<i32>
  %72 = assume div_by<8>, %71 : tile<i32>
  %73 = make_tensor_view %16, shape = [%62, %63, %64, %66], strides = [%68, %70, %72, 1] : tile<i32> -> tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>
  %74 = constant <i32: 150> : tile<i32>
  %75 = constant <i32: 40> : tile<i32>
  %76 = constant <i32: 64> : tile<i32>
  %77 = constant <i32: 32> : tile<i32>
  %m, %78, %79 = get_tile_block_id : tile<i32>
  %80, %h, %81 = get_tile_block_id : tile<i32>
  %82, %83, %b = get_tile_block_id : tile<i32>
  %84 = constant <i32: 0> : tile<i32>
  %85 = make_partition_view %37 : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>
  %86, %87 = load_view_tko weak %85[%b, %h, %m, %84] token = %0 : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
  %q = reshape %86 : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
  %88 = muli %m, %76 : tile<i32>
  %89 = iota : tile<64xi32>
  %90 = reshape %88 : tile<i32> -> tile<1xi32>
  %91 = broadcast %90 : tile<1xi32> -> tile<64xi32>
  %rows = addi %91, %89 : tile<64xi32>
  %mx = constant <f32: -1.000000e+30> : tile<64x1xf32>
  %den = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %92 = constant <i32: 0> : tile<i32>
  %93 = muli %m, %76 : tile<i32>
  %94 = subi %93, %75 : tile<i32>
  %95 = constant <i32: 1> : tile<i32>
  %96 = addi %94, %95 : tile<i32>
  %97 = maxi %92, %96 signed : tile<i32>
  %lo = divi %97, %77 signed rounding<negative_inf> : tile<i32>
  %98 = constant <i32: 1> : tile<i32>
  %99 = addi %m, %98 : tile<i32>
  %100 = muli %99, %76 : tile<i32>
  %101 = mini %74, %100 signed : tile<i32>
  %hi = divi %101, %77 signed rounding<positive_inf> : tile<i32>
  %102 = constant <i32: 1> : tile<i32>
  %103 = constant <i32: 0> : tile<i32>
  %104 = make_partition_view %49 : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>
  %105 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %106 = reshape %scale : tile<f32> -> tile<1x1xf32>
  %107 = broadcast %106 : tile<1x1xf32> -> tile<64x32xf32>
  %108 = constant <f32: 2.000000e+01> : tile<f32>
  %109 = constant <f32: 2.000000e+01> : tile<f32>
  %110 = reshape %109 : tile<f32> -> tile<1x1xf32>
  %111 = broadcast %110 : tile<1x1xf32> -> tile<64x32xf32>
  %112 = reshape %108 : tile<f32> -> tile<1x1xf32>
  %113 = broadcast %112 : tile<1x1xf32> -> tile<64x32xf32>
  %114 = iota : tile<32xi32>
  %115 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %116 = broadcast %115 : tile<64x1xi32> -> tile<64x32xi32>
  %117 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %118 = broadcast %117 : tile<64x1xi32> -> tile<64x32xi32>
  %119 = constant <f32: -1.000000e+30> : tile<f32>
  %120 = reshape %119 : tile<f32> -> tile<1x1xf32>
  %121 = broadcast %120 : tile<1x1xf32> -> tile<64x32xf32>
  %122 = constant <i32: 0> : tile<i32>
  %123 = make_partition_view %61 : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>
  %acc_1, %den_1, %mx_1 = for %j in (%lo to %hi, step %102) : tile<i32> iter_values(%acc_2 = %acc, %den_2 = %den, %mx_2 = %mx) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %124, %125 = load_view_tko weak %104[%b, %h, %j, %103] token = %0 : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x32x64xbf16>, token
    %k = reshape %124 : tile<1x1x32x64xbf16> -> tile<32x64xbf16>
    %126 = permute %k [1, 0] : tile<32x64xbf16> -> tile<64x32xbf16>
    %127 = mmaf %q, %126, %105 : tile<64x64xbf16>, tile<64x32xbf16>, tile<64x32xf32>
    %x = mulf %127, %107  : tile<64x32xf32>
    %128 = divf %x, %111  : tile<64x32xf32>
    %129 = tanh %128  : tile<64x32xf32>
    %x_1 = mulf %113, %129  : tile<64x32xf32>
    %130 = muli %j, %77 : tile<i32>
    %131 = reshape %130 : tile<i32> -> tile<1xi32>
    %132 = broadcast %131 : tile<1xi32> -> tile<32xi32>
    %cols = addi %132, %114 : tile<32xi32>
    %133 = reshape %cols : tile<32xi32> -> tile<1x32xi32>
    %134 = broadcast %133 : tile<1x32xi32> -> tile<64x32xi32>
    %135 = cmpi greater_than_or_equal %116, %134, signed : tile<64x32xi32> -> tile<64x32xi1>
    %136 = reshape %cols : tile<32xi32> -> tile<1x32xi32>
    %137 = broadcast %136 : tile<1x32xi32> -> tile<64x32xi32>
    %138 = subi %118, %137 : tile<64x32xi32>
    %139 = cmpi less_than %138, %25, signed : tile<64x32xi32> -> tile<64x32xi1>
    %ok = andi %135, %139 : tile<64x32xi1>
    %x_2 = select %ok, %x_1, %121 : tile<64x32xi1>, tile<64x32xf32>
    %140 = reduce %x_2 dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%141: tile<f32>, %142: tile<f32>) {
      %143 = maxf %141, %142 : tile<f32>
      yield %143 : tile<f32>
    }
    %144 = reshape %140 : tile<64xf32> -> tile<64x1xf32>
    %new = maxf %mx_2, %144 : tile<64x1xf32>
    %145 = broadcast %new : tile<64x1xf32> -> tile<64x32xf32>
    %146 = subf %x_2, %145  : tile<64x32xf32>
    %p = exp %146  : tile<64x32xf32>
    %147 = subf %mx_2, %new  : tile<64x1xf32>
    %c = exp %147  : tile<64x1xf32>
    %148 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%149: tile<f32>, %150: tile<f32>) {
      %151 = addf %149, %150  : tile<f32>
      yield %151 : tile<f32>
    }
    %152 = reshape %148 : tile<64xf32> -> tile<64x1xf32>
    %den_3 = fma %den_2, %c, %152  : tile<64x1xf32>
    %153, %154 = load_view_tko weak %123[%b, %h, %j, %122] token = %0 : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>, tile<i32> -> tile<1x1x32x64xbf16>, token
    %v = reshape %153 : tile<1x1x32x64xbf16> -> tile<32x64xbf16>
    %155 = ftof %p  : tile<64x32xf32> -> tile<64x32xbf16>
    %156 = broadcast %c : tile<64x1xf32> -> tile<64x64xf32>
    %157 = mulf %acc_2, %156  : tile<64x64xf32>
    %acc_3 = mmaf %155, %v, %157 : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
    continue %acc_3, %den_3, %new : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %158 = constant <i32: 0> : tile<i32>
  %159 = broadcast %den_1 : tile<64x1xf32> -> tile<64x64xf32>
  %160 = divf %acc_1, %159  : tile<64x64xf32>
  %161 = ftof %160  : tile<64x64xf32> -> tile<64x64xbf16>
  %162 = reshape %161 : tile<64x64xbf16> -> tile<1x1x64x64xbf16>
  %163 = make_partition_view %73 : partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>
  %164 = store_view_tko weak %162, %163[%b, %h, %m, %158] token = %0 : tile<1x1x64x64xbf16>, partition_view<tile=(1x1x64x64), tensor_view<?x?x?x?xbf16, strides=[?,?,?,1]>>, tile<i32> -> token
  return
}
