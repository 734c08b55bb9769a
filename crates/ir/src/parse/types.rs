//! Types in text.

use super::{Parser, Refused};
use crate::dialects;
use crate::entity::Ty;
use crate::types::DYNAMIC;
use smallvec::SmallVec;
use tilewright_diag::{Diagnostic, Span};

/// Whether MLIR has a type of this name that the language has not.
fn is_foreign(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let stem = &name[..name.len() - digits.len()];
    let is_width = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (matches!(stem, "i" | "si" | "ui") && is_width)
        || (stem == "f" && (matches!(digits, "80" | "128") || digits.contains('E')))
        || matches!(
            name,
            "index" | "none" | "complex" | "vector" | "tensor" | "memref" | "tuple"
        )
}

impl Parser<'_> {
    /// A type, with or without `!` and `cuda_tile.` before its name.
    pub fn ty(&mut self) -> Result<Ty, Refused> {
        // Only whole types are remembered: what nests deep must not need more of the stack.
        if self.is_inside() {
            return self.nested(Self::type_here);
        }
        match self.recent_type() {
            Some(known) => known,
            None => self.remembered_type(|parser| parser.nested(Self::type_here)),
        }
    }

    fn type_here(&mut self) -> Result<Ty, Refused> {
        if self.peek("(") {
            return self.function_type();
        }
        let start = self.position();
        let marked = self.eat("!");
        let word = self.word("a type")?;
        if let (true, Some(ty)) = (marked, self.type_alias(word)) {
            return ty;
        }
        let name = word.strip_prefix("cuda_tile.").unwrap_or(word);
        let Some(def) = dialects::type_def(name) else {
            let span = Span::new(start, self.at);
            let near = crate::spelling::nearest(name, dialects::type_names());
            // Types that other dialects of MLIR have are types, but of nothing here.
            let code = if is_foreign(name) { "verify.type" } else { "parse.type" };
            let mut diagnostic = Diagnostic::error(code, Some(span), format!("there is no type `{name}`"));
            if let Some(near) = near {
                diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
            }
            return Err(self.refuse(diagnostic));
        };
        let params = (def.parse)(self)?;
        if let Some(verify) = def.verify
            && let Err(violation) = verify(&self.module, &params)
        {
            return Err(self.broken(Span::new(start, self.at), violation));
        }
        Ok(self.module.intern_type(def, params))
    }

    /// `(types) -> type` or `(types) -> (types)`.
    fn function_type(&mut self) -> Result<Ty, Refused> {
        let inputs = self.types_in_parentheses()?;
        self.expect("->")?;
        let results = if self.peek("(") {
            self.types_in_parentheses()?
        } else {
            smallvec::smallvec![self.ty()?]
        };
        Ok(self.module.function_type(&inputs, &results))
    }

    /// `(types)`, which may be none.
    pub(crate) fn types_in_parentheses(&mut self) -> Result<SmallVec<[Ty; 2]>, Refused> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(SmallVec::new());
        }
        let types = self.types()?;
        self.expect(")")?;
        Ok(types)
    }

    /// Types with commas.
    pub fn types(&mut self) -> Result<SmallVec<[Ty; 2]>, Refused> {
        let mut types = SmallVec::new();
        loop {
            types.push(self.ty()?);
            if !self.eat(",") {
                return Ok(types);
            }
        }
    }

    /// Extents such as `4x?x`, each followed by `x`; stops before the element type.
    pub fn extents(&mut self) -> Result<SmallVec<[i64; 4]>, Refused> {
        let mut extents = SmallVec::new();
        self.skip_space();
        loop {
            let rest = &self.source[self.at..];
            let end = if rest.starts_with('?') {
                1
            } else {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(0)
            };
            if end == 0 {
                return Ok(extents);
            }
            let span = Span::new(self.at, self.at + end);
            if !rest[end..].starts_with('x') {
                let message = "expected `x` after this extent, as in `tile<4x8xf32>`";
                return Err(self.error_at(span, message));
            }
            extents.push(self.extent(&rest[..end], span)?);
            self.at += end + 1;
        }
    }

    /// Extents with `x` between them, such as `64x32`.
    pub fn plain_extents(&mut self) -> Result<SmallVec<[i64; 4]>, Refused> {
        let mut extents = SmallVec::new();
        self.skip_space();
        loop {
            let rest = &self.source[self.at..];
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let span = Span::new(self.at, self.at + end);
            if end == 0 {
                return Err(self.expected("an extent"));
            }
            extents.push(self.extent(&rest[..end], span)?);
            self.at += end;
            if !self.source[self.at..].starts_with('x') {
                return Ok(extents);
            }
            self.at += 1;
        }
    }

    fn extent(&mut self, text: &str, span: Span) -> Result<i64, Refused> {
        if text == "?" {
            return Ok(DYNAMIC);
        }
        text.parse()
            .map_err(|_| self.error_at(span, "this extent does not fit in 63 bits"))
    }

    /// `[1, ?, 4]`.
    pub fn int_list(&mut self) -> Result<SmallVec<[i64; 4]>, Refused> {
        self.expect("[")?;
        let mut ints = SmallVec::new();
        while !self.eat("]") {
            ints.push(if self.eat("?") { DYNAMIC } else { self.integer()? });
            if !self.eat(",") && !self.peek("]") {
                return Err(self.expected("`,` or `]`"));
            }
        }
        Ok(ints)
    }
}
