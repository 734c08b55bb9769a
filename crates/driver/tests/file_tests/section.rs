//! Sections of file tests: where they are, their parts, and kernels that are templates.

use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const SPLIT: &str = "// -----\n";
const EXPECTED: &str = "//=";
const KERNEL: &str = "// kernel: ";
const PARAMETERS: &str = "// parameters: ";

/// The folder below the file tests that has the kernels of several sections.
const TEMPLATES: &str = "templates";

/// A file of tests.
pub struct File {
    /// Its name below the folder of the file tests, such as `passes/cse`.
    pub name: String,
    path: PathBuf,
    pub sections: Vec<Section>,
}

/// A section of a file.
#[derive(Clone)]
pub struct Section {
    /// The text before the expectation: its first line says what is tested.
    pub own: String,
    /// The text that is expected.
    pub expected: String,
}

/// Where the file tests are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files")
}

/// The files below a folder, in order.
pub fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    collect(folder, folder, &mut found);
    found
}

fn collect(folder: &Path, top: &Path, found: &mut Vec<File>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with(TEMPLATES) {
            collect(&path, top, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            let name = path.strip_prefix(top).unwrap().with_extension("");
            let text = std::fs::read_to_string(&path).unwrap();
            found.push(File {
                name: name.to_string_lossy().into_owned(),
                sections: text.split(SPLIT).map(Section::new).collect(),
                path,
            });
        }
    }
}

/// Writes what came out of sections, by file and number, in place of what they expected.
pub fn write(files: &[File], blessed: &[(usize, usize, String)]) {
    for (at, file) in files.iter().enumerate() {
        let mut sections = file.sections.clone();
        let own: Vec<_> = blessed.iter().filter(|(of, ..)| *of == at).collect();
        for (_, number, came_out) in &own {
            sections[*number].expected.clone_from(came_out);
        }
        if !own.is_empty() {
            let texts: Vec<String> = sections.iter().map(Section::text).collect();
            std::fs::write(&file.path, texts.join(SPLIT)).unwrap();
        }
    }
}

impl Section {
    /// A section's own text and its expectation.
    fn new(text: &str) -> Section {
        let (mut own, mut expected) = (String::new(), String::new());
        for line in text.lines() {
            let (part, line) = match line.strip_prefix(EXPECTED) {
                Some(rest) => (&mut expected, rest.strip_prefix(' ').unwrap_or(rest)),
                None => (&mut own, line),
            };
            part.push_str(line);
            part.push('\n');
        }
        Section { own, expected }
    }

    /// A small kernel that is tested as a first line says.
    pub fn of(header: &str) -> Section {
        let kernel = "entry @k(%y: tile<ptr<i32>>) {\n  %t = make_token : token\n  %one = constant <i32: 1> : tile<i32>\n  \
                      %d = store_ptr_tko weak %y, %one token=%t : tile<ptr<i32>>, tile<i32> -> token\n  return\n}\n";
        Section::new(&format!("{header}\n{kernel}"))
    }

    fn text(&self) -> String {
        let mut text = self.own.trim_end().to_string() + "\n";
        for line in self.expected.trim_end().lines() {
            text.push_str(format!("{EXPECTED} {line}").trim_end());
            text.push('\n');
        }
        text
    }

    /// The first line: what is tested.
    pub fn header(&self) -> &str {
        self.own.lines().next().unwrap_or_default()
    }

    /// The sentence behind the first line, else the number of the section.
    pub fn title(&self, number: usize) -> String {
        let said = self.own.lines().nth(1).and_then(|line| line.strip_prefix("// "));
        let said = said.filter(|line| !line.starts_with("kernel: ") && !line.starts_with("parameters: "));
        match said {
            Some(said) => format!("{}, {}", number + 1, said.trim_end_matches('.')),
            None => (number + 1).to_string(),
        }
    }

    /// The text that is tested: the section's own, with the kernel that it names below it.
    pub fn source(&self) -> Result<String, Failed> {
        let Some(named) = self.own.lines().find_map(|line| line.strip_prefix(KERNEL)) else {
            return Ok(self.own.clone());
        };
        let (name, given) = named.split_once(' ').unwrap_or((named, ""));
        let path = folder().join(TEMPLATES).join(name).with_extension("mlir");
        let template =
            std::fs::read_to_string(&path).map_err(|_| format!("there is no kernel at {}", path.display()))?;
        let (parameters, text) = template.split_once('\n').unwrap_or_default();
        let defaults = parameters.strip_prefix(PARAMETERS);
        let mut values = pairs(defaults.ok_or_else(|| format!("{} begins with `{PARAMETERS}`", path.display()))?);
        for (parameter, value) in pairs(given) {
            *values
                .get_mut(&parameter)
                .ok_or_else(|| format!("the kernel `{name}` has no parameter `{parameter}`"))? = value;
        }
        Ok(format!("{}{}", self.own, filled(text, &values)))
    }
}

/// Words of the form `name=value`; a value with blanks stands in quotation marks.
fn pairs(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut rest = text.trim_start();
    while let Some((name, behind)) = rest.split_once('=') {
        let (value, after) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => behind.split_once(' ').unwrap_or((behind, "")),
        };
        found.insert(name.to_string(), value.to_string());
        rest = after.trim_start();
    }
    found
}

/// A text with values in place of `{name}`; values may name other parameters.
fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    let mut text = text.to_string();
    for _ in 0..2 {
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
    }
    text
}

/// Tests of this file itself.
pub fn about_itself() -> Vec<Trial> {
    let tested = |own: &str| Section::new(own).source();
    vec![
        Trial::test(
            "a section is split into its text and what it expects, and put together again",
            || {
                let text = "// test: ir\nentry @k() {\n}\n//= entry @k() {\n//=\n//= }\n";
                let section = Section::new(text);
                assert_eq!(section.own, "// test: ir\nentry @k() {\n}\n");
                assert_eq!(section.expected, "entry @k() {\n\n}\n");
                assert_eq!(section.text(), text);
                Ok(())
            },
        ),
        Trial::test("a kernel's parameters take the place of their names", move || {
            let text = filled("tile<{m}x{n}> {k}", &pairs("m=3 n=\"{m} 4\""));
            assert_eq!(text, "tile<3x3 4> {k}");
            let source = tested("// test: messages\n// kernel: product m=32\n")?;
            assert!(source.contains("32x") && !source.contains("{m}"), "{source}");
            Ok(())
        }),
        Trial::test("a kernel or a parameter that is not there is told", move || {
            let message = |own| format!("{:?}", tested(own).err());
            assert!(message("// test: ir\n// kernel: nothing").contains("there is no kernel at"));
            assert!(message("// test: ir\n// kernel: product q=1").contains("has no parameter `q`"));
            Ok(())
        }),
    ]
}
