// Functions of f64.
entry @functions(%x: tile<ptr<f64>>, %w: tile<ptr<f64>>, %y: tile<ptr<f64>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xf64, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>
  %vw = make_tensor_view %w, shape = [256], strides = [1] : tensor_view<256xf64, strides=[1]>
  %pw = make_partition_view %vw : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xf64, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>
  %t, %t0 = load_view_tko weak %px[%b] : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>, tile<i32> -> tile<256xf64>, token
  %u, %t1 = load_view_tko weak %pw[%b] : partition_view<tile=(256), tensor_view<256xf64, strides=[1]>>, tile<i32> -> tile<256xf64>, token
  %a = absf %t : tile<256xf64>
  %exp = exp %t : tile<256xf64>
  %kexp = constant <i32: 0> : tile<i32>
  %sexp = store_view_tko weak %exp, %py[%kexp] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %exp2 = exp2 %t : tile<256xf64>
  %kexp2 = constant <i32: 1> : tile<i32>
  %sexp2 = store_view_tko weak %exp2, %py[%kexp2] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %log = log %a : tile<256xf64>
  %klog = constant <i32: 2> : tile<i32>
  %slog = store_view_tko weak %log, %py[%klog] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %log2 = log2 %a : tile<256xf64>
  %klog2 = constant <i32: 3> : tile<i32>
  %slog2 = store_view_tko weak %log2, %py[%klog2] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %rs = rsqrt %a : tile<256xf64>
  %krs = constant <i32: 4> : tile<i32>
  %srs = store_view_tko weak %rs, %py[%krs] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %sin = sin %t : tile<256xf64>
  %ksin = constant <i32: 5> : tile<i32>
  %ssin = store_view_tko weak %sin, %py[%ksin] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %cos = cos %t : tile<256xf64>
  %kcos = constant <i32: 6> : tile<i32>
  %scos = store_view_tko weak %cos, %py[%kcos] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %tan = tan %t : tile<256xf64>
  %ktan = constant <i32: 7> : tile<i32>
  %stan = store_view_tko weak %tan, %py[%ktan] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %sinh = sinh %t : tile<256xf64>
  %ksinh = constant <i32: 8> : tile<i32>
  %ssinh = store_view_tko weak %sinh, %py[%ksinh] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %cosh = cosh %t : tile<256xf64>
  %kcosh = constant <i32: 9> : tile<i32>
  %scosh = store_view_tko weak %cosh, %py[%kcosh] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %tanh = tanh %t : tile<256xf64>
  %ktanh = constant <i32: 10> : tile<i32>
  %stanh = store_view_tko weak %tanh, %py[%ktanh] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %at = atan2 %t, %u : tile<256xf64>
  %kat = constant <i32: 11> : tile<i32>
  %sat = store_view_tko weak %at, %py[%kat] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %pow = pow %a, %u : tile<256xf64>
  %kpow = constant <i32: 12> : tile<i32>
  %spow = store_view_tko weak %pow, %py[%kpow] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %mx = maxf %t, %u propagate_nan : tile<256xf64>
  %kmx = constant <i32: 13> : tile<i32>
  %smx = store_view_tko weak %mx, %py[%kmx] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %mn = minf %t, %u propagate_nan : tile<256xf64>
  %kmn = constant <i32: 14> : tile<i32>
  %smn = store_view_tko weak %mn, %py[%kmn] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  %rm = remf %t, %u : tile<256xf64>
  %krm = constant <i32: 15> : tile<i32>
  %srm = store_view_tko weak %rm, %py[%krm] : tile<256xf64>, partition_view<tile=(256), tensor_view<4096xf64, strides=[1]>>, tile<i32> -> token
  return
}
