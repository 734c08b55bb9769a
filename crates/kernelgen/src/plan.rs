//! A kernel as data, and its text.

use std::fmt::Write as _;

/// A tile of numbers: its extents and the name of its element type in Tile IR. A scalar has no extents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ty {
    /// Extents, outermost first.
    pub shape: Vec<usize>,
    /// Such as `f32`.
    pub element: &'static str,
}

impl Ty {
    /// A tile of these extents.
    pub fn new(shape: &[usize], element: &'static str) -> Self {
        Self {
            shape: shape.to_vec(),
            element,
        }
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The tile of the same extents with other elements.
    pub fn with(&self, element: &'static str) -> Self {
        Self {
            shape: self.shape.clone(),
            element,
        }
    }

    /// Its text, such as `tile<4x8xf32>`.
    pub fn text(&self) -> String {
        let extents: String = self.shape.iter().map(|n| format!("{n}x")).collect();
        format!("tile<{extents}{}>", self.element)
    }
}

/// A value of a plan, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value(pub usize);

/// The agreement that is asked of engines about a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Accuracy {
    /// Every bit (any NaN stands for any other), and the numbers may be anything.
    Exact,
    /// Every bit, and the numbers are finite and of moderate size.
    Tame,
    /// `|a - b| <= absolute + relative * |b|`. Such a value is stored, and moved, but nothing is computed from it.
    Close {
        /// In units of the value.
        absolute: f64,
        /// As a fraction of the value.
        relative: f64,
    },
}

/// An op.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its text after `=`: `{0}` stands for the first value used, `{b0}` for the first block.
    pub template: String,
    /// The values it uses.
    pub uses: Vec<Value>,
    /// The values it makes, in order.
    pub defs: Vec<Value>,
    /// Its regions.
    pub blocks: Vec<Block>,
}

/// The body of a region, or of the kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Its arguments.
    pub args: Vec<Value>,
    /// The ops.
    pub steps: Vec<Step>,
    /// Its last op: `yield`, `continue`, or nothing.
    pub end: &'static str,
    /// The values that it hands on.
    pub ends: Vec<Value>,
}

/// An array that the kernel reads through a view, one tile per tile block.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// The tile that is loaded.
    pub tile: Ty,
    /// Extents of the array for one tile block: at most those of the tile.
    pub extents: Vec<usize>,
    /// The padding, for elements outside the array: a word of the language, or nothing where the tile fits.
    pub padding: Option<&'static str>,
    /// Whether the numbers are finite and of moderate size.
    pub tame: bool,
    /// The view by which all tile blocks read tiles of one array; none: each tile block reads its own.
    pub view: Option<View>,
    /// Whether the kernel stores through the view: then the array is compared afterwards.
    pub stored: bool,
}

/// A view of an array that all tile blocks read, any number of times.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Such as `strided_view`.
    pub kind: &'static str,
    /// Text of the view's type before the padding, such as `traversal_strides=[3,8], `.
    pub before: String,
    /// Text at the end of the type, such as `, sparse_dim=0`.
    pub after: String,
    /// Whether extents and strides are known only when the kernel runs.
    pub dynamic: bool,
}

/// A table that lies in the module.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its elements.
    pub count: usize,
    /// Their type.
    pub element: &'static str,
    /// Their text: one number for all of them, or a list.
    pub value: String,
    /// In bytes.
    pub alignment: Option<u32>,
}

/// A kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The seed that it was grown from.
    pub seed: u64,
    /// Type and accuracy of each value.
    pub values: Vec<(Ty, Accuracy)>,
    /// The arrays that it reads.
    pub inputs: Vec<Input>,
    /// Its ops.
    pub body: Block,
    /// The values that it stores, each in an array of its own.
    pub outputs: Vec<Value>,
    /// Tile blocks.
    pub grid: usize,
    /// Arrays of 64 integers each that it changes atomically, by element type.
    pub counters: Vec<&'static str>,
    /// Tables that it looks things up in.
    pub globals: Vec<Global>,
}

/// The type as which elements are stored that have no form in memory, and the op that converts to it.
pub(crate) fn stored_as(element: &str) -> Option<(&'static str, &'static str)> {
    match element {
        "i1" => Some(("i8", "exti {0} unsigned")),
        "i4" => Some(("i8", "exti {0} signed")),
        "tf32" | "f4E2M1FN" => Some(("f32", "ftof {0}")),
        _ => None,
    }
}

/// The type of a pointer to elements of this type, as a parameter: two 4-bit floats lie in a byte.
fn lies_as(element: &str) -> &str {
    if element == "f4E2M1FN" { "i8" } else { element }
}

impl Plan {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> &Ty {
        &self.values[value.0].0
    }

