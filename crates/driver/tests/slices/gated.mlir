entry @gated(%A: tile<ptr<bf16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<bf16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %G: tile<ptr<bf16>>, %G_size0: tile<i32>, %G_size1: tile<i32>, %G_stride0: tile<i32>, %G_stride1: tile<i32>, %C: tile<ptr<bf16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<bf16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<16>, %B : tile<ptr<bf16>>
  %4 = assume div_by<8>, %B_stride0 : tile<i32>
  %5 = assume div_by<16>, %G : tile<ptr<bf16>>
  %6 = assume div_by<8>, %G_stride0 : tile<i32>
  %7 = assume div_by<16>, %C : tile<ptr<bf16>>
  %8 = assume div_by<8>, %C_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %G_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %G_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %m, %33, %34 = get_tile_block_id : tile<i32>
  %35, %n, %36 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %gate = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %37 = make_partition_view %17 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %38, %39 = get_index_space_shape %37 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
  %40 = constant <i32: 0> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = make_partition_view %17 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %43 = make_partition_view %22 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %44 = make_partition_view %27 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %45, %46 = for %k in (%40 to %39, step %41) : tile<i32> iter_values(%acc_1 = %acc, %gate_1 = %gate) -> (tile<128x256xf32>, tile<128x256xf32>) {
    %a, %47 = load_view_tko weak %42[%m, %k] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<128x64xbf16>, token
    %48, %49 = load_view_tko weak %43[%k, %n] token = %0 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x256xbf16>, token
    %acc_2 = mmaf %a, %48, %acc_1 : tile<128x64xbf16>, tile<64x256xbf16>, tile<128x256xf32>
    %50, %51 = load_view_tko weak %44[%k, %n] token = %0 : partition_view<tile=(64x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x256xbf16>, token
    %gate_2 = mmaf %a, %50, %gate_1 : tile<128x64xbf16>, tile<64x256xbf16>, tile<128x256xf32>
    continue %acc_2, %gate_2 : tile<128x256xf32>, tile<128x256xf32>
  }
  %52 = constant <f32: 1.000000e+00> : tile<f32>
  %53 = negf %46 : tile<128x256xf32>
  %54 = exp %53  : tile<128x256xf32>
  %55 = reshape %52 : tile<f32> -> tile<1x1xf32>
  %56 = broadcast %55 : tile<1x1xf32> -> tile<128x256xf32>
  %57 = addf %56, %54  : tile<128x256xf32>
  %58 = divf %46, %57  : tile<128x256xf32>
  %59 = mulf %45, %58  : tile<128x256xf32>
  %60 = ftof %59  : tile<128x256xf32> -> tile<128x256xbf16>
  %61 = make_partition_view %32 : partition_view<tile=(128x256), tensor_view<?x?xbf16, strides=[?,1]>>
  %62 = store_view_tko weak %60, %61[%m, %n] token = %0 : tile<128x256xbf16>, partition_view<tile=(128x256), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> token
  return
}
