//! Python of what is known when a kernel is compiled: in `ct.static_eval`, `ct.static_iter` and the statements of the file.

use crate::api::attributes::LIMITS;
use crate::dtype::Dtype;
use crate::eval::calls::{Arguments, KEYWORDS};
use crate::eval::number::Num;
use crate::eval::{Eval, constants};
use crate::fail::{Fail, Res};
use crate::numbers;
use crate::value::{Const, Host, Members, Value, show};
use ruff_python_ast as ast;
use std::rc::Rc;

/// Functions of Python that only have a meaning here; those that kernels have, too, are in `builtins`.
const FUNCTIONS: &[&str] = &[
    "all",
    "any",
    "dict",
    "enumerate",
    "filter",
    "hasattr",
    "iter",
    "list",
    "map",
    "pow",
    "reversed",
    "round",
    "set",
    "setattr",
    "sorted",
    "sum",
];

/// Methods of numbers, strings and dicts.
const METHODS: &[&str] = &[
    "append",
    "bit_length",
    "endswith",
    "extend",
    "get",
    "items",
    "join",
    "keys",
    "lower",
    "pop",
    "replace_hints",
    "sort",
    "startswith",
    "update",
    "upper",
    "values",
];

/// The most items that something is made of.
const MAX_ITEMS: i64 = 1 << 16;
/// The depth to which tuples, lists and objects are in each other.
const MAX_DEPTH: usize = 100;

/// The function of this name.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|known| **known == name).copied()
}

/// A list.
fn list<'a>(items: Vec<Value<'a>>) -> Value<'a> {
    Value::Host(Rc::new(Host::List(items.into())))
}

/// An iterator.
pub(super) fn once<'a>(items: Vec<Value<'a>>) -> Value<'a> {
    Value::Host(Rc::new(Host::Once(items.into())))
}

fn pair<'a>((key, value): &(Value<'a>, Value<'a>)) -> Value<'a> {
    Value::tuple(vec![key.clone(), value.clone()])
}

impl<'a> Eval<'a> {
    /// Whether Python itself would evaluate what is evaluated now.
    pub(crate) fn is_host(&self) -> bool {
        self.statics > 0 || !self.is_in_kernel()
    }

