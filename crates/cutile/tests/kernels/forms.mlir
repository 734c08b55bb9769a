entry @forms_Kt1_A1f32_1t1_p16_A1i64_1t1_p16_Si32_I4(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i64>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<i64>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i64: 1> : tile<i64>
  %5 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %6 = make_tensor_view %1, shape = [%5], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %7 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %8 = constant <i32: 0> : tile<i32>
  %9 = make_partition_view %6 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %10, %11 = load_view_tko weak %9[%8] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %12 = join_tokens %0, %11 : token
  %13 = constant <f32: 3.000000e+00> : tile<f32>
  %14 = reshape %13 : tile<f32> -> tile<1xf32>
  %15 = broadcast %14 : tile<1xf32> -> tile<8xf32>
  %x = addf %10, %15  : tile<8xf32>
  %16 = constant <i64: 4294967337> : tile<i64>
  %17 = constant <i64: 0> : tile<i64>
  %18 = exti %7 signed : tile<i32> -> tile<i64>
  %19 = cmpi less_than %17, %18, unsigned : tile<i64> -> tile<i1>
  %20 = muli %17, %4 : tile<i64>
  %21 = offset %2, %20 : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
  %22 = assume div_by<16>, %21 : tile<ptr<i64>>
  %23 = store_ptr_tko weak %22, %16, %19 token=%0 : tile<ptr<i64>>, tile<i64>, tile<i1> -> token
  %24 = constant <f32: 2.000000e+00> : tile<f32>
  %25 = reshape %24 : tile<f32> -> tile<1xf32>
  %26 = broadcast %25 : tile<1xf32> -> tile<8xf32>
  %27 = mulf %x, %26  : tile<8xf32>
  %28 = constant <f32: 0.0999755859> : tile<f32>
  %29 = reshape %28 : tile<f32> -> tile<1xf32>
  %30 = broadcast %29 : tile<1xf32> -> tile<8xf32>
  %31 = constant <f32: 1.000000e+00> : tile<f32>
  %32 = reshape %31 : tile<f32> -> tile<1xf32>
  %33 = broadcast %32 : tile<1xf32> -> tile<8xf32>
  %x_1 = fma %27, %30, %33  : tile<8xf32>
  %34 = constant <f32: 3.000000e+00> : tile<f32>
  %35 = reshape %34 : tile<f32> -> tile<1xf32>
  %36 = broadcast %35 : tile<1xf32> -> tile<8xf32>
  %37 = addf %x_1, %36  : tile<8xf32>
  %38 = negf %x_1 : tile<8xf32>
  %39 = constant <i32: 4> : tile<i32>
  %40 = remi %n, %39 signed : tile<i32>
  %41 = constant <i32: 0> : tile<i32>
  %42 = cmpi less_than %40, %41, signed : tile<i32> -> tile<i1>
  %43 = constant <i1: false> : tile<i1>
  %44 = xori %42, %43 : tile<i1>
  %45 = cmpi not_equal %40, %41, signed : tile<i32> -> tile<i1>
  %46 = andi %44, %45 : tile<i1>
  %47 = addi %40, %39 : tile<i32>
  %48 = select %46, %47, %40 : tile<i1>, tile<i32>
  %49 = itof %48 signed  : tile<i32> -> tile<f32>
  %50 = reshape %49 : tile<f32> -> tile<1xf32>
  %51 = broadcast %50 : tile<1xf32> -> tile<8xf32>
  %52 = negf %38 : tile<8xf32>
  %x_2 = fma %52, %51, %37  : tile<8xf32>
  %53 = constant <i32: 0> : tile<i32>
  %54 = constant <f32: 2.000000e+00> : tile<f32>
  %55 = reshape %54 : tile<f32> -> tile<1xf32>
  %56 = broadcast %55 : tile<1xf32> -> tile<8xf32>
  %57 = constant <f32: 2.000000e+00> : tile<f32>
  %58 = reshape %57 : tile<f32> -> tile<1xf32>
  %59 = broadcast %58 : tile<1xf32> -> tile<8xf32>
  %x_3 = fma %x_2, %56, %59  : tile<8xf32>
  %60 = constant <f32: 3.000000e+00> : tile<f32>
  %61 = reshape %60 : tile<f32> -> tile<1xf32>
  %62 = broadcast %61 : tile<1xf32> -> tile<8xf32>
  %63 = constant <f32: 5.000000e+00> : tile<f32>
  %64 = reshape %63 : tile<f32> -> tile<1xf32>
  %65 = broadcast %64 : tile<1xf32> -> tile<8xf32>
  %x_4 = addf %x_2, %65  : tile<8xf32>
  %66 = constant <f32: 5.000000e+00> : tile<f32>
  %67 = reshape %66 : tile<f32> -> tile<1xf32>
  %68 = broadcast %67 : tile<1xf32> -> tile<8xf32>
  %69 = mulf %x_4, %68  : tile<8xf32>
  %70 = fma %x_3, %62, %69  : tile<8xf32>
  %71 = make_partition_view %6 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %72 = store_view_tko weak %70, %71[%53] token = %12 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %73 = join_tokens %0, %72, %23 : token
  %74 = print_tko "(8,) (%d,) 1.0000000116860974e-07 nan 1.0000000272564224e+16 (1, 'a%%', None, <DType 'float32'>)\0A", %5 token=%73 : tile<i32> -> token
  %75 = join_tokens %74, %72, %23 : token
  %76 = print_tko "(8,) of (1, %d) 4 %d 2.5 (1, 2)\0A", %n, %n token=%75 : tile<i32>, tile<i32> -> token
  return
}
