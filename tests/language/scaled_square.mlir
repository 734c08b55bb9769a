// Blocks of four-bit floats with scales, packed, of which accumulators of all columns leave no room for scales in tensor memory.
entry @mx4_Kt1_A2u8_1v16l0_2t1_3i16_p16_A2f8m3fn_1v16l0_2t1_3i16_p16_A2u8_1v16l0_2t1_3i16_p16_A2f8m3fn_1v16l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_I256_I256_I64_I16(%A: tile<ptr<i8>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %SA: tile<ptr<f8E4M3FN>>, %SA_size0: tile<i32>, %SA_size1: tile<i32>, %SA_stride0: tile<i32>, %SA_stride1: tile<i32>, %B: tile<ptr<i8>>, %B_size0: tile<i32>, %B_size1: tile<i32>, %B_stride0: tile<i32>, %B_stride1: tile<i32>, %SB: tile<ptr<f8E4M3FN>>, %SB_size0: tile<i32>, %SB_size1: tile<i32>, %SB_stride0: tile<i32>, %SB_stride1: tile<i32>, %C: tile<ptr<f32>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<i8>>
  %2 = assume div_by<16>, %A_size0 : tile<i32>
  %3 = assume div_by<16>, %A_size1 : tile<i32>
  %4 = assume div_by<16>, %A_stride0 : tile<i32>
  %5 = assume div_by<16>, %SA : tile<ptr<f8E4M3FN>>
  %6 = assume div_by<16>, %SA_size0 : tile<i32>
  %7 = assume div_by<16>, %SA_size1 : tile<i32>
  %8 = assume div_by<16>, %SA_stride0 : tile<i32>
  %9 = assume div_by<16>, %B : tile<ptr<i8>>
  %10 = assume div_by<16>, %B_size0 : tile<i32>
  %11 = assume div_by<16>, %B_size1 : tile<i32>
  %12 = assume div_by<16>, %B_stride0 : tile<i32>
  %13 = assume div_by<16>, %SB : tile<ptr<f8E4M3FN>>
  %14 = assume div_by<16>, %SB_size0 : tile<i32>
  %15 = assume div_by<16>, %SB_size1 : tile<i32>
  %16 = assume div_by<16>, %SB_stride0 : tile<i32>
  %17 = assume div_by<16>, %C : tile<ptr<f32>>
  %18 = assume div_by<16>, %C_size0 : tile<i32>
  %19 = assume div_by<16>, %C_size1 : tile<i32>
  %20 = assume div_by<4>, %C_stride0 : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 1> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = assume bounded<0, ?>, %2 : tile<i32>
  %27 = assume div_by<16>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %3 : tile<i32>
  %29 = assume div_by<16>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %4 : tile<i32>
  %31 = assume div_by<16>, %30 : tile<i32>
  %32 = make_tensor_view %1, shape = [%27, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
  %33 = assume bounded<0, ?>, %6 : tile<i32>
  %34 = assume div_by<16>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %7 : tile<i32>
  %36 = assume div_by<16>, %35 : tile<i32>
  %37 = assume bounded<0, ?>, %8 : tile<i32>
  %38 = assume div_by<16>, %37 : tile<i32>
  %39 = make_tensor_view %5, shape = [%34, %36], strides = [%38, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
  %40 = assume bounded<0, ?>, %10 : tile<i32>
  %41 = assume div_by<16>, %40 : tile<i32>
  %42 = assume bounded<0, ?>, %11 : tile<i32>
  %43 = assume div_by<16>, %42 : tile<i32>
  %44 = assume bounded<0, ?>, %12 : tile<i32>
  %45 = assume div_by<16>, %44 : tile<i32>
  %46 = make_tensor_view %9, shape = [%41, %43], strides = [%45, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
  %47 = assume bounded<0, ?>, %14 : tile<i32>
  %48 = assume div_by<16>, %47 : tile<i32>
  %49 = assume bounded<0, ?>, %15 : tile<i32>
  %50 = assume div_by<16>, %49 : tile<i32>
  %51 = assume bounded<0, ?>, %16 : tile<i32>
  %52 = assume div_by<16>, %51 : tile<i32>
  %53 = make_tensor_view %13, shape = [%48, %50], strides = [%52, 1] : tile<i32> -> tensor_view<?x?xf8E4M3FN, strides=[?,1]>
  %54 = assume bounded<0, ?>, %18 : tile<i32>
  %55 = assume div_by<16>, %54 : tile<i32>
  %56 = assume bounded<0, ?>, %19 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %20 : tile<i32>
  %59 = assume div_by<4>, %58 : tile<i32>
  %60 = make_tensor_view %17, shape = [%55, %57], strides = [%59, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %61, %62 = get_tile_block_id : tile<i32>
  %63, %n, %64 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<256x256xf32>
  %65 = make_partition_view %32 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>>
  %66, %67 = get_index_space_shape %65 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
  %68 = constant <i32: 0> : tile<i32>
  %69 = constant <i32: 1> : tile<i32>
  %70 = make_partition_view %32 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>>
  %71 = make_partition_view %46 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>>
  %72 = make_partition_view %39 : partition_view<tile=(256x4), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
  %73 = make_partition_view %53 : partition_view<tile=(256x4), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>
  %acc_1 = for %k in (%68 to %67, step %69) : tile<i32> iter_values(%acc_2 = %acc) -> (tile<256x256xf32>) {
    %74, %75 = load_view_tko weak %70[%m, %k] token = %0 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<256x32xi8>, token
    %a = reshape %74 : tile<256x32xi8> -> tile<8192xi8>
    %76 = unpack %a : tile<8192xi8> -> tile<16384xf4E2M1FN>
    %a_1 = reshape %76 : tile<16384xf4E2M1FN> -> tile<256x64xf4E2M1FN>
    %77, %78 = load_view_tko weak %71[%n, %k] token = %0 : partition_view<tile=(256x32), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<256x32xi8>, token
    %b = reshape %77 : tile<256x32xi8> -> tile<8192xi8>
    %79 = unpack %b : tile<8192xi8> -> tile<16384xf4E2M1FN>
    %b_1 = reshape %79 : tile<16384xf4E2M1FN> -> tile<256x64xf4E2M1FN>
    %sa, %80 = load_view_tko weak %72[%m, %k] token = %0 : partition_view<tile=(256x4), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<256x4xf8E4M3FN>, token
    %sb, %81 = load_view_tko weak %73[%n, %k] token = %0 : partition_view<tile=(256x4), tensor_view<?x?xf8E4M3FN, strides=[?,1]>>, tile<i32> -> tile<256x4xf8E4M3FN>, token
    %82 = permute %b_1 [1, 0] : tile<256x64xf4E2M1FN> -> tile<64x256xf4E2M1FN>
    %83 = permute %sb [1, 0] : tile<256x4xf8E4M3FN> -> tile<4x256xf8E4M3FN>
    %acc_3 = mmaf_scaled %a_1, %82, %acc_2, %sa, %83 : tile<256x64xf4E2M1FN>, tile<64x256xf4E2M1FN>, tile<256x256xf32>, tile<256x4xf8E4M3FN>, tile<4x256xf8E4M3FN>
    continue %acc_3 : tile<256x256xf32>
  }
  %84 = make_partition_view %60 : partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>
  %85 = store_view_tko weak %acc_1, %84[%m, %n] token = %0 : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
