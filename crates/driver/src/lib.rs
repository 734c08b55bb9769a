//! Options, pass manager, trace and the report.
