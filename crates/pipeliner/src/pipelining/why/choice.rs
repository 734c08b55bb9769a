//! Why a candidate was taken, and what was made of it.

use super::{Copier, LoopRefusal, ViewFault, Words, choice, cycles};
use crate::Pipelined;
use crate::pipelining::depth::Depth;
use crate::pipelining::loop_graph::LoopOps;
use crate::pipelining::tables::Variant;
use crate::pipelining::together::{Apart, Together};
use crate::pipelining::{Consumers, CopyForm};
use tilewright_analysis::warpgroup::GROUP_WARPS;
use tilewright_machine::Target;
use tilewright_units::{Missing, Role, WARPS, asynchronous, of_agents};

/// Why a candidate was taken, or was not.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing {
    /// It was asked for.
    Asked,
    /// No other can be.
    Only,
    /// It takes the fewest cycles.
    Fewest,
    /// It takes the fewest cycles of those of which as many CTAs fit an SM as the kernel's hint asks for.
    Occupancy,
    /// Fewer of its CTAs fit an SM than the kernel's hint asks for.
    FewerCtas,
    /// As many of its CTAs fit an SM, but its threads multiply by another unit than agents do.
    OtherUnit,
    /// It takes the fewest cycles of those whose threads have the registers that they need.
    InRegisters,
    /// A thread of its consumers needs more registers than it gets, and another candidate's have them.
    Spills {
        /// Registers that a thread needs, by estimate.
        need: i64,
        /// Those that it gets.
        has: i64,
    },
    /// It cannot be.
    Refused(LoopRefusal),
    /// Stages were asked for, and it has none.
    StagesAsked,
    /// Another was asked for, by name.
    OtherAsked(String),
    /// It takes as many cycles as the one taken, by more warps or stages.
    Tie,
    /// It takes fewer cycles, but not by so many percent.
    WithinMargin(f64),
    /// It takes more cycles of the SM's clock; so many more for a tile, where that is known.
    Dearer(Option<f64>),
}

impl Standing {
    /// The reason in words.
    pub fn words(&self) -> Words {
        match self {
            Self::Asked => choice("choice.asked", "asked for", &[]),
            Self::Only => choice("choice.only", "no other can be", &[]),
            Self::Fewest => choice("choice.fewest-cycles", "the fewest cycles", &[]),
            Self::Occupancy => choice(
                "choice.occupancy",
                "as many of its CTAs fit an SM as the kernel's hint asks for",
                &[],
            ),
            Self::FewerCtas => choice(
                "choice.fewer-ctas",
                "fewer of its CTAs fit an SM than the kernel's hint asks for",
                &[],
            ),
            Self::OtherUnit => choice(
                "choice.other-unit",
                "its threads multiply by mma.sync, which the kernel's hint does not ask for",
                &[],
            ),
            Self::InRegisters => choice(
                "choice.in-registers",
                "the fewest cycles of those whose threads have the registers that they need",
                &[],
            ),
            Self::Spills { need, has } => choice(
                "choice.spills",
                "a consumer's thread needs {need} registers by estimate and gets {has}: the rest would be spilled",
                &[("need", need), ("has", has)],
            ),
            Self::Refused(why) => why.words(),
            Self::StagesAsked => choice("choice.stages-asked", "a number of stages was asked for", &[]),
            Self::OtherAsked(taken) => choice("choice.other-asked", "{taken} was asked for", &[("taken", taken)]),
            Self::Tie => choice("choice.tie", "as many cycles, by more warps or stages", &[]),
            Self::WithinMargin(percent) => choice(
                "choice.within-margin",
                "fewer cycles, but by less than {percent} %",
                &[("percent", &cycles(*percent))],
            ),
            Self::Dearer(Some(more)) => choice(
                "choice.more-cycles",
                "{cycles} cycles more for a tile",
                &[("cycles", &cycles(*more))],
            ),
            Self::Dearer(None) => choice("choice.more-cycles", "more cycles", &[]),
        }
    }
}

/// Why TMA does not load the tiles of an unspecialised loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTma {
    /// The GPU has none.
    Target(String),
    /// The loop is in another, which would have to carry its barriers.
    Nested,
    /// TMA cannot address a view.
    View(ViewFault),
}

