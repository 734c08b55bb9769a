//! Kernels decode what the crate `tilesched` says: every body of a scheduler is compiled, executed for every
//! linear id of every CTA, and compared field by field; the ops that no product needs (advancing, workspace sizes,
//! TileLang's state) too.

mod common;

use tilewright_emulator::{Buffer, Launch, Options, Param, run};
use tilewright_pipeline::state::PipelineState;
use tilewright_tilesched::contract::static_persistent::Cursor;
use tilewright_tilesched::cutlass::stream_k::Request;
use tilewright_tilesched::explain::{contract_sm100, contract_static, contract_stream_k, cutlass_static};
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::launch::Scheduled;
use tilewright_tilesched::problem::{Cluster, Decomposition, Policy, RasterOption, ReductionMode, TileShape};
use tilewright_tilesched::tilelang::{Config, Persistent, TileScheduler};
use tilewright_tilesched::vectors::static_persistent::Input;
use tilewright_tilesched::work::{Schedule, WorkTile};

const TILE: [i64; 3] = [64, 48, 32];

/// Runs a kernel on `(out, m, n, k)` and its record, and gives the numbers it wrote.
fn execute(
    entry: &str,
    text: &str,
    grid: u32,
    record: Option<Vec<u8>>,
    [m, n, k]: [i64; 3],
    numbers: usize,
) -> Vec<u32> {
    let ptx = match text.contains("stream_k_sm100") {
        true => common::try_ptx_for("sm_100a", text, entry, "apply-tile-scheduler"),
        false => common::try_ptx(text, entry, "apply-tile-scheduler"),
    };
    let ptx = ptx.unwrap();
    let out = || "out".to_string();
    let mut params = vec![Param::Buffer { name: out(), offset: 0 }];
    params.extend([m, n, k].map(|extent| Param::Bytes((extent as u32).to_le_bytes().to_vec())));
    params.extend(record.map(Param::Bytes));
    let launch = Launch {
        entry: entry.to_string(),
        grid: [grid, 1, 1],
        block: [128, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 4096,
        shared_align: 1024,
        params,
    };
    let buffer = Buffer {
        name: out(),
        bytes: vec![0xff; numbers * 4],
        align: 256,
    };
    let outcome =
        run(&ptx, &launch, vec![buffer], Options::default()).unwrap_or_else(|e| panic!("{entry}: {e}\n{ptx}"));
    assert!(outcome.findings.is_empty(), "{entry}: {}\n{ptx}", outcome.findings[0]);
    let words = outcome.buffers[0].bytes.chunks_exact(4);
    words.map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Stores numbers one after another from a place on.
fn stores(place: &str, values: &[&str]) -> String {
    let mut text = String::new();
    for (at, value) in values.iter().enumerate() {
        text += &format!(
            "    %at{at} = arith.constant <i32: {at}> : tile<i32>
    %place{at} = arith.addi {place}, %at{at} : tile<i32>
    %address{at} = arith.offset %out, %place{at} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %token{at} = nv_tileaa.store weak %address{at}, {value} : tile<ptr<i32>>, tile<i32> -> token
"
        );
    }
    text
}

/// A problem under a scheduler.
#[derive(Clone, Copy, Debug)]
struct Trial {
    kind: SchedulerForm,
    policy: Policy,
    extents: [i64; 3],
    cluster: [u32; 2],
    swizzle: u32,
    raster: RasterOption,
    splits: u32,
    sms: u32,
    join: u32,
}

impl Trial {
    fn scheduled(&self) -> Scheduled {
        let [m, n, k] = TILE;
        Scheduled {
            kind: self.kind,
            policy: self.policy,
            tile: TileShape::new(m, n, k).unwrap(),
            cluster: Cluster::any(self.cluster[0].into(), self.cluster[1].into()).unwrap(),
            swizzle: self.swizzle,
            raster: self.raster,
            splits: self.splits,
            reduction: ReductionMode::Deterministic,
            pull: false,
            launch_control: false,
            sm_count: self.sms,
            pairs: false,
            accumulator_bits: 32,
            join_k_tiles: self.join,
        }
    }

    /// The words of the type, of the ops, and the attributes.
    fn create(&self) -> (String, &'static str, String) {
        let (kind, op) = match self.kind {
            SchedulerForm::DataParallel => ("data_parallel", "dp"),
            SchedulerForm::StaticPersistent => ("static_persistent", "static_persistent"),
            SchedulerForm::StreamKSm100 => ("stream_k_sm100", "streamk"),
            _ => ("stream_k", "streamk"),
        };
        let (policy, record) = match self.policy {
            Policy::Contract => ("contract", 48),
            Policy::CutlassSm90 => ("cutlass_sm90", 176),
        };
        let ty = format!("{kind}, {policy}");
        let raster = match self.raster {
            RasterOption::Heuristic => "heuristic",
            RasterOption::AlongM => "along_m",
            RasterOption::AlongN => "along_n",
        };
        let more = match self.kind {
            SchedulerForm::StreamK => {
                let how = if self.splits > 1 { "split_k" } else { "stream_k" };
                format!(
                    ", decomposition = {how}, splits = {}, sm = 90, join = {}",
                    self.splits, self.join
                )
            }
            SchedulerForm::StreamKSm100 => ", decomposition = stream_k, splits = 1, sm = 100".to_string(),
            _ => String::new(),
        };
        let create = format!(
            "  %s = cutlass.tile_scheduler.create_{op}_params %r problem(%m, %n, %k) : !cutlass.grid_constant<{record}>, tile<i32> -> !cutlass.tile_scheduler_params<{ty}> {{tile = {TILE:?}, cluster = {:?}, raster = {raster}, swizzle = {}{more}}}
  %first, %end, %step = cutlass.tile_scheduler.get_worker_range %s : !cutlass.tile_scheduler_params<{ty}> -> tile<i32>
",
            self.cluster, self.swizzle
        );
        (ty, op, create)
    }

    fn head(&self, entry: &str) -> String {
        let record = if self.policy == Policy::Contract { 48 } else { 176 };
        format!(
            "nv_tileaa.func @{entry}(%out: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %r: !cutlass.grid_constant<{record}>) {{\n"
        )
    }

    fn check(&self) {
        let [m, n, k] = self.extents;
        let launch = self.scheduled().launch([m, n, k, 1]).unwrap();
        let grid: u32 = launch.grid.iter().product();
        let (ty, op, create) = self.create();
        let fields = ["%tm", "%tn", "%tl", "%k0", "%kn", "%index", "%there"];
        let text = format!(
            "{}  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %grid, %grid_y, %grid_z = nv_tileaa.get_num_programs : tile<i32>
  %fields = arith.constant <i32: 8> : tile<i32>
{create}  scf.for %id in (%first to %end, step %step) : tile<i32> {{
    %w = cutlass.tile_scheduler.create_{op}_work_tile_info %s, %id : !cutlass.tile_scheduler_params<{ty}>, tile<i32> -> !cutlass.work_tile_info<{ty}>
    %tm, %tn, %tl, %k0, %kn, %index, %ok, %number, %split, %splits, %part = cutlass.tile_scheduler.get_work_tile %w : !cutlass.work_tile_info<{ty}> -> tile<i32>, tile<i1>
    %there = arith.exti %ok unsigned : tile<i1> -> tile<i32>
    %row = arith.muli %id, %grid : tile<i32>
    %cell = arith.addi %row, %x : tile<i32>
    %cells = arith.muli %cell, %fields : tile<i32>
{}    scf.continue
  }}
  nv_tileaa.return
}}
",
            self.head("bodies"),
            stores("%cells", &fields)
        );
        let expected = self.expected(grid);
        let ids = expected.len() / grid as usize;
        let found = execute(
            "bodies",
            &text,
            grid,
            Some(launch.record),
            self.extents,
            ids * grid as usize * 8,
        );
        for (cell, expected) in expected.iter().enumerate() {
            let (id, cta) = (cell / grid as usize, cell % grid as usize);
            let found: [u32; 7] = found[cell * 8..cell * 8 + 7].try_into().unwrap();
            match expected {
                None => assert_eq!(found, [u32::MAX; 7], "{self:?}: id {id} is not of CTA {cta}"),
                // Where there is no such tile, only that is said.
                Some([.., 0]) => assert_eq!((found[4], found[6]), (0, 0), "{self:?}: id {id} of CTA {cta}"),
                Some(expected) => assert_eq!(found, *expected, "{self:?}: id {id} of CTA {cta}"),
            }
        }
    }

    fn request(&self) -> Request {
        let [m, n, k] = self.extents;
        let [cm, cn] = self.cluster;
        let input = Input {
            m,
            n,
            k,
            l: 1,
            tile: TILE,
            cluster: [cm.into(), cn.into()],
            max_swizzle: self.swizzle.into(),
            raster_option: self.raster,
            sm_count: self.sms.into(),
            max_active_clusters: 0,
        };
        let mut request = input.request(self.policy).unwrap();
        (request.splits, request.join_k_tiles) = (self.splits, self.join);
        request.decomposition = match (self.kind, self.splits) {
            (SchedulerForm::StreamK, 1) => Decomposition::StreamK,
            (SchedulerForm::StreamK, _) => Decomposition::SplitK,
            _ => Decomposition::DataParallel,
        };
        request
    }

    /// For each id and CTA what its work tile says; none where the id is not the CTA's.
    fn expected(&self, grid: u32) -> Vec<Option<[u32; 7]>> {
        if self.kind == SchedulerForm::StreamKSm100 {
            return self.shared();
        }
        let [m, n, k] = self.extents;
        let tiles = [(m, TILE[0]), (n, TILE[1])].map(|(extent, tile)| (extent as u32).div_ceil(tile as u32));
        let [cm, cn] = self.cluster;
        let request = self.request();
        let size = cm * cn;
        let piece: Box<dyn Fn(u32) -> WorkTile>;
        let (units, stride, of_cta): (u32, u32, u32);
        match self.policy {
            Policy::Contract => {
                let schedule = contract_stream_k(&request).unwrap();
                (units, stride, of_cta) = (schedule.params.units, grid / size, size);
                piece = Box::new(move |unit| schedule.piece(unit).unwrap());
            }
            Policy::CutlassSm90 => {
                let schedule = cutlass_static(&request).unwrap();
                (units, stride, of_cta) = (schedule.blocks.total, grid, 1);
                let k_tiles = (k as u32).div_ceil(TILE[2] as u32);
                piece = Box::new(move |id| {
                    let (m, n, l) = schedule.tile(id);
                    WorkTile::whole(m, n, l, k_tiles, id)
                });
            }
        }
        let mut all = Vec::new();
        for id in 0..units {
            for cta in 0..grid {
                if id % stride != cta / of_cta {
                    all.push(None);
                    continue;
                }
                let work = piece(id);
                let rank = cta % of_cta;
                let (m, n) = match self.policy {
                    Policy::Contract => (work.m * cm + rank % cm, work.n * cn + rank / cm),
                    Policy::CutlassSm90 => (work.m, work.n),
                };
                let there = m < tiles[0] && n < tiles[1];
                let index = work.tile_index * of_cta + rank;
                all.push(Some([
                    m,
                    n,
                    work.l,
                    work.k_start,
                    work.k_count,
                    index,
                    u32::from(there),
                ]));
            }
        }
        all
    }
}

