//! Functions are put in the place of their calls.

#[path = "common/warp.rs"]
mod warp;

use tilewright_emulator::{FindingKind, Outcome, Refusal};
use warp::run_warp;

const FUNCTIONS: &str = "
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b32 line) .noreturn;
.extern .func missing();
.func (.param .b32 out) half_or_three(.param .b32 n);
.func (.param .b64 sum) collatz(.param .align 8 .b8 range[8])
{
  .local .align 4 .b8 depot[8];
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<2>;
  ld.param.b32 %r1, [range+4]; mov.u32 %r2, 0;
L: setp.eq.u32 %p1, %r1, 1;
  @%p1 bra OUT;
  { .param .b32 a; .param .b32 out;
  st.param.b32 [a], %r1;
  call.uni (out), half_or_three, (a);
  ld.param.b32 %r1, [out]; }
  add.u32 %r2, %r2, 1;
  bra L;
OUT:
  st.local.u32 [depot+4], %r2; ld.local.u32 %r3, [depot+4]; cvt.u64.u32 %rd1, %r3;
  st.param.b64 [sum], %rd1;
  ret;
}
.func (.param .b32 out) half_or_three(.param .b32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<4>;
  ld.param.b32 %r1, [n]; and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;
  shr.u32 %r3, %r1, 1;
  st.param.b32 [out], %r3;
  @%p1 ret;
  mad.lo.u32 %r3, %r1, 3, 1;
  st.param.b32 [out], %r3;
  ret;
}
.func (.param .b32 r) endless(.param .b32 n) { { .param .b32 a; .param .b32 b; call (b), endless, (a); } ret; }
";

/// Every odd thread counts the steps of its number's Collatz sequence.
fn go(call: &str) -> Result<Outcome, Refusal> {
    let text = format!(
        ".version 8.7 .target sm_90a .address_size 64 {FUNCTIONS}
.visible .entry k(.param .u64 p) {{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1; add.u32 %r2, %r1, 1;
  and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 1;
  .param .b64 sum; .param .align 8 .b8 range[8]; .param .b32 line;
  st.param.b64 [sum], 1000; st.param.b32 [range+4], %r2;
  {call}
  ld.param.b64 %rd2, [sum]; cvt.u32.u64 %r4, %rd2; st.global.u32 [%rd1], %r4; ret; }}"
    );
    run_warp(&text, vec![0; 128])
}

#[test]
fn calls_nest_diverge_and_return() {
    let outcome = go("@%p1 call.uni (sum), collatz, (range);").unwrap();
    assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
    for (l, word) in outcome.buffers[0].bytes.chunks_exact(4).enumerate() {
        let (mut n, mut steps) = (l as u32 + 1, 0);
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        let expected = if l % 2 == 1 { steps } else { 1000_u32 };
        assert_eq!(word, expected.to_le_bytes(), "lane {l}");
    }
}

#[test]
fn what_cannot_be_put_in_place_is_refused() {
    for (call, says) in [
        ("call missing, ();", "function `missing` has no code here"),
        ("call endless;", "has 1 parameter here, the call gives 0"),
        ("call (line), endless, (line);", "`endless` calls itself"),
        ("call (sum), collatz, (%r1);", "must be a .param variable"),
        ("call (sum), %rd1, (range), sum;", "operands"),
        ("call %rd1, (range);", "only calls of a named function"),
    ] {
        let refusal = go(call).unwrap_err().to_string();
        assert!(refusal.contains(says), "{call}: {refusal}");
    }
}

#[test]
fn a_failed_assertion_ends_the_run() {
    let outcome = go("@%p1 call.uni __assertfail, (line);").unwrap();
    assert_eq!(outcome.findings[0].kind, FindingKind::Trap);
    assert!(
        outcome.findings[0].message.contains("assertion"),
        "{}",
        outcome.findings[0]
    );
    assert_eq!(outcome.findings[0].lanes, 0xAAAA_AAAA);
}
