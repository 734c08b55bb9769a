// A tile of 256 KiB is turned over: each of 256 threads holds 256 elements of it, and has 255 registers.
cuda_tile.module @m {
  entry @turn(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a, shape = [2048, 2048], strides = [2048, 1] : tensor_view<2048x2048xf32, strides=[2048,1]>
    %vc = make_tensor_view %c, shape = [2048, 2048], strides = [2048, 1] : tensor_view<2048x2048xf32, strides=[2048,1]>
    %pa = make_partition_view %va : partition_view<tile=(256x256), tensor_view<2048x2048xf32, strides=[2048,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(256x256), tensor_view<2048x2048xf32, strides=[2048,1]>>
    %t, %u = load_view_tko weak %pa[%x, %y] : partition_view<tile=(256x256), tensor_view<2048x2048xf32, strides=[2048,1]>>, tile<i32> -> tile<256x256xf32>, token
    %r = permute %t [1, 0] : tile<256x256xf32> -> tile<256x256xf32>
    %w = store_view_tko weak %r, %pc[%y, %x] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<2048x2048xf32, strides=[2048,1]>>, tile<i32> -> token
    return
  }
}
