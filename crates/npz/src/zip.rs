//! The zip container: the central directory is believed, every length is checked, every checksum compared.

use crate::Limits;
use crate::crc::crc32;
use crate::error::Error;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const LOCATOR64: u32 = 0x0706_4b50;

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

struct Member {
    name: String,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    offset: u64,
}

/// Every file of an archive, inflated, in directory order.
pub(crate) fn read(bytes: &[u8], limits: Limits) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut left = limits.bytes;
    let mut files = Vec::new();
    for member in directory(bytes, limits.members)? {
        let content = content(bytes, &member, left).map_err(|e| e.within(&member.name))?;
        left -= content.len();
        files.push((member.name, content));
    }
    Ok(files)
}

/// Where the central directory is: (number of members, offset).
fn find_directory(bytes: &[u8]) -> Option<(u64, u64)> {
    // The end record is 22 bytes plus a comment of at most 65535.
    let earliest = bytes.len().saturating_sub(22 + 65_535);
    let end = (earliest..bytes.len().saturating_sub(21))
        .rev()
        .find(|&at| u32_at(bytes, at) == Some(END))?;
    let (count, offset) = (u16_at(bytes, end + 10)?, u32_at(bytes, end + 16)?);
    if count != u16::MAX && offset != u32::MAX {
        return Some((count.into(), offset.into()));
    }
    let locator = end.checked_sub(20)?;
    if u32_at(bytes, locator)? != LOCATOR64 {
        return Some((count.into(), offset.into()));
    }
    let end64 = usize::try_from(u64_at(bytes, locator + 8)?).ok()?;
    if u32_at(bytes, end64)? != END64 {
        return None;
    }
    Some((
        u64_at(bytes, end64.checked_add(32)?)?,
        u64_at(bytes, end64.checked_add(48)?)?,
    ))
}

fn directory(bytes: &[u8], most: usize) -> Result<Vec<Member>, Error> {
    let (count, offset) = find_directory(bytes).ok_or_else(|| Error::new("not a zip archive"))?;
    if count > most as u64 {
        return Err(Error::new(format!("{count} members, more than the {most} allowed")));
    }
    let broken = || Error::new("the directory of the archive is damaged");
    let mut at = usize::try_from(offset).map_err(|_| broken())?;
    let mut members = Vec::new();
    for _ in 0..count {
        let (member, next) = entry(bytes, at).ok_or_else(broken)?;
        members.push(member);
        at = next;
    }
    Ok(members)
}

fn entry(bytes: &[u8], at: usize) -> Option<(Member, usize)> {
    if u32_at(bytes, at)? != CENTRAL {
        return None;
    }
    let (name_len, extra_len, comment_len) = (
        u16_at(bytes, at + 28)?,
        u16_at(bytes, at + 30)?,
        u16_at(bytes, at + 32)?,
    );
    let name_at = at + 46;
    let extra_at = name_at + usize::from(name_len);
    let name = String::from_utf8_lossy(bytes.get(name_at..extra_at)?).into_owned();
    let next = extra_at + usize::from(extra_len) + usize::from(comment_len);
    let mut member = Member {
        name,
        method: u16_at(bytes, at + 10)?,
        crc: u32_at(bytes, at + 16)?,
        packed: u32_at(bytes, at + 20)?.into(),
        size: u32_at(bytes, at + 24)?.into(),
        offset: u32_at(bytes, at + 42)?.into(),
    };
    zip64(bytes.get(extra_at..extra_at + usize::from(extra_len))?, &mut member)?;
    Some((member, next))
}

/// Fills in what the 32-bit fields could not hold (APPNOTE 4.5.3).
fn zip64(mut extra: &[u8], member: &mut Member) -> Option<()> {
    while extra.len() >= 4 {
        let (id, len) = (u16_at(extra, 0)?, usize::from(u16_at(extra, 2)?));
        let body = extra.get(4..4 + len)?;
        if id == 1 {
            let mut at = 0;
            for field in [&mut member.size, &mut member.packed, &mut member.offset] {
                if *field == u64::from(u32::MAX) {
                    *field = u64_at(body, at)?;
                    at += 8;
                }
            }
        }
        extra = extra.get(4 + len..)?;
    }
    Some(())
}

