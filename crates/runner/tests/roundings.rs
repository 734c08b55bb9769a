//! Every rounding of every op on floats and of conversions, in both engines, against exact arithmetic on integers.

use crate::both;
use std::cmp::Ordering;
use tilewright_case::Tolerance;

const ROUNDINGS: [&str; 4] = ["nearest_even", "zero", "negative_inf", "positive_inf"];

/// An integer of any size: its sign, and its magnitude in words, the lowest first, the last of them not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Whole(bool, Vec<u32>);

impl Whole {
    fn new(value: i128) -> Self {
        let magnitude = value.unsigned_abs();
        Self(value < 0, (0..4).map(|i| (magnitude >> (32 * i)) as u32).collect()).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.1.last() == Some(&0) {
            self.1.pop();
        }
        self.0 &= !self.1.is_empty();
        self
    }

    fn shifted(&self, bits: u32) -> Self {
        let mut words = vec![0; bits as usize / 32];
        let mut carry = 0u64;
        for &word in &self.1 {
            let wide = (u64::from(word) << (bits % 32)) | carry;
            words.push(wide as u32);
            carry = wide >> 32;
        }
        words.push(carry as u32);
        Self(self.0, words).trimmed()
    }

    fn times(&self, other: &Self) -> Self {
        let mut words = vec![0u32; self.1.len() + other.1.len()];
        for (i, &a) in self.1.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in other.1.iter().enumerate() {
                let sum = u64::from(a) * u64::from(b) + u64::from(words[i + j]) + carry;
                words[i + j] = sum as u32;
                carry = sum >> 32;
            }
            words[i + other.1.len()] = carry as u32;
        }
        Self(self.0 != other.0, words).trimmed()
    }

    fn plus(&self, other: &Self) -> Self {
        let length = self.1.len().max(other.1.len()) + 1;
        let mut words = Vec::with_capacity(length);
        let (large, small) = match self.magnitude().cmp(&other.magnitude()) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        let mut carry = 0i64;
        for i in 0..length {
            let [a, b] = [large, small].map(|v| i64::from(v.1.get(i).copied().unwrap_or(0)));
            let sum = a + if large.0 == small.0 { b } else { -b } + carry;
            words.push(sum as u32);
            carry = sum >> 32;
        }
        Self(large.0, words).trimmed()
    }

    fn magnitude(&self) -> (usize, Vec<u32>) {
        (self.1.len(), self.1.iter().rev().copied().collect())
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self.0, other.0) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude().cmp(&other.magnitude()),
            (true, true) => other.magnitude().cmp(&self.magnitude()),
        }
    }
}

/// `numerator / denominator * 2^exponent`, the denominator above zero.
#[derive(Clone, Debug)]
struct Exact {
    numerator: Whole,
    denominator: Whole,
    exponent: i32,
}

impl Exact {
    fn whole(value: i128, exponent: i32) -> Self {
        Self {
            numerator: Whole::new(value),
            denominator: Whole::new(1),
            exponent,
        }
    }

    fn compare(&self, other: &Exact) -> Ordering {
        let (left, right) = (
            self.numerator.times(&other.denominator),
            other.numerator.times(&self.denominator),
        );
        let by = self.exponent - other.exponent;
        match by >= 0 {
            true => left.shifted(by as u32).compare(&right),
            false => left.compare(&right.shifted(-by as u32)),
        }
    }
}

/// A format: bits of the exponent and of the fraction.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Format {
    name: &'static str,
    exponent: u32,
    fraction: u32,
}

const FORMATS: [Format; 4] = [
    Format {
        name: "f16",
        exponent: 5,
        fraction: 10,
    },
    Format {
        name: "bf16",
        exponent: 8,
        fraction: 7,
    },
    Format {
        name: "f32",
        exponent: 8,
        fraction: 23,
    },
    Format {
        name: "f64",
        exponent: 11,
        fraction: 52,
    },
];

