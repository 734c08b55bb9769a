// A cross entropy with its gradient over a row that is loaded again: what is chosen by indices is made where the row is.
entry @wide_loss_Kt1_A2f32_1v4l0_2t1_3i8_p16_A1i32_1t1_p16_A2f32_1v4l0_2t1_3i8_p16_A1f32_1t1_p16_I65536(%L: tile<ptr<f32>>, %L_size0: tile<i32>, %L_size1: tile<i32>, %L_stride0: tile<i32>, %L_stride1: tile<i32>, %T: tile<ptr<i32>>, %T_size0: tile<i32>, %T_stride0: tile<i32>, %G: tile<ptr<f32>>, %G_size0: tile<i32>, %G_size1: tile<i32>, %G_stride0: tile<i32>, %G_stride1: tile<i32>, %Loss: tile<ptr<f32>>, %Loss_size0: tile<i32>, %Loss_stride0: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %L : tile<ptr<f32>>
  %2 = assume div_by<8>, %L_size0 : tile<i32>
  %3 = assume div_by<8>, %L_size1 : tile<i32>
  %4 = assume div_by<4>, %L_stride0 : tile<i32>
  %5 = assume div_by<16>, %T : tile<ptr<i32>>
  %6 = assume div_by<16>, %G : tile<ptr<f32>>
  %7 = assume div_by<8>, %G_size0 : tile<i32>
  %8 = assume div_by<8>, %G_size1 : tile<i32>
  %9 = assume div_by<4>, %G_stride0 : tile<i32>
  %10 = assume div_by<16>, %Loss : tile<ptr<f32>>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = assume bounded<0, ?>, %3 : tile<i32>
  %18 = assume div_by<8>, %17 : tile<i32>
  %19 = assume bounded<0, ?>, %4 : tile<i32>
  %20 = assume div_by<4>, %19 : tile<i32>
  %21 = make_tensor_view %1, shape = [%16, %18], strides = [%20, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %22 = assume bounded<0, ?>, %T_size0 : tile<i32>
  %23 = make_tensor_view %5, shape = [%22], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %24 = assume bounded<0, ?>, %7 : tile<i32>
  %25 = assume div_by<8>, %24 : tile<i32>
  %26 = assume bounded<0, ?>, %8 : tile<i32>
  %27 = assume div_by<8>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %9 : tile<i32>
  %29 = assume div_by<4>, %28 : tile<i32>
  %30 = make_tensor_view %6, shape = [%25, %27], strides = [%29, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %31 = assume bounded<0, ?>, %Loss_size0 : tile<i32>
  %32 = make_tensor_view %10, shape = [%31], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %row, %33, %34 = get_tile_block_id : tile<i32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = make_partition_view %21 : partition_view<tile=(1x65536), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>
  %x, %37 = load_view_tko weak %36[%row, %35] token = %0 : partition_view<tile=(1x65536), padding_value = neg_inf, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x65536xf32>, token
  %38 = make_partition_view %23 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %t, %39 = load_view_tko weak %38[%row] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
  %40 = reduce %x dim=1 identities=[0xFF800000 : f32] : tile<1x65536xf32> -> tile<1xf32> 
  (%41: tile<f32>, %42: tile<f32>) {
    %43 = maxf %41, %42 : tile<f32>
    yield %43 : tile<f32>
  }
  %m = reshape %40 : tile<1xf32> -> tile<1x1xf32>
  %44 = broadcast %m : tile<1x1xf32> -> tile<1x65536xf32>
  %45 = subf %x, %44  : tile<1x65536xf32>
  %e = exp %45  : tile<1x65536xf32>
  %46 = reduce %e dim=1 identities=[0.000000e+00 : f32] : tile<1x65536xf32> -> tile<1xf32> 
  (%47: tile<f32>, %48: tile<f32>) {
    %49 = addf %47, %48  : tile<f32>
    yield %49 : tile<f32>
  }
  %s = reshape %46 : tile<1xf32> -> tile<1x1xf32>
  %50 = broadcast %s : tile<1x1xf32> -> tile<1x65536xf32>
  %p = divf %e, %50  : tile<1x65536xf32>
  %cols = iota : tile<65536xi32>
  %51 = reshape %cols : tile<65536xi32> -> tile<1x65536xi32>
  %52 = reshape %t : tile<1xi32> -> tile<1x1xi32>
  %53 = broadcast %52 : tile<1x1xi32> -> tile<1x65536xi32>
  %hit = cmpi equal %51, %53, signed : tile<1x65536xi32> -> tile<1x65536xi1>
  %54 = constant <f32: 1.000000e+00> : tile<f32>
  %55 = constant <f32: 0.000000e+00> : tile<f32>
  %56 = reshape %54 : tile<f32> -> tile<1x1xf32>
  %57 = broadcast %56 : tile<1x1xf32> -> tile<1x65536xf32>
  %58 = reshape %55 : tile<f32> -> tile<1x1xf32>
  %59 = broadcast %58 : tile<1x1xf32> -> tile<1x65536xf32>
  %60 = select %hit, %57, %59 : tile<1x65536xi1>, tile<1x65536xf32>
  %g = subf %p, %60  : tile<1x65536xf32>
  %61 = constant <f32: 0.000000e+00> : tile<f32>
  %62 = reshape %61 : tile<f32> -> tile<1x1xf32>
  %63 = broadcast %62 : tile<1x1xf32> -> tile<1x65536xf32>
  %64 = select %hit, %x, %63 : tile<1x65536xi1>, tile<1x65536xf32>
  %xt = reduce %64 dim=1 identities=[0.000000e+00 : f32] : tile<1x65536xf32> -> tile<1xf32> 
  (%65: tile<f32>, %66: tile<f32>) {
    %67 = addf %65, %66  : tile<f32>
    yield %67 : tile<f32>
  }
  %68 = log %s : tile<1x1xf32>
  %69 = addf %68, %m  : tile<1x1xf32>
  %70 = reshape %xt : tile<1xf32> -> tile<1x1xf32>
  %loss = subf %69, %70  : tile<1x1xf32>
  %71 = constant <i32: 0> : tile<i32>
  %72 = make_partition_view %30 : partition_view<tile=(1x65536), tensor_view<?x?xf32, strides=[?,1]>>
  %73 = store_view_tko weak %g, %72[%row, %71] token = %0 : tile<1x65536xf32>, partition_view<tile=(1x65536), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %74 = reshape %loss : tile<1x1xf32> -> tile<1xf32>
  %75 = make_partition_view %32 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %76 = store_view_tko weak %74, %75[%row] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
