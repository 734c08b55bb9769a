//! The cost of a scheduler per tile: the instructions between one tile and the next, in kernels that do nothing with a
//! tile but store its coordinates. `SCHEDULER_PTX=FOLDER cargo test` writes the PTX, to be looked at as machine code.

mod common;

/// The most instructions per tile of TileLang's and the static persistent scheduler.
const MAX_COST: usize = 40;

/// A kernel whose loop body ends in the stores of two numbers.
fn kernel(record: &str, create: &str, body: &str) -> String {
    format!(
        "nv_tileaa.func @cost(%out: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>{record}) {{
  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %grid, %grid_y, %grid_z = nv_tileaa.get_num_programs : tile<i32>
  {create}
  scf.for %id in (%first to %end, step %step) : tile<i32> {{
    {body}
    %a = arith.offset %out, %tm : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = nv_tileaa.store weak %a, %tn : tile<ptr<i32>>, tile<i32> -> token
    scf.continue
  }}
  nv_tileaa.return
}}
"
    )
}

fn ptx(name: &str, text: &str) -> String {
    // The text stands where the first cse ends.
    let text = common::try_ptx(text, "cost", "apply-tile-scheduler").unwrap();
    if let Some(folder) = std::env::var_os("SCHEDULER_PTX") {
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.ptx")), &text).unwrap();
    }
    text
}

/// Instructions of the loop: from the label that is branched back to, to the branch.
fn loop_length(ptx: &str) -> usize {
    let lines: Vec<&str> = ptx.lines().map(str::trim).collect();
    let label = |name: &str| lines.iter().position(|l| l.strip_suffix(':') == Some(name));
    let mut longest = 0;
    for (at, line) in lines.iter().enumerate() {
        let target = line.split_whitespace().last().unwrap_or("").trim_end_matches(';');
        if line.contains("bra")
            && let Some(start) = label(target)
            && start < at
        {
            let body = lines[start..=at].iter();
            longest = longest.max(body.filter(|l| l.ends_with(';') && !l.starts_with("mov.")).count());
        }
    }
    longest
}

/// The same loop without a scheduler: what the stores and the loop cost by themselves.
fn bare() -> String {
    kernel(
        "",
        "%first = arith.addi %x, %x : tile<i32>\n  %end = arith.muli %m, %n : tile<i32>\n  %step = arith.addi %grid, %k : tile<i32>",
        "%tm = arith.addi %id, %k : tile<i32>\n    %tn = arith.addi %id, %n : tile<i32>",
    )
}

fn tilelang(swizzle: u32, cluster: u32) -> String {
    let create = format!(
        "%s = cutlass.tile_scheduler.create_tilelang_params \"sched\"(%m, %n, %grid) : tile<i32> -> !cutlass.tile_scheduler_params<tilelang> {{swizzle_size = {swizzle}, column_major = true, cluster_size = {cluster}}}
  %first, %end, %step = cutlass.tile_scheduler.get_worker_range %s : !cutlass.tile_scheduler_params<tilelang> -> tile<i32>"
    );
    kernel(
        "",
        &create,
        "%tm, %tn = cutlass.tile_scheduler.coord %s, %id : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> tile<i32>",
    )
}

fn cutlass(kind: &str, policy: &str, record: u32, swizzle: u32, raster: &str) -> String {
    let scheduler = format!("static_persistent, {policy}");
    assert_eq!(kind, "static_persistent");
    let create = format!(
        "%s = cutlass.tile_scheduler.create_static_persistent_params %r problem(%m, %n, %k) : !cutlass.grid_constant<{record}>, tile<i32> -> !cutlass.tile_scheduler_params<{scheduler}> {{tile = [128, 128, 64], cluster = [1, 1], raster = {raster}, swizzle = {swizzle}}}
  %first, %end, %step = cutlass.tile_scheduler.get_worker_range %s : !cutlass.tile_scheduler_params<{scheduler}> -> tile<i32>"
    );
    let body = format!(
        "%w = cutlass.tile_scheduler.create_static_persistent_work_tile_info %s, %id : !cutlass.tile_scheduler_params<{scheduler}>, tile<i32> -> !cutlass.work_tile_info<{scheduler}>
    %tm, %tn, %tl, %k0, %kn, %index, %ok, %number, %split, %splits, %part = cutlass.tile_scheduler.get_work_tile %w : !cutlass.work_tile_info<{scheduler}> -> tile<i32>, tile<i1>"
    );
    kernel(&format!(", %r: !cutlass.grid_constant<{record}>"), &create, &body)
}

#[test]
fn a_tile_costs_at_most_forty_instructions() {
    let base = loop_length(&ptx("bare", &bare()));
    assert!(base >= 4, "the loop was not found");
    let kernels = [
        ("tilelang_1", tilelang(1, 1)),
        ("tilelang_8", tilelang(8, 1)),
        ("tilelang_8_cluster_2", tilelang(8, 2)),
        (
            "static_contract_1",
            cutlass("static_persistent", "contract", 48, 1, "along_m"),
        ),
        (
            "static_contract_8",
            cutlass("static_persistent", "contract", 48, 8, "heuristic"),
        ),
        (
            "static_cutlass_1",
            cutlass("static_persistent", "cutlass_sm90", 176, 1, "along_m"),
        ),
        (
            "static_cutlass_8",
            cutlass("static_persistent", "cutlass_sm90", 176, 8, "heuristic"),
        ),
    ];
    for (name, text) in kernels {
        let whole = loop_length(&ptx(name, &text));
        let cost = whole - base;
        assert!((1..=MAX_COST).contains(&cost), "{name}: {cost} instructions per tile");
    }
}

/// TileLang's stateful form: the state is carried by a loop, named by its prefix.
#[test]
fn a_state_is_carried_as_four_numbers() {
    let text = "nv_tileaa.func @cost(%out: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>) {
  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %grid, %grid_y, %grid_z = nv_tileaa.get_num_programs : tile<i32>
  %s = cutlass.tile_scheduler.create_tilelang_params \"sched\"(%m, %n, %grid) : tile<i32> -> !cutlass.tile_scheduler_params<tilelang> {swizzle_size = 8, column_major = true, cluster_size = 1}
  %start = cutlass.tile_scheduler.init %s, %x : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> !cutlass.tile_scheduler_state
  scf.loop iter_values(%state = %start) : !cutlass.tile_scheduler_state {
    %valid = cutlass.tile_scheduler.valid %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> tile<i1>
    scf.if %valid {
      scf.yield
    } else {
      scf.break
    }
    %tm = cutlass.tile_scheduler.m_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %tn = cutlass.tile_scheduler.n_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %iter = cutlass.tile_scheduler.current_iter %state : !cutlass.tile_scheduler_state -> tile<i32>
    %sum = arith.addi %tn, %iter : tile<i32>
    %a = arith.offset %out, %tm : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = nv_tileaa.store weak %a, %sum : tile<ptr<i32>>, tile<i32> -> token
    %next = cutlass.tile_scheduler.next_tile %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> !cutlass.tile_scheduler_state
    scf.continue %next : !cutlass.tile_scheduler_state
  }
  nv_tileaa.return
}
";
    let text = ptx("tilelang_state", text);
    assert!(text.contains("mul.hi.u32"), "{text}");
}
