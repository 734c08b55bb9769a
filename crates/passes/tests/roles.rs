//! Agents are a list of roles: a third one, an issuer that has the products, is a program like the others'.

use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::{Module, Op, OpKind, parse, print, verify};
use tilewright_passes::{Context, PIPELINE};

/// A module after some passes, from one on.
fn passed(module: Module, from: &str, to: &str, context: &Context<'_>) -> Result<Module, String> {
    let at = |name: &str| PIPELINE.iter().position(|pass| pass.name == name).expect("a pass");
    let mut module = module;
    for pass in &PIPELINE[at(from)..=at(to)] {
        if let Some(next) = pass.run(&module, context).map_err(|refusal| refusal.message)? {
            module = next;
        }
        let found = verify(&module);
        assert!(found.is_empty(), "after {}: {found:?}", pass.name);
    }
    Ok(module)
}

/// A text that no IR has.
const NOTHING: &str = "\u{0}";

/// The kernel of the gallery, scheduled for agents of these roles, as its agents; `without` is what is not said of the loop.
fn agents(kernel: &str, roles: &str, without: &str) -> Result<Module, String> {
    let path = format!("{}/../../tests/kernels/{kernel}.mlir", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(path).expect("the kernel is there");
    let target = tilewright_machine::target("sm_90a").expect("a target");
    let context = Context::new(target, kernel, 2);
    let scheduled = passed(
        parse(&source).module,
        "convert-cudatile-to-tileaa",
        "generate-schedule",
        &context,
    )?;
    let text = print(&scheduled).text;
    let attribute = |name: &str| {
        let (_, rest) = text.split_once(&format!("nv_tileas.{name} = [")).expect("an attribute");
        rest.split(']').next().expect("a list").to_string()
    };
    let mut changed = text.clone();
    for (name, one) in [("num_warps", "4"), ("max_regs", "40")] {
        let old = format!("nv_tileas.{name} = [{}]", attribute(name));
        let first = attribute(name).split(", ").next().expect("a number").to_string();
        let others = vec![one; roles.split(", ").count() - 1].join(", ");
        changed = changed.replace(&old, &format!("nv_tileas.{name} = [{first}, {others}]"));
    }
    let old = format!("nv_tileas.roles = [{}]", attribute("roles"));
    changed = changed.replace(&old, &format!("nv_tileas.roles = [{roles}]"));
    changed = changed.replace(without, "");
    let parsed = parse(&changed);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    passed(
        parsed.module,
        "materialize-schedule",
        "resolve-agent-boundary",
        &context,
    )
}

/// The number of ops of a kind that each agent has.
fn counts(module: &Module, kind: OpKind) -> Vec<usize> {
    let is_switch = |&op: &Op| module.kind(op) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH;
    let switch = module.walk(module.top()).into_iter().find(is_switch).expect("agents");
    let count = |region: &tilewright_ir::Region| {
        let ops = module.blocks(*region).iter().flat_map(|&block| module.walk(block));
        ops.filter(|&op| module.kind(op) == kind).count()
    };
    module.regions(switch).iter().map(count).collect()
}

#[test]
fn an_issuer_has_the_products_and_hands_its_accumulators_on() {
    let three = agents("matmul", "consumer, producer, issuer", NOTHING).expect("three agents");
    assert_eq!(counts(&three, nv_tileas::DOT), [0, 0, 1]);
    assert_eq!(counts(&three, nv_tileas::TILED_LOAD), [0, 1 + 1, 0]);
    assert_eq!(counts(&three, nv_tileas::TILED_STORE), [1, 0, 0]);
    assert_eq!(counts(&three, scf::FOR), [0, 1, 1]);
    // The tiles go from the producer to the issuer, the accumulators from there to the consumer.
    assert_eq!(counts(&three, cutlass::PIPELINE_PRODUCER_ACQUIRE), [0, 1, 1]);
    assert_eq!(counts(&three, cutlass::PIPELINE_PRODUCER_COMMIT), [0, 1, 1]);
    assert_eq!(counts(&three, cutlass::PIPELINE_CONSUMER_WAIT), [1, 0, 1]);
    assert_eq!(counts(&three, cutlass::PIPELINE_CONSUMER_RELEASE), [1, 0, 1]);
    let text = print(&three).text;
    assert_eq!(print(&parse(&text).module).text, text);
}

#[test]
fn the_states_of_all_rings_go_through_the_loops_around() {
    let three = agents(
        "tiles_persistent",
        "consumer, producer, issuer",
        ", nv_tileas.consumers = 2",
    )
    .expect("three agents");
    assert_eq!(counts(&three, nv_tileas::DOT), [0, 0, 1]);
    // The loop over tiles, and the one over K.
    assert_eq!(counts(&three, scf::FOR), [1, 2, 2]);
    let issuer = |text: &str| text.rsplit("} {\n").next().expect("an agent").to_string();
    let last = issuer(&print(&three).text);
    let carried = last.lines().find(|line| line.contains("scf.for")).expect("a loop");
    assert_eq!(carried.matches("!cutlass.pipeline_state").count(), 2, "{carried}");
}

#[test]
fn the_order_of_roles_after_the_consumer_is_free() {
    let three = agents("matmul", "consumer, issuer, producer", NOTHING).expect("three agents");
    assert_eq!(counts(&three, nv_tileas::DOT), [0, 1, 0]);
    assert_eq!(counts(&three, nv_tileas::TILED_LOAD), [0, 0, 2]);
}

#[test]
fn roles_that_do_not_go_together_are_refused() {
    let consumers = agents("tiles_persistent", "consumer, producer, issuer", NOTHING);
    assert_eq!(
        consumers.err().as_deref(),
        Some("consumers that take turns at tiles multiply themselves")
    );
    assert_eq!(
        agents("matmul", "producer, issuer", NOTHING).err().as_deref(),
        Some("a loop of agents without a consumer")
    );
    // The instructions of this target's unit are issued by its consumers.
    let target = tilewright_machine::target("sm_90a").expect("a target");
    let three = agents("matmul", "consumer, producer, issuer", NOTHING).expect("three agents");
    let refused = passed(
        three,
        "assign-load-store-layouts",
        "materialize-async",
        &Context::new(target, "matmul", 2),
    );
    assert!(refused.is_err_and(|why| why.contains("have no issuer")));
}
