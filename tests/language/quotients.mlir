// Quotients by numbers that are known, rounded down: by powers of two, by others, and by what is no power of two but a sign.
entry @quotients(%x: tile<ptr<i32>>, %a: tile<ptr<i32>>, %b: tile<ptr<i64>>, %c: tile<ptr<i16>>, %d: tile<ptr<i8>>) {
  %0 = constant <i32: 0> : tile<i32>
  %vx = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %wx = make_partition_view %vx : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
  %va = make_tensor_view %a, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %wa = make_partition_view %va : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
  %vb = make_tensor_view %b, shape = [256], strides = [1] : tensor_view<256xi64, strides=[1]>
  %wb = make_partition_view %vb : partition_view<tile=(256), tensor_view<256xi64, strides=[1]>>
  %vc = make_tensor_view %c, shape = [256], strides = [1] : tensor_view<256xi16, strides=[1]>
  %wc = make_partition_view %vc : partition_view<tile=(256), tensor_view<256xi16, strides=[1]>>
  %vd = make_tensor_view %d, shape = [256], strides = [1] : tensor_view<256xi8, strides=[1]>
  %wd = make_partition_view %vd : partition_view<tile=(256), tensor_view<256xi8, strides=[1]>>
  %t, %k = load_view_tko weak %wx[%0] : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
  %wide = exti %t signed : tile<256xi32> -> tile<256xi64>
  %far = constant <i64: 4294967311> : tile<256xi64>
  %l = muli %wide, %far : tile<256xi64>
  %s = trunci %t : tile<256xi32> -> tile<256xi16>
  %y = trunci %t : tile<256xi32> -> tile<256xi8>
  %an0 = constant <i32: 8> : tile<256xi32>
  %aq0 = divi %t, %an0 signed rounding<negative_inf> : tile<256xi32>
  %an1 = constant <i32: 56> : tile<256xi32>
  %aq1 = divi %t, %an1 signed rounding<negative_inf> : tile<256xi32>
  %am1 = constant <i32: 5> : tile<256xi32>
  %ap1 = muli %aq0, %am1 : tile<256xi32>
  %as1 = xori %ap1, %aq1 : tile<256xi32>
  %an2 = constant <i32: 1073741824> : tile<256xi32>
  %aq2 = divi %t, %an2 signed rounding<negative_inf> : tile<256xi32>
  %am2 = constant <i32: 7> : tile<256xi32>
  %ap2 = muli %as1, %am2 : tile<256xi32>
  %as2 = xori %ap2, %aq2 : tile<256xi32>
  %an3 = constant <i32: -2147483648> : tile<256xi32>
  %aq3 = divi %t, %an3 signed rounding<negative_inf> : tile<256xi32>
  %am3 = constant <i32: 11> : tile<256xi32>
  %ap3 = muli %as2, %am3 : tile<256xi32>
  %as3 = xori %ap3, %aq3 : tile<256xi32>
  %an4 = constant <i32: -8> : tile<256xi32>
  %aq4 = divi %t, %an4 signed rounding<negative_inf> : tile<256xi32>
  %am4 = constant <i32: 13> : tile<256xi32>
  %ap4 = muli %as3, %am4 : tile<256xi32>
  %as4 = xori %ap4, %aq4 : tile<256xi32>
  %ae = store_view_tko weak %as4, %wa[%0] : tile<256xi32>, partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
  %bn0 = constant <i64: 1099511627776> : tile<256xi64>
  %bq0 = divi %l, %bn0 signed rounding<negative_inf> : tile<256xi64>
  %bn1 = constant <i64: 56> : tile<256xi64>
  %bq1 = divi %l, %bn1 signed rounding<negative_inf> : tile<256xi64>
  %bm1 = constant <i64: 5> : tile<256xi64>
  %bp1 = muli %bq0, %bm1 : tile<256xi64>
  %bs1 = xori %bp1, %bq1 : tile<256xi64>
  %bn2 = constant <i64: -9223372036854775808> : tile<256xi64>
  %bq2 = divi %l, %bn2 signed rounding<negative_inf> : tile<256xi64>
  %bm2 = constant <i64: 7> : tile<256xi64>
  %bp2 = muli %bs1, %bm2 : tile<256xi64>
  %bs2 = xori %bp2, %bq2 : tile<256xi64>
  %bn3 = constant <i64: -3> : tile<256xi64>
  %bq3 = divi %l, %bn3 signed rounding<negative_inf> : tile<256xi64>
  %bm3 = constant <i64: 11> : tile<256xi64>
  %bp3 = muli %bs2, %bm3 : tile<256xi64>
  %bs3 = xori %bp3, %bq3 : tile<256xi64>
  %be = store_view_tko weak %bs3, %wb[%0] : tile<256xi64>, partition_view<tile=(256), tensor_view<256xi64, strides=[1]>>, tile<i32> -> token
  %cn0 = constant <i16: 16> : tile<256xi16>
  %cq0 = divi %s, %cn0 signed rounding<negative_inf> : tile<256xi16>
  %cn1 = constant <i16: 7> : tile<256xi16>
  %cq1 = divi %s, %cn1 signed rounding<negative_inf> : tile<256xi16>
  %cm1 = constant <i16: 5> : tile<256xi16>
  %cp1 = muli %cq0, %cm1 : tile<256xi16>
  %cs1 = xori %cp1, %cq1 : tile<256xi16>
  %cn2 = constant <i16: -32768> : tile<256xi16>
  %cq2 = divi %s, %cn2 signed rounding<negative_inf> : tile<256xi16>
  %cm2 = constant <i16: 7> : tile<256xi16>
  %cp2 = muli %cs1, %cm2 : tile<256xi16>
  %cs2 = xori %cp2, %cq2 : tile<256xi16>
  %ce = store_view_tko weak %cs2, %wc[%0] : tile<256xi16>, partition_view<tile=(256), tensor_view<256xi16, strides=[1]>>, tile<i32> -> token
  %dn0 = constant <i8: 4> : tile<256xi8>
  %dq0 = divi %y, %dn0 signed rounding<negative_inf> : tile<256xi8>
  %dn1 = constant <i8: 100> : tile<256xi8>
  %dq1 = divi %y, %dn1 signed rounding<negative_inf> : tile<256xi8>
  %dm1 = constant <i8: 5> : tile<256xi8>
  %dp1 = muli %dq0, %dm1 : tile<256xi8>
  %ds1 = xori %dp1, %dq1 : tile<256xi8>
  %dn2 = constant <i8: -128> : tile<256xi8>
  %dq2 = divi %y, %dn2 signed rounding<negative_inf> : tile<256xi8>
  %dm2 = constant <i8: 7> : tile<256xi8>
  %dp2 = muli %ds1, %dm2 : tile<256xi8>
  %ds2 = xori %dp2, %dq2 : tile<256xi8>
  %de = store_view_tko weak %ds2, %wd[%0] : tile<256xi8>, partition_view<tile=(256), tensor_view<256xi8, strides=[1]>>, tile<i32> -> token
  return
}
