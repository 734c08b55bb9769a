//! `tilewright tiles`: tile schedules of configurations read from standard input.

use crate::exit::Exit;
use crate::terminal::{print, tell};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io::Read;
use tilewright_tilesched::cutlass::stream_k::StreamK;
use tilewright_tilesched::problem::Policy;
use tilewright_tilesched::timeline::{self, Costs, Dispatch, Timeline};
use tilewright_tilesched::{Refusal, Schedule, draw, explain, tilelang, vectors};

/// Arguments of `tiles`.
#[derive(clap::Args)]
#[command(
    after_help = "Reads a JSON array of configurations from standard input, with the input fields of the set \
(tilelang_persistent: num_m_tiles, num_n_tiles, num_workers, swizzle_size, column_major, cluster_size; \
cutlass_static_persistent: m, n, k, l, tile, cluster, max_swizzle, raster_option, sm_count, max_active_clusters; \
cutlass_streamk: those and splits_arg, decomposition_arg, reduction_mode, mma_warp_groups, barrier_bits, \
accumulator_bits, ktile_start_alignment), and writes the same objects with the computed fields added.

Example:
  echo '[{\"num_m_tiles\": 8, \"num_n_tiles\": 6, \"num_workers\": 12}]' |
    tilewright tiles --set tilelang_persistent --format text"
)]
pub struct Args {
    /// Which scheduler the configurations are for.
    #[arg(long, value_enum)]
    set: Set,
    /// Whose formulas: document 001's, or CUTLASS's SM90 schedulers'. TileLang's scheduler has one set of formulas.
    #[arg(long, value_enum, default_value_t = PolicyArg::CutlassSm90)]
    policy: PolicyArg,
    /// json: the computed fields; text, svg: a picture of the tile grid by worker and wave. Without it json, or text with
    /// --explain.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Print both policies' numbers side by side, with the rules that make them differ: data-parallel with static
    /// persistent, stream-K with document 001's SM100 form, or TileLang's scheduler, by --set.
    #[arg(long)]
    explain: bool,
    /// SMs of the GPU, for TileLang configurations without num_workers: a worker for each cluster they hold. Those of sm_90a
    /// if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sms: Option<u32>,
}

#[derive(Clone, Copy, clap::ValueEnum, PartialEq)]
#[value(rename_all = "snake_case")]
enum Set {
    TilelangPersistent,
    CutlassStaticPersistent,
    CutlassStreamk,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum PolicyArg {
    Contract,
    #[value(name = "cutlass-sm90")]
    CutlassSm90,
}

#[derive(Clone, Copy, clap::ValueEnum, PartialEq)]
enum Format {
    Json,
    Text,
    Svg,
}

/// The GPU whose SMs are the workers where a configuration has none.
const DEFAULT_TARGET: &str = "sm_90a";

/// What is asked of every configuration.
struct Asked {
    set: Set,
    policy: Policy,
    sms: u32,
}

/// Runs `tiles`.
pub fn run(args: Args) -> Exit {
    let format = args
        .format
        .unwrap_or(if args.explain { Format::Text } else { Format::Json });
    let default_sms = || tilewright_machine::target(DEFAULT_TARGET).map_or(1, |target| target.sms.value);
    let asked = Asked {
        set: args.set,
        policy: match args.policy {
            PolicyArg::Contract => Policy::Contract,
            PolicyArg::CutlassSm90 => Policy::CutlassSm90,
        },
        sms: args.sms.unwrap_or_else(default_sms),
    };
    let configurations = match read_array() {
        Ok(configurations) => configurations,
        Err(message) => {
            tell!("tilewright tiles: {message}");
            return Exit::Usage;
        }
    };
    let mut exit = Exit::Fine;
    let mut written = Vec::with_capacity(configurations.len());
    for (index, mut object) in configurations.into_iter().enumerate() {
        let label = object
            .get("id")
            .map_or_else(|| format!("#{index}"), |id| format!("with id {id}"));
        let result = if format != Format::Json {
            let text = match args.explain {
                true => asked.explained(&object).map(|sections| explain::text(&sections)),
                false => asked.picture(format, &object),
            };
            text.map(|text| written.push(text))
        } else {
            let fields = match args.explain {
                true => asked
                    .explained(&object)
                    .map(|sections| Map::from_iter([("explain".to_string(), json(&sections))])),
                false => asked.compute(&object),
            };
            fields.map(|fields| {
                object.extend(fields);
                written.push(Value::Object(object.clone()).to_string());
            })
        };
        if let Err(refusal) = result {
            tell!("tilewright tiles: configuration {label} is refused: {refusal}");
            exit = Exit::Wrong;
            if format == Format::Json {
                object.insert("refused".to_string(), json(&refusal));
                written.push(Value::Object(object).to_string());
            }
        }
    }
    let text = if format == Format::Json {
        format!(
            "[{}\n]\n",
            written.iter().map(|w| format!("\n{w}")).collect::<Vec<_>>().join(",")
        )
    } else {
        written.join("\n")
    };
    print(&text).max(exit)
}

/// Reads a JSON array of objects from standard input.
pub(super) fn read_array() -> Result<Vec<Map<String, Value>>, String> {
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_to_string(&mut text)
        .map_err(|e| format!("cannot read standard input: {e}"))?;
    serde_json::from_str(&text).map_err(|e| format!("standard input must be a JSON array of objects: {e}"))
}

/// Plain data as JSON; our own types always convert.
pub(super) fn json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or(Value::Null)
}

