//! PTX that comes alone: a launch is suggested, runs, and what it changed is told. Each has its twin.

use std::ops::ControlFlow;
use tilewright_runner::{PtxLaunch, PtxRun, run_alone, suggest_launch};

/// Adds `n` pairs of floats, a thread each; a row of 33 words in shared memory is read down its columns of `step` words.
fn kernel(step: u32) -> String {
    format!(
        ".version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n, .param .f32 scale)
.reqntid 128, 1, 1
{{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
  ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b]; ld.param.u64 %rd2, [c];
  ld.param.u32 %r0, [n]; ld.param.f32 %f3, [scale];
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p0, %r1, %r0;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd4, %rd0, %rd3; add.u64 %rd5, %rd1, %rd3; add.u64 %rd6, %rd2, %rd3;
  @%p0 bra done;
  ld.global.f32 %f0, [%rd4]; ld.global.f32 %f1, [%rd5];
  add.f32 %f2, %f0, %f1; mul.f32 %f2, %f2, %f3;
  mov.u32 %r2, dynamic;
  mad.lo.u32 %r3, %r1, {step}, %r2;
  st.shared.f32 [%r3], %f2;
  st.global.f32 [%rd6], %f2;
done:
  ret;
}}
.visible .entry other() {{ ret; }}
"
    )
}

fn run(ptx: &str, launch: &PtxLaunch) -> Result<PtxRun, String> {
    run_alone(ptx, launch, 1, &mut |_| ControlFlow::Continue(()))
}

/// A change of a launch.
type Change<'a> = &'a dyn Fn(&mut PtxLaunch);

#[test]
fn a_launch_suits_the_parameters_and_runs() {
    let suggested = suggest_launch(&kernel(4), None).unwrap();
    assert_eq!(suggested.target, "sm_90a");
    assert_eq!(suggested.entries, ["add", "other"]);
    let launch = suggested.launch;
    assert_eq!(launch.block, [128, 1, 1]);
    let kinds: Vec<_> = launch.params.iter().map(|param| &param.kind[..]).collect();
    assert_eq!(kinds, ["pointer", "pointer", "pointer", "i32", "f32"]);
    assert!(launch.dynamic_shared_bytes > 0);
    let run = run(&kernel(4), &launch).unwrap();
    assert_eq!(run.faults, []);
    let changed: Vec<_> = run.arrays.iter().map(|one| (one.name.as_str(), one.changed)).collect();
    // Of 64 sums of multiples of 1/256 one may be what was there before.
    assert!(
        matches!(changed[..], [("a", 0), ("b", 0), ("c", 60..=64)]),
        "{changed:?}"
    );
    let [a, b, c] = &run.arrays[..] else { panic!() };
    assert_eq!(c.first, Some(0));
    assert_eq!(c.values[3].unwrap(), a.values[3].unwrap() + b.values[3].unwrap());
}

#[test]
fn a_launch_that_does_not_fit_is_refused_or_found_out() {
    let suggested = suggest_launch(&kernel(4), Some("add")).unwrap();
    let changed = |change: Change<'_>| {
        let mut launch = suggested.launch.clone();
        change(&mut launch);
        run(&kernel(4), &launch)
    };
    let shape = |n: u32| move |launch: &mut PtxLaunch| launch.arrays[0].shape = vec![n];
    let out_of_bounds = changed(&shape(16)).unwrap();
    assert_eq!(out_of_bounds.faults[0].kind, "out-of-bounds");
    assert_eq!(out_of_bounds.faults[0].place.unwrap().ptx_line, 16);
    let refused: [(Change<'_>, &str); 8] = [
        (&shape(1 << 30), "array `a` has more than"),
        (
            &|launch| launch.arrays[1].dtype = "f31".to_string(),
            "array `b`: there is no element type `f31`",
        ),
        (&|launch| launch.entry = "sub".to_string(), "sub"),
        (
            &|launch| launch.params[3].value = Some(0.5),
            "parameter `n`: 0.5 is no whole number of 32 bits",
        ),
        (
            &|launch| launch.params[3].value = Some(5e9),
            "no whole number of 32 bits",
        ),
        (
            &|launch| launch.params[0].array = Some("z".to_string()),
            "parameter `a`: there is no array `z`",
        ),
        (
            &|launch| launch.params[0].kind = "tile".to_string(),
            "there is no kind `tile`",
        ),
        (
            &|launch| launch.params[0].kind = "tensormap".to_string(),
            "there is no TMA type",
        ),
    ];
    for (change, why) in refused {
        let said = changed(change).unwrap_err();
        assert!(said.contains(why), "{said}");
    }
    let null = changed(&|launch| launch.params[0].array = None).unwrap();
    assert_eq!(null.faults[0].kind, "out-of-bounds");
    assert!(
        suggest_launch(&kernel(4), Some("sub"))
            .unwrap_err()
            .contains("it has add, other")
    );
    assert!(suggest_launch("not PTX", None).is_err());
    assert!(
        suggest_launch(".version 8.0\n.target sm_90a\n.address_size 64\n", None)
            .unwrap_err()
            .contains("no entry")
    );
}

#[test]
fn tensor_maps_and_pointers_that_are_said_so_are_known() {
    let ptx = ".version 8.0 .target sm_90a .address_size 64
        .visible .entry k(.param .u64 .ptr .global .align 16 p, .param .u64 stride, .param .align 64 .b8 map[128]) { ret; }";
    let launch = suggest_launch(ptx, None).unwrap().launch;
    let kinds: Vec<_> = launch.params.iter().map(|param| &param.kind[..]).collect();
    assert_eq!(kinds, ["pointer", "i64", "tensormap"]);
    assert_eq!(run(ptx, &launch).unwrap().faults, []);
}

#[test]
fn conflicts_are_told_by_line() {
    for (step, excess) in [(4, 0), (128, 62)] {
        let launch = suggest_launch(&kernel(step), None).unwrap().launch;
        let run = run(&kernel(step), &launch).unwrap();
        let store = run.accesses.iter().find(|one| one.kind == "shared store").unwrap();
        assert_eq!(
            (store.place.ptx_line, store.global, store.accesses, store.excess),
            (20, false, 2, excess),
            "{step}"
        );
    }
}
