//! A dialect that is defined outside of the crate: read, verified, printed and converted as those within.

use std::sync::OnceLock;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::op_def::AttrKind;
use tilewright_ir::op_def::Constraint::Int;
use tilewright_ir::op_def::traits::{IMPLICIT_END, PURE};
use tilewright_ir::op_def::{On, OpDef, attr, effects, one, result_always, result_like};
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::registry::Fault;
use tilewright_ir::{Module, Op, ReadOptions, Registry, Violation, parse, parse_with, print, records, verify};

records!(
    OPS,
    toy,
    Registry::FREE,
    DOUBLE = OpDef::new("toy.double", "$x : #x", "Twice an integer.")
        .operands(const { &[one("x", Int)] })
        .results(const { &[result_like("result", Int, "x")] })
        .traits(PURE),
    REPEAT = OpDef::new("toy.repeat", "$count times $body", "Does something several times.")
        .attrs(const { &[attr("count", AttrKind::Int)] })
        .regions(&["body"])
        .traits(IMPLICIT_END)
        .verify(counts),
);

/// The rule of `toy.repeat`.
fn counts(module: &Module, op: Op) -> Result<(), Violation> {
    match module.int_attr(op, "count") {
        Some(1..=100) => Ok(()),
        _ => Err(Violation::new("it repeats 1 to 100 times")),
    }
}

fn toys() -> &'static Registry {
    static TOYS: OnceLock<Registry> = OnceLock::new();
    TOYS.get_or_init(|| Registry::builtin().with(&OPS).expect("the toys go with the rest"))
}

fn read(text: &str) -> Module {
    let registry = toys();
    let parsed = parse_with(
        text,
        ReadOptions {
            registry,
            ..ReadOptions::default()
        },
    );
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    parsed.module
}

/// The message of the one thing that is wrong with a text.
fn fault(text: &str) -> String {
    let [fault] = &verify(&read(text))[..] else {
        panic!("not one fault: {text}")
    };
    format!("{}: {}", fault.code, fault.message)
}

const KERNEL: &str = "\
nv_tileaa.func @kernel(%n: tile<4xi32>) {
  %m = toy.double %n : tile<4xi32>
  toy.repeat 3 times {
    %o = toy.double %m : tile<4xi32>
  }
}
";

#[test]
fn its_text_is_read_and_printed() {
    let module = read(KERNEL);
    assert!(verify(&module).is_empty());
    assert_eq!(print(&module).text, KERNEL);
    let ops = module.walk(module.top());
    assert_eq!(ops.iter().filter(|&&op| module.kind(op) == toy::DOUBLE).count(), 2);
}

#[test]
fn its_ops_have_the_generic_form() {
    let generic = "\
nv_tileaa.func @kernel(%n: tile<4xi32>) {
  %m = \"toy.double\"(%n) : (tile<4xi32>) -> tile<4xi32>
  toy.repeat 3 times {
    %o = \"toy.double\"(%m) : (tile<4xi32>) -> tile<4xi32>
  }
}
";
    let module = read(generic);
    assert!(verify(&module).is_empty());
    assert_eq!(print(&module).text, KERNEL);
}

#[test]
fn without_its_registry_it_is_unknown() {
    for text in [KERNEL, "%m = \"toy.double\"() : () -> tile<i32>\n"] {
        let parsed = parse(text);
        assert_eq!(parsed.diagnostics[0].code, "parse.unknown-op");
        assert!(parsed.diagnostics[0].message.contains("toy."));
    }
}

#[test]
fn its_rules_hold() {
    let of_floats = KERNEL.replace("i32", "f32");
    let faults = verify(&read(&of_floats));
    // The operand and the result of each of the two.
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.code == "verify.type"));
    let never = KERNEL.replace("3 times", "0 times");
    assert_eq!(fault(&never), "verify.rule: `repeat`: it repeats 1 to 100 times");
}

/// Twice a number is the number and itself.
fn double(cx: &mut Conversion<'_, ()>, op: Op) -> Result<(), Failure> {
    let x = cx.only_operand(op)?;
    let sum = cx.build().binary(arith::ADDI, x, x);
    cx.replace(cx.old.result(op, 0), [sum]);
    Ok(())
}

/// The repeated ops are written out.
fn repeat(cx: &mut Conversion<'_, ()>, op: Op) -> Result<(), Failure> {
    let body = cx.old.entry_block(cx.old.regions(op)[0]);
    for _ in 0..cx.old.required_int(op, "count") {
        body.map_or(Ok(()), |body| cx.block_ops(body))?;
    }
    Ok(())
}

static TO_ARITH: [Pattern<()>; 2] = [
    Pattern {
        op: toy::DOUBLE,
        rewrite: double,
    },
    Pattern {
        op: toy::REPEAT,
        rewrite: repeat,
    },
];

/// A number and itself is twice the number.
fn sum(cx: &mut Conversion<'_, ()>, op: Op) -> Result<(), Failure> {
    let [a, b] = [
        cx.required_operand(op, operand::LHS)?,
        cx.required_operand(op, operand::RHS)?,
    ];
    if a != b {
        return cx.copy(op);
    }
    let ty = cx.new.ty(a);
    let twice = cx.build().value(toy::DOUBLE, &[a], ty);
    cx.replace(cx.old.result(op, 0), [twice]);
    Ok(())
}

