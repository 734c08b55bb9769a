// Rows of a group: a view whose place and extent the kernel computes, of numbers that it reads.
entry @slice__Kt2_A2f16_1s192t96_2s96t1_p16_A3f16_1s3t6144_2s96t64_4s64t1_p16_A1i32_1s3t1_p16_A3f32_1s3t8192_2s128t64_4s64t1_p16_I64_I64_I32(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_size2: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %B_stride2: tile<i32>, %OFF: tile<ptr<i32>>, %OFF_size0: tile<i32>, %OFF_stride0: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_size2: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %C_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %B : tile<ptr<f16>>
  %3 = assume div_by<16>, %OFF : tile<ptr<i32>>
  %4 = assume div_by<16>, %C : tile<ptr<f32>>
  %5 = constant <i32: 96> : tile<i32>
  %6 = constant <i32: 3> : tile<i32>
  %7 = constant <i32: 96> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 6144> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 3> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 3> : tile<i32>
  %15 = constant <i32: 128> : tile<i32>
  %16 = constant <i32: 64> : tile<i32>
  %17 = constant <i32: 8192> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 96> : tile<i32>
  %21 = constant <i32: 96> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = make_tensor_view %2, shape = [3, 96, 64], strides = [6144, 64, 1] : tensor_view<3x96x64xf16, strides=[6144,64,1]>
  %24 = make_tensor_view %3, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
  %25 = make_tensor_view %4, shape = [3, 128, 64], strides = [8192, 64, 1] : tensor_view<3x128x64xf32, strides=[8192,64,1]>
  %g, %26, %27 = get_tile_block_id : tile<i32>
  %28 = make_partition_view %24 : partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>
  %29, %30 = load_view_tko weak %28[%g] token = %0 : partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %31 = reshape %29 : tile<1xi32> -> tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = maxi %31, %32 signed : tile<i32>
  %34 = constant <i32: 64> : tile<i32>
  %lo = mini %33, %34 signed : tile<i32>
  %35 = constant <i32: 70> : tile<i32>
  %36 = addi %lo, %35 : tile<i32>
  %37 = muli %lo, %5 : tile<i32>
  %38 = exti %37 signed : tile<i32> -> tile<i64>
  %39 = offset %1, %38 : tile<ptr<f16>>, tile<i64> -> tile<ptr<f16>>
  %40 = assume div_by<16>, %39 : tile<ptr<f16>>
  %41 = subi %36, %lo : tile<i32>
  %42 = assume bounded<0, ?>, %41 : tile<i32>
  %43 = make_tensor_view %40, shape = [%42, 96], strides = [96, 1] : tile<i32> -> tensor_view<?x96xf16, strides=[96,1]>
  %44 = constant <i32: 2> : tile<i32>
  %45 = constant <i32: 0> : tile<i32>
  %46 = constant <i32: 1> : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %47 = make_partition_view %23 : partition_view<tile=(1x32x64), tensor_view<3x96x64xf16, strides=[6144,64,1]>>
  %48, %49, %50 = get_index_space_shape %47 : partition_view<tile=(1x32x64), tensor_view<3x96x64xf16, strides=[6144,64,1]>> -> tile<i32>
  %51 = constant <i32: 0> : tile<i32>
  %52 = constant <i32: 1> : tile<i32>
  %53 = make_partition_view %43 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x96xf16, strides=[96,1]>>
  %54 = constant <i32: 0> : tile<i32>
  %55 = make_partition_view %23 : partition_view<tile=(1x32x64), tensor_view<3x96x64xf16, strides=[6144,64,1]>>
  %56 = constant <i32: 0> : tile<i32>
  %57 = make_partition_view %25 : partition_view<tile=(1x64x64), tensor_view<3x128x64xf32, strides=[8192,64,1]>>
  for %m in (%45 to %44, step %46) : tile<i32> {
    %acc_1 = for %k in (%51 to %49, step %52) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
      %x, %58 = load_view_tko weak %53[%m, %k] token = %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x96xf16, strides=[96,1]>>, tile<i32> -> tile<64x32xf16>, token
      %59, %60 = load_view_tko weak %55[%g, %k, %54] token = %0 : partition_view<tile=(1x32x64), tensor_view<3x96x64xf16, strides=[6144,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
      %w = reshape %59 : tile<1x32x64xf16> -> tile<32x64xf16>
      %acc_3 = mmaf %x, %w, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %acc_3 : tile<64x64xf32>
    }
    %61 = reshape %acc_1 : tile<64x64xf32> -> tile<1x64x64xf32>
    %62 = store_view_tko weak %61, %57[%g, %m, %56] token = %0 : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<3x128x64xf32, strides=[8192,64,1]>>, tile<i32> -> token
  }
  return
}