impl Trial {
    /// The same where the CTAs of a cluster share tiles: those of its run, of which each computes a share, or nothing.
    fn shared(&self) -> Vec<Option<[u32; 7]>> {
        let schedule = contract_sm100(&self.request(), false).unwrap();
        let mut all = Vec::new();
        for tile in 0..schedule.grid.total {
            for cta in 0..schedule.worker_count() {
                let (cluster, rank) = (cta / schedule.cluster_size, cta % schedule.cluster_size);
                let (first, count) = schedule.claim(cluster);
                let (m, n, l) = schedule.grid.unpack(tile);
                let (start, count_of_k) = match schedule.share(tile, rank) {
                    Some((work, _)) => (work.k_start, work.k_count),
                    None => (schedule.k_tiles, 0),
                };
                let is_own = (first..first + count).contains(&tile);
                all.push(is_own.then_some([m, n, l, start, count_of_k, tile, 1]));
            }
        }
        all
    }
}

/// Numbers without a pattern, the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % most
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

#[test]
fn a_kernel_decodes_what_the_mathematics_say() {
    let mut random = Random(7);
    for round in 0..60 {
        let policy = [Policy::Contract, Policy::CutlassSm90][round % 2];
        let contract = policy == Policy::Contract;
        let kinds = [
            SchedulerForm::DataParallel,
            SchedulerForm::StaticPersistent,
            SchedulerForm::StreamK,
            SchedulerForm::StreamKSm100,
        ];
        let kind = random.of(if contract { &kinds } else { &kinds[..2] });
        let clusters = [[1, 1], [1, 1], [2, 1], [1, 2], [2, 2], [3, 1]];
        let cluster = match random.of(if contract { &clusters } else { &clusters[..5] }) {
            // Nobody shares with nobody.
            [1, 1] if kind == SchedulerForm::StreamKSm100 => [4, 1],
            cluster => cluster,
        };
        Trial {
            kind,
            policy,
            extents: [500, 400, 900].map(|most| 1 + random.below(most) as i64),
            cluster,
            swizzle: 1 + random.below(9) as u32,
            raster: random.of(&[RasterOption::Heuristic, RasterOption::AlongM, RasterOption::AlongN]),
            splits: if kind == SchedulerForm::StreamK {
                1 + random.below(3) as u32
            } else {
                1
            },
            sms: 18 + random.below(12) as u32,
            join: 1 + random.below(9) as u32,
        }
        .check();
    }
}

