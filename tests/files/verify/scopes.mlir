// test: ir
// A kernel in a subprogram: it is the linkage name that is the kernel's, whatever the author's name is.
#src = #cuda_tile.di_file<"sharpen.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#sharpen = #cuda_tile.di_subprogram<file = #src, line = 3, name = "sharpen", linkageName = "sharpen_rgb", compileUnit = #unit>
entry @sharpen_rgb() {
  return
} loc(#cuda_tile.di_loc<loc("sharpen.py":3:1) in #sharpen>)
//= entry @sharpen_rgb() {
//=   return
//= }
// -----
// test: ir
// It is named as its author names it, not as it is linked.
#src = #cuda_tile.di_file<"sharpen.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#sharpen = #cuda_tile.di_subprogram<file = #src, line = 3, name = "sharpen", linkageName = "sharpen_rgb", compileUnit = #unit>
entry @sharpen() {
  return
} loc(#cuda_tile.di_loc<loc("sharpen.py":3:1) in #sharpen>)
//= 6:1 error[verify.scope]: `entry`: the subprogram of its location has the linkage name "sharpen_rgb", not "sharpen"
// -----
// test: ir
// A kernel's scope in a part of a fused location, and in a named one.
#src = #cuda_tile.di_file<"dither.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#rows = #cuda_tile.di_subprogram<file = #src, line = 5, name = "rows", linkageName = "rows", compileUnit = #unit>
#columns = #cuda_tile.di_subprogram<file = #src, line = 9, name = "columns", linkageName = "columns", compileUnit = #unit>
cuda_tile.module @dither {
  entry @rows() {
    return
  } loc(fused["noise", #cuda_tile.di_loc<loc("dither.py":5:1) in #rows>])
  entry @columns() {
    return
  } loc("noise"(#cuda_tile.di_loc<loc("dither.py":9:1) in #columns>))
}
//= module @dither {
//=   entry @rows() {
//=     return
//=   }
//=   entry @columns() {
//=     return
//=   }
//= }
// -----
// test: ir
// The names are compared there too.
#src = #cuda_tile.di_file<"dither.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#rows = #cuda_tile.di_subprogram<file = #src, line = 5, name = "rows", linkageName = "rows", compileUnit = #unit>
#columns = #cuda_tile.di_subprogram<file = #src, line = 9, name = "columns", linkageName = "columns", compileUnit = #unit>
cuda_tile.module @dither {
  entry @rows() {
    return
  } loc(fused["noise", #cuda_tile.di_loc<loc("dither.py":9:1) in #columns>])
  entry @columns() {
    return
  } loc("noise"(#cuda_tile.di_loc<loc("dither.py":5:1) in #rows>))
}
//= 8:3 error[verify.scope]: `entry`: the subprogram of its location has the linkage name "columns", not "rows"
//= 11:3 error[verify.scope]: `entry`: the subprogram of its location has the linkage name "rows", not "columns"
// -----
// test: ir
// An op of a kernel may come from a call: the caller's scope is the one that counts.
#src = #cuda_tile.di_file<"gamma.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#curve = #cuda_tile.di_subprogram<file = #src, line = 2, name = "curve", linkageName = "curve", compileUnit = #unit>
#gamma = #cuda_tile.di_subprogram<file = #src, line = 6, name = "gamma", linkageName = "gamma", compileUnit = #unit>
#in_curve = loc(#cuda_tile.di_loc<loc("gamma.py":3:5) in #curve>)
#in_gamma = loc(#cuda_tile.di_loc<loc("gamma.py":7:5) in #gamma>)
entry @gamma(%lux: tile<f32>) {
  %0 = addf %lux, %lux : tile<f32> loc(callsite(#in_curve at #in_gamma))
  return
} loc(#in_gamma)
//= entry @gamma(%lux: tile<f32>) {
//=   %0 = addf %lux, %lux  : tile<f32>
//=   return
//= }
// -----
// test: ir
// The call the wrong way round.
#src = #cuda_tile.di_file<"gamma.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#curve = #cuda_tile.di_subprogram<file = #src, line = 2, name = "curve", linkageName = "curve", compileUnit = #unit>
#gamma = #cuda_tile.di_subprogram<file = #src, line = 6, name = "gamma", linkageName = "gamma", compileUnit = #unit>
#in_curve = loc(#cuda_tile.di_loc<loc("gamma.py":3:5) in #curve>)
#in_gamma = loc(#cuda_tile.di_loc<loc("gamma.py":7:5) in #gamma>)
entry @gamma(%lux: tile<f32>) {
  %0 = addf %lux, %lux : tile<f32> loc(callsite(#in_gamma at #in_curve))
  return
} loc(#in_gamma)
//= 10:3 error[verify.scope]: `addf`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
// -----
// test: ir
// A kernel itself is never a call, with scopes or without.
#src = #cuda_tile.di_file<"crop.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#crop = #cuda_tile.di_subprogram<file = #src, line = 4, name = "crop", linkageName = "crop", compileUnit = #unit>
#in_crop = loc(#cuda_tile.di_loc<loc("crop.py":4:1) in #crop>)
cuda_tile.module @frames {
  entry @crop() {
    return
  } loc(callsite(#in_crop at #in_crop))
  entry @pad() {
    return
  } loc(callsite("crop.py":8:1 at "crop.py":12:1))
}
//= 8:3 error[verify.scope]: `entry`: a kernel's location is not that of a call
//= 11:3 error[verify.scope]: `entry`: a kernel's location is not that of a call
// -----
// test: ir
// Ops in blocks of their kernel's subprogram, one block in the other.
#src = #cuda_tile.di_file<"erode.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#erode = #cuda_tile.di_subprogram<file = #src, line = 1, name = "erode", linkageName = "erode", compileUnit = #unit>
#window = #cuda_tile.di_lexical_block<scope = #erode, file = #src, line = 2>
#pixel = #cuda_tile.di_lexical_block<scope = #window, file = #src, line = 3, column = 9>
entry @erode(%a: tile<f32>, %edge: tile<i1>) {
  if %edge {
    %0 = minf %a, %a : tile<f32> loc(#cuda_tile.di_loc<loc("erode.py":3:9) in #pixel>)
  } loc(#cuda_tile.di_loc<loc("erode.py":2:5) in #window>)
  return loc(#cuda_tile.di_loc<loc("erode.py":4:5) in #erode>)
} loc(#cuda_tile.di_loc<loc("erode.py":1:1) in #erode>)
//= entry @erode(%a: tile<f32>, %edge: tile<i1>) {
//=   if %edge {
//=     %0 = minf %a, %a : tile<f32>
//=   }
//=   return
//= }
// -----
// test: ir
// A block of the right subprogram is no scope of a kernel.
#src = #cuda_tile.di_file<"erode.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#erode = #cuda_tile.di_subprogram<file = #src, line = 1, name = "erode", linkageName = "erode", compileUnit = #unit>
#window = #cuda_tile.di_lexical_block<scope = #erode, file = #src, line = 2>
entry @erode() {
  return
} loc(#cuda_tile.di_loc<loc("erode.py":1:1) in #window>)
//= 7:1 error[verify.scope]: `entry`: the scope of a kernel is a `di_subprogram`, not a block in one
// -----
// test: ir
// Ops in another subprogram than their kernel's: directly, in a block of it, and inside another op.
#src = #cuda_tile.di_file<"dilate.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#dilate = #cuda_tile.di_subprogram<file = #src, line = 1, name = "dilate", linkageName = "dilate", compileUnit = #unit>
#clamp = #cuda_tile.di_subprogram<file = #src, line = 9, name = "clamp", linkageName = "clamp", compileUnit = #unit>
#bounds = #cuda_tile.di_lexical_block<scope = #clamp, file = #src, line = 10>
entry @dilate(%a: tile<f32>, %edge: tile<i1>) {
  %0 = maxf %a, %a : tile<f32> loc(#cuda_tile.di_loc<loc("dilate.py":9:5) in #clamp>)
  %1 = maxf %a, %a : tile<f32> loc(#cuda_tile.di_loc<loc("dilate.py":10:5) in #bounds>)
  if %edge {
    %2 = maxf %a, %a : tile<f32> loc(#cuda_tile.di_loc<loc("dilate.py":9:5) in #clamp>)
  } loc(#cuda_tile.di_loc<loc("dilate.py":2:5) in #dilate>)
  return
} loc(#cuda_tile.di_loc<loc("dilate.py":1:1) in #dilate>)
//= 9:3 error[verify.scope]: `maxf`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
//= 10:3 error[verify.scope]: `maxf`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
//= 12:5 error[verify.scope]: `maxf`: its location is in another subprogram than its kernel
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
// -----
// test: ir
// Locations without scopes, in a kernel that has one and in kernels that have none.
#src = #cuda_tile.di_file<"tint.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#warm = #cuda_tile.di_subprogram<file = #src, line = 1, name = "warm", linkageName = "warm", compileUnit = #unit>
cuda_tile.module @tint {
  entry @warm(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc("tint.py":2:5)
    %1 = negf %a : tile<f32> loc(unknown)
    return
  } loc(#cuda_tile.di_loc<loc("tint.py":1:1) in #warm>)
  entry @cold(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc("tint.py":6:5)
    return
  } loc("tint.py":5:1)
  entry @grey() {
    return
  }
}
//= module @tint {
//=   entry @warm(%a: tile<f32>) {
//=     %0 = negf %a : tile<f32>
//=     %1 = negf %a : tile<f32>
//=     return
//=   }
//=   entry @cold(%a: tile<f32>) {
//=     %0 = negf %a : tile<f32>
//=     return
//=   }
//=   entry @grey() {
//=     return
//=   }
//= }
// -----
// test: ir
// A scope in kernels whose own locations name none.
#src = #cuda_tile.di_file<"tint.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#cold = #cuda_tile.di_subprogram<file = #src, line = 5, name = "cold", linkageName = "cold", compileUnit = #unit>
cuda_tile.module @tint {
  entry @cold(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc(#cuda_tile.di_loc<loc("tint.py":6:5) in #cold>)
    return
  } loc("tint.py":5:1)
  entry @grey(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc(#cuda_tile.di_loc<loc("tint.py":6:5) in #cold>)
    return
  }
}
//= 8:5 error[verify.scope]: `negf`: its location names a scope, but the location of its kernel names none
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
//= 12:5 error[verify.scope]: `negf`: its location names a scope, but the location of its kernel names none
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
// -----
// test: ir
// An op in no kernel has a place in a file, and that is all.
cuda_tile.module @palettes {
  global @sepia <f32: [0.4, 0.3]> : tile<2xf32> loc("palettes.py":1:1)
}
//= module @palettes {
//=   global  @sepia <f32: [4.000000e-01, 3.000000e-01]> : tile<2xf32>
//= }
// -----
// test: ir
// A scope of what stands in no kernel.
#src = #cuda_tile.di_file<"palettes.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#load = #cuda_tile.di_subprogram<file = #src, line = 1, name = "load", linkageName = "load", compileUnit = #unit>
cuda_tile.module @palettes {
  global @sepia <f32: [0.4, 0.3]> : tile<2xf32> loc(#cuda_tile.di_loc<loc("palettes.py":2:1) in #load>)
}
//= 7:3 error[verify.scope]: `global`: what stands in no kernel has no scope, but its location names one
// -----
// test: testing
// The functions of tests are as kernels are.
#src = #cuda_tile.di_file<"probe.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#probe = #cuda_tile.di_subprogram<file = #src, line = 1, name = "probe", linkageName = "probe", compileUnit = #unit>
#in_probe = loc(#cuda_tile.di_loc<loc("probe.py":1:1) in #probe>)
cuda_tile.module @tests {
  testing$func @probe(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc(#in_probe)
    return
  } loc(#in_probe)
}
//= module @tests {
//=   testing$func @probe(%a: tile<f32>) {
//=     %0 = negf %a : tile<f32>
//=     return
//=   }
//= }
// -----
// test: testing
// They are refused as kernels are.
#src = #cuda_tile.di_file<"probe.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#probe = #cuda_tile.di_subprogram<file = #src, line = 1, name = "probe", linkageName = "probe", compileUnit = #unit>
#in_probe = loc(#cuda_tile.di_loc<loc("probe.py":1:1) in #probe>)
cuda_tile.module @tests {
  testing$func @flash() {
    return
  } loc(#in_probe)
  testing$func @bulb(%a: tile<f32>) {
    %0 = negf %a : tile<f32> loc(#in_probe)
    return
  }
}
//= 8:3 error[verify.scope]: `testing$func`: the subprogram of its location has the linkage name "probe", not "flash"
//= 12:5 error[verify.scope]: `negf`: its location names a scope, but the location of its kernel names none
//=   help: let the scopes of a kernel's ops lie in the kernel's subprogram
// -----
// test: ir
// Only ops of the language are asked, not those of lower levels.
#src = #cuda_tile.di_file<"resize.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#resize = #cuda_tile.di_subprogram<file = #src, line = 1, name = "resize", linkageName = "resize", compileUnit = #unit>
nv_tileaa.func @shrunk() {
  %0 = arith.constant <i32: 2> : tile<i32> loc(#cuda_tile.di_loc<loc("resize.py":2:5) in #resize>)
  nv_tileaa.return
} loc(#cuda_tile.di_loc<loc("resize.py":1:1) in #resize>)
//= nv_tileaa.func @shrunk() {
//=   %0 = arith.constant <i32: 2> : tile<i32>
//=   nv_tileaa.return
//= }
// -----
// test: ir
// A scope is that of a place in a file, and of nothing else that is a location.
#src = #cuda_tile.di_file<"dither.py" in "/darkroom">
#unit = #cuda_tile.di_compile_unit<file = #src>
#rows = #cuda_tile.di_subprogram<file = #src, line = 5, name = "rows", linkageName = "rows", compileUnit = #unit>
entry @rows() {
  return
} loc(#cuda_tile.di_loc<loc(unknown) in #rows>)
//= 8:38 error[parse]: expected a place in a file, such as `loc("name":1:2)` before this, found `in`
