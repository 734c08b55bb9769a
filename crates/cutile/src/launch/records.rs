//! Records of host code: dicts with words for keys, namespaces, and classes that only have fields, with their objects. All are
//! members by name.

use super::arrays::Given;
use super::host::{Host, Partial, Walk};
use crate::request::is_kernel;
use ruff_python_ast as ast;
use std::rc::Rc;

/// The member of an object that names its class.
pub(super) const CLASS: &str = "";

/// Members by name, each once.
pub(super) type Members<'a> = [(&'a str, Host<'a>)];

/// The member of this name.
pub(super) fn member<'a>(members: &Members<'a>, name: &str) -> Option<Host<'a>> {
    members
        .iter()
        .find(|(other, _)| *other == name)
        .map(|(_, value)| value.clone())
}

/// A record with other values for its first members, and for those that are named.
pub(super) fn record<'a>(members: &Members<'a>, given: &Given<'_, 'a>) -> Host<'a> {
    let mut members = members.to_vec();
    for ((_, member), value) in members.iter_mut().zip(given.positional) {
        *member = value.clone();
    }
    for (name, value) in given.named {
        put(&mut members, name, value.clone());
    }
    Host::Record(members.into())
}

/// The member of this name: a method of an object with the object.
pub(super) fn bound<'a>(members: &Rc<Members<'a>>, name: &str) -> Option<Host<'a>> {
    match member(members, name)? {
        Host::Partial(method) if method.positional.is_empty() && method.named.is_empty() => {
            Some(match member(members, CLASS) {
                Some(_) => Host::Partial(Rc::new(Partial {
                    callee: method.callee.clone(),
                    positional: vec![Host::Record(members.clone())],
                    named: Vec::new(),
                })),
                None => method.callee.clone(),
            })
        }
        value => Some(value),
    }
}

/// A function of a class: one without arguments of its own is given the object.
fn method_of<'a>(def: &'a ast::StmtFunctionDef) -> Host<'a> {
    let is_under = |names: &[&str]| {
        def.decorator_list
            .iter()
            .any(|of| names.contains(&name_of(&of.expression)))
    };
    match is_kernel(def) || is_under(&["staticmethod"]) {
        true => Host::Function(def),
        false if is_under(&["classmethod", "property", "cached_property", "setter"]) => Host::Unknown,
        false => Host::Partial(Rc::new(Partial {
            callee: Host::Function(def),
            positional: Vec::new(),
            named: Vec::new(),
        })),
    }
}

pub(super) fn name_of(expr: &ast::Expr) -> &str {
    match expr {
        ast::Expr::Name(name) => name.id.as_str(),
        ast::Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => "",
    }
}

fn put<'a>(members: &mut Vec<(&'a str, Host<'a>)>, name: &'a str, value: Host<'a>) {
    match members.iter_mut().find(|(other, _)| *other == name) {
        Some((_, member)) => *member = value,
        None => members.push((name, value)),
    }
}

