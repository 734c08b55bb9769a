// The kernel that the examples of codes change: C = A * B, a tile of C to each tile block, pipelined on every target.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(128x64), padding_value = zero, !matrix>
!tiles_b = partition_view<tile=(64x128), padding_value = zero, !matrix>
!tiles_c = partition_view<tile=(128x128), !matrix>
!a = tile<128x64xf16>
!b = tile<64x128xf16>
!acc = tile<128x128xf32>
!c = tile<128x128xf16>

entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %n: tile<i32>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %view_a = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : !matrix
  %view_b = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : !matrix
  %view_c = make_tensor_view %c16, shape = [512, 512], strides = [512, 1] : !matrix
  %tiles_a = make_partition_view %view_a : !tiles_a
  %tiles_b = make_partition_view %view_b : !tiles_b
  %tiles_c = make_partition_view %view_c : !tiles_c
  %x, %y, %z = get_tile_block_id : tile<i32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %zero = constant <f32: 0.0> : !acc
  %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (!acc) {
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %token : !tiles_a, tile<i32> -> !a, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %next = mmaf %l, %r, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
