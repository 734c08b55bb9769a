// Products in loops and branches and outside of them, of computed factors, of a tile and itself, of sums, of batches and of
// rows of one.
entry @products(%x: tile<ptr<f16>>, %y: tile<ptr<f32>>, %z: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %i0 = constant <i32: 0> : tile<i32>
  %i1 = constant <i32: 1> : tile<i32>
  %i2 = constant <i32: 2> : tile<i32>
  %vx = make_tensor_view %x, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
  %px = make_partition_view %vx : partition_view<tile=(32x32), tensor_view<64x32xf16, strides=[32,1]>>
  %vy = make_tensor_view %y, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
  %py = make_partition_view %vy : partition_view<tile=(32x32), tensor_view<64x32xf32, strides=[32,1]>>
  %vz = make_tensor_view %z, shape = [1, 64], strides = [64, 1] : tensor_view<1x64xi32, strides=[64,1]>
  %pz = make_partition_view %vz : partition_view<tile=(1x64), tensor_view<1x64xi32, strides=[64,1]>>
  %raw, %t0 = load_view_tko weak %px[%i0, %i0] : partition_view<tile=(32x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
  %small = constant <f16: 0.0625> : tile<32x32xf16>
  %a = mulf %raw, %small : tile<32x32xf16>
  %none = constant <f32: 0.0> : tile<32x32xf32>
  %turned = permute %a [1, 0] : tile<32x32xf16> -> tile<32x32xf16>
  // A tile and itself, and what came out as a factor on either side.
  %square = mmaf %a, %turned, %none : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
  %narrow = ftof %square : tile<32x32xf32> -> tile<32x32xbf16>
  %again = ftof %a : tile<32x32xf16> -> tile<32x32xbf16>
  %chained = mmaf %narrow, %again, %square : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
  %behind = mmaf %again, %narrow, %chained : tile<32x32xbf16>, tile<32x32xbf16>, tile<32x32xf32>
  // A sum that two loops carry, one in the other, and a branch changes.
  %sum = for %i in (%i0 to %i2, step %i1) : tile<i32> iter_values(%outer = %behind) -> (tile<32x32xf32>) {
    %inner = for %j in (%i0 to %i2, step %i1) : tile<i32> iter_values(%acc = %outer) -> (tile<32x32xf32>) {
      %t, %tt = load_view_tko weak %px[%j, %i0] : partition_view<tile=(32x32), tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %s = mulf %t, %small : tile<32x32xf16>
      %first = cmpi equal %i, %j, signed : tile<i32> -> tile<i1>
      %next = if %first -> (tile<32x32xf32>) {
        %p = mmaf %a, %s, %acc : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
        yield %p : tile<32x32xf32>
      } else {
        %p = mmaf %s, %turned, %acc : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
        yield %p : tile<32x32xf32>
      }
      continue %next : tile<32x32xf32>
    }
    continue %inner : tile<32x32xf32>
  }
  %t1 = store_view_tko weak %sum, %py[%i0, %i0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
  // The rows as a batch, each with sums of its own; sums of halves.
  %rows = reshape %a : tile<32x32xf16> -> tile<4x8x32xf16>
  %columns = permute %rows [0, 2, 1] : tile<4x8x32xf16> -> tile<4x32x8xf16>
  %start = constant <f16: 0.5> : tile<4x8x8xf16>
  %squares = mmaf %rows, %columns, %start : tile<4x8x32xf16>, tile<4x32x8xf16>, tile<4x8x8xf16>
  %wide = ftof %squares : tile<4x8x8xf16> -> tile<4x8x8xf32>
  %factor = constant <f32: 0.25> : tile<4x8x32xf32>
  %spread = mmaf %wide, %factor, %factor : tile<4x8x8xf32>, tile<4x8x32xf32>, tile<4x8x32xf32>
  %flat = reshape %spread : tile<4x8x32xf32> -> tile<32x32xf32>
  %t2 = store_view_tko weak %flat, %py[%i1, %i0] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
  // One row of bytes, read with and without a sign.
  %scaled = ftoi %raw signed : tile<32x32xf16> -> tile<32x32xi8>
  %line = reshape %scaled : tile<32x32xi8> -> tile<16x64xi8>
  %depth = iota : tile<16xi8>
  %row = reshape %depth : tile<16xi8> -> tile<1x16xi8>
  %zeros = constant <i32: -7> : tile<1x64xi32>
  %bytes = mmai %row, %line, %zeros signed unsigned : tile<1x16xi8>, tile<16x64xi8>, tile<1x64xi32>
  %t3 = store_view_tko weak %bytes, %pz[%i0, %i0] : tile<1x64xi32>, partition_view<tile=(1x64), tensor_view<1x64xi32, strides=[64,1]>>, tile<i32> -> token
  return
}
