//! Reductions and scans, with combiners that do and do not commute.

use super::{Grower, INTEGERS, floats::epsilon};
use crate::plan::{Accuracy, Accuracy::Exact, Block, Step, Ty, Value};

/// Makes one element of two. Operands of the combiner: earlier and later of the first tile, then of the second.
struct Combiner {
    /// Identity of each operand.
    identities: Vec<String>,
    /// Ops, with `$0` for the first argument; what an op makes is numbered on after the arguments.
    ops: Vec<String>,
    /// The numbers that it hands on.
    yields: Vec<usize>,
    accuracy: Accuracy,
}

impl Grower {
    pub(super) fn fold(&mut self) {
        let all: Vec<&str> = INTEGERS.iter().chain(&["f16", "bf16", "f32", "f64"]).copied().collect();
        let fits = |g: &Self, v: Value| g.is_exact(v) && !g.ty(v).shape.is_empty() && all.contains(&g.ty(v).element);
        let Some(a) = self.pick(fits) else { return };
        let ty = self.ty(a);
        let float = !ty.element.starts_with('i');
        if float && !self.is_tame(a) && self.random.one_in(2) {
            return self.extreme(a);
        }
        let combiner = if float {
            self.float_combiner(a)
        } else {
            self.integer_combiner(ty.element)
        };
        let Some(combiner) = combiner else {
            return self.extreme(a);
        };
        let second = (combiner.identities.len() == 2).then(|| self.mate(&ty));
        self.emit_fold(a, second, combiner);
    }

    /// The largest or smallest of floats: exact in any order.
    fn extreme(&mut self, a: Value) {
        let ty = self.ty(a);
        let (op, identity) = *self.random.choose(&[("maxf", 1), ("minf", 0)]);
        let infinities = match ty.element {
            "f16" => ["0x7C00", "0xFC00"],
            "bf16" => ["0x7F80", "0xFF80"],
            "f32" => ["0x7F800000", "0xFF800000"],
            _ => ["0x7FF0000000000000", "0xFFF0000000000000"],
        };
        let nan = *self.random.choose(&["", " propagate_nan"]);
        let combiner = Combiner {
            identities: vec![infinities[identity].to_string()],
            ops: vec![format!("{op} $0, $1{nan} : tile<{}>", ty.element)],
            yields: vec![2],
            accuracy: Exact,
        };
        self.emit_fold(a, None, combiner);
    }

    fn float_combiner(&mut self, a: Value) -> Option<Combiner> {
        if !self.is_tame(a) {
            return None;
        }
        let ty = self.ty(a);
        // Each partial sum is at most 4 n, and is rounded once.
        let n = ty.count() as f64;
        Some(Combiner {
            identities: vec!["0.0".to_string()],
            ops: vec![format!("addf $0, $1 : tile<{}>", ty.element)],
            yields: vec![2],
            accuracy: Accuracy::Close {
                absolute: 4.0 * n * n.log2().max(4.0) * epsilon(ty.element),
                relative: 0.0,
            },
        })
    }

    fn integer_combiner(&mut self, element: &str) -> Option<Combiner> {
        let t = format!("tile<{element}>");
        let op = |name: &str| vec![format!("{name} : {t}")];
        let (identities, ops, yields): (&[&str], Vec<String>, Vec<usize>) = match self.random.below(9) {
            0 => (&["0"], op("addi $0, $1"), vec![2]),
            1 => (&["0"], op("xori $0, $1"), vec![2]),
            2 => (&["-1"], op("andi $0, $1"), vec![2]),
            3 => (&["-128"], op("maxi $0, $1 signed"), vec![2]),
            4 => (&["-1"], op("mini $0, $1 unsigned"), vec![2]),
            // The first that is not zero, and the last.
            n @ 5..=6 => {
                let (first, other) = if n == 5 { (0, 1) } else { (1, 0) };
                let ops = vec![
                    format!("constant <{element}: 0> : {t}"),
                    format!("cmpi not_equal ${first}, $2, signed : {t} -> tile<i1>"),
                    format!("select $3, ${first}, ${other} : tile<i1>, {t}"),
                ];
                (&["0"], ops, vec![4])
            }
            // x -> a x + b, one after the other: (a, b) then (c, d) is (a c, b c + d).
            7 => {
                let ops = vec![
                    format!("muli $0, $1 : {t}"),
                    format!("muli $2, $1 : {t}"),
                    format!("addi $5, $3 : {t}"),
                ];
                (&["1", "0"], ops, vec![4, 6])
            }
            // The larger of the first operand with what stands beside it; the earlier one on a tie.
            _ => {
                let ops = vec![
                    format!("cmpi greater_than_or_equal $0, $1, signed : {t} -> tile<i1>"),
                    format!("select $4, $0, $1 : tile<i1>, {t}"),
                    format!("select $4, $2, $3 : tile<i1>, {t}"),
                ];
                (&["-128", "0"], ops, vec![5, 6])
            }
        };
        // The least number of the type is the identity of the largest.
        let least = |text: &str| match (text, element) {
            ("-128", "i16") => "-32768".to_string(),
            ("-128", "i32") => "-2147483648".to_string(),
            ("-128", "i64") => "-9223372036854775808".to_string(),
            _ => text.to_string(),
        };
        let identities = identities.iter().map(|t| least(t)).collect();
        Some(Combiner {
            identities,
            ops,
            yields,
            accuracy: Exact,
        })
    }

