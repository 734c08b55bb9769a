// Loads by pointers with a mask, whose places follow from the index, ahead of a loop that goes backwards through a token; and in a loop of loops.
entry @ahead_pointers(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 4> : tile<i32>
  %row, %block_y, %block_z = get_tile_block_id : tile<i32>
  %start = make_token : token
  %lane = iota : tile<32xi32>
  %width = constant <i32: 32> : tile<i32>
  %last = constant <i32: 120> : tile<32xi32>
  %minus = constant <i32: -7> : tile<32xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
  %zero = constant <i32: 0> : tile<32xi32>
  %sum = for %j in (%0 to %row, step %1) : tile<i32> iter_values(%outer = %zero) -> (tile<32xi32>) {
    %inner, %after = for %i in (%0 to %4, step %1) : tile<i32> iter_values(%acc = %outer, %before = %start) -> (tile<32xi32>, token) {
      %from = muli %i, %width : tile<i32>
      %f1 = reshape %from : tile<i32> -> tile<1xi32>
      %fs = broadcast %f1 : tile<1xi32> -> tile<32xi32>
      %at = addi %fs, %lane : tile<32xi32>
      %is = cmpi less_than %at, %last, signed : tile<32xi32> -> tile<32xi1>
      %p = offset %xs, %at : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
      %t, %read = load_ptr_tko weak %p, %is, %minus token=%before : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
      %three = constant <i32: 3> : tile<32xi32>
      %times = muli %acc, %three : tile<32xi32>
      %next = addi %times, %t : tile<32xi32>
      continue %next, %read : tile<32xi32>, token
    }
    continue %inner : tile<32xi32>
  }
  %vy = make_tensor_view %y, shape = [5, 32], strides = [32, 1] : tensor_view<5x32xi32, strides=[32,1]>
  %py = make_partition_view %vy : partition_view<tile=(1x32), tensor_view<5x32xi32, strides=[32,1]>>
  %row1 = reshape %sum : tile<32xi32> -> tile<1x32xi32>
  %done = store_view_tko weak %row1, %py[%row, %0] : tile<1x32xi32>, partition_view<tile=(1x32), tensor_view<5x32xi32, strides=[32,1]>>, tile<i32> -> token
  return
}