impl Format {
    fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction)
    }

    /// The value of a finite code; codes beyond the greatest go on as if there were no end.
    fn exact(self, code: u64) -> Exact {
        let magnitude = code & (self.sign() - 1);
        let field = magnitude >> self.fraction;
        let fraction = magnitude & ((1 << self.fraction) - 1);
        let significand = fraction | u64::from(field > 0) << self.fraction;
        let value = i128::from(significand) * if code & self.sign() != 0 { -1 } else { 1 };
        Exact {
            numerator: Whole::new(value),
            denominator: Whole::new(1),
            exponent: field.max(1) as i32 - (1 << (self.exponent - 1)) + 2 - 1 - self.fraction as i32,
        }
    }

    /// The code that an exact number other than zero is rounded to: among all codes, by looking.
    fn round(self, value: &Exact, rounding: &str) -> u64 {
        self.search(
            rounding,
            value.numerator.0,
            &|code| {
                let mut middle = self.exact(code);
                middle.numerator.0 = value.numerator.0 && !middle.numerator.1.is_empty();
                let [own, other] = [value, &middle].map(|v| Exact {
                    numerator: Whole(false, v.numerator.1.clone()),
                    ..v.clone()
                });
                own.compare(&other)
            },
            &|code| {
                // Half way between a code and the next.
                let [low, high] = [code, code + 1].map(|code| self.exact(code));
                let by = (high.exponent - low.exponent) as u32;
                let sum = low.numerator.plus(&high.numerator.shifted(by));
                let middle = Exact {
                    numerator: sum,
                    exponent: low.exponent - 1,
                    ..low
                };
                let own = Exact {
                    numerator: Whole(false, value.numerator.1.clone()),
                    ..value.clone()
                };
                own.compare(&middle)
            },
        )
    }

    /// Rounds a magnitude: `against` compares it with that of a code, `middle` with what is half way to the next code.
    fn search(
        self,
        rounding: &str,
        negative: bool,
        against: &dyn Fn(u64) -> Ordering,
        middle: &dyn Fn(u64) -> Ordering,
    ) -> u64 {
        let sign = if negative { self.sign() } else { 0 };
        // The greatest code that is not more; infinity stands for the power of two that comes after the greatest.
        let (mut low, mut high) = (0, self.infinity());
        if against(high) != Ordering::Less {
            low = high;
        }
        while low + 1 < high {
            let code = low + (high - low) / 2;
            match against(code) {
                Ordering::Less => high = code,
                _ => low = code,
            }
        }
        let is_exact = against(low) == Ordering::Equal && low < self.infinity();
        let away = !is_exact
            && match rounding {
                "nearest_even" => match low < self.infinity() {
                    true => middle(low) == Ordering::Greater || middle(low) == Ordering::Equal && low & 1 == 1,
                    false => true,
                },
                "zero" => false,
                "negative_inf" => negative,
                _ => !negative,
            };
        let code = match low < self.infinity() {
            true => low + u64::from(away),
            false if away => low,
            false => low - 1,
        };
        sign | code
    }

    /// Whether a code is a number other than zero.
    fn is_plain(self, code: u64) -> bool {
        let magnitude = code & (self.sign() - 1);
        magnitude != 0 && magnitude < self.infinity()
    }
}

/// Codes: the edges, and random ones of all sizes, of a middle size, and those that are near each other.
fn codes(format: Format, count: usize, seed: u64) -> Vec<u64> {
    let one = ((1u64 << (format.exponent - 1)) - 1) << format.fraction;
    let edges = [
        1,
        3,
        (1 << format.fraction) - 1,
        1 << format.fraction,
        one,
        one + 1,
        format.infinity() - 1,
    ];
    let mut state = seed;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let mut all = Vec::new();
    while all.len() < count {
        let bits = random() & (u64::MAX >> (64 - format.bits()));
        let code = match random() % 4 {
            0 => edges[random() as usize % edges.len()] | bits & format.sign(),
            1 => bits,
            _ => {
                // About as large as one, with few or many bits.
                let near = (one >> format.fraction) + random() % 9 - 4;
                let cut = random() % (u64::from(format.fraction) + 1);
                bits & format.sign() | near << format.fraction | bits & ((1 << format.fraction) - 1) >> cut << cut
            }
        };
        if format.is_plain(code) {
            all.push(code);
        }
    }
    all
}

