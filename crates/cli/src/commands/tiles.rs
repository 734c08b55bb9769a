//! `tilewright tiles`: tile schedules of configurations read from standard input.

use crate::choices::choice;
use crate::exit::Exit;
use crate::terminal::{print, tell};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io::Read;
use tilewright_tilesched::cutlass::stream_k::StreamK;
use tilewright_tilesched::problem::{Policy, TileShape};
use tilewright_tilesched::refusal::positive;
use tilewright_tilesched::simulate::{self, Memory};
use tilewright_tilesched::timeline::{self, Costs, Dispatch, Timeline};
use tilewright_tilesched::{Schedule, SchedulerRefusal, draw, explain, tilelang, vectors};

/// Arguments of `tiles`.
#[derive(clap::Args)]
#[command(
    after_help = "Reads a JSON array of configurations from standard input, with the input fields of the set \
(tilelang_persistent: num_m_tiles, num_n_tiles, num_workers, swizzle_size, column_major, cluster_size; \
cutlass_static_persistent: m, n, k, l, tile, cluster, max_swizzle, raster_option, sm_count, max_active_clusters; \
cutlass_streamk: those and splits_arg, decomposition_arg, reduction_mode, mma_warp_groups, barrier_bits, \
accumulator_bits, ktile_start_alignment), and writes the same objects with the computed fields added. With --simulate, \
TileLang configurations may also have tile (m, n, k; 128, 128, 64 if absent) and k (elements; one K tile if absent).

