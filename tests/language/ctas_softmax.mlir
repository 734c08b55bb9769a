// Rows that four CTAs share.
entry @softmax_Kt2_A2f32_1i8t128_2s128t1_p16_A2f32_1i8t128_2s128t1_p16(%0: tile<ptr<f32>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f32>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 4}> {
  %10 = make_token : token
  %11 = assume div_by<16>, %0 : tile<ptr<f32>>
  %12 = assume div_by<8>, %1 : tile<i32>
  %13 = assume div_by<16>, %5 : tile<ptr<f32>>
  %14 = assume div_by<8>, %6 : tile<i32>
  %15 = constant <i32: 128> : tile<i32>
  %16 = constant <i32: 128> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 128> : tile<i32>
  %19 = constant <i32: 128> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = assume bounded<0, ?>, %12 : tile<i32>
  %22 = assume div_by<8>, %21 : tile<i32>
  %23 = make_tensor_view %11, shape = [%22, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf32, strides=[128,1]>
  %24 = assume bounded<0, ?>, %14 : tile<i32>
  %25 = assume div_by<8>, %24 : tile<i32>
  %26 = make_tensor_view %13, shape = [%25, 128], strides = [128, 1] : tile<i32> -> tensor_view<?x128xf32, strides=[128,1]>
  %27, %28, %29 = get_tile_block_id : tile<i32>
  %30, %31, %32 = get_tile_block_id : tile<i32>
  %33 = make_partition_view %23 : partition_view<tile=(64x128), tensor_view<?x128xf32, strides=[128,1]>>
  %34, %35 = load_view_tko weak %33[%27, %31] token = %10 : partition_view<tile=(64x128), tensor_view<?x128xf32, strides=[128,1]>>, tile<i32> -> tile<64x128xf32>, token
  %36 = reduce %34 dim=1 identities=[0xFF800000 : f32] : tile<64x128xf32> -> tile<64xf32> 
  (%37: tile<f32>, %38: tile<f32>) {
    %39 = maxf %37, %38 : tile<f32>
    yield %39 : tile<f32>
  }
  %40 = reshape %36 : tile<64xf32> -> tile<64x1xf32>
  %41 = broadcast %40 : tile<64x1xf32> -> tile<64x128xf32>
  %42 = subf %34, %41  : tile<64x128xf32>
  %43 = exp %42  : tile<64x128xf32>
  %44 = reduce %43 dim=1 identities=[0.000000e+00 : f32] : tile<64x128xf32> -> tile<64xf32> 
  (%45: tile<f32>, %46: tile<f32>) {
    %47 = addf %45, %46  : tile<f32>
    yield %47 : tile<f32>
  }
  %48 = reshape %44 : tile<64xf32> -> tile<64x1xf32>
  %49 = broadcast %48 : tile<64x1xf32> -> tile<64x128xf32>
  %50 = divf %43, %49  : tile<64x128xf32>
  %51 = make_partition_view %26 : partition_view<tile=(64x128), tensor_view<?x128xf32, strides=[128,1]>>
  %52 = store_view_tko weak %50, %51[%27, %31] token = %10 : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<?x128xf32, strides=[128,1]>>, tile<i32> -> token
  return
}
