// Pages: numbers that the kernel reads say which tiles a loop loads.
entry @paged_Kt2_A3f16_1s2t1024_2s16t64_4s64t1_p16_A3f16_1s8t2048_2s32t64_4s64t1_p16_A3f16_1s8t2048_2s32t64_4s64t1_p16_A2i32_1s2t4_2s4t1_p16_A1i32_1s2t1_p16_A3f16_1s2t1024_2s16t64_4s64t1_p16_F3fc0000000000000_I16_I32_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %Pages: tile<ptr<i32>>, %Pages_size0: tile<i32>, %Pages_size1: tile<i32>, %Pages_stride0: tile<i32>, %Pages_stride1: tile<i32>, %Lens: tile<ptr<i32>>, %Lens_size0: tile<i32>, %Lens_stride0: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %Pages : tile<ptr<i32>>
  %5 = assume div_by<16>, %Lens : tile<ptr<i32>>
  %6 = assume div_by<16>, %O : tile<ptr<f16>>
  %7 = constant <i32: 2> : tile<i32>
  %8 = constant <i32: 16> : tile<i32>
  %9 = constant <i32: 64> : tile<i32>
  %10 = constant <i32: 1024> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 8> : tile<i32>
  %14 = constant <i32: 32> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 2048> : tile<i32>
  %17 = constant <i32: 64> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 8> : tile<i32>
  %20 = constant <i32: 32> : tile<i32>
  %21 = constant <i32: 64> : tile<i32>
  %22 = constant <i32: 2048> : tile<i32>
  %23 = constant <i32: 64> : tile<i32>
  %24 = constant <i32: 1> : tile<i32>
  %25 = constant <i32: 2> : tile<i32>
  %26 = constant <i32: 4> : tile<i32>
  %27 = constant <i32: 4> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = constant <i32: 2> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = constant <i32: 2> : tile<i32>
  %32 = constant <i32: 16> : tile<i32>
  %33 = constant <i32: 64> : tile<i32>
  %34 = constant <i32: 1024> : tile<i32>
  %35 = constant <i32: 64> : tile<i32>
  %36 = constant <i32: 1> : tile<i32>
  %37 = make_tensor_view %1, shape = [2, 16, 64], strides = [1024, 64, 1] : tensor_view<2x16x64xf16, strides=[1024,64,1]>
  %38 = make_tensor_view %2, shape = [8, 32, 64], strides = [2048, 64, 1] : tensor_view<8x32x64xf16, strides=[2048,64,1]>
  %39 = make_tensor_view %3, shape = [8, 32, 64], strides = [2048, 64, 1] : tensor_view<8x32x64xf16, strides=[2048,64,1]>
  %40 = make_tensor_view %4, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
  %41 = make_tensor_view %5, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
  %42 = make_tensor_view %6, shape = [2, 16, 64], strides = [1024, 64, 1] : tensor_view<2x16x64xf16, strides=[1024,64,1]>
  %43 = constant <i32: 32> : tile<i32>
  %seq, %44, %45 = get_tile_block_id : tile<i32>
  %46 = constant <i32: 0> : tile<i32>
  %47 = constant <i32: 0> : tile<i32>
  %48 = make_partition_view %37 : partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>
  %49, %50 = load_view_tko weak %48[%seq, %46, %47] token = %0 : partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>, tile<i32> -> tile<1x16x64xf16>, token
  %q = reshape %49 : tile<1x16x64xf16> -> tile<16x64xf16>
  %51 = make_partition_view %41 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>
  %52, %53 = load_view_tko weak %51[%seq] token = %0 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %54 = reshape %52 : tile<1xi32> -> tile<i32>
  %55 = constant <i32: 1> : tile<i32>
  %56 = maxi %54, %55 signed : tile<i32>
  %57 = constant <i32: 128> : tile<i32>
  %count = mini %56, %57 signed : tile<i32>
  %highest = constant <f32: -1.000000e+30> : tile<16x1xf32>
  %total = constant <f32: 0.000000e+00> : tile<16x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<16x64xf32>
  %58 = divi %count, %43 signed rounding<positive_inf> : tile<i32>
  %59 = constant <i32: 0> : tile<i32>
  %60 = constant <i32: 1> : tile<i32>
  %61 = make_partition_view %40 : partition_view<tile=(1x1), tensor_view<2x4xi32, strides=[4,1]>>
  %62 = constant <i32: 8> : tile<i32>
  %63 = constant <i32: 0> : tile<i32>
  %64 = constant <i1: false> : tile<i1>
  %65 = constant <i32: 0> : tile<i32>
  %66 = constant <i32: 0> : tile<i32>
  %67 = make_partition_view %38 : partition_view<tile=(1x64x32), tensor_view<8x32x64xf16, strides=[2048,64,1]>, dim_map=[0, 2, 1]>
  %68 = constant <f32: 0.000000e+00> : tile<16x32xf32>
  %69 = constant <f32: 0.180336878> : tile<f32>
  %70 = reshape %69 : tile<f32> -> tile<1x1xf32>
  %71 = broadcast %70 : tile<1x1xf32> -> tile<16x32xf32>
  %72 = iota : tile<32xi32>
  %73 = reshape %72 : tile<32xi32> -> tile<1x32xi32>
  %74 = reshape %count : tile<i32> -> tile<1x1xi32>
  %75 = broadcast %74 : tile<1x1xi32> -> tile<1x32xi32>
  %76 = constant <f32: -1.000000e+30> : tile<f32>
  %77 = reshape %76 : tile<f32> -> tile<1x1xf32>
  %78 = broadcast %77 : tile<1x1xf32> -> tile<16x32xf32>
  %79 = constant <i32: 0> : tile<i32>
  %80 = constant <i32: 0> : tile<i32>
  %81 = make_partition_view %39 : partition_view<tile=(1x32x64), tensor_view<8x32x64xf16, strides=[2048,64,1]>>
  %82, %83, %84 = for %j in (%59 to %58, step %60) : tile<i32> iter_values(%acc_1 = %acc, %highest_1 = %highest, %total_1 = %total) -> (tile<16x64xf32>, tile<16x1xf32>, tile<16x1xf32>) {
    %85, %86 = load_view_tko weak %61[%seq, %j] token = %0 : partition_view<tile=(1x1), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<1x1xi32>, token
    %87 = reshape %85 : tile<1x1xi32> -> tile<i32>
    %88 = remi %87, %62 signed : tile<i32>
    %89 = cmpi less_than %88, %63, signed : tile<i32> -> tile<i1>
    %90 = xori %89, %64 : tile<i1>
    %91 = cmpi not_equal %88, %63, signed : tile<i32> -> tile<i1>
    %92 = andi %90, %91 : tile<i1>
    %93 = addi %88, %62 : tile<i32>
    %at = select %92, %93, %88 : tile<i1>, tile<i32>
    %94, %95 = load_view_tko weak %67[%at, %65, %66] token = %0 : partition_view<tile=(1x64x32), tensor_view<8x32x64xf16, strides=[2048,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x32xf16>, token
    %k = reshape %94 : tile<1x64x32xf16> -> tile<64x32xf16>
    %96 = mmaf %q, %k, %68 : tile<16x64xf16>, tile<64x32xf16>, tile<16x32xf32>
    %s = mulf %96, %71  : tile<16x32xf32>
    %97 = muli %j, %43 : tile<i32>
    %98 = reshape %97 : tile<i32> -> tile<1x1xi32>
    %99 = broadcast %98 : tile<1x1xi32> -> tile<1x32xi32>
    %column = addi %99, %73 : tile<1x32xi32>
    %100 = cmpi less_than %column, %75, signed : tile<1x32xi32> -> tile<1x32xi1>
    %101 = broadcast %100 : tile<1x32xi1> -> tile<16x32xi1>
    %s_1 = select %101, %s, %78 : tile<16x32xi1>, tile<16x32xf32>
    %102 = reduce %s_1 dim=1 identities=[0xFF800000 : f32] : tile<16x32xf32> -> tile<16xf32> 
    (%103: tile<f32>, %104: tile<f32>) {
      %105 = maxf %103, %104 : tile<f32>
      yield %105 : tile<f32>
    }
    %106 = reshape %102 : tile<16xf32> -> tile<16x1xf32>
    %new = maxf %highest_1, %106 : tile<16x1xf32>
    %107 = broadcast %new : tile<16x1xf32> -> tile<16x32xf32>
    %108 = subf %s_1, %107  : tile<16x32xf32>
    %p = exp2 %108 : tile<16x32xf32>
    %109 = subf %highest_1, %new  : tile<16x1xf32>
    %shrink = exp2 %109 : tile<16x1xf32>
    %110 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<16x32xf32> -> tile<16xf32> 
    (%111: tile<f32>, %112: tile<f32>) {
      %113 = addf %111, %112  : tile<f32>
      yield %113 : tile<f32>
    }
    %114 = reshape %110 : tile<16xf32> -> tile<16x1xf32>
    %total_2 = fma %total_1, %shrink, %114  : tile<16x1xf32>
    %115, %116 = load_view_tko weak %81[%at, %79, %80] token = %0 : partition_view<tile=(1x32x64), tensor_view<8x32x64xf16, strides=[2048,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
    %v = reshape %115 : tile<1x32x64xf16> -> tile<32x64xf16>
    %117 = ftof %p  : tile<16x32xf32> -> tile<16x32xf16>
    %118 = broadcast %shrink : tile<16x1xf32> -> tile<16x64xf32>
    %119 = mulf %acc_1, %118  : tile<16x64xf32>
    %acc_2 = mmaf %117, %v, %119 : tile<16x32xf16>, tile<32x64xf16>, tile<16x64xf32>
    continue %acc_2, %new, %total_2 : tile<16x64xf32>, tile<16x1xf32>, tile<16x1xf32>
  }
  %120 = constant <i32: 0> : tile<i32>
  %121 = constant <i32: 0> : tile<i32>
  %122 = broadcast %84 : tile<16x1xf32> -> tile<16x64xf32>
  %123 = divf %82, %122  : tile<16x64xf32>
  %124 = ftof %123  : tile<16x64xf32> -> tile<16x64xf16>
  %125 = reshape %124 : tile<16x64xf16> -> tile<1x16x64xf16>
  %126 = make_partition_view %42 : partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>
  %127 = store_view_tko weak %125, %126[%seq, %120, %121] token = %0 : tile<1x16x64xf16>, partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>, tile<i32> -> token
  return
}
