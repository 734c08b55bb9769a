// parameters: m=32 n=64 type=f32 rows=512 columns=512 stride={columns} align=16 filled="" load=weak store=weak op="" stored=%v to={type} tm={m} tn={n}
entry @view(%x: tile<ptr<{type}>>, %y: tile<ptr<{to}>>) {
  %t = make_token : token
  %xa = assume div_by<{align}>, %x : tile<ptr<{type}>>
  %ya = assume div_by<{align}>, %y : tile<ptr<{to}>>
  %i, %j, %k = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %xa, shape = [{rows}, {columns}], strides = [{stride}, 1] : tensor_view<{rows}x{columns}x{type}, strides=[{stride},1]>
  %vy = make_tensor_view %ya, shape = [{rows}, {columns}], strides = [{stride}, 1] : tensor_view<{rows}x{columns}x{to}, strides=[{stride},1]>
  %px = make_partition_view %vx : partition_view<tile=({m}x{n}), {filled}tensor_view<{rows}x{columns}x{type}, strides=[{stride},1]>>
  %py = make_partition_view %vy : partition_view<tile=({tm}x{tn}), tensor_view<{rows}x{columns}x{to}, strides=[{stride},1]>>
  %v, %read = load_view_tko {load} %px[%i, %j] token = %t : partition_view<tile=({m}x{n}), {filled}tensor_view<{rows}x{columns}x{type}, strides=[{stride},1]>>, tile<i32> -> tile<{m}x{n}x{type}>, token
  {op}
  %done = store_view_tko {store} {stored}, %py[%i, %j] token = %t : tile<{tm}x{tn}x{to}>, partition_view<tile=({tm}x{tn}), tensor_view<{rows}x{columns}x{to}, strides=[{stride},1]>>, tile<i32> -> token
  return
}
