//! Products of every type and shape, drawn by seed, in both engines, against sums computed here; bounds are those of
//! docs/products-accuracy.md. `TILEWRIGHT_PRODUCTS` says how many are tried (sixty unless it does), and
//! `TILEWRIGHT_PTXAS` names an assembler that must take each.

use serde_json::json;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use tilewright_case::Case;
use tilewright_ir::numbers::{float_bits, float_value};
use tilewright_ir::types::{SCALARS, Scalar};
use tilewright_npz::{Array, Dtype, Npz, write_npz};
use tilewright_runner::{emulate, interpret};

/// All targets, in the order of their data files.
fn targets() -> Vec<&'static str> {
    let mut names: Vec<_> = tilewright_machine::targets().collect();
    names.sort_by_key(|target| target.compute_capability);
    names.iter().map(|target| target.name.as_str()).collect()
}
/// Types of the factors and of the sums; scaled products have one of their scales besides, and elements along K that share one.
const TYPES: [(&str, &str, &str, i64); 16] = [
    ("f16", "f32", "", 0),
    ("f16", "f16", "", 0),
    ("bf16", "f32", "", 0),
    ("tf32", "f32", "", 0),
    ("f32", "f32", "", 0),
    ("f64", "f64", "", 0),
    ("f8E4M3FN", "f32", "", 0),
    ("f8E5M2", "f32", "", 0),
    ("f8E4M3FN", "f16", "", 0),
    ("f8E5M2", "f16", "", 0),
    ("i8", "i32", "", 0),
    ("f8E4M3FN", "f32", "f8E8M0FNU", 32),
    ("f8E5M2", "f32", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f32", "f8E8M0FNU", 32),
    ("f4E2M1FN", "f32", "f8E8M0FNU", 16),
    ("f4E2M1FN", "f32", "f8E4M3FN", 16),
];
/// Multiplications of one product: what keeps a try below a second.
const MAX_WORK: i64 = 1 << 17;

/// A linear congruential generator (Knuth's MMIX): the same products everywhere.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

#[derive(Clone, Debug)]
struct Product {
    factor: &'static str,
    sum: &'static str,
    scale: &'static str,
    /// Elements along K that share a scale.
    block: i64,
    /// The number of matrices; none: the tiles have two dimensions.
    batch: Option<i64>,
    mnk: [i64; 3],
    /// Whether each factor is loaded with its last two dimensions exchanged.
    turned: [bool; 2],
    unsigned: [bool; 2],
    fast: bool,
    target: &'static str,
    seed: u64,
}

fn scalar(name: &str) -> Scalar {
    SCALARS
        .iter()
        .find_map(|t| t.scalar.filter(|s| s.name == name))
        .unwrap()
}

/// A tile's numbers, as they are and as their bits.
struct Data {
    shape: Vec<i64>,
    element: &'static str,
    values: Vec<f64>,
    bits: Vec<u64>,
}

impl Data {
    /// The same without signs: the units read scales so.
    fn of_scales(mut self) -> Self {
        if self.element == "f8E4M3FN" {
            for (bits, value) in self.bits.iter_mut().zip(&mut self.values) {
                (*bits, *value) = (*bits & 0x7F, value.abs());
            }
        }
        self
    }
}

/// The type in which elements are in memory: there is no tf32, and four bits are no element of a file.
fn in_memory(element: &str) -> &str {
    match element {
        "tf32" | "f4E2M1FN" => "f32",
        other => other,
    }
}

impl Product {
    fn draw(seed: u64) -> Self {
        let mut draw = Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 12);
        loop {
            let (factor, sum, scale, block) = draw.of(&TYPES);
            let mut extent = |least: u64| 1i64 << (least + draw.below(9 - least));
            let mnk = [extent(0), extent(0), extent(if scale.is_empty() { 0 } else { 5 })];
            let batch = draw.of(&[None, None, Some(1), Some(2), Some(4), Some(8)]);
            if mnk.iter().product::<i64>() * batch.unwrap_or(1) <= MAX_WORK {
                let [t0, t1, u0, u1, fast] = [0; 5].map(|_: u8| draw.below(2) == 1);
                return Self {
                    factor,
                    sum,
                    scale,
                    block,
                    batch,
                    mnk,
                    turned: [t0, t1],
                    unsigned: [u0, u1],
                    fast: fast && sum != "i32" && scale.is_empty(),
                    target: draw.of(&targets()),
                    seed: draw.next(),
                };
            }
        }
    }

    fn shape(&self, last: [i64; 2]) -> Vec<i64> {
        self.batch.into_iter().chain(last).collect()
    }

    fn data(&self, draw: &mut Draw, last: [i64; 2], element: &'static str, unsigned: bool) -> Data {
        let shape = self.shape(last);
        let of = scalar(element);
        let bits = (0..shape.iter().product::<i64>()).map(|_| match element {
            "i8" => draw.below(256),
            "i32" => draw.next() & 0xFFFF_FFFF,
            "f8E8M0FNU" => 124 + draw.below(7),
            _ => float_bits(of, (draw.below(8192) as f64 - 4096.0) / 1024.0),
        });
        let bits: Vec<u64> = bits.collect();
        let value = |&bits: &u64| match element {
            "i8" if unsigned => bits as f64,
            "i8" => f64::from(bits as u8 as i8),
            "i32" => f64::from(bits as u32 as i32),
            _ => float_value(of, bits),
        };
        Data {
            values: bits.iter().map(value).collect(),
            shape,
            element,
            bits,
        }
    }

    fn operands(&self) -> Vec<Data> {
        let ([m, n, k], mut draw) = (self.mnk, Draw(self.seed));
        let [u0, u1] = self.unsigned;
        let mut list = vec![
            self.data(&mut draw, [m, k], self.factor, u0),
            self.data(&mut draw, [k, n], self.factor, u1),
            self.data(&mut draw, [m, n], self.sum, false),
        ];
        if !self.scale.is_empty() {
            let blocks = k / self.block;
            for last in [[m, blocks], [blocks, n]] {
                list.push(self.data(&mut draw, last, self.scale, false).of_scales());
            }
        }
        list
    }

    /// Each sum in f64, and the most that it may be off by.
    fn expected(&self, operands: &[Data]) -> (Vec<f64>, Vec<f64>) {
        let [m, n, k] = self.mnk;
        let block = if self.scale.is_empty() { k } else { self.block };
        let scale = |side: usize, index: i64| operands.get(side).map_or(1.0, |data| data.values[index as usize]);
        let (mut sums, mut bounds) = (Vec::new(), Vec::new());
        for index in 0..self.batch.unwrap_or(1) * m * n {
            let (matrix, row, column) = (index / n / m, index / n % m, index % n);
            let start = operands[2].values[index as usize];
            let (mut sum, mut size) = (start, start.abs());
            for at in 0..k {
                let (left, right) = (((matrix * m + row) * k + at), ((matrix * k + at) * n + column));
                let term = operands[0].values[left as usize]
                    * operands[1].values[right as usize]
                    * scale(3, (matrix * m + row) * (k / block) + at / block)
                    * scale(4, (matrix * (k / block) + at / block) * n + column);
                sum += term;
                size += term.abs();
            }
            let fraction = match (self.sum, self.factor) {
                ("i32", _) => f64::INFINITY,
                ("f64", _) => 52.0,
                _ => 23.0,
            };
            let rounded = if self.sum == "f16" {
                sum.abs() * 2f64.powi(-10) + 2f64.powi(-24)
            } else {
                0.0
            };
            sums.push(sum);
            bounds.push((k + 1) as f64 * 2f64.powf(-fraction) * size + rounded);
        }
        (sums, bounds)
    }

    /// The kernel as text.
    fn kernel(&self, operands: &[Data]) -> String {
        let (mut parameters, mut body, mut names, mut types) = (Vec::new(), String::new(), Vec::new(), Vec::new());
        let dims = |shape: &[i64]| shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let mut view = |body: &mut String, name: &str, shape: &[i64], element: &str| {
            let strides: Vec<i64> = (1..=shape.len()).map(|d| shape[d..].iter().product()).collect();
            let (strides, x) = (format!("{strides:?}"), dims(shape));
            let tensor = format!("tensor_view<{x}x{element}, strides={}>", strides.replace(' ', ""));
            let pieces = format!("partition_view<tile=({x}), {tensor}>");
            parameters.push(format!("%{name}: tile<ptr<{element}>>"));
            let _ = writeln!(
                body,
                "  %{name}1 = make_tensor_view %{name}, shape = {shape:?}, strides = {strides} : {tensor}
  %{name}2 = make_partition_view %{name}1 : {pieces}"
            );
            pieces
        };
        let zeros = vec!["%zero"; operands[0].shape.len()].join(", ");
        for (number, data) in operands.iter().enumerate() {
            let name = format!("v{number}");
            let turned = number < 2 && self.turned[number];
            let rank = data.shape.len();
            let mut shape = data.shape.clone();
            if turned {
                shape.swap(rank - 1, rank - 2);
            }
            let element = in_memory(data.element);
            let pieces = view(&mut body, &name, &shape, element);
            let (x, e) = (dims(&shape), data.element);
            let _ = writeln!(
                body,
                "  %{name}3, %{name}4 = load_view_tko weak %{name}2[{zeros}] : {pieces}, tile<i32> -> tile<{x}x{element}>, token"
            );
            let mut last = format!("%{name}3");
            if e != element {
                let _ = writeln!(body, "  %{name}5 = ftof {last} : tile<{x}x{element}> -> tile<{x}x{e}>");
                last = format!("%{name}5");
            }
            if turned {
                let order = if rank == 3 { "[0, 2, 1]" } else { "[1, 0]" };
                let to = dims(&data.shape);
                let _ = writeln!(
                    body,
                    "  %{name}6 = permute {last} {order} : tile<{x}x{e}> -> tile<{to}x{e}>"
                );
                last = format!("%{name}6");
            }
            names.push(last);
            types.push(format!("tile<{}x{e}>", dims(&data.shape)));
        }
        let sign = |side: usize| if self.unsigned[side] { "unsigned" } else { "signed" };
        let (name, after) = match (self.sum, self.scale) {
            ("i32", _) => ("mmai", format!(" {} {}", sign(0), sign(1))),
            (_, "") if self.fast => ("mmaf", " fast_acc".to_string()),
            (_, "") => ("mmaf", String::new()),
            _ => ("mmaf_scaled", String::new()),
        };
        let result = &operands[2];
        let pieces = view(&mut body, "out", &result.shape, result.element);
        let _ = writeln!(
            body,
            "  %d = {name} {}{after} : {}
  %t = store_view_tko weak %d, %out2[{zeros}] : {}, {pieces}, tile<i32> -> token",
            names.join(", "),
            types.join(", "),
            types[2]
        );
        let parameters = parameters.join(", ");
        format!("entry @product({parameters}) {{\n  %zero = constant <i32: 0> : tile<i32>\n{body}  return\n}}\n")
    }

    fn case(&self, operands: &[Data]) -> Case {
        let (mut parameters, mut arrays, mut members) = (Vec::new(), serde_json::Map::new(), Vec::new());
        let mut array = |name: String, shape: &[i64], element: &str, role: &str| {
            let element = in_memory(element);
            let strides: Vec<i64> = (1..=shape.len()).map(|d| shape[d..].iter().product()).collect();
            let stored = stored(element);
            parameters.push(json!({ "kind": "pointer", "array": name, "type": format!("ptr<{element}>") }));
            let mut json = json!({ "dtype": element, "shape": shape, "strides": strides, "role": role });
            if stored.name().starts_with("uint") {
                json["stored_as"] = stored.name().into();
            }
            arrays.insert(name, json);
            stored
        };
        for (number, data) in operands.iter().enumerate() {
            let mut shape = data.shape.clone();
            let mut bits = match data.element {
                "f4E2M1FN" => data.values.iter().map(|&v| (v as f32).to_bits().into()).collect(),
                _ => data.bits.clone(),
            };
            let rank = shape.len();
            if number < 2 && self.turned[number] {
                let (rows, columns) = (shape[rank - 2] as usize, shape[rank - 1] as usize);
                for matrix in bits.chunks_exact_mut(rows * columns) {
                    let old = matrix.to_vec();
                    for (to, bits) in matrix.iter_mut().enumerate() {
                        *bits = old[to % rows * columns + to / rows];
                    }
                }
                shape.swap(rank - 1, rank - 2);
            }
            let name = format!("v{number}");
            let dtype = array(name.clone(), &shape, data.element, "in");
            let bytes = bits
                .iter()
                .flat_map(|bits| bits.to_le_bytes()[..dtype.bytes()].to_vec());
            let shape: Vec<usize> = shape.iter().map(|&e| e as usize).collect();
            members.push((name, Array::new(dtype, &shape, bytes.collect()).unwrap()));
        }
        let result = &operands[2];
        array("out".to_string(), &result.shape, result.element, "out");
        let json = json!({
            "name": "product", "entry": "product", "grid": [1, 1, 1],
            "entry_params": parameters, "arrays": arrays, "tolerance": {},
        });
        let inputs = write_npz(&Npz { members }).unwrap();
        Case::read(json.to_string().as_bytes(), &inputs, None).unwrap()
    }

    fn check(&self) -> String {
        let operands = self.operands();
        let (kernel, case) = (self.kernel(&operands), self.case(&operands));
        let options = tilewright_driver::Options {
            gpu_name: self.target.to_string(),
            ..Default::default()
        };
        let report = tilewright_driver::compile(&kernel, &options).report;
        assert!(report.ok, "{self:?}: {:?}\n{kernel}", report.diagnostics);
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        let module = tilewright_ir::parse(&kernel).module;
        let meant = interpret(&module, &case, Default::default(), &mut |_| ControlFlow::Continue(())).unwrap();
        let done = emulate(&ptx, &abi, &case, Default::default()).unwrap();
        let (sums, bounds) = self.expected(&operands);
        for (engine, trial) in [("interpreter", meant), ("PTX", done)] {
            assert!(trial.findings.is_empty(), "{self:?}, {engine}: {:?}", trial.findings);
            let out = &trial.outputs.members.iter().find(|(name, _)| name == "out").unwrap().1;
            let width = stored(self.sum).bytes();
            for (index, bytes) in out.data().chunks_exact(width).enumerate() {
                let mut bits = [0; 8];
                bits[..width].copy_from_slice(bytes);
                let bits = u64::from_le_bytes(bits);
                let right = match self.sum {
                    "i32" => bits as u32 == sums[index] as i64 as u32,
                    sum => (float_value(scalar(sum), bits) - sums[index]).abs() <= bounds[index],
                };
                assert!(
                    right,
                    "{self:?}, {engine}: element {index} is {bits:#x}, not {}",
                    sums[index]
                );
            }
        }
        assemble(self, &ptx);
        ptx
    }

    /// Codes of the warnings about the kernel.
    fn warnings(&self) -> Vec<String> {
        let options = tilewright_driver::Options {
            gpu_name: self.target.to_string(),
            ..Default::default()
        };
        let report = tilewright_driver::compile(&self.kernel(&self.operands()), &options).report;
        report.diagnostics.into_iter().map(|found| found.code).collect()
    }
}

