//! Kernels from bytes: grammatical Python with calls of the language's functions, whose arguments are of any kind. Each byte is a
//! choice; where there are no more, the simplest is taken.

use crate::api;

/// The most expressions of a kernel.
const MAX_PARTS: usize = 150;
/// The depth to which expressions and blocks nest.
const MAX_DEPTH: usize = 5;

const NAMES: &[&str] = &[
    "X",
    "Y",
    "H",
    "L",
    "P",
    "n",
    "f",
    "T",
    "B",
    "a",
    "b",
    "c",
    "i",
    "t",
    "h0",
    "h1",
    "CFG",
    "SCALE",
    "SHAPE",
    "math.pi",
    "None",
    "ct.float16",
    "ct.int8",
    "ct.uint32",
    "ct.bool_",
    "ct.float8_e4m3fn",
];
const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "4",
    "8",
    "16",
    "3",
    "64",
    "300",
    "0.5",
    "1.5",
    "2**31",
    "1e40",
    "True",
    "False",
    "''",
    "'text'",
    "...",
    "(4,)",
    "(8, 4)",
    "(2, 2, 2)",
    "(4, T)",
    "()",
    "(0, 0)",
    "(n, 0)",
    "(1, -1)",
];
const ENUMS: &[&str] = &[
    "ct.PaddingMode.ZERO",
    "ct.PaddingMode.NEG_INF",
    "ct.MemoryOrder.RELAXED",
    "ct.MemoryOrder.ACQUIRE",
    "ct.MemoryScope.DEVICE",
    "ct.RoundingMode.RZ",
    "ct.RoundingMode.APPROX",
    "ct.Constant",
    "ct.Constant[int]",
];
const OPERATORS: &[&str] = &["+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in"];
const ATTRIBUTES: &[&str] = &["shape", "dtype", "ndim", "strides", "T", "low", "has", "nosuch"];
const METHODS: &[&str] = &[
    "astype",
    "reshape",
    "slice",
    "tiled_view",
    "get_raw_memory",
    "load",
    "store",
    "num_tiles",
    "load_offset",
    "store_offset",
    "atomic_store_add",
    "item",
    "permute",
    "extract",
    "has",
];
const BUILTINS: &[&str] = &[
    "min", "max", "abs", "len", "range", "int", "float", "bool", "tuple", "divmod", "zip", "print", "sum", "pow",
];
const TILES: &[&str] = &[
    "ct.load(X, (0, 0), (8, 4))",
    "ct.load(Y, (n,), (8,))",
    "ct.load(H, (ct.bid(0), 1), (T, 16))",
    "ct.arange(8, dtype=ct.int32)",
    "ct.zeros((8, 8), ct.float32)",
    "ct.ones((4, 8), dtype=ct.float16)",
    "ct.full((), 3, ct.int32)",
    "ct.bid(0)",
];

const HEAD: &str = "import math\nimport cuda.tile as ct\nfrom dataclasses import dataclass\n\nSCALE = 1.5\nSHAPE = (8, 4)\n\n\
    @dataclass(frozen=True)\nclass Config:\n    low: int\n    high: float = 2.0\n\n    def has(self, x):\n        return self.low <= x\n\n\
    CFG = Config(4)\n\n";
const KERNEL: &str = "# tilewright: X=f32[?,?]; Y=i32[?]; H=f16[?,64]; L=list(f32[?]); P=(i32, 4); n=i32; f=f32; T=8; B=true\n\
    @ct.kernel\ndef k(X, Y, H, L, P, n, f, T: ct.Constant[int], B: ct.Constant[bool]):\n";

/// The text of a file with a kernel and two helpers.
pub fn kernel_of(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes: bytes.iter(),
        text: HEAD.to_string(),
        parts: 0,
    };
    for helper in ["def h0(a, b=2):\n", "def h1(a, *b, c=None):\n"] {
        writer.text.push_str(helper);
        writer.block(1, 2);
    }
    writer.text.push_str(KERNEL);
    writer.text.push_str("    a, b, c, i, t = n, f, 1, 2, (n, 3)\n");
    writer.block(1, 8);
    writer.text
}

struct Writer<'b> {
    bytes: std::slice::Iter<'b, u8>,
    text: String,
    parts: usize,
}

