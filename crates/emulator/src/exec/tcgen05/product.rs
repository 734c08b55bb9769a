//! `tcgen05.mma`: products of one CTA or of a pair, with and without block scaling (from
//! docs/sources/ptx-data.md#tcgen05-descriptors on).

use super::super::matrix::{accumulated, accumulator, multiply, scale_value, value};
use super::super::wgmma::Tile;
use super::super::{Done, Exec, Flow, Stop, lanes};
use super::TcWork;
use super::descriptor::{By, Instruction, ScaleIds, code_bits};
use crate::decode::{Elem, TcA, TcMma, low};
use crate::finding::FindingKind;
use crate::state::Work;
use crate::tmem::Unit;
use std::ops::Range;

/// Instructions that a product usually takes.
const PRODUCT: u64 = 64;

/// One product, decoded.
#[derive(Clone, Debug)]
pub(crate) struct TcProduct {
    /// The CTA, or both of a pair, even one first: each gives its part of the rows of A and D and of the columns of B.
    ctas: Vec<usize>,
    d: u32,
    a: TcOperand,
    b: Tile,
    what: Instruction,
    scale: Option<Scale>,
    add: bool,
    /// Lanes that are left as they are, of each CTA.
    disabled: Vec<u128>,
    /// The factor of D.
    scale_d: f64,
    ws: bool,
}

#[derive(Clone, Copy, Debug)]
enum TcOperand {
    Shared(Tile),
    Tmem(u32),
}

/// Where the scale factors of a product are.
#[derive(Clone, Copy, Debug)]
struct Scale {
    ids: ScaleIds,
    /// Scale factors along K.
    blocks: u32,
    /// First columns.
    a: u32,
    b: u32,
}

impl TcProduct {
    /// Rows of A and D in one CTA.
    fn rows(&self) -> u32 {
        self.what.m / self.ctas.len() as u32
    }

    /// Layout B (docs/sources/ptx-data.md#tcgen05-layouts): the columns of D are folded in two halves over the lanes.
    fn folded(&self) -> bool {
        self.ctas.len() == 2 && self.what.m == 128
    }

    /// Layout F: half of the lanes are used.
    fn sparse_lanes(&self) -> bool {
        self.what.m == 64 && !self.ws
    }

    /// Into how many parts the columns of D are folded over the lanes: layouts B, E and G.
    fn folds(&self) -> u32 {
        if self.folded() {
            2
        } else if self.ws {
            128 / self.what.m
        } else {
            1
        }
    }

    /// Columns of tensor memory that D takes.
    fn d_columns(&self) -> u32 {
        self.what.n / self.folds()
    }

    /// Lane of a row of the CTA, relative to the address.
    fn lane(&self, row: u32) -> u32 {
        if self.sparse_lanes() {
            row % 16 + 32 * (row / 16)
        } else {
            row
        }
    }

    /// Lane and column of an element of D, relative to the address.
    fn d_cell(&self, row: u32, col: u32) -> (u32, u32) {
        let columns = self.d_columns();
        (self.lane(row) + 128 / self.folds() * (col / columns), col % columns)
    }

    /// Column, relative to the address, and 32-lane groups that hold the scale factors of a column of B
    /// (docs/sources/ptx-data.md#tcgen05-scales).
    fn b_scale(&self, col: u32) -> (u32, Range<u32>) {
        if self.folded() {
            let half = self.what.n / 2;
            let group = 2 * (col / half);
            (col % half / 32, group..group + 2)
        } else {
            (col / 32, 0..4)
        }
    }

    /// Columns of tensor memory that the scale factors of A and of B take.
    fn scale_columns(&self, s: &Scale) -> [Range<u32>; 2] {
        let b = self.d_columns().div_ceil(32);
        [s.a..s.a + self.rows().div_ceil(32), s.b..s.b + b]
    }
}

