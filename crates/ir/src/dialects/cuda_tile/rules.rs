//! What must hold of ops beyond the types of their operands; from the Tile IR specification.

use super::assume;
use crate::attrs::AttrData;
use crate::entity::{Op, Ty, Value};
use crate::module::Module;
use crate::op_def::traits;
use crate::types::{DYNAMIC, TileViewKind};
use crate::verify::Violation;

type Rule = Result<(), Violation>;

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Rule {
    if holds { Ok(()) } else { Err(Violation::new(message())) }
}

fn ty(module: &Module, op: Op, name: &str) -> Option<Ty> {
    module.operand_named(op, name).map(|v| module.ty(v))
}

fn result_ty(module: &Module, op: Op) -> Ty {
    module.ty(module.result(op, 0))
}

fn shape_text(shape: &[i64]) -> String {
    if shape.is_empty() {
        "a scalar".to_string()
    } else {
        shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
    }
}

/// The two operands that are compared have one type.
pub(crate) fn same_operands(module: &Module, op: Op) -> Rule {
    let (a, b) = (module.ty(module.operand(op, 0)), module.ty(module.operand(op, 1)));
    ensure(a == b, || {
        format!(
            "cannot compare `{}` with `{}`",
            module.type_text(a),
            module.type_text(b)
        )
    })
}

pub(crate) fn select(module: &Module, op: Op) -> Rule {
    let (a, b) = (module.ty(module.operand(op, 1)), module.ty(module.operand(op, 2)));
    ensure(a == b, || {
        format!(
            "cannot choose between `{}` and `{}`",
            module.type_text(a),
            module.type_text(b)
        )
    })
}

pub(crate) fn divi(module: &Module, op: Op) -> Rule {
    let floor_of_unsigned =
        module.keyword(op, "signedness") == "unsigned" && module.keyword(op, "rounding") == "negative_inf";
    if floor_of_unsigned {
        return Err(
            Violation::new("rounding mode 'negative_inf' is not allowed with 'unsigned'")
                .help("leave the rounding out: for unsigned numbers rounding to zero is the same"),
        );
    }
    Ok(())
}

fn bits(module: &Module, ty: Ty) -> u32 {
    module.element_scalar(ty).map_or(64, |s| s.bits)
}

pub(crate) fn bitcast(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(bits(module, from) == bits(module, to), || {
        format!(
            "the elements of `{}` and `{}` differ in width",
            module.type_text(from),
            module.type_text(to)
        )
    })
}

pub(crate) fn exti(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(bits(module, from) < bits(module, to), || {
        "the result must be wider than the source".to_string()
    })
}

pub(crate) fn trunci(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(bits(module, from) > bits(module, to), || {
        "the result must be narrower than the source".to_string()
    })
}

pub(crate) fn int64_source(module: &Module, op: Op) -> Rule {
    ensure(bits(module, module.ty(module.operand(op, 0))) == 64, || {
        "addresses have 64 bits".to_string()
    })
}

pub(crate) fn int64_result(module: &Module, op: Op) -> Rule {
    ensure(bits(module, result_ty(module, op)) == 64, || {
        "addresses have 64 bits".to_string()
    })
}

pub(crate) fn offset(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(from == to, || "moving pointers does not change their type".to_string())
}

pub(crate) fn iota(module: &Module, op: Op) -> Rule {
    let ty = result_ty(module, op);
    let (shape, bits) = (module.shape(ty), bits(module, ty));
    ensure(shape.len() == 1, || {
        format!("the result must have one dimension, not be {}", shape_text(shape))
    })?;
    ensure(bits >= 63 || shape[0] <= 1 << bits, || {
        format!("{} numbers do not fit in {bits} bits", shape[0])
    })
}

