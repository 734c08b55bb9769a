// parameters: m=64 n=64 k=64 type=f16 sum=f32 extent=512 stride=512 steps=8 padding="" align=16 store=weak order=%token before="" behind="" last=%d
entry @product(%a: tile<ptr<{type}>>, %b: tile<ptr<{type}>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<{align}>, %a : tile<ptr<{type}>>
  %b16 = assume div_by<16>, %b : tile<ptr<{type}>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [{extent}, {extent}], strides = [{stride}, 1] : tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>
  %vb = make_tensor_view %b16, shape = [{extent}, {extent}], strides = [{stride}, 1] : tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>
  %vc = make_tensor_view %c16, shape = [{extent}, {extent}], strides = [{stride}, 1] : tensor_view<{extent}x{extent}xf16, strides=[{stride},1]>
  %pa = make_partition_view %va : partition_view<tile=({m}x{k}), {padding}tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>>
  %pb = make_partition_view %vb : partition_view<tile=({k}x{n}), {padding}tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>>
  %pc = make_partition_view %vc : partition_view<tile=({m}x{n}), tensor_view<{extent}x{extent}xf16, strides=[{stride},1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <{sum}: 0.0> : tile<{m}x{n}x{sum}>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: {steps}> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  {before}
  %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<{m}x{n}x{sum}>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=({m}x{k}), {padding}tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>>, tile<i32> -> tile<{m}x{k}x{type}>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = {order} : partition_view<tile=({k}x{n}), {padding}tensor_view<{extent}x{extent}x{type}, strides=[{stride},1]>>, tile<i32> -> tile<{k}x{n}x{type}>, token
    %d = mmaf %l, %r, %acc : tile<{m}x{k}x{type}>, tile<{k}x{n}x{type}>, tile<{m}x{n}x{sum}>
    {behind}
    continue {last} : tile<{m}x{n}x{sum}>
  }
  %rounded = ftof %sum : tile<{m}x{n}x{sum}> -> tile<{m}x{n}xf16>
  %t2 = store_view_tko {store} %rounded, %pc[%x, %y] token = %token : tile<{m}x{n}xf16>, partition_view<tile=({m}x{n}), tensor_view<{extent}x{extent}xf16, strides=[{stride},1]>>, tile<i32> -> token
  return
}
