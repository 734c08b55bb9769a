//! ldmatrix, stmatrix, movmatrix, mma.sync (docs/sources/ptx-data.md#mma-fragments, docs/sources/ptx-data.md#ldmatrix).
//!
//! Products and sums are computed in f64 and rounded once to the accumulator's format: within what PTX promises, and
//! the same on every platform. f64 itself is a chain of fused multiply-adds; integers are exact.

use super::{AccessKind, Done, Exec, Flow, Stop};
use crate::decode::{AccType, Elem, Matrix, Mma, MmaScale, ScaleFrom, Slot, low, sext};
use crate::finding::FindingKind;
use crate::num::{Format, NAN_F32, Rnd, narrow, widen};
use crate::state::{LANES, Lanes};

/// The value of an element's code.
pub(super) fn value(code: u64, e: Elem) -> f64 {
    match e {
        Elem::F16 => widen(code as u32 & 0xFFFF, Format::F16),
        Elem::Bf16 => widen(code as u32 & 0xFFFF, Format::BF16),
        Elem::Tf32 => f64::from(f32::from_bits(code as u32 & 0xFFFF_E000)),
        Elem::E4m3 => widen(code as u32 & 0xFF, Format::E4M3),
        Elem::E5m2 => widen(code as u32 & 0xFF, Format::E5M2),
        Elem::E3m2 => widen(code as u32 & 0x3F, Format::E3M2),
        Elem::E2m3 => widen(code as u32 & 0x3F, Format::E2M3),
        Elem::E2m1 => widen(code as u32 >> 2 & 0xF, Format::E2M1),
        Elem::E2m1Packed => widen(code as u32 & 0xF, Format::E2M1),
        Elem::S8 => sext(code & 0xFF, 8) as f64,
        Elem::U8 => (code & 0xFF) as f64,
        Elem::S4 => sext(code & 0xF, 4) as f64,
        Elem::U4 => (code & 0xF) as f64,
        Elem::F64 => f64::from_bits(code),
    }
}

/// The value of an accumulator element.
pub(super) fn accumulator(code: u64, ty: AccType) -> f64 {
    match ty {
        AccType::F16 => widen(code as u32 & 0xFFFF, Format::F16),
        AccType::S32 => f64::from(code as i32),
        AccType::F64 => f64::from_bits(code),
        AccType::F32 => f64::from(f32::from_bits(code as u32)),
    }
}

/// An accumulator element from its exact value.
pub(super) fn accumulated(x: f64, ty: AccType, saturate: bool) -> u64 {
    match ty {
        AccType::F16 => narrow(x, Format::F16, Rnd::Near, false).into(),
        AccType::S32 if saturate => u64::from(x.clamp(i32::MIN.into(), i32::MAX.into()) as i32 as u32),
        AccType::S32 => u64::from(x as i64 as u32),
        AccType::F64 => x.to_bits(),
        AccType::F32 if x.is_nan() => NAN_F32.into(),
        AccType::F32 => u64::from((x as f32).to_bits()),
    }
}

/// `d[m][n] += sum over k of a[m][k] * b[k][n]`, row by row so that the inner loop runs along n.
pub(super) fn multiply(d: &mut [f64], a: &[f64], b: &[f64], n: usize, k: usize) {
    for (row, a) in d.chunks_exact_mut(n).zip(a.chunks_exact(k)) {
        for (&x, line) in a.iter().zip(b.chunks_exact(n)) {
            for (d, y) in row.iter_mut().zip(line) {
                *d += x * y;
            }
        }
    }
}

