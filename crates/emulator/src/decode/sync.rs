//! Decoding of warp operations, barriers, fences and mbarriers.

use super::memory::atom_op;
use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder};
use tilewright_ptx::{Instr, Opcode, Operand, Type, Word};

impl Decoder<'_> {
    /// `Ok(None)` if the opcode belongs to another group.
    pub(super) fn sync(&mut self, i: &Instr) -> Decoded<Option<SyncOp>> {
        use Opcode::*;
        let words = Self::words(i);
        let has = |w| words.contains(&w);
        let op = match i.op {
            BarWarpSync => SyncOp::Warp {
                mask: self.arg(i, 0, Type::B32)?,
                op: WarpOp::Sync,
            },
            Shfl | VoteSync | MatchAnySync | MatchAllSync | ReduxSync | ElectSync => self.warp_op(i, &words)?,
            BarSync | BarrierSync | BarrierCtaSync => {
                let aligned = i.op == BarSync || has(Word::Aligned);
                self.bar(i, BarKind::Sync, 0, aligned)?
            }
            BarArrive | BarrierArrive | BarrierCtaArrive => {
                let aligned = i.op == BarArrive || has(Word::Aligned);
                self.bar(i, BarKind::Arrive, 0, aligned)?
            }
            BarRed | BarrierRed => {
                let p = self.pred_src(self.operand(i, i.operands.len() - 1)?)?;
                let kind = if has(Word::Popc) {
                    BarKind::RedPopc { d: self.dst(i, 0)?, p }
                } else {
                    let Some(d) = self.pred_dst(self.operand(i, 0)?)? else {
                        return self.unknown(i);
                    };
                    BarKind::RedLogic {
                        and: has(Word::And),
                        d,
                        p,
                    }
                };
                let aligned = i.op == BarRed || has(Word::Aligned);
                let mut op = self.bar(i, kind, 1, aligned)?;
                if let SyncOp::Bar(b) = &mut op
                    && i.operands.len() == 3
                {
                    b.threads = None;
                }
                op
            }
            BarrierClusterArrive => SyncOp::ClusterArrive {
                relaxed: has(Word::Relaxed),
            },
            BarrierClusterWait => SyncOp::ClusterWait,
            Membar | Fence => SyncOp::Fence(FenceKind::Thread),
            Opcode::FenceMbarrierInit => SyncOp::Fence(FenceKind::MbarrierInit),
            FenceProxy if has(Word::Async) => SyncOp::Fence(FenceKind::ProxyAsync),
            FenceProxy => SyncOp::Fence(FenceKind::OtherProxy),
            MbarrierInit | MbarrierInval | MbarrierExpectTx | MbarrierCompleteTx | MbarrierArrive
            | MbarrierArriveDrop | MbarrierTestWait | MbarrierTryWait => self.mbarrier(i, &words)?,
            ClusterlaunchcontrolTryCancel => SyncOp::TryCancel(Box::new(TryCancel {
                space: self.space(i.space(0))?,
                response: self.address(self.operand(i, 0)?)?,
                mbar: self.address(self.operand(i, 1)?)?,
                multicast: has(Word::MulticastClusterAll),
            })),
            ClusterlaunchcontrolQueryCancel => SyncOp::QueryCancel(Box::new(QueryCancel {
                response: self.halves(self.operand(i, 1)?)?,
                what: self.cancel_query(i, &words)?,
            })),
            MbarrierPendingCount => SyncOp::PendingCount {
                d: self.dst(i, 0)?,
                a: self.arg(i, 1, Type::B64)?,
            },
            Opcode::Setmaxnreg => SyncOp::Setmaxnreg {
                increase: has(Word::Inc),
                registers: self.small(self.operand(i, 0)?)?,
            },
            _ => return Ok(None),
        };
        Ok(Some(op))
    }

    fn cancel_query(&mut self, i: &Instr, words: &[Word]) -> Decoded<Query> {
        let to = self.operand(i, 0)?;
        let mut d = [None; 3];
        let dimension = match words.first() {
            Some(Word::IsCanceled) => return self.pred_dst(to).map(Query::IsCanceled),
            Some(Word::GetFirstCtaidX) => 0,
            Some(Word::GetFirstCtaidY) => 1,
            Some(Word::GetFirstCtaidZ) => 2,
            _ => {
                let Operand::Vector(list) = to else {
                    return self.refuse("the first CTA's index is a vector of four");
                };
                for (d, o) in d.iter_mut().zip(list.iter()) {
                    *d = match o {
                        Operand::Sink => None,
                        Operand::Reg(r) => Some(self.slot(*r)?),
                        _ => return self.refuse("the destination must be a register"),
                    };
                }
                return Ok(Query::FirstCtaid(d));
            }
        };
        d[dimension] = Some(self.dst(i, 0)?);
        Ok(Query::FirstCtaid(d))
    }

    fn bar(&mut self, i: &Instr, kind: BarKind, first: usize, aligned: bool) -> Decoded<SyncOp> {
        let id = self.arg(i, first, Type::U32)?;
        let threads = if i.operands.len() > first + 1 {
            Some(self.arg_or_none(i, first + 1)?)
        } else {
            None
        };
        Ok(SyncOp::Bar(Bar {
            kind,
            id,
            threads: threads.flatten(),
            aligned,
        }))
    }

    /// A thread count; a predicate in its place (reductions) is none.
    fn arg_or_none(&mut self, i: &Instr, n: usize) -> Decoded<Option<Slot>> {
        match self.operand(i, n)? {
            Operand::Reg(r) if r.ty == Type::Pred => Ok(None),
            Operand::Not(_) => Ok(None),
            _ => self.arg(i, n, Type::U32).map(Some),
        }
    }

    /// `d`, `d|p` or `_|p`.
    fn value_and_pred(&mut self, o: &Operand) -> Decoded<(Option<Slot>, Option<Pred>)> {
        Ok(match o {
            Operand::Reg(r) => (Some(self.slot(*r)?), None),
            Operand::Sink => (None, None),
            Operand::Pair(d, p) => {
                let d = d.map(|r| self.slot(r)).transpose()?;
                (d, p.map(|r| self.pred(r)).transpose()?)
            }
            _ => return self.refuse("the destination must be a register"),
        })
    }

    fn warp_op(&mut self, i: &Instr, words: &[Word]) -> Decoded<SyncOp> {
        let has = |w| words.contains(&w);
        let mask = self.arg(i, i.operands.len() - 1, Type::B32)?;
        let op = match i.op {
            Opcode::Shfl => {
                let mode = match words.first() {
                    Some(Word::Up) => ShflMode::Up,
                    Some(Word::Down) => ShflMode::Down,
                    Some(Word::Bfly) => ShflMode::Bfly,
                    _ => ShflMode::Idx,
                };
                let (d, p) = self.value_and_pred(self.operand(i, 0)?)?;
                let [a, b, c] = [
                    self.arg(i, 1, Type::B32)?,
                    self.arg(i, 2, Type::B32)?,
                    self.arg(i, 3, Type::B32)?,
                ];
                WarpOp::Shfl { mode, d, p, a, b, c }
            }
            Opcode::VoteSync => {
                let p = self.pred_src(self.operand(i, 1)?)?;
                if has(Word::Ballot) {
                    WarpOp::Ballot { d: self.dst(i, 0)?, p }
                } else {
                    let mode = if has(Word::All) {
                        VoteMode::All
                    } else if has(Word::Any) {
                        VoteMode::Any
                    } else {
                        VoteMode::Uni
                    };
                    let Some(d) = self.pred_dst(self.operand(i, 0)?)? else {
                        return self.unknown(i);
                    };
                    WarpOp::Vote { mode, d, p }
                }
            }
            Opcode::MatchAnySync => {
                let ty = self.ty(i, 0)?;
                WarpOp::MatchAny {
                    d: self.dst(i, 0)?,
                    a: self.arg(i, 1, ty)?,
                    bits: ty.bits(),
                }
            }
            Opcode::MatchAllSync => {
                let ty = self.ty(i, 0)?;
                let (Some(d), p) = self.value_and_pred(self.operand(i, 0)?)? else {
                    return self.unknown(i);
                };
                WarpOp::MatchAll {
                    d,
                    p,
                    a: self.arg(i, 1, ty)?,
                    bits: ty.bits(),
                }
            }
            Opcode::ReduxSync => {
                let ty = self.ty(i, 0)?;
                let (d, a) = (self.dst(i, 0)?, self.arg(i, 1, ty)?);
                let Some(op) = words.iter().find_map(|w| atom_op(*w)) else {
                    return self.unknown(i);
                };
                match ty {
                    Type::F32 => WarpOp::ReduxFloat {
                        max: op == AtomOp::Max,
                        abs: has(Word::Abs),
                        nan: has(Word::Nan),
                        d,
                        a,
                    },
                    _ => WarpOp::Redux {
                        op,
                        signed: ty.is_signed(),
                        d,
                        a,
                    },
                }
            }
            _ => {
                let (d, p) = self.value_and_pred(self.operand(i, 0)?)?;
                WarpOp::Elect { d, p }
            }
        };
        Ok(SyncOp::Warp { mask, op })
    }

    fn mbarrier(&mut self, i: &Instr, words: &[Word]) -> Decoded<SyncOp> {
        let has = |w| words.contains(&w);
        let space = self.space(i.space(0))?;
        // Arrives name a state first, waits a predicate; the others begin with the address.
        let (kind, at) = match i.op {
            Opcode::MbarrierInit => (
                MbarKind::Init {
                    count: self.arg(i, 1, Type::U32)?,
                },
                0,
            ),
            Opcode::MbarrierInval => (MbarKind::Inval, 0),
            Opcode::MbarrierExpectTx => (
                MbarKind::ExpectTx {
                    bytes: self.arg(i, 1, Type::U32)?,
                },
                0,
            ),
            Opcode::MbarrierCompleteTx => (
                MbarKind::CompleteTx {
                    bytes: self.arg(i, 1, Type::U32)?,
                },
                0,
            ),
            Opcode::MbarrierArrive | Opcode::MbarrierArriveDrop => {
                let (d, at) = match self.operand(i, 0)? {
                    Operand::Sink => (None, 1),
                    Operand::Reg(r) => (Some(self.slot(*r)?), 1),
                    _ => (None, 0),
                };
                let extra = if i.operands.len() > at + 1 {
                    Some(self.arg(i, at + 1, Type::U32)?)
                } else {
                    None
                };
                let expects = has(Word::ExpectTx);
                let kind = MbarKind::Arrive {
                    d,
                    count: extra.filter(|_| !expects),
                    expect: extra.filter(|_| expects),
                    drop: i.op == Opcode::MbarrierArriveDrop,
                    no_complete: has(Word::NoComplete),
                    relaxed: has(Word::Relaxed),
                };
                (kind, at)
            }
            _ => {
                let Some(d) = self.pred_dst(self.operand(i, 0)?)? else {
                    return self.unknown(i);
                };
                let parity = has(Word::Parity);
                let key = self.arg(i, 2, if parity { Type::U32 } else { Type::B64 })?;
                let test = i.op == Opcode::MbarrierTestWait;
                (
                    MbarKind::Wait {
                        d,
                        key,
                        parity,
                        test,
                        relaxed: has(Word::Relaxed),
                    },
                    1,
                )
            }
        };
        Ok(SyncOp::Mbar(Mbar {
            kind,
            space,
            addr: self.address(self.operand(i, at)?)?,
        }))
    }
}
