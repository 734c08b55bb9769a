// `async.exec` that stands in no switch.
nv_tileas.func @k() {
  cutlass.async.exec {
    nvvm.barrier id = 1 threads = 128
  }
  nv_tileas.return
}
