// A product in a branch of the loop that loads its operands.
entry @product_branch(%A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %B: tile<ptr<f16>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f16>>
  %2 = assume div_by<8>, %A_stride0 : tile<i32>
  %3 = assume div_by<16>, %B : tile<ptr<f16>>
  %4 = assume div_by<8>, %B_stride0 : tile<i32>
  %5 = assume div_by<16>, %C : tile<ptr<f32>>
  %6 = assume div_by<4>, %C_stride0 : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %11 = assume bounded<0, ?>, %A_size1 : tile<i32>
  %12 = assume bounded<0, ?>, %2 : tile<i32>
  %13 = assume div_by<8>, %12 : tile<i32>
  %14 = make_tensor_view %1, shape = [%10, %11], strides = [%13, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %15 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %16 = assume bounded<0, ?>, %B_size1 : tile<i32>
  %17 = assume bounded<0, ?>, %4 : tile<i32>
  %18 = assume div_by<8>, %17 : tile<i32>
  %19 = make_tensor_view %3, shape = [%15, %16], strides = [%18, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %20 = assume bounded<0, ?>, %C_size0 : tile<i32>
  %21 = assume bounded<0, ?>, %C_size1 : tile<i32>
  %22 = assume bounded<0, ?>, %6 : tile<i32>
  %23 = assume div_by<4>, %22 : tile<i32>
  %24 = make_tensor_view %5, shape = [%20, %21], strides = [%23, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27, %n, %28 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %29 = make_partition_view %14 : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>
  %30, %31 = get_index_space_shape %29 : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = make_partition_view %14 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %35 = make_partition_view %19 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %36 = constant <i32: 2> : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = constant <i1: false> : tile<i1>
  %39 = constant <i32: 0> : tile<i32>
  %acc_1 = for %k in (%32 to %31, step %33) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xf32>) {
    %a, %40 = load_view_tko weak %34[%m, %k] token = %0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
    %b, %41 = load_view_tko weak %35[%k, %n] token = %0 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %42 = remi %k, %36 signed : tile<i32>
    %43 = cmpi less_than %42, %37, signed : tile<i32> -> tile<i1>
    %44 = xori %43, %38 : tile<i1>
    %45 = cmpi not_equal %42, %37, signed : tile<i32> -> tile<i1>
    %46 = andi %44, %45 : tile<i1>
    %47 = addi %42, %36 : tile<i32>
    %48 = select %46, %47, %42 : tile<i1>, tile<i32>
    %49 = cmpi equal %48, %39, signed : tile<i32> -> tile<i1>
    %acc_3 = if %49 -> (tile<64x64xf32>) {
      %acc_4 = mmaf %a, %b, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      yield %acc_4 : tile<64x64xf32>
    } else {
      %acc_5 = negf %acc_2 : tile<64x64xf32>
      yield %acc_5 : tile<64x64xf32>
    }
    continue %acc_3 : tile<64x64xf32>
  }
  %50 = make_partition_view %24 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %51 = store_view_tko weak %acc_1, %50[%m, %n] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
