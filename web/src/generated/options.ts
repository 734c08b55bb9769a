// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.

import type { Raster, TileScheduler } from './types';

/** The tile scheduler where nothing else is asked for. */
export const TILE_SCHEDULER: TileScheduler = {
  "kind": "auto",
  "policy": "contract",
  "swizzle": 1,
  "raster": "heuristic",
  "cluster": [
    1,
    1
  ],
  "splits": 1,
  "nondeterministic": false,
  "pull": false,
  "sms": null,
  "num_workers": null,
  "checked": false
};

/** The names that older links have for raster orders, and those of today. */
export const OLD_RASTERS: { readonly [name: string]: Raster } = {
  "AlongM": "along-m",
  "AlongN": "along-n",
  "Heuristic": "heuristic"
};
