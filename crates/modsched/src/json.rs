//! Loop graphs and schedules as JSON. Files of plain instances (name, resources, ops, edges) are read as they are; the
//! further fields are optional and unknown ones are ignored.

use crate::graph::{Ceiling, Class, Constraints, Edge, GraphError, Limits, LoopGraph, Op, Resource, Use};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct GraphFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    resources: Vec<ResourceFile>,
    ops: Vec<OpFile>,
    #[serde(default)]
    edges: Vec<EdgeFile>,
    #[serde(default, skip_serializing_if = "LimitsFile::is_empty")]
    limits: LimitsFile,
}

#[derive(Serialize, Deserialize)]
struct ResourceFile {
    #[serde(default)]
    name: String,
    capacity: u32,
}

#[derive(Serialize, Deserialize)]
struct UseFile {
    res: usize,
    #[serde(default = "one")]
    count: u32,
}

fn one() -> u32 {
    1
}

fn is_false(b: &bool) -> bool {
    !b
}

#[derive(Serialize, Deserialize)]
struct OpFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    kind: String,
    #[serde(default)]
    latency: u32,
    #[serde(default)]
    footprint: Vec<Vec<UseFile>>,
    #[serde(default, skip_serializing_if = "ConstraintsFile::is_empty")]
    constraints: ConstraintsFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
}

#[derive(Serialize, Deserialize, Default, PartialEq)]
struct ConstraintsFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gid: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leader_gid: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_depth: Option<u32>,
    #[serde(default, skip_serializing_if = "is_false")]
    force_serial_execution: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preferred_atom_size: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_num_slices_for_non_reduce_axis: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_num_of_recomputations: Option<u32>,
    #[serde(default, skip_serializing_if = "is_false")]
    enable_defusion_if_fusion_extending_liveness: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    recomputable: bool,
}

impl ConstraintsFile {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Serialize, Deserialize)]
struct EdgeFile {
    src: usize,
    dst: usize,
    latency: i64,
    #[serde(default)]
    distance: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ceiling: Option<String>,
}

#[derive(Serialize, Deserialize, Default, PartialEq)]
struct LimitsFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_depth: Option<u32>,
    #[serde(default, skip_serializing_if = "is_false")]
    force_serial: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ceilings: Vec<CeilingFile>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct CeilingFile {
    name: String,
    cycles: i64,
}

