// A token of nothing: no instruction is left of it.
nv_tileas.func @k(%n: i32) {
  %m = nv_tileas.create_mem_token : token
  %none = nv_tileas.create_none : !nv_tileas.async_token
  %stored = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
  nv_tileas.async.future_wait %stored
}
