//! Functions of the CUDA runtime that a kernel may call: printing, memory of the heap.

use super::{Done, Exec, Flow, Stop, Target, lanes};
use crate::decode::{HostFunction, MemSpace};
use crate::finding::FindingKind;
use crate::memory::{load_le, store_le};
use tilewright_diag::printf::{Piece, pieces};

/// Texts that are kept, and the longest format.
const MAX_PRINTED: usize = 100_000;
const MAX_STRING: u64 = 1 << 16;

impl Exec<'_> {
    /// Calls a function for each lane; its arguments lie in local memory, as what it returns does.
    pub(super) fn call(&mut self, function: HostFunction, args: [u32; 2], returns: Option<u32>) -> Done {
        for lane in lanes(self.mask) {
            let mut values = [0; 2];
            for (value, at) in values.iter_mut().zip(args) {
                let mut bytes = [0; 8];
                self.fetch(Target::Local(at), &mut bytes, false, lane)?;
                *value = load_le(&bytes);
            }
            let result = match function {
                HostFunction::Printf => self.print(values, lane)?,
                HostFunction::Malloc => self.g.allocate(values[0]),
                HostFunction::Free if !self.g.free(values[0]) => {
                    let message = format!(
                        "{:#x} is no address that the heap gave, or it was given back before",
                        values[0]
                    );
                    return self.stop(FindingKind::OutOfBounds, 1 << lane, message);
                }
                HostFunction::Free => 0,
            };
            if let Some(at) = returns {
                let mut bytes = [0; 8];
                store_le(&mut bytes, result);
                let length = if function == HostFunction::Printf { 4 } else { 8 };
                self.put(Target::Local(at), &bytes[..length], false, lane)?;
            }
        }
        Ok(Flow::Next)
    }

    /// `vprintf`: a format, and the address of its arguments; how many there were.
    fn print(&mut self, [format, mut args]: [u64; 2], lane: usize) -> Result<u64, Stop> {
        let mut text = Vec::new();
        for at in format..format + MAX_STRING {
            let mut byte = [0];
            let target = self.resolve(MemSpace::Generic, at, lane)?;
            self.fetch(target, &mut byte, false, lane)?;
            if byte == [0] {
                break;
            }
            text.extend(byte);
        }
        let format = String::from_utf8_lossy(&text).into_owned();
        let (mut out, mut count) = (String::new(), 0);
        for piece in pieces(&format) {
            let conversion = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Conversion(conversion) => conversion,
            };
            let length = if conversion.is_long() { 8 } else { 4 };
            args = args.next_multiple_of(length);
            let mut bytes = [0; 8];
            let target = self.resolve(MemSpace::Generic, args, lane)?;
            self.fetch(target, &mut bytes[..length as usize], false, lane)?;
            args += length;
            count += 1;
            out.push_str(&conversion.write(load_le(&bytes)));
        }
        if self.printed.len() < MAX_PRINTED {
            self.printed.push(out);
        }
        Ok(count)
    }
}
