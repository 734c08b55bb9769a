//! Global memory: buffers at 64-bit addresses with gaps between them, so that every access out of bounds is seen.

use crate::global_race::{Book, Clash, Who};
use crate::race::{Abroad, Clock};
use std::collections::BTreeMap;

/// A piece of global memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Its name in messages and parameters.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Alignment of its base, a power of two.
    pub align: u64,
}

/// The first address given out.
const FIRST: u64 = 0x10_0000_0000_0000;
/// Where the heap starts, above the variables of the module, and the most that it gives: what it has unless a program
/// asks for more (CUDA programming guide, dynamic global memory allocation), times 32 for grids that run one block
/// after the other.
const HEAP: u64 = 0x28_0000_0000_0000;
const HEAP_BYTES: u64 = 256 << 20;
/// Unused addresses between two buffers, at least.
const GAP: u64 = 1 << 20;

/// Buffers in order of address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Global {
    /// The accesses to each piece, where that is watched.
    books: Vec<Book>,
    /// The clocks released at each address, for those who acquire there.
    published: BTreeMap<u64, Abroad>,
    base: Vec<u64>,
    buffers: Vec<Buffer>,
    last: usize,
    /// Bytes read and written, for the statistics.
    pub read: u64,
    pub written: u64,
}

impl Global {
    /// Places the buffers.
    pub fn new(buffers: Vec<Buffer>) -> Global {
        let mut g = Global::default();
        let mut at = FIRST;
        for b in buffers {
            let align = b.align.clamp(16, 1 << 20).next_power_of_two();
            at = at.next_multiple_of(align);
            let end = at + b.bytes.len() as u64;
            g.base.push(at);
            g.buffers.push(b);
            at = end + GAP;
        }
        g
    }

    /// From now on accesses that nothing orders are found.
    pub fn watch(&mut self) {
        self.books = self.buffers.iter().map(|b| Book::new(b.bytes.len())).collect();
    }

    /// Something was released at an address, by an agent of a cluster with this clock.
    pub fn publish(&mut self, addr: u64, cluster: u32, clock: &Clock) {
        clock.publish(cluster, self.published.entry(addr).or_default());
    }

    /// The clocks released at an address.
    pub fn published(&self, addr: u64) -> Option<&Abroad> {
        self.published.get(&addr)
    }

    /// A plain write: whoever reads it acquires nothing.
    pub fn forget(&mut self, addr: u64) {
        if !self.published.is_empty() {
            self.published.remove(&addr);
        }
    }

    /// Notes an access; an earlier one that it conflicts with.
    pub fn note(&mut self, addr: u64, len: usize, write: bool, who: &Who<'_>) -> Option<Clash> {
        if self.books.is_empty() {
            return None;
        }
        let (i, at) = self.find(addr, len as u64)?;
        self.books.get_mut(i)?.note(at, len, write, who)
    }

    /// Adds a buffer at a fixed address above all others.
    pub fn add_at(&mut self, base: u64, buffer: Buffer) {
        self.base.push(base);
        self.buffers.push(buffer);
    }

    /// Memory of the heap; its address.
    pub fn allocate(&mut self, bytes: u64) -> u64 {
        let last = self.base.len().checked_sub(1);
        let end = last.and_then(|i| Some(self.base.get(i)? + self.buffers.get(i)?.bytes.len() as u64));
        let base = (end.unwrap_or(0).max(HEAP) + GAP).next_multiple_of(256);
        let taken: u64 = (self.base.iter().zip(&self.buffers))
            .filter(|(at, _)| **at >= HEAP)
            .map(|(_, buffer)| buffer.bytes.len() as u64)
            .sum();
        if bytes == 0 || taken.saturating_add(bytes) > HEAP_BYTES {
            return 0;
        }
        // Bytes that show when they are read before they are written.
        let buffer = Buffer {
            name: "memory of the heap".to_string(),
            bytes: vec![0xFF; bytes as usize],
            align: 256,
        };
        if !self.books.is_empty() {
            self.books.push(Book::new(buffer.bytes.len()));
        }
        self.add_at(base, buffer);
        base
    }

    /// Gives memory of the heap back; whether there was such.
    pub fn free(&mut self, addr: u64) -> bool {
        let found = self.base.iter().position(|&base| base == addr && base >= HEAP);
        let buffer = found.and_then(|i| self.buffers.get_mut(i));
        let there = buffer.as_ref().is_some_and(|buffer| !buffer.bytes.is_empty());
        if let Some(buffer) = buffer {
            buffer.bytes = Vec::new();
        }
        there || addr == 0
    }

    /// Address of the named buffer.
    pub fn address(&self, name: &str) -> Option<u64> {
        let i = self.buffers.iter().position(|b| b.name == name)?;
        self.base.get(i).copied()
    }

    pub fn into_buffers(self) -> Vec<Buffer> {
        self.buffers
    }

    fn find(&mut self, addr: u64, len: u64) -> Option<(usize, usize)> {
        let fits = |g: &Global, i: usize| {
            let offset = addr.checked_sub(*g.base.get(i)?)?;
            let end = offset.checked_add(len)?;
            (end <= g.buffers.get(i)?.bytes.len() as u64).then_some((i, offset as usize))
        };
        if let Some(hit) = fits(self, self.last) {
            return Some(hit);
        }
        let i = self.base.partition_point(|&b| b <= addr).checked_sub(1)?;
        let hit = fits(self, i)?;
        self.last = i;
        Some(hit)
    }

    /// The bytes at an address; `None` if they are not all in one buffer.
    pub fn get(&mut self, addr: u64, len: usize) -> Option<&[u8]> {
        let (i, at) = self.find(addr, len as u64)?;
        self.read += len as u64;
        self.buffers.get(i)?.bytes.get(at..at + len)
    }

    /// The bytes at an address, to be written.
    pub fn get_mut(&mut self, addr: u64, len: usize) -> Option<&mut [u8]> {
        let (i, at) = self.find(addr, len as u64)?;
        self.written += len as u64;
        self.buffers.get_mut(i)?.bytes.get_mut(at..at + len)
    }

    /// Where an address lies, in words.
    pub fn describe(&self, addr: u64) -> String {
        let i = self.base.partition_point(|&b| b <= addr).checked_sub(1);
        match i.and_then(|i| Some((self.base.get(i)?, self.buffers.get(i)?))) {
            Some((base, b)) if addr - base < b.bytes.len() as u64 + GAP => {
                format!(
                    "byte {} of buffer `{}`, which has {}",
                    addr - base,
                    b.name,
                    b.bytes.len()
                )
            }
            _ => format!("address {addr:#x}, which is in no buffer"),
        }
    }
}

/// Little-endian value of up to 8 bytes.
pub(crate) fn load_le(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
}

/// Stores the low bytes of `v`.
pub(crate) fn store_le(bytes: &mut [u8], v: u64) {
    for (i, b) in bytes.iter_mut().enumerate() {
        *b = (v >> (8 * i)) as u8;
    }
}
