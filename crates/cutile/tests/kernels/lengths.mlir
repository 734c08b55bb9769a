entry @lengths_Kt1_A1f32_1t1_p16_A2f32_1v4l0_2t1_p16_Si32_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<f32>>
  %3 = assume div_by<4>, %Y_stride0 : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = assume bounded<0, ?>, %3 : tile<i32>
  %11, %12, %13 = get_tile_block_id : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %block = muli %11, %14 : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = addi %block, %15 : tile<i32>
  %17 = muli %block, %4 : tile<i32>
  %18 = exti %17 signed : tile<i32> -> tile<i64>
  %19 = offset %1, %18 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %20 = assume div_by<16>, %19 : tile<ptr<f32>>
  %21 = subi %16, %block : tile<i32>
  %22 = assume bounded<0, ?>, %21 : tile<i32>
  %23 = assume div_by<64>, %22 : tile<i32>
  %24 = make_tensor_view %20, shape = [%23], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %25 = make_partition_view %24 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %26 = get_index_space_shape %25 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>> -> tile<i32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = make_partition_view %24 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %30 = constant <f32: 1.000000e+00> : tile<f32>
  %31 = reshape %30 : tile<f32> -> tile<1xf32>
  %32 = broadcast %31 : tile<1xf32> -> tile<16xf32>
  %33 = make_partition_view %24 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %34, %35 = for %i in (%27 to %26, step %28) : tile<i32> iter_values(%36 = %0, %37 = %0) -> (token, token) {
    %38, %39 = load_view_tko weak %29[%i] token = %37 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %40 = join_tokens %36, %39 : token
    %41 = addf %38, %32  : tile<16xf32>
    %42 = store_view_tko weak %41, %33[%i] token = %40 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    continue %42, %42 : token, token
  }
  %rows = assume div_by<8>, %n : tile<i32>
  %43 = constant <i32: 0> : tile<i32>
  %44 = muli %43, %10 : tile<i32>
  %45 = exti %44 signed : tile<i32> -> tile<i64>
  %46 = offset %2, %45 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %47 = subi %rows, %43 : tile<i32>
  %48 = assume bounded<0, ?>, %47 : tile<i32>
  %49 = assume bounded<0, ?>, %10 : tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = constant <i32: 16> : tile<i32>
  %52 = muli %m, %51 : tile<i32>
  %53 = muli %50, %6 : tile<i32>
  %54 = exti %53 signed : tile<i32> -> tile<i64>
  %55 = offset %46, %54 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %56 = assume div_by<16>, %55 : tile<ptr<f32>>
  %57 = subi %52, %50 : tile<i32>
  %58 = assume bounded<0, ?>, %48 : tile<i32>
  %59 = assume div_by<8>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %57 : tile<i32>
  %61 = assume div_by<16>, %60 : tile<i32>
  %62 = assume bounded<0, ?>, %49 : tile<i32>
  %63 = assume div_by<4>, %62 : tile<i32>
  %64 = make_tensor_view %56, shape = [%59, %61], strides = [%63, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %65 = constant <i32: 0> : tile<i32>
  %66 = constant <i32: 0> : tile<i32>
  %67 = constant <f32: 1.000000e+00> : tile<f32>
  %68 = reshape %67 : tile<f32> -> tile<1x1xf32>
  %69 = make_partition_view %64 : partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>
  %70 = store_view_tko weak %68, %69[%65, %66] token = %0 : tile<1x1xf32>, partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %71 = addi %m, %n : tile<i32>
  %72 = muli %m, %4 : tile<i32>
  %73 = exti %72 signed : tile<i32> -> tile<i64>
  %74 = offset %1, %73 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %75 = assume div_by<4>, %74 : tile<ptr<f32>>
  %76 = subi %71, %m : tile<i32>
  %77 = assume bounded<0, ?>, %76 : tile<i32>
  %78 = make_tensor_view %75, shape = [%77], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %79 = constant <i32: 0> : tile<i32>
  %80 = constant <f32: 2.000000e+00> : tile<f32>
  %81 = reshape %80 : tile<f32> -> tile<1xf32>
  %82 = make_partition_view %78 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %83 = store_view_tko weak %81, %82[%79] token = %34 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %84 = muli %block, %4 : tile<i32>
  %85 = exti %84 signed : tile<i32> -> tile<i64>
  %86 = offset %1, %85 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %87 = assume div_by<16>, %86 : tile<ptr<f32>>
  %88 = subi %n, %block : tile<i32>
  %89 = assume bounded<0, ?>, %88 : tile<i32>
  %90 = make_tensor_view %87, shape = [%89], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %91 = constant <i32: 0> : tile<i32>
  %92 = constant <f32: 3.000000e+00> : tile<f32>
  %93 = reshape %92 : tile<f32> -> tile<1xf32>
  %94 = make_partition_view %90 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %95 = store_view_tko weak %93, %94[%91] token = %83 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