/// The exact result of an op, none if it is zero.
fn result(op: &str, format: Format, operands: &[u64]) -> Option<Exact> {
    let values: Vec<Exact> = operands.iter().map(|&code| format.exact(code)).collect();
    let sum = |a: &Exact, b: &Exact| {
        let least = a.exponent.min(b.exponent);
        let [x, y] = [a, b].map(|v| v.numerator.shifted((v.exponent - least) as u32));
        Exact {
            numerator: x.plus(&y),
            denominator: Whole::new(1),
            exponent: least,
        }
    };
    let product = |a: &Exact, b: &Exact| Exact {
        numerator: a.numerator.times(&b.numerator),
        denominator: Whole::new(1),
        exponent: a.exponent + b.exponent,
    };
    let exact = match (op, &values[..]) {
        ("addf", [a, b, ..]) => sum(a, b),
        ("subf", [a, b, ..]) => sum(
            a,
            &Exact {
                numerator: Whole(!b.numerator.0, b.numerator.1.clone()),
                ..b.clone()
            },
        ),
        ("mulf", [a, b, ..]) => product(a, b),
        ("fma", [a, b, c, ..]) => sum(&product(a, b), c),
        ("divf", [a, b, ..]) => Exact {
            numerator: Whole(a.numerator.0 != b.numerator.0, a.numerator.1.clone()),
            denominator: Whole(false, b.numerator.1.clone()),
            exponent: a.exponent - b.exponent,
        },
        _ => panic!("`{op}` of {} values is not among these ops", values.len()),
    };
    (!exact.numerator.1.is_empty()).then_some(exact)
}

/// The result of an op on codes of numbers other than zero.
fn rounded(op: &str, format: Format, operands: &[u64], rounding: &str) -> u64 {
    if op == "sqrt" {
        let value = format.exact(operands[0]);
        let square = |v: &Exact| Exact {
            numerator: v.numerator.times(&v.numerator),
            denominator: Whole::new(1),
            exponent: 2 * v.exponent,
        };
        return format.search(
            rounding,
            false,
            &|code| value.compare(&square(&format.exact(code))),
            &|code| {
                let [low, high] = [code, code + 1].map(|code| format.exact(code));
                let by = (high.exponent - low.exponent) as u32;
                let numerator = low.numerator.plus(&high.numerator.shifted(by));
                value.compare(&square(&Exact {
                    numerator,
                    exponent: low.exponent - 1,
                    ..low
                }))
            },
        );
    }
    match result(op, format, operands) {
        Some(exact) => format.round(&exact, rounding),
        None if rounding == "negative_inf" => format.sign(),
        None => 0,
    }
}

