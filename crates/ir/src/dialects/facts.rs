//! Facts: what passes leave on ops for the passes below and for the launch, as attributes beyond an op's record. They
//! are part of the text, so that a printed module can be read back and compiled on from there; the verifier asks for
//! their form.

pub use super::nv_tileas::TURNS;
use crate::attrs::AttrData;
use crate::entity::{Attr, Name, Op};
use crate::module::Module;
use crate::verify::{Violation, kind};
use crate::words::{copy_form, major, policy, raster, reduction, role, scheduler_kind, swizzle};

/// On a kernel: warps of a CTA where they are not four; where there are agents, they say their own.
pub const CTA_WARPS: &str = "nv_tile.num_warps";
/// On a kernel: CTAs of a cluster that compute a tile block together, each a slice of it.
pub const CTAS: &str = "nv_tile.ctas";
/// On a kernel of one thread: the types of its parameters at the level of tiles.
pub const PARAMETERS: &str = "nv_tile.parameters";
/// On a kernel: the tensor maps that it is launched with, after its own parameters.
pub const TENSOR_MAPS: &str = "nv_tile.tensor_maps";
/// On a kernel: its tile scheduler, and what a launch must know of it.
pub const TILE_SCHEDULER: &str = "nv_tile.tile_scheduler";
/// On an op of a scheduled loop: the stage.
pub const STAGE: &str = "nv_tile.aws.stage";
/// On an op of a scheduled loop: its place in the order of issue.
pub const ORDER: &str = "nv_tile.aws.order";
/// On the loop of an agent: which one.
pub const AGENT: &str = "nv_tile.aws.agent";
/// On a pipelined loop: products in flight when the next one starts.
pub const IN_FLIGHT: &str = "nv_tileas.products_in_flight";
/// On a pipelined loop: how many stages its ring has.
pub const STAGES: &str = "nv_tileas.stages";
/// On a pipelined loop whose threads copy ahead: the iterations of which one barrier says that their tiles are there. On its copies:
/// they are from places that it carries.
pub const ROUND: &str = "nv_tileas.round";
/// On a pipelined loop: its ring leaves nothing to what moves between threads behind it, which goes through the ring's own memory.
pub const REUSED: &str = "nv_tileas.ring_reused";
/// On a pipelined loop whose accumulators are in tensor memory: how many slots these have.
pub const ACCUMULATOR_SLOTS: &str = "nv_tileas.accumulator_slots";
/// On a pipelined loop whose threads all do the same: how its tiles are loaded.
pub const FORM: &str = "nv_tileas.form";
/// On a pipelined loop: the role of each agent.
pub const AGENT_ROLES: &str = "nv_tileas.roles";
/// On a pipelined loop: warps of each agent.
pub const NUM_WARPS: &str = "nv_tileas.num_warps";
/// On a pipelined loop: registers of a thread of each agent.
pub const MAX_REGS: &str = "nv_tileas.max_regs";
/// On a pipelined loop: consumers that take turns at tiles.
pub const CONSUMERS: &str = "nv_tileas.consumers";
/// On a pipelined loop: each set of its loads has a ring of its own, and what else it does is scheduled with its products.
pub const RINGS: &str = "nv_tileas.rings";
/// On a pipelined loop: left operands that consumers make are written over the accumulators that they are made of.
pub const OVER_ACCUMULATORS: &str = "nv_tileas.over_accumulators";
/// On a pipelined loop: operands that transformers make have a slot each.
pub const SINGLE_SLOTS: &str = "nv_tileas.single_slots";
/// On a pipelined loop: its consumers add up, and transformers have all else.
pub const CORRECTED: &str = "nv_tileas.corrected";
/// On a pipelined loop: its consumers have registers for a part of what they read from tensor memory alone. On such a read, likewise.
pub const IN_PARTS: &str = "nv_tileas.in_parts";
/// On a pipelined loop: CTAs of the cluster, along x and y, that load its tiles together.
pub const CLUSTER: &str = "nv_tileas.cluster";
/// On a kernel: the two CTAs of a cluster make its products together. The first one starts them, each has half of the right operands, and what
/// is loaded counts at the first one's barriers.
pub const PAIR: &str = "nv_tileas.pair";
/// On a kernel of pairs: the CTAs of a cluster that has several of them. The first CTA of each pair follows from the rank of a CTA.
pub const SEVERAL_PAIRS: &str = "nv_tileas.several_pairs";
/// On a load: how many CTAs of a cluster load its tile together, each a part of it for all, and how far apart their ranks are. In a kernel of
/// pairs each has its part alone, and the dimension follows along which the tile is cut.
pub const MULTICAST: &str = "nv_tileas.multicast";
/// On a product: which dimension of each operand is contiguous.
pub const MAJORS: [&str; 2] = ["nv_tileas.lhs_major", "nv_tileas.rhs_major"];
/// On a product: elements along K, of which those from there on are zero on both sides.
pub const DEPTH: &str = "nv_tileas.depth";
/// On powers of two: how many parts of them a polynomial makes; special functions make the others.
pub const BY_POLYNOMIAL: &str = "nv_tileas.by_polynomial";
/// On an access: which thread moves which elements.
pub const LAYOUT: &str = "nv_tileas.layout";
/// On an op of a loop: its group. Ops of two groups are not scheduled as one, and the arms of the documented scheduler place a group
/// together; of loads, each has its own.
pub const GROUP: &str = "tileas.schedule.constraint.gid";
/// On an op of a loop: the owner of its set. Ops of a set are in one stage, and loads of a set fill one slot.
pub const LEADER: &str = "tileas.schedule.constraint.leader_gid";
/// On a load: the swizzle that is asked for.
pub const SWIZZLE: &str = "tileas.schedule.constraint.swizzle";
/// On a load of a four-stage loop: its tile is read from its slot as the iteration works, and not one ahead.
pub const READ_LATE: &str = "nv_tileas.read_late";
/// On a loop with rings that all threads would fill: TMA fills them.
pub const BY_TMA: &str = "nv_tileas.by_tma";
/// On a load of a loop with rings: its tile has none, and is loaded where the loop takes it.
pub const IN_PLACE: &str = "nv_tileas.in_place";
/// On a load or a store: TMA is not to be used for it.
pub const NO_TMA: &str = "tileas.schedule.constraint.no_tma";
/// On a load: the stages that its loop should have at least.
pub const LATENCY: &str = "tileas.schedule.constraint.latency";
/// On a loop: the most iterations that may be in flight; on an op of it: the number of stages in the first of which it must be.
pub const MAX_DEPTH: &str = "tileas.schedule.constraint.max_depth";
/// On a loop or an op of it: iterations do not overlap.
pub const SERIAL: &str = "tileas.schedule.constraint.force_serial_execution";
/// On an elementwise op of a loop: it is scheduled by itself where, among ops that it could join, others would be live for longer.
pub const DEFUSION: &str = "tileas.enable_defusion_if_fusion_extending_liveness";
/// On a kernel whose hint asks for several CTAs on an SM, or of which no two fit one: registers that a thread needs, by estimate.
pub const NEED: &str = "nv_tile.registers";
/// On a load of a thread: no other access waits for it, so that it may take place later.
pub const UNAWAITED: &str = "nvvm.unawaited";
/// On a kernel: threads of a CTA.
pub const THREADS: &str = "nvvm.reqntid";
/// On a kernel: registers of a thread at launch.
pub const REGISTERS: &str = "nvvm.maxnreg";

