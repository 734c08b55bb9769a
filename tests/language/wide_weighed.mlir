// Rows of a product of 256 by 128 are normalised, and weighed by two rows that wait in shared memory.
entry @wide_weighed_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A1f32_1t1_p16_A1f32_1t1_p16_I256_I128_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %W: tile<ptr<f32>>, %W_size0: tile<i32>, %W_stride0: tile<i32>, %Z: tile<ptr<f32>>, %Z_size0: tile<i32>, %Z_stride0: tile<i32>) optimization_hints=<default = {}> {
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
  %13 = assume div_by<16>, %W : tile<ptr<f32>>
  %14 = assume div_by<16>, %Z : tile<ptr<f32>>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = assume bounded<0, ?>, %2 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = assume bounded<0, ?>, %3 : tile<i32>
  %23 = assume div_by<8>, %22 : tile<i32>
  %24 = assume bounded<0, ?>, %4 : tile<i32>
  %25 = assume div_by<8>, %24 : tile<i32>
  %26 = make_tensor_view %1, shape = [%21, %23], strides = [%25, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %27 = assume bounded<0, ?>, %6 : tile<i32>
  %28 = assume div_by<8>, %27 : tile<i32>
  %29 = assume bounded<0, ?>, %7 : tile<i32>
  %30 = assume div_by<8>, %29 : tile<i32>
  %31 = assume bounded<0, ?>, %8 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = make_tensor_view %5, shape = [%28, %30], strides = [%32, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %34 = assume bounded<0, ?>, %10 : tile<i32>
  %35 = assume div_by<8>, %34 : tile<i32>
  %36 = assume bounded<0, ?>, %11 : tile<i32>
  %37 = assume div_by<8>, %36 : tile<i32>
  %38 = assume bounded<0, ?>, %12 : tile<i32>
  %39 = assume div_by<8>, %38 : tile<i32>
  %40 = make_tensor_view %9, shape = [%35, %37], strides = [%39, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %41 = assume bounded<0, ?>, %W_size0 : tile<i32>
  %42 = make_tensor_view %13, shape = [%41], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %43 = assume bounded<0, ?>, %Z_size0 : tile<i32>
  %44 = make_tensor_view %14, shape = [%43], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %i, %45, %46 = get_tile_block_id : tile<i32>
  %47, %j, %48 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<256x128xf32>
  %49 = make_partition_view %26 : partition_view<tile=(256x64), tensor_view<?x?xf16, strides=[?,1]>>
  %50, %51 = get_index_space_shape %49 : partition_view<tile=(256x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %52 = constant <i32: 0> : tile<i32>
  %53 = constant <i32: 1> : tile<i32>
  %54 = make_partition_view %26 : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %55 = make_partition_view %33 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %k in (%52 to %51, step %53) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<256x128xf32>) {
    %a, %56 = load_view_tko weak %54[%i, %k] token = %0 : partition_view<tile=(256x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x64xf16>, token
    %b, %57 = load_view_tko weak %55[%k, %j] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<256x64xf16>, tile<64x128xf16>, tile<256x128xf32>
    continue %acc_3 : tile<256x128xf32>
  }
  %58 = reduce %acc_1 dim=1 identities=[0.000000e+00 : f32] : tile<256x128xf32> -> tile<256xf32> 
  (%59: tile<f32>, %60: tile<f32>) {
    %61 = addf %59, %60  : tile<f32>
    yield %61 : tile<f32>
  }
  %62 = reshape %58 : tile<256xf32> -> tile<256x1xf32>
  %63 = constant <f32: 1.280000e+02> : tile<f32>
  %64 = reshape %63 : tile<f32> -> tile<1x1xf32>
  %65 = broadcast %64 : tile<1x1xf32> -> tile<256x1xf32>
  %mean = divf %62, %65  : tile<256x1xf32>
  %66 = broadcast %mean : tile<256x1xf32> -> tile<256x128xf32>
  %d = subf %acc_1, %66  : tile<256x128xf32>
  %67 = mulf %d, %d  : tile<256x128xf32>
  %68 = reduce %67 dim=1 identities=[0.000000e+00 : f32] : tile<256x128xf32> -> tile<256xf32> 
  (%69: tile<f32>, %70: tile<f32>) {
    %71 = addf %69, %70  : tile<f32>
    yield %71 : tile<f32>
  }
  %72 = reshape %68 : tile<256xf32> -> tile<256x1xf32>
  %73 = constant <f32: 1.280000e+02> : tile<f32>
  %74 = reshape %73 : tile<f32> -> tile<1x1xf32>
  %75 = broadcast %74 : tile<1x1xf32> -> tile<256x1xf32>
  %var = divf %72, %75  : tile<256x1xf32>
  %76 = constant <f32: 9.99999974E-6> : tile<f32>
  %77 = reshape %76 : tile<f32> -> tile<1x1xf32>
  %78 = broadcast %77 : tile<1x1xf32> -> tile<256x1xf32>
  %79 = addf %var, %78  : tile<256x1xf32>
  %80 = rsqrt %79 : tile<256x1xf32>
  %81 = broadcast %80 : tile<256x1xf32> -> tile<256x128xf32>
  %y = mulf %d, %81  : tile<256x128xf32>
  %82 = make_partition_view %42 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
  %wt, %83 = load_view_tko weak %82[%j] token = %0 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
  %84 = make_partition_view %44 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
  %bt, %85 = load_view_tko weak %84[%j] token = %0 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
  %86 = reshape %wt : tile<128xf32> -> tile<1x128xf32>
  %87 = broadcast %86 : tile<1x128xf32> -> tile<256x128xf32>
  %88 = reshape %bt : tile<128xf32> -> tile<1x128xf32>
  %89 = broadcast %88 : tile<1x128xf32> -> tile<256x128xf32>
  %90 = fma %y, %87, %89  : tile<256x128xf32>
  %91 = ftof %90  : tile<256x128xf32> -> tile<256x128xf16>
  %92 = make_partition_view %40 : partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>
  %93 = store_view_tko weak %91, %92[%i, %j] token = %0 : tile<256x128xf16>, partition_view<tile=(256x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
