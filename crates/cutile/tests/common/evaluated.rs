//! Kernels that use a value of the file, compared with those that have it written out.

use tilewright_cutile::{Request, lower};
use tilewright_diag::LineIndex;

/// A kernel with this body below the statements of a file.
fn source(file: &str, body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    format!(
        "import cuda.tile as ct\nimport math\n{file}\n# tilewright: X=f32[?]; Y=f32[?]; n=i32; u=u32\n@ct.kernel\ndef k(X, Y, n, u):\n    \
         x = ct.load(X, 0, 16)\n    {body}\n"
    )
}

/// The ops of a kernel with this body, without places and without the entry's name.
pub fn ops(file: &str, body: &str) -> Result<String, (String, String, u32)> {
    let source = source(file, body);
    match lower(&source, &Request::default()) {
        Ok(lowered) => {
            let module = tilewright_ir::parse(&lowered.text).module;
            Ok(tilewright_ir::print(&module).text)
        }
        Err(errors) => {
            let [error] = &errors[..] else {
                panic!("{source}\n{errors:#?}")
            };
            assert!(error.help.is_some(), "no help: {error:?}");
            let line = error.span.map_or(0, |span| LineIndex::new(&source).line(span.start));
            Err((error.code.clone(), error.message.clone(), line))
        }
    }
}

/// A value that is computed in `ct.static_eval`, or above the kernel, behind these statements is this number.
pub fn is_in(file: &str, expr: &str, value: &str) {
    let plain = ops("", &format!("ct.store(Y, 0, x * {value})"));
    assert!(plain.is_ok(), "{plain:?}");
    let within = ops(file, &format!("ct.store(Y, 0, x * ct.static_eval({expr}))"));
    assert_eq!(within, plain, "{expr}");
    // Above the kernel there is no tile.
    if !expr.contains("x.") {
        let above = format!("{file}\nV = {expr}");
        assert_eq!(ops(&above, "ct.store(Y, 0, x * V)"), plain, "{expr}");
    }
}

/// The kernel is refused for this reason.
pub fn refused(file: &str, body: &str, code: &str, part: &str) {
    let (found, message, _) = ops(file, body).expect_err(body);
    assert!(
        found == code && message.contains(part),
        "{file} {body}: {found}: {message}"
    );
}