impl LimitsFile {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Reads a loop graph.
///
/// # Errors
/// Says what is wrong and where: the JSON itself, an id out of order, an index out of range, a number too large.
pub fn read_graph(text: &str) -> Result<LoopGraph, GraphError> {
    let wrong = |why: String| GraphError {
        message: format!("not a loop graph: {why}; expected an object with name, resources, ops, edges"),
    };
    // The library would read a list as the fields in order.
    if text.trim_start().starts_with('[') {
        return Err(wrong("this is a list".into()));
    }
    let file: GraphFile = serde_json::from_str(text).map_err(|e| wrong(e.to_string()))?;
    let limits = Limits {
        max_depth: file.limits.max_depth,
        force_serial: file.limits.force_serial,
        ceilings: file
            .limits
            .ceilings
            .into_iter()
            .map(|c| Ceiling {
                name: c.name,
                cycles: c.cycles,
            })
            .collect(),
    };
    let graph = LoopGraph {
        name: file.name,
        resources: file
            .resources
            .into_iter()
            .map(|r| Resource {
                name: r.name,
                capacity: r.capacity,
            })
            .collect(),
        ops: file
            .ops
            .into_iter()
            .enumerate()
            .map(|(at, o)| read_op(at, o))
            .collect::<Result<_, _>>()?,
        edges: file
            .edges
            .into_iter()
            .enumerate()
            .map(|(at, e)| read_edge(at, e, &limits))
            .collect::<Result<_, _>>()?,
        limits,
    };
    graph.validate()?;
    Ok(graph)
}

fn read_op(at: usize, o: OpFile) -> Result<Op, GraphError> {
    if let Some(id) = o.id.filter(|&id| id != at) {
        let message = format!("op number {at} has id {id}; ids must count 0, 1, 2, ... in order");
        return Err(GraphError { message });
    }
    let class = match &o.class {
        None => None,
        Some(name) => Some(Class::from_name(name).ok_or_else(|| {
            let known: Vec<_> = Class::NAMES.iter().map(|(_, n)| *n).collect();
            GraphError {
                message: format!("op {at} has class {name:?}; the classes are {}", known.join(", ")),
            }
        })?),
    };
    let c = o.constraints;
    // Amounts of zero hold nothing; dropping them here spares every reader the special case.
    let row = |r: Vec<UseFile>| {
        r.into_iter()
            .filter(|u| u.count > 0)
            .map(|u| Use {
                res: u.res,
                count: u.count,
            })
            .collect()
    };
    Ok(Op {
        name: o.name,
        kind: o.kind,
        latency: o.latency,
        footprint: o.footprint.into_iter().map(row).collect(),
        constraints: Constraints {
            gid: c.gid,
            leader_gid: c.leader_gid,
            max_depth: c.max_depth,
            force_serial_execution: c.force_serial_execution,
            preferred_atom_size: c.preferred_atom_size,
            max_num_slices_for_non_reduce_axis: c.max_num_slices_for_non_reduce_axis,
            max_num_of_recomputations: c.max_num_of_recomputations,
            enable_defusion_if_fusion_extending_liveness: c.enable_defusion_if_fusion_extending_liveness,
            recomputable: c.recomputable,
        },
        parent: o.parent,
        class,
    })
}

fn read_edge(at: usize, e: EdgeFile, limits: &Limits) -> Result<Edge, GraphError> {
    let ceiling = match &e.ceiling {
        None => None,
        Some(name) => Some(
            limits
                .ceilings
                .iter()
                .position(|c| c.name == *name)
                .ok_or_else(|| GraphError {
                    message: format!("edge {at} names the ceiling {name:?}, which limits.ceilings does not list"),
                })?,
        ),
    };
    Ok(Edge {
        src: e.src,
        dst: e.dst,
        latency: e.latency,
        distance: e.distance,
        ceiling,
    })
}

/// Writes a loop graph in the form [`read_graph`] reads.
pub fn write_graph(graph: &LoopGraph) -> String {
    let op = |(id, o): (usize, &Op)| {
        let c = &o.constraints;
        OpFile {
            id: Some(id),
            name: o.name.clone(),
            kind: o.kind.clone(),
            latency: o.latency,
            footprint: (o.footprint.iter())
                .map(|row| {
                    row.iter()
                        .map(|u| UseFile {
                            res: u.res,
                            count: u.count,
                        })
                        .collect()
                })
                .collect(),
            constraints: ConstraintsFile {
                gid: c.gid,
                leader_gid: c.leader_gid,
                max_depth: c.max_depth,
                force_serial_execution: c.force_serial_execution,
                preferred_atom_size: c.preferred_atom_size,
                max_num_slices_for_non_reduce_axis: c.max_num_slices_for_non_reduce_axis,
                max_num_of_recomputations: c.max_num_of_recomputations,
                enable_defusion_if_fusion_extending_liveness: c.enable_defusion_if_fusion_extending_liveness,
                recomputable: c.recomputable,
            },
            parent: o.parent,
            class: o.class.map(|c| c.name().to_owned()),
        }
    };
    let ceiling_name = |i: usize| graph.limits.ceilings.get(i).map(|c| c.name.clone());
    let file = GraphFile {
        name: graph.name.clone(),
        resources: (graph.resources.iter())
            .map(|r| ResourceFile {
                name: r.name.clone(),
                capacity: r.capacity,
            })
            .collect(),
        ops: graph.ops.iter().enumerate().map(op).collect(),
        edges: (graph.edges.iter())
            .map(|e| EdgeFile {
                src: e.src,
                dst: e.dst,
                latency: e.latency,
                distance: e.distance,
                ceiling: e.ceiling.and_then(ceiling_name),
            })
            .collect(),
        limits: LimitsFile {
            max_depth: graph.limits.max_depth,
            force_serial: graph.limits.force_serial,
            ceilings: (graph.limits.ceilings.iter())
                .map(|c| CeilingFile {
                    name: c.name.clone(),
                    cycles: c.cycles,
                })
                .collect(),
        },
    };
    // Serialising plain structs of strings and numbers to a string cannot fail.
    serde_json::to_string(&file).unwrap_or_default()
}

#[derive(Deserialize)]
struct ScheduleFile {
    #[serde(alias = "II")]
    ii: u32,
    start: StartFile,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StartFile {
    List(Vec<Option<i64>>),
    Map(std::collections::BTreeMap<String, Option<i64>>),
}

/// Reads a schedule file: the II, and a start for each of `ops` operations (`None` where the file gives none).
///
/// # Errors
/// Says what is wrong: the JSON, a list of the wrong length, an op id that is none.
pub fn read_schedule(text: &str, ops: usize) -> Result<(u32, Vec<Option<i64>>), GraphError> {
    let file: ScheduleFile = serde_json::from_str(text).map_err(|e| GraphError {
        message: format!("not a schedule: {e}; expected {{\"ii\": N, \"start\": {{\"0\": cycle, ...}}}}"),
    })?;
    match file.start {
        StartFile::List(list) if list.len() != ops => Err(GraphError {
            message: format!("the schedule has {} starts, the loop {ops} operations", list.len()),
        }),
        StartFile::List(list) => Ok((file.ii, list)),
        StartFile::Map(map) => {
            let mut start = vec![None; ops];
            for (id, cycle) in map {
                match id.parse::<usize>().ok().and_then(|i| start.get_mut(i)) {
                    Some(seat) => *seat = cycle,
                    None => {
                        let message = format!("the schedule starts op {id:?}, which the loop does not have");
                        return Err(GraphError { message });
                    }
                }
            }
            Ok((file.ii, start))
        }
    }
}
