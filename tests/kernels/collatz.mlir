// Title: Steps to reach 1
entry @collatz(%x: tile<ptr<i32>>, %steps: tile<ptr<i32>>, %n: tile<i32>) {
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
  %limit = constant <i32: 1000> : tile<i32>
  %block, %block_y, %block_z = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %vs = make_tensor_view %steps, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %ps = make_partition_view %vs : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %t, %t_done = load_view_tko weak %px[%block] token = %start : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %first = reshape %t : tile<1xi32> -> tile<i32>

  %last:2 = loop iter_values(%value = %first, %count = %zero) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %reached = cmpi less_than_or_equal %value, %one, signed : tile<i32> -> tile<i1>
    %tired = cmpi greater_than_or_equal %count, %limit, signed : tile<i32> -> tile<i1>
    %stop = ori %reached, %tired : tile<i1>
    if %stop {
      break %value, %count : tile<i32>, tile<i32>
    }
    %odd = remi %value, %two signed : tile<i32>
    %is_odd = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
    %next = if %is_odd -> (tile<i32>) {
      %tripled = muli %value, %three : tile<i32>
      %up = addi %tripled, %one : tile<i32>
      yield %up : tile<i32>
    } else {
      %down = divi %value, %two signed : tile<i32>
      yield %down : tile<i32>
    }
    %counted = addi %count, %one : tile<i32>
    continue %next, %counted : tile<i32>, tile<i32>
  }
  %result = reshape %last#1 : tile<i32> -> tile<1xi32>
  %done = store_view_tko weak %result, %ps[%block] token = %start : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