impl NoTma {
    /// The reason in words.
    pub fn words(&self) -> Words {
        match self {
            Self::Target(target) => choice("choice.no-tma", "{target} has no TMA", &[("target", target)]),
            Self::Nested => choice(
                "choice.nested-loop",
                "the loop runs again and again, and its barriers would have to be carried along",
                &[],
            ),
            Self::View(fault) => fault.words(Copier::Tma),
        }
    }
}

/// The way a loop is pipelined, and the reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// By agents: who loads, who multiplies, how many warpgroups make operands, and how many products stay in flight.
    Agents(Loads, Consumers, i64, i64),
    /// By agents, of which one thread issues products into tensor memory, and these read the accumulators.
    Issuer(Loads, Consumers),
    /// By the four-stage scheduler, with so many buffers.
    FourStage(i64),
    /// Each tile comes to a ring of its own, so many iterations ahead; none: when the slot has been read. Threads copy, or TMA loads.
    Rings(i64, bool),
    /// Threads load to registers, so many iterations ahead.
    Ahead(i64),
    /// TMA loads so many iterations ahead, all threads multiply by a unit; how many products stay in flight.
    Tma(i64, i64, &'static str),
    /// Threads copy.
    Copies {
        /// The number of iterations ahead.
        ahead: i64,
        /// The GPU, and why no warps load beside those that multiply there.
        target: Option<(String, Missing)>,
        /// Why TMA does not load.
        no_tma: Option<NoTma>,
        /// Whether the first tiles of the next iteration of the loop around come before the end of this one.
        next_tile: bool,
    },
}

/// The agents that bring the tiles of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loads {
    /// A warp, by TMA; others may copy what no tensor map has.
    Tma,
    /// Threads copy all of them.
    Threads,
}

impl Loads {
    fn of(ops: &LoopOps) -> Self {
        let loads = |&agent: &usize| ops.roles.get(agent) == Some(&Some(Role::Producer));
        match ops.agent_of.iter().any(loads) {
            true => Self::Tma,
            false => Self::Threads,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Tma => "one warp loads by TMA",
            Self::Threads => "threads copy the tiles, which no tensor map has",
        }
    }
}

impl How {
    /// The way in which a loop is pipelined.
    pub fn of(pipelined: &Pipelined, target: &Target) -> Self {
        let ahead = pipelined.depth.chosen - pipelined.depth.round;
        let loads = Loads::of(&pipelined.ops);
        match (&pipelined.agents, pipelined.form) {
            (Some(agents), _) if agents.unit.has_tensor_memory() => Self::Issuer(loads, agents.consumers),
            (Some(agents), _) => {
                // Absent: nobody makes operands beside the consumers.
                let makers = agents
                    .of(Role::Transformer)
                    .map_or(0, |agent| agent.warps / GROUP_WARPS);
                Self::Agents(loads, agents.consumers, makers, pipelined.in_flight)
            }
            (None, Some(CopyForm::FourStage)) => Self::FourStage(pipelined.depth.chosen),
            (None, Some(CopyForm::Rings)) => Self::Rings(ahead, pipelined.by_tma),
            (None, Some(CopyForm::Ahead)) => Self::Ahead(ahead),
            (None, Some(CopyForm::Bulk)) => {
                let asynchronous = asynchronous(target).ok().filter(|_| pipelined.in_flight > 0);
                let unit = asynchronous.map_or(WARPS.unit, |(unit, _)| unit);
                Self::Tma(ahead, pipelined.in_flight, unit.name)
            }
            (None, _) => Self::Copies {
                ahead,
                target: of_agents(target)
                    .err()
                    .filter(|_| !pipelined.asked)
                    .map(|why| (target.name.clone(), why)),
                no_tma: pipelined.no_tma.clone().filter(|_| pipelined.asked),
                next_tile: pipelined.next_tile,
            },
        }
    }

