//! PTX as a typed tree: build, print, parse.
