// Numbers beside each other that are loaded one by one, though 8 bytes could be at a time: `--emit findings` names them.
entry @accesses(%p: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
  %one = constant <i32: 1> : tile<i32>
  %p16 = assume div_by<16>, %p : tile<ptr<f32>>
  %q = offset %p16, %one : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %x, %t1 = load_ptr_tko weak %p16 : tile<ptr<f32>> -> tile<f32>, token
  %y, %t2 = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
  %sum = addf %x, %y : tile<f32>
  %t3 = store_ptr_tko weak %out, %sum : tile<ptr<f32>>, tile<f32> -> token
  return
}