    /// The kernel in Tile IR.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut params: Vec<String> = Vec::new();
        for (i, input) in self.inputs.iter().enumerate() {
            params.push(format!("%x{i}: tile<ptr<{}>>", lies_as(input.tile.element)));
        }
        for (i, &value) in self.outputs.iter().enumerate() {
            let element = self.ty(value).element;
            let stored = stored_as(element).map_or(element, |(to, _)| to);
            params.push(format!("%y{i}: tile<ptr<{stored}>>"));
        }
        for (i, element) in self.counters.iter().enumerate() {
            params.push(format!("%c{i}: tile<ptr<{element}>>"));
        }
        // Some kernels ask for more or fewer warps than they would get.
        let hints = match self.seed % 27 {
            5 => " optimization_hints=<default = {num_worker_warps_per_cta = 8}>",
            14 => " optimization_hints=<default = {num_worker_warps_per_cta = 1}>",
            _ => "",
        };
        let mut body = String::new();
        self.write_block(&self.body, 1, &mut body);
        self.write_globals(&body, &mut out);
        let _ = writeln!(out, "entry @random_{}({}){hints} {{", self.seed, params.join(", "));
        out.push_str("  %bx, %by, %bz = get_tile_block_id : tile<i32>\n  %zero = constant <i32: 0> : tile<i32>\n");
        // A view that nothing is loaded through any more is left out; its parameter stays.
        let loaded = |i: usize| body.contains(&format!("%px{i}["));
        for (i, input) in self.inputs.iter().enumerate().filter(|&(i, _)| loaded(i)) {
            if let Some(view) = &input.view {
                input.write_whole(view, i, &mut out);
                continue;
            }
            write_view(
                &mut out,
                &format!("x{i}"),
                &input.extents,
                &input.tile,
                input.padding,
                self.grid,
            );
        }
        out.push_str(&body);
        for (i, &value) in self.outputs.iter().enumerate() {
            self.write_output(i, value, &mut out);
        }
        out.push_str("  return\n}\n");
        out
    }

    /// The tables that the body asks for.
    fn write_globals(&self, body: &str, out: &mut String) {
        for (i, global) in self.globals.iter().enumerate() {
            if !body.contains(&format!("get_global @g{i} :")) {
                continue;
            }
            let alignment = global.alignment.map_or(String::new(), |n| format!("alignment = {n} "));
            let (element, value, count) = (global.element, &global.value, global.count);
            let _ = writeln!(
                out,
                "global @g{i} {alignment}<{element}: {value}> : tile<{count}x{element}>"
            );
        }
    }

    fn write_block(&self, block: &Block, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        for step in &block.steps {
            let names: Vec<String> = step.defs.iter().map(|v| format!("%v{}", v.0)).collect();
            out.push_str(&indent);
            if !names.is_empty() {
                let _ = write!(out, "{} = ", names.join(", "));
            }
            self.write_template(step, depth, out);
            out.push('\n');
        }
        if !block.end.is_empty() {
            let _ = writeln!(out, "{indent}{}", self.end_text(block));
        }
    }

    fn end_text(&self, block: &Block) -> String {
        if block.ends.is_empty() {
            return block.end.to_string();
        }
        let names: Vec<String> = block.ends.iter().map(|v| format!("%v{}", v.0)).collect();
        let types: Vec<String> = block.ends.iter().map(|&v| self.ty(v).text()).collect();
        format!("{} {} : {}", block.end, names.join(", "), types.join(", "))
    }

    /// Fills in `{0}` (a value used), `{t0}` (its type), `{d0}` (the type of a result), `{a0}` (an argument of the first
    /// block), `{b0}` (a block).
    fn write_template(&self, step: &Step, depth: usize, out: &mut String) {
        let mut rest = step.template.as_str();
        while let Some(at) = rest.find('{') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(end) = rest.find('}').filter(|&end| end > 0 && end <= 3) else {
                out.push('{');
                continue;
            };
            let (kind, number) = rest[..end].split_at(usize::from(!rest.starts_with(|c: char| c.is_ascii_digit())));
            let Ok(number) = number.parse::<usize>() else {
                out.push('{');
                continue;
            };
            rest = &rest[end + 1..];
            match kind {
                "t" => out.push_str(&self.ty(step.uses[number]).text()),
                "d" => out.push_str(&self.ty(step.defs[number]).text()),
                "a" => {
                    let _ = write!(out, "%v{}", step.blocks[0].args[number].0);
                }
                "b" => {
                    out.push_str("{\n");
                    self.write_block(&step.blocks[number], depth + 1, out);
                    out.push_str(&"  ".repeat(depth));
                    out.push('}');
                }
                _ => {
                    let _ = write!(out, "%v{}", step.uses[number].0);
                }
            }
        }
        out.push_str(rest);
    }

    /// Brings a value into a form that memory takes, and stores it.
    fn write_output(&self, i: usize, value: Value, out: &mut String) {
        let ty = self.ty(value);
        let mut name = format!("%v{}", value.0);
        let mut stored = ty.clone();
        if let Some((to, op)) = stored_as(ty.element) {
            stored = ty.with(to);
            let _ = writeln!(
                out,
                "  %o{i} = {} : {} -> {}",
                op.replace("{0}", &name),
                ty.text(),
                stored.text()
            );
            name = format!("%o{i}");
        }
        write_view(out, &format!("y{i}"), &stored.shape, &stored, None, self.grid);
        let tile = one_more(&stored);
        let view = view_text(&stored.shape, &stored, None, self.grid);
        let _ = writeln!(out, "  %r{i} = reshape {name} : {} -> {}", stored.text(), tile.text());
        let zeros = ", %zero".repeat(stored.shape.len());
        let _ = writeln!(
            out,
            "  %w{i} = store_view_tko weak %r{i}, %py{i}[%bx{zeros}] : {}, {view}, tile<i32> -> token",
            tile.text()
        );
    }
}

