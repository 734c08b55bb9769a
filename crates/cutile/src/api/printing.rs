//! Output, assertions, and waiting for other kernels.

use super::Args;
use crate::arrays::{Access, Memory};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::calls::{Arguments, KEYWORDS};
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::fail::Res;
use crate::value::{Const, Tile, Value, show};
use ruff_python_ast as ast;
use tilewright_ir::Value as Ir;
use tilewright_ir::ops::cuda_tile as ct;

impl<'a> Eval<'a> {
    /// `print(...)`, `ct.printf(...)`.
    pub(crate) fn print_call(&mut self, function: &Value<'a>, call: &'a ast::ExprCall) -> Res<Value<'a>> {
        let mut operands: Vec<Tile> = Vec::new();
        let mut format = String::new();
        if matches!(function, Value::Api("printf")) {
            let mut values = self.items(&call.arguments.args, |_| false)?.into_iter();
            match values.next() {
                Some(Value::Str(text)) => format.push_str(&text),
                _ => {
                    return self.type_error(
                        "the first argument of printf is a string",
                        "`ct.printf(\"x = %f\\n\", x)`",
                    );
                }
            }
            for value in values {
                operands.push(self.as_tile(&value)?);
            }
        } else {
            let (mut sep, mut end) = (" ".to_string(), "\n".to_string());
            for keyword in &call.arguments.keywords {
                let value = self.expr(&keyword.value)?;
                match (keyword.arg.as_ref().map(|name| name.as_str()), value) {
                    (Some("sep"), Value::Str(text)) => sep = text.to_string(),
                    (Some("end"), Value::Str(text)) => end = text.to_string(),
                    _ => return self.fail("python.call", "`print` takes `sep` and `end`, which are strings", ""),
                }
            }
            for (i, argument) in call.arguments.args.iter().enumerate() {
                if i > 0 {
                    format.push_str(&escaped(&sep));
                }
                let value = self.expr(argument)?;
                self.printed_value(&value, None, &mut format, &mut operands)?;
            }
            format.push_str(&escaped(&end));
        }
        let fits = |(tile, conversion): (&Tile, &str)| {
            let letters = if tile.dtype.is_float() { "eEfFgGaA" } else { "diuoxX" };
            conversion.ends_with(|letter| letters.contains(letter))
        };
        let formats = conversions(&format);
        if formats.len() != operands.len() || !operands.iter().zip(formats).all(fits) {
            let values: Vec<String> = operands.iter().map(Tile::describe).collect();
            return self.type_error(
                format!("the format `{format}` does not fit the values: {}", values.join(", ")),
                "one of `%d` for whole numbers, `%f` for floats and their like for each value; `%%` is a percent sign",
            );
        }
        let operands: Vec<Ir> = operands.iter().map(|tile| tile.ir).collect();
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::PRINT_TKO,
            &[&operands, &[self.token]],
            &[token],
            &[("format", A::Text(&format))],
        );
        self.note_outside(op, false);
        Ok(Value::None)
    }

    fn note_outside(&mut self, op: tilewright_ir::Op, acquires: bool) {
        self.memory.insert(
            op,
            Memory {
                set: None,
                access: Access::Outside { acquires },
                serial: true,
                overlapped: true,
            },
        );
    }

    /// An f-string of a kernel.
    pub(crate) fn formatted_string(&mut self, string: &'a ast::ExprFString) -> Res<Value<'a>> {
        let (mut format, mut operands) = (String::new(), Vec::new());
        for part in string.value.as_slice() {
            let elements = match part {
                ast::FStringPart::Literal(literal) => {
                    format.push_str(&escaped(literal.as_str()));
                    continue;
                }
                ast::FStringPart::FString(string) => &string.elements,
            };
            for element in elements {
                match element {
                    ast::InterpolatedStringElement::Literal(literal) => format.push_str(&escaped(&literal.value)),
                    ast::InterpolatedStringElement::Interpolation(part) => {
                        if !matches!(part.conversion, ast::ConversionFlag::None) {
                            return self.unsupported("`!r`, `!s` or `!a` in a formatted string");
                        }
                        let mut spec = String::new();
                        for piece in part.format_spec.iter().flat_map(|spec| spec.elements.iter()) {
                            match piece {
                                ast::InterpolatedStringElement::Literal(literal) => spec.push_str(&literal.value),
                                _ => return self.unsupported("a format that is computed, in a formatted string"),
                            }
                        }
                        if let Some(debug) = &part.debug_text {
                            format.push_str(&escaped(debug.leading()));
                            let range = ruff_text_size::Ranged::range(&*part.expression);
                            format.push_str(&escaped(&self.source[range.start().to_usize()..range.end().to_usize()]));
                            format.push_str(&escaped(debug.trailing()));
                        }
                        let value = self.expr(&part.expression)?;
                        self.printed_value(&value, Some(&spec), &mut format, &mut operands)?;
                    }
                }
            }
        }
        Ok(Value::Formatted((format, operands).into()))
    }

    /// The text that a value is to a message: of values of run time their types.
    pub(crate) fn message(&self, value: &Value<'a>) -> Option<String> {
        match value {
            Value::Str(text) => Some(text.to_string()),
            Value::Formatted(of) => {
                let (format, operands) = &**of;
                let mut text = format.replace("%%", "\0");
                for (conversion, tile) in conversions(format).iter().zip(operands) {
                    let known = self.constants.get(tile.ir);
                    let shown = known.map_or_else(|| tile.describe(), |&known| show(known));
                    text = text.replacen(&format!("%{conversion}"), &shown, 1);
                }
                Some(text.replace('\0', "%"))
            }
            _ => None,
        }
    }

    /// A value that is printed, with its format if it is part of an f-string: there a known number is formatted at run time, too.
    pub(crate) fn printed_value(
        &mut self,
        value: &Value<'a>,
        spec: Option<&str>,
        format: &mut String,
        operands: &mut Vec<Tile>,
    ) -> Res<()> {
        match value {
            Value::Str(text) => format.push_str(&escaped(text)),
            Value::Formatted(of) => {
                format.push_str(&of.0);
                operands.extend_from_slice(&of.1);
            }
            Value::Tuple(items) => {
                format.push('(');
                for (i, item) in items.iter().enumerate() {
                    format.push_str(if i > 0 { ", " } else { "" });
                    self.printed_item(item, format, operands)?;
                }
                format.push_str(if items.len() == 1 { ",)" } else { ")" });
            }
            Value::Object(class, _) if class.name != KEYWORDS => {
                if spec.is_some_and(|spec| !spec.is_empty() || class.constants.contains_key("__format__")) {
                    return self.type_error(format!("{} has no formats", value.describe()), "format its fields");
                }
                match self.by_method(value, "__str__", Arguments::default())? {
                    Some(text) => self.printed_text(&text, format, operands)?,
                    None => self.printed_item(value, format, operands)?,
                }
            }
            Value::Dtype(dtype) => format.push_str(dtype.name()),
            Value::None | Value::Enum(..) | Value::Member(_) => format.push_str(&escaped(&value.describe())),
            _ => {
                let number = self.number(value)?;
                if spec.is_none()
                    && let Some(known) = self.known_number(&number)
                {
                    // A number without a type is printed as the f32 that it would be, a bool of a tile as a number.
                    let known = match (known, &number) {
                        (Const::Float(float), Num::Const(..)) => Const::Float(f64::from(float as f32)),
                        (Const::Bool(bool), Num::Tile(_)) => Const::Int(i128::from(bool)),
                        (known, _) => known,
                    };
                    format.push_str(&escaped(&show(known)));
                    return Ok(());
                }
                let (spec, dtype) = (spec.unwrap_or_default(), number.default_dtype());
                if let Ok(tile) = self.convert(&number, dtype) {
                    let letter = match tile.dtype {
                        Dtype::Bool | Dtype::I8 | Dtype::I16 | Dtype::I32 => "d",
                        Dtype::I64 => "lld",
                        Dtype::U8 | Dtype::U16 | Dtype::U32 => "u",
                        Dtype::U64 => "llu",
                        Dtype::F64 => "lf",
                        _ => "f",
                    };
                    // To the right is how numbers of a width stand, and nothing puts them into the middle.
                    let (start, rest) = match spec.strip_prefix('<') {
                        Some(rest) => ("%-", rest.trim_start_matches('0')),
                        None => ("%", spec.trim_start_matches(['>', '^', '-'])),
                    };
                    format.push_str(start);
                    format.push_str(rest.trim_end_matches(|c: char| c.is_ascii_alphabetic()));
                    match spec.chars().last().filter(char::is_ascii_alphabetic) {
                        // As it is asked for, with all 64 bits.
                        Some(own) => {
                            format.push_str(if letter.starts_with("ll") { "ll" } else { "" });
                            format.push(own);
                        }
                        None => format.push_str(letter),
                    }
                    operands.push(tile);
                }
            }
        }
        Ok(())
    }

    /// A value as Python shows it inside of others.
    pub(super) fn printed_item(&mut self, value: &Value<'a>, format: &mut String, operands: &mut Vec<Tile>) -> Res<()> {
        match value {
            Value::Str(text) => format.push_str(&escaped(&format!("'{text}'"))),
            Value::Dtype(dtype) => format.push_str(&format!("<DType '{dtype}'>")),
            Value::Object(class, fields) if class.name != KEYWORDS => {
                if let Some(text) = self.by_method(value, "__repr__", Arguments::default())? {
                    return self.printed_text(&text, format, operands);
                }
                format.push_str(class.name);
                format.push('(');
                for (i, (value, field)) in fields.iter().zip(&class.fields).enumerate() {
                    format.push_str(if i > 0 { ", " } else { "" });
                    format.push_str(field.name);
                    format.push('=');
                    self.printed_item(value, format, operands)?;
                }
                format.push(')');
            }
            item => self.printed_value(item, None, format, operands)?,
        }
        Ok(())
    }

    /// The text that a method makes of an object.
    fn printed_text(&mut self, text: &Value<'a>, format: &mut String, operands: &mut Vec<Tile>) -> Res<()> {
        match text {
            Value::Str(_) | Value::Formatted(_) => self.printed_value(text, None, format, operands),
            other => self.type_error(
                format!("the text of an object is {}", other.describe()),
                "return a string from `__str__` and `__repr__`",
            ),
        }
    }

    /// `ct.assert_`.
    pub(crate) fn assert(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let condition = self.as_tile(&args.get("cond"))?;
        if condition.dtype != Dtype::Bool {
            return self.type_error(
                format!("a condition is of bool_, not {}", condition.describe()),
                "compare: `x != 0`",
            );
        }
        let given = args.get("message");
        let message = match &given {
            Value::Str(text) => text,
            Value::None => "",
            other => {
                return self.type_error(
                    format!(
                        "the message of assert_ is a string that is known, not {}",
                        other.describe()
                    ),
                    "`print` tells values of run time",
                );
            }
        };
        self.op(ct::ASSERT, &[&[condition.ir]], &[], &[("message", A::Text(message))]);
        Ok(Value::None)
    }

    /// Waiting for the kernels before, and letting those behind start.
    pub(crate) fn dependency(&mut self, name: &str) -> Res<Value<'a>> {
        let token = self.m.ty(self.token);
        let kind = if name == "grid_dependency_control_wait" {
            ct::GDC_WAIT_TKO
        } else {
            ct::GDC_LAUNCH_DEPENDENTS_TKO
        };
        let op = self.op(kind, &[&[self.token]], &[token], &[]);
        self.note_outside(op, kind == ct::GDC_WAIT_TKO);
        Ok(Value::None)
    }
}

/// Text that printf prints as it is.
fn escaped(text: &str) -> String {
    text.replace('%', "%%")
}

/// The conversions of a format, without their percent signs: flags, width and size, then the letter.
fn conversions(format: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let end = after.find(|c| !"+-# .0123456789hl".contains(c)).unwrap_or(after.len());
        // Absent: the text ends in flags, which are then all that there is.
        let end = end + after[end..].chars().next().map_or(0, char::len_utf8);
        if after[..end] != *"%" {
            all.push(&after[..end]);
        }
        rest = &after[end..];
    }
    all
}
