// Rows that the registers of no CTA hold: they are loaded again wherever they are needed, with edges.
entry @loaded_again(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %row, %by, %bz = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [2, 65501], strides = [65501, 1] : tensor_view<2x65501xf32, strides=[65501,1]>
  %px = make_partition_view %vx : partition_view<tile=(1x65536), padding_value = zero, tensor_view<2x65501xf32, strides=[65501,1]>>
  %vy = make_tensor_view %y, shape = [2, 65501], strides = [65501, 1] : tensor_view<2x65501xf32, strides=[65501,1]>
  %py = make_partition_view %vy : partition_view<tile=(1x65536), tensor_view<2x65501xf32, strides=[65501,1]>>
  %vz = make_tensor_view %z, shape = [2, 65501], strides = [65501, 1] : tensor_view<2x65501xf32, strides=[65501,1]>
  %pz = make_partition_view %vz : partition_view<tile=(1x65536), tensor_view<2x65501xf32, strides=[65501,1]>>
  %a, %ta = load_view_tko weak %px[%row, %0] : partition_view<tile=(1x65536), padding_value = zero, tensor_view<2x65501xf32, strides=[65501,1]>>, tile<i32> -> tile<1x65536xf32>, token
  %m = reduce %a dim=1 identities=[0xFF800000 : f32] : tile<1x65536xf32> -> tile<1xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %greater = maxf %l, %r : tile<f32>
    yield %greater : tile<f32>
  }
  %m2 = reshape %m : tile<1xf32> -> tile<1x1xf32>
  %ms = broadcast %m2 : tile<1x1xf32> -> tile<1x65536xf32>
  %off = subf %a, %ms : tile<1x65536xf32>
  %square = mulf %off, %off : tile<1x65536xf32>
  %s = reduce %square dim=1 identities=[0.0 : f32] : tile<1x65536xf32> -> tile<1xf32>
  (%l2: tile<f32>, %r2: tile<f32>) {
    %sum = addf %l2, %r2 : tile<f32>
    yield %sum : tile<f32>
  }
  %s2 = reshape %s : tile<1xf32> -> tile<1x1xf32>
  %ss = broadcast %s2 : tile<1x1xf32> -> tile<1x65536xf32>
  %part = divf %off, %ss rounding<approx> : tile<1x65536xf32>
  %ty = store_view_tko weak %part, %py[%row, %0] : tile<1x65536xf32>, partition_view<tile=(1x65536), tensor_view<2x65501xf32, strides=[65501,1]>>, tile<i32> -> token
  %rest = subf %a, %part : tile<1x65536xf32>
  %tz = store_view_tko weak %rest, %pz[%row, %0] : tile<1x65536xf32>, partition_view<tile=(1x65536), tensor_view<2x65501xf32, strides=[65501,1]>>, tile<i32> -> token
  return
}
