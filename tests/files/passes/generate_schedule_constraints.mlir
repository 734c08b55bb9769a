// test: pass generate-schedule-constraints
// Both loads are taken by one product: one set, owned by the first
nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
  %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
  %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %zero = arith.constant <f32: 0.0> : tile<64x64xf32>
  %token = nv_tileas.create_mem_token : token
  %start = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
    %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %d = nv_tileas.dot %l, %s, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %d : tile<64x64xf32>
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %token = nv_tileas.create_mem_token : token
//=   %start = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
//=     %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %d = nv_tileas.dot %l, %s, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     scf.continue %d : tile<64x64xf32>
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule-constraints
// The sum is looked at in the loop: it stays serial
nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
  %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
  %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %zero = arith.constant <f32: 0.0> : tile<64x64xf32>
  %token = nv_tileas.create_mem_token : token
  %start = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
    %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %d = nv_tileas.dot %l, %s, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %twice = arith.addf %d, %d : tile<64x64xf32>
    scf.continue %twice : tile<64x64xf32>
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %token = nv_tileas.create_mem_token : token
//=   %start = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
//=     %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %d = nv_tileas.dot %l, %s, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %twice = arith.addf %d, %d  : tile<64x64xf32>
//=     scf.continue %twice : tile<64x64xf32>
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// The same, with the reason
nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
  %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
  %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %zero = arith.constant <f32: 0.0> : tile<64x64xf32>
  %token = nv_tileas.create_mem_token : token
  %start = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %end = arith.constant <i32: 8> : tile<i32>
  %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
    %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %d = nv_tileas.dot %l, %s, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %twice = arith.addf %d, %d : tile<64x64xf32>
    scf.continue %twice : tile<64x64xf32>
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %i: tile<i32>, %j: tile<i32>) {
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=   %token = nv_tileas.create_mem_token : token
//=   %start = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %end = arith.constant <i32: 8> : tile<i32>
//=   %sum = scf.for %k in (%start to %end, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
//=     %l, %t0 = nv_tileas.tiled_load weak %pa[%i, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %r, %t1 = nv_tileas.tiled_load weak %pb[%j, %k] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %s = nv_tileas.permute %r [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
//=     %d = nv_tileas.dot %l, %s, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     %twice = arith.addf %d, %d {nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : tile<64x64xf32>
//=     scf.continue %twice : tile<64x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule-constraints
// No product
nv_tileas.func @k() {
  nv_tileas.return
}
//= nothing changed