impl Exec<'_> {
    /// The registers of a fragment.
    pub(super) fn fragment(&mut self, regs: &[Slot]) -> Vec<Lanes> {
        regs.iter().map(|&r| self.read(r)).collect()
    }

    pub(super) fn ldmatrix(&mut self, m: &Matrix, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let addr = self.matrix_rows(m)?;
        if m.bytes {
            self.turned_bytes(m, &addr)?;
            self.observe_rows(AccessKind::MatrixLoad, m, &addr);
            return Ok(Flow::Next);
        }
        for (j, &reg) in m.regs.iter().enumerate() {
            let rows: [[u8; 16]; 8] = self.fetch_rows(m, &addr, 8 * j)?;
            let half =
                |row: usize, col: usize| u64::from(u16::from_le_bytes([rows[row][2 * col], rows[row][2 * col + 1]]));
            let mut out = [0; LANES];
            for (l, out) in out.iter_mut().enumerate() {
                let (g, q) = (l >> 2, l & 3);
                *out = if m.trans {
                    half(2 * q, g) | half(2 * q + 1, g) << 16
                } else {
                    half(g, 2 * q) | half(g, 2 * q + 1) << 16
                };
            }
            self.write(reg, &out);
        }
        self.observe_rows(AccessKind::MatrixLoad, m, &addr);
        Ok(Flow::Next)
    }

    /// The rows of a matrix, whose addresses the lanes from one on say.
    fn fetch_rows<const ROWS: usize>(
        &mut self,
        m: &Matrix,
        addr: &Lanes,
        first: usize,
    ) -> Result<[[u8; 16]; ROWS], Stop> {
        let mut rows = [[0; 16]; ROWS];
        for (r, row) in rows.iter_mut().enumerate() {
            let lane = first + r;
            let target = self.resolve(m.space, addr[lane], lane)?;
            self.fetch(target, row, false, lane)?;
        }
        Ok(rows)
    }

    /// Matrices of 16x16 bytes, turned: a lane gets four neighbours of a column in each of two registers, of which the second
    /// is of the column eight further on.
    fn turned_bytes(&mut self, m: &Matrix, addr: &Lanes) -> Result<(), Stop> {
        for (j, pair) in m.regs.chunks(2).enumerate() {
            let rows: [[u8; 16]; 16] = self.fetch_rows(m, addr, 16 * j)?;
            for (half, &reg) in pair.iter().enumerate() {
                let mut out = [0; LANES];
                for (l, out) in out.iter_mut().enumerate() {
                    let (g, q) = (l >> 2, l & 3);
                    let byte = |e: usize| u64::from(rows[4 * q + e][g + 8 * half]) << (8 * e);
                    *out = (0..4).map(byte).sum();
                }
                self.write(reg, &out);
            }
        }
        Ok(())
    }

    pub(super) fn stmatrix(&mut self, m: &Matrix, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let addr = self.matrix_rows(m)?;
        for (j, &reg) in m.regs.iter().enumerate() {
            let v = self.read(reg);
            let mut rows = [[0; 16]; 8];
            for (l, &v) in v.iter().enumerate() {
                let (g, q) = (l >> 2, l & 3);
                for h in 0..2 {
                    let (row, col) = if m.trans { (2 * q + h, g) } else { (g, 2 * q + h) };
                    let bytes = ((v >> (16 * h)) as u16).to_le_bytes();
                    rows[row][2 * col] = bytes[0];
                    rows[row][2 * col + 1] = bytes[1];
                }
            }
            for (r, row) in rows.iter().enumerate() {
                let lane = 8 * j + r;
                let target = self.resolve(m.space, addr[lane], lane)?;
                self.put(target, row, false, lane)?;
            }
        }
        self.observe_rows(AccessKind::MatrixStore, m, &addr);
        Ok(Flow::Next)
    }

    /// Tells the observer of the lanes that give rows.
    fn observe_rows(&mut self, kind: AccessKind, m: &Matrix, addr: &Lanes) {
        self.mask = ((1_u64 << (8 * m.regs.len())) - 1) as u32;
        self.observe([None, Some(kind)], m.space, addr, 16);
        self.mask = u32::MAX;
    }

    /// The row addresses, checked: lanes 8j to 8j+7 give those of matrix j.
    fn matrix_rows(&mut self, m: &Matrix) -> Result<Lanes, Stop> {
        if self.mask != u32::MAX {
            let missing = !self.mask;
            return self.stop(
                FindingKind::Divergence,
                missing,
                "matrix loads and stores need all 32 lanes",
            );
        }
        let addr = self.addresses(m.addr);
        for (lane, &a) in addr.iter().enumerate().take(8 * m.regs.len()) {
            self.check_aligned(a, 16, lane)?;
        }
        Ok(addr)
    }

    pub(super) fn movmatrix(&mut self, d: Slot, a: Slot, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let a = self.read(a);
        let mut m = [[0_u64; 8]; 8];
        for (l, &v) in a.iter().enumerate() {
            m[l >> 2][2 * (l & 3)] = v & 0xFFFF;
            m[l >> 2][2 * (l & 3) + 1] = v >> 16 & 0xFFFF;
        }
        let mut out = [0; LANES];
        for (l, out) in out.iter_mut().enumerate() {
            let (g, q) = (l >> 2, l & 3);
            *out = m[2 * q][g] | m[2 * q + 1][g] << 16;
        }
        self.write(d, &out);
        Ok(Flow::Next)
    }

    pub(super) fn mma(&mut self, op: &Mma, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        if self.mask != u32::MAX {
            let missing = !self.mask;
            return self.stop(FindingKind::Divergence, missing, "mma needs all 32 lanes");
        }
        let (m, n, k) = (op.m as usize, op.n as usize, op.k as usize);
        let (a_regs, b_regs, c_regs) = (self.fragment(&op.a), self.fragment(&op.b), self.fragment(&op.c));
        let mut a = a_matrix(&a_regs, op.a_type, m, k);
        let mut b = vec![0.0; k * n];
        let (bits, per) = (op.b_type.bits(), per_register(op.b_type));
        for (r, reg) in b_regs.iter().enumerate() {
            for (l, &v) in reg.iter().enumerate() {
                for e in 0..per {
                    let row = 4 * per * r + per * (l & 3) + e;
                    b[row * n + (l >> 2)] = value(low(v >> (bits * e as u32), bits), op.b_type);
                }
            }
        }
        if let Some(scale) = op.scale {
            let scales = self.scales(scale)?;
            let per = k / scale.blocks as usize;
            for (i, x) in a.iter_mut().enumerate() {
                *x *= scales.0[i / k][i % k / per];
            }
            for (i, x) in b.iter_mut().enumerate() {
                *x *= scales.1[i % n][i / n / per];
            }
        }
        let halves = if op.d_type == AccType::F16 { 2 } else { 1 };
        // Element i of a lane: row and column in the tile.
        let place = |l: usize, i: usize| (l >> 2) + 8 * (i >> 1);
        let mut d = vec![0.0; m * n];
        let elements = c_regs.len() * halves;
        for l in 0..LANES {
            for i in 0..elements {
                let code = c_regs[i / halves][l] >> (16 * (i % halves));
                d[place(l, i) * n + 2 * (l & 3) + (i & 1)] = accumulator(code, op.d_type);
            }
        }
        if op.d_type == AccType::F64 {
            fused(&mut d, &a, &b, n, k);
        } else {
            multiply(&mut d, &a, &b, n, k);
        }
        let mut out = vec![[0; LANES]; op.d.len()];
        for l in 0..LANES {
            for i in 0..elements {
                let x = d[place(l, i) * n + 2 * (l & 3) + (i & 1)];
                out[i / halves][l] |= accumulated(x, op.d_type, op.saturate) << (16 * (i % halves));
            }
        }
        for (&reg, value) in op.d.iter().zip(&out) {
            self.write(reg, value);
        }
        Ok(Flow::Next)
    }
}

