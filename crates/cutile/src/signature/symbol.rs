//! Signatures as the symbols of entries: `gemm_Kt1_A2f16_1v8l0_2t1_p16_I64` is kernel `gemm` for a matrix and a constant.
//!
//! | parameter | code |
//! |---|---|
//! | array | `A`, rank, type; then groups, then a tail |
//! | group | `_`, a set of dimensions in hexadecimal (1 is the first, 2 the second, 3 both), and what exactly these share: `s` size, `i` divisor of a size, `v` divisor of a stride, `t` stride, `l` lowest stride |
//! | tail | `_` and at least one of `p` alignment, `g` an alias group, `i` elements may overlap, `w` indices of 64 bits |
//! | scalar | `S`, type |
//! | constant | `I4`, `I_5` for -5, `B1`, `F` and the bits of a double in hexadecimal, `N` for None |
//! | tuple | `T`, how many, and their codes |
//! | list of arrays | `L`, its alias groups, `i` if its arrays may overlap, and the code of an array |

use super::{ArrayParam, Constant, Dim, ListParam, Param, Signature};
use crate::dtype::Dtype;
use std::fmt::Write;

/// The text between the name of a kernel and its signature.
const MARK: &str = "_Kt";

/// The depth to which tuples nest in a symbol that is read.
const DEPTH: usize = 64;

/// Why a symbol is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolError {
    /// Where, in bytes from the start of the symbol.
    pub at: usize,
    /// The fault.
    pub message: String,
}

impl std::fmt::Display for SymbolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at character {} of the symbol: {}", self.at + 1, self.message)
    }
}

impl std::error::Error for SymbolError {}

impl Signature {
    /// The symbol of the entry: the one that was asked for, else one that tells the whole signature.
    pub fn symbol(&self, kernel_name: &str) -> String {
        if let Some(symbol) = &self.symbol {
            return symbol.clone();
        }
        let mut out = format!("{kernel_name}{MARK}{}", self.version);
        let mut numbered = self.clone();
        numbered.number_groups();
        for param in &numbered.params {
            out.push('_');
            write_param(&mut out, param);
        }
        out
    }

    /// The signature that a symbol tells; alias groups are numbered as they appear.
    ///
    /// # Errors
    /// The part of the symbol that is not understood, and its place.
    pub fn from_symbol(symbol: &str, kernel_name: &str) -> Result<Signature, SymbolError> {
        let Some(rest) = symbol.strip_prefix(kernel_name).and_then(|s| s.strip_prefix(MARK)) else {
            return Err(SymbolError {
                at: 0,
                message: format!(
                    "the symbol `{symbol}` is not one of kernel `{kernel_name}`: it does not start with `{kernel_name}{MARK}`"
                ),
            });
        };
        let mut reader = Reader {
            text: symbol,
            at: symbol.len() - rest.len(),
            groups: 0,
        };
        let version = match reader.peek() {
            Some(b'1') => 1,
            Some(b'2') => 2,
            _ => return Err(reader.error("the calling convention is 1 or 2")),
        };
        reader.at += 1;
        let mut params = Vec::new();
        while reader.at < symbol.len() {
            reader.expect(b'_')?;
            params.push(reader.param(0)?);
        }
        let signature = Signature {
            params,
            version,
            symbol: None,
        };
        match version {
            1 if signature.lowest_version() == 2 => Err(SymbolError {
                at: symbol.len() - rest.len(),
                message: "static sizes and tuples need calling convention 2".into(),
            }),
            _ => Ok(signature),
        }
    }
}

/// The name of the kernel that a symbol is of.
pub fn kernel_of_symbol(symbol: &str) -> Option<&str> {
    symbol.rfind(MARK).map(|at| &symbol[..at])
}

/// A number, `_5` for -5.
fn write_number(out: &mut String, number: impl Into<i128>) {
    let number = number.into();
    if number < 0 {
        out.push('_');
    }
    let _ = write!(out, "{}", number.unsigned_abs());
}