pub(crate) fn assume(module: &Module, op: Op) -> Rule {
    let value = module.ty(module.operand(op, 0));
    let Some(AttrData::Record(record, params)) = module.attr(op, "predicate").map(|a| module.attr_data(a)) else {
        return Err(Violation::new("the predicate is missing"));
    };
    let int = module.element_scalar(value).is_some_and(|s| !s.is_float());
    let pointer = module.pointee(module.element(value)).is_some();
    let shape = module.shape(value);
    match record.name {
        name if name == assume::BOUNDED.name => {
            ensure(int, || "only integers have bounds".to_string())?;
            let (low, high) = (params.ints[1], params.ints[3]);
            let empty = params.ints[0] == 1 && params.ints[2] == 1 && low > high;
            ensure(!empty, || format!("no number lies between {low} and {high}"))
        }
        name if name == assume::DIV_BY.name => {
            let view = module.tensor_view_type(value).is_some();
            ensure(int || pointer || view, || {
                "only integers, pointers and tensor views have divisors".to_string()
            })?;
            match params.ints[..] {
                [_, every, along] => {
                    let extent = usize::try_from(along).ok().and_then(|dim| shape.get(dim));
                    ensure(extent.is_some_and(|&e| every > 0 && every <= e), || {
                        format!(
                            "`every {every} along {along}` does not fit the shape {}",
                            shape_text(shape)
                        )
                    })
                }
                _ => Ok(()),
            }
        }
        _ => ensure(params.ints.len() == shape.len(), || {
            format!(
                "{} group sizes for a tile of {} dimensions",
                params.ints.len(),
                shape.len()
            )
        }),
    }
}

pub(crate) fn reshape(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(module.element(from) == module.element(to), || {
        "reshaping does not change the elements".to_string()
    })?;
    let (a, b) = (module.shape(from), module.shape(to));
    ensure(a.iter().product::<i64>() == b.iter().product::<i64>(), || {
        format!(
            "{} and {} do not have the same number of elements",
            shape_text(a),
            shape_text(b)
        )
    })
}

pub(crate) fn broadcast(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(module.element(from) == module.element(to), || {
        "broadcasting does not change the elements".to_string()
    })?;
    let (a, b) = (module.shape(from), module.shape(to));
    let fits = a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == 1 || x == y);
    if fits {
        return Ok(());
    }
    Err(
        Violation::new(format!("{} cannot be broadcast to {}", shape_text(a), shape_text(b)))
            .note("the number of dimensions stays, and only extents of 1 may grow")
            .help("reshape first, to give the source a dimension of extent 1 where the result has more"),
    )
}

/// The same tile but for its layout.
pub(crate) fn convert_layout(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    ensure(
        module.element(from) == module.element(to) && module.shape(from) == module.shape(to),
        || "only the layout may change".to_string(),
    )
}

pub(crate) fn permute(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    let permutation = module.ints_attr(op, "permutation").unwrap_or(&[]);
    let (a, b) = (module.shape(from), module.shape(to));
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    ensure(sorted.iter().copied().eq(0..a.len() as i64), || {
        format!("the permutation must name each of the {} dimensions once", a.len())
    })?;
    let permuted: Vec<i64> = permutation.iter().map(|&dim| a[dim as usize]).collect();
    ensure(module.element(from) == module.element(to) && permuted == b, || {
        format!("the result must be {}, not {}", shape_text(&permuted), shape_text(b))
    })
}

/// A slice divides the tile evenly, and there is an index for each dimension.
fn slice(module: &Module, slice: Ty, whole: Ty, indices: usize) -> Rule {
    let (a, b) = (module.shape(slice), module.shape(whole));
    ensure(module.element(slice) == module.element(whole), || {
        "the elements must be of one type".to_string()
    })?;
    ensure(indices == b.len(), || {
        format!("{indices} indices for {} dimensions", b.len())
    })?;
    ensure(a.len() == b.len() && a.iter().zip(b).all(|(x, y)| y % x == 0), || {
        format!("{} does not divide {} evenly", shape_text(a), shape_text(b))
    })
}

pub(crate) fn extract(module: &Module, op: Op) -> Rule {
    let source = module.ty(module.operand(op, 0));
    slice(
        module,
        result_ty(module, op),
        source,
        module.operands_named(op, "index").len(),
    )
}

pub(crate) fn insert(module: &Module, op: Op) -> Rule {
    let (source, destination) = (module.ty(module.operand(op, 0)), module.ty(module.operand(op, 1)));
    slice(module, source, destination, module.operands_named(op, "index").len())
}

