// Sums of a large tile that are added to memory by atomics that acquire, at pointers: the address of a row is made of that of the row before.
entry @wide_atomics_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f32_1v4l0_2t1_3i8_p16_I128_I128_I64(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_size0 : tile<i32>
  %3 = assume div_by<8>, %A_size1 : tile<i32>
  %4 = assume div_by<8>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %B : tile<ptr<f16>>
  %6 = assume div_by<8>, %B_size0 : tile<i32>
  %7 = assume div_by<8>, %B_size1 : tile<i32>
  %8 = assume div_by<8>, %B_stride0 : tile<i32>
  %9 = assume div_by<16>, %C : tile<ptr<f32>>
  %10 = assume div_by<8>, %C_size0 : tile<i32>
  %11 = assume div_by<8>, %C_size1 : tile<i32>
  %12 = assume div_by<4>, %C_stride0 : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i64: 1> : tile<128x128xi64>
  %16 = assume bounded<0, ?>, %2 : tile<i32>
  %17 = assume div_by<8>, %16 : tile<i32>
  %18 = assume bounded<0, ?>, %3 : tile<i32>
  %19 = assume div_by<8>, %18 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %1, shape = [%17, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %6 : tile<i32>
  %24 = assume div_by<8>, %23 : tile<i32>
  %25 = assume bounded<0, ?>, %7 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = assume bounded<0, ?>, %8 : tile<i32>
  %28 = assume div_by<8>, %27 : tile<i32>
  %29 = make_tensor_view %5, shape = [%24, %26], strides = [%28, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %30 = assume bounded<0, ?>, %10 : tile<i32>
  %31 = assume bounded<0, ?>, %11 : tile<i32>
  %32 = assume bounded<0, ?>, %12 : tile<i32>
  %33 = constant <i32: 128> : tile<i32>
  %34 = constant <i32: 128> : tile<i32>
  %i, %35, %36 = get_tile_block_id : tile<i32>
  %37, %j, %38 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %39 = make_partition_view %22 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %40, %41 = get_index_space_shape %39 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = constant <i32: 1> : tile<i32>
  %44 = make_partition_view %22 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %45 = make_partition_view %29 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %acc_1, %46, %47 = for %k in (%42 to %41, step %43) : tile<i32> iter_values(%acc_2 = %acc, %48 = %0, %49 = %0) -> (tile<128x128xf32>, token, token) {
    %a, %50 = load_view_tko weak %44[%i, %k] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %51 = join_tokens %48, %50 : token
    %b, %52 = load_view_tko weak %45[%k, %j] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %53 = join_tokens %49, %52 : token
    %acc_3 = mmaf %a, %b, %acc_2 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %acc_3, %51, %53 : tile<128x128xf32>, token, token
  }
  %54 = muli %i, %33 : tile<i32>
  %55 = iota : tile<128xi32>
  %56 = reshape %54 : tile<i32> -> tile<1xi32>
  %57 = broadcast %56 : tile<1xi32> -> tile<128xi32>
  %rows = addi %57, %55 : tile<128xi32>
  %58 = muli %j, %34 : tile<i32>
  %59 = iota : tile<128xi32>
  %60 = reshape %58 : tile<i32> -> tile<1xi32>
  %61 = broadcast %60 : tile<1xi32> -> tile<128xi32>
  %cols = addi %61, %59 : tile<128xi32>
  %62 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
  %63 = reshape %cols : tile<128xi32> -> tile<1x128xi32>
  %64 = exti %62 signed : tile<128x1xi32> -> tile<128x1xi64>
  %65 = broadcast %64 : tile<128x1xi64> -> tile<128x128xi64>
  %66 = exti %30 signed : tile<i32> -> tile<i64>
  %67 = reshape %66 : tile<i64> -> tile<1x1xi64>
  %68 = broadcast %67 : tile<1x1xi64> -> tile<128x128xi64>
  %69 = cmpi less_than %65, %68, unsigned : tile<128x128xi64> -> tile<128x128xi1>
  %70 = exti %32 signed : tile<i32> -> tile<i64>
  %71 = reshape %70 : tile<i64> -> tile<1x1xi64>
  %72 = broadcast %71 : tile<1x1xi64> -> tile<128x128xi64>
  %73 = muli %65, %72 : tile<128x128xi64>
  %74 = exti %63 signed : tile<1x128xi32> -> tile<1x128xi64>
  %75 = broadcast %74 : tile<1x128xi64> -> tile<128x128xi64>
  %76 = exti %31 signed : tile<i32> -> tile<i64>
  %77 = reshape %76 : tile<i64> -> tile<1x1xi64>
  %78 = broadcast %77 : tile<1x1xi64> -> tile<128x128xi64>
  %79 = cmpi less_than %75, %78, unsigned : tile<128x128xi64> -> tile<128x128xi1>
  %80 = andi %69, %79 : tile<128x128xi1>
  %81 = muli %75, %15 : tile<128x128xi64>
  %82 = addi %73, %81 : tile<128x128xi64>
  %83 = reshape %9 : tile<ptr<f32>> -> tile<1x1xptr<f32>>
  %84 = broadcast %83 : tile<1x1xptr<f32>> -> tile<128x128xptr<f32>>
  %85 = offset %84, %82 : tile<128x128xptr<f32>>, tile<128x128xi64> -> tile<128x128xptr<f32>>
  %86 = join_tokens %0, %46, %47 : token
  %87, %88 = atomic_rmw_tko acq_rel device %85, addf, %acc_1, %80 token=%86 : tile<128x128xptr<f32>>, tile<128x128xf32>, tile<128x128xi1> -> tile<128x128xf32>, token
  return
}
