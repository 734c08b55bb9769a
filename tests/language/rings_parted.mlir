// Loops whose rings have tiles alike, of which one loop's are read by those who make operands, the other's by products.
entry @parted_Kt2_A2bf16_1s128t192_2s192t1_p16_A2bf16_1s192t64_2s64t1_p16_A2bf16_1t128_2t1_3s128_p16_A2bf16_1s128t64_2s64t1_p16_A2f32_1s128t64_2s64t1_p16_I128_I64_I64(%A0: tile<ptr<bf16>>, %A0_size0: tile<i32>, %A0_size1: tile<i32>, %A0_stride0: tile<i32>, %A0_stride1: tile<i32>, %B0: tile<ptr<bf16>>, %B0_size0: tile<i32>, %B0_size1: tile<i32>, %B0_stride0: tile<i32>, %B0_stride1: tile<i32>, %A1: tile<ptr<bf16>>, %A1_size0: tile<i32>, %A1_size1: tile<i32>, %A1_stride0: tile<i32>, %A1_stride1: tile<i32>, %B1: tile<ptr<bf16>>, %B1_size0: tile<i32>, %B1_size1: tile<i32>, %B1_stride0: tile<i32>, %B1_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A0 : tile<ptr<bf16>>
  %2 = assume div_by<16>, %B0 : tile<ptr<bf16>>
  %3 = assume div_by<16>, %A1 : tile<ptr<bf16>>
  %4 = assume div_by<16>, %B1 : tile<ptr<bf16>>
  %5 = assume div_by<16>, %Y : tile<ptr<f32>>
  %6 = constant <i32: 128> : tile<i32>
  %7 = constant <i32: 192> : tile<i32>
  %8 = constant <i32: 192> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 192> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 64> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 128> : tile<i32>
  %15 = constant <i32: 128> : tile<i32>
  %16 = constant <i32: 128> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 128> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 64> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 128> : tile<i32>
  %23 = constant <i32: 64> : tile<i32>
  %24 = constant <i32: 64> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = make_tensor_view %1, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xbf16, strides=[192,1]>
  %27 = make_tensor_view %2, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xbf16, strides=[64,1]>
  %28 = make_tensor_view %3, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xbf16, strides=[128,1]>
  %29 = make_tensor_view %4, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xbf16, strides=[64,1]>
  %30 = make_tensor_view %5, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %m, %31, %32 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %33 = constant <i32: 0> : tile<i32>
  %34 = constant <i32: 3> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = make_partition_view %26 : partition_view<tile=(128x64), tensor_view<128x192xbf16, strides=[192,1]>>
  %37 = constant <bf16: 5.000000e-01> : tile<bf16>
  %38 = reshape %37 : tile<bf16> -> tile<1x1xbf16>
  %39 = broadcast %38 : tile<1x1xbf16> -> tile<128x64xbf16>
  %40 = constant <bf16: 2.500000e-01> : tile<bf16>
  %41 = reshape %40 : tile<bf16> -> tile<1x1xbf16>
  %42 = broadcast %41 : tile<1x1xbf16> -> tile<128x64xbf16>
  %43 = constant <i32: 0> : tile<i32>
  %44 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<192x64xbf16, strides=[64,1]>>
  %45 = constant <bf16: -5.000000e-01> : tile<bf16>
  %46 = reshape %45 : tile<bf16> -> tile<1x1xbf16>
  %47 = broadcast %46 : tile<1x1xbf16> -> tile<64x64xbf16>
  %48 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %49 = for %k in (%33 to %34, step %35) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %a, %50 = load_view_tko weak %36[%m, %k] token = %0 : partition_view<tile=(128x64), tensor_view<128x192xbf16, strides=[192,1]>>, tile<i32> -> tile<128x64xbf16>, token
    %a_1 = fma %a, %39, %42  : tile<128x64xbf16>
    %b, %51 = load_view_tko weak %44[%k, %43] token = %0 : partition_view<tile=(64x64), tensor_view<192x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
    %b_1 = maxf %b, %47 : tile<64x64xbf16>
    %52 = mmaf %a_1, %b_1, %48 : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
    %acc_2 = addf %acc_1, %52  : tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %53 = constant <f32: 0.000000e+00> : tile<f32>
  %54 = reshape %53 : tile<f32> -> tile<1x1xf32>
  %55 = broadcast %54 : tile<1x1xf32> -> tile<128x64xf32>
  %acc_3 = maxf %49, %55 : tile<128x64xf32>
  %56 = constant <i32: 0> : tile<i32>
  %57 = cmpi greater_than_or_equal %m, %56, signed : tile<i32> -> tile<i1>
  %58 = if %57 -> (tile<128x64xf32>) {
    %59 = constant <i32: 0> : tile<i32>
    %60 = constant <i32: 2> : tile<i32>
    %61 = constant <i32: 1> : tile<i32>
    %62 = make_partition_view %28 : partition_view<tile=(128x64), tensor_view<128x128xbf16, strides=[128,1]>>
    %63 = constant <bf16: 0.000000e+00> : tile<bf16>
    %64 = reshape %63 : tile<bf16> -> tile<1x1xbf16>
    %65 = broadcast %64 : tile<1x1xbf16> -> tile<128x64xbf16>
    %66 = constant <i32: 0> : tile<i32>
    %67 = make_partition_view %29 : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>
    %68 = constant <f32: 5.000000e-01> : tile<f32>
    %69 = reshape %68 : tile<f32> -> tile<1x1xf32>
    %70 = broadcast %69 : tile<1x1xf32> -> tile<128x64xf32>
    %71 = for %k_1 in (%59 to %60, step %61) : tile<i32> iter_values(%acc_4 = %acc_3) -> (tile<128x64xf32>) {
      %a_2, %72 = load_view_tko weak %62[%m, %k_1] token = %0 : partition_view<tile=(128x64), tensor_view<128x128xbf16, strides=[128,1]>>, tile<i32> -> tile<128x64xbf16>, token
      %a_3 = maxf %a_2, %65 : tile<128x64xbf16>
      %b_2, %73 = load_view_tko weak %67[%k_1, %66] token = %0 : partition_view<tile=(64x64), tensor_view<128x64xbf16, strides=[64,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %74 = mulf %acc_4, %70  : tile<128x64xf32>
      %acc_5 = mmaf %a_3, %b_2, %74 : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
      continue %acc_5 : tile<128x64xf32>
    }
    yield %71 : tile<128x64xf32>
  } else {
    yield %acc_3 : tile<128x64xf32>
  }
  %75 = constant <i32: 0> : tile<i32>
  %76 = make_partition_view %30 : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
  %77 = store_view_tko weak %58, %76[%m, %75] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
