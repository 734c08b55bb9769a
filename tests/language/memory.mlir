// Globals with initial values, read and written; constants that are tables; scratch memory of the tile block.
cuda_tile.module @m {
  global @start alignment = 64 <i32: [5, -7, 11, 13]> : tile<4xi32>
  global private @tens alignment = 4 <f32: 1.000000e+01> : tile<16xf32>
  global private constant @small alignment = 2 <i16: [1, 2, 3, 4]> : tile<4xi16>
  entry @memory(%out: tile<ptr<i32>>, %floats: tile<ptr<f32>>) {
    %i = iota : tile<64xi32>
    %three = constant <i32: 3> : tile<64xi32>
    %m = andi %i, %three : tile<64xi32>
    %g = get_global @start : tile<ptr<i32>>
    %g1 = reshape %g : tile<ptr<i32>> -> tile<1xptr<i32>>
    %g2 = broadcast %g1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %gp = offset %g2, %m : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %v, %t1 = load_ptr_tko weak %gp : tile<64xptr<i32>> -> tile<64xi32>, token
    // It is written, and read again.
    %new = constant <i32: 100> : tile<i32>
    %t2 = store_ptr_tko weak %g, %new token=%t1 : tile<ptr<i32>>, tile<i32> -> token
    %v2, %t3 = load_ptr_tko weak %gp token=%t2 : tile<64xptr<i32>> -> tile<64xi32>, token
    %old = constant <i32: 5> : tile<i32>
    %t4 = store_ptr_tko weak %g, %old token=%t3 : tile<ptr<i32>>, tile<i32> -> token

    %h = get_global @small : tile<ptr<i16>>
    %h1 = reshape %h : tile<ptr<i16>> -> tile<1xptr<i16>>
    %h2 = broadcast %h1 : tile<1xptr<i16>> -> tile<64xptr<i16>>
    %hp = offset %h2, %m : tile<64xptr<i16>>, tile<64xi32> -> tile<64xptr<i16>>
    %hv, %t5 = load_ptr_tko weak %hp : tile<64xptr<i16>> -> tile<64xi16>, token
    %hw = exti %hv signed : tile<64xi16> -> tile<64xi32>

    // As a number and back, and as a pointer to other elements.
    %n = ptr_to_int %gp : tile<64xptr<i32>> -> tile<64xi64>
    %again = int_to_ptr %n : tile<64xi64> -> tile<64xptr<i32>>
    %as_bytes = ptr_to_ptr %again : tile<64xptr<i32>> -> tile<64xptr<i8>>
    %low, %t6 = load_ptr_tko weak %as_bytes token=%t4 : tile<64xptr<i8>> -> tile<64xi8>, token
    %lw = exti %low unsigned : tile<64xi8> -> tile<64xi32>

    // Scratch memory, turned around.
    %a = alloca num_elem = 64, alignment = 128 : tile<ptr<i32>>
    %b = alloca num_elem = 3, alignment = 8 : tile<ptr<i64>>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %ap = offset %a2, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t7 = store_ptr_tko weak %ap, %i : tile<64xptr<i32>>, tile<64xi32> -> token
    %last = constant <i32: 63> : tile<64xi32>
    %back = subi %last, %i : tile<64xi32>
    %bp = offset %a2, %back : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %sure = assume div_by<4>, %bp : tile<64xptr<i32>>
    %turned, %t8 = load_ptr_tko weak %sure token=%t7 : tile<64xptr<i32>> -> tile<64xi32>, token
    %word = constant <i64: 77> : tile<i64>
    %t9 = store_ptr_tko weak %b, %word : tile<ptr<i64>>, tile<i64> -> token
    %wback, %t10 = load_ptr_tko weak %b token=%t9 : tile<ptr<i64>> -> tile<i64>, token
    %wnarrow = trunci %wback : tile<i64> -> tile<i32>
    %w1 = reshape %wnarrow : tile<i32> -> tile<1xi32>
    %w = broadcast %w1 : tile<1xi32> -> tile<64xi32>

    %s1 = addi %v, %v2 : tile<64xi32>
    %s2 = addi %s1, %hw : tile<64xi32>
    %s3 = addi %s2, %lw : tile<64xi32>
    %s4 = addi %s3, %w : tile<64xi32>
    %s5 = muli %s4, %turned : tile<64xi32>
    %table = constant <i32: [-489, -452, -341, -156, 103, 436, -166, 315, -139, 490, 184, -48, -206, -290, -300, -236, -98, 114, 400, -249, 185, -316, 266, -87, -366, 438, 307, 250, 267, 358, -486, -247, 66, 453, -95, 440, 40, -286, 471, 293, 189, 159, 203, 321, -496, -230, 110, -485, 3, -444, 192, -107, -332, -483, 449, 446, -492, -347, -128, 165, -477, -36, 479, 59]> : tile<64xi32>
    %s6 = addi %s5, %table : tile<64xi32>
    // Said of every element.
    %s = assume bounded<?, ?>, %s6 : tile<64xi32>
    %bits = constant <i1: [true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true, false, true, true, false, true]> : tile<64xi1>
    %r = select %bits, %s, %v : tile<64xi1>, tile<64xi32>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %o2 = broadcast %o1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %op = offset %o2, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t11 = store_ptr_tko weak %op, %r : tile<64xptr<i32>>, tile<64xi32> -> token

    %k = get_global @tens : tile<ptr<f32>>
    %tv = make_tensor_view %k, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %f, %t12 = load_view_tko weak %pv[%zero] : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %many = constant <f32: [[1.750000e+00, 5.000000e+00, 8.250000e+00, 1.150000e+01, 1.475000e+01, 2.000000e+00, 5.250000e+00, 8.500000e+00, 1.175000e+01, 1.500000e+01, 2.250000e+00, 5.500000e+00, 8.750000e+00, 1.200000e+01, 1.525000e+01, 2.500000e+00, 5.750000e+00, 9.000000e+00, 1.225000e+01, 1.550000e+01, 2.750000e+00, 6.000000e+00, 9.250000e+00, 1.250000e+01, 1.575000e+01, 3.000000e+00, 6.250000e+00, 9.500000e+00, 1.275000e+01, 0.000000e+00, 3.250000e+00, 6.500000e+00, 9.750000e+00, 1.300000e+01, 2.500000e-01, 3.500000e+00, 6.750000e+00, 1.000000e+01, 1.325000e+01, 5.000000e-01, 3.750000e+00, 7.000000e+00, 1.025000e+01, 1.350000e+01, 7.500000e-01, 4.000000e+00, 7.250000e+00, 1.050000e+01, 1.375000e+01, 1.000000e+00, 4.250000e+00, 7.500000e+00, 1.075000e+01, 1.400000e+01, 1.250000e+00, 4.500000e+00, 7.750000e+00, 1.100000e+01, 1.425000e+01, 1.500000e+00, 4.750000e+00, 8.000000e+00, 1.125000e+01, 1.450000e+01], [3.500000e+00, 1.000000e+01, 5.000000e-01, 7.000000e+00, 1.350000e+01, 4.000000e+00, 1.050000e+01, 1.000000e+00, 7.500000e+00, 1.400000e+01, 4.500000e+00, 1.100000e+01, 1.500000e+00, 8.000000e+00, 1.450000e+01, 5.000000e+00, 1.150000e+01, 2.000000e+00, 8.500000e+00, 1.500000e+01, 5.500000e+00, 1.200000e+01, 2.500000e+00, 9.000000e+00, 1.550000e+01, 6.000000e+00, 1.250000e+01, 3.000000e+00, 9.500000e+00, 0.000000e+00, 6.500000e+00, 1.300000e+01, 3.500000e+00, 1.000000e+01, 5.000000e-01, 7.000000e+00, 1.350000e+01, 4.000000e+00, 1.050000e+01, 1.000000e+00, 7.500000e+00, 1.400000e+01, 4.500000e+00, 1.100000e+01, 1.500000e+00, 8.000000e+00, 1.450000e+01, 5.000000e+00, 1.150000e+01, 2.000000e+00, 8.500000e+00, 1.500000e+01, 5.500000e+00, 1.200000e+01, 2.500000e+00, 9.000000e+00, 1.550000e+01, 6.000000e+00, 1.250000e+01, 3.000000e+00, 9.500000e+00, 0.000000e+00, 6.500000e+00, 1.300000e+01]]> : tile<2x64xf32>
    %sum = reduce %many dim=0 identities=[0.000000e+00 : f32] : tile<2x64xf32> -> tile<64xf32> (%p: tile<f32>, %q: tile<f32>) {
      %e = addf %p, %q : tile<f32>
      yield %e : tile<f32>
    }
    %halves = reshape %sum : tile<64xf32> -> tile<4x16xf32>
    %fr = reshape %f : tile<16xf32> -> tile<1x16xf32>
    %fb = broadcast %fr : tile<1x16xf32> -> tile<4x16xf32>
    %prod = mulf %halves, %fb : tile<4x16xf32>
    %ov = make_tensor_view %floats, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf32, strides=[16,1]>
    %opv = make_partition_view %ov : partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>
    %t13 = store_view_tko weak %prod, %opv[%zero, %zero] : tile<4x16xf32>, partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
