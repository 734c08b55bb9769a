// Eight-bit floats in blocks with scales, in tiles of fewer columns than units copy scales of.
entry @scaled(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %x: tile<ptr<f8E8M0FNU>>, %y: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>) {
  %pa = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
  %pb = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
  %px = assume div_by<16>, %x : tile<ptr<f8E8M0FNU>>
  %py = assume div_by<16>, %y : tile<ptr<f8E8M0FNU>>
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: 4> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<128x64xf32>
  %va = make_tensor_view %pa, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf8E4M3FN, strides=[512,1]>
  %ta = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x512xf8E4M3FN, strides=[512,1]>>
  %vb = make_tensor_view %pb, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf8E4M3FN, strides=[512,1]>
  %tb = make_partition_view %vb : partition_view<tile=(64x128), tensor_view<64x512xf8E4M3FN, strides=[512,1]>>
  %vx = make_tensor_view %px, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xf8E8M0FNU, strides=[16,1]>
  %tx = make_partition_view %vx : partition_view<tile=(128x4), tensor_view<128x16xf8E8M0FNU, strides=[16,1]>>
  %vy = make_tensor_view %py, shape = [64, 16], strides = [16, 1] : tensor_view<64x16xf8E8M0FNU, strides=[16,1]>
  %ty = make_partition_view %vy : partition_view<tile=(64x4), tensor_view<64x16xf8E8M0FNU, strides=[16,1]>>
  %vc = make_tensor_view %pc, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf32, strides=[64,1]>
  %tc = make_partition_view %vc : partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>
  %row, %col, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<128x64xf32>) {
    %la, %ka = load_view_tko weak %ta[%row, %i] token = %start : partition_view<tile=(128x128), tensor_view<128x512xf8E4M3FN, strides=[512,1]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
    %lb, %kb = load_view_tko weak %tb[%zero, %i] token = %start : partition_view<tile=(64x128), tensor_view<64x512xf8E4M3FN, strides=[512,1]>>, tile<i32> -> tile<64x128xf8E4M3FN>, token
    %lx, %kx = load_view_tko weak %tx[%row, %i] token = %start : partition_view<tile=(128x4), tensor_view<128x16xf8E8M0FNU, strides=[16,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
    %ly, %ky = load_view_tko weak %ty[%zero, %i] token = %start : partition_view<tile=(64x4), tensor_view<64x16xf8E8M0FNU, strides=[16,1]>>, tile<i32> -> tile<64x4xf8E8M0FNU>, token
    %rb = permute %lb [1, 0] : tile<64x128xf8E4M3FN> -> tile<128x64xf8E4M3FN>
    %ry = permute %ly [1, 0] : tile<64x4xf8E8M0FNU> -> tile<4x64xf8E8M0FNU>
    %next = mmaf_scaled %la, %rb, %acc, %lx, %ry : tile<128x128xf8E4M3FN>, tile<128x64xf8E4M3FN>, tile<128x64xf32>, tile<128x4xf8E8M0FNU>, tile<4x64xf8E8M0FNU>
    continue %next : tile<128x64xf32>
  }
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<128x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
