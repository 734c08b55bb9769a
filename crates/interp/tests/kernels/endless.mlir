// A loop without end spends the budget.
// budget 5000
entry @k() {
  loop {
    continue
  }
  return
}
//=> ended: OutOfBudget