Example:
  echo '[{\"num_m_tiles\": 8, \"num_n_tiles\": 6, \"num_workers\": 12}]' |
    tilewright tiles --set tilelang_persistent --format text"
)]
pub struct Args {
    /// Scheduler and formulas that the configurations are for.
    #[arg(long, value_enum)]
    set: Set,
    /// Formulas: the published contract's, or those of CUTLASS's SM90 schedulers. TileLang's scheduler has one set of
    /// formulas.
    #[arg(long, default_value = Policy::CutlassSm90.name(), value_parser = choice::<Policy>())]
    policy: Policy,
    /// json: the computed fields; text, svg: a picture of the tile grid by worker and wave. Without it json, or text
    /// with --explain and --simulate.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Print both policies' numbers side by side, with the rules that make them differ: data-parallel with static
    /// persistent, stream-K with the contract's SM100 form, or TileLang's scheduler, by --set.
    #[arg(long)]
    explain: bool,
    /// Run the work-distribution model: waves, tail idleness, distinct bytes of each wave, and bytes through an LRU L2.
    /// Times count K tiles; a join of partial accumulators weighs what stream-K takes it for.
    #[arg(long, conflicts_with = "explain")]
    simulate: bool,
    /// Bytes of the L2 cache that --simulate models; those of sm_90a if not given.
    #[arg(long, value_name = "N", requires = "simulate")]
    l2_bytes: Option<u64>,
    /// Bytes of an element of A and B, for --simulate.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "simulate")]
    element_bytes: u32,
    /// SMs of the GPU, for TileLang configurations without num_workers: a worker for each cluster they hold. Those of
    /// sm_90a if not given.
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

#[derive(Clone, Copy, clap::ValueEnum, PartialEq)]
enum Format {
    Json,
    Text,
    Svg,
}

/// The GPU whose SMs are the workers where a configuration has none.
const DEFAULT_TARGET: &str = "sm_90a";

/// Questions that are asked of every configuration.
struct Asked {
    set: Set,
    policy: Policy,
    sms: u32,
    l2_bytes: u64,
    element_bytes: u32,
}

/// A schedule, and what the model needs to know beside it.
struct Planned {
    schedule: Box<dyn Schedule>,
    /// Elements of A and B that a piece reads for one K tile.
    elements: [u64; 2],
    /// Workers that there is room for.
    resident: u32,
    /// The cost of a join, in K tiles.
    join: u32,
}

/// Runs `tiles`.
pub fn run(args: Args) -> Exit {
    let format = args.format.unwrap_or(if args.explain || args.simulate {
        Format::Text
    } else {
        Format::Json
    });
    let default = tilewright_machine::target(DEFAULT_TARGET);
    let l2_bytes = || default.and_then(|target| Some(target.l2_bytes.as_ref()?.value));
    let asked = Asked {
        set: args.set,
        policy: args.policy,
        sms: args.sms.or(default.map(|target| target.sms.value)).unwrap_or(1),
        l2_bytes: args.l2_bytes.or_else(l2_bytes).unwrap_or(0),
        element_bytes: args.element_bytes,
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
    asked.tell_unknown(&configurations);
    for (index, mut object) in configurations.into_iter().enumerate() {
        let label = object
            .get("id")
            .map_or_else(|| format!("#{index}"), |id| format!("with id {id}"));
        let result = if format != Format::Json {
            let text = match (args.explain, args.simulate) {
                (true, _) => asked.explained(&object).map(|sections| explain::text(&sections)),
                (_, true) => asked.simulated(&object).map(|report| simulate::text(&report)),
                _ => asked.picture(format, &object),
            };
            text.map(|text| written.push(text))
        } else {
            let one = |name: &str, data: Value| Map::from_iter([(name.to_string(), data)]);
            let fields = match (args.explain, args.simulate) {
                (true, _) => asked.explained(&object).map(|sections| one("explain", json(&sections))),
                (_, true) => asked.simulated(&object).map(|report| one("simulation", json(&report))),
                _ => asked.compute(&object),
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

fn input<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, SchedulerRefusal> {
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
            Some((name, value)) => SchedulerRefusal::new(name, value, rule),
            None => SchedulerRefusal::new("configuration", "not complete", rule),
        }
    })
}

/// The fields that it shares with whole tiles are read first, so that a bad one there is called by its name.
fn stream_k(object: &Map<String, Value>) -> Result<vectors::stream_k::Input, SchedulerRefusal> {
    input::<vectors::static_persistent::Input>(object)?;
    input(object)
}

fn fields(data: &impl Serialize) -> Map<String, Value> {
    match json(data) {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Fields of every configuration beside those of its set: what it is called, and what `--simulate` may be told.
const ANY: &str = "id";
const TILELANG: &str = "num_m_tiles num_n_tiles num_workers swizzle_size column_major cluster_size tile k";
const STATIC: &str = "m n k l tile cluster max_swizzle raster_option sm_count max_active_clusters";
const STREAM_K: &str =
    "splits_arg decomposition_arg reduction_mode mma_warp_groups barrier_bits accumulator_bits ktile_start_alignment";

impl Asked {
    /// Warns of fields that mean nothing: neither input nor what this command itself adds.
    fn tell_unknown(&self, configurations: &[Map<String, Value>]) {
        let known = match self.set {
            Set::TilelangPersistent => [ANY, TILELANG, ""],
            Set::CutlassStaticPersistent => [ANY, STATIC, ""],
            Set::CutlassStreamk => [ANY, STATIC, STREAM_K],
        };
        let mut told: Vec<&str> = Vec::new();
        for object in configurations {
            let computed = self.compute(object).unwrap_or_default();
            for key in object.keys().map(String::as_str) {
                let input = known.iter().any(|list| list.split(' ').any(|name| name == key));
                if !input && !computed.contains_key(key) && !told.contains(&key) {
                    told.push(key);
                }
            }
        }
        for key in told {
            tell!("tilewright tiles: warning: no field `{key}` is read; it is ignored");
        }
    }

    fn tilelang(&self, object: &Map<String, Value>) -> Result<tilelang::Config, SchedulerRefusal> {
        input::<vectors::tilelang::Input>(object)?.config(self.sms)
    }

    fn compute(&self, object: &Map<String, Value>) -> Result<Map<String, Value>, SchedulerRefusal> {
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
    fn explained(&self, object: &Map<String, Value>) -> Result<Vec<explain::Section>, SchedulerRefusal> {
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

    fn planned(&self, object: &Map<String, Value>) -> Result<Planned, SchedulerRefusal> {
        let (schedule, request): (Box<dyn Schedule>, _) = match (self.set, self.policy) {
            (Set::TilelangPersistent, _) => return self.planned_tilelang(object),
            (Set::CutlassStaticPersistent, policy) => {
                let request = input::<vectors::static_persistent::Input>(object)?.request(policy)?;
                match policy {
                    Policy::CutlassSm90 => (Box::new(explain::cutlass_static(&request)?), request),
                    Policy::Contract => (Box::new(explain::contract_static(&request)?), request),
                }
            }
            (Set::CutlassStreamk, policy) => {
                let request = stream_k(object)?.request(policy)?;
                match policy {
                    Policy::CutlassSm90 => (Box::new(StreamK::new(request)?), request),
                    Policy::Contract => (Box::new(explain::contract_stream_k(&request)?), request),
                }
            }
        };
        // The contract's tiles are those of clusters.
        let (tile, cluster, resident) = (request.tile, request.cluster, explain::resident_cgas(&request));
        let [rows, columns] = match self.policy {
            Policy::Contract => [cluster.m, cluster.n],
            Policy::CutlassSm90 => [1, 1],
        };
        let elements = [(tile.m, rows), (tile.n, columns)].map(|(extent, ctas)| area(extent, tile.k, ctas));
        let ctas = cluster.size() / (rows * columns);
        Ok(Planned {
            schedule,
            elements,
            resident: resident.saturating_mul(ctas),
            join: request.join_k_tiles,
        })
    }

    fn planned_tilelang(&self, object: &Map<String, Value>) -> Result<Planned, SchedulerRefusal> {
        let config = self.tilelang(object)?;
        let shape: Shape = input(object)?;
        let tile = TileShape::new(shape.tile[0], shape.tile[1], shape.tile[2])?;
        let k = positive("k", shape.k.unwrap_or(shape.tile[2]))?;
        let rows = area(tile.m, tile.k, config.cluster_size);
        Ok(Planned {
            resident: tilelang::Config::default_workers(self.sms, config.cluster_size),
            schedule: Box::new(tilelang::WithK::new(
                tilelang::Stateless::new(config),
                k.div_ceil(tile.k),
            )),
            elements: [rows, area(tile.n, tile.k, 1)],
            join: 1,
        })
    }

    fn picture(&self, format: Format, object: &Map<String, Value>) -> Result<String, SchedulerRefusal> {
        let timeline = place(self.planned(object)?.schedule.as_ref(), &Costs::default())?;
        Ok(match format {
            Format::Svg => draw::svg(&timeline, draw::Limits::SVG),
            Format::Text | Format::Json => draw::text(&timeline, draw::Limits::TEXT),
        })
    }

    /// The result of the work-distribution model.
    fn simulated(&self, object: &Map<String, Value>) -> Result<simulate::Report, SchedulerRefusal> {
        let planned = self.planned(object)?;
        let costs = Costs {
            fixup: planned.join.into(),
            ..Costs::default()
        };
        let timeline = place(planned.schedule.as_ref(), &costs)?;
        let [a_bytes, b_bytes] = planned.elements.map(|n| n.saturating_mul(self.element_bytes.into()));
        let memory = Memory {
            l2_bytes: self.l2_bytes,
            a_bytes,
            b_bytes,
        };
        Ok(simulate::run(&timeline, &memory, planned.resident))
    }
}

/// Elements of an operand that the tiles of so many CTAs read for one K tile.
fn area(extent: u32, k: u32, ctas: u32) -> u64 {
    (u64::from(extent) * u64::from(k)).saturating_mul(ctas.into())
}

/// The extents that a TileLang configuration may give of its tiles.
#[derive(serde::Deserialize)]
struct Shape {
    #[serde(default = "usual_tile")]
    tile: [i64; 3],
    k: Option<i64>,
}

fn usual_tile() -> [i64; 3] {
    [128, 128, 64]
}

/// When each piece runs. Times count K tiles.
fn place(schedule: &dyn Schedule, costs: &Costs) -> Result<Timeline, SchedulerRefusal> {
    let (m, n, l) = schedule.tile_grid();
    vectors::listable("tiles", &[m.saturating_mul(n).saturating_mul(l)])?;
    vectors::listable("units and workers", &[schedule.unit_count(), schedule.worker_count()])?;
    Ok(timeline::run(schedule, costs, Dispatch::Static))
}
