// test: emit cuda_tile
cuda_tile.module @forms {
  global @table <f32 : [1.0, 2.0]> : !cuda_tile.tile<2xf32>
  global private constant @flag alignment = 4 <i32: [1]> : tile<1xi32>
  entry @all(%p: !cuda_tile.tile<ptr<f32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %c: tile<i1>, %w: tile<i64>) optimization_hints=<sm_90 = {num_cta_in_cga = 1, occupancy = 2}, default = {}> {
    %0 = make_token : token
    %1 = get_global @table : tile<ptr<f32>>
    %a = alloca num_elem = 16, alignment = 16 : tile<ptr<f32>>
    %i = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %r = int_to_ptr %i : tile<i64> -> tile<ptr<f32>>
    %s = ptr_to_ptr %r : tile<ptr<f32>> -> tile<ptr<i32>>
    %x = constant <f32: [[1.0, 2.0], [4.0, 5.0]]> : tile<2x2xf32>
    %h = constant <f16: [1.0, 2.0]> : tile<2xf16>
    %m = addi %n, %n overflow<no_signed_wrap> : tile<i32>
    %m2 = addi %n, %n overflow<none> : tile<i32>
    %m3 = negi %n overflow<no_wrap> : tile<i32>
    %m4 = mulhii %n, %n : tile<i32>
    %m5 = absi %n : tile<i32>
    %m6 = trunci %n overflow<no_unsigned_wrap> : tile<i32> -> tile<i8>
    %m7 = shli %n, %n : tile<i32>
    %f1 = addf %x, %x rounding<negative_inf> : tile<2x2xf32>
    %f2 = addf %x, %x flush_to_zero : tile<2x2xf32>
    %f3 = addf %x, %x rounding<nearest_even> : tile<2x2xf32>
    %f4 = maxf %x, %x flush_to_zero propagate_nan : tile<2x2xf32>
    %f5 = remf %x, %x : tile<2x2xf32>
    %f6 = pow %x, %x : tile<2x2xf32>
    %f7 = fma %x, %x, %x rounding<zero> flush_to_zero : tile<2x2xf32>
    %f8 = sqrt %x rounding<approx> : tile<2x2xf32>
    %g = cmpf equal unordered %x, %x : tile<2x2xf32> -> tile<2x2xi1>
    assert %c, "say \"why\"" : tile<i1>
    %p1 = print_tko "%i, %f", %c, %h : tile<i1>, tile<2xf16> -> token
    %p2 = print_tko "done" token=%0 -> token
    %x8 = constant <i64: 0> : tile<1x8xi64>
    %e1 = assume div_by<1, every 4 along 1>, %x8 : tile<1x8xi64>
    %e2 = assume same_elements<[]>, %n : tile<i32>
    %e3 = cuda_tile.assume #cuda_tile.bounded<?, 42>, %n : tile<i32>
    loop {
      if %c {
        break
      }
    }
    for unsigned %k in (%n to %n, step %n) : tile<i32> {
    }
    return
  }
}
//= module @forms {
//=   global  @table <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
//=   global private  constant @flag alignment = 4 <i32: 1> : tile<1xi32>
//=   entry @all(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %c: tile<i1>, %w: tile<i64>) optimization_hints=<default = {}, sm_90 = {num_cta_in_cga = 1, occupancy = 2}> {
//=     %0 = make_token : token
//=     %1 = get_global @table : tile<ptr<f32>>
//=     %a = alloca num_elem = 16, alignment = 16 : tile<ptr<f32>>
//=     %i = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
//=     %r = int_to_ptr %i : tile<i64> -> tile<ptr<f32>>
//=     %s = ptr_to_ptr %r : tile<ptr<f32>> -> tile<ptr<i32>>
//=     %x = constant <f32: [[1.000000e+00, 2.000000e+00], [4.000000e+00, 5.000000e+00]]> : tile<2x2xf32>
//=     %h = constant <f16: [1.000000e+00, 2.000000e+00]> : tile<2xf16>
//=     %m = addi %n, %n overflow<no_signed_wrap> : tile<i32>
//=     %m2 = addi %n, %n : tile<i32>
//=     %m3 = negi %n overflow<no_wrap> : tile<i32>
//=     %m4 = mulhii %n, %n : tile<i32>
//=     %m5 = absi %n : tile<i32>
//=     %m6 = trunci %n overflow<no_unsigned_wrap> : tile<i32> -> tile<i8>
//=     %m7 = shli %n, %n : tile<i32>
//=     %f1 = addf %x, %x rounding<negative_inf> : tile<2x2xf32>
//=     %f2 = addf %x, %x  flush_to_zero : tile<2x2xf32>
//=     %f3 = addf %x, %x  : tile<2x2xf32>
//=     %f4 = maxf %x, %x flush_to_zero propagate_nan : tile<2x2xf32>
//=     %f5 = remf %x, %x : tile<2x2xf32>
//=     %f6 = fpowf %x, %x : tile<2x2xf32>
//=     %f7 = fma %x, %x, %x rounding<zero> flush_to_zero : tile<2x2xf32>
//=     %f8 = sqrt %x rounding<approx> : tile<2x2xf32>
//=     %g = cmpf equal unordered %x, %x : tile<2x2xf32> -> tile<2x2xi1>
//=     assert %c, "say \22why\22" : tile<i1>
//=     %p1 = print_tko "%i, %f", %c, %h : tile<i1>, tile<2xf16> -> token
//=     %p2 = print_tko "done" token=%0 -> token
//=     %x8 = constant <i64: 0> : tile<1x8xi64>
//=     %e1 = assume div_by<1, every 4 along 1>, %x8 : tile<1x8xi64>
//=     %e2 = assume same_elements<[]>, %n : tile<i32>
//=     %e3 = assume bounded<?, 42>, %n : tile<i32>
//=     loop {
//=       if %c {
//=         break
//=       }
//=     }
//=     for unsigned %k in (%n to %n, step %n) : tile<i32> {
//=     }
//=     return
//=   }
//= }
// -----
// test: emit cuda_tile
entry @memory(%p: tile<ptr<i32>>, %n: tile<i32>) {
  %t = make_token : token
  %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %ps = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
  %v = iota : tile<8xi32>
  %m = cmpi less_than %v, %v, signed : tile<8xi32> -> tile<8xi1>
  %a, %t1 = atomic_rmw_tko relaxed device %ps, and, %v : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
  %b, %t2 = atomic_rmw_tko acq_rel sys %ps, xchg, %v, %m token=%t1 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
  %c, %t3 = load_ptr_tko relaxed tl_blk %ps, %m, %v token=%t2 : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
  %t4 = store_ptr_tko release device %ps, %c token=%t3 : tile<8xptr<i32>>, tile<8xi32> -> token
  return
}
//= entry @memory(%p: tile<ptr<i32>>, %n: tile<i32>) {
//=   %t = make_token : token
//=   %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
//=   %ps = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
//=   %v = iota : tile<8xi32>
//=   %m = cmpi less_than %v, %v, signed : tile<8xi32> -> tile<8xi1>
//=   %a, %t1 = atomic_rmw_tko relaxed device %ps, and, %v : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
//=   %b, %t2 = atomic_rmw_tko acq_rel sys %ps, xchg, %v, %m token=%t1 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
//=   %c, %t3 = load_ptr_tko relaxed tl_blk %ps, %m, %v token=%t2 : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
//=   %t4 = store_ptr_tko release device %ps, %c token=%t3 : tile<8xptr<i32>>, tile<8xi32> -> token
//=   return
//= }
// -----
// test: emit cuda_tile
entry @views(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
  %t = make_token : token
  %v = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
  %w = make_strided_view %v : strided_view<tile=(8x8), traversal_strides=[3, 8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>
  %s:2 = get_tensor_shape %v : tensor_view<?x64xf32, strides=[64,1]> -> tile<i64>
  %k:2 = get_index_space_shape %w : strided_view<tile=(8x8), traversal_strides=[3, 8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]> -> tile<i32>
  %x, %done = load_view_tko acquire device %w[%n, %n] token = %t optimization_hints = <sm_90 = {allow_tma = false, latency = 3}> : strided_view<tile=(8x8), traversal_strides=[3, 8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x8xf32>, token
  %one = constant <i32: 1> : tile<i32>
  %old, %u = atomic_cas_tko acq_rel sys %q, %n, %one token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %both = join_tokens %done, %u : token
  return
}
//= entry @views(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
//=   %t = make_token : token
//=   %v = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
//=   %w = make_strided_view %v : strided_view<tile=(8x8), traversal_strides=[3,8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>
//=   %s:2 = get_tensor_shape %v : tensor_view<?x64xf32, strides=[64,1]> -> tile<i64>
//=   %k:2 = get_index_space_shape %w : strided_view<tile=(8x8), traversal_strides=[3,8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]> -> tile<i32>
//=   %x, %done = load_view_tko acquire device %w[%n, %n] token = %t optimization_hints = <sm_90 = {allow_tma = false, latency = 3}> : strided_view<tile=(8x8), traversal_strides=[3,8], padding_value = nan, tensor_view<?x64xf32, strides=[64,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x8xf32>, token
//=   %one = constant <i32: 1> : tile<i32>
//=   %old, %u = atomic_cas_tko acq_rel sys %q, %n, %one token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
//=   %both = join_tokens %done, %u : token
//=   return
//= }
