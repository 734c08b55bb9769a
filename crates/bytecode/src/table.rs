//! The encoding of each op: one line an op, read by the reader and by the writer.
//!
//! A line is the op's name, its opcode with the version it came with (`114@3` is 13.3; 13.1 if it says nothing), and
//! what follows the opcode, in order:
//!
//! | item | stands for |
//! |---|---|
//! | `r` | the type of each result |
//! | `r*` | how many results, and the type of each |
//! | `?a,b` | a number whose bits say whether the attributes and operands `a`, `b` (lowest bit first) are there |
//! | `name:k` | an attribute in encoding `k` (see [`Kind`]); if it is among the bits, only where its bit is set |
//! | `name` | an operand: its value; if it is among the bits, only where its bit is set |
//! | `name*` | an operand of any number: how many values, and the values |
//! | `#a,b` | all values of the operands `a` and `b` together: how many, and the values |
//! | `{}` | the op's regions: how many, and each |
//!
//! `@N` before bits or an attribute says that they came with 13.N; before that, nothing is there. A word after `=` is
//! meant where the IR has no such attribute.
//!
//! Opcodes, orders and versions are facts of the public specification (NVIDIA/cuda-tile), for 13.4 and 13.5 those of
//! files that the official tools write and read.

use smallvec::SmallVec;
use std::sync::OnceLock;
use tilewright_ir::Registry;
use tilewright_ir::attrs::AttrRecord;
use tilewright_ir::locations::{DI_COMPILE_UNIT, DI_FILE, DI_LEXICAL_BLOCK, DI_LOC, DI_SUBPROGRAM};
use tilewright_ir::op_def::OpDef;