/// The form of a fact.
enum Form {
    Flag,
    /// A whole number from this one on, that fits into 32 bits.
    From(i64),
    Ints,
    Word(&'static [&'static str]),
    Text,
    Bool,
    Type,
    Record,
    /// Whole numbers, and parameters with what they are multiplied by, `[2, 1]`.
    Quantities,
    List(&'static Form),
    /// Exactly these, in this order; texts may be left out.
    Entries(&'static [(&'static str, Form)]),
}

use Form::*;

/// The facts and their forms.
static FACTS: [(&str, Form); 48] = [
    (CTA_WARPS, From(1)),
    (CTAS, From(2)),
    (PARAMETERS, List(&Type)),
    (
        TENSOR_MAPS,
        List(&Entries(&[
            ("element", Type),
            ("base", From(0)),
            ("dims", Quantities),
            ("strides", Quantities),
            ("box", Ints),
            ("swizzle", Text),
        ])),
    ),
    (
        TILE_SCHEDULER,
        Entries(&[
            ("kind", Word(scheduler_kind::ALL)),
            ("policy", Word(policy::ALL)),
            ("raster", Word(raster::ALL)),
            ("reduction", Word(reduction::ALL)),
            ("pull", Bool),
            ("launch_control", Bool),
            ("numbers", Ints),
            ("extents", Quantities),
            ("pairs", Bool),
            ("why", Text),
        ]),
    ),
    (STAGE, From(0)),
    (ORDER, From(0)),
    (AGENT, Word(role::ALL)),
    (AGENT_ROLES, List(&Word(role::ALL))),
    (TURNS, Flag),
    (IN_FLIGHT, From(0)),
    (STAGES, From(1)),
    (ROUND, From(1)),
    (REUSED, Flag),
    (ACCUMULATOR_SLOTS, From(1)),
    (FORM, Word(copy_form::ALL)),
    (NUM_WARPS, Ints),
    (MAX_REGS, Ints),
    (CONSUMERS, From(1)),
    (RINGS, Flag),
    (OVER_ACCUMULATORS, Flag),
    (SINGLE_SLOTS, Flag),
    (CORRECTED, Flag),
    (IN_PARTS, Flag),
    (CLUSTER, Ints),
    (PAIR, Flag),
    (SEVERAL_PAIRS, From(4)),
    (MULTICAST, Ints),
    (MAJORS[0], Word(major::ALL)),
    (MAJORS[1], Word(major::ALL)),
    (DEPTH, From(1)),
    (BY_POLYNOMIAL, From(1)),
    (LAYOUT, Record),
    (GROUP, From(0)),
    (LEADER, From(0)),
    (SWIZZLE, Word(&[swizzle::ROWS_128, swizzle::ROWS_64, swizzle::ROWS_32])),
    (READ_LATE, Flag),
    (BY_TMA, Flag),
    (IN_PLACE, Flag),
    (NO_TMA, Flag),
    (LATENCY, From(1)),
    (MAX_DEPTH, From(1)),
    (SERIAL, Flag),
    (DEFUSION, Flag),
    (NEED, From(1)),
    (UNAWAITED, Flag),
    (THREADS, From(1)),
    (REGISTERS, From(1)),
];

