//! Lower bounds on II, each with the witness that proves it (docs/sources/modulo-scheduling.md#bounds).

use crate::graph::{LoopGraph, OpId, ResId};
use crate::recurrence::{Recurrence, critical_circuit, earliest_starts};
use crate::scc::Components;
use crate::shape::Shapes;

tilewright_vocabulary::vocabulary! {
    /// Which bound sets the floor.
    #[cfg_attr(feature = "typescript", ts(rename = "BoundName"))]
    pub enum Binding {
        /// A circuit of dependences.
        Recurrence = "recurrence",
        /// A slot of capacity 1.
        Resource = "resource",
        /// A pool.
        FineDensity = "fine-density",
        /// A cap on depth.
        Dependency = "dependency",
    }
}

/// Demand on one resource against what it offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// `ceil(demand / capacity)`; 0 when nothing is asked.
    pub mii: i64,
    /// The resource that gives this value, if any is used.
    pub res: Option<ResId>,
    /// Sum of what one iteration holds, in units times cycles.
    pub demand: u64,
    /// Units per row.
    pub capacity: u32,
    /// The ops that hold it.
    pub users: Vec<OpId>,
}

/// A chain of dependences against a cap on depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// `ceil(longest path / depth allowed)`; 0 without a cap.
    pub mii: i64,
    /// The capped op.
    pub op: Option<OpId>,
    /// Longest path of distance 0 that ends at it, in cycles.
    pub path: i64,
    /// Number of stages it may choose from.
    pub depth: u32,
}

/// The four bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Recurrence MII with the critical circuit.
    pub recurrence: Recurrence,
    /// Resource MII: slots of capacity 1.
    pub resource: Demand,
    /// Fine-density MII: pools.
    pub fine: Demand,
    /// Dependency MII.
    pub dependency: Depth,
}

/// A loop that no II can schedule, whatever is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A circuit of positive latency that crosses no iteration.
    ZeroDistanceCircuit {
        /// Its edges, in order.
        circuit: Vec<usize>,
        /// Sum of latency along it.
        latency: i64,
    },
    /// One op asks more of a resource in one cycle than there is.
    Overcommitted {
        /// The op.
        op: OpId,
        /// Row of its footprint.
        row: u32,
        /// The resource.
        res: ResId,
        /// The units that the op asks for there.
        demand: u64,
        /// The units that there are.
        capacity: u32,
    },
    /// A dependence accumulates more latency than the machine's ceiling.
    AboveCeiling {
        /// The edge that closes the dependence.
        edge: usize,
        /// Latency accumulated along distance-0 dependences up to and with it.
        accumulated: i64,
        /// Index into the limits' ceilings.
        ceiling: usize,
    },
    /// An op that may choose from no stage at all.
    NoStageAllowed {
        /// The op.
        op: OpId,
    },
}

impl Bounds {
    /// Computes the bounds; refuses loops that no II satisfies, before any probe of a reservation table.
    ///
    /// # Errors
    /// The first reason, in the order: overcommitted op, no stage allowed, zero-distance circuit, ceiling.
    pub fn compute(graph: &LoopGraph, shapes: &Shapes, components: &Components) -> Result<Self, Impossible> {
        refuse_overcommitted(graph, shapes)?;
        if let Some(op) = (0..graph.ops.len()).find(|&op| graph.max_depth(op) == Some(0)) {
            return Err(Impossible::NoStageAllowed { op });
        }
        let recurrence = critical_circuit(graph, components);
        if recurrence.mii().is_none() {
            let latency = recurrence.latency;
            return Err(Impossible::ZeroDistanceCircuit {
                circuit: recurrence.circuit,
                latency,
            });
        }
        let capped = graph.limits.max_depth.is_some() || graph.ops.iter().any(|o| o.constraints.max_depth.is_some());
        let mut dependency = Depth::default();
        if capped || !graph.limits.ceilings.is_empty() {
            let path = earliest_starts(graph, 0, |i| graph.edges[i].distance == 0).unwrap_or_default();
            refuse_above_ceiling(graph, &path)?;
            dependency = depth_bound(graph, &path);
        }
        let (resource, fine) = demand_bounds(graph, shapes);
        Ok(Bounds {
            recurrence,
            resource,
            fine,
            dependency,
        })
    }

