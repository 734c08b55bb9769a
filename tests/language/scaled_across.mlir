// Eight-bit floats in blocks with scales, of which the right operand and its scales lie across K.
entry @scaled(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %x: tile<ptr<f8E8M0FNU>>, %y: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>) {
  %pa = assume div_by<16>, %a : tile<ptr<f8E5M2>>
  %pb = assume div_by<16>, %b : tile<ptr<f8E5M2>>
  %px = assume div_by<16>, %x : tile<ptr<f8E8M0FNU>>
  %py = assume div_by<16>, %y : tile<ptr<f8E8M0FNU>>
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: 6> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<128x128xf32>
  %va = make_tensor_view %pa, shape = [128, 768], strides = [768, 1] : tensor_view<128x768xf8E5M2, strides=[768,1]>
  %ta = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x768xf8E5M2, strides=[768,1]>>
  %vb = make_tensor_view %pb, shape = [768, 128], strides = [128, 1] : tensor_view<768x128xf8E5M2, strides=[128,1]>
  %tb = make_partition_view %vb : partition_view<tile=(128x128), tensor_view<768x128xf8E5M2, strides=[128,1]>>
  %vx = make_tensor_view %px, shape = [128, 24], strides = [24, 1] : tensor_view<128x24xf8E8M0FNU, strides=[24,1]>
  %tx = make_partition_view %vx : partition_view<tile=(128x4), tensor_view<128x24xf8E8M0FNU, strides=[24,1]>>
  %vy = make_tensor_view %py, shape = [24, 128], strides = [128, 1] : tensor_view<24x128xf8E8M0FNU, strides=[128,1]>
  %ty = make_partition_view %vy : partition_view<tile=(4x128), tensor_view<24x128xf8E8M0FNU, strides=[128,1]>>
  %vc = make_tensor_view %pc, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
  %tc = make_partition_view %vc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
  %row, %col, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<128x128xf32>) {
    %la, %ka = load_view_tko weak %ta[%row, %i] token = %start : partition_view<tile=(128x128), tensor_view<128x768xf8E5M2, strides=[768,1]>>, tile<i32> -> tile<128x128xf8E5M2>, token
    %lb, %kb = load_view_tko weak %tb[%i, %zero] token = %start : partition_view<tile=(128x128), tensor_view<768x128xf8E5M2, strides=[128,1]>>, tile<i32> -> tile<128x128xf8E5M2>, token
    %lx, %kx = load_view_tko weak %tx[%row, %i] token = %start : partition_view<tile=(128x4), tensor_view<128x24xf8E8M0FNU, strides=[24,1]>>, tile<i32> -> tile<128x4xf8E8M0FNU>, token
    %ly, %ky = load_view_tko weak %ty[%i, %zero] token = %start : partition_view<tile=(4x128), tensor_view<24x128xf8E8M0FNU, strides=[128,1]>>, tile<i32> -> tile<4x128xf8E8M0FNU>, token
    %next = mmaf_scaled %la, %lb, %acc, %lx, %ly : tile<128x128xf8E5M2>, tile<128x128xf8E5M2>, tile<128x128xf32>, tile<128x4xf8E8M0FNU>, tile<4x128xf8E8M0FNU>
    continue %next : tile<128x128xf32>
  }
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
  return
}
