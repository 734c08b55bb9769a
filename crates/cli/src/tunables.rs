//! The tunables that NVIDIA's compiler is described with, and what each is here. Only the command line reads the environment:
//! what it says becomes options, which the report records, so that the same options make the same bytes.

use crate::terminal::tell;
use serde_json::Value;
use tilewright_driver::Options;
use tilewright_driver::options::OPTIONS;

/// A flag or a variable of the environment.
pub struct Tunable {
    /// Its name, as it is given.
    pub name: &'static str,
    /// Its default, as described.
    pub default: &'static str,
    /// Its effect, as described.
    pub effect: &'static str,
    /// Its meaning here.
    pub here: Here,
}

/// The meaning of a tunable here.
pub enum Here {
    /// A flag, of the same effect.
    Flag(&'static str),
    /// A variable that does as a flag does, for the values that it heeds.
    Variable {
        /// Whether it heeds a value.
        heeds: fn(&str) -> bool,
        /// Those that it heeds, in words.
        values: &'static str,
        /// The flag.
        flag: &'static str,
        /// The option.
        set: fn(&mut Options),
    },
    /// Nothing, and why.
    Nothing(&'static str),
}

impl Tunable {
    /// The place in the sources that tells of it: of most, the page names the description alone.
    pub fn source(&self) -> &'static str {
        match self.name {
            "opt-level" | "rrt-size-threshold" => "docs/sources/cost-model.md#levels",
            "pipeline-strategy" => "docs/sources/tile-ir.md#options",
            "max-chain-length" | "do-base-address-strength-reduce" | "scev-cgp-inst-limit" => TUNABLES_OF_SOURCE,
            name if is_ours(name) => TUNABLES_OF_SOURCE,
            _ => "docs/sources/README.md#the-description-of-tileiras",
        }
    }

    /// Its default here, where it is an option.
    pub fn default_here(&self) -> String {
        let (Here::Flag(flag) | Here::Variable { flag, .. }) = self.here else {
            return "-".to_string();
        };
        // Serialising options cannot fail.
        let usual = serde_json::to_value(Options::default()).unwrap_or_default();
        let option = OPTIONS.iter().find(|option| option.flag == flag);
        let value = option.and_then(|option| option.field.split('.').try_fold(&usual, |at, part| at.get(part)));
        match value {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Null) if flag == "pipeline-strategy" => "auto".to_string(),
            None | Some(Value::Null) => "not given".to_string(),
            Some(value) => value.to_string(),
        }
    }
}

const TUNABLES_OF_SOURCE: &str = "docs/sources/cost-model.md#tunables";

const fn flag(name: &'static str, default: &'static str, effect: &'static str, here: &'static str) -> Tunable {
    let here = Here::Flag(here);
    Tunable {
        name,
        default,
        effect,
        here,
    }
}

const fn nothing(name: &'static str, default: &'static str, effect: &'static str, why: &'static str) -> Tunable {
    let here = Here::Nothing(why);
    Tunable {
        name,
        default,
        effect,
        here,
    }
}

