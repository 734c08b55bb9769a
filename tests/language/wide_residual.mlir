// A product in a loop over tiles, to which a large tile is added behind its loop: it is loaded late, some stores ahead.
entry @wide_residual_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_I128_I256_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %R: tile<ptr<f16>>, %R_size0: tile<i32>, %R_size1: tile<i32>, %R_stride0: tile<i32>, %R_stride1: tile<i32>) optimization_hints=<default = {}> {
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
  %49 = make_partition_view %41 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %mt, %50 = get_index_space_shape %49 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %51 = make_partition_view %41 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %52, %nt = get_index_space_shape %51 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %53 = make_partition_view %27 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %54, %kt = get_index_space_shape %53 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %55, %56, %57 = get_tile_block_id : tile<i32>
  %58 = muli %mt, %nt : tile<i32>
  %59, %60, %61 = get_num_tile_blocks : tile<i32>
  %62 = constant <i32: 0> : tile<i32>
  %63 = cmpi less_than %nt, %62, signed : tile<i32> -> tile<i1>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %64 = constant <i32: 0> : tile<i32>
  %65 = constant <i32: 1> : tile<i32>
  %66 = make_partition_view %27 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %67 = make_partition_view %34 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %68 = make_partition_view %48 : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %69 = make_partition_view %41 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %70 = for %t in (%55 to %58, step %59) : tile<i32> iter_values(%71 = %0) -> (token) {
    %m = divi %t, %nt signed rounding<negative_inf> : tile<i32>
    %72 = remi %t, %nt signed : tile<i32>
    %73 = cmpi less_than %72, %62, signed : tile<i32> -> tile<i1>
    %74 = xori %73, %63 : tile<i1>
    %75 = cmpi not_equal %72, %62, signed : tile<i32> -> tile<i1>
    %76 = andi %74, %75 : tile<i1>
    %77 = addi %72, %nt : tile<i32>
    %n = select %76, %77, %72 : tile<i1>, tile<i32>
    %acc_1 = for %k in (%64 to %kt, step %65) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x256xf32>) {
      %a, %78 = load_view_tko weak %66[%m, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %b, %79 = load_view_tko weak %67[%k, %n] token = %0 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %acc_3 : tile<128x256xf32>
    }
    %r, %80 = load_view_tko weak %68[%m, %n] token = %0 : partition_view<tile=(128x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x256xf16>, token
    %81 = ftof %r  : tile<128x256xf16> -> tile<128x256xf32>
    %82 = addf %acc_1, %81  : tile<128x256xf32>
    %83 = ftof %82  : tile<128x256xf32> -> tile<128x256xf16>
    %84 = store_view_tko weak %83, %69[%m, %n] token = %71 : tile<128x256xf16>, partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    continue %84 : token
  }
  return
}
