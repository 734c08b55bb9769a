// Bytes as numbers of four bits, lowest first, and back; tensors of four-bit elements.
// in x i8 = 0x21, 0x43
// out y i8 x 2
entry @k(%x: tile<ptr<i8>>, %y: tile<ptr<i8>>) {
  %zero = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [2], strides = [1] : tensor_view<2xi8, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>
  %v, %t0 = load_view_tko weak %px[%zero] : partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>, tile<i32> -> tile<2xi8>, token
  %n = unpack %v : tile<2xi8> -> tile<4xi4>
  %f = unpack %v : tile<2xi8> -> tile<4xf4E2M1FN>
  %n8 = exti %n unsigned : tile<4xi4> -> tile<4xi8>
  %twice8 = addi %n8, %n8 : tile<4xi8>
  %twice = trunci %twice8 : tile<4xi8> -> tile<4xi4>
  %b = pack %twice : tile<4xi4> -> tile<2xi8>
  %vy = make_tensor_view %y, shape = [2], strides = [1] : tensor_view<2xi8, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>
  %t1 = store_view_tko weak %b, %py[%zero] : tile<2xi8>, partition_view<tile=(2), tensor_view<2xi8, strides=[1]>>, tile<i32> -> token
  %p4 = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<i4>>
  %v4 = make_tensor_view %p4, shape = [4], strides = [1] : tensor_view<4xi4, strides=[1]>
  %q4 = make_partition_view %v4 : partition_view<tile=(2), tensor_view<4xi4, strides=[1]>>
  %one = constant <i32: 1> : tile<i32>
  %w, %t2 = load_view_tko weak %q4[%one] : partition_view<tile=(2), tensor_view<4xi4, strides=[1]>>, tile<i32> -> tile<2xi4>, token
  %p = print_tko "%d %.17g %d", %n, %f, %w : tile<4xi4>, tile<4xf4E2M1FN>, tile<2xi4> -> token
  return
}
//=> does not parse: a pointer points to numbers, not to `i4` at Some(18)
