// A pipeline of values, for which no rule is left once pipelines become barriers.
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