/// All of them: variables, options of the pipeline, options of the back end.
pub const TUNABLES: &[Tunable] = &[
    Tunable {
        name: "TILE_AS_DEBUG_UNLIMITED_SMEM",
        default: "unset",
        effect: "shared memory without a ceiling, to see whether it is what binds",
        here: Here::Variable {
            heeds: |value| value == "1",
            values: "1",
            flag: "unlimited-smem",
            set: |options| options.unlimited_smem = true,
        },
    },
    Tunable {
        name: "TILEIR_PREFER_TMA_FOR_LOAD_STORE",
        default: "false",
        effect: "prefers stores by TMA; loads of loops with products are, where they can be",
        here: Here::Variable {
            heeds: |value| value == "true",
            values: "true",
            flag: "prefer-tma",
            set: |options| options.prefer_tma = true,
        },
    },
    Tunable {
        name: "TILEIR_ALWAYS_SWIZZLE",
        default: "unset",
        effect: "swizzled layouts whatever they cost",
        here: Here::Variable {
            heeds: |_| true,
            values: "anything",
            flag: "always-swizzle",
            set: |options| options.always_swizzle = true,
        },
    },
    Tunable {
        name: "TILEIR_DELAY_TMA_STORE_WAIT",
        default: "unset",
        effect: "waits later for stores by TMA",
        here: Here::Variable {
            heeds: |value| value.parse::<i64>().is_ok_and(|number| number != 0),
            values: "a number that is not 0",
            flag: "delay-tma-store-wait",
            set: |options| options.delay_tma_store_wait = true,
        },
    },
    flag(
        "rrt-size-threshold",
        "4096",
        "largest tables with which agents are scheduled; 0: never",
        "rrt-size-threshold",
    ),
    flag(
        "max-constraint-iterations",
        "10 or 16",
        "orders in which a group is retried; here 16",
        "max-constraint-iterations",
    ),
    flag(
        "do-base-address-strength-reduce",
        "4",
        "addresses that are kept as one and an increment, 0 to 4",
        "do-base-address-strength-reduce",
    ),
    flag(
        "max-chain-length",
        "64",
        "longest chain of dependent adds",
        "max-chain-length",
    ),
    flag(
        "scev-cgp-inst-limit",
        "500",
        "largest loop whose indices are rewritten; here, unless it is given, any, since 500 makes a kernel longer",
        "scev-cgp-inst-limit",
    ),
    flag(
        "num-warps",
        "4",
        "warps of a CTA: those that tiles are shared out to, unless these need more",
        "num-warps",
    ),
    flag(
        "num-ctas",
        "1",
        "CTAs of a cluster, which share a tile block",
        "num-ctas",
    ),
    flag("opt-level", "3", "how far to go", "opt-level"),
    flag(
        "pipeline-strategy",
        "none",
        "how loops are pipelined",
        "pipeline-strategy",
    ),
    flag(
        "unspecialized-pipeline-num-stages",
        "4",
        "stages where warps are not specialised",
        "num-stages",
    ),
    flag(
        "schedule-trace-file",
        "empty",
        "where the search for a schedule is written",
        "schedule-trace-file",
    ),
    flag("emit-line-info", "none", "source lines in the output", "lineinfo"),
    flag("approx", "false", "fast forms of functions", "approx"),
    flag("ftz", "false", "subnormal numbers are zeros", "ftz"),
    flag("compute-capability", "sm_100", "the GPU", "gpu-name"),
    flag("dynamic-persistent", "false", "CTAs pull tiles at run time", "pull"),
    nothing(
        "index-bitwidth",
        "32",
        "bits of an index",
        "the types of Tile IR say it",
    ),
    nothing(
        "v2-opt-level",
        "0",
        "level of another pipeline",
        "there is one pipeline",
    ),
    nothing(
        "use-nvgpucomp-libnvvm",
        "false",
        "which back end",
        "PTX is written without LLVM",
    ),
    nothing(
        "enable-random-delay",
        "false",
        "delays at random, to find races",
        "barriers are proved, and the emulator runs warps in many orders",
    ),
    nothing(
        "enable-debug-logging",
        "false",
        "logs",
        "--print-after-all, --emit json",
    ),
    nothing(
        "host-triple, dump-host",
        "native",
        "code of the host",
        "no code of the host is made",
    ),
    nothing(
        "MLIR_ENABLE_EVO, PTX_KNOBS_PATH",
        "unset",
        "knobs of the assembler",
        "the assembler is the user's to call",
    ),
    nothing(
        "LLVM_OVERRIDE_PRODUCER",
        "unset",
        "what LLVM calls itself",
        "there is no LLVM",
    ),
    nothing(
        "LLVM_DISABLE_SYMBOLIZATION",
        "unset",
        "places in LLVM's own code have no names",
        "there is no LLVM",
    ),
    nothing("LLVM_SYMBOLIZER_PATH", "unset", "what names them", "there is no LLVM"),
    nothing(
        "LLVM_ENABLE_SYMBOLIZER_MARKUP",
        "unset",
        "they are named later",
        "there is no LLVM",
    ),
    nothing(
        "HOME, PWD, PATH, TERM",
        "the system's",
        "folders and the terminal",
        "files are read that are named, and nothing else",
    ),
    nothing(
        "TMPDIR, TMP, TEMP, TEMPDIR",
        "the system's",
        "where files go for a while",
        "there are none",
    ),
    nothing(
        "CUDA_ROOT, CUDA_HOME, CUDA_PATH",
        "unset",
        "where the toolkit is",
        "no toolkit is needed",
    ),
];

