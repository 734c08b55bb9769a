// Two sums of 256 by 256 are 1,024 columns of tensor memory, which has 512. Their stores release what they write as a whole, so that they are not computed in slices.
!matrix = tensor_view<512x512xf16, strides=[512,1]>
!tiles_a = partition_view<tile=(256x64), !matrix>
!tiles_b = partition_view<tile=(64x256), !matrix>
!tiles_c = partition_view<tile=(256x256), !matrix>

entry @two(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %d: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %view_a = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : !matrix
  %view_b = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : !matrix
  %view_c = make_tensor_view %c, shape = [512, 512], strides = [512, 1] : !matrix
  %view_d = make_tensor_view %d, shape = [512, 512], strides = [512, 1] : !matrix
  %tiles_a = make_partition_view %view_a : !tiles_a
  %tiles_b = make_partition_view %view_b : !tiles_b
  %tiles_c = make_partition_view %view_c : !tiles_c
  %tiles_d = make_partition_view %view_d : !tiles_c
  %x, %y, %z = get_tile_block_id : tile<i32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %zero = constant <f32: 0.0> : tile<256x256xf32>
  %p, %q = for %i in (%from to %to, step %step) : tile<i32> iter_values(%first = %zero, %second = %zero) -> (tile<256x256xf32>, tile<256x256xf32>) {
    %l, %t0 = load_view_tko weak %tiles_a[%x, %i] token = %token : !tiles_a, tile<i32> -> tile<256x64xf16>, token
    %r, %t1 = load_view_tko weak %tiles_b[%i, %y] token = %token : !tiles_b, tile<i32> -> tile<64x256xf16>, token
    %s, %t2 = load_view_tko weak %tiles_b[%y, %i] token = %token : !tiles_b, tile<i32> -> tile<64x256xf16>, token
    %m = mmaf %l, %r, %first : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
    %n = mmaf %l, %s, %second : tile<256x64xf16>, tile<64x256xf16>, tile<256x256xf32>
    continue %m, %n : tile<256x256xf32>, tile<256x256xf32>
  }
  %p16 = ftof %p : tile<256x256xf32> -> tile<256x256xf16>
  %q16 = ftof %q : tile<256x256xf32> -> tile<256x256xf16>
  %t3 = store_view_tko release device %p16, %tiles_c[%x, %y] token = %token : tile<256x256xf16>, !tiles_c, tile<i32> -> token
  %t4 = store_view_tko release device %q16, %tiles_d[%x, %y] token = %token : tile<256x256xf16>, !tiles_c, tile<i32> -> token
  return
}
