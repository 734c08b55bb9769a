// Quotients of a large product, to which a tile is added: it is loaded where it is needed.
entry @wide_gated_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_I128_I128_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %R: tile<ptr<f16>>, %R_size0: tile<i32>, %R_size1: tile<i32>, %R_stride0: tile<i32>, %R_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_size0 : tile<i32>
  %3 = assume div_by<8>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<8>, %B_size0 : tile<i32>
  %7 = assume div_by<8>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %C : tile<ptr<f16>>
  %10 = assume div_by<8>, %C_size0 : tile<i32>
  %11 = assume div_by<8>, %C_size1 : tile<i32>
  %12 = assume div_by<8>, %C_stride0 : tile<i32>
  %13 = assume div_by<16>, %R : tile<ptr<f16>>
  %14 = assume div_by<8>, %R_size0 : tile<i32>
  %15 = assume div_by<8>, %R_size1 : tile<i32>
  %16 = assume div_by<8>, %R_stride0 : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = assume bounded<0, ?>, %2 : tile<i32>
  %22 = assume div_by<8>, %21 : tile<i32>
  %23 = assume bounded<0, ?>, %3 : tile<i32>
  %24 = assume div_by<8>, %23 : tile<i32>
  %25 = assume bounded<0, ?>, %4 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %1, shape = [%22, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %6 : tile<i32>
  %29 = assume div_by<8>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %7 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = assume bounded<0, ?>, %8 : tile<i32>
  %33 = assume div_by<8>, %32 : tile<i32>
  %34 = make_tensor_view %5, shape = [%29, %31], strides = [%33, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %35 = assume bounded<0, ?>, %10 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = assume bounded<0, ?>, %11 : tile<i32>
  %38 = assume div_by<8>, %37 : tile<i32>
  %39 = assume bounded<0, ?>, %12 : tile<i32>
  %40 = assume div_by<8>, %39 : tile<i32>
  %41 = make_tensor_view %9, shape = [%36, %38], strides = [%40, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %42 = assume bounded<0, ?>, %14 : tile<i32>
  %43 = assume div_by<8>, %42 : tile<i32>
  %44 = assume bounded<0, ?>, %15 : tile<i32>
  %45 = assume div_by<8>, %44 : tile<i32>
  %46 = assume bounded<0, ?>, %16 : tile<i32>
  %47 = assume div_by<8>, %46 : tile<i32>
  %48 = make_tensor_view %13, shape = [%43, %45], strides = [%47, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %i, %49, %50 = get_tile_block_id : tile<i32>
  %51, %j, %52 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %53 = make_partition_view %27 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %54, %55 = get_index_space_shape %53 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %56 = constant <i32: 0> : tile<i32>
  %57 = constant <i32: 1> : tile<i32>
  %58 = make_partition_view %27 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %59 = make_partition_view %34 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %k in (%56 to %55, step %57) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x128xf32>) {
    %a, %60 = load_view_tko weak %58[%i, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %61 = load_view_tko weak %59[%k, %j] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_3 : tile<128x128xf32>
  }
  %62 = constant <f32: 1.000000e+00> : tile<f32>
  %63 = negf %acc_1 : tile<128x128xf32>
  %64 = exp %63  : tile<128x128xf32>
  %65 = reshape %62 : tile<f32> -> tile<1x1xf32>
  %66 = broadcast %65 : tile<1x1xf32> -> tile<128x128xf32>
  %67 = addf %66, %64  : tile<128x128xf32>
  %y = divf %acc_1, %67  : tile<128x128xf32>
  %68 = make_partition_view %48 : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
  %69, %70 = load_view_tko weak %68[%i, %j] token = %0 : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x128xf16>, token
  %71 = ftof %69  : tile<128x128xf16> -> tile<128x128xf32>
  %72 = addf %y, %71  : tile<128x128xf32>
  %73 = ftof %72  : tile<128x128xf32> -> tile<128x128xf16>
  %74 = make_partition_view %41 : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
  %75 = store_view_tko weak %73, %74[%i, %j] token = %0 : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
