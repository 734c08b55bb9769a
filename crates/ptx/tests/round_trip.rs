//! Printing and parsing undo each other on what the builder makes, and the verifier accepts it.

use tilewright_ptx::*;

fn module_of(b: EntryBuilder) -> Module {
    let mut module = Module::new(Version::new(8, 4), Target::parse("sm_90a").unwrap());
    module.files.push(SourceFile {
        index: 1,
        name: "kernel.py".into(),
    });
    module.items.push(Item::Var(Var {
        linkage: Linkage::Extern,
        space: Space::Shared,
        align: Some(1024),
        ty: Type::B8,
        name: "dyn".into(),
        len: Len::Open,
        init: None,
    }));
    module.items.push(Item::Entry(b.finish().0));
    module
}

/// Elementwise kernel with a loop, a vector access, a guard and a forward branch.
fn saxpy() -> EntryBuilder {
    let mut b = EntryBuilder::new("saxpy");
    let x = b.param_pointer("x", 16);
    let n = b.param(Type::U32, "n");
    b.directive(Directive::Reqntid([128, 1, 1]));
    b.set_loc(Some(Loc {
        file: 1,
        line: 3,
        col: 5,
    }));
    let base = b.ld_param(Type::U64, &x);
    let base = b.cvta_to(Space::Global, base);
    let n = b.ld_param(Type::U32, &n);
    let (end, again) = (b.label("end"), b.label("loop"));
    let tid = b.special(Special::Tid, Some(Dim::X));
    let i = b.mov(Type::U32, tid);
    b.bind(again);
    let out = b.setp(Word::Ge, Type::U32, i, n);
    b.bra_if(out, false, end);
    b.set_loc(Some(Loc {
        file: 1,
        line: 4,
        col: 9,
    }));
    let at = b.mad_wide(Type::U32, i, 16, base);
    let v = b.regs(Type::F32, 4);
    b.ld_to(Space::Global, Type::F32, &v, Addr::reg(at, -16));
    let w: Vec<Reg> = v.iter().map(|&r| b.fma(Type::F32, r, 2.5_f32, 1.0_f32)).collect();
    let small = b.setp(Word::Lt, Type::F32, w[0], f32::NAN);
    b.when(small, true, |b| b.st(Space::Global, Type::F32, Addr::reg(at, 16), &w));
    let next = b.add(Type::U32, i, 128);
    b.mov_to(Type::U32, i, next);
    b.bra(true, again);
    b.bind(end);
    b.ret();
    b
}

fn hopper() -> EntryBuilder {
    let mut b = EntryBuilder::new("hopper");
    let map = b.param_tensor_map("a_map");
    b.directive(Directive::Maxnreg(168));
    b.directive(Directive::Reqnctapercluster([2, 1, 1]));
    let bar = b.shared(8, Type::B64, "full", Len::Array(3));
    let map = b.tensor_map_address(&map);
    b.mbarrier_init(Addr::symbol(&bar, 8), 1);
    b.fence_mbarrier_init();
    b.fence_proxy_async();
    b.bar_sync(0, None);
    b.bar_sync(1, Some(64));
    let smem = b.mov(Type::U32, Name::from("dyn"));
    b.mbarrier_expect_tx(Addr::symbol(&bar, 0), 16384);
    b.tma_load(
        (Addr::reg(smem, 0), Space::SharedCluster),
        map,
        &[0.into(), (-3).into()],
        (Addr::symbol(&bar, 0), false),
        None,
    );
    b.mbarrier_wait(Addr::symbol(&bar, 0), 0, None);
    b.mbarrier_wait(Addr::symbol(&bar, 0), 0, Some(20_000_000));
    let d = b.regs(Type::F32, 32);
    let desc = b.mov(Type::B64, 0x4000_0040_0001_0040_u64);
    b.wgmma_fence();
    let tail = WgmmaTail {
        trans_a: false,
        trans_b: true,
    };
    b.wgmma(
        64,
        16,
        [Type::F32, Type::F16, Type::F16],
        &d,
        desc.into(),
        desc,
        0.into(),
        tail,
    );
    b.wgmma_commit();
    b.wgmma_wait(0);
    b.tma_store(map, &[0.into(), 0.into()], Addr::reg(smem, 0));
    b.bulk_commit();
    b.bulk_wait(0, true);
    b.setmaxnreg(false, 40);
    b.ret();
    b
}

fn check(b: EntryBuilder) -> String {
    let module = module_of(b);
    verify(&module).unwrap_or_else(|f| panic!("{}", f[0]));
    let printed = print(&module, PrintOptions::default());
    let parsed = parse(&printed.text).unwrap_or_else(|e| panic!("{e}\n{}", printed.text));
    let reprinted = print(&parsed.module, PrintOptions::default());
    assert_eq!(reprinted.text, printed.text);
    assert_eq!(parsed.module, module);
    printed.text
}

