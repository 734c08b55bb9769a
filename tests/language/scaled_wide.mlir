// Eight-bit floats in blocks with scales, both along K, more columns than a copy of scales has.
entry @scaled(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %x: tile<ptr<f8E8M0FNU>>, %y: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>) {
  %pa = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
  %pb = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
  %px = assume div_by<16>, %x : tile<ptr<f8E8M0FNU>>
  %py = assume div_by<16>, %y : tile<ptr<f8E8M0FNU>>
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: 5> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<128x256xf32>
  %va = make_tensor_view %pa, shape = [128, 640], strides = [640, 1] : tensor_view<128x640xf8E4M3FN, strides=[640,1]>
  %ta = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x640xf8E4M3FN, strides=[640,1]>>
  %vb = make_tensor_view %pb, shape = [256, 640], strides = [640, 1] : tensor_view<256x640xf8E4M3FN, strides=[640,1]>
  %tb = make_partition_view %vb : partition_view<tile=(256x128), tensor_view<256x640xf8E4M3FN, strides=[640,1]>>
  %vx = make_tensor_view %px, shape = [128, 20], strides = [20, 1] : tensor_view<128x20xf8E8M0FNU, strides=[20,1]>
  %tx = make_partition_view %vx : partition_view<tile=(128x4), tensor_view<128x20xf8E8M0FNU, strides=[20,1]>>
  %vy = make_tensor_view %py, shape = [256, 20], strides = [20, 1] : tensor_view<256x20xf8E8M0FNU, strides=[20,1]>
  %ty = make_partition_view %vy : partition_view<tile=(256x4), tensor_view<256x20xf8E8M0FNU, strides=[20,1]>>
  %vc = make_tensor_view %pc, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
  %tc = make_partition_view %vc : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
  %row, %col, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<128x256xf32>) {
    %la, %ka = load_view_tko weak %ta[%row, %i] token = %start : partition_view<tile=(128x128), tensor_view<128x640xf8E4M3FN, strides=[640,1]>>, tile<i32> -> tile<128x128xf8E4M3FN>, token
    %lb, %kb = load_view_tko weak %tb[%zero, %i] token = %start : partition_view<tile=(256x128), tensor_view<256x640xf8E4M3FN, strides=[640,1]>>, tile<i32> -> tile<256x128xf8E4M3FN>, token
    %lx, %kx = load_view_tko weak %tx[%row, %i] token = %start : partition_view<tile=(128x4), tensor_view<128x20xf8E8M0FNU, strides=[20,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
    %ly, %ky = load_view_tko weak %ty[%zero, %i] token = %start : partition_view<tile=(256x4), tensor_view<256x20xf8E8M0FNU, strides=[20,1]>>, tile<i32> -> tile<256x4xf8E8M0FNU>, token
    %rb = permute %lb [1, 0] : tile<256x128xf8E4M3FN> -> tile<128x256xf8E4M3FN>
    %ry = permute %ly [1, 0] : tile<256x4xf8E8M0FNU> -> tile<4x256xf8E8M0FNU>
    %next = mmaf_scaled %la, %rb, %acc, %lx, %ry : tile<128x128xf8E4M3FN>, tile<128x256xf8E4M3FN>, tile<128x256xf32>, tile<128x4xf8E8M0FNU>, tile<4x256xf8E8M0FNU>
    continue %next : tile<128x256xf32>
  }
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
  return
}
