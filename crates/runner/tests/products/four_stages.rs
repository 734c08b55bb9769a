//! Products in four stages (docs/sources/four-stage.md).

use super::{FOUR_STAGE, Product};

#[test]
fn tiles_go_through_registers_in_four_stages() {
    for trips in 0..7 {
        for counted_at_run_time in [false, true] {
            Product {
                tile: [16, 16, 32],
                tiles: [1, 1, 7],
                trips: Some(trips),
                counted_at_run_time,
                ..FOUR_STAGE
            }
            .check();
        }
    }
}

#[test]
fn four_stages_have_as_many_buffers_as_are_asked_for() {
    for buffers in [1, 2, 3, 5] {
        for trips in [0, 1, 2, 3, 6] {
            Product {
                tile: [16, 16, 32],
                tiles: [1, 1, 7],
                trips: Some(trips),
                stages: Some(buffers),
                ..FOUR_STAGE
            }
            .check_with(2);
        }
    }
}

#[test]
fn four_stages_take_operands_in_every_order() {
    for (lhs_by_rows, rhs_by_rows) in [(true, true), (true, false), (false, true), (false, false)] {
        for (tile, short) in [([64, 32, 32], [0, 0, 0]), ([32, 32, 16], [3, 5, 7])] {
            Product {
                tile,
                tiles: [1, 1, 5],
                short,
                lhs_by_rows,
                rhs_by_rows,
                element: "bf16",
                ..FOUR_STAGE
            }
            .check();
        }
    }
}

#[test]
fn four_stages_are_right_under_every_seed() {
    for target in ["sm_80", "sm_90a", "sm_120a"] {
        Product {
            tile: [32, 32, 32],
            tiles: [1, 1, 6],
            target,
            ..FOUR_STAGE
        }
        .check_with(8);
    }
}
