//! The ops of `cutlass.tile_scheduler`: a kernel with all of them is legal and prints as itself, and each rule has a
//! twin: the same kernel with one thing changed, and what the verifier says of it.

use tilewright_ir::{parse, print, verify};

const ALL: &str = r#"nv_tileaa.func @all(%c48: !cutlass.grid_constant<48>, %c176: !cutlass.grid_constant<176>, %ids: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %acc: tile<64x64xf32>) {
  %dp = cutlass.tile_scheduler.create_dp_params %c48 problem(%m, %n, %k) work_id = %ids {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 8, pull} : !cutlass.grid_constant<48>, tile<i32>, tile<ptr<i32>> -> !cutlass.tile_scheduler_params<data_parallel, contract>
  %sp = cutlass.tile_scheduler.create_static_persistent_params %c176 problem(%m, %n, %k) {tile = [64, 64, 32], cluster = [2, 1], raster = heuristic, swizzle = 1} : !cutlass.grid_constant<176>, tile<i32> -> !cutlass.tile_scheduler_params<static_persistent, cutlass_sm90>
  %sk = cutlass.tile_scheduler.create_streamk_params %c48 problem(%m, %n, %k) {tile = [64, 64, 32], cluster = [1, 1], raster = along_n, swizzle = 1, decomposition = heuristic, splits = 1, sm = 90} : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k, contract>
  %first, %end, %step = cutlass.tile_scheduler.get_worker_range %sp : !cutlass.tile_scheduler_params<static_persistent, cutlass_sm90> -> tile<i32>
  %ticket = cutlass.tile_scheduler.request_work %dp, %m : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> tile<i32>
  %id = cutlass.tile_scheduler.receive_work %dp, %ticket : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> tile<i32>
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 2 readers = 4 : !cutlass.work_id_response
  %counted = cutlass.tile_scheduler.fetch_work_id %ids, %m alone : tile<ptr<i32>>, tile<i32> -> tile<i32>
  %answers = cutlass.tile_scheduler.create_work_id_response stages = 1 ctas = 2 : !cutlass.work_id_response
  %asked = cutlass.tile_scheduler.request_work_id %answers, %m alone : !cutlass.work_id_response, tile<i32> -> tile<i32>
  %cancelled = cutlass.tile_scheduler.receive_work_id %answers, %asked : !cutlass.work_id_response, tile<i32> -> tile<i32>
  cutlass.tile_scheduler.send_work_id %ring, %counted, %m : !cutlass.work_id_response, tile<i32>
  %taken = cutlass.tile_scheduler.take_work_id %ring, %m : !cutlass.work_id_response, tile<i32> -> tile<i32>
  cutlass.tile_scheduler.write_work_id %m[%n], %counted : tile<i32>, tile<i32>
  %read = cutlass.tile_scheduler.read_work_id %m[%n] in %k : tile<i32>, tile<i32> -> tile<i32>
  %cancels = cutlass.tile_scheduler.create_dp_params %c48 problem(%m, %n, %k) work_id = %ring {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 1, pull} : !cutlass.grid_constant<48>, tile<i32>, !cutlass.work_id_response -> !cutlass.tile_scheduler_params<data_parallel, contract>
  %dw = cutlass.tile_scheduler.create_dp_work_tile_info %dp, %id : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> !cutlass.work_tile_info<data_parallel, contract>
  %sw = cutlass.tile_scheduler.create_static_persistent_work_tile_info %sp, %first : !cutlass.tile_scheduler_params<static_persistent, cutlass_sm90>, tile<i32> -> !cutlass.work_tile_info<static_persistent, cutlass_sm90>
  %kw = cutlass.tile_scheduler.create_streamk_work_tile_info %sk, %first : !cutlass.tile_scheduler_params<stream_k, contract>, tile<i32> -> !cutlass.work_tile_info<stream_k, contract>
  %tm, %tn, %tl, %k0, %kn, %index, %ok, %number, %split, %splits, %part = cutlass.tile_scheduler.get_work_tile %dw : !cutlass.work_tile_info<data_parallel, contract> -> tile<i32>, tile<i1>
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [240, 40] {
    %next, %round, %goes_on, %clock = cutlass.tile_scheduler.advance_to_next_work %sp, %sw, %index round = 1 : !cutlass.tile_scheduler_params<static_persistent, cutlass_sm90>, !cutlass.work_tile_info<static_persistent, cutlass_sm90>, tile<i32> -> !cutlass.work_tile_info<static_persistent, cutlass_sm90>, tile<i1>
  } {
  }
  %none, %no_sums, %no_locks = cutlass.tile_scheduler.get_workspace_sizes %sp : !cutlass.tile_scheduler_params<static_persistent, cutlass_sm90> -> tile<i64>
  %total, %sums, %locks = cutlass.tile_scheduler.get_workspace_sizes %sk tile_bytes = 16384 : !cutlass.tile_scheduler_params<stream_k, contract> -> tile<i64>
  %sum, %final = cutlass.tile_scheduler.fixup contract %sk, %kw, %acc : !cutlass.tile_scheduler_params<stream_k, contract>, !cutlass.work_tile_info<stream_k, contract>, tile<64x64xf32> -> tile<i1>
  cutlass.tile_scheduler.lock_wait equal %ids, %index : tile<ptr<i32>>, tile<i32>
  cutlass.tile_scheduler.lock_arrive %ids, %index : tile<ptr<i32>>, tile<i32>
  cutlass.tile_scheduler.lock_reset %ids, %index : tile<ptr<i32>>, tile<i32>
  cutlass.tile_scheduler.share_partial %acc part 0 of 2 : tile<64x64xf32>
  %joined = cutlass.tile_scheduler.add_partial %acc from %index part 1 of 2 : tile<64x64xf32>, tile<i32>
  %tl_params = cutlass.tile_scheduler.create_tilelang_params "sched"(%m, %n, %k) : tile<i32> -> !cutlass.tile_scheduler_params<tilelang> {swizzle_size = 8, column_major = true, cluster_size = 2}
  %x, %y = cutlass.tile_scheduler.coord %tl_params, %id : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> tile<i32>
  %s0 = cutlass.tile_scheduler.init %tl_params, %id : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> !cutlass.tile_scheduler_state
  %s1 = cutlass.tile_scheduler.next_tile %tl_params, %s0 : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> !cutlass.tile_scheduler_state
  %there = cutlass.tile_scheduler.valid %tl_params, %s1 : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> tile<i1>
  %m_idx = cutlass.tile_scheduler.m_idx %s1 : !cutlass.tile_scheduler_state -> tile<i32>
  %n_idx = cutlass.tile_scheduler.n_idx %s1 : !cutlass.tile_scheduler_state -> tile<i32>
  %linear = cutlass.tile_scheduler.linear_idx %s1 : !cutlass.tile_scheduler_state -> tile<i32>
  %iter = cutlass.tile_scheduler.current_iter %s1 : !cutlass.tile_scheduler_state -> tile<i32>
  %field = nvvm.ld_param %c48 + 40 : !cutlass.grid_constant<48> -> tile<i32>
  nv_tileaa.return
}
"#;

