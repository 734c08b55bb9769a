//! Decoding of asynchronous copies.

use super::alu::is_shared;
use super::memory::atom_op;
use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder};
use crate::tensor_map::image;
use tilewright_ptx::{Imm, Instr, Opcode, Operand, Space, Type, Word};

impl Decoder<'_> {
    /// `Ok(None)` if the opcode belongs to another group.
    pub(super) fn copy(&mut self, i: &Instr) -> Decoded<Option<CopyOp>> {
        use Opcode::*;
        let words = Self::words(i);
        let op = match i.op {
            Opcode::CpAsync => self.cp_async(i, &words)?,
            Opcode::CpAsyncCommitGroup => CopyOp::CpAsyncCommit,
            CpAsyncWaitGroup => CopyOp::CpAsyncWait {
                left: self.small(self.operand(i, 0)?)?,
            },
            CpAsyncWaitAll => CopyOp::CpAsyncWait { left: 0 },
            CpAsyncMbarrierArrive => CopyOp::CpAsyncArrive {
                addr: self.address(self.operand(i, 0)?)?,
                noinc: words.contains(&Word::Noinc),
            },
            CpAsyncBulk | CpReduceAsyncBulk => self.bulk(i, &words)?,
            CpAsyncBulkTensor | CpReduceAsyncBulkTensor => self.bulk_tensor(i, &words)?,
            Opcode::TensormapReplace => self.tensormap_replace(i, &words)?,
            TensormapCpFenceproxy => {
                if self.operand(i, 2)? != &Operand::Imm(Imm::Int(128)) {
                    return self.refuse("a tensor map has 128 bytes");
                }
                CopyOp::TensormapCopy {
                    to: self.address(self.operand(i, 0)?)?,
                    from: self.address(self.operand(i, 1)?)?,
                }
            }
            CpAsyncBulkCommitGroup => CopyOp::BulkCommit,
            CpAsyncBulkWaitGroup => CopyOp::BulkWait {
                left: self.small(self.operand(i, 0)?)?,
                read: words.contains(&Word::Read),
            },
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    fn cp_async(&mut self, i: &Instr, words: &[Word]) -> Decoded<CopyOp> {
        let bytes = self.small(self.operand(i, 2)?)?;
        let legal = if words.contains(&Word::Cg) {
            bytes == 16
        } else {
            matches!(bytes, 4 | 8 | 16)
        };
        if !legal {
            return self.refuse(format!(
                "`cp.async` cannot move {bytes} bytes: .ca moves 4, 8 or 16, .cg 16"
            ));
        }
        let hint = usize::from(words.contains(&Word::L2CacheHint));
        let mut copy = super::CpAsync {
            dst: self.address(self.operand(i, 0)?)?,
            src: self.address(self.operand(i, 1)?)?,
            bytes,
            src_bytes: None,
            ignore: None,
        };
        if i.operands.len() > 3 + hint {
            match self.operand(i, 3)? {
                o @ Operand::Not(_) => copy.ignore = Some(self.pred_src(o)?),
                o @ Operand::Reg(r) if r.ty == Type::Pred => copy.ignore = Some(self.pred_src(o)?),
                o => copy.src_bytes = Some(self.src(o, Type::U32)?),
            }
        }
        Ok(CopyOp::CpAsync(Box::new(copy)))
    }

    fn direction(&self, i: &Instr) -> Decoded<BulkDir> {
        Ok(match (i.space(0), i.space(1)) {
            (to, Some(Space::Global)) if is_shared(to) => BulkDir::Load,
            (Some(Space::Global), from) if is_shared(from) => BulkDir::Store,
            (Some(Space::SharedCluster), from) if is_shared(from) => BulkDir::Across,
            _ => return self.unknown(i),
        })
    }

    fn bulk(&mut self, i: &Instr, words: &[Word]) -> Decoded<CopyOp> {
        let dir = self.direction(i)?;
        if words.contains(&Word::CpMask) {
            return self.unknown(i);
        }
        let reduce = if i.op == Opcode::CpReduceAsyncBulk {
            let Some(op) = words.iter().find_map(|w| atom_op(*w)) else {
                return self.unknown(i);
            };
            let ty = self.ty(i, 0)?;
            if !crate::exec::atom_known(op, ty) {
                return self.unknown(i);
            }
            Some((op, ty))
        } else {
            None
        };
        let on_mbarrier = dir != BulkDir::Store;
        Ok(CopyOp::Bulk(Box::new(Bulk {
            dir,
            dst: self.address(self.operand(i, 0)?)?,
            src: self.address(self.operand(i, 1)?)?,
            bytes: self.arg(i, 2, Type::U32)?,
            mbar: if on_mbarrier {
                Some(self.address(self.operand(i, 3)?)?)
            } else {
                None
            },
            multicast: if words.contains(&Word::MulticastCluster) {
                Some(self.arg(i, 4, Type::B16)?)
            } else {
                None
            },
            reduce,
        })))
    }

    fn tensormap_replace(&mut self, i: &Instr, words: &[Word]) -> Decoded<CopyOp> {
        let field = words.iter().find_map(|w| {
            Some(match w {
                Word::GlobalAddress => image::ADDRESS,
                Word::Rank => image::RANK,
                Word::BoxDim => image::BOX,
                Word::GlobalDim => image::EXTENT,
                Word::GlobalStride => image::STRIDE,
                Word::ElementStride => image::STEP,
                Word::Elemtype => image::ELEMENT,
                Word::InterleaveLayout => image::INTERLEAVE,
                Word::SwizzleMode => image::SWIZZLE,
                Word::SwizzleAtomicity => image::ATOMICITY,
                Word::FillMode => image::FILL,
                _ => return None,
            })
        });
        let Some(field) = field else { return self.unknown(i) };
        let listed = field.count > 1;
        let entry = if listed {
            self.small(self.operand(i, 1)?)? as usize
        } else {
            0
        };
        if i.operands.len() != 2 + usize::from(listed) || entry >= field.count {
            return self.refuse("this field of a tensor map has no such entry");
        }
        let ty = if field.bytes == 8 { Type::B64 } else { Type::B32 };
        Ok(CopyOp::TensormapReplace(Box::new(super::TensormapReplace {
            space: self.space(i.space(0))?,
            addr: self.address(self.operand(i, 0)?)?,
            field,
            entry,
            value: self.arg(i, 1 + usize::from(listed), ty)?,
        })))
    }

    fn bulk_tensor(&mut self, i: &Instr, words: &[Word]) -> Decoded<CopyOp> {
        let dir = self.direction(i)?;
        let tiled = words.iter().all(|w| {
            !matches!(
                w,
                Word::TileGather4
                    | Word::TileScatter4
                    | Word::Im2col
                    | Word::Im2colW
                    | Word::Im2colW128
                    | Word::Im2colNoOffs
            )
        });
        if !tiled || dir == BulkDir::Across {
            return self.unknown(i);
        }
        let reduce = if i.op == Opcode::CpReduceAsyncBulkTensor {
            match words.iter().find_map(|w| atom_op(*w)) {
                Some(op) => Some(op),
                None => return self.unknown(i),
            }
        } else {
            None
        };
        let (map_at, smem_at) = if dir == BulkDir::Load { (1, 0) } else { (0, 1) };
        let Operand::TensorAddr { map, coords } = self.operand(i, map_at)? else {
            return self.refuse("expected a tensor map and coordinates, as in [map, {c0, c1}]");
        };
        let dims = words.iter().find_map(|w| match w {
            Word::D1 => Some(1),
            Word::D2 => Some(2),
            Word::D3 => Some(3),
            Word::D4 => Some(4),
            Word::D5 => Some(5),
            _ => None,
        });
        if dims != Some(coords.len()) {
            return self.refuse(format!(
                "{} coordinates do not match the dimension in the name",
                coords.len()
            ));
        }
        let coords = coords
            .iter()
            .map(|c| self.src(c, Type::S32))
            .collect::<Decoded<Vec<Slot>>>()?;
        let map = self.addr(map)?;
        Ok(CopyOp::BulkTensor(Box::new(BulkTensor {
            dir,
            map,
            coords,
            pair: words.contains(&Word::CtaGroup2),
            smem: self.address(self.operand(i, smem_at)?)?,
            mbar: if dir == BulkDir::Load {
                Some(self.address(self.operand(i, 2)?)?)
            } else {
                None
            },
            multicast: if words.contains(&Word::MulticastCluster) {
                Some(self.arg(i, 3, Type::B16)?)
            } else {
                None
            },
            reduce,
        })))
    }
}
