//! The kernels that are tried, one op each; those of plain elementwise ops follow from their records.

/// A kernel of one op: what it is tried on is `%a`, of type `A` = `tile<16x16xT>`, and what it makes is `%r`. In the
/// text `Z` is a zero of the type, and `NARROW` the op that makes it of f32.
pub struct Row {
    pub op: &'static str,
    pub text: &'static str,
    /// The elements of `%r`, none where nothing is made.
    pub result: &'static str,
}

pub const fn row(op: &'static str, text: &'static str, result: &'static str) -> Row {
    Row { op, text, result }
}

/// The way in which `reduce` and `scan` combine `%x` and `%y`, scalars of type `S` = `tile<T>`, to `%s`: by the arithmetic that the type
/// has; by that of f32 or i32, for types that have none; and by choosing one of the two, which any type can be.
pub const COMBINERS: &[(&str, &str)] = &[
    ("addf", "%s = addf %x, %y : S"),
    ("mulf", "%s = mulf %x, %y : S"),
    ("minf", "%s = minf %x, %y : S"),
    ("maxf", "%s = maxf %x, %y : S"),
    (
        "maxf of f32",
        "%wx = ftof %x : S -> tile<f32>\n%wy = ftof %y : S -> tile<f32>\n%most = maxf %wx, %wy : tile<f32>\n%s = NARROW : tile<f32> -> S",
    ),
    ("addi", "%s = addi %x, %y : S"),
    ("muli", "%s = muli %x, %y : S"),
    ("mini", "%s = mini %x, %y signed : S"),
    ("maxi", "%s = maxi %x, %y signed : S"),
    ("andi", "%s = andi %x, %y : S"),
    ("ori", "%s = ori %x, %y : S"),
    ("xori", "%s = xori %x, %y : S"),
    (
        "addi of i32",
        "%wx = exti %x signed : S -> tile<i32>\n%wy = exti %y signed : S -> tile<i32>\n%sum = addi %wx, %wy : tile<i32>\n%s = trunci %sum : tile<i32> -> S",
    ),
    (
        "select",
        "%c = constant <i1: true> : tile<i1>\n%s = select %c, %x, %y : tile<i1>, S",
    ),
];

