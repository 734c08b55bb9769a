// test: ir
// Loops and branches.
entry @kernel(%n: tile<i32>, %c: tile<i1>, %f: tile<f32>) {
  %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
      if %c {
        continue %a : tile<f32>
      }
      continue %f : tile<f32>
    }
    %1 = loop iter_values(%a = %f) : tile<f32> -> tile<i32> {
      if %c {
        break %n : tile<i32>
      }
      continue %a : tile<f32>
    }
    %2 = if %c -> (tile<f32>) {
      yield %f : tile<f32>
    } else {
      yield %0 : tile<f32>
    }
    if %c {
      return
    }
  return
}
//= entry @kernel(%n: tile<i32>, %c: tile<i1>, %f: tile<f32>) {
//=   %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
//=     if %c {
//=       continue %a : tile<f32>
//=     }
//=     continue %f : tile<f32>
//=   }
//=   %1 = loop iter_values(%a = %f) : tile<f32> -> tile<i32> {
//=     if %c {
//=       break %n : tile<i32>
//=     }
//=     continue %a : tile<f32>
//=   }
//=   %2 = if %c -> (tile<f32>) {
//=     yield %f : tile<f32>
//=   } else {
//=     yield %0 : tile<f32>
//=   }
//=   if %c {
//=     return
//=   }
//=   return
//= }
// -----
// test: ir
// Refusals of a `for`.
entry @kernel(%n: tile<i32>, %l: tile<i64>, %c: tile<i1>, %f: tile<f32>) {
  %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
    continue %n : tile<i32>
  }
    %1 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
    continue
  }
    %2 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<f32>) {
  }
    %3 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %f) -> (tile<i32>) {
    continue %n : tile<i32>
  }
    for %i in (%n to %n, step %n) : tile<i32> {
    if %c {
      break
    }
  }
    for %i in (%n to %n, step %n) : tile<i32> {
    if %c {
      return
    }
  }
    for %i in (%n to %n, step %n) : tile<i32> {
    yield
  }
    for %i in (%f to %f, step %f) : tile<f32> {
  }
    continue
  return
}
//= 5:5 error[verify.type]: `continue`: the loop wants (tile<f32>), not (tile<i32>)
//= 8:5 error[verify.count]: `continue`: the loop wants (tile<f32>), not ()
//= 10:5 error[verify.count]: `for`: its body must end in `continue` with 1 value
//= 12:5 error[verify.type]: `for`: the values that a loop carries must have the types that it starts from
//= 13:5 error[verify.type]: `continue`: the loop wants (tile<f32>), not (tile<i32>)
//= 17:7 error[verify.region]: `break`: `break` leaves a `loop`, not a `for`
//= 22:7 error[verify.region]: `return`: a `for` cannot be left by `return`
//= 25:5 error[verify.region]: `for`: its body must end in `continue`, not in `yield`
//= 26:5 error[verify.region]: `yield`: it ends a way of `if`, or the combiner of `reduce` or `scan`
//= 28:5 error[verify.type]: `for`: `lower` must be an integer scalar such as `tile<i32>`, but has type `tile<f32>`
//= 28:5 error[verify.type]: `for`: `upper` must be an integer scalar such as `tile<i32>`, but has type `tile<f32>`
//= 28:5 error[verify.type]: `for`: `step` must be an integer scalar such as `tile<i32>`, but has type `tile<f32>`
//= 30:5 error[verify.region]: `continue`: an op that ends its block must be the last one in it
// -----
// test: ir
// Refusals of a `for`, where it is read.
entry @kernel(%n: tile<i32>, %l: tile<i64>, %c: tile<i1>, %f: tile<f32>) {
    for %i in (%l to %n, step %n) : tile<i32> {
  }
  return
}
//= 4:37 error[verify.type]: `%l` has type `tile<i64>`, but `tile<i32>` is written here
// -----
// test: ir
// Refusals of a `loop` and an `if`.
entry @kernel(%n: tile<i32>, %c: tile<i1>, %f: tile<f32>) {
  %0 = loop iter_values(%a = %f) : tile<f32> -> tile<i32> {
    break %a : tile<f32>
  }
    %1 = loop iter_values(%a = %f) : tile<f32> -> tile<i32> {
    continue %n : tile<i32>
  }
    loop {
    yield
  }
    %2 = if %c -> (tile<f32>) {
    yield %f : tile<f32>
  }
    %3 = if %c -> (tile<f32>) {
    yield %f : tile<f32>
  } else {
    yield %n : tile<i32>
  }
    %4 = if %c -> (tile<f32>) {
    yield %f : tile<f32>
  } else {
  }
    if %n {
  }
    if %c {
    yield %f : tile<f32>
  }
    if %c {
    break
  }
    return %f : tile<f32>
  return
}
//= 5:5 error[verify.type]: `break`: the loop wants (tile<i32>), not (tile<f32>)
//= 8:5 error[verify.type]: `continue`: the loop wants (tile<f32>), not (tile<i32>)
//= 10:5 error[verify.region]: `loop`: its body must end in `continue`, `break`, `return`, not in `yield`
//= 11:5 error[verify.region]: `yield`: it ends a way of `if`, or the combiner of `reduce` or `scan`
//= 13:5 error[verify.region]: `if`: an `if` with results needs an `else`
//= 16:5 error[verify.type]: `if`: both branches must yield values of the result types
//= 21:5 error[verify.count]: `if`: its body must end in `yield` with 1 value
//= 25:5 error[verify.type]: `if`: `condition` must be a scalar of type `tile<i1>`, but has type `tile<i32>`
//= 27:5 error[verify.count]: `if`: the then way yields 1 value, and the op has 0 results
//= 31:5 error[verify.region]: `break`: it stands in no loop
//= 33:5 error[verify.region]: `return`: an op that ends its block must be the last one in it
// -----
// test: ir
// An op after the end of a block.
entry @kernel(%c: tile<i1>) {
  if %c {
      return
      %0 = constant <i32: 0> : tile<i32>
    }
  return
}
//= 5:7 error[verify.region]: `return`: an op that ends its block must be the last one in it
// -----
// test: ir
// Views are not carried, be it by operands or by results; what they are made of is.
cuda_tile.module @m {
  entry @kernel(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    %a = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %v = make_partition_view %a : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%w = %v) -> (partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>) {
      continue %w : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    }
    %1 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%w = %a) -> (tensor_view<64xf32, strides=[1]>) {
      continue %w : tensor_view<64xf32, strides=[1]>
    }
    %2 = loop iter_values(%w = %a) : tensor_view<64xf32, strides=[1]> -> tile<i32> {
      break %n : tile<i32>
    }
    %3 = loop iter_values(%w = %n) : tile<i32> -> partition_view<tile=(8), tensor_view<64xf32, strides=[1]>> {
      break %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    }
    %4 = if %c -> (partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>) {
      yield %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    } else {
      yield %v : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    }
    %5 = if %c -> (tile<ptr<f32>>) {
      yield %p : tile<ptr<f32>>
    } else {
      yield %p : tile<ptr<f32>>
    }
    return
  }
}
//= 7:5 error[verify.type]: `for`: a view cannot be carried, but `partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>` is
//=   help: carry its pointer, sizes and strides, and make the view where it is used
//= 10:5 error[verify.type]: `for`: a view cannot be carried, but `tensor_view<64xf32, strides=[1]>` is
//=   help: carry its pointer, sizes and strides, and make the view where it is used
//= 13:5 error[verify.type]: `loop`: a view cannot be carried, but `tensor_view<64xf32, strides=[1]>` is
//=   help: carry its pointer, sizes and strides, and make the view where it is used
//= 16:5 error[verify.type]: `loop`: a view cannot be carried, but `partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>` is
//=   help: carry its pointer, sizes and strides, and make the view where it is used
//= 19:5 error[verify.type]: `if`: a view cannot be carried, but `partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>` is
//=   help: carry its pointer, sizes and strides, and make the view where it is used
