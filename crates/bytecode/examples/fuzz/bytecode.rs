//! Damage that knows sections and numbers of variable length: lengths and alignments are right again afterwards,
//! mostly.

use crate::random::Random;

/// Magic and version.
const HEADER: usize = 12;

/// A section: its number, its alignment, and its bytes.
#[derive(Clone)]
struct Section {
    id: u8,
    alignment: u64,
    bytes: Vec<u8>,
}

/// A file of the seeds with some damage.
pub fn damaged(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.one_of(seeds).clone();
    let other = random.one_of(seeds);
    let times = 1 + random.below(4);
    if random.below(4) == 0 {
        for _ in 0..times {
            damage(&mut bytes, other, random);
        }
        return bytes;
    }
    let mut header = bytes[..HEADER].to_vec();
    let (mut sections, others) = (sections(&bytes), sections(other));
    for _ in 0..times {
        if sections.is_empty() || others.is_empty() {
            break;
        }
        let at = random.below(sections.len());
        let same = others.iter().find(|s| s.id == sections[at].id);
        match random.below(24) {
            0 => sections[at].bytes = same.map_or(Vec::new(), |s| s.bytes.clone()),
            1 => drop(sections.remove(at)),
            2 => sections.insert(at, random.one_of(&others).clone()),
            3 => sections[at].alignment = 1 << random.below(24),
            4 => header[9] = random.below(7) as u8,
            5 => sections.rotate_left(1),
            6..=10 => number(&mut sections[at].bytes, random),
            _ => damage(&mut sections[at].bytes, same.map_or(other, |s| &s.bytes), random),
        }
    }
    written(header, &sections)
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    match random.below(8) {
        0 => bytes[at] = random.next() as u8,
        1 => bytes[at] = random.below(16) as u8,
        2 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = [0, 0x7F, 0x80, 0xFF][random.below(4)],
        4 => bytes.insert(at, random.next() as u8),
        5 => drop(bytes.remove(at)),
        // A piece of the same place of another file, or of anywhere.
        kind => {
            let from = if kind == 6 { at } else { random.below(other.len()) };
            let length = random
                .below(24)
                .min(other.len().saturating_sub(from))
                .min(bytes.len() - at);
            if length > 0 {
                bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            }
        }
    }
}

/// A byte becomes a number near it, or a long one; the bytes after it move.
fn number(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let near = u64::from(bytes[at] & 0x7F);
    let new = match random.below(6) {
        0 => near + 1,
        1 => near.saturating_sub(1),
        2 => random.next() >> random.below(64),
        3 => u64::MAX,
        4 => 1 << random.below(64),
        _ => random.below(40) as u64,
    };
    let mut long = Vec::new();
    varint(new, &mut long);
    bytes.splice(at..=at, long);
}

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The sections of a whole file.
fn sections(file: &[u8]) -> Vec<Section> {
    let mut found = Vec::new();
    let mut at = HEADER;
    while let Some(&first) = file.get(at) {
        at += 1;
        let Some(length) = take_varint(file, &mut at).filter(|_| first & 0x7F != 0) else {
            break;
        };
        let mut alignment = 1;
        if first & 0x80 != 0 {
            alignment = take_varint(file, &mut at).unwrap_or(1).max(1);
            at = at.next_multiple_of(alignment as usize);
        }
        let Some(bytes) = file.get(at..at + length as usize) else {
            break;
        };
        at += length as usize;
        found.push(Section {
            id: first & 0x7F,
            alignment,
            bytes: bytes.to_vec(),
        });
    }
    found
}

fn written(mut file: Vec<u8>, sections: &[Section]) -> Vec<u8> {
    for section in sections {
        let aligned = section.alignment > 1;
        file.push(section.id | u8::from(aligned) << 7);
        varint(section.bytes.len() as u64, &mut file);
        if aligned {
            varint(section.alignment, &mut file);
            file.resize(file.len().next_multiple_of(section.alignment as usize), 0xCB);
        }
        file.extend(&section.bytes);
    }
    file.push(0);
    file
}
