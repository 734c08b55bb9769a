// test: ir
// Scopes: a kernel's own subprogram, and blocks in it; at a call, the caller's counts.
#file = #cuda_tile.di_file<"model.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#own = #cuda_tile.di_subprogram<file = #file, line = 3, name = "scale", linkageName = "scale_f32", compileUnit = #unit, scopeLine = 4>
#other = #cuda_tile.di_subprogram<file = #file, line = 20, name = "other", linkageName = "other_f32", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #own, file = #file, line = 5, column = 2>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 6>
#strange = #cuda_tile.di_lexical_block<scope = #other, file = #file, line = 21>
#at_own = #cuda_tile.di_loc<loc("model.py":3:1) in #own>
#at_inner = #cuda_tile.di_loc<loc("model.py":7:1) in #inner>
#at_block = #cuda_tile.di_loc<loc("model.py":5:1) in #block>
#at_strange = #cuda_tile.di_loc<loc("model.py":22:1) in #strange>
cuda_tile.module @m {
  entry @scale_f32(%n: tile<i32>) {
    %0 = addi %n, %n : tile<i32> loc(#at_inner)
    %1 = addi %n, %n : tile<i32> loc(callsite(#at_strange at #at_block))
    %2 = addi %n, %n : tile<i32> loc(fused["model.py":1:1, #at_inner])
    %3 = addi %n, %n : tile<i32> loc("sum"(#at_block))
    %4 = addi %n, %n : tile<i32> loc("model.py":9:1)
    return
  } loc(#at_own)
  entry @bare() {
    return loc("model.py":30:1)
  }
}
//= module @m {
//=   entry @scale_f32(%n: tile<i32>) {
//=     %0 = addi %n, %n : tile<i32>
//=     %1 = addi %n, %n : tile<i32>
//=     %2 = addi %n, %n : tile<i32>
//=     %3 = addi %n, %n : tile<i32>
//=     %4 = addi %n, %n : tile<i32>
//=     return
//=   }
//=   entry @bare() {
//=     return
//=   }
//= }
// -----
// test: ir
// Scopes that do not fit: of kernels, of what stands in them, and of what does not.
#file = #cuda_tile.di_file<"model.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#own = #cuda_tile.di_subprogram<file = #file, line = 3, name = "scale", linkageName = "scale_f32", compileUnit = #unit, scopeLine = 4>
#other = #cuda_tile.di_subprogram<file = #file, line = 20, name = "other", linkageName = "other_f32", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #own, file = #file, line = 5, column = 2>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 6>
#strange = #cuda_tile.di_lexical_block<scope = #other, file = #file, line = 21>
#at_own = #cuda_tile.di_loc<loc("model.py":3:1) in #own>
#at_inner = #cuda_tile.di_loc<loc("model.py":7:1) in #inner>
#at_block = #cuda_tile.di_loc<loc("model.py":5:1) in #block>
#at_strange = #cuda_tile.di_loc<loc("model.py":22:1) in #strange>
cuda_tile.module @m {
  global @g <i32: [1]> : tile<1xi32> loc(#at_own)
  entry @scale_f32(%n: tile<i32>, %c: tile<i1>) {
    if %c {
      %0 = addi %n, %n : tile<i32> loc("sum"(#at_strange))
    }
    %1 = addi %n, %n : tile<i32> loc(callsite(#at_inner at #at_strange))
    return
  } loc(#at_own)
  entry @renamed() {
    return
  } loc(fused[unknown, #at_own])
  entry @in_a_block() {
    return
  } loc(#at_block)
  entry @at_a_call() {
    return
  } loc(callsite("model.py":1:1 at "model.py":2:1))
  entry @bare() {
    return loc(#at_inner)
  }
}
//= 15:3 error[verify.scope]: `global`: what stands in no kernel has no scope, but its location names one
//= 18:7 error[verify.scope]: `addi`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
//= 20:5 error[verify.scope]: `addi`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
//= 23:3 error[verify.scope]: `entry`: the subprogram of its location has the linkage name "scale_f32", not "renamed"
//= 26:3 error[verify.scope]: `entry`: the scope of a kernel is a `di_subprogram`, not a block in one
//= 29:3 error[verify.scope]: `entry`: a kernel's location is not that of a call
//= 33:5 error[verify.scope]: `return`: its location names a scope, but the location of its kernel names none
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
// -----
// test: ir
// A scope is a subprogram or a block.
#file = #cuda_tile.di_file<"a.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#at = #cuda_tile.di_loc<loc("a.py":1:1) in #file>
entry @kernel() {
  return
}
//= 5:49 error[parse]: expected `di_subprogram` or `di_lexical_block` before this, found `>`
// -----
// test: ir
// Blocks lie in scopes.
#file = #cuda_tile.di_file<"a.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#b = #cuda_tile.di_lexical_block<scope = #unit, file = #file, line = 1>
entry @kernel() {
  return
}
//= 6:1 error[parse]: expected `di_subprogram` or `di_lexical_block` as `scope` before this, found `entry`
// -----
// test: ir
// A compile unit has a file.
#file = #cuda_tile.di_file<"a.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#u = #cuda_tile.di_compile_unit<file = "a.py">
entry @kernel() {
  return
}
//= 6:1 error[parse]: expected `di_file` as `file` before this, found `entry`
// -----
// test: ir
// A subprogram lies in a compile unit.
#file = #cuda_tile.di_file<"a.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#s = #cuda_tile.di_subprogram<file = #file, line = 1, name = "f", linkageName = "f", compileUnit = #file>
entry @kernel() {
  return
}
//= 6:1 error[parse]: expected `di_compile_unit` as `compileUnit` before this, found `entry`
// -----
// test: ir
// A place is a location.
#file = #cuda_tile.di_file<"a.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#at = #cuda_tile.di_loc<"a.py" in #unit>
entry @kernel() {
  return
}
//= 5:32 error[parse]: expected a location before this, found `in`
