//! Smaller texts with the same property: what `reduce` tries, from the largest step to the smallest. A text that is IR
//! is shrunk as IR, of whatever level, so that what is tried is legal IR again; any other text line by line.

use tilewright_diag::Diagnostic;
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::{arith, cuda_tile, scf};
use tilewright_ir::{AttrData, Def, Module, Op, Value, parse, print, verify};

/// Shrinks a text while `keeps` says that a smaller one is still wanted. It is asked at most `tries` times; every text
/// that it says yes to is the best so far.
pub fn shrink(text: &str, tries: usize, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut search = Search {
        best: text.to_string(),
        ir: read(text),
        left: tries,
        keeps,
    };
    loop {
        let before = search.best.clone();
        search.ops();
        search.regions();
        search.values();
        search.numbers();
        search.lines();
        if search.best == before || search.left == 0 {
            return search.best;
        }
    }
}

/// The module of a text that is legal IR.
fn read(text: &str) -> Option<Module> {
    let parsed = parse(text);
    let fine = |list: &[Diagnostic]| !list.iter().any(Diagnostic::is_error);
    (fine(&parsed.diagnostics) && fine(&verify(&parsed.module))).then_some(parsed.module)
}

struct Search<'k> {
    best: String,
    /// The text as IR, where it is legal IR, which it then stays.
    ir: Option<Module>,
    left: usize,
    keeps: &'k mut dyn FnMut(&str) -> bool,
}

