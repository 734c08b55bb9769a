//! Counted loops whose index comes to the end of its type's range, in both engines.

use crate::both;
use tilewright_case::Tolerance;

/// A loop: the type of its index, whether that is unsigned, and its bounds.
struct Loop {
    bits: u32,
    unsigned: bool,
    bounds: [i128; 3],
}

impl Loop {
    /// The indices, as bits.
    fn indices(&self) -> Vec<u64> {
        let [lower, upper, step] = self.bounds;
        let mut all = Vec::new();
        let mut index = lower;
        while index < upper {
            all.push(index as u64 & (u64::MAX >> (64 - self.bits)));
            index += step;
        }
        all
    }

    /// A kernel that counts iterations and hashes indices. Bounds that are not known are read from memory.
    fn kernel(&self, known: [bool; 3]) -> String {
        let ty = format!("i{}", self.bits);
        // i1 is not in memory by itself.
        let stored = format!("i{}", self.bits.max(8));
        let bounds: Vec<String> = ["lower", "upper", "step"]
            .iter()
            .zip(self.bounds)
            .zip(known)
            .enumerate()
            .map(|(i, ((name, bound), known))| {
                let constant = bound as u64 & (u64::MAX >> (64 - self.bits));
                if known {
                    return format!("%{name} = constant <{ty}: {constant}> : tile<{ty}>\n");
                }
                let read = if self.bits == 1 {
                    format!("{name}_stored")
                } else {
                    name.to_string()
                };
                let cut = format!("%{name} = trunci %{read} : tile<{stored}> -> tile<{ty}>\n");
                format!(
                    "%o{i} = constant <i32: {i}> : tile<i32>
                     %p{i} = offset %x, %o{i} : tile<ptr<{stored}>>, tile<i32> -> tile<ptr<{stored}>>
                     %{read}, %l{i} = load_ptr_tko weak %p{i} : tile<ptr<{stored}>> -> tile<{stored}>, token
                     {}",
                    if self.bits == 1 { cut } else { String::new() }
                )
            })
            .collect();
        let unsigned = if self.unsigned { " unsigned" } else { "" };
        let wide = match self.bits {
            64 => String::new(),
            _ => format!("%w = exti %i unsigned : tile<{ty}> -> tile<i64>\n"),
        };
        format!(
            "entry @k(%x: tile<ptr<{stored}>>, %y: tile<ptr<i64>>) {{
               {}
               %none = constant <i64: 0> : tile<i64>
               %one = constant <i64: 1> : tile<i64>
               %factor = constant <i64: 31> : tile<i64>
               %count, %hash = for{unsigned} %i in (%lower to %upper, step %step) : tile<{ty}>
                   iter_values(%c = %none, %h = %none) -> (tile<i64>, tile<i64>) {{
                 {wide}%more = addi %c, %one : tile<i64>
                 %moved = muli %h, %factor : tile<i64>
                 %next = addi %moved, {} : tile<i64>
                 continue %more, %next : tile<i64>, tile<i64>
               }}
               %at = offset %y, %one : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
               %s0 = store_ptr_tko weak %y, %count : tile<ptr<i64>>, tile<i64> -> token
               %s1 = store_ptr_tko weak %at, %hash : tile<ptr<i64>>, tile<i64> -> token
               return
             }}",
            bounds.concat(),
            if self.bits == 64 { "%i" } else { "%w" },
        )
    }
}

