// Iterations that end before their loads and product, as memory says.
entry @c_cont(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %R: tile<ptr<i32>>, %R_size0: tile<i32>, %R_stride0: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %A_size0 : tile<i32>
  %3 = assume div_by<16>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<16>, %B_size0 : tile<i32>
  %7 = assume div_by<16>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %R : tile<ptr<i32>>
  %10 = assume div_by<16>, %C : tile<ptr<f32>>
  %11 = assume div_by<16>, %C_size0 : tile<i32>
  %12 = assume div_by<16>, %C_size1 : tile<i32>
  %13 = assume div_by<4>, %C_stride0 : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = assume bounded<0, ?>, %2 : tile<i32>
  %19 = assume div_by<16>, %18 : tile<i32>
  %20 = assume bounded<0, ?>, %3 : tile<i32>
  %21 = assume div_by<16>, %20 : tile<i32>
  %22 = assume bounded<0, ?>, %4 : tile<i32>
  %23 = assume div_by<8>, %22 : tile<i32>
  %24 = make_tensor_view %1, shape = [%19, %21], strides = [%23, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<16>, %25 : tile<i32>
  %27 = assume bounded<0, ?>, %7 : tile<i32>
  %28 = assume div_by<16>, %27 : tile<i32>
  %29 = assume bounded<0, ?>, %8 : tile<i32>
  %30 = assume div_by<8>, %29 : tile<i32>
  %31 = make_tensor_view %5, shape = [%26, %28], strides = [%30, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %32 = assume bounded<0, ?>, %R_size0 : tile<i32>
  %33 = make_tensor_view %9, shape = [%32], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %34 = assume bounded<0, ?>, %11 : tile<i32>
  %35 = assume div_by<16>, %34 : tile<i32>
  %36 = assume bounded<0, ?>, %12 : tile<i32>
  %37 = assume div_by<16>, %36 : tile<i32>
  %38 = assume bounded<0, ?>, %13 : tile<i32>
  %39 = assume div_by<4>, %38 : tile<i32>
  %40 = make_tensor_view %10, shape = [%35, %37], strides = [%39, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %41, %42 = get_tile_block_id : tile<i32>
  %43, %n, %44 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %45 = make_partition_view %24 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %46, %47 = get_index_space_shape %45 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %48 = constant <i32: 0> : tile<i32>
  %49 = constant <i32: 1> : tile<i32>
  %50 = make_partition_view %33 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %51 = constant <i32: 0> : tile<i32>
  %52 = make_partition_view %24 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %53 = make_partition_view %31 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %k in (%48 to %47, step %49) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<128x128xf32>) {
    %54, %55 = load_view_tko weak %50[%k] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %56 = reshape %54 : tile<1xi32> -> tile<i32>
    %57 = cmpi equal %56, %51, signed : tile<i32> -> tile<i1>
    if %57 {
      continue %acc_2 : tile<128x128xf32>
    } else {
    }
    %a, %58 = load_view_tko weak %52[%m, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %59 = load_view_tko weak %53[%k, %n] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_3 : tile<128x128xf32>
  }
  %60 = make_partition_view %40 : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
  %61 = store_view_tko weak %acc_1, %60[%m, %n] token = %0 : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