static FROM_ARITH: [Pattern<()>; 1] = [Pattern {
    op: arith::ADDI,
    rewrite: sum,
}];

const LOWERED: &str = "\
nv_tileaa.func @kernel(%n: tile<4xi32>) {
  %m = arith.addi %n, %n : tile<4xi32>
  %o = arith.addi %m, %m : tile<4xi32>
  %o_0 = arith.addi %m, %m : tile<4xi32>
  %o_1 = arith.addi %m, %m : tile<4xi32>
}
";

#[test]
fn it_is_converted_to_another_and_back() {
    let (lowered, ()) =
        convert(&read(KERNEL), &ConversionTarget::new(&["nv_tileaa"], &TO_ARITH), ()).expect("converts");
    assert!(verify(&lowered).is_empty());
    assert_eq!(print(&lowered).text, LOWERED);
    // A conversion keeps the registry, so the ops can be made again.
    let (raised, ()) = convert(&lowered, &ConversionTarget::new(&["nv_tileaa"], &FROM_ARITH), ()).expect("converts");
    assert!(verify(&raised).is_empty() && raised.inconsistency().is_none());
    assert_eq!(
        print(&raised).text,
        LOWERED
            .replace("arith.addi", "toy.double")
            .replace(", %n ", " ")
            .replace(", %m ", " ")
    );
}

/// Whoever makes an op that the module cannot have is told so, and it is no other op.
#[test]
fn a_module_of_another_registry_does_not_have_its_ops() {
    let lowered = parse(LOWERED).module;
    let (raised, ()) = convert(&lowered, &ConversionTarget::new(&["nv_tileaa"], &FROM_ARITH), ()).expect("converts");
    let why = raised.inconsistency().expect("a contradiction");
    assert_eq!(why.code, "internal");
    assert!(why.message.contains("registry"), "{}", why.message);
}

#[test]
fn an_op_of_it_without_a_pattern_is_refused() {
    let target: ConversionTarget<()> = ConversionTarget::new(&["nv_tileaa"], &[]);
    let why = convert(&read(KERNEL), &target, ())
        .map(|_| ())
        .expect_err("nothing lowers it");
    assert_eq!(why.code, "convert.unsupported");
    assert!(why.notes[0].contains("toy.double"), "{:?}", why.notes);
}

records!(
    SAME_NAME,
    same_name,
    Registry::FREE + 1,
    DOUBLE = OpDef::new("toy.double", "", "Another.")
);
records!(
    BUILTIN_NAME,
    builtin_name,
    Registry::FREE + 1,
    ADDI = OpDef::new("arith.addi", "", "Another.")
);
records!(
    OLD_NAME,
    old_name,
    Registry::FREE + 1,
    POW = OpDef::new("cuda_tile.pow", "", "Another.")
);
records!(
    SAME_NUMBER,
    same_number,
    Registry::FREE,
    HALF = OpDef::new("toy.half", "", "Another.")
);
records!(
    BUILTIN_NUMBER,
    builtin_number,
    0,
    HALF = OpDef::new("toy.half", "", "Another.")
);
static UNNUMBERED: [OpDef; 1] = [OpDef::new("toy.half", "", "Another.")];
records!(
    NO_PART,
    no_part,
    Registry::FREE + 1,
    HALF = OpDef::new("toy.half", "$x", "Another.")
);
records!(
    OPEN,
    open,
    Registry::FREE + 1,
    HALF = OpDef::new("toy.half", "{?x", "Another.").attrs(const { &[attr("x", AttrKind::Int)] })
);
records!(
    NO_TYPE,
    no_type,
    Registry::FREE + 1,
    HALF = OpDef::new("toy.half", "", "Another.")
        .results(const { &[result_always("x", Int, "i77")] })
        .effects(effects::READS, On::Any)
);

#[test]
fn a_table_that_does_not_go_with_the_others_is_refused() {
    let fault = |table| toys().with(table).map(|_| ()).expect_err("is refused");
    assert_eq!(fault(&SAME_NAME), Fault::NameTaken("toy.double"));
    assert_eq!(fault(&BUILTIN_NAME), Fault::NameTaken("arith.addi"));
    assert_eq!(fault(&OLD_NAME), Fault::NameTaken("pow"));
    assert_eq!(fault(&SAME_NUMBER), Fault::NumberTaken("toy.double"));
    assert!(matches!(fault(&BUILTIN_NUMBER), Fault::NumberTaken(_)));
    assert_eq!(fault(&UNNUMBERED), Fault::NotNumbered("toy.half"));
    for table in [&NO_PART, &OPEN, &NO_TYPE] {
        assert!(matches!(fault(table), Fault::Record("toy.half", _)));
    }
    assert!(fault(&SAME_NAME).to_string().contains("`toy.double`"));
    // The registry that was asked is as it was.
    assert!(toys().op("toy.half").is_none() && toys().op("toy.double").is_some());
    assert!(Registry::builtin().op("toy.double").is_none());
}
