// Conversions that the machine does not have in one step.
entry @conversions(%x: tile<ptr<f64>>, %i: tile<ptr<i32>>, %j: tile<ptr<i64>>, %y: tile<ptr<bf16>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xf64, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>
  %vi = make_tensor_view %i, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %pi = make_partition_view %vi : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
  %vj = make_tensor_view %j, shape = [256], strides = [1] : tensor_view<256xi64, strides=[1]>
  %pj = make_partition_view %vj : partition_view<tile=(256), tensor_view<256xi64, strides=[1]>>
  %vy = make_tensor_view %y, shape = [1024], strides = [1] : tensor_view<1024xbf16, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(256), tensor_view<1024xbf16, strides=[1]>>
  %k0 = constant <i32: 0> : tile<i32>
  %k1 = constant <i32: 1> : tile<i32>
  %k2 = constant <i32: 2> : tile<i32>
  %k3 = constant <i32: 3> : tile<i32>
  %t, %t0 = load_view_tko weak %px[%b] : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>, tile<i32> -> tile<256xf64>, token
  %u, %t1 = load_view_tko weak %pi[%b] : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
  %w, %t2 = load_view_tko weak %pj[%b] : partition_view<tile=(256), tensor_view<256xi64, strides=[1]>>, tile<i32> -> tile<256xi64>, token
  %f = ftof %t : tile<256xf64> -> tile<256xbf16>
  %g = itof %u signed : tile<256xi32> -> tile<256xbf16>
  %h = itof %w signed : tile<256xi64> -> tile<256xbf16>
  %l = itof %w unsigned : tile<256xi64> -> tile<256xbf16>
  %s0 = store_view_tko weak %f, %py[%k0] : tile<256xbf16>, partition_view<tile=(256), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> token
  %s1 = store_view_tko weak %g, %py[%k1] : tile<256xbf16>, partition_view<tile=(256), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> token
  %s2 = store_view_tko weak %h, %py[%k2] : tile<256xbf16>, partition_view<tile=(256), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> token
  %s3 = store_view_tko weak %l, %py[%k3] : tile<256xbf16>, partition_view<tile=(256), tensor_view<1024xbf16, strides=[1]>>, tile<i32> -> token
  return
}
