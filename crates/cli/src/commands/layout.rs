//! `tilewright layout`: what the layout selector considers and takes, for a kernel, or for one access or conversion.

use crate::exit::Exit;
use crate::files::{read_bytes, read_source};
use crate::messages::print_messages;
use crate::python::PythonArgs;
use crate::settings::Settings;
use crate::terminal::{print, tell};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tilewright_driver::layouts::{LayoutChoice, LayoutQuestion, layouts_text};
use tilewright_driver::trace_asked;
use tilewright_ir::types::Scalar;
use tilewright_machine::{MemorySpace, Target, layout_atoms, target};

/// Arguments of `layout`.
#[derive(clap::Args)]
#[command(
    after_help = "Transactions are of 32 bytes, counted by enumeration of the addresses of all warps; the smallest score is taken.

Examples:
  tilewright layout kernel.py
  tilewright layout --tile 128x64xf16 --strides ?,1 --align 16
  tilewright layout --tile 64x64xf32 --convert 1:4,0:4
  tilewright layout --atoms --gpu-name sm_100a"
)]
pub struct Args {
    /// A Tile IR file, text or bytecode, or a cuTile kernel in Python.
    #[arg(required_unless_present_any = ["tile", "atoms"], conflicts_with_all = ["tile", "atoms"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    python: PythonArgs,
    #[command(flatten)]
    settings: Settings,
    /// Ask for one tile, such as 128x64xf16: powers of two and an element type. It is loaded, if nothing else is said.
    #[arg(long, value_name = "SHAPE", conflicts_with = "atoms")]
    tile: Option<Tile>,
    /// Of --tile: elements from one to the next along each dimension, ? where that is not known; if not given, those of a
    /// tensor whose rows are the tile's.
    #[arg(long, value_name = "N,...", requires = "tile", value_delimiter = ',')]
    strides: Vec<Stride>,
    /// Of --tile: bytes that its address is a multiple of, and its strides where they are not known.
    #[arg(long, value_name = "BYTES", requires = "tile", default_value_t = 16)]
    align: i64,
    /// Of --tile: it is stored.
    #[arg(long, requires = "tile")]
    store: bool,
    /// Of --tile: it is converted between two layouts, each a dimension along which lanes go on, and the neighbours there that a
    /// thread has.
    #[arg(long, value_name = "DIM:N,DIM:N", requires = "tile", conflicts_with_all = ["store", "strides"])]
    convert: Option<Conversion>,
    /// Of --tile: warps that hold it.
    #[arg(long, value_name = "N", requires = "tile", default_value_t = 4)]
    warps: u32,
    /// List the catalogue of atoms that the target has.
    #[arg(long)]
    atoms: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

/// The shape and element type of a tile.
#[derive(Clone)]
struct Tile {
    shape: Vec<i64>,
    element: (String, i64),
}

/// The most elements of a tile that is asked for.
const MOST_ELEMENTS: i64 = 1 << 24;

impl FromStr for Tile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts: Vec<&str> = text.split('x').collect();
        // Absent: splitting gives at least one part.
        let name = parts.pop().unwrap_or_default();
        let scalar = Scalar::of_name(name).ok_or_else(|| format!("`{name}` is no element type; write 128x64xf16"))?;
        let extent = |part: &&str| {
            let extent: i64 = part.parse().map_err(|_| format!("`{part}` is no extent"))?;
            let fits = extent > 0 && extent <= MOST_ELEMENTS && (extent as u64).is_power_of_two();
            fits.then_some(extent)
                .ok_or(format!("{extent} is no power of two below 2^24"))
        };
        let shape = parts.iter().map(extent).collect::<Result<Vec<i64>, String>>()?;
        let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
        match elements {
            Some(elements) if elements <= MOST_ELEMENTS && !shape.is_empty() => Ok(Self {
                shape,
                element: (name.to_string(), i64::from(scalar.bytes())),
            }),
            _ => Err("a tile has from one dimension on, and at most 2^24 elements".to_string()),
        }
    }
}

/// Elements from one to the next, where that is known.
#[derive(Clone, Copy)]
struct Stride(Option<i64>);

impl FromStr for Stride {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "?" => Ok(Self(None)),
            number => match number.parse::<u32>() {
                Ok(stride) => Ok(Self(Some(stride.into()))),
                Err(_) => Err("a stride is a whole number below 2^32, or ?".to_string()),
            },
        }
    }
}

/// Two layouts: the dimension along which lanes go on, and the neighbours that a thread has.
#[derive(Clone)]
struct Conversion([(usize, u32); 2]);

impl FromStr for Conversion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| {
            let (dim, vector) = text.split_once(':')?;
            let (dim, vector) = (dim.parse().ok()?, vector.parse().ok()?);
            (u32::is_power_of_two(vector)).then_some((dim, vector))
        };
        let sides = text
            .split_once(',')
            .and_then(|(from, to)| Some([side(from)?, side(to)?]));
        sides
            .map(Self)
            .ok_or_else(|| "write DIM:N,DIM:N, N a power of two, such as 1:4,0:4".to_string())
    }
}