fn write_param(out: &mut String, param: &Param) {
    match param {
        Param::Array(array) => write_array(out, array),
        Param::Scalar(dtype) => {
            out.push('S');
            out.push_str(dtype.code());
        }
        Param::Const(Constant::Int(value)) => {
            out.push('I');
            write_number(out, *value);
        }
        Param::Const(Constant::Bool(value)) => out.push_str(if *value { "B1" } else { "B0" }),
        Param::Const(Constant::Float(value)) => {
            let _ = write!(out, "F{:016x}", value.to_bits());
        }
        Param::Const(Constant::None) => out.push('N'),
        Param::Tuple(items) => {
            let _ = write!(out, "T{}", items.len());
            for item in items {
                write_param(out, item);
            }
        }
        Param::List(list) => {
            out.push('L');
            write_groups(out, &list.alias_groups);
            if list.elements_may_alias {
                out.push('i');
            }
            write_array(out, &list.array);
        }
    }
}

fn write_array(out: &mut String, array: &ArrayParam) {
    let _ = write!(out, "A{}{}", array.dims.len(), array.dtype.code());
    // A property with a value, and the dimensions that have it.
    let mut shared: Vec<(char, i64, u64)> = Vec::new();
    for (i, dim) in array.dims.iter().take(64).enumerate() {
        for (property, value) in properties(dim) {
            match shared.iter_mut().find(|s| (s.0, s.1) == (property, value)) {
                Some((_, _, mask)) => *mask |= 1 << i,
                None => shared.push((property, value, 1 << i)),
            }
        }
    }
    shared.sort_unstable_by_key(|&(property, _, mask)| (mask, "sivtl".find(property)));
    let mut last = 0;
    for (property, value, mask) in shared {
        if mask != last {
            let _ = write!(out, "_{mask:x}");
            last = mask;
        }
        out.push(property);
        write_number(out, value);
    }
    let mut tail = String::new();
    if array.align > 1 {
        let _ = write!(tail, "p{}", array.align);
    }
    write_groups(&mut tail, &array.alias_groups);
    if array.may_alias_internally {
        tail.push('i');
    }
    if array.index64 {
        tail.push('w');
    }
    if !tail.is_empty() {
        out.push('_');
        out.push_str(&tail);
    }
}

/// The facts on a dimension that a symbol states. A number that is known makes its divisor and its bound superfluous.
fn properties(dim: &Dim) -> impl Iterator<Item = (char, i64)> {
    let divisor = |known: Option<i64>, div: i64| (known.is_none() && div > 1).then_some(div);
    [
        ('s', dim.size),
        ('i', divisor(dim.size, dim.size_div)),
        ('v', divisor(dim.stride, dim.stride_div)),
        ('t', dim.stride),
        ('l', dim.stride_lower.filter(|_| dim.stride.is_none())),
    ]
    .into_iter()
    .filter_map(|(property, value)| Some((property, value?)))
}

