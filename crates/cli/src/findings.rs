//! The findings of a look at PTX: accesses wider than is used or narrower than could be, addresses converted for nothing, bounds of the
//! launch that are missing or contradict each other, and what it declares.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A line of PTX that is an instruction: its number from 1, its opcode without predicate, its operands.
struct Instruction<'t> {
    line: usize,
    opcode: &'t str,
    operands: &'t str,
}

/// An access to memory.
struct Access {
    line: usize,
    /// State space and direction, such as `ld.global`.
    kind: String,
    /// Bytes of an element, and elements.
    width: usize,
    count: usize,
    base: String,
    offset: i64,
    registers: Vec<String>,
}

/// The findings as text, a line each, then what the text declares.
pub fn findings(ptx: &str) -> String {
    let mut out = String::new();
    let found = bounds(ptx).into_iter().chain(conversions(ptx)).chain(accesses(ptx));
    let mut some = false;
    for (line, what) in found {
        some = true;
        let at = line.map_or_else(String::new, |line| format!("line {line}: "));
        let _ = writeln!(out, "finding: {at}{what}");
    }
    if !some {
        out += "no findings\n";
    }
    let _ = writeln!(out, "parameters: {} bytes", parameter_bytes(ptx));
    let declared = registers(ptx);
    let declared: Vec<String> = declared.iter().map(|(ty, count)| format!("{count} of {ty}")).collect();
    let _ = writeln!(out, "registers declared: {}", declared.join(", "));
    out
}

type Finding = (Option<usize>, String);

/// Bounds of the launch.
fn bounds(ptx: &str) -> Vec<Finding> {
    let line_of = |word: &str| {
        ptx.lines()
            .position(|line| line.trim_start().starts_with(word))
            .map(|at| at + 1)
    };
    match (line_of(".maxntid"), line_of(".reqntid")) {
        (Some(line), Some(_)) => vec![(
            Some(line),
            ".maxntid and .reqntid contradict each other where they differ, and one is enough: keep .reqntid".into(),
        )],
        (None, None) => vec![(
            None,
            "neither .maxntid nor .reqntid: the assembler has to leave registers for 1024 threads".into(),
        )],
        _ => Vec::new(),
    }
}

/// Conversions between address spaces that nothing needs where accesses name their space.
fn conversions(ptx: &str) -> Vec<Finding> {
    let kept = instructions(ptx).filter(|one| one.opcode.starts_with("cvta.to.global"));
    kept.map(|one| {
        let what = format!(
            "`{}` is left: pass a global address, or give the parameter its space",
            one.opcode
        );
        (Some(one.line), what)
    })
    .collect()
}

fn instructions(ptx: &str) -> impl Iterator<Item = Instruction<'_>> {
    ptx.lines().enumerate().filter_map(|(at, line)| {
        let text = line.split("//").next().unwrap_or_default().trim();
        let text = match text.starts_with('@') {
            true => text.split_once(' ')?.1.trim_start(),
            false => text,
        };
        let text = text.strip_suffix(';')?;
        let (opcode, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_opcode = opcode.starts_with(|c: char| c.is_ascii_lowercase());
        is_opcode.then_some(Instruction {
            line: at + 1,
            opcode,
            operands: operands.trim(),
        })
    })
}

fn access(one: &Instruction<'_>) -> Option<Access> {
    let mut parts = one.opcode.split('.');
    let direction = parts.next().filter(|part| matches!(*part, "ld" | "st"))?;
    let parts: Vec<&str> = parts.collect();
    let space = *parts
        .iter()
        .find(|part| matches!(**part, "global" | "shared" | "local"))?;
    let last = parts.last()?;
    let bits: usize = last.trim_start_matches(|c: char| c.is_ascii_lowercase()).parse().ok()?;
    let count = match parts.iter().find_map(|part| part.strip_prefix('v')) {
        Some(count) => count.parse().ok()?,
        None => 1,
    };
    let (open, close) = (one.operands.find('[')?, one.operands.find(']')?);
    let address = &one.operands[open + 1..close];
    let (base, offset) = address.split_once('+').unwrap_or((address, "0"));
    let registers = match direction {
        "ld" => one.operands[..open].trim().trim_end_matches(','),
        _ => one.operands[close + 1..].trim().trim_start_matches(','),
    };
    let registers = registers
        .trim()
        .trim_matches(['{', '}'])
        .split(',')
        .map(|name| name.trim().to_string());
    Some(Access {
        line: one.line,
        kind: format!("{direction}.{space}"),
        width: bits / 8,
        count,
        base: base.trim().to_string(),
        offset: offset.trim().parse().ok()?,
        registers: registers.collect(),
    })
}

