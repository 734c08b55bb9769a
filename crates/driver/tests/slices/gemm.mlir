entry @gemm(%A: tile<ptr<bf16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<bf16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<bf16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<bf16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<16>, %B : tile<ptr<bf16>>
  %4 = assume div_by<8>, %B_stride0 : tile<i32>
  %5 = assume div_by<16>, %C : tile<ptr<bf16>>
  %6 = assume div_by<8>, %C_stride0 : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %11 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %12 = assume bounded<0, ?>, %2 : tile<i32>
  %13 = assume div_by<8>, %12 : tile<i32>
  %14 = make_tensor_view %1, shape = [%10, %11], strides = [%13, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %15 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %16 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %17 = assume bounded<0, ?>, %4 : tile<i32>
  %18 = assume div_by<8>, %17 : tile<i32>
  %19 = make_tensor_view %3, shape = [%15, %16], strides = [%18, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %20 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %21 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %22 = assume bounded<0, ?>, %6 : tile<i32>
  %23 = assume div_by<8>, %22 : tile<i32>
  %24 = make_tensor_view %5, shape = [%20, %21], strides = [%23, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27, %n, %28 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<256x256xf32>
  %29 = make_partition_view %14 : partition_view<tile=(256x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %30, %31 = get_index_space_shape %29 : partition_view<tile=(256x64), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = make_partition_view %14 : partition_view<tile=(256x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %35 = make_partition_view %19 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %36 = for %k in (%32 to %31, step %33) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<256x256xf32>) {
    %a, %37 = load_view_tko weak %34[%m, %k] token = %0 : partition_view<tile=(256x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<256x64xbf16>, token
    %b, %38 = load_view_tko weak %35[%k, %n] token = %0 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x256xbf16>, token
    %acc_2 = mmaf %a, %b, %acc_1 : tile<256x64xbf16>, tile<64x256xbf16>, tile<256x256xf32>
    continue %acc_2 : tile<256x256xf32>
  }
  %39 = ftof %36  : tile<256x256xf32> -> tile<256x256xbf16>
  %40 = make_partition_view %24 : partition_view<tile=(256x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %41 = store_view_tko weak %39, %40[%m, %n] token = %0 : tile<256x256xbf16>, partition_view<tile=(256x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
  return
}
