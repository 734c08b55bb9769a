//! Where the tiles of a kernel may be cut: from the tiles that it stores back to its loads, each along a dimension whose elements
//! do not depend on each other.

use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_analysis::token_order::writes;
use tilewright_ir::op_def::effects::{ALLOCATES, SYNCHRONISES};
use tilewright_ir::op_def::traits::{PURE, SAME_SHAPE, SAME_TYPE};
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::types::TileViewKind;
use tilewright_ir::{Block, Def, Module, Op, Value, operand};

/// The dimension along which each tile is cut; others stay whole.
pub(crate) type Cuts = FxHashMap<Value, usize>;

/// The cuts of a kernel, and the extent of its tiles along them: the first that will do.
pub(crate) fn of_kernel(module: &Module, kernel: Op, will_do: &dyn Fn(&Cuts, i64) -> bool) -> Option<(Cuts, i64)> {
    let blocks = module.regions(kernel).iter().flat_map(|&region| module.blocks(region));
    let ops: Vec<Op> = blocks.flat_map(|&block| module.walk(block)).collect();
    let stored: Vec<Value> = ops
        .iter()
        .filter(|&&op| writes(module, op))
        .map(|&op| accessed(module, op))
        .collect::<Option<_>>()?;
    let shape = |value: Value| module.shape(module.ty(value));
    let largest = *stored.iter().max_by_key(|&&tile| shape(tile).iter().product::<i64>())?;
    let mut dims: Vec<usize> = (0..shape(largest).len()).collect();
    // The longest is cut; of several the outermost, so that rows stay whole.
    dims.sort_by_key(|&dim| -shape(largest)[dim]);
    dims.into_iter().find_map(|dim| {
        let extent = shape(largest)[dim];
        let mut walk = Walk::new(module).spread(largest, dim)?;
        for &tile in &stored {
            if !walk.cuts.contains_key(&tile) {
                let mut dims = (0..shape(tile).len()).filter(|&dim| shape(tile)[dim] == extent);
                walk = dims.find_map(|dim| walk.clone().spread(tile, dim))?;
            }
        }
        let cuts = walk.cuts;
        let is_one = extent > 1 && will_do(&cuts, extent);
        (is_one && ops.iter().all(|&op| may_repeat(module, &cuts, kernel, op))).then_some((cuts, extent))
    })
}

/// The tile that an access moves; none of another op.
pub(super) fn accessed(module: &Module, op: Op) -> Option<Value> {
    match module.kind(op) {
        cuda_tile::LOAD_VIEW_TKO | cuda_tile::LOAD_PTR_TKO => module.results(op).first().copied(),
        cuda_tile::STORE_VIEW_TKO | cuda_tile::ATOMIC_RED_VIEW_TKO => module.operand_named(op, operand::TILE),
        cuda_tile::STORE_PTR_TKO => module.operand_named(op, operand::VALUE),
        cuda_tile::ATOMIC_RMW_TKO => module.operand_named(op, operand::ARG),
        _ => None,
    }
}

/// Whether slices may do an op one after the other: what they write is cut, and in no order with other slices.
fn may_repeat(module: &Module, cuts: &Cuts, kernel: Op, op: Op) -> bool {
    let def = module.def(op);
    if def.does(ALLOCATES) || def.does(SYNCHRONISES) || module.kind(op) == cuda_tile::RETURN {
        return module.kind(op) == cuda_tile::RETURN && module.parent_op(op) == Some(kernel);
    }
    let Some(tile) = accessed(module, op) else {
        return !writes(module, op);
    };
    // Absent: every access has an order; any other than these is one that slices would change.
    let is_free = ["weak", "relaxed"].contains(&module.keyword(op, "ordering"));
    let is_cut = cuts.contains_key(&tile) || !writes(module, op);
    let in_order = |before: &Op| {
        let is_ordered = writes(module, op) || writes(module, *before);
        !is_ordered || is_same_place(module, cuts, op, *before)
    };
    is_free && is_cut && before(module, op).is_some_and(|all| all.iter().all(in_order))
}

