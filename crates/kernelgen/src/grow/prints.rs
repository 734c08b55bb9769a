//! Tiles that are printed. What each call prints stays together; the calls of a tile block come one after the other, those
//! of different tile blocks in any order.

use super::{FLOATS, FOUR_BITS, Grower, INTEGERS, SMALL};
use crate::plan::Step;

/// Elements of a tile that is printed at once, whoever else prints.
const AT_ONCE: usize = 16;

/// Elements of the largest tile that is printed.
const MOST: usize = 512;

const OF_INTEGERS: [&str; 6] = ["%d", "%u", "%x", "%5d", "%+i", "%#o"];
const OF_LONG: [&str; 4] = ["%lld", "%llu", "%llx", "%d"];
const OF_FLOATS: [&str; 6] = ["%f", "%e", "%g", "%.2f", "%a", "%+.3e"];

impl Grower {
    pub(super) fn print(&mut self) {
        let all: Vec<&str> = INTEGERS.iter().chain(&FLOATS).chain(&SMALL).copied().collect();
        let all = [&all[..], &["i1", "i4", "tf32", FOUR_BITS]].concat();
        let most = if self.plan.grid == 1 { MOST } else { AT_ONCE };
        let fits = |g: &Self, v| {
            let ty = g.ty(v);
            g.is_exact(v) && all.contains(&ty.element) && ty.count() <= most
        };
        let Some(value) = self.pick(fits) else { return };
        let conversions: &[&str] = match self.ty(value).element {
            "i64" => &OF_LONG,
            element if element.starts_with('i') => &OF_INTEGERS,
            _ => &OF_FLOATS,
        };
        let conversion = *self.random.choose(conversions);
        let mut uses = vec![value];
        let mut after = "";
        if let Some(last) = self.printed {
            uses.push(last);
            after = "  token={1}";
        }
        let token = self.token();
        self.printed = Some(token);
        self.block.steps.push(Step {
            template: format!(
                "print_tko \"v{} = {conversion}\\n\", {{0}}{after} : {{t0}} -> token",
                value.0
            ),
            uses,
            defs: vec![token],
            blocks: Vec::new(),
        });
    }
}
