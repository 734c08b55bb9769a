// test: messages
// Sums that do not fit into the registers, and are released as a whole.
// kernel: product m=256 n=256 k=64 store="release device"
//= 24:5 warning[pipeline.registers]: the accumulators of a 256x256 tile take 256 registers of each of two warpgroups' threads, 75776 registers with 40 for the rest
//=   note: an SM of sm_90a has 65536 registers, and a thread at most 255
//=   help: the nearest tile that fits is 128x256
// -----
// test: messages
// Too few rows for a warpgroup.
// kernel: product m=32 n=128 k=64
//= 24:5 warning[pipeline.tile-shape]: a product of 32x128x64 cannot be cut into wgmma instructions
//=   note: a warpgroup multiplies 64 rows by 8 to 256 columns, 16 elements of K at a time
//=   help: the nearest tile that can is 64x128x64
// -----
// test: messages
// Eight elements of K are fewer than an instruction takes, and are multiplied in f32.
// kernel: product m=64 n=64 k=8
//= 24:5 warning[pipeline.types]: products of f32 and f32 added to f32 are not pipelined yet
//=   help: f16 or bf16 operands with accumulators in f32 are
// -----
// test: messages
// A stride that TMA cannot take, nor threads that copy 4 bytes at a time.
// kernel: product m=128 n=128 k=64 stride=515
//= 22:5 warning[pipeline.view-stride]: TMA cannot address this view: the stride of dimension 0 is 515 elements
//=   note: strides of a tensor map are multiples of 16 bytes
//=   help: pad rows to a multiple of 8 elements
// -----
// test: messages
// An address that may be anywhere.
// kernel: product m=128 n=128 k=64 align=2
//= 22:5 warning[pipeline.view-address]: TMA cannot address this view: its address is known to be a multiple of 2 bytes only
//=   note: the address of a tensor map is a multiple of 16 bytes
//=   help: assume that the pointer is divisible by 16
// -----
// test: messages
// Padding that TMA cannot fill with.
// kernel: product m=128 n=128 k=64 padding="padding_value = neg_inf, "
//= 22:5 warning[pipeline.view-padding]: TMA cannot address this view: elements outside are to read as neg_inf
//=   note: TMA fills with zeros
//=   help: use padding_value = zero
// -----
// test: messages
// A sum that is used in the loop as well is pipelined: nothing is said.
// kernel: product m=64 n=64 k=64 behind="%e = mulf %d, %d : tile<64x64xf32>" last=%e
// -----
// test: messages
// The right operand is what the kernel has written.
entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = make_partition_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x64xf32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %ones = constant <f16: 1.0> : tile<64x64xf16>
  %written = store_view_tko weak %ones, %pb[%from, %y] token = %token : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
  %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = %written : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = mmaf %l, %r, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %d : tile<64x64xf32>
  }
  %rounded = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
  %t2 = store_view_tko weak %rounded, %pc[%x, %y] token = %token : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
  return
}
//= 23:5 warning[pipeline.own-writes]: this may read what the kernel itself has written before
//=   help: loads of memory that the kernel does not write need no token of its stores, nor of its atomics: a relaxed atomic orders nothing
// -----
// test: messages num-stages=2
// Stages are asked for, and the product's loop cannot be pipelined: its operands come from nowhere.
entry @product(%y: tile<ptr<f32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %four = constant <i32: 4> : tile<i32>
  %w = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %q = make_partition_view %w : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %begin = constant <f32: 0.0> : tile<64x64xf32>
  %a = constant <f16: 1.0> : tile<64x64xf16>
  %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%acc = %begin) -> (tile<64x64xf32>) {
    %d = mmaf %a, %a, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %d : tile<64x64xf32>
  }
  %u = store_view_tko weak %sum, %q[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
//= 12:5 error[pipeline.stages]: no loop of this kernel has stages to choose on sm_90a
//=   note: none of them can be pipelined there, and only pipelined loops have stages
//=   help: leave --num-stages away
//= 12:5 warning[pipeline.operand-not-loaded]: the right operand is not a tile that this loop loads for it alone
//=   help: load it from a view in the loop, once for each product that uses it
