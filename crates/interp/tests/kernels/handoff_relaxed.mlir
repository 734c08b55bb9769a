// Block 1 writes data and raises a flag; block 0 waits for the flag and reads the data. The flag orders nothing.
// grid 2 1 1
// in flag i32 = 0
// in data i32 = 0
// out y i32 x 1
entry @k(%flag: tile<ptr<i32>>, %data: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %v = constant <i32: 42> : tile<i32>
  %writer = cmpi equal %b, %one, signed : tile<i32> -> tile<i1>
  if %writer {
    %t0 = store_ptr_tko weak %data, %v : tile<ptr<i32>>, tile<i32> -> token
    %t1 = store_ptr_tko relaxed device %flag, %one token=%t0 : tile<ptr<i32>>, tile<i32> -> token
  } else {
    %t = loop : token {
      %f, %t2 = load_ptr_tko relaxed device %flag : tile<ptr<i32>> -> tile<i32>, token
      %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
      if %set {
        break %t2 : token
      }
      continue
    }
    %d, %t3 = load_ptr_tko weak %data token=%t : tile<ptr<i32>> -> tile<i32>, token
    %t4 = store_ptr_tko weak %y, %d : tile<ptr<i32>>, tile<i32> -> token
  }
  return
}
//=> flag = 1
//=> data = 42
//=> y = 42
//=> race 24 (13): race: tile block (0, 0, 0) accesses byte 0 of `data` and nothing orders this after an access of tile block (1, 0, 0)