fn content(bytes: &[u8], m: &Member, left: usize) -> Result<Vec<u8>, Error> {
    let damaged = || Error::new("the archive is damaged or cut short");
    let size = usize::try_from(m.size).ok().filter(|&s| s <= left);
    let size = size.ok_or_else(|| {
        Error::new(format!(
            "{} bytes, more than the {left} left of what is allowed",
            m.size
        ))
    })?;
    let at = usize::try_from(m.offset).map_err(|_| damaged())?;
    if u32_at(bytes, at) != Some(LOCAL) {
        return Err(damaged());
    }
    let skip = |field: usize| u16_at(bytes, at + field).map(usize::from).ok_or_else(damaged);
    let start = at + 30 + skip(26)? + skip(28)?;
    let packed = usize::try_from(m.packed)
        .ok()
        .and_then(|n| start.checked_add(n))
        .ok_or_else(damaged)?;
    let packed = bytes.get(start..packed).ok_or_else(damaged)?;
    let content = match m.method {
        0 => packed.to_vec(),
        8 => decompress_to_vec_with_limit(packed, size).map_err(|_| damaged())?,
        other => {
            return Err(Error::new(format!(
                "compression method {other} is not supported (stored and deflate are)"
            )));
        }
    };
    if content.len() != size || crc32(&content) != m.crc {
        return Err(Error::new("length or checksum does not match: the archive is damaged"));
    }
    Ok(content)
}

/// 1 January 1980, the first day a zip can name: the same arrays give the same bytes.
const DOS_DATE: u16 = 0x21;

/// An archive of stored files.
pub(crate) fn write(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Error> {
    let too_big = || Error::new("too much for one archive (65535 members, 4 GiB)");
    let count = u16::try_from(files.len())
        .ok()
        .filter(|&n| n < u16::MAX)
        .ok_or_else(too_big)?;
    let mut out = Vec::new();
    let mut central = Vec::new();
    for (name, content) in files {
        let offset = u32::try_from(out.len()).map_err(|_| too_big())?;
        let size = u32::try_from(content.len()).map_err(|_| too_big())?;
        let name_len = u16::try_from(name.len()).map_err(|_| Error::new("a name longer than 65535 bytes"))?;
        let mut common = Vec::new();
        // Version needed 2.0, UTF-8 names, stored, time 0.
        for half in [20, 0x0800, 0, 0, DOS_DATE] {
            common.extend_from_slice(&half.to_le_bytes());
        }
        for word in [crc32(content), size, size] {
            common.extend_from_slice(&word.to_le_bytes());
        }
        common.extend_from_slice(&name_len.to_le_bytes());
        common.extend_from_slice(&0_u16.to_le_bytes());

        out.extend_from_slice(&LOCAL.to_le_bytes());
        out.extend_from_slice(&common);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(content);

        central.extend_from_slice(&CENTRAL.to_le_bytes());
        central.extend_from_slice(&20_u16.to_le_bytes());
        central.extend_from_slice(&common);
        // No comment, disk 0, no attributes.
        central.extend_from_slice(&[0; 10]);
        central.extend_from_slice(&offset.to_le_bytes());
        central.extend_from_slice(name.as_bytes());
    }
    let offset = u32::try_from(out.len()).map_err(|_| too_big())?;
    let size = u32::try_from(central.len()).map_err(|_| too_big())?;
    u32::try_from(out.len() + central.len() + 22).map_err(|_| too_big())?;
    out.extend_from_slice(&central);
    out.extend_from_slice(&END.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&size.to_le_bytes());
    out.extend_from_slice(&offset.to_le_bytes());
    out.extend_from_slice(&[0; 2]);
    Ok(out)
}