/// A kernel of one op: floats go in and come out as their bits.
fn kernel(op: &str, from: &str, to: &str, inputs: usize, roundings: &[&str], count: usize, cast: bool) -> String {
    let mut text = String::from("%z = constant <i32: 0> : tile<i32>\n%lanes = iota : tile<COUNTxi32>\n");
    let bits = |ty: &str| format!("i{}", ty.trim_start_matches(|c: char| !c.is_ascii_digit()));
    let pointers = |text: &mut String, name: &str, ty: &str| {
        *text += &format!(
            "%{name}_1 = reshape %{name} : tile<ptr<{ty}>> -> tile<1xptr<{ty}>>
             %{name}_n = broadcast %{name}_1 : tile<1xptr<{ty}>> -> tile<COUNTxptr<{ty}>>
             %{name}_p = offset %{name}_n, %lanes : tile<COUNTxptr<{ty}>>, tile<COUNTxi32> -> tile<COUNTxptr<{ty}>>\n"
        );
    };
    for i in 0..inputs {
        let stored = bits(from);
        pointers(&mut text, &format!("x{i}"), &stored);
        text += &format!(
            "%b{i}, %l{i} = load_ptr_tko weak %x{i}_p : tile<COUNTxptr<{stored}>> -> tile<COUNTx{stored}>, token\n"
        );
        text += &match stored == from {
            true => format!("%v{i} = addi %b{i}, %b{i} : tile<COUNTx{from}>\n"),
            false => format!("%v{i} = bitcast %b{i} : tile<COUNTx{stored}> -> tile<COUNTx{from}>\n"),
        };
    }
    let operands: Vec<String> = (0..inputs)
        .map(|i| format!("%{}{i}", if from == bits(from) { "b" } else { "v" }))
        .collect();
    for (r, rounding) in roundings.iter().enumerate() {
        let stored = bits(to);
        pointers(&mut text, &format!("y{r}"), &stored);
        let types = if cast {
            format!("tile<COUNTx{from}> -> tile<COUNTx{to}>")
        } else {
            format!("tile<COUNTx{to}>")
        };
        text += &format!("%r{r} = {op} {} rounding<{rounding}> : {types}\n", operands.join(", "));
        text += &format!("%c{r} = bitcast %r{r} : tile<COUNTx{to}> -> tile<COUNTx{stored}>\n");
        text += &format!(
            "%s{r} = store_ptr_tko weak %y{r}_p, %c{r} : tile<COUNTxptr<{stored}>>, tile<COUNTx{stored}> -> token\n"
        );
    }
    let inputs = (0..inputs).map(|i| format!("%x{i}: tile<ptr<{}>>", bits(from)));
    let outputs = (0..roundings.len()).map(|r| format!("%y{r}: tile<ptr<{}>>", bits(to)));
    let parameters: Vec<String> = inputs.chain(outputs).collect();
    let text = text.replace("COUNT", &count.to_string());
    format!("entry @k({}) {{\n{text}return\n}}\n", parameters.join(", "))
}

