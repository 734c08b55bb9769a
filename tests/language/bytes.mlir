// Bytes that become floats two at a time, and bytes that are also taken by themselves.
entry @bytes(%a: tile<ptr<i8>>, %f: tile<ptr<f8E4M3FN>>, %h: tile<ptr<f16>>, %o: tile<ptr<i8>>, %g: tile<ptr<bf16>>) {
  %a16 = assume div_by<16>, %a : tile<ptr<i8>>
  %va = make_tensor_view %a16, shape = [8192], strides = [1] : tensor_view<8192xi8, strides=[1]>
  %pa = make_partition_view %va : partition_view<tile=(2048), tensor_view<8192xi8, strides=[1]>>
  %f16 = assume div_by<16>, %f : tile<ptr<f8E4M3FN>>
  %vf = make_tensor_view %f16, shape = [2048], strides = [1] : tensor_view<2048xf8E4M3FN, strides=[1]>
  %pf = make_partition_view %vf : partition_view<tile=(2048), tensor_view<2048xf8E4M3FN, strides=[1]>>
  %h16 = assume div_by<16>, %h : tile<ptr<f16>>
  %vh = make_tensor_view %h16, shape = [10240], strides = [1] : tensor_view<10240xf16, strides=[1]>
  %ph = make_partition_view %vh : partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>
  %o16 = assume div_by<16>, %o : tile<ptr<i8>>
  %vo = make_tensor_view %o16, shape = [2048], strides = [1] : tensor_view<2048xi8, strides=[1]>
  %po = make_partition_view %vo : partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>
  %g16 = assume div_by<16>, %g : tile<ptr<bf16>>
  %vg = make_tensor_view %g16, shape = [4096], strides = [1] : tensor_view<4096xbf16, strides=[1]>
  %pg = make_partition_view %vg : partition_view<tile=(2048), tensor_view<4096xbf16, strides=[1]>>
  %k0 = constant <i32: 0> : tile<i32>
  %k1 = constant <i32: 1> : tile<i32>
  %k2 = constant <i32: 2> : tile<i32>
  %k3 = constant <i32: 3> : tile<i32>
  %k4 = constant <i32: 4> : tile<i32>
  %x, %tx = load_view_tko weak %pa[%k0] : partition_view<tile=(2048), tensor_view<8192xi8, strides=[1]>>, tile<i32> -> tile<2048xi8>, token
  %y, %ty = load_view_tko weak %pa[%k1] : partition_view<tile=(2048), tensor_view<8192xi8, strides=[1]>>, tile<i32> -> tile<2048xi8>, token
  %w, %tw = load_view_tko weak %pa[%k2] : partition_view<tile=(2048), tensor_view<8192xi8, strides=[1]>>, tile<i32> -> tile<2048xi8>, token
  %b, %tb = load_view_tko weak %pa[%k3] : partition_view<tile=(2048), tensor_view<8192xi8, strides=[1]>>, tile<i32> -> tile<2048xi8>, token
  %c, %tc = load_view_tko weak %pf[%k0] : partition_view<tile=(2048), tensor_view<2048xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<2048xf8E4M3FN>, token
  %xh = itof %x signed : tile<2048xi8> -> tile<2048xf16>
  %xs = itof %x signed : tile<2048xi8> -> tile<2048xf32>
  %yh = itof %y unsigned : tile<2048xi8> -> tile<2048xf16>
  %ys = itof %y unsigned : tile<2048xi8> -> tile<2048xf32>
  %ws = itof %w signed : tile<2048xi8> -> tile<2048xf16>
  %wi = negi %w : tile<2048xi8>
  %bg = itof %b signed : tile<2048xi8> -> tile<2048xbf16>
  %ch = ftof %c : tile<2048xf8E4M3FN> -> tile<2048xf16>
  %cs = ftof %c : tile<2048xf8E4M3FN> -> tile<2048xf32>
  %sum = mulf %xs, %ys : tile<2048xf32>
  %narrow = ftof %sum : tile<2048xf32> -> tile<2048xf16>
  %more = addf %cs, %cs : tile<2048xf32>
  %cg = ftof %more : tile<2048xf32> -> tile<2048xbf16>
  %s0 = store_view_tko weak %xh, %ph[%k0] : tile<2048xf16>, partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>, tile<i32> -> token
  %s1 = store_view_tko weak %yh, %ph[%k1] : tile<2048xf16>, partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>, tile<i32> -> token
  %s2 = store_view_tko weak %ws, %ph[%k2] : tile<2048xf16>, partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>, tile<i32> -> token
  %s3 = store_view_tko weak %ch, %ph[%k3] : tile<2048xf16>, partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>, tile<i32> -> token
  %s4 = store_view_tko weak %narrow, %ph[%k4] : tile<2048xf16>, partition_view<tile=(2048), tensor_view<10240xf16, strides=[1]>>, tile<i32> -> token
  %s5 = store_view_tko weak %wi, %po[%k0] : tile<2048xi8>, partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>, tile<i32> -> token
  %s6 = store_view_tko weak %bg, %pg[%k0] : tile<2048xbf16>, partition_view<tile=(2048), tensor_view<4096xbf16, strides=[1]>>, tile<i32> -> token
  %s7 = store_view_tko weak %cg, %pg[%k1] : tile<2048xbf16>, partition_view<tile=(2048), tensor_view<4096xbf16, strides=[1]>>, tile<i32> -> token
  return
}
