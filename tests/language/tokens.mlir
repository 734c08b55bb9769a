// Accesses that tokens order, of tiles that threads hold differently, or hold twice.
entry @tokens(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %z = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %x, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
  %rows = make_partition_view %v : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
  %w = make_tensor_view %x, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %flat = make_partition_view %w : partition_view<tile=(64), tensor_view<1024xf32, strides=[1]>>
  %o = make_tensor_view %y, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
  %po = make_partition_view %o : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
  // Read, transposed, written over what was read.
  %t, %t0 = load_view_tko weak %rows[%z, %z] : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> tile<32x32xf32>, token
  %p = permute %t [1, 0] : tile<32x32xf32> -> tile<32x32xf32>
  %t1 = store_view_tko weak %p, %rows[%z, %z] token=%t0 : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
  // Other threads read the elements that were written.
  %k = constant <i32: 3> : tile<i32>
  %s, %t2 = load_view_tko weak %flat[%k] token=%t1 : partition_view<tile=(64), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %d = addf %s, %s : tile<64xf32>
  %t3 = store_view_tko weak %d, %flat[%k] token=%t2 : tile<64xf32>, partition_view<tile=(64), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
  %u, %t4 = load_view_tko weak %flat[%k] token=%t3 : partition_view<tile=(64), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %t5 = store_view_tko weak %u, %po[%z] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  return
}