#[test]
fn elementwise_code() {
    let text = check(saxpy());
    let expected = include_str!("saxpy.ptx");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/saxpy.ptx"), &text).unwrap();
    } else {
        assert_eq!(text, expected, "run with BLESS=1 to accept");
    }
}

#[test]
fn hopper_code() {
    let text = check(hopper());
    assert!(text.contains("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0,"));
    assert!(text.contains(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%rd1, {0, -3}], [full];"
    ));
}

#[test]
fn the_map_points_at_the_statements() {
    let module = module_of(saxpy());
    let printed = print(&module, PrintOptions::default());
    let lines: Vec<&str> = printed.text.lines().collect();
    let entry = module.entries().next().unwrap();
    for (n, stmt) in entry.body.stmts.iter().enumerate() {
        let pos = printed.map.place(0, n).unwrap();
        let line = &lines[pos.line as usize - 1][pos.col as usize - 1..];
        match stmt {
            Stmt::Instr(i) => assert_eq!(line, format!("{};", print_instr(&entry.body, i))),
            Stmt::Label(_) => assert!(line.ends_with(':')),
            Stmt::Regs(_) => assert!(line.starts_with(".reg")),
            _ => {}
        }
    }
    let by_line = printed.map.by_line(lines.len());
    assert_eq!(by_line.iter().flatten().count(), entry.body.stmts.len());
}

#[test]
fn locations_can_be_left_out() {
    let module = module_of(saxpy());
    let text = print(&module, PrintOptions { locations: false }).text;
    assert!(!text.contains(".loc") && !text.contains(".file"));
}

#[test]
fn every_opcode_and_modifier_is_read_as_it_is_spelled() {
    for &op in Opcode::ALL {
        assert_eq!(Opcode::split(op.text()), Some((op, "")), "{}", op.text());
    }
    for &w in Word::ALL {
        assert_eq!(Mod::from_text(w.text()), Some(Mod::Word(w)), "{w}");
    }
    for &t in Type::ALL {
        assert_eq!(Mod::from_text(t.text()), Some(Mod::Type(t)), "{t}");
    }
    for &s in Space::ALL {
        assert_eq!(Mod::from_text(s.text()), Some(Mod::Space(s)), "{s}");
    }
    assert_eq!(Mod::from_text("m64n256k16"), Some(Mod::Shape { m: 64, n: 256, k: 16 }));
    assert_eq!(Mod::from_text("m64n+6k16"), None);
}

#[test]
fn every_form_names_words_that_exist() {
    fn known(word: &str) -> bool {
        let shapes = word.replace(['*', '+'], "8");
        match class(word) {
            Some(members) => members.split('|').all(known),
            None => Mod::from_text(&shapes).is_some(),
        }
    }
    for &op in Opcode::ALL {
        for form in op.forms() {
            for slot in form.slots.split_ascii_whitespace() {
                for word in slot.trim_end_matches(['?', '*']).split('|') {
                    assert!(known(word), "{}: {word}", op.text());
                }
            }
        }
    }
}

#[test]
fn targets_and_versions() {
    for text in ["sm_80", "sm_90a", "sm_100f", "sm_120a"] {
        let target = Target::parse(text).unwrap();
        assert_eq!(target.to_string(), text);
        assert!(target.min_version().is_some());
    }
    assert!(
        Target::parse("sm_").is_none() && Target::parse("sm_9x").is_none() && Target::parse("compute_90").is_none()
    );
}

#[test]
fn functions_calls_and_tables_of_branches() {
    let text = "
.version 8.0 .target sm_90a .address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.func halt() .noreturn;
.func (.param .align 16 .b8 out[16]) twice(.param .b32 x) {
  .reg .b32 %r<2>; .reg .b64 %r;
  ld.param.b32 %r1, [x]; add.u32 %r1, %r1, %r1; st.param.b32 [out+4], %r1; ret; }
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<3>;
table: .branchtargets A, B;
  mov.u32 %r1, %tid.x;
  brx.idx %r1, table;
A: { .param .b32 x; .param .align 16 .b8 o[16];
  st.param.b32 [x], %r1; call.uni (o), twice, (x); ld.param.b32 %r2, [o+4]; }
B: call halt, (); call halt; ret; }";
    let parsed = parse(text).unwrap_or_else(|e| panic!("{e}"));
    verify(&parsed.module).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!((parsed.map.places.len(), parsed.map.functions.len()), (1, 1));
    let printed = print(&parsed.module, PrintOptions::default());
    let again = parse(&printed.text).unwrap_or_else(|e| panic!("{e}\n{}", printed.text));
    assert_eq!(again.module, parsed.module);
    assert_eq!(again.map, printed.map);
    // A twin: an argument that is declared nowhere.
    let wrong = parse(&text.replace("twice, (x)", "twice, (y)")).unwrap();
    assert!(
        verify(&wrong.module).unwrap_err()[0]
            .message
            .contains("`y` is not declared")
    );
}
