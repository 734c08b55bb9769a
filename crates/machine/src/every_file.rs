//! Every data file, misspelt at each of its fields.

use crate::data::{Data, read};
use crate::{
    Atoms, LayoutAtoms, LayoutFigures, MemoryFigures, Misfit, Policy, PowerFigures, RegisterModel, Residency,
    SchedulerModel, Target, ThreadOps, UnitFigures,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The data files below a folder.
fn data_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            data_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
}

/// Each way of misspelling one field, with the path of the field.
fn misspelt(value: &Value, path: &str) -> Vec<(String, Value)> {
    let inside = |name: &str| {
        if path.is_empty() {
            name.to_string()
        } else {
            format!("{path}.{name}")
        }
    };
    let mut found = Vec::new();
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut other = fields.clone();
                other.remove(name);
                other.insert(format!("{name}_"), field.clone());
                found.push((inside(&format!("{name}_")), other.into()));
                for (path, field) in misspelt(field, &inside(name)) {
                    let mut other = fields.clone();
                    other.insert(name.clone(), field);
                    found.push((path, other.into()));
                }
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                for (path, element) in misspelt(element, &inside(&index.to_string())) {
                    let mut other = elements.clone();
                    other[index] = element;
                    found.push((path, other.into()));
                }
            }
        }
        _ => (),
    }
    found
}

fn fits<T: Data>(text: &str) -> Result<(), Misfit> {
    read::<T>(text).map(drop)
}

#[test]
fn each_field_of_each_file_is_read_and_a_misspelt_one_is_named_with_its_path() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the folder of crates");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("a folder") {
        let room = entry.expect("an entry").path();
        let name = room.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match name {
            "units" => data_files(&room.join("src"), &mut files),
            // Have their own readers, and the first a test like this one.
            "modsched" | "cli" => (),
            _ if room.join("data").is_dir() => data_files(&room.join("data"), &mut files),
            _ => (),
        }
    }
    assert!(files.len() >= 15, "{files:?}");
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let reads = match name {
            "atoms.json" => fits::<Atoms>,
            "documented-blackwell.json" => fits::<SchedulerModel>,
            "layouts.json" => fits::<LayoutFigures>,
            "layout-atoms.json" => fits::<LayoutAtoms>,
            "memory.json" => fits::<MemoryFigures>,
            "policy.json" => fits::<Policy>,
            "powers.json" => fits::<PowerFigures>,
            "registers.json" => fits::<RegisterModel>,
            "residency.json" => fits::<Residency>,
            "thread-ops.json" => fits::<ThreadOps>,
            "figures.json" => fits::<UnitFigures>,
            _ if name.starts_with("sm_") => fits::<Target>,
            _ => panic!("nothing is known to read {}", file.display()),
        };
        let text = fs::read_to_string(&file).expect("a text");
        assert_eq!(reads(&text), Ok(()), "{name}");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        for (path, wrong) in misspelt(&value, "") {
            let found = reads(&wrong.to_string()).expect_err(&path);
            assert_eq!(found.path, path, "{name}: {found}");
        }
    }
}
