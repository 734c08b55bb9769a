// test: pass relax-arithmetic
// Without leave nothing is changed
entry @k(%p: tile<ptr<f32>>) {
  %a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %b = mulf %a, %a : tile<f32>
  %c = addf %b, %a : tile<f32>
  %s = store_ptr_tko weak %p, %c token = %t : tile<ptr<f32>>, tile<f32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic ftz=true
// f32 is flushed, another type is not
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f16>>) {
  %a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %b = exp2 %a : tile<f32>
  %c = maxf %b, %a : tile<f32>
  %h, %u = load_ptr_tko weak %q : tile<ptr<f16>> -> tile<f16>, token
  %g = exp2 %h : tile<f16>
  %s = store_ptr_tko weak %p, %c token = %t : tile<ptr<f32>>, tile<f32> -> token
  %v = store_ptr_tko weak %q, %g token = %u : tile<ptr<f16>>, tile<f16> -> token
  return
}
//= entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f16>>) {
//=   %a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
//=   %b = exp2 %a flush_to_zero : tile<f32>
//=   %c = maxf %b, %a flush_to_zero : tile<f32>
//=   %h, %u = load_ptr_tko weak %q : tile<ptr<f16>> -> tile<f16>, token
//=   %g = exp2 %h : tile<f16>
//=   %s = store_ptr_tko weak %p, %c token=%t : tile<ptr<f32>>, tile<f32> -> token
//=   %v = store_ptr_tko weak %q, %g token=%u : tile<ptr<f16>>, tile<f16> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic contract=true
// A product on either side of a sum or a difference; the sign goes to what is smaller
entry @k(%p: tile<ptr<f32>>, %r: tile<f32>) {
  %a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %b = mulf %a, %r : tile<f32>
  %c = addf %a, %b : tile<f32>
  %d = mulf %c, %r : tile<f32>
  %e = subf %a, %d : tile<f32>
  %f = reshape %e : tile<f32> -> tile<1xf32>
  %g = broadcast %f : tile<1xf32> -> tile<8xf32>
  %h = iota : tile<8xi32>
  %i = itof %h signed : tile<8xi32> -> tile<8xf32>
  %j = mulf %i, %i : tile<8xf32>
  %l = subf %j, %g : tile<8xf32>
  print_tko "%f", %l : tile<8xf32> -> token
  return
}
//= entry @k(%p: tile<ptr<f32>>, %r: tile<f32>) {
//=   %a, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
//=   %c = fma %a, %r, %a  : tile<f32>
//=   %0 = negf %c : tile<f32>
//=   %e = fma %0, %r, %a  : tile<f32>
//=   %f = reshape %e : tile<f32> -> tile<1xf32>
//=   %g = broadcast %f : tile<1xf32> -> tile<8xf32>
//=   %h = iota : tile<8xi32>
//=   %i = itof %h signed  : tile<8xi32> -> tile<8xf32>
//=   %1 = negf %e : tile<f32>
//=   %2 = reshape %1 : tile<f32> -> tile<1xf32>
//=   %3 = broadcast %2 : tile<1xf32> -> tile<8xf32>
//=   %l = fma %i, %i, %3  : tile<8xf32>
//=   %4 = print_tko "%f", %l : tile<8xf32> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic contract=true
// Not where the product is used by itself too, nor where a rounding is not the usual one, nor a square of a product and itself
entry @k(%a: tile<f32>, %r: tile<f32>) {
  %b = mulf %a, %r : tile<f32>
  %c = addf %b, %r : tile<f32>
  %d = mulf %a, %r rounding<zero> : tile<f32>
  %e = addf %d, %r : tile<f32>
  %f = mulf %r, %r : tile<f32>
  %g = addf %f, %f : tile<f32>
  print_tko "%f %f %f %f", %b, %c, %e, %g : tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic contract=true
// The greatest of scaled elements is the scaled greatest, so that the products can become part of the differences
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %scale = constant <f32: 1.250000e-01> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %m = reduce %y dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other : tile<f32>
    yield %more : tile<f32>
  }
  %n = reshape %m : tile<f32> -> tile<1xf32>
  %o = broadcast %n : tile<1xf32> -> tile<8xf32>
  %z = subf %y, %o : tile<8xf32>
  print_tko "%f", %z : tile<8xf32> -> token
  return
}
//= entry @k(%p: tile<ptr<f32>>) {
//=   %h = iota : tile<8xi32>
//=   %x = itof %h signed  : tile<8xi32> -> tile<8xf32>
//=   %scale = constant <f32: 1.250000e-01> : tile<8xf32>
//=   %0 = reduce %x dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
//=   (%one: tile<f32>, %other: tile<f32>) {
//=     %more = maxf %one, %other : tile<f32>
//=     yield %more : tile<f32>
//=   }
//=   %1 = constant <f32: 1.250000e-01> : tile<f32>
//=   %m = mulf %0, %1  : tile<f32>
//=   %n = reshape %m : tile<f32> -> tile<1xf32>
//=   %o = broadcast %n : tile<1xf32> -> tile<8xf32>
//=   %2 = negf %m : tile<f32>
//=   %3 = reshape %2 : tile<f32> -> tile<1xf32>
//=   %4 = broadcast %3 : tile<1xf32> -> tile<8xf32>
//=   %z = fma %x, %scale, %4  : tile<8xf32>
//=   %5 = print_tko "%f", %z : tile<8xf32> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic contract=true
// Scaled elements of which some are infinite instead: they are chosen before they are multiplied
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %three = constant <i32: 3> : tile<8xi32>
  %few = cmpi less_than %h, %three, signed : tile<8xi32> -> tile<8xi1>
  %scale = constant <f32: 1.250000e-01> : tile<8xf32>
  %low = constant <f32: 0xFF800000> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %w = select %few, %y, %low : tile<8xi1>, tile<8xf32>
  %m = reduce %w dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other : tile<f32>
    yield %more : tile<f32>
  }
  %n = reshape %m : tile<f32> -> tile<1xf32>
  %o = broadcast %n : tile<1xf32> -> tile<8xf32>
  %z = subf %w, %o : tile<8xf32>
  print_tko "%f", %z : tile<8xf32> -> token
  return
}
//= entry @k(%p: tile<ptr<f32>>) {
//=   %h = iota : tile<8xi32>
//=   %x = itof %h signed  : tile<8xi32> -> tile<8xf32>
//=   %three = constant <i32: 3> : tile<8xi32>
//=   %few = cmpi less_than %h, %three, signed : tile<8xi32> -> tile<8xi1>
//=   %scale = constant <f32: 1.250000e-01> : tile<8xf32>
//=   %low = constant <f32: 0xFF800000> : tile<8xf32>
//=   %w = select %few, %x, %low : tile<8xi1>, tile<8xf32>
//=   %0 = reduce %w dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
//=   (%one: tile<f32>, %other: tile<f32>) {
//=     %more = maxf %one, %other : tile<f32>
//=     yield %more : tile<f32>
//=   }
//=   %1 = constant <f32: 1.250000e-01> : tile<f32>
//=   %m = mulf %0, %1  : tile<f32>
//=   %n = reshape %m : tile<f32> -> tile<1xf32>
//=   %o = broadcast %n : tile<1xf32> -> tile<8xf32>
//=   %2 = negf %m : tile<f32>
//=   %3 = reshape %2 : tile<f32> -> tile<1xf32>
//=   %4 = broadcast %3 : tile<1xf32> -> tile<8xf32>
//=   %z = fma %w, %scale, %4  : tile<8xf32>
//=   %5 = print_tko "%f", %z : tile<8xf32> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic contract=true
// Not where some are finite instead: they would be multiplied, too
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %three = constant <i32: 3> : tile<8xi32>
  %few = cmpi less_than %h, %three, signed : tile<8xi32> -> tile<8xi1>
  %scale = constant <f32: 1.250000e-01> : tile<8xf32>
  %low = constant <f32: -1.000000e+30> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %w = select %few, %y, %low : tile<8xi1>, tile<8xf32>
  %m = reduce %w dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other : tile<f32>
    yield %more : tile<f32>
  }
  %n = reshape %m : tile<f32> -> tile<1xf32>
  %o = broadcast %n : tile<1xf32> -> tile<8xf32>
  %z = subf %w, %o : tile<8xf32>
  print_tko "%f", %z : tile<8xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic contract=true
