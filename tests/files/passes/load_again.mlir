// test: pass load-again
// A tile that two ops need is loaded for each of them
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b = exp %a : tile<65536xf32>
  %s = reduce %b dim=0 identities=[0.0 : f32] : tile<65536xf32> -> tile<f32>
  (%l: tile<f32>, %r: tile<f32>) {
    %both = addf %l, %r : tile<f32>
    yield %both : tile<f32>
  }
  %s1 = reshape %s : tile<f32> -> tile<1xf32>
  %ss = broadcast %s1 : tile<1xf32> -> tile<65536xf32>
  %c = mulf %b, %ss : tile<65536xf32>
  %t = store_view_tko weak %c, %wy[%0] : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
//=   %0 = constant <i32: 0> : tile<i32>
//=   %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
//=   %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
//=   %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
//=   %b = exp %a  : tile<65536xf32>
//=   %s = reduce %b dim=0 identities=[0.000000e+00 : f32] : tile<65536xf32> -> tile<f32>
//=   (%l: tile<f32>, %r: tile<f32>) {
//=     %both = addf %l, %r  : tile<f32>
//=     yield %both : tile<f32>
//=   }
//=   %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
//=   %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
//=   %s1 = reshape %s : tile<f32> -> tile<1xf32>
//=   %a_0, %ta_0 = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
//=   %b_0 = exp %a_0  : tile<65536xf32>
//=   %ss = broadcast %s1 : tile<1xf32> -> tile<65536xf32>
//=   %c = mulf %b_0, %ss  : tile<65536xf32>
//=   %t = store_view_tko weak %c, %wy[%0] : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
//=   return
//= }
// -----
// test: pass load-again
// A row that the registers hold is loaded once
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [16384], strides = [1] : tensor_view<16384xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(16384), tensor_view<16384xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [16384], strides = [1] : tensor_view<16384xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(16384), tensor_view<16384xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(16384), tensor_view<16384xf32, strides=[1]>>, tile<i32> -> tile<16384xf32>, token
  %b = exp %a : tile<16384xf32>
  %s = reduce %b dim=0 identities=[0.0 : f32] : tile<16384xf32> -> tile<f32>
  (%l: tile<f32>, %r: tile<f32>) {
    %both = addf %l, %r : tile<f32>
    yield %both : tile<f32>
  }
  %s1 = reshape %s : tile<f32> -> tile<1xf32>
  %ss = broadcast %s1 : tile<1xf32> -> tile<16384xf32>
  %c = mulf %b, %ss : tile<16384xf32>
  %t = store_view_tko weak %c, %wy[%0] : tile<16384xf32>, partition_view<tile=(16384), tensor_view<16384xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass load-again
// A tile whose place is stored to is loaded before
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b = exp %a : tile<65536xf32>
  %s = reduce %b dim=0 identities=[0.0 : f32] : tile<65536xf32> -> tile<f32>
  (%l: tile<f32>, %r: tile<f32>) {
    %both = addf %l, %r : tile<f32>
    yield %both : tile<f32>
  }
  %s1 = reshape %s : tile<f32> -> tile<1xf32>
  %ss = broadcast %s1 : tile<1xf32> -> tile<65536xf32>
  %c = mulf %b, %ss : tile<65536xf32>
  %t = store_view_tko weak %c, %wx[%0] token = %ta : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
