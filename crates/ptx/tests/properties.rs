//! Random and damaged texts: the shared check holds for all of them.

use proptest::prelude::*;
use tilewright_ptx::fuzzing::check_parse;

const SEEDS: [&str; 2] = [
    include_str!("saxpy.ptx"),
    "
.version 8.4
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 dyn[];
.const .align 4 .f32 c[2] = {0f3F800000, 0f40000000};
.global .u32 g = 7;
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 .ptr .global .align 16 p)
.maxntid 128, 1, 1
.maxnreg 168
.pragma \"nounroll\";
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
.shared .align 8 .b64 bar[2];
.loc 1 2 3, function_name $L__info + 8, inlined_at 1 4 5
mov.b64 %rd0, map; cvta.param.u64 %rd0, %rd0;
{
.reg .pred done;
again: mbarrier.try_wait.parity.shared::cta.b64 done, [bar+8], %r0;
@!done bra.uni again;
}
elect.sync _|%p1, -1;
setp.lt.and.s32 %p2|%p3, %r0, -5, !%p1;
mov.b64 {%r1, _}, %rd0;
@%p2 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0, {%r2, -3}], [bar];
ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+-16];
ret;
}
",
];

#[test]
fn the_seeds_themselves() {
    for text in SEEDS {
        tilewright_ptx::parse(text).unwrap_or_else(|e| panic!("{e}"));
        check_parse(text);
    }
}

fn damaged() -> impl Strategy<Value = String> {
    let edit = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0..6_u8,
        "[ -~]{0,3}",
    );
    (prop::sample::select(&SEEDS[..]), prop::collection::vec(edit, 1..6)).prop_map(|(text, edits)| {
        let mut bytes: Vec<char> = text.chars().collect();
        for (at, other, kind, insert) in edits {
            if bytes.is_empty() {
                break;
            }
            let (a, b) = (at.index(bytes.len()), other.index(bytes.len()));
            match kind {
                0 => drop(bytes.remove(a)),
                1 => bytes.swap(a, b),
                2 => bytes.truncate(a),
                3 => drop(bytes.splice(a..a, insert.chars())),
                4 => {
                    let piece: Vec<char> = bytes[b..(b + 12).min(bytes.len())].to_vec();
                    drop(bytes.splice(a..a, piece));
                }
                _ => drop(bytes.drain(a.min(b)..a.max(b).min(a.min(b) + 20))),
            }
        }
        bytes.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_texts(text in damaged()) {
        check_parse(&text);
    }

    #[test]
    fn random_texts(text in "\\.version 8\\.0 \\.target sm_90 ?[a-z0-9%.,;:{}<>\\[\\]@!|+\\-\" \n]{0,80}") {
        check_parse(&text);
    }
}
