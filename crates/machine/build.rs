//! Makes what the compiler carries of `data`: the targets (every file in `data/targets` is one, so that a GPU of a known family
//! is added by its file alone), and the files themselves, which a page gets without what it does not show.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data");
    println!("cargo::rerun-if-changed={}", data.display());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    carry(&data, &out);
    carry(&data.join("targets"), &out);

    let mut names = files(&data.join("targets"));
    // sm_90a comes before sm_100a.
    names.sort_by_key(|name| (name.len() - name.chars().filter(|c| *c == 'a').count(), name.clone()));
    let file = |name: &String| format!("    ({name:?}, include_str!({:?})),\n", out.join(name));
    let list: String = names.iter().map(file).collect();
    let text = format!("static FILES: [(&str, &str); {}] = [\n{list}];\n", names.len());
    fs::write(out.join("targets.rs"), text).expect("OUT_DIR can be written");
}

/// The names of the JSON files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder is there");
    let names = files.map(|file| file.expect("it can be read").file_name().into_string().expect("UTF-8"));
    names.filter(|name| name.ends_with(".json")).collect()
}

/// Copies the files in a folder. A page has to load them, so that for WebAssembly they have no indentation, none of the units, which are for
/// who reads the file, and no sources of numbers, but for those of a target's `pipeline`, which the report tells.
fn carry(folder: &Path, out: &Path) {
    let for_a_page = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    for name in files(folder) {
        let text = fs::read_to_string(folder.join(&name)).expect("a text");
        let carried = if for_a_page { bare(&text) } else { text };
        fs::write(out.join(name), carried).expect("OUT_DIR can be written");
    }
}

fn bare(text: &str) -> String {
    let text: String = text.lines().map(str::trim_start).collect();
    let text = emptied(&text, "unit").replace("\"unit\": \"\",", "");
    // Absent: a file without a `pipeline` tells nothing of sources.
    let shown = text.find("\"pipeline\"").unwrap_or(text.len());
    let text = emptied(&text[..shown], "source") + &text[shown..];
    // No text of a file has either of these in it.
    text.replace("\": ", "\":").replace(", \"", ",\"")
}

/// The text with nothing between the quotes of each field of that name.
fn emptied(text: &str, field: &str) -> String {
    let opening = format!("\"{field}\": \"");
    let mut pieces = text.split(&opening);
    // Absent: `split` gives at least one piece.
    let mut carried = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let quoted = piece.replace("\\\"", "''");
        let end = quoted.find('"').expect("a text ends");
        carried += &opening;
        carried += &piece[end..];
    }
    carried
}