const OPS: &str = "\
absf 0 r source
absi 1 r source
addf 2 r ?ftz rounding:R lhs rhs
addi 3 r overflow:O lhs rhs
andi 4 r lhs rhs
assert 5 message:s condition
assume 6 r predicate:t value
atomic_cas_tko 7 r ?mask,token ordering:M scope:D pointers cmp val mask token
atomic_rmw_tko 8 r ?mask,token ordering:M scope:D mode:A pointers arg mask token
bitcast 9 r source
break 10 r* #values
broadcast 11 r source
cat 12 r dim:i lhs rhs
ceil 13 r source
cmpf 14 r predicate:P ordering:C lhs rhs
cmpi 15 r predicate:P signedness:S lhs rhs
constant 16 r value:d
continue 17 r* #values
cos 18 r source
cosh 19 r source
divf 20 r ?ftz rounding:R lhs rhs
divi 21 r signedness:S rounding:R lhs rhs
exp 23 r @3rounding:R=full source
exp2 24 r ?ftz source
exti 37 r signedness:S source
extract 38 r* #source,index
floor 39 r source
fma 40 r ?ftz rounding:R lhs rhs acc
for 41 r* @2?unsigned #lower,upper,step,inits {}
ftof 42 r rounding:R source
ftoi 43 r @4?saturating signedness:S rounding:R source
get_global 44 r symbol:s
get_index_space_shape 45 r* view
get_num_tile_blocks 46 r
get_tensor_shape 47 r* view
get_tile_block_id 48 r
if 50 r* condition {}
int_to_ptr 51 r source
iota 58 r
itof 59 r signedness:S rounding:R source
join_tokens 60 r* #tokens
load_ptr_tko 61 r ?scope,hints,mask,padding,token ordering:M scope:D hints:h source mask padding token
load_view_tko 62 r* ?scope,hints,token ordering:M scope:D hints:h @4inbounds:b view index* token
log 63 r source
log2 64 r source
loop 65 r* #inits {}
make_partition_view 66 r tensor_view
make_tensor_view 67 r* base sizes* strides*
make_token 68 r
maxf 69 r ?propagate_nan,ftz lhs rhs
maxi 70 r signedness:S lhs rhs
minf 71 r ?propagate_nan,ftz lhs rhs
mini 72 r signedness:S lhs rhs
mmaf 73 r @3?fast_acc lhs rhs acc
mmai 74 r signedness_lhs:S signedness_rhs:S lhs rhs acc
mulf 76 r ?ftz rounding:R lhs rhs
mulhii 77 r lhs rhs
muli 78 r overflow:O lhs rhs
negf 79 r source
negi 80 r @2overflow:O source
offset 81 r ptr offset
ori 82 r lhs rhs
permute 83 r permutation:n source
fpowf 84 r lhs rhs
print_tko 85 r* @2?token format:s args* token
ptr_to_int 86 r source
ptr_to_ptr 87 r source
reduce 88 r* dim:i identities:a #operands {}
remf 89 r lhs rhs
remi 90 r signedness:S lhs rhs
reshape 91 r source
return 92 r* #values
rsqrt 93 r ?ftz source
scan 94 r* dim:i reverse:y identities:a #operands {}
select 95 r cond lhs rhs
shli 96 r overflow:O lhs rhs
shri 97 r signedness:S lhs rhs
sin 98 r source
sinh 99 r source
sqrt 100 r ?ftz rounding:R source
store_ptr_tko 101 r ?scope,hints,mask,token ordering:M scope:D hints:h destination value mask token
store_view_tko 102 r* ?scope,hints,token ordering:M scope:D hints:h @4inbounds:b tile view index* token
subf 103 r ?ftz rounding:R lhs rhs
subi 104 r overflow:O lhs rhs
tan 105 r source
tanh 106 r @2rounding:R=full source
trunci 107 r overflow:O source
xori 108 r lhs rhs
yield 109 r* #values
atan2 110@2 r lhs rhs
pack 111@3 r source
unpack 112@3 r source
alloca 113@3 r ?global num_elem:i alignment:i
mmaf_scaled 114@3 r lhs rhs acc lhs_scale rhs_scale
make_gather_scatter_view 115@3 r tensor_view
make_strided_view 116@3 r tensor_view
atomic_red_view_tko 117@3 r* ?token ordering:M scope:D mode:A @5inbounds:b view index* tile token
insert 118@4 r* #source,destination,index
gdc_launch_dependents_tko 119@4 r #token
gdc_wait_tko 120@4 r #token
fpowi 121@4 r source exponent
memory_fence_alias_tko 122@4 r token
multimem_load_reduce_view_tko 123@5 r* ?scope,token ordering:M scope:D reduction:X inbounds:b view index* token
multimem_reduce_view_tko 124@5 r* ?token ordering:M scope:D reduction:X inbounds:b view tile index* token
multimem_store_view_tko 125@5 r* ?scope,token ordering:M scope:D inbounds:b view tile index* token";

/// The words of each enumeration, in the order of their numbers.
const WORDS: &str = "\
R nearest_even zero negative_inf positive_inf approx full nearest_int_to_zero nearest_away
S unsigned signed
O none no_signed_wrap no_unsigned_wrap no_wrap
P equal not_equal less_than less_than_or_equal greater_than greater_than_or_equal
C unordered ordered
M weak relaxed acquire release acq_rel
D tl_blk device sys
A and or xor add addf max min umax umin xchg
X add min max and or xor umin umax
Z zero neg_zero nan pos_inf neg_inf";

/// The types without parameters: name, tag, and the version they came with.
pub(crate) const PLAIN_TYPES: [(&str, u8, u8); 17] = [
    ("i1", 0, 1),
    ("i8", 1, 1),
    ("i16", 2, 1),
    ("i32", 3, 1),
    ("i64", 4, 1),
    ("f16", 5, 1),
    ("bf16", 6, 1),
    ("f32", 7, 1),
    ("tf32", 8, 1),
    ("f64", 9, 1),
    ("f8E4M3FN", 10, 1),
    ("f8E5M2", 11, 1),
    ("token", 17, 1),
    ("f8E8M0FNU", 18, 2),
    ("f4E2M1FN", 19, 3),
    ("i4", 22, 3),
    ("fnv8E5M3FNU", 130, 4),
];

