// test: emit cuda_tile
// Forms compared with what the disassembler prints of the same kernel: spaces, the order of hints, numbers.
cuda_tile.module @m {
global @pub <i32: [1, 2]> : tile<2xi32>
global constant @con <i32: [1, 2]> : tile<2xi32>
global private @pri <i32: [1, 2]> : tile<2xi32>
entry @"odd name"(%n: tile<i32>, %p: tile<ptr<f16>>, %b: tile<ptr<i8>>) optimization_hints=<sm_120 = {occupancy = 1, num_cta_in_cga = 2}, sm_100 = {num_worker_warps_per_cta = 4, num_cta_in_cga = 4}> {
  %t = constant <i1: true> : tile<4xi1>
  %f = constant <i1: [true, false, true, false]> : tile<4xi1>
  %nz = constant <f32: [-0.0, 0x7F800000, 0xFF800000, 0x7FC00001]> : tile<4xf32>
  %h = constant <f16: [-0.0, 0x7C00, 6.1e-05, 65504.0]> : tile<4xf16>
  %bf = constant <bf16: [1.0, 3.14159, 0x7FC0, -2.5]> : tile<4xbf16>
  %d = constant <f64: [1.0, 3.141592653589793, 1.0e300, 0.1]> : tile<4xf64>
  %e4 = constant <f8E4M3FN: [1.0, 0x7F, 448.0, -0.5]> : tile<4xf8E4M3FN>
  %e5 = constant <f8E5M2: [1.0, 0x7C, 0x7E, -0.5]> : tile<4xf8E5M2>
  %e8 = constant <f8E8M0FNU: [1.0, 2.0, 0.5, 0xFF]> : tile<4xf8E8M0FNU>
  %tf = constant <tf32: [1.0, 0.5, 0.1, -3.0]> : tile<4xtf32>
  %i64 = constant <i64: [-9223372036854775808, 9223372036854775807, 0, -1]> : tile<4xi64>
  %m1 = muli %n, %n overflow<no_wrap> : tile<i32>
  %m2 = subi %n, %n overflow<no_unsigned_wrap> : tile<i32>
  %m3 = shli %n, %n overflow<no_signed_wrap> : tile<i32>
  %dv = divi %n, %n signed rounding<negative_inf> : tile<i32>
  %dv2 = divi %n, %n unsigned : tile<i32>
  %div = divf %nz, %nz rounding<approx> flush_to_zero : tile<4xf32>
  %sq = sqrt %nz flush_to_zero : tile<4xf32>
  %ex = exp2 %nz flush_to_zero : tile<4xf32>
  %rs = rsqrt %nz flush_to_zero : tile<4xf32>
  %mf = minf %nz, %nz propagate_nan : tile<4xf32>
  %fi = ftoi %nz signed : tile<4xf32> -> tile<4xi32>
  %it = itof %fi unsigned : tile<4xi32> -> tile<4xf32>
  %ff = ftof %nz : tile<4xf32> -> tile<4xf16>
  %th = tanh %nz : tile<4xf32>
  %th2 = tanh %nz rounding<approx> : tile<4xf32>
  %ee = exp %nz : tile<4xf32>
  %tr = trunci %i64 overflow<no_signed_wrap> : tile<4xi64> -> tile<4xi32>
  %cat = cat %nz, %nz dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
  %v, %tk = load_ptr_tko acquire sys %p optimization_hints = <sm_90 = {latency = 3}, default = {latency = 2}> : tile<ptr<f16>> -> tile<f16>, token
  %tk2 = store_ptr_tko release device %p, %v token=%tk : tile<ptr<f16>>, tile<f16> -> token
  %o, %tk3 = atomic_rmw_tko acq_rel device %p, addf, %v token=%tk2 : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
  %asr = assume bounded<-5, 7>, %n : tile<i32>
  %asr2 = assume bounded<?, ?>, %n : tile<i32>
  %k = for %i in (%n to %n, step %n) : tile<i32> iter_values(%q = %n) -> (tile<i32>) {
    continue %q : tile<i32>
  }
  %lp = loop iter_values(%q = %n) : tile<i32> -> tile<i64> {
    %w = constant <i64: 1> : tile<i64>
    break %w : tile<i64>
  }
  %cc = cmpi equal %n, %n, signed : tile<i32> -> tile<i1>
  %ir = if %cc -> (tile<i32>) {
    yield %n : tile<i32>
  } else {
    yield %m1 : tile<i32>
  }
  if %cc {
    return
  } else {
  }
  return
}
entry @second() {
  return
}
}
//= module @m {
//=   global  @pub <i32: [1, 2]> : tile<2xi32>
//=   global  constant @con <i32: [1, 2]> : tile<2xi32>
//=   global private  @pri <i32: [1, 2]> : tile<2xi32>
//=   entry @"odd name"(%n: tile<i32>, %p: tile<ptr<f16>>, %b: tile<ptr<i8>>) optimization_hints=<sm_100 = {num_cta_in_cga = 4, num_worker_warps_per_cta = 4}, sm_120 = {num_cta_in_cga = 2, occupancy = 1}> {
//=     %t = constant <i1: true> : tile<4xi1>
//=     %f = constant <i1: [true, false, true, false]> : tile<4xi1>
//=     %nz = constant <f32: [-0.000000e+00, 0x7F800000, 0xFF800000, 0x7FC00001]> : tile<4xf32>
//=     %h = constant <f16: [-0.000000e+00, 0x7C00, 6.097560e-05, 6.550400e+04]> : tile<4xf16>
//=     %bf = constant <bf16: [1.000000e+00, 3.140630e+00, 0x7FC0, -2.500000e+00]> : tile<4xbf16>
//=     %d = constant <f64: [1.000000e+00, 3.1415926535897931, 1.000000e+300, 1.000000e-01]> : tile<4xf64>
//=     %e4 = constant <f8E4M3FN: [1.000000e+00, 0x7F, 4.480000e+02, -5.000000e-01]> : tile<4xf8E4M3FN>
//=     %e5 = constant <f8E5M2: [1.000000e+00, 0x7C, 0x7E, -5.000000e-01]> : tile<4xf8E5M2>
//=     %e8 = constant <f8E8M0FNU: [1.000000e+00, 2.000000e+00, 5.000000e-01, 0xFF]> : tile<4xf8E8M0FNU>
//=     %tf = constant <tf32: [1.000000e+00, 5.000000e-01, 9.997550e-02, -3.000000e+00]> : tile<4xtf32>
//=     %i64 = constant <i64: [-9223372036854775808, 9223372036854775807, 0, -1]> : tile<4xi64>
//=     %m1 = muli %n, %n overflow<no_wrap> : tile<i32>
//=     %m2 = subi %n, %n overflow<no_unsigned_wrap> : tile<i32>
//=     %m3 = shli %n, %n overflow<no_signed_wrap> : tile<i32>
//=     %dv = divi %n, %n signed rounding<negative_inf> : tile<i32>
//=     %dv2 = divi %n, %n unsigned : tile<i32>
//=     %div = divf %nz, %nz rounding<approx> flush_to_zero : tile<4xf32>
//=     %sq = sqrt %nz  flush_to_zero : tile<4xf32>
//=     %ex = exp2 %nz flush_to_zero : tile<4xf32>
//=     %rs = rsqrt %nz flush_to_zero : tile<4xf32>
//=     %mf = minf %nz, %nz propagate_nan : tile<4xf32>
//=     %fi = ftoi %nz signed  : tile<4xf32> -> tile<4xi32>
//=     %it = itof %fi unsigned  : tile<4xi32> -> tile<4xf32>
//=     %ff = ftof %nz  : tile<4xf32> -> tile<4xf16>
//=     %th = tanh %nz  : tile<4xf32>
//=     %th2 = tanh %nz rounding<approx> : tile<4xf32>
//=     %ee = exp %nz  : tile<4xf32>
//=     %tr = trunci %i64 overflow<no_signed_wrap> : tile<4xi64> -> tile<4xi32>
//=     %cat = cat %nz, %nz dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
//=     %v, %tk = load_ptr_tko acquire sys %p optimization_hints = <default = {latency = 2}, sm_90 = {latency = 3}> : tile<ptr<f16>> -> tile<f16>, token
//=     %tk2 = store_ptr_tko release device %p, %v token=%tk : tile<ptr<f16>>, tile<f16> -> token
//=     %o, %tk3 = atomic_rmw_tko acq_rel device %p, addf, %v token=%tk2 : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
//=     %asr = assume bounded<-5, 7>, %n : tile<i32>
//=     %asr2 = assume bounded<?, ?>, %n : tile<i32>
//=     %k = for %i in (%n to %n, step %n) : tile<i32> iter_values(%q = %n) -> (tile<i32>) {
//=       continue %q : tile<i32>
//=     }
//=     %lp = loop iter_values(%q = %n) : tile<i32> -> tile<i64> {
//=       %w = constant <i64: 1> : tile<i64>
//=       break %w : tile<i64>
//=     }
//=     %cc = cmpi equal %n, %n, signed : tile<i32> -> tile<i1>
//=     %ir = if %cc -> (tile<i32>) {
//=       yield %n : tile<i32>
//=     } else {
//=       yield %m1 : tile<i32>
//=     }
//=     if %cc {
//=       return
//=     } else {
//=     }
//=     return
//=   }
//=   entry @second() {
//=     return
//=   }
//= }
