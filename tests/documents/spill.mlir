// A scan needs its row at once: of 131,072 elements each of 1024 threads holds 128, and has 64 registers.
cuda_tile.module @m {
  entry @sums(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a, shape = [2048, 131072], strides = [131072, 1] : tensor_view<2048x131072xf32, strides=[131072,1]>
    %vc = make_tensor_view %c, shape = [2048, 131072], strides = [131072, 1] : tensor_view<2048x131072xf32, strides=[131072,1]>
    %pa = make_partition_view %va : partition_view<tile=(1x131072), tensor_view<2048x131072xf32, strides=[131072,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(1x131072), tensor_view<2048x131072xf32, strides=[131072,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %t, %u = load_view_tko weak %pa[%x, %zero] : partition_view<tile=(1x131072), tensor_view<2048x131072xf32, strides=[131072,1]>>, tile<i32> -> tile<1x131072xf32>, token
    %r = scan %t dim=1 reverse=false identities=[0.0 : f32] : tile<1x131072xf32> -> tile<1x131072xf32>
    (%p: tile<f32>, %q: tile<f32>) {
      %s = addf %p, %q : tile<f32>
      yield %s : tile<f32>
    }
    %w = store_view_tko weak %r, %pc[%x, %zero] : tile<1x131072xf32>, partition_view<tile=(1x131072), tensor_view<2048x131072xf32, strides=[131072,1]>>, tile<i32> -> token
    return
  }
}
