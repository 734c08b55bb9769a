// Rows of groups of a size that the kernel reads, which says how often its loops go round, and rows through pointers.
entry @groups_Kt2_A2f16_1s160t96_2s96t1_p16_A3f16_1s2t6144_2s96t64_4s64t1_p16_A1i32_1s2t1_p16_A3f32_1s2t8192_2s128t64_4s64t1_p16_I64_I64_I32(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_size2: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %B_stride2: tile<i32>, %N: tile<ptr<i32>>, %N_size0: tile<i32>, %N_stride0: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_size2: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %C_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<16>, %B : tile<ptr<f16>>
  %3 = assume div_by<16>, %N : tile<ptr<i32>>
  %4 = assume div_by<16>, %C : tile<ptr<f32>>
  %5 = constant <i32: 2> : tile<i32>
  %6 = constant <i32: 96> : tile<i32>
  %7 = constant <i32: 64> : tile<i32>
  %8 = constant <i32: 6144> : tile<i32>
  %9 = constant <i32: 64> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 2> : tile<i32>
  %12 = constant <i32: 128> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 8192> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i64: 2> : tile<i64>
  %18 = constant <i64: 1> : tile<i64>
  %19 = constant <i32: -1> : tile<64xi32>
  %20 = constant <i64: 160> : tile<64x32xi64>
  %21 = constant <i64: 96> : tile<64x32xi64>
  %22 = constant <i64: 96> : tile<64x32xi64>
  %23 = constant <i64: 1> : tile<64x32xi64>
  %24 = make_tensor_view %2, shape = [2, 96, 64], strides = [6144, 64, 1] : tensor_view<2x96x64xf16, strides=[6144,64,1]>
  %25 = make_tensor_view %4, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf32, strides=[8192,64,1]>
  %26 = constant <i32: 64> : tile<i32>
  %27 = constant <i32: 32> : tile<i32>
  %tile, %28, %29 = get_tile_block_id : tile<i32>
  %30 = constant <i32: 0> : tile<i32>
  %31 = constant <i32: 2> : tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = constant <i32: 0> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = constant <i32: 128> : tile<i32>
  %37 = iota : tile<64xi32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %38 = make_partition_view %24 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>
  %39, %40, %41 = get_index_space_shape %38 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>> -> tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = constant <i32: 1> : tile<i32>
  %44 = iota : tile<32xi32>
  %45 = reshape %1 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
  %46 = broadcast %45 : tile<1x1xptr<f16>> -> tile<64x32xptr<f16>>
  %47 = constant <f16: 0.000000e+00> : tile<f16>
  %48 = reshape %47 : tile<f16> -> tile<1x1xf16>
  %49 = broadcast %48 : tile<1x1xf16> -> tile<64x32xf16>
  %50 = constant <i32: 0> : tile<i32>
  %51 = make_partition_view %24 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>
  %52 = constant <i32: 0> : tile<i32>
  %53 = make_partition_view %25 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf32, strides=[8192,64,1]>>
  %54, %55, %56 = get_num_tile_blocks : tile<i32>
  %first, %tile_1, %57 = for %g in (%32 to %31, step %33) : tile<i32> iter_values(%first_1 = %30, %tile_2 = %tile, %58 = %0) -> (tile<i32>, tile<i32>, token) {
    %59 = exti %g signed : tile<i32> -> tile<i64>
    %60 = cmpi less_than %59, %17, unsigned : tile<i64> -> tile<i1>
    %61 = muli %59, %18 : tile<i64>
    %62 = offset %3, %61 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %63 = assume div_by<4>, %62 : tile<ptr<i32>>
    %64, %65 = load_ptr_tko weak %63, %60, %34 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %66 = maxi %64, %35 signed : tile<i32>
    %count = mini %66, %36 signed : tile<i32>
    %67 = divi %count, %26 signed rounding<positive_inf> : tile<i32>
    %end = addi %first_1, %67 : tile<i32>
    %68 = reshape %count : tile<i32> -> tile<1xi32>
    %69 = broadcast %68 : tile<1xi32> -> tile<64xi32>
    %tile_3, %70 = loop iter_values(%tile_4 = %tile_2, %71 = %58) : tile<i32>, token -> tile<i32>, token {
      %72 = cmpi less_than %tile_4, %end, signed : tile<i32> -> tile<i1>
      if %72 {
      } else {
        break %tile_4, %71 : tile<i32>, token
      }
      %m = subi %tile_4, %first_1 : tile<i32>
      %73 = muli %m, %26 : tile<i32>
      %74 = reshape %73 : tile<i32> -> tile<1xi32>
      %75 = broadcast %74 : tile<1xi32> -> tile<64xi32>
      %rows = addi %75, %37 : tile<64xi32>
      %76 = cmpi less_than %rows, %69, signed : tile<64xi32> -> tile<64xi1>
      %rows_1 = select %76, %rows, %19 : tile<64xi1>, tile<64xi32>
      %77 = reshape %rows_1 : tile<64xi32> -> tile<64x1xi32>
      %78 = exti %77 signed : tile<64x1xi32> -> tile<64x1xi64>
      %79 = broadcast %78 : tile<64x1xi64> -> tile<64x32xi64>
      %80 = cmpi less_than %79, %20, unsigned : tile<64x32xi64> -> tile<64x32xi1>
      %81 = muli %79, %21 : tile<64x32xi64>
      %acc_1 = for %k in (%42 to %40, step %43) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
        %82 = muli %k, %27 : tile<i32>
        %83 = reshape %82 : tile<i32> -> tile<1xi32>
        %84 = broadcast %83 : tile<1xi32> -> tile<32xi32>
        %inner = addi %84, %44 : tile<32xi32>
        %85 = reshape %inner : tile<32xi32> -> tile<1x32xi32>
        %86 = exti %85 signed : tile<1x32xi32> -> tile<1x32xi64>
        %87 = broadcast %86 : tile<1x32xi64> -> tile<64x32xi64>
        %88 = cmpi less_than %87, %22, unsigned : tile<64x32xi64> -> tile<64x32xi1>
        %89 = andi %80, %88 : tile<64x32xi1>
        %90 = muli %87, %23 : tile<64x32xi64>
        %91 = addi %81, %90 : tile<64x32xi64>
        %92 = offset %46, %91 : tile<64x32xptr<f16>>, tile<64x32xi64> -> tile<64x32xptr<f16>>
        %a, %93 = load_ptr_tko weak %92, %89, %49 token=%0 : tile<64x32xptr<f16>>, tile<64x32xi1>, tile<64x32xf16> -> tile<64x32xf16>, token
        %94, %95 = load_view_tko weak %51[%g, %k, %50] token = %0 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
        %b = reshape %94 : tile<1x32x64xf16> -> tile<32x64xf16>
        %acc_3 = mmaf %a, %b, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
        continue %acc_3 : tile<64x64xf32>
      }
      %96 = reshape %acc_1 : tile<64x64xf32> -> tile<1x64x64xf32>
      %97 = store_view_tko weak %96, %53[%g, %m, %52] token = %71 : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf32, strides=[8192,64,1]>>, tile<i32> -> token
      %tile_5 = addi %tile_4, %54 : tile<i32>
      continue %tile_5, %97 : tile<i32>, token
    }
    continue %end, %tile_3, %70 : tile<i32>, tile<i32>, token
  }
  return
}
