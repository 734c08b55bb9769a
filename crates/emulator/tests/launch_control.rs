//! Cluster launch control: persistent clusters pull the work of clusters that were not launched. Every index of the
//! grid is worked on once, by whoever comes first; damaged kernels are named.

use std::collections::BTreeSet;
use tilewright_emulator::{Buffer, FindingKind, Launch, Options, Outcome, Param, run};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    NoWait,
    NoBarrierBetween,
    ExpectsTooMuch,
    AsksAfterFailure,
    IndexOfFailure,
    ForgetsWork,
    Misaligned,
}

/// Every CTA adds 1 to its own word of `out`, then to those of the clusters that it cancels, two threads of work each.
/// `ctas` of a cluster get the response together.
fn kernel(ctas: u32, fault: Fault) -> String {
    let on = |f: Fault, yes: &'static str, no: &'static str| if fault == f { yes } else { no };
    let (cast, meet) = if ctas > 1 {
        (
            ".multicast::cluster::all",
            "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
        )
    } else {
        ("", "bar.sync 0;")
    };
    format!(
        "
.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 out)
{{
  .reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>; .reg .b128 %q<3>;
  .shared .align 16 .b8 response[32];
  .shared .align 8 .b64 done;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank;
  mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y; mov.u32 %r5, %ctaid.z;
  mov.u32 %r6, %nctaid.x; mov.u32 %r7, %nctaid.y; mov.u32 %r10, 0;
  setp.ne.u32 %p0, %r1, 0;
  or.b32 %r8, %r1, %r2; setp.ne.u32 %p1, %r8, 0;
  @%p0 bra BEGIN;
  mbarrier.init.shared::cta.b64 [done], 1;
  fence.mbarrier_init.release.cluster;
BEGIN:
  {meet}
WORK:
  @%p0 bra ASK;
  mad.lo.u32 %r8, %r5, %r7, %r4; mad.lo.u32 %r8, %r8, %r6, %r3;
  mul.wide.u32 %rd2, %r8, 4; add.s64 %rd3, %rd1, %rd2;
  red.global.add.u32 [%rd3], 1;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [done], {bytes};
ASK:
  {between}
  @%p1 bra WAIT;
  clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes{cast}.b128 [response+{at}], [done];
WAIT:
  {wait}
  ld.shared.b128 %q1, [response];
  xor.b32 %r10, %r10, 1;
  clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q1;
  {failed}
  @!%p3 bra {end};
  {claim}
  add.u32 %r3, %r3, %r2;
  {between}
  bra.uni WORK;
AGAIN:
  @%p1 bra END;
  clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes{cast}.b128 [response], [done];
END:
  ret;
}}",
        bytes = on(Fault::ExpectsTooMuch, "32", "16"),
        at = on(Fault::Misaligned, "8", "0"),
        between = on(Fault::NoBarrierBetween, "", meet),
        wait = on(
            Fault::NoWait,
            "",
            "mbarrier.try_wait.parity.shared::cta.b64 %p2, [done], %r10; @!%p2 bra WAIT;"
        ),
        end = on(Fault::AsksAfterFailure, "AGAIN", "END"),
        failed = on(
            Fault::IndexOfFailure,
            "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r12, %q1;",
            ""
        ),
        claim = match fault {
            Fault::ForgetsWork => "bra.uni END;",
            // Both forms of the question; a round through 64-bit halves changes nothing.
            _ =>
                "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r3, %r4, _, _}, %q1;
                 mov.b128 {%rd4, %rd5}, %q1; mov.b128 %q2, {%rd4, %rd5}; mov.b128 %q0, %q2;
                 clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 %r5, %q0;",
        },
    )
}

fn go(text: &str, grid: [u32; 3], ctas: u32, seed: u64) -> Outcome {
    let launch = Launch {
        entry: "k".into(),
        grid,
        block: [32, 1, 1],
        cluster: [ctas, 1, 1],
        dynamic_shared: 0,
        shared_align: 1024,
        params: vec![Param::Buffer {
            name: "out".into(),
            offset: 0,
        }],
    };
    let out = Buffer {
        name: "out".into(),
        bytes: vec![0; grid.iter().product::<u32>() as usize * 4],
        align: 256,
    };
    let budget = 2_000_000;
    run(text, &launch, vec![out], Options { seed, budget }).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_index_is_worked_on_once() {
    for (ctas, grid) in [
        (1, [7, 3, 2]),
        (1, [1, 1, 1]),
        (1, [40, 1, 1]),
        (2, [6, 3, 2]),
        (4, [4, 1, 5]),
    ] {
        let mut launched = BTreeSet::new();
        for seed in 0..24 {
            let outcome = go(&kernel(ctas, Fault::None), grid, ctas, seed);
            assert!(
                outcome.findings.is_empty(),
                "{grid:?}, seed {seed}: {}",
                outcome.findings[0]
            );
            let once = outcome.buffers[0].bytes.chunks_exact(4).all(|w| w == [1, 0, 0, 0]);
            assert!(once, "{grid:?}, seed {seed}");
            launched.insert(outcome.stats.ctas);
        }
        let all = u64::from(grid.iter().product::<u32>());
        assert!(launched.iter().all(|&n| n <= all), "{launched:?}");
        assert!(
            all <= u64::from(ctas) || launched.len() > 1,
            "{grid:?}: the seed chooses nothing"
        );
    }
}

#[test]
fn every_fault_is_named() {
    use FindingKind::*;
    let faults: [(u32, Fault, &[FindingKind], &str); 8] = [
        (1, Fault::NoWait, &[Race], "nothing orders it"),
        (2, Fault::NoWait, &[Race], "nothing orders it"),
        (
            2,
            Fault::NoBarrierBetween,
            &[Race, InvalidBarrier, ArriveOverrun, TransactionMismatch],
            "",
        ),
        (1, Fault::ExpectsTooMuch, &[Deadlock], "16 bytes that no copy brings"),
        (
            1,
            Fault::AsksAfterFailure,
            &[LaunchControl],
            "after a request was seen to fail",
        ),
        (1, Fault::IndexOfFailure, &[LaunchControl], "of a request that failed"),
        (2, Fault::ForgetsWork, &[LaunchControl], "its work is lost"),
        (1, Fault::Misaligned, &[Misaligned], "not a multiple of the 16 bytes"),
    ];
    for (ctas, fault, kinds, says) in faults {
        let found = (0..64).find_map(|seed| {
            let findings = go(&kernel(ctas, fault), [4, 2, 1], ctas, seed).findings;
            findings
                .into_iter()
                .find(|f| kinds.contains(&f.kind) && f.message.contains(says))
        });
        assert!(
            found.is_some(),
            "{fault:?} was not named: {:?}",
            go(&kernel(ctas, fault), [4, 2, 1], ctas, 1).findings
        );
    }
}
