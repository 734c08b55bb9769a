//! Texts that are no kernel, or one that the interpreter does not run, are refused by name.

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

#[test]
fn an_op_that_is_not_run_is_named_with_its_types() {
    let refused = |ty: &str| {
        let source = format!("entry @k(%x: tile<f32>) {{\n  %y = ftof %x : tile<f32> -> tile<{ty}>\n  return\n}}\n");
        let parsed = tilewright_ir::parse(&source);
        assert_eq!(parsed.diagnostics, []);
        let launch = Launch {
            grid: [1; 3],
            args: vec![Arg::Scalar(0)],
        };
        let memory = &mut Memory::default();
        let done = run(&parsed.module, None, &launch, memory, Options::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        done.err().map(|list| list[0].message.clone())
    };
    let why = refused("fnv8E5M3FNU").unwrap();
    assert!(why.contains("`ftof` with `tile<f32>`, `tile<fnv8E5M3FNU>`"), "{why}");
    assert_eq!(refused("f8E5M2"), None);
}

/// A kernel that was read is run on the stack of a WebAssembly module.
#[test]
fn the_deepest_kernel_that_is_read_is_run_on_a_small_stack() {
    let deepest = tilewright_ir::parse::MAX_NESTING - 1;
    let opened: String = (0..deepest)
        .map(|i| match i % 3 {
            0 => format!("for %i{i} in (%n to %m, step %m) : tile<i32> {{\n"),
            1 => "if %c {\n".to_string(),
            _ => "loop {\n".to_string(),
        })
        .collect();
    let closed: String = (0..deepest)
        .rev()
        .map(|i| if i % 3 == 2 { "break\n}\n" } else { "}\n" })
        .collect();
    let source = format!(
        "entry @k(%n: tile<i32>, %m: tile<i32>, %c: tile<i1>) {{\n{opened}print_tko \"deep\" -> token\n{closed}return\n}}\n"
    );
    let work = move || {
        let parsed = tilewright_ir::parse(&source);
        assert_eq!(parsed.diagnostics, []);
        let launch = Launch {
            grid: [1; 3],
            args: [0, 1, 1].map(Arg::Scalar).to_vec(),
        };
        let memory = &mut Memory::default();
        let done = run(&parsed.module, None, &launch, memory, Options::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        assert_eq!(done.unwrap().printed, ["deep"]);
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(work).unwrap().join().unwrap();
}