/// The contract's `persistent_advance`: the next work tile, whether it exists, and the clock.
#[test]
fn advancing_goes_a_stride_on_and_clocks_the_pipeline() {
    for round in [1, 2, 3] {
        let trial = Trial {
            kind: SchedulerForm::StaticPersistent,
            policy: Policy::Contract,
            extents: [500, 400, 64],
            cluster: [1, 1],
            swizzle: 3,
            raster: RasterOption::AlongM,
            splits: 1,
            sms: 19,
            join: 1,
        };
        let [m, n, k] = trial.extents;
        let launch = trial.scheduled().launch([m, n, k, 1]).unwrap();
        let grid = launch.grid[0];
        let (ty, _, create) = trial.create();
        let work = format!("!cutlass.work_tile_info<{ty}>");
        let mut steps = String::new();
        let mut values = Vec::new();
        for step in 0..4 {
            let (from, count) = (format!("%w{step}"), format!("%c{step}"));
            let next = step + 1;
            steps += &format!(
                "      %w{next}, %c{next}, %ok{next}, %clock{next} = cutlass.tile_scheduler.advance_to_next_work %s, {from}, {count} round = {round} : !cutlass.tile_scheduler_params<{ty}>, {work}, tile<i32> -> {work}, tile<i1>
      %tm{next}, %tn{next}, %tl{next}, %k0{next}, %kn{next}, %index{next}, %in{next}, %number{next}, %split{next}, %splits{next}, %part{next} = cutlass.tile_scheduler.get_work_tile %w{next} : {work} -> tile<i32>, tile<i1>
      %there{next} = arith.exti %ok{next} unsigned : tile<i1> -> tile<i32>
      %clocked{next} = arith.exti %clock{next} unsigned : tile<i1> -> tile<i32>
"
            );
            values.extend(["there", "clocked", "c", "tm", "tn"].map(|name| format!("%{name}{next}")));
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let text = format!(
            "{}  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %fields = arith.constant <i32: 20> : tile<i32>
  %c0 = arith.constant <i32: 0> : tile<i32>
{create}  cutlass.pipeline.switch_by_executor cooperative masks = [15] groups = [0] {{
    cutlass.async.exec {{
      %w0 = cutlass.tile_scheduler.create_static_persistent_work_tile_info %s, %first : !cutlass.tile_scheduler_params<{ty}>, tile<i32> -> {work}
{steps}      %cells = arith.muli %x, %fields : tile<i32>
{}    }}
  }} attributes {{num_warps = 4}}
  nv_tileaa.return
}}
",
            trial.head("advance"),
            stores("%cells", &values)
        );
        let found = execute(
            "advance",
            &text,
            grid,
            Some(launch.record),
            trial.extents,
            grid as usize * 20,
        );
        let input = Input {
            m,
            n,
            k,
            l: 1,
            tile: TILE,
            cluster: [1, 1],
            max_swizzle: 3,
            raster_option: RasterOption::AlongM,
            sm_count: 19,
            max_active_clusters: 0,
        };
        let mut schedule = contract_static(&input.request(Policy::Contract).unwrap()).unwrap();
        schedule.tiles_per_pipeline_round = round;
        let mut valid = 0;
        for cta in 0..grid {
            let mut at = Cursor {
                linearized_id: cta,
                tile_idx: 0,
            };
            for step in 0..4 {
                let advance = schedule.advance(at);
                at = advance.next;
                let from = (cta as usize * 4 + step) * 5;
                let said = &found[from..from + 5];
                let clock = [advance.is_valid_tile, advance.increment_pipe].map(u32::from);
                assert_eq!(
                    said[..3],
                    [clock[0], clock[1], at.tile_idx],
                    "CTA {cta}, step {step}, round {round}"
                );
                if advance.is_valid_tile {
                    valid += 1;
                    let (m, n, _) = schedule.grid.unpack(at.linearized_id);
                    assert_eq!(said[3..], [m, n], "CTA {cta}, step {step}");
                }
            }
        }
        assert!(valid > 0 && valid < grid * 4);
    }
}

