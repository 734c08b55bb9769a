// Two rows by pointers, of which one may start anywhere: a thread then has elements that are apart, of the aligned row too.
entry @pointers_apart(%aligned: tile<ptr<f16>>, %anywhere: tile<ptr<f16>>) {
  %a = assume div_by<16>, %aligned : tile<ptr<f16>>
  %i = iota : tile<1024xi32>
  %a1 = reshape %a : tile<ptr<f16>> -> tile<1xptr<f16>>
  %a2 = broadcast %a1 : tile<1xptr<f16>> -> tile<1024xptr<f16>>
  %ap = offset %a2, %i : tile<1024xptr<f16>>, tile<1024xi32> -> tile<1024xptr<f16>>
  %b1 = reshape %anywhere : tile<ptr<f16>> -> tile<1xptr<f16>>
  %b2 = broadcast %b1 : tile<1xptr<f16>> -> tile<1024xptr<f16>>
  %bp = offset %b2, %i : tile<1024xptr<f16>>, tile<1024xi32> -> tile<1024xptr<f16>>
  %x, %t1 = load_ptr_tko weak %ap : tile<1024xptr<f16>> -> tile<1024xf16>, token
  %y, %t2 = load_ptr_tko weak %bp token=%t1 : tile<1024xptr<f16>> -> tile<1024xf16>, token
  %z = addf %x, %y : tile<1024xf16>
  %t3 = store_ptr_tko weak %ap, %z token=%t2 : tile<1024xptr<f16>>, tile<1024xf16> -> token
  return
}