    /// Value of one bound, in cycles.
    pub fn value(&self, which: Binding) -> i64 {
        match which {
            Binding::Recurrence => self.recurrence.mii().unwrap_or(i64::MAX).max(0),
            Binding::Resource => self.resource.mii,
            Binding::FineDensity => self.fine.mii,
            Binding::Dependency => self.dependency.mii,
        }
    }

    /// The bound that sets the floor; ties go to the first in the order recurrence, resource, fine density, dependency.
    pub fn binding(&self) -> Binding {
        let order = [
            Binding::Recurrence,
            Binding::Resource,
            Binding::FineDensity,
            Binding::Dependency,
        ];
        order
            .into_iter()
            .rev()
            .max_by_key(|&b| self.value(b))
            .unwrap_or(Binding::Recurrence)
    }

    /// The largest of the four, and at least 1.
    pub fn mii(&self) -> i64 {
        self.value(self.binding()).max(1)
    }
}

fn refuse_overcommitted(graph: &LoopGraph, shapes: &Shapes) -> Result<(), Impossible> {
    let bad_cell = |cells: &Vec<crate::shape::Cell>| {
        cells
            .iter()
            .find(|c| c.count > u64::from(graph.resources[c.res].capacity))
            .copied()
    };
    let bad: Vec<_> = shapes.cells.iter().map(bad_cell).collect();
    match (0..graph.ops.len()).find_map(|op| bad[shapes.of[op]].map(|c| (op, c))) {
        None => Ok(()),
        Some((op, c)) => Err(Impossible::Overcommitted {
            op,
            row: c.offset,
            res: c.res,
            demand: c.count,
            capacity: graph.resources[c.res].capacity,
        }),
    }
}

fn refuse_above_ceiling(graph: &LoopGraph, path: &[i64]) -> Result<(), Impossible> {
    for (edge, e) in graph.edges.iter().enumerate() {
        let ceiling = e.ceiling.unwrap_or(0);
        let accumulated = path.get(e.src).copied().unwrap_or(0) + e.latency;
        if graph
            .limits
            .ceilings
            .get(ceiling)
            .is_some_and(|c| accumulated > c.cycles)
        {
            return Err(Impossible::AboveCeiling {
                edge,
                accumulated,
                ceiling,
            });
        }
    }
    Ok(())
}

fn depth_bound(graph: &LoopGraph, path: &[i64]) -> Depth {
    let mut best = Depth::default();
    for op in 0..graph.ops.len() {
        let (Some(depth), Some(&path)) = (graph.max_depth(op), path.get(op)) else {
            continue;
        };
        let mii = path.max(0).div_ceil_positive(i64::from(depth.max(1)));
        if mii > best.mii {
            best = Depth {
                mii,
                op: Some(op),
                path,
                depth,
            };
        }
    }
    best
}

trait DivCeil {
    fn div_ceil_positive(self, by: Self) -> Self;
}

impl DivCeil for i64 {
    /// `ceil(self / by)` for numbers that are not negative.
    fn div_ceil_positive(self, by: i64) -> i64 {
        (self + by - 1) / by
    }
}

fn demand_bounds(graph: &LoopGraph, shapes: &Shapes) -> (Demand, Demand) {
    let mut per_shape = vec![0u64; shapes.cells.len()];
    for &s in &shapes.of {
        per_shape[s] += 1;
    }
    let mut demand = vec![0u64; graph.resources.len()];
    for (cells, &ops) in shapes.cells.iter().zip(&per_shape) {
        for c in cells {
            demand[c.res] += c.count * ops;
        }
    }
    let (mut slot, mut pool) = (Demand::default(), Demand::default());
    for (r, res) in graph.resources.iter().enumerate() {
        if demand[r] == 0 {
            continue;
        }
        let mii = demand[r].div_ceil(u64::from(res.capacity.max(1))) as i64;
        let best = if res.capacity == 1 { &mut slot } else { &mut pool };
        if mii > best.mii {
            *best = Demand {
                mii,
                res: Some(r),
                demand: demand[r],
                capacity: res.capacity,
                users: Vec::new(),
            };
        }
    }
    for best in [&mut slot, &mut pool] {
        if let Some(r) = best.res {
            let uses: Vec<bool> = shapes
                .cells
                .iter()
                .map(|cells| cells.iter().any(|c| c.res == r))
                .collect();
            best.users = (0..graph.ops.len()).filter(|&op| uses[shapes.of[op]]).collect();
        }
    }
    (slot, pool)
}
