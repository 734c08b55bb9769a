// A persistent product whose tile blocks two CTAs compute, each half of the columns, and that asks how many tile blocks there are.
entry @product_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_I128_I256_I64(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {
  %15 = make_token : token
  %16 = assume div_by<16>, %0 : tile<ptr<f16>>
  %17 = assume div_by<8>, %1 : tile<i32>
  %18 = assume div_by<8>, %2 : tile<i32>
  %19 = assume div_by<8>, %3 : tile<i32>
  %20 = assume div_by<16>, %5 : tile<ptr<f16>>
  %21 = assume div_by<8>, %6 : tile<i32>
  %22 = assume div_by<8>, %7 : tile<i32>
  %23 = assume div_by<8>, %8 : tile<i32>
  %24 = assume div_by<16>, %10 : tile<ptr<f16>>
  %25 = assume div_by<8>, %11 : tile<i32>
  %26 = assume div_by<8>, %12 : tile<i32>
  %27 = assume div_by<8>, %13 : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = assume bounded<0, ?>, %17 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %18 : tile<i32>
  %34 = assume div_by<8>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %19 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = make_tensor_view %16, shape = [%32, %34], strides = [%36, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %38 = assume bounded<0, ?>, %21 : tile<i32>
  %39 = assume div_by<8>, %38 : tile<i32>
  %40 = assume bounded<0, ?>, %22 : tile<i32>
  %41 = assume div_by<8>, %40 : tile<i32>
  %42 = assume bounded<0, ?>, %23 : tile<i32>
  %43 = assume div_by<8>, %42 : tile<i32>
  %44 = make_tensor_view %20, shape = [%39, %41], strides = [%43, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %45 = assume bounded<0, ?>, %25 : tile<i32>
  %46 = assume div_by<8>, %45 : tile<i32>
  %47 = assume bounded<0, ?>, %26 : tile<i32>
  %48 = assume div_by<8>, %47 : tile<i32>
  %49 = assume bounded<0, ?>, %27 : tile<i32>
  %50 = assume div_by<8>, %49 : tile<i32>
  %51 = make_tensor_view %24, shape = [%46, %48], strides = [%50, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %52 = constant <i32: 128> : tile<i32>
  %53 = constant <i32: 256> : tile<i32>
  %54 = divi %41, %53 signed rounding<positive_inf> : tile<i32>
  %55 = divi %32, %52 signed rounding<positive_inf> : tile<i32>
  %56 = muli %55, %54 : tile<i32>
  %57, %58, %59 = get_tile_block_id : tile<i32>
  %60, %61, %62 = get_num_tile_blocks : tile<i32>
  %63 = constant <i32: 0> : tile<i32>
  %64 = cmpi less_than %54, %63, signed : tile<i32> -> tile<i1>
  %65 = constant <f32: 0.000000e+00> : tile<128x256xf32>
  %66 = make_partition_view %37 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %get_index_space_shape:2 = get_index_space_shape %66 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %67 = constant <i32: 0> : tile<i32>
  %68 = constant <i32: 1> : tile<i32>
  %69 = make_partition_view %37 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %70 = make_partition_view %44 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %71 = make_partition_view %51 : partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>
  %72 = for %73 in (%57 to %56, step %60) : tile<i32> iter_values(%74 = %15) -> (token) {
    %75 = divi %73, %54 signed rounding<negative_inf> : tile<i32>
    %76 = remi %73, %54 signed : tile<i32>
    %77 = cmpi less_than %76, %63, signed : tile<i32> -> tile<i1>
    %78 = xori %77, %64 : tile<i1>
    %79 = cmpi not_equal %76, %63, signed : tile<i32> -> tile<i1>
    %80 = andi %78, %79 : tile<i1>
    %81 = addi %76, %54 : tile<i32>
    %82 = select %80, %81, %76 : tile<i1>, tile<i32>
    %83 = for %84 in (%67 to %get_index_space_shape#1, step %68) : tile<i32> iter_values(%85 = %65) -> (tile<128x256xf32>) {
      %86, %87 = load_view_tko weak %69[%75, %84] token = %15 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %88, %89 = load_view_tko weak %70[%84, %82] token = %15 : partition_view<tile=(64x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x256xf16>, token
      %90 = mmaf %86, %88, %85 : tile<128x64xf16>, tile<64x256xf16>, tile<128x256xf32>
      continue %90 : tile<128x256xf32>
    }
    %91 = ftof %83  : tile<128x256xf32> -> tile<128x256xf16>
    %92 = store_view_tko weak %91, %71[%75, %82] token = %74 : tile<128x256xf16>, partition_view<tile=(128x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    continue %92 : token
  }
  return
}