/// The types with parameters: name, tag, and the version they came with.
pub(crate) const BUILT_TYPES: [(&str, u8, u8); 7] = [
    ("ptr", 12, 1),
    ("tile", 13, 1),
    ("tensor_view", 14, 1),
    ("partition_view", 15, 1),
    ("function", 16, 1),
    ("gather_scatter_view", 20, 3),
    ("strided_view", 21, 3),
];

/// The encoding of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `R`, `S` and so on: the number of a word.
    Word(&'static str),
    /// `i`: a number.
    Int,
    /// `y`: a byte, 0 or 1.
    Bool,
    /// `s`: the index of a string; a name or a text.
    Str,
    /// `n`: how many, and numbers of 4 bytes.
    Ints,
    /// `b`: how many, and bytes 0 or 1, one for each dimension of the view; left out where all are 0.
    Bools,
    /// `d`: the index of a constant, of the type of the op's result.
    Dense,
    /// `t`: a tag and what belongs to it.
    Tagged,
    /// `a`: how many, and attributes with tags.
    Array,
    /// `h`: hints: a dictionary without its tag.
    Hints,
}

/// A part of the op's record in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// An attribute, or what it is called if the IR has none of the name.
    Attr(Option<u8>, &'static str),
    /// An operand.
    Operand(u8),
}

/// A part of what follows the opcode; see the table's head.
#[derive(Debug)]
pub(crate) enum Part {
    Results,
    CountedResults,
    Bits {
        since: u8,
        slots: Vec<Slot>,
    },
    Attr {
        since: u8,
        slot: Slot,
        kind: Kind,
        default: Option<&'static str>,
    },
    Operand(u8),
    Counted(u8),
    Together(SmallVec<[u8; 4]>),
    Regions,
}

/// The record of an op.
#[derive(Debug)]
pub(crate) struct Record {
    /// Its name in the bytecode's table, which is that of `cuda_tile` without the dialect.
    pub name: &'static str,
    /// Its record in the IR; none if the compiler does not know it.
    pub def: Option<&'static OpDef>,
    pub opcode: u64,
    pub since: u8,
    pub parts: Vec<Part>,
}

/// All records, in the order of their opcodes.
pub(crate) fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let mut records: Vec<Record> = OPS.lines().map(record).collect();
        records.sort_by_key(|record| record.opcode);
        records
    })
}

/// The words of an enumeration.
pub(crate) fn words(kind: &str) -> impl Iterator<Item = &'static str> + use<> {
    let line = WORDS.lines().find(|line| line.starts_with(kind)).unwrap_or_default();
    line.split(' ').skip(1)
}

/// `114@3` taken apart; without `@`, what is of 13.1.
fn version_of(text: &'static str) -> (u8, &'static str) {
    match text.strip_prefix('@') {
        Some(rest) => rest
            .split_at(1)
            .0
            .parse()
            .map_or((1, text), |since| (since, &rest[1..])),
        None => (1, text),
    }
}

fn record(line: &'static str) -> Record {
    let mut items = line.split(' ');
    let name = items.next().unwrap_or_default();
    let (opcode, since) = items
        .next()
        .map_or(("", "1"), |code| code.split_once('@').unwrap_or((code, "1")));
    let def = Registry::builtin().op(&format!("cuda_tile.{name}"));
    Record {
        name,
        def,
        opcode: opcode.parse().unwrap_or(u64::MAX),
        since: since.parse().unwrap_or(1),
        parts: items.map(|item| part(def, item)).collect(),
    }
}

