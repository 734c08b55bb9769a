//! Time of the reduced check over shapes. Run with `cargo bench`.

fn main() {}
