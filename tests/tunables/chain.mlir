// Seven additions of integers, each of which waits for the one before.
entry @chain(%out: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>, %c: tile<i32>, %d: tile<i32>, %e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) {
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %ab = addi %a, %b : tile<i32>
  %ac = addi %ab, %c : tile<i32>
  %ad = addi %ac, %d : tile<i32>
  %ae = addi %ad, %e : tile<i32>
  %af = addi %ae, %f : tile<i32>
  %ag = addi %af, %g : tile<i32>
  %ah = addi %ag, %h : tile<i32>
  %one = reshape %ah : tile<i32> -> tile<1xi32>
  %v = make_tensor_view %out, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
  %p = make_partition_view %v : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
  %done = store_view_tko weak %one, %p[%zero] token = %start : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
  return
}
