entry @reductions_Kt1_A2f32_1v4l0_2t1_p16_A1f32_1t1_p16_A1i32_1t1_p16_A1f32_1t1_p16_A2f32_1v4l0_2t1_p16_I8_I32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %S: tile<ptr<f32>>, %S_size0: tile<i32>, %S_stride0: tile<i32>, %A: tile<ptr<i32>>, %A_size0: tile<i32>, %A_stride0: tile<i32>, %V: tile<ptr<f32>>, %V_size0: tile<i32>, %V_stride0: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<4>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %S : tile<ptr<f32>>
  %4 = assume div_by<16>, %A : tile<ptr<i32>>
  %5 = assume div_by<16>, %V : tile<ptr<f32>>
  %6 = assume div_by<16>, %C : tile<ptr<f32>>
  %7 = assume div_by<4>, %C_stride0 : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<4>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %18 = assume bounded<0, ?>, %S_size0 : tile<i32>
  %19 = make_tensor_view %3, shape = [%18], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %20 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %21 = make_tensor_view %4, shape = [%20], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %22 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %23 = make_tensor_view %5, shape = [%22], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %24 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %25 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %26 = assume bounded<0, ?>, %7 : tile<i32>
  %27 = assume div_by<4>, %26 : tile<i32>
  %28 = make_tensor_view %6, shape = [%24, %25], strides = [%27, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %i, %29, %30 = get_tile_block_id : tile<i32>
  %31 = constant <i32: 0> : tile<i32>
  %32 = make_partition_view %17 : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %x, %33 = load_view_tko weak %32[%i, %31] token = %0 : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<8x32xf32>, token
  %34 = reduce %x dim=1 identities=[0.000000e+00 : f32] : tile<8x32xf32> -> tile<8xf32> 
  (%35: tile<f32>, %36: tile<f32>) {
    %37 = addf %35, %36  : tile<f32>
    yield %37 : tile<f32>
  }
  %38 = make_partition_view %19 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %39 = store_view_tko weak %34, %38[%i] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %40 = iota : tile<32xi32>
  %41 = reshape %40 : tile<32xi32> -> tile<1x32xi32>
  %42 = broadcast %41 : tile<1x32xi32> -> tile<8x32xi32>
  %43, %44 = reduce %x, %42 dim=1 identities=[0xFF800000 : f32, 0 : i32] : tile<8x32xf32>, tile<8x32xi32> -> tile<8xf32>, tile<8xi32> 
  (%45: tile<f32>, %46: tile<f32>, %47: tile<i32>, %48: tile<i32>) {
    %49 = cmpf greater_than ordered %45, %46 : tile<f32> -> tile<i1>
    %50 = cmpf equal ordered %45, %46 : tile<f32> -> tile<i1>
    %51 = cmpf not_equal unordered %45, %45 : tile<f32> -> tile<i1>
    %52 = cmpf not_equal unordered %46, %46 : tile<f32> -> tile<i1>
    %53 = cmpf equal ordered %45, %45 : tile<f32> -> tile<i1>
    %54 = andi %53, %52 : tile<i1>
    %55 = ori %49, %54 : tile<i1>
    %56 = andi %51, %52 : tile<i1>
    %57 = ori %50, %56 : tile<i1>
    %58 = cmpi less_than %47, %48, signed : tile<i32> -> tile<i1>
    %59 = andi %57, %58 : tile<i1>
    %60 = ori %55, %59 : tile<i1>
    %61 = select %60, %45, %46 : tile<i1>, tile<f32>
    %62 = select %60, %47, %48 : tile<i1>, tile<i32>
    yield %61, %62 : tile<f32>, tile<i32>
  }
  %63 = make_partition_view %21 : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
  %64 = store_view_tko weak %44, %63[%i] token = %0 : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %65 = constant <f32: 0.000000e+00> : tile<8x32xf32>
  %66 = constant <f32: 1.000000e+00> : tile<8x32xf32>
  %67 = constant <f32: 0.000000e+00> : tile<f32>
  %68 = constant <f32: 0.000000e+00> : tile<f32>
  %69 = constant <f32: 1.000000e+00> : tile<f32>
  %_, %m, %n = reduce %x, %65, %66 dim=1 identities=[0.000000e+00 : f32, 0.000000e+00 : f32, 0.000000e+00 : f32] : tile<8x32xf32>, tile<8x32xf32>, tile<8x32xf32> -> tile<8xf32>, tile<8xf32>, tile<8xf32> 
  (%70: tile<f32>, %71: tile<f32>, %72: tile<f32>, %73: tile<f32>, %74: tile<f32>, %75: tile<f32>) {
    %n_1 = addf %74, %75  : tile<f32>
    %delta = subf %71, %70  : tile<f32>
    %76 = cmpf equal ordered %n_1, %67 : tile<f32> -> tile<i1>
    %77 = maxf %n_1, %69 : tile<f32>
    %78 = divf %75, %77  : tile<f32>
    %share = select %76, %68, %78 : tile<i1>, tile<f32>
    %79 = fma %delta, %share, %70  : tile<f32>
    %80 = addf %72, %73  : tile<f32>
    %81 = mulf %delta, %delta  : tile<f32>
    %82 = mulf %81, %74  : tile<f32>
    %83 = fma %82, %share, %80  : tile<f32>
    yield %79, %83, %n_1 : tile<f32>, tile<f32>, tile<f32>
  }
  %84 = divf %m, %n  : tile<8xf32>
  %85 = make_partition_view %23 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %86 = store_view_tko weak %84, %85[%i] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %87 = constant <i32: 0> : tile<i32>
  %88 = scan %x dim=1 reverse=false identities=[-1.000000e+30 : f32] : tile<8x32xf32> -> tile<8x32xf32> 
  (%89: tile<f32>, %90: tile<f32>) {
    %91 = maxf %89, %90 : tile<f32>
    yield %91 : tile<f32>
  }
  %92 = make_partition_view %28 : partition_view<tile=(8x32), tensor_view<?x?xf32, strides=[?,1]>>
  %93 = store_view_tko weak %88, %92[%i, %87] token = %0 : tile<8x32xf32>, partition_view<tile=(8x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
