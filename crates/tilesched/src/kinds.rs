//! The kinds of schedulers (docs/sources/tile-schedulers.md#kinds), and the names by which one asks for them.

use serde::Serialize;

/// The scheduler kinds a kernel can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchedulerForm {
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

impl SchedulerForm {
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
    /// The schedulers that can be asked for to hand out the tiles of a matrix product.
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
    pub fn kind(self) -> Option<SchedulerForm> {
        match self {
            Self::Auto => None,
            Self::DataParallel => Some(SchedulerForm::DataParallel),
            Self::StaticPersistent => Some(SchedulerForm::StaticPersistent),
            Self::StreamK => Some(SchedulerForm::StreamK),
            Self::Tilelang => Some(SchedulerForm::TileLang),
        }
    }
}

impl From<SchedulerForm> for SchedulerKind {
    fn from(kind: SchedulerForm) -> Self {
        match kind {
            SchedulerForm::DataParallel => Self::DataParallel,
            SchedulerForm::StaticPersistent => Self::StaticPersistent,
            SchedulerForm::StreamK | SchedulerForm::StreamKSm100 => Self::StreamK,
            SchedulerForm::TileLang => Self::Tilelang,
        }
    }
}

/// The stream-K form of a GPU: whether split tiles are joined at the barrier of a cluster.
pub fn stream_k_form(joins_in_cluster: bool) -> SchedulerForm {
    match joins_in_cluster {
        true => SchedulerForm::StreamKSm100,
        false => SchedulerForm::StreamK,
    }
}
