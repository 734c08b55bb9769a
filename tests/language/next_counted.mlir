// A loop over tiles, of which each takes one more step along K than the one before: threads that copy ahead start the first copies of the
// next tile before they store this one.
!matrix = tensor_view<256x256xf16, strides=[256,1]>
!tiles_a = partition_view<tile=(64x32), padding_value = zero, !matrix>
!tiles_b = partition_view<tile=(32x64), padding_value = zero, !matrix>
!tiles_c = partition_view<tile=(64x64), !matrix>
!acc = tile<64x64xf32>

entry @counted(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %view_a = make_tensor_view %a16, shape = [256, 256], strides = [256, 1] : !matrix
  %view_b = make_tensor_view %b16, shape = [256, 256], strides = [256, 1] : !matrix
  %view_c = make_tensor_view %c16, shape = [256, 256], strides = [256, 1] : !matrix
  %tiles_a = make_partition_view %view_a : !tiles_a
  %tiles_b = make_partition_view %view_b : !tiles_b
  %tiles_c = make_partition_view %view_c : !tiles_c
  %x, %y, %z = get_tile_block_id : tile<i32>
  %none = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %four = constant <i32: 4> : tile<i32>
  %zero = constant <f32: 0.0> : !acc
  for %t in (%none to %four, step %one) : tile<i32> {
    %twice = muli %t, %two : tile<i32>
    %to = addi %twice, %one : tile<i32>
    %sum = for %k in (%none to %to, step %one) : tile<i32> iter_values(%acc = %zero) -> (!acc) {
      %l, %t0 = load_view_tko weak %tiles_a[%t, %k] token = %token : !tiles_a, tile<i32> -> tile<64x32xf16>, token
      %r, %t1 = load_view_tko weak %tiles_b[%k, %x] token = %token : !tiles_b, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %l, %r, %acc : tile<64x32xf16>, tile<32x64xf16>, !acc
      continue %next : !acc
    }
    %rounded = ftof %sum : !acc -> tile<64x64xf16>
    %t2 = store_view_tko weak %rounded, %tiles_c[%t, %x] token = %token : tile<64x64xf16>, !tiles_c, tile<i32> -> token
    continue
  }
  return
}
