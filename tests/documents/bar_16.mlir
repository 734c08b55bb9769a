// A CTA has named barriers 0 to 15.
nv_tileas.func @bar() {
  cutlass.bar sync {id = 16, threads = 96}
}
