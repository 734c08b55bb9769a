//! Called by fuzzers: damaged PTX must give a refusal or findings, never a panic or a hang.

use crate::{Buffer, Launch, Oob, Options, Param, Swizzle, TensorMap, TmaType, run};

/// Damages `text` by the edits that `data` spells, line by line and token by token, and runs what is left of it under a
/// small budget. Every four bytes are one edit: what, where (two bytes), and a parameter.
pub fn run_damaged(text: &str, launch: &Launch, buffers: &[Buffer], data: &[u8]) {
    let text = damage(text, data);
    let seed = data
        .iter()
        .fold(0_u64, |h, &b| h.wrapping_mul(31).wrapping_add(b.into()));
    let options = Options { seed, budget: 20_000 };
    let _ = run(&text, launch, buffers.to_vec(), options);
}

/// Runs arbitrary bytes as PTX text against a launch with one parameter of each kind.
pub fn run_bytes(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let map = TensorMap {
        buffer: "x".into(),
        offset: 0,
        ty: TmaType::F16,
        dims: vec![64, 8],
        strides: vec![128],
        box_dims: vec![64, 8],
        element_strides: vec![1, 1],
        swizzle: Swizzle::B128,
        oob: Oob::Zero,
    };
    let launch = Launch {
        entry: "k".into(),
        grid: [2, 1, 1],
        block: [64, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 4096,
        shared_align: 1024,
        params: vec![
            Param::Buffer {
                name: "x".into(),
                offset: 0,
            },
            Param::TensorMap(map),
            Param::Bytes(vec![1, 0, 0, 0]),
        ],
    };
    let buffers = vec![Buffer {
        name: "x".into(),
        bytes: vec![0; 1024],
        align: 256,
    }];
    let _ = run(
        &text,
        &launch,
        buffers,
        Options {
            seed: 1,
            budget: 20_000,
        },
    );
}

/// The damaged text.
pub fn damage(text: &str, data: &[u8]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for edit in data.chunks_exact(4) {
        if lines.is_empty() {
            break;
        }
        let at = usize::from(u16::from_le_bytes([edit[1], edit[2]])) % lines.len();
        let other = (at + 1 + usize::from(edit[3])) % lines.len();
        match edit[0] % 8 {
            0 => {
                lines.remove(at);
            }
            1 => {
                let copy = lines[at].clone();
                lines.insert(other, copy);
            }
            2 => lines.swap(at, other),
            // Another line's last token in place of this line's.
            3 => {
                let token = lines[other]
                    .rsplit(|c: char| " ,;[]{}".contains(c))
                    .find(|t| !t.is_empty())
                    .unwrap_or("0")
                    .to_string();
                lines[at] = replace_token(&lines[at], edit[3], &token);
            }
            // A number in place of a token.
            4 => {
                let numbers = [
                    "0",
                    "1",
                    "-1",
                    "31",
                    "4096",
                    "0x7FFFFFFF",
                    "0xFFFFFFFFFFFFFFFF",
                    "0f7FC00000",
                ];
                let number = numbers
                    .get(usize::from(edit[3]) % numbers.len())
                    .copied()
                    .unwrap_or("0");
                lines[at] = replace_token(&lines[at], edit[3] / 8, number);
            }
            // Another type.
            5 => {
                let types = [".u32", ".s32", ".b32", ".f32", ".u64", ".b64", ".f16", ".u8"];
                let from = types.get(usize::from(edit[3]) % 8).copied().unwrap_or(".u32");
                let to = types.get(usize::from(edit[3] / 8) % 8).copied().unwrap_or(".b32");
                lines[at] = lines[at].replacen(from, to, 1);
            }
            // One character less.
            6 => {
                let mut chars: Vec<char> = lines[at].chars().collect();
                if !chars.is_empty() {
                    chars.remove(usize::from(edit[3]) % chars.len());
                }
                lines[at] = chars.into_iter().collect();
            }
            // A guard added or taken away.
            _ => {
                let line = lines[at].trim_start().to_string();
                lines[at] = match line.split_once(' ') {
                    Some((guard, rest)) if guard.starts_with('@') => rest.to_string(),
                    _ => format!("@%p{} {line}", edit[3] % 12),
                };
            }
        }
    }
    lines.join("\n")
}

fn replace_token(line: &str, which: u8, new: &str) -> String {
    let tokens: Vec<&str> = line.split_inclusive(|c: char| " ,;[]{}+".contains(c)).collect();
    if tokens.is_empty() {
        return new.to_string();
    }
    let which = usize::from(which) % tokens.len();
    let replaced = tokens.iter().enumerate().map(|(i, t)| {
        let end = t.len() - t.trim_end_matches(|c: char| " ,;[]{}+".contains(c)).len();
        if i == which {
            format!("{new}{}", &t[t.len() - end..])
        } else {
            (*t).to_string()
        }
    });
    replaced.collect()
}