#[test]
fn a_kernel_knows_the_size_of_its_workspace() {
    for (policy, cluster) in [
        (Policy::Contract, [1, 1]),
        (Policy::Contract, [2, 1]),
        (Policy::CutlassSm90, [2, 1]),
    ] {
        let trial = Trial {
            kind: SchedulerForm::StreamK,
            policy,
            extents: [400, 300, 2000],
            cluster,
            swizzle: 1,
            raster: RasterOption::AlongN,
            splits: 1,
            sms: 20,
            join: 3,
        };
        let [m, n, k] = trial.extents;
        let launch = trial.scheduled().launch([m, n, k, 1]).unwrap();
        let (ty, _, create) = trial.create();
        let text = format!(
            "{}{create}  %at = arith.constant <i32: 0> : tile<i32>
  %total, %sums, %locks = cutlass.tile_scheduler.get_workspace_sizes %s tile_bytes = {} : !cutlass.tile_scheduler_params<{ty}> -> tile<i32>
{}  nv_tileaa.return
}}
",
            trial.head("sizes"),
            TILE[0] * TILE[1] * 4,
            stores("%at", &["%total", "%sums", "%locks"])
        );
        let record = Some(launch.record.clone());
        let found = execute("sizes", &text, 1, record, trial.extents, 3);
        let (offset, bytes) = launch.clear.unwrap();
        assert!(launch.workspace > 0, "{trial:?}");
        assert_eq!(
            found.iter().map(|&n| u64::from(n)).collect::<Vec<_>>(),
            [launch.workspace, offset, bytes],
            "{trial:?}"
        );
    }
}

