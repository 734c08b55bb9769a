//! Words of other libraries, and what a kernel says in their place.

use super::parameters;

/// Functions and methods of PyTorch, NumPy, Triton and Python by their last name, and what to write.
const WORDS: &[(&str, &str)] = &[
    ("dot mm bmm addmm einsum", "ct.mma(x, y, acc)"),
    ("program_id", "ct.bid(axis)"),
    ("num_programs", "ct.num_blocks(axis)"),
    ("cast to type convert", "x.astype(dtype)"),
    ("float", "x.astype(ct.float32)"),
    ("half", "x.astype(ct.float16)"),
    (
        "softmax",
        "e = ct.exp(x - ct.max(x, axis, keepdims=True)); e / ct.sum(e, axis, keepdims=True)",
    ),
    ("relu", "ct.maximum(x, 0)"),
    ("sigmoid", "1 / (1 + ct.exp(-x))"),
    ("silu swish", "x / (1 + ct.exp(-x))"),
    (
        "gelu",
        "0.5 * x * (1 + ct.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))",
    ),
    ("mean", "ct.sum(x, axis) / n"),
    ("clamp clip", "ct.minimum(ct.maximum(x, low), high)"),
    ("square", "x * x"),
    ("fma", "x * y + z"),
    ("round rint", "ct.floor(x + 0.5)"),
    ("power", "ct.pow(x, y)"),
    ("div divide", "ct.truediv(x, y)"),
    ("absolute fabs", "ct.abs(x)"),
    ("amax", "ct.max(x, axis)"),
    ("amin", "ct.min(x, axis)"),
    ("concatenate concat", "ct.cat((x, y), axis)"),
    ("tensor array full_like", "ct.full(shape, value, dtype)"),
    ("empty empty_like zeros_like", "ct.zeros(shape, dtype)"),
    ("ones_like", "ct.ones(shape, dtype)"),
    ("sort argsort topk unique nonzero rand randn random flip", ""),
    ("T mT trans swapaxes", "ct.transpose(x)"),
    ("unsqueeze", "ct.expand_dims(x, axis)"),
    ("view squeeze flatten ravel", "ct.reshape(x, shape)"),
    ("expand tile", "ct.broadcast_to(x, shape)"),
    ("size", "x.shape[axis]"),
    ("make_block_ptr", "X.tiled_view(tile_shape)"),
    ("static_range", "ct.static_iter(range(n))"),
    ("device_assert", "ct.assert_(condition)"),
    ("device_print", "print(...)"),
];

/// Parameters that other libraries call so, and their names here.
const KEYWORDS: &[(&str, &str)] = &[
    ("dim", "axis"),
    ("dims", "axes"),
    ("keepdim", "keepdims"),
    ("keep_dims", "keepdims"),
    ("other", "padding_value"),
    ("eviction_policy", "latency"),
    ("accumulator", "acc"),
];

/// The text to write in place of a function of another library, by its name without the module.
pub(crate) fn known(name: &str) -> Option<String> {
    let listed = WORDS
        .iter()
        .find(|(words, _)| words.split(' ').any(|word| word == name));
    match listed {
        Some((_, "")) => return Some("cuTile has nothing of the kind: do it in code around the kernel".to_string()),
        Some((_, text)) => return Some(format!("write `{text}`")),
        None => {}
    }
    let spec = parameters(name).filter(|_| !name.contains('.'))?;
    let needed: Vec<&str> = spec
        .split(' ')
        .take_while(|part| *part != "*")
        .filter(|part| !["", "/"].contains(part))
        .map(|part| part.trim_end_matches('?'))
        .collect();
    Some(format!("write `ct.{name}({})`", needed.join(", ")))
}

/// Advice on what to write in place of a function of another module.
pub(crate) fn instead(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    known(last).unwrap_or_else(|| {
        "a kernel calls functions of `cuda.tile`, of its own file, and a few of Python: copy a helper of another module into the file".to_string()
    })
}

/// The name that a parameter has here.
pub(super) fn keyword(name: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|row| row.0 == name).map(|row| row.1)
}
