// Title: Persistent matrix product by clusters of two
entry @tiles_cluster(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {
  // Each tile block is a cluster of two CTAs, of which each computes one of a pair of tiles: the scheduler hands out pairs, the CTA's rank in
  // the cluster says which tile of a pair is its own. What both multiply by, they load together. TileLang: swizzle_size = 8, cluster_size = 2.
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %n8 = assume div_by<8>, %n : tile<i32>
  %k8 = assume div_by<8>, %k : tile<i32>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  %worker, %block_y, %block_z = get_tile_block_id : tile<i32>
  %workers, %grid_y, %grid_z = get_num_tile_blocks : tile<i32>
  %va = make_tensor_view %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vb = make_tensor_view %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vc = make_tensor_view %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %pa = make_partition_view %va : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(256x64), tensor_view<?x?xf16, strides=[?,1]>>
  %steps:2 = get_index_space_shape %pa : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %blocks:2 = get_index_space_shape %pc : partition_view<tile=(256x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %nothing = constant <f32: 0.0> : tile<256x64xf32>
  %total = muli %blocks#0, %blocks#1 : tile<i32>
  %strip = muli %blocks#0, %eight : tile<i32>
  for %linear_idx in (%worker to %total, step %workers) : tile<i32> {
    %group = divi %linear_idx, %strip signed : tile<i32>
    %base = muli %group, %eight : tile<i32>
    %left = subi %blocks#1, %base : tile<i32>
    %narrower = mini %left, %eight signed : tile<i32>
    %width = maxi %narrower, %one signed : tile<i32>
    %before = muli %group, %strip : tile<i32>
    %rest = subi %linear_idx, %before : tile<i32>
    %m_idx = divi %rest, %width signed : tile<i32>
    %within = remi %rest, %width signed : tile<i32>
    %n_idx = addi %base, %within : tile<i32>
    %sum = for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<256x64xf32>) {
      %ta, %a_done = load_view_tko weak %pa[%m_idx, %i] token = %start : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
      %tb, %b_done = load_view_tko weak %pb[%i, %n_idx] token = %start : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %ta, %tb, %acc : tile<256x32xf16>, tile<32x64xf16>, tile<256x64xf32>
      continue %next : tile<256x64xf32>
    }
    %narrow = ftof %sum : tile<256x64xf32> -> tile<256x64xf16>
    %done = store_view_tko weak %narrow, %pc[%m_idx, %n_idx] token = %start : tile<256x64xf16>, partition_view<tile=(256x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    continue
  }
  return
}
