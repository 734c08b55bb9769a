entry @tuples_Kt1_A2f32_1v4l0_2t1_p16_A2f32_1v4l0_2t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<4>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = assume div_by<4>, %Y_stride0 : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %8 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %9 = assume bounded<0, ?>, %2 : tile<i32>
  %10 = assume div_by<4>, %9 : tile<i32>
  %11 = make_tensor_view %1, shape = [%7, %8], strides = [%10, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %12 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %13 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %14 = assume bounded<0, ?>, %4 : tile<i32>
  %15 = assume div_by<4>, %14 : tile<i32>
  %16 = make_tensor_view %3, shape = [%12, %13], strides = [%15, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %17 = constant <i32: 0> : tile<i32>
  %18 = constant <i32: 0> : tile<i32>
  %19 = make_partition_view %11 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
  %x, %20 = load_view_tko weak %19[%17, %18] token = %0 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x16xf32>, token
  %21 = cmpi equal %7, %12, signed : tile<i32> -> tile<i1>
  %22 = cmpi equal %8, %13, signed : tile<i32> -> tile<i1>
  %23 = constant <i1: true> : tile<i1>
  %24 = andi %23, %21 : tile<i1>
  %25 = andi %24, %22 : tile<i1>
  %26 = if %25 -> (tile<i1>) {
    %27 = constant <i32: 2> : tile<i32>
    %28 = cmpi equal %n, %27, signed : tile<i32> -> tile<i1>
    %29 = constant <i1: true> : tile<i1>
    %30 = constant <i1: true> : tile<i1>
    %31 = andi %30, %28 : tile<i1>
    %32 = andi %31, %29 : tile<i1>
    %33 = constant <i1: true> : tile<i1>
    %34 = xori %32, %33 : tile<i1>
    yield %34 : tile<i1>
  } else {
    yield %25 : tile<i1>
  }
  %x_1 = if %26 -> (tile<16x16xf32>) {
    %35 = constant <i32: 0> : tile<i32>
    %36 = constant <f32: 1.000000e+00> : tile<f32>
    %37 = reshape %36 : tile<f32> -> tile<1x1xf32>
    %x_2 = insert %37, %x[%35, %n] : tile<1x1xf32>, tile<16x16xf32>
    yield %x_2 : tile<16x16xf32>
  } else {
    yield %x : tile<16x16xf32>
  }
  %38, %39, %40 = get_tile_block_id : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = constant <i32: 2> : tile<i32>
  %43 = cmpi equal %n, %41, signed : tile<i32> -> tile<i1>
  %44 = cmpi equal %38, %42, signed : tile<i32> -> tile<i1>
  %45 = constant <i1: true> : tile<i1>
  %46 = constant <i1: true> : tile<i1>
  %47 = andi %46, %44 : tile<i1>
  %48 = andi %47, %45 : tile<i1>
  %49 = constant <i1: true> : tile<i1>
  %50 = andi %49, %43 : tile<i1>
  %51 = andi %50, %48 : tile<i1>
  %x_3 = if %51 -> (tile<16x16xf32>) {
    yield %x_1 : tile<16x16xf32>
  } else {
    yield %x_1 : tile<16x16xf32>
  }
  %52 = constant <i32: 1> : tile<i32>
  %53 = constant <i32: 3> : tile<i32>
  %54 = cmpi equal %n, %52, signed : tile<i32> -> tile<i1>
  %55 = constant <i1: true> : tile<i1>
  %56 = constant <i1: true> : tile<i1>
  %57 = andi %56, %54 : tile<i1>
  %58 = andi %57, %55 : tile<i1>
  %59 = cmpi equal %n, %53, signed : tile<i32> -> tile<i1>
  %60 = constant <i1: false> : tile<i1>
  %61 = constant <i1: true> : tile<i1>
  %62 = andi %61, %59 : tile<i1>
  %63 = andi %62, %60 : tile<i1>
  %64 = ori %58, %63 : tile<i1>
  %65 = constant <f32: 1.000000e+00> : tile<f32>
  %66 = constant <f32: 2.000000e+00> : tile<f32>
  %67 = select %64, %65, %66 : tile<i1>, tile<f32>
  %68 = reshape %67 : tile<f32> -> tile<1x1xf32>
  %69 = broadcast %68 : tile<1x1xf32> -> tile<16x16xf32>
  %x_4 = addf %x_3, %69  : tile<16x16xf32>
  %70 = constant <i32: 0> : tile<i32>
  %71 = constant <i32: 0> : tile<i32>
  %72 = make_partition_view %16 : partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>
  %73 = store_view_tko weak %x_4, %72[%70, %71] token = %0 : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