    /// The reason in words.
    pub fn words(&self) -> Words {
        let plural = |ahead: &i64| if *ahead == 1 { "" } else { "s" };
        match self {
            Self::Agents(loads, consumers, makers, in_flight) => choice(
                "choice.agents",
                "agents load and multiply apart: {loads}, {groups}{makers}; {flight}",
                &[
                    ("loads", &loads.words()),
                    (
                        "groups",
                        &match consumers {
                            Consumers::One => "one warpgroup multiplies",
                            Consumers::Cooperative => "2 warpgroups multiply",
                            Consumers::PingPong => {
                                "2 warpgroups take turns at the tiles, one multiplies while the other stores"
                            }
                            Consumers::Turns => {
                                "2 warpgroups take turns at the products, one multiplies while the other computes"
                            }
                            Consumers::Correction => "one warpgroup adds up",
                        },
                    ),
                    (
                        "makers",
                        &match makers {
                            0 => "",
                            1 => ", one makes or copies operands",
                            _ => ", as many make or copy operands",
                        },
                    ),
                    (
                        "flight",
                        &match in_flight {
                            0 => "each product is waited for before the next starts",
                            _ => "one product stays in flight while the next starts",
                        },
                    ),
                    ("consumers", &consumers.name()),
                    ("in-flight", in_flight),
                ],
            ),
            Self::Issuer(loads, consumers) => choice(
                "choice.issuer",
                "agents load and multiply apart: {loads}, a thread of another warp issues products into tensor memory, from where \
                 {groups} the accumulators when they are done",
                &[
                    ("loads", &loads.words()),
                    (
                        "groups",
                        &match consumers {
                            Consumers::One => "one warpgroup reads",
                            Consumers::Correction => {
                                "one warpgroup that makes operands and another that corrects what is added up read"
                            }
                            Consumers::Cooperative | Consumers::PingPong | Consumers::Turns => "2 warpgroups read",
                        },
                    ),
                    ("consumers", &consumers.name()),
                ],
            ),
            Self::FourStage(buffers) => choice(
                "choice.four-stage",
                "the four-stage scheduler: every thread loads to registers three iterations ahead, writes them to one of {buffers buffers} \
                 two ahead, reads fragments one ahead, and multiplies",
                &[("buffers", buffers)],
            ),
            Self::Rings(ahead, by_tma) => choice(
                "choice.thread-rings",
                match (ahead, by_tma) {
                    (0, _) => {
                        "all threads copy each tile that the loop loads into the only slot of a ring of its own, again when they have \
                         read it, and do what the loop does besides in its order"
                    }
                    (_, false) => {
                        "all threads copy each tile that the loop loads into a ring of its own, {ahead} iteration{s} ahead, and do what \
                         the loop does besides in its order"
                    }
                    (_, true) => {
                        "one thread has TMA load each tile into a ring of its own, {ahead} iteration{s} ahead; all threads do what the loop \
                         does besides in its order"
                    }
                },
                &[("ahead", ahead), ("s", &plural(ahead))],
            ),
            Self::Ahead(ahead) => choice(
                "choice.loads-ahead",
                "each thread loads what the loop reads to registers, {ahead} iteration{s} ahead",
                &[("ahead", ahead), ("s", &plural(ahead))],
            ),
            Self::Tma(ahead, in_flight, unit) => choice(
                "choice.tma",
                match in_flight {
                    0 => {
                        "one thread has TMA load the tiles {ahead} iteration{s} ahead; all threads multiply, by {unit}"
                    }
                    _ => {
                        "one thread has TMA load the tiles {ahead} iteration{s} ahead; all threads multiply, by {unit}, of \
                         which one product stays in flight while the next starts"
                    }
                },
                &[
                    ("ahead", ahead),
                    ("s", &plural(ahead)),
                    ("in-flight", in_flight),
                    ("unit", unit),
                ],
            ),
            Self::Copies {
                ahead,
                target,
                no_tma,
                next_tile,
            } => {
                let alone = target
                    .as_ref()
                    .map(|(target, why)| format!("no warps load beside those that multiply on {target}: {why}; "));
                let why = no_tma.as_ref().map(|why| format!("; not TMA: {}", why.words().message));
                choice(
                    "choice.copies",
                    "{alone}every thread copies its part of the tiles {ahead} iteration{s} ahead, and multiplies{next}{why}",
                    &[
                        ("alone", &alone.unwrap_or_default()),
                        ("ahead", ahead),
                        ("s", &plural(ahead)),
                        (
                            "next",
                            &match next_tile {
                                true => {
                                    "; the first tiles of the next iteration of the loop around are on their way while this one ends"
                                }
                                false => "",
                            },
                        ),
                        ("why", &why.unwrap_or_default()),
                    ],
                )
            }
        }
    }
}

