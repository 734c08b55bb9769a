//! Tile schedulers as integer mathematics: data-parallel, static persistent, stream-K, TileLang persistent.
