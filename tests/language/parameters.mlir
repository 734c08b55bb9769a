// A parameter of each type is what the launch passes.
entry @parameters(%s_i1: tile<i1>, %p_i1: tile<ptr<i1>>, %s_i8: tile<i8>, %p_i8: tile<ptr<i8>>, %s_i16: tile<i16>, %p_i16: tile<ptr<i16>>, %s_i32: tile<i32>, %p_i32: tile<ptr<i32>>, %s_i64: tile<i64>, %p_i64: tile<ptr<i64>>, %s_f16: tile<f16>, %p_f16: tile<ptr<f16>>, %s_bf16: tile<bf16>, %p_bf16: tile<ptr<bf16>>, %s_f32: tile<f32>, %p_f32: tile<ptr<f32>>, %s_f64: tile<f64>, %p_f64: tile<ptr<f64>>, %s_f8E4M3FN: tile<f8E4M3FN>, %p_f8E4M3FN: tile<ptr<f8E4M3FN>>, %s_f8E5M2: tile<f8E5M2>, %p_f8E5M2: tile<ptr<f8E5M2>>) {
  %zero = constant <i32: 0> : tile<i32>
  %r_i1 = reshape %s_i1 : tile<i1> -> tile<1xi1>
  %b_i1 = broadcast %r_i1 : tile<1xi1> -> tile<4xi1>
  %v_i1 = make_tensor_view %p_i1, shape = [4], strides = [1] : tensor_view<4xi1, strides=[1]>
  %w_i1 = make_partition_view %v_i1 : partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>
  %t_i1 = store_view_tko weak %b_i1, %w_i1[%zero] : tile<4xi1>, partition_view<tile=(4), tensor_view<4xi1, strides=[1]>>, tile<i32> -> token
  %r_i8 = reshape %s_i8 : tile<i8> -> tile<1xi8>
  %b_i8 = broadcast %r_i8 : tile<1xi8> -> tile<4xi8>
  %v_i8 = make_tensor_view %p_i8, shape = [4], strides = [1] : tensor_view<4xi8, strides=[1]>
  %w_i8 = make_partition_view %v_i8 : partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>
  %t_i8 = store_view_tko weak %b_i8, %w_i8[%zero] : tile<4xi8>, partition_view<tile=(4), tensor_view<4xi8, strides=[1]>>, tile<i32> -> token
  %r_i16 = reshape %s_i16 : tile<i16> -> tile<1xi16>
  %b_i16 = broadcast %r_i16 : tile<1xi16> -> tile<4xi16>
  %v_i16 = make_tensor_view %p_i16, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
  %w_i16 = make_partition_view %v_i16 : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
  %t_i16 = store_view_tko weak %b_i16, %w_i16[%zero] : tile<4xi16>, partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> token
  %r_i32 = reshape %s_i32 : tile<i32> -> tile<1xi32>
  %b_i32 = broadcast %r_i32 : tile<1xi32> -> tile<4xi32>
  %v_i32 = make_tensor_view %p_i32, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
  %w_i32 = make_partition_view %v_i32 : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
  %t_i32 = store_view_tko weak %b_i32, %w_i32[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
  %r_i64 = reshape %s_i64 : tile<i64> -> tile<1xi64>
  %b_i64 = broadcast %r_i64 : tile<1xi64> -> tile<4xi64>
  %v_i64 = make_tensor_view %p_i64, shape = [4], strides = [1] : tensor_view<4xi64, strides=[1]>
  %w_i64 = make_partition_view %v_i64 : partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>
  %t_i64 = store_view_tko weak %b_i64, %w_i64[%zero] : tile<4xi64>, partition_view<tile=(4), tensor_view<4xi64, strides=[1]>>, tile<i32> -> token
  %r_f16 = reshape %s_f16 : tile<f16> -> tile<1xf16>
  %b_f16 = broadcast %r_f16 : tile<1xf16> -> tile<4xf16>
  %v_f16 = make_tensor_view %p_f16, shape = [4], strides = [1] : tensor_view<4xf16, strides=[1]>
  %w_f16 = make_partition_view %v_f16 : partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>
  %t_f16 = store_view_tko weak %b_f16, %w_f16[%zero] : tile<4xf16>, partition_view<tile=(4), tensor_view<4xf16, strides=[1]>>, tile<i32> -> token
  %r_bf16 = reshape %s_bf16 : tile<bf16> -> tile<1xbf16>
  %b_bf16 = broadcast %r_bf16 : tile<1xbf16> -> tile<4xbf16>
  %v_bf16 = make_tensor_view %p_bf16, shape = [4], strides = [1] : tensor_view<4xbf16, strides=[1]>
  %w_bf16 = make_partition_view %v_bf16 : partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>
  %t_bf16 = store_view_tko weak %b_bf16, %w_bf16[%zero] : tile<4xbf16>, partition_view<tile=(4), tensor_view<4xbf16, strides=[1]>>, tile<i32> -> token
  %r_f32 = reshape %s_f32 : tile<f32> -> tile<1xf32>
  %b_f32 = broadcast %r_f32 : tile<1xf32> -> tile<4xf32>
  %v_f32 = make_tensor_view %p_f32, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %w_f32 = make_partition_view %v_f32 : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %t_f32 = store_view_tko weak %b_f32, %w_f32[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  %r_f64 = reshape %s_f64 : tile<f64> -> tile<1xf64>
  %b_f64 = broadcast %r_f64 : tile<1xf64> -> tile<4xf64>
  %v_f64 = make_tensor_view %p_f64, shape = [4], strides = [1] : tensor_view<4xf64, strides=[1]>
  %w_f64 = make_partition_view %v_f64 : partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>
  %t_f64 = store_view_tko weak %b_f64, %w_f64[%zero] : tile<4xf64>, partition_view<tile=(4), tensor_view<4xf64, strides=[1]>>, tile<i32> -> token
  %r_f8E4M3FN = reshape %s_f8E4M3FN : tile<f8E4M3FN> -> tile<1xf8E4M3FN>
  %b_f8E4M3FN = broadcast %r_f8E4M3FN : tile<1xf8E4M3FN> -> tile<4xf8E4M3FN>
  %v_f8E4M3FN = make_tensor_view %p_f8E4M3FN, shape = [4], strides = [1] : tensor_view<4xf8E4M3FN, strides=[1]>
  %w_f8E4M3FN = make_partition_view %v_f8E4M3FN : partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>
  %t_f8E4M3FN = store_view_tko weak %b_f8E4M3FN, %w_f8E4M3FN[%zero] : tile<4xf8E4M3FN>, partition_view<tile=(4), tensor_view<4xf8E4M3FN, strides=[1]>>, tile<i32> -> token
  %r_f8E5M2 = reshape %s_f8E5M2 : tile<f8E5M2> -> tile<1xf8E5M2>
  %b_f8E5M2 = broadcast %r_f8E5M2 : tile<1xf8E5M2> -> tile<4xf8E5M2>
  %v_f8E5M2 = make_tensor_view %p_f8E5M2, shape = [4], strides = [1] : tensor_view<4xf8E5M2, strides=[1]>
  %w_f8E5M2 = make_partition_view %v_f8E5M2 : partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>
  %t_f8E5M2 = store_view_tko weak %b_f8E5M2, %w_f8E5M2[%zero] : tile<4xf8E5M2>, partition_view<tile=(4), tensor_view<4xf8E5M2, strides=[1]>>, tile<i32> -> token
  return
}
