//! The printer: the one place where the tree becomes text.

use crate::source_map::{Pos, SourceMap};
use crate::tree::*;
use std::fmt::Write;

/// Things to print besides the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintOptions {
    /// `.file` and `.loc` lines.
    pub locations: bool,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions { locations: true }
    }
}

/// A printed module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// PTX, every line ended by a newline.
    pub text: String,
    /// The number of lines.
    pub lines: usize,
    /// Where each statement went.
    pub map: SourceMap,
}

/// Prints a module.
pub fn print(module: &Module, options: PrintOptions) -> Printed {
    let mut p = Printer {
        out: String::new(),
        line: 1,
        line_start: 0,
        options,
        map: SourceMap::default(),
    };
    p.module(module);
    Printed {
        text: p.out,
        lines: p.line as usize - 1,
        map: p.map,
    }
}

/// Prints one instruction as it stands in the body that owns its registers, without indentation and semicolon.
pub fn print_instr(body: &Body, instr: &Instr) -> String {
    let mut out = String::new();
    write_instr(&mut out, body, instr);
    out
}

/// Characters that a line of code has, about.
const LINE: usize = 40;

struct Printer {
    out: String,
    line: u32,
    line_start: usize,
    options: PrintOptions,
    map: SourceMap,
}

impl Printer {
    fn end_line(&mut self) {
        self.out.push('\n');
        self.line += 1;
        self.line_start = self.out.len();
    }

    fn push_line(&mut self, text: &str) {
        self.out.push_str(text);
        self.end_line();
    }

    /// The place where the next character goes.
    fn here(&self) -> Pos {
        Pos {
            line: self.line,
            col: (self.out.len() - self.line_start) as u32 + 1,
        }
    }

    fn module(&mut self, m: &Module) {
        self.push_line(&format!(".version {}", m.version));
        self.push_line(&format!(".target {}", m.target));
        self.push_line(&format!(".address_size {}", m.address_size));
        if self.options.locations {
            for f in &m.files {
                self.push_line(&format!(".file {} \"{}\"", f.index, f.name));
            }
        }
        for item in &m.items {
            self.end_line();
            match item {
                Item::Var(v) => {
                    write_var(&mut self.out, v);
                    self.end_line();
                }
                Item::Entry(e) => {
                    write_linkage(&mut self.out, e.linkage);
                    let _ = write!(self.out, ".entry {}", e.name);
                    self.code(e, true);
                }
                Item::Func(f) => {
                    write_linkage(&mut self.out, f.entry.linkage);
                    self.out.push_str(".func ");
                    if !f.returns.is_empty() {
                        self.params(&f.returns);
                        self.out.push(' ');
                    }
                    self.out.push_str(&f.entry.name);
                    self.code(&f.entry, f.defined);
                    if f.defined {
                        self.map.functions.extend(self.map.places.pop());
                    }
                }
                Item::Section { name, text } => {
                    let _ = write!(self.out, ".section {name} {{");
                    for (i, line) in text.split('\n').enumerate() {
                        if i > 0 {
                            self.end_line();
                        }
                        self.out.push_str(line);
                    }
                    self.push_line("}");
                }
            }
        }
    }

    fn params(&mut self, params: &[Param]) {
        self.out.push('(');
        for (i, param) in params.iter().enumerate() {
            self.push_line(if i == 0 { "" } else { "," });
            self.out.push_str("    ");
            write_param(&mut self.out, param);
        }
        if !params.is_empty() {
            self.end_line();
        }
        self.out.push(')');
    }

    /// The part after the name.
    fn code(&mut self, e: &Entry, defined: bool) {
        self.params(&e.params);
        self.end_line();
        for d in &e.directives {
            write_directive(&mut self.out, d);
            self.end_line();
        }
        if !defined {
            return self.push_line(";");
        }
        self.push_line("{");
        self.body(&e.body);
        self.push_line("}");
    }

