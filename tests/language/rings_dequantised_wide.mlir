// A right operand of 256 columns that threads make: with 512 threads each has 128 registers at launch, and loads of tensor memory are narrower.
entry @w8_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2i8_1v16l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_I64_I256_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<i8>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %S: tile<ptr<f16>>, %S_size0: tile<i32>, %S_size1: tile<i32>, %S_stride0: tile<i32>, %S_stride1: tile<i32>, %Y: tile<ptr<f16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %X_size0 : tile<i32>
  %3 = assume div_by<16>, %X_size1 : tile<i32>
  %4 = assume div_by<8>, %X_stride0 : tile<i32>
  %5 = assume div_by<16>, %W : tile<ptr<i8>>
  %6 = assume div_by<16>, %W_size0 : tile<i32>
  %7 = assume div_by<16>, %W_size1 : tile<i32>
  %8 = assume div_by<16>, %W_stride0 : tile<i32>
  %9 = assume div_by<16>, %S : tile<ptr<f16>>
  %10 = assume div_by<16>, %S_size0 : tile<i32>
  %11 = assume div_by<16>, %S_size1 : tile<i32>
  %12 = assume div_by<8>, %S_stride0 : tile<i32>
  %13 = assume div_by<16>, %Y : tile<ptr<f16>>
  %14 = assume div_by<16>, %Y_size0 : tile<i32>
  %15 = assume div_by<16>, %Y_size1 : tile<i32>
  %16 = assume div_by<8>, %Y_stride0 : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = assume bounded<0, ?>, %2 : tile<i32>
  %22 = assume div_by<16>, %21 : tile<i32>
  %23 = assume bounded<0, ?>, %3 : tile<i32>
  %24 = assume div_by<16>, %23 : tile<i32>
  %25 = assume bounded<0, ?>, %4 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %1, shape = [%22, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %6 : tile<i32>
  %29 = assume div_by<16>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %7 : tile<i32>
  %31 = assume div_by<16>, %30 : tile<i32>
  %32 = assume bounded<0, ?>, %8 : tile<i32>
  %33 = assume div_by<16>, %32 : tile<i32>
  %34 = make_tensor_view %5, shape = [%29, %31], strides = [%33, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
  %35 = assume bounded<0, ?>, %10 : tile<i32>
  %36 = assume div_by<16>, %35 : tile<i32>
  %37 = assume bounded<0, ?>, %11 : tile<i32>
  %38 = assume div_by<16>, %37 : tile<i32>
  %39 = assume bounded<0, ?>, %12 : tile<i32>
  %40 = assume div_by<8>, %39 : tile<i32>
  %41 = make_tensor_view %9, shape = [%36, %38], strides = [%40, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %42 = assume bounded<0, ?>, %14 : tile<i32>
  %43 = assume div_by<16>, %42 : tile<i32>
  %44 = assume bounded<0, ?>, %15 : tile<i32>
  %45 = assume div_by<16>, %44 : tile<i32>
  %46 = assume bounded<0, ?>, %16 : tile<i32>
  %47 = assume div_by<8>, %46 : tile<i32>
  %48 = make_tensor_view %13, shape = [%43, %45], strides = [%47, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %m, %49, %50 = get_tile_block_id : tile<i32>
  %51, %n, %52 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x256xf32>
  %53 = make_partition_view %34 : partition_view<tile=(32x256), tensor_view<?x?xi8, strides=[?,1]>>
  %54, %55 = get_index_space_shape %53 : partition_view<tile=(32x256), tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
  %56 = constant <i32: 0> : tile<i32>
  %57 = constant <i32: 1> : tile<i32>
  %58 = make_partition_view %27 : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>
  %59 = make_partition_view %34 : partition_view<tile=(32x256), tensor_view<?x?xi8, strides=[?,1]>>
  %60 = make_partition_view %41 : partition_view<tile=(1x256), tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1 = for %g in (%56 to %54, step %57) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x256xf32>) {
    %x, %61 = load_view_tko weak %58[%m, %g] token = %0 : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
    %62, %63 = load_view_tko weak %59[%g, %n] token = %0 : partition_view<tile=(32x256), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x256xi8>, token
    %w = itof %62 signed  : tile<32x256xi8> -> tile<32x256xf16>
    %s, %64 = load_view_tko weak %60[%g, %n] token = %0 : partition_view<tile=(1x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x256xf16>, token
    %65 = broadcast %s : tile<1x256xf16> -> tile<32x256xf16>
    %66 = mulf %w, %65  : tile<32x256xf16>
    %acc_3 = mmaf %x, %66, %acc_2 : tile<64x32xf16>, tile<32x256xf16>, tile<64x256xf32>
    continue %acc_3 : tile<64x256xf32>
  }
  %67 = ftof %acc_1  : tile<64x256xf32> -> tile<64x256xf16>
  %68 = make_partition_view %48 : partition_view<tile=(64x256), tensor_view<?x?xf16, strides=[?,1]>>
  %69 = store_view_tko weak %67, %68[%m, %n] token = %0 : tile<64x256xf16>, partition_view<tile=(64x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