/// The type in which NumPy stores elements.
fn stored(element: &str) -> Dtype {
    match element {
        "f16" => Dtype::F16,
        "f32" => Dtype::F32,
        "f64" => Dtype::F64,
        "bf16" => Dtype::U16,
        "i8" => Dtype::I8,
        "i32" => Dtype::I32,
        _ => Dtype::U8,
    }
}

/// Has the assembler, if there is one, take the PTX.
fn assemble(product: &Product, ptx: &str) {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        return;
    };
    // Tests run side by side: each product has a file of its own.
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("tilewright-product-{}-{number}.ptx", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, ptx).unwrap();
    let run = std::process::Command::new(ptxas)
        .args(["-arch", product.target, "-o"])
        .arg(file.with_extension("cubin"))
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{product:?}: {said}");
    for file in [file.with_extension("cubin"), file] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn products_of_any_type_and_shape_are_the_languages() {
    let count = std::env::var("TILEWRIGHT_PRODUCTS")
        .ok()
        .and_then(|count| count.parse().ok());
    if std::env::var_os("TILEWRIGHT_PTXAS").is_none() {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas; products are not assembled");
    }
    for seed in 0..count.unwrap_or(60) {
        Product::draw(seed).check();
    }
}

/// Tiles on whose way between threads more than the shared memory of a CTA of `sm_120a` was asked for, and factors that
/// are.
#[test]
fn large_tiles_go_through_shared_memory_in_parts() {
    for (factor, sum, batch, mnk) in [
        ("f16", "f16", None, [256, 128, 128]),
        ("f16", "f32", None, [128, 512, 16]),
        ("f64", "f64", None, [128, 128, 64]),
        ("i8", "i32", Some(64), [16, 16, 64]),
    ] {
        Product {
            factor,
            sum,
            scale: "",
            block: 0,
            batch,
            mnk,
            turned: [false; 2],
            unsigned: [false; 2],
            fast: false,
            target: "sm_120a",
            seed: 1,
        }
        .check();
    }
}