    fn body(&mut self, body: &Body) {
        let mut places = Vec::with_capacity(body.stmts.len());
        self.out.reserve(LINE * body.stmts.len());
        let mut depth = 1;
        let mut loc = None;
        for stmt in &body.stmts {
            if let Stmt::Instr(i) = stmt
                && self.options.locations
                && i.loc.is_some()
                && i.loc != loc
            {
                loc = i.loc;
                if let Some(l) = loc {
                    self.push_line(&format!("    .loc {} {} {}", l.file, l.line, l.col));
                }
            }
            let indent = match stmt {
                Stmt::Label(_) => depth - 1,
                Stmt::Close => {
                    depth = (depth - 1).max(1);
                    depth
                }
                _ => depth,
            };
            (0..indent).for_each(|_| self.out.push_str("    "));
            places.push(self.here());
            match stmt {
                Stmt::Instr(i) => {
                    write_instr(&mut self.out, body, i);
                    self.out.push(';');
                }
                Stmt::Label(l) => {
                    self.out.push_str(label_name(body, *l));
                    self.out.push(':');
                }
                Stmt::Open => {
                    self.out.push('{');
                    depth += 1;
                }
                Stmt::Close => self.out.push('}'),
                Stmt::Regs(bank) => {
                    if let Some(b) = body.banks.get(usize::from(*bank)) {
                        let _ = write!(self.out, ".reg .{} {}", b.ty, b.name);
                        if let Some(n) = b.count {
                            let _ = write!(self.out, "<{n}>");
                        }
                        self.out.push(';');
                    }
                }
                Stmt::Var(v) => write_var(&mut self.out, v),
                Stmt::Targets(list) => {
                    self.out.push_str(".branchtargets");
                    for (i, label) in list.iter().enumerate() {
                        self.out.push_str(if i == 0 { " " } else { ", " });
                        self.out.push_str(label_name(body, *label));
                    }
                    self.out.push(';');
                }
                Stmt::Pragma(text) => {
                    let _ = write!(self.out, ".pragma \"{text}\";");
                }
            }
            self.end_line();
        }
        self.map.places.push(places);
    }
}

fn write_linkage(out: &mut String, linkage: Linkage) {
    out.push_str(match linkage {
        Linkage::Local => "",
        Linkage::Visible => ".visible ",
        Linkage::Extern => ".extern ",
        Linkage::Weak => ".weak ",
    });
}

fn write_len(out: &mut String, len: Len) {
    match len {
        Len::One => {}
        Len::Array(n) => {
            let _ = write!(out, "[{n}]");
        }
        Len::Open => out.push_str("[]"),
    }
}

fn write_var(out: &mut String, v: &Var) {
    write_linkage(out, v.linkage);
    let _ = write!(out, ".{} ", v.space);
    if let Some(a) = v.align {
        let _ = write!(out, ".align {a} ");
    }
    let _ = write!(out, ".{} {}", v.ty, v.name);
    write_len(out, v.len);
    if let Some(init) = &v.init {
        let values: Vec<String> = init.iter().map(|&bits| init_text(v.ty, bits)).collect();
        match v.len {
            Len::One => {
                let _ = write!(out, " = {}", values.join(", "));
            }
            _ => {
                let _ = write!(out, " = {{{}}}", values.join(", "));
            }
        }
    }
    out.push(';');
}

fn init_text(ty: crate::Type, bits: u64) -> String {
    match ty {
        crate::Type::F32 => format!("0f{:08X}", bits as u32),
        crate::Type::F64 => format!("0d{bits:016X}"),
        _ => format!("{bits}"),
    }
}

fn write_param(out: &mut String, p: &Param) {
    out.push_str(".param ");
    if let Some(a) = p.align {
        let _ = write!(out, ".align {a} ");
    }
    let _ = write!(out, ".{} ", p.ty);
    if let Some(ptr) = &p.pointee {
        out.push_str(".ptr ");
        if let Some(s) = ptr.space {
            let _ = write!(out, ".{s} ");
        }
        if let Some(a) = ptr.align {
            let _ = write!(out, ".align {a} ");
        }
    }
    out.push_str(&p.name);
    write_len(out, p.len);
}

