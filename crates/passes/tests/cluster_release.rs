//! A ring across a cluster, from `cutlass.pipeline` to PTX that the emulator executes: consumers release a stage to all
//! CTAs of their row and column.

mod common;

use tilewright_emulator::{FindingKind, Launch, Options, run};
use tilewright_lowering::convert_pipeline_to_nvvm::{PipelineForm, lower};
use tilewright_protocol::{Cta, Verdict, VerdictKind, verdict};

/// Seven items through a ring of two stages: the first warp of each CTA fills its part of the stages of so many CTAs,
/// the second empties them.
fn kernel(cluster: &str, filled: u32) -> String {
    let (mut numbers, mut fills) = (String::new(), String::new());
    for cta in 0..filled {
        numbers += &format!("  %cta{cta} = arith.constant <i32: {cta}> : i32\n");
        fills += &format!("        nvvm.mbarrier.arrive.cluster %full + 0 at %cta{cta} of {filled}\n");
    }
    let commit = match filled {
        1 => "        cutlass.pipeline.producer_commit %pipe, %s {transaction_bytes = 0}\n".to_string(),
        _ => format!("        %full = cutlass.pipeline.full_barrier %pipe, %s -> i32\n{fills}"),
    };
    let producers = 32 * filled;
    format!(
        "nv_tileas.func @k() {{
  %n = arith.constant <i32: 7> : i32
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
{numbers}  %pipe = cutlass.pipeline.create {{numStages = 2, num_producers = {producers}, num_consumers = 32, convention = cutlass, cluster = {cluster}}}
  cutlass.pipeline.init %pipe
  cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2, 12] groups = [0, 0, 0] {{
    cutlass.async.exec {{
      %p = cutlass.pipeline.state.create producer {{convention = cutlass}}
      %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %p) -> (!cutlass.pipeline_state) {{
        cutlass.pipeline.producer_acquire %pipe, %s
{commit}        %next = cutlass.pipeline.state.increment %pipe, %s
        scf.continue %next : !cutlass.pipeline_state
      }}
      cutlass.pipeline.producer_tail %pipe, %end
    }}
    cutlass.async.exec {{
      %c = cutlass.pipeline.state.create consumer
      %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %c) -> (!cutlass.pipeline_state) {{
        cutlass.pipeline.consumer_wait %pipe, %s
        cutlass.pipeline.consumer_release %pipe, %s
        %next = cutlass.pipeline.state.increment %pipe, %s
        scf.continue %next : !cutlass.pipeline_state
      }}
    }}
    cutlass.async.exec {{
    }}
  }} attributes {{num_warps = 4}}
  nv_tileas.return
}}
"
    )
}

/// The faults that are found on several seeds.
fn findings(ptx: &str, ctas: u32) -> Vec<FindingKind> {
    let launch = Launch {
        entry: "k".to_string(),
        grid: [ctas, 1, 1],
        block: [128, 1, 1],
        cluster: [ctas, 1, 1],
        dynamic_shared: 4096,
        shared_align: 1024,
        params: Vec::new(),
    };
    let of = |seed| {
        let options = Options {
            seed,
            budget: 1_000_000,
        };
        let outcome = run(ptx, &launch, Vec::new(), options).unwrap_or_else(|refusal| panic!("{refusal}\n{ptx}"));
        outcome.findings.into_iter().map(|finding| finding.kind)
    };
    (0..8).flat_map(of).collect()
}

/// A CTA of an H100: of so many warps, and 232,448 bytes of shared memory.
const fn cta(warps: u32) -> Cta {
    Cta {
        warps,
        shared_bytes: 232_448,
    }
}

/// The verdict of the model checker, which executes nothing.
fn judge(text: &str) -> Verdict {
    let module = lower(&tilewright_ir::parse(text).module, PipelineForm::Step).unwrap();
    verdict(&module, cta(4)).unwrap()
}

const BEFORE: &str = "convert-pipeline-to-nvvm";

#[test]
fn a_ring_across_a_cluster_runs_dry() {
    for (cluster, ctas) in [("[2, 1]", 2), ("[1, 2]", 2), ("[3, 1]", 3)] {
        let ptx = common::try_ptx(&kernel(cluster, ctas), "k", BEFORE).unwrap();
        assert_eq!(findings(&ptx, ctas), [], "{cluster}\n{ptx}");
        let found = judge(&kernel(cluster, ctas));
        assert_eq!(found.verdict, VerdictKind::Proved, "{cluster}: {}", found.text);
        assert_eq!(found.agents.len(), 2 * ctas as usize, "{:?}", found.agents);
    }
}

/// An agent that does not fill the others' stages lets them run ahead, and their releases come too early.
#[test]
fn releases_across_a_cluster_need_stages_that_are_filled_across_it() {
    let ptx = common::try_ptx(&kernel("[2, 2]", 1), "k", BEFORE).unwrap();
    // The other one of the row, and the other one of the column.
    assert_eq!(ptx.matches("mapa.shared::cluster.u32").count(), 2, "{ptx}");
    assert!(findings(&ptx, 4).contains(&FindingKind::ArriveOverrun));
    let found = judge(&kernel("[2, 2]", 1));
    assert_eq!(found.verdict, VerdictKind::Refuted, "{}", found.text);
}

#[test]
fn one_arrival_more_or_fewer_is_seen() {
    let ptx = common::try_ptx(&kernel("[2, 1]", 2), "k", BEFORE).unwrap();
    let more = ptx.replace(", 64;", ", 65;");
    assert_ne!(more, ptx);
    assert!(findings(&more, 2).contains(&FindingKind::Deadlock));
    let fewer = findings(&ptx.replace(", 64;", ", 63;"), 2);
    assert!(!fewer.is_empty());
    for count in ["num_consumers = 31", "num_consumers = 33"] {
        let found = judge(&kernel("[2, 1]", 2).replace("num_consumers = 32", count));
        assert_eq!(found.verdict, VerdictKind::Refuted, "{count}: {}", found.text);
    }
}
