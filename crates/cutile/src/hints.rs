//! The options of `@ct.kernel(...)`, which become hints of the entry.

use crate::eval::Eval;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::Value;
use tilewright_diag::Span;
use tilewright_ir::spelling::nearest;
use tilewright_ir::{Attr, AttrData};

/// An option: its name, the hint that it becomes, its range, and whether it must be a power of two.
const OPTIONS: [(&str, Option<&str>, i64, i64, bool); 4] = [
    ("num_ctas", Some("num_cta_in_cga"), 1, 16, true),
    ("num_worker_warps", Some("num_worker_warps_per_cta"), 1, 32, true),
    ("occupancy", Some("occupancy"), 1, 32, false),
    ("opt_level", None, 0, 3, false),
];

/// The option of this name.
pub(crate) fn option(name: &str) -> Option<&'static str> {
    OPTIONS.iter().map(|option| option.0).find(|option| *option == name)
}

impl<'a> Eval<'a> {
    /// The hints of an entry, by target.
    pub(crate) fn kernel_hints(&mut self, options: &[(&'a str, Value<'a>, Span)]) -> Res<Attr> {
        // Sorted by target and hint, as MLIR keeps them; of `default` there is one without a hint.
        let mut rows: Vec<(String, &'static str, i64)> = vec![("default".into(), "", 0)];
        for (name, value, span) in options {
            self.span = *span;
            let Some(&(_, hint, least, most, powers)) = OPTIONS.iter().find(|option| option.0 == *name) else {
                let near = nearest(name, OPTIONS.iter().map(|option| option.0));
                let help = near.map_or_else(
                    || "there are num_ctas, num_worker_warps, occupancy and opt_level".to_string(),
                    |near| format!("did you mean `{near}`?"),
                );
                return self.fail("python.call", format!("`@ct.kernel` has no option `{name}`"), help);
            };
            let by_target: Vec<(String, Value<'a>)> = match value {
                Value::None => continue,
                Value::ByTarget(values) => values
                    .iter()
                    .map(|(target, value)| (target.to_string(), value.clone()))
                    .collect(),
                one => vec![("default".into(), one.clone())],
            };
            for (target, value) in by_target {
                let number = self.const_int(&value, name)?;
                if !(least..=most).contains(&number) || (powers && number & (number - 1) != 0) {
                    let what = if powers { "a power of two" } else { "a number" };
                    return self.fail(
                        "python.call",
                        format!("{name} must be {what} from {least} to {most}, got {number}"),
                        "",
                    );
                }
                if let Some(hint) = hint {
                    rows.retain(|row| (&*row.0, row.1) != (&*target, hint));
                    let at = rows.partition_point(|row| (&*row.0, row.1) < (&*target, hint));
                    rows.insert(at, (target, hint, number));
                }
            }
        }
        let mut entries = Vec::new();
        for of_target in rows.chunk_by(|a, b| a.0 == b.0) {
            let mut values = Vec::new();
            for (_, hint, number) in of_target.iter().filter(|row| !row.1.is_empty()) {
                values.push((self.m.intern_name(hint), self.attr(&A::Int(*number))));
            }
            let hints = self.m.intern_attr(AttrData::Dict(values.into()));
            entries.push((self.m.intern_name(&of_target[0].0), hints));
        }
        Ok(self.m.intern_attr(AttrData::Dict(entries.into())))
    }
}