fn part(def: Option<&'static OpDef>, item: &'static str) -> Part {
    let operand = |name: &str| def.and_then(|def| def.operand_slot(name)).unwrap_or(0) as u8;
    let attr = |name| Slot::Attr(def.and_then(|def| def.attr_slot(name)).map(|slot| slot as u8), name);
    let (since, item) = version_of(item);
    match item {
        "r" => return Part::Results,
        "r*" => return Part::CountedResults,
        "{}" => return Part::Regions,
        _ => {}
    }
    if let Some(names) = item.strip_prefix('?') {
        let slot = |name| match def.and_then(|def| def.operand_slot(name)) {
            Some(slot) => Slot::Operand(slot as u8),
            None => attr(name),
        };
        let slots = names.split(',').map(slot).collect();
        return Part::Bits { since, slots };
    }
    if let Some(names) = item.strip_prefix('#') {
        return Part::Together(names.split(',').map(operand).collect());
    }
    if let Some((name, kind)) = item.split_once(':') {
        let (kind, default) = match kind.split_once('=') {
            Some((kind, word)) => (kind, Some(word)),
            None => (kind, None),
        };
        let slot = attr(name);
        return Part::Attr {
            since,
            slot,
            kind: kind_of(kind),
            default,
        };
    }
    match item.strip_suffix('*') {
        Some(name) => Part::Counted(operand(name)),
        None => Part::Operand(operand(item)),
    }
}

/// The names in an op's line that its record in the IR does not have.
pub(crate) fn unresolved(record: &Record) -> Vec<&'static str> {
    let Some(def) = record.def else { return Vec::new() };
    let line = OPS.lines().find(|line| line.split(' ').next() == Some(record.name));
    let items = line
        .unwrap_or_default()
        .split(' ')
        .skip(2)
        .filter(|item| !matches!(*item, "r" | "r*" | "{}"));
    let names = items.flat_map(|item| version_of(item).1.trim_matches(['?', '#', '*']).split(','));
    let names = names.map(|name| name.split_once(':').map_or(name, |(name, _)| name));
    names
        .filter(|name| def.operand_slot(name).is_none() && def.attr_slot(name).is_none())
        .collect()
}

fn kind_of(letter: &'static str) -> Kind {
    match letter {
        "i" => Kind::Int,
        "y" => Kind::Bool,
        "s" => Kind::Str,
        "n" => Kind::Ints,
        "b" => Kind::Bools,
        "d" => Kind::Dense,
        "t" => Kind::Tagged,
        "a" => Kind::Array,
        "h" => Kind::Hints,
        word => Kind::Word(word),
    }
}

/// A kind of debug information: its tag, its record (none: a call), and its fields: `s` a string, `i` a number, and the
/// numbers of other rows: `f` a file, `u` a compile unit, `p` a subprogram or block of one, `l` a location.
pub(crate) type DebugKind = (u8, Option<&'static AttrRecord>, &'static str);

/// All kinds of debug information.
pub(crate) fn debug_kinds() -> [DebugKind; 6] {
    [
        (1, Some(&DI_COMPILE_UNIT), "f"),
        (2, Some(&DI_FILE), "ss"),
        (3, Some(&DI_LEXICAL_BLOCK), "pfii"),
        (4, Some(&DI_LOC), "psii"),
        (5, Some(&DI_SUBPROGRAM), "fissui"),
        (6, None, "ll"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defaults that reading the table falls back on are never needed.
    #[test]
    fn every_row_is_whole() {
        let records = records();
        assert_eq!(records.len(), OPS.lines().count());
        for pair in records.windows(2) {
            assert!(pair[0].opcode < pair[1].opcode, "{} and {}", pair[0].name, pair[1].name);
        }
        for record in records {
            assert!(!record.name.is_empty() && record.opcode < 128, "{record:?}");
            assert!((1..=5).contains(&record.since), "{record:?}");
            for part in &record.parts {
                if let Part::Attr {
                    kind: Kind::Word(kind), ..
                } = part
                {
                    assert!(kind.len() == 1 && words(kind).count() > 1, "{record:?}");
                }
            }
        }
        assert!(words("Z").count() > 1);
    }
}
