//! `tilewright pipeline`: traces of CUTLASS's pipeline classes for configurations read from standard input.

use super::tiles::{json, read_array};
use crate::exit::Exit;
use crate::terminal::{print, tell};
use serde_json::{Map, Value};
use tilewright_pipeline::ProtocolRefusal;
use tilewright_pipeline::vectors::cutlass;

/// Arguments of `pipeline`.
#[derive(clap::Args)]
#[command(
    after_help = "Reads a JSON array of configurations, each with its `kind` and that kind's inputs, and writes the \
same objects with the computed traces added.

Example:
  echo '[{\"kind\": \"pipeline_async\", \"stages\": 2, \"iterations\": 3, \"producer_arv_count\": 1, \
\"consumer_arv_count\": 128}]' | tilewright pipeline --set cutlass_pipeline"
)]
pub struct Args {
    /// Which set the configurations belong to.
    #[arg(long, value_enum)]
    set: Set,
}

#[derive(Clone, Copy, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
enum Set {
    CutlassPipeline,
}

/// Runs `pipeline`.
pub fn run(args: Args) -> Exit {
    let Set::CutlassPipeline = args.set;
    let configurations = match read_array() {
        Ok(configurations) => configurations,
        Err(message) => {
            tell!("tilewright pipeline: {message}");
            return Exit::Usage;
        }
    };
    let mut exit = Exit::Fine;
    let mut written = Vec::with_capacity(configurations.len());
    for (index, mut object) in configurations.into_iter().enumerate() {
        match compute(&object) {
            Ok(fields) => object.extend(fields),
            Err(refusal) => {
                let label = object
                    .get("id")
                    .map_or_else(|| format!("#{index}"), |id| format!("with id {id}"));
                tell!("tilewright pipeline: configuration {label} is refused: {refusal}");
                object.insert("refused".to_string(), json(&refusal));
                exit = Exit::Wrong;
            }
        }
        written.push(format!("\n{}", Value::Object(object)));
    }
    print(&format!("[{}\n]\n", written.join(","))).max(exit)
}

fn compute(object: &Map<String, Value>) -> Result<Map<String, Value>, ProtocolRefusal> {
    let input: cutlass::Input = serde_json::from_value(Value::Object(object.clone()))
        .map_err(|e| ProtocolRefusal::new("configuration", Value::Object(object.clone()), e.to_string()))?;
    match json(&cutlass::compute(&input)?) {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}
