//! What is no kernel, or is one that the interpreter does not run, is refused by name.

use std::ops::ControlFlow;
use tilewright_interp::{Arg, Launch, Memory, Options, run};

fn refused(pointee: &str) -> Option<String> {
    let source = format!(
        "entry @k(%p: tile<ptr<{pointee}>>) {{
  %one = constant <i32: 1> : tile<i32>
  %q = offset %p, %one : tile<ptr<{pointee}>>, tile<i32> -> tile<ptr<{pointee}>>
  %x, %t = load_ptr_tko weak %q : tile<ptr<{pointee}>> -> tile<{pointee}>, token
  return
}}"
    );
    let parsed = tilewright_ir::parse(&source);
    if let Some(first) = parsed.diagnostics.first() {
        return Some(first.message.clone());
    }
    let module = parsed.module;
    let mut memory = Memory::default();
    let buffer = memory.add("p", vec![0; 16], true);
    let launch = Launch {
        grid: [1; 3],
        args: vec![Arg::Pointer { buffer, offset: 0 }],
    };
    let done = run(&module, None, &launch, &mut memory, Options::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    done.err().map(|list| list[0].message.clone())
}

#[test]
fn pointers_to_parts_of_bytes_cannot_be_moved() {
    for element in ["i4", "f4E2M1FN"] {
        let why = refused(element).unwrap();
        assert!(why.contains(element), "{why}");
    }
    assert_eq!(refused("i8"), None);
}
