// A pipeline that nobody empties.
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 0}
