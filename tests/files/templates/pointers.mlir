// parameters: n=256 type=f32 one=1.0 op="%v, %read = load_ptr_tko weak %p token=%t : tile<{n}xptr<{type}>> -> tile<{n}x{type}>, token" stored=%v to={type}
entry @pointers(%x: tile<ptr<{type}>>, %y: tile<ptr<{to}>>, %limit: tile<i32>) {
  %t = make_token : token
  %i = iota : tile<{n}xi32>
  %three = constant <i32: 3> : tile<{n}xi32>
  %far = muli %i, %three : tile<{n}xi32>
  %l1 = reshape %limit : tile<i32> -> tile<1xi32>
  %ln = broadcast %l1 : tile<1xi32> -> tile<{n}xi32>
  %inside = cmpi less_than %far, %ln, signed : tile<{n}xi32> -> tile<{n}xi1>
  %x1 = reshape %x : tile<ptr<{type}>> -> tile<1xptr<{type}>>
  %xn = broadcast %x1 : tile<1xptr<{type}>> -> tile<{n}xptr<{type}>>
  %p = offset %xn, %far : tile<{n}xptr<{type}>>, tile<{n}xi32> -> tile<{n}xptr<{type}>>
  %ones = constant <{type}: {one}> : tile<{n}x{type}>
  {op}
  %y1 = reshape %y : tile<ptr<{to}>> -> tile<1xptr<{to}>>
  %yn = broadcast %y1 : tile<1xptr<{to}>> -> tile<{n}xptr<{to}>>
  %q = offset %yn, %i : tile<{n}xptr<{to}>>, tile<{n}xi32> -> tile<{n}xptr<{to}>>
  %done = store_ptr_tko weak %q, {stored} token=%t : tile<{n}xptr<{to}>>, tile<{n}x{to}> -> token
  return
}