/// The prefix of the names of facts. Of the input language attributes of such names say nothing.
const RESERVED: [&str; 4] = ["nv_tile.", "nv_tileas.", "tileas.", "nvvm."];

/// Whether an attribute beyond an op's record is a fact by its name.
pub fn is_fact(name: &str) -> bool {
    RESERVED.iter().any(|prefix| name.starts_with(prefix))
}

/// The facts on an op must be such that there are, of their form.
pub(crate) fn verify(module: &Module, op: Op) -> Result<(), Violation> {
    for &(name, attr) in module.extra_attrs(op) {
        let name = module.name(name);
        let wanted = match FACTS.iter().find(|(known, _)| *known == name) {
            Some((_, form)) => misfit(module, form, attr),
            None if is_fact(name) => {
                let message = format!("there is no attribute `{name}`");
                return Err(Violation::of(kind::ATTRIBUTE, message)
                    .help("names like this one are those of the compiler's own facts"));
            }
            None => None,
        };
        if let Some(wanted) = wanted {
            let message = format!("attribute `{name}` must be {wanted}, not `{}`", module.attr_text(attr));
            return Err(Violation::of(kind::ATTRIBUTE, message));
        }
    }
    Ok(())
}

/// The form that a fact should have, if it has another.
fn misfit(module: &Module, form: &Form, attr: Attr) -> Option<String> {
    let data = module.attr_data(attr);
    let (fits, wanted) = match form {
        Flag => (matches!(data, AttrData::Unit), "without a value"),
        From(least) => {
            let fits = matches!(data, AttrData::Int(n) if (*least..1 << 31).contains(n));
            return (!fits).then(|| format!("a whole number from {least} on"));
        }
        Ints => (matches!(data, AttrData::Ints(_)), "whole numbers in brackets"),
        Word(words) => {
            let known = matches!(data, AttrData::Keyword(word) if words.contains(&module.name(*word)));
            return (!known).then(|| format!("one of {}", words.join(", ")));
        }
        Text => (matches!(data, AttrData::Str(_)), "a quoted string"),
        Bool => (matches!(data, AttrData::Bool(_)), "`true` or `false`"),
        Type => (matches!(data, AttrData::Type(_)), "a type"),
        Record => (matches!(data, AttrData::Record(..)), "a layout"),
        Quantities => {
            let one = |&item: &Attr| match module.attr_data(item) {
                AttrData::Int(_) => true,
                AttrData::Ints(ints) => ints.len() == 2 && (0..1 << 31).contains(&ints[0]),
                _ => false,
            };
            let fits = match data {
                AttrData::Ints(_) => true,
                AttrData::Array(items) => items.iter().all(one),
                _ => false,
            };
            (
                fits,
                "a list of numbers and of parameters with their multipliers, such as [64, [2, 1]]",
            )
        }
        List(form) => match data {
            AttrData::Array(items) => return items.iter().find_map(|&item| misfit(module, form, item)),
            AttrData::Ints(none) if none.is_empty() => (true, ""),
            _ => (false, "a list"),
        },
        Entries(fields) => match data {
            AttrData::Dict(entries) => return misfit_entries(module, fields, entries),
            _ => (false, "a dictionary"),
        },
    };
    (!fits).then(|| wanted.to_string())
}

fn misfit_entries(module: &Module, fields: &[(&str, Form)], entries: &[(Name, Attr)]) -> Option<String> {
    let mut entries = entries.iter().peekable();
    for (name, form) in fields {
        match entries.next_if(|(key, _)| module.name(*key) == *name) {
            Some(&(_, attr)) => {
                if let Some(wanted) = misfit(module, form, attr) {
                    return Some(format!("a dictionary whose `{name}` is {wanted}"));
                }
            }
            None if matches!(*name, "why" | "pairs") => {}
            None => return Some(format!("a dictionary with `{name}` in its place")),
        }
    }
    let more = entries.next();
    more.map(|&(key, _)| format!("a dictionary without `{}`", module.name(key)))
}
