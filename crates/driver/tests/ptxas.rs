//! NVIDIA's assembler takes our PTX, and finds room for all of it in registers. It is an oracle, not a part: where
//! `TILEWRIGHT_PTXAS` names none, these tests are skipped (`npm test` fetches one).

use crate::cores::on_all_cores;
use crate::shared;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Consumers, Generator, Options, Strategy, compile, gallery, rrt_size_threshold, targets};

/// The assembler, or a loud word that there is none.
fn assembler() -> Option<PathBuf> {
    let path = std::env::var_os("TILEWRIGHT_PTXAS").map(PathBuf::from);
    if path.is_none() {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
    }
    path
}

/// Assembles one kernel; true if it compiles at all for the target.
fn assemble(ptxas: &Path, name: &str, source: &str, target: &str, lineinfo: bool) -> bool {
    let options = Options {
        gpu_name: target.to_string(),
        lineinfo,
        ..Options::default()
    };
    assemble_with(ptxas, name, source, &options)
}

fn assemble_with(ptxas: &Path, name: &str, source: &str, options: &Options) -> bool {
    let (target, lineinfo) = (&options.gpu_name[..], options.lineinfo);
    let (strategy, scheduler) = (options.pipeline_strategy, options.scheduler.name());
    let Some(ptx) = compile(source, options).report.ptx else {
        return false;
    };
    let strategy = strategy.map_or("usual", Strategy::name);
    let said = told(
        ptxas,
        &format!("{name}-{lineinfo}-{strategy}-{scheduler}"),
        &ptx.text,
        target,
    );
    assert!(!said.contains("wgmma"), "{name} for {target}:\n{said}");
    assert!(
        said.contains("0 bytes spill stores, 0 bytes spill loads"),
        "{name} for {target} spills:\n{said}"
    );
    true
}