/// Loops that stop before, at and after the greatest number of a type, and that do not run.
fn loops() -> Vec<Loop> {
    let mut all = Vec::new();
    for bits in [1, 8, 16, 32, 64] {
        for unsigned in [false, true] {
            let greatest: i128 = if unsigned {
                (1 << bits) - 1
            } else {
                (1 << (bits - 1)) - 1
            };
            let least: i128 = if unsigned { 0 } else { -(1 << (bits - 1)) };
            let mut add = |lower: i128, upper: i128, step: i128| {
                let fits = [lower, upper, step].iter().all(|b| (least..=greatest).contains(b));
                if fits && step > 0 {
                    all.push(Loop {
                        bits,
                        unsigned,
                        bounds: [lower, upper, step],
                    });
                }
            };
            for step in [1, 2, 5, 100, greatest - 3, greatest] {
                add(greatest - 7, greatest, step);
                add(greatest - 1, greatest, step);
                add(greatest, greatest, step);
                add(greatest, least, step);
                add(greatest - 9 * step.min(greatest / 16), greatest - 1, step);
            }
            let third = greatest / 3 + 1;
            for step in [third, greatest / 2, greatest - 1, greatest] {
                add(least, greatest, step);
                add(0, greatest, step);
            }
        }
    }
    all
}

#[test]
fn a_loop_ends_where_its_range_ends() {
    let mut wrong = Vec::new();
    let patterns = [
        [true; 3],
        [false; 3],
        [false, false, true],
        [false, true, true],
        [true, true, false],
    ];
    for (number, case) in loops().iter().enumerate().step_by(2) {
        let indices = case.indices();
        let hash = indices.iter().fold(0u64, |h, &i| h.wrapping_mul(31).wrapping_add(i));
        let known = patterns[number % 5];
        let target = ["sm_80", "sm_90a", "sm_120a"][number % 3];
        let stored = format!("i{}", case.bits.max(8));
        let bounds = case.bounds.map(|b| b as u64).to_vec();
        let arrays = vec![
            both::array("x", &stored, bounds, None, Tolerance::Exact),
            both::array(
                "y",
                "i64",
                Vec::new(),
                Some(vec![indices.len() as u64, hash]),
                Tolerance::Exact,
            ),
        ];
        let what = format!(
            "i{} {:?} unsigned {} known {known:?}",
            case.bits, case.bounds, case.unsigned
        );
        wrong.extend(both::run(&what, &case.kernel(known), arrays, &[target]));
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n")
    );
}

#[test]
fn a_loop_that_goes_no_further_is_refused_where_that_is_known_and_ends_where_it_is_not() {
    for step in [0, -1] {
        let case = Loop {
            bits: 32,
            unsigned: false,
            bounds: [0, 3, step],
        };
        let report = tilewright_driver::compile(&case.kernel([true; 3]), &Default::default()).report;
        assert!(report.ptx.is_none());
        let codes: Vec<_> = report.diagnostics.iter().map(|d| d.code.clone()).collect();
        assert_eq!(codes, ["convert.step"]);
    }
    // One iteration, and not one after the other for ever: what such a loop does is undefined.
    let case = Loop {
        bits: 32,
        unsigned: false,
        bounds: [0, 3, 0],
    };
    let report = tilewright_driver::compile(&case.kernel([false; 3]), &Default::default()).report;
    let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
    let case = tilewright_case::Case {
        name: String::new(),
        summary: String::new(),
        entry: "k".to_string(),
        grid: [1, 1, 1],
        params: vec![tilewright_case::Param::Pointer(0), tilewright_case::Param::Pointer(1)],
        arrays: vec![
            both::array("x", "i32", vec![0, 3, 0], None, Tolerance::Exact),
            both::array("y", "i64", Vec::new(), Some(vec![1, 0]), Tolerance::Exact),
        ],
    };
    let trial = tilewright_runner::emulate(&ptx.text, &abi, &case, Default::default()).unwrap();
    assert!(trial.passed(), "{trial:?}");
}

