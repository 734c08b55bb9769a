// A loop of numbers whose iterations end early says where the loop of products begins.
entry @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  // C = A B with A m by k, B k by n, all by rows; each tile block computes 64 by 64 elements of C.
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %n8 = assume div_by<8>, %n : tile<i32>
  %k8 = assume div_by<8>, %k : tile<i32>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %row, %column, %block_z = get_tile_block_id : tile<i32>
  %va = make_tensor_view %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vb = make_tensor_view %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vc = make_tensor_view %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %pa = make_partition_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %steps:2 = get_index_space_shape %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %nothing = constant <f32: 0.0> : tile<64x64xf32>

  %first = for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%have = %zero) -> (tile<i32>) {
    %odd = andi %i, %one : tile<i32>
    %is = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
    if %is {
      continue %have : tile<i32>
    }
    %more = addi %have, %one : tile<i32>
    continue %more : tile<i32>
  }
  %sum = for %i in (%first to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<64x64xf32>) {
    %ta, %a_done = load_view_tko weak %pa[%row, %i] token = %start : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
    %tb, %b_done = load_view_tko weak %pb[%i, %column] token = %start : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %next = mmaf %ta, %tb, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %next : tile<64x64xf32>
  }
  %narrow = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
  %done = store_view_tko weak %narrow, %pc[%row, %column] token = %start : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
