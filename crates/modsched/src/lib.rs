//! Modulo scheduling: loop graph in, checked schedule or reasoned refusal out.
