//! `tilewright tunables`: what steers the compiler, with defaults, effects and sources.

use crate::exit::Exit;
use crate::terminal::say;
use crate::tunables::{Here, TUNABLES};
use serde_json::{Value, json};

/// Arguments of `tunables`.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs `tunables`.
pub fn run(args: &Args) -> Exit {
    if args.json {
        let all: Vec<Value> = TUNABLES
            .iter()
            .map(|one| {
                let (flag, why) = match one.here {
                    Here::Flag(flag) | Here::Variable { flag, .. } => (Some(flag), None),
                    Here::Nothing(why) => (None, Some(why)),
                };
                json!({
                    "name": one.name, "described_default": one.default, "default": one.default_here(), "effect": one.effect,
                    "source": one.source(), "flag": flag, "why_not": why,
                })
            })
            .collect();
        say!("{}", Value::from(all));
        return Exit::Fine;
    }
    let width = |of: fn(&crate::tunables::Tunable) -> usize| TUNABLES.iter().map(of).max().unwrap_or(0);
    let (name, described) = (width(|one| one.name.len()), width(|one| one.default.len()));
    let default = width(|one| one.default_here().len()).max("default".len());
    let described = described.max("described".len());
    say!(
        "{:<name$}  {:<default$}  {:<described$}  effect; what it is here; source",
        "tunable",
        "default",
        "described"
    );
    for one in TUNABLES {
        let here = match one.here {
            Here::Flag(flag) if flag == one.name => format!("--{flag}"),
            Here::Flag(flag) => format!("here --{flag}"),
            Here::Variable { values, flag, .. } => format!("{values}: --{flag}"),
            Here::Nothing(why) => format!("not here: {why}"),
        };
        say!(
            "{:<name$}  {:<default$}  {:<described$}  {}; {here}; {}",
            one.name,
            one.default_here(),
            one.default,
            one.effect,
            one.source()
        );
    }
    say!("the flags: tilewright compile --help");
    Exit::Fine
}
