//! The order in which the diverged parts of a warp run.
//!
//! Hardware reconverges where control flow meets again. Here every instruction gets a rank such that a loop's body
//! ranks before its exit and both arms of a branch before their join; the part of a warp with the lowest rank runs
//! first and the others wait for it at the join. The ranks are a weak topological order (F. Bourdoncle, "Efficient
//! chaotic iteration strategies with widenings", 1993): the strongly connected components in topological order,
//! recursively inside each component without its head.

use crate::decode::{ControlOp, Inst, Op};

/// Above this many basic blocks the order is that of the text: the ordering takes quadratic time on deep nests.
const MAX_BLOCKS: usize = 4096;

/// Rank of each instruction.
pub(crate) fn ranks(code: &[Inst]) -> Vec<u32> {
    let blocks = Blocks::new(code);
    if blocks.starts.len() > MAX_BLOCKS {
        return (0..code.len() as u32).collect();
    }
    let order = blocks.weak_topological_order();
    let mut ranks = vec![0; code.len()];
    let mut next = 0;
    for block in order {
        let (start, end) = blocks.range(block);
        for rank in ranks.get_mut(start..end).into_iter().flatten() {
            *rank = next;
            next += 1;
        }
    }
    ranks
}

/// Where a branch may go.
fn targets(op: &Op) -> &[u32] {
    match op {
        Op::Control(control) => match control {
            ControlOp::Bra { target } => std::slice::from_ref(target),
            ControlOp::Brx { targets, .. } => targets,
            ControlOp::Nop | ControlOp::Exit => &[],
        },
        Op::Alu(_) | Op::Memory(_) | Op::Copy(_) | Op::Sync(_) | Op::Tensor(_) | Op::Host(_) => &[],
    }
}

/// Whether control goes on elsewhere, or nowhere.
fn leaves(op: &Op) -> bool {
    matches!(
        op,
        Op::Control(ControlOp::Bra { .. } | ControlOp::Brx { .. } | ControlOp::Exit)
    )
}

struct Blocks {
    starts: Vec<usize>,
    end: usize,
    successors: Vec<Vec<usize>>,
}

impl Blocks {
    fn new(code: &[Inst]) -> Blocks {
        let mut leader = vec![false; code.len()];
        if let Some(first) = leader.first_mut() {
            *first = true;
        }
        for (pc, inst) in code.iter().enumerate() {
            for &target in targets(&inst.op) {
                if let Some(l) = leader.get_mut(target as usize) {
                    *l = true;
                }
            }
            if leaves(&inst.op)
                && let Some(l) = leader.get_mut(pc + 1)
            {
                *l = true;
            }
        }
        let starts: Vec<usize> = (0..code.len()).filter(|&pc| leader[pc]).collect();
        let block_of = |pc: usize| starts.partition_point(|&s| s <= pc) - 1;
        let mut successors = Vec::with_capacity(starts.len());
        for (b, _) in starts.iter().enumerate() {
            let last = starts.get(b + 1).copied().unwrap_or(code.len()) - 1;
            let mut next = Vec::new();
            let falls_through = !leaves(&code[last].op) || code[last].guard.is_some();
            if falls_through && last + 1 < code.len() {
                next.push(block_of(last + 1));
            }
            let inside = targets(&code[last].op).iter().filter(|&&t| (t as usize) < code.len());
            next.extend(inside.map(|&t| block_of(t as usize)));
            successors.push(next);
        }
        Blocks {
            starts,
            end: code.len(),
            successors,
        }
    }

    fn range(&self, block: usize) -> (usize, usize) {
        let start = self.starts.get(block).copied().unwrap_or(self.end);
        (start, self.starts.get(block + 1).copied().unwrap_or(self.end))
    }

    fn weak_topological_order(&self) -> Vec<usize> {
        let mut out = Vec::with_capacity(self.starts.len());
        // Work items: a set of blocks still to be ordered, or one block that is settled.
        let mut work = vec![Work::Set((0..self.starts.len()).collect(), None)];
        while let Some(item) = work.pop() {
            match item {
                Work::Block(b) => out.push(b),
                Work::Set(set, head) => {
                    let mut ordered = Vec::new();
                    for component in self.components(&set, head) {
                        let looping = component.len() > 1;
                        if looping {
                            // The head is the block of the component that the set is entered by: the first in code
                            // order.
                            let first = component.iter().copied().min().unwrap_or(0);
                            ordered.push(Work::Set(component, Some(first)));
                        } else {
                            ordered.extend(component.first().map(|&b| Work::Block(b)));
                        }
                    }
                    work.extend(ordered.into_iter().rev());
                }
            }
        }
        out
    }

