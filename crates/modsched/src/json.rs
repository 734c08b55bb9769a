//! Loop graphs and schedules as JSON. Files of plain instances (name, resources, ops, edges) are read as they are; the
//! further fields are optional; unknown ones are ignored, but among limits and constraints, which would not act.

use crate::graph::{Class, Constraints, Edge, GraphError, Limits, LoopGraph, Op, Resource, Use};
use serde::{Deserialize, Serialize};

/// A loop graph as files and reports have it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LoopGraph"))]
pub struct GraphFile {
    /// A name for messages.
    #[serde(default)]
    pub name: String,
    /// Slots and pools.
    #[serde(default)]
    pub resources: Vec<Resource>,
    /// The ops, in program order.
    pub ops: Vec<GraphOp>,
    /// The dependences.
    #[serde(default)]
    pub edges: Vec<GraphEdge>,
    /// Caps that hold for the loop as a whole.
    #[serde(default, skip_serializing_if = "has_no_limits")]
    pub limits: Limits,
}

/// The described attributes that act on a program, not on a graph.
const OF_IR: [&str; 5] = [
    "preferred_atom_size",
    "max_num_slices_for_non_reduce_axis",
    "max_num_of_recomputations",
    "enable_defusion_if_fusion_extending_liveness",
    "recomputable",
];

fn has_no_limits(limits: &Limits) -> bool {
    *limits == Limits::default()
}

fn has_no_constraints(constraints: &Constraints) -> bool {
    *constraints == Constraints::default()
}

/// An op of a loop graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GraphOp {
    /// Its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    /// A name for messages.
    #[serde(default)]
    pub name: String,
    /// Its kind, in the words of whoever made the graph.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Cycles from its issue to its result.
    #[serde(default)]
    pub latency: u32,
    /// Its footprint, for each cycle from its issue on.
    #[serde(default)]
    pub footprint: Vec<Vec<Use>>,
    /// Scheduling attributes.
    #[serde(default, skip_serializing_if = "has_no_constraints")]
    pub constraints: Constraints,
    /// The op whose region contains this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Its class, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Whether it is an asynchronous pipeline, TMA or tensor-core op; of one that does not say, its kind tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub asynchronous: Option<bool>,
    /// The line of the source, from 1, in the report of a compilation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// A dependence of a loop graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GraphEdge {
    /// Producer.
    pub src: usize,
    /// Consumer.
    pub dst: usize,
    /// Cycles between the two issues.
    pub latency: i64,
    /// Iterations between the two.
    #[serde(default)]
    pub distance: u32,
    /// The ceiling that the dependence must respect, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<String>,
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
    let file: GraphFile = serde_json::from_str(text).map_err(|e| {
        let why = e.to_string();
        let is_of_ir = OF_IR.iter().find(|name| why.contains(&format!("unknown field `{name}`")));
        is_of_ir.map_or(wrong(why), |name| GraphError {
            message: format!("a graph has no `{name}`: it says how the program is changed before there is a graph (docs/departures.md, constraints)"),
        })
    })?;
    file.try_into()
}

impl TryFrom<GraphFile> for LoopGraph {
    type Error = GraphError;

    fn try_from(file: GraphFile) -> Result<Self, GraphError> {
        let (ops, edges) = (file.ops.into_iter().enumerate(), file.edges.into_iter().enumerate());
        let graph = LoopGraph {
            name: file.name,
            resources: file.resources,
            ops: ops.map(|(at, op)| read_op(at, op)).collect::<Result<_, _>>()?,
            edges: edges
                .map(|(at, edge)| read_edge(at, edge, &file.limits))
                .collect::<Result<_, _>>()?,
            limits: file.limits,
        };
        graph.validate()?;
        Ok(graph)
    }
}

fn read_op(at: usize, mut o: GraphOp) -> Result<Op, GraphError> {
    if let Some(id) = o.id.filter(|&id| id != at) {
        let message = format!("op number {at} has id {id}; ids must count 0, 1, 2, ... in order");
        return Err(GraphError { message });
    }
    let class = match &o.class {
        None => None,
        Some(name) => Some(Class::from_name(name).ok_or_else(|| {
            let known: Vec<_> = Class::WORDS.iter().map(|word| word.name).collect();
            GraphError {
                message: format!("op {at} has class {name:?}; the classes are {}", known.join(", ")),
            }
        })?),
    };
    // Amounts of zero hold nothing; dropping them here spares every reader the special case.
    for row in &mut o.footprint {
        row.retain(|held| held.count > 0);
    }
    Ok(Op {
        name: o.name,
        kind: o.kind,
        latency: o.latency,
        footprint: o.footprint,
        constraints: o.constraints,
        parent: o.parent,
        class,
        asynchronous: o.asynchronous,
    })
}

fn read_edge(at: usize, e: GraphEdge, limits: &Limits) -> Result<Edge, GraphError> {
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

/// A loop graph as files and reports have it.
pub fn graph(graph: &LoopGraph) -> GraphFile {
    let op = |(id, o): (usize, &Op)| GraphOp {
        id: Some(id),
        name: o.name.clone(),
        kind: o.kind.clone(),
        latency: o.latency,
        footprint: o.footprint.clone(),
        constraints: o.constraints.clone(),
        parent: o.parent,
        class: o.class.map(|class| class.name().to_string()),
        asynchronous: o.asynchronous,
        line: None,
    };
    let ceiling_name = |i: usize| graph.limits.ceilings.get(i).map(|c| c.name.clone());
    let edge = |e: &Edge| GraphEdge {
        src: e.src,
        dst: e.dst,
        latency: e.latency,
        distance: e.distance,
        ceiling: e.ceiling.and_then(ceiling_name),
    };
    GraphFile {
        name: graph.name.clone(),
        resources: graph.resources.clone(),
        ops: graph.ops.iter().enumerate().map(op).collect(),
        edges: graph.edges.iter().map(edge).collect(),
        limits: graph.limits.clone(),
    }
}

/// Writes a loop graph in the form [`read_graph`] reads.
pub fn write_graph(loop_graph: &LoopGraph) -> String {
    // Serialising plain structs of strings and numbers to a string cannot fail.
    serde_json::to_string(&graph(loop_graph)).unwrap_or_default()
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