fn write_directive(out: &mut String, d: &Directive) {
    let mut three = |word: &str, n: &[u32; 3]| {
        let _ = write!(out, ".{word} {}, {}, {}", n[0], n[1], n[2]);
    };
    let _ = match d {
        Directive::Maxntid(n) => return three("maxntid", n),
        Directive::Reqntid(n) => return three("reqntid", n),
        Directive::Reqnctapercluster(n) => return three("reqnctapercluster", n),
        Directive::Minnctapersm(n) => write!(out, ".minnctapersm {n}"),
        Directive::Maxnctapersm(n) => write!(out, ".maxnctapersm {n}"),
        Directive::Maxnreg(n) => write!(out, ".maxnreg {n}"),
        Directive::Maxclusterrank(n) => write!(out, ".maxclusterrank {n}"),
        Directive::Noreturn => write!(out, ".noreturn"),
        Directive::Explicitcluster => write!(out, ".explicitcluster"),
        Directive::Blocksareclusters => write!(out, ".blocksareclusters"),
        Directive::Pragma(text) => write!(out, ".pragma \"{text}\";"),
    };
}

fn label_name(body: &Body, label: Label) -> &str {
    body.labels.get(label.0 as usize).map_or("?", |n| n)
}

fn write_reg(out: &mut String, body: &Body, reg: Reg) {
    match body.banks.get(usize::from(reg.bank)) {
        Some(Bank { name, count: None, .. }) => out.push_str(name),
        Some(Bank { name, .. }) => {
            out.push_str(name);
            write_number(out, reg.index);
        }
        None => out.push('?'),
    }
}

/// A number in decimal. Most words of a text end with one: a format string would take several times as long.
fn write_number(out: &mut String, number: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(number));
}

fn write_instr(out: &mut String, body: &Body, i: &Instr) {
    if let Some(g) = i.guard {
        out.push_str(if g.negated { "@!" } else { "@" });
        write_reg(out, body, g.reg);
        out.push(' ');
    }
    out.push_str(i.op.text());
    for &modifier in &i.mods {
        out.push('.');
        let _ = modifier.write(out);
    }
    for (n, operand) in i.operands.iter().enumerate() {
        out.push_str(if n == 0 { " " } else { ", " });
        write_operand(out, body, operand);
    }
}

fn write_list(out: &mut String, body: &Body, list: &[Operand], around: [char; 2]) {
    out.push(around[0]);
    for (n, operand) in list.iter().enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        write_operand(out, body, operand);
    }
    out.push(around[1]);
}

fn write_offset(out: &mut String, offset: i64) {
    if offset != 0 {
        // ptxas 13.5 takes no difference here.
        out.push('+');
        write_number(out, offset);
    }
}

fn write_addr(out: &mut String, body: &Body, a: &Addr) {
    match &a.base {
        Base::Reg(r) => write_reg(out, body, *r),
        Base::Symbol(s) => out.push_str(s),
        Base::Absolute => {
            write_number(out, a.offset);
            return;
        }
    }
    write_offset(out, a.offset);
}

fn write_operand(out: &mut String, body: &Body, operand: &Operand) {
    match operand {
        Operand::Reg(r) => write_reg(out, body, *r),
        Operand::Not(r) => {
            out.push('!');
            write_reg(out, body, *r);
        }
        Operand::Pair(a, b) => {
            for (n, r) in [a, b].into_iter().enumerate() {
                if n == 1 {
                    out.push('|');
                }
                match r {
                    Some(r) => write_reg(out, body, *r),
                    None => out.push('_'),
                }
            }
        }
        Operand::Sink => out.push('_'),
        Operand::Imm(Imm::Int(v)) => write_number(out, *v),
        Operand::Imm(Imm::F32(bits)) => {
            let _ = write!(out, "0f{bits:08X}");
        }
        Operand::Imm(Imm::F64(bits)) => {
            let _ = write!(out, "0d{bits:016X}");
        }
        Operand::Special(s, dim) => {
            let _ = write!(out, "%{s}");
            if let Some(d) = dim {
                let _ = write!(out, ".{d}");
            }
        }
        Operand::Symbol(name, offset) => {
            out.push_str(name);
            write_offset(out, *offset);
        }
        Operand::Addr(a) => {
            out.push('[');
            write_addr(out, body, a);
            out.push(']');
        }
        Operand::TensorAddr { map, coords } => {
            out.push('[');
            write_addr(out, body, map);
            out.push_str(", ");
            write_list(out, body, coords, ['{', '}']);
            out.push(']');
        }
        Operand::Vector(list) => write_list(out, body, list, ['{', '}']),
        Operand::Arguments(list) => write_list(out, body, list, ['(', ')']),
        Operand::Label(l) => out.push_str(label_name(body, *l)),
    }
}