/// The assembler's words about a text that it takes.
fn told(ptxas: &Path, name: &str, ptx: &str, target: &str) -> String {
    let folder = std::env::temp_dir().join(format!("tilewright-ptxas-{}-{name}-{target}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    std::fs::write(&input, ptx).unwrap();
    let run = Command::new(ptxas)
        .args(["-v", "-arch", target])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(run.status.success(), "{name} for {target}:\n{said}");
    said
}

#[test]
fn the_gallery_assembles_for_every_target_without_spills() {
    let Some(ptxas) = assembler() else { return };
    on_all_cores(&gallery(), |kernel| {
        for (target, _) in targets() {
            assert!(
                assemble(&ptxas, kernel.name, kernel.source, &target, false),
                "{} for {target}",
                kernel.name
            );
        }
        assert!(assemble(&ptxas, kernel.name, kernel.source, "sm_90a", true));
    });
}

#[test]
fn every_kind_of_consumer_assembles_without_spills() {
    let Some(ptxas) = assembler() else { return };
    let persistent = || {
        Some(TileScheduler {
            kind: SchedulerKind::StaticPersistent,
            ..TileScheduler::default()
        })
    };
    for kernel in ["gemm_dynamic", "gemm_bias_relu"] {
        let kernel = gallery().into_iter().find(|each| each.name == kernel).unwrap();
        for (consumers, tile_scheduler) in [
            ("1", None),
            ("cooperative", None),
            ("1", persistent()),
            ("cooperative", persistent()),
            ("pingpong", persistent()),
        ] {
            for rrt_size_threshold in [0, rrt_size_threshold()] {
                let name = format!(
                    "{}-{consumers}-{}-{rrt_size_threshold}",
                    kernel.name,
                    tile_scheduler.is_some()
                );
                let options = Options {
                    gpu_name: "sm_90a".to_string(),
                    consumers: Consumers::from_name(consumers),
                    tile_scheduler: tile_scheduler.clone(),
                    rrt_size_threshold,
                    ..Options::default()
                };
                assert!(assemble_with(&ptxas, &name, kernel.source, &options), "{name}");
            }
        }
    }
}

/// Sums of one `wgmma` of 64 by 256 are 128 registers, and the assembler takes no cap that leaves it none beside them.
#[test]
fn the_register_cap_is_never_below_what_an_instruction_needs() {
    let kernel = gallery().into_iter().find(|each| each.name == "matmul").unwrap();
    for k in [16, 32, 64] {
        let tiles = [
            ("64x64x", "64x256x"),
            ("(64x64)", "(64x256)"),
            ("32x64", "32x256"),
            ("64x32", "64xK"),
        ];
        let source = tiles
            .iter()
            .fold(kernel.source.to_string(), |text, (from, to)| text.replace(from, to));
        let source = source
            .replace("32x256", &format!("{k}x256"))
            .replace("64xK", &format!("64x{k}"));
        for scheduler in [
            None,
            Some(SchedulerKind::StreamK),
            Some(SchedulerKind::StaticPersistent),
        ] {
            let options = Options {
                gpu_name: "sm_90a".to_string(),
                consumers: Some(Consumers::One),
                tile_scheduler: scheduler.map(|kind| TileScheduler {
                    kind,
                    ..TileScheduler::default()
                }),
                ..Options::default()
            };
            let report = compile(&source, &options).report;
            let ptx = report.ptx.unwrap_or_else(|| panic!("{:?}", report.diagnostics)).text;
            let cap = ptx
                .lines()
                .find_map(|line| line.trim().strip_prefix(".maxnreg "))
                .unwrap();
            assert!(
                ptx.contains("m64n256k16") && cap.parse::<i64>().unwrap() >= 154,
                "{cap}"
            );
            // Stream-K spills: what it adds up comes on top of the sums.
            if let (Some(ptxas), true) = (assembler(), scheduler != Some(SchedulerKind::StreamK)) {
                assert!(assemble_with(
                    &ptxas,
                    &format!("cap-{k}-{scheduler:?}"),
                    &source,
                    &options
                ));
            }
        }
    }
}

#[test]
fn the_corpus_assembles_without_spills() {
    let Some(ptxas) = assembler() else { return };
    let folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    let assembled = on_all_cores(&folders, |folder| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        let targets = ["sm_80", "sm_90a", "sm_100a", "sm_120a"].into_iter();
        targets
            .filter(|target| assemble(&ptxas, &name, &source, target, false))
            .count()
    });
    let assembled: usize = assembled.iter().sum();
    assert!(assembled >= 40, "only {assembled} kernels were compiled");
}

/// Softmax of a row that is a tile, or the way back through a layer norm, whose tiles are loaded by several ops each.
fn row(elements: usize, back: bool) -> String {
    let tile = format!("tile<{elements}xf32>");
    let view = format!("partition_view<tile=({elements}), tensor_view<?xf32, strides=[1]>>");
    let viewed = |name: &str| {
        format!(
            "%v{name} = make_tensor_view %{name}, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
             %w{name} = make_partition_view %v{name} : {view}\n"
        )
    };
    let loaded = |name: &str| {
        format!("%t{name}, %k{name} = load_view_tko weak %w{name}[%i] : {view}, tile<i32> -> {tile}, token\n")
    };
    let reduced = |from: &str, op: &str, to: &str| {
        format!(
            "%{to}0 = reduce %{from} dim=0 identities=[0.0 : f32] : {tile} -> tile<f32> (%l{to}: tile<f32>, %r{to}: tile<f32>) {{
               %b{to} = {op} %l{to}, %r{to} : tile<f32>
               yield %b{to} : tile<f32>
             }}
             %{to}1 = reshape %{to}0 : tile<f32> -> tile<1xf32>
             %{to} = broadcast %{to}1 : tile<1xf32> -> {tile}\n"
        )
    };
    let stored = |value: &str, name: &str| {
        format!("%s{name} = store_view_tko weak %{value}, %w{name}[%i] : {tile}, {view}, tile<i32> -> token\n")
    };
    let body = match back {
        false => [
            loaded("x"),
            reduced("tx", "maxf", "max"),
            format!("%off = subf %tx, %max : {tile} %e = exp %off : {tile}\n"),
            reduced("e", "addf", "sum"),
            format!("%part = divf %e, %sum : {tile}\n"),
            stored("part", "a"),
        ]
        .concat(),
        true => [
            loaded("x"),
            loaded("y"),
            loaded("z"),
            format!("%weighed = mulf %tz, %ty : {tile} %both = mulf %weighed, %tx : {tile}\n"),
            reduced("both", "addf", "first"),
            reduced("weighed", "addf", "second"),
            format!("%e = mulf %tx, %first : {tile} %f = addf %e, %second : {tile} %g = subf %weighed, %f : {tile}\n"),
            format!("%h = mulf %ty, %tx : {tile}\n"),
            stored("g", "a"),
            stored("h", "b"),
            stored("ty", "c"),
        ]
        .concat(),
    };
    let views: String = ["x", "y", "z", "a", "b", "c"].map(viewed).concat();
    let pointers = ["x", "y", "z", "a", "b", "c"]
        .map(|name| format!("%{name}: tile<ptr<f32>>, "))
        .concat();
    format!(
        "entry @row({pointers}%n: tile<i32>) {{ %i, %iy, %iz = get_tile_block_id : tile<i32>\n{views}{body} return }}"
    )
}