    /// Strongly connected components of the graph restricted to `set`, in topological order. Edges into `cut` are
    /// ignored.
    fn components(&self, set: &[usize], cut: Option<usize>) -> Vec<Vec<usize>> {
        const NONE: usize = usize::MAX;
        let n = self.starts.len();
        let mut inside = vec![false; n];
        set.iter().for_each(|&b| inside[b] = true);
        let (mut index, mut lowest, mut on_stack) = (vec![NONE; n], vec![0; n], vec![false; n]);
        let (mut stack, mut components, mut counter) = (Vec::new(), Vec::new(), 0);
        // Visit the head, or the first block, first: what is not reachable from it comes after in any order.
        let mut roots: Vec<usize> = set.to_vec();
        roots.sort_unstable();
        if let Some(head) = cut {
            roots.retain(|&b| b != head);
            roots.insert(0, head);
        }
        for root in roots {
            if index[root] != NONE {
                continue;
            }
            // Tarjan's algorithm with an explicit stack of (block, next edge).
            let mut calls = vec![(root, 0)];
            while let Some((b, edge)) = calls.pop() {
                if edge == 0 {
                    index[b] = counter;
                    lowest[b] = counter;
                    counter += 1;
                    stack.push(b);
                    on_stack[b] = true;
                }
                let next = self.successors[b].get(edge).copied();
                match next {
                    Some(s) => {
                        calls.push((b, edge + 1));
                        if !inside[s] || Some(s) == cut {
                            continue;
                        }
                        if index[s] == NONE {
                            calls.push((s, 0));
                        } else if on_stack[s] {
                            lowest[b] = lowest[b].min(index[s]);
                        }
                    }
                    None => {
                        if lowest[b] == index[b] {
                            let mut component = Vec::new();
                            while let Some(top) = stack.pop() {
                                on_stack[top] = false;
                                component.push(top);
                                if top == b {
                                    break;
                                }
                            }
                            component.sort_unstable();
                            components.push(component);
                        }
                        if let Some(&(parent, _)) = calls.last() {
                            lowest[parent] = lowest[parent].min(lowest[b]);
                        }
                    }
                }
            }
        }
        components.reverse();
        components
    }
}

enum Work {
    Set(Vec<usize>, Option<usize>),
    Block(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bra(target: u32) -> Inst {
        Inst {
            guard: None,
            op: Op::Control(ControlOp::Bra { target }),
        }
    }

    fn branch(target: u32) -> Inst {
        Inst {
            guard: Some(crate::decode::PredSrc {
                pred: 0,
                negated: false,
            }),
            op: Op::Control(ControlOp::Bra { target }),
        }
    }

    fn nop() -> Inst {
        Inst {
            guard: None,
            op: Op::Control(ControlOp::Nop),
        }
    }

    fn exit() -> Inst {
        Inst {
            guard: None,
            op: Op::Control(ControlOp::Exit),
        }
    }

    #[test]
    fn an_arm_at_the_end_ranks_before_the_join() {
        // 0: branch 4; 1: then; 2: join; 3: exit; 4: else; 5: bra 2
        let code = [branch(4), nop(), nop(), exit(), nop(), bra(2)];
        let r = ranks(&code);
        assert!(r[1] < r[2] && r[4] < r[2] && r[5] < r[2], "{r:?}");
    }

    #[test]
    fn a_loop_body_placed_after_its_exit_ranks_before_it() {
        // 0: head, branch to body 3; 1: exit code; 2: exit; 3: body; 4: bra 0
        let code = [branch(3), nop(), exit(), nop(), bra(0)];
        let r = ranks(&code);
        assert!(r[3] < r[1] && r[4] < r[1] && r[0] < r[3], "{r:?}");
    }

    #[test]
    fn nested_loops() {
        // 0 outer head; 1 inner; 2 branch 1; 3 latch branch 0; 4 exit
        let code = [nop(), nop(), branch(1), branch(0), exit()];
        assert_eq!(ranks(&code), [0, 1, 2, 3, 4]);
    }
}
