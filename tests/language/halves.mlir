// Elements of 4 bits: in memory two to a byte, single ones, in rows and down columns; bytes as other numbers and back.
cuda_tile.module @m {
  entry @halves(%x: tile<ptr<i8>>, %y: tile<ptr<i8>>, %w: tile<ptr<i32>>) {
    %x4 = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %y4 = ptr_to_ptr %y : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %xv = make_tensor_view %x4, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf4E2M1FN, strides=[64,1]>
    %yv = make_tensor_view %y4, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xf4E2M1FN, strides=[64,1]>
    %xp = make_partition_view %xv : partition_view<tile=(16x32), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>
    %yp = make_partition_view %yv : partition_view<tile=(16x32), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %a, %t1 = load_view_tko weak %xp[%one, %zero] : partition_view<tile=(16x32), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> tile<16x32xf4E2M1FN>, token
    %t2 = store_view_tko weak %a, %yp[%zero, %one] : tile<16x32xf4E2M1FN>, partition_view<tile=(16x32), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> token
    // Columns: the other half of each byte stays.
    %xc = make_partition_view %xv : partition_view<tile=(32x1), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>
    %yc = make_partition_view %yv : partition_view<tile=(32x1), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>
    %five = constant <i32: 5> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %c, %t3 = load_view_tko weak %xc[%zero, %five] : partition_view<tile=(32x1), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> tile<32x1xf4E2M1FN>, token
    %t4 = store_view_tko weak %c, %yc[%zero, %two] : tile<32x1xf4E2M1FN>, partition_view<tile=(32x1), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> token
    %t5 = store_view_tko weak %c, %yc[%zero, %one] token = %t4 : tile<32x1xf4E2M1FN>, partition_view<tile=(32x1), tensor_view<32x64xf4E2M1FN, strides=[64,1]>>, tile<i32> -> token
    // Packed, as bytes; bytes as words; words as halves of bytes, which are signed.
    %flat = reshape %a : tile<16x32xf4E2M1FN> -> tile<512xf4E2M1FN>
    %bytes = pack %flat : tile<512xf4E2M1FN> -> tile<256xi8>
    %words = unpack %bytes : tile<256xi8> -> tile<64xi32>
    %back = pack %words : tile<64xi32> -> tile<256xi8>
    %nibbles = unpack %back : tile<256xi8> -> tile<512xi4>
    %signed = exti %nibbles signed : tile<512xi4> -> tile<512xi32>
    %again = unpack %bytes : tile<256xi8> -> tile<512xi4>
    %plain = exti %again unsigned : tile<512xi4> -> tile<512xi32>
    %hundred = constant <i32: 100> : tile<512xi32>
    %scaled = muli %signed, %hundred : tile<512xi32>
    %sum = addi %scaled, %plain : tile<512xi32>
    %wv = make_tensor_view %w, shape = [1024], strides = [1] : tensor_view<1024xi32, strides=[1]>
    %wp = make_partition_view %wv : partition_view<tile=(512), tensor_view<1024xi32, strides=[1]>>
    %t6 = store_view_tko weak %sum, %wp[%zero] : tile<512xi32>, partition_view<tile=(512), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> token
    %wq = make_partition_view %wv : partition_view<tile=(64), tensor_view<1024xi32, strides=[1]>>
    %eight = constant <i32: 8> : tile<i32>
    %t7 = store_view_tko weak %words, %wq[%eight] : tile<64xi32>, partition_view<tile=(64), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> token
    %few = trunci %sum : tile<512xi32> -> tile<512xi4>
    %fewer = extract %few[%one] : tile<512xi4> -> tile<4xi4>
    %single = pack %fewer : tile<4xi4> -> tile<2xi8>
    %sw = exti %single signed : tile<2xi8> -> tile<2xi32>
    %wt = make_partition_view %wv : partition_view<tile=(2), tensor_view<1024xi32, strides=[1]>>
    %at = constant <i32: 300> : tile<i32>
    %t8 = store_view_tko weak %sw, %wt[%at] : tile<2xi32>, partition_view<tile=(2), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