#[test]
fn rows_that_no_cta_can_hold_assemble_without_spills() {
    let Some(ptxas) = assembler() else { return };
    let rows = [(1 << 15, true), (1 << 16, false), (1 << 16, true)];
    let cases = rows.map(|row| ["sm_80", "sm_90a", "sm_100a", "sm_120a"].map(|target| (row, target)));
    on_all_cores(cases.as_flattened(), |&((elements, back), target)| {
        let name = format!("row{elements}{back}");
        let is_assembled = assemble(&ptxas, &name, &row(elements, back), target, false);
        assert!(is_assembled, "{name} for {target}");
    });
}

#[test]
fn tiles_that_no_cta_can_hold_assemble_without_spills() {
    let Some(ptxas) = assembler() else { return };
    // Sums of 256 by 256, two of 128 by 256, a tile of 256 by 256 that is turned, and four of 32768 elements, of which three change.
    for (name, source) in [
        ("gemm", include_str!("slices/gemm.mlir")),
        ("gated", include_str!("slices/gated.mlir")),
        ("transpose", include_str!("slices/transpose.mlir")),
        ("update", include_str!("slices/update.mlir")),
    ] {
        for target in ["sm_80", "sm_90a", "sm_100a"] {
            assert!(assemble(&ptxas, name, source, target, false), "{name} for {target}");
        }
    }
}

/// Linear attention: sums of one product become operands of another one while products run, and are added to in the next iteration.
const READ_BESIDE: [(&str, &str); 3] = [
    ("rings_state", include_str!("../../../tests/language/rings_state.mlir")),
    ("linear", include_str!("linear/chunks.mlir")),
    (
        "rings_linear_wide",
        include_str!("../../../tests/language/rings_linear_wide.mlir"),
    ),
];

#[test]
fn products_whose_sums_are_read_beside_others_are_not_serialised() {
    let Some(ptxas) = assembler() else { return };
    for (name, source) in READ_BESIDE {
        assert!(assemble(&ptxas, name, source, "sm_90a", false), "{name}");
    }
}