impl Writer<'_> {
    fn pick(&mut self, count: usize) -> usize {
        self.bytes.next().map_or(0, |&byte| usize::from(byte) % count.max(1))
    }

    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        words[self.pick(words.len())]
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block(&mut self, depth: usize, most: usize) {
        let count = self.pick(most);
        for _ in 0..count {
            self.stmt(depth);
        }
        self.line(depth, "pass");
    }

    fn name(&mut self) -> &'static str {
        self.one_of(&["a", "b", "c", "t", "i", "n", "f", "x"])
    }

    fn stmt(&mut self, depth: usize) {
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return;
        }
        let expr = |writer: &mut Self| writer.expr(0);
        match self.pick(18) {
            0..=2 => {
                let text = format!("{} = {}", self.name(), expr(self));
                self.line(depth, &text);
            }
            3 => {
                let text = format!("{} {}= {}", self.name(), self.one_of(OPERATORS), expr(self));
                self.line(depth, &text);
            }
            4 => {
                let text = format!("{}, ({}, {}) = {}", self.name(), self.name(), self.name(), expr(self));
                self.line(depth, &text);
            }
            5 | 6 => {
                let tile = self.tile();
                let text = format!(
                    "ct.store({}, {}, {tile})",
                    self.one_of(&["X", "Y", "H", "L[0]"]),
                    expr(self)
                );
                self.line(depth, &text);
            }
            7 => {
                let text = self.call(0);
                self.line(depth, &text);
            }
            8 | 9 => {
                let text = format!("if {}:", expr(self));
                self.line(depth, &text);
                self.block(depth + 1, 4);
                if self.pick(2) == 1 {
                    let text = format!("elif {}:", expr(self));
                    self.line(depth, &text);
                    self.block(depth + 1, 3);
                }
                if self.pick(2) == 1 {
                    self.line(depth, "else:");
                    self.block(depth + 1, 3);
                }
            }
            10 | 11 => {
                let range = match self.pick(4) {
                    0 => format!("range({})", expr(self)),
                    1 => format!("range({}, {})", expr(self), expr(self)),
                    2 => format!("ct.static_iter({})", expr(self)),
                    _ => expr(self),
                };
                let text = format!("for {} in {range}:", self.name());
                self.line(depth, &text);
                self.block(depth + 1, 4);
            }
            12 => {
                let text = format!("while {}:", expr(self));
                self.line(depth, &text);
                self.block(depth + 1, 4);
            }
            13 => self.line(depth, "break"),
            14 => self.line(depth, "continue"),
            15 => {
                let text = match self.pick(3) {
                    0 => "return".to_string(),
                    _ => format!("return {}", expr(self)),
                };
                self.line(depth, &text);
            }
            16 => {
                let text = format!("def {}(a, b={}):", self.name(), expr(self));
                self.line(depth, &text);
                self.block(depth + 1, 3);
            }
            _ => {
                let text = match self.pick(5) {
                    0 => format!("raise ct.static_exception({})", expr(self)),
                    1 => format!("ct.static_assert({}, 'no')", expr(self)),
                    2 => format!("print(f'{{{}}} {{n:>3d}}', {})", self.name(), expr(self)),
                    3 => format!("{}[{}] = {}", self.name(), expr(self), expr(self)),
                    _ => format!("assert {}", expr(self)),
                };
                self.line(depth, &text);
            }
        }
    }

    /// A tile, more often than not of the right kind.
    fn tile(&mut self) -> String {
        match self.pick(3) {
            0 => self.expr(1),
            1 => self.one_of(TILES).to_string(),
            _ => format!("({} {} {})", self.one_of(TILES), self.one_of(OPERATORS), self.expr(1)),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        self.parts += 1;
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return self.one_of(LITERALS).to_string();
        }
        let deeper = depth + 1;
        match self.pick(20) {
            0..=2 => self.one_of(NAMES).to_string(),
            3 | 4 => self.one_of(LITERALS).to_string(),
            5 | 6 => self.one_of(TILES).to_string(),
            7 | 8 => format!(
                "({} {} {})",
                self.expr(deeper),
                self.one_of(OPERATORS),
                self.expr(deeper)
            ),
            9 => format!(
                "({} {} {})",
                self.expr(deeper),
                self.one_of(COMPARISONS),
                self.expr(deeper)
            ),
            10 => format!(
                "({} {} {})",
                self.expr(deeper),
                self.one_of(&["and", "or"]),
                self.expr(deeper)
            ),
            11 => format!("{}({})", self.one_of(&["-", "+", "~", "not "]), self.expr(deeper)),
            12 => format!(
                "({} if {} else {})",
                self.expr(deeper),
                self.expr(deeper),
                self.expr(deeper)
            ),
            13 => format!("{}.{}", self.expr(deeper), self.one_of(ATTRIBUTES)),
            14 => format!("{}[{}]", self.expr(deeper), self.index(deeper)),
            15 => format!("({}, {})", self.expr(deeper), self.expr(deeper)),
            16 => format!("(lambda a, b=2: {})", self.expr(deeper)),
            17 => self.one_of(ENUMS).to_string(),
            _ => self.call(deeper),
        }
    }

    fn index(&mut self, depth: usize) -> String {
        match self.pick(6) {
            0 => ":, None".to_string(),
            1 => "None".to_string(),
            2 => "..., None".to_string(),
            3 => format!("{}:{}", self.expr(depth), self.expr(depth)),
            _ => self.expr(depth),
        }
    }

    /// A call of a function of the language, of a method or of a helper, with about as many arguments as it takes.
    fn call(&mut self, depth: usize) -> String {
        self.parts += 1;
        let (name, spec) = match self.pick(8) {
            0 => (self.one_of(&["h0", "h1", "a", "Config", "CFG.has"]).to_string(), "a b?"),
            1 => (self.one_of(BUILTINS).to_string(), "a b?"),
            2 => (format!("{}.{}", self.expr(depth + 1), self.one_of(METHODS)), "a b? c?"),
            _ => {
                let at = self.pick(256) * 7 + self.pick(7);
                let (name, spec) = api::spec(at);
                (format!("ct.{name}"), spec)
            }
        };
        let mut arguments = Vec::new();
        let mut is_named = false;
        for part in spec.split(' ').filter(|part| !part.is_empty()) {
            match part {
                "/" => {}
                "*" => is_named = true,
                _ if part.ends_with('?') && self.pick(3) != 1 => is_named = true,
                // An argument may be missing.
                _ if self.pick(16) == 15 => is_named = true,
                _ => {
                    let parameter = part.trim_end_matches('?');
                    let value = match parameter {
                        "array" => self.one_of(&["X", "Y", "H", "X", "L[n]", "n"]).to_string(),
                        "x" | "y" | "acc" | "tile" => self.tile(),
                        "shape" | "index" | "indices" if self.pick(2) == 0 => self.one_of(LITERALS).to_string(),
                        "func" => "lambda a, b: a + b".to_string(),
                        _ => self.expr(depth + 1),
                    };
                    arguments.push(if is_named {
                        format!("{parameter}={value}")
                    } else {
                        value
                    });
                }
            }
        }
        format!("{name}({})", arguments.join(", "))
    }
}
