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
