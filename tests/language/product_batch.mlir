// Products of two matrices at a time.
entry @product_batch(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_size2: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %A_stride2: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_size2: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %B_stride2: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_size2: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %C_stride2: tile<i32>) {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<8>, %A_stride1 : tile<i32>
  %4 = assume div_by<16>, %B : tile<ptr<f16>>
  %5 = assume div_by<8>, %B_stride0 : tile<i32>
  %6 = assume div_by<8>, %B_stride1 : tile<i32>
  %7 = assume div_by<16>, %C : tile<ptr<f32>>
  %8 = assume div_by<4>, %C_stride0 : tile<i32>
  %9 = assume div_by<4>, %C_stride1 : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %A_size2 : tile<i32>
  %16 = assume bounded<0, ?>, %2 : tile<i32>
  %17 = assume div_by<8>, %16 : tile<i32>
  %18 = assume bounded<0, ?>, %3 : tile<i32>
  %19 = assume div_by<8>, %18 : tile<i32>
  %20 = make_tensor_view %1, shape = [%13, %14, %15], strides = [%17, %19, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %21 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %22 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %23 = assume bounded<0, ?>, %B_size2 : tile<i32>
  %24 = assume bounded<0, ?>, %5 : tile<i32>
  %25 = assume div_by<8>, %24 : tile<i32>
  %26 = assume bounded<0, ?>, %6 : tile<i32>
  %27 = assume div_by<8>, %26 : tile<i32>
  %28 = make_tensor_view %4, shape = [%21, %22, %23], strides = [%25, %27, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %29 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %30 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %31 = assume bounded<0, ?>, %C_size2 : tile<i32>
  %32 = assume bounded<0, ?>, %8 : tile<i32>
  %33 = assume div_by<4>, %32 : tile<i32>
  %34 = assume bounded<0, ?>, %9 : tile<i32>
  %35 = assume div_by<4>, %34 : tile<i32>
  %36 = make_tensor_view %7, shape = [%29, %30, %31], strides = [%33, %35, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
  %acc = constant <f32: 0.000000e+00> : tile<2x64x64xf32>
  %37 = make_partition_view %20 : partition_view<tile=(2x64x32), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %38, %39, %40 = get_index_space_shape %37 : partition_view<tile=(2x64x32), tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
  %41 = constant <i32: 0> : tile<i32>
  %42 = constant <i32: 1> : tile<i32>
  %43, %44, %45 = get_tile_block_id : tile<i32>
  %46, %47, %48 = get_tile_block_id : tile<i32>
  %49 = make_partition_view %20 : partition_view<tile=(2x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %50, %51, %52 = get_tile_block_id : tile<i32>
  %53, %54, %55 = get_tile_block_id : tile<i32>
  %56 = make_partition_view %28 : partition_view<tile=(2x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %acc_1 = for %k in (%41 to %40, step %42) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<2x64x64xf32>) {
    %a, %57 = load_view_tko weak %49[%45, %46, %k] token = %0 : partition_view<tile=(2x64x32), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x64x32xf16>, token
    %b, %58 = load_view_tko weak %56[%52, %k, %54] token = %0 : partition_view<tile=(2x32x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x32x64xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<2x64x32xf16>, tile<2x32x64xf16>, tile<2x64x64xf32>
    continue %acc_3 : tile<2x64x64xf32>
  }
  %59, %60, %61 = get_tile_block_id : tile<i32>
  %62, %63, %64 = get_tile_block_id : tile<i32>
  %65, %66, %67 = get_tile_block_id : tile<i32>
  %68 = make_partition_view %36 : partition_view<tile=(2x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
  %69 = store_view_tko weak %acc_1, %68[%61, %62, %66] token = %0 : tile<2x64x64xf32>, partition_view<tile=(2x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
  return
}