fn input<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, Refusal> {
    let parse = |object: &Map<String, Value>| serde_json::from_value::<T>(Value::Object(object.clone()));
    parse(object).map_err(|error| {
        // The field at fault is the one without which something else is wrong.
        let rule = error.to_string();
        let wrong = object
            .iter()
            .filter(|_| !rule.starts_with("missing"))
            .find(|&(name, _)| {
                let mut rest = object.clone();
                rest.remove(name);
                parse(&rest).err().is_none_or(|without| without.to_string() != rule)
            });
        match wrong {
            Some((name, value)) => Refusal::new(name, value, rule),
            None => Refusal::new("configuration", "not complete", rule),
        }
    })
}

/// What it shares with whole tiles is read first, so that a bad field there is called by its name.
fn stream_k(object: &Map<String, Value>) -> Result<vectors::stream_k::Input, Refusal> {
    input::<vectors::static_persistent::Input>(object)?;
    input(object)
}

fn fields(data: &impl Serialize) -> Map<String, Value> {
    match json(data) {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Asked {
    fn tilelang(&self, object: &Map<String, Value>) -> Result<tilelang::Config, Refusal> {
        input::<vectors::tilelang::Input>(object)?.config(self.sms)
    }

    fn compute(&self, object: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        Ok(match (self.set, self.policy) {
            (Set::TilelangPersistent, _) => fields(&vectors::tilelang::compute(&input(object)?, self.sms)?),
            (Set::CutlassStaticPersistent, Policy::CutlassSm90) => {
                fields(&vectors::static_persistent::compute(&input(object)?)?)
            }
            (Set::CutlassStaticPersistent, Policy::Contract) => {
                fields(&vectors::contract::static_persistent(&input(object)?)?)
            }
            (Set::CutlassStreamk, Policy::CutlassSm90) => fields(&vectors::stream_k::compute(&stream_k(object)?)?),
            (Set::CutlassStreamk, Policy::Contract) => fields(&vectors::contract::stream_k(&stream_k(object)?)?),
        })
    }

    /// Both policies side by side.
    fn explained(&self, object: &Map<String, Value>) -> Result<Vec<explain::Section>, Refusal> {
        Ok(match self.set {
            Set::TilelangPersistent => {
                let config = self.tilelang(object)?;
                if let Some(note) = config.note() {
                    tell!("tilewright tiles: note: {note}");
                }
                vec![explain::tilelang(&config)]
            }
            Set::CutlassStaticPersistent => {
                let request = input::<vectors::static_persistent::Input>(object)?.request(Policy::CutlassSm90)?;
                vec![explain::data_parallel(&request)?, explain::static_persistent(&request)?]
            }
            Set::CutlassStreamk => {
                let request = stream_k(object)?.request(Policy::CutlassSm90)?;
                let mut sections = vec![explain::stream_k(&request)?];
                match explain::stream_k_sm100(&request) {
                    Ok(section) => sections.push(section),
                    Err(refusal) => tell!("tilewright tiles: note: no SM100 form of stream-K: {refusal}"),
                }
                sections
            }
        })
    }

    fn picture(&self, format: Format, object: &Map<String, Value>) -> Result<String, Refusal> {
        let timeline = match self.set {
            Set::TilelangPersistent => place(&tilelang::Stateless::new(self.tilelang(object)?)),
            Set::CutlassStaticPersistent => {
                let request = input::<vectors::static_persistent::Input>(object)?.request(self.policy)?;
                match self.policy {
                    Policy::CutlassSm90 => place(&explain::cutlass_static(&request)?),
                    Policy::Contract => place(&explain::contract_static(&request)?),
                }
            }
            Set::CutlassStreamk => {
                let request = stream_k(object)?.request(self.policy)?;
                match self.policy {
                    Policy::CutlassSm90 => place(&StreamK::new(request)?),
                    Policy::Contract => place(&explain::contract_stream_k(&request)?),
                }
            }
        }?;
        Ok(match format {
            Format::Svg => draw::svg(&timeline, draw::Limits::SVG),
            Format::Text | Format::Json => draw::text(&timeline, draw::Limits::TEXT),
        })
    }
}

/// Times in K tiles: what the picture needs is the order.
fn place(schedule: &dyn Schedule) -> Result<Timeline, Refusal> {
    let (m, n, l) = schedule.tile_grid();
    vectors::listable("tiles", &[m.saturating_mul(n).saturating_mul(l)])?;
    vectors::listable("units and workers", &[schedule.unit_count(), schedule.worker_count()])?;
    Ok(timeline::run(schedule, &Costs::default(), Dispatch::Static))
}
