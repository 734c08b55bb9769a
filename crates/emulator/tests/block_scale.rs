//! Block-scaled products on tensor cores, and those of 4- and 6-bit floats.

#[path = "common/warp.rs"]
mod warp;

use tilewright_emulator::{FindingKind, Outcome, Refusal};
use warp::run_warp;

/// Runs a product of 16 x 8 whose factors are one everywhere, but where `prepare` changes the registers: A is in %a0 to
/// %a3, B in %b0 and %b1, the scales in %sa and %sb, and %lane is the lane. D goes to memory, row by row.
fn go(product: &str, one: u32, prepare: &str) -> Result<(Outcome, Vec<f32>), Refusal> {
    let text = format!(
        "
.version 9.1
.target sm_120a
.address_size 64
.visible .entry k(.param .u64 out)
{{
  .reg .b16 %h<4>; .reg .b32 %a<4>, %b<2>, %r<16>, %lane, %sa, %sb; .reg .b64 %rd<8>; .reg .f32 %d<4>, %z;
  ld.param.u64 %rd0, [out];
  mov.u32 %lane, %laneid; mov.f32 %z, 0f00000000; mov.b32 %sa, 0x7f7f7f7f; mov.b32 %sb, 0x7f7f7f7f;
  mov.b32 %a0, {one}; mov.b32 %a1, {one}; mov.b32 %a2, {one}; mov.b32 %a3, {one}; mov.b32 %b0, {one}; mov.b32 %b1, {one};
  mov.b16 %h0, 0; mov.b16 %h1, 1;
  {prepare}
  {product}
  shr.u32 %r0, %lane, 2; and.b32 %r1, %lane, 3; mad.lo.u32 %r2, %r0, 8, %r1; add.u32 %r2, %r2, %r1;
  mad.wide.u32 %rd1, %r2, 4, %rd0;
  st.global.v2.f32 [%rd1], {{%d0, %d1}}; st.global.v2.f32 [%rd1+256], {{%d2, %d3}};
  ret;
}}"
    );
    let outcome = run_warp(&text, vec![0xEE; 512])?;
    let words = outcome.buffers[0].bytes.chunks_exact(4);
    let d = words.map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
    Ok((outcome, d))
}

/// D, where nothing may be found.
#[track_caller]
fn result(product: &str, one: u32, prepare: &str) -> Vec<f32> {
    let (outcome, d) = go(product, one, prepare).unwrap_or_else(|e| panic!("{e}"));
    assert!(outcome.findings.is_empty(), "{}", outcome.findings[0]);
    d
}

fn product(kind: &str, shape: &str, types: &str, scales: &str) -> String {
    format!(
        "mma.sync.aligned.{shape}.row.col{kind}.f32.{types} {{%d0, %d1, %d2, %d3}}, {{%a0, %a1, %a2, %a3}}, {{%b0, %b1}}, {{%z, %z, %z, %z}}{scales};"
    )
}

/// e4m3, ue8m0, one scale for each row and column.
fn mxf8(selectors: [&str; 2]) -> String {
    let scales = format!(", %sa, {}, %sb, {}", selectors[0], selectors[1]);
    product(
        ".kind::mxf8f6f4.block_scale.scale_vec::1X",
        "m16n8k32",
        "e4m3.e4m3.f32.ue8m0",
        &scales,
    )
}

#[test]
fn a_scale_for_each_row_and_column() {
    let ones = 0x3838_3838;
    assert_eq!(result(&mxf8(["{0, 0}", "{0, 0}"]), ones, ""), vec![32.0; 128]);
    // Lane l holds 2^l for A and 2^-l for B in byte 2; row r is scaled by lane 4 (r % 8) + r / 8 + 2 * 1, column c by 4
    // c + 3.
    let prepare = "add.u32 %r4, %lane, 127; shl.b32 %sa, %r4, 16; sub.u32 %r5, 127, %lane; shl.b32 %sb, %r5, 16;";
    let d = result(&mxf8(["{2, 1}", "{2, 3}"]), ones, prepare);
    for (i, x) in d.iter().enumerate() {
        let (row, column) = (i / 8, i % 8);
        let exponent = (4 * (row % 8) + row / 8 + 2) as i32 - (4 * column + 3) as i32;
        assert_eq!(*x, 32.0 * 2f32.powi(exponent), "row {row}, column {column}");
    }
    // Selectors may be registers.
    assert_eq!(result(&mxf8(["{%h0, %h1}", "{%h0, %h1}"]), ones, ""), vec![32.0; 128]);
}

