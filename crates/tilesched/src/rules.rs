//! Which uses of a scheduler are legal: the rules of docs/sources/tile-schedulers.md#kinds, as data for whoever verifies IR.

use serde::Serialize;

/// The scheduler kinds a kernel can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One tile for each CTA or CGA.
    DataParallel,
    /// Resident CTAs walk the tiles with a fixed stride.
    StaticPersistent,
    /// Stream-K joined through locks in global memory.
    StreamK,
    /// Stream-K joined at the cluster barrier.
    StreamKSm100,
    /// TileLang's persistent scheduler.
    TileLang,
}

impl Kind {
    /// Its name in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Self::DataParallel => "data-parallel",
            Self::StaticPersistent => "static persistent",
            Self::StreamK => "stream-K",
            Self::StreamKSm100 => "stream-K (SM100)",
            Self::TileLang => "TileLang persistent",
        }
    }
}

tilewright_vocabulary::vocabulary! {
    /// Who hands out the tiles of a matrix product, as it can be asked for.
    pub enum SchedulerKind {
        /// The one that the work-distribution model finds fastest.
        Auto = "auto",
        /// One tile for each CTA.
        DataParallel = "data-parallel",
        /// Resident CTAs walk the tiles.
        StaticPersistent = "static-persistent",
        /// Some tiles are split along K and joined through a workspace.
        StreamK = "stream-k",
        /// TileLang's persistent scheduler.
        Tilelang = "tilelang",
    }
}

impl SchedulerKind {
    /// The kind of scheduler; none for `auto`.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::Auto => None,
            Self::DataParallel => Some(Kind::DataParallel),
            Self::StaticPersistent => Some(Kind::StaticPersistent),
            Self::StreamK => Some(Kind::StreamK),
            Self::Tilelang => Some(Kind::TileLang),
        }
    }
}

impl From<Kind> for SchedulerKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::DataParallel => Self::DataParallel,
            Kind::StaticPersistent => Self::StaticPersistent,
            Kind::StreamK | Kind::StreamKSm100 => Self::StreamK,
            Kind::TileLang => Self::Tilelang,
        }
    }
}

/// How a kernel uses its scheduler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The scheduler.
    pub kind: Kind,
    /// Work is pulled at run time instead of following from the launch.
    pub pull: bool,
    /// The kernel has a WorkID response source (cluster launch control, or a counter).
    pub work_id_source: bool,
    /// Compute capability, major * 10 + minor.
    pub sm: u32,
    /// Workspace bytes the kernel declares.
    pub declared_workspace: u64,
    /// Workspace bytes the scheduler needs (see the schedules' own sizes).
    pub required_workspace: u64,
    /// An `advance_to_next_work` stands outside an async execution region.
    pub advance_outside_async: bool,
}

/// A broken rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Violation {
    /// The pull model needs a WorkID response source.
    PullWithoutSource,
    /// Only a data-parallel scheduler pulls.
    PullByOtherKind,
    /// Static persistent and stream-K schedulers have no WorkID response source.
    SourceNotUsed,
    /// SM100 stream-K uses cluster barriers that sm_90 does not have in this form.
    Sm100FormBelowSm100,
    /// Generic stream-K is superseded on sm_100: a kernel never links both.
    GenericFormOnSm100,
    /// Declared and required workspace differ.
    WorkspaceMismatch,
    /// The advance clocks the pipeline and belongs inside async execution.
    AdvanceOutsideAsync,
}

impl Violation {
    /// The rule, and what to do.
    pub fn explain(self) -> &'static str {
        match self {
            Self::PullWithoutSource => {
                "a data-parallel scheduler in the pull model needs a WorkID response source; add one, or drop the pull model"
            }
            Self::PullByOtherKind => {
                "only the data-parallel scheduler pulls work at run time; persistent and stream-K workers follow from the launch"
            }
            Self::SourceNotUsed => "only a data-parallel scheduler reads a WorkID response; remove the source",
            Self::Sm100FormBelowSm100 => {
                "the SM100 stream-K form needs sm_100 or later; use the generic form on earlier targets"
            }
            Self::GenericFormOnSm100 => "on sm_100 and later the SM100 stream-K form supersedes the generic one",
            Self::WorkspaceMismatch => "the declared workspace is not what this scheduler needs",
            Self::AdvanceOutsideAsync => "advance_to_next_work must stand inside an async execution region",
        }
    }
}

/// The rules that `u` breaks, in the order of [`Violation`].
pub fn check(u: &Use) -> Vec<Violation> {
    let data_parallel = u.kind == Kind::DataParallel;
    let rules = [
        (
            data_parallel && u.pull && !u.work_id_source,
            Violation::PullWithoutSource,
        ),
        (!data_parallel && u.pull, Violation::PullByOtherKind),
        (!data_parallel && u.work_id_source, Violation::SourceNotUsed),
        (
            u.kind == Kind::StreamKSm100 && u.sm < 100,
            Violation::Sm100FormBelowSm100,
        ),
        (u.kind == Kind::StreamK && u.sm >= 100, Violation::GenericFormOnSm100),
        (
            u.declared_workspace != u.required_workspace,
            Violation::WorkspaceMismatch,
        ),
        (u.advance_outside_async, Violation::AdvanceOutsideAsync),
    ];
    rules
        .into_iter()
        .filter_map(|(broken, violation)| broken.then_some(violation))
        .collect()
}

/// The stream-K form a target takes.
pub fn stream_k_form(sm: u32) -> Kind {
    if sm >= 100 { Kind::StreamKSm100 } else { Kind::StreamK }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEGAL: Use = Use {
        kind: Kind::DataParallel,
        pull: false,
        work_id_source: false,
        sm: 90,
        declared_workspace: 0,
        required_workspace: 0,
        advance_outside_async: false,
    };

    #[test]
    fn each_rule_has_its_twin() {
        assert_eq!(check(&LEGAL), []);
        assert_eq!(
            check(&Use {
                pull: true,
                work_id_source: true,
                ..LEGAL
            }),
            []
        );
        assert_eq!(check(&Use { pull: true, ..LEGAL }), [Violation::PullWithoutSource]);
        let persistent = Use {
            kind: Kind::StaticPersistent,
            ..LEGAL
        };
        assert_eq!(check(&persistent), []);
        assert_eq!(
            check(&Use {
                work_id_source: true,
                ..persistent
            }),
            [Violation::SourceNotUsed]
        );
        assert_eq!(
            check(&Use {
                pull: true,
                ..persistent
            }),
            [Violation::PullByOtherKind]
        );
        for sm in [80, 90, 100, 103, 120] {
            assert_eq!(
                check(&Use {
                    kind: stream_k_form(sm),
                    sm,
                    ..LEGAL
                }),
                []
            );
        }
        assert_eq!(
            check(&Use {
                kind: Kind::StreamKSm100,
                ..LEGAL
            }),
            [Violation::Sm100FormBelowSm100]
        );
        assert_eq!(
            check(&Use {
                kind: Kind::StreamK,
                sm: 100,
                ..LEGAL
            }),
            [Violation::GenericFormOnSm100]
        );
        assert_eq!(
            check(&Use {
                required_workspace: 128,
                ..LEGAL
            }),
            [Violation::WorkspaceMismatch]
        );
        assert_eq!(
            check(&Use {
                advance_outside_async: true,
                ..LEGAL
            }),
            [Violation::AdvanceOutsideAsync]
        );
    }
}
