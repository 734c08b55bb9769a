//! Classes of the file: names that they assign, methods, and the fields of dataclasses; and objects of these.

use crate::eval::calls::{Arguments, KEYWORDS};
use crate::eval::frame::Frame;
use crate::eval::{Call, Eval, constants, span};
use crate::fail::Res;
use crate::module_level::{is_called, not_known, plain};
use crate::value::{Class, Const, Field, Given, Host, Member, Members, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;
use tilewright_sorted::SortedSet;

/// The function that stands for the next value of an enum.
pub(crate) const AUTO: &str = "enum.auto";

/// Refusals of objects in kernels, each with what to write instead.
pub(crate) const MAY_CHANGE: (&str, &str) = (
    "its class is no frozen dataclass",
    "write `@dataclass(frozen=True)` above the class, or give what is used of the object a name outside of the kernel",
);
const HAS_FACTORY: (&str, &str) = (
    "a function makes the default of a field",
    "give the field a default, such as a tuple, or name what is used of the object above the kernel",
);
const IS_NEVER_GIVEN: (&str, &str) = (
    "a field has `init=False`",
    "assign the name in the class without an annotation, or name what is used of the object above the kernel",
);

impl<'a> Eval<'a> {
    /// A class: the names that its statements assign, in a scope of their own, on top of those of its bases.
    pub(crate) fn class(&mut self, class: &'a ast::StmtClassDef) -> Value<'a> {
        let outer = self.frame();
        let frame = Frame::new(SortedSet::default(), Some(outer.clone()));
        let around = self.around.clone();
        if self.calls.len() > self.level {
            // Methods see the names of the function that the class is made in.
            self.around = Some(outer);
        }
        self.calls.push(Call::of(frame.clone()));
        self.module_level(&class.body);
        self.around = around;
        let mut made = Class {
            refusal: Some(MAY_CHANGE),
            ..Class::plain(class.name.as_str())
        };
        let mut is_tuple = false;
        let (mut is_flags, mut besides, mut several) = (false, None, false);
        for base in class.bases() {
            is_tuple |= is_called(base, "NamedTuple");
            match self.expr(base) {
                Ok(Value::Class(base)) => {
                    let name = made.name;
                    // Which of several goes first is Python's affair.
                    several |= made.base.is_some();
                    made = Class {
                        name,
                        base: Some(base.clone()),
                        ..Class::clone(&base)
                    };
                }
                Ok(Value::Module(path)) => {
                    is_flags |= path.ends_with("Flag");
                    made.members = match path.strip_prefix("enum.") {
                        Some("Enum") => Some(Members::Plain),
                        Some("Flag") => Some(Members::Flags),
                        Some("StrEnum") => Some(Members::Texts),
                        Some(_) => Some(Members::Numbers),
                        None => made.members,
                    };
                }
                Ok(Value::Builtin("str")) => besides = Some(Members::Texts),
                Ok(Value::Builtin(_)) => besides = Some(Members::Numbers),
                _ => {}
            }
        }
        let is_made_otherwise = class.arguments.as_ref().is_some_and(|all| !all.keywords.is_empty())
            || made.constants.contains_key("__init_subclass__");
        if let Some(kind) = &mut made.members {
            // Absent: its members are nothing else.
            *kind = besides.unwrap_or(*kind);
            self.members(class, *kind, is_flags);
        }
        let mut decorators = class.decorator_list.iter().map(|decorator| &decorator.expression);
        let callee = |decorator: &'a ast::Expr| match decorator {
            ast::Expr::Call(call) => (&*call.func, Some(&call.arguments)),
            other => (other, None),
        };
        let dataclass = decorators.find_map(|decorator| {
            let (called, arguments) = callee(decorator);
            is_called(called, "dataclass").then_some(arguments)
        });
        if let Some(arguments) = dataclass {
            let is_frozen = self.is_set(arguments, "frozen", true);
            made.refusal = made.refusal.filter(|refusal| !is_frozen || *refusal != MAY_CHANGE);
            if !is_frozen {
                made.refusal = Some(MAY_CHANGE);
            }
        }
        made.is_tuple |= is_tuple;
        if dataclass.is_some() || is_tuple {
            made.compares_fields = !self.is_set(dataclass.flatten(), "eq", false);
            // An order that a base has compares the fields of the base.
            made.is_ordered = self.is_set(dataclass.flatten(), "order", true);
            let mut by_name = self.is_set(dataclass.flatten(), "kw_only", true);
            for field in class.body.iter().filter_map(|stmt| stmt.as_ann_assign_stmt()) {
                // No field: those behind it are given by name.
                if is_called(&field.annotation, "KW_ONLY") {
                    by_name = true;
                    continue;
                }
                self.field(field, by_name, &mut made);
            }
        }
        made.constants.extend(frame.snapshot());
        self.calls.pop();
        if several || is_made_otherwise {
            let why = match several {
                true => "it is made of several classes",
                false => "another class has a hand in it",
            };
            let why = why.into();
            made.change(&Value::Poison(Rc::new(Poison::Host(why, span(class.name.range())))));
        }
        let mut value = Value::Class(Rc::new(made));
        // Those of other modules change nothing that is known here.
        for decorator in class.decorator_list.iter().rev().map(|of| &of.expression) {
            if self.is_of_file(decorator) {
                let made = self.expr(decorator).and_then(|called| self.applied(&called, &value));
                value = match made {
                    Ok(made) => plain(&made),
                    Err(error) => not_known(decorator, error),
                };
            }
        }
        value
    }

    /// The object whose class is asked past its own names by `super()`, and the class that is asked.
    pub(crate) fn super_of(&self, expr: &ast::Expr) -> Option<(Value<'a>, Rc<Class<'a>>)> {
        let call = expr.as_call_expr().filter(|call| call.arguments.is_empty())?;
        let function = self.calls.last()?.function.clone()?;
        let first = function.parameters?.iter().next()?;
        let (true, Some(object @ Value::Object(class, _))) =
            (is_called(&call.func, "super"), &self.frame().get(first.name().as_str()))
        else {
            return None;
        };
        let is_its = |class: &Rc<Class<'a>>| matches!(class.constants.get(function.name), Some(Value::Function(own)) if Rc::ptr_eq(own, &function));
        // Of the classes that have the method, the first one defines it.
        let chain = std::iter::successors(Some(class), |class| class.base.as_ref());
        let definer = chain.filter(|class| is_its(class)).last()?;
        Some((object.clone(), definer.base.clone()?))
    }

    /// `object.name = value`, of an object that may change.
    pub(crate) fn set_attribute(&mut self, object: &Value<'a>, name: &str, value: &Value<'a>) -> Res<()> {
        match object {
            Value::Object(class, values)
                if let (true, [own]) = (class.may_change(), &values[..])
                    && !class.constants.contains_key("__setattr__")
                    && !matches!(class.constants.get(name), Some(Value::Function(own)) if own.def.is_some_and(|def| !def.decorator_list.is_empty())) =>
            {
                self.unchanged(class)?;
                self.set_item(own, &Value::Str(name.into()), value).map(drop)
            }
            _ => self.unsupported("attribute assignment"),
        }
    }

    /// Whether a keyword of a decorator, or of `field(...)`, is this truth value.
    fn is_set(&mut self, arguments: Option<&'a ast::Arguments>, name: &str, set: bool) -> bool {
        let keyword = arguments.and_then(|arguments| arguments.find_keyword(name));
        let value = keyword.map(|keyword| self.expr(&keyword.value));
        matches!(value, Some(Ok(Value::Const(Const::Bool(is), _))) if is == set)
    }

    /// Makes members of the names that the statements of an enum assign, each with the value that it was given; of one value there is
    /// one member.
    fn members(&mut self, class: &'a ast::StmtClassDef, kind: Members, is_flags: bool) {
        let frame = self.frame();
        let (mut made, mut last) = (Vec::<Rc<Member<'a>>>::new(), Value::int(0));
        for stmt in &class.body {
            let target = match stmt {
                ast::Stmt::Assign(assign) => assign.targets.first(),
                ast::Stmt::AnnAssign(assign) => Some(&*assign.target),
                _ => None,
            };
            let names = match target {
                Some(ast::Expr::Tuple(tuple)) => &tuple.elts,
                // Absent: another statement.
                target => target.map_or(&[][..], std::slice::from_ref),
            };
            for name in names.iter().filter_map(ast::Expr::as_name_expr) {
                let name = name.id.as_str();
                let value = match frame.get(name) {
                    Some(Value::Module(path)) if &*path == AUTO => match (kind, &last) {
                        (Members::Texts, _) => Value::Str(name.to_ascii_lowercase().into()),
                        (_, Value::Const(Const::Int(last), _)) => Value::Const(
                            Const::Int(match is_flags {
                                true => 1 << constants::bit_length(*last).min(120),
                                false => last.saturating_add(1),
                            }),
                            None,
                        ),
                        _ => last.clone(),
                    },
                    Some(value) if !name.starts_with('_') && !matches!(value, Value::Function(_)) => value,
                    _ => continue,
                };
                if matches!(value, Value::Const(Const::Int(_), _) | Value::Poison(_)) {
                    last = value.clone();
                }
                let is_this =
                    |eval: &mut Self, member: &Rc<Member<'a>>| eval.is_equal(&member.value, &value).is_ok_and(|is| is);
                let value = match made.iter().find(|member| is_this(self, member)) {
                    _ if kind == Members::Numbers || matches!(value, Value::Poison(_)) => value,
                    Some(known) => Value::Member(known.clone()),
                    None => {
                        let of = class.name.as_str();
                        made.push(Rc::new(Member { of, name, value, kind }));
                        Value::Member(made[made.len() - 1].clone())
                    }
                };
                frame.set(name, value);
            }
        }
    }

    /// A field of a dataclass: `a: int`, `a: int = 2`, `a: int = field(default=2)`.
    fn field(&mut self, field: &'a ast::StmtAnnAssign, by_name: bool, class: &mut Class<'a>) {
        let of = match &*field.annotation {
            ast::Expr::Subscript(subscript) => &*subscript.value,
            other => other,
        };
        let ast::Expr::Name(name) = &*field.target else { return };
        if is_called(of, "ClassVar") {
            return;
        }
        let name = name.id.as_str();
        let mut made = Field {
            name,
            given: if by_name { Given::ByName } else { Given::ByPlace },
            default: None,
            factory: None,
            is_compared: true,
        };
        let is_field = |eval: &mut Self, call: &'a ast::ExprCall| matches!(eval.expr(&call.func), Ok(Value::Module(path)) if &*path == "dataclasses.field");
        match field.value.as_deref() {
            Some(ast::Expr::Call(call)) if is_field(self, call) => {
                let mut said = |word: &str| {
                    let keyword = call.arguments.find_keyword(word)?;
                    Some(self.known(&keyword.value))
                };
                made.default = said("default");
                made.factory = said("default_factory");
                let is = |value: Option<Value<'a>>, known: bool| matches!(value, Some(Value::Const(Const::Bool(is), _)) if is == known);
                if is(said("kw_only"), true) {
                    made.given = Given::ByName;
                }
                made.is_compared = !is(said("compare"), false);
                if is(said("init"), false) {
                    made.given = Given::Never;
                    class.refusal = class.refusal.or(Some(IS_NEVER_GIVEN));
                }
                if made.factory.is_some() {
                    class.refusal = class.refusal.or(Some(HAS_FACTORY));
                }
                let frame = self.frame();
                match &made.default {
                    Some(default) => frame.set(name, default.clone()),
                    None => frame.unset(name),
                }
            }
            Some(_) => made.default = self.frame().get(name),
            None => {}
        }
        match class.fields.iter_mut().find(|other| other.name == name) {
            Some(other) => *other = made,
            None => class.fields.push(made),
        }
    }

    /// A value, or why it is not known.
    fn known(&mut self, expr: &'a ast::Expr) -> Value<'a> {
        match self.expr(expr) {
            Ok(value) => plain(&value),
            Err(error) => not_known(expr, error),
        }
    }

    /// `dataclasses.replace(object, name=value)`.
    pub(crate) fn replaced(&mut self, arguments: Arguments<'a>) -> Res<Value<'a>> {
        let Some(object @ Value::Object(class, _)) = arguments.positional.first() else {
            return self.type_error("`replace` takes an object of a dataclass", "");
        };
        let mut named = arguments.named;
        for field in &class.fields {
            if field.given != Given::Never && !named.iter().any(|(other, _)| *other == field.name) {
                named.extend(object.held(field.name).map(|value| (field.name, value)));
            }
        }
        let positional = Vec::new();
        self.construct(class, Arguments { positional, named })
    }

    /// An object of a dataclass.
    pub(crate) fn construct(&mut self, class: &Rc<Class<'a>>, arguments: Arguments<'a>) -> Res<Value<'a>> {
        self.unchanged(class)?;
        if let Some((why, help)) = class.refusal.filter(|_| !self.is_host() && class.may_change()) {
            return self.meaningless(class, why, help);
        }
        if let Some(Value::Function(init)) = class.constants.get("__init__").filter(|_| class.members.is_none()) {
            if !class.may_change() || class.constants.contains_key("__new__") {
                return self.fail(
                    "python.host",
                    format!("`{}` makes its objects by functions of its own", class.name),
                    "give its fields defaults, and leave the making to `@dataclass`",
                );
            }
            let object = changing(class, Vec::new());
            let init = Value::Bound(init.clone(), Rc::new(object.clone()));
            self.invoke(&init, arguments)?;
            return Ok(object);
        }
        if class.members.is_some()
            && let [asked] = &arguments.positional[..]
        {
            for member in class.constants.values() {
                let value = match member {
                    Value::Member(member) => &member.value,
                    other => other,
                };
                if matches!(self.is_equal(value, asked), Ok(true)) {
                    return Ok(member.clone());
                }
            }
        }
        let mut given: Vec<Option<Value<'a>>> = vec![None; class.fields.len()];
        let by_place = class.fields.iter().enumerate();
        let places: Vec<usize> = by_place
            .filter(|(_, field)| field.given == Given::ByPlace)
            .map(|(place, _)| place)
            .collect();
        if arguments.positional.len() > places.len() {
            return self.fail(
                "python.call",
                format!(
                    "`{}` has {}, but is given {}",
                    class.name,
                    tilewright_diag::counted(places.len(), "fields"),
                    arguments.positional.len()
                ),
                "",
            );
        }
        for (place, value) in places.into_iter().zip(arguments.positional) {
            given[place] = Some(value);
        }
        for (name, value) in arguments.named {
            let is_this = |field: &Field<'a>| field.name == name && field.given != Given::Never;
            match class.fields.iter().position(is_this) {
                Some(place) => given[place] = Some(value),
                None => return self.fail("python.call", format!("`{}` has no field `{name}`", class.name), ""),
            }
        }
        let mut values = Vec::new();
        for (value, field) in given.into_iter().zip(&class.fields) {
            values.push(match (value, &field.default, &field.factory) {
                (Some(value), ..) => value,
                (None, Some(default), _) => default.clone(),
                (None, None, Some(factory)) => {
                    let factory = self.usable(factory.clone(), field.name)?;
                    self.invoke(&factory, Arguments::default())?
                }
                (None, None, None) => {
                    return self.fail(
                        "python.call",
                        format!("the field `{}` of `{}` is not given", field.name, class.name),
                        "",
                    );
                }
            });
        }
        let object = match class.may_change() {
            true => {
                let names = class.fields.iter().map(|field| Value::Str(field.name.into()));
                changing(class, names.zip(values).collect())
            }
            false => Value::Object(class.clone(), values.into()),
        };
        if let Some(Value::Function(after)) = class.constants.get("__post_init__") {
            self.invoke(
                &Value::Bound(after.clone(), Rc::new(object.clone())),
                Arguments::default(),
            )?;
        }
        Ok(object)
    }

    /// The class that `namedtuple(name, fields)` makes; none where its fields are not written there.
    pub(crate) fn named_tuple(&mut self, call: &'a ast::ExprCall) -> Res<Option<Value<'a>>> {
        let [ast::Expr::StringLiteral(name), fields] = &call.arguments.args[..] else {
            return Ok(None);
        };
        let Some(names) = field_names(fields) else {
            return Ok(None);
        };
        let defaults = match call.arguments.find_keyword("defaults") {
            Some(keyword) => {
                let defaults = self.expr(&keyword.value)?;
                self.known_items(&defaults)?
            }
            None => Vec::new(),
        };
        // They are of the last fields.
        let first = names.len().saturating_sub(defaults.len());
        let field = |(at, name): (usize, &'a str)| Field {
            name,
            given: Given::ByPlace,
            default: at.checked_sub(first).and_then(|at| defaults.get(at)).map(plain),
            factory: None,
            is_compared: true,
        };
        Ok(Some(Value::Class(Rc::new(Class {
            refusal: Some(MAY_CHANGE),
            fields: names.into_iter().enumerate().map(field).collect(),
            is_tuple: true,
            compares_fields: true,
            ..Class::plain(name.value.to_str())
        }))))
    }

    /// The object of the keywords that `**kw` collects.
    pub(crate) fn keywords(&self, named: Vec<(&'a str, Value<'a>)>) -> Value<'a> {
        let field = |(name, _): &(&'a str, Value<'a>)| Field {
            name,
            given: Given::ByName,
            default: None,
            factory: None,
            is_compared: true,
        };
        let class = Class {
            fields: named.iter().map(field).collect(),
            ..Class::plain(KEYWORDS)
        };
        let values = named.into_iter().map(|(_, value)| value).collect();
        Value::Object(Rc::new(class), values)
    }
}

/// An object that may change, with these names.
pub(crate) fn changing<'a>(class: &Rc<Class<'a>>, rows: Vec<(Value<'a>, Value<'a>)>) -> Value<'a> {
    Value::Object(class.clone(), [Value::Host(Rc::new(Host::Dict(rows.into())))].into())
}

/// The fields of a named tuple as they are written: in one text, or one by one, with types or without.
fn field_names(fields: &ast::Expr) -> Option<Vec<&str>> {
    match fields {
        ast::Expr::StringLiteral(text) => Some(
            text.value
                .to_str()
                .split([',', ' '])
                .filter(|name| !name.is_empty())
                .collect(),
        ),
        ast::Expr::List(ast::ExprList { elts, .. }) | ast::Expr::Tuple(ast::ExprTuple { elts, .. }) => {
            let items = elts.iter().map(|item| match item {
                ast::Expr::Tuple(pair) if pair.elts.len() == 2 => &pair.elts[0],
                other => other,
            });
            items
                .map(|item| Some(item.as_string_literal_expr()?.value.to_str()))
                .collect()
        }
        _ => None,
    }
}
