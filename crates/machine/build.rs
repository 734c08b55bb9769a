//! Lists the targets: every file in `data/targets` is one, so that a GPU of a known family is added by its file alone.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data/targets");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder).expect("data/targets is there");
    let names = files.map(|file| file.expect("it can be read").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).collect();
    // sm_90a comes before sm_100a.
    names.sort_by_key(|name| (name.len() - name.chars().filter(|c| *c == 'a').count(), name.clone()));
    let file = |name: &String| format!("    ({name:?}, include_str!({:?})),\n", folder.join(name));
    let list: String = names.iter().map(file).collect();
    let text = format!("static FILES: [(&str, &str); {}] = [\n{list}];\n", names.len());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("targets.rs");
    fs::write(out, text).expect("OUT_DIR can be written");
}
