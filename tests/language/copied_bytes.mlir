// Rows of whole numbers of a byte, through pointers.
entry @bytes__Kt2_A2i8_1s128t192_2s192t1_p16_A1i32_1s128t1_p16_A2i8_1s64t192_2s192t1_p16_A2i32_1s128t64_2s64t1_p16_I64_I64_I64(%A: tile<ptr<i8>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %R: tile<ptr<i32>>, %R_size0: tile<i32>, %R_stride0: tile<i32>, %B: tile<ptr<i8>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %C: tile<ptr<i32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<i8>>
  %2 = assume div_by<16>, %R : tile<ptr<i32>>
  %3 = assume div_by<16>, %B : tile<ptr<i8>>
  %4 = assume div_by<16>, %C : tile<ptr<i32>>
  %5 = constant <i32: 128> : tile<i32>
  %6 = constant <i32: 192> : tile<i32>
  %7 = constant <i32: 192> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 128> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 192> : tile<i32>
  %13 = constant <i32: 192> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 128> : tile<i32>
  %16 = constant <i32: 64> : tile<i32>
  %17 = constant <i32: 64> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i64: 128> : tile<64x64xi64>
  %20 = constant <i64: 192> : tile<64x64xi64>
  %21 = constant <i64: 192> : tile<64x64xi64>
  %22 = constant <i64: 1> : tile<64x64xi64>
  %23 = constant <i8: 0> : tile<64x64xi8>
  %24 = make_tensor_view %1, shape = [128, 192], strides = [192, 1] : tensor_view<128x192xi8, strides=[192,1]>
  %25 = make_tensor_view %2, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
  %26 = make_tensor_view %3, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xi8, strides=[192,1]>
  %27 = make_tensor_view %4, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xi32, strides=[64,1]>
  %28 = constant <i32: 64> : tile<i32>
  %m, %29, %30 = get_tile_block_id : tile<i32>
  %31 = make_partition_view %25 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>
  %rows, %32 = load_view_tko weak %31[%m] token = %0 : partition_view<tile=(64), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
  %acc = constant <i32: 0> : tile<64x64xi32>
  %33 = make_partition_view %24 : partition_view<tile=(64x64), tensor_view<128x192xi8, strides=[192,1]>>
  %34, %35 = get_index_space_shape %33 : partition_view<tile=(64x64), tensor_view<128x192xi8, strides=[192,1]>> -> tile<i32>
  %36 = constant <i32: 0> : tile<i32>
  %37 = constant <i32: 1> : tile<i32>
  %38 = iota : tile<64xi32>
  %39 = reshape %rows : tile<64xi32> -> tile<64x1xi32>
  %40 = exti %39 signed : tile<64x1xi32> -> tile<64x1xi64>
  %41 = broadcast %40 : tile<64x1xi64> -> tile<64x64xi64>
  %42 = cmpi less_than %41, %19, unsigned : tile<64x64xi64> -> tile<64x64xi1>
  %43 = muli %41, %20 : tile<64x64xi64>
  %44 = reshape %1 : tile<ptr<i8>> -> tile<1x1xptr<i8>>
  %45 = broadcast %44 : tile<1x1xptr<i8>> -> tile<64x64xptr<i8>>
  %46 = constant <i32: 0> : tile<i32>
  %47 = make_partition_view %26 : partition_view<tile=(64x64), tensor_view<64x192xi8, strides=[192,1]>>
  %acc_1 = for %k in (%36 to %35, step %37) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<64x64xi32>) {
    %48 = muli %k, %28 : tile<i32>
    %49 = reshape %48 : tile<i32> -> tile<1xi32>
    %50 = broadcast %49 : tile<1xi32> -> tile<64xi32>
    %inner = addi %50, %38 : tile<64xi32>
    %51 = reshape %inner : tile<64xi32> -> tile<1x64xi32>
    %52 = exti %51 signed : tile<1x64xi32> -> tile<1x64xi64>
    %53 = broadcast %52 : tile<1x64xi64> -> tile<64x64xi64>
    %54 = cmpi less_than %53, %21, unsigned : tile<64x64xi64> -> tile<64x64xi1>
    %55 = andi %42, %54 : tile<64x64xi1>
    %56 = muli %53, %22 : tile<64x64xi64>
    %57 = addi %43, %56 : tile<64x64xi64>
    %58 = offset %45, %57 : tile<64x64xptr<i8>>, tile<64x64xi64> -> tile<64x64xptr<i8>>
    %a, %59 = load_ptr_tko weak %58, %55, %23 token=%0 : tile<64x64xptr<i8>>, tile<64x64xi1>, tile<64x64xi8> -> tile<64x64xi8>, token
    %b, %60 = load_view_tko weak %47[%46, %k] token = %0 : partition_view<tile=(64x64), tensor_view<64x192xi8, strides=[192,1]>>, tile<i32> -> tile<64x64xi8>, token
    %61 = permute %b [1, 0] : tile<64x64xi8> -> tile<64x64xi8>
    %acc_3 = mmai %a, %61, %acc_2 signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
    continue %acc_3 : tile<64x64xi32>
  }
  %62 = constant <i32: 0> : tile<i32>
  %63 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<128x64xi32, strides=[64,1]>>
  %64 = store_view_tko weak %acc_1, %63[%m, %62] token = %0 : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<128x64xi32, strides=[64,1]>>, tile<i32> -> token
  return
}
