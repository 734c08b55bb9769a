// A loop over groups, of which each says in memory how many steps it has; two products a step, and a store behind them. Threads that copy ahead
// read the next number, and start the first copies of the next group, before they store this one.
!matrix = tensor_view<256x256xf16, strides=[256,1]>
!tiles = partition_view<tile=(64x64), padding_value = zero, !matrix>
!counts = tensor_view<4xi32, strides=[1]>
!count = partition_view<tile=(1), !counts>
!acc = tile<64x64xf32>
!half = tile<64x64xf16>

entry @ragged(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %n: tile<ptr<i32>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %view_a = make_tensor_view %a16, shape = [256, 256], strides = [256, 1] : !matrix
  %view_b = make_tensor_view %b16, shape = [256, 256], strides = [256, 1] : !matrix
  %view_c = make_tensor_view %c16, shape = [256, 256], strides = [256, 1] : !matrix
  %view_n = make_tensor_view %n, shape = [4], strides = [1] : !counts
  %tiles_a = make_partition_view %view_a : !tiles
  %tiles_b = make_partition_view %view_b : !tiles
  %tiles_c = make_partition_view %view_c : !tiles
  %of = make_partition_view %view_n : !count
  %x, %y, %z = get_tile_block_id : tile<i32>
  %none = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %four = constant <i32: 4> : tile<i32>
  %zero = constant <f32: 0.0> : !acc
  for %t in (%none to %four, step %one) : tile<i32> {
    %read, %t3 = load_view_tko weak %of[%t] token = %token : !count, tile<i32> -> tile<1xi32>, token
    %number = reshape %read : tile<1xi32> -> tile<i32>
    %least = maxi %number, %none signed : tile<i32>
    %to = mini %least, %four signed : tile<i32>
    %sum = for %k in (%none to %to, step %one) : tile<i32> iter_values(%acc = %zero) -> (!acc) {
      %l, %t0 = load_view_tko weak %tiles_a[%t, %k] token = %token : !tiles, tile<i32> -> !half, token
      %r, %t1 = load_view_tko weak %tiles_b[%k, %x] token = %token : !tiles, tile<i32> -> !half, token
      %s = mmaf %l, %r, %zero : !half, !half, !acc
      %p = ftof %s : !acc -> !half
      %next = mmaf %p, %r, %acc : !half, !half, !acc
      continue %next : !acc
    }
    %rounded = ftof %sum : !acc -> !half
    %t2 = store_view_tko weak %rounded, %tiles_c[%t, %x] token = %token : !half, !tiles, tile<i32> -> token
    continue
  }
  return
}
