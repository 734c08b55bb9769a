//! Facts of the four-stage scheduler: its timeline, its program, and loops that it has no stages for.

mod graphs;

use graphs::edge;
use tilewright_modsched::four_stage::{FourStage, FourStageError, Step};
use tilewright_modsched::graph::{Class, LoopGraph, Op};

fn gemm(direct: bool) -> LoopGraph {
    let mut g = LoopGraph::default();
    let classes: &[Class] = match direct {
        true => &[Class::GlobalToShared, Class::LocalLoad, Class::Compute],
        false => &[Class::GlobalLoad, Class::LocalStore, Class::LocalLoad, Class::Compute],
    };
    g.ops = classes
        .iter()
        .map(|&c| Op {
            name: c.name().into(),
            latency: 1,
            class: Some(c),
            ..Op::default()
        })
        .collect();
    g.edges = (1..classes.len()).map(|i| edge(i - 1, i, 1, 0)).collect();
    g
}

#[test]
fn the_timeline_of_document_four() {
    let form = FourStage::new(&gemm(false), 2).expect("a GEMM");
    let expected = "\
Cycle →       0    1     2     3     4     5     6
              |    |     |     |     |     |     |
GLOBAL_LOAD: a0   a1    a2    a3    a4    a5    a6
LOCAL_STORE:      w0    w1    w2    w3    w4    w5
LOCAL_LOAD:             l0    l1    l2    l3    l4
COMPUTE:                      c0    c1    c2    c3
";
    assert_eq!(form.timeline(7), expected);
    assert_eq!(form.full_from(), 3);
}

fn steps(list: &[Step]) -> String {
    let word = |s: &Step| match s {
        Step::Barrier => "barrier".into(),
        Step::Run {
            class,
            iteration,
            buffer,
        } => {
            let at = buffer.map(|b| format!(" SM[{b}]")).unwrap_or_default();
            format!("{} {iteration}{at}", class.name())
        }
    };
    list.iter().map(word).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_pipelined_loop_of_document_four() {
    let form = FourStage::new(&gemm(false), 2).expect("a GEMM");
    let program = form.program(5);
    assert_eq!(
        steps(&program.prologue),
        "global_load 0; local_store 0 SM[0]; global_load 1; local_load 0 SM[0]; local_store 1 SM[1]; global_load 2"
    );
    assert_eq!(
        steps(&program.kernel[0]),
        "compute 0; local_load 1 SM[1]; local_store 2 SM[0]; global_load 3; barrier"
    );
    assert_eq!(
        steps(&program.epilogue),
        "compute 2; local_load 3 SM[1]; local_store 4 SM[0]; compute 3; local_load 4 SM[0]; compute 4"
    );
    assert_eq!(form.steady_trips(8), 5);
    let direct = FourStage::new(&gemm(true), 2).expect("a GEMM");
    assert_eq!((direct.stages.len(), direct.steady_trips(16)), (3, 14));
}

#[test]
fn fewer_iterations_than_stages_run_once_each() {
    let form = FourStage::new(&gemm(false), 2).expect("a GEMM");
    for iterations in 0..4 {
        let program = form.program(iterations);
        assert!(program.kernel.len() as u64 == form.steady_trips(iterations));
        let all = program
            .prologue
            .iter()
            .chain(program.kernel.iter().flatten())
            .chain(&program.epilogue);
        let runs = all.filter(|s| matches!(s, Step::Run { .. })).count() as u64;
        assert_eq!(runs, 4 * iterations);
    }
}

#[test]
fn a_single_buffer_needs_a_barrier_before_it_is_overwritten() {
    let form = FourStage::new(&gemm(false), 1).expect("a GEMM");
    assert_eq!(
        steps(&form.program(4).kernel[0]),
        "compute 0; local_load 1 SM[0]; barrier; local_store 2 SM[0]; global_load 3; barrier"
    );
    assert_eq!(FourStage::new(&gemm(false), 0), Err(FourStageError::NoBuffers));
}

#[test]
fn loops_that_are_no_four_stage_pipeline_are_refused() {
    let class = |c| Op {
        class: Some(c),
        latency: 1,
        ..Op::default()
    };
    let mut g = gemm(false);
    g.ops.push(class(Class::GlobalLoad));
    g.edges.push(edge(3, 4, 1, 0));
    assert_eq!(FourStage::new(&g, 2), Err(FourStageError::SecondComputeGroup { op: 4 }));
    let mut g = gemm(false);
    g.ops[1].class = Some(Class::Compute);
    let illegal = FourStageError::IllegalTransition {
        from: Class::GlobalLoad,
        to: Class::Compute,
        op: 1,
    };
    assert_eq!(FourStage::new(&g, 2), Err(illegal));
    let mut g = gemm(false);
    g.ops[2] = Op {
        name: "mystery".into(),
        ..Op::default()
    };
    assert_eq!(FourStage::new(&g, 2), Err(FourStageError::Unclassified { op: 2 }));
    // Each iteration's load waits for the compute of the one before: no overlap is left.
    let mut g = gemm(false);
    g.edges.push(edge(3, 0, 1, 1));
    assert_eq!(
        FourStage::new(&g, 2),
        Err(FourStageError::BrokenDependence { edge: 3, needs: 3 })
    );
}
