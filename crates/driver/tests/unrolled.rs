//! The kernel that `unroll-loops` writes, held against that which it was given: the judge of barriers reads the kernel before that
//! pass. Both are followed, one thread alone, with the same made-up numbers for all that is known only when the kernel runs; they do the
//! same with the same values, in the same order.

use std::hash::{DefaultHasher, Hash, Hasher};
use tilewright_driver::{Options, compile, trace};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, cf, nvvm};
use tilewright_ir::{Block, Module, Op, Value, operand};

/// Numbers that are made up, a way for each.
const SEEDS: u64 = 24;
/// Ops of a thread that are followed.
const STEPS: usize = 60_000;

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// A thread on its way.
struct Thread<'m> {
    module: &'m Module,
    seed: u64,
    values: Vec<u64>,
    /// All that others see of it, in order.
    trace: Vec<u64>,
}

impl Thread<'_> {
    fn of(&self, value: Value) -> u64 {
        self.values[tilewright_ir::entity::Entity::index(value)]
    }

    fn set(&mut self, value: Value, number: u64) {
        let bits = self.module.element_bits(self.module.ty(value)).clamp(1, 64);
        self.values[tilewright_ir::entity::Entity::index(value)] = number & (u64::MAX >> (64 - bits));
    }

    /// A number of the size of extents and ids of threads.
    fn made_up(&self, of: impl Hash) -> u64 {
        let number = hash((self.seed, of));
        (number >> 8) % 5 * 96 + [0, 1, 31, 64][(number % 4) as usize]
    }

    fn words(&self, op: Op) -> Vec<String> {
        let (own, extra) = (self.module.own_attrs(op), self.module.extra_attrs(op));
        let own = own
            .iter()
            .map(|(slot, attr)| format!("{slot} {}", self.module.attr_text(*attr)));
        let extra = extra.iter().map(|(name, attr)| {
            let (name, text) = (self.module.name(*name), self.module.attr_text(*attr));
            format!("{name} {text}")
        });
        own.chain(extra).collect()
    }

    fn signed(&self, value: Value) -> i64 {
        let bits = self.module.element_bits(self.module.ty(value)).clamp(1, 64);
        ((self.of(value) << (64 - bits)) as i64) >> (64 - bits)
    }

    /// The result of an op on whole numbers; none: it is no such op.
    fn computed(&self, op: Op) -> Option<u64> {
        let operands = self.module.operands(op);
        let words = self.words(op).join(" ");
        let is = |word: &str| {
            words
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .any(|own| own == word)
        };
        let number = |at: usize| match is("unsigned") {
            true => i128::from(self.of(operands[at])),
            false => i128::from(self.signed(operands[at])),
        };
        let kind = self.module.kind(op);
        if kind == arith::CONSTANT {
            let known = self.module.constant_int(self.module.result(op, 0));
            return Some(known.map_or_else(|| hash(&words), |known| known as u64));
        }
        let [a, b] = match operands {
            [_] => [number(0), 0],
            [_, _, ..] => [number(0), number(1)],
            [] => return None,
        };
        Some(match kind {
            arith::ADDI => (a + b) as u64,
            arith::SUBI => (a - b) as u64,
            arith::MULI => a.wrapping_mul(b) as u64,
            arith::ANDI => (a & b) as u64,
            arith::ORI => (a | b) as u64,
            arith::XORI => (a ^ b) as u64,
            arith::SHLI => a.checked_shl(b.clamp(0, 127) as u32).unwrap_or(0) as u64,
            arith::SHRI => (a >> b.clamp(0, 127)) as u64,
            arith::DIVI if b != 0 => (a / b) as u64,
            arith::REMI if b != 0 => (a % b) as u64,
            arith::MAXI => a.max(b) as u64,
            arith::MINI => a.min(b) as u64,
            arith::EXTI => a as u64,
            arith::TRUNCI => a as u64,
            arith::SELECT => self.of(operands[if self.of(operands[0]) & 1 == 1 { 1 } else { 2 }]),
            arith::CMPI => u64::from(match () {
                () if is("equal") => a == b,
                () if is("not_equal") => a != b,
                () if is("less_than") => a < b,
                () if is("less_than_or_equal") => a <= b,
                () if is("greater_than") => a > b,
                () => a >= b,
            }),
            _ => return None,
        })
    }

    fn execute(&mut self, op: Op) {
        let operands: Vec<u64> = self.module.operands(op).iter().map(|&value| self.of(value)).collect();
        let of = (self.module.def(op).name, operands, self.words(op));
        let is_seen = !self.module.def(op).has(PURE);
        if is_seen {
            self.trace.push(hash(&of));
        }
        let computed = self.computed(op);
        let before = if is_seen { self.trace.len() } else { 0 };
        for (number, &result) in self.module.results(op).iter().enumerate() {
            let known = computed.unwrap_or_else(|| match self.module.element_bits(self.module.ty(result)) {
                32 => self.made_up((&of, number, before)),
                _ => hash((self.seed, &of, number, before)),
            });
            self.set(result, known);
        }
    }

    /// Goes through the kernel; returns what was seen of it, and whether it came to the end.
    fn run(mut self) -> (Vec<u64>, bool) {
        let module = self.module;
        let func = module.ops(module.top()).find(|&op| module.kind(op) == nvvm::FUNC);
        let mut block = module.entry_block(module.regions(func.unwrap())[0]).unwrap();
        for (number, &argument) in module.arguments(block).iter().enumerate() {
            let known = self.made_up(number);
            self.set(argument, known);
        }
        let mut steps = 0;
        loop {
            let mut next: Option<(Block, Vec<u64>)> = None;
            for op in module.ops(block) {
                steps += 1;
                let to = |own: &Self, at: usize, slot: usize| {
                    let handed = module.operand_list(op, slot).iter().map(|&value| own.of(value));
                    (module.successors(op)[at], handed.collect())
                };
                match module.kind(op) {
                    cf::BR => next = Some(to(&self, 0, 0)),
                    cf::COND_BR => {
                        let taken = self.of(module.required_operand(op, operand::CONDITION)) & 1 == 1;
                        next = Some(if taken { to(&self, 0, 1) } else { to(&self, 1, 2) });
                    }
                    _ => self.execute(op),
                }
            }
            let Some((to, handed)) = next else {
                return (self.trace, true);
            };
            if steps > STEPS {
                return (self.trace, false);
            }
            block = to;
            for (&argument, known) in module.arguments(block).iter().zip(handed) {
                self.set(argument, known);
            }
        }
    }
}