/// A product whose loop is pipelined: its index moves from tile to tile by steps that lead past the end of the type.
#[test]
fn a_pipelined_loop_ends_where_its_range_ends() {
    const TILES: usize = 4;
    let mut wrong = Vec::new();
    let [lhs, rhs] = [3, 5].map(|factor| (0..64 * 64 * TILES).map(move |i| (i * factor % 7) as f32 - 3.0));
    let (lhs, rhs): (Vec<f32>, Vec<f32>) = (lhs.collect(), rhs.collect());
    // Whole numbers from -3 to 3, as f16.
    let half = |&v: &f32| [0xC200, 0xC000, 0xBC00, 0, 0x3C00, 0x4000, 0x4200][(v + 3.0) as usize];
    for (unsigned, bounds) in [
        (false, [i64::from(i32::MAX) - 9, i32::MAX.into(), 4]),
        (false, [i32::MIN.into(), i32::MAX.into(), i32::MAX.into()]),
        (true, [i64::from(u32::MAX) - 15, u32::MAX.into(), 6]),
        (true, [i64::from(u32::MAX) - 3, u32::MAX.into(), 1]),
    ] {
        let trips = (bounds[1] - bounds[0] + bounds[2] - 1) / bounds[2];
        let product = (0..64 * 64).map(|at| {
            let (row, column) = (at / 64, at % 64);
            let of = |k: usize| lhs[row * 64 * TILES + k] * rhs[k * 64 + column];
            let sum: f32 = (0..64 * trips as usize).map(of).sum();
            u64::from(sum.to_bits())
        });
        let expected = product.collect();
        let tensors = [
            "tensor_view<64x256xf16, strides=[256,1]>",
            "tensor_view<256x64xf16, strides=[64,1]>",
        ];
        let views = tensors.map(|tensor| format!("partition_view<tile=(64x64), {tensor}>"));
        let kernel = format!(
            "entry @k(%x: tile<ptr<i32>>, %l0: tile<ptr<f16>>, %r0: tile<ptr<f16>>, %y: tile<ptr<f32>>) {{
               %z = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               %l = assume div_by<16>, %l0 : tile<ptr<f16>>
               %r = assume div_by<16>, %r0 : tile<ptr<f16>>
               %x1 = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
               %x2 = offset %x1, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
               %lower, %t0 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
               %upper, %t1 = load_ptr_tko weak %x1 : tile<ptr<i32>> -> tile<i32>, token
               %step, %t2 = load_ptr_tko weak %x2 : tile<ptr<i32>> -> tile<i32>, token
               %lt = make_tensor_view %l, shape = [64, 256], strides = [256, 1] : {}
               %rt = make_tensor_view %r, shape = [256, 64], strides = [64, 1] : {}
               %lp = make_partition_view %lt : {}
               %rp = make_partition_view %rt : {}
               %none = constant <f32: 0.0> : tile<64x64xf32>
               %sum = for{} %i in (%lower to %upper, step %step) : tile<i32> iter_values(%s = %none) -> (tile<64x64xf32>) {{
                 %d = subi %i, %lower : tile<i32>
                 %k = divi %d, %step unsigned : tile<i32>
                 %a, %t3 = load_view_tko weak %lp[%z, %k] : {}, tile<i32> -> tile<64x64xf16>, token
                 %b, %t4 = load_view_tko weak %rp[%k, %z] : {}, tile<i32> -> tile<64x64xf16>, token
                 %n = mmaf %a, %b, %s : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
                 continue %n : tile<64x64xf32>
               }}
               %yt = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
               %yp = make_partition_view %yt : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
               %t5 = store_view_tko weak %sum, %yp[%z, %z] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
               return
             }}",
            tensors[0],
            tensors[1],
            views[0],
            views[1],
            if unsigned { " unsigned" } else { "" },
            views[0],
            views[1],
        );
        let arrays = vec![
            both::array("x", "i32", bounds.map(|b| b as u64).to_vec(), None, Tolerance::Exact),
            both::array("l", "f16", lhs.iter().map(half).collect(), None, Tolerance::Exact),
            both::array("r", "f16", rhs.iter().map(half).collect(), None, Tolerance::Exact),
            both::array("y", "f32", Vec::new(), Some(expected), Tolerance::Exact),
        ];
        wrong.extend(both::run(&format!("{bounds:?}"), &kernel, arrays, &["sm_80", "sm_90a"]));
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(2)].join("\n")
    );
}
