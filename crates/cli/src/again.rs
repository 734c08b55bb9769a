//! Compilations with other options than those that were asked for, for what is said of these: that one of them changes nothing, and which
//! one would mend a fault.

use crate::settings::Settings;
use tilewright_diag::LineIndex;
use tilewright_driver::layouts::LayoutChoice;
use tilewright_driver::report::Message;
use tilewright_driver::{Asked, Options, Swizzle, Text, Trace, no_effect, trace_asked};

/// A kernel, and what is asked for it.
#[derive(Clone, Copy)]
pub struct Kernel<'a> {
    /// Its text.
    pub source: Text<'a>,
    /// Settings besides the options.
    pub settings: &'a Settings,
    /// The options.
    pub options: &'a Options,
    /// The pass after which the text stands, where one is named.
    pub from: Option<&'a str>,
}

/// The flag of a tunable, and what sets its option as it is in others.
type Tunable = (&'static str, fn(&mut Options, &Options));

/// The tunables that decide about single instructions or places, of which a kernel may have none.
const TUNABLES: [Tunable; 12] = [
    ("num-warps", |to, from| to.num_warps = from.num_warps),
    ("num-ctas", |to, from| to.num_ctas = from.num_ctas),
    ("described", |to, from| to.described = from.described),
    ("prefer-tma", |to, from| to.prefer_tma = from.prefer_tma),
    ("always-swizzle", |to, from| to.always_swizzle = from.always_swizzle),
    ("delay-tma-store-wait", |to, from| {
        to.delay_tma_store_wait = from.delay_tma_store_wait
    }),
    ("unlimited-smem", |to, from| to.unlimited_smem = from.unlimited_smem),
    ("max-chain-length", |to, from| {
        to.max_chain_length = from.max_chain_length
    }),
    ("do-base-address-strength-reduce", |to, from| {
        to.do_base_address_strength_reduce = from.do_base_address_strength_reduce;
    }),
    ("scev-cgp-inst-limit", |to, from| {
        to.scev_cgp_inst_limit = from.scev_cgp_inst_limit
    }),
    ("lhs-swizzle", |to, from| to.lhs_swizzle = from.lhs_swizzle),
    ("rhs-swizzle", |to, from| to.rhs_swizzle = from.rhs_swizzle),
];

/// Those of the search for a schedule: a loop whose threads all do the same is written as its dependences ask, whatever is found, and of
/// agents that do one thing each there is one order.
const SEARCHES: [Tunable; 5] = [
    ("scheduler", |to, from| to.scheduler = from.scheduler),
    ("machine", |to, from| to.machine = from.machine),
    ("register-budget", |to, from| to.register_budget = from.register_budget),
    ("max-constraint-iterations", |to, from| {
        to.max_constraint_iterations = from.max_constraint_iterations
    }),
    ("rrt-size-threshold", |to, from| {
        to.rrt_size_threshold = from.rrt_size_threshold
    }),
];

impl Kernel<'_> {
    fn compiled(self, options: &Options) -> Trace {
        let asked = Asked {
            explains: false,
            keeps: false,
            ..self.settings.asked(options)
        };
        trace_asked(self.source, asked, self.from)
    }

    /// Warnings of tunables that are not as usual, and without which the kernel's code is the same.
    pub fn in_vain(self, trace: &Trace) -> Vec<Message> {
        let Some(ptx) = &trace.report.ptx else {
            return Vec::new();
        };
        let told = |flag: &str| {
            let words = format!("--{flag} has no effect");
            let mut messages = trace.report.diagnostics.iter();
            messages.any(|message| message.message.starts_with(&words))
        };
        let usual = Options::default();
        let is_idle = |(flag, set): &Tunable| {
            let mut without = self.options.clone();
            set(&mut without, &usual);
            let is_given = without != *self.options && !told(flag);
            is_given
                && self
                    .compiled(&without)
                    .report
                    .ptx
                    .is_some_and(|other| other.text == ptx.text)
        };
        let lines = LineIndex::new(self.source.shown());
        let same = "the kernel's code is the same without it";
        let all = TUNABLES.iter().map(|one| (one, same.to_string()));
        let searches = SEARCHES
            .iter()
            .map(|one| (one, format!("{same}, whatever schedule is reported")));
        let idle = all.chain(searches).filter(|(one, _)| is_idle(one));
        let message =
            |((flag, _), why): (&Tunable, String)| Message::new(&no_effect(flag, &why), self.source.shown(), &lines);
        idle.map(message).collect()
    }

    /// The change of an option with which the kernel has the fewest bank conflicts, if that has fewer, in words.
    pub fn fewer_conflicts(self, trace: &Trace) -> Option<String> {
        let before = conflicts(&trace.layouts());
        let mut best: Option<(i64, String)> = None;
        for (words, options) in self.other_swizzles() {
            let compiled = self.compiled(&options);
            let now = conflicts(&compiled.layouts());
            let is_less = now < best.as_ref().map_or(before, |(least, _)| *least);
            if compiled.report.ptx.is_some() && is_less {
                best = Some((now, words));
            }
        }
        best.map(|(now, words)| format!("{words}: the kernel then waits {now} times instead of {before}"))
    }

    /// The options that decide in which banks tiles are, each otherwise than it is asked for.
    fn other_swizzles(self) -> Vec<(String, Options)> {
        let own = self.options;
        let words = match own.always_swizzle {
            true => "leave --always-swizzle out",
            false => "ask for --always-swizzle",
        };
        let turned = Options {
            always_swizzle: !own.always_swizzle,
            ..own.clone()
        };
        let mut all = vec![(words.to_string(), turned)];
        for &swizzle in Swizzle::ALL {
            let [mut lhs, mut rhs] = [own.clone(), own.clone()];
            lhs.lhs_swizzle = Some(swizzle);
            rhs.rhs_swizzle = Some(swizzle);
            for (flag, options) in [("lhs-swizzle", lhs), ("rhs-swizzle", rhs)] {
                all.push((format!("ask for --{flag} {}", swizzle.name()), options));
            }
        }
        all
    }
}

/// Wavefronts that only bank conflicts ask for, by the layouts that were chosen.
fn conflicts(layouts: &[LayoutChoice]) -> i64 {
    let chosen = layouts
        .iter()
        .filter_map(|choice| choice.candidates.get(choice.chosen?));
    chosen.filter_map(|one| Some(one.cost.as_ref()?.conflicts)).sum()
}
