//! The table of docs/instructions.md: SASS instructions of our kernels. Without `TILEWRIGHT_PTXAS` it is skipped; `BLESS=1` writes the column.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of an instruction, and the opcode of one that does nothing, in its low bits.
const BYTES: usize = 16;
const OPCODE: u16 = 0xFFF;
const NOP: u16 = 0x918;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn number(bytes: &[u8], from: usize, length: usize) -> usize {
    let bytes = bytes[from..from + length].iter().rev();
    bytes.fold(0, |all, &byte| all << 8 | usize::from(byte))
}

/// The instructions of the kernels in an ELF file of 64 bits: those of the sections that are executed (flag 4), but for padding.
fn instructions(cubin: &[u8]) -> usize {
    let (table, size, count) = (number(cubin, 40, 8), number(cubin, 58, 2), number(cubin, 60, 2));
    let sections = (0..count).map(|section| table + section * size);
    let executed = sections.filter(|&header| number(cubin, header + 8, 8) & 4 != 0);
    let code = executed.flat_map(|header| {
        let (from, length) = (number(cubin, header + 24, 8), number(cubin, header + 32, 8));
        cubin[from..from + length].chunks(BYTES)
    });
    code.filter(|one| number(one, 0, 2) as u16 & OPCODE != NOP).count()
}

fn count(ptxas: &Path, kernel: &str, scratch: &Path) -> usize {
    let (ptx, cubin) = (scratch.join("k.ptx"), scratch.join("k.cubin"));
    let source = at(&format!("tests/instructions/{kernel}.py"));
    let compiled = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["compile", "--gpu-name", "sm_90a", "-o"])
        .args([&ptx, &source])
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{kernel}: {}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let assembled = Command::new(ptxas)
        .args(["-arch", "sm_90a", "-o"])
        .args([&cubin, &ptx])
        .status()
        .unwrap();
    assert!(assembled.success(), "{kernel}");
    instructions(&std::fs::read(&cubin).unwrap())
}

#[test]
fn kernels_have_no_more_instructions_than_the_table_says() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS").map(PathBuf::from) else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let scratch = std::env::temp_dir().join(format!("tilewright-instructions-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let page = at("docs/instructions.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let mut written = String::new();
    let mut rows = 0;
    let mut more = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", kernel, tile, said, tileiras, triton, ""] if said.parse::<usize>().is_ok() => {
                let counted = count(&ptxas, kernel, &scratch);
                rows += 1;
                if counted > said.parse().unwrap() {
                    more.push(format!("{kernel}: {counted}, {said} are stated"));
                }
                written += &format!("| {kernel} | {tile} | {counted} | {tileiras} | {triton} |\n");
            }
            _ => written += &format!("{line}\n"),
        }
    }
    std::fs::remove_dir_all(&scratch).unwrap();
    let kernels = std::fs::read_dir(at("tests/instructions")).unwrap().count();
    assert_eq!(rows, kernels, "each kernel has a row");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&page, written).unwrap();
    } else {
        assert!(more.is_empty(), "{more:?}");
    }
}
