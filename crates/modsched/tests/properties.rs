//! Properties of random loops.

use proptest::collection::vec;
use proptest::prelude::*;
use tilewright_modsched::arms::cost::CostModel;
use tilewright_modsched::arms::run_chain;
use tilewright_modsched::exact::certificate::Checked;
use tilewright_modsched::exact::cnf::{Cnf, Lit};
use tilewright_modsched::exact::rup::is_refutation;
use tilewright_modsched::exact::sat::{Solver, Verdict};
use tilewright_modsched::fuzz::{check_bytes, check_loop};
use tilewright_modsched::generate::schedule;
use tilewright_modsched::json::write_graph;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::prepared::Prepared;
use tilewright_modsched::random::{odd_loop, realistic_loop};
use tilewright_modsched::steps::Steps;

fn literal(code: i8) -> Lit {
    Lit(u32::from(code.unsigned_abs()) * 2 + u32::from(code < 0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Any loop: rau legal, exact never worse, bounds below, certificates check, a gallop never beats the sweep.
    #[test]
    fn any_loop(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(check_bytes(&bytes), Ok(()));
    }

    #[test]
    fn realistic_loops(ops in 1usize..40, seed in any::<u64>()) {
        prop_assert_eq!(check_loop(&realistic_loop(ops, seed)), Ok(()));
    }

    /// The solver agrees with trying all assignments, and its refutations check.
    #[test]
    fn caps_and_leaders_are_decided(bytes in vec(any::<u8>(), 20..120), seats in vec((0u32..8, 0u32..8), 10)) {
        // Nearly every loop here has a cap or a shared leader, and every II below the answer gets a checked
        // certificate.
        let mut graph = odd_loop(&bytes);
        graph.ops.truncate(6);
        let n = graph.ops.len();
        graph.edges.retain(|e| e.src < n && e.dst < n);
        for (op, (cap, leader)) in graph.ops.iter_mut().zip(seats) {
            op.constraints.max_depth = (cap < 4).then_some(1 + cap);
            op.constraints.leader_gid = (leader < 3).then_some(leader % 2);
        }
        let report = schedule(&graph, &Options { generator: Generator::Exact, ..Options::default() });
        for r in &report.ruled_out {
            prop_assert!(r.certificate.is_proof() && r.checked != Checked::NotChecked, "{r:?}\n{}", write_graph(&graph));
        }
        if report.outcome.is_ok() {
            prop_assert!(report.proven_optimal, "{}", write_graph(&graph));
        }
        prop_assert!(check_loop(&graph).is_ok(), "{:?}", check_loop(&graph));
    }

    #[test]
    fn the_solver_is_right(clauses in vec(vec((0i8..7, any::<bool>()), 1..4), 0..40)) {
        let mut cnf = Cnf::default();
        for _ in 0..7 {
            cnf.fresh();
        }
        let clauses: Vec<Vec<Lit>> = (clauses.iter())
            .map(|c| c.iter().map(|&(v, n)| if n { !literal(v) } else { literal(v) }).collect())
            .collect();
        for c in &clauses {
            cnf.clause(c);
        }
        let holds = |bits: u32, l: &Lit| (bits >> l.var() & 1 == 1) != l.is_negated();
        let possible = (0..128u32).any(|bits| clauses.iter().all(|c| c.iter().any(|l| holds(bits, l))));
        let mut solver = Solver::new(&cnf, true);
        match solver.solve(10_000, &Steps::endless(), &mut |_| false) {
            Verdict::Sat => {
                prop_assert!(possible);
                prop_assert!(clauses.iter().all(|c| c.iter().any(|&l| solver.is_true(l))));
            }
            Verdict::Unsat => {
                prop_assert!(!possible);
                prop_assert!(is_refutation(&cnf, &solver.take_proof(), 1_000_000, &Steps::endless()));
            }
            Verdict::Unknown => prop_assert!(false, "so small a formula is decided"),
        }
    }

    /// Encoded sums mean what they say.
    #[test]
    fn at_most_means_at_most(weights in vec(0u64..5, 1..7), bound in 0u64..12, bits in any::<u32>(), least in any::<bool>()) {
        let mut cnf = Cnf::default();
        let terms: Vec<(Lit, u64)> = weights.iter().map(|&w| (cnf.fresh(), w)).collect();
        if least { cnf.at_least(&terms, bound) } else { cnf.at_most(&terms, bound) }
        let mut sum = 0;
        for (i, &(l, w)) in terms.iter().enumerate() {
            let on = bits >> i & 1 == 1;
            sum += if on { w } else { 0 };
            cnf.clause(&[if on { l } else { !l }]);
        }
        let expected = if least { sum >= bound } else { sum <= bound };
        let verdict = Solver::new(&cnf, false).solve(1000, &Steps::endless(), &mut |_| false);
        prop_assert_eq!(verdict == Verdict::Sat, expected);
    }

    /// A chain that seats everything holds only legal seats; one that fails returns nothing partial.
    #[test]
    fn the_arms_give_all_or_nothing(bytes in vec(any::<u8>(), 0..200), extra in 0u32..6) {
        let graph = odd_loop(&bytes);
        if let Ok(prepared) = Prepared::new(&graph) {
            let ii = u32::try_from(prepared.bounds.mii()).unwrap_or(1) + extra;
            let run = run_chain(&prepared, ii, &CostModel::documented());
            if let Some(schedule) = run.schedule {
                prop_assert_eq!(schedule.check(&graph), Ok(()));
            }
        }
    }
}

/// A formula without a model and a broken proof for it.
#[test]
fn a_proof_with_a_gap_is_rejected() {
    let mut cnf = Cnf::default();
    let (a, b) = (cnf.fresh(), cnf.fresh());
    for clause in [[a, b], [a, !b], [!a, b], [!a, !b]] {
        cnf.clause(&clause);
    }
    use tilewright_modsched::exact::sat::ProofStep;
    assert!(is_refutation(
        &cnf,
        &[ProofStep::Add(vec![a]), ProofStep::Add(vec![])],
        1000,
        &Steps::endless()
    ));
    assert!(!is_refutation(&cnf, &[], 1000, &Steps::endless()));
    let mut fine = Cnf::default();
    let (a, b) = (fine.fresh(), fine.fresh());
    fine.clause(&[a, b]);
    assert!(!is_refutation(
        &fine,
        &[ProofStep::Add(vec![a]), ProofStep::Add(vec![!a])],
        1000,
        &Steps::endless()
    ));
}
