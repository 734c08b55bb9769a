// Tiles that the registers of no CTA hold: they are computed in slices, with edges, and one tensor is changed where it is.
entry @in_slices(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %s: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [250, 241], strides = [241, 1] : tensor_view<250x241xf32, strides=[241,1]>
  %px = make_partition_view %vx : partition_view<tile=(256x256), padding_value = zero, tensor_view<250x241xf32, strides=[241,1]>>
  %vy = make_tensor_view %y, shape = [241, 250], strides = [250, 1] : tensor_view<241x250xf32, strides=[250,1]>
  %py = make_partition_view %vy : partition_view<tile=(256x256), tensor_view<241x250xf32, strides=[250,1]>>
  %vz = make_tensor_view %z, shape = [250, 241], strides = [241, 1] : tensor_view<250x241xf32, strides=[241,1]>
  %pz = make_partition_view %vz : partition_view<tile=(256x256), padding_value = zero, tensor_view<250x241xf32, strides=[241,1]>>
  %vs = make_tensor_view %s, shape = [250], strides = [1] : tensor_view<250xf32, strides=[1]>
  %ps = make_partition_view %vs : partition_view<tile=(256), tensor_view<250xf32, strides=[1]>>
  %a, %ta = load_view_tko weak %px[%0, %0] : partition_view<tile=(256x256), padding_value = zero, tensor_view<250x241xf32, strides=[241,1]>>, tile<i32> -> tile<256x256xf32>, token
  %b, %tb = load_view_tko weak %pz[%0, %0] : partition_view<tile=(256x256), padding_value = zero, tensor_view<250x241xf32, strides=[241,1]>>, tile<i32> -> tile<256x256xf32>, token
  %m = reduce %a dim=1 identities=[0xFF800000 : f32] : tile<256x256xf32> -> tile<256xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %greater = maxf %l, %r : tile<f32>
    yield %greater : tile<f32>
  }
  %ts = store_view_tko weak %m, %ps[%0] : tile<256xf32>, partition_view<tile=(256), tensor_view<250xf32, strides=[1]>>, tile<i32> -> token
  %m1 = reshape %m : tile<256xf32> -> tile<256x1xf32>
  %ms = broadcast %m1 : tile<256x1xf32> -> tile<256x256xf32>
  %rows = iota : tile<256xi32>
  %numbers = itof %rows signed : tile<256xi32> -> tile<256xf32>
  %n1 = reshape %numbers : tile<256xf32> -> tile<256x1xf32>
  %ns = broadcast %n1 : tile<256x1xf32> -> tile<256x256xf32>
  %off = subf %a, %ms : tile<256x256xf32>
  %c = addf %off, %ns : tile<256x256xf32>
  %turned = permute %c [1, 0] : tile<256x256xf32> -> tile<256x256xf32>
  %ty = store_view_tko weak %turned, %py[%0, %0] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<241x250xf32, strides=[250,1]>>, tile<i32> -> token
  %d = mulf %b, %c : tile<256x256xf32>
  %tz = store_view_tko weak %d, %pz[%0, %0] token = %tb : tile<256x256xf32>, partition_view<tile=(256x256), padding_value = zero, tensor_view<250x241xf32, strides=[241,1]>>, tile<i32> -> token
  return
}
