// Additions to memory of neighbours that nobody reads: by views and by pointers, aligned and not, whole and cut off.
cuda_tile.module @m {
  entry @atomics_vectors(%wide: tile<ptr<f32>>, %half: tile<ptr<f16>>, %cut: tile<ptr<f32>>, %in: tile<ptr<f32>>) {
    %0 = constant <i32: 0> : tile<i32>
    %awide = assume div_by<16>, %wide : tile<ptr<f32>>
    %ahalf = assume div_by<16>, %half : tile<ptr<f16>>
    %acut = assume div_by<16>, %cut : tile<ptr<f32>>
    %ain = assume div_by<16>, %in : tile<ptr<f32>>
    %vin = make_tensor_view %ain, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %pin = make_partition_view %vin : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %x, %t0 = load_view_tko weak %pin[%0, %0] : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32> -> tile<32x64xf32>, token
    %h = ftof %x : tile<32x64xf32> -> tile<32x64xf16>
    // Rows of 64 are aligned to 16 bytes.
    %vwide = make_tensor_view %awide, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf32, strides=[64,1]>
    %pwide = make_partition_view %vwide : partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>
    %t1 = atomic_red_view_tko relaxed device %pwide[%0, %0], addf, %x : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x64xf32, strides=[64,1]>>, tile<i32>, tile<i32> -> token
    %vhalf = make_tensor_view %ahalf, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf16, strides=[64,1]>
    %phalf = make_partition_view %vhalf : partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>
    %t2 = atomic_red_view_tko relaxed device %phalf[%0, %0], addf, %h : tile<32x64xf16>, partition_view<tile=(32x64), tensor_view<32x64xf16, strides=[64,1]>>, tile<i32>, tile<i32> -> token
    // Rows of 62 are aligned to 8 bytes, and the tile is cut off after two of them.
    %vcut = make_tensor_view %acut, shape = [32, 62], strides = [62, 1] : tensor_view<32x62xf32, strides=[62,1]>
    %pcut = make_partition_view %vcut : partition_view<tile=(32x64), tensor_view<32x62xf32, strides=[62,1]>>
    %t3 = atomic_red_view_tko relaxed device %pcut[%0, %0], addf, %x : tile<32x64xf32>, partition_view<tile=(32x64), tensor_view<32x62xf32, strides=[62,1]>>, tile<i32>, tile<i32> -> token
    // Pointers, with a mask.
    %i = iota : tile<512xi32>
    %bound = constant <i32: 500> : tile<512xi32>
    %mask = cmpi less_than %i, %bound, signed : tile<512xi32> -> tile<512xi1>
    %p1 = reshape %awide : tile<ptr<f32>> -> tile<1xptr<f32>>
    %p2 = broadcast %p1 : tile<1xptr<f32>> -> tile<512xptr<f32>>
    %p = offset %p2, %i : tile<512xptr<f32>>, tile<512xi32> -> tile<512xptr<f32>>
    %y = itof %i signed : tile<512xi32> -> tile<512xf32>
    %o, %t4 = atomic_rmw_tko relaxed device %p, addf, %y, %mask token=%t1 : tile<512xptr<f32>>, tile<512xf32>, tile<512xi1> -> tile<512xf32>, token
    return
  }
}
