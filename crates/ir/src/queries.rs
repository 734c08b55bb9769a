//! Questions that passes and verifiers ask of types and attributes.

use crate::attrs::AttrData;
use crate::dialects::cuda_tile::types as tile;
use crate::entity::{Attr, Op, Ty, Value};
use crate::module::{Def, Module};
use crate::ops::{arith, cuda_tile};
use crate::types::{
    FUNCTION, MISSING, Scalar, TensorViewType, TileType, TileViewKind, TileViewType, TypeDef, TypeParams,
};
use smallvec::SmallVec;

impl Module {
    /// Whether a type has this record.
    pub fn is_type(&self, ty: Ty, def: &'static TypeDef) -> bool {
        std::ptr::eq(self.type_data(ty).def, def)
    }

    /// The scalar type behind an id, if it is one.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub fn scalar(&self, ty: Ty) -> Option<Scalar> {
        self.type_data(ty).def.scalar
    }

    /// The scalar type of the elements of a tile, or of a scalar itself.
    pub fn element_scalar(&self, ty: Ty) -> Option<Scalar> {
        self.scalar(self.element(ty))
    }

    /// A tile type taken apart.
    pub fn tile_type(&self, ty: Ty) -> Option<TileType<'_>> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &tile::TILE).then(|| TileType {
            shape: &data.params.ints,
            element: data.params.types[0],
            layout: data.params.attrs[0],
        })
    }

    /// The element type of a tile; any other type is its own element.
    pub fn element(&self, ty: Ty) -> Ty {
        self.tile_type(ty).map_or(ty, |tile| tile.element)
    }

    /// The shape of a tile; empty for anything else.
    pub fn shape(&self, ty: Ty) -> &[i64] {
        self.tile_type(ty).map_or(&[], |tile| tile.shape)
    }

    /// The layout of a tile, once it has one.
    pub fn layout(&self, ty: Ty) -> Option<Attr> {
        self.tile_type(ty).and_then(|tile| tile.layout)
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &tile::PTR).then(|| data.params.types[0])
    }

    /// Whether a type is a tile, a scalar or a pointer: something with elements.
    pub fn is_tile_like(&self, ty: Ty) -> bool {
        self.tile_type(ty).is_some() || self.scalar(ty).is_some() || self.pointee(ty).is_some()
    }

    /// Whether a type is the token.
    pub fn is_token(&self, ty: Ty) -> bool {
        self.is_type(ty, &tile::TOKEN)
    }

    /// A tensor view type taken apart.
    pub fn tensor_view_type(&self, ty: Ty) -> Option<TensorViewType<'_>> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &tile::TENSOR_VIEW).then(|| {
            let (sizes, strides) = data.params.ints.split_at(data.params.ints.len() / 2);
            TensorViewType {
                sizes,
                strides,
                element: data.params.types[0],
            }
        })
    }

    /// A view of tiles taken apart.
    pub fn tile_view_type(&self, ty: Ty) -> Option<TileViewType<'_>> {
        let data = self.type_data(ty);
        let ints = &data.params.ints[..];
        let tensor = data.params.types.first().copied()?;
        let padding = data.params.attrs.first().copied().flatten();
        let to_dims = |dims: &[i64]| dims.iter().map(|&d| d as usize).collect::<SmallVec<[usize; 4]>>();
        if std::ptr::eq(data.def, &tile::PARTITION_VIEW) {
            let (tile, dims) = ints.split_at(ints.len() / 2);
            let (dim_map, steps) = (to_dims(dims), tile.iter().copied().collect());
            return Some(TileViewType {
                kind: TileViewKind::Partition,
                tile,
                tensor,
                dim_map,
                steps,
                padding,
            });
        }
        if std::ptr::eq(data.def, &tile::STRIDED_VIEW) {
            let rank = ints.len() / 3;
            let (tile, steps, dims) = (&ints[..rank], &ints[rank..2 * rank], &ints[2 * rank..]);
            let (dim_map, steps) = (to_dims(dims), steps.iter().copied().collect());
            return Some(TileViewType {
                kind: TileViewKind::Strided,
                tile,
                tensor,
                dim_map,
                steps,
                padding,
            });
        }
        if std::ptr::eq(data.def, &tile::GATHER_SCATTER_VIEW) {
            let (&sparse, tile) = ints.split_last()?;
            let kind = TileViewKind::GatherScatter {
                sparse_dim: sparse as usize,
            };
            // Indices of the other dimensions count elements, not tiles.
            let (dim_map, steps) = ((0..tile.len()).collect(), SmallVec::from_elem(1, tile.len()));
            return Some(TileViewType {
                kind,
                tile,
                tensor,
                dim_map,
                steps,
                padding,
            });
        }
        None
    }

    /// The type of a tile.
    pub fn make_tile_type(&mut self, shape: &[i64], element: Ty, layout: Option<Attr>) -> Ty {
        let params = TypeParams {
            types: smallvec::smallvec![element],
            ints: shape.iter().copied().collect(),
            attrs: smallvec::smallvec![layout],
        };
        self.intern_type(&tile::TILE, params)
    }

    /// The type of one number, a tile without dimensions, by the name of its scalar type.
    pub fn number_type(&mut self, name: &'static str) -> Ty {
        let element = self.named_type(name);
        self.make_tile_type(&[], element, None)
    }

    /// The same tile type with another layout.
    pub fn with_layout(&mut self, ty: Ty, layout: Option<Attr>) -> Ty {
        let Some(tile) = self.tile_type(ty) else { return ty };
        let (shape, element): (SmallVec<[i64; 4]>, Ty) = (tile.shape.iter().copied().collect(), tile.element);
        self.make_tile_type(&shape, element, layout)
    }

    /// The type of a function.
    pub fn function_type(&mut self, inputs: &[Ty], results: &[Ty]) -> Ty {
        let params = TypeParams {
            types: inputs.iter().chain(results).copied().collect(),
            ints: smallvec::smallvec![inputs.len() as i64],
            ..TypeParams::default()
        };
        self.intern_type(&FUNCTION, params)
    }

    /// The inputs and the results of the type of a function.
    pub fn function_parts(&self, ty: Ty) -> Option<(&[Ty], &[Ty])> {
        let data = self.type_data(ty);
        std::ptr::eq(data.def, &FUNCTION).then(|| data.params.types.split_at(data.params.ints[0] as usize))
    }

    /// A type without parameters, by a name that is known to exist.
    pub fn named_type(&mut self, name: &str) -> Ty {
        let def = crate::dialects::type_def(name).unwrap_or_else(|| {
            self.inconsistent(None, format!("there is no type `{name}`"));
            &MISSING
        });
        self.intern_type(def, TypeParams::default())
    }

    // Attributes.

    /// The word of a keyword attribute, or the default its record names; empty where an op may be without.
    pub fn keyword(&self, op: Op, name: &str) -> &str {
        if let Some(attr) = self.attr(op, name)
            && let AttrData::Keyword(word) | AttrData::Str(word) | AttrData::Symbol(word) = self.attr_data(attr)
        {
            return self.name(*word);
        }
        let def = self.def(op);
        if def.requires(name) {
            self.inconsistent(Some(op), format!("has no word `{name}`"));
        }
        let slot = def.attr_slot(name);
        slot.and_then(|slot| def.attrs[slot].default).unwrap_or("")
    }

    /// Whether an op has an attribute.
    pub fn has_attr(&self, op: Op, name: &str) -> bool {
        self.attr(op, name).is_some()
    }

    /// An integer attribute.
    pub fn int_attr(&self, op: Op, name: &str) -> Option<i64> {
        match self.attr_data(self.attr(op, name)?) {
            AttrData::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// An attribute that lists integers.
    pub fn ints_attr(&self, op: Op, name: &str) -> Option<&[i64]> {
        match self.attr_data(self.attr(op, name)?) {
            AttrData::Ints(values) => Some(values),
            _ => None,
        }
    }

    /// The element bits of a dense attribute; one element stands for all.
    pub fn dense_attr(&self, op: Op, name: &str) -> Option<&[u64]> {
        match self.attr_data(self.attr(op, name)?) {
            AttrData::Dense { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// The value of a splat integer constant, sign-extended.
    pub fn constant_int(&self, value: Value) -> Option<i64> {
        let Def::Result(op, _) = self.value_def(value) else {
            return None;
        };
        if !matches!(self.kind(op), cuda_tile::CONSTANT | arith::CONSTANT) {
            return None;
        }
        let scalar = self.element_scalar(self.ty(value))?;
        let [bits] = self.dense_attr(op, "value")? else {
            return None;
        };
        (!scalar.is_float()).then(|| scalar.signed(*bits))
    }
}
