//! Refusals: where, and why.

use tilewright_ptx::*;

fn wrap(body: &str) -> String {
    format!(
        ".version 8.4\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 a)\n{{\n.reg .pred %p<4>;\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n{body}\nret;\n}}\n"
    )
}

/// The body's first line is line 9 of the text.
const FIRST: u32 = 9;

#[track_caller]
fn refused(body: &str, line: u32, col: u32, message: &str) {
    let error = parse(&wrap(body)).expect_err("must be refused");
    assert!(error.message.contains(message), "{error}");
    assert_eq!((error.pos.line, error.pos.col), (FIRST + line, col), "{error}");
}

#[test]
fn accepted() {
    parse(&wrap("add.s32 %r1, %r2, -1;\n@!%p1 bra out;\nout:")).unwrap();
}

#[test]
fn refused_with_place_and_reason() {
    refused(
        "frobnicate.s32 %r1, %r2;",
        0,
        1,
        "instruction `frobnicate.s32` is not supported",
    );
    refused(
        "add.s32 %r1, %r2, 1;\n  add.rn.banana.s32 %r1, %r2, 1;",
        1,
        3,
        "modifier `.banana`",
    );
    refused("add.s32.rn %r1, %r2, 1;", 0, 1, "cannot have modifier `.rn`");
    refused("add.rn %r1, %r2, 1;", 0, 1, "lacks a modifier");
    refused("add.s32 %r1, %r2;", 0, 9, "has 2 operands, expected 3");
    refused("add.s32 %r1, %r9, 1;", 0, 14, "`%r9` is no register");
    refused("mov.u32 %r1, %bogus.x;", 0, 14, "no register, label or symbol");
    refused("@%r1 bra out;\nout:", 0, 2, "no declared predicate");
    refused("add.s32 %r1, %r2, 1", 1, 1, "expected `;`");
    refused("out:\nout:", 1, 1, "defined twice");
    refused(".reg .b32 %r<4>;", 0, 11, "declared twice");
    refused(
        "ld.global.u32 %r1, [%nope+4];",
        0,
        21,
        "`%nope` is no declared register",
    );
    refused("mov.f32 %r1, 0f3F8;", 0, 14, "is no number");
    refused("call.uni foo, (%r1;", 0, 19, "expected `,`");
    refused("brx.idx %r1, nowhere, 3;", 0, 9, "has 3 operands");
    refused("t: .branchtargets nowhere;", 0, 19, "no label");
    refused(".reg .v4 .f32 v;", 0, 6, "vector registers");
    refused("{ {", 3, 1, "the body is not closed");
    refused("\u{e9}", 0, 1, "unexpected character");
    refused("/* open", 0, 1, "comment is not closed");
}

