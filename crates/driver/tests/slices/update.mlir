entry @update(%P: tile<ptr<f32>>, %P_size0: tile<i32>, %P_stride0: tile<i32>, %G: tile<ptr<f32>>, %G_size0: tile<i32>, %G_stride0: tile<i32>, %M: tile<ptr<f32>>, %M_size0: tile<i32>, %M_stride0: tile<i32>, %V: tile<ptr<f32>>, %V_size0: tile<i32>, %V_stride0: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %P : tile<ptr<f32>>
  %2 = assume div_by<16>, %G : tile<ptr<f32>>
  %3 = assume div_by<16>, %M : tile<ptr<f32>>
  %4 = assume div_by<16>, %V : tile<ptr<f32>>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = assume bounded<0, ?>, %P_size0 : tile<i32>
  %10 = make_tensor_view %1, shape = [%9], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %11 = assume bounded<0, ?>, %G_size0 : tile<i32>
  %12 = make_tensor_view %2, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %13 = assume bounded<0, ?>, %M_size0 : tile<i32>
  %14 = make_tensor_view %3, shape = [%13], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %15 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %16 = make_tensor_view %4, shape = [%15], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %i, %17, %18 = get_tile_block_id : tile<i32>
  %19 = make_partition_view %12 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %g, %20 = load_view_tko weak %19[%i] token = %0 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32768xf32>, token
  %21 = make_partition_view %14 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %22, %23 = load_view_tko weak %21[%i] token = %0 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32768xf32>, token
  %24 = join_tokens %0, %23 : token
  %25 = constant <f32: 0.899999976> : tile<f32>
  %26 = reshape %25 : tile<f32> -> tile<1xf32>
  %27 = broadcast %26 : tile<1xf32> -> tile<32768xf32>
  %28 = constant <f32: 1.000000e-01> : tile<f32>
  %29 = reshape %28 : tile<f32> -> tile<1xf32>
  %30 = broadcast %29 : tile<1xf32> -> tile<32768xf32>
  %31 = mulf %g, %30  : tile<32768xf32>
  %m = fma %22, %27, %31  : tile<32768xf32>
  %32 = make_partition_view %16 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %33, %34 = load_view_tko weak %32[%i] token = %0 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32768xf32>, token
  %35 = join_tokens %0, %34 : token
  %36 = constant <f32: 9.990000e-01> : tile<f32>
  %37 = reshape %36 : tile<f32> -> tile<1xf32>
  %38 = broadcast %37 : tile<1xf32> -> tile<32768xf32>
  %39 = mulf %g, %g  : tile<32768xf32>
  %40 = constant <f32: 1.000000e-03> : tile<f32>
  %41 = reshape %40 : tile<f32> -> tile<1xf32>
  %42 = broadcast %41 : tile<1xf32> -> tile<32768xf32>
  %43 = mulf %39, %42  : tile<32768xf32>
  %v = fma %33, %38, %43  : tile<32768xf32>
  %44 = make_partition_view %14 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %45 = store_view_tko weak %m, %44[%i] token = %24 : tile<32768xf32>, partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %46 = make_partition_view %16 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %47 = store_view_tko weak %v, %46[%i] token = %35 : tile<32768xf32>, partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %48 = make_partition_view %10 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %49, %50 = load_view_tko weak %48[%i] token = %0 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32768xf32>, token
  %51 = join_tokens %0, %50 : token
  %52 = constant <f32: 1.000000e-03> : tile<f32>
  %53 = reshape %52 : tile<f32> -> tile<1xf32>
  %54 = broadcast %53 : tile<1xf32> -> tile<32768xf32>
  %55 = mulf %54, %m  : tile<32768xf32>
  %56 = sqrt %v  : tile<32768xf32>
  %57 = constant <f32: 9.99999993E-9> : tile<f32>
  %58 = reshape %57 : tile<f32> -> tile<1xf32>
  %59 = broadcast %58 : tile<1xf32> -> tile<32768xf32>
  %60 = addf %56, %59  : tile<32768xf32>
  %61 = divf %55, %60  : tile<32768xf32>
  %62 = subf %49, %61  : tile<32768xf32>
  %63 = make_partition_view %10 : partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>
  %64 = store_view_tko weak %62, %63[%i] token = %51 : tile<32768xf32>, partition_view<tile=(32768), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
