// Elements of tf32 in memory: f32 whose lower bits do not matter.
entry @k(%p: tile<ptr<tf32>>, %q: tile<ptr<f32>>) {
  %io = iota : tile<64xi32>
  %p1 = reshape %p : tile<ptr<tf32>> -> tile<1xptr<tf32>>
  %p2 = broadcast %p1 : tile<1xptr<tf32>> -> tile<64xptr<tf32>>
  %pp = offset %p2, %io : tile<64xptr<tf32>>, tile<64xi32> -> tile<64xptr<tf32>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %qq = offset %q2, %io : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %v, %t = load_ptr_tko weak %pp : tile<64xptr<tf32>> -> tile<64xtf32>, token
  %w = ftof %v : tile<64xtf32> -> tile<64xf32>
  %u = store_ptr_tko weak %qq, %w : tile<64xptr<f32>>, tile<64xf32> -> token
  return
}
