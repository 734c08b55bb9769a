// test: pass compute-in-slices
// Tiles that no CTA holds are computed in slices, also where one is stored to where it was loaded from
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b, %tb = load_view_tko weak %wy[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %c = addf %a, %b : tile<65536xf32>
  %t = store_view_tko weak %c, %wy[%0] token = %tb : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
//=   %0 = constant <i32: 0> : tile<i32>
//=   %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
//=   %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
//=   %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
//=   %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
//=   %1 = constant <i32: 0> : tile<i32>
//=   %2 = constant <i32: 8> : tile<i32>
//=   %3 = constant <i32: 1> : tile<i32>
//=   %4 = make_partition_view %vx : partition_view<tile=(8192), tensor_view<65536xf32, strides=[1]>>
//=   %5 = make_partition_view %vy : partition_view<tile=(8192), tensor_view<65536xf32, strides=[1]>>
//=   for %6 in (%1 to %2, step %3) : tile<i32> {
//=     %7 = muli %0, %2 : tile<i32>
//=     %8 = addi %7, %6 : tile<i32>
//=     %9 = muli %0, %2 : tile<i32>
//=     %10 = addi %9, %6 : tile<i32>
//=     %a, %ta = load_view_tko weak %4[%8] : partition_view<tile=(8192), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
//=     %b, %tb = load_view_tko weak %5[%10] : partition_view<tile=(8192), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
//=     %c = addf %a, %b  : tile<8192xf32>
//=     %11 = muli %0, %2 : tile<i32>
//=     %12 = addi %11, %6 : tile<i32>
//=     %t = store_view_tko weak %c, %5[%12] token = %tb : tile<8192xf32>, partition_view<tile=(8192), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
//=   }
//=   return
//= }
// -----
// test: pass compute-in-slices
// A tile that is stored to elsewhere than the tile that comes before it is not cut
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b, %tb = load_view_tko weak %wy[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %c = addf %a, %b : tile<65536xf32>
  %t = store_view_tko weak %c, %wy[%0] token = %ta : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass compute-in-slices
// Elements that depend on those before them are not cut
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b, %tb = load_view_tko weak %wy[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %c = addf %a, %b : tile<65536xf32>
  %s = scan %c dim=0 reverse=false identities=[0.0 : f32] : tile<65536xf32> -> tile<65536xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %both = addf %l, %r : tile<f32>
    yield %both : tile<f32>
  }
  %d = mulf %s, %a : tile<65536xf32>
  %t = store_view_tko weak %d, %wy[%0] token = %tb : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass compute-in-slices
// Whoever sees a write that releases may see all before it: nothing is cut
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b, %tb = load_view_tko weak %wy[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %c = addf %a, %b : tile<65536xf32>
  %t = store_view_tko release device %c, %wy[%0] token = %tb : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
// -----
// test: pass compute-in-slices
// A message is printed once
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [65536], strides = [1] : tensor_view<65536xf32, strides=[1]>
  %wy = make_partition_view %vy : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %wx[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %b, %tb = load_view_tko weak %wy[%0] : partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> tile<65536xf32>, token
  %p = print_tko "here" -> token
  %c = addf %a, %b : tile<65536xf32>
  %t = store_view_tko weak %c, %wy[%0] token = %tb : tile<65536xf32>, partition_view<tile=(65536), tensor_view<65536xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= nothing changed
