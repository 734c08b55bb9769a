// A product in a loop over tiles, and behind it SiLU of the sums with a row added: the row of 64 elements of each thread is let go of before the quotients.
entry @wide_silu_Kt1_A2bf16_1v8l0_2t1_3i8_p16_A2bf16_1v8l0_2t1_3i8_p16_A1bf16_1i8t1_p16_A2bf16_1v8l0_2t1_3i8_p16_A2bf16_1v8l0_2t1_3i8_p16_I128_I256_I64(%A: tile<ptr<bf16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<bf16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %Bias: tile<ptr<bf16>>, %Bias_size0: tile<i32>, %Bias_stride0: tile<i32>, %R: tile<ptr<bf16>>, %R_size0: tile<i32>, %R_size1: tile<i32>, %R_stride0: tile<i32>, %R_stride1: tile<i32>, %C: tile<ptr<bf16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<bf16>>
  %2 = assume div_by<8>, %A_size0 : tile<i32>
  %3 = assume div_by<8>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<bf16>>
  %6 = assume div_by<8>, %B_size0 : tile<i32>
  %7 = assume div_by<8>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %Bias : tile<ptr<bf16>>
  %10 = assume div_by<8>, %Bias_size0 : tile<i32>
  %11 = assume div_by<16>, %R : tile<ptr<bf16>>
  %12 = assume div_by<8>, %R_size0 : tile<i32>
  %13 = assume div_by<8>, %R_size1 : tile<i32>
  %14 = assume div_by<8>, %R_stride0 : tile<i32>
  %15 = assume div_by<16>, %C : tile<ptr<bf16>>
  %16 = assume div_by<8>, %C_size0 : tile<i32>
  %17 = assume div_by<8>, %C_size1 : tile<i32>
  %18 = assume div_by<8>, %C_stride0 : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = assume bounded<0, ?>, %2 : tile<i32>
  %25 = assume div_by<8>, %24 : tile<i32>
  %26 = assume bounded<0, ?>, %3 : tile<i32>
  %27 = assume div_by<8>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %4 : tile<i32>
  %29 = assume div_by<8>, %28 : tile<i32>
  %30 = make_tensor_view %1, shape = [%25, %27], strides = [%29, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %31 = assume bounded<0, ?>, %6 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %7 : tile<i32>
  %34 = assume div_by<8>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %8 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = make_tensor_view %5, shape = [%32, %34], strides = [%36, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %38 = assume bounded<0, ?>, %10 : tile<i32>
  %39 = assume div_by<8>, %38 : tile<i32>
  %40 = make_tensor_view %9, shape = [%39], strides = [1] : tile<i32> -> tensor_view<?xbf16, strides=[1]>
  %41 = assume bounded<0, ?>, %12 : tile<i32>
  %42 = assume div_by<8>, %41 : tile<i32>
  %43 = assume bounded<0, ?>, %13 : tile<i32>
  %44 = assume div_by<8>, %43 : tile<i32>
  %45 = assume bounded<0, ?>, %14 : tile<i32>
  %46 = assume div_by<8>, %45 : tile<i32>
  %47 = make_tensor_view %11, shape = [%42, %44], strides = [%46, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %48 = assume bounded<0, ?>, %16 : tile<i32>
  %49 = assume div_by<8>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %17 : tile<i32>
  %51 = assume div_by<8>, %50 : tile<i32>
  %52 = assume bounded<0, ?>, %18 : tile<i32>
  %53 = assume div_by<8>, %52 : tile<i32>
  %54 = make_tensor_view %15, shape = [%49, %51], strides = [%53, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %i, %55, %56 = get_tile_block_id : tile<i32>
  %57, %j, %58 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %59 = make_partition_view %30 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %60, %61 = get_index_space_shape %59 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
  %62 = constant <i32: 0> : tile<i32>
  %63 = constant <i32: 1> : tile<i32>
  %64 = make_partition_view %30 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
  %65 = make_partition_view %37 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
  %acc_1 = for %k in (%62 to %61, step %63) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x256xf32>) {
    %a, %66 = load_view_tko weak %64[%i, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x64xbf16>, token
    %b, %67 = load_view_tko weak %65[%k, %j] token = %0 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x256xbf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xbf16>, tile<64x256xbf16>, tile<128x256xf32>
    continue %acc_3 : tile<128x256xf32>
  }
  %68 = make_partition_view %40 : partition_view<tile=(256), padding_value = zero, tensor_view<?xbf16, strides=[1]>>
  %69, %70 = load_view_tko weak %68[%j] token = %0 : partition_view<tile=(256), padding_value = zero, tensor_view<?xbf16, strides=[1]>>, tile<i32> -> tile<256xbf16>, token
  %bias = ftof %69  : tile<256xbf16> -> tile<256xf32>
  %71 = reshape %bias : tile<256xf32> -> tile<1x256xf32>
  %72 = broadcast %71 : tile<1x256xf32> -> tile<128x256xf32>
  %acc_4 = addf %acc_1, %72  : tile<128x256xf32>
  %73 = constant <f32: 1.000000e+00> : tile<f32>
  %74 = negf %acc_4 : tile<128x256xf32>
  %75 = exp %74  : tile<128x256xf32>
  %76 = reshape %73 : tile<f32> -> tile<1x1xf32>
  %77 = broadcast %76 : tile<1x1xf32> -> tile<128x256xf32>
  %78 = addf %77, %75  : tile<128x256xf32>
  %acc_5 = divf %acc_4, %78  : tile<128x256xf32>
  %79 = make_partition_view %47 : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
  %80, %81 = load_view_tko weak %79[%i, %j] token = %0 : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x256xbf16>, token
  %r = ftof %80  : tile<128x256xbf16> -> tile<128x256xf32>
  %acc_6 = addf %acc_5, %r  : tile<128x256xf32>
  %82 = ftof %acc_6  : tile<128x256xf32> -> tile<128x256xbf16>
  %83 = make_partition_view %54 : partition_view<tile=(128x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %84 = store_view_tko weak %82, %83[%i, %j] token = %0 : tile<128x256xbf16>, partition_view<tile=(128x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
  return
}
