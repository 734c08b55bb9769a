// Five sums of 64 by 128 are 640 columns of tensor memory, which has 512; registers hold them. Their stores release what they write as a whole, so that they are not computed in slices.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(64x64), !matrix>
!wide = tensor_view<512x640xf16, strides=[640,1]>
!tiles_b = partition_view<tile=(64x128), !wide>

entry @five(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %view_a = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : !matrix
  %view_b = make_tensor_view %b16, shape = [512, 640], strides = [640, 1] : !wide
  %view_c = make_tensor_view %c, shape = [512, 640], strides = [640, 1] : !wide
  %tiles_a = make_partition_view %view_a : !tiles_a
  %tiles_b = make_partition_view %view_b : !tiles_b
  %tiles_c = make_partition_view %view_c : !tiles_b
  %x, %y, %z = get_tile_block_id : tile<i32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %c2 = constant <i32: 2> : tile<i32>
  %c3 = constant <i32: 3> : tile<i32>
  %c4 = constant <i32: 4> : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x128xf32>
  %p0, %p1, %p2, %p3, %p4 = for %i in (%from to %to, step %step) : tile<i32> iter_values(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero) -> (tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>) {
    %l, %t = load_view_tko weak %tiles_a[%x, %i] token = %token : !tiles_a, tile<i32> -> tile<64x64xf16>, token
    %r0, %t0 = load_view_tko weak %tiles_b[%i, %from] token = %token : !tiles_b, tile<i32> -> tile<64x128xf16>, token
    %m0 = mmaf %l, %r0, %s0 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %r1, %t1 = load_view_tko weak %tiles_b[%i, %step] token = %token : !tiles_b, tile<i32> -> tile<64x128xf16>, token
    %m1 = mmaf %l, %r1, %s1 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %r2, %t2 = load_view_tko weak %tiles_b[%i, %c2] token = %token : !tiles_b, tile<i32> -> tile<64x128xf16>, token
    %m2 = mmaf %l, %r2, %s2 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %r3, %t3 = load_view_tko weak %tiles_b[%i, %c3] token = %token : !tiles_b, tile<i32> -> tile<64x128xf16>, token
    %m3 = mmaf %l, %r3, %s3 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %r4, %t4 = load_view_tko weak %tiles_b[%i, %c4] token = %token : !tiles_b, tile<i32> -> tile<64x128xf16>, token
    %m4 = mmaf %l, %r4, %s4 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    continue %m0, %m1, %m2, %m3, %m4 : tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>, tile<64x128xf32>
  }
  %h0 = ftof %p0 : tile<64x128xf32> -> tile<64x128xf16>
  %u0 = store_view_tko release device %h0, %tiles_c[%x, %from] token = %token : tile<64x128xf16>, !tiles_b, tile<i32> -> token
  %h1 = ftof %p1 : tile<64x128xf32> -> tile<64x128xf16>
  %u1 = store_view_tko release device %h1, %tiles_c[%x, %step] token = %u0 : tile<64x128xf16>, !tiles_b, tile<i32> -> token
  %h2 = ftof %p2 : tile<64x128xf32> -> tile<64x128xf16>
  %u2 = store_view_tko release device %h2, %tiles_c[%x, %c2] token = %u1 : tile<64x128xf16>, !tiles_b, tile<i32> -> token
  %h3 = ftof %p3 : tile<64x128xf32> -> tile<64x128xf16>
  %u3 = store_view_tko release device %h3, %tiles_c[%x, %c3] token = %u2 : tile<64x128xf16>, !tiles_b, tile<i32> -> token
  %h4 = ftof %p4 : tile<64x128xf32> -> tile<64x128xf16>
  %u4 = store_view_tko release device %h4, %tiles_c[%x, %c4] token = %u3 : tile<64x128xf16>, !tiles_b, tile<i32> -> token
  return
}
