// Compare and swap: of integers and of floats, which are compared by their bits; what a mask leaves out gives what was
// compared with, and stays as it is.
cuda_tile.module @m {
  entry @swap(%a: tile<ptr<i32>>, %b: tile<ptr<i64>>, %c: tile<ptr<f32>>, %d: tile<ptr<f64>>, %out: tile<ptr<i64>>) {
    %i = iota : tile<64xi32>
    %one = constant <i32: 1> : tile<64xi32>
    %odd = andi %i, %one : tile<64xi32>
    %mask = cmpi equal %odd, %one, signed : tile<64xi32> -> tile<64xi1>

    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a2 = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %pa = offset %a2, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %va, %ta = load_ptr_tko weak %pa : tile<64xptr<i32>> -> tile<64xi32>, token
    %na = addi %va, %odd : tile<64xi32>
    %oa, %ta1 = atomic_cas_tko acq_rel device %pa, %na, %i token=%ta : tile<64xptr<i32>>, tile<64xi32> -> tile<64xi32>, token
    %oa2, %ta2 = atomic_cas_tko relaxed sys %pa, %i, %na, %mask token=%ta1 : tile<64xptr<i32>>, tile<64xi32>, tile<64xi1> -> tile<64xi32>, token
    %ra = exti %oa signed : tile<64xi32> -> tile<64xi64>
    %ra2 = exti %oa2 signed : tile<64xi32> -> tile<64xi64>

    %b1 = reshape %b : tile<ptr<i64>> -> tile<1xptr<i64>>
    %b2 = broadcast %b1 : tile<1xptr<i64>> -> tile<64xptr<i64>>
    %pb = offset %b2, %i : tile<64xptr<i64>>, tile<64xi32> -> tile<64xptr<i64>>
    %vb, %tb = load_ptr_tko weak %pb : tile<64xptr<i64>> -> tile<64xi64>, token
    %ob, %tb1 = atomic_cas_tko acquire tl_blk %pb, %vb, %ra, %mask token=%tb : tile<64xptr<i64>>, tile<64xi64>, tile<64xi1> -> tile<64xi64>, token

    %c1 = reshape %c : tile<ptr<f32>> -> tile<1xptr<f32>>
    %c2 = broadcast %c1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %pc = offset %c2, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %fc = itof %i signed : tile<64xi32> -> tile<64xf32>
    %vc, %tc = load_ptr_tko weak %pc : tile<64xptr<f32>> -> tile<64xf32>, token
    %oc, %tc1 = atomic_cas_tko release device %pc, %vc, %fc token=%tc : tile<64xptr<f32>>, tile<64xf32> -> tile<64xf32>, token
    %ic = bitcast %oc : tile<64xf32> -> tile<64xi32>
    %rc = exti %ic unsigned : tile<64xi32> -> tile<64xi64>

    %d1 = reshape %d : tile<ptr<f64>> -> tile<1xptr<f64>>
    %d2 = broadcast %d1 : tile<1xptr<f64>> -> tile<64xptr<f64>>
    %pd = offset %d2, %i : tile<64xptr<f64>>, tile<64xi32> -> tile<64xptr<f64>>
    %fd = itof %i signed : tile<64xi32> -> tile<64xf64>
    %vd, %td = load_ptr_tko weak %pd : tile<64xptr<f64>> -> tile<64xf64>, token
    // Nobody looks at what was there.
    %od, %td1 = atomic_cas_tko relaxed device %pd, %vd, %fd, %mask token=%td : tile<64xptr<f64>>, tile<64xf64>, tile<64xi1> -> tile<64xf64>, token

    // A single element, which one thread swaps for all.
    %s, %ts = load_ptr_tko weak %a token=%ta2 : tile<ptr<i32>> -> tile<i32>, token
    %seven = constant <i32: 7> : tile<i32>
    %os, %ts1 = atomic_cas_tko acq_rel device %a, %s, %seven token=%ts : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %ws = exti %os signed : tile<i32> -> tile<i64>
    %ws1 = reshape %ws : tile<i64> -> tile<1xi64>
    %wss = broadcast %ws1 : tile<1xi64> -> tile<64xi64>

    %r1 = addi %ra, %ra2 : tile<64xi64>
    %r2 = xori %r1, %ob : tile<64xi64>
    %r3 = addi %r2, %rc : tile<64xi64>
    %r4 = addi %r3, %wss : tile<64xi64>
    %o1 = reshape %out : tile<ptr<i64>> -> tile<1xptr<i64>>
    %o2 = broadcast %o1 : tile<1xptr<i64>> -> tile<64xptr<i64>>
    %po = offset %o2, %i : tile<64xptr<i64>>, tile<64xi32> -> tile<64xptr<i64>>
    %t = store_ptr_tko weak %po, %r4 : tile<64xptr<i64>>, tile<64xi64> -> token
    return
  }
}