/// Scaled products of warps, by types, with the part of the instruction's name that says them.
const SCALED: [(&str, &str, i64, &str); 5] = [
    (
        "f8E4M3FN",
        "f8E8M0FNU",
        32,
        "mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3",
    ),
    (
        "f8E5M2",
        "f8E8M0FNU",
        32,
        "mxf8f6f4.block_scale.scale_vec::1X.f32.e5m2.e5m2",
    ),
    ("f4E2M1FN", "f8E8M0FNU", 32, "mxf4.block_scale.scale_vec::2X"),
    ("f4E2M1FN", "f8E8M0FNU", 16, "mxf4nvf4.block_scale.scale_vec::4X"),
    ("f4E2M1FN", "f8E4M3FN", 16, "mxf4nvf4.block_scale.scale_vec::4X"),
];

fn scaled(factor: &'static str, scale: &'static str, block: i64, target: &'static str) -> Product {
    Product {
        factor,
        sum: "f32",
        scale,
        block,
        batch: None,
        mnk: [32, 32, 64],
        turned: [false; 2],
        unsigned: [false; 2],
        fast: false,
        target,
        seed: 1,
    }
}

#[test]
fn blocks_with_scales_are_multiplied_as_they_are() {
    let shapes = [
        (None, [32, 32, 64]),
        (None, [64, 16, 256]),
        (None, [16, 8, 128]),
        (None, [128, 64, 64]),
        (None, [8, 4, 64]),
        (None, [2, 128, 64]),
        (Some(2), [32, 64, 64]),
        (Some(4), [16, 16, 128]),
    ];
    for (number, (factor, scale, block, kind)) in SCALED.into_iter().enumerate() {
        for (at, (batch, mnk)) in shapes.into_iter().enumerate() {
            let draw = number * shapes.len() + at;
            let ptx = Product {
                batch,
                mnk,
                turned: [draw & 1 == 0, draw & 2 == 0],
                seed: draw as u64,
                ..scaled(factor, scale, block, ["sm_120a", "sm_121a"][at % 2])
            }
            .check();
            assert!(ptx.contains(kind), "{factor}, {scale}, {mnk:?}: {ptx}");
            let other = ptx
                .lines()
                .find(|line| line.contains("mma.sync") && !line.contains(kind));
            assert_eq!(other, None, "{factor}, {scale}, {mnk:?}");
        }
    }
}

#[test]
fn blocks_that_no_unit_takes_are_converted_and_it_is_said() {
    let codes = |product: Product| {
        let ptx = product.check();
        (ptx.contains("block_scale"), product.warnings())
    };
    let said = |codes: &[String]| codes.iter().any(|code| code == "lower.scales-converted");
    // Less along K than an instruction multiplies.
    let (scaled_blocks, warnings) = codes(Product {
        mnk: [32, 32, 32],
        ..scaled("f4E2M1FN", "f8E4M3FN", 16, "sm_120a")
    });
    assert!(!scaled_blocks && said(&warnings), "{warnings:?}");
    // The same with one step, and a GPU without such a unit.
    let (scaled_blocks, warnings) = codes(scaled("f4E2M1FN", "f8E4M3FN", 16, "sm_120a"));
    assert!(scaled_blocks && !said(&warnings), "{warnings:?}");
    let (scaled_blocks, warnings) = codes(scaled("f8E4M3FN", "f8E8M0FNU", 32, "sm_90a"));
    assert!(!scaled_blocks && !said(&warnings), "{warnings:?}");
}
