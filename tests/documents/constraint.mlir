// A constraint that nothing here could heed.
nv_tileas.func @k(%a: tile<64xf32>) {
  %b = arith.negf %a {tileas.recomputable} : tile<64xf32>
  nv_tileas.return
}