#[test]
fn refused_at_module_level() {
    for (text, message) in [
        ("", "expected `.version`"),
        (".version x", "no PTX version"),
        (".version 8.0 .target gpu", "no target"),
        (".version 8.0 .target sm_90a .address_size 32", "address_size 64"),
        (
            ".version 8.0 .target sm_90a .address_size 64 .visible .func f(.reg .u32 a) {}",
            "expected `.param`",
        ),
        (
            ".version 8.0 .target sm_90a .address_size 64 .param .u32 a;",
            "outside of a body",
        ),
        (
            ".version 8.0 .target sm_90a .address_size 64 .visible .entry k() .banana {}",
            "no directive",
        ),
        (
            ".version 8.0 .target sm_90a .address_size 64 .visible .entry k() { ret;",
            "not closed",
        ),
        (
            ".version 8.0 .target sm_90a .address_size 64 .section .debug {",
            "not closed",
        ),
        (
            ".version 8.0 .target sm_90a .address_size 64 .shared .align 3 .b8 x[4];",
            "power of two",
        ),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_refused_quickly() {
    let error = parse(&wrap(&"{".repeat(100_000))).expect_err("too deep");
    assert!(error.message.contains("nested scopes"), "{error}");
}

#[test]
fn scopes_hide_names_and_labels() {
    let body = "{ .reg .pred done; again: @!done bra again; }\n{ .reg .pred done; again: @!done bra again; }";
    let parsed = parse(&wrap(body)).unwrap();
    let body = &parsed.module.entries().next().unwrap().body;
    assert_eq!(body.labels.iter().filter(|l| &***l == "again").count(), 2);
    assert_eq!(body.banks.iter().filter(|b| &*b.name == "done").count(), 2);
    refused(
        "{ .reg .pred done; }\n@done bra out;\nout:",
        1,
        2,
        "no declared predicate",
    );
}

#[test]
fn numbers() {
    let parsed = parse(&wrap(
        "mov.b64 %rd1, 0xFFFFFFFFFFFFFFFF; mov.b32 %r1, 017; mov.b32 %r1, 0b101U; mov.f32 %r1, -0f3F800000; mov.f64 %rd1, 1.5e1;",
    ))
    .unwrap();
    let body = &parsed.module.entries().next().unwrap().body;
    let imms: Vec<Imm> = body
        .stmts
        .iter()
        .filter_map(|s| {
            if let Stmt::Instr(i) = s {
                i.operands.get(1)
            } else {
                None
            }
        })
        .filter_map(|o| if let Operand::Imm(i) = o { Some(*i) } else { None })
        .collect();
    assert_eq!(
        imms,
        [
            Imm::Int(-1),
            Imm::Int(15),
            Imm::Int(5),
            Imm::F32(0xBF80_0000),
            Imm::F64(15.0_f64.to_bits())
        ]
    );
}

/// A module that holds the one instruction, over a bank of each class.
fn with_instr(instr: Instr) -> Module {
    let mut b = EntryBuilder::new("k");
    for ty in [Type::B32, Type::B64, Type::Pred] {
        b.reg(ty);
    }
    b.push(instr);
    let mut module = Module::new(Version::new(8, 0), Target::parse("sm_90a").unwrap());
    module.items.push(Item::Entry(b.finish().0));
    module
}

#[test]
fn the_verifier_names_what_the_types_allow() {
    let r = Reg {
        bank: 0,
        ty: Type::B32,
        index: 0,
    };
    let rd = Reg {
        bank: 1,
        ty: Type::B64,
        index: 0,
    };
    let add = |operands: Vec<Operand>| Instr::new(Opcode::Add, &mods![Type::S32], operands);
    verify(&with_instr(add(vec![r.into(), r.into(), 1.into()]))).unwrap();
    let cases = [
        (add(vec![r.into(), r.into()]), "2 operands"),
        (add(vec![r.into(), rd.into(), 1.into()]), "cannot take a .b64 register"),
        (
            add(vec![r.into(), Reg { index: 7, ..r }.into(), 1.into()]),
            "not declared",
        ),
        (
            Instr::new(
                Opcode::Add,
                &mods![Word::Wide, Type::S32],
                vec![r.into(), r.into(), 1.into()],
            ),
            "cannot have modifier",
        ),
        (Instr::new(Opcode::Bra, &[], [Label(3).into()]), "not placed"),
        (
            add(vec![r.into(), r.into(), 1.into()]).guarded(r, false),
            "guard is no predicate",
        ),
        (
            Instr::new(
                Opcode::Ld,
                &mods![Space::Global, Word::V2, Type::B32],
                [r.into(), Addr::reg(rd, 0).into()],
            ),
            "2 values are expected",
        ),
        (
            Instr::new(
                Opcode::Ld,
                &mods![Space::Global, Type::B64],
                [r.into(), Addr::reg(rd, 0).into()],
            ),
            "cannot take a .b32",
        ),
        (
            Instr::new(
                Opcode::Mov,
                &mods![Type::B32],
                [r.into(), Operand::Symbol("ghost".into(), 0)],
            ),
            "`ghost` is not declared",
        ),
    ];
    for (instr, message) in cases {
        let faults = verify(&with_instr(instr)).expect_err(message);
        assert!(
            faults.iter().any(|f| f.message.contains(message)),
            "{message}: {}",
            faults[0]
        );
    }
}

/// A kernel for a target and version, with registers of every class.
fn kernel(version: &str, target: &str, line: &str) -> String {
    format!(
        ".version {version}\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 a)\n{{\n.reg .pred %p<4>;\n\
         .reg .b16 %h<8>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .f32 %f<8>;\n.reg .f64 %fd<8>;\n{line}\nret;\n}}\n"
    )
}

/// Each taken instruction beside one that differs in the word that is wrong.
#[test]
fn the_table_knows_what_each_opcode_takes() {
    let cases = [
        (
            "8.4",
            "sm_90a",
            "red.release.gpu.global.add.u32 [%rd1], %r1;",
            "red.acq_rel.gpu.global.add.u32 [%rd1], %r1;",
        ),
        (
            "8.4",
            "sm_90a",
            "st.release.gpu.global.u32 [%rd1], %r1;",
            "st.acquire.gpu.global.u32 [%rd1], %r1;",
        ),
        (
            "8.4",
            "sm_90a",
            "ld.acquire.gpu.global.u32 %r1, [%rd1];",
            "ld.acquire.gpu.const.u32 %r1, [%rd1];",
        ),
        (
            "8.4",
            "sm_90a",
            "add.rz.f64 %fd1, %fd2, %fd3;",
            "add.rz.s32 %r1, %r2, %r3;",
        ),
        (
            "8.4",
            "sm_90a",
            "fma.rn.f16 %h1, %h2, %h3, %h4;",
            "fma.rz.f16 %h1, %h2, %h3, %h4;",
        ),
        (
            "8.4",
            "sm_90a",
            "mul.ftz.f32 %f1, %f2, %f3;",
            "mul.ftz.f64 %fd1, %fd2, %fd3;",
        ),
        (
            "8.4",
            "sm_90a",
            "add.bf16 %h1, %h2, %h3;",
            "add.ftz.bf16 %h1, %h2, %h3;",
        ),
        (
            "8.4",
            "sm_90a",
            "setp.lo.u32 %p1, %r1, %r2;",
            "setp.lo.s32 %p1, %r1, %r2;",
        ),
        ("8.4", "sm_90a", "cvt.rzi.s32.f32 %r1, %f1;", "cvt.s32.f32 %r1, %f1;"),
        ("8.4", "sm_90a", "cvt.rn.f32.s32 %f1, %r1;", "cvt.f32.s32 %f1, %r1;"),
        (
            "8.4",
            "sm_90a",
            "atom.global.exch.b32 %r1, [%rd1], %r2;",
            "atom.global.exch.u32 %r1, [%rd1], %r2;",
        ),
        (
            "8.4",
            "sm_90a",
            "atom.add.noftz.f16 %h1, [%rd1], %h2;",
            "atom.add.f16 %h1, [%rd1], %h2;",
        ),
        (
            "8.4",
            "sm_90a",
            "ld.global.v2.b64 {%rd1, %rd2}, [%rd3];",
            "ld.global.v4.b64 {%rd1, %rd2, %rd4, %rd5}, [%rd3];",
        ),
        (
            "8.4",
            "sm_90a",
            "cp.async.cg.shared.global [%r1], [%rd1], 16;",
            "cp.async.cg.shared.global [%r1], [%rd1], 8;",
        ),
        (
            "8.4",
            "sm_90a",
            "setmaxnreg.inc.sync.aligned.u32 40;",
            "setmaxnreg.inc.sync.aligned.u32 44;",
        ),
        (
            "8.4",
            "sm_90a",
            "mul.wide.u32 %rd1, %r1, %r2;",
            "mul.wide.u32 %r3, %r1, %r2;",
        ),
        ("8.4", "sm_90a", "fence.proxy.async;", "fence.proxy.async.shared;"),
        (
            "8.4",
            "sm_90a",
            "mapa.shared::cluster.u32 %r1, %r2, %r3;",
            "mapa.shared.u32 %r1, %r2, %r3;",
        ),
    ];
    for (version, target, good, bad) in cases {
        check(&kernel(version, target, good)).unwrap_or_else(|why| panic!("{good}: {why}"));
        check(&kernel(version, target, bad)).expect_err(bad);
    }
}

/// The same instruction for a target or version that has it, and for one that has not.
#[test]
fn the_table_knows_since_when_and_where() {
    let cases = [
        (
            "wgmma.fence.sync.aligned;",
            ("8.0", "sm_90a"),
            ("8.0", "sm_90"),
            ".target sm_90a",
        ),
        (
            "wgmma.fence.sync.aligned;",
            ("8.0", "sm_90a"),
            ("8.8", "sm_100a"),
            ".target sm_90a",
        ),
        (
            "tcgen05.wait::ld.sync.aligned;",
            ("8.8", "sm_100f"),
            ("8.8", "sm_120a"),
            ".target sm_100a",
        ),
        (
            "tcgen05.wait::ld.sync.aligned;",
            ("8.6", "sm_100a"),
            ("8.4", "sm_90a"),
            ".version 8.6",
        ),
        (
            "add.rn.f32x2 %rd1, %rd2, %rd3;",
            ("8.6", "sm_100"),
            ("8.6", "sm_90"),
            ".target sm_100",
        ),
        (
            "ld.relaxed.cluster.global.u32 %r1, [%rd1];",
            ("7.8", "sm_90"),
            ("7.8", "sm_89"),
            ".target sm_90",
        ),
        (
            "cp.async.wait_all;",
            ("7.0", "sm_80"),
            ("7.0", "sm_75"),
            ".target sm_80",
        ),
        ("fence.acquire.gpu;", ("8.6", "sm_90"), ("8.4", "sm_90"), ".version 8.6"),
    ];
    for (line, (version, target), (bad_version, bad_target), why) in cases {
        check(&kernel(version, target, line)).unwrap_or_else(|e| panic!("{line}: {e}"));
        let fault = check(&kernel(bad_version, bad_target, line)).expect_err(line);
        assert!(fault.contains(why), "{line}: {fault}");
    }
}

/// The error of parser or verifier.
fn check(text: &str) -> Result<(), String> {
    let parsed = parse(text).map_err(|e| e.to_string())?;
    verify(&parsed.module).map_err(|faults| faults[0].to_string())
}

/// The sums of a product of 64x256 take 128 registers, and the assembler wants 154 for one.
#[test]
fn a_register_bound_leaves_room_for_the_sums() {
    let product = |bound: u32, raised: &str| {
        let sums: Vec<String> = (0..128).map(|n| format!("%s{n}")).collect();
        let line = format!(
            "{raised} wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {{{}}}, %rd1, %rd2, 1, 1, 1, 0, 0;",
            sums.join(", ")
        );
        let text = kernel("8.4", "sm_90a", &line);
        let text = text.replace(".reg .pred", ".reg .f32 %s<128>;\n.reg .pred");
        check(&text.replace(
            "(.param .u64 a)",
            &format!("(.param .u64 a) .maxntid 128 .maxnreg {bound}"),
        ))
    };
    product(154, "").unwrap();
    let why = product(153, "").unwrap_err();
    assert!(why.contains("154 registers"), "{why}");
    product(128, "setmaxnreg.inc.sync.aligned.u32 240;").unwrap_err();
    product(160, "setmaxnreg.inc.sync.aligned.u32 240;").unwrap();
}
