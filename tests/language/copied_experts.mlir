// Rows by number of a matrix that a number says, and results with these numbers: what is there before the products moves between threads before these.
entry @experts_Kt2_A2f16_1s150t160_2s160t1_p16_A3f16_1s2t10240_2s160t64_4s64t1_p16_A1i32_1s128t1_p16_A1i32_1s2t1_p16_A2f32_1s128t64_2s64t1_p16_I64_I64_I64(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_size2: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %W_stride2: tile<i32>, %R: tile<ptr<i32>>, %R_size0: tile<i32>, %R_stride0: tile<i32>, %E: tile<ptr<i32>>, %E_size0: tile<i32>, %E_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %W : tile<ptr<f16>>
  %3 = assume div_by<16>, %R : tile<ptr<i32>>
  %4 = assume div_by<16>, %E : tile<ptr<i32>>
  %5 = assume div_by<16>, %Y : tile<ptr<f32>>
  %6 = constant <i32: 2> : tile<i32>
  %7 = constant <i32: 160> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 10240> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 128> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 2> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 128> : tile<i32>
  %17 = constant <i32: 64> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 2> : tile<64xi32>
  %21 = constant <i64: 150> : tile<64x64xi64>
  %22 = constant <i64: 160> : tile<64x64xi64>
  %23 = constant <i64: 160> : tile<64x64xi64>
  %24 = constant <i64: 1> : tile<64x64xi64>
  %25 = make_tensor_view %2, shape = [2, 160, 64], strides = [10240, 64, 1] : tensor_view<2x160x64xf16, strides=[10240,64,1]>
  %26 = make_tensor_view %3, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %27 = make_tensor_view %4, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
  %28 = make_tensor_view %5, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %29 = constant <i32: 64> : tile<i32>
  %b, %30, %31 = get_tile_block_id : tile<i32>
  %32 = make_partition_view %26 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>
  %33, %34 = load_view_tko weak %32[%b] token = %0 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
  %35 = muli %33, %20 : tile<64xi32>
  %36 = reshape %b : tile<i32> -> tile<1xi32>
  %37 = broadcast %36 : tile<1xi32> -> tile<64xi32>
  %rows = addi %35, %37 : tile<64xi32>
  %38 = make_partition_view %27 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>
  %39, %40 = load_view_tko weak %38[%b] token = %0 : partition_view<tile=(1), tensor_view<2xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %41 = reshape %39 : tile<1xi32> -> tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = maxi %41, %42 signed : tile<i32>
  %44 = constant <i32: 1> : tile<i32>
  %e = mini %43, %44 signed : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %45 = make_partition_view %25 : partition_view<tile=(1x64x64), tensor_view<2x160x64xf16, strides=[10240,64,1]>>
  %46, %47, %48 = get_index_space_shape %45 : partition_view<tile=(1x64x64), tensor_view<2x160x64xf16, strides=[10240,64,1]>> -> tile<i32>
  %49 = constant <i32: 0> : tile<i32>
  %50 = constant <i32: 1> : tile<i32>
  %51 = iota : tile<64xi32>
  %52 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %53 = exti %52 signed : tile<64x1xi32> -> tile<64x1xi64>
  %54 = broadcast %53 : tile<64x1xi64> -> tile<64x64xi64>
  %55 = cmpi less_than %54, %21, unsigned : tile<64x64xi64> -> tile<64x64xi1>
  %56 = muli %54, %22 : tile<64x64xi64>
  %57 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %58 = broadcast %57 : tile<1x1xptr<f16>> -> tile<64x64xptr<f16>>
  %59 = constant <f16: 0.000000e+00> : tile<f16>
  %60 = reshape %59 : tile<f16> -> tile<1x1xf16>
  %61 = broadcast %60 : tile<1x1xf16> -> tile<64x64xf16>
  %62 = constant <i32: 0> : tile<i32>
  %63 = make_partition_view %25 : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<2x160x64xf16, strides=[10240,64,1]>>
  %acc_1 = for %k in (%49 to %47, step %50) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
    %64 = muli %k, %29 : tile<i32>
    %65 = reshape %64 : tile<i32> -> tile<1xi32>
    %66 = broadcast %65 : tile<1xi32> -> tile<64xi32>
    %inner = addi %66, %51 : tile<64xi32>
    %67 = reshape %inner : tile<64xi32> -> tile<1x64xi32>
    %68 = exti %67 signed : tile<1x64xi32> -> tile<1x64xi64>
    %69 = broadcast %68 : tile<1x64xi64> -> tile<64x64xi64>
    %70 = cmpi less_than %69, %23, unsigned : tile<64x64xi64> -> tile<64x64xi1>
    %71 = andi %55, %70 : tile<64x64xi1>
    %72 = muli %69, %24 : tile<64x64xi64>
    %73 = addi %56, %72 : tile<64x64xi64>
    %74 = offset %58, %73 : tile<64x64xptr<f16>>, tile<64x64xi64> -> tile<64x64xptr<f16>>
    %x, %75 = load_ptr_tko weak %74, %71, %61 token=%0 : tile<64x64xptr<f16>>, tile<64x64xi1>, tile<64x64xf16> -> tile<64x64xf16>, token
    %76, %77 = load_view_tko weak %63[%e, %k, %62] token = %0 : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<2x160x64xf16, strides=[10240,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %w = reshape %76 : tile<1x64x64xf16> -> tile<64x64xf16>
    %acc_3 = mmaf %x, %w, %acc_2 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %acc_3 : tile<64x64xf32>
  }
  %78 = constant <i32: 0> : tile<i32>
  %79 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %80 = itof %79 signed  : tile<64x1xi32> -> tile<64x1xf32>
  %81 = broadcast %80 : tile<64x1xf32> -> tile<64x64xf32>
  %82 = addf %acc_1, %81  : tile<64x64xf32>
  %83 = make_partition_view %28 : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>
  %84 = store_view_tko weak %82, %83[%b, %78] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
