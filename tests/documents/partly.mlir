// Every second column is kept, so that half of what each thread loads is used by nobody: `--emit findings` tells it.
entry @partly(%p: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %p16 = assume div_by<16>, %p : tile<ptr<f32>>
  %out16 = assume div_by<16>, %out : tile<ptr<f32>>
  %zero = constant <i32: 0> : tile<i32>
  %start = make_token : token
  %read = make_tensor_view %p16, shape = [128, 4], strides = [4, 1] : tensor_view<128x4xf32, strides=[4,1]>
  %written = make_tensor_view %out16, shape = [128, 4], strides = [4, 1] : tensor_view<128x4xf32, strides=[4,1]>
  %from = make_partition_view %read : partition_view<tile=(128x4), tensor_view<128x4xf32, strides=[4,1]>>
  %to = make_partition_view %written : partition_view<tile=(128x4), tensor_view<128x4xf32, strides=[4,1]>>
  %x, %t1 = load_view_tko weak %from[%zero, %zero] token = %start : partition_view<tile=(128x4), tensor_view<128x4xf32, strides=[4,1]>>, tile<i32> -> tile<128x4xf32>, token
  %kept = constant <i1: [true, false, true, false]> : tile<4xi1>
  %row = reshape %kept : tile<4xi1> -> tile<1x4xi1>
  %mask = broadcast %row : tile<1x4xi1> -> tile<128x4xi1>
  %none = constant <f32: 0.0> : tile<128x4xf32>
  %half = select %mask, %x, %none : tile<128x4xi1>, tile<128x4xf32>
  %t2 = store_view_tko weak %half, %to[%zero, %zero] token = %t1 : tile<128x4xf32>, partition_view<tile=(128x4), tensor_view<128x4xf32, strides=[4,1]>>, tile<i32> -> token
  return
}
