//! Tiles that the CTAs of a cluster load together.
//!
//! CTAs of a cluster whose tiles are side by side along N multiply the same tile of the left operand, those along M the same of the right
//! one. Each of them loads its part of it, and TMA writes it to all. That asks for a kernel whose CTAs all go round the loop as often,
//! and for tiles that follow from the cluster and from the place along the other side alone: values are followed back to
//! `get_cluster_place`, which kernels have whose launch the compiler decides, and whose clusters the calling contract tells.

use super::ProductLoop;
use super::product_loop::Operand;
use super::slice::grow_from;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Module, Op, Value};
use tilewright_machine::Target;
use tilewright_units::Unit;

/// The CTAs of a cluster that load tiles together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Together {
    /// CTAs of the cluster along x and y.
    pub cluster: [i64; 2],
    /// Of the left and the right operand: how many CTAs load a tile together, 1 for one alone, and how far apart their ranks are.
    pub parts: [[i64; 2]; 2],
    /// Whether they multiply together as well: each has its part alone.
    pub pair: bool,
}

/// Why two CTAs make no products together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPair {
    /// No unit multiplies for two CTAs.
    Unit,
    /// The CTAs of a cluster are not two that follow each other along M and share tiles of the right operand.
    Cluster,
    /// Rows of a tile are not as many as there are lanes in tensor memory, once or several times.
    Rows,
    /// A tile of the right operand is not cut in two halves of its columns.
    Columns,
    /// The loop that was found is none of agents with one product of two tiles that TMA loads.
    Loop,
}

/// Why each CTA of a cluster loads its tiles alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// The number of rounds of a CTA may follow from its place in the cluster, or from what it reads.
    Iterations,
    /// It follows from the place along y alone, and the two CTAs along x share tiles, as they do in so many pairs.
    Pairs(Together),
    /// No two CTAs are known to load the same tile.
    Tiles,
    /// A tile cannot be cut into so many parts.
    Parts,
}

/// Work that is pulled by cluster launch control is the same for all CTAs that get the answer.
fn is_of_cluster(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE => module.has_attr(op, "ctas"),
        kind => [
            cutlass::TILE_SCHEDULER_REQUEST_WORK_ID,
            cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID,
        ]
        .contains(&kind),
    }
}

/// Whether values may differ between CTAs of a cluster, along x and along y.
fn differs(module: &Module, around: &[Op], values: Vec<Value>) -> [bool; 2] {
    let slice = grow_from(module, around, around, values);
    let mut differs = [false; 2];
    for &op in &slice.ops {
        let control = module.def(op).dialect() == "scf" || module.kind(op) == nv_tileas::FUNC;
        if is_of_cluster(module, op) {
            continue;
        }
        if module.kind(op) == nv_tileas::GET_CLUSTER_PLACE {
            for (side, differs) in differs.iter_mut().enumerate() {
                *differs |= slice.values.contains(&module.result(op, side + 1));
            }
            continue;
        }
        // CTAs of a cluster follow each other along x of the launch.
        let asks_x = module.kind(op) == nv_tileas::GET_PROGRAM_ID && slice.values.contains(&module.result(op, 0));
        if asks_x || !control && !module.def(op).has(PURE) {
            return [true; 2];
        }
    }
    differs
}

/// The CTAs that load the tiles of a loop together; nothing if the kernel has no clusters.
pub fn together(
    module: &Module,
    for_op: Op,
    operands: &[Operand; 2],
    target: &Target,
) -> Option<Result<Together, Apart>> {
    let mut ops = module.walk(module.top()).into_iter();
    let place = ops.find(|&op| module.kind(op) == nv_tileas::GET_CLUSTER_PLACE)?;
    let &[x, y] = module.required_list(place, "cluster") else {
        return None;
    };
    (target.clusters.value && x * y > 1).then(|| of_cluster(module, for_op, operands, [x, y]))
}

fn of_cluster(module: &Module, for_op: Op, operands: &[Operand; 2], cluster: [i64; 2]) -> Result<Together, Apart> {
    let mut around = Vec::new();
    let mut inner = Some(for_op);
    while let Some(op) = inner {
        if matches!(module.kind(op), scf::FOR | scf::LOOP) {
            around.push(op);
        }
        inner = module.parent_op(op);
    }
    let [false, rows_differ] = differs(module, &around, Vec::new()) else {
        return Err(Apart::Iterations);
    };
    let mut parts = [[1, 1]; 2];
    let mut cannot = Apart::Tiles;
    // CTAs along y have ranks that are a whole row apart.
    for (number, (side, stride)) in [(1, cluster[0]), (0, 1)].into_iter().enumerate() {
        let operand = &operands[number];
        let load = TiledLoad::of(module, operand.load).ok_or(Apart::Tiles)?;
        let values = load.index.iter().copied().chain([load.view]).collect();
        if cluster[side] == 1 || differs(module, &[], values)[side] {
            continue;
        }
        match operand.tma.part(cluster[side], None) {
            Some(_) => parts[number] = [cluster[side], stride],
            None => cannot = Apart::Parts,
        }
    }
    let found = Together {
        cluster,
        parts,
        pair: false,
    };
    match parts {
        [_, [2, _]] if rows_differ => Err(Apart::Pairs(found)),
        _ if rows_differ => Err(Apart::Iterations),
        [[1, _], [1, _]] => Err(cannot),
        _ => Ok(found),
    }
}

/// Whether the two CTAs of a cluster, or of each row of it, can make the products of a loop together, and why not.
pub fn pair(product_loop: &ProductLoop, unit: &Unit) -> Result<Together, NoPair> {
    let right = &product_loop.operands[1];
    match product_loop.together {
        _ if !unit.has_tensor_memory() => Err(NoPair::Unit),
        Some(Ok(together @ Together { cluster: [2, 1], .. }) | Err(Apart::Pairs(together))) => {
            let [m, n, _] = product_loop.mnk;
            if unit.figures().rows_most.is_none_or(|most| m % most != 0) {
                return Err(NoPair::Rows);
            }
            // Of either half at least what one instruction has.
            if n < 2 * unit.figures().columns_least || right.tma.part(2, Some(right.row_dim())).is_none() {
                return Err(NoPair::Columns);
            }
            Ok(Together { pair: true, ..together })
        }
        _ => Err(NoPair::Cluster),
    }
}