/// Where nobody waits for such sums while others run, the assembler waits itself, or serialises all of them, and says so.
#[test]
fn the_assembler_tells_where_it_serialises_products() {
    let Some(ptxas) = assembler() else { return };
    for (name, source) in READ_BESIDE {
        let ptx = compile(source, &Options::default()).report.ptx.unwrap().text;
        let is_wait = |line: &&str| line.contains("wgmma.wait_group") && !line.ends_with(" 0;");
        let kept: Vec<&str> = ptx.lines().filter(|line| !is_wait(line)).collect();
        assert_ne!(kept.len(), ptx.lines().count(), "{name}");
        let said = told(&ptxas, &format!("{name}-unwaited"), &kept.join("\n"), "sm_90a");
        assert!(said.contains("C7514") || said.contains("C7517"), "{name}:\n{said}");
    }
}

/// With 512 threads there are 128 registers at launch, which no load of tensor memory to as many has.
#[test]
fn tensor_memory_is_read_by_what_registers_at_launch_have() {
    let Some(ptxas) = assembler() else { return };
    let source = include_str!("../../../tests/language/rings_dequantised_wide.mlir");
    for target in ["sm_100a", "sm_103a"] {
        assert!(
            assemble(&ptxas, "rings_dequantised_wide", source, target, false),
            "{target}"
        );
    }
    let scaled = include_str!("../../../tests/language/scaled_square.mlir");
    assert!(assemble(&ptxas, "scaled_square", scaled, "sm_100a", false));
}

#[test]
fn rows_that_threads_have_pointers_to_assemble_without_spills() {
    let Some(ptxas) = assembler() else { return };
    // Sums of 128 by 256 that are scattered by four indices each.
    let source = include_str!("../../../tests/language/convolved_scattered.mlir");
    for target in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        assert!(
            assemble(&ptxas, "convolved_scattered", source, target, false),
            "{target}"
        );
    }
}

#[test]
fn wide_epilogues_assemble_without_spills() {
    let Some(ptxas) = assembler() else { return };
    // Tiles of 128 by 256 and a residual, or a bias and a GELU, which are added to the accumulators.
    for (name, source) in [
        ("residual", include_str!("epilogues/residual.mlir")),
        ("gelu", include_str!("epilogues/gelu.mlir")),
    ] {
        for target in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
            assert!(assemble(&ptxas, name, source, target, false), "{name} for {target}");
        }
    }
}

/// Strategy and scheduler of the forms of loops whose threads all do the same, and of none.
#[test]
fn every_form_assembles_without_spills() {
    let Some(ptxas) = assembler() else { return };
    let forms = [
        ("sm_80", "none", "auto"),
        ("sm_80", "unspecialize", "four-stage"),
        ("sm_89", "unspecialize", "four-stage"),
        ("sm_90a", "unspecialize", "auto"),
        ("sm_90a", "unspecialize", "four-stage"),
        ("sm_120a", "unspecialize", "auto"),
        ("sm_120a", "unspecialize", "four-stage"),
        ("sm_120a", "warp-specialize", "auto"),
    ];
    let mut sources: Vec<(String, String)> = gallery()
        .iter()
        .filter(|kernel| kernel.source.contains("mma"))
        .map(|kernel| (kernel.name.to_string(), kernel.source.to_string()))
        .collect();
    for name in [
        "gemm_bf16",
        "gemm_bf16__4096_t128x128x64",
        "gemm_f16_batched",
        "gemm_persistent",
    ] {
        if let Some(file) = shared::shared(&format!("corpus/kernels/{name}/kernel.mlir")) {
            sources.push((name.to_string(), std::fs::read_to_string(file).unwrap()));
        }
    }
    on_all_cores(&sources, |(name, source)| {
        for (target, strategy, scheduler) in forms {
            let options = Options {
                gpu_name: target.to_string(),
                pipeline_strategy: Strategy::from_name(strategy),
                scheduler: Generator::from_name(scheduler).unwrap(),
                ..Options::default()
            };
            let assembled = assemble_with(&ptxas, name, source, &options);
            assert!(assembled, "{name} for {target} by {strategy}, {scheduler}");
        }
    });
}
