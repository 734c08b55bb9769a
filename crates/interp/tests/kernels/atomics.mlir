// Every atomic update, and compare-and-swap.
// in x i32 = 12, 12, 12, 12, -5, -5, -5, -5, 1, 2, 3
// in f f32 = 1.5
entry @k(%x: tile<ptr<i32>>, %f: tile<ptr<f32>>) {
  %one = constant <i32: 1> : tile<i32>
  %ten = constant <i32: 10> : tile<i32>
  %a0, %t0 = atomic_rmw_tko relaxed device %x, and, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p1 = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a1, %t1 = atomic_rmw_tko relaxed device %p1, or, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p2 = offset %p1, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a2, %t2 = atomic_rmw_tko relaxed device %p2, xor, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p3 = offset %p2, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a3, %t3 = atomic_rmw_tko relaxed device %p3, add, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p4 = offset %p3, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a4, %t4 = atomic_rmw_tko relaxed device %p4, max, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p5 = offset %p4, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a5, %t5 = atomic_rmw_tko relaxed device %p5, min, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p6 = offset %p5, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a6, %t6 = atomic_rmw_tko relaxed device %p6, umax, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p7 = offset %p6, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a7, %t7 = atomic_rmw_tko relaxed device %p7, umin, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p8 = offset %p7, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a8, %t8 = atomic_rmw_tko acq_rel sys %p8, xchg, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p9 = offset %p8, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %two = constant <i32: 2> : tile<i32>
  %a9, %t9 = atomic_cas_tko relaxed device %p9, %two, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %p10 = offset %p9, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %a10, %t10 = atomic_cas_tko relaxed device %p10, %two, %ten : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %h = constant <f32: 0.25> : tile<2xf32>
  %f1 = reshape %f : tile<ptr<f32>> -> tile<1xptr<f32>>
  %f2 = broadcast %f1 : tile<1xptr<f32>> -> tile<2xptr<f32>>
  %b, %t11 = atomic_rmw_tko relaxed device %f2, addf, %h : tile<2xptr<f32>>, tile<2xf32> -> tile<2xf32>, token
  %p = print_tko "%d %d %d %.17g", %a4, %a9, %a10, %b : tile<i32>, tile<i32>, tile<i32>, tile<2xf32> -> token
  return
}
//=> x = 8, 14, 6, 22, 10, -5, -5, 10, 10, 10, 3
//=> f = 2
//=> printed: -5 2 3 [1.5, 1.75]