    fn emit_fold(&mut self, a: Value, second: Option<Value>, combiner: Combiner) {
        let ty = self.ty(a);
        let uses: Vec<Value> = std::iter::once(a).chain(second).collect();
        let dim = self.random.below(ty.shape.len());
        let scan = self.random.one_in(2);
        let mut result = ty.clone();
        if !scan {
            result.shape.remove(dim);
        }
        let whole = ty.clone();
        let block = self.combiner_block(&combiner, ty.element, uses.len());
        let typed = |text: &String| format!("{text} : {}", ty.element);
        let identities: Vec<String> = combiner.identities.iter().map(typed).collect();
        let operands: Vec<String> = (0..uses.len()).map(|i| format!("{{{i}}}")).collect();
        let types = |n: usize, kind: char| (0..n).map(|i| format!("{{{kind}{i}}}")).collect::<Vec<_>>().join(", ");
        let args: Vec<String> = block
            .args
            .iter()
            .map(|v| format!("%v{}: tile<{}>", v.0, ty.element))
            .collect();
        let reverse = if scan {
            format!(" reverse={}", self.random.one_in(2))
        } else {
            String::new()
        };
        let template = format!(
            "{} {} dim={dim}{reverse} identities=[{}] : {} -> {} ({}) {{b0}}",
            if scan { "scan" } else { "reduce" },
            operands.join(", "),
            identities.join(", "),
            types(uses.len(), 't'),
            types(uses.len(), 'd'),
            args.join(", "),
        );
        let defs: Vec<Value> = uses
            .iter()
            .map(|_| self.value(result.clone(), combiner.accuracy))
            .collect();
        self.scope.extend(&defs);
        self.block.steps.push(Step {
            template,
            uses,
            defs: defs.clone(),
            blocks: vec![block],
        });
        if !scan && self.random.one_in(2) {
            self.spread(defs[0], whole, dim, combiner.accuracy);
        }
    }

    /// The reduced value, broadcast to each element that it was made of: all threads must have got the same.
    fn spread(&mut self, value: Value, whole: Ty, dim: usize, accuracy: Accuracy) {
        let mut flat = whole.clone();
        flat.shape[dim] = 1;
        let flat = self.emit("reshape {0} : {t0} -> {d0}", &[value], flat, accuracy);
        if self.ty(flat) != whole {
            self.emit("broadcast {0} : {t0} -> {d0}", &[flat], whole, accuracy);
        }
    }

    fn combiner_block(&mut self, combiner: &Combiner, element: &'static str, operands: usize) -> Block {
        let scalar = Ty::new(&[], element);
        let mut numbers: Vec<Value> = (0..2 * operands).map(|_| self.value(scalar.clone(), Exact)).collect();
        let args = numbers.clone();
        let mut steps = Vec::new();
        for op in &combiner.ops {
            let mut uses = Vec::new();
            let mut template = op.clone();
            for (i, &value) in numbers.iter().enumerate().rev() {
                if template.contains(&format!("${i}")) {
                    template = template.replace(&format!("${i}"), &format!("{{{}}}", uses.len()));
                    uses.push(value);
                }
            }
            let condition = op.starts_with("cmpi");
            let def = self.value(if condition { scalar.with("i1") } else { scalar.clone() }, Exact);
            steps.push(Step {
                template,
                uses,
                defs: vec![def],
                blocks: Vec::new(),
            });
            numbers.push(def);
        }
        let ends = combiner.yields.iter().map(|&n| numbers[n]).collect();
        Block {
            args,
            steps,
            end: "yield",
            ends,
        }
    }
}
