cuda_tile.module @m {
  entry @swap(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %s = make_token : token
    %va = make_tensor_view %a, shape = [2048, 32768], strides = [32768, 1] : tensor_view<2048x32768xf32, strides=[32768,1]>
    %vc = make_tensor_view %c, shape = [2048, 32768], strides = [32768, 1] : tensor_view<2048x32768xf32, strides=[32768,1]>
    %pa = make_partition_view %va : partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %t, %u = load_view_tko weak %pa[%x, %zero] token = %s : partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>, tile<i32> -> tile<1x32768xf32>, token
    %t2, %u2 = load_view_tko weak %pc[%x, %zero] token = %s : partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>, tile<i32> -> tile<1x32768xf32>, token
    %j = join_tokens %u, %u2 : token
    %w = store_view_tko weak %t, %pc[%x, %zero] token = %j : tile<1x32768xf32>, partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>, tile<i32> -> token
    %w2 = store_view_tko weak %t2, %pa[%x, %zero] token = %j : tile<1x32768xf32>, partition_view<tile=(1x32768), tensor_view<2048x32768xf32, strides=[32768,1]>>, tile<i32> -> token
    return
  }
}
