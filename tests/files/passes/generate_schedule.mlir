// test: pass generate-schedule
// The loop gets its stages, its agents and their registers; its ops the order and the stage of each
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=   %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=   %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=   %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=   %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=   %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
//=     %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=     %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     scf.continue %next : tile<128x64xf32>
//=   } attributes {nv_tileas.stages = 6, nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [152, 40], nv_tileas.products_in_flight = 1}
//=   %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule num-stages=2
// The number of stages that is asked for
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=   %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=   %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=   %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=   %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=   %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
//=     %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=     %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     scf.continue %next : tile<128x64xf32>
//=   } attributes {nv_tileas.stages = 2, nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [152, 40], nv_tileas.products_in_flight = 1}
//=   %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass generate-schedule
// An accumulator that the loop uses otherwise: the loop stays, with a warning
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %doubled = arith.addf %acc, %acc : tile<128x64xf32>
    %next = nv_tileas.dot %a, %b, %doubled : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=   %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=   %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=   %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=   %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=   %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
//=     %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=     %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %doubled = arith.addf %acc, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 0} : tile<128x64xf32>
//=     %next = nv_tileas.dot %a, %b, %doubled {nv_tile.aws.stage = 0, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     scf.continue %next : tile<128x64xf32>
//=   } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [8, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 4, nv_tileas.rings}
//=   %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
