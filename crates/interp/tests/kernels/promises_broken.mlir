// Promises that do not hold.
// num n i32 = -3
entry @k(%n: tile<i32>) {
  %a = assume bounded<0, ?>, %n : tile<i32>
  %b = assume div_by<2>, %a : tile<i32>
  %c = constant <i32: [1, 1, 2, 3]> : tile<4xi32>
  %d = assume same_elements<[2]>, %c : tile<4xi32>
  return
}
//=> assumption-broken 4: the promise of `%n` does not hold: element 0 is -3, and not 0 or more
//=> assumption-broken 5: the promise of `%a` does not hold: element 0 is -3, and not a multiple of 2
//=> assumption-broken 7: the promise of `%c` does not hold: element 3 is 3, and not the same as the others of its group
