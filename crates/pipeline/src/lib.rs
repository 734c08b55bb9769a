//! Producer/consumer pipelines: the executable state machine and its model checker.