pub(crate) fn cat(module: &Module, op: Op) -> Rule {
    let (a, b) = (module.ty(module.operand(op, 0)), module.ty(module.operand(op, 1)));
    let to = result_ty(module, op);
    let dim = module.int_attr(op, "dim").unwrap_or(-1);
    let (x, y, z) = (module.shape(a), module.shape(b), module.shape(to));
    let fits = x.len() == y.len()
        && x.len() == z.len()
        && (0..x.len() as i64).contains(&dim)
        && (0..x.len()).all(|i| {
            if i as i64 == dim {
                x[i] + y[i] == z[i]
            } else {
                x[i] == y[i] && x[i] == z[i]
            }
        });
    ensure(
        fits && module.element(a) == module.element(b) && module.element(a) == module.element(to),
        || {
            format!(
                "{} and {} joined along dimension {dim} are not {}",
                shape_text(x),
                shape_text(y),
                shape_text(z)
            )
        },
    )
}

pub(crate) fn same_bits(module: &Module, op: Op) -> Rule {
    let (from, to) = (module.ty(module.operand(op, 0)), result_ty(module, op));
    let size = |t: Ty| module.shape(t).iter().product::<i64>() * i64::from(bits(module, t));
    ensure(
        module.shape(from).len() == 1 && module.shape(to).len() == 1 && size(from) == size(to),
        || "source and result must have one dimension and the same number of bits".to_string(),
    )
}

/// Shapes of a product: `MxK`, `KxN`, `MxN`, with one batch dimension in front of all or of none.
fn mma_shapes(module: &Module, op: Op) -> Rule {
    let shape = |i: usize| module.shape(module.ty(module.operand(op, i)));
    let (a, b, c) = (shape(0), shape(1), shape(2));
    let rank = a.len();
    let fits = (rank == 2 || rank == 3)
        && b.len() == rank
        && c.len() == rank
        && a[rank - 1] == b[rank - 2]
        && a[rank - 2] == c[rank - 2]
        && b[rank - 1] == c[rank - 1]
        && (rank == 2 || (a[0] == b[0] && a[0] == c[0]));
    if fits {
        return Ok(());
    }
    let shapes = format!("{}, {} and {}", shape_text(a), shape_text(b), shape_text(c));
    Err(Violation::new(format!("the shapes {shapes} do not make a product"))
        .note("MxK times KxN plus MxN is a product, with or without one batch dimension in front of all three"))
}

fn element_name(module: &Module, op: Op, index: usize) -> &'static str {
    module
        .element_scalar(module.ty(module.operand(op, index)))
        .map_or("?", |s| s.name)
}

pub(crate) fn mmaf(module: &Module, op: Op) -> Rule {
    mma_shapes(module, op)?;
    let (a, b, c) = (
        element_name(module, op, 0),
        element_name(module, op, 1),
        element_name(module, op, 2),
    );
    let legal = a == b
        && match a {
            "f8E4M3FN" | "f8E5M2" | "f16" => matches!(c, "f16" | "f32"),
            "bf16" | "tf32" | "f32" => c == "f32",
            "f64" => c == "f64",
            _ => false,
        };
    if legal {
        return Ok(());
    }
    Err(
        Violation::new(format!("there is no product of {a} and {b} that is added to {c}")).note(
            "f8 and f16 are added to f16 or f32; bf16, tf32 and f32 to f32; f64 to f64; both factors are of one type",
        ),
    )
}

pub(crate) fn mmai(module: &Module, op: Op) -> Rule {
    mma_shapes(module, op)?;
    let (a, b, c) = (
        element_name(module, op, 0),
        element_name(module, op, 1),
        element_name(module, op, 2),
    );
    ensure(a == "i8" && b == "i8" && c == "i32", || {
        format!("integer products are of i8 and i8, added to i32, not of {a} and {b}, added to {c}")
    })
}

pub(crate) fn mmaf_scaled(module: &Module, op: Op) -> Rule {
    mma_shapes(module, op)?;
    let names: Vec<&str> = (0..5).map(|i| element_name(module, op, i)).collect();
    let legal = names[0] == names[1]
        && names[2] == "f32"
        && names[3] == names[4]
        && match names[0] {
            "f8E4M3FN" | "f8E5M2" => names[3] == "f8E8M0FNU",
            "f4E2M1FN" => matches!(names[3], "f8E8M0FNU" | "f8E4M3FN"),
            _ => false,
        };
    ensure(legal, || {
        format!("there is no scaled product of these types: {}", names.join(", "))
    })?;
    let shape = |i: usize| module.shape(module.ty(module.operand(op, i)));
    let (a, b, sa, sb) = (shape(0), shape(1), shape(3), shape(4));
    let rank = a.len();
    let fits = sa.len() == rank
        && sb.len() == rank
        && sa[rank - 2] == a[rank - 2]
        && sb[rank - 1] == b[rank - 1]
        && a[rank - 1] % sa[rank - 1] == 0
        && sa[rank - 1] == sb[rank - 2];
    ensure(fits, || {
        format!(
            "scales of {} and {} do not fit factors of {} and {}",
            shape_text(sa),
            shape_text(sb),
            shape_text(a),
            shape_text(b)
        )
    })
}

