//! Kernels of elementwise ops on chosen numbers, in both engines.

use std::fmt::Write;
use std::ops::ControlFlow;
use tilewright_case::{Array, Case, Element, Param, Role, Tolerance};
use tilewright_driver::Options;

/// Elements of one tile.
const TILE: usize = 256;

/// An elementwise kernel: `%x` and `%y` are tiles of what it is given, `%r0`, `%r1` and so on what it makes.
pub struct Kernel<'k> {
    /// The element types of what it reads.
    pub inputs: &'k [&'k str],
    /// Its ops, in which `TILE` stands for the shape of a tile.
    pub ops: String,
    /// The element types of what it makes.
    pub outputs: Vec<&'k str>,
}

impl Kernel<'_> {
    fn source(&self, elements: usize) -> String {
        let mut text = String::from("entry @k(");
        let all = || self.inputs.iter().chain(&self.outputs).enumerate();
        for (i, element) in all() {
            let _ = write!(text, "{}%p{i}: tile<ptr<{element}>>", if i == 0 { "" } else { ", " });
        }
        text.push_str(") {\n  %b, %b1, %b2 = get_tile_block_id : tile<i32>\n");
        let view = |element: &str| format!("tensor_view<{elements}x{element}, strides=[1]>");
        let parts = |element: &str| format!("partition_view<tile=({TILE}), {}>", view(element));
        for (i, element) in all() {
            let (view, parts) = (view(element), parts(element));
            let _ = writeln!(
                text,
                "  %v{i} = make_tensor_view %p{i}, shape = [{elements}], strides = [1] : {view}\n  \
                 %w{i} = make_partition_view %v{i} : {parts}"
            );
        }
        for (i, (element, name)) in self.inputs.iter().zip(["x", "y", "z"]).enumerate() {
            let parts = parts(element);
            let _ = writeln!(
                text,
                "  %{name}, %t{i} = load_view_tko weak %w{i}[%b] : {parts}, tile<i32> -> tile<{TILE}x{element}>, token"
            );
        }
        text.push_str(&self.ops.replace("TILE", &TILE.to_string()));
        for (i, element) in self.outputs.iter().enumerate() {
            let (at, parts) = (i + self.inputs.len(), parts(element));
            let _ = writeln!(
                text,
                "\n  %s{i} = store_view_tko weak %r{i}, %w{at}[%b] : tile<{TILE}x{element}>, {parts}, tile<i32> -> token"
            );
        }
        text.push_str("  return\n}\n");
        text
    }

    /// The results of the compiled kernel in the emulator and, if it is asked, of the interpreter: bits of every
    /// element.
    pub fn run(&self, gpu_name: &str, inputs: &[Vec<u64>], interpret: bool) -> [Vec<Vec<u64>>; 2] {
        let options = Options {
            gpu_name: gpu_name.to_string(),
            ..Options::default()
        };
        self.run_with(&options, inputs, interpret)
    }

    /// The same with other options.
    pub fn run_with(&self, options: &Options, inputs: &[Vec<u64>], interpret: bool) -> [Vec<Vec<u64>>; 2] {
        let count = inputs[0].len();
        let padded = count.next_multiple_of(TILE);
        let source = self.source(padded);
        let gpu_name = &options.gpu_name;
        let report = tilewright_driver::compile(&source, options).report;
        let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
            panic!("{source}\non {gpu_name}: {:?}", report.diagnostics);
        };
        let case = self.case(inputs, padded);
        let emulated = tilewright_runner::emulate(&ptx.text, &abi, &case, tilewright_emulator::Options::default())
            .unwrap_or_else(|e| panic!("{source}\non {gpu_name}: {e}"));
        assert!(
            emulated.findings.is_empty(),
            "{source}\non {gpu_name}: {:?}",
            emulated.findings
        );
        let mut results = [self.results(&emulated, count), Vec::new()];
        if interpret {
            let module = tilewright_ir::parse(&source).module;
            let go_on = &mut |_| ControlFlow::Continue(());
            let meant = tilewright_runner::interpret(&module, &case, tilewright_interp::Options::default(), go_on)
                .unwrap_or_else(|e| panic!("{source}\n{e:?}"));
            assert!(meant.findings.is_empty(), "{source}\n{:?}", meant.findings);
            results[1] = self.results(&meant, count);
        }
        results
    }

    fn results(&self, trial: &tilewright_runner::Trial, count: usize) -> Vec<Vec<u64>> {
        assert!(trial.unfinished.is_none(), "{:?}", trial.unfinished);
        let members = trial.outputs.members.iter().zip(&self.outputs);
        members
            .map(|((_, array), element)| {
                let bytes = Element::from_name(element).unwrap().bytes();
                array.data().chunks(bytes).take(count).map(bits).collect()
            })
            .collect()
    }

    fn case(&self, inputs: &[Vec<u64>], padded: usize) -> Case {
        let given = self.inputs.iter().zip(inputs.iter().map(Some));
        let made = self.outputs.iter().map(|element| (element, None));
        let arrays: Vec<Array> = given
            .chain(made)
            .enumerate()
            .map(|(i, (name, numbers))| {
                let element = Element::from_name(name).unwrap();
                let bytes = element.bytes();
                let mut initial = vec![if numbers.is_some() { 0 } else { 0xFF }; padded * bytes];
                for (place, number) in initial.chunks_mut(bytes).zip(numbers.into_iter().flatten()) {
                    place.copy_from_slice(&number.to_le_bytes()[..bytes]);
                }
                Array {
                    name: format!("p{i}"),
                    element,
                    shape: vec![padded],
                    strides: vec![1],
                    role: if numbers.is_some() { Role::In } else { Role::Out },
                    initial,
                    storage_shape: vec![padded],
                    expected: None,
                    tolerance: Tolerance::Exact,
                }
            })
            .collect();
        Case {
            name: "k".to_string(),
            summary: String::new(),
            entry: "k".to_string(),
            grid: [(padded / TILE) as u32, 1, 1],
            params: (0..arrays.len()).map(Param::Pointer).collect(),
            arrays,
        }
    }
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
