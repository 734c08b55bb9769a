// Softmax of the rows of a large product: powers of many elements are under way at a time.
entry @wide_softmax_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f32_1v4l0_2t1_3i8_p16_I128_I256_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_size0 : tile<i32>
  %3 = assume div_by<8>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<8>, %B_size0 : tile<i32>
  %7 = assume div_by<8>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %C : tile<ptr<f32>>
  %10 = assume div_by<8>, %C_size0 : tile<i32>
  %11 = assume div_by<8>, %C_size1 : tile<i32>
  %12 = assume div_by<4>, %C_stride0 : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = assume bounded<0, ?>, %2 : tile<i32>
  %17 = assume div_by<8>, %16 : tile<i32>
  %18 = assume bounded<0, ?>, %3 : tile<i32>
  %19 = assume div_by<8>, %18 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %1, shape = [%17, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %6 : tile<i32>
  %24 = assume div_by<8>, %23 : tile<i32>
  %25 = assume bounded<0, ?>, %7 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = assume bounded<0, ?>, %8 : tile<i32>
  %28 = assume div_by<8>, %27 : tile<i32>
  %29 = make_tensor_view %5, shape = [%24, %26], strides = [%28, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %30 = assume bounded<0, ?>, %10 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = assume bounded<0, ?>, %11 : tile<i32>
  %33 = assume div_by<8>, %32 : tile<i32>
  %34 = assume bounded<0, ?>, %12 : tile<i32>
  %35 = assume div_by<4>, %34 : tile<i32>
  %36 = make_tensor_view %9, shape = [%31, %33], strides = [%35, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %i, %37, %38 = get_tile_block_id : tile<i32>
  %39, %j, %40 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %41 = make_partition_view %22 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %42, %43 = get_index_space_shape %41 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %44 = constant <i32: 0> : tile<i32>
  %45 = constant <i32: 1> : tile<i32>
  %46 = make_partition_view %22 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %47 = make_partition_view %29 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %k in (%44 to %43, step %45) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x256xf32>) {
    %a, %48 = load_view_tko weak %46[%i, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %49 = load_view_tko weak %47[%k, %j] token = %0 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
    continue %acc_3 : tile<128x256xf32>
  }
  %50 = reduce %acc_1 dim=1 identities=[0xFF800000 : f32] : tile<128x256xf32> -> tile<128xf32> 
  (%51: tile<f32>, %52: tile<f32>) {
    %53 = maxf %51, %52 : tile<f32>
    yield %53 : tile<f32>
  }
  %54 = reshape %50 : tile<128xf32> -> tile<128x1xf32>
  %55 = broadcast %54 : tile<128x1xf32> -> tile<128x256xf32>
  %56 = subf %acc_1, %55  : tile<128x256xf32>
  %acc_4 = exp %56  : tile<128x256xf32>
  %57 = reduce %acc_4 dim=1 identities=[0.000000e+00 : f32] : tile<128x256xf32> -> tile<128xf32> 
  (%58: tile<f32>, %59: tile<f32>) {
    %60 = addf %58, %59  : tile<f32>
    yield %60 : tile<f32>
  }
  %61 = reshape %57 : tile<128xf32> -> tile<128x1xf32>
  %62 = broadcast %61 : tile<128x1xf32> -> tile<128x256xf32>
  %acc_5 = divf %acc_4, %62  : tile<128x256xf32>
  %63 = make_partition_view %36 : partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>
  %64 = store_view_tko weak %acc_5, %63[%i, %j] token = %0 : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
