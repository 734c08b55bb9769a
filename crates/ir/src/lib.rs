//! The IR core (types, attributes, ops, regions, one text form, verifier) and its dialects.
