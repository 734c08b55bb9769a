//! Loops and branches.

use super::Grower;
use crate::plan::{Accuracy::Exact, Block, Step, Ty, Value};

/// Ops of a block.
const OPS: usize = 5;

impl Grower {
    pub(super) fn control(&mut self) {
        match self.random.below(5) {
            0 | 1 => self.branch(),
            2 | 3 => self.counted_loop(),
            _ => self.endless_loop(),
        }
    }

    /// Grows a block with these arguments that hands on values of these types.
    fn grow_block(&mut self, args: Vec<Value>, end: &'static str, ends: &[Ty], first: impl FnOnce(&mut Self)) -> Block {
        let (outer, scope) = (std::mem::take(&mut self.block), self.scope.clone());
        self.scope
            .extend(args.iter().filter(|v| self.plan.values[v.0].0.element != "token"));
        self.depth += 1;
        first(self);
        let ops = 1 + self.random.below(OPS);
        for _ in 0..ops {
            self.op();
        }
        let ends = ends.iter().map(|ty| self.mate(ty)).collect();
        self.depth -= 1;
        self.scope = scope;
        let grown = std::mem::replace(&mut self.block, outer);
        Block {
            args,
            steps: grown.steps,
            end,
            ends,
        }
    }

    /// Up to three values to compute with, of different types.
    fn carried(&mut self) -> Vec<Value> {
        let n = 1 + self.random.below(3);
        let mut values = Vec::new();
        for _ in 0..n {
            values.extend(self.pick(|g, v| g.is_exact(v)));
        }
        values
    }

    fn types(&self, values: &[Value]) -> Vec<Ty> {
        values.iter().map(|&v| self.ty(v)).collect()
    }

    fn results(&mut self, types: &[Ty]) -> Vec<Value> {
        let defs: Vec<Value> = types.iter().map(|ty| self.value(ty.clone(), Exact)).collect();
        self.scope.extend(&defs);
        defs
    }

    fn branch(&mut self) {
        let condition = match self.pick(|g, v| g.is_exact(v) && g.ty(v) == Ty::new(&[], "i1")) {
            Some(value) => value,
            None => self.block_is_odd(),
        };
        let like = self.carried();
        let types = self.types(&like);
        let then = self.grow_block(Vec::new(), "yield", &types, |_| {});
        let otherwise = self.grow_block(Vec::new(), "yield", &types, |_| {});
        let list: Vec<String> = types.iter().map(Ty::text).collect();
        let template = format!("if {{0}} -> ({}) {{b0}} else {{b1}}", list.join(", "));
        let defs = self.results(&types);
        self.block.steps.push(Step {
            template,
            uses: vec![condition],
            defs,
            blocks: vec![then, otherwise],
        });
    }

    /// A condition that differs from tile block to tile block.
    fn block_is_odd(&mut self) -> Value {
        let scalar = Ty::new(&[], "i32");
        let zero = self.emit("constant <i32: 0> : {d0}", &[], scalar.clone(), Exact);
        let block = self.emit("addi %bx, {0} : {t0}", &[zero], scalar, Exact);
        self.emit(
            "cmpi not_equal {0}, {1}, signed : {t0} -> {d0}",
            &[block, zero],
            Ty::new(&[], "i1"),
            Exact,
        )
    }

    fn counted_loop(&mut self) {
        let element = *self.random.choose(&["i8", "i16", "i32", "i64"]);
        let scalar = Ty::new(&[], element);
        let unsigned = self.random.one_in(4);
        // Few rounds; some loops end at the very end of their type's range.
        let width = super::integers::bits(element);
        let top: i64 = if unsigned { -1 } else { i64::MAX >> (64 - width) };
        let step = 1 + self.random.below(7) as i64;
        let rounds = self.random.below(6) as i64;
        let high = if self.random.one_in(3) {
            top
        } else {
            self.random.below(40) as i64
        };
        let low = (high - rounds * step).saturating_add(self.random.below(step as usize) as i64);
        let low = if high == top { low.min(top) } else { low };
        let low = if unsigned && high >= 0 { low.max(0) } else { low };
        let mut bound = |n: i64| {
            self.emit(
                format!("constant <{element}: {n}> : {{d0}}"),
                &[],
                scalar.clone(),
                Exact,
            )
        };
        let bounds = [bound(low), bound(high), bound(step)];
        let inits = self.carried();
        let types = self.types(&inits);
        let index = self.value(scalar.clone(), Exact);
        let args: Vec<Value> = types.iter().map(|ty| self.value(ty.clone(), Exact)).collect();
        let all = std::iter::once(index).chain(args.iter().copied()).collect();
        let body = self.grow_block(all, "continue", &types, |_| {});
        let pairs: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(i, v)| format!("%v{} = {{{}}}", v.0, i + 3))
            .collect();
        let list: Vec<String> = types.iter().map(Ty::text).collect();
        let template = format!(
            "for {}%v{} in ({{0}} to {{1}}, step {{2}}) : {{t0}} iter_values({}) -> ({}) {{b0}}",
            if unsigned { "unsigned " } else { "" },
            index.0,
            pairs.join(", "),
            list.join(", "),
        );
        let defs = self.results(&types);
        let uses = bounds.iter().chain(&inits).copied().collect();
        self.block.steps.push(Step {
            template,
            uses,
            defs,
            blocks: vec![body],
        });
    }

    /// A loop that counts by itself and breaks.
    fn endless_loop(&mut self) {
        let scalar = Ty::new(&[], "i32");
        let zero = self.emit("constant <i32: 0> : {d0}", &[], scalar.clone(), Exact);
        let mut inits = vec![zero];
        inits.extend(self.carried());
        let types = self.types(&inits);
        let args: Vec<Value> = types.iter().map(|ty| self.value(ty.clone(), Exact)).collect();
        let rounds = 1 + self.random.below(4);
        let list: Vec<String> = types.iter().map(Ty::text).collect();
        let text = list.join(", ");
        let counter = args[0];
        let mut next = counter;
        let mut body = self.grow_block(args.clone(), "continue", &types, |g| {
            let one = g.emit("constant <i32: 1> : {d0}", &[], Ty::new(&[], "i32"), Exact);
            let most = g.emit(
                format!("constant <i32: {rounds}> : {{d0}}"),
                &[],
                Ty::new(&[], "i32"),
                Exact,
            );
            let done = g.emit(
                "cmpi greater_than_or_equal {0}, {1}, signed : {t0} -> {d0}",
                &[counter, most],
                Ty::new(&[], "i1"),
                Exact,
            );
            let leave = Block {
                end: "break",
                ends: args.clone(),
                ..Block::default()
            };
            g.block.steps.push(Step {
                template: "if {0} {b0}".to_string(),
                uses: vec![done],
                defs: Vec::new(),
                blocks: vec![leave],
            });
            next = g.emit("addi {0}, {1} : {t0}", &[counter, one], Ty::new(&[], "i32"), Exact);
        });
        body.ends[0] = next;
        let pairs: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(i, v)| format!("%v{} = {{{i}}}", v.0))
            .collect();
        let template = format!("loop iter_values({}) : {text} -> {text} {{b0}}", pairs.join(", "));
        let defs = self.results(&types);
        self.block.steps.push(Step {
            template,
            uses: inits,
            defs,
            blocks: vec![body],
        });
    }
}