/// The roundings that the language has where the kernel has them.
fn legal(make: impl Fn(&[&'static str]) -> String) -> Vec<&'static str> {
    let is_legal = |rounding: &&'static str| {
        let module = tilewright_ir::parse(&make(&[rounding])).module;
        tilewright_ir::verify(&module).is_empty()
    };
    let legal: Vec<&str> = ROUNDINGS.into_iter().filter(is_legal).collect();
    assert!(legal.starts_with(&["nearest_even"]), "{legal:?}");
    legal
}

/// Runs one kernel; `expected` by rounding.
fn check(what: &str, source: &str, from: u32, to: u32, inputs: &[Vec<u64>], expected: Vec<Vec<u64>>) -> Vec<String> {
    let named = |letter: &str, i: usize| format!("{letter}{i}");
    let ins = inputs.iter().enumerate();
    let outs = expected.into_iter().enumerate();
    let ins = ins.map(|(i, bits)| {
        both::array(
            &named("x", i),
            &format!("i{from}"),
            bits.clone(),
            None,
            Tolerance::Exact,
        )
    });
    let outs = outs.map(|(i, bits)| {
        both::array(
            &named("y", i),
            &format!("i{to}"),
            Vec::new(),
            Some(bits),
            Tolerance::Exact,
        )
    });
    both::run(what, source, ins.chain(outs).collect(), &["sm_80", "sm_120a"])
}

const COUNT: usize = 256;

#[test]
fn arithmetic_is_rounded_once_in_the_direction_that_is_asked_for() {
    let mut wrong = Vec::new();
    for format in FORMATS {
        for (op, arity) in [
            ("addf", 2),
            ("subf", 2),
            ("mulf", 2),
            ("divf", 2),
            ("fma", 3),
            ("sqrt", 1),
        ] {
            let mut inputs: Vec<Vec<u64>> = (0..arity).map(|i| codes(format, COUNT, 3 + i)).collect();
            if op == "sqrt" {
                inputs[0].iter_mut().for_each(|code| *code &= format.sign() - 1);
            }
            // Sums that cancel, wholly and nearly.
            if matches!(op, "addf" | "subf") {
                let (first, second) = inputs.split_at_mut(1);
                for (i, (a, b)) in first[0].iter().zip(&mut second[0]).enumerate().take(COUNT / 8) {
                    let other = a ^ if op == "addf" { format.sign() } else { 0 };
                    let near = other + (i as u64 & 1);
                    *b = if format.is_plain(near) { near } else { other };
                }
            }
            let expected: Vec<Vec<u64>> = ROUNDINGS
                .iter()
                .map(|rounding| {
                    let each = (0..COUNT).map(|i| inputs.iter().map(|v| v[i]).collect::<Vec<_>>());
                    each.map(|operands| rounded(op, format, &operands, rounding)).collect()
                })
                .collect();
            let source = kernel(op, format.name, format.name, arity as usize, &ROUNDINGS, COUNT, false);
            let what = format!("{op} of {}", format.name);
            wrong.extend(check(&what, &source, format.bits(), format.bits(), &inputs, expected));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(4)].join("\n")
    );
}

#[test]
fn conversions_are_rounded_once_in_the_direction_that_is_asked_for() {
    let (mut wrong, mut directed) = (Vec::new(), 0);
    for to in FORMATS {
        for from in FORMATS.into_iter().filter(|from| *from != to) {
            let mut input = codes(from, COUNT, 7);
            // Numbers about half way between two of the narrower format.
            if from.fraction > to.fraction {
                let cut = from.fraction - to.fraction;
                for (i, code) in input.iter_mut().enumerate().skip(COUNT / 2) {
                    *code = (*code >> cut << cut | 1 << (cut - 1)) + (i as u64 % 3) - 1;
                }
            }
            input
                .iter_mut()
                .filter(|code| !from.is_plain(**code))
                .for_each(|code| *code = 1);
            // Those that the language has for the two.
            let is_legal = |rounding: &&str| {
                let kernel = kernel("ftof", from.name, to.name, 1, &[rounding], COUNT, true);
                tilewright_ir::verify(&tilewright_ir::parse(&kernel).module).is_empty()
            };
            let roundings: Vec<&str> = ROUNDINGS.into_iter().filter(is_legal).collect();
            assert!(roundings.starts_with(&["nearest_even", "zero"]), "{roundings:?}");
            directed += roundings.len() - 2;
            let each = |rounding: &&str| {
                input
                    .iter()
                    .map(|&code| to.round(&from.exact(code), rounding))
                    .collect()
            };
            let expected: Vec<Vec<u64>> = roundings.iter().map(each).collect();
            let source = kernel("ftof", from.name, to.name, 1, &roundings, COUNT, true);
            let what = format!("ftof from {} to {}", from.name, to.name);
            wrong.extend(check(&what, &source, from.bits(), to.bits(), &[input], expected));
        }
        for bits in [8u32, 16, 32, 64] {
            for sign in ["signed", "unsigned"] {
                let mask = u64::MAX >> (64 - bits);
                let mut state = 5u64;
                let input: Vec<u64> = (0..COUNT)
                    .map(|i| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        let size = state >> 20 & 63;
                        let number = match i % 4 {
                            // Powers of two and their neighbours, halves between numbers of the format, and anything.
                            0 => (1u64 << size).wrapping_add(state >> 30 & 3).wrapping_sub(1),
                            1 => (state >> size).wrapping_neg(),
                            _ => state >> size,
                        };
                        number & mask
                    })
                    .collect();
                let value = |code: u64| match sign {
                    "signed" => i128::from(((code << (64 - bits)) as i64) >> (64 - bits)),
                    _ => i128::from(code),
                };
                let from = format!("i{bits}");
                let make = |roundings: &[&str]| {
                    let kernel = kernel("itof", &from, to.name, 1, roundings, COUNT, true);
                    kernel.replace("itof %b0 rounding", &format!("itof %b0 {sign} rounding"))
                };
                let roundings = legal(make);
                directed += roundings.len() - 1;
                let each = |rounding: &&str| {
                    let rounded = |&code: &u64| match value(code) {
                        0 => 0,
                        value => to.round(&Exact::whole(value, 0), rounding),
                    };
                    input.iter().map(rounded).collect()
                };
                let expected = roundings.iter().map(each).collect();
                let source = make(&roundings);
                let what = format!("itof from {sign} {from} to {}", to.name);
                wrong.extend(check(&what, &source, bits, to.bits(), &[input], expected));
            }
        }
    }
    assert!(directed >= 8, "{directed} directed conversions");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(4)].join("\n")
    );
}