#[test]
fn every_op_prints_as_itself() {
    let parsed = parse(ALL);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    assert!(verify(&parsed.module).is_empty(), "{:?}", verify(&parsed.module));
    let text = print(&parsed.module).text;
    let again = parse(&text);
    assert!(again.diagnostics.is_empty(), "{text}\n{:?}", again.diagnostics);
    assert_eq!(print(&again.module).text, text);
    assert_eq!(text, ALL);
}

/// The verifier's complaints about the kernel with one thing changed.
fn changed(from: &str, to: &str) -> String {
    assert!(ALL.contains(from), "`{from}` does not occur");
    let text = ALL.replace(from, to);
    let parsed = parse(&text);
    assert!(
        parsed.diagnostics.is_empty(),
        "{from} -> {to}: {:?}",
        parsed.diagnostics
    );
    verify(&parsed.module)
        .iter()
        .map(|d| d.message.clone() + "\n")
        .collect()
}

#[test]
fn each_rule_has_its_twin() {
    let twins = [
        // Data-parallel with pull needs a source; the others may have none.
        (
            " work_id = %ids {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 8, pull} : !cutlass.grid_constant<48>, tile<i32>, tile<ptr<i32>>",
            " {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 8, pull} : !cutlass.grid_constant<48>, tile<i32>",
            "the pull model needs a WorkID response source",
        ),
        (
            "swizzle = 8, pull",
            "swizzle = 8",
            "work is pulled from a data-parallel scheduler that was made with `pull`",
        ),
        (
            "raster = heuristic, swizzle = 1}",
            "raster = heuristic, swizzle = 1, pull}",
            "only the data-parallel scheduler pulls",
        ),
        (
            "%c176 problem(%m, %n, %k) {tile = [64, 64, 32], cluster = [2, 1], raster = heuristic, swizzle = 1} : !cutlass.grid_constant<176>, tile<i32> ->",
            "%c176 problem(%m, %n, %k) work_id = %ids {tile = [64, 64, 32], cluster = [2, 1], raster = heuristic, swizzle = 1} : !cutlass.grid_constant<176>, tile<i32>, tile<ptr<i32>> ->",
            "only a data-parallel scheduler reads a WorkID response",
        ),
        (
            "work_id = %ring {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 1, pull} : !cutlass.grid_constant<48>, tile<i32>, !cutlass.work_id_response",
            "work_id = %m {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 1, pull} : !cutlass.grid_constant<48>, tile<i32>, tile<i32>",
            "a WorkID response source is a counter in global memory or",
        ),
        (
            "stages = 2 readers = 4",
            "stages = 3 readers = 4",
            "the places of a ring of work ids are a power of two",
        ),
        (
            "stages = 2 readers = 4",
            "stages = 2 readers = 0",
            "somebody has to read the work ids",
        ),
        (
            "stages = 1 ctas = 2",
            "stages = 2 ctas = 2",
            "one answer at a time comes to a cluster",
        ),
        (
            "stages = 1 ctas = 2",
            "stages = 1 ctas = 1",
            "a cluster that answers come to has several CTAs",
        ),
        (
            "request_work_id %answers, %m alone : !cutlass.work_id_response",
            "request_work_id %ids, %m alone : tile<ptr<i32>>",
            "expected a value of type `!cutlass.work_id_response`",
        ),
        (
            "request_work %dp, %m : !cutlass.tile_scheduler_params<data_parallel, contract>",
            "request_work %sk, %m : !cutlass.tile_scheduler_params<stream_k, contract>",
            "work is pulled from a data-parallel scheduler that was made with `pull`",
        ),
        // The form of stream-K and the GPU.
        (
            "  %first, %end, %step =",
            "  %blackwell = cutlass.tile_scheduler.create_streamk_params %c48 problem(%m, %n, %k) : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k_sm100, contract> {tile = [64, 64, 32], cluster = [2, 1], raster = along_n, swizzle = 1, decomposition = heuristic, splits = 1, sm = 100}\n  %first, %end, %step =",
            "a kernel never has both forms of stream-K",
        ),
        // Advancing clocks a pipeline.
        (
            "round = 1",
            "round = 0",
            "the pipeline is clocked after a positive number of tiles",
        ),
        // The workspace follows from the kind.
        (
            " tile_bytes = 16384",
            "",
            "the workspace of stream-K holds accumulator tiles",
        ),
        (
            "get_workspace_sizes %sp",
            "get_workspace_sizes %sp tile_bytes = 16384",
            "the workspace of a static_persistent scheduler is empty",
        ),
        // Protocols belong to policies.
        (
            "fixup contract",
            "fixup turnstile",
            "the protocol turnstile does not join",
        ),
        (
            "fixup contract",
            "fixup cluster_barrier",
            "the protocol cluster_barrier does not join",
        ),
        (
            "fixup contract %sk, %kw, %acc : !cutlass.tile_scheduler_params<stream_k, contract>, !cutlass.work_tile_info<stream_k, contract>",
            "fixup contract %dp, %dw, %acc : !cutlass.tile_scheduler_params<data_parallel, contract>, !cutlass.work_tile_info<data_parallel, contract>",
            "the tiles of a data_parallel scheduler are whole",
        ),
        ("part 1 of 2", "part 2 of 2", "there is no part 2 of 2"),
        // Handles say whose they are.
        (
            "create_dp_work_tile_info %dp",
            "create_static_persistent_work_tile_info %dp",
            "this op is for static_persistent, not for data_parallel",
        ),
        (
            "work_tile_info<data_parallel, contract>",
            "work_tile_info<data_parallel, cutlass_sm90>",
            "the work tile of a data_parallel scheduler (contract) cannot be",
        ),
        (
            "init %tl_params, %id : !cutlass.tile_scheduler_params<tilelang>",
            "init %dp, %id : !cutlass.tile_scheduler_params<data_parallel, contract>",
            "this op is for tilelang, not for data_parallel",
        ),
        (
            "m_idx %s1 : !cutlass.tile_scheduler_state",
            "m_idx %id : tile<i32>",
            "expected a state of TileLang's scheduler",
        ),
        // Records and sizes.
        (
            "create_dp_params %c48 problem(%m, %n, %k) work_id = %ids {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 8, pull} : !cutlass.grid_constant<48>",
            "create_dp_params %c176 problem(%m, %n, %k) work_id = %ids {tile = [64, 64, 32], cluster = [1, 1], raster = along_m, swizzle = 8, pull} : !cutlass.grid_constant<176>",
            "has type `!cutlass.grid_constant<48>`",
        ),
        ("%c48 + 40", "%c48 + 46", "there is no field of 4 bytes at 46"),
        ("%c48 + 40", "%c48 + 48", "there is no field of 4 bytes at 48"),
        ("cluster = [2, 1]", "cluster = [3, 1]", "is not made of powers of two"),
        (
            "cluster = [2, 1]",
            "cluster = [0, 1]",
            "`cluster` must be 2 positive sizes",
        ),
        (
            "swizzle = 8, pull",
            "swizzle = 0, pull",
            "the swizzle is the width of a panel in tiles",
        ),
        (
            "readers = 4",
            "readers = 4 readers_of_first = 4",
            "the first CTA of a cluster has more readers than the others",
        ),
        ("splits = 1", "splits = 0", "a tile has at least one split"),
        (
            "swizzle_size = 8",
            "swizzle_size = 0",
            "`swizzle_size` must be at least 1",
        ),
        (
            "cluster_size = 2",
            "cluster_size = -2",
            "`cluster_size` must be at least 1",
        ),
    ];
    for (from, to, wanted) in twins {
        let said = changed(from, to);
        assert!(
            said.contains(wanted),
            "{from} -> {to}: expected `{wanted}`, the verifier says:\n{said}"
        );
    }
}

#[test]
fn advancing_is_for_asynchronous_execution() {
    let switch = "nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [240, 40] {";
    assert!(ALL.contains(switch));
    let outside = ALL.replace(switch, "scf.if %ok {").replace("  } {\n  }\n", "  }\n");
    let parsed = parse(&outside);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let said = verify(&parsed.module);
    assert!(
        said.iter()
            .any(|d| d.message.contains("must stand inside an async execution region")),
        "{said:?}"
    );
    assert_eq!(said.len(), 1, "fixups and workspaces may stand anywhere: {said:?}");
}

#[test]
fn broken_types_are_refused_where_they_stand() {
    for (from, to) in [
        ("grid_constant<48>, %c176", "grid_constant<0>, %c176"),
        ("<data_parallel, contract>\n", "<data_parallel, nobody>\n"),
        ("<data_parallel, contract>\n", "<pull, contract>\n"),
    ] {
        assert!(ALL.contains(from));
        assert!(
            parse(&ALL.replace(from, to)).diagnostics.iter().any(|d| d.is_error()),
            "{to}"
        );
    }
}
