//! The page's types come from the Rust types: this test fails when web/src/generated/types.ts is not what they say.
//! `BLESS=1 cargo test -p tilewright-playground --test types` writes it anew.
#![cfg(not(target_arch = "wasm32"))]

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tilewright_cutile_wasm::Python;
use tilewright_driver::options::{OPTIONS, OptionInfo};
use tilewright_driver::tile_scheduler::{Raster, TileScheduler};
use tilewright_driver::tiles::{Compared, TileFacts, TileProblem};
use tilewright_playground::{Compiled, Opened, Target};
use tilewright_runner::{Experiment, Form, Launch, PtxRun, Stage, SuggestedLaunch};
use tilewright_share::Record;
use tilewright_toolbox::{Drawing, Graph, ProgramVerdict, ScheduledGraph};
use tilewright_vocabulary::Vocabulary;
use ts_rs::{Config, TS, TypeVisitor};

const HEADER: &str = "// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.\n";

/// Declarations by name, of the types visited and all that they are made of.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
    visited: BTreeSet<TypeId>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        // Only types with a file of their own can be declared; the others are written in place.
        if T::output_path().is_some() {
            let declaration = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
            let name = T::ident(&self.config);
            let same = self.found.get(&name).is_none_or(|other| *other == declaration);
            assert!(same, "two types are called {name}: rename one for TypeScript");
            self.found.insert(name, declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn generated() -> String {
    // Numbers cross into JavaScript as numbers, whatever their width.
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations {
        config,
        found: BTreeMap::new(),
        visited: BTreeSet::new(),
    };
    declarations.visit::<Compiled>();
    declarations.visit::<Python>();
    declarations.visit::<Opened>();
    declarations.visit::<Record>();
    declarations.visit::<Target>();
    declarations.visit::<Form>();
    declarations.visit::<Launch>();
    declarations.visit::<Experiment>();
    declarations.visit::<SuggestedLaunch>();
    declarations.visit::<PtxRun>();
    declarations.visit::<Stage>();
    declarations.visit::<TileProblem>();
    declarations.visit::<TileFacts>();
    declarations.visit::<Compared>();
    declarations.visit::<OptionInfo>();
    declarations.visit::<Drawing>();
    declarations.visit::<Graph>();
    declarations.visit::<ScheduledGraph>();
    declarations.visit::<ProgramVerdict>();
    let texts: Vec<_> = std::iter::once(HEADER.to_string())
        .chain(declarations.found.into_values())
        .collect();
    texts.join("\n")
}

/// All options of a compilation, in the order in which the page's form offers them: data that the page fetches.
fn option_list() -> String {
    serde_json::to_string_pretty(OPTIONS).expect("it is data") + "\n"
}

/// The part of options that the page's code has to know.
fn options() -> String {
    let json = |value: Result<String, serde_json::Error>| value.expect("it is data");
    format!(
        "{HEADER}\nimport type {{ Raster, TileScheduler }} from './types';\n\n\
         /** The tile scheduler where nothing else is asked for. */\n\
         export const TILE_SCHEDULER: TileScheduler = {};\n\n\
         /** The names that older links have for raster orders, and those of today. */\n\
         export const OLD_RASTERS: {{ readonly [name: string]: Raster }} = {};\n",
        json(serde_json::to_string_pretty(&TileScheduler::default())),
        json(serde_json::to_string_pretty(&old_names::<Raster>())),
    )
}

/// The passes with what each does: data too, which the page fetches when passes are looked at.
fn passes() -> String {
    let all = tilewright_driver::passes().into_iter();
    let all: BTreeMap<_, _> = all.map(|(name, _, does)| (name, does)).collect();
    serde_json::to_string_pretty(&all).expect("it is data") + "\n"
}

/// The names of a vocabulary that are read and no longer written, each with what it means.
fn old_names<V: Vocabulary + serde::Serialize>() -> BTreeMap<&'static str, Option<V>> {
    V::ALIASES.iter().map(|&old| (old, V::named(old))).collect()
}

#[test]
fn the_types_of_the_page_are_those_of_the_compiler() {
    is_stored("types.ts", &generated());
}

#[test]
fn the_options_of_the_page_are_those_of_the_compiler() {
    is_stored("options.ts", &options());
    is_stored("options.json", &option_list());
}

#[test]
fn the_passes_of_the_page_are_those_of_the_compiler() {
    is_stored("passes.json", &passes());
}

fn is_stored(name: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../web/src/generated")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == now,
        "{} is stale: run BLESS=1 cargo test -p tilewright-playground --test types",
        path.display()
    );
}

#[test]
fn the_declarations_are_complete() {
    let text = generated();
    for name in [
        "Report",
        "PassRecord",
        "Listing",
        "Message",
        "Severity",
        "Options",
        "Timings",
        "Abi",
        "TextPlace",
        "Record",
    ] {
        assert!(text.contains(&format!("export type {name} =")), "{name} is missing");
    }
    assert!(!text.contains("bigint"));
}
