//! `tcgen05.cp`: rows of shared memory to lanes of tensor memory (docs/sources/ptx-data.md#tcgen05-copies).

use super::super::wgmma::Tile;
use super::super::{Done, Exec, Flow, Stop, lanes};
use super::TcWork;
use crate::decode::{TcCp, TcCpShape};
use crate::finding::FindingKind;
use crate::state::Work;
use crate::tmem::Unit;

/// Instructions that a copy usually takes.
const COPY: u64 = 32;

/// One copy, decoded.
#[derive(Clone, Debug)]
pub(crate) struct TcCopy {
    ctas: Vec<usize>,
    shape: TcCpShape,
    source: Tile,
    lane: u32,
    column: u32,
}

impl TcCpShape {
    /// Rows, and bytes of a row.
    fn size(self) -> (u32, u32) {
        match self {
            TcCpShape::S128x256b => (128, 32),
            TcCpShape::S4x256b => (4, 32),
            TcCpShape::S128x128b => (128, 16),
            TcCpShape::S64x128bWarps02And13 | TcCpShape::S64x128bWarps01And23 => (64, 16),
            TcCpShape::S32x128bAllWarps => (32, 16),
        }
    }

    /// The lanes that a row goes to; `lane` is that of the address.
    fn lanes(self, row: u32, lane: u32) -> Vec<u32> {
        match self {
            TcCpShape::S128x256b | TcCpShape::S128x128b => vec![row],
            TcCpShape::S4x256b => vec![32 * row + lane],
            TcCpShape::S64x128bWarps02And13 => vec![row, row + 64],
            TcCpShape::S64x128bWarps01And23 => {
                let first = row % 32 + 64 * (row / 32);
                vec![first, first + 32]
            }
            TcCpShape::S32x128bAllWarps => vec![row, row + 32, row + 64, row + 96],
        }
    }
}

impl Exec<'_> {
    pub(super) fn tc_cp(&mut self, cp: &TcCp) -> Done {
        for l in lanes(self.mask) {
            let all = self.mask;
            self.mask = 1 << l;
            let copy = self.tc_copy(cp, l);
            self.mask = all;
            let copy = copy?;
            let due = self.tc_due(COPY);
            self.launch(due, Work::Tc(TcWork::Copy(copy)));
        }
        Ok(Flow::Next)
    }

    fn tc_copy(&mut self, cp: &TcCp, lane: usize) -> Result<TcCopy, Stop> {
        let at = self.addresses(cp.addr)[lane] as u32;
        let source = match Tile::tcgen05(self.uniform(cp.source), true) {
            Ok(tile) => tile,
            Err(e) => return self.stop(FindingKind::InvalidOperand, 1 << lane, e),
        };
        let copy = TcCopy {
            ctas: self.tc_ctas(cp.pair)?,
            shape: cp.shape,
            source,
            lane: at >> 16,
            column: at & 0xFFFF,
        };
        let most = if cp.shape == TcCpShape::S4x256b { 31 } else { 0 };
        if copy.lane > most {
            let message = format!(
                "a copy of this shape to tensor memory begins in lane {}: 0 to {most} is possible",
                copy.lane
            );
            return self.stop(FindingKind::InvalidOperand, 1 << lane, message);
        }
        let (rows, bytes) = cp.shape.size();
        let issue = self.tc_issue(Unit::Copy, lane);
        let columns = copy.column..copy.column + bytes / 4;
        let clock = self.w().clock.clone();
        for &cta in &copy.ctas {
            self.tc_touch(cta, columns.clone(), true, &issue, "written by a copy")?;
            self.in_cta(cta, |e| {
                e.check_tile(&copy.source, rows, bytes, 1, issue.agent, issue.number, &clock)
            })?;
        }
        Ok(copy)
    }

    pub(super) fn finish_tc_copy(&mut self, copy: &TcCopy) {
        let (rows, bytes) = copy.shape.size();
        let mut unwritten = None;
        let pieces = copy.ctas.iter().flat_map(|&cta| {
            let pieces = copy.source.pieces(rows, bytes, 1);
            pieces.into_iter().map(move |(at, row, byte)| (cta, at, row, byte))
        });
        for (cta, at, row, byte) in pieces {
            let cta = &mut self.cl.ctas[cta];
            if !cta.shared.is_written(at, 16) {
                unwritten = Some(at);
            }
            let piece = cta.shared.get(at, 16).unwrap_or(&[]);
            for lane in copy.shape.lanes(row, copy.lane) {
                for (column, word) in (copy.column + byte / 4..).zip(piece.chunks_exact(4)) {
                    let word = word.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b));
                    cta.tmem.put(lane, column, word);
                }
            }
        }
        if let Some(at) = unwritten {
            let message = format!("a copy to tensor memory reads shared memory at {at:#x}, which was never written");
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        }
    }
}
