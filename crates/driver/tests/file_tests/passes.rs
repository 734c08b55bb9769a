//! Each pass has a file test.

use crate::section::{File, Section};
use libtest_mimic::{Failed, Trial};
use tilewright_passes::PIPELINE;

/// The passes whose IR other kinds of sections show.
const SHOWN_OTHERWISE: [(&str, &str); 1] = [("convert-pipeline-to-nvvm", "// test: pipelines ")];

pub fn each_has_a_test_that_changes_the_ir(files: &[File]) -> Trial {
    let sections: Vec<Section> = files.iter().flat_map(|file| file.sections.clone()).collect();
    Trial::test("each pass has a file test that changes the IR", move || {
        let untested = PIPELINE
            .iter()
            .find(|pass| !sections.iter().any(|section| shows(section, pass.name)));
        match untested {
            None => Ok(()),
            Some(pass) => Err(Failed::from(format!(
                "write `// test: pass {}` into tests/files/passes",
                pass.name
            ))),
        }
    })
}

/// Whether a section shows IR that this pass changed.
fn shows(section: &Section, pass: &str) -> bool {
    let rest = section
        .header()
        .strip_prefix("// test: pass ")
        .and_then(|line| line.strip_prefix(pass));
    let otherwise = SHOWN_OTHERWISE.iter().find(|(name, _)| *name == pass);
    let of_it = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        || otherwise.is_some_and(|(_, other)| section.header().starts_with(other));
    // IR begins with a function or a module, a message with its place.
    of_it
        && !section.expected.is_empty()
        && !section.expected.starts_with("nothing changed")
        && !section.expected.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}
