//! Heavy agents issue in the order of their schedules, light ones in that of the program: `--rrt-size-threshold`, by the PTX that it makes.

use crate::common::{compile, text};

/// Two products, of which the first one's exponentials are the second one's operand.
const ATTENTION: &str = "cutile/attention.mlir";

/// The PTX of a kernel whose agents' reservation tables may have so many entries, and what is told of it.
fn with_tables(name: &str, entries: &str) -> (String, String) {
    let output = compile(name, &["--rrt-size-threshold", entries]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

/// The consumers' products, their waits for all products or for the earlier ones, and their exponentials, in the order of the text.
fn order(ptx: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for line in ptx.lines() {
        let step = match line {
            _ if line.contains("wgmma.commit_group") => "product",
            _ if line.contains("wgmma.wait_group.sync.aligned 0;") => "all done",
            _ if line.contains("wgmma.wait_group") => "earlier done",
            // Exponentials are many in a row.
            _ if line.contains("ex2.") && found.last() != Some(&"exponentials") => "exponentials",
            // Absent: nothing whose order is looked at.
            _ => continue,
        };
        found.push(step);
    }
    found
}

#[test]
fn light_agents_keep_the_order_of_the_program_and_heavy_ones_that_of_their_schedule() {
    let (light, told) = with_tables(ATTENTION, "0");
    assert!(told.contains("agents         light: a threshold of 0"), "{told}");
    // The loop's body is there three times.
    let body = ["product", "all done", "exponentials", "product", "all done"];
    assert_eq!(order(&light), body.repeat(3));
    // The next scores are made before these meet the values, and while their exponentials are computed.
    let (heavy, told) = with_tables(ATTENTION, "430");
    assert!(
        told.contains("agents         heavy: the agents' reservation tables take 430 entries"),
        "{told}"
    );
    let body = ["product", "product", "earlier done", "exponentials", "all done"];
    let around = [["product", "all done", "exponentials"].to_vec(), body.repeat(3)];
    assert_eq!(order(&heavy), [around.concat(), vec!["product", "all done"]].concat());
    // Anything above is as good, and one entry less too few.
    assert_eq!(with_tables(ATTENTION, "4096").0, heavy);
    assert_eq!(with_tables(ATTENTION, "429").0, light);
}

#[test]
fn a_threshold_changes_no_kernel_whose_program_is_in_the_order_of_its_schedule() {
    let [light, heavy] = ["0", "4096"].map(|entries| with_tables("cutile/gemm.mlir", entries));
    assert_eq!(light.0, heavy.0);
    let words = "--rrt-size-threshold has no effect: the kernel's code is the same without it";
    assert!(light.1.contains(words), "{}", light.1);
    assert!(!heavy.1.contains("no effect"), "{}", heavy.1);
    let (_, told) = with_tables(ATTENTION, "0");
    assert!(!told.contains("no effect"), "{told}");
}
