//! Signatures as people write them: `A=f16[?,4096] div=[16,1]; n=i32; tm=128`. The grammar is in `docs/cutile.md`.

mod array;
mod comment;
mod parse;
mod print;
mod reader;

pub use comment::{comments_above, with_comment};
pub use parse::{parse, parse_comments};

use super::{Constant, Param, Signature};
use tilewright_diag::Span;
use tilewright_ir::spelling::nearest;

/// A fault in the text of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where in the text.
    pub span: Span,
    /// The fault.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
}

/// The part of a signature that a text says: parameters by name, in any order, perhaps not all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parts {
    /// The parameters.
    pub parts: Vec<Part>,
    /// The name of the entry.
    pub symbol: Option<String>,
    /// The calling convention, and where it is asked for.
    pub version: Option<(u8, Span)>,
}

/// A parameter by its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The name.
    pub name: String,
    /// Where the text speaks of it.
    pub span: Span,
    /// The parameter.
    pub param: Param,
}

/// Why parts are not the signature of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mismatch {
    /// The faults in the text.
    pub problems: Vec<Problem>,
    /// Parameters of the kernel of which nothing is said.
    pub missing: Vec<String>,
}

impl Parts {
    /// The parameter of that name.
    pub fn get(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// These parts, and those of `others` of which these say nothing.
    #[must_use]
    pub fn or(mut self, others: Parts) -> Parts {
        let added = others.parts.into_iter().filter(|part| self.get(&part.name).is_none());
        let added: Vec<Part> = added.collect();
        self.parts.extend(added);
        self.symbol = self.symbol.or(others.symbol);
        self.version = self.version.or(others.version);
        self
    }

    /// The signature of a kernel with parameters of these names.
    ///
    /// # Errors
    /// Parameters that the kernel lacks, that are missing, or that do not fit each other.
    pub fn signature(&self, names: &[&str]) -> Result<Signature, Mismatch> {
        let mut mismatch = Mismatch::default();
        for part in self.parts.iter().filter(|part| !names.contains(&part.name.as_str())) {
            mismatch.problems.push(Problem {
                span: part.span,
                message: format!("the kernel has no parameter `{}`", part.name),
                help: Some(match nearest(&part.name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its parameters are: {}", names.join(", ")),
                }),
            });
        }
        let mut params = Vec::new();
        for &name in names {
            match self.get(name) {
                Some(part) => params.push(part.param.clone()),
                None => mismatch.missing.push(name.to_string()),
            }
        }
        if mismatch.missing.is_empty() {
            self.check_groups(&mut mismatch.problems);
        }
        let mut signature = Signature {
            params,
            version: 1,
            symbol: self.symbol.clone(),
        };
        signature.number_groups();
        signature.version = signature.lowest_version();
        match self.version {
            Some((asked, span)) if asked < signature.version => mismatch.problems.push(Problem {
                span,
                message: "static sizes and tuples need calling convention 2".into(),
                help: Some("leave `@version` out: it is chosen as the parameters need it".into()),
            }),
            Some((asked, _)) => signature.version = asked,
            None => {}
        }
        match mismatch == Mismatch::default() {
            true => Ok(signature),
            false => Err(mismatch),
        }
    }

    /// An alias group says that two parameters may overlap, so it needs two, both arrays or both lists.
    fn check_groups(&self, problems: &mut Vec<Problem>) {
        /// A use of a group: its number, whether for a list, and where.
        type Use = (u32, bool, Span);
        fn uses(param: &Param, span: Span, found: &mut Vec<Use>) {
            let mut add = |groups: &[u32], list| found.extend(groups.iter().map(|group| (*group, list, span)));
            match param {
                Param::Array(array) => add(&array.alias_groups, false),
                Param::List(list) => {
                    add(&list.alias_groups, true);
                    add(&list.array.alias_groups, false);
                }
                Param::Tuple(items) => items.iter().for_each(|item| uses(item, span, found)),
                Param::Scalar(_) | Param::Const(_) => {}
            }
        }
        let mut found = Vec::new();
        for part in &self.parts {
            uses(&part.param, part.span, &mut found);
        }
        for (i, &(group, list, span)) in found.iter().enumerate() {
            let others = || {
                found
                    .iter()
                    .enumerate()
                    .filter(|(j, other)| *j != i && other.0 == group)
            };
            if others().next().is_none() {
                problems.push(Problem {
                    span,
                    message: format!("no other parameter is in alias group {group}, so that it says nothing"),
                    help: Some(format!(
                        "write `alias={group}` at each parameter that may overlap this one, or leave it out"
                    )),
                });
            }
            if others().any(|(j, other)| j < i && other.1 != list) {
                problems.push(Problem {
                    span,
                    message: format!("alias group {group} has both a list and an array, and a list overlaps no array"),
                    help: Some(
                        "`alias` within `list(...)` is for the arrays of the list, after it for the list".into(),
                    ),
                });
            }
        }
    }
}

impl Constant {
    /// The constant as Python has it.
    pub fn to_text(self) -> String {
        match self {
            Constant::Int(value) => value.to_string(),
            Constant::Float(value) if value.is_nan() => "nan".into(),
            Constant::Float(value) => crate::numbers::spelled(value),
            Constant::Bool(true) => "True".into(),
            Constant::Bool(false) => "False".into(),
            Constant::None => "None".into(),
        }
    }
}
