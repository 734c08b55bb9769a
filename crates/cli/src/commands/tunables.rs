//! `tilewright tunables`: what steers the compiler, with defaults, effects and sources.

use crate::exit::Exit;
use crate::terminal::say;
use crate::tunables::{Here, SOURCE, TUNABLES};
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
                    "name": one.name, "default": one.default, "effect": one.effect, "source": SOURCE, "flag": flag, "why_not": why,
                })
            })
            .collect();
        say!("{}", Value::from(all));
        return Exit::Fine;
    }
    let width = |of: fn(&crate::tunables::Tunable) -> usize| TUNABLES.iter().map(of).max().unwrap_or(0);
    let (name, default) = (width(|one| one.name.len()), width(|one| one.default.len()));
    say!("{:<name$}  {:<default$}  effect; what it is here", "tunable", "default");
    for one in TUNABLES {
        let here = match one.here {
            Here::Flag(flag) if flag == one.name => format!("--{flag}"),
            Here::Flag(flag) => format!("here --{flag}"),
            Here::Variable { values, flag, .. } => format!("{values}: --{flag}"),
            Here::Nothing(why) => format!("not here: {why}"),
        };
        say!("{:<name$}  {:<default$}  {}; {here}", one.name, one.default, one.effect);
    }
    say!("source: {SOURCE}; the flags: tilewright compile --help");
    Exit::Fine
}
