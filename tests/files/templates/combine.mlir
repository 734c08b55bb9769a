// parameters: m=32 n=64 type=f32 how="reduce %v dim=1 identities=[0.0 : f32]" by=addf to=32x1 shape=32
entry @combine(%x: tile<ptr<{type}>>, %y: tile<ptr<{type}>>) {
  %t = make_token : token
  %xa = assume div_by<16>, %x : tile<ptr<{type}>>
  %ya = assume div_by<16>, %y : tile<ptr<{type}>>
  %i, %j, %k = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %xa, shape = [512, 512], strides = [512, 1] : tensor_view<512x512x{type}, strides=[512,1]>
  %vy = make_tensor_view %ya, shape = [512, 512], strides = [512, 1] : tensor_view<512x512x{type}, strides=[512,1]>
  %px = make_partition_view %vx : partition_view<tile=({m}x{n}), tensor_view<512x512x{type}, strides=[512,1]>>
  %py = make_partition_view %vy : partition_view<tile=({to}), tensor_view<512x512x{type}, strides=[512,1]>>
  %v, %read = load_view_tko weak %px[%i, %j] token = %t : partition_view<tile=({m}x{n}), tensor_view<512x512x{type}, strides=[512,1]>>, tile<i32> -> tile<{m}x{n}x{type}>, token
  %r = {how} : tile<{m}x{n}x{type}> -> tile<{shape}x{type}>
  (%a: tile<{type}>, %b: tile<{type}>) {
    %c = {by} %a, %b : tile<{type}>
    yield %c : tile<{type}>
  }
  %s = reshape %r : tile<{shape}x{type}> -> tile<{to}x{type}>
  %done = store_view_tko weak %s, %py[%i, %j] token = %t : tile<{to}x{type}>, partition_view<tile=({to}), tensor_view<512x512x{type}, strides=[512,1]>>, tile<i32> -> token
  return
}
