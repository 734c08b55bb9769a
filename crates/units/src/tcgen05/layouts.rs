//! The forms in which warps move tiles between registers and tensor memory, and the layouts that they give
//! (PTX ISA, data paths of `tcgen05.ld` and `tcgen05.st`).

use super::lower::{BLOCK_ROWS, GROUP_BITS, WARPS, blocks, of_block};
use crate::tensor_memory::TensorAccess;
use tilewright_layout::banks::transactions_of_wavefront;
use tilewright_layout::global::Global;
use tilewright_layout::select::{Candidate, Cost, Refusal, Way, best};
use tilewright_layout::{LANE_BITS, Layout, log2};
use tilewright_machine::{LayoutAtom, layout_atoms};

/// Bits of a column in the numbers of a form; those of a lane of tensor memory come above.
const COLUMN_BITS: usize = 3;
const COLUMN: [u32; COLUMN_BITS] = [1, 2, 4];
const ROW: [u32; LANE_BITS] = [8, 16, 32, 64, 128];

/// Bytes of a column of a lane.
pub(super) const WORD_BYTES: i64 = 4;

/// The lanes and columns of tensor memory that an instruction moves, in each of its repetitions.
pub(super) struct Form {
    /// Lanes.
    pub(super) lanes: i64,
    /// Columns of each.
    pub(super) columns: i64,
    /// The column and lane that each bit of a thread's lane adds.
    lane: [u32; LANE_BITS],
    /// Those that each bit of a register's number adds; further bits go on along the columns.
    reg: &'static [u32],
}

const fn form(lanes: i64, columns: i64, lane: [u32; LANE_BITS], reg: &'static [u32]) -> Form {
    Form {
        lanes,
        columns,
        lane,
        reg,
    }
}

static FORMS: [Form; 4] = [
    form(32, 1, ROW, &[]),
    form(16, 2, [ROW[3], COLUMN[0], ROW[0], ROW[1], ROW[2]], &[]),
    form(16, 4, [COLUMN[0], COLUMN[1], ROW[0], ROW[1], ROW[2]], &[ROW[3]]),
    form(
        16,
        8,
        [COLUMN[1], COLUMN[2], ROW[0], ROW[1], ROW[2]],
        &[COLUMN[0], ROW[3]],
    ),
];

impl Form {
    /// The form whose instruction takes so many bits of a lane.
    pub(super) fn of(bits: i64) -> &'static Self {
        let found = FORMS.iter().find(|form| form.columns * 8 * WORD_BYTES == bits);
        // Absent: bits come from a candidate, which is a form's.
        found.unwrap_or(&FORMS[0])
    }

    /// Registers of an instruction that repeats it so many times.
    pub(super) fn registers(&self, times: i64) -> i64 {
        (times * self.lanes * self.columns) >> LANE_BITS
    }

    /// The lane and column of a register, beside those of the thread.
    pub(super) fn place(&self, register: i64) -> [i64; 2] {
        let own = self.reg.iter().enumerate().filter(|(bit, _)| register >> bit & 1 == 1);
        let own = own.fold(0, |all, (_, basis)| all | i64::from(*basis));
        let further = (register >> self.reg.len()) * self.columns;
        [own >> COLUMN_BITS, (own & ((1 << COLUMN_BITS) - 1)) + further]
    }

    /// The layout of a tile of words, as warps have it. Warp `w` of four has the lanes of tensor memory from 32 `w` on: of a
    /// tile of 64 rows 16 of these, of one of 128 rows all; further blocks of 128 rows are in further columns. Of eight
    /// warps the second four have the further half of the columns that the tile takes. None if the tile is too small.
    fn layout(&self, [rows, columns]: [i64; 2], warp_bits: usize) -> Option<Layout> {
        let own = rows.min(BLOCK_ROWS) / WARPS;
        // Eight warps have halves of the columns, or blocks of their own.
        let together = of_block([rows, columns], (1 << warp_bits) / WARPS);
        if own < self.lanes || together < self.columns || !(GROUP_BITS..=GROUP_BITS + 1).contains(&warp_bits) {
            return None;
        }
        let row = |bit: usize| (columns as u32) << bit;
        let index = |basis: &u32| match basis >> COLUMN_BITS {
            0 => *basis,
            row => row * columns as u32,
        };
        let own = log2(own as u64);
        let mut warp: Vec<u32> = (own..own + GROUP_BITS).map(row).collect();
        let mut reg: Vec<u32> = self.reg.iter().map(index).collect();
        reg.extend((log2(self.columns as u64)..log2(columns as u64)).map(|bit| 1 << bit));
        reg.extend((own + GROUP_BITS..log2(rows as u64)).map(row));
        // The bit of the further half: of the blocks if there are several, else of the columns.
        if warp_bits > GROUP_BITS {
            warp.extend(reg.pop());
        }
        reg.extend((log2(self.lanes as u64)..own).map(row));
        Some(Layout {
            reg,
            lane: self.lane.each_ref().map(index).to_vec(),
            warp,
        })
    }
}