/// What `reduce` and `scan` share; the shape of result number `i` is for the caller to check.
fn combining(module: &Module, op: Op) -> Rule {
    let operands = module.operands(op);
    let dim = module.int_attr(op, "dim").unwrap_or(-1);
    let count = operands.len();
    ensure(count > 0, || "there is nothing to combine".to_string())?;
    let shape = module.shape(module.ty(operands[0]));
    ensure(operands.iter().all(|&v| module.shape(module.ty(v)) == shape), || {
        "all operands must have one shape".to_string()
    })?;
    ensure((0..shape.len() as i64).contains(&dim), || {
        format!("there is no dimension {dim} in {}", shape_text(shape))
    })?;
    ensure(module.results(op).len() == count, || {
        format!("{count} operands need {count} results")
    })?;
    let identities = match module.attr(op, "identities").map(|a| module.attr_data(a)) {
        Some(AttrData::Array(items)) => &items[..],
        _ => &[],
    };
    let types_agree = identities
        .iter()
        .zip(operands)
        .all(|(&item, &v)| match module.attr_data(item) {
            AttrData::Dense { ty, .. } => *ty == module.element(module.ty(v)),
            _ => false,
        });
    ensure(identities.len() == count && types_agree, || {
        "there must be one identity of the right type per operand".to_string()
    })?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Err(Violation::new("the combiner is missing"));
    };
    let arguments = module.arguments(block);
    let right = arguments.len() == 2 * count
        && arguments.iter().enumerate().all(|(i, &argument)| {
            let ty = module.ty(argument);
            module.shape(ty).is_empty() && module.element(ty) == module.element(module.ty(operands[i / 2]))
        });
    ensure(right, || {
        "the combiner takes two scalars for each operand: the left and the right one".to_string()
    })?;
    let yielded = module.last_op(block).map_or(&[][..], |last| module.operands(last));
    let agrees = yielded.len() == count
        && yielded
            .iter()
            .zip(arguments.iter().step_by(2))
            .all(|(&y, &a)| module.ty(y) == module.ty(a));
    ensure(agrees, || {
        "the combiner must yield one scalar for each operand".to_string()
    })
}

pub(crate) fn reduce(module: &Module, op: Op) -> Rule {
    combining(module, op)?;
    let dim = module.int_attr(op, "dim").unwrap_or(0) as usize;
    for (&operand, &result) in module.operands(op).iter().zip(module.results(op)) {
        let mut shape = module.shape(module.ty(operand)).to_vec();
        shape.remove(dim);
        let right = module.shape(module.ty(result)) == shape
            && module.element(module.ty(result)) == module.element(module.ty(operand));
        ensure(right, || format!("the result must be {}", shape_text(&shape)))?;
    }
    Ok(())
}

pub(crate) fn scan(module: &Module, op: Op) -> Rule {
    combining(module, op)?;
    let same = module
        .operands(op)
        .iter()
        .zip(module.results(op))
        .all(|(&a, &b)| module.ty(a) == module.ty(b));
    ensure(same, || "scanning does not change the type".to_string())
}

pub(crate) fn i32_results(module: &Module, op: Op) -> Rule {
    let right = module.results(op).iter().all(|&r| {
        let ty = module.ty(r);
        module.shape(ty).is_empty() && module.element_scalar(ty).is_some_and(|s| s.name == "i32")
    });
    ensure(right, || "the results are of type `tile<i32>`".to_string())
}

pub(crate) fn make_tensor_view(module: &Module, op: Op) -> Rule {
    let base = module.ty(module.operand(op, 0));
    let Some(view) = module.tensor_view_type(result_ty(module, op)) else {
        return Ok(());
    };
    let pointee = module.pointee(module.element(base));
    ensure(module.shape(base).is_empty() && pointee == Some(view.element), || {
        format!("the base must be one pointer to `{}`", module.type_text(view.element))
    })?;
    let dynamic = |ints: &[i64]| ints.iter().filter(|&&i| i == DYNAMIC).count();
    let (sizes, strides) = (module.operand_list(op, 1).len(), module.operand_list(op, 2).len());
    ensure(dynamic(view.sizes) == sizes && dynamic(view.strides) == strides, || {
        "there must be a value for each `?` of the type".to_string()
    })
}

