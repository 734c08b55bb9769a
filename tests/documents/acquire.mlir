// An acquire in each mode of the documented form: `tilewright check-pipeline FILE --form documented --print` writes their four phases.
%all = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 2, mode = cooperative_arrival, convention = cutlass}
cutlass.pipeline.init %all {barrier_base = 2}
%first = cutlass.pipeline.state.create producer {convention = cutlass}
%held = cutlass.pipeline.producer_acquire %all, %first {transaction_bytes = 4096}
%one = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, mode = warp_specialized_1x1}
%start = cutlass.pipeline.state.create producer
%unused = arith.constant <i1: true> : i1
%chained = cutlass.pipeline.producer_acquire %one, %start first = %unused
%halves = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = strided_urem}
%by_two = cutlass.pipeline.producer_acquire %halves, %start
%thirds = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = strided_udiv}
%by_three = cutlass.pipeline.producer_acquire %thirds, %start
%far = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = cluster}
%across = cutlass.pipeline.producer_acquire %far, %start