/// The layout in which warps read accumulators: where so many reductions combine their rows, and where none does.
pub(super) fn accumulators(shape: [i64; 2], warp_bits: usize, reductions: i64) -> Option<Layout> {
    /// Columns below which nothing is multiplied.
    const LEAST: i64 = 8;
    let access = TensorAccess {
        shape,
        warp_bits,
        of_word: 1,
        written: None,
        reductions,
        // Absent: narrower instructions of a form have the same layout.
        most: None,
    };
    let mut all = ways(&access);
    let chosen = best(&all).filter(|_| shape[1] >= LEAST)?;
    match all.swap_remove(chosen).way {
        Way::Lanes { layout, .. } => Some(layout),
        // Absent: a candidate of tensor memory.
        _ => None,
    }
}

/// The instructions by which a tile can be read, or written.
pub(super) fn ways(access: &TensorAccess<'_>) -> Vec<Candidate<Way>> {
    let prefix = match access.written {
        // Absent: it is read.
        None => "tcgen05.ld.",
        Some(_) => "tcgen05.st.",
    };
    let atoms = layout_atoms().atoms.iter().filter(|atom| atom.name.starts_with(prefix));
    atoms.flat_map(|atom| of_atom(access, atom)).collect()
}

fn of_atom(access: &TensorAccess<'_>, atom: &'static LayoutAtom) -> Vec<Candidate<Way>> {
    let is_it = |form: &&Form| atom.rows == Some(form.lanes) && atom.columns == Some(form.columns);
    // Absent: lanes of two pieces, between which an immediate lies.
    let Some(form) = FORMS.iter().find(is_it) else {
        return Vec::new();
    };
    let [rows, columns] = access.shape;
    let tile = [rows, columns / access.of_word];
    let layout = form
        .layout(tile, access.warp_bits)
        .map(|layout| layout.in_parts(log2(access.of_word as u64)));
    let own = rows.min(BLOCK_ROWS) / WARPS;
    let refused = match (&layout, access.written) {
        (None, _) => Some(Refusal::Lanes {
            rows: own,
            lanes: form.lanes,
        }),
        (Some(layout), Some(written)) if layout != written => Some(Refusal::Threads),
        // The combined rows are narrowed then, and multiplied.
        (Some(layout), None) if access.reductions > 0 && layout.reg.first() != Some(&1) => Some(Refusal::Single),
        _ => None,
    };
    // Absent: it is drawn as the tile is.
    let layout = layout.unwrap_or_else(|| Layout::blocked(&access.shape, 1, access.warp_bits));
    let cost = match refused {
        None => access.used(&layout),
        Some(_) => Cost::default(),
    };
    let groups = (1 << access.warp_bits) / WARPS;
    let together = of_block(tile, groups);
    let all = blocks(rows) * tile[1] / groups.max(1) * (own / form.lanes).max(1);
    let of_times = |&times: &i64| {
        let (registers, elements) = (form.registers(times), (together * form.lanes) >> LANE_BITS);
        let verdict = match (&refused, atom.registers.into_iter().chain(access.most).min()) {
            (Some(refusal), _) => Err(refusal.clone()),
            _ if registers > elements => Err(Refusal::Idle {
                elements,
                wanted: registers,
            }),
            (_, Some(most)) if registers > most => Err(Refusal::Together { registers, most }),
            _ => {
                let instructions = all / (form.columns * times).max(1);
                Ok(Cost {
                    // Absent: a test holds that atoms of tensor memory have cycles.
                    tmem_cycles: instructions * atom.tmem_cycles.unwrap_or(0),
                    instructions,
                    ..cost
                })
            }
        };
        Candidate {
            atom: atom.name.as_str(),
            way: Way::Lanes {
                layout: layout.clone(),
                bits: form.columns * 8 * WORD_BYTES,
                times,
            },
            verdict,
        }
    };
    atom.parts.iter().map(of_times).collect()
}

