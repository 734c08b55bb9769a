// The left operand is computed from a tile that a hint asks to lie in rows of 32 bytes: threads read it a row at a time, and meet in the same banks.
// `--lhs-swizzle 128b` takes the conflicts away.
// A left operand that threads compute, and an accumulator that the loop changes.
entry @left_computed_Kt1_A2f32_1v4l0_2t1_3i16_p16_A2bf16_1v8l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32_I128_I64_I32(%0: tile<ptr<f32>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<bf16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f32>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<i32>) optimization_hints=<default = {}> {
  %16 = make_token : token
  %17 = assume div_by<16>, %0 : tile<ptr<f32>>
  %18 = assume div_by<16>, %1 : tile<i32>
  %19 = assume div_by<16>, %2 : tile<i32>
  %20 = assume div_by<4>, %3 : tile<i32>
  %21 = assume div_by<16>, %5 : tile<ptr<bf16>>
  %22 = assume div_by<16>, %6 : tile<i32>
  %23 = assume div_by<16>, %7 : tile<i32>
  %24 = assume div_by<8>, %8 : tile<i32>
  %25 = assume div_by<16>, %10 : tile<ptr<f32>>
  %26 = assume div_by<16>, %11 : tile<i32>
  %27 = assume div_by<16>, %12 : tile<i32>
  %28 = assume div_by<4>, %13 : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = constant <i32: 1> : tile<i32>
  %32 = assume bounded<0, ?>, %18 : tile<i32>
  %33 = assume div_by<16>, %32 : tile<i32>
  %34 = assume bounded<0, ?>, %19 : tile<i32>
  %35 = assume div_by<16>, %34 : tile<i32>
  %36 = assume bounded<0, ?>, %20 : tile<i32>
  %37 = assume div_by<4>, %36 : tile<i32>
  %38 = make_tensor_view %17, shape = [%33, %35], strides = [%37, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %39 = assume bounded<0, ?>, %22 : tile<i32>
  %40 = assume div_by<16>, %39 : tile<i32>
  %41 = assume bounded<0, ?>, %23 : tile<i32>
  %42 = assume div_by<16>, %41 : tile<i32>
  %43 = assume bounded<0, ?>, %24 : tile<i32>
  %44 = assume div_by<8>, %43 : tile<i32>
  %45 = make_tensor_view %21, shape = [%40, %42], strides = [%44, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %46 = assume bounded<0, ?>, %26 : tile<i32>
  %47 = assume div_by<16>, %46 : tile<i32>
  %48 = assume bounded<0, ?>, %27 : tile<i32>
  %49 = assume div_by<16>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %28 : tile<i32>
  %51 = assume div_by<4>, %50 : tile<i32>
  %52 = make_tensor_view %25, shape = [%47, %49], strides = [%51, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %53, %54, %55 = get_tile_block_id : tile<i32>
  %56, %57, %58 = get_tile_block_id : tile<i32>
  %59 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %60 = constant <i32: 0> : tile<i32>
  %61 = constant <i32: 1> : tile<i32>
  %62 = make_partition_view %38 : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>
  %63 = constant <f32: 0.000000e+00> : tile<f32>
  %64 = reshape %63 : tile<f32> -> tile<1x1xf32>
  %65 = broadcast %64 : tile<1x1xf32> -> tile<128x32xf32>
  %66 = make_partition_view %45 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %67 = constant <f32: 5.000000e-01> : tile<f32>
  %68 = reshape %67 : tile<f32> -> tile<1x1xf32>
  %69 = broadcast %68 : tile<1x1xf32> -> tile<128x64xf32>
  %70 = for %71 in (%60 to %15, step %61) : tile<i32> iter_values(%72 = %59) -> (tile<128x64xf32>) {
    %73, %74 = load_view_tko weak %62[%53, %71] token = %16 optimization_hints=<sm_90 = {swizzle = 32}> : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x32xf32>, token
    %75 = maxf %73, %65 : tile<128x32xf32>
    %76 = ftof %75  : tile<128x32xf32> -> tile<128x32xbf16>
    %77, %78 = load_view_tko weak %66[%71, %57] token = %16 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
    %79 = mulf %72, %69  : tile<128x64xf32>
    %80 = mmaf %76, %77, %79 : tile<128x32xbf16>, tile<32x64xbf16>, tile<128x64xf32>
    continue %80 : tile<128x64xf32>
  }
  %81 = make_partition_view %52 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %82 = store_view_tko weak %70, %81[%53, %57] token = %16 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