pub(crate) fn make_view(module: &Module, op: Op) -> Rule {
    let source = module.ty(module.operand(op, 0));
    let view = module.tile_view_type(result_ty(module, op));
    ensure(view.is_some_and(|v| v.tensor == source), || {
        "the view must be of the tensor view it is made from".to_string()
    })
}

/// Indices and tile of an access to a view.
pub(crate) fn view_access(module: &Module, op: Op) -> Rule {
    let Some(view) = ty(module, op, "view").and_then(|t| module.tile_view_type(t)) else {
        return Ok(());
    };
    let indices = module.operands_named(op, "index");
    ensure(indices.len() == view.tile.len(), || {
        format!("{} indices for a view of {} dimensions", indices.len(), view.tile.len())
    })?;
    for (dim, &index) in indices.iter().enumerate() {
        let shape = module.shape(module.ty(index));
        let right = match view.kind {
            TileViewKind::GatherScatter { sparse_dim } if dim == sparse_dim => shape == [view.tile[dim]],
            _ => shape.is_empty(),
        };
        ensure(right, || format!("index {dim} is {}", shape_text(shape)))?;
    }
    let tile = ty(module, op, "tile").unwrap_or_else(|| result_ty(module, op));
    let element = module.tensor_view_type(view.tensor).map(|t| t.element);
    ensure(
        module.shape(tile) == view.tile && Some(module.element(tile)) == element,
        || {
            format!(
                "`{}` is not a tile of the view: {} is",
                module.type_text(tile),
                shape_text(view.tile)
            )
        },
    )
}

/// Pointers and the tile that is read or written through them.
fn pointer_access(module: &Module, pointers: Ty, value: Ty, mask: Option<Value>) -> Rule {
    ensure(
        module.pointee(module.element(pointers)) == Some(module.element(value)),
        || {
            format!(
                "`{}` do not point to elements of `{}`",
                module.type_text(pointers),
                module.type_text(value)
            )
        },
    )?;
    let shape = module.shape(pointers);
    ensure(module.shape(value) == shape, || {
        "pointers and elements must have one shape".to_string()
    })?;
    ensure(mask.is_none_or(|m| module.shape(module.ty(m)) == shape), || {
        "the mask must have the same shape".to_string()
    })
}

pub(crate) fn load_ptr(module: &Module, op: Op) -> Rule {
    let pointers = module.ty(module.operand(op, 0));
    let value = result_ty(module, op);
    pointer_access(module, pointers, value, module.operand_named(op, "mask"))?;
    let padding = ty(module, op, "padding");
    ensure(padding.is_none_or(|p| p == value), || {
        "the padding must have the type of the result".to_string()
    })
}

pub(crate) fn store_ptr(module: &Module, op: Op) -> Rule {
    let (pointers, value) = (module.ty(module.operand(op, 0)), module.ty(module.operand(op, 1)));
    pointer_access(module, pointers, value, module.operand_named(op, "mask"))
}

pub(crate) fn atomic_rmw(module: &Module, op: Op) -> Rule {
    store_ptr(module, op)?;
    let value = module.ty(module.operand(op, 1));
    ensure(value == result_ty(module, op), || {
        "the result has the type of the argument".to_string()
    })?;
    let scalar = module.element_scalar(value);
    let mode = module.keyword(op, "mode");
    let right = match mode {
        "addf" => scalar.is_some_and(|s| s.is_float() && s.bits >= 16),
        "xchg" => scalar.is_some_and(|s| s.bits >= 32),
        _ => scalar.is_some_and(|s| !s.is_float() && s.bits >= 32),
    };
    ensure(right, || {
        format!("`{mode}` does not work on `{}`", module.type_text(value))
    })
}

pub(crate) fn atomic_cas(module: &Module, op: Op) -> Rule {
    store_ptr(module, op)?;
    let (cmp, value) = (module.ty(module.operand(op, 1)), module.ty(module.operand(op, 2)));
    ensure(cmp == value && value == result_ty(module, op), || {
        "both values and the result have one type".to_string()
    })?;
    ensure(bits(module, value) >= 32, || {
        "elements of at least 32 bits can be compared and replaced".to_string()
    })
}

