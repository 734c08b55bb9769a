//! Arithmetic other than the kernel says, where that is allowed: both engines take the same leave, and it has the effect that it
//! is for.

use std::ops::ControlFlow;
use std::path::Path;
use tilewright_driver::Options;
use tilewright_lowering::relax_arithmetic::relaxed;
use tilewright_runner::{Form, Verdict, experiment, experiment_relaxed, fill};

/// All leave there is.
fn leave(gpu_name: &str) -> Options {
    Options {
        gpu_name: gpu_name.to_string(),
        ftz: true,
        contract: true,
        approx: true,
        ..Options::default()
    }
}

/// Runs a kernel that was compiled with leave, against an interpreter that has it or has it not.
fn verdict(source: &str, options: &Options, told: bool) -> (Verdict, String) {
    let module = tilewright_ir::parse(source).module;
    let report = tilewright_driver::compile(source, options).report;
    let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
        panic!("{:?}", report.diagnostics)
    };
    let form = Form {
        seed: 1,
        ..Form::default()
    };
    let launch = fill(&module, &abi.entry, &form).unwrap();
    let mut go_on = |_| ControlFlow::Continue(());
    let program = (&ptx.text[..], &ptx.lines[..]);
    let result = match told {
        true => experiment_relaxed(source, options.arithmetic(), program, &abi, &launch, 1, &mut go_on),
        false => experiment(source, program, &abi, &launch, 1, &mut go_on),
    };
    let result = result.unwrap();
    (result.verdict, format!("{result:?}"))
}

/// A sum of a subnormal number and zero, and a product whose rounding shows: the square of 1 + 2^-12 less its rounded value.
const KERNEL: &str = "entry @k(%p: tile<ptr<f32>>) {
  %i = iota : tile<2xi32>
  %f = itof %i signed : tile<2xi32> -> tile<2xf32>
  %tiny = constant <f32: 0x00000400> : tile<2xf32>
  %none = constant <f32: 0.0> : tile<2xf32>
  %sum = addf %tiny, %none : tile<2xf32>
  %step = constant <f32: 0x39800000> : tile<2xf32>
  %one = constant <f32: 1.0> : tile<2xf32>
  %x = fma %f, %step, %one : tile<2xf32>
  %product = mulf %x, %x : tile<2xf32>
  %rounded = constant <f32: 0x3f801000> : tile<2xf32>
  %rest = subf %product, %rounded : tile<2xf32>
  %at = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %spread = broadcast %at : tile<1xptr<f32>> -> tile<2xptr<f32>>
  %first = offset %spread, %i : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
  %two = constant <i32: 2> : tile<2xi32>
  %second = offset %first, %two : tile<2xptr<f32>>, tile<2xi32> -> tile<2xptr<f32>>
  %t = store_ptr_tko weak %first, %sum : tile<2xptr<f32>>, tile<2xf32> -> token
  %u = store_ptr_tko weak %second, %rest : tile<2xptr<f32>>, tile<2xf32> -> token
  return
}";

#[test]
fn leave_has_its_effect_in_both_engines() {
    for gpu_name in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        let all = leave(gpu_name);
        let one = |ftz, contract| Options {
            ftz,
            contract,
            approx: false,
            ..all.clone()
        };
        for options in [one(true, false), one(false, true)] {
            let (told, words) = verdict(KERNEL, &options, true);
            assert_eq!(told, Verdict::Same, "{words}");
            // An interpreter that has no leave computes something else.
            let (untold, words) = verdict(KERNEL, &options, false);
            assert_ne!(untold, Verdict::Same, "{words}");
        }
        let (plain, words) = verdict(KERNEL, &one(false, false), false);
        assert_eq!(plain, Verdict::Same, "{words}");
    }
}

#[test]
fn kernels_of_the_language_with_all_leave_mean_the_same_in_both_engines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let options = leave("sm_90a");
    let mut changed = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        if relaxed(&tilewright_ir::parse(&source).module, options.arithmetic()).is_none() {
            continue;
        }
        changed += 1;
        let (verdict, words) = verdict(&source, &options, true);
        let right = matches!(verdict, Verdict::Same | Verdict::Close);
        assert!(right, "{}: {words}", file.display());
    }
    assert!(changed > 10, "{changed}");
}

/// Threads that add a product to what they have scaled do both as one, and something else may take what is scaled.
#[test]
fn sums_that_are_scaled_may_be_taken_twice() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/attention.mlir");
    let once = std::fs::read_to_string(path).unwrap();
    let product = once.lines().find(|line| line.contains("%acc_3 = mmaf")).unwrap();
    let added = format!("{product}\n    %acc_4 = addf %acc_3, %75 : tile<128x64xf32>");
    let twice = once
        .replace(product, &added)
        .replace("continue %acc_3, ", "continue %acc_4, ");
    assert_eq!(twice.matches("%acc_4").count(), 2);
    let (verdict, words) = verdict(&twice, &leave("sm_100a"), true);
    assert!(matches!(verdict, Verdict::Same | Verdict::Close), "{words}");
}
