//! Shared memory of one CTA: bytes, which of them were written, and who touched them.

use crate::race::{Access, Conflict, Shadow};

#[derive(Clone, Debug)]
pub(crate) struct Shared {
    bytes: Vec<u8>,
    written: Vec<bool>,
    shadow: Vec<Shadow>,
    /// Words that belong to a valid mbarrier.
    barrier: Vec<bool>,
}

/// The verdict of the shadow memory on an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    Fine,
    Conflict(Conflict),
    Barrier,
}

impl Shared {
    pub fn new(size: u32) -> Shared {
        let size = (size as usize).next_multiple_of(16);
        let words = size / 4;
        Shared {
            bytes: vec![0; size],
            written: vec![false; size],
            shadow: vec![Shadow::default(); words],
            barrier: vec![false; words],
        }
    }

    pub fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    fn range(&self, at: u32, len: u32) -> Option<std::ops::Range<usize>> {
        let (start, end) = (at as usize, at as usize + len as usize);
        (end <= self.bytes.len()).then_some(start..end)
    }

    /// The bytes; `None` if out of bounds.
    pub fn get(&self, at: u32, len: u32) -> Option<&[u8]> {
        self.bytes.get(self.range(at, len)?)
    }

    /// Writes bytes and marks them written. False if out of bounds.
    pub fn put(&mut self, at: u32, data: &[u8]) -> bool {
        let Some(range) = self.range(at, data.len() as u32) else {
            return false;
        };
        if let Some(b) = self.bytes.get_mut(range.clone()) {
            b.copy_from_slice(data);
        }
        self.written.get_mut(range).into_iter().for_each(|w| w.fill(true));
        true
    }

    /// Has every byte been written?
    pub fn is_written(&self, at: u32, len: u32) -> bool {
        self.range(at, len)
            .and_then(|r| self.written.get(r))
            .is_some_and(|w| w.iter().all(|&b| b))
    }

    /// Declares or releases the 8 bytes of an mbarrier.
    pub fn set_barrier(&mut self, at: u32, valid: bool) {
        let word = at as usize / 4;
        self.barrier
            .get_mut(word..word + 2)
            .into_iter()
            .for_each(|w| w.fill(valid));
        if let Some(r) = self.range(at, 8) {
            self.written.get_mut(r).into_iter().for_each(|w| w.fill(!valid));
        }
    }

    /// Does the shadow bookkeeping of an access and returns the first conflict.
    pub fn touch(&mut self, at: u32, len: u32, write: bool, access: &Access<'_>) -> Touch {
        let mut result = Touch::Fine;
        let (first, last) = (at / 4, (at + len.max(1) - 1) / 4);
        for word in first..=last {
            let low = at.max(word * 4) - word * 4;
            let high = (at + len).min(word * 4 + 4) - word * 4;
            let bytes = ((1_u8 << high).wrapping_sub(1)) & !((1_u8 << low) - 1);
            let Some(shadow) = self.shadow.get_mut(word as usize) else {
                return result;
            };
            let conflict = if write {
                shadow.write(access, bytes)
            } else {
                shadow.read(access, bytes)
            };
            if result == Touch::Fine {
                if self.barrier.get(word as usize) == Some(&true) {
                    result = Touch::Barrier;
                } else if let Some(c) = conflict {
                    result = Touch::Conflict(c);
                }
            }
        }
        result
    }
}
