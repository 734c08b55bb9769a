// test: messages gpu-name=sm_80 scheduler=four-stage
// Two groups of products are taken, each tile by a ring of its own.
// kernel: product m=32 n=32 k=32 behind="%e = mmaf %r, %l, %d : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>" last=%e
// -----
// test: messages gpu-name=sm_80
// Without that scheduler threads take both, each tile through a ring of its own.
// kernel: product m=32 n=32 k=32 behind="%e = mmaf %r, %l, %d : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>" last=%e
// -----
// test: messages gpu-name=sm_100a pipeline-strategy=warp-specialize
// Agents are refused for what the target lacks, whatever the loop has besides.
// kernel: product m=32 n=32 k=32 behind="%e = mmaf %r, %l, %d : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>" last=%e
//= 24:5 warning[pipeline.tile-shape]: a product of 32x32x32 cannot be cut into tcgen05 instructions
//=   note: a thread multiplies 64 rows by 8 to 256 columns, 16 elements of K at a time
//=   help: the nearest tile that can is 64x32x32
// -----
// test: messages gpu-name=sm_100a num-stages=1
// One stage is refused as such: nobody has asked for consumers.
// kernel: product m=32 n=32 k=32
//= 21:3 error[pipeline.one-stage]: one stage overlaps nothing
//=   note: a CTA of sm_100a has 232448 bytes, of which the end of the kernel takes 3072
//=   help: ask for 2 or more, or for --pipeline-strategy none
//= 24:5 warning[pipeline.tile-shape]: a product of 32x32x32 cannot be cut into tcgen05 instructions
//=   note: a thread multiplies 64 rows by 8 to 256 columns, 16 elements of K at a time
//=   help: the nearest tile that can is 64x32x32
// -----
// test: messages gpu-name=sm_80 scheduler=four-stage
// The values that are kept in registers do not fit.
// kernel: product m=128 n=128 k=128 steps=4
//= 24:5 error[pipeline.four-stage-registers]: the four-stage loop of a 128x128x128 tile takes 352 registers of a thread
//=   note: 64 for accumulators, 192 for fragments, 64 for tiles on their way to shared memory, 32 for addresses; a thread of sm_80 has 255
//=   help: use a tile of half the extent along K, or another scheduler
// -----
// test: messages gpu-name=sm_80 scheduler=four-stage
// Half as much along K does.
// kernel: product m=128 n=128 k=64
// -----
// test: messages gpu-name=sm_80 scheduler=four-stage num-stages=41
// Forty of its buffers fit.
// kernel: product m=32 n=32 k=32
//= 21:3 error[pipeline.shared]: 41 stages of 4096 bytes do not fit into shared memory
//=   note: a CTA of sm_80 has 166912 bytes, of which the end of the kernel takes 3072
//=   help: 40 stages fit
// -----
// test: messages gpu-name=sm_80 scheduler=four-stage num-stages=40
// kernel: product m=32 n=32 k=32
// -----
// test: messages gpu-name=sm_80 pipeline-strategy=unspecialize num-stages=1
// One stage overlaps nothing.
// kernel: product m=32 n=32 k=32
//= 21:3 error[pipeline.one-stage]: one stage overlaps nothing
//=   note: a CTA of sm_80 has 166912 bytes, of which the end of the kernel takes 3072
//=   help: ask for 2 or more, or for --pipeline-strategy none
// -----
// test: messages gpu-name=sm_86 pipeline-strategy=unspecialize num-stages=5
// Five stages do not fit.
// kernel: product m=128 n=128 k=64
//= 21:3 error[pipeline.shared]: 5 stages of 32768 bytes do not fit into shared memory
//=   note: a CTA of sm_86 has 101376 bytes, of which alignment takes 1024
//=   help: 3 stages fit
// -----
// test: messages gpu-name=sm_86 pipeline-strategy=unspecialize num-stages=2
// Two do.
// kernel: product m=128 n=128 k=64
// -----
// test: messages gpu-name=sm_80 pipeline-strategy=warp-specialize
// No agents without wgmma.
// kernel: product m=64 n=64 k=64
//= 21:3 error[pipeline.strategy]: this loop cannot be warp-specialised for sm_80
//=   note: its agents need TMA, and tensor cores that multiply while threads go on: its tensor cores are driven by warps, which wait for them
//=   help: ask for --pipeline-strategy unspecialize
// -----
// test: messages gpu-name=sm_90a pipeline-strategy=warp-specialize scheduler=four-stage
// Agents have no four stages.
// kernel: product m=64 n=64 k=64
//= 21:3 error[pipeline.schedule]: the loop cannot be scheduled: op 7 (consumer dot) goes from global_to_shared to compute, a transition the four-stage pipeline does not have
//=   help: ask for another scheduler, or for the default
// -----
// test: messages gpu-name=sm_80
// Which tile is loaded is carried: later ones are not known yet.
entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = make_partition_view %va : partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <f32: 0.0> : tile<32x32xf32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %sum, %last = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero, %k = %from) -> (tile<32x32xf32>, tile<i32>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x32xf16>, token
    %r, %t1 = load_view_tko weak %pb[%k, %y] token = %token : partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x32xf16>, token
    %d = mmaf %l, %r, %acc : tile<32x32xf16>, tile<32x32xf16>, tile<32x32xf32>
    %next = addi %k, %step : tile<i32>
    continue %d, %next : tile<32x32xf32>, tile<i32>
  }
  %rounded = ftof %sum : tile<32x32xf32> -> tile<32x32xf16>
  %t2 = store_view_tko weak %rounded, %pc[%x, %y] token = %token : tile<32x32xf16>, partition_view<tile=(32x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
  return
}
//= 21:5 warning[pipeline.carried-index]: what the loop loads depends on what it carries, so that later iterations' tiles are not known yet
//=   help: compute which tiles are loaded from the loop's own index
// -----
// test: messages gpu-name=sm_120a pipeline-strategy=warp-specialize
// Two products, for which agents would have to go on; their types are none to blame.
entry @products(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = make_partition_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x64xf32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %sum, %other = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero, %too = %zero) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = mmaf %l, %r, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %e = mmaf %r, %l, %too : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %d, %e : tile<64x64xf32>, tile<64x64xf32>
  }
  %both = addf %sum, %other : tile<64x64xf32>
  %rounded = ftof %both : tile<64x64xf32> -> tile<64x64xf16>
  %t2 = store_view_tko weak %rounded, %pc[%x, %y] token = %token : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
  return
}
//= 21:5 warning[pipeline.strategy]: this loop cannot be warp-specialised for sm_120a
//=   note: its agents need TMA, and tensor cores that multiply while threads go on: its tensor cores are driven by warps, which wait for them
//=   help: ask for --pipeline-strategy unspecialize