/// The accesses that an access waits for; none: what hands on the token is no counted loop and no branch.
fn before(module: &Module, op: Op) -> Option<FxHashSet<Op>> {
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    let mut todo: Vec<Value> = module.operand_named(op, operand::TOKEN).into_iter().collect();
    while let Some(token) = todo.pop() {
        if !seen.insert(token) {
            continue;
        }
        let (made, at) = match module.value_def(token) {
            Def::Result(made, at) => (made, at as usize),
            Def::Argument(block, at) => (module.owner(block)?, (at as usize).checked_sub(1)?),
        };
        match module.kind(made) {
            cuda_tile::MAKE_TOKEN => {}
            cuda_tile::JOIN_TOKENS => todo.extend(module.operands(made)),
            cuda_tile::FOR | cuda_tile::IF => todo.extend(handed_on(module, made, at)?),
            _ => {
                accessed(module, made)?;
                found.insert(made);
                todo.extend(module.operand_named(made, operand::TOKEN));
            }
        }
    }
    Some(found)
}

/// The values that a counted loop carries in one place, or that a branch hands on there; none: an iteration ends elsewhere too.
fn handed_on(module: &Module, op: Op, at: usize) -> Option<Vec<Value>> {
    let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let ends = blocks.map(|&block| module.operands(end(module, block)?).get(at).copied());
    let mut values: Vec<Value> = ends.collect::<Option<_>>()?;
    if module.kind(op) == cuda_tile::FOR {
        values.push(*module.loop_inits(op).get(at)?);
    }
    Some(values)
}

/// The end of a block of a loop or of a branch; none: an iteration ends elsewhere too.
fn end(module: &Module, block: Block) -> Option<Op> {
    let last = module.last_op(block)?;
    let is_other_end = |&each: &Op| {
        let is_inner = module.parent_op(each).map(|home| module.kind(home)) == Some(cuda_tile::FOR);
        module.kind(each) == cuda_tile::CONTINUE && each != last && !is_inner
    };
    let is_end = matches!(module.kind(last), cuda_tile::CONTINUE | cuda_tile::YIELD);
    (is_end && !module.walk(block).iter().any(is_other_end)).then_some(last)
}

/// Whether two accesses are to tiles of one tensor, which are cut alike: then each element is of the same slice for both, whatever
/// tiles these are.
fn is_same_place(module: &Module, cuts: &Cuts, a: Op, b: Op) -> bool {
    let cut = |op: Op| accessed(module, op).and_then(|tile| cuts.get(&tile));
    let view = |op: Op| module.operand_named(op, operand::VIEW);
    let tensor = |view: Value| Some((module.ty(view), module.only_operand(module.defining_op(view)?)));
    let place = |op: Op| view(op).and_then(tensor);
    cut(a).is_some() && cut(a) == cut(b) && place(a).is_some() && place(a) == place(b)
}

/// The places of a value in a list.
fn places(values: &[Value], value: Value) -> impl Iterator<Item = usize> {
    let all = values.iter().enumerate();
    all.filter(move |&(_, &each)| each == value).map(|(at, _)| at)
}