impl TensorAccess<'_> {
    /// The cost of what is done with a tile that is read in a layout: lanes that share a row ask each other where rows are combined;
    /// else it is stored, row by row.
    fn used(&self, layout: &Layout) -> Cost {
        let [rows, columns] = self.shape;
        let registers = (layout.registers() as i64 / self.of_word).max(1);
        let of_rows = |bases: &[u32]| bases.iter().filter(|&&basis| i64::from(basis) >= columns).count();
        let asked = (LANE_BITS - of_rows(&layout.lane)) as i64;
        let shuffles = (asked * self.reductions) << (of_rows(&layout.reg) + self.warp_bits);
        let stored = || Global {
            shape: vec![rows, columns],
            strides: vec![Some(columns * WORD_BYTES), Some(WORD_BYTES)],
            runs: vec![1, columns],
            bytes: WORD_BYTES,
            by_pointers: false,
            copied: false,
        };
        let is_stored = self.written.is_none() && self.reductions == 0;
        Cost {
            shared: shuffles * transactions_of_wavefront(),
            global: if is_stored { stored().cost(layout).global } else { 0 },
            registers,
            ..Cost::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [([i64; 2], usize); 7] = [
        ([64, 16], 2),
        ([64, 128], 3),
        ([128, 64], 2),
        ([128, 128], 3),
        ([128, 256], 3),
        ([256, 128], 2),
        ([256, 128], 3),
    ];

    #[test]
    fn layouts_hold_every_element_once() {
        for (shape, warp_bits) in SHAPES {
            for layout in FORMS.iter().filter_map(|form| form.layout(shape, warp_bits)) {
                assert_eq!(layout.warp.len(), warp_bits);
                let mut bits: Vec<u32> = [&layout.reg[..], &layout.lane, &layout.warp].concat();
                bits.sort_unstable();
                let all = (0..log2((shape[0] * shape[1]) as u64)).map(|bit| 1u32 << bit);
                assert!(bits.into_iter().eq(all), "{shape:?}");
            }
        }
        for (shape, warp_bits) in [([32, 64], 2), ([128, 4], 2), ([128, 64], 4)] {
            assert_eq!(accumulators(shape, warp_bits, 0), None);
        }
    }

    /// The table of the manual: the lane and column of a register of a thread's lane, and registers of a repetition.
    #[test]
    fn forms_are_those_of_the_manual() {
        type Place = fn(i64, i64) -> [i64; 2];
        let table: [(i64, i64, Place); 4] = [
            (32, 1, |lane, r| [lane, r]),
            (64, 1, |lane, r| [lane / 4 + 8 * (lane & 1), 2 * r + (lane >> 1 & 1)]),
            (128, 2, |lane, r| [lane / 4 + 8 * (r & 1), 4 * (r >> 1) + lane % 4]),
            (256, 4, |lane, r| {
                [lane / 4 + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * (lane % 4) + (r & 1)]
            }),
        ];
        for (bits, registers, place) in table {
            let form = Form::of(bits);
            assert_eq!(
                [form.registers(1), form.registers(8)],
                [registers, 8 * registers],
                "{bits}"
            );
            for (lane, register) in (0..32).flat_map(|lane| (0..16).map(move |register| (lane, register))) {
                let of_lane = (0..LANE_BITS).filter(|bit| lane >> bit & 1 == 1);
                let of_lane = of_lane.fold(0, |all, bit| all | i64::from(form.lane[bit]));
                let [row, column] = form.place(register);
                let found = [row + (of_lane >> COLUMN_BITS), column + (of_lane & 7)];
                assert_eq!(found, place(lane, register), "{bits}: lane {lane}, register {register}");
            }
        }
    }

    #[test]
    fn warps_have_the_lanes_that_they_may_touch() {
        let accumulator = |shape, warp_bits| accumulators(shape, warp_bits, 0).unwrap();
        let layout = accumulator([128, 64], 2);
        assert_eq!(layout.warp, [32 * 64, 64 * 64]);
        assert!(layout.reg.contains(&(16 * 64)) && layout.reg.contains(&(8 * 64)));
        // Of 64 rows a warp has 16.
        assert_eq!(accumulator([64, 64], 2).warp, [16 * 64, 32 * 64]);
        // The second warpgroup has the further block, or the further columns.
        assert_eq!(accumulator([256, 64], 3).warp[2], 128 * 64);
        assert_eq!(accumulator([128, 64], 3).warp[2], 32);
    }

    /// Where rows are combined no lane asks another; else sectors of what is stored are whole, as of two neighbours of four lanes.
    #[test]
    fn the_form_is_the_one_that_costs_least_with_what_follows() {
        for (shape, warp_bits) in SHAPES {
            let lane = |reductions| accumulators(shape, warp_bits, reductions).unwrap().lane[0];
            assert_eq!(lane(0), COLUMN[1], "{shape:?}");
            let by_rows = if shape[0] < BLOCK_ROWS {
                COLUMN[1]
            } else {
                shape[1] as u32
            };
            assert_eq!([lane(1), lane(2)], [by_rows; 2], "{shape:?}");
        }
    }

    #[test]
    fn candidates_are_left_out_with_a_reason_each() {
        let read = TensorAccess {
            shape: [64, 32],
            warp_bits: 2,
            of_word: 1,
            written: None,
            reductions: 0,
            most: None,
        };
        let verdict = |access: &TensorAccess<'_>, atom: &str, wanted: i64| {
            let mut all = ways(access).into_iter();
            let is_it = |way: &Way| matches!(way, Way::Lanes { times, .. } if *times == wanted);
            all.find(|one| one.atom == atom && is_it(&one.way)).unwrap().verdict
        };
        let why = |access, atom, times| verdict(access, atom, times).unwrap_err();
        assert_eq!(
            why(&read, "tcgen05.ld.32x32b", 1),
            Refusal::Lanes { rows: 16, lanes: 32 }
        );
        assert_eq!(
            why(&read, "tcgen05.ld.16x256b", 8),
            Refusal::Idle {
                elements: 16,
                wanted: 32
            }
        );
        let cost = verdict(&read, "tcgen05.ld.16x256b", 4).unwrap();
        assert_eq!((cost.instructions, cost.tmem_cycles, cost.global), (1, 7, 256));
        let wide = TensorAccess {
            shape: [128, 128],
            ..read
        };
        assert_eq!(
            why(&wide, "tcgen05.ld.32x32b", 64),
            Refusal::Together {
                registers: 64,
                most: 32
            }
        );
        // Of so few registers at launch the assembler takes none that has 128.
        let few = TensorAccess {
            shape: [64, 256],
            most: Some(110),
            ..read
        };
        assert_eq!(
            why(&few, "tcgen05.ld.16x256b", 32),
            Refusal::Together {
                registers: 128,
                most: 110
            }
        );
        assert_eq!(verdict(&few, "tcgen05.ld.16x256b", 16).unwrap().instructions, 2);
        let all = TensorAccess { most: None, ..few };
        assert_eq!(verdict(&all, "tcgen05.ld.16x256b", 32).unwrap().instructions, 1);
        let combined = TensorAccess { reductions: 2, ..read };
        assert_eq!(why(&combined, "tcgen05.ld.16x64b", 1), Refusal::Single);
        // Words of two elements each, in the order of accumulators, are lanes of 128 bits.
        let layout = accumulators([128, 128], 2, 0).unwrap();
        let written = TensorAccess {
            of_word: 2,
            written: Some(&layout),
            ..wide
        };
        assert_eq!(why(&written, "tcgen05.st.16x256b", 1), Refusal::Threads);
        assert_eq!(verdict(&written, "tcgen05.st.16x128b", 16).unwrap().instructions, 2);
    }
}
