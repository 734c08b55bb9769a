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
  %i_1, %30, %31 = for %i_2 in (%26 to %n, step %27) : tile<i32> iter_values(%i_3 = %i, %32 = %9, %33 = %0) -> (tile<i32>, tile<i1>, token) {
    if %32 {
      continue %i_3, %32, %33 : tile<i32>, tile<i1>, token
    } else {
    }
    %34 = store_view_tko weak %28, %29[%i_2] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %35 = join_tokens %33, %34 : token
    %36 = cmpi equal %i_2, %m, signed : tile<i32> -> tile<i1>
    if %36 {
      continue %i_2, %10, %35 : tile<i32>, tile<i1>, token
    } else {
    }
    continue %i_2, %32, %35 : tile<i32>, tile<i1>, token
  }
  %37 = constant <i64: 0> : tile<i64>
  %38 = constant <i64: 1> : tile<i64>
  %39 = reshape %i_1 : tile<i32> -> tile<1xi32>
  %40 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %41 = for %j in (%37 to %l, step %38) : tile<i64> iter_values(%42 = %31) -> (token) {
    %43 = trunci %j : tile<i64> -> tile<i32>
    %44 = store_view_tko weak %39, %40[%43] token = %31 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %45 = join_tokens %42, %44 : token
    continue %45 : token
  }
  %46 = constant <i32: 0> : tile<i32>
  %47 = constant <i32: 1> : tile<i32>
  %48 = make_strided_view %18 : strided_view<tile=(4x8), traversal_strides=[4,4], tensor_view<?x?xi32, strides=[?,1]>>
  %i_4, %49 = for %i_5 in (%46 to %n, step %47) : tile<i32> iter_values(%i_6 = %i_1, %50 = %0) -> (tile<i32>, token) {
    %51 = join_tokens %50, %25 : token
    %52 = store_view_tko weak %11, %48[%m, %i_5] token = %51 : tile<4x8xi32>, strided_view<tile=(4x8), traversal_strides=[4,4], tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    continue %i_5, %52 : tile<i32>, token
  }
  %53 = constant <i32: 0> : tile<i32>
  %54 = constant <i32: 1> : tile<i32>
  %55 = reshape %m : tile<i32> -> tile<1xi32>
  %56 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %57 = constant <i32: 3> : tile<i32>
  %58 = cmpi greater_than %m, %57, signed : tile<i32> -> tile<i1>
  %i_7, %59, %60 = for %i_8 in (%53 to %n, step %54) : tile<i32> iter_values(%i_9 = %i_4, %61 = %41, %62 = %25) -> (tile<i32>, token, token) {
    %63 = join_tokens %61, %62 : token
    %64 = store_view_tko weak %55, %56[%i_8] token = %63 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %65 = if %58 -> (token) {
      %66 = join_tokens %62, %64, %49 : token
      %67 = print_tko "b" token=%66 -> token
      yield %67 : token
    } else {
      yield %62 : token
    }
    continue %i_8, %64, %65 : tile<i32>, token, token
  }
  %rows = iota : tile<8xi32>
  %68 = join_tokens %60, %59, %49 : token
  %69 = gdc_wait_tko token = %68 -> token
  %70 = constant <i32: 0> : tile<i32>
  %71 = constant <i32: 1> : tile<i32>
  %72 = make_gather_scatter_view %23 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>
  %73 = join_tokens %0, %69 : token
  %74 = reshape %n : tile<i32> -> tile<1xi32>
  %75 = broadcast %74 : tile<1xi32> -> tile<8xi32>
  %76 = addi %rows, %75 : tile<8xi32>
  %77 = make_gather_scatter_view %18 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>
  %i_10, %78 = for %i_11 in (%70 to %n, step %71) : tile<i32> iter_values(%i_12 = %i_7, %79 = %49) -> (tile<i32>, token) {
    %80 = reshape %i_11 : tile<i32> -> tile<1xi32>
    %81 = broadcast %80 : tile<1xi32> -> tile<8xi32>
    %82 = addi %rows, %81 : tile<8xi32>
    %x, %83 = load_view_tko weak %72[%82, %i_11] token = %73 : gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x4xi32>, token
    %84 = join_tokens %79, %69 : token
    %85 = trunci %l : tile<i64> -> tile<i32>
    %86 = store_view_tko weak %x, %77[%76, %85] token = %84 : tile<8x4xi32>, gather_scatter_view<tile=(8x4), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> token
    continue %i_11, %86 : tile<i32>, token
  }
  %87 = constant <i32: 0> : tile<i32>
  %88 = reshape %i_10 : tile<i32> -> tile<1xi32>
  %89 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %90 = join_tokens %59, %69 : token
  %91 = store_view_tko weak %88, %89[%87] token = %90 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