/// The scales of the blocks along k: for each row of A, and for each column of B.
type Scales = (Vec<[f64; 4]>, Vec<[f64; 4]>);

impl Exec<'_> {
    /// The scales of a block-scaled product, from the lanes and bytes that its selectors name
    /// (docs/sources/ptx-data.md#block-scaling).
    fn scales(&mut self, scale: MmaScale) -> Result<Scales, Stop> {
        let side =
            |exec: &mut Self, from: ScaleFrom, lanes_of: usize, lane: &dyn Fn(usize, usize) -> usize, count: usize| {
                let (byte, thread) = (exec.uniform(from.byte) as usize, exec.uniform(from.thread) as usize);
                let aligned = match scale.blocks {
                    1 => byte < 4,
                    2 => matches!(byte, 0 | 2),
                    _ => byte == 0,
                };
                if !aligned || thread >= lanes_of {
                    let mask = exec.mask;
                    let message = format!(
                        "byte {byte} of thread {thread} cannot hold {} scales for each row or column",
                        scale.blocks
                    );
                    return exec.stop(FindingKind::InvalidOperand, mask, message);
                }
                let reg = exec.read(from.reg);
                let one = |i: usize| {
                    let code = reg[lane(i, thread)] >> (8 * byte);
                    std::array::from_fn(|s| scale_value((code >> (8 * s)) as u32 & 0xFF, scale.ue4m3))
                };
                Ok((0..count).map(one).collect::<Vec<[f64; 4]>>())
            };
        let a = side(
            self,
            scale.a,
            2,
            &|row, thread| 4 * (row % 8) + row / 8 + 2 * thread,
            16,
        )?;
        let b = side(self, scale.b, 4, &|column, thread| 4 * column + thread, 8)?;
        Ok((a, b))
    }
}

/// The value of a scale: ue8m0, a power of two, or ue4m3.
pub(super) fn scale_value(code: u32, ue4m3: bool) -> f64 {
    match code {
        _ if ue4m3 => widen(code & 0x7F, Format::E4M3),
        0xFF => f64::NAN,
        _ => f64::from_bits((u64::from(code) + 1023 - 127) << 52),
    }
}

/// f64 products: a chain of fused multiply-adds along k.
fn fused(d: &mut [f64], a: &[f64], b: &[f64], n: usize, k: usize) {
    for (row, a) in d.chunks_exact_mut(n).zip(a.chunks_exact(k)) {
        for (&x, line) in a.iter().zip(b.chunks_exact(n)) {
            for (d, &y) in row.iter_mut().zip(line) {
                *d = libm::fma(x, y, *d);
            }
        }
    }
}

/// Elements in one register of a fragment.
pub(super) fn per_register(e: Elem) -> usize {
    (32 / e.bits()).max(1) as usize
}

/// Operand A of an m8 or m16 tile from its registers, row-major.
pub(super) fn a_matrix(regs: &[Lanes], e: Elem, m: usize, k: usize) -> Vec<f64> {
    let (bits, per) = (e.bits(), per_register(e));
    let mut a = vec![0.0; m * k];
    for (r, reg) in regs.iter().enumerate() {
        let (below, k_half) = if m == 16 { (r & 1, r >> 1) } else { (0, r) };
        for (l, &v) in reg.iter().enumerate() {
            for x in 0..per {
                let (row, col) = ((l >> 2) + 8 * below, 4 * per * k_half + per * (l & 3) + x);
                a[row * k + col] = value(low(v >> (bits * x as u32), bits), e);
            }
        }
    }
    a
}
