//! The exact solver: every II below the answer refuted with a certificate, the answer itself found.

pub mod absolute;
pub mod certificate;
pub mod cnf;
pub mod core;
pub mod decide;
pub mod encode;
mod orders;
pub mod reduce;
pub mod rup;
pub mod sat;
pub mod staged;
pub mod sweep;
