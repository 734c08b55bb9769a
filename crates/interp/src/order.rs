//! The order of accesses: a graph of them, joined by tokens, data and synchronisation between blocks.
//!
//! Every value carries a node: all accesses that it waits for are reachable from there. A load's result waits for the
//! load, a token for the access that made it, a sum for what its terms wait for. An access is ordered after another if
//! its node reaches the other's. (Tile IR specification, "Memory Model": program order alone orders nothing.)

use tilewright_ir::Op;

/// A node of the graph; [`START`] waits for nothing.
pub(crate) type Node = u32;

/// The node before all others, which waits for nothing.
pub(crate) const START: Node = 0;

/// The scope within which an access synchronises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Strength {
    /// No synchronisation at all.
    Weak,
    /// Within the tile block.
    Block,
    /// Between blocks.
    Device,
}

/// One access of one op by one block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub node: Node,
    pub op: Op,
    /// The tile block.
    pub block: u32,
    pub strength: Strength,
    /// Whether it writes.
    pub writes: bool,
}

/// An index into the list of events.
pub(crate) type EventId = u32;

#[derive(Default)]
pub(crate) struct Order {
    /// The nodes that each node follows; ids grow along the order.
    before: Vec<[Node; 2]>,
    events: Vec<Event>,
    /// Blocks that ever followed another block.
    synchronised: Vec<bool>,
    seen: Vec<u32>,
    search: u32,
    last: Option<(Node, Node, bool)>,
}

impl Order {
    pub fn new(blocks: usize) -> Self {
        Self {
            before: vec![[START; 2]],
            synchronised: vec![false; blocks],
            ..Self::default()
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.before.len()
    }

    fn push(&mut self, before: [Node; 2]) -> Node {
        self.before.push(before);
        (self.before.len() - 1) as Node
    }

    /// A node that follows both.
    pub fn join(&mut self, a: Node, b: Node) -> Node {
        if a == b || b == START {
            return a;
        }
        if a == START {
            return b;
        }
        let (low, high) = (a.min(b), a.max(b));
        // The common case of a chain: the later of the two follows the earlier at once.
        if self.before.get(high as usize).is_some_and(|pair| pair.contains(&low)) {
            return high;
        }
        // The same join as just before, as the operands of one op often ask for.
        let last = (self.before.len() - 1) as Node;
        if self.before[last as usize] == [low, high] {
            return last;
        }
        self.push([low, high])
    }

    /// An access after `before`.
    pub fn event(&mut self, before: Node, op: Op, block: u32, strength: Strength, writes: bool) -> EventId {
        let node = self.push([before, START]);
        self.events.push(Event {
            node,
            op,
            block,
            strength,
            writes,
        });
        (self.events.len() - 1) as EventId
    }

    pub fn get(&self, event: EventId) -> Option<&Event> {
        self.events.get(event as usize)
    }

    /// `block` follows an access of another block from here on, where values wait for `node`.
    pub fn synchronise(&mut self, block: u32, node: Node, release: Node) -> Node {
        if let Some(flag) = self.synchronised.get_mut(block as usize) {
            *flag = true;
        }
        self.join(node, release)
    }

    /// Whether two accesses may happen at the same time and at least one of them is not synchronised with the other.
    pub fn race(&mut self, first: EventId, second: EventId) -> bool {
        let (Some(&a), Some(&b)) = (self.get(first), self.get(second)) else {
            return false;
        };
        if first == second || !(a.writes || b.writes) {
            return false;
        }
        let needed = if a.block == b.block {
            Strength::Block
        } else {
            Strength::Device
        };
        if a.strength >= needed && b.strength >= needed {
            return false;
        }
        !self.ordered(first, second)
    }

    /// Whether the second of two accesses follows the first.
    pub fn ordered(&mut self, first: EventId, second: EventId) -> bool {
        let (Some(&a), Some(&b)) = (self.get(first), self.get(second)) else {
            return false;
        };
        let connected = a.block == b.block || self.synchronised.get(b.block as usize).copied().unwrap_or(false);
        connected && self.follows(a.node, b.node)
    }

    /// Whether `late` follows `early`.
    fn follows(&mut self, early: Node, late: Node) -> bool {
        if let Some((a, b, answer)) = self.last
            && (a, b) == (early, late)
        {
            return answer;
        }
        self.search += 1;
        self.seen.resize(self.before.len(), 0);
        let mut stack = vec![late];
        let mut found = false;
        while let Some(node) = stack.pop() {
            if node == early {
                found = true;
                break;
            }
            let Some(pair) = self.before.get(node as usize) else {
                continue;
            };
            for &next in pair {
                // Ids grow along the order, so nothing below `early` leads to it.
                if next >= early && self.seen[next as usize] != self.search {
                    self.seen[next as usize] = self.search;
                    stack.push(next);
                }
            }
        }
        self.last = Some((early, late, found));
        found
    }
}
