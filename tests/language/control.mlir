// Branches and loops that are left in the middle, and everything that they carry.
entry @control(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %none = make_token : token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %c2 = constant <i32: 2> : tile<i32>
  %c3 = constant <i32: 3> : tile<i32>
  %c5 = constant <i32: 5> : tile<i32>
  %c7 = constant <i32: 7> : tile<i32>
  %c64 = constant <i32: 64> : tile<i32>
  %c20 = constant <i32: 20> : tile<i32>
  %no = constant <i1: false> : tile<i1>
  %lanes = iota : tile<64xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %xp = offset %xs, %lanes : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
  %ys = broadcast %y1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %yp = offset %ys, %lanes : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %zeros = constant <i32: 0> : tile<64xi32>
  %ones = constant <i32: 1> : tile<64xi32>
  %steps = constant <i32: 64> : tile<64xi32>
  %nothing = constant <i1: false> : tile<64xi1>
  %v, %t0 = load_ptr_tko weak %xp token=%none : tile<64xptr<i32>> -> tile<64xi32>, token
  // A counted loop with `continue` in the branches of branches; it carries a tile, a scalar, pointers, i1 and tokens.
  %r:5 = for %i in (%c0 to %c20, step %c3) : tile<i32> iter_values(%a = %v, %n = %c0, %p = %yp, %m = %nothing, %t = %t0) -> (tile<64xi32>, tile<i32>, tile<64xptr<i32>>, tile<64xi1>, token) {
    %small = cmpi less_than %i, %c7, signed : tile<i32> -> tile<i1>
    if %small {
      %two = remi %i, %c2 signed : tile<i32>
      %even = cmpi equal %two, %c0, signed : tile<i32> -> tile<i1>
      if %even {
        %b = addi %a, %ones : tile<64xi32>
        continue %b, %n, %p, %m, %t : tile<64xi32>, tile<i32>, tile<64xptr<i32>>, tile<64xi1>, token
      } else {
        %b = muli %a, %lanes : tile<64xi32>
        %k = addi %n, %c1 : tile<i32>
        continue %b, %k, %p, %m, %t : tile<64xi32>, tile<i32>, tile<64xptr<i32>>, tile<64xi1>, token
      }
    }
    %q = offset %p, %steps : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %above = cmpi greater_than %a, %lanes, signed : tile<64xi32> -> tile<64xi1>
    %f = xori %m, %above : tile<64xi1>
    %u = store_ptr_tko weak %p, %a token=%t : tile<64xptr<i32>>, tile<64xi32> -> token
    %k = addi %n, %i : tile<i32>
    continue %a, %k, %q, %f, %u : tile<64xi32>, tile<i32>, tile<64xptr<i32>>, tile<64xi1>, token
  }
  // A loop in a loop, each left by a `break` in a branch; the outer results in other types than it carries.
  %s:2 = loop iter_values(%o = %c0, %sum = %r#0) : tile<i32>, tile<64xi32> -> tile<64xi32>, tile<i1> {
    %inner = loop iter_values(%j = %c0) : tile<i32> -> tile<i32> {
      %done = cmpi greater_than %j, %o, signed : tile<i32> -> tile<i1>
      if %done {
        break %j : tile<i32>
      } else {
        %far = cmpi greater_than %j, %c5, signed : tile<i32> -> tile<i1>
        if %far {
          break %c64 : tile<i32>
        }
      }
      %next = addi %j, %c1 : tile<i32>
      continue %next : tile<i32>
    }
    %w = reshape %inner : tile<i32> -> tile<1xi32>
    %ws = broadcast %w : tile<1xi32> -> tile<64xi32>
    %more = addi %sum, %ws : tile<64xi32>
    %end = cmpi equal %inner, %c64, signed : tile<i32> -> tile<i1>
    if %end {
      break %more, %end : tile<64xi32>, tile<i1>
    }
    %on = addi %o, %c1 : tile<i32>
    // A sum over what is carried.
    %run = scan %more dim=0 reverse=false identities=[0 : i32] : tile<64xi32> -> tile<64xi32>
    (%e: tile<i32>, %l: tile<i32>) {
      %el = addi %e, %l : tile<i32>
      yield %el : tile<i32>
    }
    continue %on, %run : tile<i32>, tile<64xi32>
  }
  %count = exti %s#1 unsigned : tile<i1> -> tile<i32>
  %both = addi %count, %r#1 : tile<i32>
  %g = reshape %both : tile<i32> -> tile<1xi32>
  %gs = broadcast %g : tile<1xi32> -> tile<64xi32>
  %h = select %r#3, %s#0, %gs : tile<64xi1>, tile<64xi32>
  %t5 = store_ptr_tko weak %r#2, %h token=%r#4 : tile<64xptr<i32>>, tile<64xi32> -> token
  // The kernel ends in a branch of a branch, or goes on.
  %last = offset %r#2, %steps : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %first, %t6 = load_ptr_tko weak %x token=%t5 : tile<ptr<i32>> -> tile<i32>, token
  %sign = cmpi less_than %first, %c0, signed : tile<i32> -> tile<i1>
  if %sign {
    %odd = remi %first, %c2 signed : tile<i32>
    %is = cmpi not_equal %odd, %c0, signed : tile<i32> -> tile<i1>
    if %is {
      %t7 = store_ptr_tko weak %last, %lanes token=%t6 : tile<64xptr<i32>>, tile<64xi32> -> token
      return
    }
    %t7 = store_ptr_tko weak %last, %ones token=%t6 : tile<64xptr<i32>>, tile<64xi32> -> token
  } else {
    %t7 = store_ptr_tko weak %last, %h token=%t6 : tile<64xptr<i32>>, tile<64xi32> -> token
  }
  %after = offset %last, %steps : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %t8 = store_ptr_tko weak %after, %v : tile<64xptr<i32>>, tile<64xi32> -> token
  return
}
