//! GPU targets as data files: slots, latencies, capacity pools, atoms, limits.
