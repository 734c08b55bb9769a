// Slices and joined tiles that do not fit into shared memory as a whole: they go through it in rounds.
cuda_tile.module @m {
  entry @large_slices(%a: tile<ptr<f32>>, %b: tile<ptr<i64>>, %n: tile<i32>, %out: tile<ptr<f32>>, %out2: tile<ptr<i64>>, %out3: tile<ptr<f32>>, %out4: tile<ptr<i64>>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    %row = andi %n, %1 : tile<i32>
    %column = subi %1, %row : tile<i32>
    %va = make_tensor_view %a, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf32, strides=[512,1]>
    %wa = make_partition_view %va : partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>
    %vb = make_tensor_view %b, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi64, strides=[256,1]>
    %wb = make_partition_view %vb : partition_view<tile=(128x256), tensor_view<128x256xi64, strides=[256,1]>>
    %x, %tx = load_view_tko weak %wa[%0, %0] : partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> tile<256x512xf32>, token
    %y, %ty = load_view_tko weak %wb[%0, %0] : partition_view<tile=(128x256), tensor_view<128x256xi64, strides=[256,1]>>, tile<i32> -> tile<128x256xi64>, token
    %s = extract %x[%row, %column] : tile<256x512xf32> -> tile<128x256xf32>
    %xt = permute %x [1, 0] : tile<256x512xf32> -> tile<512x256xf32>
    %st = extract %xt[%row, %column] : tile<512x256xf32> -> tile<256x128xf32>
    %stt = permute %st [1, 0] : tile<256x128xf32> -> tile<128x256xf32>
    %sum = addf %s, %stt : tile<128x256xf32>
    %i = insert %sum, %x[%column, %row] : tile<128x256xf32>, tile<256x512xf32>
    %yt = permute %y [1, 0] : tile<128x256xi64> -> tile<256x128xi64>
    %yy = reshape %yt : tile<256x128xi64> -> tile<128x256xi64>
    %c0 = cat %y, %yy dim = 0 : tile<128x256xi64>, tile<128x256xi64> -> tile<256x256xi64>
    %c1 = cat %yy, %y dim = 1 : tile<128x256xi64>, tile<128x256xi64> -> tile<128x512xi64>
    %vo = make_tensor_view %out, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf32, strides=[512,1]>
    %wo = make_partition_view %vo : partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>
    %to = store_view_tko weak %i, %wo[%0, %0] : tile<256x512xf32>, partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> token
    %vp = make_tensor_view %out2, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xi64, strides=[256,1]>
    %wp = make_partition_view %vp : partition_view<tile=(256x256), tensor_view<256x256xi64, strides=[256,1]>>
    %tp = store_view_tko weak %c0, %wp[%0, %0] : tile<256x256xi64>, partition_view<tile=(256x256), tensor_view<256x256xi64, strides=[256,1]>>, tile<i32> -> token
    %vq = make_tensor_view %out3, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %wq = make_partition_view %vq : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %tq = store_view_tko weak %sum, %wq[%0, %0] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    %vr = make_tensor_view %out4, shape = [128, 512], strides = [512, 1] : tensor_view<128x512xi64, strides=[512,1]>
    %wr = make_partition_view %vr : partition_view<tile=(128x512), tensor_view<128x512xi64, strides=[512,1]>>
    %tr = store_view_tko weak %c1, %wr[%0, %0] : tile<128x512xi64>, partition_view<tile=(128x512), tensor_view<128x512xi64, strides=[512,1]>>, tile<i32> -> token
    return
  }
}