fn write_groups(out: &mut String, groups: &[u32]) {
    for group in groups {
        let _ = write!(out, "g{group}");
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// So many alias groups have appeared.
    groups: u32,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, message: impl Into<String>) -> SymbolError {
        SymbolError {
            at: self.at,
            message: message.into(),
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), SymbolError> {
        match self.eat(byte) {
            true => Ok(()),
            false => Err(self.error(format!("`{}` is missing", byte as char))),
        }
    }

    /// Characters of one kind, at least one.
    fn run(&mut self, of: fn(&u8) -> bool, what: &str) -> Result<&str, SymbolError> {
        let rest = &self.text.as_bytes()[self.at..];
        let len = rest.iter().take_while(|byte| of(byte)).count();
        if len == 0 {
            return Err(self.error(format!("{what} is missing")));
        }
        self.at += len;
        Ok(&self.text[self.at - len..self.at])
    }

    fn number<T: TryFrom<i128>>(&mut self) -> Result<T, SymbolError> {
        let start = self.at;
        let negative = self.eat(b'_');
        let digits = self.run(u8::is_ascii_digit, "a number")?;
        let value = match negative {
            true => format!("-{digits}").parse::<i128>(),
            false => digits.parse::<i128>(),
        };
        value.ok().and_then(|v| T::try_from(v).ok()).ok_or(SymbolError {
            at: start,
            message: "the number is too large".into(),
        })
    }

    /// A divisor, which is more than 1 where it is told.
    fn divisor(&mut self) -> Result<i64, SymbolError> {
        let start = self.at;
        match self.number()? {
            divisor if divisor > 1 => Ok(divisor),
            _ => Err(SymbolError {
                at: start,
                message: "a divisor that is told is more than 1".into(),
            }),
        }
    }

    fn dtype(&mut self) -> Result<Dtype, SymbolError> {
        let rest = &self.text[self.at..];
        // `f8m0fnu` and `f8m2`: the longest code wins.
        let found = Dtype::all().filter(|d| rest.starts_with(d.code()));
        let Some(dtype) = found.max_by_key(|d| d.code().len()) else {
            return Err(self.error("a type of elements is missing, such as `f16`"));
        };
        self.at += dtype.code().len();
        Ok(dtype)
    }

    fn param(&mut self, depth: usize) -> Result<Param, SymbolError> {
        if depth > DEPTH {
            return Err(self.error("tuples are nested too deeply"));
        }
        let code = self.peek();
        let start = self.at;
        self.at += 1;
        Ok(match code {
            Some(b'A') => Param::Array(self.array()?),
            Some(b'S') => Param::Scalar(self.dtype()?),
            Some(b'I') => Param::Const(Constant::Int(self.number()?)),
            Some(b'B') => {
                let value = self.eat(b'1');
                if !value {
                    self.expect(b'0')?;
                }
                Param::Const(Constant::Bool(value))
            }
            Some(b'F') => {
                let digits = self.text.get(self.at..self.at + 16).unwrap_or("");
                let bits = digits
                    .bytes()
                    .all(|b| b.is_ascii_hexdigit())
                    .then(|| u64::from_str_radix(digits, 16));
                let Some(Ok(bits)) = bits else {
                    return Err(self.error("16 hexadecimal digits of a double are missing"));
                };
                self.at += 16;
                Param::Const(Constant::Float(f64::from_bits(bits)))
            }
            Some(b'N') => Param::Const(Constant::None),
            Some(b'T') => {
                let count: u32 = self.number()?;
                let mut items = Vec::new();
                for _ in 0..count {
                    items.push(self.param(depth + 1)?);
                }
                Param::Tuple(items)
            }
            Some(b'L') => {
                let alias_groups = self.groups()?;
                let elements_may_alias = self.eat(b'i');
                self.expect(b'A')?;
                Param::List(ListParam {
                    alias_groups,
                    elements_may_alias,
                    array: self.array()?,
                })
            }
            _ => {
                self.at = start;
                return Err(self.error("the code of a parameter is missing: one of A, S, I, B, F, N, T and L"));
            }
        })
    }

    fn array(&mut self) -> Result<ArrayParam, SymbolError> {
        let rank: u32 = self.number()?;
        if rank > 64 {
            return Err(self.error("arrays have at most 64 dimensions"));
        }
        let mut array = ArrayParam {
            dtype: self.dtype()?,
            dims: vec![Dim::default(); rank as usize],
            align: 1,
            index64: false,
            may_alias_internally: false,
            alias_groups: Vec::new(),
        };
        let next = |reader: &Self| {
            let next = reader.text.as_bytes().get(reader.at + 1).copied();
            next.filter(|_| reader.peek() == Some(b'_')).unwrap_or(0)
        };
        while matches!(next(self), b'0'..=b'9' | b'a'..=b'f') {
            self.at += 1;
            self.group(&mut array.dims)?;
        }
        if matches!(next(self), b'p' | b'i' | b'w' | b'g') {
            self.at += 1;
            if self.eat(b'p') {
                array.align = self.divisor()?;
            }
            array.alias_groups = self.groups()?;
            array.may_alias_internally = self.eat(b'i');
            array.index64 = self.eat(b'w');
        }
        for dim in &mut array.dims {
            dim.normalize();
        }
        Ok(array)
    }

    /// A set of dimensions and what they share.
    fn group(&mut self, dims: &mut [Dim]) -> Result<(), SymbolError> {
        let start = self.at;
        let digits = self.run(u8::is_ascii_hexdigit, "a set of dimensions")?;
        let mask = u64::from_str_radix(digits, 16).unwrap_or(0);
        if mask == 0 || dims.len() < 64 && mask >> dims.len() != 0 {
            return Err(SymbolError {
                at: start,
                message: format!("the set of dimensions does not fit an array of rank {}", dims.len()),
            });
        }
        while let Some(property @ (b's' | b'i' | b'v' | b't' | b'l')) = self.peek() {
            self.at += 1;
            let value = match property {
                b'i' | b'v' => self.divisor()?,
                _ => self.number()?,
            };
            for (_, dim) in dims.iter_mut().enumerate().filter(|(i, _)| mask >> i & 1 != 0) {
                match property {
                    b's' => dim.size = Some(value),
                    b'i' => dim.size_div = value,
                    b'v' => dim.stride_div = value,
                    b't' => dim.stride = Some(value),
                    _ => dim.stride_lower = Some(value),
                }
            }
        }
        Ok(())
    }

    fn groups(&mut self) -> Result<Vec<u32>, SymbolError> {
        let mut groups = Vec::new();
        while self.eat(b'g') {
            let start = self.at;
            let group: u32 = self.number()?;
            if group > self.groups {
                return Err(SymbolError {
                    at: start,
                    message: "alias groups are numbered in the order in which they appear".into(),
                });
            }
            self.groups = self.groups.max(group + 1);
            groups.push(group);
        }
        Ok(groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Symbols that NVIDIA's exporter gives.
    const SYMBOLS: [&str; 23] = [
        "k_Kt2",
        "k_Kt1_I1_I2",
        "k_Kt2_A2f16_1v8l0_2t1_3i16_p16",
        "k_Kt2_A3f32_2v4_5i4v8_7l0_p16",
        "k_Kt2_A1f32_1l_5",
        "k_Kt2_A0f32_p16_A0f32",
        "k_Kt2_A1f32_1l0_i_A1f32_1l0_w",
        "k_Kt2_A1b8_1l0_Sb8_A1f8m3fn_1l0_Sf8m2_Sf8m0fnu_Stf32",
        "k_Kt2_I0_I_5_I18446744073709551616_B1_B0",
        "k_Kt2_F4004000000000000_F8000000000000000_F7ff0000000000000_Ffff8000000000000",
        "k_Kt2_T2T1I1T2F4004000000000000B1_T0",
        "k_Kt2_T3I1Si32A1f32_1t1_p16",
        "k_Kt2_A2f32_1s3v4l0_2i4t4",
        "k_Kt2_A5f32_9t2_16t1_A12f32_fffl0",
        "k_Kt2_A40f32_ffffffffffl0",
        "k_Kt2_A1f32_1l0_g0g1_A1f32_1l0_g1_A1f32_1l0_g0",
        "k_Kt2_A1f32_1l0_g0_A1f32_1l0_g0g1_A1f32_1l0_g2_A1f32_1l0_g1g2",
        "k_Kt2_LA1f32_1l0_g0_A1f32_1l0_g0",
        "k_Kt2_Lg0iA1f32_1l0_g1_Lg0A1f32_1l0_g1",
        "k_Kt2_T3A1f32_1l0_g0LiA1f32_1l0_g0B1_A1f32_1l0_g0",
        "k_Kt2_LiA1f32_1t1_p16iw_F4004000000000000",
        "k_Kt2_A1f32_1s3t_3",
        "k_Kt1_A2f32_3l0_p16g0iw_A1u32_1t1_g0w_A1u32_1t1_p8g0i",
    ];

    #[test]
    fn symbols_of_the_exporter_come_back_as_they_were() {
        for symbol in SYMBOLS {
            let signature = Signature::from_symbol(symbol, "k").unwrap_or_else(|e| panic!("{symbol}: {e}"));
            assert_eq!(signature.symbol("k"), symbol);
        }
    }

    #[test]
    fn a_symbol_says_what_it_says() {
        let signature = Signature::from_symbol("a_Kt1_Kt1_A2f16_1v8l0_2t1_3i16_p16i_Sf32_I_3", "a_Kt1").unwrap();
        let row = Dim {
            size_div: 16,
            stride_div: 8,
            stride_lower: Some(0),
            ..Dim::default()
        };
        let column = Dim {
            size_div: 16,
            stride: Some(1),
            ..Dim::default()
        };
        let array = ArrayParam {
            dtype: Dtype::F16,
            dims: vec![row, column],
            align: 16,
            index64: false,
            may_alias_internally: true,
            alias_groups: vec![],
        };
        assert_eq!(
            signature.params,
            [
                Param::Array(array),
                Param::Scalar(Dtype::F32),
                Param::Const(Constant::Int(-3))
            ]
        );
        assert_eq!(kernel_of_symbol("a_Kt1_Kt1_I4"), Some("a_Kt1"));
        assert_eq!(kernel_of_symbol("main"), None);
    }

    #[test]
    fn loose_symbols_become_the_usual_ones() {
        for (loose, usual) in [
            ("k_Kt2_A2f32_2t1_1t5", "k_Kt2_A2f32_1t5_2t1"),
            ("k_Kt2_A2f32_1v8_1l0", "k_Kt2_A2f32_1v8l0"),
            ("k_Kt2_A1f32_1s8i8t1", "k_Kt2_A1f32_1s8t1"),
            ("k_Kt2_I_0", "k_Kt2_I0"),
        ] {
            assert_eq!(Signature::from_symbol(loose, "k").unwrap().symbol("k"), usual);
        }
    }

    #[test]
    fn wrong_symbols_are_refused_at_their_place() {
        for (symbol, at) in [
            ("other_Kt1_I1", 0),
            ("k_Kt3_I1", 4),
            ("k_Kt1_T0", 4),
            ("k_Kt1_A1f32_1s8", 4),
            ("k_Kt2_", 6),
            ("k_Kt2_D1I1", 6),
            ("k_Kt2_I", 7),
            ("k_Kt2_I999999999999999999999999999999999999999999", 7),
            ("k_Kt2_B2", 7),
            ("k_Kt2_F1", 7),
            ("k_Kt2_F+ff8000000000000", 7),
            ("k_Kt2_Féf8000000000000", 7),
            ("k_Kt2_T2I1", 10),
            ("k_Kt2_T4000000000I1", 19),
            ("k_Kt2_A1f31", 8),
            ("k_Kt2_A99f32", 9),
            ("k_Kt2_A1f32_0l0", 12),
            ("k_Kt2_A2f32_4l0", 12),
            ("k_Kt2_A1f32_1i1", 14),
            ("k_Kt2_A1f32_1i_4", 14),
            ("k_Kt2_A1f32_p1", 13),
            ("k_Kt2_A1f32_wi", 13),
            ("k_Kt2_A1f32_g1_A1f32_g1", 13),
            ("k_Kt2_L", 7),
        ] {
            let error = Signature::from_symbol(symbol, "k").expect_err(symbol);
            assert_eq!(error.at, at, "{symbol}: {error}");
        }
        let deep = format!("k_Kt2_{}", "T1".repeat(100_000));
        assert!(Signature::from_symbol(&deep, "k").is_err());
    }
}
