// Accesses that order others, of views and of pointers, of single elements and of many.
cuda_tile.module @m {
  entry @orders(%x: tile<ptr<f32>>, %flag: tile<ptr<i32>>, %y: tile<ptr<f32>>) {
    %x2 = assume div_by<16>, %x : tile<ptr<f32>>
    %y2 = assume div_by<16>, %y : tile<ptr<f32>>
    %xv = make_tensor_view %x2, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %yv = make_tensor_view %y2, shape = [1024], strides = [1] : tensor_view<1024xf32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %yp = make_partition_view %yv : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a, %t1 = load_view_tko relaxed device %xp[%zero] : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %b, %t2 = load_view_tko acquire sys %xp[%one] token = %t1 : partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %s = addf %a, %b : tile<512xf32>
    %t3 = store_view_tko relaxed tl_blk %s, %yp[%zero] token = %t2 : tile<512xf32>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
    // Whoever sees the flag sees the stored elements.
    %t4 = store_ptr_tko release device %flag, %one token=%t3 : tile<ptr<i32>>, tile<i32> -> token
    %f, %t5 = load_ptr_tko acquire device %flag token=%t4 : tile<ptr<i32>> -> tile<i32>, token
    %i = iota : tile<512xi32>
    %last = constant <i32: 511> : tile<512xi32>
    %back = subi %last, %i : tile<512xi32>
    %p1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %p = offset %p2, %back : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %c, %t6 = load_ptr_tko relaxed device %p token=%t5 : tile<512xptr<f32>> -> tile<512xf32>, token
    %t7 = store_view_tko release device %c, %yp[%f] token = %t6 : tile<512xf32>, partition_view<tile=(512), tensor_view<1024xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