pub(crate) fn entry(module: &Module, op: Op) -> Rule {
    let inside = module.parent_op(op);
    ensure(
        inside.is_none_or(|parent| module.op_name(parent) == "cuda_tile.module"),
        || "a kernel stands at the top, or in a module".to_string(),
    )?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    let scalars = module
        .arguments(block)
        .iter()
        .all(|&a| module.tile_type(module.ty(a)).is_some_and(|t| t.shape.is_empty()));
    ensure(scalars, || {
        "the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`".to_string()
    })
}

/// The types that a loop starts from, carries and ends with.
fn carried(module: &Module, inits: &[Value], arguments: &[Value]) -> Rule {
    let same =
        inits.len() == arguments.len() && inits.iter().zip(arguments).all(|(&a, &b)| module.ty(a) == module.ty(b));
    ensure(same, || {
        "the values that a loop carries must have the types that it starts from".to_string()
    })
}

pub(crate) fn for_loop(module: &Module, op: Op) -> Rule {
    let bounds: Vec<Ty> = (0..3).map(|i| module.ty(module.operand(op, i))).collect();
    ensure(bounds[0] == bounds[1] && bounds[0] == bounds[2], || {
        "bounds and step must have one type".to_string()
    })?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    let arguments = module.arguments(block);
    ensure(arguments.first().is_some_and(|&i| module.ty(i) == bounds[0]), || {
        "the index must have the type of the bounds".to_string()
    })?;
    carried(module, module.operand_list(op, 3), &arguments[1..])?;
    carried(module, module.results(op), &arguments[1..])?;
    ends_with(module, block, "continue", module.results(op))
}

pub(crate) fn endless_loop(module: &Module, op: Op) -> Rule {
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    carried(module, module.operands(op), module.arguments(block))
}

/// A block that may leave its terminator out has nothing to hand on.
fn ends_with(module: &Module, block: crate::entity::Block, word: &str, wanted: &[Value]) -> Rule {
    let ended = module
        .last_op(block)
        .is_some_and(|last| module.def(last).has(traits::TERMINATOR));
    ensure(ended || wanted.is_empty(), || {
        format!("its body must end in `{word}` with {} values", wanted.len())
    })
}

pub(crate) fn branch(module: &Module, op: Op) -> Rule {
    let results = module.results(op);
    for &region in module.regions(op) {
        let Some(block) = module.entry_block(region) else {
            ensure(results.is_empty(), || {
                "an `if` with results needs an `else`".to_string()
            })?;
            continue;
        };
        ends_with(module, block, "yield", results)?;
        if let Some(last) = module.last_op(block)
            && module.def(last).short_name() == "yield"
        {
            let agrees = module.operands(last).len() == results.len()
                && module
                    .operands(last)
                    .iter()
                    .zip(results)
                    .all(|(&a, &b)| module.ty(a) == module.ty(b));
            ensure(agrees, || "both ways must yield values of the result types".to_string())?;
        }
    }
    Ok(())
}

/// `continue` and `break` stand in a loop and hand on what it wants.
pub(crate) fn in_loop(module: &Module, op: Op) -> Rule {
    let is_break = module.def(op).short_name() == "break";
    let mut around = module.parent_op(op);
    while let Some(outer) = around {
        match module.def(outer).short_name() {
            "if" => around = module.parent_op(outer),
            "for" if is_break => return Err(Violation::new("`break` leaves a `loop`, not a `for`")),
            "for" | "loop" => {
                let wanted: Vec<Ty> = if is_break {
                    module.results(outer).iter().map(|&v| module.ty(v)).collect()
                } else {
                    let inits = module.operands_named(outer, "inits");
                    inits.iter().map(|&v| module.ty(v)).collect()
                };
                let given: Vec<Ty> = module.operands(op).iter().map(|&v| module.ty(v)).collect();
                return ensure(given == wanted, || {
                    let text = |types: &[Ty]| {
                        types
                            .iter()
                            .map(|&t| module.type_text(t))
                            .collect::<Vec<_>>()
                            .join(", ")
                    };
                    format!("the loop wants ({}), not ({})", text(&wanted), text(&given))
                });
            }
            _ => break,
        }
    }
    Err(Violation::new("it stands in no loop"))
}