/// Whether a name is one of a compiler of tiles, as its variables are called.
fn is_ours(name: &str) -> bool {
    name.starts_with("TILEIR_") || name.starts_with("TILE_AS_")
}

/// Applies the variables that the environment has. The first time it says what it does with each: a command may compile more than once.
pub fn apply_environment(options: &mut Options) {
    static TOLD: std::sync::Once = std::sync::Once::new();
    let told: Vec<String> = variables()
        .iter()
        .map(|(name, value)| apply(name, value, options))
        .collect();
    TOLD.call_once(|| told.iter().for_each(|told| tell!("{told}")));
}

/// Says of the variables that the environment has that a command that compiles nothing heeds none.
pub fn pass_over_environment() {
    for (name, value) in variables() {
        tell!("{}", passed_over(&name, &value));
    }
}

/// The variables that are called as those of a compiler of tiles, by name.
fn variables() -> Vec<(String, String)> {
    let mut variables: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
        .filter(|(name, _)| is_ours(name))
        .collect();
    variables.sort();
    variables
}

/// The words on a variable where nothing is compiled.
fn passed_over(name: &str, value: &str) -> String {
    let told = apply(name, value, &mut Options::default());
    match told.starts_with("note") {
        true => format!("warning: {name}={value} of the environment is not heeded: nothing is compiled here"),
        false => told,
    }
}

/// Applies one variable; what was done with it.
fn apply(name: &str, value: &str, options: &mut Options) -> String {
    match TUNABLES
        .iter()
        .find(|known| known.name == name)
        .map(|known| (&known.default, &known.here))
    {
        Some((_, Here::Variable { heeds, flag, set, .. })) if heeds(value) => {
            set(options);
            format!("note: {name}={value} of the environment: as --{flag}")
        }
        Some((default, Here::Variable { .. })) if *default == value => {
            format!("note: {name}={value} of the environment: as without it")
        }
        Some((_, Here::Variable { values, .. })) => {
            format!("warning: {name}={value} of the environment is not heeded: its value would be {values}")
        }
        Some((_, Here::Nothing(why))) => format!("warning: {name} of the environment is not heeded here: {why}"),
        Some((_, Here::Flag(flag))) => format!("warning: {name} of the environment is not heeded; there is --{flag}"),
        None => format!("warning: {name} of the environment is unknown; `tilewright tunables` lists those there are"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_become_options_and_others_are_told() {
        let mut options = Options::default();
        let told = apply("TILE_AS_DEBUG_UNLIMITED_SMEM", "1", &mut options);
        assert_eq!(
            told,
            "note: TILE_AS_DEBUG_UNLIMITED_SMEM=1 of the environment: as --unlimited-smem"
        );
        assert!(options.unlimited_smem && !options.prefer_tma);
        apply("TILEIR_PREFER_TMA_FOR_LOAD_STORE", "true", &mut options);
        assert!(options.prefer_tma);
        let before = options.clone();
        assert_eq!(
            apply("TILEIR_PREFER_TMA_FOR_LOAD_STORE", "false", &mut Options::default()),
            "note: TILEIR_PREFER_TMA_FOR_LOAD_STORE=false of the environment: as without it"
        );
        for (name, value, why) in [
            (
                "TILE_AS_DEBUG_UNLIMITED_SMEM",
                "yes",
                "is not heeded: its value would be 1",
            ),
            (
                "TILEIR_DELAY_TMA_STORE_WAIT",
                "0",
                "is not heeded: its value would be a number that is not 0",
            ),
            ("TILEIR_PREFER_TMA", "true", "is unknown; `tilewright tunables` lists"),
        ] {
            let told = apply(name, value, &mut options);
            assert!(told.starts_with("warning: ") && told.contains(why), "{told}");
        }
        assert_eq!(options, before);
    }

    #[test]
    fn each_tunable_is_listed_once_and_names_a_flag_that_there_is() {
        for (at, tunable) in TUNABLES.iter().enumerate() {
            assert!(
                TUNABLES[..at].iter().all(|other| other.name != tunable.name),
                "{}",
                tunable.name
            );
            let (Here::Flag(flag) | Here::Variable { flag, .. }) = tunable.here else {
                continue;
            };
            let is_option = OPTIONS.iter().any(|option| option.flag == flag);
            assert!(is_option || flag == "schedule-trace-file", "{flag}");
        }
    }
}