// Nor by a negative number, which turns infinity around
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %three = constant <i32: 3> : tile<8xi32>
  %few = cmpi less_than %h, %three, signed : tile<8xi32> -> tile<8xi1>
  %scale = constant <f32: -1.250000e-01> : tile<8xf32>
  %low = constant <f32: 0xFF800000> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %w = select %few, %y, %low : tile<8xi1>, tile<8xf32>
  %m = reduce %w dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other : tile<f32>
    yield %more : tile<f32>
  }
  %n = reshape %m : tile<f32> -> tile<1xf32>
  %o = broadcast %n : tile<1xf32> -> tile<8xf32>
  %z = subf %w, %o : tile<8xf32>
  print_tko "%f", %z : tile<8xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic contract=true
// Not by a negative number, which turns the order around, and not where something finite takes part in the maximum
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %scale = constant <f32: -1.250000e-01> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %m = reduce %y dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other : tile<f32>
    yield %more : tile<f32>
  }
  %half = constant <f32: 5.000000e-01> : tile<8xf32>
  %w = mulf %x, %half : tile<8xf32>
  %l = reduce %w dim=0 identities=[1.000000e+00 : f32] : tile<8xf32> -> tile<f32>
  (%first: tile<f32>, %second: tile<f32>) {
    %greater = maxf %first, %second : tile<f32>
    yield %greater : tile<f32>
  }
  print_tko "%f %f", %m, %l : tile<f32>, tile<f32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic contract=true
