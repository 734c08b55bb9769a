// Four-bit floats in blocks of 32 with scales: two of them for a step of the unit.
entry @scaled(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %x: tile<ptr<f8E8M0FNU>>, %y: tile<ptr<f8E8M0FNU>>, %c: tile<ptr<f32>>) {
  %pa = assume div_by<16>, %a : tile<ptr<i8>>
  %pb = assume div_by<16>, %b : tile<ptr<i8>>
  %px = assume div_by<16>, %x : tile<ptr<f8E8M0FNU>>
  %py = assume div_by<16>, %y : tile<ptr<f8E8M0FNU>>
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: 5> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<128x128xf32>
  %va = make_tensor_view %pa, shape = [128, 640], strides = [640, 1] : tensor_view<128x640xi8, strides=[640,1]>
  %ta = make_partition_view %va : partition_view<tile=(128x128), tensor_view<128x640xi8, strides=[640,1]>>
  %vb = make_tensor_view %pb, shape = [128, 640], strides = [640, 1] : tensor_view<128x640xi8, strides=[640,1]>
  %tb = make_partition_view %vb : partition_view<tile=(128x128), tensor_view<128x640xi8, strides=[640,1]>>
  %vx = make_tensor_view %px, shape = [128, 40], strides = [40, 1] : tensor_view<128x40xf8E8M0FNU, strides=[40,1]>
  %tx = make_partition_view %vx : partition_view<tile=(128x8), tensor_view<128x40xf8E8M0FNU, strides=[40,1]>>
  %vy = make_tensor_view %py, shape = [128, 40], strides = [40, 1] : tensor_view<128x40xf8E8M0FNU, strides=[40,1]>
  %ty = make_partition_view %vy : partition_view<tile=(128x8), tensor_view<128x40xf8E8M0FNU, strides=[40,1]>>
  %vc = make_tensor_view %pc, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
  %tc = make_partition_view %vc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
  %row, %col, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<128x128xf32>) {
    %la, %ka = load_view_tko weak %ta[%row, %i] token = %start : partition_view<tile=(128x128), tensor_view<128x640xi8, strides=[640,1]>>, tile<i32> -> tile<128x128xi8>, token
    %lb, %kb = load_view_tko weak %tb[%zero, %i] token = %start : partition_view<tile=(128x128), tensor_view<128x640xi8, strides=[640,1]>>, tile<i32> -> tile<128x128xi8>, token
    %lx, %kx = load_view_tko weak %tx[%row, %i] token = %start : partition_view<tile=(128x8), tensor_view<128x40xf8E8M0FNU, strides=[40,1]>>, tile<i32> -> tile<128x8xf8E8M0FNU>, token
    %ly, %ky = load_view_tko weak %ty[%zero, %i] token = %start : partition_view<tile=(128x8), tensor_view<128x40xf8E8M0FNU, strides=[40,1]>>, tile<i32> -> tile<128x8xf8E8M0FNU>, token
    %fa = reshape %la : tile<128x128xi8> -> tile<16384xi8>
    %ua = unpack %fa : tile<16384xi8> -> tile<32768xf4E2M1FN>
    %wa = reshape %ua : tile<32768xf4E2M1FN> -> tile<128x256xf4E2M1FN>
    %fb = reshape %lb : tile<128x128xi8> -> tile<16384xi8>
    %ub = unpack %fb : tile<16384xi8> -> tile<32768xf4E2M1FN>
    %wb = reshape %ub : tile<32768xf4E2M1FN> -> tile<128x256xf4E2M1FN>
    %rb = permute %wb [1, 0] : tile<128x256xf4E2M1FN> -> tile<256x128xf4E2M1FN>
    %ry = permute %ly [1, 0] : tile<128x8xf8E8M0FNU> -> tile<8x128xf8E8M0FNU>
    %next = mmaf_scaled %wa, %rb, %acc, %lx, %ry : tile<128x256xf4E2M1FN>, tile<256x128xf4E2M1FN>, tile<128x128xf32>, tile<128x8xf8E8M0FNU>, tile<8x128xf8E8M0FNU>
    continue %next : tile<128x128xf32>
  }
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
  return
}
