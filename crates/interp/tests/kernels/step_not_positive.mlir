// A step of zero.
entry @k() {
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  for %i in (%c0 to %c1, step %c0) : tile<i32> {
    continue
  }
  return
}
//=> ended: Stopped
//=> step-not-positive 5: the step of this loop is 0; it must be positive