// Not where the maximum flushes and the products do not: a number that is subnormal once it is scaled would be kept
entry @k(%p: tile<ptr<f32>>) {
  %h = iota : tile<8xi32>
  %x = itof %h signed : tile<8xi32> -> tile<8xf32>
  %scale = constant <f32: 1.250000e-01> : tile<8xf32>
  %y = mulf %x, %scale : tile<8xf32>
  %m = reduce %y dim=0 identities=[0xFF800000 : f32] : tile<8xf32> -> tile<f32>
  (%one: tile<f32>, %other: tile<f32>) {
    %more = maxf %one, %other flush_to_zero : tile<f32>
    yield %more : tile<f32>
  }
  %n = reshape %m : tile<f32> -> tile<1xf32>
  %o = broadcast %n : tile<1xf32> -> tile<8xf32>
  %z = subf %y, %o : tile<8xf32>
  print_tko "%f", %z : tile<8xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic approx=true
// Fast forms, where the kernel names no rounding
entry @k(%a: tile<f32>, %d: tile<f64>) {
  %b = divf %a, %a : tile<f32>
  %c = divf %a, %a rounding<full> : tile<f32>
  %e = sqrt %b : tile<f32>
  %f = exp %e : tile<f32>
  %g = tanh %f : tile<f32>
  %h = divf %d, %d : tile<f64>
  print_tko "%f %f %f", %c, %g, %h : tile<f32>, tile<f32>, tile<f64> -> token
  return
}
//= entry @k(%a: tile<f32>, %d: tile<f64>) {
//=   %b = divf %a, %a rounding<approx> : tile<f32>
//=   %c = divf %a, %a rounding<full> : tile<f32>
//=   %e = sqrt %b rounding<approx> : tile<f32>
//=   %f = exp %e rounding<approx> : tile<f32>
//=   %g = tanh %f rounding<approx> : tile<f32>
//=   %h = divf %d, %d  : tile<f64>
//=   %0 = print_tko "%f %f %f", %c, %g, %h : tile<f32>, tile<f32>, tile<f64> -> token
//=   return
//= }
// -----
// test: messages ftz=true contract=true approx=true
// Leave that nothing in the kernel is about
entry @k(%p: tile<ptr<i32>>) {
  %a, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %b = addi %a, %a : tile<i32>
  %s = store_ptr_tko weak %p, %b token = %t : tile<ptr<i32>>, tile<i32> -> token
  return
}
//= - warning[option.no-effect]: --ftz has no effect: the kernel has nothing that it is about
//=   help: leave it out
//= - warning[option.no-effect]: --contract has no effect: the kernel has nothing that it is about
//=   help: leave it out
//= - warning[option.no-effect]: --approx has no effect: the kernel has nothing that it is about
//=   help: leave it out
// -----
// test: pass relax-arithmetic
// A power that is narrowed, and added to a sum of 1 or more, flushes; the factor of the sum does not
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= entry @k(%n: tile<i32>) {
//=   %zero = constant <i32: 0> : tile<i32>
//=   %one = constant <i32: 1> : tile<i32>
//=   %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
//=   %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
//=   %i = iota : tile<16xi32>
//=   %f = itof %i signed  : tile<16xi32> -> tile<16xf32>
//=   %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
//=   %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
//=     %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = maxf %a, %b : tile<f32>
//=       yield %c : tile<f32>
//=     }
//=     %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
//=     %new = maxf %max, %row : tile<4x1xf32>
//=     %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
//=     %d = subf %s, %wide  : tile<4x4xf32>
//=     %p = exp2 %d flush_to_zero : tile<4x4xf32>
//=     %e = subf %max, %new  : tile<4x1xf32>
//=     %shrink = exp2 %e : tile<4x1xf32>
//=     %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
//=     (%g: tile<f32>, %h: tile<f32>) {
//=       %k = addf %g, %h  : tile<f32>
//=       yield %k : tile<f32>
//=     }
//=     %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
//=     %next = fma %sum, %shrink, %parts  : tile<4x1xf32>
//=     %narrow = ftof %p  : tile<4x4xf32> -> tile<4x4xf16>
//=     %0 = print_tko "%f", %narrow : tile<4x4xf16> -> token
//=     continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
//=   }
//=   %1 = print_tko "%f", %all : tile<4x1xf32> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic
// A sum that begins with 1 may begin with any maximum
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 1.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+00> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= entry @k(%n: tile<i32>) {
//=   %zero = constant <i32: 0> : tile<i32>
//=   %one = constant <i32: 1> : tile<i32>
//=   %total = constant <f32: 1.000000e+00> : tile<4x1xf32>
//=   %highest = constant <f32: -1.000000e+00> : tile<4x1xf32>
//=   %i = iota : tile<16xi32>
//=   %f = itof %i signed  : tile<16xi32> -> tile<16xf32>
//=   %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
//=   %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
//=     %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = maxf %a, %b : tile<f32>
//=       yield %c : tile<f32>
//=     }
//=     %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
//=     %new = maxf %max, %row : tile<4x1xf32>
//=     %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
//=     %d = subf %s, %wide  : tile<4x4xf32>
//=     %p = exp2 %d flush_to_zero : tile<4x4xf32>
//=     %e = subf %max, %new  : tile<4x1xf32>
//=     %shrink = exp2 %e : tile<4x1xf32>
//=     %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
//=     (%g: tile<f32>, %h: tile<f32>) {
//=       %k = addf %g, %h  : tile<f32>
//=       yield %k : tile<f32>
//=     }
//=     %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
//=     %next = fma %sum, %shrink, %parts  : tile<4x1xf32>
//=     %narrow = ftof %p  : tile<4x4xf32> -> tile<4x4xf16>
//=     %0 = print_tko "%f", %narrow : tile<4x4xf16> -> token
//=     continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
//=   }
//=   %1 = print_tko "%f", %all : tile<4x1xf32> -> token
//=   return
//= }
// -----
// test: pass relax-arithmetic
// From a maximum that numbers may be a little below, subnormals could be all there is
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+00> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic
// A type with as many exponents keeps what is subnormal
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xbf16>
    print_tko "%f", %narrow : tile<4x4xbf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic
// The maximum of columns is none of rows
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=0 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic
// The minuend is not the tile whose maximum is taken
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %t = addf %s, %s : tile<4x4xf32>
    %d = subf %t, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic
// A print shows the powers
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %shrink, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    print_tko "%f", %p : tile<4x4xf32> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
// -----
// test: pass relax-arithmetic
// A sum that shrinks by another factor may be less than 1
entry @k(%n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %total = constant <f32: 0.000000e+00> : tile<4x1xf32>
  %highest = constant <f32: -1.000000e+30> : tile<4x1xf32>
  %i = iota : tile<16xi32>
  %f = itof %i signed : tile<16xi32> -> tile<16xf32>
  %s = reshape %f : tile<16xf32> -> tile<4x4xf32>
  %all, %last = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %total, %max = %highest) -> (tile<4x1xf32>, tile<4x1xf32>) {
    %r = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %row = reshape %r : tile<4xf32> -> tile<4x1xf32>
    %new = maxf %max, %row : tile<4x1xf32>
    %wide = broadcast %new : tile<4x1xf32> -> tile<4x4xf32>
    %d = subf %s, %wide : tile<4x4xf32>
    %p = exp2 %d : tile<4x4xf32>
    %e = subf %max, %new : tile<4x1xf32>
    %shrink = exp2 %e : tile<4x1xf32>
    %part = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<4x4xf32> -> tile<4xf32>
    (%g: tile<f32>, %h: tile<f32>) {
      %k = addf %g, %h : tile<f32>
      yield %k : tile<f32>
    }
    %parts = reshape %part : tile<4xf32> -> tile<4x1xf32>
    %next = fma %sum, %row, %parts : tile<4x1xf32>
    %narrow = ftof %p : tile<4x4xf32> -> tile<4x4xf16>
    print_tko "%f", %narrow : tile<4x4xf16> -> token
    continue %next, %new : tile<4x1xf32>, tile<4x1xf32>
  }
  print_tko "%f", %all : tile<4x1xf32> -> token
  return
}
//= nothing changed
