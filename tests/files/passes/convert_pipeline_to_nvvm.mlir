// test: pass convert-pipeline-to-nvvm
// An op of a pipeline of values has no rule, also where there is nothing else to convert
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
//= 3:1 error[pipeline.leftover]: `async.pipeline.create_pipeline` is left after pipelines became barriers
//=   note: there is no rule to lower `nv_tileas.async.pipeline.create_pipeline` further
//=   help: do without the op, or let the passes before make handshakes of it
// -----
// test: pass convert-pipeline-to-nvvm
// A kernel without pipelines stays as it is
nv_tileas.func @k(%i: tile<i32>) {
  %a = arith.addi %i, %i : tile<i32>
  nv_tileas.return
}
//= nothing changed