/// The way in which the CTAs of a cluster load the tiles of a loop.
pub fn of_together(together: Result<Together, Apart>) -> Words {
    let Together {
        cluster: [x, y],
        parts,
        pair,
    } = match together {
        Ok(together) => together,
        Err(why) => {
            let why = match why {
                Apart::Iterations | Apart::Pairs(_) => {
                    "how often they go round the loop may follow from their places in it, or from what they read"
                }
                Apart::Tiles => "no two of them are known to load the same tile",
                Apart::Parts => "the tile that they share has not so many parts of whole rows of its pattern",
            };
            return choice(
                "choice.apart",
                "each CTA of a cluster loads its tiles alone: {why}",
                &[("why", &why)],
            );
        }
    };
    if pair {
        return choice(
            "choice.pair",
            "the two CTAs of a cluster multiply together: each loads its rows and half of the columns, and a thread of the first starts products for both",
            &[],
        );
    }
    let [left, right] = parts.map(|[parts, _]| parts);
    let shared = match (left, right) {
        (1, _) => "the right operand",
        (_, 1) => "the left operand",
        _ => "both operands",
    };
    choice(
        "choice.together",
        "the CTAs of a cluster of {x}x{y} load tiles of {operand} together: each loads a part, and TMA writes it to all that multiply it",
        &[
            ("x", &x),
            ("y", &y),
            ("operand", &shared),
            ("left-parts", &left),
            ("right-parts", &right),
        ],
    )
}

/// Why agents have reservation tables of their own, or not.
pub fn of_tables(variant: &Variant) -> Words {
    let (code, message) = match (variant.heavy, variant.threshold) {
        (true, _) => (
            "choice.tables-fit",
            "the agents' reservation tables take {entries} entries, at most {threshold} are allowed",
        ),
        (false, 0) => ("choice.tables-off", "a threshold of 0 asks for no reservation tables"),
        (false, _) => (
            "choice.tables-too-large",
            "the agents' reservation tables would take {entries} entries, more than the {threshold} allowed",
        ),
    };
    choice(
        code,
        message,
        &[("entries", &variant.entries), ("threshold", &variant.threshold)],
    )
}

/// Why the buffers of a loop have so many stages.
pub fn of_depth(depth: &Depth) -> Words {
    let hides = "a buffer is live for {life} cycles and an iteration takes {interval}, so a buffer depth of {wanted} hides the latency; {fits} fit";
    let reused = match depth.reused {
        true => ", since the end of the kernel goes through the memory of the ring",
        false => "",
    };
    let round = match depth.round {
        1 => "",
        _ => "; {round} iterations share a barrier, and the stages that are read",
    };
    let (code, before) = match depth.asked {
        Some(_) => ("choice.depth-asked", "{asked} asked for; "),
        None if depth.chosen < depth.wanted.min(depth.fits) => (
            "choice.depth-serial",
            "the schedule overlaps no iterations, so one buffer is enough; ",
        ),
        None if depth.wanted > depth.fits && depth.ctas.is_some() => (
            "choice.depth-occupancy",
            "{ctas} CTAs share an SM, for the kernel's hint; ",
        ),
        None if depth.wanted > depth.fits => ("choice.depth-memory", ""),
        None => ("choice.depth-latency", ""),
    };
    choice(
        code,
        &[before, hides, reused, round].concat(),
        &[
            ("asked", &depth.asked.unwrap_or(0)),
            ("life", &cycles(depth.estimate.life)),
            ("interval", &cycles(depth.estimate.ii)),
            ("wanted", &depth.wanted),
            ("fits", &depth.fits),
            ("ctas", &depth.ctas.unwrap_or(1)),
            ("round", &depth.round),
        ],
    )
}
