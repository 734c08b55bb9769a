// Tiles of i1 that move between threads: reductions, scans, slices, joins, permutations, and bytes in memory.
entry @bits(%x: tile<ptr<f32>>, %y: tile<ptr<i1>>, %z: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [1024], strides = [1] : tensor_view<1024xi1, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(1024), tensor_view<1024xi1, strides=[1]>>
  %vz = make_tensor_view %z, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
  %pz = make_partition_view %vz : partition_view<tile=(32), tensor_view<64xi32, strides=[1]>>
  %t, %t0 = load_view_tko weak %px[%b] : partition_view<tile=(1024), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %zero = constant <f32: 0.0> : tile<1024xf32>
  %c = cmpf greater_than ordered %t, %zero : tile<1024xf32> -> tile<1024xi1>
  %m = reshape %c : tile<1024xi1> -> tile<32x32xi1>
  %some = reduce %m dim=1 identities=[0 : i1] : tile<32x32xi1> -> tile<32xi1>
  (%l: tile<i1>, %r: tile<i1>) {
    %o = xori %l, %r : tile<i1>
    yield %o : tile<i1>
  }
  %all = reduce %m dim=0 identities=[0 : i1] : tile<32x32xi1> -> tile<32xi1>
  (%l: tile<i1>, %r: tile<i1>) {
    %o = ori %l, %r : tile<i1>
    yield %o : tile<i1>
  }
  %odd = scan %m dim=1 reverse=false identities=[0 : i1] : tile<32x32xi1> -> tile<32x32xi1>
  (%l: tile<i1>, %r: tile<i1>) {
    %o = xori %l, %r : tile<i1>
    yield %o : tile<i1>
  }
  %turned = permute %odd [1, 0] : tile<32x32xi1> -> tile<32x32xi1>
  %i0 = constant <i32: 0> : tile<i32>
  %i1 = constant <i32: 1> : tile<i32>
  %low = extract %turned[%i0, %i0] : tile<32x32xi1> -> tile<16x32xi1>
  %high = extract %turned[%i1, %i0] : tile<32x32xi1> -> tile<16x32xi1>
  %swapped = cat %high, %low dim = 0 : tile<16x32xi1>, tile<16x32xi1> -> tile<32x32xi1>
  %flat = reshape %swapped : tile<32x32xi1> -> tile<1024xi1>
  %t1 = store_view_tko weak %flat, %py[%b] : tile<1024xi1>, partition_view<tile=(1024), tensor_view<1024xi1, strides=[1]>>, tile<i32> -> token
  %n = exti %some unsigned : tile<32xi1> -> tile<32xi32>
  %n2 = exti %all signed : tile<32xi1> -> tile<32xi32>
  %t2 = store_view_tko weak %n, %pz[%i0] : tile<32xi32>, partition_view<tile=(32), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
  %t3 = store_view_tko weak %n2, %pz[%i1] : tile<32xi32>, partition_view<tile=(32), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
  return
}
