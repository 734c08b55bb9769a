// Rows so wide that a CTA gets more warps: edges, reductions, scans, and tiles in another order across all of them.
entry @wide_rows(%x: tile<ptr<i32>>, %sums: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [2, 30001], strides = [30001, 1] : tensor_view<2x30001xi32, strides=[30001,1]>
  %wx = make_partition_view %vx : partition_view<tile=(1x32768), padding_value = zero, tensor_view<2x30001xi32, strides=[30001,1]>>
  %a, %ta = load_view_tko weak %wx[%0, %0] : partition_view<tile=(1x32768), padding_value = zero, tensor_view<2x30001xi32, strides=[30001,1]>>, tile<i32> -> tile<1x32768xi32>, token
  %b, %tb = load_view_tko weak %wx[%1, %0] : partition_view<tile=(1x32768), padding_value = zero, tensor_view<2x30001xi32, strides=[30001,1]>>, tile<i32> -> tile<1x32768xi32>, token
  %s = scan %a dim=1 reverse=false identities=[0 : i32] : tile<1x32768xi32> -> tile<1x32768xi32>
  (%l: tile<i32>, %r: tile<i32>) {
    %both = addi %l, %r : tile<i32>
    yield %both : tile<i32>
  }
  %m = reduce %b dim=1 identities=[0 : i32] : tile<1x32768xi32> -> tile<1xi32>
  (%l2: tile<i32>, %r2: tile<i32>) {
    %both2 = xori %l2, %r2 : tile<i32>
    yield %both2 : tile<i32>
  }
  %square = reshape %s : tile<1x32768xi32> -> tile<128x256xi32>
  %turned = permute %square [1, 0] : tile<128x256xi32> -> tile<256x128xi32>
  %flat = reshape %turned : tile<256x128xi32> -> tile<1x32768xi32>
  %m2 = reshape %m : tile<1xi32> -> tile<1x1xi32>
  %ms = broadcast %m2 : tile<1x1xi32> -> tile<1x32768xi32>
  %c = addi %flat, %ms : tile<1x32768xi32>
  %d = addi %c, %a : tile<1x32768xi32>
  %e = subi %d, %b : tile<1x32768xi32>
  %vy = make_tensor_view %y, shape = [1, 30001], strides = [30001, 1] : tensor_view<1x30001xi32, strides=[30001,1]>
  %wy = make_partition_view %vy : partition_view<tile=(1x32768), tensor_view<1x30001xi32, strides=[30001,1]>>
  %ty = store_view_tko weak %e, %wy[%0, %0] : tile<1x32768xi32>, partition_view<tile=(1x32768), tensor_view<1x30001xi32, strides=[30001,1]>>, tile<i32> -> token
  %vs = make_tensor_view %sums, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
  %ws = make_partition_view %vs : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
  %ts = store_view_tko weak %m, %ws[%0] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
  return
}
