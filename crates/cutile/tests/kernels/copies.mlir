entry @copies_Kt1_A1f32_1t1_p16_A1i32_1t1_p16_Si64_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i64>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Y : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i64: 1> : tile<i64>
  %4 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %5 = make_tensor_view %1, shape = [%4], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %6 = constant <i64: 0> : tile<i64>
  %7 = constant <i32: 1> : tile<16xi32>
  %8 = make_partition_view %5 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
  %9 = for %i in (%6 to %n, step %n) : tile<i64> iter_values(%10 = %0) -> (token) {
    %11 = trunci %i : tile<i64> -> tile<i32>
    %12 = store_view_tko weak %7, %8[%11] token = %0 : tile<16xi32>, partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %13 = join_tokens %10, %12 : token
    continue %13 : token
  }
  %14 = constant <i32: 0> : tile<i32>
  %15 = constant <i32: 2> : tile<16xi32>
  %16 = make_partition_view %5 : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
  %17 = store_view_tko weak %15, %16[%14] token = %9 : tile<16xi32>, partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %18, %19, %20 = get_num_tile_blocks : tile<i32>
  %21 = constant <i32: 0> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 3> : tile<i32>
  %24 = constant <i32: 0> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = constant <i32: 8> : tile<i32>
  %27 = mini %18, %23 signed : tile<i32>
  %28 = maxi %21, %23 signed : tile<i32>
  %29 = for %i_1 in (%21 to %27, step %22) : tile<i32> iter_values(%m_1 = %m) -> (tile<i32>) {
    %30 = constant <i32: 8> : tile<i32>
    %m_2 = muli %m_1, %30 : tile<i32>
    %m_3 = for %31 in (%24 to %m_2, step %25) : tile<i32> iter_values(%32 = %m_2) -> (tile<i32>) {
      %m_4 = subi %32, %26 : tile<i32>
      continue %m_4 : tile<i32>
    }
    continue %m_3 : tile<i32>
  }
  %33 = for %i_2 in (%28 to %18, step %22) : tile<i32> iter_values(%m_5 = %29) -> (tile<i32>) {
    %34 = constant <i32: 1> : tile<i32>
    %m_6 = addi %m_5, %34 : tile<i32>
    %m_7 = for %35 in (%24 to %m_6, step %25) : tile<i32> iter_values(%36 = %m_6) -> (tile<i32>) {
      %m_8 = subi %36, %26 : tile<i32>
      continue %m_8 : tile<i32>
    }
    continue %m_7 : tile<i32>
  }
  %37 = exti %33 signed : tile<i32> -> tile<i64>
  %38 = exti %4 signed : tile<i32> -> tile<i64>
  %39 = cmpi less_than %37, %38, unsigned : tile<i64> -> tile<i1>
  %40 = muli %37, %3 : tile<i64>
  %41 = offset %1, %40 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %42 = assume div_by<4>, %41 : tile<ptr<i32>>
  %43 = store_ptr_tko weak %42, %33, %39 token=%17 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  return
}