/// Accesses that follow each other and could be one, and those of which a part is not used.
fn accesses(ptx: &str) -> Vec<Finding> {
    let mut uses = BTreeMap::<String, usize>::new();
    for word in ptx.split(|c: char| !(c.is_ascii_alphanumeric() || c == '%' || c == '_')) {
        if word.starts_with('%') {
            *uses.entry(word.to_string()).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    let mut run: Vec<Access> = Vec::new();
    for one in instructions(ptx) {
        let next = access(&one);
        if let Some(access) = &next {
            let unused = access
                .registers
                .iter()
                .filter(|name| uses.get(*name) == Some(&1))
                .count();
            if access.kind == "ld.global" && access.count > 1 && unused > 0 {
                let (bytes, used) = (access.width * access.count, access.width * (access.count - unused));
                let what = format!("`{}` reads {bytes} bytes, of which {used} are used", one.opcode);
                found.push((Some(one.line), what));
            }
        }
        let goes_on = match (run.last(), &next) {
            (Some(last), Some(next)) => {
                last.kind == next.kind
                    && last.base == next.base
                    && last.width == next.width
                    && (last.count, next.count) == (1, 1)
                    && last.offset + last.width as i64 == next.offset
            }
            _ => false,
        };
        if !goes_on {
            found.extend(could_be_wider(&run));
            run.clear();
        }
        run.extend(next);
    }
    found.extend(could_be_wider(&run));
    found.sort_by_key(|(line, _)| *line);
    found
}

/// A run of accesses that one of 8 or 16 bytes could do, if its first offset is a multiple of that.
fn could_be_wider(run: &[Access]) -> Option<Finding> {
    let first = run.first().filter(|first| first.kind.ends_with("global"))?;
    let bytes = first.width * run.len();
    let wide = [16, 8]
        .into_iter()
        .find(|&wide| bytes >= wide && first.offset % wide as i64 == 0)?;
    (first.width < wide).then(|| {
        let what = format!(
            "{} accesses of {} bytes follow each other from [{}+{}]: {} could take {wide} bytes at a time, if the address is a multiple of that",
            run.len(),
            first.width,
            first.base,
            first.offset,
            first.kind
        );
        (Some(first.line), what)
    })
}

/// Bytes of the parameters of all kernels, each at a multiple of its size.
fn parameter_bytes(ptx: &str) -> usize {
    let mut bytes: usize = 0;
    for line in ptx.lines().map(str::trim).filter(|line| line.starts_with(".param")) {
        let words: Vec<&str> = line.trim_end_matches([',', ')']).split_whitespace().collect();
        let aligned = words.iter().position(|word| *word == ".align");
        let align = aligned.and_then(|at| words.get(at + 1)?.parse::<usize>().ok());
        let of_type = words.iter().rev().find_map(|word| {
            let digits = word
                .strip_prefix('.')?
                .trim_start_matches(|c: char| c.is_ascii_lowercase());
            digits.parse::<usize>().ok().map(|bits| bits / 8)
        });
        let length = words
            .last()
            .and_then(|name| name.split_once('[')?.1.strip_suffix(']')?.parse::<usize>().ok());
        let size = of_type.unwrap_or(0) * length.unwrap_or(1);
        bytes = bytes.next_multiple_of(align.or(of_type).unwrap_or(1).max(1)) + size;
    }
    bytes
}

/// Registers that are declared, by type.
fn registers(ptx: &str) -> BTreeMap<String, usize> {
    let mut declared = BTreeMap::<String, usize>::new();
    for line in ptx.lines().map(str::trim).filter(|line| line.starts_with(".reg")) {
        let mut words = line.trim_end_matches(';').split_whitespace().skip(1);
        let (Some(ty), names) = (words.next(), words.collect::<Vec<_>>().join(" ")) else {
            continue;
        };
        for name in names.split(',') {
            let count = name
                .split_once('<')
                .and_then(|(_, rest)| rest.strip_suffix('>')?.parse::<usize>().ok());
            *declared.entry(ty.to_string()).or_default() += count.unwrap_or(1);
        }
    }
    declared
}

#[cfg(test)]
mod tests {
    use super::findings;

    const CLEAN: &str = ".visible .entry k(
    .param .u64 a,
    .param .align 64 .b8 map[128]
)
.reqntid 128, 1, 1
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [a];
    ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16];
    st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};
}
";

    #[test]
    fn good_ptx_has_no_findings() {
        let text = findings(CLEAN);
        assert_eq!(
            text,
            "no findings\nparameters: 192 bytes\nregisters declared: 9 of .b32, 3 of .b64\n"
        );
    }

    #[test]
    fn each_fault_is_found_where_it_is() {
        let load = "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16];";
        let store = "st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};";
        for (from, to, what) in [
            (
                load,
                "ld.global.b32 %r1, [%rd1+16];\n ld.global.b32 %r2, [%rd1+20];\n @%p1 ld.global.b32 %r3, [%rd1+24];",
                "finding: line 10: 3 accesses of 4 bytes follow each other from [%rd1+16]: ld.global could take 8",
            ),
            (
                store,
                "st.global.b32 [%rd1], %r1;",
                "finding: line 10: `ld.global.v4.b32` reads 16 bytes, of which 4 are used",
            ),
            (
                load,
                &format!("cvta.to.global.u64 %rd2, %rd1;\n {load}"),
                "finding: line 10: `cvta.to.global.u64` is left",
            ),
            (".reqntid 128, 1, 1", "", "finding: neither .maxntid nor .reqntid"),
            (
                ".reqntid 128, 1, 1",
                ".maxntid 256, 1, 1\n.reqntid 128, 1, 1",
                "finding: line 5: .maxntid and .reqntid contradict",
            ),
        ] {
            let text = findings(&CLEAN.replace(from, to));
            assert!(text.contains(what), "{what}\n{text}");
        }
    }
}
