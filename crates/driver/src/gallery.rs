//! The gallery: the project's own kernels, which tests compile, documents show and the page offers. The page has them, and
//! those in Python, by the list in `tests/gallery.json`.

/// A kernel of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its short name, that of its file.
    pub name: &'static str,
    /// Its subject in a few words: its first line.
    pub title: &'static str,
    /// Its text.
    pub source: &'static str,
}

/// The kernels, from the simplest on.
pub fn gallery() -> Vec<Example> {
    FILES
        .iter()
        .map(|&(name, source)| Example {
            name,
            title: title(source).unwrap_or(name),
            source,
        })
        .collect()
}

/// The title that the first line of a kernel gives.
fn title(source: &str) -> Option<&str> {
    source.lines().next()?.strip_prefix("// Title: ").map(str::trim)
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../tests/kernels/", $name, ".mlir")))),*]
    };
}

/// Each file of `tests/kernels`, by name.
const FILES: &[(&str, &str)] = files![
    "vadd",
    "saxpy_masked",
    "relu_scale_2d",
    "row_sum",
    "collatz",
    "histogram",
    "matmul",
    "gemm_dynamic",
    "gemm_bias_relu",
    "tiles_persistent",
    "tiles_swizzled",
    "tiles_cluster",
    "tiles_waves",
    "tiles_roles",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_is_in_the_gallery_with_a_title() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
        let files = std::fs::read_dir(folder)
            .expect("the kernels are there")
            .map(|file| file.expect("readable").path());
        let kernels = files.filter(|path| path.extension().is_some_and(|extension| extension == "mlir"));
        let mut found: Vec<_> = kernels
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        let mut listed: Vec<_> = FILES.iter().map(|&(name, _)| name.to_string()).collect();
        found.sort();
        listed.sort();
        assert_eq!(listed, found, "FILES names the files of tests/kernels");
        for &(name, source) in FILES {
            assert!(title(source).is_some(), "{name} begins with '// Title: '");
        }
    }

    #[test]
    fn the_page_lists_every_kernel_with_a_sentence() {
        let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
        let list = std::fs::read_to_string(tests.join("gallery.json")).expect("the list is there");
        let list: Vec<serde_json::Value> = serde_json::from_str(&list).expect("JSON");
        let mut listed = Vec::new();
        for kernel in &list {
            let word = |name: &str| kernel[name].as_str().unwrap_or_default().to_string();
            assert!(!word("title").is_empty() && word("teaches").ends_with('.'), "{kernel}");
            listed.push(word("file"));
        }
        let mut found = Vec::new();
        for (folder, extension) in [("cutile", ".py"), ("kernels", ".mlir")] {
            for file in std::fs::read_dir(tests.join(folder)).expect("the kernels are there") {
                let name = file.expect("readable").file_name().to_string_lossy().into_owned();
                found.extend(name.ends_with(extension).then(|| format!("{folder}/{name}")));
            }
        }
        assert!(listed[0].ends_with(".py"), "Python comes first");
        listed.sort();
        found.sort();
        assert_eq!(listed, found, "tests/gallery.json names each kernel once");
    }

    #[test]
    fn every_kernel_compiles_for_every_target() {
        for kernel in gallery() {
            for (target, _) in crate::targets() {
                let options = crate::Options {
                    gpu_name: target.clone(),
                    ..Default::default()
                };
                let report = crate::compile(kernel.source, &options).report;
                assert!(report.ok, "{} for {target}: {:#?}", kernel.name, report.diagnostics);
            }
        }
    }
}
