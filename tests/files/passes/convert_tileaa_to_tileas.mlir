// test: pass convert-tileaa-to-tileas
// The same ops under another name; arithmetic and control stay
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileaa.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileaa.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileaa.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileaa.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%row, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%i, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileaa.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileaa.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileaa.return
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
//=     %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=     %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     %next = nv_tileas.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     scf.continue %next : tile<128x64xf32>
//=   }
//=   %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass convert-tileaa-to-tileas
// IR of the level below is refused, not taken for what this pass makes
nv_tileas.func @k() {
  nv_tileas.return
}
//= 3:1 error[convert.unsupported]: `func` is not supported yet
//=   note: there is no rule to lower `nv_tileas.func` further
//=   help: do without the op, or write it in ops that are lowered: docs/coverage.md lists them
// -----
// test: pass convert-tileaa-to-tileas contract=true
// With leave, lanes that share a row of accumulators carry a sum each, scaled alike; what is carried besides stays
nv_tileaa.func @k(%x: tile<128x64xf16>, %y: tile<64x64xf16>, %scale: tile<128x1xf32>, %begun: tile<128x1xf32>, %n: tile<i32>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %none = arith.constant <f32: 0.0> : tile<128x1xf32>
  %sum = arith.constant <f32: 0.0> : tile<128x64xf32>
  %r:3 = scf.for %i in (%zero to %n, step %one) : tile<i32> iter_values(%l = %none, %m = %begun, %s = %none) -> (tile<128x1xf32>, tile<128x1xf32>, tile<128x1xf32>) {
    %p = nv_tileaa.dot %x, %y, %sum : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %row = nv_tileaa.reduce %p dim=1 identities=[0.0 : f32] : tile<128x64xf32> -> tile<128xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.addf %a, %b : tile<f32>
      scf.yield %c : tile<f32>
    }
    %column = nv_tileaa.view %row : tile<128xf32> -> tile<128x1xf32>
    %next = arith.fma %l, %scale, %column : tile<128x1xf32>
    %other = nv_tileaa.reduce %p dim=1 identities=[0.0 : f32] : tile<128x64xf32> -> tile<128xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.addf %b, %a : tile<f32>
      scf.yield %c : tile<f32>
    }
    %lines = nv_tileaa.view %other : tile<128xf32> -> tile<128x1xf32>
    %more = arith.addf %lines, %m : tile<128x1xf32>
    %kept = arith.mulf %s, %scale : tile<128x1xf32>
    scf.continue %next, %more, %kept : tile<128x1xf32>, tile<128x1xf32>, tile<128x1xf32>
  }
  %t = nv_tileaa.print "%f %f %f", %r#0, %r#1, %r#2 : tile<128x1xf32>, tile<128x1xf32>, tile<128x1xf32> -> token
  nv_tileaa.return
}
//= nv_tileas.func @k(%x: tile<128x64xf16>, %y: tile<64x64xf16>, %scale: tile<128x1xf32>, %begun: tile<128x1xf32>, %n: tile<i32>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %none = arith.constant <f32: 0.000000e+00> : tile<128x1xf32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %0 = arith.constant <f32: 0.000000e+00> : tile<128x4xf32>
//=   %1 = arith.constant <f32: 2.500000e-01> : tile<128x4xf32>
//=   %2 = nv_tileas.view %begun : tile<128x1xf32> -> tile<128x1xf32>
//=   %3 = nv_tileas.broadcast %2 : tile<128x1xf32> -> tile<128x4xf32>
//=   %4 = arith.mulf %3, %1  : tile<128x4xf32>
//=   %r:3 = scf.for %i in (%zero to %n, step %one) : tile<i32> iter_values(%l = %0, %m = %4, %s = %none) -> (tile<128x4xf32>, tile<128x4xf32>, tile<128x1xf32>) {
//=     %p = nv_tileas.dot %x, %y, %sum : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     %5 = nv_tileas.view %p : tile<128x64xf32> -> tile<128x8x4x2xf32>
//=     %6 = nv_tileas.permute %5 [0, 1, 3, 2] : tile<128x8x4x2xf32> -> tile<128x8x2x4xf32>
//=     %7 = nv_tileas.view %6 : tile<128x8x2x4xf32> -> tile<128x16x4xf32>
//=     %row = nv_tileas.reduce %7 dim=1 identities=[0.000000e+00 : f32] : tile<128x16x4xf32> -> tile<128x4xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.addf %a, %b  : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %8 = nv_tileas.view %scale : tile<128x1xf32> -> tile<128x1xf32>
//=     %9 = nv_tileas.broadcast %8 : tile<128x1xf32> -> tile<128x4xf32>
//=     %next = arith.fma %l, %9, %row  : tile<128x4xf32>
//=     %10 = nv_tileas.view %p : tile<128x64xf32> -> tile<128x8x4x2xf32>
//=     %11 = nv_tileas.permute %10 [0, 1, 3, 2] : tile<128x8x4x2xf32> -> tile<128x8x2x4xf32>
//=     %12 = nv_tileas.view %11 : tile<128x8x2x4xf32> -> tile<128x16x4xf32>
//=     %other = nv_tileas.reduce %12 dim=1 identities=[0.000000e+00 : f32] : tile<128x16x4xf32> -> tile<128x4xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.addf %b, %a  : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %more = arith.addf %other, %m  : tile<128x4xf32>
//=     %kept = arith.mulf %s, %scale  : tile<128x1xf32>
//=     scf.continue %next, %more, %kept : tile<128x4xf32>, tile<128x4xf32>, tile<128x1xf32>
//=   }
//=   %other = nv_tileas.reduce %r#1 dim=1 identities=[0.000000e+00 : f32] : tile<128x4xf32> -> tile<128xf32>
//=   (%13: tile<f32>, %14: tile<f32>) {
//=     %c = arith.addf %14, %13  : tile<f32>
//=     scf.yield %c : tile<f32>
//=   }
//=   %15 = nv_tileas.view %other : tile<128xf32> -> tile<128x1xf32>
//=   %row = nv_tileas.reduce %r#0 dim=1 identities=[0.000000e+00 : f32] : tile<128x4xf32> -> tile<128xf32>
//=   (%16: tile<f32>, %17: tile<f32>) {
//=     %c = arith.addf %16, %17  : tile<f32>
//=     scf.yield %c : tile<f32>
//=   }
//=   %18 = nv_tileas.view %row : tile<128xf32> -> tile<128x1xf32>
//=   %t = nv_tileas.print "%f %f %f", %18, %15, %r#2 : tile<128x1xf32>, tile<128x1xf32>, tile<128x1xf32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass convert-tileaa-to-tileas contract=true
// A sum that the loop reads besides, one along columns, a maximum, and one of what no product leaves stay whole
nv_tileaa.func @k(%x: tile<128x64xf16>, %y: tile<64x64xf16>, %z: tile<128x32xf32>, %n: tile<i32>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %none = arith.constant <f32: 0.0> : tile<128xf32>
  %nothing = arith.constant <f32: 0.0> : tile<64xf32>
  %sum = arith.constant <f32: 0.0> : tile<128x64xf32>
  %r:4 = scf.for %i in (%zero to %n, step %one) : tile<i32> iter_values(%read = %none, %along = %nothing, %most = %none, %other = %none) -> (tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32>) {
    %p = nv_tileaa.dot %x, %y, %sum : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %row = nv_tileaa.reduce %p dim=1 identities=[0.0 : f32] : tile<128x64xf32> -> tile<128xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.addf %a, %b : tile<f32>
      scf.yield %c : tile<f32>
    }
    %next = arith.addf %read, %row : tile<128xf32>
    %t = nv_tileaa.print "%f", %read : tile<128xf32> -> token
    %column = nv_tileaa.reduce %p dim=0 identities=[0.0 : f32] : tile<128x64xf32> -> tile<64xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.addf %a, %b : tile<f32>
      scf.yield %c : tile<f32>
    }
    %lower = arith.addf %along, %column : tile<64xf32>
    %highest = nv_tileaa.reduce %p dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.maxf %a, %b : tile<f32>
      scf.yield %c : tile<f32>
    }
    %higher = arith.addf %most, %highest : tile<128xf32>
    %short = nv_tileaa.reduce %z dim=1 identities=[0.0 : f32] : tile<128x32xf32> -> tile<128xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = arith.addf %a, %b : tile<f32>
      scf.yield %c : tile<f32>
    }
    %longer = arith.addf %other, %short : tile<128xf32>
    scf.continue %next, %lower, %higher, %longer : tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32>
  }
  %t = nv_tileaa.print "%f %f %f %f", %r#0, %r#1, %r#2, %r#3 : tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32> -> token
  nv_tileaa.return
}
//= nv_tileas.func @k(%x: tile<128x64xf16>, %y: tile<64x64xf16>, %z: tile<128x32xf32>, %n: tile<i32>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %none = arith.constant <f32: 0.000000e+00> : tile<128xf32>
//=   %nothing = arith.constant <f32: 0.000000e+00> : tile<64xf32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %r:4 = scf.for %i in (%zero to %n, step %one) : tile<i32> iter_values(%read = %none, %along = %nothing, %most = %none, %other = %none) -> (tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32>) {
//=     %p = nv_tileas.dot %x, %y, %sum : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=     %row = nv_tileas.reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<128x64xf32> -> tile<128xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.addf %a, %b  : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %next = arith.addf %read, %row  : tile<128xf32>
//=     %t = nv_tileas.print "%f", %read : tile<128xf32> -> token
//=     %column = nv_tileas.reduce %p dim=0 identities=[0.000000e+00 : f32] : tile<128x64xf32> -> tile<64xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.addf %a, %b  : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %lower = arith.addf %along, %column  : tile<64xf32>
//=     %highest = nv_tileas.reduce %p dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.maxf %a, %b : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %higher = arith.addf %most, %highest  : tile<128xf32>
//=     %short = nv_tileas.reduce %z dim=1 identities=[0.000000e+00 : f32] : tile<128x32xf32> -> tile<128xf32>
//=     (%a: tile<f32>, %b: tile<f32>) {
//=       %c = arith.addf %a, %b  : tile<f32>
//=       scf.yield %c : tile<f32>
//=     }
//=     %longer = arith.addf %other, %short  : tile<128xf32>
//=     scf.continue %next, %lower, %higher, %longer : tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32>
//=   }
//=   %t = nv_tileas.print "%f %f %f %f", %r#0, %r#1, %r#2, %r#3 : tile<128xf32>, tile<64xf32>, tile<128xf32>, tile<128xf32> -> token
//=   nv_tileas.return
//= }