impl Exec<'_> {
    pub(super) fn tc_mma(&mut self, m: &TcMma) -> Done {
        for l in lanes(self.mask) {
            let all = self.mask;
            self.mask = 1 << l;
            let product = self.tc_product(m, l);
            self.mask = all;
            let product = product?;
            let due = self.tc_due(PRODUCT);
            self.launch(due, Work::Tc(TcWork::Product(Box::new(product))));
        }
        Ok(Flow::Next)
    }

    fn tc_product(&mut self, m: &TcMma, lane: usize) -> Result<TcProduct, Stop> {
        let bad = |e: &mut Self, what: String| e.stop(FindingKind::InvalidOperand, 1 << lane, what);
        let ctas = self.tc_ctas(m.pair)?;
        let idesc = self.uniform(m.idesc) as u32;
        let by = match (m.pair, m.ws) {
            (true, _) => By::Pair,
            (_, true) => By::OneStationary,
            _ => By::One,
        };
        let what = match Instruction::new(m.kind, idesc, by, m.scale.map_or(0, |s| s.blocks)) {
            Ok(i) => i,
            Err(e) => return bad(self, e),
        };
        let d = self.addresses(m.d)[lane] as u32;
        let b = match Tile::tcgen05(self.uniform(m.b), what.b_k_major) {
            Ok(t) => t,
            Err(e) => return bad(self, e),
        };
        let a = match m.a {
            TcA::Tmem(_) if code_bits(what.a_type) < what.a_type.bits() => {
                let message = "A of 4- or 6-bit elements in bytes of tensor memory is not modelled: where they lie is not documented";
                return bad(self, message.to_string());
            }
            TcA::Tmem(_) if m.ws && what.m < 128 => {
                let message =
                    "A of fewer than 128 rows in tensor memory is not modelled for `.ws`: its layout is not documented";
                return bad(self, message.to_string());
            }
            TcA::Tmem(addr) => TcOperand::Tmem(self.addresses(addr)[lane] as u32),
            TcA::Descriptor(s) => match Tile::tcgen05(self.uniform(s), what.a_k_major) {
                Ok(t) => TcOperand::Shared(t),
                Err(e) => return bad(self, e),
            },
        };
        let scale = match (m.scale, what.scale) {
            (Some(s), Some(ids)) => {
                let (a, b) = (self.addresses(s.a)[lane] as u32, self.addresses(s.b)[lane] as u32);
                if let Some(at) = [a, b].into_iter().find(|at| at >> 16 & 0x3FFF != 0) {
                    return bad(
                        self,
                        format!("the scale factors begin at {at:#x} of tensor memory: they must begin in lane 0"),
                    );
                }
                Some(Scale {
                    ids,
                    blocks: s.blocks,
                    a: a & 0xFFFF,
                    b: b & 0xFFFF,
                })
            }
            _ => None,
        };
        let add = self.pred(m.enable) >> lane & 1 == 1;
        let words: Vec<u128> = m
            .disabled
            .iter()
            .map(|&s| u128::from(self.read(s)[lane] as u32))
            .collect();
        let disabled = words
            .chunks(4)
            .map(|w| w.iter().rev().fold(0, |m, w| m << 32 | w))
            .collect();
        let product = TcProduct {
            ctas,
            d,
            a,
            b,
            what,
            scale,
            add,
            disabled,
            scale_d: 0.5_f64.powi(m.scale_d as i32),
            ws: m.ws,
        };
        let lane0 = d >> 16;
        let aligned = lane0 == 0 || (product.sparse_lanes() && lane0 == 16);
        let a_lane = match a {
            TcOperand::Tmem(at) => at >> 16,
            TcOperand::Shared(_) => lane0,
        };
        if !aligned || a_lane != lane0 {
            return bad(
                self,
                format!(
                    "operands of a product of {} rows cannot begin in lane {lane0} of tensor memory, and A in lane {a_lane}",
                    what.m
                ),
            );
        }
        self.tc_check_product(&product, lane)?;
        Ok(product)
    }

    /// Checks what a product reads and writes, at the moment it is issued.
    fn tc_check_product(&mut self, p: &TcProduct, lane: usize) -> Result<(), Stop> {
        let what = p.what;
        let issue = self.tc_issue(
            Unit::Product {
                d: p.d,
                shape: (what.m, what.n),
            },
            lane,
        );
        let clock = self.w().clock.clone();
        let column = |at: u32| at & 0xFFFF;
        for &cta in &p.ctas {
            let operands = [
                (
                    if let TcOperand::Shared(t) = p.a { Some(t) } else { None },
                    p.rows(),
                    what.a_type,
                ),
                (Some(p.b), what.n / p.ctas.len() as u32, what.b_type),
            ];
            for (tile, mn, elem) in operands.into_iter().filter_map(|(t, mn, e)| Some((t?, mn, e))) {
                let (k, bytes) = if code_bits(elem) < 8 {
                    (32, 1)
                } else {
                    (what.k, elem.bits() / 8)
                };
                self.in_cta(cta, |e| {
                    e.check_tile(&tile, mn, k, bytes, issue.agent, issue.number, &clock)?;
                    e.observe_operand(&tile, mn, k, bytes);
                    Ok(())
                })?;
            }
            if let TcOperand::Tmem(at) = p.a {
                let columns = what.k * what.a_type.bits() / 32;
                self.tc_touch(
                    cta,
                    column(at)..column(at) + columns,
                    false,
                    &issue,
                    "read as A of a product",
                )?;
            }
            for columns in p.scale.iter().flat_map(|s| p.scale_columns(s)) {
                self.tc_touch(cta, columns, false, &issue, "read as scale factors")?;
            }
            let columns = column(p.d)..column(p.d) + p.d_columns();
            self.tc_touch(cta, columns, true, &issue, "written by a product")?;
        }
        Ok(())
    }

    /// Does something that concerns shared memory in a CTA of the pair.
    pub(super) fn in_cta<T>(&mut self, cta: usize, f: impl FnOnce(&mut Self) -> T) -> T {
        let home = std::mem::replace(&mut self.cta, cta);
        let result = f(self);
        self.cta = home;
        result
    }

    pub(super) fn finish_tc_product(&mut self, p: &TcProduct) {
        let (n, k) = (p.what.n as usize, p.what.k as usize);
        let (column0, lane0) = (p.d & 0xFFFF, p.d >> 16);
        let b = self.tc_b(p);
        for (place, &cta) in p.ctas.iter().enumerate() {
            let disabled = p.disabled.get(place).copied().unwrap_or(0);
            let left_out = |lane: u32| disabled.checked_shr(lane).is_some_and(|m| m & 1 == 1);
            let mut a = self.tc_a(p, cta);
            let mut scaled_b = None;
            if let Some(s) = &p.scale {
                let per = k / s.blocks as usize;
                let factors = self.scale_factors(cta, s, s.a, s.ids.a, p.rows(), |row| (row / 32, 0..4));
                for (i, x) in a.iter_mut().enumerate() {
                    *x *= factors[i / k][i % k / per];
                }
                let factors = self.scale_factors(cta, s, s.b, s.ids.b, p.what.n, |col| p.b_scale(col));
                let mut b = b.clone();
                for (i, x) in b.iter_mut().enumerate() {
                    *x *= factors[i % n][i / n / per];
                }
                scaled_b = Some(b);
            }
            let rows = p.rows();
            let mut d = vec![0.0; rows as usize * n];
            let mut unwritten = false;
            let cells = || (0..rows).flat_map(|row| (0..n as u32).map(move |col| p.d_cell(row, col)));
            if p.add {
                let tmem = &self.cl.ctas[cta].tmem;
                for (x, (lane, col)) in d.iter_mut().zip(cells()) {
                    let (cell, written) = tmem.get(lane0 + lane, column0 + col);
                    unwritten |= !written && !left_out(lane0 + lane);
                    *x = accumulator(cell.into(), p.what.d_type) * p.scale_d;
                }
            }
            if unwritten {
                let message = "a tcgen05 product adds to tensor memory that was never written";
                self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
            }
            multiply(&mut d, &a, scaled_b.as_ref().unwrap_or(&b), n, k);
            let tmem = &mut self.cl.ctas[cta].tmem;
            for (x, (lane, col)) in d.iter().zip(cells()) {
                if left_out(lane0 + lane) {
                    continue;
                }
                let code = accumulated(*x, p.what.d_type, p.what.saturate) as u32;
                tmem.put(lane0 + lane, column0 + col, code);
            }
        }
    }

    /// All of B, `k` by `n`: the CTAs of a pair have half of the columns each.
    fn tc_b(&mut self, p: &TcProduct) -> Vec<f64> {
        let (n, k) = (p.what.n as usize, p.what.k as usize);
        let own = n / p.ctas.len();
        let mut b = vec![0.0; k * n];
        for (i, &cta) in p.ctas.iter().enumerate() {
            let part = self.in_cta(cta, |e| {
                e.operand_values(&p.b, own as u32, p.what.k, p.what.b_type, true)
            });
            for (to, from) in b.chunks_exact_mut(n).zip(part.chunks_exact(own)) {
                to[i * own..(i + 1) * own].copy_from_slice(from);
            }
        }
        if p.what.negate {
            b.iter_mut().for_each(|x| *x = -*x);
        }
        b
    }

    /// The CTA's rows of A, each of `k` elements.
    fn tc_a(&mut self, p: &TcProduct, cta: usize) -> Vec<f64> {
        let (rows, k, elem) = (p.rows(), p.what.k, p.what.a_type);
        let at = match p.a {
            TcOperand::Shared(t) => {
                return self.in_cta(cta, |e| e.operand_values(&t, rows, k, elem, false));
            }
            TcOperand::Tmem(at) => at,
        };
        let (lane0, column0, per) = (at >> 16, at & 0xFFFF, 32 / elem.bits());
        let (mut unwritten, mut unequal) = (false, false);
        let mut a = Vec::with_capacity((rows * k) as usize);
        for row in 0..rows {
            for col in 0..k {
                let tmem = &self.cl.ctas[cta].tmem;
                let (cell, written) = tmem.get(lane0 + p.lane(row), column0 + col / per);
                unwritten |= !written;
                // Each half of the lanes multiplies by its own copy.
                unequal |= p.folded() && tmem.get(row + 64, column0 + col / per) != (cell, written);
                let code = low(u64::from(cell) >> (elem.bits() * (col % per)), elem.bits());
                a.push(value(code, elem));
            }
        }
        if unwritten {
            let message = "a tcgen05 product reads A from tensor memory that was never written";
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        }
        if unequal {
            let message =
                "A of a product of 128 rows by a pair of CTAs must be in lanes 0 to 63 and again in lanes 64 to 127";
            self.report(FindingKind::InvalidOperand, self.mask, message, Vec::new());
        }
        a
    }

    /// The elements of an operand in shared memory, `k` by `mn` if `k_rows`, else `mn` by `k`. Elements of 4 and 6 bits
    /// lie in groups of 16 bytes: 32 packed ones (kinds of 4 bits), or 16 and padding
    /// (docs/sources/ptx-data.md#tcgen05-layouts).
    fn operand_values(&mut self, tile: &Tile, mn: u32, k: u32, elem: Elem, k_rows: bool) -> Vec<f64> {
        let bits = code_bits(elem);
        if bits >= 8 {
            return self.tile_values(tile, mn, k, elem, k_rows);
        }
        let per = k / 2;
        let mut out = vec![0.0; (mn * k) as usize];
        let mut unwritten = None;
        for (at, i, j) in tile.pieces(mn, 32, 1) {
            let shared = &self.cl.ctas[self.cta].shared;
            if !shared.is_written(at, per * bits / 8) {
                unwritten = Some(at);
            }
            let piece = shared.get(at, 16).unwrap_or(&[]);
            let group = piece.iter().rev().fold(0_u128, |w, &b| w << 8 | u128::from(b));
            for e in 0..per {
                let code = (group >> (bits * e)) as u64 & ((1 << bits) - 1);
                // In a byte of its own, a 4-bit element is in bits 2 to 5.
                let code = if elem == Elem::E2m1 { code << 2 } else { code };
                let col = j / 16 * per + e;
                let index = if k_rows { col * mn + i } else { i * k + col };
                if let Some(slot) = out.get_mut(index as usize) {
                    *slot = value(code, elem);
                }
            }
        }
        if let Some(at) = unwritten {
            let message = format!("a matrix product reads shared memory at {at:#x}, which was never written");
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        }
        out
    }

    /// The scale factors of `count` rows of A or columns of B. `place` gives column, relative to `base`, and the groups
    /// of 32 lanes that all hold a copy; the lane in the group is the index modulo 32, the first byte `id`.
    fn scale_factors(
        &mut self,
        cta: usize,
        s: &Scale,
        base: u32,
        id: u32,
        count: u32,
        place: impl Fn(u32) -> (u32, Range<u32>),
    ) -> Vec<[f64; 4]> {
        let (mut unwritten, mut unequal) = (false, false);
        let tmem = &self.cl.ctas[cta].tmem;
        let used = if s.blocks == 4 {
            u32::MAX
        } else {
            (1 << (8 * s.blocks)) - 1
        };
        let factors = (0..count).map(|x| {
            let (column, groups) = place(x);
            let copies = groups.map(|g| {
                let (cell, written) = tmem.get(32 * g + x % 32, base + column);
                unwritten |= !written;
                cell >> (8 * id) & used
            });
            let copies: Vec<u32> = copies.collect();
            let code = copies.first().copied().unwrap_or(0);
            unequal |= copies.iter().any(|&c| c != code);
            std::array::from_fn(|block| scale_value(code >> (8 * block) & 0xFF, s.ids.ue4m3))
        });
        let factors = factors.collect();
        if unwritten {
            let message = "a tcgen05 product reads scale factors from tensor memory that was never written";
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        } else if unequal {
            let message = "the copies of a scale factor in the groups of 32 lanes differ";
            self.report(FindingKind::InvalidOperand, self.mask, message, Vec::new());
        }
        factors
    }
}