/// Whether a thread does the same in both, for all numbers that are made up; and the most that it does.
fn do_alike([before, after]: [&str; 2]) -> (bool, usize) {
    let [before, after] = [before, after].map(|text| tilewright_ir::parse(text).module);
    let mut most = 0;
    let alike = (0..SEEDS).all(|seed| {
        let [(one, ends), (other, too)] = [&before, &after].map(|module| {
            let thread = Thread {
                module,
                seed,
                values: vec![0; module.value_count()],
                trace: Vec::new(),
            };
            thread.run()
        });
        most = most.max(one.len());
        let both = one.len().min(other.len());
        one[..both] == other[..both] && (!ends || !too || one.len() == other.len())
    });
    (alike, most)
}

/// The kernel before the pass and after it; none: the pass changes nothing.
fn around(source: &str, gpu: &str) -> Option<[String; 2]> {
    let options = Options {
        gpu_name: gpu.to_string(),
        ..Options::default()
    };
    let made = trace(source, &options);
    let at = made.snapshots.iter().position(|made| made.name == "unroll-loops")?;
    let text = |at: usize| made.snapshots[at].listing().text;
    made.snapshots[at].changed.then(|| [text(at - 1), text(at)])
}

const GEMM: &str = include_str!("../../../tests/cutile/gemm.mlir");
const PERSISTENT: &str = include_str!("../../../tests/kernels/tiles_persistent.mlir");
const ATTENTION: &str = include_str!("../../../tests/language/rings_chained.mlir");
const CAUSAL: &str = include_str!("../../../tests/language/rings_causal.mlir");
const KEYS: &str = include_str!("../../../tests/language/rings_backward_keys.mlir");
const QUERIES: &str = include_str!("../../../tests/language/rings_backward_queries.mlir");

