// test: messages gpu-name=sm_90a
// Agents read weakly, by TMA.
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
    %r, %t1 = load_view_tko relaxed device %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %next = mmaf %l, %r, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 30:5 warning[pipeline.ordered-read]: this read is stronger than weak, or comes after one that acquires
//=   note: loads run ahead of the loop, by copies that read weakly
//=   help: read weakly what no other block writes meanwhile, by tokens of no read that acquires
// -----
// test: messages gpu-name=sm_80
// So do threads that copy ahead.
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
    %r, %t1 = load_view_tko relaxed device %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %next = mmaf %l, %r, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 30:5 warning[pipeline.ordered-read]: this read is stronger than weak, or comes after one that acquires
//=   note: loads run ahead of the loop, by copies that read weakly
//=   help: read weakly what no other block writes meanwhile, by tokens of no read that acquires
// -----
// test: messages gpu-name=sm_80
// And those that copy into rings: the other tile has one.
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
    %r, %t1 = load_view_tko relaxed device %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %twice = addf %r, %r : !b
    %next = mmaf %l, %twice, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 30:5 warning[pipeline.ordered-read]: this read is stronger than weak, or comes after one that acquires
//=   note: loads run ahead of the loop, by copies that read weakly
//=   help: read weakly what no other block writes meanwhile, by tokens of no read that acquires
// -----
// test: messages gpu-name=sm_90a
// No copy is started before the read that acquires what it copies.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(128x64), padding_value = zero, !matrix>
!tiles_b = partition_view<tile=(64x128), padding_value = zero, !matrix>
!tiles_c = partition_view<tile=(128x128), !matrix>
!a = tile<128x64xf16>
!b = tile<64x128xf16>
!acc = tile<128x128xf32>
!c = tile<128x128xf16>

entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %flag: tile<ptr<i32>>, %n: tile<i32>) {
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
    %seen, %ta = load_ptr_tko acquire device %flag token=%token : tile<ptr<i32>> -> tile<i32>, token
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %ta : !tiles_a, tile<i32> -> !a, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %twice = addf %r, %r : !b
    %next = mmaf %l, %twice, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 30:5 warning[pipeline.ordered-read]: this read is stronger than weak, or comes after one that acquires
//=   note: loads run ahead of the loop, by copies that read weakly
//=   help: read weakly what no other block writes meanwhile, by tokens of no read that acquires
// -----
// test: messages gpu-name=sm_80
// Nor by threads.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(128x64), padding_value = zero, !matrix>
!tiles_b = partition_view<tile=(64x128), padding_value = zero, !matrix>
!tiles_c = partition_view<tile=(128x128), !matrix>
!a = tile<128x64xf16>
!b = tile<64x128xf16>
!acc = tile<128x128xf32>
!c = tile<128x128xf16>

entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %flag: tile<ptr<i32>>, %n: tile<i32>) {
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
    %seen, %ta = load_ptr_tko acquire device %flag token=%token : tile<ptr<i32>> -> tile<i32>, token
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %ta : !tiles_a, tile<i32> -> !a, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %twice = addf %r, %r : !b
    %next = mmaf %l, %twice, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 30:5 warning[pipeline.ordered-read]: this read is stronger than weak, or comes after one that acquires
//=   note: loads run ahead of the loop, by copies that read weakly
//=   help: read weakly what no other block writes meanwhile, by tokens of no read that acquires
// -----
// test: messages gpu-name=sm_90a
// A token of a weak read orders nothing that agents would break.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(128x64), padding_value = zero, !matrix>
!tiles_b = partition_view<tile=(64x128), padding_value = zero, !matrix>
!tiles_c = partition_view<tile=(128x128), !matrix>
!a = tile<128x64xf16>
!b = tile<64x128xf16>
!acc = tile<128x128xf32>
!c = tile<128x128xf16>

entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %flag: tile<ptr<i32>>, %n: tile<i32>) {
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
    %seen, %ta = load_ptr_tko weak %flag token=%token : tile<ptr<i32>> -> tile<i32>, token
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %ta : !tiles_a, tile<i32> -> !a, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %twice = addf %r, %r : !b
    %next = mmaf %l, %twice, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
// -----
// test: messages gpu-name=sm_80
// Other grids are waited for before anything is copied.
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
    %ta = gdc_wait_tko token=%token -> token
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %ta : !tiles_a, tile<i32> -> !a, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> !b, token
    %twice = addf %r, %r : !b
    %next = mmaf %l, %twice, %acc : !a, !b, !acc
    continue %next : !acc
  }
  %rounded = ftof %sum : !acc -> !c
  %t2 = store_view_tko weak %rounded, %tiles_c[%x, %y] token = %token : !c, !tiles_c, tile<i32> -> token
  return
}
//= 29:5 warning[pipeline.waits-for-grids]: a kernel that waits for other grids is not pipelined yet
//=   note: agents part before the wait, and a producer would not wait
//=   help: wait in a kernel of its own, before this one
