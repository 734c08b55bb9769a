//! Functions of the CUDA runtime that a kernel may call: printing, and memory of the device's heap.

#[path = "common/warp.rs"]
mod warp;

use tilewright_emulator::{FindingKind, Outcome};
use warp::run_warp;

/// Runs a body in a warp; it has the address of 128 bytes in `%rd1`.
fn go(body: &str) -> Outcome {
    let text = format!(
        ".version 8.7 .target sm_90a .address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func (.param .b64 r) malloc(.param .b64 size);
.extern .func free(.param .b64 address);
.global .align 1 .b8 format[16] = {{37, 100, 32, 37, 46, 50, 102, 124, 37, 108, 108, 120, 37, 37, 10, 0}};
.visible .entry k(.param .u64 p) {{
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f64 %fd<4>;
  .local .align 8 .b8 args[24];
  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;
  {body}
  ret; }}"
    );
    run_warp(&text, vec![0; 128]).unwrap()
}

#[test]
fn vprintf_reads_its_arguments_each_at_a_multiple_of_its_size() {
    let outcome = go("setp.lt.u32 %p1, %r1, 2;
  add.u32 %r2, %r1, -1; st.local.u32 [args], %r2;
  cvt.rn.f64.u32 %fd1, %r1; add.rn.f64 %fd1, %fd1, 0d3FD0000000000000; st.local.f64 [args+8], %fd1;
  mov.u64 %rd2, 0xABCDEF0123; st.local.u64 [args+16], %rd2;
  mov.u64 %rd3, format; cvta.global.u64 %rd3, %rd3; mov.u64 %rd4, args; cvta.local.u64 %rd4, %rd4;
  .param .b64 f; .param .b64 a; .param .b32 r;
  st.param.b64 [f], %rd3; st.param.b64 [a], %rd4;
  @%p1 call.uni (r), vprintf, (f, a);");
    assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
    assert_eq!(outcome.printed, ["-1 0.25|abcdef0123%\n", "0 1.25|abcdef0123%\n"]);
}

#[test]
fn memory_of_the_heap_is_there_until_it_is_given_back() {
    let heap = |after: &str| {
        go(&format!(
            "setp.eq.u32 %p1, %r1, 0; @!%p1 ret;
  .param .b64 size; .param .b64 r; .param .b64 address;
  st.param.b64 [size], 64; call.uni (r), malloc, (size); ld.param.b64 %rd2, [r];
  mov.u32 %r2, 7; st.global.u32 [%rd2+60], %r2; ld.global.u32 %r3, [%rd2+60]; st.global.u32 [%rd1], %r3;
  st.param.b64 [address], %rd2; call.uni free, (address);
  {after}"
        ))
    };
    let outcome = heap("");
    assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
    assert_eq!(outcome.buffers.len(), 1);
    assert_eq!(outcome.buffers[0].bytes[0], 7);
    for wrong in ["ld.global.u32 %r3, [%rd2];", "call.uni free, (address);"] {
        let outcome = heap(wrong);
        assert_eq!(outcome.findings[0].kind, FindingKind::OutOfBounds, "{wrong}");
    }
}

/// More than there is: 0.
#[test]
fn a_heap_has_an_end() {
    let outcome = go("setp.eq.u32 %p1, %r1, 0; @!%p1 ret;
  .param .b64 size; .param .b64 r;
  st.param.b64 [size], 0x100000000000; call.uni (r), malloc, (size); ld.param.b64 %rd2, [r];
  st.global.u64 [%rd1], %rd2;");
    assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
    assert_eq!(outcome.buffers[0].bytes[..8], [0; 8]);
}