/// TileLang's state: what each worker visits, in order, with its clock. All counts are known only when the kernel runs.
#[test]
fn a_state_visits_what_the_mathematics_say() {
    let mut random = Random(11);
    for _ in 0..12 {
        let (rows, columns) = (1 + random.below(12) as i64, 1 + random.below(9) as i64);
        let (workers, swizzle, cluster) = (
            1 + random.below(7) as i64,
            1 + random.below(10) as i64,
            1 + random.below(3) as i64,
        );
        let column_major = random.below(2) == 0;
        let most = 12 * 9;
        let text = format!(
            "nv_tileaa.func @visits(%out: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {{
  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %fields = arith.constant <i32: 4> : tile<i32>
  %most = arith.constant <i32: {most}> : tile<i32>
  %s = cutlass.tile_scheduler.create_tilelang_params \"sched\"(%m, %n, %k) : tile<i32> -> !cutlass.tile_scheduler_params<tilelang> {{swizzle_size = {swizzle}, column_major = {column_major}, cluster_size = {cluster}}}
  %start = cutlass.tile_scheduler.init %s, %x : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> !cutlass.tile_scheduler_state
  scf.loop iter_values(%state = %start) : !cutlass.tile_scheduler_state {{
    %valid = cutlass.tile_scheduler.valid %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> tile<i1>
    scf.if %valid {{
      scf.yield
    }} else {{
      scf.break
    }}
    %tm = cutlass.tile_scheduler.m_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %tn = cutlass.tile_scheduler.n_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %id = cutlass.tile_scheduler.linear_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %iter = cutlass.tile_scheduler.current_iter %state : !cutlass.tile_scheduler_state -> tile<i32>
    %row = arith.muli %x, %most : tile<i32>
    %cell = arith.addi %row, %iter : tile<i32>
    %cells = arith.muli %cell, %fields : tile<i32>
{}    %next = cutlass.tile_scheduler.next_tile %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> !cutlass.tile_scheduler_state
    scf.continue %next : !cutlass.tile_scheduler_state
  }}
  nv_tileaa.return
}}
",
            stores("%cells", &["%iter", "%id", "%tm", "%tn"])
        );
        let found = execute(
            "visits",
            &text,
            workers as u32,
            None,
            [rows, columns, workers],
            workers as usize * most * 4,
        );
        let config = Config::new(rows, columns, workers, swizzle, column_major, cluster).unwrap();
        let mut expected = vec![u32::MAX; found.len()];
        for worker in 0..config.num_workers {
            let mut scheduler = Persistent::new(config);
            scheduler.init(worker);
            while scheduler.valid() {
                let s = *scheduler.state();
                let from = (worker as usize * most + s.current_iter as usize) * 4;
                expected[from..from + 4].copy_from_slice(&[s.current_iter, s.linear_idx, s.m_idx, s.n_idx]);
                scheduler.next();
            }
        }
        assert_eq!(found, expected, "{config:?}");
    }
}

/// TileLang: a role takes the phase of its barriers from `current_iter`. What the compiler carries from tile to tile
/// instead, a step for each K tile, is the same number of fills.
#[test]
fn carried_states_are_what_the_clock_says() {
    for (stages, k_tiles, workers) in (1..=6).flat_map(|s| (1..=9).flat_map(move |k| [(s, k, 1), (s, k, 4)])) {
        let config = Config::new(5, 3, workers, 2, true, 1).unwrap();
        let mut scheduler = Persistent::new(config);
        scheduler.init(workers as u32 - 1);
        let mut carried = PipelineState::start(0);
        while scheduler.valid() {
            for k in 0..k_tiles {
                let fill = scheduler.state().current_iter * k_tiles + k;
                assert_eq!((carried.index, carried.phase), (fill % stages, fill / stages % 2));
                carried = carried.increment(stages);
            }
            scheduler.next();
        }
        assert!(carried.count >= u64::from(3 * k_tiles), "several tiles");
    }
}
