//! Words of attributes that several crates know, such as the kinds of tile schedulers: each of these is typed here and
//! nowhere else (`crates/driver/tests/vocabularies.rs`). Code names a word by its constant.

/// Declares vocabularies: a module for each, with a constant for each word and all words in order.
macro_rules! vocabularies {
    ($($(#[doc = $doc:literal])+ $name:ident { $($word:ident = $text:literal,)+ })+) => {
        $(
            $(#[doc = $doc])+
            pub mod $name {
                $(#[doc = concat!("`", $text, "`.")] pub const $word: &str = $text;)+
                /// All of them. Types keep the place of a word in this order.
                pub const ALL: &[&str] = &[$($word),+];
            }
        )+

        /// The vocabularies by name.
        pub const VOCABULARIES: &[(&str, &[&str])] = &[$((stringify!($name), $name::ALL)),+];
    };
}

vocabularies! {
    /// The kinds of tile schedulers.
    scheduler_kind {
        DATA_PARALLEL = "data_parallel",
        STATIC_PERSISTENT = "static_persistent",
        STREAM_K = "stream_k",
        STREAM_K_SM100 = "stream_k_sm100",
        TILELANG = "tilelang",
    }

    /// The set of formulas of a tile scheduler.
    policy {
        CONTRACT = "contract",
        CUTLASS_SM90 = "cutlass_sm90",
    }

    /// The order in which a tile scheduler hands out tiles.
    raster {
        HEURISTIC = "heuristic",
        ALONG_M = "along_m",
        ALONG_N = "along_n",
    }

    /// The ways in which stream-K divides K.
    decomposition {
        HEURISTIC = "heuristic",
        STREAM_K = "stream_k",
        SPLIT_K = "split_k",
        DATA_PARALLEL = "data_parallel",
    }

    /// The order in which the partial accumulators of a tile are joined.
    reduction {
        DETERMINISTIC = "deterministic",
        NONDETERMINISTIC = "nondeterministic",
    }

    /// The protocols by which they are joined.
    fixup {
        CONTRACT = "contract",
        TURNSTILE = "turnstile",
        ATOMIC = "atomic",
        CLUSTER_BARRIER = "cluster_barrier",
    }

    /// The conventions of a pipeline: who starts in which phase, and who expects bytes.
    convention {
        CONTRACT = "contract",
        CUTLASS = "cutlass",
        ONE_SLOT = "one_slot",
    }

    /// The ways in which the tiles of an unspecialised loop are loaded.
    copy_form {
        COPIES = "copies",
        BULK = "bulk",
        FOUR_STAGE = "four_stage",
        RINGS = "rings",
        AHEAD = "ahead",
    }

    /// The roles of agents: the one that does whatever is no other's, the one that has tiles loaded, the one that issues
    /// products whose accumulators are in tensor memory, the one that makes operands, and the one that pulls work.
    role {
        CONSUMER = "consumer",
        PRODUCER = "producer",
        ISSUER = "issuer",
        TRANSFORMER = "transformer",
        SCHEDULER = "scheduler",
    }

    /// The contiguous dimension of an operand of a product: K, or the one that it shares with the accumulator.
    major {
        K = "k",
        MN = "mn",
    }

    /// The swizzles of a buffer, by the bytes of a row within which chunks of 16 bytes are permuted.
    swizzle {
        NONE = "none",
        ROWS_32 = "32b",
        ROWS_64 = "64b",
        ROWS_128 = "128b",
    }

    /// The values that stand beyond the edge of an array.
    padding {
        ZERO = "zero",
        NEG_ZERO = "neg_zero",
        NAN = "nan",
        POS_INF = "pos_inf",
        NEG_INF = "neg_inf",
    }
}
