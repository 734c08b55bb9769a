// A loop that carries the token of an mbarrier: its wait does not see what the token stands for.
nv_tileas.func @k(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %a = nvvm.shared_base 8 : i32
  %t = nv_tileas.async.to_async %a, %zero : i32, i32 -> !nv_tileas.async_token
  %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %t) -> (!nv_tileas.async_token) {
    nv_tileas.async.wait %s
    scf.continue %s : !nv_tileas.async_token
  }
}
