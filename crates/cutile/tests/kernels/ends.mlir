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
  %17, %18 = loop iter_values(%i = %13, %19 = %16) : tile<i32>, tile<8xf32> -> tile<i32>, tile<8xf32> {
    %20 = cmpi greater_than %i, %n, signed : tile<i32> -> tile<i1>
    if %20 {
      %21 = constant <f32: 2.000000e+00> : tile<f32>
      %22 = reshape %21 : tile<f32> -> tile<1xf32>
      %23 = broadcast %22 : tile<1xf32> -> tile<8xf32>
      %24 = mulf %x, %23  : tile<8xf32>
      break %i, %24 : tile<i32>, tile<8xf32>
    } else {
    }
    %25 = cmpi greater_than %i, %14, signed : tile<i32> -> tile<i1>
    if %25 {
      break %i, %x : tile<i32>, tile<8xf32>
    } else {
    }
    %i_1 = addi %i, %15 : tile<i32>
    %26 = constant <f32: 0.000000e+00> : tile<8xf32>
    continue %i_1, %26 : tile<i32>, tile<8xf32>
  }
  %27 = constant <f32: 0.000000e+00> : tile<8xf32>
  %28 = loop iter_values(%29 = %27) : tile<8xf32> -> tile<8xf32> {
    break %18 : tile<8xf32>
  }
  %30 = constant <i32: 5> : tile<i32>
  %31 = cmpi greater_than %n, %30, signed : tile<i32> -> tile<i1>
  %32 = constant <f32: 3.000000e+00> : tile<f32>
  %33 = reshape %32 : tile<f32> -> tile<1xf32>
  %34 = broadcast %33 : tile<1xf32> -> tile<8xf32>
  %35 = mulf %28, %34  : tile<8xf32>
  %36 = constant <f32: 0.000000e+00> : tile<8xf32>
  %37 = constant <i32: 0> : tile<i32>
  %y, %at = loop iter_values(%38 = %36, %39 = %37) : tile<8xf32>, tile<i32> -> tile<8xf32>, tile<i32> {
    if %31 {
      %40 = constant <i32: 1> : tile<i32>
      %41 = constant <f32: 0.000000e+00> : tile<8xf32>
      %42 = constant <i32: 0> : tile<i32>
      %43, %44, %45 = loop iter_values(%i_2 = %5, %46 = %41, %47 = %42) : tile<i32>, tile<8xf32>, tile<i32> -> tile<i32>, tile<8xf32>, tile<i32> {
        %48 = cmpi greater_than %i_2, %n, signed : tile<i32> -> tile<i1>
        if %48 {
          break %i_2, %28, %i_2 : tile<i32>, tile<8xf32>, tile<i32>
        } else {
        }
        %i_3 = addi %i_2, %40 : tile<i32>
        %49 = constant <f32: 0.000000e+00> : tile<8xf32>
        %50 = constant <i32: 0> : tile<i32>
        continue %i_3, %49, %50 : tile<i32>, tile<8xf32>, tile<i32>
      }
      %51 = constant <f32: 0.000000e+00> : tile<8xf32>
      %52 = constant <i32: 0> : tile<i32>
      %53, %54 = loop iter_values(%55 = %51, %56 = %52) : tile<8xf32>, tile<i32> -> tile<8xf32>, tile<i32> {
        break %44, %45 : tile<8xf32>, tile<i32>
      }
      break %53, %54 : tile<8xf32>, tile<i32>
    } else {
    }
    break %35, %n : tile<8xf32>, tile<i32>
  }
  %57 = constant <f32: 1.000000e+00> : tile<f32>
  %58 = reshape %57 : tile<f32> -> tile<1xf32>
  %59 = broadcast %58 : tile<1xf32> -> tile<8xf32>
  %60 = addf %y, %59  : tile<8xf32>
  %61 = constant <f32: 0.000000e+00> : tile<8xf32>
  %62 = loop iter_values(%63 = %61) : tile<8xf32> -> tile<8xf32> {
    break %60 : tile<8xf32>
  }
  %64 = constant <f32: 0.000000e+00> : tile<8xf32>
  %65 = loop iter_values(%66 = %64) : tile<8xf32> -> tile<8xf32> {
    break %62 : tile<8xf32>
  }
  %67 = make_partition_view %9 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %68 = store_view_tko weak %65, %67[%at] token = %0 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %69 = constant <i32: 0> : tile<i32>
  %70 = make_partition_view %9 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %71 = constant <i32: 1> : tile<i32>
  %72 = loop iter_values(%73 = %68) : token -> token {
    %74, %75 = loop iter_values(%i_4 = %69, %76 = %73) : tile<i32>, token -> tile<i32>, token {
      %77 = cmpi greater_than %i_4, %n, signed : tile<i32> -> tile<i1>
      if %77 {
        break %i_4, %76 : tile<i32>, token
      } else {
      }
      %78 = store_view_tko weak %x, %70[%i_4] token = %76 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
      %i_5 = addi %i_4, %71 : tile<i32>
      continue %i_5, %78 : tile<i32>, token
    }
    %79 = make_token : token
    break %79 : token
  }
  return
}