#[test]
fn loops_that_are_written_several_times_do_what_they_did() {
    let mut found = Vec::new();
    for (name, source) in [
        ("gemm", GEMM),
        ("persistent", PERSISTENT),
        ("chained", ATTENTION),
        ("causal", CAUSAL),
    ] {
        for gpu in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
            let Some([before, after]) = around(source, gpu) else {
                continue;
            };
            let (alike, most) = do_alike([&before, &after]);
            assert!(alike && most > 10, "{name} for {gpu}: {most}");
            found.push(name);
        }
    }
    assert!(found.len() >= 4, "{found:?}");
}

/// Iterations of the one hand on scores and two gradients, of the other scores and one.
#[test]
fn loops_that_hand_on_half_of_the_registers_are_written_once() {
    assert!(around(KEYS, "sm_90a").is_none());
    assert!(around(QUERIES, "sm_90a").is_some());
}

/// Numbers that are moved between a fence and the products behind it: sums that are copied before others are added.
fn copied_sums(source: &str) -> usize {
    let options = Options {
        gpu_name: "sm_90a".to_string(),
        ..Options::default()
    };
    let ptx = compile(source, &options).report.ptx.unwrap().text;
    let (mut is_fenced, mut copied) = (false, 0);
    for line in ptx.lines().map(str::trim) {
        is_fenced = line.starts_with("wgmma.fence") || is_fenced && !line.starts_with("wgmma.");
        copied += usize::from(is_fenced && line.starts_with("mov.f32") && line.contains(", %f"));
    }
    copied
}

/// Sums of one iteration that it has read become those of the next in their registers; where an iteration reads them once others are
/// added, they are copied.
#[test]
fn sums_that_were_read_stay_in_their_registers() {
    let linear = include_str!("linear/chunks.mlir");
    let old = include_str!("../../../tests/language/rings_accumulator_old.mlir");
    assert!(around(linear, "sm_90a").is_some());
    assert_eq!(copied_sums(linear), 0);
    assert_ne!(copied_sums(old), 0);
}

/// Faults in what is written again: nobody waits for a slot or lets go of it, and a matrix is read from another place. They are seen in more
/// places than there were before.
#[test]
fn faults_of_what_is_written_again_are_seen() {
    let [before, after] = around(GEMM, "sm_120a").expect("a loop that is written several times");
    let lines: Vec<&str> = after.lines().collect();
    for (word, each) in [
        ("nvvm.mbarrier.wait.parity", 1),
        ("nvvm.mbarrier.arrive ", 1),
        ("nvvm.ldmatrix", 16),
    ] {
        let is_seen = |at: &usize| {
            let other = match lines[*at].contains(" = ") {
                true => lines[*at].replacen(" + ", " + 1", 1),
                false => String::new(),
            };
            let line = |number: usize| if number == *at { &other } else { lines[number] };
            let spoiled: Vec<&str> = (0..lines.len()).map(line).collect();
            !do_alike([&before, &(spoiled.join("\n") + "\n")]).0
        };
        let places = (0..lines.len()).filter(|&at| lines[at].contains(word)).step_by(each);
        let seen = places.filter(is_seen).count();
        let once = before.matches(word).count().div_ceil(each);
        assert!(seen > once, "{word}: {seen} where {once} were before");
    }
}
