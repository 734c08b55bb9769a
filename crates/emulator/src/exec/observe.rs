//! Accesses to memory as their observer sees them: the addresses of the lanes that take part, lane by lane.
//!
//! They are told when an instruction has done its work, so that each is told once and none that is a fault.

use super::wgmma::Tile;
use super::{Exec, Target, lanes};
use crate::decode::MemSpace;
use crate::finding::PtxPosition;
use crate::state::{LANES, Lanes};
use serde::Serialize;

/// The kinds of instructions that access memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccessKind {
    /// `ld` of global memory.
    GlobalLoad,
    /// `st` to global memory.
    GlobalStore,
    /// `atom` and `red` on global memory.
    GlobalAtomic,
    /// The reading side of `cp.async`.
    GlobalCopy,
    /// `ld` of shared memory.
    SharedLoad,
    /// `st` to shared memory.
    SharedStore,
    /// The writing side of `cp.async`.
    SharedCopy,
    /// `ldmatrix`.
    MatrixLoad,
    /// `stmatrix`.
    MatrixStore,
    /// An operand that `wgmma` or `tcgen05.mma` reads from shared memory by a descriptor.
    Operand,
}

impl AccessKind {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::GlobalLoad => "global load",
            Self::GlobalStore => "global store",
            Self::GlobalAtomic => "global atomic",
            Self::GlobalCopy => "global side of cp.async",
            Self::SharedLoad => "shared load",
            Self::SharedStore => "shared store",
            Self::SharedCopy => "shared side of cp.async",
            Self::MatrixLoad => "ldmatrix",
            Self::MatrixStore => "stmatrix",
            Self::Operand => "operand of a product",
        }
    }

    /// Of global memory, else of shared memory.
    pub fn is_global(self) -> bool {
        self <= Self::GlobalCopy
    }
}

/// An access by the lanes of a warp that are at one instruction.
#[derive(Clone, Copy, Debug)]
pub struct WarpAccess<'a> {
    /// The instruction.
    pub place: Option<PtxPosition>,
    /// Its kind.
    pub kind: AccessKind,
    /// Bytes at each address.
    pub bytes: u32,
    /// The address of each lane; none: the lane takes no part. Of matrices those of rows, eight for each matrix.
    pub addresses: &'a [Option<i64>],
}

/// An observer of accesses to memory.
pub type Observer<'a> = dyn FnMut(&WarpAccess<'_>) + 'a;

impl Exec<'_> {
    /// Tells the observer of an access by the executing lanes; of one kind where it is to global memory, and of
    /// another where it is to the own CTA's shared memory.
    pub(super) fn observe(&mut self, kinds: [Option<AccessKind>; 2], space: MemSpace, addr: &Lanes, bytes: u32) {
        if self.observer.is_none() {
            return;
        }
        let mut found = [[None; LANES]; 2];
        for l in lanes(self.mask) {
            match self.resolve(space, addr[l], l) {
                Ok(Target::Global(at)) => found[0][l] = Some(at as i64),
                Ok(Target::Shared(cta, at)) if cta == self.cta => found[1][l] = Some(at.into()),
                // Other memory has no banks or sectors that are counted, and the access has been checked.
                Ok(Target::Shared(..) | Target::Local(_) | Target::Param(_) | Target::Const(_)) | Err(_) => {}
            }
        }
        for (kind, addresses) in kinds.into_iter().zip(&found) {
            if let Some(kind) = kind {
                self.tell(kind, bytes, addresses);
            }
        }
    }

    /// Tells the observer of an operand in shared memory, read in matrices of eight rows of 16 bytes.
    pub(super) fn observe_operand(&mut self, tile: &Tile, mn: u32, k: u32, bytes: u32) {
        if self.observer.is_none() {
            return;
        }
        let pieces = tile.pieces(mn, k, bytes);
        let line = if tile.k_major { k } else { mn } * bytes / 16;
        let mut rows = Vec::with_capacity(pieces.len());
        for lines in pieces.chunks(8 * line as usize) {
            for column in 0..line as usize {
                let matrix = lines.iter().skip(column).step_by(line as usize);
                rows.extend(matrix.map(|piece| Some(piece.0.into())));
            }
        }
        self.tell(AccessKind::Operand, 16, &rows);
    }

    fn tell(&mut self, kind: AccessKind, bytes: u32, addresses: &[Option<i64>]) {
        let place = self.place(self.pc);
        if let Some(observer) = &mut self.observer
            && addresses.iter().any(Option::is_some)
        {
            observer(&WarpAccess {
                place,
                kind,
                bytes,
                addresses,
            });
        }
    }
}