    /// Evaluates something as Python does.
    pub(crate) fn as_host<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.statics += 1;
        let result = run(self);
        self.statics -= 1;
        result
    }

    /// Whether something holds, which is known: the truth of tiles is not asked for here.
    pub(crate) fn holds(&mut self, value: &Value<'a>) -> Res<bool> {
        let truth = self.truth(value)?;
        Ok(matches!(truth, Num::Const(constant, _) if constants::truth(constant)))
    }

    /// Lists, dicts, comprehensions and formatted strings; none for other expressions.
    pub(crate) fn host_expr(&mut self, expr: &'a ast::Expr) -> Res<Option<Value<'a>>> {
        Ok(Some(match expr {
            ast::Expr::List(of) => list(self.items(&of.elts, |_| false)?),
            ast::Expr::Set(of) => {
                let items = self.items(&of.elts, |_| false)?;
                self.set_of(items)?
            }
            ast::Expr::Dict(dict) => {
                let mut rows = Vec::new();
                for item in &dict.items {
                    let value = self.expr(&item.value)?;
                    match (&item.key, &value) {
                        (Some(key), _) => rows.push((self.expr(key)?, value)),
                        (None, Value::Host(host)) if matches!(**host, Host::Dict(_)) => {
                            let Host::Dict(other) = &**host else { continue };
                            rows.extend(other.borrow().iter().cloned());
                        }
                        _ => return self.unsupported("`**` in a dict"),
                    }
                }
                self.dict_of(rows)?
            }
            ast::Expr::Generator(of) => self.generator(expr, of)?,
            ast::Expr::Yield(ast::ExprYield { value, .. }) => {
                let value = value.as_ref().map_or(Ok(Value::None), |value| self.expr(value))?;
                self.yields(vec![value])?
            }
            ast::Expr::YieldFrom(of) => {
                let value = self.expr(&of.value)?;
                let items = self.known_items(&value)?;
                self.yields(items)?
            }
            ast::Expr::ListComp(ast::ExprListComp { elt, generators, .. })
            | ast::Expr::SetComp(ast::ExprSetComp { elt, generators, .. }) => {
                let items = self.comprehended(generators, None, &mut |eval| eval.expr(elt))?;
                match expr {
                    ast::Expr::SetComp(_) => self.set_of(items)?,
                    _ => list(items),
                }
            }
            ast::Expr::DictComp(of) => {
                let rows = self.comprehended(&of.generators, None, &mut |eval| {
                    let key = of.key.as_ref().map_or(Ok(Value::None), |key| eval.expr(key))?;
                    Ok(pair(&(key, eval.expr(&of.value)?)))
                })?;
                let rows = rows.iter().filter_map(|row| match row {
                    Value::Tuple(row) => Some((row[0].clone(), row[1].clone())),
                    _ => None,
                });
                self.dict_of(rows.collect())?
            }
            ast::Expr::FString(string) => self.formatted(string)?,
            ast::Expr::Named(named) if !self.is_in_kernel() => {
                let value = self.expr(&named.value)?;
                self.assign(&named.target, value.clone())?;
                value
            }
            ast::Expr::BinOp(op) => {
                let (left, right) = (self.expr(&op.left)?, self.expr(&op.right)?);
                self.host_binary(op.op, &left, &right)?
            }
            _ => return Ok(None),
        }))
    }

    /// An operator of Python.
    pub(crate) fn host_binary(&mut self, op: ast::Operator, left: &Value<'a>, right: &Value<'a>) -> Res<Value<'a>> {
        match self.listed(op, left, right)? {
            Some(value) => Ok(value),
            None => self.operate(op, left, right),
        }
    }

    /// `a += b`: a list grows, wherever it is known.
    pub(crate) fn host_augmented(&mut self, op: ast::Operator, old: &Value<'a>, value: &Value<'a>) -> Res<Value<'a>> {
        let is_list = matches!(old, Value::Host(host) if matches!(**host, Host::List(_)));
        match op {
            ast::Operator::Add if is_list => {
                self.call_method(old, "extend", std::slice::from_ref(value), &[])?;
                Ok(old.clone())
            }
            _ if is_list => self.unsupported("a list that is changed in place"),
            _ => self.host_binary(op, old, value),
        }
    }

    /// Lists that are added, and items that are repeated.
    fn listed(&mut self, op: ast::Operator, left: &Value<'a>, right: &Value<'a>) -> Res<Option<Value<'a>>> {
        let items_of = |value: &Value<'a>| match value {
            Value::Tuple(items) => Some((items.to_vec(), false)),
            Value::Host(host) => match &**host {
                Host::List(items) => Some((items.borrow().clone(), true)),
                _ => None,
            },
            _ => None,
        };
        let (items, is_list) = match (op, items_of(left), items_of(right)) {
            (ast::Operator::Add, Some((mut items, true)), Some((more, true))) => {
                items.extend(more);
                (items, true)
            }
            (ast::Operator::Mult, Some((items, is_list)), None) => (self.repeated(items, right)?, is_list),
            (ast::Operator::Mult, None, Some((items, is_list))) => (self.repeated(items, left)?, is_list),
            _ => return Ok(None),
        };
        Ok(Some(if is_list { list(items) } else { Value::tuple(items) }))
    }

    fn repeated(&mut self, items: Vec<Value<'a>>, times: &Value<'a>) -> Res<Vec<Value<'a>>> {
        let times = self
            .const_int(times, "the number of times that items are repeated")?
            .max(0);
        self.check_items(times.saturating_mul(items.len() as i64))?;
        Ok((0..times).flat_map(|_| items.iter().cloned()).collect())
    }

    /// Refuses what has too many items.
    pub(crate) fn check_items(&self, count: i64) -> Res<()> {
        if count > MAX_ITEMS {
            return self.fail(
                "python.size",
                format!("more than {MAX_ITEMS} items are made"),
                "make fewer",
            );
        }
        Ok(())
    }

    /// Refuses values that are nested very deep, or are very many.
    pub(crate) fn check_values(&self, values: &[Value<'a>]) -> Res<()> {
        match fits(values, 0, &mut 0) {
            true => Ok(()),
            false => self.fail(
                "python.size",
                format!("values are nested more than {MAX_DEPTH} deep, or there are more than {MAX_ITEMS}"),
                "make smaller tuples",
            ),
        }
    }

    /// Whether two known values are equal.
    pub(crate) fn is_equal(&mut self, a: &Value<'a>, b: &Value<'a>) -> Res<bool> {
        let same = self.compare_values(ast::CmpOp::Eq, a, b)?;
        self.holds(&same)
    }

    fn set_of(&mut self, items: Vec<Value<'a>>) -> Res<Value<'a>> {
        let rows = items.into_iter().map(|item| (item, Value::None)).collect();
        let set = self.dict_of(rows)?;
        self.known_items(&set).map(list)
    }

    /// A dict: of equal keys the first, with the last value.
    fn dict_of(&mut self, rows: Vec<(Value<'a>, Value<'a>)>) -> Res<Value<'a>> {
        let mut kept: Vec<(Value<'a>, Value<'a>)> = Vec::new();
        for (key, value) in rows {
            match self.row(&kept, &key)? {
                Some(place) => kept[place].1 = value,
                None => kept.push((key, value)),
            }
        }
        Ok(Value::Host(Rc::new(Host::Dict(kept.into()))))
    }

    /// The row of a key.
    fn row(&mut self, rows: &[(Value<'a>, Value<'a>)], key: &Value<'a>) -> Res<Option<usize>> {
        for (place, row) in rows.iter().enumerate() {
            if self.is_equal(&row.0, key)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// The value of a key of a dict.
    pub(crate) fn at_key(&mut self, rows: &[(Value<'a>, Value<'a>)], key: &Value<'a>) -> Res<Value<'a>> {
        match self.row(rows, key)? {
            Some(place) => Ok(rows[place].1.clone()),
            None => {
                let key = shown(key).unwrap_or_else(|| key.describe());
                self.fail("python.constant", format!("the dict has no key {key}"), "")
            }
        }
    }

    /// Assigns to an item of a list or dict; whether the object is one.
    pub(crate) fn set_item(&mut self, object: &Value<'a>, index: &Value<'a>, value: &Value<'a>) -> Res<bool> {
        let Value::Host(host) = object else { return Ok(false) };
        match &**host {
            Host::Dict(rows) => {
                let known = rows.borrow().clone();
                match self.row(&known, index)? {
                    Some(place) => rows.borrow_mut()[place].1 = value.clone(),
                    None => rows.borrow_mut().push((index.clone(), value.clone())),
                }
            }
            Host::List(items) => {
                let at = self.const_int(index, "the index of a list")?;
                let place = if at < 0 { at + items.borrow().len() as i64 } else { at };
                match usize::try_from(place)
                    .ok()
                    .and_then(|place| items.borrow_mut().get_mut(place).map(|item| *item = value.clone()))
                {
                    Some(()) => {}
                    None => return self.type_error(format!("index {at} is outside of a list"), ""),
                }
            }
            Host::Kernel(_) | Host::Once(_) => return Ok(false),
        }
        // Only now: it may be in itself.
        self.check_values(std::slice::from_ref(object)).map(|()| true)
    }

    /// The items of a comprehension, one for each that its conditions take.
    pub(crate) fn comprehended(
        &mut self,
        generators: &'a [ast::Comprehension],
        first: Option<&Value<'a>>,
        make: &mut dyn FnMut(&mut Self) -> Res<Value<'a>>,
    ) -> Res<Vec<Value<'a>>> {
        let frame = self.frame();
        let before = frame.snapshot();
        let mut made = Vec::new();
        let done = self.generated(generators, first, &mut |eval| {
            eval.made += 1;
            eval.check_size()?;
            made.push(make(eval)?);
            eval.check_items(made.len() as i64)
        });
        frame.restore(before);
        done.map(|()| made)
    }

    fn generated(
        &mut self,
        generators: &'a [ast::Comprehension],
        first: Option<&Value<'a>>,
        make: &mut dyn FnMut(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let Some((generator, rest)) = generators.split_first() else {
            return make(self);
        };
        let iterable = match first {
            Some(first) => first.clone(),
            None => self.expr(&generator.iter)?,
        };
        'items: for item in self.known_items(&iterable)? {
            self.assign(&generator.target, item)?;
            for condition in &generator.ifs {
                let value = self.expr(condition)?;
                if !self.holds(&value)? {
                    continue 'items;
                }
            }
            self.generated(rest, None, make)?;
        }
        Ok(())
    }

    /// A generator that runs hands these on; `yield` has no value here.
    fn yields(&mut self, items: Vec<Value<'a>>) -> Res<Value<'a>> {
        self.made += 1;
        self.check_size()?;
        let count = match self.yielded.last_mut() {
            Some(all) => {
                all.extend(items);
                all.len() as i64
            }
            None => return self.unsupported("yield"),
        };
        self.check_items(count).map(|()| Value::None)
    }

    /// An f-string without formats.
    fn formatted(&mut self, string: &'a ast::ExprFString) -> Res<Value<'a>> {
        let mut text = String::new();
        for part in string.value.as_slice() {
            let elements = match part {
                ast::FStringPart::Literal(literal) => {
                    text.push_str(literal.as_str());
                    continue;
                }
                ast::FStringPart::FString(string) => &string.elements,
            };
            for element in elements {
                match element {
                    ast::InterpolatedStringElement::Literal(literal) => text.push_str(&literal.value),
                    ast::InterpolatedStringElement::Interpolation(part) => {
                        let value = self.expr(&part.expression)?;
                        let is_plain = part.format_spec.is_none() && part.debug_text.is_none();
                        match shown(&value).filter(|_| is_plain && part.conversion == ast::ConversionFlag::None) {
                            Some(shown) => text.push_str(&shown),
                            None => return self.unsupported("a format in a string that is computed"),
                        }
                    }
                }
            }
        }
        Ok(Value::Str(text.into()))
    }

    /// Calls a function that only has a meaning here, or that has another one; none where it has not.
    pub(crate) fn host_call(&mut self, name: &str, arguments: &Arguments<'a>) -> Res<Option<Value<'a>>> {
        let value = self.host_function(name, arguments)?;
        self.check_values(value.as_slice())?;
        Ok(value)
    }

    fn host_function(&mut self, name: &str, arguments: &Arguments<'a>) -> Res<Option<Value<'a>>> {
        let named = |word: &str| {
            arguments
                .named
                .iter()
                .find(|(name, _)| *name == word)
                .map(|row| row.1.clone())
        };
        let values = &arguments.positional[..];
        let second = |word: &str| values.get(1).cloned().or_else(|| named(word));
        Ok(Some(match (name, values) {
            ("dict", []) => {
                let rows = arguments.named.iter();
                self.dict_of(
                    rows.map(|(name, value)| (Value::Str((*name).into()), value.clone()))
                        .collect(),
                )?
            }
            ("dict", [Value::Host(host)]) => match &**host {
                Host::Dict(rows) => self.dict_of(rows.borrow().clone())?,
                _ => {
                    let mut rows = Vec::new();
                    for row in self.known_items(&values[0])? {
                        match &row {
                            Value::Tuple(row) if let [key, value] = &**row => rows.push((key.clone(), value.clone())),
                            other => {
                                return self
                                    .type_error(format!("a dict is made of pairs, not of {}", other.describe()), "");
                            }
                        }
                    }
                    self.dict_of(rows)?
                }
            },
            ("list" | "set" | "tuple", []) => list(Vec::new()),
            ("list", [of]) => list(self.known_items(of)?),
            ("tuple", [of]) => Value::tuple(self.known_items(of)?),
            ("set", [of]) => {
                let items = self.known_items(of)?;
                self.set_of(items)?
            }
            ("len", [Value::Str(text)]) => Value::int(text.chars().count() as i64),
            ("len", [of @ (Value::Host(_) | Value::Range(_))]) => Value::int(self.known_items(of)?.len() as i64),
            ("enumerate", [of, ..]) => {
                let start = second("start").map_or(Ok(0), |start| self.const_int(&start, "the start"))?;
                let items = self.known_items(of)?.into_iter().enumerate();
                once(
                    items
                        .map(|(i, item)| Value::tuple(vec![Value::int(start + i as i64), item]))
                        .collect(),
                )
            }
            ("reversed", [of]) => {
                let mut items = self.known_items(of)?;
                items.reverse();
                once(items)
            }
            ("iter", [of]) => once(self.known_items(of)?),
            ("map", [function, of]) => {
                let mut items = self.known_items(of)?;
                for item in &mut items {
                    *item = self.applied(function, item)?;
                }
                once(items)
            }
            ("filter", [function, of]) => {
                let mut items = Vec::new();
                for item in self.known_items(of)? {
                    let is_in = match function {
                        Value::None => item.clone(),
                        function => self.applied(function, &item)?,
                    };
                    let is_in = self.holds(&is_in)?;
                    items.extend(Some(item).filter(|_| is_in));
                }
                once(items)
            }
            ("itertools.chain", of) => {
                let mut items = Vec::new();
                for of in of {
                    items.extend(self.known_items(of)?);
                }
                once(items)
            }
            ("itertools.product", of) if arguments.named.is_empty() => {
                let mut rows = vec![Vec::new()];
                for of in of {
                    let items = self.known_items(of)?;
                    self.check_items((rows.len() * items.len()) as i64)?;
                    rows = rows
                        .iter()
                        .flat_map(|row| items.iter().map(|item| [&row[..], std::slice::from_ref(item)].concat()))
                        .collect();
                }
                once(rows.into_iter().map(Value::tuple).collect())
            }
            ("numpy.dtype", [dtype @ Value::Dtype(_)]) => dtype.clone(),
            ("numpy.dtype", [Value::Str(name)]) if let Some(dtype) = Dtype::of_library(name) => Value::Dtype(dtype),
            (name, [Value::Dtype(dtype)])
                if let Some(module) = name.strip_suffix(".finfo").or(name.strip_suffix(".iinfo")) =>
            {
                Value::Module(format!("{module}{LIMITS}{dtype}").into())
            }
            ("setattr", [object, Value::Str(name), value]) => {
                self.set_attribute(object, name, value)?;
                Value::None
            }
            ("getattr" | "hasattr", [object, Value::Str(of), rest @ ..]) => {
                let found = match self.attribute(object, of) {
                    Ok(Value::Module(path)) if name == "hasattr" || !rest.is_empty() => {
                        return self.fail(
                            "python.host",
                            format!("whether there is `{path}` is not known when a kernel is compiled"),
                            "write the value itself",
                        );
                    }
                    Err(Fail::Told(why)) if why.code == "python.attribute" => None,
                    value => Some(value?),
                };
                match (found, rest) {
                    (found, _) if name == "hasattr" => self.constant_value(Const::Bool(found.is_some())),
                    (Some(value), _) => value,
                    (None, [value]) => value.clone(),
                    _ => return Ok(None),
                }
            }
            ("any" | "all", [of]) => {
                let mut found = name == "all";
                for item in self.known_items(of)? {
                    if self.holds(&item)? != (name == "all") {
                        found = !found;
                        break;
                    }
                }
                self.constant_value(Const::Bool(found))
            }
            ("sum", [of, ..]) => {
                let mut sum = second("start").unwrap_or(Value::int(0));
                for item in self.known_items(of)? {
                    sum = self.host_binary(ast::Operator::Add, &sum, &item)?;
                }
                sum
            }
            ("math.prod", [of]) => {
                let mut product = Value::int(1);
                for item in self.known_items(of)? {
                    product = self.host_binary(ast::Operator::Mult, &product, &item)?;
                }
                product
            }
            ("sorted" | "min" | "max", [..]) => {
                let items = match values {
                    [of] => self.known_items(of)?,
                    several => several.to_vec(),
                };
                let is_down = match (name, named("reverse")) {
                    ("sorted", Some(reverse)) => self.holds(&reverse)?,
                    _ => name == "max",
                };
                let sorted = self.sorted(items, named("key"), is_down)?;
                match (name, sorted.into_iter()) {
                    ("sorted", sorted) => list(sorted.collect()),
                    (_, mut sorted) => match sorted.next().or_else(|| named("default")) {
                        Some(best) => best,
                        None => return self.type_error(format!("{name}() of nothing"), ""),
                    },
                }
            }
            ("pow", [a, b]) => self.host_binary(ast::Operator::Pow, a, b)?,
            ("round", [Value::Const(constant, _), ..]) => {
                let float = constants::as_float(*constant);
                let rounded = match (constant, second("ndigits")) {
                    (Const::Float(_), None | Some(Value::None)) if float.abs() < 1e30 => {
                        Const::Int(float.round_ties_even() as i128)
                    }
                    (_, Some(digits))
                        if !matches!(digits, Value::None) && self.const_int(&digits, "the number of digits")? < 0 =>
                    {
                        return Ok(None);
                    }
                    (Const::Float(_), Some(digits)) => {
                        let digits = self.const_int(&digits, "the number of digits")?;
                        match u32::try_from(digits)
                            .ok()
                            .and_then(|digits| numbers::rounded(float, digits))
                        {
                            Some(rounded) => Const::Float(rounded),
                            None => return Ok(None),
                        }
                    }
                    _ => constants::as_int(*constant).map_or(*constant, Const::Int),
                };
                self.constant_value(rounded)
            }
            _ => return Ok(None),
        }))
    }

    /// A function of one value.
    pub(crate) fn applied(&mut self, function: &Value<'a>, item: &Value<'a>) -> Res<Value<'a>> {
        let arguments = Arguments {
            positional: vec![item.clone()],
            named: Vec::new(),
        };
        self.invoke(function, arguments)
    }

    /// Items in the order of their keys; of equal ones the first stays first.
    fn sorted(&mut self, items: Vec<Value<'a>>, key: Option<Value<'a>>, is_down: bool) -> Res<Vec<Value<'a>>> {
        let mut sorted: Vec<(Value<'a>, Value<'a>)> = Vec::new();
        for item in items {
            let of = match &key {
                Some(Value::None) | None => item.clone(),
                Some(key) => self.applied(key, &item)?,
            };
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                let other = sorted[middle].0.clone();
                let (a, b) = if is_down { (&other, &of) } else { (&of, &other) };
                let before = self.compare(ast::CmpOp::Lt, a, b)?;
                if self.holds(&before)? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            sorted.insert(low, (of, item));
        }
        Ok(sorted.into_iter().map(|row| row.1).collect())
    }

    /// A method of a known number, string or dict.
    pub(crate) fn host_method(&self, object: &Value<'a>, name: &str) -> Option<Value<'a>> {
        let is_host = match object {
            Value::Str(_) if name == "join" => true,
            Value::Const(..) | Value::Str(_) | Value::Host(_) => self.is_host(),
            // Nothing changes what a call has collected.
            Value::Object(class, _) => class.name == KEYWORDS && name != "update",
            _ => false,
        };
        let method = METHODS.iter().find(|method| is_host && **method == name)?;
        Some(Value::Method(Rc::new(object.clone()), method))
    }

    /// Calls such a method; none where the object has no such one.
    pub(crate) fn call_method(
        &mut self,
        object: &Value<'a>,
        name: &str,
        values: &[Value<'a>],
        named: &[(&'a str, Value<'a>)],
    ) -> Res<Option<Value<'a>>> {
        let text = |text: String| Some(Value::Str(text.into()));
        if let Some(rows) = object.keywords() {
            let dict = Value::Host(Rc::new(Host::Dict(rows.into())));
            return self.call_method(&dict, name, values, named);
        }
        Ok(match (object, name, values) {
            (Value::Const(Const::Int(int), _), "bit_length", []) => Some(Value::int(constants::bit_length(*int))),
            (Value::Str(between), "join", [of]) => {
                let mut joined = String::new();
                for (i, item) in self.known_items(of)?.into_iter().enumerate() {
                    let Value::Str(item) = item else {
                        return self.type_error(format!("`join` takes strings, not {}", item.describe()), "");
                    };
                    joined.push_str(if i > 0 { between } else { "" });
                    joined.push_str(&item);
                    self.check_items(joined.len() as i64)?;
                }
                text(joined)
            }
            (Value::Str(of), "lower", []) => text(of.to_ascii_lowercase()),
            (Value::Str(of), "upper", []) => text(of.to_ascii_uppercase()),
            (Value::Str(of), "startswith", [Value::Str(with)]) => {
                Some(self.constant_value(Const::Bool(of.starts_with(&**with))))
            }
            (Value::Str(of), "endswith", [Value::Str(with)]) => {
                Some(self.constant_value(Const::Bool(of.ends_with(&**with))))
            }
            (Value::Host(host), ..) => match (&**host, name, values) {
                (Host::List(items), "append" | "extend", [of]) => {
                    let more = match name {
                        "append" => vec![of.clone()],
                        _ => self.known_items(of)?,
                    };
                    self.check_items((items.borrow().len() + more.len()) as i64)?;
                    items.borrow_mut().extend(more);
                    self.check_values(std::slice::from_ref(object))?;
                    Some(Value::None)
                }
                (Host::List(items), "sort", []) => {
                    let option = |name: &str| named.iter().find(|row| row.0 == name).map(|row| row.1.clone());
                    let is_down = match option("reverse") {
                        Some(reverse) => self.holds(&reverse)?,
                        None => false,
                    };
                    let all = items.borrow().clone();
                    let sorted = self.sorted(all, option("key"), is_down)?;
                    items.replace(sorted);
                    Some(Value::None)
                }
                (Host::List(items), "pop", []) => items.borrow_mut().pop(),
                (Host::Dict(rows), "update", []) => {
                    for (name, value) in named {
                        let key = Value::Str((*name).into());
                        let place = self.row(&rows.borrow(), &key)?;
                        match place {
                            Some(place) => rows.borrow_mut()[place].1 = value.clone(),
                            None => rows.borrow_mut().push((key, value.clone())),
                        }
                    }
                    self.check_values(std::slice::from_ref(object))?;
                    Some(Value::None)
                }
                (Host::Dict(rows), "keys", []) => Some(list(rows.borrow().iter().map(|row| row.0.clone()).collect())),
                (Host::Dict(rows), "values", []) => Some(list(rows.borrow().iter().map(|row| row.1.clone()).collect())),
                (Host::Dict(rows), "items", []) => Some(list(rows.borrow().iter().map(pair).collect())),
                (Host::Dict(rows), "get", [key, default @ ..]) => {
                    let rows = rows.borrow().clone();
                    Some(match self.row(&rows, key)? {
                        Some(place) => rows[place].1.clone(),
                        None => default.first().cloned().unwrap_or(Value::None),
                    })
                }
                _ => None,
            },
            _ => None,
        })
    }
}

/// Whether values, in which so many were seen so far, are neither too many nor too deep. What is in two places counts twice: most of what
/// is done with a tuple is done with each of its items.
fn fits(values: &[Value<'_>], depth: usize, seen: &mut i64) -> bool {
    *seen += values.len() as i64;
    *seen <= MAX_ITEMS
        && values.iter().all(|value| match value {
            Value::Tuple(items) | Value::Items(items) | Value::Object(_, items) => {
                depth < MAX_DEPTH && fits(items, depth + 1, seen)
            }
            Value::Host(host) => match &**host {
                Host::List(items) | Host::Once(items) => depth < MAX_DEPTH && fits(&items.borrow(), depth + 1, seen),
                Host::Dict(rows) => {
                    depth < MAX_DEPTH
                        && rows.borrow().iter().all(|(key, value)| {
                            fits(std::slice::from_ref(key), depth + 1, seen)
                                && fits(std::slice::from_ref(value), depth + 1, seen)
                        })
                }
                Host::Kernel(_) => true,
            },
            _ => true,
        })
}

/// A value as Python writes it in a string.
pub(super) fn shown(value: &Value<'_>) -> Option<String> {
    match value {
        Value::None => Some("None".into()),
        Value::Const(constant, _) => Some(show(*constant)),
        Value::Str(text) => Some(text.to_string()),
        Value::Member(member) if member.kind == Members::Plain => Some(value.describe()),
        Value::Dtype(dtype) => Some(dtype.name().into()),
        _ => None,
    }
}
