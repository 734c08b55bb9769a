//! The parser and the evaluator call themselves as deep as texts nest, for which the usual megabyte is too little.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        for kind in ["cdylib", "tests"] {
            println!("cargo::rustc-link-arg-{kind}=-zstack-size=16777216");
        }
    }
}
