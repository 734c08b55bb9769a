entry @residual(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %BIAS: tile<ptr<f16>>, %BIAS_size0: tile<i32>, %BIAS_stride0: tile<i32>, %R: tile<ptr<f16>>, %R_size0: tile<i32>, %R_size1: tile<i32>, %R_stride0: tile<i32>, %R_stride1: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %A_size0 : tile<i32>
  %3 = assume div_by<16>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<16>, %B_size0 : tile<i32>
  %7 = assume div_by<16>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %BIAS : tile<ptr<f16>>
  %10 = assume div_by<16>, %BIAS_size0 : tile<i32>
  %11 = assume div_by<16>, %R : tile<ptr<f16>>
  %12 = assume div_by<16>, %R_size0 : tile<i32>
  %13 = assume div_by<16>, %R_size1 : tile<i32>
  %14 = assume div_by<8>, %R_stride0 : tile<i32>
  %15 = assume div_by<16>, %C : tile<ptr<f16>>
  %16 = assume div_by<16>, %C_size0 : tile<i32>
  %17 = assume div_by<16>, %C_size1 : tile<i32>
  %18 = assume div_by<8>, %C_stride0 : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = assume bounded<0, ?>, %2 : tile<i32>
  %25 = assume div_by<16>, %24 : tile<i32>
  %26 = assume bounded<0, ?>, %3 : tile<i32>
  %27 = assume div_by<16>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %4 : tile<i32>
  %29 = assume div_by<8>, %28 : tile<i32>
  %30 = make_tensor_view %1, shape = [%25, %27], strides = [%29, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %31 = assume bounded<0, ?>, %6 : tile<i32>
  %32 = assume div_by<16>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %7 : tile<i32>
  %34 = assume div_by<16>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %8 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = make_tensor_view %5, shape = [%32, %34], strides = [%36, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %38 = assume bounded<0, ?>, %10 : tile<i32>
  %39 = assume div_by<16>, %38 : tile<i32>
  %40 = make_tensor_view %9, shape = [%39], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
  %41 = assume bounded<0, ?>, %12 : tile<i32>
  %42 = assume div_by<16>, %41 : tile<i32>
  %43 = assume bounded<0, ?>, %13 : tile<i32>
  %44 = assume div_by<16>, %43 : tile<i32>
  %45 = assume bounded<0, ?>, %14 : tile<i32>
  %46 = assume div_by<8>, %45 : tile<i32>
  %47 = make_tensor_view %11, shape = [%42, %44], strides = [%46, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %48 = assume bounded<0, ?>, %16 : tile<i32>
  %49 = assume div_by<16>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %17 : tile<i32>
  %51 = assume div_by<16>, %50 : tile<i32>
  %52 = assume bounded<0, ?>, %18 : tile<i32>
  %53 = assume div_by<8>, %52 : tile<i32>
  %54 = make_tensor_view %15, shape = [%49, %51], strides = [%53, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %m, %55, %56 = get_tile_block_id : tile<i32>
  %57, %n, %58 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %59 = make_partition_view %30 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %60, %61 = get_index_space_shape %59 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %62 = constant <i32: 0> : tile<i32>
  %63 = constant <i32: 1> : tile<i32>
  %64 = make_partition_view %30 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %65 = make_partition_view %37 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %66 = for %k in (%62 to %61, step %63) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x256xf32>) {
    %a, %67 = load_view_tko weak %64[%m, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %68 = load_view_tko weak %65[%k, %n] token = %0 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
    %acc_2 = mmaf %a, %b, %acc_1 : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
    continue %acc_2 : tile<128x256xf32>
  }
  %69 = make_partition_view %40 : partition_view<tile=(256), tensor_view<?xf16, strides=[1]>>
  %70, %71 = load_view_tko weak %69[%n] token = %0 : partition_view<tile=(256), tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<256xf16>, token
  %72 = ftof %70  : tile<256xf16> -> tile<256xf32>
  %73 = reshape %72 : tile<256xf32> -> tile<1x256xf32>
  %74 = broadcast %73 : tile<1x256xf32> -> tile<128x256xf32>
  %75 = addf %66, %74  : tile<128x256xf32>
  %76 = make_partition_view %47 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %77, %78 = load_view_tko weak %76[%m, %n] token = %0 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x256xf16>, token
  %79 = ftof %77  : tile<128x256xf16> -> tile<128x256xf32>
  %acc_3 = addf %75, %79  : tile<128x256xf32>
  %80 = ftof %acc_3  : tile<128x256xf32> -> tile<128x256xf16>
  %81 = make_partition_view %54 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %82 = store_view_tko weak %80, %81[%m, %n] token = %0 : tile<128x256xf16>, partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
