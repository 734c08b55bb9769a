// test: ir
// Views of memory.
entry @kernel(%p: tile<ptr<f32>>, %q: tile<ptr<i8>>, %n: tile<i32>, %s: tile<i64>) {
  %v = make_tensor_view %p, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %w = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
  %0 = make_partition_view %v : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>
  %1 = make_partition_view %v : partition_view<tile=(4x2), tensor_view<?x8xf32, strides=[?,1]>, dim_map=[1, 0]>
  %2 = make_strided_view %v : strided_view<tile=(4x4), traversal_strides=[2,1], tensor_view<?x8xf32, strides=[?,1]>>
  %3 = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x8xf32, strides=[?,1]>, sparse_dim=0>
  %4:2 = get_index_space_shape %0 : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>> -> tile<i32>
  %5:2 = get_tensor_shape %v : tensor_view<?x8xf32, strides=[?,1]> -> tile<i64>
  %6, %7 = load_view_tko weak %0[%n, %n] : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %8 = store_view_tko weak %6, %0[%n, %n] token = %7 : tile<4x4xf32>, partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> token
  %rows = iota : tile<4xi32>
  %9, %10 = load_view_tko weak %3[%rows, %n] : gather_scatter_view<tile=(4x8), tensor_view<?x8xf32, strides=[?,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x8xf32>, token
  return
}
//= entry @kernel(%p: tile<ptr<f32>>, %q: tile<ptr<i8>>, %n: tile<i32>, %s: tile<i64>) {
//=   %v = make_tensor_view %p, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
//=   %w = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
//=   %0 = make_partition_view %v : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>
//=   %1 = make_partition_view %v : partition_view<tile=(4x2), tensor_view<?x8xf32, strides=[?,1]>, dim_map=[1, 0]>
//=   %2 = make_strided_view %v : strided_view<tile=(4x4), traversal_strides=[2,1], tensor_view<?x8xf32, strides=[?,1]>>
//=   %3 = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x8xf32, strides=[?,1]>, sparse_dim=0>
//=   %4:2 = get_index_space_shape %0 : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>> -> tile<i32>
//=   %5:2 = get_tensor_shape %v : tensor_view<?x8xf32, strides=[?,1]> -> tile<i64>
//=   %6, %7 = load_view_tko weak %0[%n, %n] : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
//=   %8 = store_view_tko weak %6, %0[%n, %n] token = %7 : tile<4x4xf32>, partition_view<tile=(4x4), padding_value = nan, tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> token
//=   %rows = iota : tile<4xi32>
//=   %9, %10 = load_view_tko weak %3[%rows, %n] : gather_scatter_view<tile=(4x8), tensor_view<?x8xf32, strides=[?,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x8xf32>, token
//=   return
//= }
// -----
// test: ir
// Refusals of views.
entry @kernel(%p: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i64>) {
  %v = make_tensor_view %p, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %3 = make_tensor_view %n, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %4 = make_tensor_view %p, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf16, strides=[?,1]>
  %x = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
  %y = make_partition_view %v : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>
  %6, %t6 = load_view_tko weak %y[%n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %7, %t7 = load_view_tko weak %y[%n, %n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %8, %t8 = load_view_tko weak %y[%n, %n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf16>, token
  %9, %t9 = load_view_tko weak %y[%n, %s] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32>, tile<i64> -> tile<4x4xf32>, token
  %10, %t10 = load_view_tko weak %v[%n, %n] : tensor_view<?x8xf32, strides=[?,1]>, tile<i32> -> tile<4x4xf32>, token
  %12, %t12 = load_view_tko relaxed %y[%n, %n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %13, %t13 = load_view_tko weak device %y[%n, %n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  %14, %t14 = load_view_tko weak %y[%n, %n] inbounds = [true] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  return
}
//= 5:3 error[verify.type]: `make_tensor_view`: `base` must be one pointer, such as `tile<ptr<f32>>`, but has type `tile<i32>`
//= 6:3 error[verify.type]: `make_tensor_view`: the base must be one pointer to `f16`
//= 7:3 error[verify.type]: `make_partition_view`: the view must be of the tensor view it is made from, `tensor_view<?x8xf32, strides=[?,1]>`
//= 9:3 error[verify.count]: `load_view_tko`: 1 index for a view of 2 dimensions
//= 10:3 error[verify.shape]: `load_view_tko`: `tile<4x8xf32>` is not a tile of the view: 4x4 is
//= 11:3 error[verify.type]: `load_view_tko`: `tile<4x4xf16>` is no tile of a view of f32
//= 12:3 error[verify.type]: `load_view_tko`: the indices must have one type, but `tile<i32>` and `tile<i64>` are here
//= 13:3 error[verify.type]: `load_view_tko`: `view` must be a view of tiles, but has type `tensor_view<?x8xf32, strides=[?,1]>`
//= 14:3 error[verify.attribute]: `load_view_tko`: a `relaxed` access needs a scope
//=   help: write `tl_blk`, `device` or `sys` after it
//= 15:3 error[verify.attribute]: `load_view_tko`: a `weak` access meets no other one, so it has no scope such as `device`
//= 16:3 error[verify.count]: `load_view_tko`: `inbounds` has 1 entry for 2 indices
// -----
// test: ir
// Refusals of views, where it is read.
entry @kernel(%p: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i64>) {
  %v = make_tensor_view %p, shape = [%s, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %y = make_partition_view %v : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>
  %0 = make_tensor_view %p, shape = [8, 8], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %1 = make_tensor_view %p, shape = [%s, 16], strides = [%s, 1] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %2 = make_tensor_view %p, shape = [%s], strides = [%s] : tile<i64> -> tensor_view<?x8xf32, strides=[?,1]>
  %5:3 = get_index_space_shape %y : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>> -> tile<i32>
  %11, %t11 = load_view_tko release device %y[%n, %n] : partition_view<tile=(4x4), tensor_view<?x8xf32, strides=[?,1]>>, tile<i32> -> tile<4x4xf32>, token
  return
}
//= 6:78 error[verify.shape]: the type does not agree with `shape` and `strides` before it
//= 7:80 error[verify.shape]: the type does not agree with `shape` and `strides` before it
//= 8:73 error[verify.count]: the type does not agree with `shape` and `strides` before it
//= 9:3 error[verify.count]: `get_index_space_shape` has 2 results, but 3 named
//= 10:29 error[verify.attribute]: `ordering` must be one of `weak`, `relaxed`, `acquire`, not `release`
// -----
// test: ir
// Refusals of types of views, where it is read.
entry @kernel(%p: tile<ptr<f32>>, %i: tile<ptr<i32>>) {
  %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
  %0 = make_tensor_view %p, shape = [0, 8], strides = [8, 1] : tensor_view<0x8xf32, strides=[8,1]>
  %1 = make_tensor_view %p, shape = [8, 8], strides = [0, 1] : tensor_view<8x8xf32, strides=[0,1]>
  %2 = make_tensor_view %p, shape = [8, 8], strides = [1] : tensor_view<8x8xf32, strides=[1]>
  %3 = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xptr<f32>, strides=[8,1]>
  %4 = make_partition_view %v : partition_view<tile=(3x4), tensor_view<8x8xf32, strides=[8,1]>>
  %5 = make_partition_view %v : partition_view<tile=(4), tensor_view<8x8xf32, strides=[8,1]>>
  %6 = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0, 0]>
  %7 = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>, dim_map=[0, 2]>
  %8 = make_partition_view %v : partition_view<tile=(4x4), padding_value = one, tensor_view<8x8xf32, strides=[8,1]>>
  %9 = make_partition_view %v : partition_view<tile=(4x4), padding_value = nan, tensor_view<8x8xi32, strides=[8,1]>>
  %10 = make_partition_view %v : partition_view<tile=(8192x4096), tensor_view<8x8xf32, strides=[8,1]>>
  %11 = make_partition_view %v : partition_view<tile=(4x4), tile<8x8xf32>>
  %12 = make_strided_view %v : strided_view<tile=(4x4), traversal_strides=[0,1], tensor_view<8x8xf32, strides=[8,1]>>
  %13 = make_strided_view %v : strided_view<tile=(4x4), traversal_strides=[1], tensor_view<8x8xf32, strides=[8,1]>>
  %14 = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<8x8xf32, strides=[8,1]>, sparse_dim=2>
  return
}
//= 5:64 error[verify.shape]: extents and strides of a tensor view are at least 1, or `?`
//= 6:64 error[verify.shape]: extents and strides of a tensor view are at least 1, or `?`
//= 7:73 error[verify.count]: 2 extents, but 1 stride
//= 8:64 error[verify.type]: the elements of a tensor view are numbers, not `ptr<f32>`
//= 9:33 error[verify.shape]: the tile extent 3 is not a power of two
//=   note: Tile IR allows only powers of two as tile extents
//=   help: the nearest legal extents are 2 and 4; mask or pad the rest
//= 10:33 error[verify.shape]: the tile has 1 dimension, but the tensor has 2
//= 11:33 error[verify.attribute]: `dim_map` must name each of the 2 dimensions once
//= 12:33 error[verify.attribute]: `dim_map` must name each of the 2 dimensions once
//= 13:33 error[verify.attribute]: `one` is no padding value; there are zero, neg_zero, nan, pos_inf, neg_inf
//= 14:33 error[verify.attribute]: the padding value nan is for floats, not for i32
//= 15:34 error[verify.shape]: a tile has at most 16777216 elements; this one has more
//= 16:34 error[verify.type]: tiles are of a tensor view, not of `tile<8x8xf32>`
//= 17:32 error[verify.shape]: the steps of `traversal_strides` are at least 1
//= 18:75 error[verify.count]: `traversal_strides` must have 2 numbers, not 1
//= 19:39 error[verify.attribute]: `sparse_dim` must be below 2