impl Input {
    /// The view of an array that all tile blocks read.
    pub(crate) fn whole_text(&self, view: &View) -> String {
        let padding = self.padding.map_or(String::new(), |p| format!("padding_value = {p}, "));
        format!(
            "{}<tile=({}), {}{padding}{}{}>",
            view.kind,
            list(&self.tile.shape, "x"),
            view.before,
            self.tensor(view),
            view.after
        )
    }

    fn tensor(&self, view: &View) -> String {
        let (sizes, steps) = (list(&self.extents, "x"), list(&strides(&self.extents), ","));
        let element = self.tile.element;
        if !view.dynamic {
            return format!("tensor_view<{sizes}x{element}, strides=[{steps}]>");
        }
        let unknown = vec!["?"; self.extents.len()];
        let steps = [&unknown[1..], &["1"]].concat().join(",");
        format!("tensor_view<{}x{element}, strides=[{steps}]>", unknown.join("x"))
    }

    fn write_whole(&self, view: &View, i: usize, out: &mut String) {
        let number = |n: usize, out: &mut String| {
            if !view.dynamic {
                return n.to_string();
            }
            // No grid has a second extent, which the compiler cannot know.
            let name = format!("%n{i}_{n}");
            if !out.contains(&format!("{name} =")) {
                let _ = writeln!(out, "  %c{i}_{n} = constant <i32: {n}> : tile<i32>");
                let _ = writeln!(out, "  {name} = addi %c{i}_{n}, %by : tile<i32>");
            }
            name
        };
        let sizes: Vec<String> = self.extents.iter().map(|&n| number(n, out)).collect();
        let mut steps: Vec<String> = self.extents[1..].iter().map(|_| String::new()).collect();
        for (step, &n) in steps.iter_mut().zip(&strides(&self.extents)) {
            *step = number(n, out);
        }
        steps.push("1".to_string());
        let tensor = self.tensor(view);
        let mut base = format!("%x{i}");
        let (element, lies) = (self.tile.element, lies_as(self.tile.element));
        if element != lies {
            let _ = writeln!(
                out,
                "  %h{i} = ptr_to_ptr {base} : tile<ptr<{lies}>> -> tile<ptr<{element}>>"
            );
            base = format!("%h{i}");
        }
        let dynamic = if view.dynamic { "tile<i32> -> " } else { "" };
        let _ = writeln!(
            out,
            "  %mx{i} = make_tensor_view {base}, shape = [{}], strides = [{}] : {dynamic}{tensor}",
            sizes.join(", "),
            steps.join(", ")
        );
        let text = self.whole_text(view);
        let _ = writeln!(out, "  %px{i} = make_{} %mx{i} : {text}", view.kind);
    }
}

/// The tile with one more extent in front, of one: a tile of an array with one of them for each tile block.
pub(crate) fn one_more(tile: &Ty) -> Ty {
    let mut shape = vec![1];
    shape.extend(&tile.shape);
    Ty {
        shape,
        element: tile.element,
    }
}

/// Row-major strides, in elements.
pub(crate) fn strides(extents: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; extents.len()];
    for i in (1..extents.len()).rev() {
        strides[i - 1] = strides[i] * extents[i];
    }
    strides
}

fn list(numbers: &[usize], sep: &str) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(sep)
}

fn tensor_text(extents: &[usize], element: &str, grid: usize) -> (Vec<usize>, String) {
    let mut all = vec![grid];
    all.extend(extents);
    let text = format!(
        "tensor_view<{}x{element}, strides=[{}]>",
        list(&all, "x"),
        list(&strides(&all), ",")
    );
    (all, text)
}

pub(crate) fn view_text(extents: &[usize], tile: &Ty, padding: Option<&str>, grid: usize) -> String {
    let (_, tensor) = tensor_text(extents, tile.element, grid);
    let padding = padding.map_or(String::new(), |p| format!("padding_value = {p}, "));
    format!(
        "partition_view<tile=({}), {padding}{tensor}>",
        list(&one_more(tile).shape, "x")
    )
}

fn write_view(out: &mut String, name: &str, extents: &[usize], tile: &Ty, padding: Option<&str>, grid: usize) {
    let (all, tensor) = tensor_text(extents, tile.element, grid);
    let (sizes, steps) = (list(&all, ", "), list(&strides(&all), ", "));
    let _ = writeln!(
        out,
        "  %m{name} = make_tensor_view %{name}, shape = [{sizes}], strides = [{steps}] : {tensor}"
    );
    let view = view_text(extents, tile, padding, grid);
    let _ = writeln!(out, "  %p{name} = make_partition_view %m{name} : {view}");
}
