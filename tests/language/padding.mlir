// Loads with a padding value: with a mask it stands where the mask is false, without one it means nothing.
entry @padding(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %i = iota : tile<64xi32>
  %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
  %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %from = offset %xs, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
  %ys = broadcast %y1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %to = offset %ys, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %limit = constant <i32: 40> : tile<64xi32>
  %mask = cmpi less_than %i, %limit, signed : tile<64xi32> -> tile<64xi1>
  %pad = constant <f32: 3.0> : tile<64xf32>
  %a, %t0 = load_ptr_tko weak %from, %pad : tile<64xptr<f32>>, tile<64xf32> -> tile<64xf32>, token
  %b, %t1 = load_ptr_tko weak %from, %mask, %pad : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
  %sum = addf %a, %b : tile<64xf32>
  %t2 = store_ptr_tko weak %to, %sum : tile<64xptr<f32>>, tile<64xf32> -> token
  return
}
