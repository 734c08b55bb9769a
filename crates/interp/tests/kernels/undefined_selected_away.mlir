// Division by zero, but nobody looks; and `and` with zero needs no other side.
// in x i32 = 8, 0
// out y i32 x 2
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %i = iota : tile<2xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %x2 = broadcast %x1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
  %px = offset %x2, %i : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
  %v, %t0 = load_ptr_tko weak %px : tile<2xptr<i32>> -> tile<2xi32>, token
  %hundred = constant <i32: 100> : tile<2xi32>
  %zero = constant <i32: 0> : tile<2xi32>
  %q = divi %hundred, %v signed : tile<2xi32>
  %none = cmpi equal %v, %zero, signed : tile<2xi32> -> tile<2xi1>
  %r = select %none, %zero, %q : tile<2xi1>, tile<2xi32>
  %masks = constant <i32: [-1, 0]> : tile<2xi32>
  %s = andi %q, %masks : tile<2xi32>
  %sum = addi %r, %s : tile<2xi32>
  %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
  %y2 = broadcast %y1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
  %py = offset %y2, %i : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
  %t1 = store_ptr_tko weak %py, %sum : tile<2xptr<i32>>, tile<2xi32> -> token
  return
}
//=> x = 8, 0
//=> y = 24, 0