impl<'a> Walk<'a> {
    /// `{"tm": 64, **other}`.
    pub(super) fn dict(&mut self, dict: &'a ast::ExprDict) -> Host<'a> {
        let mut members = Vec::new();
        let mut is_known = true;
        for item in &dict.items {
            match (&item.key, self.expr(&item.value)) {
                (Some(ast::Expr::StringLiteral(key)), value) => put(&mut members, key.value.to_str(), value),
                (None, Host::Record(more)) => more
                    .iter()
                    .for_each(|(name, value)| put(&mut members, name, value.clone())),
                _ => is_known = false,
            }
        }
        match is_known {
            true => Host::Record(members.into()),
            false => Host::Unknown,
        }
    }

    /// A class whose objects are made of their fields alone is a record of the defaults, and is called to change them.
    pub(super) fn class(&mut self, class: &'a ast::StmtClassDef) {
        let bases = class.arguments.iter().flat_map(|all| &all.args);
        let is_enum = bases
            .clone()
            .map(name_of)
            .any(|base| matches!(base, "Enum" | "StrEnum" | "Flag"));
        let (mut fields, mut others) = (Vec::new(), Vec::new());
        let mut is_made_otherwise = false;
        for base in bases.filter(|base| name_of(base) != "NamedTuple" && !is_enum) {
            // The places of fields that are inherited are not followed.
            is_made_otherwise = true;
            if let Host::Record(members) = self.expr(base) {
                members
                    .iter()
                    .for_each(|(name, value)| put(&mut others, name, value.clone()));
                is_made_otherwise &= member(&others, "__init__").is_none();
            }
        }
        for stmt in &class.body {
            let (target, default, to) = match stmt {
                ast::Stmt::AnnAssign(field) => (Some(&*field.target), field.value.as_deref(), &mut fields),
                ast::Stmt::Assign(assign) => (assign.targets.first(), Some(&*assign.value), &mut others),
                ast::Stmt::FunctionDef(method) => {
                    let name = method.name.as_str();
                    is_made_otherwise = match name {
                        "__new__" => true,
                        "__init__" => false,
                        _ => is_made_otherwise,
                    };
                    put(&mut others, name, method_of(method));
                    continue;
                }
                _ => continue,
            };
            // `field(default=64)`
            let default = default.map(|default| match default {
                ast::Expr::Call(call) => call
                    .arguments
                    .find_keyword("default")
                    .map_or(default, |found| &found.value),
                _ => default,
            });
            if let Some(ast::Expr::Name(name)) = target {
                let mut value = default.map_or(Host::Unknown, |default| self.expr(default));
                if is_enum {
                    value = Host::Record([("value", value)].into());
                }
                put(to, name.id.as_str(), value);
            }
        }
        if !is_made_otherwise {
            fields.append(&mut others);
            self.set(class.name.as_str(), Host::Record(fields.into()));
        }
    }

    /// An object of a class.
    pub(super) fn construct(&mut self, class: &'a str, members: &Members<'a>, given: &Given<'_, 'a>) -> Host<'a> {
        let init = member(members, "__init__");
        let object = match &init {
            Some(_) => record(
                members,
                &Given {
                    positional: &[],
                    named: &[],
                },
            ),
            None => record(members, given),
        };
        let Host::Record(members) = object else {
            return Host::Unknown;
        };
        let mut members = members.to_vec();
        put(&mut members, CLASS, Host::Text(class.into()));
        let made = self.made.len();
        self.made.push(Host::Record(members.into()));
        let (positional, named) = match &init {
            Some(_) => (given.positional, given.named),
            None => (&[][..], &[][..]),
        };
        let init = init.or_else(|| match &self.made[made] {
            Host::Record(members) => member(members, "__post_init__"),
            _ => None,
        });
        if let Some(Host::Partial(init)) = init
            && let Host::Function(def) = init.callee
        {
            let positional = [std::slice::from_ref(&self.made[made]), positional].concat();
            self.called(def, &positional, named);
        }
        // Absent: never, it was pushed above.
        self.made.pop().unwrap_or(Host::Unknown)
    }

    /// `record["tm"] = value`, `record.tm = value`, or something else that changes a record: then nothing is known of it, as of what
    /// has a record that is changed inside it.
    pub(super) fn change(&mut self, of: &'a ast::Expr, name: Option<&'a str>, value: Host<'a>) {
        let old = self.expr(of);
        let Host::Record(record) = &old else {
            // An item of a list.
            if let Host::List(_) = old {
                self.replace(&old, &Host::Unknown);
            }
            return;
        };
        let changed = match name {
            Some(name) => {
                let mut members = record.to_vec();
                put(&mut members, name, value);
                Host::Record(members.into())
            }
            None => Host::Unknown,
        };
        self.replace(&old, &changed);
        let mut holder = of;
        while let ast::Expr::Attribute(ast::ExprAttribute { value, .. })
        | ast::Expr::Subscript(ast::ExprSubscript { value, .. }) = holder
        {
            holder = value;
        }
        if let ast::Expr::Name(name) = holder
            && !of.is_name_expr()
        {
            self.forget(name.id.as_str());
        }
    }

    /// A call of a method of a record: of what a member is, or one that dicts have.
    pub(super) fn record_method(
        &mut self,
        members: &Members<'a>,
        attribute: &'a ast::ExprAttribute,
        arguments: &'a [ast::Expr],
    ) -> Option<Host<'a>> {
        match (attribute.attr.as_str(), arguments) {
            ("get", [ast::Expr::StringLiteral(key), rest @ ..]) => {
                member(members, key.value.to_str()).or_else(|| rest.first().map(|default| self.expr(default)))
            }
            ("copy", []) => Some(Host::Record(Rc::from(members))),
            ("update" | "setdefault" | "pop" | "popitem" | "clear", _) => {
                self.change(&attribute.value, None, Host::Unknown);
                None
            }
            _ => None,
        }
    }
}