/// A walk over values from one that is cut to all that are cut with it.
#[derive(Clone)]
struct Walk<'m> {
    module: &'m Module,
    cuts: Cuts,
    /// Tiles that must stay whole.
    whole: FxHashSet<Value>,
    /// The extent along the first cut, which all others have as well, once or several times.
    extent: i64,
    todo: Vec<(Value, usize)>,
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            cuts: Cuts::default(),
            whole: FxHashSet::default(),
            extent: 1,
            todo: Vec::new(),
        }
    }

    /// The cuts with that of a tile; none: its elements depend on each other, or another op needs it otherwise.
    fn spread(mut self, tile: Value, dim: usize) -> Option<Self> {
        self.extent = self.module.shape(self.module.ty(tile))[dim];
        self.todo.push((tile, dim));
        while let Some((value, dim)) = self.todo.pop() {
            match self.cuts.insert(value, dim) {
                Some(known) if known == dim => continue,
                Some(_) => return None,
                None => {}
            }
            match self.module.value_def(value) {
                Def::Result(op, _) => self.follow(op, value, dim)?,
                Def::Argument(block, index) => {
                    self.carried(self.module.owner(block)?, (index as usize).checked_sub(1)?, dim)?
                }
            }
            for of in self.module.uses(value) {
                self.follow(of.op, value, dim)?;
            }
        }
        let is_cut = |value: &Value| self.cuts.contains_key(value);
        (!self.whole.iter().any(is_cut)).then_some(self)
    }

    fn cut(&mut self, values: &[Value], dim: usize) {
        self.todo.extend(values.iter().map(|&value| (value, dim)));
    }

    /// Cuts what an op makes or takes beside a value that is cut.
    fn follow(&mut self, op: Op, value: Value, dim: usize) -> Option<()> {
        let module = self.module;
        let shape = |value: Value| module.shape(module.ty(value));
        let made = module.results(op).first().copied();
        let is_made = made == Some(value);
        match module.kind(op) {
            cuda_tile::CONSTANT => (module.dense_attr(op, "value")?.len() == 1).then_some(())?,
            cuda_tile::IOTA => {
                let scalar = module.element_scalar(module.ty(value))?;
                (scalar.name == "i32").then_some(())?;
            }
            cuda_tile::RESHAPE => {
                let (from, to) = (module.only_operand(op), made?);
                let other = if is_made { from } else { to };
                let long = |value: Value| {
                    let extents = shape(value).iter().enumerate();
                    extents
                        .filter(|&(_, &extent)| extent > 1)
                        .map(|(at, &extent)| (at, extent))
                };
                let extents = |value: Value| long(value).map(|(_, extent)| extent);
                let at = long(value).position(|(at, _)| at == dim)?;
                if extents(from).eq(extents(to)) {
                    self.cut(&[other], long(other).nth(at)?.0);
                } else {
                    // Parts of all elements, one after the other, are parts of whichever dimension is outermost.
                    let (outermost, extent) = long(other).next()?;
                    (at == 0 && extent % self.extent == 0).then_some(())?;
                    self.cut(&[other], outermost);
                }
            }
            // Bytes follow each other, and so do their elements.
            cuda_tile::UNPACK => self.cut(&[module.only_operand(op), made?], dim),
            cuda_tile::BROADCAST => {
                let from = module.only_operand(op);
                match is_made && shape(from).get(dim) == Some(&1) {
                    true => _ = self.whole.insert(from),
                    false => self.cut(&[from, made?], dim),
                }
            }
            cuda_tile::PERMUTE => {
                let order = module.ints_attr(op, "permutation")?;
                match is_made {
                    true => self.cut(&[module.only_operand(op)], *order.get(dim)? as usize),
                    false => self.cut(&[made?], order.iter().position(|&from| from as usize == dim)?),
                }
            }
            cuda_tile::MMAF | cuda_tile::MMAI | cuda_tile::MMAF_SCALED => {
                let [lhs, rhs] =
                    [[operand::LHS, operand::LHS_SCALE], [operand::RHS, operand::RHS_SCALE]].map(|names| {
                        names
                            .into_iter()
                            .filter_map(|name| module.operand_named(op, name))
                            .collect::<Vec<_>>()
                    });
                let acc = module.operand_named(op, operand::ACC)?;
                let row = shape(acc).len().checked_sub(2)?;
                // Along K nothing is cut.
                let is_side = match dim.cmp(&row) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => lhs.contains(&value),
                    std::cmp::Ordering::Greater => rhs.contains(&value),
                };
                let is_square = lhs.iter().any(|side| rhs.contains(side));
                ((is_side || value == acc || is_made) && (!is_square || dim < row)).then_some(())?;
                self.cut(&[acc, made?], dim);
                for (sides, has_all) in [(lhs, dim > row), (rhs, dim == row)] {
                    match has_all {
                        true => self.whole.extend(sides),
                        false => self.cut(&sides, dim),
                    }
                }
            }
            cuda_tile::REDUCE | cuda_tile::SCAN => {
                let along = usize::try_from(module.int_attr(op, "dim")?).ok()?;
                let is_result = module.results(op).contains(&value);
                let drops = module.kind(op) == cuda_tile::REDUCE;
                let source = dim + usize::from(drops && is_result && dim >= along);
                (source != along).then_some(())?;
                self.cut(module.operands(op), source);
                self.cut(module.results(op), source - usize::from(drops && source > along));
            }
            cuda_tile::LOAD_VIEW_TKO | cuda_tile::STORE_VIEW_TKO | cuda_tile::ATOMIC_RED_VIEW_TKO => {
                let view = module.operand_named(op, operand::VIEW)?;
                let is_partition = module.tile_view_type(module.ty(view))?.kind == TileViewKind::Partition;
                let index = *module.operands_named(op, operand::INDEX).get(dim)?;
                let number = module.element_scalar(module.ty(index))?;
                (is_partition && module.defining_op(view).is_some() && number.name == "i32").then_some(())?;
            }
            cuda_tile::LOAD_PTR_TKO | cuda_tile::STORE_PTR_TKO | cuda_tile::ATOMIC_RMW_TKO => {
                self.alike(op, value, dim)?
            }
            cuda_tile::FOR => {
                for at in places(module.loop_inits(op), value).chain(places(module.results(op), value)) {
                    self.carried(op, at, dim)?;
                }
            }
            cuda_tile::CONTINUE | cuda_tile::YIELD => {
                let around = module.parent_op(op)?;
                for at in places(module.operands(op), value) {
                    self.carried(around, at, dim)?;
                }
            }
            cuda_tile::IF => {
                for at in places(module.results(op), value) {
                    self.carried(op, at, dim)?;
                }
            }
            _ => {
                let def = module.def(op);
                let is_element_wise = def.has(PURE) && (def.has(SAME_SHAPE) || def.has(SAME_TYPE));
                is_element_wise.then_some(())?;
                self.alike(op, value, dim)?;
            }
        }
        Some(())
    }

    /// Cuts all tiles of an op, which have one shape.
    fn alike(&mut self, op: Op, value: Value, dim: usize) -> Option<()> {
        let module = self.module;
        let all = module.operands(op).iter().chain(module.results(op));
        let tiles: Vec<Value> = all.copied().filter(|&each| !module.is_token(module.ty(each))).collect();
        let shape = |value: Value| module.shape(module.ty(value));
        tiles.iter().all(|&each| shape(each) == shape(value)).then_some(())?;
        self.cut(&tiles, dim);
        Some(())
    }

    /// Cuts a value that a counted loop carries, or a branch hands on, wherever it has a name.
    fn carried(&mut self, op: Op, at: usize, dim: usize) -> Option<()> {
        let module = self.module;
        let is_loop = module.kind(op) == cuda_tile::FOR;
        (is_loop || module.kind(op) == cuda_tile::IF).then_some(())?;
        self.cut(&[*module.results(op).get(at)?], dim);
        let blocks: Vec<Block> = module
            .regions(op)
            .iter()
            .flat_map(|&region| module.blocks(region))
            .copied()
            .collect();
        for block in blocks {
            if is_loop {
                self.cut(
                    &[*module.loop_inits(op).get(at)?, *module.arguments(block).get(at + 1)?],
                    dim,
                );
            }
            self.cut(&[*module.operands(end(module, block)?).get(at)?], dim);
        }
        Some(())
    }
}
