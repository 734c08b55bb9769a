// Four-bit floats in blocks of 16 with scales that are computed.
entry @scaled(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %x: tile<ptr<f8E4M3FN>>, %y: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>) {
  %pa = assume div_by<16>, %a : tile<ptr<i8>>
  %pb = assume div_by<16>, %b : tile<ptr<i8>>
  %px = assume div_by<16>, %x : tile<ptr<f8E4M3FN>>
  %py = assume div_by<16>, %y : tile<ptr<f8E4M3FN>>
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: 6> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<128x128xf32>
  %va = make_tensor_view %pa, shape = [128, 384], strides = [384, 1] : tensor_view<128x384xi8, strides=[384,1]>
  %ta = make_partition_view %va : partition_view<tile=(128x64), tensor_view<128x384xi8, strides=[384,1]>>
  %vb = make_tensor_view %pb, shape = [128, 384], strides = [384, 1] : tensor_view<128x384xi8, strides=[384,1]>
  %tb = make_partition_view %vb : partition_view<tile=(128x64), tensor_view<128x384xi8, strides=[384,1]>>
  %vx = make_tensor_view %px, shape = [128, 48], strides = [48, 1] : tensor_view<128x48xf8E4M3FN, strides=[48,1]>
  %tx = make_partition_view %vx : partition_view<tile=(128x8), tensor_view<128x48xf8E4M3FN, strides=[48,1]>>
  %vy = make_tensor_view %py, shape = [128, 48], strides = [48, 1] : tensor_view<128x48xf8E4M3FN, strides=[48,1]>
  %ty = make_partition_view %vy : partition_view<tile=(128x8), tensor_view<128x48xf8E4M3FN, strides=[48,1]>>
  %vc = make_tensor_view %pc, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
  %tc = make_partition_view %vc : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
  %row, %col, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<128x128xf32>) {
    %la, %ka = load_view_tko weak %ta[%row, %i] token = %start : partition_view<tile=(128x64), tensor_view<128x384xi8, strides=[384,1]>>, tile<i32> -> tile<128x64xi8>, token
    %lb, %kb = load_view_tko weak %tb[%zero, %i] token = %start : partition_view<tile=(128x64), tensor_view<128x384xi8, strides=[384,1]>>, tile<i32> -> tile<128x64xi8>, token
    %lx, %kx = load_view_tko weak %tx[%row, %i] token = %start : partition_view<tile=(128x8), tensor_view<128x48xf8E4M3FN, strides=[48,1]>>, tile<i32> -> tile<128x8xf8E4M3FN>, token
    %ly, %ky = load_view_tko weak %ty[%zero, %i] token = %start : partition_view<tile=(128x8), tensor_view<128x48xf8E4M3FN, strides=[48,1]>>, tile<i32> -> tile<128x8xf8E4M3FN>, token
    %fa = reshape %la : tile<128x64xi8> -> tile<8192xi8>
    %ua = unpack %fa : tile<8192xi8> -> tile<16384xf4E2M1FN>
    %wa = reshape %ua : tile<16384xf4E2M1FN> -> tile<128x128xf4E2M1FN>
    %fb = reshape %lb : tile<128x64xi8> -> tile<8192xi8>
    %ub = unpack %fb : tile<8192xi8> -> tile<16384xf4E2M1FN>
    %wb = reshape %ub : tile<16384xf4E2M1FN> -> tile<128x128xf4E2M1FN>
    %dx = ftof %lx : tile<128x8xf8E4M3FN> -> tile<128x8xf32>
    %ex = absf %dx : tile<128x8xf32>
    %gx = ftof %ex : tile<128x8xf32> -> tile<128x8xf8E4M3FN>
    %dy = ftof %ly : tile<128x8xf8E4M3FN> -> tile<128x8xf32>
    %ey = absf %dy : tile<128x8xf32>
    %gy = ftof %ey : tile<128x8xf32> -> tile<128x8xf8E4M3FN>
    %rb = permute %wb [1, 0] : tile<128x128xf4E2M1FN> -> tile<128x128xf4E2M1FN>
    %ry = permute %gy [1, 0] : tile<128x8xf8E4M3FN> -> tile<8x128xf8E4M3FN>
    %next = mmaf_scaled %wa, %rb, %acc, %gx, %ry : tile<128x128xf4E2M1FN>, tile<128x128xf4E2M1FN>, tile<128x128xf32>, tile<128x8xf8E4M3FN>, tile<8x128xf8E4M3FN>
    continue %next : tile<128x128xf32>
  }
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
  return
}