pub const ROWS: &[Row] = &[
    row("fpowi", "%e = broadcast_i\n%r = fpowi %a, %e : A, tile<16x16xi32>", "T"),
    row("cmpf", "%r = cmpf less_than ordered %a, %a : A -> tile<16x16xi1>", "i1"),
    row("cmpi", "%r = cmpi less_than %a, %a, signed : A -> tile<16x16xi1>", "i1"),
    row(
        "select",
        "%e = broadcast_i\n%c = cmpi equal %e, %e, signed : tile<16x16xi32> -> tile<16x16xi1>\n%r = select %c, %a, %a : tile<16x16xi1>, A",
        "T",
    ),
    row("bitcast to i8", "%r = bitcast %a : A -> tile<16x16xi8>", "i8"),
    row("bitcast to i16", "%r = bitcast %a : A -> tile<16x16xi16>", "i16"),
    row("bitcast to i32", "%r = bitcast %a : A -> tile<16x16xi32>", "i32"),
    row("bitcast to f64", "%r = bitcast %a : A -> tile<16x16xf64>", "f64"),
    row("exti to i64", "%r = exti %a signed : A -> tile<16x16xi64>", "i64"),
    row("trunci to i8", "%r = trunci %a : A -> tile<16x16xi8>", "i8"),
    row("trunci to i4", "%r = trunci %a : A -> tile<16x16xi4>", "i4"),
    row("ftof to f16", "%r = ftof %a : A -> tile<16x16xf16>", "f16"),
    row("ftof to bf16", "%r = ftof %a : A -> tile<16x16xbf16>", "bf16"),
    row("ftof to f32", "%r = ftof %a : A -> tile<16x16xf32>", "f32"),
    row("ftof to tf32", "%r = ftof %a : A -> tile<16x16xtf32>", "tf32"),
    row("ftof to f64", "%r = ftof %a : A -> tile<16x16xf64>", "f64"),
    row(
        "ftof to f8E4M3FN",
        "%r = ftof %a : A -> tile<16x16xf8E4M3FN>",
        "f8E4M3FN",
    ),
    row("ftof to f8E5M2", "%r = ftof %a : A -> tile<16x16xf8E5M2>", "f8E5M2"),
    row(
        "ftof to f8E8M0FNU",
        "%r = ftof %a rounding<zero> : A -> tile<16x16xf8E8M0FNU>",
        "f8E8M0FNU",
    ),
    row(
        "ftof to f4E2M1FN",
        "%r = ftof %a : A -> tile<16x16xf4E2M1FN>",
        "f4E2M1FN",
    ),
    row("ftoi to i32", "%r = ftoi %a signed : A -> tile<16x16xi32>", "i32"),
    row("itof to f32", "%r = itof %a signed : A -> tile<16x16xf32>", "f32"),
    row(
        "int_to_ptr",
        "%r = int_to_ptr %a : A -> tile<16x16xptr<f32>>",
        "ptr<f32>",
    ),
    row("ptr_to_int", "%r = ptr_to_int %a : A -> tile<16x16xi64>", "i64"),
    row(
        "ptr_to_ptr",
        "%e = ptr_to_ptr %a : A -> tile<16x16xptr<i8>>\n%r = ptr_to_int %e : tile<16x16xptr<i8>> -> tile<16x16xi64>",
        "i64",
    ),
    row(
        "offset",
        "%e = broadcast_i\n%r = offset %a, %e : A, tile<16x16xi32> -> A",
        "T",
    ),
    row("constant", "%r = constant <T: Z> : A", "T"),
    row(
        "iota",
        "%e = iota : tile<16xT>\n%f = reshape %e : tile<16xT> -> tile<16x1xT>\n%r = broadcast %f : tile<16x1xT> -> A",
        "T",
    ),
    row("assume", "%r = assume div_by<1>, %a : A", "T"),
    row("assert", "assert %a, \"holds\" : A", ""),
    row("print_tko", "%t = print_tko \"PRINT\", %a : A -> token", ""),
    row(
        "reshape",
        "%e = reshape %a : A -> tile<256xT>\n%r = reshape %e : tile<256xT> -> A",
        "T",
    ),
    row(
        "broadcast",
        "%e = extract %a[%i, %i] : A -> tile<1x16xT>\n%r = broadcast %e : tile<1x16xT> -> A",
        "T",
    ),
    row("permute", "%r = permute %a [1, 0] : A -> A", "T"),
    row(
        "extract",
        "%e = extract %a[%i, %i] : A -> tile<8x16xT>\n%r = cat %e, %e dim = 0 : tile<8x16xT>, tile<8x16xT> -> A",
        "T",
    ),
    row(
        "insert",
        "%e = extract %a[%i, %i] : A -> tile<8x16xT>\n%r = insert %e, %a[%i, %i] : tile<8x16xT>, A",
        "T",
    ),
    row(
        "cat",
        "%e = cat %a, %a dim = 1 : A, A -> tile<16x32xT>\n%r = extract %e[%i, %i] : tile<16x32xT> -> A",
        "T",
    ),
    row(
        "pack",
        "%e = reshape %a : A -> tile<256xT>\n%b = pack %e : tile<256xT> -> tile<BYTESxi8>\n%c = unpack %b : tile<BYTESxi8> -> tile<256xT>\n%r = reshape %c : tile<256xT> -> A",
        "T",
    ),
    row(
        "mmaf to f16",
        "%s = constant <f16: 0.0> : tile<16x16xf16>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf16>",
        "f16",
    ),
    row(
        "mmaf to f32",
        "%s = constant <f32: 0.0> : tile<16x16xf32>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf32>",
        "f32",
    ),
    row(
        "mmaf to f64",
        "%s = constant <f64: 0.0> : tile<16x16xf64>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf64>",
        "f64",
    ),
    row(
        "mmai",
        "%s = constant <i32: 0> : tile<16x16xi32>\n%r = mmai %a, %a, %s signed signed : A, A, tile<16x16xi32>",
        "i32",
    ),
    row(
        "mmaf_scaled",
        "%x = cat %a, %a dim = 1 : A, A -> tile<16x32xT>\n%y = cat %a, %a dim = 0 : A, A -> tile<32x16xT>\n%s = constant <f32: 0.0> : tile<16x16xf32>\n%sa = constant <f8E8M0FNU: 1.0> : tile<16x1xf8E8M0FNU>\n%sb = constant <f8E8M0FNU: 1.0> : tile<1x16xf8E8M0FNU>\n%r = mmaf_scaled %x, %y, %s, %sa, %sb : tile<16x32xT>, tile<32x16xT>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>",
        "f32",
    ),
    row(
        "load_view_tko",
        "%r, %t = load_view_tko weak %w[%i, %i] : W, tile<i32> -> A, token",
        "T",
    ),
    row(
        "make_strided_view",
        "%s = make_strided_view %v : strided_view<tile=(16x16), traversal_strides=[8,16], V>\n%r, %t = load_view_tko weak %s[%i, %i] : strided_view<tile=(16x16), traversal_strides=[8,16], V>, tile<i32> -> A, token",
        "T",
    ),
    row(
        "make_gather_scatter_view",
        "%s = make_gather_scatter_view %v : gather_scatter_view<tile=(16x16), V, sparse_dim=0>\n%k = iota : tile<16xi32>\n%r, %t = load_view_tko weak %s[%k, %i] : gather_scatter_view<tile=(16x16), V, sparse_dim=0>, tile<16xi32>, tile<i32> -> A, token",
        "T",
    ),
    row(
        "load_ptr_tko",
        "%k = broadcast_p\n%r, %t = load_ptr_tko weak %k : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
    row(
        "store_ptr_tko",
        "%k = broadcast_p\n%t = store_ptr_tko weak %k, %a : tile<16x16xptr<T>>, A -> token",
        "",
    ),
    row(
        "atomic_rmw_tko add",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, add, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_rmw_tko addf",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, addf, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_rmw_tko xchg",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, xchg, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_cas_tko",
        "%k = broadcast_p\n%r, %t = atomic_cas_tko relaxed device %k, %a, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_red_view_tko add",
        "%t = atomic_red_view_tko relaxed device %w[%i, %i], add, %a : A, W, tile<i32> -> token",
        "",
    ),
    row(
        "atomic_red_view_tko addf",
        "%t = atomic_red_view_tko relaxed device %w[%i, %i], addf, %a : A, W, tile<i32> -> token",
        "",
    ),
    row(
        "alloca",
        "%m = alloca num_elem = 256, alignment = 16 : tile<ptr<T>>\n%x = reshape %m : tile<ptr<T>> -> tile<1x1xptr<T>>\n%y = broadcast %x : tile<1x1xptr<T>> -> tile<16x16xptr<T>>\n%t = store_ptr_tko weak %y, %a : tile<16x16xptr<T>>, A -> token\n%r, %z = load_ptr_tko weak %y token=%t : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
    row(
        "for",
        "%r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%x = %a) -> (A) {\ncontinue %x : A\n}",
        "T",
    ),
    row(
        "loop",
        "%b = cmpi equal %i, %i, signed : tile<i32> -> tile<i1>\n%r = loop iter_values(%x = %a) : A -> A {\nif %b {\nbreak %x : A\n}\ncontinue %x : A\n}",
        "T",
    ),
    row(
        "if",
        "%b = cmpi equal %i, %i, signed : tile<i32> -> tile<i1>\n%r = if %b -> (A) {\nyield %a : A\n} else {\nyield %a : A\n}",
        "T",
    ),
    row(
        "get_global",
        "%g = get_global @g : tile<ptr<T>>\n%x = reshape %g : tile<ptr<T>> -> tile<1x1xptr<T>>\n%y = broadcast %x : tile<1x1xptr<T>> -> tile<16x16xptr<T>>\n%r, %z = load_ptr_tko weak %y : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
];

/// Ops that have to do with no type of elements, as what `%r` of i32 is.
#[allow(dead_code)] // They have no results to compare.
pub const BARE: &[Row] = &[
    row(
        "get_tile_block_id",
        "%x, %y, %z = get_tile_block_id : tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_num_tile_blocks",
        "%x, %y, %z = get_num_tile_blocks : tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_index_space_shape",
        "%x, %y = get_index_space_shape %w : W -> tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_tensor_shape",
        "%x, %y = get_tensor_shape %v : V -> tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "make_token",
        "%t = make_token : token\n%r, %u = load_view_tko weak %w[%i, %i] token = %t : W, tile<i32> -> A, token",
        "i32",
    ),
    row(
        "join_tokens",
        "%t = make_token : token\n%u = join_tokens %t, %ta : token\n%r, %z = load_view_tko weak %w[%i, %i] token = %u : W, tile<i32> -> A, token",
        "i32",
    ),
    row("memory_fence_alias_tko", "%t = memory_fence_alias_tko %ta", ""),
    row("gdc_wait_tko", "%t = gdc_wait_tko -> token", ""),
    row(
        "gdc_launch_dependents_tko",
        "%t = gdc_launch_dependents_tko -> token",
        "",
    ),
];
