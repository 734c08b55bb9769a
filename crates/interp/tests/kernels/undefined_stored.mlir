// Division by zero, a shift too far, a broken promise, memory never written: all stored.
// in x i32 = 0
// out y i32 x 4
// out z i32 x 1
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %z: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
  %wide = constant <i32: 32> : tile<i32>
  %most = constant <i32: 2147483647> : tile<i32>
  %v, %t0 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
  %q = divi %one, %v signed : tile<i32>
  %t1 = store_ptr_tko weak %y, %q : tile<ptr<i32>>, tile<i32> -> token
  %s = shli %one, %wide : tile<i32>
  %y1 = offset %y, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t2 = store_ptr_tko weak %y1, %s : tile<ptr<i32>>, tile<i32> -> token
  %o = addi %most, %one overflow<no_signed_wrap> : tile<i32>
  %y2 = offset %y, %two : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t3 = store_ptr_tko weak %y2, %o : tile<ptr<i32>>, tile<i32> -> token
  %n, %t4 = load_ptr_tko weak %z : tile<ptr<i32>> -> tile<i32>, token
  %y3 = offset %y, %three : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t5 = store_ptr_tko weak %y3, %n : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> x = 0
//=> y = 0, 0, 0, -1
//=> z = -1
//=> undefined-stored 13 (12): `store_ptr_tko` stores an undefined element to byte 0 of `y`
//=> undefined-stored 16 (14): `store_ptr_tko` stores an undefined element to byte 4 of `y`
//=> undefined-stored 19 (17): `store_ptr_tko` stores an undefined element to byte 8 of `y`
//=> undefined-stored 22 (20): `store_ptr_tko` stores an undefined element to byte 12 of `y`
