// Several kernels, and no name.
entry @a() {
  return
}
entry @b() {
  return
}
//=> refused: there are several kernels here
