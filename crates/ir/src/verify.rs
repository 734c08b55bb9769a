//! The verifier: what must hold of every module, and what each op's record asks for.
//!
//! It runs on input, and between passes in tests and debug builds.

use crate::attrs::AttrData;
use crate::dialects::cuda_tile::rules;
use crate::dialects::facts;
use crate::dominance::Dominance;
use crate::entity::{Attr, Block, Entity, Op, Region, Ty};
use crate::module::{Def, Module};
use crate::op_def::{Arity, AttrKind, Constraint, traits};
use crate::ops::{cuda_tile, nv_tileaa};
use crate::types::ScalarKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilewright_diag::Diagnostic;
use tilewright_diag::counted;
use tilewright_sorted::SortedMap;

/// The kinds of broken rules: the second half of the code of the diagnostic.
pub mod kind {
    /// A type that is not allowed here, or types that do not go together.
    pub const TYPE: &str = "type";
    /// Shapes or ranks.
    pub const SHAPE: &str = "shape";
    /// An attribute that is missing, out of range, or not allowed here.
    pub const ATTRIBUTE: &str = "attribute";
    /// A number of operands, results, indices or arguments.
    pub const COUNT: &str = "count";
    /// The contents of a region, or the place of an op.
    pub const REGION: &str = "region";
    /// Names of kernels and globals.
    pub const SYMBOL: &str = "symbol";
    /// The scopes of debug information.
    pub const SCOPE: &str = "scope";
    /// Any other rule of an op.
    pub const RULE: &str = "rule";
}

/// The advice about a broken rule, where the rule itself says nothing better: by code.
const GENERAL_HELP: &[(&str, &str)] = &[
    ("parse", "write what is expected there"),
    (
        "parse.attribute",
        "write the attribute as its dialect prints it, or leave it away",
    ),
    ("parse.type", "write a type of Tile IR, such as `tile<128xf32>`"),
    ("parse.unknown-op", "write an op of Tile IR, such as `addf`"),
    ("parse.too-deep", "nest less"),
    ("parse.too-long", "split the module into several"),
    (
        "verify.type",
        "use a type that is allowed here, or convert the value to it",
    ),
    ("verify.shape", "use extents that keep the rule"),
    (
        "verify.attribute",
        "give the attribute a value that is allowed, or leave it away",
    ),
    ("verify.count", "write as many as there must be"),
    (
        "verify.region",
        "move the op to where it belongs, or end the region as it must end",
    ),
    ("verify.symbol", "use a name that is free, or define what it names"),
    ("verify.scope", "let each location lie in the scope of its kernel"),
    ("verify.rule", "change the op so that it keeps the rule"),
    ("verify.unsupported", "do without the op"),
];

/// The advice about diagnostics of a code, where one of them says nothing better.
pub fn general_help(code: &str) -> Option<&'static str> {
    let found = GENERAL_HELP.iter().find(|(own, _)| *own == code);
    found.map(|(_, help)| *help)
}

/// A diagnostic that says what to do.
pub(crate) fn helped(mut diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.help.is_none() {
        diagnostic.help = general_help(&diagnostic.code).map(str::to_string);
    }
    diagnostic
}

/// A broken rule.
#[derive(Clone, Debug)]
pub struct Violation {
    /// One of [`kind`].
    pub kind: &'static str,
    /// The fault.
    pub message: String,
    /// Why.
    pub note: Option<String>,
    /// Advice.
    pub help: Option<String>,
}

impl Violation {
    /// A broken rule, in one sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self::of(kind::RULE, message)
    }

    /// A broken rule of one [`kind`], in one sentence.
    pub fn of(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            note: None,
            help: None,
        }
    }

    /// With a reason.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// With advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The diagnostic: at `span`, with `before` in front of the message.
    pub(crate) fn at(self, span: Option<tilewright_diag::Span>, before: &str) -> Diagnostic {
        let message = format!("{before}{}", self.message);
        let mut diagnostic = Diagnostic::error(format!("verify.{}", self.kind), span, message);
        diagnostic.notes.extend(self.note);
        diagnostic.help = self.help;
        helped(diagnostic)
    }
}

/// Everything that is wrong with a module; empty if it is legal.
pub fn verify(module: &Module) -> Vec<Diagnostic> {
    let ops = module.walk(module.top());
    let mut order = vec![0; module.op_count()];
    for (index, op) in ops.iter().enumerate() {
        order[op.index()] = index;
    }
    let mut verifier = Verifier {
        module,
        order,
        dominance: SortedMap::default(),
        found: Vec::new(),
    };
    let top = module.top();
    verifier.symbols(top);
    for op in ops {
        if module.kind(op) == cuda_tile::MODULE
            && let Some(body) = module.regions(op).first().and_then(|&r| module.entry_block(r))
        {
            verifier.symbols(body);
        }
        verifier.op(op);
    }
    verifier.found
}

