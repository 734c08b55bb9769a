entry @stores_Kt1_A1i32_1t1_p16_A2i32_1v4l0_2t1_p16_A2i32_1v4l0_2t1_p16w_Si32_Si32_Si64(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %A: tile<ptr<i32>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<i32>>, %B_size0: tile<i64>, %B_size1: tile<i64>, %B_stride0: tile<i64>, %B_stride1: tile<i64>, %n: tile<i32>, %m: tile<i32>, %l: tile<i64>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = assume div_by<16>, %A : tile<ptr<i32>>
  %3 = assume div_by<4>, %A_stride0 : tile<i32>
  %4 = assume div_by<16>, %B : tile<ptr<i32>>
  %5 = assume div_by<4>, %B_stride0 : tile<i64>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i64: 1> : tile<i64>
  %9 = constant <i1: false> : tile<i1>
  %10 = constant <i1: true> : tile<i1>
  %11 = constant <i32: 1> : tile<4x8xi32>
  %12 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %13 = make_tensor_view %1, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %14 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %15 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %16 = assume bounded<0, ?>, %3 : tile<i32>
  %17 = assume div_by<4>, %16 : tile<i32>
  %18 = make_tensor_view %2, shape = [%14, %15], strides = [%17, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
  %19 = assume bounded<0, ?>, %B_size0 : tile<i64>
  %20 = assume bounded<0, ?>, %B_size1 : tile<i64>
  %21 = assume bounded<0, ?>, %5 : tile<i64>
  %22 = assume div_by<4>, %21 : tile<i64>
  %23 = make_tensor_view %4, shape = [%19, %20], strides = [%22, 1] : tile<i64> -> tensor_view<?x?xi32, strides=[?,1]>
  %24 = constant <i32: 3> : tile<i32>
  %i = muli %m, %24 : tile<i32>
  %25 = print_tko "a" token=%0 -> token
  %26 = constant <i32: 0> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = reshape %m : tile<i32> -> tile<1xi32>
  %29 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %30, %31, %32 = for %i_1 in (%26 to %n, step %27) : tile<i32> iter_values(%i_2 = %i, %33 = %9, %34 = %0) -> (tile<i32>, tile<i1>, token) {
    if %33 {
      continue %i_2, %33, %34 : tile<i32>, tile<i1>, token
    } else {
    }
    %35 = store_view_tko weak %28, %29[%i_1] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %36 = join_tokens %34, %35 : token
    %37 = cmpi equal %i_1, %m, signed : tile<i32> -> tile<i1>
    if %37 {
      continue %i_1, %10, %36 : tile<i32>, tile<i1>, token
    } else {
    }
    continue %i_1, %33, %36 : tile<i32>, tile<i1>, token
  }
  %38 = constant <i64: 0> : tile<i64>
  %39 = constant <i64: 1> : tile<i64>
  %40 = reshape %30 : tile<i32> -> tile<1xi32>
  %41 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %42 = for %j in (%38 to %l, step %39) : tile<i64> iter_values(%43 = %32) -> (token) {
    %44 = trunci %j : tile<i64> -> tile<i32>
    %45 = store_view_tko weak %40, %41[%44] token = %32 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %46 = join_tokens %43, %45 : token
    continue %46 : token
  }
  %47 = constant <i32: 0> : tile<i32>
  %48 = constant <i32: 1> : tile<i32>
  %49 = make_strided_view %18 : strided_view<tile=(4x8), traversal_strides=[4,4], tensor_view<?x?xi32, strides=[?,1]>>
  %50, %51 = for %i_3 in (%47 to %n, step %48) : tile<i32> iter_values(%i_4 = %30, %52 = %0) -> (tile<i32>, token) {
    %53 = join_tokens %52, %25 : token
    %54 = store_view_tko weak %11, %49[%m, %i_3] token = %53 : tile<4x8xi32>, strided_view<tile=(4x8), traversal_strides=[4,4], tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    continue %i_3, %54 : tile<i32>, token
  }
  %55 = constant <i32: 0> : tile<i32>
  %56 = constant <i32: 1> : tile<i32>
  %57 = reshape %m : tile<i32> -> tile<1xi32>
  %58 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %59 = constant <i32: 3> : tile<i32>
  %60 = cmpi greater_than %m, %59, signed : tile<i32> -> tile<i1>
  %61, %62, %63 = for %i_5 in (%55 to %n, step %56) : tile<i32> iter_values(%i_6 = %50, %64 = %42, %65 = %25) -> (tile<i32>, token, token) {
    %66 = join_tokens %64, %65 : token
    %67 = store_view_tko weak %57, %58[%i_5] token = %66 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %68 = if %60 -> (token) {
      %69 = join_tokens %65, %67, %51 : token
      %70 = print_tko "b" token=%69 -> token
      yield %70 : token
    } else {
      yield %65 : token
    }
    continue %i_5, %67, %68 : tile<i32>, token, token
  }
  %rows = iota : tile<8xi32>
  %71 = join_tokens %63, %62, %51 : token
  %72 = gdc_wait_tko token = %71 -> token
  %73 = constant <i32: 0> : tile<i32>
  %74 = constant <i32: 1> : tile<i32>
  %75 = make_gather_scatter_view %23 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>
  %76 = join_tokens %0, %72 : token
  %77 = reshape %n : tile<i32> -> tile<1xi32>
  %78 = broadcast %77 : tile<1xi32> -> tile<8xi32>
  %79 = addi %rows, %78 : tile<8xi32>
  %80 = make_gather_scatter_view %18 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>
  %81, %82 = for %i_7 in (%73 to %n, step %74) : tile<i32> iter_values(%i_8 = %61, %83 = %51) -> (tile<i32>, token) {
    %84 = reshape %i_7 : tile<i32> -> tile<1xi32>
    %85 = broadcast %84 : tile<1xi32> -> tile<8xi32>
    %86 = addi %rows, %85 : tile<8xi32>
    %x, %87 = load_view_tko weak %75[%86, %i_7] token = %76 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x4xi32>, token
    %88 = join_tokens %83, %72 : token
    %89 = trunci %l : tile<i64> -> tile<i32>
    %90 = store_view_tko weak %x, %80[%79, %89] token = %88 : tile<8x4xi32>, gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> token
    continue %i_7, %90 : tile<i32>, token
  }
  %91 = constant <i32: 0> : tile<i32>
  %92 = reshape %81 : tile<i32> -> tile<1xi32>
  %93 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %94 = join_tokens %62, %72 : token
  %95 = store_view_tko weak %92, %93[%91] token = %94 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