/// Runs `layout`.
pub fn run(args: Args) -> Exit {
    let choices = match (&args.file, &args.tile) {
        (Some(path), _) => match of_kernel(&args, path) {
            Ok(choices) => choices,
            Err(exit) => return exit,
        },
        (None, Some(tile)) => match of_tile(&args, tile) {
            Ok(choice) => vec![choice],
            Err(exit) => return exit,
        },
        (None, None) => return catalogue(&args),
    };
    if args.json {
        return print(&json(&choices));
    }
    if choices.is_empty() {
        return print("no tile of this kernel is in registers\n");
    }
    print(&layouts_text(&choices))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // Absent: numbers and texts always are JSON.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn of_kernel(args: &Args, path: &Path) -> Result<Vec<LayoutChoice>, Exit> {
    let bytes = read_bytes(path)?;
    let mut options = args.settings.clone().options()?;
    let python = args.python.of(args.settings.entry());
    let read = read_source(path, &bytes, true, &python)?;
    if let Some(origin) = &read.origin {
        options.entry = Some(origin.symbol.clone());
    }
    let source = read.text();
    let trace = trace_asked(source, args.settings.asked(&options), None);
    match print_messages(&trace.report.diagnostics, path, source.shown()) {
        Exit::Fine => Ok(trace.layouts()),
        exit => Err(exit),
    }
}

fn usage<T>(what: &str) -> Result<T, Exit> {
    tell!("error: {what}");
    Err(Exit::Usage)
}

fn known(args: &Args) -> Result<&'static Target, Exit> {
    let options = args.settings.clone().options()?;
    match target(&options.gpu_name) {
        Some(target) => Ok(target),
        None => usage(&format!("there is no target `{}`", options.gpu_name)),
    }
}

fn of_tile(args: &Args, tile: &Tile) -> Result<LayoutChoice, Exit> {
    let target = known(args)?;
    let most = target.threads_per_cta.value / tilewright_ir::WARP_THREADS as u32;
    if !args.warps.is_power_of_two() || args.warps > most {
        return usage(&format!("--warps is a power of two up to {most}"));
    }
    if args.align <= 0 || !(args.align as u64).is_power_of_two() {
        return usage("--align is a power of two, in bytes");
    }
    let question = LayoutQuestion {
        shape: tile.shape.clone(),
        element: tile.element.clone(),
        warp_bits: args.warps.ilog2() as usize,
    };
    let rank = tile.shape.len();
    if let Some(Conversion([from, to])) = args.convert {
        if from.0 >= rank || to.0 >= rank {
            return usage(&format!("the tile has {rank} dimensions, counted from 0"));
        }
        return Ok(question.conversion(from, to, target.shared_bytes_per_cta.value.into()));
    }
    let strides = match args.strides.len() {
        0 => {
            let below = |dim: usize| Some(tile.shape[dim + 1..].iter().product());
            (0..rank).map(below).collect()
        }
        given if given == rank => args.strides.iter().map(|stride| stride.0).collect(),
        given => return usage(&format!("{given} strides for {rank} dimensions")),
    };
    let strides: Vec<Option<i64>> = strides;
    Ok(question.access(&strides, args.align, args.store))
}

/// The atoms of the target.
fn catalogue(args: &Args) -> Exit {
    let target = match known(args) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let row = |numbers: &[i64]| {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        numbers.join(" ")
    };
    let space = |space: MemorySpace| space.name();
    let mut out = format!("atoms of {}\n", target.name);
    for atom in layout_atoms()
        .atoms
        .iter()
        .filter(|atom| atom.is_on(target.compute_capability))
    {
        let tier = match atom.since {
            0 => "universal".to_string(),
            since => format!("from sm_{since}"),
        };
        let _ = writeln!(out, "{}: {} to {}, {tier}", atom.name, space(atom.from), space(atom.to));
        let _ = writeln!(
            out,
            "  bytes {}; threads {}; parts {}",
            row(&atom.bytes),
            atom.threads,
            row(&atom.parts)
        );
        let more = [
            ("rows", atom.rows),
            ("columns", atom.columns),
            ("accumulator stride", atom.accumulator_stride),
            ("registers", atom.registers),
            ("tensor memory cycles", atom.tmem_cycles),
        ];
        let more: Vec<String> = more
            .iter()
            .filter_map(|(name, value)| Some(format!("{name} {}", (*value)?)))
            .collect();
        if !more.is_empty() {
            let _ = writeln!(out, "  {}", more.join("; "));
        }
        let _ = writeln!(out, "  {}", atom.source);
    }
    print(&out)
}
