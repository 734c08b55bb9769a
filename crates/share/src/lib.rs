//! The codec of kernel links.