#[test]
fn several_scales_along_k() {
    // e2m1 one is code 2; bytes of the scales of A are 1, 2, 4, 8 and those of B one.
    let four = product(
        ".kind::mxf4nvf4.block_scale.scale_vec::4X",
        "m16n8k64",
        "e2m1.e2m1.f32.ue8m0",
        ", %sa, {0, 0}, %sb, {0, 0}",
    );
    let d = result(&four, 0x2222_2222, "mov.b32 %sa, 0x8281807f;");
    assert_eq!(d, vec![16.0 * (1.0 + 2.0 + 4.0 + 8.0); 128]);
    // ue4m3: 1.5 is 0x3c, 0.5 is 0x30.
    let d = result(
        &four.replace("ue8m0", "ue4m3"),
        0x2222_2222,
        "mov.b32 %sa, 0x303c303c; mov.b32 %sb, 0x38383838;",
    );
    assert_eq!(d, vec![16.0 * 4.0; 128]);
    let two = product(
        ".kind::mxf4.block_scale.scale_vec::2X",
        "m16n8k64",
        "e2m1.e2m1.f32.ue8m0",
        ", %sa, {2, 0}, %sb, {0, 0}",
    );
    let d = result(&two, 0x2222_2222, "mov.b32 %sa, 0x8281807f;");
    assert_eq!(d, vec![32.0 * (4.0 + 8.0); 128]);
    // Half of k is where it should be: only the upper half of A is not zero.
    let d = result(
        &two,
        0x2222_2222,
        "mov.b32 %sa, 0x8281807f; mov.b32 %a0, 0; mov.b32 %a1, 0;",
    );
    assert_eq!(d, vec![32.0 * 8.0; 128]);
}

#[test]
fn small_floats_in_bytes() {
    // One in e3m2 is 0x0c, in e2m3 0x08, in e2m1 code 2 in bits 2 to 5: 0x08.
    for (types, a, b) in [
        ("e3m2.e2m3", 0x0C, 0x08),
        ("e2m1.e3m2", 0x08, 0x0C),
        ("e5m2.e2m1", 0x3C, 0x08),
    ] {
        let text = product(".kind::f8f6f4", "m16n8k32", &format!("{types}.f32"), "");
        let fill = |code: u32, regs: &[&str]| {
            regs.iter()
                .map(|r| format!("mov.b32 {r}, {};", code * 0x0101_0101))
                .collect::<String>()
        };
        let prepare = fill(a, &["%a0", "%a1", "%a2", "%a3"]) + &fill(b, &["%b0", "%b1"]);
        assert_eq!(result(&text, 0, &prepare), vec![32.0; 128], "{types}");
    }
}

#[test]
fn selectors_and_types_that_do_not_exist() {
    let two = |selector: &str| {
        let scales = format!(", %sa, {selector}, %sb, {{0, 0}}");
        product(
            ".kind::mxf4.block_scale.scale_vec::2X",
            "m16n8k64",
            "e2m1.e2m1.f32.ue8m0",
            &scales,
        )
    };
    for selector in ["{1, 0}", "{0, 2}"] {
        let (outcome, _) = go(&two(selector), 0, "").unwrap();
        assert_eq!(outcome.findings[0].kind, FindingKind::InvalidOperand, "{selector}");
    }
    for text in [
        two("{0, 0}").replace("2X", "1X"),
        two("{0, 0}").replace("ue8m0", "ue4m3"),
        two("{0, 0}").replace("e2m1.e2m1", "e4m3.e4m3"),
        two("{0, 0}").replace(".block_scale.scale_vec::2X", ""),
        mxf8(["{0, 0}", "{0, 0}"]).replace("1X", "4X"),
        product(".kind::f8f6f4", "m16n8k32", "e4m3.s8.f32", ""),
    ] {
        let refused = go(&text, 0, "").map(|_| ()).unwrap_err();
        assert!(
            refused.pos.line > 1 && refused.to_string().contains("mma"),
            "{text}: {refused}"
        );
    }
}
