// test: ir
// Prints and assertions.
entry @kernel(%i: tile<i32>, %f: tile<f32>, %c: tile<i1>) {
  %0 = print_tko "%i and %5.2f, 100%%", %i, %f : tile<i32>, tile<f32> -> token
  assert %c, "must hold" : tile<i1>
  return
}
//= entry @kernel(%i: tile<i32>, %f: tile<f32>, %c: tile<i1>) {
//=   %0 = print_tko "%i and %5.2f, 100%%", %i, %f : tile<i32>, tile<f32> -> token
//=   assert %c, "must hold" : tile<i1>
//=   return
//= }
// -----
// test: ir
// Refusals of these.
entry @kernel(%i: tile<i32>, %f: tile<f32>, %c: tile<i1>) {
  %0 = print_tko "%i", %i, %f : tile<i32>, tile<f32> -> token
  %1 = print_tko "%i %i", %i : tile<i32> -> token
  %2 = print_tko "100%", %i : tile<i32> -> token
  assert %i, "must hold" : tile<i32>
  %3 = print_tko "%i", %0 : token -> token
  return
}
//= 4:3 error[verify.count]: `print_tko`: the format has 1 conversion for 2 arguments
//= 5:3 error[verify.count]: `print_tko`: the format has 2 conversions for 1 argument
//= 6:3 error[verify.attribute]: `print_tko`: the conversion `%` in the format does not end
//=   help: write `%%` for a percent sign
//= 7:3 error[verify.type]: `assert`: `condition` must be a tile of i1, but has type `tile<i32>`
//= 8:3 error[verify.type]: `print_tko`: `args` must be a tile, but has type `token`
// -----
// test: ir
// Every percent sign that is not doubled begins a conversion, also within what was to be one.
entry @kernel(%s: tile<i32>) {
  %0 = print_tko "%y %d", %s : tile<i32> -> token
  %1 = print_tko "%5.23 b=%d", %s : tile<i32> -> token
  %2 = print_tko "%%%d %%", %s : tile<i32> -> token
  return
}
//= 4:3 error[verify.count]: `print_tko`: the format has 2 conversions for 1 argument
//= 5:3 error[verify.count]: `print_tko`: the format has 2 conversions for 1 argument
