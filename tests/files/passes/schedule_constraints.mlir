// test: pass generate-schedule
// Without constraints: the second product is a stage behind the first
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf32> -> tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %p, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// Products of one set are in one stage
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum {tileas.schedule.constraint.leader_gid = 7} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc {tileas.schedule.constraint.leader_gid = 7} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {tileas.schedule.constraint.leader_gid = 7, nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : tile<64x64xf32> -> tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %p, %u, %acc {tileas.schedule.constraint.leader_gid = 7, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// An op that has one stage to choose from
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc {tileas.schedule.constraint.max_depth = 1} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : tile<64x64xf32> -> tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %p, %u, %acc {tileas.schedule.constraint.max_depth = 1, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// A loop of which two iterations may be in flight
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  } attributes {tileas.schedule.constraint.max_depth = 2}
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 1, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32> -> tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %p, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 2, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule num-stages=3
// The user's word comes after what the loop says
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  } attributes {tileas.schedule.constraint.max_depth = 2}
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32> -> tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %p, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 3, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// Iterations do not overlap
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  } attributes {tileas.schedule.constraint.force_serial_execution}
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= 14:3 warning[pipeline.serial]: the iterations of this loop must not overlap
//=   note: `force_serial_execution` stands on it, on an op in it, or on a loop around it
//=   help: take the attribute away
//= nothing changed
// -----
// test: pass generate-schedule
// Nor do they where an op in the loop says so
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc {tileas.schedule.constraint.force_serial_execution} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= 14:3 warning[pipeline.serial]: the iterations of this loop must not overlap
//=   note: `force_serial_execution` stands on it, on an op in it, or on a loop around it
//=   help: take the attribute away
//= nothing changed
// -----
// test: pass generate-schedule num-stages=3
// Iterations that must not overlap have no stages
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %p, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  } attributes {tileas.schedule.constraint.force_serial_execution}
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= 14:3 warning[pipeline.serial]: the iterations of this loop must not overlap
//=   note: `force_serial_execution` stands on it, on an op in it, or on a loop around it
//=   help: take the attribute away
//= 14:3 error[pipeline.serial]: the iterations of this loop must not overlap
//=   note: `force_serial_execution` stands on it, on an op in it, or on a loop around it
//=   help: take the attribute away
// -----
// test: pass generate-schedule
// An elementwise op joins what makes one of its operands, and has this wait for the other
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %w = arith.mulf %k, %k rounding<nearest_even> : tile<64x64xf16>
    %m = arith.mulf %p, %w rounding<nearest_even> : tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %m, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf32> -> tile<64x64xf16>
//=     %w = arith.mulf %k, %k {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16>
//=     %m = arith.mulf %p, %w {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %m, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// An op that is to stay by itself then
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %w = arith.mulf %k, %k rounding<nearest_even> : tile<64x64xf16>
    %m = arith.mulf %p, %w rounding<nearest_even> {tileas.enable_defusion_if_fusion_extending_liveness} : tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %m, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 4} : tile<64x64xf32> -> tile<64x64xf16>
//=     %w = arith.mulf %k, %k {nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : tile<64x64xf16>
//=     %m = arith.mulf %p, %w {tileas.enable_defusion_if_fusion_extending_liveness, nv_tile.aws.stage = 1, nv_tile.aws.order = 2} : tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %m, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 3, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// Ops of which not the same is asked are not scheduled as one
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %n = arith.negf %p {tileas.schedule.constraint.max_depth = 2} : tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %n, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf32> -> tile<64x64xf16>
//=     %n = arith.negf %p {tileas.schedule.constraint.max_depth = 2, nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %n, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// Nor are ops of two groups
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %n = arith.negf %p {tileas.schedule.constraint.gid = 3} : tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %n, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf32> -> tile<64x64xf16>
//=     %n = arith.negf %p {tileas.schedule.constraint.gid = 3, nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %n, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// Those of one group are
nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
    %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %s = nv_tileas.dot %q, %kt, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %p = arith.ftof %s rounding<nearest_even> {tileas.schedule.constraint.gid = 3} : tile<64x64xf32> -> tile<64x64xf16>
    %n = arith.negf %p {tileas.schedule.constraint.gid = 3} : tile<64x64xf16>
    %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = nv_tileas.dot %n, %u, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %o: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %pa = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %ma = nv_tileas.make_memref %pa, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=   %mo = nv_tileas.make_memref %o, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %v = nv_tileas.make_tiled_view %ma : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=   %vo = nv_tileas.make_tiled_view %mo : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %q, %t0 = nv_tileas.tiled_load weak %v[%zero, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %r = scf.for %i in (%zero to %end, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<64x64xf32>) {
//=     %k, %t1 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %kt = nv_tileas.permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %s = nv_tileas.dot %q, %kt, %sum {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %p = arith.ftof %s {tileas.schedule.constraint.gid = 3, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf32> -> tile<64x64xf16>
//=     %n = arith.negf %p {tileas.schedule.constraint.gid = 3, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : tile<64x64xf16>
//=     %u, %t2 = nv_tileas.tiled_load weak %v[%i, %zero] : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %d = nv_tileas.dot %n, %u, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: ir
// No stage to choose from
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.schedule.constraint.max_depth = 0} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: attribute `tileas.schedule.constraint.max_depth` must be a whole number from 1 on, not `0`
// -----
// test: ir
// A set without a number
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.schedule.constraint.leader_gid = -1} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: attribute `tileas.schedule.constraint.leader_gid` must be a whole number from 0 on, not `-1`
// -----
// test: ir
// A flag with a value
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.schedule.constraint.force_serial_execution = 1} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: attribute `tileas.schedule.constraint.force_serial_execution` must be without a value, not `1`
// -----
// test: ir
// A group that is no number
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.schedule.constraint.gid = two} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: attribute `tileas.schedule.constraint.gid` must be a whole number from 0 on, not `two`
// -----
// test: ir
// An attribute that nothing heeds is none
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.recomputable} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: there is no attribute `tileas.recomputable`
//=   help: names like this one are those of the compiler's own facts
// -----
// test: ir
// A flag that is turned off
nv_tileas.func @k(%a: tile<i32>) {
  %b = arith.addi %a, %a {tileas.enable_defusion_if_fusion_extending_liveness = 0} : tile<i32>
  nv_tileas.return
}
//= 4:3 error[verify.attribute]: `addi`: attribute `tileas.enable_defusion_if_fusion_extending_liveness` must be without a value, not `0`
