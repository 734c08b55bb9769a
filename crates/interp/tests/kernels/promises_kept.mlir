// The same, and they hold.
// num n i32 = 6
entry @k(%n: tile<i32>) {
  %a = assume bounded<0, ?>, %n : tile<i32>
  %b = assume div_by<2>, %a : tile<i32>
  %c = constant <i32: [1, 1, 3, 3]> : tile<4xi32>
  %d = assume same_elements<[2]>, %c : tile<4xi32>
  return
}
