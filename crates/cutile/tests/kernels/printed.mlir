entry @printed_Kt1_Si32(%n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = print_tko "0.10000000149011612 0.7615941762924194 2.7182817459106445 2 True True\0A" token=%0 -> token
  %2 = print_tko "0.10000000149011612 7 1 0\0A" token=%1 -> token
  %3 = constant <i32: 3> : tile<i32>
  %4 = cmpi greater_than %n, %3, signed : tile<i32> -> tile<i1>
  %5 = constant <f32: 1.000000e-01> : tile<f32>
  %6 = print_tko "%d %f\0A", %4, %5 token=%2 : tile<i1>, tile<f32> -> token
  %7 = itof %n signed  : tile<i32> -> tile<f32>
  %8 = constant <f32: 3.000000e+00> : tile<f32>
  %9 = divf %7, %8  : tile<f32>
  %10 = print_tko "%-10d|%+5d|%7d|%-8.3f\0A", %n, %n, %n, %9 token=%6 : tile<i32>, tile<i32>, tile<i32>, tile<f32> -> token
  %wide = exti %n signed : tile<i32> -> tile<i64>
  %wide_1 = itof %n signed  : tile<i32> -> tile<f64>
  %11 = print_tko "%llx %5lld %.3f %e %lf\0A", %wide, %wide, %wide_1, %wide_1, %wide_1 token=%10 : tile<i64>, tile<i64>, tile<f64>, tile<f64>, tile<f64> -> token
  %12 = constant <i32: 7> : tile<i32>
  %13 = print_tko "%d of %d; 100%% %d of %d\0A", %n, %12, %n, %12 token=%11 : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  return
}
