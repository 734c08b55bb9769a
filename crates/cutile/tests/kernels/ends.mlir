entry @ends_Kt1_A1f32_1t1_p16_A1f32_1t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<f32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 0> : tile<i32>
  %6 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %7 = make_tensor_view %1, shape = [%6], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %8 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %9 = make_tensor_view %2, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %10 = constant <i32: 0> : tile<i32>
  %11 = make_partition_view %7 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %x, %12 = load_view_tko weak %11[%10] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %13 = constant <i32: 0> : tile<i32>
  %14 = constant <i32: 10> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <f32: 0.000000e+00> : tile<8xf32>
  %i, %17 = loop iter_values(%i_1 = %13, %18 = %16) : tile<i32>, tile<8xf32> -> tile<i32>, tile<8xf32> {
    %19 = cmpi greater_than %i_1, %n, signed : tile<i32> -> tile<i1>
    if %19 {
      %20 = constant <f32: 2.000000e+00> : tile<f32>
      %21 = reshape %20 : tile<f32> -> tile<1xf32>
      %22 = broadcast %21 : tile<1xf32> -> tile<8xf32>
      %23 = mulf %x, %22  : tile<8xf32>
      break %i_1, %23 : tile<i32>, tile<8xf32>
    } else {
    }
    %24 = cmpi greater_than %i_1, %14, signed : tile<i32> -> tile<i1>
    if %24 {
      break %i_1, %x : tile<i32>, tile<8xf32>
    } else {
    }
    %i_2 = addi %i_1, %15 : tile<i32>
    %25 = constant <f32: 0.000000e+00> : tile<8xf32>
    continue %i_2, %25 : tile<i32>, tile<8xf32>
  }
  %26 = constant <f32: 0.000000e+00> : tile<8xf32>
  %27 = loop iter_values(%28 = %26) : tile<8xf32> -> tile<8xf32> {
    break %17 : tile<8xf32>
  }
  %29 = constant <i32: 5> : tile<i32>
  %30 = cmpi greater_than %n, %29, signed : tile<i32> -> tile<i1>
  %31 = constant <f32: 3.000000e+00> : tile<f32>
  %32 = reshape %31 : tile<f32> -> tile<1xf32>
  %33 = broadcast %32 : tile<1xf32> -> tile<8xf32>
  %34 = mulf %27, %33  : tile<8xf32>
  %35 = constant <f32: 0.000000e+00> : tile<8xf32>
  %36 = constant <i32: 0> : tile<i32>
  %y, %at = loop iter_values(%37 = %35, %38 = %36) : tile<8xf32>, tile<i32> -> tile<8xf32>, tile<i32> {
    if %30 {
      %39 = constant <i32: 1> : tile<i32>
      %40 = constant <f32: 0.000000e+00> : tile<8xf32>
      %41 = constant <i32: 0> : tile<i32>
      %i_3, %42, %43 = loop iter_values(%i_4 = %5, %44 = %40, %45 = %41) : tile<i32>, tile<8xf32>, tile<i32> -> tile<i32>, tile<8xf32>, tile<i32> {
        %46 = cmpi greater_than %i_4, %n, signed : tile<i32> -> tile<i1>
        if %46 {
          break %i_4, %27, %i_4 : tile<i32>, tile<8xf32>, tile<i32>
        } else {
        }
        %i_5 = addi %i_4, %39 : tile<i32>
        %47 = constant <f32: 0.000000e+00> : tile<8xf32>
        %48 = constant <i32: 0> : tile<i32>
        continue %i_5, %47, %48 : tile<i32>, tile<8xf32>, tile<i32>
      }
      %49 = constant <f32: 0.000000e+00> : tile<8xf32>
      %50 = constant <i32: 0> : tile<i32>
      %51, %52 = loop iter_values(%53 = %49, %54 = %50) : tile<8xf32>, tile<i32> -> tile<8xf32>, tile<i32> {
        break %42, %43 : tile<8xf32>, tile<i32>
      }
      break %51, %52 : tile<8xf32>, tile<i32>
    } else {
    }
    break %34, %n : tile<8xf32>, tile<i32>
  }
  %55 = constant <f32: 1.000000e+00> : tile<f32>
  %56 = reshape %55 : tile<f32> -> tile<1xf32>
  %57 = broadcast %56 : tile<1xf32> -> tile<8xf32>
  %58 = addf %y, %57  : tile<8xf32>
  %59 = constant <f32: 0.000000e+00> : tile<8xf32>
  %60 = loop iter_values(%61 = %59) : tile<8xf32> -> tile<8xf32> {
    break %58 : tile<8xf32>
  }
  %62 = constant <f32: 0.000000e+00> : tile<8xf32>
  %63 = loop iter_values(%64 = %62) : tile<8xf32> -> tile<8xf32> {
    break %60 : tile<8xf32>
  }
  %65 = make_partition_view %9 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %66 = store_view_tko weak %63, %65[%at] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %67 = constant <i32: 7> : tile<i32>
  %68 = constant <i32: 5> : tile<i32>
  %69, %70, %71 = get_tile_block_id : tile<i32>
  %n_1 = loop iter_values(%n_2 = %n) : tile<i32> -> tile<i32> {
    %72 = cmpi greater_than %n_2, %67, signed : tile<i32> -> tile<i1>
    if %72 {
      break %n_2 : tile<i32>
    } else {
    }
    %73 = cmpi greater_than %n_2, %68, signed : tile<i32> -> tile<i1>
    if %73 {
      break %n_2 : tile<i32>
    } else {
    }
    %n_3 = addi %n_2, %69 : tile<i32>
    continue %n_3 : tile<i32>
  }
  %74 = constant <i32: 0> : tile<i32>
  %75 = make_partition_view %9 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %76 = constant <i32: 1> : tile<i32>
  %77 = loop iter_values(%78 = %66) : token -> token {
    %i_6, %79 = loop iter_values(%i_7 = %74, %80 = %78) : tile<i32>, token -> tile<i32>, token {
      %81 = cmpi greater_than %i_7, %n_1, signed : tile<i32> -> tile<i1>
      if %81 {
        break %i_7, %80 : tile<i32>, token
      } else {
      }
      %82 = store_view_tko weak %x, %75[%i_7] token = %80 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      %i_8 = addi %i_7, %76 : tile<i32>
      continue %i_8, %82 : tile<i32>, token
    }
    %83 = make_token : token
    break %83 : token
  }
  return
}
