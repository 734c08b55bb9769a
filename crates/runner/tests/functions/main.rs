//! Functions, conversions and integer arithmetic against references that neither engine has a part in.

mod accuracy;
mod conversions;
mod integers;
mod reference;
mod run;
mod values;