struct Verifier<'m> {
    module: &'m Module,
    /// The places of ops in the text, by their numbers.
    order: Vec<usize>,
    dominance: SortedMap<Region, Dominance>,
    found: Vec<Diagnostic>,
}

impl Verifier<'_> {
    fn report(&mut self, op: Op, violation: Violation) {
        let def = self.module.def(op);
        let before = format!("`{}`: ", def.short_name());
        let diagnostic = violation.at(self.module.span(op), &before);
        // Of the same fault in several operands one is enough.
        if self.found.last() != Some(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    /// Two symbols of one name are one too many.
    fn symbols(&mut self, block: Block) {
        let mut seen = FxHashMap::default();
        for op in self.module.ops(block) {
            if let Some(symbol) = self.module.attr(op, "sym_name")
                && seen.insert(symbol, op).is_some()
            {
                let text = self.module.attr_text(symbol);
                let violation = Violation::of(kind::SYMBOL, format!("the name {text} is taken already"));
                self.report(
                    op,
                    violation.help("names are unique among the kernels and globals of a module"),
                );
            }
        }
    }

    fn op(&mut self, op: Op) {
        let before = self.found.len();
        self.parts(op);
        self.types(op);
        self.uses(op);
        self.blocks(op);
        // A rule of the op may rely on its parts being right.
        if self.found.len() == before
            && let Some(verify) = self.module.def(op).verify
            && let Err(violation) = verify(self.module, op)
        {
            self.report(op, violation);
        }
        if self.module.def(op).dialect() != "cuda_tile"
            && let Err(violation) = facts::verify(self.module, op)
        {
            self.report(op, violation);
        }
        if let Err(violation) = rules::scopes::scopes(self.module, op) {
            self.report(op, violation);
        }
    }

    /// Counts of operands and results, and the attributes that must be there.
    fn parts(&mut self, op: Op) {
        let module = self.module;
        let def = module.def(op);
        for (slot, operand) in def.operands.iter().enumerate() {
            let count = module.segments(op).get(slot).copied().unwrap_or(0);
            let legal = match operand.arity {
                Arity::One => count == 1,
                Arity::Optional => count <= 1,
                Arity::Variadic => true,
            };
            if !legal {
                let message = format!("operand `{}` has {}", operand.name, counted(count as usize, "values"));
                self.report(op, Violation::of(kind::COUNT, message));
            }
        }
        for attr in def.attrs {
            if !attr.optional && module.attr(op, attr.name).is_none() {
                let message = format!("attribute `{}` is missing", attr.name);
                self.report(op, Violation::of(kind::ATTRIBUTE, message));
            }
        }
        for &(slot, attr) in module.own_attrs(op) {
            let record = &def.attrs[slot as usize];
            if let Some(wanted) = misfit(module, record.kind, attr) {
                let (name, text) = (record.name, module.attr_text(attr));
                let message = format!("attribute `{name}` must be {wanted}, not `{text}`");
                self.report(op, Violation::of(kind::ATTRIBUTE, message));
            }
        }
        if !def.takes_regions(module.regions(op).len()) {
            self.report(op, Violation::of(kind::REGION, "a region is missing"));
        }
        if module.successors(op).len() != def.successors.len() {
            self.report(op, Violation::of(kind::COUNT, "a successor is missing"));
        }
    }

    fn types(&mut self, op: Op) {
        let module = self.module;
        let def = module.def(op);
        let before = self.found.len();
        for (slot, operand) in def.operands.iter().enumerate() {
            for &value in module.operand_list(op, slot) {
                self.constraint(op, operand.name, module.ty(value), operand.constraint);
            }
        }
        for (slot, result) in def.results.iter().enumerate() {
            for &value in module.result_list(op, slot) {
                self.constraint(op, result.name, module.ty(value), result.constraint);
            }
        }
        if self.found.len() > before || !(def.has(traits::SAME_TYPE) || def.has(traits::SAME_SHAPE)) {
            return;
        }
        let values = module.operands(op).iter().chain(module.results(op));
        let types: SmallVec<[Ty; 8]> = values
            .map(|&v| module.ty(v))
            .filter(|&ty| module.is_tile_like(ty))
            .collect();
        for pair in types.windows(2) {
            let same = if def.has(traits::SAME_TYPE) {
                pair[0] == pair[1]
            } else {
                module.shape(pair[0]) == module.shape(pair[1]) && module.layout(pair[0]) == module.layout(pair[1])
            };
            if !same {
                let what = if def.has(traits::SAME_TYPE) {
                    kind::TYPE
                } else {
                    kind::SHAPE
                };
                let (a, b) = (module.type_text(pair[0]), module.type_text(pair[1]));
                let message = format!("all tiles must have one {what}, but `{a}` and `{b}` are here");
                let violation = Violation::of(what, message).help("convert, reshape or broadcast one of them first");
                return self.report(op, violation);
            }
        }
    }

    fn constraint(&mut self, op: Op, name: &str, ty: Ty, constraint: Constraint) {
        // At the level of tiles even one number is a tile.
        let input = self.module.def(op).dialect() == "cuda_tile";
        if input && self.module.tile_type(ty).is_none() && self.module.is_tile_like(ty) {
            let text = self.module.type_text(ty);
            let violation = Violation::of(kind::TYPE, format!("`{name}` has the bare type `{text}`"));
            return self.report(op, violation.help(format!("write `tile<{text}>`")));
        }
        if !satisfies(self.module, ty, constraint, input) {
            let text = self.module.type_text(ty);
            let wanted = describe(constraint, input);
            let message = format!("`{name}` must be {wanted}, but has type `{text}`");
            self.report(op, Violation::of(kind::TYPE, message));
        }
    }

    /// Every operand must be defined before it is used, on every way to the op.
    fn uses(&mut self, op: Op) {
        let module = self.module;
        for (index, &value) in module.operands(op).iter().enumerate() {
            let block = match module.value_def(value) {
                Def::Argument(block, _) => Some(block),
                Def::Result(def, _) => module.parent(def),
            };
            let dominated = block.is_some_and(|block| self.reaches(block, value, op));
            if !dominated {
                let message = format!("operand {index} is used where it is not defined");
                self.report(op, Violation::of("dominance", message));
            }
        }
    }

    fn reaches(&mut self, block: Block, value: crate::entity::Value, user: Op) -> bool {
        let module = self.module;
        let region = module.region_of(block);
        // The op around the user that stands in the region of the definition.
        let mut ancestor = user;
        loop {
            let Some(parent) = module.parent(ancestor) else {
                return false;
            };
            if parent == block {
                return match module.value_def(value) {
                    Def::Argument(..) => true,
                    Def::Result(def, _) => self.order[def.index()] < self.order[ancestor.index()],
                };
            }
            if module.region_of(parent) == region {
                let Some(region) = region else { return false };
                let dominance = self
                    .dominance
                    .entry(region)
                    .or_insert_with(|| Dominance::of(module, region));
                return dominance.dominates(block, parent);
            }
            match module.owner(parent) {
                Some(owner) if !module.def(owner).has(traits::ISOLATED) => ancestor = owner,
                _ => return false,
            }
        }
    }

    /// Blocks end in a terminator and have none before their end; those of the input language have only its own ops, and the place of a
    /// CTA where its tile block is cut.
    fn blocks(&mut self, op: Op) {
        let module = self.module;
        let def = module.def(op);
        let is_own = def.dialect() == "cuda_tile" || def.kind == nv_tileaa::GET_CLUSTER_PLACE;
        let is_foreign = |parent: Op| module.def(parent).dialect() == "cuda_tile" && !is_own;
        if module.parent_op(op).is_some_and(is_foreign) {
            let violation = Violation::of(kind::REGION, "this is no op of CUDA Tile IR, and what it stands in is");
            self.report(
                op,
                violation.help("ops of the levels below stand in `nv_tileaa.func` and its like"),
            );
        }
        if def.has(traits::TERMINATOR) && module.next_op(op).is_some() {
            let message = "an op that ends its block must be the last one in it";
            self.report(op, Violation::of(kind::REGION, message));
        }
        for &region in module.regions(op) {
            if module.blocks(region).len() > 1 && !def.has(traits::CFG) {
                self.report(op, Violation::of(kind::REGION, "its region must have one block"));
            }
            for &block in module.blocks(region) {
                let ends = module
                    .last_op(block)
                    .is_some_and(|last| module.def(last).has(traits::TERMINATOR));
                if !ends && !def.has(traits::IMPLICIT_END) {
                    let violation = Violation::of(kind::REGION, "a block of its region does not end in a terminator")
                        .help("end it with `return`, `yield`, `continue` or `break`");
                    self.report(op, violation);
                }
            }
        }
    }
}

/// The wanted kind of an attribute, if it is not of its kind.
fn misfit(module: &Module, kind: AttrKind, attr: Attr) -> Option<String> {
    let data = module.attr_data(attr);
    let (fits, wanted) = match kind {
        AttrKind::Enum(words) => {
            let known = matches!(data, AttrData::Keyword(word) if words.contains(&module.name(*word)));
            let list = || words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
            return (!known).then(|| format!("one of {}", list()));
        }
        AttrKind::Flag => (matches!(data, AttrData::Unit), "without a value"),
        AttrKind::Int => (matches!(data, AttrData::Int(_)), "a whole number"),
        AttrKind::Ints => (matches!(data, AttrData::Ints(_)), "whole numbers in brackets"),
        AttrKind::Bool => (matches!(data, AttrData::Bool(_)), "`true` or `false`"),
        AttrKind::Str => (matches!(data, AttrData::Str(_)), "a quoted string"),
        AttrKind::Symbol => (matches!(data, AttrData::Symbol(_)), "a name after `@`"),
        AttrKind::Type => (matches!(data, AttrData::Type(_)), "a type"),
        AttrKind::Any | AttrKind::Custom(..) => return None,
    };
    (!fits).then(|| wanted.to_string())
}

/// Whether a type is allowed where `constraint` stands; `input`: in an op of the input language.
pub(crate) fn satisfies(module: &Module, ty: Ty, constraint: Constraint, input: bool) -> bool {
    if constraint == Constraint::Any {
        return true;
    }
    let element = module.element(ty);
    let tile_like = module.is_tile_like(ty);
    let scalar = module.scalar(element).filter(|_| tile_like);
    let is_scalar = module.shape(ty).is_empty();
    let float = scalar.is_some_and(|s| s.is_float());
    let any_int = scalar.is_some_and(|s| s.kind == ScalarKind::Int && s.bits > 0);
    let named = |name: &str| scalar.is_some_and(|s| s.name == name);
    let int = any_int && !(input && named("i4"));
    let pointer = tile_like && module.pointee(element).is_some();
    match constraint {
        Constraint::Any => true,
        Constraint::Tile => tile_like,
        Constraint::Number => float || int,
        Constraint::Float => float && (!input || COMPUTED.iter().any(|name| named(name))),
        Constraint::AnyFloat => float,
        Constraint::Int => int,
        Constraint::AnyInt => any_int,
        Constraint::Bool => named("i1"),
        Constraint::Pointer => pointer,
        Constraint::ScalarInt => int && is_scalar,
        Constraint::ScalarBool => named("i1") && is_scalar,
        Constraint::ScalarI32 => named("i32") && is_scalar,
        Constraint::ScalarPointer => pointer && is_scalar,
        Constraint::TileOf(name) => named(name),
        Constraint::TensorView => module.tensor_view_type(ty).is_some(),
        Constraint::TileView => module.tile_view_type(ty).is_some(),
        Constraint::Token => module.is_token(ty),
        Constraint::Type(name) => module.type_data(ty).def.name == name,
        Constraint::Either(one, other) => [one, other].contains(&module.type_data(ty).def.name),
    }
}

/// The floats that the input language computes with; the others are only converted, stored and multiplied.
const COMPUTED: [&str; 4] = ["f16", "bf16", "f32", "f64"];

fn describe(constraint: Constraint, input: bool) -> String {
    let text = match constraint {
        Constraint::Any => "a value",
        Constraint::Tile => "a tile",
        Constraint::Number => "a tile of numbers",
        Constraint::Float if input => "a tile of f16, bf16, f32 or f64",
        Constraint::Float | Constraint::AnyFloat => "a tile of floats",
        Constraint::Int if input => "a tile of i1, i8, i16, i32 or i64",
        Constraint::Int | Constraint::AnyInt => "a tile of integers",
        Constraint::Bool => "a tile of i1",
        Constraint::Pointer => "a tile of pointers",
        Constraint::ScalarInt => "an integer scalar such as `tile<i32>`",
        Constraint::ScalarBool => "a scalar of type `tile<i1>`",
        Constraint::ScalarI32 => "a scalar of type `tile<i32>`",
        Constraint::ScalarPointer => "one pointer, such as `tile<ptr<f32>>`",
        Constraint::TileOf(name) => return format!("a tile of {name}"),
        Constraint::TensorView => "a tensor view",
        Constraint::TileView => "a view of tiles",
        Constraint::Token => "a token",
        Constraint::Type(name) => return format!("of type `!{name}`"),
        Constraint::Either(one, other) => return format!("of type `!{one}` or `!{other}`"),
    };
    text.to_string()
}