impl Search<'_> {
    /// The text as IR; a text that is none has no ops to try anything on.
    fn module(&self) -> Module {
        self.ir.clone().unwrap_or_default()
    }

    /// Takes a text, if it is wanted. It must be smaller, so that the search ends.
    fn accept(&mut self, text: String) -> bool {
        let size = |text: &str| (text.lines().count(), text.len(), text.to_string());
        if self.left == 0 || size(&text) >= size(&self.best) {
            return false;
        }
        let ir = read(&text);
        if ir.is_none() && self.ir.is_some() {
            return false;
        }
        self.left -= 1;
        let wanted = (self.keeps)(&text);
        if wanted {
            self.best = text;
            self.ir = ir.filter(|_| self.ir.is_some());
        }
        wanted
    }

    /// Takes a module: best without what nobody uses, else with it, as what is wanted may be just that.
    fn accept_module(&mut self, mut module: Module) -> bool {
        if verify(&module).iter().any(Diagnostic::is_error) {
            return false;
        }
        let whole = print(&module).text;
        drop_unused(&mut module);
        let less = print(&module).text;
        self.accept(less.clone()) || (less != whole && self.accept(whole))
    }

    /// Drops ops: whole kernels first, then runs of ops, shorter and shorter.
    fn ops(&mut self) {
        let count = |module: &Module| module.walk(module.top()).len();
        let mut size = count(&self.module());
        while size > 0 {
            let mut end = count(&self.module());
            while end > 0 {
                let start = end.saturating_sub(size);
                let mut module = self.module();
                let ops = module.walk(module.top());
                let dropped = ops.get(start..end).unwrap_or_default().iter().rev();
                if dropped.filter(|&&op| remove(&mut module, op)).count() > 0 {
                    self.accept_module(module);
                }
                end = start;
            }
            size /= 2;
        }
    }

    /// Puts what a loop or a branch does in its place, once.
    fn regions(&mut self) {
        let mut at = 0;
        loop {
            let module = self.module();
            let Some(&op) = module.walk(module.top()).get(at) else {
                break;
            };
            let regions = module.regions(op).len();
            let inlined = (0..regions).any(|region| {
                let mut module = self.module();
                inline(&mut module, op, region) && self.accept_module(module)
            });
            if !inlined {
                at += 1;
            }
        }
    }

    /// Uses other values: an operand instead of a result, a constant instead of what was computed.
    fn values(&mut self) {
        let mut at = self.module().walk(self.module().top()).len();
        while at > 0 {
            at -= 1;
            for index in 0.. {
                let module = self.module();
                let op = module.walk(module.top()).get(at).copied();
                let Some((op, &old)) = op.and_then(|op| Some((op, module.results(op).get(index)?))) else {
                    break;
                };
                for constant in [true, false] {
                    let mut module = module.clone();
                    let new = if constant {
                        zero(&mut module, op, old)
                    } else {
                        alike(&module, op, old)
                    };
                    if let Some(new) = new {
                        module.replace_uses(old, new);
                        // The text that was accepted has other ops.
                        if self.accept_module(module) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Makes whole numbers of constants smaller.
    fn numbers(&mut self) {
        for at in 0..self.module().walk(self.module().top()).len() {
            let module = self.module();
            let Some(&op) = module.walk(module.top()).get(at) else {
                break;
            };
            let Some(old) = module.results(op).first().and_then(|&v| module.constant_int(v)) else {
                continue;
            };
            for new in [0, 1, 2, old / 2].into_iter().filter(|new| *new < old) {
                let mut module = self.module();
                let bits = [new as u64].into();
                let ty = module.ty(module.result(op, 0));
                let value = module.intern_attr(AttrData::Dense { ty, bits });
                module.set_attr(op, "value", value);
                if self.accept_module(module) {
                    break;
                }
            }
        }
    }

    /// Drops lines, many at once first.
    fn lines(&mut self) {
        let mut size = self.best.lines().count();
        while size > 0 {
            let mut end = self.best.lines().count();
            while end > 0 {
                let start = end.saturating_sub(size);
                let kept = self.best.lines().enumerate().filter(|(i, _)| !(start..end).contains(i));
                let text: String = kept.flat_map(|(_, line)| [line, "\n"]).collect();
                self.accept(text);
                end = start;
            }
            size /= 2;
        }
    }
}

/// Takes an op away, if its results can be had otherwise.
fn remove(module: &mut Module, op: Op) -> bool {
    if module.def(op).has(TERMINATOR) || module.parent(op).is_none() {
        return false;
    }
    for old in module.results(op).to_vec() {
        if module.uses(old).is_empty() {
            continue;
        }
        let new = alike(module, op, old).or_else(|| zero(module, op, old));
        match new {
            Some(new) => module.replace_uses(old, new),
            None => return false,
        }
    }
    module.erase(op);
    true
}

/// A value of the same type that there is before an op: one of its operands, else the nearest one.
fn alike(module: &Module, op: Op, old: Value) -> Option<Value> {
    let fits = |value: &Value| *value != old && module.ty(*value) == module.ty(old);
    if let Some(operand) = module.operands(op).iter().copied().find(fits) {
        return Some(operand);
    }
    let mut inner = op;
    loop {
        let block = module.parent(inner)?;
        let before: Vec<Op> = module.ops(block).take_while(|&other| other != inner).collect();
        let results = before.iter().rev().flat_map(|&other| module.results(other));
        let found = results.chain(module.arguments(block)).copied().find(fits);
        if found.is_some() {
            return found;
        }
        inner = module.owner(block)?;
    }
}

/// Zero, in front of an op, of the type of one of its results.
fn zero(module: &mut Module, op: Op, old: Value) -> Option<Value> {
    let is_constant = matches!(module.kind(op), cuda_tile::CONSTANT | arith::CONSTANT);
    let ty = module.ty(old);
    module
        .scalar(module.element(ty))
        .filter(|scalar| module.is_tile_like(ty) && !is_constant && scalar.bits > 0)?;
    let kind = match module.def(op).dialect() {
        "cuda_tile" => cuda_tile::CONSTANT,
        _ => arith::CONSTANT,
    };
    let constant = module.create_op(kind.def(), &[], &[ty], module.loc(op));
    let bits = [0].into();
    let value = module.intern_attr(AttrData::Dense { ty, bits });
    module.set_attr(constant, "value", value);
    module.insert_before(op, constant);
    Some(module.result(constant, 0))
}

/// Puts the ops of a region of a loop or a branch in front of it, and takes it away. A loop then runs once, from what
/// it starts with.
fn inline(module: &mut Module, op: Op, region: usize) -> bool {
    let starts = match module.kind(op) {
        cuda_tile::IF | scf::IF => Vec::new(),
        cuda_tile::LOOP | scf::LOOP => module.operands(op).to_vec(),
        // The bounds are no values of the body, but the first one is where its index starts.
        cuda_tile::FOR | scf::FOR => module
            .operands(op)
            .iter()
            .enumerate()
            .filter(|(i, _)| ![1, 2].contains(i))
            .map(|(_, &v)| v)
            .collect(),
        _ => return false,
    };
    let block = module
        .regions(op)
        .get(region)
        .and_then(|&region| module.entry_block(region));
    let Some(block) = block.filter(|&block| module.arguments(block).len() == starts.len()) else {
        return false;
    };
    let ops: Vec<Op> = module.ops(block).collect();
    let ends = ops.last().filter(|&&last| module.def(last).has(TERMINATOR));
    let ends = ends.map(|&last| module.operands(last).to_vec()).unwrap_or_default();
    let results = module.results(op).to_vec();
    if ends.len() != results.len() {
        return false;
    }
    for (argument, start) in module.arguments(block).to_vec().into_iter().zip(&starts) {
        module.replace_uses(argument, *start);
    }
    // Arguments that end the body have become values from outside.
    let arguments = module.arguments(block).to_vec();
    let ends = ends
        .into_iter()
        .map(|end| arguments.iter().position(|a| *a == end).map_or(end, |at| starts[at]));
    for (result, end) in results.into_iter().zip(ends.collect::<Vec<_>>()) {
        module.replace_uses(result, end);
    }
    for inner in ops
        .into_iter()
        .filter(|&inner| !module.def(inner).has(TERMINATOR))
        .collect::<Vec<_>>()
    {
        module.detach(inner);
        module.insert_before(op, inner);
    }
    module.erase(op);
    true
}

/// Drops pure ops whose results nobody uses.
fn drop_unused(module: &mut Module) {
    for op in module.walk(module.top()).into_iter().rev() {
        let unused = module.results(op).iter().all(|&v| module.uses(v).is_empty());
        let is_argument = |v: &Value| matches!(module.value_def(*v), Def::Argument(..));
        if unused && module.def(op).has(PURE) && !module.results(op).iter().any(is_argument) {
            module.erase(op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = include_str!("../../../tests/kernels/tiles_persistent.mlir");

    fn smallest(text: &str, what: &str) -> String {
        let mut asked = Vec::new();
        let best = shrink(text, 100_000, &mut |text| {
            asked.push(text.to_string());
            text.contains(what)
        });
        assert!(best.contains(what));
        best
    }

    #[test]
    fn a_kernel_shrinks_to_what_is_wanted_and_stays_legal() {
        let best = smallest(KERNEL, "mmaf");
        assert!(read(&best).is_some(), "{best}");
        // The product and the constants that it multiplies.
        assert!(best.lines().count() <= 8, "{best}");
    }

    #[test]
    fn ir_of_a_lower_level_shrinks_too() {
        let passes = tilewright_driver::compile(KERNEL, &Default::default()).report.passes;
        let scheduled = passes
            .iter()
            .find(|pass| pass.name == "cse")
            .map(|pass| &pass.listing.text);
        let best = smallest(
            scheduled.unwrap_or(&String::new()),
            tilewright_ir::ops::nv_tileaa::DOT.name(),
        );
        assert!(read(&best).is_some() && best.lines().count() <= 8, "{best}");
    }

    #[test]
    fn what_is_no_ir_is_shrunk_by_lines() {
        let best = smallest("one\ntwo (\nthree\n", "(");
        assert_eq!(best, "two (\n");
    }

    #[test]
    fn nothing_smaller_leaves_the_text_as_it_is() {
        assert_eq!(shrink(KERNEL, 1000, &mut |_| false), KERNEL);
        assert_eq!(shrink(KERNEL, 0, &mut |_| true), KERNEL);
    }

    #[test]
    fn the_same_text_shrinks_the_same_way() {
        assert_eq!(smallest(KERNEL, "ftof"), smallest(KERNEL, "ftof"));
    }
}
