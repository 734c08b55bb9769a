//! The table of docs/instructions.md: SASS instructions of kernels. Without `TILEWRIGHT_PTXAS` it is skipped; `TILEWRIGHT_TILEIRAS` names the
//! compiler that the second column is of, and `TILEWRIGHT_TRITON` a Python that has Triton, for the third: columns without their tools are
//! taken as they are. `BLESS=1` writes the table.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of an instruction, and the opcode of one that does nothing, in its low bits.
const BYTES: usize = 16;
const OPCODE: u16 = 0xFFF;
const NOP: u16 = 0x918;

/// The column of kernels that are allowed what Triton's own functions do.
const APPROX: &str = "--approx --contract";

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

/// Runs a program, which has to succeed.
fn done(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// The tools that count, and a folder for what they make.
struct Tools {
    ptxas: OsString,
    tileiras: Option<OsString>,
    /// Where Triton's PTX is.
    triton: Option<PathBuf>,
    scratch: PathBuf,
}

impl Tools {
    fn of(scratch: PathBuf) -> Option<Self> {
        let python = std::env::var_os("TILEWRIGHT_TRITON");
        let triton = python.map(|python| {
            let folder = scratch.join("triton");
            let script = at("scripts/tests/instructions_triton.py");
            done(
                Command::new(python)
                    .env("TRITON_CACHE_DIR", scratch.join("cache"))
                    .args([&script, &folder]),
            );
            folder
        });
        Some(Self {
            ptxas: std::env::var_os("TILEWRIGHT_PTXAS")?,
            tileiras: std::env::var_os("TILEWRIGHT_TILEIRAS"),
            triton,
            scratch,
        })
    }

    fn assembled(&self, ptx: &Path, gpu: &str) -> usize {
        let cubin = self.scratch.join("k.cubin");
        done(Command::new(&self.ptxas).args(["-arch", gpu, "-o"]).args([&cubin, ptx]));
        instructions(&std::fs::read(&cubin).unwrap())
    }

    fn ours(&self, kernel: &str, options: &str, gpu: &str) -> usize {
        let ptx = self.scratch.join("k.ptx");
        let mut compiler = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        compiler
            .args(["compile", "--gpu-name", gpu])
            .args(options.split_whitespace());
        done(
            compiler
                .arg("-o")
                .args([&ptx, &at(&format!("tests/instructions/{kernel}.py"))]),
        );
        self.assembled(&ptx, gpu)
    }

    /// None without the tool.
    fn tileiras(&self, kernel: &str, gpu: &str) -> Option<usize> {
        let [code, cubin] = ["k.tilebc", "t.cubin"].map(|name| self.scratch.join(name));
        let source = at(&format!("tests/instructions/{kernel}.py"));
        let tileiras = self.tileiras.as_ref()?;
        done(
            Command::new(env!("CARGO_BIN_EXE_tilewright"))
                .arg("asm")
                .arg(source)
                .arg("-o")
                .arg(&code),
        );
        let gpu = format!("--gpu-name={}", gpu.trim_end_matches('a'));
        done(
            Command::new(tileiras)
                .args(["-O3", &gpu])
                .args([&code, Path::new("-o"), &cubin]),
        );
        Some(instructions(&std::fs::read(&cubin).unwrap()))
    }

    /// None without the tool.
    fn triton(&self, kernel: &str, options: &str, gpu: &str) -> Option<usize> {
        let form = if options == APPROX { ".approx" } else { "" };
        let ptx = self.triton.as_ref()?.join(format!("{kernel}{form}.{gpu}.ptx"));
        Some(self.assembled(&ptx, gpu))
    }
}

#[test]
fn kernels_have_as_many_instructions_as_the_table_says_and_ours_the_fewest() {
    let scratch = std::env::temp_dir().join(format!("tilewright-instructions-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let Some(tools) = Tools::of(scratch.clone()) else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let page = at("docs/instructions.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let blesses = std::env::var_os("BLESS").is_some();
    let mut written = String::new();
    let (mut kernels, mut wrong) = (std::collections::BTreeMap::<String, usize>::new(), Vec::new());
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", kernel, options, gpu, said, tileiras, triton, ""] = cells[..] else {
            written += &format!("{line}\n");
            continue;
        };
        if !gpu.starts_with("sm_") {
            written += &format!("{line}\n");
            continue;
        }
        let asked = options.trim_matches('`');
        // Another compiler has no such options.
        let by_tileiras = asked.is_empty().then(|| tools.tileiras(kernel, gpu)).flatten();
        let counted = [
            Some(tools.ours(kernel, asked, gpu)),
            by_tileiras,
            tools.triton(kernel, asked, gpu),
        ];
        let cells = [said, tileiras, triton];
        let now: Vec<String> = std::iter::zip(counted, cells)
            .map(|(counted, said)| counted.map_or(said.to_string(), |counted| counted.to_string()))
            .collect();
        let known = |cell: &String| cell.parse::<usize>().ok();
        let others = now[1..].iter().filter_map(known).min();
        let place = format!("{kernel} {asked} on {gpu}");
        // Less exact ones are told, and not required to have the fewest.
        if asked.is_empty() && known(&now[0]) > others {
            wrong.push(format!("{place}: {now:?}: ours are not the fewest"));
        }
        if !blesses && now != cells {
            wrong.push(format!("{place}: {now:?}, {cells:?} are stated"));
        }
        *kernels.entry(kernel.to_string()).or_default() += usize::from(asked.is_empty());
        written += &format!(
            "| {kernel} | {options} | {gpu} | {} | {} | {} |\n",
            now[0], now[1], now[2]
        );
    }
    std::fs::remove_dir_all(&scratch).unwrap();
    if blesses {
        std::fs::write(&page, written).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let all = std::fs::read_dir(at("tests/instructions")).unwrap().count();
    assert_eq!(
        (kernels.len(), kernels.values().all(|&rows| rows == 4)),
        (all, true),
        "four rows for each kernel"
    );
}
